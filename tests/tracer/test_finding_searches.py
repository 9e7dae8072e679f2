"""Searches of which nothing is said: found among the functions of a program, by the numbers that go up through them."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any
from unittest.mock import MagicMock

import pytest
from attached import after, fibonacci, ordered, own_code, score
from strategies import columns_of

import tracer
from tracer.attaching.attach_functions import attach
from tracer.attaching.call_observer import CallObserver
from tracer.attaching.copies import MAX_OBSERVATIONS
from tracer.deciding.search_of import may_recurse
from tracer.deciding.thresholds import MANY
from tracer.errors import PlyscopeError
from tui.cli import main

START = "XOXO....."


def leaves(tree: Any) -> int:
    return sum(map(leaves, tree)) if isinstance(tree, list) else 1


def ways(left: int) -> int:
    """In how many ways counters can be taken, one to three at a time."""
    return 1 if left == 0 else sum(ways(left - k) for k in (1, 2, 3) if k <= left)


def hi(board: str, depth: int) -> float:
    if depth == 0 or score(board) is not None:
        return score(board) or 0
    return max(lo(after(board, square, "X"), depth - 1) for square in range(9) if board[square] == ".")


def lo(board: str, depth: int) -> float:
    if depth == 0 or score(board) is not None:
        return score(board) or 0
    return min(hi(after(board, square, "O"), depth - 1) for square in range(9) if board[square] == ".")


def two_ply(board: str) -> int:
    """A root with a loop."""

    def value(square: int) -> float:
        return lo(after(board, square, "X"), 3)

    return max((square for square in range(9) if board[square] == "."), key=value)


def test_the_search_is_found_among_other_recursions() -> None:
    with attach() as recording:
        fibonacci(12)
        ordered([3, 1, 2, 5, 4])
        leaves([[1, 2], [3, [4]]])
        ways(6)
        hi(START, 4)
    (trace,) = recording.traces
    with attach(hi, lo) as named:
        hi(START, 4)
    assert len(trace) == len(named.trace)
    assert trace.header.search == "hi, lo"
    assert trace.columns.turn.tolist() == named.trace.columns.turn.tolist()


class Place:
    """A position that keeps its utility."""

    def __init__(self, board: str) -> None:
        self.board, self.utility = board, score(board)


def utility(place: Place) -> float:
    """It reads an attribute of its own name, and calls nothing."""
    return place.utility or 0


def highest(place: Place) -> float:
    if place.utility is not None:
        return utility(place)
    return max(lowest(Place(after(place.board, k, "X"))) for k in range(9) if place.board[k] == ".")


def lowest(place: Place) -> float:
    if place.utility is not None:
        return utility(place)
    return min(highest(Place(after(place.board, k, "O"))) for k in range(9) if place.board[k] == ".")


def test_what_gives_the_value_of_a_leaf_is_no_part_of_the_search() -> None:
    with attach() as recording:
        highest(Place(START))
    assert recording.trace.header.search == "highest, lowest"
    with attach(highest, lowest) as named:
        highest(Place(START))
    assert len(recording.trace) == len(named.trace)


def count(board: str) -> int:
    """It calls the method of its own name of what it is given, and never itself."""
    marks = list(board)
    return marks.count("X") - marks.count("O")


def test_what_counts_at_a_leaf_is_no_part_of_a_search_as_lists_have_a_method_of_its_name() -> None:
    def most(board: str, depth: int) -> int:
        squares = [square for square in range(9) if board[square] == "."] if depth else []
        return max((least(after(board, square, "X"), depth - 1) for square in squares), default=count(board))

    def least(board: str, depth: int) -> int:
        squares = [square for square in range(9) if board[square] == "."] if depth else []
        if not squares:
            return count(board)
        return min(most(after(board, square, "O"), depth - 1) for square in squares)

    with attach() as recording:
        most("X........", 4)
    assert recording.trace.header.search == "most, least"
    assert len(recording.trace) == 1 + 8 + 8 * 7 + 8 * 7 * 6 + 8 * 7 * 6 * 5


def calm(board: str, alpha: float, beta: float) -> float:
    """A search that goes on where the last mark is the rarest alone."""
    best = float(board.count("a") - board.count("b"))
    for mark in "ab" if board.endswith("ccccc") else "":
        best = max(best, -calm(board + mark, -beta, -max(alpha, best)))
    return best


def wide(board: str, depth: int, alpha: float, beta: float) -> float:
    if depth == 0:
        return calm(board, alpha, beta)
    best = -9.0
    for mark in "abc":
        best = max(best, -wide(board + mark, depth - 1, -beta, -max(alpha, best)))
    return best


def test_no_call_is_lost_of_a_search_beyond_the_horizon_that_begins_late(capsys: pytest.CaptureFixture[str]) -> None:
    with attach() as recording:
        wide("", 5, -9, 9)
    assert recording.trace.header.search == "wide, calm"
    assert len(recording.trace) == sum(3**ply for ply in range(6)) + 3**5 + 2
    assert "recorded in none" not in capsys.readouterr().err


def bet(left: int) -> int:
    """Whoever takes the last counter loses."""
    return 1 if left == 0 else max(-bet(left - k) for k in (1, 2, 3) if k <= left)


def test_a_small_search_and_a_larger_one_are_both_recorded_though_the_small_one_tells_nothing() -> None:
    with attach() as recording:
        for left in (1, 2, 7):
            bet(left)
    assert [len(trace) for trace in recording.traces] == [2, 4, 96]
    assert [trace.value for trace in recording.traces] == [-1, 1, 1]


def test_what_answers_to_everything_is_asked_nothing() -> None:
    log = MagicMock()

    def minimax(board: str, top: bool, log: MagicMock) -> int:
        if "." not in board:
            return board.index("x") - board.index("o")
        places = [place for place in range(len(board)) if board[place] == "."]
        best = max if top else min
        return best(minimax(board[:k] + ("x" if top else "o") + board[k + 1 :], not top, log) for k in places)

    with attach() as recording:
        minimax("....", True, log)
    assert recording.trace.text(0) == "...."
    assert log.mock_calls == []


def quiet(board: str, alpha: float, beta: float) -> float:
    """A search of what is still to be settled below `deep`."""
    best = float(len(set(board)) % 3) if board else 0
    for mark in "ab" if board.endswith("a") and len(board) < 6 else "":
        best = max(best, -quiet(board + mark, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def deep(board: str, depth: int, alpha: float, beta: float) -> float:
    if depth == 0:
        return quiet(board, alpha, beta)
    best = -9.0
    for mark in "abc":
        best = max(best, -deep(board + mark, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def test_a_search_goes_on_in_the_one_that_it_hands_its_leaves_to() -> None:
    with attach() as recording:
        deep("", 3, -9, 9)
    (trace,) = recording.traces
    assert trace.header.search == "deep, quiet"
    handed = [node for node in range(1, len(trace)) if int(trace.columns.move[node]) in trace.passes]
    assert handed
    for node in handed:
        above = int(trace.columns.parent[node])
        for column in ("turn", "alpha", "beta", "value"):
            assert getattr(trace.columns, column)[node] == getattr(trace.columns, column)[above]


class Endless:
    """Looks for what it lacks in what it wraps, which it lacks at first: no such question ever ends."""

    __slots__ = ("lib",)

    def __init__(self, lib: Any) -> None:
        self.lib = lib

    def __getattr__(self, name: str) -> Any:
        return getattr(self.lib, name)


def test_what_cannot_be_looked_at_is_passed_over(capsys: pytest.CaptureFixture[str]) -> None:
    with attach() as recording:
        Endless(hi)
        hi(START, 4)
        Endless(lo)
    assert recording.trace.header.search == "hi, lo"
    assert "nothing more is recorded" not in capsys.readouterr().err


def test_two_searches_of_one_program() -> None:
    with attach() as recording:
        hi(START, 3)
        own_code("negamax_memo").negamax(tuple("XOXO     "), "X", -2, 2, {})
        hi(START, 2)
    assert [trace.header.search for trace in recording.traces] == ["hi, lo", "negamax", "hi, lo"]


@pytest.mark.parametrize("player", [lambda: hi("." * 9, 4), lambda: [hi("." * 9, depth) for depth in (2, 3, 4)]])
def test_the_next_search_of_functions_that_were_found_is_read_from_its_first_call(
    player: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where it has a driver: its calls are looked at as little as if its functions had been named."""
    looked, enter = [], CallObserver.enter
    monkeypatch.setattr(CallObserver, "enter", lambda *given, **how: looked.append(0) or enter(*given, **how))

    def played(*functions: Any) -> list[tracer.Trace]:
        looked.clear()
        with attach(*functions) as recording:
            for _ in range(6):
                player()
                fibonacci(5)
                leaves([[1, 2], [3, [4]]])
        return recording.traces

    named = played(hi, lo)
    times = len(looked)
    found = played()
    assert times < len(looked) < times + 400
    assert len(found) == len(named) == 6
    for one, other in zip(found, named, strict=True):
        assert columns_of(one) == columns_of(other)


