"""A move that wins at once may be taken without being searched; nothing is wrong with the node that does so."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from tracer.attaching.attach_functions import attach
from tracer.diagnosis.examination import check
from tracer.tracing import Trace

HASHED = """
from zlib import crc32

def is_win(path):
    return crc32(bytes(path) + b"q") % 7 == 0

def search(path, depth, alpha, beta):
    if depth == 0:
        return crc32(bytes(path) + b"q") % 21 - 10
    for move in range(3):
        if is_win((*path, move)):
            return 50 + depth
        value = -search((*path, move), depth - 1, -beta, -alpha)
        if value >= beta:
            return value
        alpha = max(alpha, value)
    return alpha

search((), 4, -99, 99)
"""
BOARD = """
LINES = (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)
board = list("xo.......")

def has_won(mark):
    return any(all(board[square] == mark for square in line) for line in LINES)

def negamax(mine, other, ply, alpha, beta):
    if "." not in board:
        return 0
    for square in range(9):
        if board[square] == ".":
            board[square] = mine
            if has_won(mine):
                board[square] = "."
                return 10 - ply
            value = -negamax(other, mine, ply + 1, -beta, -alpha)
            board[square] = "."
            if value >= beta:
                return beta
            alpha = max(alpha, value)
    return alpha

negamax("x", "o", 0, -99, 99)
"""
NARROWED = """
WIDTH, HEIGHT = 4, 3

def wins(columns, mark, at):
    def held(column, row):
        inside = 0 <= column < WIDTH and 0 <= row < len(columns[column])
        return columns[column][row] if inside else None

    for right, up in (1, 0), (0, 1), (1, 1), (1, -1):
        count = 1
        for way in 1, -1:
            column, row = at + way * right, len(columns[at]) + way * up
            while held(column, row) == mark:
                count, column, row = count + 1, column + way * right, row + way * up
        if count >= 3:
            return True
    return False

def solve(columns, alpha, beta):
    played = sum(map(len, columns))
    if played == WIDTH * HEIGHT:
        return 0
    free = [column for column in (1, 2, 0, 3) if len(columns[column]) < HEIGHT]
    for column in free:
        if wins(columns, played % 2, column):
            return (WIDTH * HEIGHT + 1 - played) // 2
    most = (WIDTH * HEIGHT - 1 - played) // 2
    if beta > most:
        beta = most
        if alpha >= beta:
            return beta
    for column in free:
        below = (*columns[:column], (*columns[column], played % 2), *columns[column + 1 :])
        value = -solve(below, -beta, -alpha)
        if value >= beta:
            return value
        alpha = max(alpha, value)
    return alpha

solve(((),) * WIDTH, -6, 6)
"""
INLINE = """
def search(pile, ply, alpha, beta):
    best = -100
    for take in 3, 2, 1:
        if take > pile:
            continue
        value = 50 - ply if take == pile else -search(pile - take, ply + 1, -beta, -alpha)
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best

search(9, 0, -100, 100)
"""
BRANCHES = INLINE.replace(
    "value = 50 - ply if take == pile else -search(pile - take, ply + 1, -beta, -alpha)",
    """if take == pile:
            value = 50 - ply
        else:
            value = -search(pile - take, ply + 1, -beta, -alpha)""",
)


def record(text: str, folder: Path) -> Trace:
    """Return the search of a program, of which nothing is said."""
    program = folder / "program.py"
    program.write_text(text, encoding="utf-8")
    with attach() as recording:
        runpy.run_path(str(program), run_name="__main__")
    return recording.traces[0]


def errors(trace: Trace, game: str | None = None) -> set[str]:
    return {finding.disease for finding in check(trace, game=game) if finding.severity == "error"}


@pytest.mark.parametrize("text", [HASHED, BOARD, NARROWED, INLINE, BRANCHES])
def test_a_win_that_is_not_searched_is_no_error(text: str, tmp_path: Path) -> None:
    assert errors(record(text, tmp_path)) == set()


def test_nor_is_it_one_by_the_rules(tmp_path: Path) -> None:
    assert errors(record(BOARD, tmp_path), "tictactoe") == set()


def test_a_win_that_counts_as_a_loss_is_an_error(tmp_path: Path) -> None:
    assert errors(record(HASHED.replace("return 50 + depth", "return -50 - depth"), tmp_path)) == {"wrong-value"}


@pytest.mark.parametrize("text", [INLINE, BRANCHES])
def test_a_win_that_is_worked_out_in_the_loop_comes_from_no_table(text: str, tmp_path: Path) -> None:
    trace = record(text, tmp_path)
    assert (trace.counts.table_hits, trace.header.options.get("fail")) == (0, None)
