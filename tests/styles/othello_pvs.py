"""PVS in a class that makes and takes back its moves on self.board (Othello 4x4)."""

DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
INF = 10 ** 6


class Engine:
    def __init__(self, size=4):
        self.size = size
        self.board = [[0] * size for _ in range(size)]
        m = size // 2
        self.board[m - 1][m - 1] = self.board[m][m] = -1
        self.board[m - 1][m] = self.board[m][m - 1] = 1
        self.color = 1
        self.nodes = 0

    def flips(self, row, col):
        if self.board[row][col]:
            return []
        found = []
        for dr, dc in DIRECTIONS:
            r, c, line = row + dr, col + dc, []
            while 0 <= r < self.size and 0 <= c < self.size and self.board[r][c] == -self.color:
                line.append((r, c))
                r, c = r + dr, c + dc
            if line and 0 <= r < self.size and 0 <= c < self.size and self.board[r][c] == self.color:
                found += line
        return found

    def moves(self):
        return [(r, c) for r in range(self.size) for c in range(self.size) if self.flips(r, c)]

    def make(self, move):
        flipped = self.flips(*move)
        self.board[move[0]][move[1]] = self.color
        for r, c in flipped:
            self.board[r][c] = self.color
        self.color = -self.color
        return flipped

    def unmake(self, move, flipped):
        self.color = -self.color
        for r, c in flipped:
            self.board[r][c] = -self.color
        self.board[move[0]][move[1]] = 0

    def count(self):
        return sum(map(sum, self.board))

    def evaluate(self):
        corners = sum(self.board[r][c] for r in (0, -1) for c in (0, -1))
        return self.color * (self.count() + 4 * corners)

    def pvs(self, depth, alpha, beta, passed=False):
        self.nodes += 1
        if depth == 0:
            return self.evaluate()
        moves = self.moves()
        if not moves:
            if passed:
                return 100 * self.color * self.count()
            self.color = -self.color
            score = -self.pvs(depth - 1, -beta, -alpha, True)
            self.color = -self.color
            return score
        first = True
        for move in moves:
            flipped = self.make(move)
            if first:
                score = -self.pvs(depth - 1, -beta, -alpha)
                first = False
            else:
                score = -self.pvs(depth - 1, -alpha - 1, -alpha)
                if alpha < score < beta:
                    score = -self.pvs(depth - 1, -beta, -alpha)
            self.unmake(move, flipped)
            if score > alpha:
                alpha = score
            if alpha >= beta:
                break
        return alpha


engine = Engine()
print(engine.pvs(6, -INF, INF), engine.nodes)
