"""A loop over the moves that ends after the first of them is named, though no rules tell what was left."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path

import pytest

from tracer.attaching.attach_functions import attach
from tracer.diagnosis.examination import check
from tracer.diagnosis.source_lines import text_of_source
from tracer.recording.source import Source

BOARD = """
def winner(b):
    for x, y, z in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)):
        if b[x] != "." and b[x] == b[y] == b[z]:
            return b[x]
    return None
"""
FLAG = (
    BOARD
    + """
def minimax(board, is_maximizing):
    won = winner(board)
    if won or "." not in board:
        return {"X": 1, "O": -1, None: 0}[won]
    if is_maximizing:
        best = -9
        for k in range(9):
            if board[k] == ".":
                board[k] = "X"
                score = minimax(board, False)
                board[k] = "."
                best = max(score, best)
        return best
    best = 9
    for k in range(9):
        if board[k] == ".":
            board[k] = "O"
            score = minimax(board, True)
            board[k] = "."
            best = min(score, best)
    return best


minimax(list("OX.X..O.."), True)
"""
)
BETTER = (
    BOARD
    + """
def negamax(board, mark):
    won = winner(board)
    if won or "." not in board:
        return -1 if won else 0
    best = -9
    for k in [k for k, held in enumerate(board) if held == "."]:
        value = -negamax(board[:k] + mark + board[k + 1 :], "O" if mark == "X" else "X")
        if value > best:
            best = value
    return best


negamax("OX.X..O..", "X")
"""
)
POPPED = (
    BOARD
    + """
class Player:
    def value(self, board, mine):
        won = winner(board)
        if won or "." not in board:
            return 0 if not won else 1 if won == "X" else -1
        free = [k for k, held in enumerate(board) if held == "."]
        values = []
        while free:
            k = free.pop()
            values.append(self.value(board[:k] + ("X" if mine else "O") + board[k + 1 :], not mine))
            best = max(values) if mine else min(values)
        return best


Player().value("OX.X..O..", True)
"""
)
CUT = (
    BOARD
    + """
def search(board, mark, alpha, beta):
    won = winner(board)
    if won or "." not in board:
        return -1 if won else 0
    for k in [k for k, held in enumerate(board) if held == "."]:
        value = -search(board[:k] + mark + board[k + 1 :], "O" if mark == "X" else "X", -beta, -alpha)
        if value >= beta:
            return value
        if value > alpha:
            alpha = value
    return alpha


search("OX.X..O..", "X", -9, 9)
"""
)
SICK: dict[str, tuple[str, tuple[tuple[str, str], ...]]] = {
    "both returns": (
        FLAG,
        (
            (
                "                best = max(score, best)\n",
                "                best = max(score, best)\n                return best\n",
            ),
            ("            best = min(score, best)\n", "            best = min(score, best)\n            return best\n"),
        ),
    ),
    "one return": (
        FLAG,
        (("            best = min(score, best)\n", "            best = min(score, best)\n            return best\n"),),
    ),
    "a break": (BETTER, (("            best = value\n", "            best = value\n        break\n"),)),
    "a return with the best": (
        BETTER,
        (("            best = value\n", "            best = value\n            return best\n"),),
    ),
    "a while loop": (
        POPPED,
        (
            (
                "max(values) if mine else min(values)\n",
                "max(values) if mine else min(values)\n            return best\n",
            ),
        ),
    ),
    "after the cutoff": (CUT, (("            alpha = value\n", "            alpha = value\n        return alpha\n"),)),
}


def findings(text: str, folder: Path, *names: str) -> list[tuple[str, str]]:
    """What is found in the searches of a program, of which nothing is said but perhaps the function's name."""
    program = folder / f"program{len(text)}.py"
    program.write_text(text, encoding="utf-8")
    with attach(*names) as recording:
        runpy.run_path(str(program), run_name="__main__")
    return [
        (finding.disease, finding.message)
        for trace in recording.traces
        for finding in check(trace)
        if finding.severity.name != "NOTE"
    ]


@pytest.mark.parametrize("name", SICK)
def test_a_loop_that_ends_after_its_first_move_is_named(name: str, tmp_path: Path) -> None:
    text, edits = SICK[name]
    assert findings(text, tmp_path) == []
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    found = findings(text, tmp_path)
    assert found
    assert {slug for slug, _ in found} == {"cut-without-cause"}
    assert "ends the loop over the moves after the call of line" in found[0][1]


HEALTHY: dict[str, Callable[[str], str]] = {
    "one move is legal": lambda text: text.replace('"OX.X..O.."', '"OXXXOOXO."'),
    "each loop has one move": lambda text: text.replace('held == "."]:', 'held == "."][:1]:'),
}


@pytest.mark.parametrize("change", HEALTHY)
@pytest.mark.parametrize("text", [BETTER, CUT])
def test_nodes_with_one_move_are_not_blamed(change: str, text: str, tmp_path: Path) -> None:
    name = "negamax" if "negamax" in text else "search"
    assert findings(HEALTHY[change](text), tmp_path, name) == []


@pytest.mark.parametrize(
    "text", ["(" * 999, "-" * 200_000 + "1", "x" + ".a" * 200_000, "a\0b", "lambda:" * 100_000 + "1"]
)
def test_a_text_that_python_cannot_read_tells_nothing(text: str) -> None:
    assert text_of_source(Source("search", "own.py", 1, text), frozenset({"search"})) is None
