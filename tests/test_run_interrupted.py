"""After Ctrl-C `plyscope run` says how far the search came, how large its tree is, and what would shorten it."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest
from scripts import plyscope

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")

BEGIN = """
import os, signal, time

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
calls = 0

def count_calls():
    global calls
    calls += 1
    if calls == LAST:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(5)

def worth(board):
    won = next((board[a] for a, b, c in LINES if board[a] == board[b] == board[c] != "."), None)
    return {"X": 1, "O": -1}.get(won, None if "." in board else 0)
"""
MINIMAX = (
    BEGIN
    + """
def minimax(board, player):
    count_calls()
    if worth(board) is not None:
        return worth(board)
    after = [board[:k] + player + board[k + 1 :] for k in range(9) if board[k] == "."]
    values = [minimax(one, "O" if player == "X" else "X") for one in after]
    return max(values) if player == "X" else min(values)

minimax("XO.......", "X")
"""
)
MISERE = MINIMAX.replace('"X": 1, "O": -1', '"X": -1, "O": 1')
ALPHABETA = (
    BEGIN
    + """
def search(board, depth, alpha, beta):
    count_calls()
    won = worth(board)
    if won is not None or depth == 0:
        return -abs(won or 0)
    me = "X" if board.count("X") == board.count("O") else "O"
    best = -9
    for k in range(9):
        if board[k] == ".":
            best = max(best, -search(board[:k] + me + board[k + 1 :], depth - 1, -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    return best

ROOT
"""
)
ONCE = ALPHABETA.replace("ROOT", 'search("." * 9, 6, -9, 9)')
DEEPENING = ALPHABETA.replace("ROOT", 'for depth in range(1, 8):\n    search("." * 9, depth, -9, 9)')


def interrupted(folder: Path, program: str, last: int, *words: str) -> list[str]:
    """Run a program that gets Ctrl-C in some call of its search, and give the lines that say how far it came."""
    (folder / "s.py").write_text(program.replace("LAST", str(last)))
    done = plyscope(folder, "s.py", *words)
    assert done.returncode == -signal.SIGINT, done.stderr
    lines = done.stderr.splitlines()
    assert lines[-1].startswith("plyscope: the script was interrupted")
    return lines[next(k for k, line in enumerate(lines) if line.startswith("interrupted after")) : -1]


@pytest.mark.parametrize("words", [(), ("-o", "t.plyscope")], ids=["in memory", "in a file"])
def test_a_search_that_visits_all_would_be_shorter_with_alpha_beta_and_more(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    assert interrupted(tmp_path, MINIMAX, 3_000, *words) == [
        "interrupted after 3,000 nodes: 2 of 7 moves of the root are done",
        "if the game is tictactoe, the full tree has 8,232 nodes; 36% of them were visited",
        "it would be shorter with alpha-beta; a depth limit; a table, for 3,000 visits were of 486 positions",
    ]


def test_a_game_that_is_given_is_no_guess(tmp_path: Path) -> None:
    lines = interrupted(tmp_path, MINIMAX, 3_000, "--game", "tictactoe")
    assert lines[1] == "the full tree has 8,232 nodes; 36% of them were visited"


def test_of_an_unknown_game_nobody_says_how_large_its_tree_is_or_how_many_moves_there_are(tmp_path: Path) -> None:
    first, second = interrupted(tmp_path, MISERE, 2_000)
    assert first == "interrupted after 2,000 nodes: 1 move of the root is done"
    assert second.startswith("it would be shorter with alpha-beta; a depth limit")


def test_what_a_search_has_is_not_advised(tmp_path: Path) -> None:
    first, second, third = interrupted(tmp_path, ONCE, 900)
    assert " of 9 moves of the root " in first
    assert second == "if the game is tictactoe, the full tree to depth 6 has 73,450 nodes"
    assert "alpha-beta" not in third
    assert "a depth limit of less than 6" in third


def test_of_iterations_the_last_one_is_told(tmp_path: Path) -> None:
    lines = interrupted(tmp_path, DEEPENING, 2_500)
    done = "in its last iteration, depth 6, 4 of 9 moves of the root are done"
    assert lines[0] == f"interrupted after 2,501 nodes: {done}"
    assert len(lines) == 3


def test_a_search_that_ended_before_is_not_said_to_be_interrupted(tmp_path: Path) -> None:
    (tmp_path / "s.py").write_text(
        MINIMAX.replace("LAST", "0").replace("XO.......", "XOXOXO...") + "raise KeyboardInterrupt\n"
    )
    done = plyscope(tmp_path, "s.py")
    assert (done.returncode, "interrupted after" in done.stderr) == (-signal.SIGINT, False)
