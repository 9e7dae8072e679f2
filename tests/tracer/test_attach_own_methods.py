"""Classes with properties, methods of numbers and classes of their own: to be recorded runs nothing of them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tracer.attaching.attach_functions import attach
from tracer.games.object_attributes import attribute_or_none, attributes_of, facts_of, to_plain_value
from tracer.games.snapshots import freeze

asked: Counter[str] = Counter()


class Leaf:
    """Makes up a dictionary, and notes that it was asked."""

    __slots__ = ("__hidden", "kids", "leaf", "value")

    def __init__(self, tree: Any) -> None:
        self.value: int | None = None
        self.leaf = tree if type(tree) is int else None
        self.kids = () if type(tree) is int else [Leaf(one) for one in tree]
        self.__hidden = 3

    @property
    def __dict__(self) -> dict[str, Any]:  # type: ignore[override]
        asked["__dict__"] += 1
        return {"made": "up"}

    def __getattr__(self, name: str) -> Any:
        asked[name] += 1
        raise RuntimeError(name)


TREE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


@pytest.mark.parametrize("named", [True, False])
def test_a_property_that_stands_for_the_dictionary_is_not_asked(named: bool) -> None:
    def search(node: Leaf, maximizing: bool) -> None:
        if node.leaf is not None:
            node.value = node.leaf
            return
        for one in node.kids:
            search(one, not maximizing)
        node.value = (max if maximizing else min)(one.value for one in node.kids)

    asked.clear()
    root = Leaf(TREE)
    with attach(*([search] if named else [])) as recording:
        search(root, True)
    assert root.value == 3
    assert not asked
    assert (recording.trace.value, recording.trace.counts.visited) == (3, 13)


def note(name: str, *_: Any) -> Any:
    asked[name] += 1
    raise ValueError(name)


NAMES = ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__", "__neg__", "__abs__", "__bool__")
METHODS: dict[str, Any] = {name: (lambda *held, name=name: note(name, *held)) for name in NAMES}
Real: Any = type("Real", (float,), METHODS | {"__float__": lambda *held: note("__float__", *held)})
Whole: Any = type("Whole", (int,), METHODS | {"__int__": lambda *held: note("__int__", *held)})


def test_numbers_with_methods_of_their_own_are_read_as_plain_ones() -> None:
    def search(number: int, depth: Any, alpha: Any, beta: Any, maximizing: bool) -> Any:
        if int.__eq__(depth, 0):
            return Real(number * 7919 % 101 - 50)
        best = None
        for k in range(3):
            value = search(number * 3 + k + 1, Whole(int.__sub__(depth, 1)), alpha, beta, not maximizing)
            if best is None or (float.__gt__ if maximizing else float.__lt__)(value, best):
                best = value
            if maximizing:
                alpha = best if float.__gt__(best, alpha) else alpha
            else:
                beta = best if float.__lt__(best, beta) else beta
            if float.__ge__(alpha, beta):
                break
        return best

    asked.clear()
    calls = 0

    def plain(number: int, depth: int, alpha: float, beta: float, maximizing: bool) -> float:
        nonlocal calls
        calls += 1
        if depth == 0:
            return float(number * 7919 % 101 - 50)
        best = float("-inf") if maximizing else float("inf")
        for k in range(3):
            value = plain(number * 3 + k + 1, depth - 1, alpha, beta, not maximizing)
            best = max(best, value) if maximizing else min(best, value)
            if maximizing:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    value = plain(1, 6, -99.0, 99.0, True)
    with attach(search) as recording:
        search(1, Whole(6), Real(-99), Real(99), True)
    assert not asked
    assert (recording.trace.value, recording.trace.counts.visited) == (value, calls)
    assert (recording.trace.columns.alpha[0], recording.trace.columns.beta[0]) == (-99, 99)


def test_what_a_class_of_classes_answers_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    class Naming(type):
        def __eq__(cls, other: object) -> bool:
            asked["class"] += 1
            return cls is other

        def __hash__(cls) -> int:
            return 1

        def __getattribute__(cls, name: str) -> Any:
            return type.__getattribute__(cls, name)

    class Node(metaclass=Naming):
        def __init__(self, tree: Any) -> None:
            self.leaf = tree if type(tree) is int else None
            self.kids = () if type(tree) is int else tuple(Node(one) for one in tree)

    def search(node: Node, alpha: int, beta: int, maximizing: bool) -> int:
        if node.leaf is not None:
            return int(node.leaf)
        best = -99 if maximizing else 99
        for one in node.kids:
            value = search(one, alpha, beta, not maximizing)
            if maximizing:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    with attach(search) as recording:
        assert search(Node(TREE), -99, 99, True) == 3
    assert recording.trace.counts.visited == 11
    assert "nothing more is recorded" not in capsys.readouterr().err


def test_attributes_are_those_of_the_object_itself() -> None:
    leaf = Leaf(5)
    leaf.value = 5
    assert attributes_of(leaf) == {"_Leaf__hidden": 3, "kids": (), "leaf": 5, "value": 5}
    assert freeze(leaf) != freeze(Leaf(5))
    assert attribute_or_none(leaf, "made") is None
    assert not facts_of(Leaf).is_mapping
    assert type(to_plain_value(Whole(3))) is int
    assert to_plain_value(True) is True
