"""A function that calls itself and is no search is looked at for a while, and searches are found beside it."""

from __future__ import annotations

from collections import Counter
from types import FrameType
from typing import Any

import pytest

from tracer.attaching.attach_functions import attach
from tracer.attaching.call_observer import CallObserver

LOOKS = 1_600
"""Twice what a function that returns nothing gets, as a round of looks is not broken off."""


class Node:
    """Of a tree that is walked through."""

    def __init__(self, depth: int) -> None:
        self.kids = [Node(depth - 1) for _ in range(4)] if depth else []
        self.size = 0


def walk(node: Node) -> None:
    node.size = 1
    for one in node.kids:
        walk(one)
        node.size += one.size


def spread(tree: Any) -> list[Any]:
    return [one for inside in tree for one in spread(inside)] if isinstance(tree, list) else [tree]


def minimax(board: str, maximizing: bool) -> int:
    if len(board) == 4:
        return sum(map(ord, board)) * 7919 % 23 - 11
    values = [minimax(board + mark, not maximizing) for mark in "abc"]
    return max(values) if maximizing else min(values)


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How many calls of each function were looked at."""
    found: Counter[str] = Counter()
    real = CallObserver.enter

    def enter(self: CallObserver, frame: FrameType, *rest: Any, **more: Any) -> Any:
        found[frame.f_code.co_name] += 1
        return real(self, frame, *rest, **more)

    monkeypatch.setattr(CallObserver, "enter", enter)
    return found


def test_a_walk_through_a_tree_is_looked_at_a_while_and_the_search_after_it_is_found(looked: Counter[str]) -> None:
    with attach() as recording:
        root = Node(6)
        for _ in range(2):
            walk(root)
        value = minimax("", True)
    assert root.size == 5461
    assert looked["walk"] <= LOOKS
    assert looked["__init__"] <= LOOKS
    assert (recording.trace.value, recording.trace.counts.visited) == (value, 121)


def test_what_returns_something_else_than_numbers_is_looked_at_longer(looked: Counter[str]) -> None:
    tree: Any = "x"
    for _ in range(6):
        tree = [tree] * 4
    with attach() as recording:
        for _ in range(3):
            assert len(spread(tree)) == 4096
        minimax("", True)
    assert looked["spread"] <= 7_000
    assert recording.trace.counts.visited == 121
