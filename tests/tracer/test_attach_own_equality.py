"""Objects with an equality or a hash that expects their own kind: they are never compared with anything else."""

from __future__ import annotations

from enum import Enum
from typing import Any

import pytest

from tracer.attaching.attach_functions import attach
from tracer.games.comparable_objects import Comparable, has_own_comparison, unwrap_snapshot
from tracer.games.snapshot_changes import name_changes
from tracer.games.snapshots import can_change_in_place, freeze


class Heaps:
    """Equal to whatever has the same heaps, and asks everything for its heaps."""

    def __init__(self, heaps: tuple[int, ...]) -> None:
        self.heaps = heaps

    def __eq__(self, other: Any) -> bool:
        return bool(self.heaps == other.heaps)

    def __hash__(self) -> int:
        return hash(self.heaps)  # as a tuple of the same numbers has


class Move:
    def __init__(self, number: int) -> None:
        self.number = number

    def __eq__(self, other: Any) -> bool:
        assert isinstance(other, Move)
        return self.number == other.number

    def __hash__(self) -> int:
        return self.number


class Refusing(Heaps):
    """Has an equality that is never answered."""

    def __eq__(self, other: Any) -> bool:
        raise RuntimeError("no two of these are compared")

    __hash__ = Heaps.__hash__


class Unhashed(Heaps):
    def __hash__(self) -> int:
        raise RuntimeError("nobody hashes these")


def after(heaps: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [
        (*heaps[:place], heaps[place] - taken, *heaps[place + 1 :])
        for place in range(len(heaps))
        for taken in range(1, heaps[place] + 1)
    ]


def of_kind(kind: type[Heaps]) -> tuple[Any, list[int]]:
    """Return a search of Nim whose positions are of a class, and a list of the calls it makes."""
    calls: list[int] = []

    def nim(position: Heaps, heaps: tuple[int, ...], alpha: int, beta: int, mover: int, last: Move | None) -> int:
        calls.append(mover)
        if not any(heaps):
            return -mover
        best = -9 * mover
        for number, one in enumerate(after(heaps)):
            value = nim(kind(one), one, alpha, beta, -mover, Move(number))
            if mover > 0:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    return nim, calls


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("kind", [Heaps, Refusing, Unhashed])
def test_each_of_its_calls_is_recorded(kind: type[Heaps], named: bool, capsys: pytest.CaptureFixture[str]) -> None:
    nim, calls = of_kind(kind)
    with attach(*([nim] if named else [])) as recording:
        value = nim(kind((1, 2, 2)), (1, 2, 2), -9, 9, 1, None)
    assert (recording.trace.value, recording.trace.counts.visited) == (value, len(calls))
    assert "nothing more is recorded" not in capsys.readouterr().err


class Player:
    """Leaves the move that it chose in an attribute, which is None before."""

    def __init__(self) -> None:
        self.best_move: Move | None = None

    def negamax(self, number: int, depth: int, alpha: int, beta: int, root: bool = False) -> int:
        if depth == 0:
            return number * 7919 % 101 - 50
        best = -999
        for k in range(3):
            value = -self.negamax(number * 3 + k + 1, depth - 1, -beta, -alpha)
            if value > best:
                best = value
                if root:
                    self.best_move = Move(k)
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best


def test_a_move_object_beside_a_number_is_compared_with_its_kind_alone() -> None:
    def play(player: Player) -> Move | None:
        player.negamax(0, 4, -999, 999, root=True)
        return player.best_move

    bare_player, player = Player(), Player()
    play(bare_player)
    with attach(Player.negamax) as recording:
        assert play(player) == play(bare_player)
    assert recording.trace.label(recording.trace.children(0)[0]) == "1"
    assert recording.trace.counts.visited > 30


class Side(Enum):
    """Compared by what it holds, with whatever comes."""

    CROSS, NOUGHT = "X", "O"

    def __eq__(self, other: Any) -> bool:
        return bool(self.value == other.value)

    def __hash__(self) -> int:
        return hash(self.value)


@pytest.mark.parametrize("named", [True, False])
def test_an_enumeration_with_an_equality_of_its_own_may_stand_beside_none(named: bool) -> None:
    calls = 0

    def search(board: str, side: Side, last: Side | None, alpha: int, beta: int) -> int:
        nonlocal calls
        calls += 1
        if len(board) == 4:
            return sum(map(ord, board)) * 7919 % 23 - 11
        best = -99
        for mark in "abc":
            other = Side.NOUGHT if side.value == "X" else Side.CROSS
            best = max(best, -search(board + mark, other, side if len(board) != 1 else None, -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    with attach(*([search] if named else [])) as recording:
        value = search("", Side.CROSS, None, -99, 99)
    assert (abs(recording.trace.value), recording.trace.counts.visited) == (abs(value), calls)


def test_that_of_enumerations_is_none_of_their_own() -> None:
    assert has_own_comparison(Side)
    assert not has_own_comparison(Enum("Plain", "ONE TWO"))  # type: ignore[arg-type]


def test_a_copy_is_equal_to_copies_of_its_kind_alone() -> None:
    one, other = freeze(Heaps((1, 2))), freeze(Heaps((1, 2)))
    assert one == other
    assert hash(one) == hash(other)
    assert one not in {(1, 2): 0, None: 1, "12": 2}
    assert freeze([Heaps((1,)), "X"]) != freeze(["X", Heaps((1,))])
    assert freeze({Heaps((1,)), 3}) == freeze({3, Heaps((1,))}) != freeze({3, Heaps((2,))})
    assert freeze({"last": None}) != freeze({"last": Move(1)})


def test_a_program_gets_its_own_objects_back() -> None:
    held = Heaps((1, 2))
    assert isinstance(freeze(held), Comparable)
    assert unwrap_snapshot(freeze((held, "X"))) == (held, "X")
    assert not can_change_in_place((Move(1), 2), freeze((Move(1), 2)))
    assert can_change_in_place(([1], 2), freeze(([1], 2)))
    assert name_changes(freeze(Heaps((1, 2))), freeze(Heaps((1, 0)))) == ["heaps,1=0"]
