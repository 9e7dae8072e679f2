"""What a table answered that it could not know is named, at the first node; a sound table is never blamed."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from specimens.specimen import Specimen, Style, diagnosis, judgement, record
from specimens.table_styles import (
    DEEPENING,
    HEALTHY,
    LADDER,
    MTDF,
    NEGAMAX,
    PLIES,
    SHALLOW,
    SQUARES,
    TAKING,
    both,
    without_game,
)
from strategies import SEEDS, Lattice

import tracer
from tracer.attaching.attach_functions import attach
from tracer.diagnosis.finding import Finding
from tracer.diagnosis.tables import DISEASES
from tracer.games.tree import TreeGame
from tracer.recording.header import Header
from tracer.recording.recorder import Recorder
from tracer.recording.status import TABLE
from tracer.tracing import Trace

NO_FLAG = (
    (
        'if flag == "exact" or (flag == "lower" and value >= beta) or (flag == "upper" and value <= alpha):',
        "if flag:",
    ),
)
NO_DEPTH = (("if key in memo and memo[key][0] >= depth:", "if key in memo:"),)
NO_PLAYER = (("key = rung, player", "key = rung"),)
NEGAMAX_NO_FLAG = (
    (
        "if flag == EXACT or (flag == AT_LEAST and value >= beta) or (flag == AT_MOST and value <= alpha):",
        "if flag in (EXACT, AT_LEAST, AT_MOST):",
    ),
)
NEGAMAX_NO_PLAYER = (("memo.get((rung, player))", "memo.get(rung)"), ("memo[rung, player]", "memo[rung]"))
AS_STORED = (("        kept = reach_ply(kept, ply)\n", ""), ("leave_ply(best, ply)", "best"))
ALL_EXACT = (('"at most" if value <= alpha else "at least" if value >= beta else "exact"', '"exact"'),)
RUNG_ALONE = without_game(LADDER, state="rung")
LINE = "0=1 1=-1/0=3 1=1/0=4 1=-1/0=5 1=1/0=6 1=-1/0=8 1=1/0=9 1=-1/0=10 1=1"

SPECIMENS = [
    Specimen("bound-as-exact", LADDER, NO_FLAG, "1/2/1/1/1/2/1/1"),
    Specimen("bound-as-exact", without_game(LADDER), NO_FLAG, LINE),
    Specimen("bound-as-exact", SHALLOW, NO_FLAG, "2/3/3/3/2"),
    Specimen("bound-as-exact", NEGAMAX, NEGAMAX_NO_FLAG, "1/1/2/1/1/3"),
    Specimen("window-value-as-exact", SQUARES, ALL_EXACT, "0/2/3/1"),
    Specimen("window-value-as-exact", without_game(SQUARES), ALL_EXACT, "0=X/2=O/3=X/1=O"),
    Specimen(
        "window-value-as-exact", SQUARES, (('if kind == "exact":', 'if kind in ("exact", "at most"):'),), "0/2/3/1"
    ),
    Specimen("entry-beyond-depth", SHALLOW, NO_DEPTH, "2/3/1"),
    Specimen("entry-beyond-depth", without_game(SHALLOW), NO_DEPTH, "0=2 1=-1/0=5 1=1/0=6 1=-1"),
    Specimen("win-of-another-ply", PLIES, AS_STORED, "a1/a1/a1/b3"),
    Specimen("win-of-another-ply", without_game(PLIES, state=both("heaps", "colour")), AS_STORED, "0=2/0=1/0=0/1=1"),
    Specimen("key-without-player", LADDER, NO_PLAYER, "1/2/1/2/2/1/2/1/1"),
    Specimen("key-without-player", SHALLOW, NO_PLAYER, "3/1/1"),
    Specimen("key-without-player", NEGAMAX, NEGAMAX_NO_PLAYER, "3/3/3/1/2"),
    Specimen("key-without-player", RUNG_ALONE, NO_PLAYER, "1/3/4/6/8/9/11/12/13"),
    Specimen(
        "wrong-table-value", NEGAMAX, (("memo[rung, player] = best, flag", "memo[rung, player] = -best, flag"),),
        "3/3/3/1/1/1",
    ),
    Specimen(
        "wrong-table-value", LADDER, (("memo[key] = depth, best, flag", "memo[key] = depth, value, flag"),),
        "1/2/1/2/2/1/2/1/2",
    ),
    Specimen(
        "wrong-table-value",
        SQUARES,
        (
            ('self.table.get("".join(self.board), ', 'self.table.get("".join(self.board[:4]), '),
            ('self.table["".join(self.board)]', 'self.table["".join(self.board[:4])]'),
        ),
        "0/1/2/3/5",
    ),
]  # fmt: skip


@cache
def found(number: int) -> list[Finding]:
    return diagnosis(SPECIMENS[number].style, SPECIMENS[number].edit)


@pytest.mark.parametrize("number", range(len(SPECIMENS)), ids=map(str, SPECIMENS))
def test_a_specimen_has_its_disease_and_no_other_error(number: int) -> None:
    specimen = SPECIMENS[number]
    first = found(number)[0]
    assert (first.disease, "/".join(first.path)) == (specimen.disease, specimen.path)
    assert {finding.disease for finding in found(number) if finding.severity == "error"} == {specimen.disease}


def test_a_bound_kept_as_exact_from_pass_to_pass_is_found() -> None:
    edit = ("UPPER if best <= before else LOWER if best >= beta else EXACT", "EXACT")
    assert [finding.disease for finding in diagnosis(DEEPENING, (edit,)) if finding.severity == "error"] == [
        "bound-as-exact"
    ]


def test_every_disease_is_found_in_two_styles() -> None:
    styles = {disease.slug: set[str]() for disease in DISEASES}
    for specimen in SPECIMENS:
        styles[specimen.disease].add(f"{specimen.style.file} {specimen.style.options['game'] is None}")
    assert all(len(seen) > 1 for seen in styles.values()), styles


@pytest.mark.parametrize("name", HEALTHY)
@pytest.mark.parametrize("game", [True, False])
def test_a_sound_table_is_never_blamed(name: str, game: bool) -> None:
    style = HEALTHY[name] if game else without_game(HEALTHY[name])
    assert TABLE in record(style).columns.status
    assert [finding for finding in diagnosis(style) if finding.severity != "note"] == []


def test_who_does_not_know_the_game_names_what_the_truth_convicts_and_what_is_no_better() -> None:
    named = []
    for style in (SQUARES, without_game(SQUARES)):
        trace = record(style, ALL_EXACT)
        first = judgement(style, trace)[0]
        assert first.disease == "window-value-as-exact"
        named.append({int(trace.columns.visited_before[node]) for node in first.where})
    assert len(named[0]) > 1
    assert named[0] <= named[1]


def message(slug: str, style: Style) -> str:
    number = next(k for k, one in enumerate(SPECIMENS) if one.disease == slug and one.style is style)
    return found(number)[0].message


def test_messages_have_the_numbers_that_show_it() -> None:
    assert message("bound-as-exact", NEGAMAX) == (
        "the table answered 3 for the window (2, ∞), as if the value were exactly 3, but node 27 (3/3/1/2), which "
        "returned it for the window (2, 3), only told that it is 3 or more"
    )
    assert message("window-value-as-exact", SQUARES) == (
        "the table answered 1 for the window (−1, 1), as if the value were 1 or more, but node 20 (0/1/3/2), clamped "
        "to its window (1, 99), only told that it is 1 or less; the true value is −2"
    )
    assert message("entry-beyond-depth", SHALLOW).startswith(
        "the table answered −6 for the window (−4, 1000), from node 47 (1/1/1/1/2), which returned −6 after a search "
        "to the depth of 1, and 3 was asked for"
    )
    assert message("key-without-player", NEGAMAX) == (
        "the table answered −7 for the window (−4, 7), from node 4 (3/3/3/3), which returned 7 for the same board with "
        "the other player to move; the true value is 2"
    )
    assert message("wrong-table-value", NEGAMAX) == (
        "the table answered −7 for the window (−∞, 7), the negative of what node 4 (3/3/3/3) returned for the "
        "position; the true value is 7"
    )
    assert message("wrong-table-value", SQUARES) == (
        "the table answered 1 for the window (1, 99), and no visit of the position had returned such a value; the true "
        "value is 5"
    )


def test_the_true_values_in_messages_are_true() -> None:
    """Of the fail-hard specimen: the truth is what a search of that position without a table finds."""
    first = found(4)[0]
    assert first.message.endswith("the true value is −2")
    game = SQUARES.options["game"]
    state = game.start()
    for move in first.path:
        state = game.play(state, int(move))
    assert tracer.trace(game, "minimax", position=state).value == -2


def table_findings(trace: tracer.Trace) -> list[Finding]:
    mine = {disease.slug for disease in DISEASES}
    return [finding for finding in tracer.check(trace) if finding.disease in mine]


class Engine:
    """Negamax on a lattice, with one table over all iterations, in the ways that engines have it."""

    def __init__(self, game: Lattice, way: str) -> None:
        self.game, self.way = game, way
        self.table: dict[object, tuple[int, float, float]] = {}

    def from_table(self, state: Any, depth: int) -> tuple[float, float]:
        """Between which numbers the mover's value lies, as far as the table knows."""
        known, low, high = self.table.get(state, (-1, -99.0, 99.0))
        return (low, high) if known >= depth else (-99.0, 99.0)

    def cuts(self, value: float, end: float) -> bool:
        """Whether a value is beyond an end of the window, or at it unless the test is strict."""
        return value > end or (value == end and "strict" not in self.way)

    def negamax(self, state: Any, depth: int, alpha: float, beta: float) -> float:
        lower, upper = self.from_table(state, depth)
        if self.cuts(lower, beta) or lower == upper:
            return lower
        if self.cuts(alpha, upper):
            return upper
        if "narrow" in self.way:
            alpha, beta = max(alpha, lower), min(beta, upper)
        utility = self.game.utility(state)
        if utility is not None or depth == 0:
            return float(state[1] * (self.game.evaluate(state) if utility is None else utility))
        best, low = -99.0, alpha
        for count, move in enumerate(self.game.moves(state)):
            after = self.game.play(state, move)
            if count and "scout" in self.way:
                value = -self.negamax(after, depth - 1, -low - ("strict" not in self.way), -low)
                if low < value < beta:
                    value = -self.negamax(after, depth - 1, -beta, -value)
            else:
                value = -self.negamax(after, depth - 1, -beta, -low)
            best = max(best, value)
            low = max(low, best)
            if self.cuts(low, beta):
                break
        if "hard" in self.way:
            best = min(max(best, alpha), beta)
        self.store(state, depth, best, alpha, beta)
        return best

    def store(self, state: Any, depth: int, best: float, alpha: float, beta: float) -> None:
        if "preferred" in self.way and self.table.get(state, (-1, 0, 0))[0] > depth:
            return
        low, high = self.from_table(state, depth) if "two" in self.way else (-99.0, 99.0)
        same = self.table.get(state, (depth, 0, 0))[0] == depth
        low, high = (low, high) if same else (-99.0, 99.0)
        low = low if self.cuts(alpha, best) else max(low, best)
        high = high if self.cuts(best, beta) else min(high, best)
        self.table[state] = depth, low, high

    def deepen(self, deepest: int) -> None:
        guess = 0.0
        for depth in range(1, deepest + 1):
            if "mtd" in self.way:
                low, high = -99.0, 99.0
                while low < high:
                    beta = max(guess, low + 1)
                    guess = self.negamax(self.game.start(), depth, beta - 1, beta)
                    low, high = (low, guess) if guess < beta else (guess, high)
            elif "aspire" in self.way:
                value = self.negamax(self.game.start(), depth, guess - 1, guess + 1)
                if abs(value - guess) >= 1:
                    value = self.negamax(self.game.start(), depth, -99, 99)
                guess = value
            else:
                self.negamax(self.game.start(), depth, -99, 99)


