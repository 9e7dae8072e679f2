"""A search that hands its leaves to another function, with a position under a name that says nothing."""

from __future__ import annotations

from tracer.attaching.outside import attach


class Field:
    """Rows of marks, changed and changed back."""

    def __init__(self) -> None:
        self.bd = [["."] * 3 for _ in range(3)]

    def free(self, marks: str) -> list[tuple[int, int]]:
        return [(row, column) for row in range(3) for column in range(3) if self.bd[row][column] in marks]

    def worth(self) -> int:
        marks = [mark for row in self.bd for mark in row]
        return sum((place + 2) * ord(mark) for place, mark in enumerate(marks)) * 7919 % 41 - 20


class Thinker:
    """Its position is an attribute's attribute."""

    def __init__(self) -> None:
        self.field = Field()

    def search(self, depth: int, low: int, high: int) -> int:
        if depth == 0:
            return self.calm(2, low, high)
        best = -99
        for row, column in self.field.free(".")[:4]:
            self.field.bd[row][column] = "x"
            best = max(best, -self.search(depth - 1, -high, -low))
            self.field.bd[row][column] = "."
            low = max(low, best)
            if low >= high:
                break
        return best

    def calm(self, depth: int, low: int, high: int) -> int:
        best = self.field.worth()
        low = max(low, best)
        for row, column in self.field.free("x")[:depth]:
            if low >= high:
                break
            self.field.bd[row][column] = "o"
            best = max(best, -self.calm(depth - 1, -high, -low))
            self.field.bd[row][column] = "x"
            low = max(low, best)
        return best


def test_the_position_is_read_in_both_functions() -> None:
    with attach() as recording:
        Thinker().search(3, -99, 99)
    trace = recording.trace
    texts = [trace.text(node) for node in range(len(trace.columns.turn))]
    assert None not in texts
    assert any("o" in str(text) for text in texts)
    assert "Thinker.calm" in trace.header.search
