"""What a call leaves in a position is a mistake where the next call reads it, and none where that writes it anew."""

from __future__ import annotations

from typing import Any

import pytest

import tracer
from tracer.attaching.attach_functions import attach

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
ALL = frozenset({"cells", "turn", "last", "filled"})


def free(cells: Any) -> list[int]:
    """The squares to play on; none once somebody has won."""
    won = any(cells[a] == cells[b] == cells[c] != "." for a, b, c in LINES)
    return [] if won else [square for square in range(9) if cells[square] == "."]


def named(state: dict[str, Any], first: bool, back: frozenset[str]) -> int:
    """Has its position in a dictionary, and takes some of it back."""
    moves = free(state["cells"])
    if not moves:
        return (-1 if first else 1) if "." in state["cells"] else 0
    values = []
    for square in moves:
        before = dict(state)
        state["cells"] = before["cells"][:square] + before["turn"] + before["cells"][square + 1 :]
        state["turn"] = "O" if before["turn"] == "X" else "X"
        state["last"], state["filled"] = square, before["filled"] + 1
        values.append(named(state, not first, back))
        state.update({name: before[name] for name in back})
    return max(values) if first else min(values)


def unnamed(state: list[Any], first: bool, back: frozenset[str]) -> int:
    """Has three rows, and the last move behind them."""
    moves = free(sum(state[:3], []))  # noqa: RUF017  # as people write it
    if not moves:
        return (-1 if first else 1) if "." in sum(state[:3], []) else 0  # noqa: RUF017  # see above
    values = []
    for square in moves:
        before = state[3]
        state[square // 3][square % 3] = "X" if first else "O"
        state[3] = (square // 3, square % 3)
        values.append(unnamed(state, not first, back))
        state[square // 3][square % 3] = "."
        if "last" in back:
            state[3] = before
    return max(values) if first else min(values)


POSITIONS: dict[Any, Any] = {
    named: {"cells": "XO..X...O", "turn": "X", "last": -1, "filled": 4},
    unnamed: [["X", "O", "."], [".", "X", "."], [".", ".", "O"], (2, 2)],
}


def found(search: Any, back: frozenset[str]) -> tuple[bool, set[str]]:
    """Whether any position was left as another one, and the diseases of positions."""
    with attach(search) as recording:
        search(POSITIONS[search].copy(), True, back)
    trace = recording.trace
    left = trace.columns.left_text
    return left is not None and bool((left >= 0).any()), {one.disease for one in tracer.check(trace)}


@pytest.mark.parametrize("search", POSITIONS, ids=lambda one: one.__name__)
def test_a_last_move_that_is_not_taken_back_is_no_mistake(search: Any) -> None:
    assert found(search, ALL - {"last"}) == (True, set())


@pytest.mark.parametrize("lost", ["cells", "turn", "filled"])
def test_what_the_next_call_reads_is_one(lost: str) -> None:
    for beside in (set(), {"last"}):
        left, diseases = found(named, ALL - {lost} - beside)
        assert left
        assert diseases & {"not-undone", "undone-wrongly"}
