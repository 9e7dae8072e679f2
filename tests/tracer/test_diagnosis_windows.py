"""Windows that are passed down wrongly are named; those of sound searches, however odd, are not."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from specimens.specimen import Specimen, Style, diagnosis, record
from specimens.wild_sick import SPECIMENS as WILD
from window_styles import (
    ATTRIBUTES,
    CLASS,
    DEEPENING,
    FLAG,
    FUNCTIONS,
    GLOBALS,
    ITERATIONS,
    LIST,
    MTDF,
    NEGAMAX,
    ONE_BOUND,
    SCOUT,
    SCOUT_FUNCTIONS,
    SCOUT_LEAVES,
    STYLES,
    TABLE,
    complaints,
    traces,
)

import tracer
from tracer.diagnosis import waste, windows
from tracer.diagnosis.case import Case
from tracer.recording.status import TERMINAL
from tracer.tracing import Trace

DOWN, MIN_CALL, MAX_CALL = "-beta, -alpha)", "min_value(child, alpha, beta)", "max_value(child, alpha, beta)"
FLAG_CALL, MAX_METHOD, MIN_METHOD = (
    "maximizing, alpha, beta)",
    "max(turn + 1, alpha, beta)",
    "min(turn + 1, alpha, beta)",
)
DEEPER = "depth - 1, alpha, beta, True)"
AGAIN = """\
        if number and alpha < value < beta:
            value = minimize(child, alpha, beta)
