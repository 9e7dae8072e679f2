VALUES = {"P": 1, "N": 3, "R": 5}

class Position:
    """A row of pieces; a piece takes its right or left neighbour of the other colour or steps to an empty square."""
    def __init__(self, row, white=True):
        self.row, self.white, self.stack = list(row), white, []

    def moves(self, captures_only=False):
        found = []
        for i, p in enumerate(self.row):
            if p == "." or p.isupper() != self.white:
                continue
            for j in (i - 1, i + 1):
                if 0 <= j < len(self.row):
                    t = self.row[j]
                    if t == "." and not captures_only or t != "." and t.isupper() != self.white:
                        found.append((i, j))
        return found

    def push(self, m):
        i, j = m
        self.stack.append((m, self.row[j]))
        self.row[j], self.row[i] = self.row[i], "."
        self.white = not self.white

    def pop(self):
        (i, j), taken = self.stack.pop()
        self.row[i], self.row[j] = self.row[j], taken
        self.white = not self.white

    def material(self):
        total = 0
        for p in self.row:
            if p != ".":
                total += VALUES[p.upper()] * (1 if p.isupper() else -1)
        return total if self.white else -total


class Engine:
    def __init__(self, position):
        self.position = position
        self.nodes = self.quiet_nodes = 0

    def alphabeta(self, depth, alpha, beta):
        self.nodes += 1
        moves = self.position.moves()
        if not moves:
            return -50
        if depth == 0:
            return self.quiet(alpha, beta)
        for m in moves:
            self.position.push(m)
            score = -self.alphabeta(depth - 1, -beta, -alpha)
            self.position.pop()
            if score >= beta:
                return beta
            if score > alpha:
                alpha = score
        return alpha

    def quiet(self, alpha, beta):
        self.quiet_nodes += 1
        stand = self.position.material()
        if stand >= beta:
            return beta
        if stand > alpha:
            alpha = stand
        for m in self.position.moves(captures_only=True):
            self.position.push(m)
            score = -self.quiet(-beta, -alpha)
            self.position.pop()
            if score >= beta:
                return beta
            if score > alpha:
                alpha = score
        return alpha


engine = Engine(Position("RN.pPn.rP"))
print(engine.alphabeta(3, -99, 99), engine.nodes, engine.quiet_nodes)
