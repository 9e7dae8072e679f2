"""Where nobody told the moves of a search, it is not known what its cutoffs pruned: no number is claimed."""

from __future__ import annotations

import pytest

import tracer
import viz
from tracer.attaching.outside import attach
from tui.terminal.report import counts_table, facts
from viz import rows
from viz.pictures.legend import result

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
    assert result(unknown).endswith("pruned branches unknown")
    assert "pruned" not in counts_table([facts(unknown)])
    assert "pruned branches unknown" in viz.to_svg(unknown)
    assert "pruned_branches" not in rows.facts(unknown)


def test_a_known_number_stays_one() -> None:
    known = tracer.trace(TREE, "alphabeta")
    assert known.counts.pruned_branches == 2
    assert tracer.trace(TREE, "minimax").counts.pruned_branches == 0
    assert result(known).endswith("2 pruned branches")
    assert rows.facts(known)["pruned_branches"] == 2