def test_the_function_whose_loop_calls_the_search_is_the_root() -> None:
    with attach() as recording:
        two_ply(START)
    (trace,) = recording.traces
    assert len(trace.root.children) == START.count(".")
    assert trace.root.turn is tracer.MAX


def test_who_moves_may_be_said_for_each_function() -> None:
    with attach(hi, lo, turn={"hi": "MIN", lo: "MAX"}) as recording:
        hi(START, 2)
    assert recording.trace.columns.turn.tolist()[:2] == [-1, 1]
    with attach(hi, lo, turn="hi=MIN,lo=MAX") as again:
        hi(START, 2)
    assert again.trace.columns.turn.tolist() == recording.trace.columns.turn.tolist()
    with pytest.raises(PlyscopeError, match="hi is MAX, MIN or CHANCE, not 'X'"):
        attach(hi, lo, turn={"hi": "X"})


TWO_FUNCTIONS = """
LEAF = dict(zip("abcd", (3, 5, 2, 9)))

def most(node):
    return LEAF[node] if node in LEAF else max(map(least, node))

def least(node):
    return LEAF[node] if node in LEAF else min(map(most, node))

def top():
    found = []
    for node in ("ab", "cd"):
        found.append(least(node))
    return max(found)

print(top())
"""


def test_functions_that_were_never_twice_on_the_stack_are_found_by_a_second_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script, file = tmp_path / "script.py", tmp_path / "t.plyscope"
    script.write_text(TWO_FUNCTIONS, encoding="utf-8")
    with pytest.raises(SystemExit) as leaving:
        main(["run", str(script), "-o", str(file)])
    printed = capsys.readouterr()
    assert not leaving.value.code
    assert "least, most may be a search, which its first run did not show: it is run once more" in printed.err
    assert printed.out.startswith("3\n3\n")
    trace = tracer.load(file)
    assert (trace.value, len(trace)) == (3, 7)