"""
DEFAULT = (
    ("window: list[float]", "window: list[float] = [-2, 2]"),
    ("not maximizing, window[:])", "not maximizing)"),
    ("True, [-2, 2])", "True)"),
)
CHOOSING = Style("windows_root", ("negamax",), run="choose", options={"root": "choose"})


def specimen(disease: str, style: Style, path: str, *edit: tuple[str, str]) -> Specimen:
    return Specimen(disease, style, edit, path)


SPECIMENS = [
    specimen("window-not-swapped", NEGAMAX, "-3", (DOWN, "-alpha, -beta)")),
    specimen("window-not-swapped", FUNCTIONS, "a1", (MIN_CALL, "min_value(child, beta, alpha)")),
    specimen("window-not-swapped", CLASS, "0", (MIN_METHOD, "min(turn + 1, beta, alpha)")),
    specimen("window-not-swapped", FLAG, "3=X", (FLAG_CALL, "maximizing, beta, alpha)")),
    specimen("window-not-swapped", SCOUT, "-4/-7/-1/-8/-6", ("-alpha - 1, -alpha)", "-alpha, -alpha - 1)")),
    specimen("window-not-negated", NEGAMAX, "-3", (DOWN, "beta, alpha)")),
    specimen("window-not-negated", NEGAMAX, "-3/-9/-1/-2/-7/-5/-8/-4 (2)", (DOWN, "alpha, beta)")),
    specimen("window-not-negated", TABLE, "γ = −4/-3", ("-beta, -low)", "low, beta)")),
    specimen("window-not-negated", FLAG, "3=X/4=O/5=X/7=O", (FLAG_CALL, "maximizing, -beta, -alpha)")),
    specimen("window-not-negated", FUNCTIONS, "a1/b1/c2", (MIN_CALL, "min_value(child, -beta, -alpha)")),
    specimen("shared-window", GLOBALS, "a1/b1", ("    alpha, beta = kept\n", "")),
    specimen("shared-window", ATTRIBUTES, "a1/b1", ("        self.alpha, self.beta = kept\n", "")),
    specimen("shared-window", LIST, "a1/b1", ("window[:]", "window")),
    specimen("shared-window", LIST, "a1/b1", *DEFAULT),
    specimen("shared-window", ONE_BOUND, "a1/b2", ("        bound = before\n", "")),
    specimen("window-too-narrow", SCOUT, "-8", ("-beta, -value)", "-value - 1, -value)")),
    specimen("window-too-narrow", SCOUT, "-4/-7/-1/-8/-6", ("if alpha < value < beta", "if value > beta")),
    specimen("window-too-narrow", SCOUT_FUNCTIONS, "a1/b1/c2", (AGAIN, "")),
    specimen(
        "window-too-narrow",
        FUNCTIONS,
        "a1/b1/c2",
        (MIN_CALL, "min_value(child, alpha, beta if child is node[0] else alpha + 1)"),
    ),
    specimen("window-too-narrow", NEGAMAX, "-4/-3/-9", (DOWN, "-beta, -alpha - 1)")),
    specimen("window-too-narrow", CLASS, "0/1", (MAX_METHOD, "max(turn + 1, alpha, min(beta, alpha + 20))")),
    specimen(
        "window-too-narrow",
        DEEPENING,
        "depth 3/+1/+1",
        (DEEPER, "depth - 1, alpha if move == 0 else beta - 1, beta, True)"),
    ),
    specimen("window-widened", FUNCTIONS, "a1/b1/c2/d1", (MAX_CALL, "max_value(child, -INFINITY, INFINITY)")),
    specimen(
        "window-widened", NEGAMAX, "-3/-9/-1/-4/-2", (DOWN, "*((-beta, -alpha) if len(row) != 4 else (-100, 100)))")
    ),
    specimen("window-widened", NEGAMAX, "-3", (DOWN, "-beta, -best)")),
    specimen(
        "window-widened", CLASS, "0/2/1", (MIN_METHOD, "min(turn + 1, *((alpha, beta) if turn < 2 else (-9999, 9999)))")
    ),
    specimen(
        "window-widened",
        DEEPENING,
        "depth 6 in (−3, 1)/+0/+0/+0/+0/+0/+0",
        (DEEPER, "depth - 1, *((alpha, beta) if depth > 2 else (-1e6, 1e6)), True)"),
    ),
]


@pytest.mark.parametrize("sick", SPECIMENS, ids=str)
def test_the_disease_is_found_at_the_node_that_has_it_first(sick: Specimen) -> None:
    found = diagnosis(sick.style, sick.edit)
    assert (found[0].disease, "/".join(found[0].path)) == (sick.disease, sick.path)
    assert [finding.disease for finding in found if finding.severity == "error"] in ([], [sick.disease])


def test_an_end_that_is_moved_wrongly_at_one_line_alone_is_named_there() -> None:
    longer = ("(4, 7, 1, 8, 3, 6, 2)", "(4, 7, 1, 8, 3, 6, 2, 9, 5)")
    lowered = (
        ("    alpha, chosen = -MOST, 0\n", "    alpha, beta, chosen = -MOST, MOST, 0\n"),
        ("-MOST, -alpha)", "-beta, -alpha)"),
        ("        if value > alpha:\n", "        beta = min(beta, value)\n        if value > alpha:\n"),
    )
    assert diagnosis(CHOOSING, (longer,)) == []
    (finding,) = diagnosis(CHOOSING, (longer, *lowered))
    assert (finding.disease, finding.path) == ("wrong-end-moved", ("a3",))


def test_a_wrong_window_is_a_mistake_at_the_entry_of_the_call_that_got_it() -> None:
    trace = record(NEGAMAX, ((DOWN, "alpha, beta)"),))
    (finding,) = tracer.check(trace)
    assert finding.nodes == len(finding.where) > 1
    assert finding.where == tuple(sorted(finding.where))
    assert finding.steps == tuple(trace.entered(node) for node in finding.where)
    assert finding.node == finding.where[0]


@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.file)
def test_the_healthy_twin_has_nothing(style: Style) -> None:
    for trace in traces(style):
        assert list(complaints(tracer.check(trace))) == []


def test_every_disease_has_a_specimen_in_two_styles() -> None:
    for disease in windows.DISEASES:
        assert len({sick.style.file for sick in [*SPECIMENS, *WILD] if sick.disease == disease.slug}) > 1


WHOLE = st.recursive(st.integers(-9, 9), lambda below: st.lists(below, min_size=1, max_size=3), max_leaves=40)
ROWS = st.lists(st.integers(0, 9), min_size=1, max_size=6).map(tuple)


@settings(max_examples=10)
@given(tree=st.lists(WHOLE, min_size=1, max_size=3), row=ROWS, seed=st.integers(1, 996))
def test_no_window_of_a_healthy_search_is_blamed(tree: list[Any], row: tuple[int, ...], seed: int) -> None:
    """Plain ones, scouts, MTD(f), aspiration, iterative deepening, and bounds of a table that narrow the window."""
    recorded = [
        trace for style in (FUNCTIONS, ONE_BOUND, SCOUT_FUNCTIONS, SCOUT_LEAVES) for trace in traces(style, TREE=tree)
    ]
    recorded += [trace for style in (NEGAMAX, SCOUT, MTDF, TABLE) for trace in traces(style, ROW=row)]
    recorded += [trace for style in (DEEPENING, ITERATIONS) for trace in traces(style, SEED=seed)]
    for trace in recorded:
        found = [*windows.examine(Case(trace)), *waste.examine(Case(trace))]
        assert [symptom.disease.slug for symptom in found] == []
        assert list(complaints(tracer.check(trace))) == []


def told(*children: tuple[str, float, float, float], window: tuple[float, float], value: float) -> list[str]:
    """What is found where a node of MAX gives its children windows and they return values after a move each."""
    recorder = tracer.Recorder()
    root = recorder.enter(None, 1, *window)
    for move, alpha, beta, returned in children:
        child = recorder.enter(move, -1, alpha, beta)
        recorder.leave(recorder.enter("a", 1, alpha, beta), returned, TERMINAL)
        recorder.leave(child, returned)
    recorder.leave(root, value)
    columns, moves = recorder.finish()
    symptoms = windows.examine(Case(Trace(columns, moves, tracer.Header())))
    return [f"{symptom.disease.slug} at {symptom.node}: {symptom.say()}" for symptom in symptoms]


def test_a_message_has_both_windows() -> None:
    got = "MIN to move got the window {}, though its parent had {}: the {}".format
    assert told(("a", 8, -2, 4), ("b", 8, 4, 6), window=(-2, 8), value=6) == [
        f"window-not-swapped at 1: {got('(8, −2)', '(−2, 8)', 'ends are crossed')}",
        f"window-not-swapped at 3: {got('(8, 4)', '(4, 8)', 'ends are crossed')}",
    ]
    assert told(("a", -8, 2, 4), ("b", -8, -4, 6), window=(-2, 8), value=6) == [
        f"window-not-negated at 1: {got('(−8, 2)', '(−2, 8)', 'signs are wrong')}",
        f"window-not-negated at 3: {got('(−8, −4)', '(4, 8)', 'signs are wrong')}",
    ]


def test_a_bound_of_a_narrow_window_is_not_exact() -> None:
    """A scout says at least 5; with the search after it the value is known, and a bound beyond beta is enough."""
    assert told(("a", -9, 9, 3), ("b", 3, 4, 5), window=(-9, 9), value=5) == [
        "window-too-narrow at 3: MIN to move got the window (3, 4), though its parent had (3, 9); so 5 only says that "
        "it is at least 5, but its parent returned 5 without searching it again"
    ]
    assert told(("a", -9, 9, 3), ("b", 3, 4, 5), ("b", 3, 9, 5), window=(-9, 9), value=5) == []
    assert told(("a", -9, 5, 3), ("b", 3, 4, 5), window=(-9, 5), value=5) == []
    assert told(("a", -9, 9, 3), ("b", 3, 4, 2), window=(-9, 9), value=3) == []


def test_a_bound_may_come_from_a_table_that_nothing_shows() -> None:
    """The first child's window shows it; unless what came back contradicts it."""
    assert told(("a", 3, 9, 3), ("b", 3, 9, 2), window=(-9, 9), value=3) == []
    contradicted = told(("a", 3, 9, 1), ("b", 3, 9, 2), window=(-9, 9), value=2)
    assert [text[:22] for text in contradicted] == ["window-too-narrow at 1", "window-too-narrow at 3"]