WAYS = ["plain", "hard", "preferred", "narrow two", "scout", "scout hard preferred", "mtd two", "mtd", "aspire narrow"]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", [True, False])
@settings(max_examples=8)
@given(seed=SEEDS, rungs=st.integers(3, 9))
def test_healthy_engines_are_never_blamed(seed: int, rungs: int, way: str, game: bool) -> None:
    """Iterations with one table, kept over or replaced; null windows, aspiration, MTD(f)."""
    assert found_in_engine(Lattice(seed, rungs), way, game) == []


def found_in_engine(lattice: Lattice, way: str, game: bool) -> list[str]:
    engine = Engine(lattice, way)
    options: dict[str, Any] = {"game": lattice} if game else {}
    with attach("Engine.negamax", state="state", turn=lambda frame: frame["state"][1], view="mover", **options) as seen:
        engine.deepen(5)
    return [str(finding) for trace in seen.traces for finding in table_findings(trace)]


@pytest.mark.parametrize("way", ["strict", "strict scout"])
def test_a_value_at_an_end_of_its_window_is_exact_where_only_a_better_one_cuts(way: str) -> None:
    """No option tells the test of a search from outside: its empty windows do."""
    assert found_in_engine(Lattice(6, 9), way, game=True) == []


def test_what_earlier_searches_stored_is_not_missed() -> None:
    """MTD(f) without a game: most that the table knows is of earlier searches, which are not in the trace."""
    assert diagnosis(MTDF) == []
    assert [finding.severity for finding in diagnosis(TAKING) if finding.severity == "error"] == []


