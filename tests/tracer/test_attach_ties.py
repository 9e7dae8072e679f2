"""Values that are compared as a whole and recorded in part: where the parts are equal nothing is claimed."""

from __future__ import annotations

from collections import Counter

import pytest

from tracer.attaching.attach_functions import attach
from tracer.diagnosis.examination import check

Value = tuple[int, int]
WAYS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


@pytest.mark.parametrize("cuts", [True, False])
def test_nothing_is_said_of_ties_that_are_not_seen(cuts: bool, capsys: pytest.CaptureFixture[str]) -> None:
    """A value is who wins, and how soon; a test that compares both goes on where the first alone is equal.

    Without the test most windows have crossed, and are windows all the same.
    """
    count = Counter[str]()

    def solve(board: str, mark: str, lowest: Value, highest: Value) -> Value:
        count["visits"] += 1
        left = board.count(".")
        for way in WAYS:
            if board[way[0]] != "." and len({board[place] for place in way}) == 1:
                return (1, left) if board[way[0]] == "x" else (-1, -left)
        if not left:
            return 0, 0
        best = (-9, 0) if mark == "x" else (9, 0)
        for place in range(9):
            if board[place] == ".":
                after = board[:place] + mark + board[place + 1 :]
                value = solve(after, "o" if mark == "x" else "x", lowest, highest)
                if mark == "x":
                    best = max(best, value)
                    lowest = max(lowest, best)
                else:
                    best = min(best, value)
                    highest = min(highest, best)
                if cuts and lowest >= highest:
                    count["beyond" if lowest[0] > highest[0] else "tied"] += 1
                    break
        return best

    with attach(solve) as recording:
        solve("x...o....", "x", (-9, 0), (9, 0))
    trace = recording.trace
    assert (count["tied"] > 3) == cuts
    assert (trace.counts.visited, trace.counts.cutoffs) == (count["visits"], count["beyond"])
    assert "cut" not in trace.header.options
    assert "cutoffs at ties are missed" in capsys.readouterr().err
    assert (trace.columns.alpha[0], trace.columns.beta[0]) == (-9, 9)
    assert [finding.disease for finding in check(trace)] == ([] if cuts else ["missed-cut"])
