"""A table that answers the next pass with the bound of the pass before is named, though it answers that once."""

from __future__ import annotations

from pathlib import Path

import pytest
from style import Recorded, blamed, recorded

from tracer.recording.status import TABLE

SOUND = """
table = {}

def guess(node):
    return (node * 7919 % 211) - 105

def search(node, depth, alpha, beta):
    low, high = table.get((node, depth), (-999, 999))
    if low >= beta or low == high:
        return low
    if high <= alpha:
        return high
    if depth == 0:
        return guess(node)
    best, end = -999, alpha
    for move in range(4):
        value = -search(node * 4 + move + 1, depth - 1, -beta, -end)
        best = max(best, value)
        end = max(end, value)
        if end >= beta:
            break
    table[node, depth] = best if best > alpha else -999, best if best < beta else 999
    return best

def think(depth, low, high):
    while True:
        value = search(0, depth, low, high)
        if value <= low:
            low = -999
        elif value >= high:
            high = 999
        else:
            return value

print([think(depth, {window}) for depth in {depths}])
"""
BOUNDS = "best if best > alpha else -999, best if best < beta else 999"


def of(tmp_path: Path, program: str, window: str, depths: str = "(4,)") -> Recorded:
    script = tmp_path / "program.py"
    script.write_text(program.replace("{window}", window).replace("{depths}", depths), "utf-8")
    return recorded(script, ())


@pytest.mark.parametrize("window", ["0, 20", "-60, -40"])
def test_a_bound_that_answers_the_next_pass_as_exact_is_named(tmp_path: Path, window: str) -> None:
    found = of(tmp_path, SOUND.replace(BOUNDS, "best, best"), window)
    (trace,) = found.traces
    (_, second) = trace.children(0)
    assert trace[second].status == TABLE
    assert blamed(found.files[0]) == {"bound-as-exact"}


def test_an_end_of_the_window_that_answers_the_next_pass_as_exact_is_named(tmp_path: Path) -> None:
    hard = SOUND.replace(BOUNDS, "end, end").replace("return best\n", "return max(alpha, min(end, beta))\n")
    assert blamed(of(tmp_path, hard, "0, 20").files[0]) == {"window-value-as-exact"}


@pytest.mark.parametrize("window", ["0, 20", "-60, -40", "-999, 999"])
@pytest.mark.parametrize("depths", ["(4,)", "(2, 3, 4)", "(4, 4)"])
def test_a_table_that_keeps_bounds_as_they_are_is_not(tmp_path: Path, window: str, depths: str) -> None:
    assert not blamed(of(tmp_path, SOUND, window, depths).files[0])
