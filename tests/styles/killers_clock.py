"""Iterative deepening with a clock, killer moves and history; negamax over a small board of 3x4 with 3 in a row."""
import time

COLUMNS, ROWS = 4, 3
LINES = []
for r in range(ROWS):
    for c in range(COLUMNS):
        for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
            cells = [(r + k * dr, c + k * dc) for k in range(3)]
            if all(0 <= y < ROWS and 0 <= x < COLUMNS for y, x in cells):
                LINES.append([y * COLUMNS + x for y, x in cells])


class OutOfTime(Exception):
    pass


class Searcher:
    def __init__(self, limit):
        self.limit = limit
        self.killers = [[None, None] for _ in range(20)]
        self.history = {}
        self.nodes = 0
        self.deadline = 0

    def sorted_by_step(self, board, ply, first=None):
        moves = [i for i in range(ROWS * COLUMNS) if board[i] == 0]

        def rank(move):
            if move == first:
                return -10 ** 9
            if move in self.killers[ply]:
                return -10 ** 6 + self.killers[ply].index(move)
            return -self.history.get((ply % 2, move), 0)

        return sorted(moves, key=rank)

    def alphabeta(self, board, side, depth, ply, alpha, beta):
        self.nodes += 1
        if time.time() > self.deadline:
            raise OutOfTime
        for line in LINES:
            total = sum(board[i] for i in line)
            if total == -3 * side:
                return -1000 + ply
        if depth == 0:
            return side * self.evaluate(board)
        moves = self.sorted_by_step(board, ply)
        if not moves:
            return 0
        best = -100000
        for move in moves:
            board[move] = side
            value = -self.alphabeta(board, -side, depth - 1, ply + 1, -beta, -alpha)
            board[move] = 0
            if value > best:
                best = value
            if best > alpha:
                alpha = best
            if alpha >= beta:
                if move not in self.killers[ply]:
                    self.killers[ply] = [move, self.killers[ply][0]]
                self.history[ply % 2, move] = self.history.get((ply % 2, move), 0) + depth * depth
                break
        return best

    def evaluate(self, board):
        score = 0
        for line in LINES:
            stones = [board[i] for i in line]
            if -1 not in stones:
                score += sum(stones) ** 2
            if 1 not in stones:
                score -= sum(stones) ** 2
        return score

    def think(self, board, side):
        self.deadline = time.time() + self.limit
        score, move = 0, None
        try:
            for depth in range(2, 6):
                score, move = self.root(board, side, depth, move)
        except OutOfTime:
            pass
        return move, score

    def root(self, board, side, depth, first):
        best, best_move = -100000, None
        alpha = -100000
        for move in self.sorted_by_step(board, 0, first):
            board[move] = side
            value = -self.alphabeta(board, -side, depth - 1, 1, -100000, -alpha)
            board[move] = 0
            if value > best:
                best, best_move = value, move
            alpha = max(alpha, best)
        return best, best_move


searcher = Searcher(3600)
print(searcher.think([0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0], 1), searcher.nodes)
