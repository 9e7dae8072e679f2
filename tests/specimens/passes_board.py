"""Othello on 4x4: who has no move passes, at the same depth and with the whole window."""

import copy

AROUND = [(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1) if row or column]


class Board:
    def __init__(self):
        self.rows = [[0] * 4 for _ in range(4)]
        self.rows[1][1] = self.rows[2][2] = -1
        self.rows[1][2] = self.rows[2][1] = 1
        self.mover = 1

    def turned(self, row, column):
        found = []
        for down, right in AROUND if not self.rows[row][column] else ():
            line, y, x = [], row + down, column + right
            while 0 <= y < 4 and 0 <= x < 4 and self.rows[y][x] == -self.mover:
                line.append((y, x))
                y, x = y + down, x + right
            if line and 0 <= y < 4 and 0 <= x < 4 and self.rows[y][x] == self.mover:
                found += line
        return found

    def moves(self):
        return [(row, column) for row in range(4) for column in range(4) if self.turned(row, column)]

    def after(self, move):
        board = copy.deepcopy(self)
        for row, column in () if move is None else [*self.turned(*move), move]:
            board.rows[row][column] = self.mover
        board.mover = -self.mover
        return board


def negamax(board, depth, alpha, beta, passed=False):
    moves = board.moves()
    if (not moves and passed) or (moves and depth == 0):
        return board.mover * sum(map(sum, board.rows))
    if not moves:
        return -negamax(board.after(None), depth, -beta, -alpha, passed=True)
    best = -100
    for move in moves:
        best = max(best, -negamax(board.after(move), depth - 1, -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def solve():
    return negamax(Board(), 6, -100, 100)
