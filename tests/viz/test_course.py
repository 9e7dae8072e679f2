"""The course of a search: what is drawn are the numbers of its log, or the answers of its passes, at each iteration."""

import io
import math
from itertools import pairwise
from pathlib import Path
from typing import Any

import charted
import numpy as np
import pytest
from strategies import AIMA

import tracer
from tracer.errors import PlyscopeError
from tracer.recording.log_numbers import last_log_row, node_visits
from tracer.recording.recorder import Recorder
from tracer.recording.status import EXPANDED, TERMINAL
from tui.program import run
from viz.charts import course, followed_lines, plot
from viz.charts.followed_lines import MAX_POINTS, thin_line
from viz.pictures.theme import LIGHT, THEMES

SVG = "{http://www.w3.org/2000/svg}"


def texts(trace: tracer.Trace, **options: Any) -> list[str]:
    """What the chart says."""
    return charted.texts(course.CHART, trace, **options)


@pytest.mark.parametrize("search", ["uct", "puct"])
def test_lines_are_the_visits_and_means_of_the_moves_at_each_iteration(search: str) -> None:
    trace = tracer.trace("tictactoe", search, iterations=60)
    by_visits, by_mean = followed_lines.course_panels(trace, 0, LIGHT)
    children = sorted(trace.children(0), key=lambda child: -node_visits(trace.columns, child, 59).times)
    named = [*children[: followed_lines.MAX_MOVE_LINES]]
    others, *lines = zip(by_visits.lines, by_mean.lines, strict=True)
    for child, (n, q) in zip(named, lines, strict=True):
        assert n.name.startswith(f"{trace.label(child)} ")
        for at, times, mean in zip(n.xs, n.ys, q.ys, strict=True):
            found = node_visits(trace.columns, child, int(at) - 1)
            assert times == found.times
            assert math.isnan(mean) if found.mean is None else mean == pytest.approx(found.mean)
    rest = [node_visits(trace.columns, child, 59) for child in children[followed_lines.MAX_MOVE_LINES :]]
    assert others[0].ys[-1] == sum(one.times for one in rest)
    assert others[1].ys[-1] == pytest.approx(sum(one.total for one in rest) / sum(one.times for one in rest))
    assert others[0].name == f"{len(rest)} others {int(others[0].ys[-1])}"


def test_the_answer_is_bold_and_said_to_be() -> None:
    trace = tracer.trace("tictactoe", "uct", iterations=300)
    panel = followed_lines.course_panels(trace, 0, LIGHT)[0]
    assert [line.name for line in panel.lines if line.is_bold] == ["b2 93"]
    assert "The most visited move, which is the answer, is bold." in " ".join(texts(trace))


def test_few_moves_have_a_line_each() -> None:
    found = texts(tracer.trace([[1, 2], [3, 4]], "uct", iterations=30))
    assert not any("other" in text for text in found)
    assert any(text.startswith("a2 ") for text in found)


@pytest.mark.parametrize("search", ["pns", "dfpn"])
def test_proof_numbers_are_those_of_the_root_at_each_iteration(search: str) -> None:
    trace = tracer.trace("nim:1,2,3", search)
    (panel,) = followed_lines.course_panels(trace, 0, LIGHT)
    log = trace.columns.log
    assert log is not None
    for line, which in zip(panel.lines, ("x", "y"), strict=True):
        for at, number in zip(line.xs[:-1], line.ys[:-1], strict=True):
            last = int(np.flatnonzero(log.iteration <= at - 1)[-1])
            rows = [row for row in log.rows_of(0).tolist() if log.iteration[row] == at - 1]
            assert number in [getattr(log, which)[row] for row in rows]
            assert last_log_row(trace.columns, 0, last) is not None
    assert {panel.lines[0].ys[-1], panel.lines[1].ys[-1]} == {0, math.inf}
    assert {"∞", "pn, dn"} <= set(texts(trace))


def test_large_proof_numbers_have_a_logarithmic_axis(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "MAX_LINEAR_PROOF", 3.0)
    assert "pn, dn (log scale)" in texts(tracer.trace("nim:1,2,3", "pns"))


