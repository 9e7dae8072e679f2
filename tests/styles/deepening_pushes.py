"""A board with push and pop, an engine that deepens and widens its window where that fails."""
class Board:
    def __init__(self, stones):
        self.stones, self.turn, self.stack = stones, True, []

    @property
    def legal_moves(self):
        return ((heap, n) for heap, left in enumerate(self.stones) for n in range(1, min(left, 3) + 1))

    def push(self, move):
        self.stones[move[0]] -= move[1]
        self.turn = not self.turn
        self.stack.append(move)

    def pop(self):
        heap, n = self.stack.pop()
        self.stones[heap] += n
        self.turn = not self.turn

    def is_game_over(self):
        return not any(self.stones)


class Engine:
    def __init__(self, board):
        self.board = board
        self.nodes = 0

    def evaluate(self):
        return sum((heap + 1) * left for heap, left in enumerate(self.board.stones)) % 7 - 3

    def negamax(self, depth, alpha, beta):
        self.nodes += 1
        if self.board.is_game_over():
            return -100
        if depth == 0:
            return self.evaluate()
        best = -1000
        for move in self.board.legal_moves:
            self.board.push(move)
            score = -self.negamax(depth - 1, -beta, -alpha)
            self.board.pop()
            best = max(best, score)
            alpha = max(alpha, score)
            if alpha >= beta:
                break
        return best

    def think(self, depths):
        score = 0
        depth = 1
        while depth <= depths:
            low, high = (-1000, 1000) if depth == 1 else (score - 2, score + 2)
            score = self.negamax(depth, low, high)
            if not low < score < high:
                score = self.negamax(depth, -1000, 1000)
            depth += 1
        return score


engine = Engine(Board([3, 4, 5]))
print(engine.think(4), engine.nodes)
