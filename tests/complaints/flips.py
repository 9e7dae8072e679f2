"""Othello on a small board: negamax with killer moves, which keeps its move in an attribute."""

from enum import Enum

N = 6
WEIGHTS = [
    [9, -3, 3, 3, -3, 9],
    [-3, -4, 0, 0, -4, -3],
    [3, 0, 1, 1, 0, 3],
    [3, 0, 1, 1, 0, 3],
    [-3, -4, 0, 0, -4, -3],
    [9, -3, 3, 3, -3, 9],
]


class Color(Enum):
    EMPTY = "."
    BLACK = "b"
    WHITE = "w"

    @property
    def opponent(self):
        return Color.WHITE if self is Color.BLACK else Color.BLACK


class Board:
    def __init__(self):
        self.cells = {(r, c): Color.EMPTY for r in range(N) for c in range(N)}
        self.cells[2, 2] = self.cells[3, 3] = Color.WHITE
        self.cells[2, 3] = self.cells[3, 2] = Color.BLACK

    def flips(self, move, color):
        if self.cells[move] is not Color.EMPTY:
            return []
        out = []
        for dr in (-1, 0, 1):
            for dc in (-1, 0, 1):
                line, r, c = [], move[0] + dr, move[1] + dc
                while self.cells.get((r, c)) is color.opponent:
                    line.append((r, c))
                    r, c = r + dr, c + dc
                if line and self.cells.get((r, c)) is color:
                    out += line
        return out

    def moves(self, color):
        return [m for m in self.cells if self.flips(m, color)]

    def make(self, move, color):
        flipped = self.flips(move, color)
        self.cells[move] = color
        for f in flipped:
            self.cells[f] = color
        return flipped

    def undo(self, move, flipped, color):
        self.cells[move] = Color.EMPTY
        for f in flipped:
            self.cells[f] = color.opponent

    def evaluate(self, color):
        total = 0
        for (r, c), v in self.cells.items():
            if v is color:
                total += WEIGHTS[r][c]
            elif v is color.opponent:
                total -= WEIGHTS[r][c]
        return total

    def discs(self, color):
        vals = list(self.cells.values())
        return 100 * (vals.count(color) - vals.count(color.opponent))


class Engine:
    def __init__(self, board):
        self.board = board
        self.killers = {}

    def ordered(self, color, ply):
        moves = self.board.moves(color)
        moves.sort(key=lambda m: -WEIGHTS[m[0]][m[1]])
        killer = self.killers.get(ply)
        if killer in moves:
            moves.remove(killer)
            moves.insert(0, killer)
        return moves

    def negamax(self, color, depth, alpha=float("-inf"), beta=float("inf"), ply=0):
        if depth == 0:
            return self.board.evaluate(color)
        moves = self.ordered(color, ply)
        if not moves:
            if not self.board.moves(color.opponent):
                return self.board.discs(color)
            return -self.negamax(color.opponent, depth - 1, -beta, -alpha, ply + 1)
        best = float("-inf")
        for move in moves:
            flipped = self.board.make(move, color)
            score = -self.negamax(color.opponent, depth - 1, -beta, -alpha, ply + 1)
            self.board.undo(move, flipped, color)
            if score > best:
                best = score
                if ply == 0:
                    self.best = move
            alpha = max(alpha, score)
            if alpha >= beta:
                self.killers[ply] = move
                break
        return best


if __name__ == "__main__":
    engine = Engine(Board())
    print(engine.negamax(Color.BLACK, 6), engine.best)