def test_the_answers_of_a_driver_are_drawn_with_their_moves() -> None:
    trace = tracer.trace("tictactoe", "deepening", depth=4)
    (panel,) = followed_lines.course_panels(trace, 0, LIGHT)
    passes = trace.children(0)
    assert panel.lines[0].ys == [trace.columns.value[one] for one in passes]
    moves = [trace.label(best) for one in passes if (best := trace.best_child(one)) is not None]
    assert [one.move for one in panel.answers] == moves
    assert [text for text in texts(trace) if text in moves] == moves
    assert "= exact" in texts(trace)
    assert {"≥ at least", "≤ at most"} <= set(texts(tracer.trace(AIMA, "mtdf", guess=10)))


def test_moves_that_have_no_room_at_their_pass_are_not_written() -> None:
    """They would run into one another."""
    for passes, fits in ((1, True), (20, False)):
        record = Recorder()
        driver = record.enter(None, 1)
        for depth in range(passes):
            node = record.enter(tracer.Pass(f"depth {depth}"), 1)
            record.leave(record.enter("W" * 20, -1), depth, TERMINAL)
            record.leave(node, depth, EXPANDED)
        record.leave(driver, passes - 1, EXPANDED)
        columns, moves = record.finish()
        assert any("WWW" in text for text in texts(tracer.Trace(columns, moves, tracer.Header()))) == fits


@pytest.mark.parametrize(
    ("search", "root", "problem"),
    [
        ("alphabeta", 0, "has no course: -a uct and -a puct have visits"),
        ("sss", 0, "goes by merits, which --chart merits draws"),
        ("uct", 3, "node 3 of .* has nothing to follow: choose another root"),
        ("deepening", 1, "node 1 of .* has no passes"),
    ],
)
def test_what_has_no_course_says_what_has(search: str, root: int, problem: str) -> None:
    options = {"iterations": 3} if search == "uct" else {}
    with pytest.raises(PlyscopeError, match=problem):
        texts(tracer.trace(AIMA, search, **options), root=root)


def test_a_root_of_ones_own_is_followed() -> None:
    trace = tracer.trace("tictactoe", "uct", iterations=300)
    node = trace.find("b2").index
    found = texts(trace, root=node)
    assert any(text.startswith("after b2 · N 93") for text in found)
    assert any(text.startswith("a3 19") for text in found)


@pytest.mark.parametrize("theme", THEMES)
def test_no_two_lines_differ_in_colour_alone(theme: str) -> None:
    panel = followed_lines.course_panels(tracer.trace("tictactoe", "uct", iterations=99), 0, THEMES[theme])[0]
    assert len({str(line.dashes) for line in panel.lines}) == len(panel.lines)
    assert all(line.name for line in panel.lines)


def test_names_at_ends_do_not_overlap() -> None:
    places = course.spread_positions([50, 50.5, 51, 0, 100], 12, 0, 100)
    order = sorted(places)
    assert min(b - a for a, b in pairwise(order)) >= 12 - 1e-6
    assert order[0] >= 0
    assert order[-1] <= 100
    assert course.spread_positions([5.0] * 30, 12, 0, 100) == pytest.approx([100 * k / 29 for k in range(30)])


def test_long_lines_keep_their_ends_and_extremes() -> None:
    xs = np.arange(100_000)
    ys = np.sin(xs / 7.0)
    ys[54_321], ys[7] = 5.0, -5.0
    kept, numbers = thin_line(xs, ys)
    assert len(kept) <= 4 * MAX_POINTS
    assert kept[0] == 0
    assert kept[-1] == 99_999
    assert numbers.max() == 5
    assert numbers.min() == -5
    assert np.array_equal(ys[kept], numbers)


@pytest.mark.parametrize("format", plot.CHART_FORMATS)
def test_the_command_writes_it(tmp_path: Path, format: str) -> None:
    file = tmp_path / f"c.{format}"
    assert run(["export", "tictactoe", "-a", "uct", "--iterations", "50", "--chart", "course", "-o", str(file)]) == 0
    stream = io.BytesIO()
    stream.write(charted.content(course.CHART, tracer.trace("tictactoe", "uct", iterations=50), format))
    assert file.read_bytes() == stream.getvalue()
