"""Tables that are made at the beginning, as in C, beside the board or in it: they are no positions, and cost little."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tracer.attaching.attach_functions import attach
from tracer.games import snapshots
from tracer.games.snapshots import is_larger_than_boards

FEW, MANY = 61, 6_000
LOOKS = 48 * 8
"""Looks at a small table until it is known to be none: at entry and return, under two names, in two functions."""


class Entry:
    """What is known of a position."""

    def __init__(self) -> None:
        self.key, self.depth, self.value = 0, 0, 0


class Table:
    """An object that has all its entries from the beginning."""

    def __init__(self, size: int) -> None:
        self.entries = [Entry() for _ in range(size)]


def takes(heaps: list[int]) -> Iterator[None]:
    """Make and take back each move, which takes a counter or two from a heap."""
    for heap, left in enumerate(heaps):
        for take in range(1, min(left, 2) + 1):
            heaps[heap] -= take
            yield
            heaps[heap] += take


def fill(entries: list[Entry], heaps: list[int], best: int) -> int:
    """Keep a value as a node returns it."""
    entry = entries[sum(heaps) * 7 % len(entries)]
    entry.key, entry.depth, entry.value = sum(heaps), len(heaps), best
    return best


class Engine:
    """Heaps, and a list of entries beside them."""

    def __init__(self, size: int) -> None:
        self.heaps, self.slots = [3, 2, 1], [Entry() for _ in range(size)]

    def negamax(self) -> int:
        if not any(self.heaps):
            return -1
        return fill(self.slots, self.heaps, max([-self.negamax() for _ in takes(self.heaps)]))


class Owner:
    """The entries are in an object of its own."""

    def __init__(self, size: int) -> None:
        self.heaps, self.memory = [3, 2, 1], Table(size)

    def negamax(self) -> int:
        if not any(self.heaps):
            return -1
        return fill(self.memory.entries, self.heaps, max([-self.negamax() for _ in takes(self.heaps)]))


def in_board(board: Engine) -> int:
    if not any(board.heaps):
        return -1
    return fill(board.slots, board.heaps, max([-in_board(board) for _ in takes(board.heaps)]))


def in_record(state: dict[str, Any]) -> int:
    if not any(state["heaps"]):
        return -1
    return fill(state["slots"], state["heaps"], max([-in_record(state) for _ in takes(state["heaps"])]))


heaps: list[int] = []
slots: list[Entry] = []
engine = Engine(0)


def of_the_module() -> int:
    if not any(heaps):
        return -1
    return fill(slots, heaps, max([-of_the_module() for _ in takes(heaps)]))


def by_two_names(size: int) -> int:
    engine.__init__(size)  # type: ignore[misc]  # the module knows the object, too
    return engine.negamax()


def of_globals(size: int) -> int:
    heaps[:], slots[:] = [3, 2, 1], [Entry() for _ in range(size)]
    return of_the_module()


STYLES: dict[str, tuple[Callable[[int], int], Any]] = {
    "self": (lambda size: Engine(size).negamax(), Engine.negamax),
    "object": (lambda size: Owner(size).negamax(), Owner.negamax),
    "board": (lambda size: in_board(Engine(size)), in_board),
    "record": (
        lambda size: in_record({"heaps": [3, 2, 1], "slots": [Entry() for _ in range(size)]}),
        in_record,
    ),
    "module": (of_globals, of_the_module),
    "two names": (by_two_names, Engine.negamax),
}


@pytest.fixture
def copied(monkeypatch: pytest.MonkeyPatch) -> list[type]:
    """The classes of the objects that are copied; no table of another test is left in the module."""
    slots.clear()
    engine.slots.clear()
    found: list[type] = []

    def copy(value: Any, level: int) -> Any:
        found.append(type(value))
        return real(value, level)

    real = snapshots._freeze_object
    monkeypatch.setattr(snapshots, "_freeze_object", copy)
    return found


@pytest.mark.parametrize("size", [FEW, MANY])
@pytest.mark.parametrize("style", STYLES)
def test_a_table_is_no_position_and_is_hardly_ever_copied(copied: list[type], style: str, size: int) -> None:
    search, function = STYLES[style]
    with attach(function) as recording:
        search(size)
    trace = recording.trace
    assert trace.text(0) == "3 2 1"
    assert trace.node(1).label == "0=2"
    assert len(trace) > 100
    assert copied.count(Entry) <= (LOOKS * FEW if size == FEW else 0)


@pytest.mark.parametrize("style", STYLES)
def test_it_is_none_either_where_the_search_is_to_be_found(copied: list[type], style: str) -> None:
    search, _function = STYLES[style]
    with attach() as recording:
        search(MANY)
    assert recording.trace.text(0) == "3 2 1"
    assert Entry not in copied


def test_an_object_by_two_names_is_one_position(capsys: pytest.CaptureFixture[str]) -> None:
    class Pile:
        def __init__(self) -> None:
            self.left, self.taken = 5, 0

        def negamax(self, depth: int) -> int:
            if self.left == 0 or depth == 0:
                return -1 if self.left == 0 else 0
            best = -9
            for take in (1, 2):
                if take <= self.left:
                    game.left, game.taken = game.left - take, game.taken + take
                    best = max(best, -self.negamax(depth - 1))
                    game.left, game.taken = game.left + take, game.taken - take
            return best

    game = Pile()
    with attach(Pile.negamax) as recording:
        game.negamax(4)
    assert [child.label for child in recording.trace.node(0).children] == ["0=4 1=1", "0=3 1=2"]
    assert "the position is self.left,self.taken;" in capsys.readouterr().err


class Square:
    """One of a board of objects."""

    def __init__(self) -> None:
        self.stone, self.liberties, self.group = None, 4, 0


RAYS = [Square() for _ in range(8)]
HELPERS: dict[str, Any] = {"RAYS": RAYS}
exec("\n".join(f"def helper{number}(k): return len(RAYS) + k" for number in range(20)), HELPERS)


def test_what_is_constant_is_copied_less_in_each_further_function(copied: list[type]) -> None:
    def negamax(heaps: list[int]) -> int:
        if not any(heaps):
            return -1
        for number in range(20):
            HELPERS[f"helper{number}"](len(RAYS))
        return max([-negamax(heaps) for _ in takes(heaps)])

    with attach() as recording:
        negamax([3, 2, 1])
    assert recording.trace.text(0) == "3 2 1"
    assert copied.count(Square) <= len(RAYS) * (20 * 10 + 2 * 48)


@pytest.mark.parametrize(
    ("held", "large"),
    [
        ([Square() for _ in range(19 * 19)], False),
        ([[None] * 30 for _ in range(30)], False),
        ([Entry() for _ in range(1_000)], True),
        ([[[0] * 64 for _ in range(64)] for _ in range(2)], True),
        (dict.fromkeys(range(3_000), (0, "exact")), True),
        (Table(1_000), True),
        ([lambda: None] * 64, False),
    ],
    ids=["go", "gomoku", "entries", "history", "dict", "object", "functions"],
)
def test_what_is_larger_than_boards(held: Any, large: bool) -> None:
    assert is_larger_than_boards(held) is large


def test_a_method_is_no_copy_of_what_it_belongs_to() -> None:
    again = Engine(MANY).negamax
    assert not is_larger_than_boards([again])
    assert snapshots.freeze([again])[0].__self__ is again.__self__  # type: ignore[index]  # of a tuple


def test_what_contains_itself_is_larger_than_boards() -> None:
    board, piece = Table(0), Owner(0)
    board.entries, piece.memory = [piece] * 3, board  # type: ignore[list-item]
    assert is_larger_than_boards(board)
