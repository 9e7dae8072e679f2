"""Breakthrough on four columns: a search that goes on with captures, and asks itself for the move to try first."""

ROWS, COLUMNS = 5, 4


class Position:
    def __init__(self):
        self.squares = ["b"] * COLUMNS + ["."] * COLUMNS * (ROWS - 2) + ["w"] * COLUMNS
        self.mover = "w"

    def moves(self, captures=False):
        other, step = ("b", -1) if self.mover == "w" else ("w", 1)
        found = []
        for place, mark in enumerate(self.squares):
            row, column = divmod(place, COLUMNS)
            if mark != self.mover or not 0 <= row + step < ROWS:
                continue
            for side in (-1, 1):
                to = (row + step) * COLUMNS + column + side
                if 0 <= column + side < COLUMNS and self.squares[to] == other:
                    found.append((place, to))
            if not captures and self.squares[(row + step) * COLUMNS + column] == ".":
                found.append((place, (row + step) * COLUMNS + column))
        return found

    def make(self, move):
        taken = self.squares[move[1]]
        self.squares[move[1]], self.squares[move[0]] = self.squares[move[0]], "."
        self.mover = "b" if self.mover == "w" else "w"
        return taken

    def unmake(self, move, taken):
        self.squares[move[0]], self.squares[move[1]] = self.squares[move[1]], taken
        self.mover = "b" if self.mover == "w" else "w"

    def lost(self):
        return "b" in self.squares[-COLUMNS:] if self.mover == "w" else "w" in self.squares[:COLUMNS]

    def worth(self):
        total = 0
        for place, mark in enumerate(self.squares):
            row = place // COLUMNS
            total += 10 + (ROWS - 1 - row) if mark == "w" else -10 - row if mark == "b" else 0
        return total if self.mover == "w" else -total


class Engine:
    def __init__(self):
        self.hints = {}

    def quiesce(self, position, alpha, beta):
        if position.lost():
            return -500
        best = position.worth()
        if best >= beta:
            return best
        alpha = max(alpha, best)
        for move in position.moves(captures=True):
            taken = position.make(move)
            value = -self.quiesce(position, -beta, -alpha)
            position.unmake(move, taken)
            best = max(best, value)
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return best

    def search(self, position, depth, alpha, beta):
        if depth == 0:
            return self.quiesce(position, alpha, beta)
        if position.lost():
            return -500 - depth
        moves = position.moves()
        if not moves:
            return -500 - depth
        name = "".join(position.squares) + position.mover
        if depth >= 4:
            self.search(position, depth - 2, alpha, beta)
        moves.sort(key=lambda move: move != self.hints.get(name))
        best = -9999
        for move in moves:
            taken = position.make(move)
            value = -self.search(position, depth - 1, -beta, -alpha)
            position.unmake(move, taken)
            if value > best:
                best = value
                self.hints[name] = move
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return best


print(Engine().search(Position(), 6, -9999, 9999))
