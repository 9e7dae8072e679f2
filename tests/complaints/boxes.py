"""Dots and Boxes, two boxes beside each other: a closed box moves again. A dictionary keeps what was solved."""

BOXES = ({"top1", "left", "middle", "low1"}, {"top2", "middle", "right", "low2"})
EDGES = sorted(set().union(*BOXES))


class Solver:
    def __init__(self):
        self.known = {}

    def solve(self, drawn, ann_moves):
        """Return how many boxes more than Bob Ann closes from here on."""
        if len(drawn) == len(EDGES):
            return 0
        key = (drawn, ann_moves)
        if key in self.known:
            return self.known[key]
        best = -10 if ann_moves else 10
        for edge in EDGES:
            if edge in drawn:
                continue
            then = drawn | {edge}
            closed = sum(edge in box and box <= then for box in BOXES)
            gain = closed if ann_moves else -closed
            value = gain + self.solve(then, ann_moves if closed else not ann_moves)
            best = max(best, value) if ann_moves else min(best, value)
        self.known[key] = best
        return best


if __name__ == "__main__":
    print(Solver().solve(frozenset({"top1", "low2", "left"}), True))
