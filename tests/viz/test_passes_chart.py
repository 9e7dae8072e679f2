"""The bars of passes: what each asked, answered and visited; and the stairs of merits beside those of passes."""

import io
import math
from pathlib import Path
from typing import Any

import charted
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import AIMA, WIKIPEDIA

import tracer
from tracer.errors import PlyscopeError
from tracer.recording.header import Header
from tracer.recording.recorder import Recorder
from tracer.recording.status import EXPANDED, TERMINAL
from tui.program import run
from viz.charts import merits, passes
from viz.charts.merits import have_same_leaves, have_same_levels, iter_leaf_paths, merit_stairs
from viz.charts.passes import collect_passes

SVG = "{http://www.w3.org/2000/svg}"
INF = math.inf


def texts(chart: Any, traces: Any, **options: Any) -> list[str]:
    """What a chart says."""
    return charted.texts(chart.CHART, traces, **options)


def mtd(game: Any, guess: float) -> tracer.Trace:
    return tracer.trace(game, "mtdf", guess=guess, table="path")


def test_a_bar_says_window_answer_and_counts() -> None:
    """The numbers of the papers: see the table of the family."""
    found = texts(passes, tracer.trace("tictactoe", "mtdf"))
    assert {"γ = 0 in (0⁻, 0)", "γ = 0⁺ in (0, 0⁺)"} <= set(found)
    assert "≥ 0 · a1 · 535 visited · 104 evaluated · 154 from the table" in found
    assert "≤ 0 · 3,842 visited · 406 evaluated · 1,685 from the table" in found
    assert {"leaf evaluations", "answers of the table", "inner nodes"} <= set(found)


def test_passes_of_an_iterative_deepening_add_up() -> None:
    trace = tracer.trace("tictactoe", "deepening", depth=5)
    found = collect_passes(trace, 0)
    assert [one.visited for one in found] == [10, 36, 163, 492, 1692]
    assert sum(one.visited for one in found) == trace.counts.visited - 1
    assert sum(one.leaf_evaluations for one in found) == trace.counts.leaf_evaluations
    assert [one.title for one in found] == [f"depth {k}" for k in range(1, 6)]


def test_a_pass_that_is_a_driver_has_its_passes_below() -> None:
    recorder = Recorder()
    driver = recorder.enter(None, 1)
    for depth in (1, 2):
        one = recorder.enter(tracer.Pass(f"depth {depth}"), 1)
        for window in ((-INF, 3), (3, INF)):
            node = recorder.enter(tracer.Pass(f"to {window[1]}"), 1, *window)
            leaf = recorder.enter("a", -1, *window)
            recorder.leave(leaf, 5.0, TERMINAL)
            recorder.leave(node, 5.0, EXPANDED)
        recorder.leave(one, 5.0, EXPANDED)
    recorder.leave(driver, 5.0, EXPANDED)
    columns, moves = recorder.finish()
    trace = tracer.Trace(columns, moves, Header())
    found = collect_passes(trace, 0)
    assert [one.level for one in found] == [0, 1, 1, 0, 1, 1]
    assert [one.visited for one in found] == [5, 2, 2, 5, 2, 2]
    said = texts(passes, trace)
    assert "Indented are passes of a pass." in " ".join(said)
    assert sum("depth" in text for text in said) == 2


def test_of_many_passes_those_between_are_counted_and_can_be_had() -> None:
    trace = tracer.trace("random:b=4,d=6", "mtdf", guess=INF)
    known = collect_passes(trace, 0)
    assert len(known) == 22
    found = texts(passes, trace, max_nodes=5)
    left_out = sum(one.visited for one in known[2:19])
    assert f"+17 passes, {left_out:,} visited: left out, --max-nodes 22 draws all" in found
    assert sum("visited ·" in text and "evaluated" in text for text in found) == 5
    assert not any("left out" in text for text in texts(passes, trace, max_nodes=22))


