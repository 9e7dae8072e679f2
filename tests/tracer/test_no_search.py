"""Recursions that are no search of a game: they are refused, with what records them all the same."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from attached import fibonacci, ordered

import tracer
from tracer.attaching.attach_functions import attach
from tracer.errors import PlyscopeError


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


Branches = Any
"""None, or a left part, a number and a right part."""


def grown(low: int, high: int) -> Branches:
    """A binary tree of numbers."""
    middle = (low + high) // 2
    return None if low >= high else (grown(low, middle), middle * 7 % 31, grown(middle + 1, high))


def depth_of(tree: Branches) -> int:
    if tree is None:
        return 0
    left, right = depth_of(tree[0]), depth_of(tree[2])
    return (left if left > right else right) + 1


def balanced(tree: Branches) -> int:
    """The depth of a tree, which compares its parts by their difference."""
    if tree is None:
        return 0
    left, right = balanced(tree[0]), balanced(tree[2])
    return -1 if left - right > 2 or right - left > 2 else max(left, right) + 1


def least(tree: Branches) -> int:
    return 99 if tree is None else min(tree[1], least(tree[0]), least(tree[2]))


def both_ends(tree: Branches) -> tuple[int, int]:
    if tree is None:
        return 99, -99
    left, right = both_ends(tree[0]), both_ends(tree[2])
    return min(tree[1], left[0], right[0]), max(tree[1], left[1], right[1])


def span(tree: Branches, axis: int) -> int:
    """Takes turns between two axes."""
    return 0 if tree is None else max(tree[1] * axis, span(tree[0], 1 - axis), span(tree[2], 1 - axis))


def coloured(tree: Branches, colour: int) -> int:
    return 0 if tree is None else colour + coloured(tree[0], 1 - colour) + coloured(tree[2], 1 - colour)


NUMBERS = (3, 34, 4, 12, 5, 2, 8, 21)


def queried(low: int, high: int, first: int, last: int, way: str) -> int:
    """A segment tree's query, for the least or the greatest."""
    if last < low or high < first:
        return 99 if way == "min" else -99
    if low == high:
        return NUMBERS[low]
    middle = (low + high) // 2
    if way == "min":
        return min(queried(low, middle, first, last, way), queried(middle + 1, high, first, last, way))
    return max(queried(low, middle, first, last, way), queried(middle + 1, high, first, last, way))


def parted(place: int, alpha: int, beta: int) -> int:
    """How unlike two parts of some numbers have to be."""
    if place == len(NUMBERS):
        return abs(alpha - beta)
    return min(parted(place + 1, alpha + NUMBERS[place], beta), parted(place + 1, alpha, beta + NUMBERS[place]))


def posterior(draws: int, alpha: float, beta: float) -> float:
    """What is expected of a beta distribution after some draws."""
    chance = alpha / (alpha + beta)
    if draws == 0:
        return chance
    return chance * posterior(draws - 1, alpha + 1, beta) + (1 - chance) * posterior(draws - 1, alpha, beta + 1)


def area(alpha: float, beta: float, exact: float) -> float:
    """Below a parabola, by parts that become smaller."""
    middle = (alpha + beta) / 2
    whole = (beta - alpha) * middle**2
    if beta - alpha < exact:
        return whole
    return area(alpha, middle, exact) + area(middle, beta, exact)


def route(city: int, left: frozenset[int]) -> int:
    return city if not left else min((city * to) % 7 + route(to, left - {to}) for to in left)


def determinant(rows: list[list[int]]) -> int:
    if len(rows) == 1:
        return rows[0][0]
    return sum((-1) ** c * rows[0][c] * determinant([r[:c] + r[c + 1 :] for r in rows[1:]]) for c in range(len(rows)))


def nested(held: Any) -> int:
    """The greatest number in what a file holds."""
    if isinstance(held, dict):
        return max([nested(one) for one in held.values()], default=0)
    return max([nested(one) for one in held], default=0) if isinstance(held, list) else held


