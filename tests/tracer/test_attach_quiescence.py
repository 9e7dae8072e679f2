"""Quiescence searches of other shapes than the search that goes on in them: they belong to it, or are named."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType, FunctionType
from typing import Any

import numpy as np
import pytest

from tracer.attaching.attach_functions import attach
from tracer.diagnosis.examination import check
from tracer.recording.columns import NO_DEPTH

BOARD = '''
WORST = 10_000
class Board:
    """Squares that are taken in turn; a row of them is noisy."""
    def __init__(self):
        self.cells, self.turn = [0] * 6, 1
    def moves(self, noisy=False):
        return [at for at, held in enumerate(self.cells) if not held and (not noisy or at in (1, 3, 5))]
    def push(self, at):
        self.cells[at], self.turn = self.turn, -self.turn
    def pop(self, at):
        self.cells[at], self.turn = 0, -self.turn
def evaluate(board):
    return board.turn * (sum((at + 2) * (at + 3) * held for at, held in enumerate(board.cells)) * 31 % 41 - 20)
'''
CALM = """
def calm(board, alpha, beta):
    best = evaluate(board)
    if best >= beta:
        return best
    alpha = max(alpha, best)
    for move in board.moves(True):
        board.push(move)
        score = -calm(board, -beta, -alpha)
        board.pop(move)
        best, alpha = max(best, score), max(alpha, score)
        if alpha >= beta:
            break
    return best
"""
SEARCH = """
def search(board, depth, alpha, beta):
    if depth == 0:
        return calm(board, alpha, beta)
    best = -WORST
    for move in board.moves():
        board.push(move)
        score = -search(board, depth - 1, -beta, -alpha)
        board.pop(move)
        best, alpha = max(best, score), max(alpha, score)
        if alpha >= beta:
            break
    return best
def main():
    return search(Board(), 3, -WORST, WORST)
"""
PLAIN = BOARD + CALM + SEARCH
MATES = """
    alpha, beta = max(alpha, depth - 9000), min(beta, 9000 - depth)
    if alpha >= beta:
        return alpha
    if depth == 0"""


def with_pairs(text: str, function: str, *, choice: str = "best, None", taken: str = "[0]") -> str:
    """The program with a function that returns its value in something."""
    before, head, body = text.partition(f"def {function}(")
    body, after_head, after = body.partition("\ndef ")
    body = body.replace("return best", f"return {choice}")
    body = body.replace(
        "return calm(board, alpha, beta)", f"return {choice.replace('best', 'calm(board, alpha, beta)')}"
    )
    return re.sub(
        rf"(?<!def ){function}(\(board, [^)]*\))", rf"{function}\1{taken}", before + head + body + after_head + after
    )


def with_names(text: str, *names: str) -> str:
    """The program with other names for the window of its quiescence search."""
    calm = CALM.replace("alpha", names[0]).replace("beta", names[1])
    return text.replace(CALM, calm)


HARD = SEARCH.replace(
    "return calm(board, alpha, beta)", "return max(alpha, min(beta, calm(board, alpha, beta)))"
).replace("            break\n    return best", "            return beta\n    return alpha")
DIRECT = SEARCH.replace(
    "        score = -search(board, depth - 1, -beta, -alpha)\n",
    "        if depth > 1:\n"
    "            score = -search(board, depth - 1, -beta, -alpha)\n"
    "        else:\n"
    "            score = -calm(board, -beta, -alpha)\n",
).replace("    if depth == 0:\n        return calm(board, alpha, beta)\n", "")
SHAPES = {
    "alike": PLAIN,
    "pair": with_pairs(PLAIN, "search"),
    "pair of the other": with_pairs(PLAIN, "calm"),
    "entry": with_pairs(PLAIN, "search", choice='{"move": None, "score": best}', taken='["score"]'),
    "tightened": BOARD + CALM + SEARCH.replace("\n    if depth == 0", MATES),
    "clamped": BOARD + CALM + HARD,
    "after a move": BOARD + CALM + DIRECT,
    "names": with_names(PLAIN, "lower", "upper"),
    "names after a move": with_names(BOARD + CALM + DIRECT, "lower", "upper"),
    "one window": PLAIN.replace(
        CALM,
        CALM.replace("(board, alpha, beta):", "(board, window):\n    alpha, beta = window").replace(
            "(board, -beta, -alpha)", "(board, (-beta, -alpha))"
        ),
    ).replace("return calm(board, alpha, beta)", "return calm(board, (alpha, beta))"),
}  # fmt: skip


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str], dict[str, Any]]:
    """Gives what a program defines, which has a file that can be read."""

    def load(text: str) -> dict[str, Any]:
        file, found = tmp_path / "program.py", {"__name__": "program"}
        file.write_text(text)
        exec(compile(text, str(file), "exec"), found)
        return found

    return load


def calls_of(main: Callable[[], Any], names: tuple[str, ...]) -> Counter[str]:
    """How often functions are called, as the interpreter has it."""
    found: Counter[str] = Counter()

    def count(frame: FrameType, event: str, _argument: Any) -> None:
        found[frame.f_code.co_name] += event == "call" and frame.f_code.co_name in names

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        main()
    finally:
        sys.setprofile(before)
    return found


@pytest.mark.parametrize("shape", SHAPES)
def test_a_quiescence_search_belongs_to_the_search(program: Callable[[str], dict[str, Any]], shape: str) -> None:
    defined = program(SHAPES[shape])
    main, functions = defined["main"], (defined["search"], defined["calm"])
    calls = calls_of(main, ("search", "calm"))
    assert calls["calm"] > 40
    with attach() as found:
        main()
    assert found.trace.counts.visited == calls.total()
    assert found.trace.header.search == "search, calm"
    windows = found.trace.columns.alpha > -10_001, found.trace.columns.beta < 10_001
    assert all(ends.all() for ends in windows)
    assert not check(found.trace)
    with attach(*functions) as named:
        main()
    for name in ("end", "turn", "alpha", "beta", "value", "status", "text", "why"):
        one, other = getattr(found.trace.columns, name), getattr(named.trace.columns, name)
        assert np.array_equal(one, other), name


def test_what_is_left_out_is_named_with_its_calls(
    program: Callable[[str], dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    strange = SEARCH.replace("return calm(board, alpha, beta)", "return 2 * calm(board, alpha // 2, beta // 2) + 1")
    for text, named in ((PLAIN, True), (BOARD + CALM + strange, False)):
        defined = program(text)
        calls = calls_of(defined["main"], ("search", "calm"))
        with attach(*([defined["search"]] if named else [])) as recording:
            defined["main"]()
        assert recording.trace.counts.visited == calls["search"]
        (line,) = (line for line in capsys.readouterr().err.splitlines() if "left out" in line)
        assert f"calm ({calls['calm']} calls)" in line
        assert "--attach search,calm" in line


EXCHANGE = """
def exchange(board, square, side):
    for at in board.moves(True)[:1]:
        board.push(at)
        worth = max(0, square - exchange(board, square, -side))
        board.pop(at)
        return worth
    return 0
