"""Assignment 2, adversarial search. The board is an object; each move makes a new one."""
from copy import deepcopy


class Board:
    def __init__(self, squares, to_move="X"):
        self.squares = squares
        self.to_move = to_move

    def place(self, k):
        new = deepcopy(self)
        new.squares[k] = self.to_move
        new.to_move = "O" if self.to_move == "X" else "X"
        return new

    def free(self):
        return [k for k in range(9) if self.squares[k] == " "]

    def won(self, mark):
        wins = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
        return any(all(self.squares[k] == mark for k in line) for line in wins)


class Solver:
    def minimax(self, curr_board, ai_turn):
        if curr_board.won("X"):
            return 10
        if curr_board.won("O"):
            return -10
        if not curr_board.free():
            return 0
        scores = []
        for k in curr_board.free():
            scores.append(self.minimax(curr_board.place(k), not ai_turn))
        return max(scores) if ai_turn else min(scores)


if __name__ == "__main__":
    start = Board(list("XO  OX   "))
    print("score:", Solver().minimax(start, True))
