"""Searches whose values go up otherwise than as they are: counted from the other side, or made smaller on the way."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

import tracer
from tracer.attaching.attach_functions import attach
from tracer.deciding.backed_up_values import Passing, passing_of

LEAVES = 1009


def chance(node: int, depth: int, low: float, high: float) -> float:
    """The chance to win of the one to move: what is left of the other's."""
    if depth == 0:
        return (node * 2654435761 % LEAVES) / LEAVES
    best = 0.0
    for branch in range(3):
        best = max(best, 1 - chance(node * 3 + branch, depth - 1, 1 - high, 1 - low))
        low = max(low, best)
        if low >= high:
            break
    return best


def points(node: int, depth: int) -> int:
    """The points of the one to move, of ten."""
    if depth == 0:
        return (node * 48271 % 101) % 11
    return max(10 - points(node * 3 + branch, depth - 1) for branch in range(3))


def discounted(node: int, depth: int, top: bool) -> float:
    """What is later is worth less."""
    if depth == 0:
        return (node * 2654435761 % LEAVES) / 100 - 5
    return (max if top else min)(0.9 * discounted(node * 3 + branch, depth - 1, not top) for branch in range(3))


def nearer(node: int, depth: int, top: bool) -> int:
    """A win that comes later is one less."""
    if depth == 0:
        return (node * 2654435761 % LEAVES) % 41 * 10 - 200
    best = (max if top else min)(nearer(node * 3 + branch, depth - 1, not top) for branch in range(3))
    return best - 1 if best > 0 else best + 1 if best < 0 else 0


GOAL = 6


def race(me: int, you: int, pot: int, depth: int) -> float:
    """The chance to win of the one to move, who rolls on or holds."""
    if me + pot >= GOAL:
        return 1.0
    if depth == 0:
        return 0.5 + (me + pot - you) / (4 * GOAL)
    return max(rolled(me, you, pot, depth), held(me, you, pot, depth))


def rolled(me: int, you: int, pot: int, depth: int) -> float:
    """The mean after three sides of a die: a one ends the turn."""
    total = 1 - race(you, me, 0, depth - 1)
    for eyes in (2, 3):
        total += race(me, you, pot + eyes, depth - 1)
    return total / 3


def held(me: int, you: int, pot: int, depth: int) -> float:
    return 1 - race(you, me + pot, 0, depth - 1)


def turn_of(scores: tuple[int, int], turn: int, pot: int, depth: int) -> float:
    """The same with a variable that tells who moves."""
    if scores[turn] + pot >= GOAL:
        return 1.0
    if depth == 0:
        return 0.5 + (scores[turn] + pot - scores[1 - turn]) / (4 * GOAL)
    best = rolls(scores, turn, pot, depth)
    if pot:
        kept = (scores[0] + pot, scores[1]) if turn == 0 else (scores[0], scores[1] + pot)
        best = max(best, 1 - turn_of(kept, 1 - turn, 0, depth - 1))
    return best


def rolls(scores: tuple[int, int], turn: int, pot: int, depth: int) -> float:
    chance = 1 - turn_of(scores, 1 - turn, 0, depth - 1)
    for eyes in (2, 3):
        chance += turn_of(scores, turn, pot + eyes, depth - 1)
    return chance / 3


SEARCHES: list[tuple[Callable[[], float], str]] = [
    (lambda: chance(1, 6, 0, 1), "the values of both players add up to 1"),
    (lambda: points(1, 5), "the values of both players add up to 10"),
    (lambda: race(0, 0, 0, 6), "a negamax with dice"),
    (lambda: turn_of((0, 0), 0, 0, 6), "turn says whose they are"),
    (lambda: discounted(1, 5, True), "values are MAX's"),
    (lambda: nearer(1, 5, True), "values are MAX's"),
]


@pytest.mark.parametrize(("search", "said"), SEARCHES)
def test_they_are_found_recorded_and_not_blamed(
    search: Callable[[], float], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with attach() as recording:
        value = search()
    assert recording.trace.value == pytest.approx(value)
    assert said in capsys.readouterr().err
    assert [str(finding) for finding in tracer.check(recording.trace)] == []


def test_a_trace_has_the_chances_of_max_at_all_nodes_and_in_all_windows() -> None:
    with attach() as recording:
        chance(1, 6, 0.25, 0.75)
    trace = recording.trace
    for node in trace:
        assert 0 <= node.value <= 1
        below = list(node.children)
        if below:
            assert node.value == (max if node.turn > 0 else min)(child.value for child in below)
            assert (below[0].alpha, below[0].beta) == (node.alpha, node.beta)


def test_a_trace_has_the_chances_of_max_where_dice_are_rolled() -> None:
    """At each player's node and each of chance's, whoever moves below it."""
    with attach() as recording:
        turn_of((0, 0), 0, 0, 6)
    for node in recording.trace:
        below = [child.value for child in node.children]
        if below:
            expected = sum(below) / 3 if node.turn == 0 else (max if node.turn > 0 else min)(below)
            assert node.value == pytest.approx(expected)


def test_a_forgotten_one_is_no_total() -> None:
    """Where the sum is not the same everywhere, values stand as they are."""
    raw = [(float(number), (number * 7 % 5, number * 3 % 4 + 9)) for number in range(20)]
    assert passing_of(raw).plain


@pytest.mark.parametrize("part", [0.9, 0.99])
def test_parts_of_wins_and_losses(part: float) -> None:
    raw = [(part * max(pair), pair) for pair in itertools.permutations((-3.0, 4.0, 5.0, 7.0, -2.0), 2)]
    assert passing_of(raw) == Passing(part=part)


COINS = (3, 9, 1, 2, 7, 5, 8)


def ahead(first: int, last: int) -> int:
    """By how much the one to move gets more, who takes a coin from either end."""
    if first == last:
        return COINS[first]
    return max(COINS[first] - ahead(first + 1, last), COINS[last] - ahead(first, last - 1))


@pytest.mark.parametrize("names", [(), ("ahead",)])
def test_a_search_in_which_moves_earn_something_is_recorded_and_is_not_blamed(
    names: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with attach(*names) as recording:
        ahead(0, 6)
    assert "a negamax: values are the mover's" in capsys.readouterr().err
    assert {finding.disease for finding in tracer.check(recording.trace)} == {"no-minimax"}
