"""Two methods of a player over one board, on which each move is made and undone; the move is returned, too."""

import sys

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
ORDER = [int(square) for square in sys.argv[2]]


def utility(squares):
    for a, b, c in LINES:
        if squares[a] == squares[b] == squares[c] != ".":
            worth = 1 + sum(square == "." for square in squares)
            return worth if squares[a] == "X" else -worth
    return None if "." in squares else 0


class Board:
    def __init__(self, squares):
        self.squares = list(squares)
        self.to_move = "X"

    def push(self, k):
        self.squares[k] = self.to_move
        self.to_move = "O" if self.to_move == "X" else "X"

    def pop(self, k):
        self.squares[k] = "."
        self.to_move = "O" if self.to_move == "X" else "X"

    def legal(self):
        return [k for k in ORDER if self.squares[k] == "."] if utility(self.squares) is None else []


class Engine:
    def __init__(self, board):
        self.board = board
        self.nodes = 0
        self.line = [None]

    def maximize(self, alpha, beta):
        self.nodes += 1
        over = utility(self.board.squares)
        if over is not None:
            return over, None
        best, choice = -99, None
        for k in self.board.legal():
            self.board.push(k)
            self.line.append(k)
            value, _ = self.minimize(alpha, beta)
            self.board.pop(self.line.pop())
            if value > best:
                best, choice = value, k
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best, choice

    def minimize(self, alpha, beta):
        self.nodes += 1
        over = utility(self.board.squares)
        if over is not None:
            return over, None
        best, choice = 99, None
        for k in self.board.legal():
            self.board.push(k)
            self.line.append(k)
            value, _ = self.maximize(alpha, beta)
            self.board.pop(self.line.pop())
            if value < best:
                best, choice = value, k
            beta = min(beta, best)
            if alpha >= beta:
                break
        return best, choice


print(Engine(Board(sys.argv[1])).maximize(-99, 99))