LARGE_BOARD = """
class Piece:
    def __init__(self, name):
        self.name, self.marks = name, [name] * 9

class Board:
    def __init__(self):
        self.rows = [[Piece(f"{row}{column}") for column in range(8)] for row in range(8)]

    def moves(self, node, checked=True):
        \"""It calls itself, and returns no number.\"""
        named = [one for one in node if self.is_free(one, node)]
        return [one for one in self.moves(node, False) if one in named] if checked else named

    def is_free(self, name, node):
        return self.rows[0][0].name != name

BOARD = Board()
for _ in range(60):
    BOARD.moves("abcd")
"""


def test_a_large_board_is_copied_seldom_for_functions_that_are_no_search(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: Counter[str] = Counter()
    enter = CallObserver.enter

    def counted(observer: CallObserver, frame: FrameType, *args: Any, **options: Any) -> Any:
        looks[frame.f_code.co_name] += 1
        return enter(observer, frame, *args, **options)

    monkeypatch.setattr(CallObserver, "enter", counted)
    script, file = tmp_path / "script.py", tmp_path / "t.plyscope"
    searching = TWO_FUNCTIONS.replace("map(least, node)", "map(least, BOARD.moves(node))")
    script.write_text(LARGE_BOARD + searching.replace("map(most, node)", "map(most, BOARD.moves(node))"), "utf-8")
    with pytest.raises(SystemExit) as leaving:
        main(["run", str(script), "-o", str(file)])
    assert not leaving.value.code
    assert "least, most may be a search, which its first run did not show" in capsys.readouterr().err
    assert len(tracer.load(file)) == 7
    assert looks["moves"] < 4 * MANY  # in two runs
    assert looks["is_free"] < 2 * MAX_OBSERVATIONS


Heap = tuple[int, ...]
"""What is left, and numbers that make its copies large."""


def taken(heap: Heap, count: int) -> Heap:
    return heap[0] - count, *heap[1:]


def hers(heap: Heap) -> int:
    return -1 if heap[0] <= 0 else max(his(taken(heap, count)) for count in (1, 2, 3))


def his(heap: Heap) -> int:
    return 1 if heap[0] <= 0 else min(hers(taken(heap, count)) for count in (1, 2, 3))


def decide(heap: Heap) -> int:
    return max((1, 2, 3), key=lambda count: his(taken(heap, count)))


def test_each_decision_of_a_game_has_its_root_though_positions_are_large() -> None:
    heap: Heap = (11, *range(300))
    with attach() as recording:
        for _ in range(5):
            heap = taken(heap, decide(heap))
    assert len(recording.traces) == 5
    assert {trace.header.search for trace in recording.traces} == {recording.trace.header.search}


ROW = (4, 7, 2, 9, 5, 3)
"""A table of numbers, of the class that positions have as well."""


class Taking:
    """Numbers are taken from the ends of a row; a negamax that is deepened."""

    calls = 0

    def negamax(self, state: tuple[int, int, int], depth: int, alpha: float, beta: float) -> float:
        self.calls += 1
        low, high, lead = state
        if depth == 0 or low > high:
            return lead
        best = -99.0
        for child in ((low + 1, high, -lead - ROW[low]), (low, high - 1, -lead - ROW[high])):
            best = max(best, -self.negamax(child, depth - 1, -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    def deepen(self, most: int) -> float:
        value = 0.0
        for depth in range(1, most + 1):
            value = self.negamax((0, len(ROW) - 1, 0), depth, -99, 99)
        return value


def test_a_table_of_numbers_is_no_position_of_the_function_that_deepens_the_search() -> None:
    taking = Taking()
    with attach() as recording:
        taking.deepen(5)
    counts = recording.trace.counts
    assert (counts.passes, counts.visited) == (5, taking.calls + 1)


SIDES = [(0, 2, 6, 7), (1, 3, 7, 8), (2, 4, 9, 10), (3, 5, 10, 11)]
"""The lines around each of four boxes."""


def boxes_won(lines: int, memo: dict[int, int]) -> int:
    """Dots and boxes: what its values are made of is counted on the way up."""
    if lines == (1 << 12) - 1:
        return 0
    if lines not in memo:
        found = []
        for line in range(12):
            if not lines >> line & 1:
                after_it = lines | 1 << line
                got = sum(line in box and all(after_it >> one & 1 for one in box) for box in SIDES)
                found.append(got - boxes_won(after_it, memo))
        memo[lines] = max(found)
    return memo[lines]


def lines_drawn(lines: int, memo: dict[int, int]) -> int:
    """What one player alone can win."""
    if lines == (1 << 12) - 1:
        return 0
    if lines not in memo:
        found = []
        for line in range(12):
            if not lines >> line & 1:
                after_it = lines | 1 << line
                got = sum(line in box and all(after_it >> one & 1 for one in box) for box in SIDES)
                found.append(got + lines_drawn(after_it, memo))
        memo[lines] = max(found)
    return memo[lines]


def test_no_part_of_what_was_refused_is_recorded_as_a_search() -> None:
    with pytest.raises(PlyscopeError, match=r"lines_drawn calls itself .* if it is a search, name it"), attach():
        lines_drawn(0, {})


def settled(board: str, color: int, alpha: float, beta: float) -> float:
    """A quiescence search, in which wins at once are taken."""
    best = color * (score(board) or 0)
    for square in range(9):
        if score(board) is None and board[square] == "." and best < beta:
            next_one = after(board, square, "X" if color > 0 else "O")
            if score(next_one):
                best = max(best, -settled(next_one, -color, -beta, -max(alpha, best)))
    return best


def settling(board: str, depth: int, color: int, alpha: float, beta: float) -> float:
    if depth == 0 or score(board) is not None:
        return settled(board, color, alpha, beta)
    best = -9.0
    for square in range(9):
        if board[square] == ".":
            best = max(
                best,
                -settling(after(board, square, "X" if color > 0 else "O"), depth - 1, -color, -beta, -max(alpha, best)),
            )
            if best >= beta:
                break
    return best


def test_a_position_that_is_handed_on_is_no_move_from_the_first_call_to_the_last() -> None:
    with attach(settling, settled) as recording:
        settling("." * 9, 5, 1, -9, 9)
    trace = recording.trace
    handed = [
        node for node in trace if node.parent and (node.source.name, node.parent.source.name) == ("settled", "settling")
    ]
    assert len(handed) > 400
    assert {int(trace.columns.move[node.index]) for node in handed} == set(trace.passes)
    assert all(node.turn == node.parent.turn for node in handed)
    assert [finding for finding in tracer.check(trace) if finding.severity != "note"] == []


def averaged(mine: int, yours: int, my_turn: bool, depth: int) -> float:
    """Chooses among means: no value is that of a child."""
    if mine >= 5 or yours >= 5 or depth == 0:
        return (mine - yours) / 10
    values = []
    for faces in ((1, 2), (0, 2, 3, 4)):
        total = 0.0
        for roll in faces:
            if my_turn:
                total += averaged(mine + roll, yours, False, depth - 1)
            else:
                total += averaged(mine, yours + roll, True, depth - 1)
        values.append(total / len(faces))
    return max(values) if my_turn else min(values)


def chosen_after_the_roll(place: tuple[int, int], other: tuple[int, int], turn: str, depth: int) -> float:
    """Means of what is chosen."""
    if depth == 0 or min(place) >= 3 or min(other) >= 3:
        return sum(place) - sum(other)
    total = 0.0
    for die in (1, 2):
        values = []
        for runner in (0, 1):
            moved = list(place if turn == "A" else other)
            moved[runner] += die
            sides = (tuple(moved), other) if turn == "A" else (place, tuple(moved))
            values.append(chosen_after_the_roll(*sides, "B" if turn == "A" else "A", depth - 1))  # type: ignore[arg-type]
        total += (max(values) if turn == "A" else min(values)) * 0.5
    return total


def all_even(left: int, mx: bool, depth: int) -> int:
    """Has the same value everywhere, so that its text alone tells who moves."""
    if depth == 0 or left == 0:
        return 0
    best = None
    for k in (1, 2, 3):
        if k <= left:
            value = all_even(left - k, not mx, depth - 1)
            if best is None or (value > best if mx else value < best):
                best = value
    return best or 0


def coins_left(coins: tuple[int, ...]) -> tuple[int, str]:
    """A negamax in which moves earn something."""
    if not coins:
        return 0, ""
    left, right = coins[0] - coins_left(coins[1:])[0], coins[-1] - coins_left(coins[:-1])[0]
    return (left, "left") if left >= right else (right, "right")


def rest_of_all(coins: tuple[int, ...]) -> int:
    """What is there, less what the other one gets."""
    if not coins:
        return 0
    return sum(coins) - min(rest_of_all(coins[1:]), rest_of_all(coins[:-1]))


def taken_first(coins: tuple[int, ...]) -> int:
    if not coins:
        return 0
    best = -99
    for got, rest in ((coins[0], coins[1:]), (coins[-1], coins[:-1])):
        best = max(best, got + taken_second(rest))
    return best


def taken_second(coins: tuple[int, ...]) -> int:
    if not coins:
        return 0
    worst = 99
    for got, rest in ((coins[0], coins[1:]), (coins[-1], coins[:-1])):
        worst = min(worst, taken_first(rest) - got)
    return worst


def taken_in_turn(first: int, last: int, who: int) -> int:
    """Points of one player alone."""
    coins = (5, 3, 7, 10, 2, 8)
    if first > last:
        return 0
    if who == 0:
        return max(
            coins[first] + taken_in_turn(first + 1, last, 1),
            coins[last] + taken_in_turn(first, last - 1, 1),
        )
    return min(taken_in_turn(first + 1, last, 0), taken_in_turn(first, last - 1, 0))


COINS = (3, 9, 1, 2, 7, 5)


def chosen_from_a_table(first: int, last: int, who: int) -> int:
    if first > last:
        return 0
    sign = (1, -1)[who]
    left = sign * COINS[first] + chosen_from_a_table(first + 1, last, 1 - who)
    return (max, min)[who](left, sign * COINS[last] + chosen_from_a_table(first, last - 1, 1 - who))


def chosen_by_cases(first: int, last: int, who: int) -> int:
    if first > last:
        return 0
    match who:
        case 0:
            return max(
                COINS[first] + chosen_by_cases(first + 1, last, 1), COINS[last] + chosen_by_cases(first, last - 1, 1)
            )
        case _:
            return min(
                chosen_by_cases(first + 1, last, 0) - COINS[first], chosen_by_cases(first, last - 1, 0) - COINS[last]
            )


def compared_both_ways(first: int, last: int, mine: bool) -> int:
    if first > last:
        return 0
    best = None
    for coin, rest in ((COINS[first], (first + 1, last)), (COINS[last], (first, last - 1))):
        value = (coin if mine else -coin) + compared_both_ways(*rest, not mine)
        if best is None or (mine and value > best) or (not mine and value < best):
            best = value
    return best or 0


def first_alone(board: str, is_maximizing: bool) -> float:
    """Sick: each loop ends after its first move."""
    if score(board) is not None:
        return score(board) or 0
    best = -9.0 if is_maximizing else 9.0
    for square in range(9):
        if board[square] == ".":
            value = first_alone(after(board, square, "X" if is_maximizing else "O"), not is_maximizing)
            best = max(best, value) if is_maximizing else min(best, value)
            break
    return best


class Shelf:
    """Takes books from a shelf; whose move it is is counted from what is left."""

    def __init__(self, books: tuple[int, ...]) -> None:
        self.books = books

    def player(self) -> str:
        """Who moves."""
        return "A" if len(self.books) % 2 else "B"


def asks_who_moves(shelf: Shelf) -> tuple[int, Any]:
    """No argument and no attribute tells who moves, and all values are 0."""
    best: Any = None
    for k in range(len(shelf.books)):
        value, _ = asks_who_moves(Shelf(shelf.books[:k] + shelf.books[k + 1 :]))
        if best is None or (value > best[0] if shelf.player() == "A" else value < best[0]):
            best = value, k
    return best or (0, None)


STYLES: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
    (averaged, (1, 1, True, 3)),
    (chosen_after_the_roll, ((0, 0), (0, 0), "A", 3)),
    (all_even, (9, True, 4)),
    (coins_left, ((4, 9, 2, 7, 5, 1),)),
    (rest_of_all, ((4, 9, 2, 7, 5, 1),)),
    (taken_first, ((3, 9, 1, 2, 6),)),
    (taken_in_turn, (0, 5, 0)),
    (chosen_from_a_table, (0, 5, 0)),
    (chosen_by_cases, (0, 5, 0)),
    (compared_both_ways, (0, 5, True)),
    (boxes_won, ((1 << 12) - 1 & ~0b11111, {})),
    (first_alone, ("OX.X..O..", True)),
    (asks_who_moves, (Shelf((3, 1, 4)),)),
]


@pytest.mark.parametrize(("search", "arguments"), STYLES, ids=[one[0].__name__ for one in STYLES])
def test_a_search_is_found_by_what_it_chooses_though_its_values_do_not_tell(
    search: Callable[..., Any], arguments: tuple[Any, ...]
) -> None:
    with attach() as recording:
        search(*arguments)
    trace = recording.trace
    assert search.__name__ in trace.header.search
    sick = search is first_alone
    blamed = {finding.disease for finding in tracer.check(trace) if finding.severity != "note"}
    assert blamed == ({"cut-without-cause"} if sick else set())


@pytest.mark.parametrize(("turn", "first"), [(True, tracer.MAX), (False, tracer.MIN)])
def test_the_text_tells_who_moves_where_no_value_does(turn: bool, first: tracer.Turn) -> None:
    with attach() as recording:
        all_even(9, turn, 4)
    assert recording.trace.root.turn is first


class Stack:
    """A board with a history, as engines have one."""

    def __init__(self) -> None:
        self.history: list[int] = [1]

    def pop(self) -> FrameType:
        self.history.pop()
        return sys._getframe()

    def index(self, left: int) -> FrameType:
        return self.index(left - 1) if left else sys._getframe()


def test_a_method_that_calls_one_of_a_list_with_its_own_name_cannot_recurse() -> None:
    """It is a helper after few calls, and not looked at hundreds of times."""
    assert not may_recurse(Stack().pop())
    assert may_recurse(Stack().index(1))


class Marks:
    """Its board is an attribute that the loop of the root marks, and is handed on to no call."""

    def __init__(self) -> None:
        self.board = ["."] * 6

    def search(self, mark: str, alpha: int, beta: int) -> int:
        other = "O" if mark == "X" else "X"
        if self.board[:3].count(other) == 3 or "." not in self.board:
            return -self.board.count(other)
        for square in range(6):
            if self.board[square] == ".":
                self.board[square] = mark
                alpha = max(alpha, -self.search(other, -beta, -alpha))
                self.board[square] = "."
                if alpha >= beta:
                    break
        return alpha

    def choose(self, mark: str) -> tuple[int, int | None]:
        alpha, move = -9, None
        for square in range(6):
            self.board[square] = mark
            value = -self.search("O" if mark == "X" else "X", -9, -alpha)
            self.board[square] = "."
            if value > alpha:
                alpha, move = value, square
        return alpha, move


def test_a_loop_over_the_marks_of_a_board_that_no_call_gets_is_that_of_the_root() -> None:
    with attach() as recording:
        Marks().choose("X")
    (trace,) = recording.traces
    assert len(trace.children(0)) == 6
