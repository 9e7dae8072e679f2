"""The move that a search leaves for its caller, in an attribute, a variable, or on the board, without returning it."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest

import tracer
from tracer.attaching.attach_functions import attach
from tracer.attaching.root_answer import Child, RootAnswer, board_left, left_in
from tracer.deciding.call import Copy
from tracer.games.object_attributes import attribute_or_none

RESULT = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def result(c):
    for a, b, d in LINES:
        if c[a] != "-" and c[a] == c[b] == c[d]:
            return 1 if c[a] == "X" else -1
    return None if "-" in c else 0
"""
SEARCH = """
def minimax({first}c, root, maximizing):
    {begin}
    worth = result(c)
    if worth is not None:
        return worth
    best = -2 if maximizing else 2
    for move in range(9):
        if c[move] != "-":
            continue
        c[move] = "X" if maximizing else "O"
        value = minimax({first}c, False, not maximizing)
        c[move] = "-"
        if value > best if maximizing else value < best:
            best = value
            if root and {good}:
                {keep} = move
        if root and not {good}:
            {keep} = move
    return best
"""
DRIVER = """
def minimax(c, maximizing):
    worth = result(c)
    if worth is not None:
        return worth
    best = -2 if maximizing else 2
    for move in range(9):
        if c[move] == "-":
            c[move] = "X" if maximizing else "O"
            value = minimax(c, not maximizing)
            c[move] = "-"
            best = max(best, value) if maximizing else min(best, value)
    return best

def think(ai, c):
    best = -2
    for move in range(9):
        if c[move] == "-":
            c[move] = "X"
            value = minimax(c, False)
            c[move] = "-"
            if value > best or not {good}:
                best, chosen = max(best, value), move
    {leave}
"""
NODES = """
class Node:
    def __init__(self, c, maximizing):
        self.c, self.maximizing, self.best = c, maximizing, None

    def children(self):
        mark = "X" if self.maximizing else "O"
        return [Node(self.c[:k] + mark + self.c[k + 1 :], not self.maximizing) for k in range(9) if self.c[k] == "-"]

def minimax(node):
    worth = result(node.c)
    if worth is not None:
        return worth
    best = -2 if node.maximizing else 2
    for child in node.children():
        value = minimax(child)
        if (value > best if node.maximizing else value < best) or not {good}:
            best, node.best = value if node.maximizing == (value > best) else best, child
    return best

def play(start):
    root = Node(start, True)
    minimax(root)
    return root.best.c
"""
AI = "class AI: pass\n"
STYLES = {
    "attribute": (
        AI + SEARCH.replace("{first}", "ai, ").replace("{begin}", "").replace("{keep}", "ai.best_move"),
        "def play(start):\n    ai, c = AI(), list(start)\n    minimax(ai, c, True, True)\n    return ai.best_move\n",
    ),
    "slot": (
        "class AI: __slots__ = ('choice',)\n"
        + SEARCH.replace("{first}", "ai, ").replace("{begin}", "").replace("{keep}", "ai.choice"),
        "def play(start):\n    ai, c = AI(), list(start)\n    minimax(ai, c, True, True)\n    return ai.choice\n",
    ),
    "global": (
        SEARCH.replace("{first}", "").replace("{begin}", "global best_move").replace("{keep}", "best_move"),
        "def play(start):\n    minimax(list(start), True, True)\n    return best_move\n",
    ),
    "attribute of the driver": (
        AI + DRIVER.replace("{leave}", "ai.choice = chosen"),
        "def play(start):\n    ai = AI()\n    think(ai, list(start))\n    return ai.choice\n",
    ),
    "board": (
        AI + DRIVER.replace("{leave}", "c[chosen] = 'X'"),
        "def play(start):\n    c = list(start)\n    think(AI(), c)\n    return ''.join(c)\n",
    ),
    "node": (NODES, ""),
}
SMALL, LARGE = "X-O-O---X", "X-------O"


