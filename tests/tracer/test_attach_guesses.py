"""What is guessed from names, of searches as people write them, and what is said of it."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable
from typing import Any

import pytest
from attached import after, score

import tracer
from tracer.attaching.attach_functions import attach
from tracer.deciding.guesses import TURN, as_turn
from tracer.games.rules import MAX, MIN

BOARD = "XOXO....."


def explorer(plateau: str, joueur: str, alfa: float, beta: float) -> int:
    """An alpha-beta in French, more or less."""
    if (result := score(plateau)) is not None:
        return result
    best = -2 if joueur == "X" else 2
    for case in [case for case in range(9) if plateau[case] == "."]:
        value = explorer(after(plateau, case, joueur), "O" if joueur == "X" else "X", alfa, beta)
        if joueur == "X":
            best = max(best, value)
            alfa = max(alfa, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alfa >= beta:
            break
    return best


def test_words_of_other_languages(capsys: pytest.CaptureFixture[str]) -> None:
    with attach(explorer, game="tictactoe") as recording:
        explorer(BOARD, "X", -2, 2)
    assert (recording.trace.value, recording.trace.node(0).beta) == (1, 2)
    assert recording.trace.counts.pruned_branches > 0
    assert "the window is alfa, beta; the position is plateau" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "true"),
    [
        ("my_turn", MAX),
        ("ai_turn", MAX),
        ("is_computer_turn", MAX),
        ("is_ai", MAX),
        ("opponent_turn", MIN),
        ("is_human", MIN),
        ("human_turn", MIN),
        ("minimizing", MIN),
        ("isMaximizing", MAX),
    ],
)
def test_whose_turn_it_is_by_the_name_of_a_truth_value(name: str, true: int) -> None:
    assert TURN.fullmatch(name.lower())
    read = as_turn(name, explorer.__code__)
    assert (read(True), read(False)) == (true, -true)


def test_names_that_may_mean_anything_tell_no_turn() -> None:
    assert not any(map(TURN.fullmatch, ("turn", "player_turn", "computer", "human", "return", "turns", "is_over")))


def test_a_search_that_begins_with_the_opponents_move() -> None:
    def reply(cells: str, my_turn: bool) -> int:
        if (result := score(cells)) is not None:
            return result
        marks = [after(cells, place, "X" if my_turn else "O") for place in range(9) if cells[place] == "."]
        values = [reply(cells, not my_turn) for cells in marks]
        return max(values) if my_turn else min(values)

    with attach(reply) as recording:
        reply("XXO.O....", False)
    assert recording.trace.node(0).turn is MIN


visit: Callable[[Any, bool], int] = lambda node, maximizing: (  # noqa: E731  # as some people write it
    node if isinstance(node, int) else (max if maximizing else min)(visit(below, not maximizing) for below in node)
)


@pytest.mark.parametrize("name", ["visit", f"{__name__}:visit"])
def test_a_lambda_by_the_name_that_its_module_has_for_it(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with attach(name) as recording:
        visit([[3, 5], [2, 9]], True)
    assert (recording.trace.value, len(recording.trace)) == (3, 7)
    assert "plyscope: visit: assumed" in capsys.readouterr().err


@functools.lru_cache
def coins(left: int, maximizing: bool) -> int:
    """Who takes the last of some coins wins; one to three are taken."""
    if left == 0:
        return -1 if maximizing else 1
    return (max if maximizing else min)(coins(left - k, not maximizing) for k in (1, 2, 3) if k <= left)


class Player:
    """The same as a method."""

    @functools.cache  # noqa: B019  # as some people write it
    def coins(self, left: int, maximizing: bool) -> int:
        """As the function."""
        if left == 0:
            return -1 if maximizing else 1
        return (max if maximizing else min)(self.coins(left - k, not maximizing) for k in (1, 2, 3) if k <= left)


@pytest.mark.parametrize("make", [lambda: coins, lambda: Player().coins], ids=["function", "method"])
def test_calls_that_a_cache_answers_are_spoken_of(
    make: Callable[[], Callable[..., int]], capsys: pytest.CaptureFixture[str]
) -> None:
    coins.cache_clear()
    with attach("coins") as recording:
        make()(6, True)
    assert recording.trace.header.notes["cache"] == "functools"
    assert "calls that functools.cache answers are no nodes" in capsys.readouterr().err


def test_no_cache_is_spoken_of_where_there_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    with attach(explorer) as recording:
        explorer(BOARD, "X", -2, 2)
    assert "cache" not in recording.trace.header.notes
    assert "cache" not in capsys.readouterr().err


def test_what_is_not_known_names_the_option_that_says_it(capsys: pytest.CaptureFixture[str]) -> None:
    def search(thing: Any) -> int:
        return thing if isinstance(thing, int) else max(search(below) for below in thing)

    with attach(search):
        search([1, 2])
    told = capsys.readouterr().err
    assert (
        "the position is thing; values are MAX's; MAX begins and the players take turns (or turn=…); no alpha" in told
    )


def test_a_leaf_with_moves_that_were_said_is_terminal_without_a_table() -> None:
    def free(frame: Any) -> list[int]:
        return [place for place in range(9) if frame["plateau"][place] == "."]

    with attach(explorer, moves=free, turn="joueur") as recording:
        explorer(BOARD, "X", -2, 2)
    assert recording.trace.counts.table_hits == 0


def test_a_board_that_the_game_does_not_know_leaves_a_trace_without_it(capsys: pytest.CaptureFixture[str]) -> None:
    with attach(explorer, game="tictactoe") as recording, contextlib.suppress(IndexError):
        explorer("XOX", "X", -2, 2)
    assert recording.trace.game is None
    assert "tictactoe does not know the position 'XOX'" in capsys.readouterr().err


class Pairs:
    """A game whose positions are pairs, as a copy of an object is: its class and its attributes."""

    def start(self) -> tuple[tuple[int, ...], bool]:
        return (1, 2), True

    def turn(self, state: tuple[tuple[int, ...], bool]) -> tracer.Turn:
        return tracer.MAX if state[1] else tracer.MIN

    def utility(self, state: tuple[tuple[int, ...], bool]) -> float | None:
        return None if any(state[0]) else -1.0 if state[1] else 1.0

    def moves(self, state: tuple[tuple[int, ...], bool]) -> list[int]:
        return [place for place, heap in enumerate(state[0]) if heap]

    def play(self, state: tuple[tuple[int, ...], bool], move: int) -> tuple[tuple[int, ...], bool]:
        return tuple(heap - (place == move) for place, heap in enumerate(state[0])), not state[1]


class Heaps:
    """The same position as an object."""

    def __init__(self, heaps: list[int], first: bool) -> None:
        self.heaps, self.first = heaps, first


def test_a_copy_of_an_object_is_no_position_of_a_game_of_pairs(capsys: pytest.CaptureFixture[str]) -> None:
    def best(position: Heaps) -> int:
        heaps = position.heaps
        after = [[heap - (one == place) for one, heap in enumerate(heaps)] for place in range(2) if heaps[place]]
        return max((-best(Heaps(one, not position.first)) for one in after), default=-1)

    with attach(best, game=Pairs()) as recording:
        best(Heaps([1, 2], True))
    assert recording.trace.game is None
    assert "does not know the position ('Heaps', " in capsys.readouterr().err


@pytest.mark.parametrize("said", [None, "mover"])
def test_a_negamax_without_source_is_spoken_of(said: str | None, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {}
    code = "def search(n): return n if isinstance(n, int) else max(-search(below) for below in n)"
    exec(compile(code, "<nowhere>", "exec"), names)  # "<string>" may have a source: that of a program given with -c
    with attach(names["search"], view=said) as recording:
        names["search"]([[3, 5], [2, 9]])
    told = 'values are MAX\'s (no source to look at: view="mover" for a negamax)'
    assert (told in capsys.readouterr().err) is (said is None)
    assert recording.trace.node(1).value == (-3 if said is None else 3)


def forgot(word: str, first: float, last: float) -> float:
    """A negamax without its minus, whose window has names of its own."""
    if len(word) == 4:
        return sum(map(ord, word)) * 7919 % 23 - 11
    best = -99.0
    for letter in "abc":
        best = max(best, forgot(word + letter, -last, -first))
        first = max(first, best)
        if first >= last:
            break
    return best


def test_a_negamax_that_forgot_its_minus_is_told_by_its_window() -> None:
    with attach() as recording:
        forgot("", -99, 99)
    assert tracer.check(recording.trace)[0].disease == "not-negated"


def again(word: str, side: int, sign: int) -> float:
    """A negamax in which who plays c after b moves on; the value of that is taken with a sign."""
    if len(word) == 5:
        return side * (sum(map(ord, word)) * 7919 % 23 - 11)
    best = -99.0
    for letter in "abc":
        if letter == "c" and word.endswith("b"):
            value = sign * again(word + letter, side, sign)
        else:
            value = -again(word + letter, -side, sign)
        best = max(best, value)
    return best


@pytest.mark.parametrize("sign", [1, -1])
def test_a_minus_too_many_where_a_player_moves_on_is_told_as_that(sign: int) -> None:
    with attach(again, turn="side", view="mover") as recording:
        again("", 1, sign)
    found = tracer.check(recording.trace)
    assert [one.disease for one in found] == ([] if sign == 1 else ["not-negated"])
    if found:
        node = found[0].node
        assert f"its sign turned over, though {recording.trace.node(node).turn.name} moves on there" in found[0].message
        assert "Where the same player moves on, it takes it as it is" in found[0].remedy


def rolls(word: str, left: int) -> float:
    """Chance moves at odd numbers of moves to go; nothing but that says so."""
    if left == 0:
        return sum(map(ord, word)) * 7919 % 101
    if left % 2:
        return sum(weight * rolls(word + face, left - 1) for face, weight in (("a", 0.5), ("b", 0.3), ("c", 0.2)))
    return max(rolls(word + move, left - 1) for move in "xyz")


def choose() -> str:
    """The function above, which moves for MAX."""
    return max("xyz", key=lambda move: rolls(move, 3))


@pytest.mark.parametrize(("search", "begins"), [(lambda: rolls("", 4), MAX), (choose, MAX), (lambda: rolls("", 3), 0)])
def test_chance_that_takes_turns_with_max_is_told_by_the_values(search: Callable[[], Any], begins: int) -> None:
    with attach() as recording:
        search()
    trace = recording.trace
    assert {(node.ply % 2, node.turn) for node in trace if node.children} == {(0, begins), (1, 1 - begins)}
    assert tracer.check(trace) == []


def second(word: str, top: bool) -> int:
    """MAX takes the best move but one."""
    if len(word) == 4:
        return sum((place + 3) * ord(letter) for place, letter in enumerate(word)) * 7919 % 997
    values = sorted(second(word + letter, not top) for letter in "abcd")
    return values[-2] if top else values[0]


def test_what_is_neither_the_best_nor_the_worst_but_some_childs_is_no_mean() -> None:
    with attach() as recording:
        second("", True)
    assert {node.turn for node in recording.trace} == {MAX, MIN}
    assert tracer.check(recording.trace)[0].disease == "wrong-value"


class Window:
    """One for all calls, by mistake."""

    def __init__(self) -> None:
        self.lo, self.hi = -999, 999


def sharing(node: int, depth: int, window: Window, top: bool) -> int:
    if depth == 0:
        return node * 48271 % 1009 - 500
    best = -999 if top else 999
    for branch in range(3):
        value = sharing(node * 3 + branch, depth - 1, window, not top)
        if top:
            best = window.lo = max(best, window.lo, value)
        else:
            best = window.hi = min(best, window.hi, value)
        if window.lo >= window.hi:
            break
    return best


def test_a_window_in_one_object_of_all_calls_is_read() -> None:
    with attach() as recording:
        sharing(1, 6, Window(), True)
    windows = [(node.alpha, node.beta) for node in recording.trace]
    assert windows[0] == (-999, 999)
    assert windows[-1] != (-999, 999)


class Heap:
    """A heap of matches in an object with very many attributes."""

    def __init__(self, matches: int) -> None:
        self.matches = matches
        for number in range(16):
            setattr(self, f"noted{number}", [number])


class Matches:
    """A search whose object has two such heaps, and the window as its last arguments."""

    def __init__(self) -> None:
        self.heap, self.spare = Heap(6), Heap(0)

    def search(self, depth: int, low_is_unused: int, alpha: float, beta: float) -> float:
        """Negamax: who cannot take has lost."""
        if not self.heap.matches or not depth:
            return -1
        best = -2.0
        for taken in range(1, min(3, self.heap.matches) + 1):
            self.heap.matches -= taken
            best = max(best, -self.search(depth - 1, low_is_unused, -beta, -alpha))
            self.heap.matches += taken
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best


def test_arguments_behind_an_object_with_very_many_attributes_are_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    matches = Matches()
    with attach(matches.search) as recording:
        assert matches.search(8, 0, -2, 2) == 1
    assert "the window is alpha, beta" in capsys.readouterr().err
    assert (recording.trace.node(0).alpha, recording.trace.node(0).beta) == (-2, 2)
    assert recording.trace.counts.cutoffs > 0


def test_a_recording_that_the_program_holds_is_no_position_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    program = """
def countdown(n):
    return 0 if n == 0 else countdown(n - 1)