def test_a_window_may_be_mirrored_where_that_changes_nothing() -> None:
    assert told(("a", -9, 9, 0), ("b", 0, 9, -3), window=(-9, 9), value=0) == []


def test_a_table_may_narrow_a_window_before_the_first_move() -> None:
    """Its bounds are not in the recording: the window of the first child shows them."""
    sound = [trace for trace in traces(TABLE) if Case(trace).narrowed_nodes]
    assert sound
    for trace in sound:
        assert trace.header.notes["table"] == "table"
        assert tracer.check(trace) == []


def test_values_of_the_mover_are_not_judged() -> None:
    """A negamax whose values were taken for MAX's has windows that look mirrored."""
    wrong = Style(NEGAMAX.file, NEGAMAX.functions, options={"state": "row", "view": "max"})
    (trace,) = traces(wrong)
    assert list(windows.examine(Case(trace))) == []


def test_of_a_move_that_was_searched_again_nobody_says_that_it_was_not() -> None:
    again = ("value = -search(rest, -now, -beta, -value)", "value = -search(rest, -now, -value - 1, -value)")
    (narrow,) = (finding for finding in diagnosis(SCOUT, (again,)) if finding.disease == "window-too-narrow")
    assert "after it had searched it again in the window (" in narrow.message


ROOT = Style("windows_root", ("negamax",), run="choose", options={"root": "choose"})
CALLED = "-negamax(rest, -ROW[place], -MOST, -alpha)"


def test_the_calls_of_a_function_above_the_search_are_a_kind_of_their_own() -> None:
    """It is no call itself, and so has no window: its first move's tells where its own would end."""
    few = ("range(0, len(ROW), 2)", "(0, 2, 4)")
    assert diagnosis(ROOT) == diagnosis(ROOT, (few,)) == []
    mirrored = diagnosis(ROOT, ((CALLED, "-negamax(rest, -ROW[place], alpha, MOST)"),))
    assert [finding.disease for finding in mirrored] == ["window-not-negated"]
    turned = diagnosis(ROOT, (few, (CALLED, CALLED[1:])))
    assert [finding.disease for finding in turned] == ["not-negated"]
