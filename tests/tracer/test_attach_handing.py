"""A search that hands its leaves to another function, with a position under a name that says nothing."""

from __future__ import annotations

from tracer.attaching.outside import attach
from tracer.diagnosis.examination import check


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


def max_value(mine: int, yours: int, depth: int) -> float:
    if max(mine, yours) > 5 or depth == 0:
        return float(mine - yours)
    return max(mine - yours - 0.5, chance_value(mine, yours, depth, True))


def min_value(mine: int, yours: int, depth: int) -> float:
    if max(mine, yours) > 5 or depth == 0:
        return float(mine - yours)
    return min(mine - yours + 0.5, chance_value(mine, yours, depth, False))


def chance_value(mine: int, yours: int, depth: int, greatest: bool) -> float:
    if greatest:
        return sum(min_value(mine + roll, yours, depth - 1) for roll in (0, 2, 3)) / 3
    return sum(max_value(mine, yours + roll, depth - 1) for roll in (0, 2, 3)) / 3


def test_to_roll_is_a_move_of_the_player() -> None:
    with attach(max_value, min_value, chance_value) as recording:
        max_value(0, 0, 3)
    trace = recording.trace
    (rolls,) = trace.children(0)
    assert not trace.no_moves
    assert (trace.columns.turn[rolls], len(trace.children(rolls))) == (0, 3)
    assert not check(trace)