for depth in (5, 100):
    with attach(countdown) as recording:
        countdown(depth)
"""
    exec(program, {"attach": attach, "__name__": "program"})
    said = capsys.readouterr().err
    assert "the position is n;" in said
    assert "recording" not in said


def test_a_number_that_leaves_lack_is_a_move_though_it_goes_up_where_there_is_one() -> None:
    def search(tree: Any) -> tuple[int | None, int]:
        if isinstance(tree, int):
            return None, tree
        values = [-search(one)[1] for one in tree]
        return values.index(max(values)), max(values)

    with attach(search, view="mover") as recording:
        found = search([[[1]], [[3]]])
    assert found == (0, -1)
    assert recording.trace.value == -1
    assert not (recording.trace.columns.status == tracer.Status.OPEN).any()


BONUS = {"first, second": [1], "it's": [2], "third": [3]}
"""A dictionary of the module that a search does not use."""


def test_a_dictionary_with_a_comma_in_a_key_is_no_hindrance() -> None:
    def search(heap: int, maximizing: bool) -> int:
        if heap <= 0:
            return BONUS["first, second"][0] * (-1 if maximizing else 1)
        values = [search(heap - taken, not maximizing) for taken in (1, 2)]
        return max(values) if maximizing else min(values)

    with attach(search) as recording:
        assert search(4, True) == 1
    assert recording.trace.value == 1