def played(style: str, *, good: bool, start: str = SMALL) -> tracer.Trace:
    """The recording of a program that leaves its best move, or its last one."""
    code, driver = STYLES[style]
    made: dict[str, Any] = {"__name__": "program"}
    exec(RESULT + code.replace("{good}", str(good)) + driver, made)
    with attach(made["minimax"], **({"root": made["think"]} if "think" in made else {})) as recording:
        made["play"](start)
    return recording.trace


@pytest.mark.parametrize("start", [SMALL, LARGE])
@pytest.mark.parametrize("style", STYLES)
def test_the_move_that_is_left_is_the_played_one(style: str, start: str) -> None:
    good, bad = (played(style, good=good, start=start) for good in (True, False))
    best = good.label(good.first_with_value)
    assert good.header.notes["played"] == best
    assert tracer.check(good) == []
    assert bad.header.notes["played"] == "7=X"
    if best != "7=X" and style != "node":
        assert [one.disease for one in tracer.check(bad)] == ["worse-move-played"]


def called(search: Any) -> Any:
    """What is left in a call, which its caller reads."""
    kept: list[Any] = []

    def run(ai: Any) -> None:
        search(ai, lambda frame: kept.append(left_in(frame)))
        assert (ai.best_move, ai.move, ai.best, ai.best_value) != ai

    run(SimpleNamespace(best_move=None, move=None, best=None, best_value=None))
    return kept[0]


def test_only_what_the_search_stores_and_its_caller_reads_is_left() -> None:
    def stores(ai: Any, look: Any) -> None:
        ai.best_move, ai.choice, ai.move, ai.best, ai.best_value = 3, 4, 5, 6, 7
        look(sys._getframe())

    def reads(ai: Any, look: Any) -> None:
        look(sys._getframe())
        assert ai.best_move is None

    assert [held for _, held in called(stores)] == [3]
    assert called(reads) == ()


def test_no_code_of_the_program_is_run_to_read_an_attribute() -> None:
    class Odd:
        __slots__ = ("__dict__", "choice", "unset")

        @property
        def best_move(self) -> int:
            raise AssertionError

        def __getattr__(self, name: str) -> int:
            raise AssertionError

    odd = Odd()
    odd.choice = 3
    odd.__dict__["move"] = 4
    assert [attribute_or_none(odd, name) for name in ("best_move", "choice", "unset", "move", "nothing")] == [
        *(None, 3, None, 4, None)
    ]


CHILDREN = [Child("3=X", 3, ("x", ".")), Child("1=X", 1, (".", "x"))]


def test_two_moves_that_are_left_are_none_and_what_is_returned_comes_first() -> None:
    two = (("choice", 3), ("best_move", 1))
    assert RootAnswer((), two).played(CHILDREN, 9) is None
    assert RootAnswer((), two[:1]).played(CHILDREN, 9) == ("3=X",)
    assert RootAnswer((), (*two[:1], ("board", ("x", ".")))).played(CHILDREN, 9) == ("3=X",)
    assert RootAnswer(((("", 1),),), two[:1]).played(CHILDREN, 9) == ("1=X",)
    assert RootAnswer(((("", None),),), two[:1]).played(CHILDREN, 9) == ("3=X",)
    assert RootAnswer(((("", None),),), two).played(CHILDREN, 9) is None
    assert RootAnswer(((("", None),),), ()).played(CHILDREN, 9) == (None,)


def test_a_board_that_one_variable_still_holds_as_it_was_is_not_left() -> None:
    seen = {"board": Copy((".", "."), "", None), "self.board": Copy((".", "."), "", None), "depth": 3}
    now = {"board": ("x", "."), "self.board": ("x", ".")}
    assert {held for _, held in board_left(seen, (".", "."), now.__getitem__)} == {("x", ".")}
    assert board_left(seen, (".", "."), (now | {"board": (".", ".")}).__getitem__) == ()
    assert board_left(seen, ("o", "."), now.__getitem__) == ()
