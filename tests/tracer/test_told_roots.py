"""A root that nobody gave is where the recording's own texts say, and moves are the ones that lead to its positions."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

import tracer

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
NAMES = [column + row for row in "123" for column in "abc"]
TURNED = [column + row for column in "abc" for row in "123"]
"""The squares by their columns first."""
ROOT = "XO..O..X."


def recording(root: str, names: list[str], header: dict[str, Any], worth: int = 1) -> str:
    """Lines of an alpha-beta search of tic-tac-toe; `worth` is what it takes a win of X for."""
    lines: list[dict[str, Any]] = [{"plyscope": 1, "search": "engine", **header}]

    def visit(board: str, turn: int, name: str | None, alpha: int, beta: int) -> int:
        shown = "\n".join(board[row : row + 3] for row in (0, 3, 6))
        lines.append({"enter": name, "turn": turn, "alpha": alpha, "beta": beta, "state": shown})
        won = next((board[a] for a, b, c in LINES if board[a] == board[b] == board[c] != "."), None)
        free = [] if won else [square for square in range(9) if board[square] == "."]
        best = 9 * -turn if free else worth if won == "X" else -1 if won else 0
        for place, square in enumerate(free):
            after = board[:square] + ("X" if turn > 0 else "O") + board[square + 1 :]
            value = visit(after, -turn, names[square], alpha, beta)
            best = max(best, value) if turn > 0 else min(best, value)
            alpha, beta = (max(alpha, value), beta) if turn > 0 else (alpha, min(beta, value))
            if alpha >= beta:
                lines.append({"prune": [names[one] for one in free[place + 1 :]]})
                break
        lines.append({"leave": best})
        return best

    visit(root, 1, None, -9, 9)
    return "\n".join(map(json.dumps, lines))


def read(text: str) -> tracer.Trace:
    return tracer.read_lines(io.BytesIO(text.encode()))


@pytest.mark.parametrize("names", [NAMES, TURNED], ids=["rows first", "columns first"])
@pytest.mark.parametrize("game", [None, "tictactoe"], ids=["named by check", "named by the file"])
def test_a_healthy_search_is_not_held_to_another_root(names: list[str], game: str | None, tmp_path: Any) -> None:
    text = recording(ROOT, names, {} if game is None else {"game": game})
    read(text).save(tmp_path / "t.plyscope")
    trace = tracer.load(tmp_path / "t.plyscope")
    assert tracer.check(trace, None if game else "tictactoe") == []
    if game and names is NAMES:
        assert (trace.header.position, trace.counts.full_tree_nodes) == ("XO./.O./.X.", 258)


def test_a_mistake_at_such_a_root_is_found() -> None:
    trace = read(recording(ROOT, NAMES, {}, worth=-1))
    assert [one.disease for one in tracer.check(trace, "tictactoe")]


def test_columns_before_rows_are_another_way_to_name_squares(tmp_path: Any) -> None:
    trace = read(recording("XO.......", TURNED, {"game": "tictactoe", "position": "XO./.../..."}))
    assert tracer.check(trace) == []


def test_a_text_that_is_no_position_of_the_game_moves_no_root() -> None:
    text = recording(ROOT, NAMES, {"game": "tictactoe"})
    told, untold = read(text), read(text.replace(r"XO.\n.O.\n.X.", "the root"))
    assert (told.header.position, untold.header.position) == ("XO./.O./.X.", None)
