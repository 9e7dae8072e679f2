"""What is taken for a window: two numbers that arrive as one at all calls that have them, whatever holds them."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tracer.attaching.attach_functions import attach
from tracer.games.rules import CHANCE


class Pig:
    """A race to some points, with a die of two faces."""

    def __init__(self, scores: tuple[int, int], pot: int, turn: int, players: tuple[int, int]) -> None:
        self.scores, self.pot, self.turn, self.players = scores, pot, turn, players

    def after(self, points: int | None) -> Pig:
        """The pot grows, or is held where there are no points, or lost where they are one."""
        one, other = self.players
        if points is not None and points > 1:
            return Pig(self.scores, self.pot + points, self.turn, self.players)
        gained = self.pot if points is None else 0
        mine = self.turn == one
        scores = (self.scores[0] + gained * mine, self.scores[1] + gained * (not mine))
        return Pig(scores, 0, other if mine else one, self.players)

    def worth(self) -> float:
        return self.scores[0] - self.scores[1]


def chooses(pig: Pig, depth: int, last: int, step: int) -> float:
    """Hold or roll, to a last depth."""
    if depth == last or max(pig.scores) >= 6:
        return pig.worth()
    both = chooses(pig.after(None), depth + step, last, step), rolls(pig, depth, last, step)
    return max(both) if pig.turn == pig.players[0] else min(both)


def rolls(pig: Pig, depth: int, last: int, step: int) -> float:
    return sum(chooses(pig.after(points), depth + step, last, step) for points in (1, 2)) / 2


def alone(depth: int, pig: Pig) -> float:
    """The same in one function, its arguments the other way round; the depth goes below 0."""
    if depth < 0 or max(pig.scores) >= 6:
        return pig.worth()
    both = alone(depth - 1, pig.after(None)), sum(alone(depth - 1, pig.after(points)) for points in (1, 2)) / 2
    return max(both) if pig.turn == pig.players[0] else min(both)


@pytest.mark.parametrize(
    ("players", "last", "step"),
    [*product([(0, 1), (1, 0), (1, 2), (1, -1)], [-1, -2], [-1]), ((0, 1), 5, 1), ((1, 0), 1, 1)],
)
def test_a_depth_and_a_player_are_no_window(players: tuple[int, int], last: int, step: int) -> None:
    pig, first = Pig((0, 0), 0, players[0], players), last - 4 * step
    with attach(chooses, rolls) as recording:
        chooses(pig, first, last, step)
    assert not recording.trace.header.windowed
    assert (recording.trace.columns.turn == CHANCE).any()
    with attach(alone) as recording:
        alone(2, pig)
    assert not recording.trace.header.windowed


Ends = tuple[Any, Any]


def searching(wrap: Callable[[Any, Any], Any], ends: Callable[[Any], Ends], worth: Callable[[int], Any]) -> Any:
    """A negamax whose window is in something."""

    def search(node: int, left: int, window: Any) -> Any:
        lower, upper = ends(window)
        if left == 0:
            return worth(node)
        best: Any = -1_000_000_000
        for branch in (1, 2, 3):
            best = max(best, -search(node * 3 + branch, left - 1, wrap(-upper, -lower)))
            lower = max(lower, best)
            if lower >= upper:
                break
        return best

    return search


class Span:
    """Has two ends."""

    def __init__(self, least: Any, most: Any) -> None:
        self.least, self.most = least, most


WRAPS: dict[str, tuple[Callable[[Any, Any], Any], Callable[[Any], Ends]]] = {
    "list": (lambda one, other: [one, other], lambda held: (held[0], held[1])),
    "tuple": (lambda one, other: (one, other), lambda held: (held[0], held[1])),
    "entries": (lambda one, other: {"least": one, "most": other}, lambda held: (held["least"], held["most"])),
    "attributes": (Span, lambda held: (held.least, held.most)),
}
WORTHS: dict[str, Callable[[int], Any]] = {
    "whole": lambda node: node * 7919 % 41 - 20,
    "fractions": lambda node: Fraction(node * 7919 % 41 - 20, 7),
}


@pytest.mark.parametrize(("wrapped", "worth"), product(WRAPS, WORTHS))
def test_a_window_is_read_in_whatever_holds_it(wrapped: str, worth: str) -> None:
    wrap, ends = WRAPS[wrapped]
    search = searching(wrap, ends, WORTHS[worth])
    with attach(search) as recording:
        search(1, 4, wrap(-1_000_000_000, 1_000_000_000))
    assert recording.trace.header.options["window"] == (-1e9, 1e9)
    assert recording.trace.counts.cutoffs > 5


@pytest.mark.parametrize("width", [1, Fraction(1, 7)])
def test_null_windows_are_read(width: Any) -> None:
    def asks(node: int, left: int, low: Any, top: Any) -> Any:
        if left == 0:
            return WORTHS["whole" if width == 1 else "fractions"](node)
        best: Any = -99
        for branch in (1, 2, 3):
            best = max(best, -asks(node * 3 + branch, left - 1, -top, -low))
            if best >= top:
                break
        return best

    with attach(asks) as recording:
        for guess in (0, -2 * width, 3 * width):
            asks(1, 4, guess - width, guess)
    assert all(trace.header.windowed for trace in recording.traces)
    assert [trace.header.options["window"][1] for trace in recording.traces] == [0, float(-2 * width), float(3 * width)]


def test_a_function_with_one_end_has_a_window_that_is_open_on_the_other_side() -> None:
    """The greatest so far is all that MIN's function is told, and the least so far all that MAX's is."""

    def maximum(node: int, left: int, beta: float) -> float:
        if left == 0:
            return WORTHS["whole"](node)
        best = -99.0
        for branch in (1, 2, 3):
            best = max(best, minimum(node * 3 + branch, left - 1, best))
            if best >= beta:
                break
        return best

    def minimum(node: int, left: int, alpha: float) -> float:
        if left == 0:
            return WORTHS["whole"](node)
        best = 99.0
        for branch in (1, 2, 3):
            best = min(best, maximum(node * 3 + branch, left - 1, best))
            if best <= alpha:
                break
        return best

    with attach(maximum, minimum) as recording:
        maximum(1, 5, 99.0)
    columns = recording.trace.columns
    assert all((columns.alpha == -math.inf) == (columns.turn > 0))
    assert all((columns.beta == math.inf) == (columns.turn < 0))
    assert recording.trace.counts.cutoffs > 5


def places_stones(cells: list[int], player: int, left: int) -> int:
    """A negamax without a window: the stones count what their cells are worth."""
    if left == 0:
        return player * sum(worth * stone for worth, stone in zip((4, 7, 2, 9, 5, 1, 8, 3), cells, strict=True))
    return max(
        -places_stones([*cells[:cell], player, *cells[cell + 1 :]], -player, left - 1)
        for cell in range(8)
        if not cells[cell]
    )


def test_two_cells_of_a_board_are_no_window() -> None:
    with attach(places_stones) as recording:
        places_stones([0] * 8, 1, 4)
    assert not recording.trace.header.windowed


def takes_weights(taken: list[int], player: int, left: int, ends: list[int]) -> int:
    """Whoever takes a weight beside their last one gets it twice; the best moves come first."""
    weights = (3, 5, 2, 8, 6, 1, 4)
    if left == 0 or all(taken):
        return sum(weight * (0, 1, -1)[mine] for weight, mine in zip(weights, taken, strict=True))
    least, most = ends
    for place in sorted((place for place in range(7) if not taken[place]), key=lambda place: -weights[place]):
        after = [*taken[:place], player + 1, *taken[place + 1 :]]
        value = takes_weights(after, 1 - player, left - 1, [least, most])
        if player == 0:
            least = max(least, value)
        else:
            most = min(most, value)
        if least >= most:
            break
    return most if player else least


def test_a_pair_that_is_unpacked_and_compared_is_a_window_though_one_end_hardly_moves() -> None:
    with attach(takes_weights) as recording:
        takes_weights([0] * 7, 0, 5, [-999, 999])
    trace = recording.trace
    assert trace.header.windowed
    assert (trace.columns.alpha[0], trace.columns.beta[0]) == (-999, 999)


def race(a: int, b: int, left: int) -> int:
    """Two scores that are called as the ends of a window may be; the second runner is ahead."""
    if left == 0:
        return a - b
    if left % 2:
        return min(race(a, b + step, left - 1) for step in (1, 2))
    return max(race(a + step, b, left - 1) for step in (2, 1))


def test_two_scores_that_are_called_a_and_b_are_no_window() -> None:
    with attach(race) as recording:
        race(0, 20, 6)
    assert not recording.trace.header.windowed
