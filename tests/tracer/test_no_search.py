"""Recursions that are no search of a game: they are refused, with what records them all the same."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from attached import HOOKS, fibonacci, ordered

from tracer.attaching import hooks
from tracer.attaching.outside import attach
from tracer.errors import PlyscopeError


@pytest.fixture(autouse=True, params=HOOKS)
def hook(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test here listens through each of the interpreter's hooks that there are."""
    if request.param == "sys.setprofile":
        monkeypatch.setattr(hooks, "MONITORING", None)


def gcd(a: int, b: int) -> int:
    return a if b == 0 else gcd(b, a % b)


def largest(numbers: list[int]) -> int:
    middle = len(numbers) // 2
    return numbers[0] if len(numbers) == 1 else max(largest(numbers[:middle]), largest(numbers[middle:]))


def min_coins(amount: int) -> float:
    return 0 if amount == 0 else min(1 + min_coins(amount - coin) for coin in (1, 5, 7) if coin <= amount)


def subset(numbers: tuple[int, ...], target: int) -> bool:
    if not numbers or target <= 0:
        return target == 0
    return subset(numbers[1:], target - numbers[0]) or subset(numbers[1:], target)


def knapsack(place: int, room: int) -> int:
    weights, worth = (2, 3, 4, 5, 9, 7), (3, 4, 8, 8, 10, 7)
    if place == len(weights):
        return 0
    best = knapsack(place + 1, room)
    if weights[place] <= room:
        best = max(best, worth[place] + knapsack(place + 1, room - weights[place]))
    return best


def edits(one: str, other: str) -> int:
    if not one or not other:
        return len(one) + len(other)
    if one[0] == other[0]:
        return edits(one[1:], other[1:])
    return 1 + min(edits(one[1:], other), edits(one, other[1:]), edits(one[1:], other[1:]))


def is_even(number: int) -> bool:
    return number == 0 or not is_even(number - 1)


def rows(row: int, columns: frozenset[int], lines: frozenset[tuple[int, int]]) -> int:
    """Eight queens, on a smaller board."""
    free = [c for c in range(5) if c not in columns and not {(0, row + c), (1, row - c)} & lines]
    if row == 5:
        return 1
    return sum(rows(row + 1, columns | {c}, lines | {(0, row + c), (1, row - c)}) for c in free)


def best_route(word: str) -> int:
    """Ends itself, and hands on all that goes on."""
    return sum(map(ord, word)) * 7919 % 23 if len(word) == 5 else onwards(word)


def onwards(word: str) -> int:
    return max(best_route(word + letter) for letter in "abc")


NO_GAMES: list[Callable[[], Any]] = [
    lambda: fibonacci(10),
    lambda: ordered([2, 1, 3]),
    lambda: None,
    lambda: gcd(832040, 514229),
    lambda: largest([4, 8, 2, 7, 9, 1, 5, 3, 6, 0]),
    lambda: min_coins(12),
    lambda: subset((3, 34, 4, 12, 5, 2), 9),
    lambda: knapsack(0, 20),
    lambda: edits("kitten", "sitting"),
    lambda: is_even(20),
    lambda: rows(0, frozenset(), frozenset()),
    lambda: best_route(""),
]


@pytest.mark.parametrize("program", NO_GAMES)
def test_where_there_is_none_that_is_said(program: Callable[[], Any]) -> None:
    with pytest.raises(PlyscopeError, match=r"no function called itself|nothing in them tells of a game"), attach():
        program()


def test_functions_that_tell_of_no_game_are_named_with_what_records_them_and_not_run_once_more(
    capsys: pytest.CaptureFixture[str],
) -> None:
    said = r"best_route, onwards call one another .* name it: --attach best_route,onwards"
    with pytest.raises(PlyscopeError, match=said), attach() as recording:
        best_route("")
    assert recording.suspects == ()
    with attach("best_route", "onwards") as recording:
        best_route("")
    assert recording.trace.counts.visited == sum(3**ply for ply in range(6))
    assert "answers are no nodes" not in capsys.readouterr().err


def yielding(word: str) -> Iterator[int]:
    """A minimax that gives its value with `yield`."""
    if len(word) == 3:
        yield sum(map(ord, word)) * 7919 % 23
    else:
        yield (max if len(word) % 2 else min)(next(yielding(word + letter)) for letter in "abc")


async def awaiting(word: str) -> int:
    """One that is awaited."""
    if len(word) == 3:
        return sum(map(ord, word)) * 7919 % 23
    return (max if len(word) % 2 else min)([await awaiting(word + letter) for letter in "abc"])


@pytest.mark.parametrize(
    ("program", "name"), [(lambda: next(yielding("")), "yielding"), (lambda: asyncio.run(awaiting("")), "awaiting")]
)
def test_generators_and_coroutines_are_named_as_what_returns_no_value(program: Callable[[], Any], name: str) -> None:
    with pytest.raises(PlyscopeError, match=f"^{name}: a generator or coroutine"), attach():
        program()
