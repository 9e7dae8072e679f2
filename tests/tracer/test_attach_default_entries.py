"""Nodes that are dictionaries with default entries: to be recorded makes no entry in them."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest

from tracer.attaching.attach_functions import attach

Node = defaultdict[str, Any]


def node(**entries: Any) -> Node:
    return defaultdict(list, entries)


def tree() -> Node:
    leaves = [node(score=score) for score in (3, 12, 8, 2, 4, 6, 14, 5, 2)]
    return node(moves=[node(moves=leaves[k : k + 3]) for k in (0, 3, 6)])


def minimax(place: Node, maximizing: bool) -> int:
    if "moves" not in place:
        return place["score"]  # type: ignore[no-any-return]
    values = [minimax(one, not maximizing) for one in place["moves"]]
    return max(values) if maximizing else min(values)


@pytest.mark.parametrize("named", [True, False])
def test_leaves_get_no_moves(named: bool) -> None:
    whole = tree()
    with attach(*([minimax] if named else [])) as recording:
        values = [minimax(whole, True) for _ in range(3)]
    assert values == [3, 3, 3]
    assert recording.trace.counts.visited == 13
    assert [sorted(leaf) for inner in whole["moves"] for leaf in inner["moves"]] == [["score"]] * 9