@pytest.mark.parametrize("way", ["plain", "scout preferred"])
def test_a_table_with_entries_of_earlier_searches_to_other_depths_is_never_blamed(way: str) -> None:
    """Its answers may be of no single depth, so that the truth at none of them says anything."""
    for seed in range(9, 12):
        engine = Engine(Lattice(seed, 9), way)
        for depth, rung in ((4, 0), (3, 1), (6, 0), (5, 0), (7, 0)):
            with attach(
                "Engine.negamax", state="state", turn=lambda frame: frame["state"][1], view="mover", game=engine.game
            ) as seen:
                engine.negamax((rung, engine.game.start()[1]), depth, -99, 99)
            assert [str(finding) for trace in seen.traces for finding in table_findings(trace)] == []


CHAIN = """{"value": 9, "children": [{"value": 1, "children": [{"value": 2, "children": [{"value": 3, "children": [
    {"value": 4, "children": [{"value": 5, "children": [6]}]}]}]}]}]}"""
"""A tree without branches, whose value is the depth to which it is searched."""


def answered_at_the_root(value: float, depth: int) -> list[Finding]:
    """What is found where the table answers the root of a game without transpositions by an entry from elsewhere."""
    game = TreeGame.from_text(CHAIN)
    recorder = Recorder()
    recorder.leave(recorder.enter(None, 1, -99, 99), value, TABLE)
    columns, moves = recorder.finish()
    return table_findings(
        Trace(columns, moves, Header(options={"depth": depth}, notes={"table": "memo"}), game, game.start())
    )


def test_a_value_of_an_earlier_and_shallower_search_is_known_by_the_truth() -> None:
    (finding,) = answered_at_the_root(2, 4)
    assert finding.disease == "entry-beyond-depth"
    assert finding.message == (
        "the table answered 2 for the window (−99, 99), which is the value of a shallower search than the one asked "
        "for to the depth of 4; the true value is 4"
    )
    assert answered_at_the_root(4, 4) == []
    assert [finding.disease for finding in answered_at_the_root(55, 4)] == ["wrong-table-value"]


PAWNS = Style(
    "tables_pawns",
    ("search",),
    options={"state": "position", "turn": lambda frame: frame["position"][1] == "W", "view": "mover"},
)


def test_a_value_of_a_shallower_iteration_is_found_where_nothing_is_searched_again() -> None:
    """The root is searched in each iteration, and no game is known."""
    found = diagnosis(PAWNS, (("if stored >= depth and position", "if position"),))
    (error,) = (finding for finding in found if finding.severity == "error")
    assert error.disease == "entry-beyond-depth"
    assert "to the depth of 0" not in error.message
    assert [finding for finding in diagnosis(PAWNS) if finding.severity == "error"] == []
