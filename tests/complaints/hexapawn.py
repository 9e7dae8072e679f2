"""Hexapawn: three pawns a side; who reaches the far row, takes all, or leaves the other without a move wins."""


class Pawns:
    def __init__(self, rows, white):
        self.rows, self.white = rows, white

    def steps(self):
        mine, other, way = ("w", "b", -1) if self.white else ("b", "w", 1)
        for r, row in enumerate(self.rows):
            for c, piece in enumerate(row):
                if piece != mine or not 0 <= r + way < 3:
                    continue
                for side in (-1, 0, 1):
                    if 0 <= c + side < 3 and self.rows[r + way][c + side] == (other if side else "."):
                        yield (r, c), (r + way, c + side)

    def after(self, step):
        (r, c), (to_row, to_column) = step
        rows = [list(row) for row in self.rows]
        rows[to_row][to_column], rows[r][c] = rows[r][c], "."
        return Pawns(tuple("".join(row) for row in rows), not self.white)

    def lost(self):
        """Whether the side to move has lost."""
        return ("b" in self.rows[2] if self.white else "w" in self.rows[0]) or not any(self.steps())


def outcome(pawns):
    if pawns.lost():
        return -1 if pawns.white else 1
    replies = [outcome(pawns.after(step)) for step in pawns.steps()]
    return max(replies) if pawns.white else min(replies)


def advise(pawns):
    best_score, best_step = -2, None
    for step in pawns.steps():
        score = outcome(pawns.after(step))
        if score > best_score:
            best_score, best_step = score, step
    return best_step


if __name__ == "__main__":
    print(advise(Pawns(("bbb", "...", "www"), True)))