def evaluate(board):
    return board.turn * (sum((at + 2) * (at + 3) * held for at, held in enumerate(board.cells)) * 31 % 41 - 20)
"""


def test_another_recursion_is_neither_a_part_nor_left_out(
    program: Callable[[str], dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    defined = program(
        BOARD + EXCHANGE + SEARCH.replace("calm(board, alpha, beta)", "evaluate(board) + exchange(board, 3, 1)")
    )
    with attach() as recording:
        defined["main"]()
    assert recording.trace.header.search == "search"
    assert "left out" not in capsys.readouterr().err
    assert isinstance(defined["exchange"], FunctionType)


def test_a_position_that_is_handed_on_with_a_minus_is_none_of_the_other_player(
    program: Callable[[str], dict[str, Any]],
) -> None:
    """It is a mistake, as nobody has moved, and is named."""
    defined = program(PLAIN.replace("return calm(board, alpha, beta)", "return -calm(board, -beta, -alpha)"))
    with attach(defined["search"], defined["calm"]) as recording:
        defined["main"]()
    trace = recording.trace
    handed = [node.index for node in trace if node.kind == "onward"]
    assert len(handed) > 40
    assert all(trace.columns.turn[node] == trace.columns.turn[trace.columns.parent[node]] for node in handed)
    assert {one.disease for one in check(trace)} == {"window-not-negated"}


def test_a_ply_that_a_quiescence_search_counts_is_no_depth() -> None:
    def calm(number: int, alpha: int, beta: int, ply: int) -> int:
        best = number * 7919 % 101 - 50
        alpha = max(alpha, best)
        for move in (1, 2) if number % 3 == 0 and ply < 7 else ():
            if alpha >= beta:
                break
            best = max(best, -calm(number * 4 + move, -beta, -alpha, ply + 1))
            alpha = max(alpha, best)
        return best

    def search(number: int, depth: int, alpha: int, beta: int, ply: int) -> int:
        if depth == 0:
            return calm(number, alpha, beta, ply)
        best = -999
        for move in (1, 2, 3):
            best = max(best, -search(number * 4 + move, depth - 1, -beta, -alpha, ply + 1))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    with attach(search, calm) as recording:
        search(3, 4, -999, 999, 0)
    columns = recording.trace.columns
    assert columns.function is not None
    assert columns.depth is not None
    first = columns.function == columns.function[0]
    assert (columns.depth[first] == 4 - columns.ply[first]).all()
    assert (columns.depth[~first] == NO_DEPTH).all()
