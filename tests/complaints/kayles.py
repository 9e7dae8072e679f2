"""Kayles: a ball takes one pin or two that stand side by side, and who takes the last pin wins."""


class Kayles:
    def __init__(self):
        self.solved = {}

    def throws(self, pins):
        for count in (1, 2):
            for start in range(len(pins) - count + 1):
                if "." not in pins[start : start + count]:
                    yield pins[:start] + "." * count + pins[start + count :]

    def rate(self, pins, first_throws):
        """Return 1 where the first player wins, and -1 where the second one does."""
        if "|" not in pins:
            return -1 if first_throws else 1
        known = (pins, first_throws)
        if known in self.solved:
            return self.solved[known]
        rates = [self.rate(left, not first_throws) for left in self.throws(pins)]
        self.solved[known] = max(rates) if first_throws else min(rates)
        return self.solved[known]

    def throw(self, pins):
        return max(self.throws(pins), key=lambda left: self.rate(left, False))


if __name__ == "__main__":
    print(Kayles().throw("||.|||"))