def test_several_searches_stand_below_one_another() -> None:
    found = texts(passes, [tracer.trace(AIMA, "mtdf"), tracer.trace(AIMA, "deepening")])
    assert {"tree of 9 leaves: passes", "mtdf", "deepening, evaluate zero", "depth 2", "γ = 3⁺ in (3, 3⁺)"} <= set(
        found
    )
    with pytest.raises(PlyscopeError, match="a root is a node of one search"):
        texts(passes, [tracer.trace(AIMA, "mtdf")] * 2, root=1)


@pytest.mark.parametrize(("guess", "search", "beta"), [(INF, "sss", [INF, 14, 5, 3]), (-INF, "dual", [-INF, 3])])
def test_merits_and_what_passes_ask_for_are_the_same_numbers(guess: float, search: str, beta: list[float]) -> None:
    best_first, driver = tracer.trace(AIMA, search), mtd(AIMA, guess)
    first, second = merit_stairs(best_first), merit_stairs(driver)
    assert [tread.level for tread in first.steps] == [tread.level for tread in second.steps] == beta
    assert first.edges[-1] == best_first.steps
    assert second.edges[-1] == driver.counts.visited - 1
    found = texts(merits, [best_first, driver])
    assert "The same numbers, and the same leaves in the same order." in " ".join(found)
    said = [f"{'−∞' if level < 0 else '∞' if level == INF else level} · " for level in beta]
    assert all(sum(text.startswith(start) for text in found) == 2 for start in said)


@given(st.integers(0, 999_999), st.integers(2, 3), st.integers(1, 4), st.sampled_from([("sss", INF), ("dual", -INF)]))
@settings(max_examples=25)
def test_they_are_on_every_tree(seed: int, wide: int, deep: int, ends: tuple[str, float]) -> None:
    game = f"random:b={wide},d={deep},seed={seed}"
    traces = [tracer.trace(game, ends[0]), mtd(game, ends[1])]
    assert have_same_levels([merit_stairs(trace) for trace in traces])
    assert have_same_leaves(traces)


def test_other_leaves_or_numbers_are_not_called_the_same() -> None:
    one, other = mtd(WIKIPEDIA, INF), mtd(WIKIPEDIA, 6)
    assert not have_same_levels([merit_stairs(one), merit_stairs(other)])
    assert "same" not in " ".join(texts(merits, [one, other]))
    assert not have_same_leaves([tracer.trace(AIMA, "sss"), tracer.trace(AIMA, "dual")])
    assert list(iter_leaf_paths(mtd(AIMA, INF)))[:3] == [("a1", "b1"), ("a2", "b1"), ("a3", "b1")]


@pytest.mark.parametrize(
    ("chart", "search", "problem"),
    [
        (passes, "alphabeta", "has no passes: -a deepening, -a engine and -a mtdf have"),
        (passes, "uct", "has no passes"),
        (merits, "alphabeta", "has no merits: -a sss and -a dual have"),
        (merits, "deepening", "has no merits"),
        (merits, "uct", "has no merits"),
    ],
)
def test_what_has_none_says_what_has(chart: Any, search: str, problem: str) -> None:
    options = {"iterations": 9} if search == "uct" else {}
    with pytest.raises(PlyscopeError, match=problem):
        texts(chart, tracer.trace(AIMA, search, **options))


def test_of_many_numbers_some_have_no_words() -> None:
    found = texts(merits, tracer.trace("random:b=4,d=6", "sss"))
    assert any("numbers have no room for words." in text for text in found)
    assert {"∞", "−11"} <= set(found)


def test_too_many_searches_are_refused() -> None:
    with pytest.raises(PlyscopeError, match="5 searches cannot stand beside one another: give 1 to 4"):
        texts(merits, [tracer.trace(AIMA, "sss")] * 5)


def test_the_command_writes_both_beside_one_another(tmp_path: Path) -> None:
    file = tmp_path / "m.svg"
    words = ["-a", "sss", "-a", "mtdf", "--guess", "inf", "--table", "path", "--chart", "merits", "-o", str(file)]
    assert run(["export", "[[3,12,8],[2,4,6],[14,5,2]]", *words]) == 0
    stream = io.BytesIO()
    stream.write(charted.content(merits.CHART, [tracer.trace(AIMA, "sss"), mtd(AIMA, INF)]))
    assert file.read_bytes() == stream.getvalue()
