"""Where nobody told the moves of a search, it is not known what its cutoffs pruned: no number is claimed."""

from __future__ import annotations

from pathlib import Path

import pytest
from charted import content

import tracer
import viz
from tracer.attaching.attach_functions import attach
from tracer.why.explain import event, why
from tui.terminal.count_report import collect_counts, format_counts_table
from viz import rows
from viz.charts import plies
from viz.pictures.headings import describe_result

TREE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


def alphabeta(node: list[object] | int, alpha: float, beta: float, maximizing: bool) -> float:
    if isinstance(node, int):
        return node
    best = -99.0 if maximizing else 99.0
    for child in node:
        value = alphabeta(child, alpha, beta, not maximizing)  # type: ignore[arg-type]
        best = max(best, value) if maximizing else min(best, value)
        alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
        if beta <= alpha:
            break
    return best


@pytest.fixture(scope="module")
def unknown() -> tracer.Trace:
    with attach(alphabeta) as recording:
        alphabeta(TREE, -99, 99, True)  # type: ignore[arg-type]
    return recording.trace


def test_no_number_of_pruned_branches_is_claimed(unknown: tracer.Trace) -> None:
    assert unknown.counts.cutoffs > 0
    assert unknown.counts.pruned_branches is None
    assert "unknown" in repr(unknown)
    assert "unknown" in repr(unknown.counts)
    assert describe_result(unknown).endswith("pruned branches unknown")
    assert "pruned" not in format_counts_table([collect_counts(unknown)])
    assert "pruned branches unknown" in viz.to_svg(unknown)
    assert "pruned_branches" not in rows.facts(unknown)


def test_a_known_number_stays_one() -> None:
    known = tracer.trace(TREE, "alphabeta")
    assert known.counts.pruned_branches == 2
    assert tracer.trace(TREE, "minimax").counts.pruned_branches == 0
    assert describe_result(known).endswith("2 pruned nodes")
    assert rows.facts(known)["pruned_branches"] == 2


@pytest.fixture(scope="module")
def in_part() -> tracer.Trace:
    """The game knows of the third list another one: it tells what the second skips, and not what the third skips."""
    with attach(alphabeta, game=TREE) as recording:
        alphabeta([[3, 12, 8], [2, 4, 6], [3, 5, 9]], -99, 99, True)  # type: ignore[arg-type]
    return recording.trace


def test_branches_that_are_known_in_part_are_at_least_so_many(in_part: tracer.Trace, tmp_path: Path) -> None:
    in_part.save(tmp_path / "t.plyscope")
    for trace in (in_part, tracer.load(tmp_path / "t.plyscope")):
        counts = trace.counts
        assert (counts.cutoffs, counts.pruned_branches, counts.pruned_branches_exact) == (2, 2, False)
        assert "at least 2" in repr(trace)
        assert "at least 2" in repr(counts)
        assert describe_result(trace).endswith("at least 2 pruned branches")
        table = format_counts_table([collect_counts(trace)]).split("\n")
        assert [line.split()[-2:] for line in table if line.startswith("pruned branches")] == [["≥", "2"]]
        assert "pruned_branches" not in rows.facts(trace)
        assert "nothing was left to prune" not in " ".join(event(trace, step) for step in range(trace.steps))


def test_a_recording_without_a_game_is_not_complete_because_one_is_given(unknown: tracer.Trace, tmp_path: Path) -> None:
    """Its names of the moves are those of the tree, and its cutoffs skipped what nobody recorded."""
    unknown.save(tmp_path / "t.plyscope")
    trace = tracer.load(tmp_path / "t.plyscope", TREE)
    assert trace.game is not None
    assert (trace.counts.pruned_branches, trace.counts.pruned_nodes) == (None, None)
    assert "pruned_branches" not in trace.counts.by_ply()[0]
    told = [sentence.text for node in range(len(trace)) for sentence in why(trace, node, trace.left(node))]
    assert "Which moves it skips, if any, the recording does not say." in told
    assert not any("left to prune" in text for text in told)


def test_counts_by_ply_are_drawn_without_what_is_not_known(unknown: tracer.Trace, in_part: tracer.Trace) -> None:
    assert "pruned branches:" not in chart_of(unknown)
    assert "pruned branches: at least 2" in chart_of(in_part)


def chart_of(trace: tracer.Trace) -> str:
    return content(plies.CHART, trace).decode()