def flooded(left: set[tuple[int, int]], x: int, y: int) -> int:
    if (x, y) not in left:
        return 0
    left.remove((x, y))
    return 1 + sum(flooded(left, x + dx, y + dy) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)))


def filled(squares: list[int]) -> bool:
    """A small sudoku."""
    if 0 not in squares:
        return True
    at = squares.index(0)
    for digit in range(1, 5):
        if all(squares[4 * (at // 4) + k] != digit and squares[4 * k + at % 4] != digit for k in range(4)):
            squares[at] = digit
            if filled(squares):
                return True
            squares[at] = 0
    return False


def shared_letters(one: str, other: str) -> int:
    if not one or not other:
        return 0
    if one[0] == other[0]:
        return 1 + shared_letters(one[1:], other[1:])
    return max(shared_letters(one[1:], other), shared_letters(one, other[1:]))


class Best:
    """Keeps what was found."""

    score = best = 999


def parts_kept(found: Best, place: int, alpha: int, beta: int) -> None:
    """How unlike two parts have to be, without a value that is returned."""
    found.score = abs(alpha - beta)
    found.best = min(found.best, found.score) if place == len(NUMBERS) else found.best
    if place < len(NUMBERS):
        parts_kept(found, place + 1, alpha + NUMBERS[place], beta)
        parts_kept(found, place + 1, alpha, beta + NUMBERS[place])


def side(tree: Branches) -> str:
    return "left" if tree[0] is not None else "right"


def returned(way: str) -> str:
    return way


def weighed(tree: Branches, way: str) -> int:
    """The greatest or the least, as functions say that do not tell who moves."""
    if tree is None:
        return 0
    below = [weighed(tree[0], way), weighed(tree[2], way)]
    return (max(below) if returned(way) == side(tree) else min(below)) + tree[1] % 3


def spelled(word: str, tree: Any) -> bool:
    """Whether a word is among those of a tree of letters."""
    return not word or any(spelled(word[1:], below) for letter, below in tree.items() if letter == word[0])


def holds(formula: Any) -> bool:
    """A formula of `and` and `or`."""
    if isinstance(formula, bool):
        return formula
    return all(map(holds, formula[1:])) if formula[0] == "and" else any(holds(part) for part in formula[1:])


def outcome(stones: int) -> str:
    """Who wins in nim, in words."""
    return "won" if any(outcome(stones - take) == "lost" for take in (1, 3, 4) if take <= stones) else "lost"


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
    lambda: depth_of(grown(0, 40)),
    lambda: balanced(grown(0, 40)),
    lambda: least(grown(0, 40)),
    lambda: both_ends(grown(0, 40)),
    lambda: span(grown(0, 40), 0),
    lambda: coloured(grown(0, 40), 0),
    lambda: [queried(0, 7, 1, 5, way) for way in ("min", "max")],
    lambda: [weighed(grown(0, 40), way) for way in ("left", "right")],
    lambda: parted(0, 0, 0),
    lambda: posterior(6, 1, 1),
    lambda: area(0, 1, 0.01),
    lambda: route(0, frozenset(range(1, 7))),
    lambda: determinant([[3, 1, 4, 1], [5, 9, 2, 6], [5, 3, 5, 8], [9, 7, 9, 3]]),
    lambda: nested({"a": [1, 2, {"b": [4, 9, [3, 2]]}], "c": {"d": 4, "e": [7, 6]}, "f": [[1, 2], [3, [4, 5]]]}),
    lambda: flooded({(x, y) for x in range(6) for y in range(6) if (x * y) % 4 != 3}, 0, 0),
    lambda: filled([1, 0, 0, 0, 0, 0, 3, 0, 0, 2, 0, 0, 0, 0, 0, 4]),
    lambda: shared_letters("abcbdab", "bdcaba"),
    lambda: spelled("tea", {"t": {"o": {}, "e": {"n": {}, "a": {}}}, "i": {"n": {}}}),
    lambda: holds(("and", ("or", False, True, ("and", True, True)), ("or", ("and", False, True), True), True)),
]


@pytest.mark.parametrize("program", NO_GAMES)
def test_where_there_is_none_that_is_said(program: Callable[[], Any]) -> None:
    with pytest.raises(PlyscopeError, match=r"no function called itself|nothing in them tells of a game"), attach():
        program()


def test_what_returns_nothing_is_no_search_for_the_names_of_its_arguments() -> None:
    with pytest.raises(PlyscopeError, match="parts_kept calls itself"), attach() as recording:
        parts_kept(Best(), 0, 0, 0)
    assert recording.suspects == ()


def test_outcomes_in_words_are_asked_for_what_they_are_worth() -> None:
    with pytest.raises(PlyscopeError, match=r"outcome calls itself and returns 'won', 'lost'; .*--value"), attach():
        outcome(12)
    with attach(value=lambda outcome: {"won": 1, "lost": -1}[outcome]) as recording:
        outcome(12)
    assert tracer.check(recording.trace) == []


class Reached:
    """A position that is compared by what it is worth, which none of its attributes is."""

    def __init__(self, path: tuple[int, ...] = ()) -> None:
        self.path = path

    def worth(self) -> int:
        return sum((place + 1) * (step + 2) ** 2 for place, step in enumerate(self.path)) * 7 % 41 - 20

    def __lt__(self, other: Reached) -> bool:
        return self.worth() < other.worth()


def reached(position: Reached, *, greatest: bool) -> Reached:
    """A minimax that returns the position at its end."""
    if len(position.path) == 4:
        return position
    ends = [reached(Reached((*position.path, step)), greatest=not greatest) for step in range(3)]
    return max(ends) if greatest else min(ends)


def test_objects_that_compare_themselves_are_asked_for_the_number_by_which() -> None:
    message = r"reached calls itself and returns Reached objects, which compare themselves; .*--value"
    with pytest.raises(PlyscopeError, match=message), attach():
        reached(Reached(), greatest=True)
    with attach(value=lambda end: end.worth()) as recording:
        end = reached(Reached(), greatest=True)
    assert (len(recording.trace), recording.trace.value) == (121, end.worth())
    assert tracer.check(recording.trace) == []


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


@pytest.mark.parametrize("turn", ["fewest=MIN", {"fewest": "MIN"}])
def test_one_player_who_is_said_to_move_alone_is_found_and_not_blamed_for_it(turn: Any) -> None:
    def fewest(row: str) -> int:
        """Peg solitaire in a row: how few pegs are left."""
        jumps = [(at, jump) for at in range(len(row)) for jump in (("110", "001"), ("011", "100"))]
        after = [row[:at] + new + row[at + 3 :] for at, (old, new) in jumps if row[at : at + 3] == old]
        return min([row.count("1"), *map(fewest, after)])

    with attach(turn=turn) as recording:
        fewest("1101101011")
    trace = recording.trace
    assert set(trace.columns.turn.tolist()) == {-1}
    assert trace.header.notes["turn"] == "alone"
    assert tracer.check(trace) == []


def test_functions_of_which_one_is_said_to_be_chance_are_found() -> None:
    def choose(score: int, pot: int, rolls: int) -> float:
        """A game of dice for one player, who may stop before each roll."""
        return score + pot if rolls == 0 else max(score + pot, roll(score, pot, rolls - 1))

    def roll(score: int, pot: int, rolls: int) -> float:
        return score / 4 + sum(choose(score, pot + eyes, rolls) / 4 for eyes in (2, 3, 4))

    with pytest.raises(PlyscopeError, match="or --turn choose=MAX,roll=MIN"), attach():
        choose(3, 4, 5)
    with attach(turn="choose=MAX,roll=CHANCE") as recording:
        choose(3, 4, 5)
    assert {finding.severity for finding in tracer.check(recording.trace)} <= {"note"}
    assert recording.trace.counts.visited == 485
