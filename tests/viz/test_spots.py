"""Nodes that callers name by ids, by paths and as nodes: drawings are the same."""

from typing import Any

import numpy as np
import pytest

import tracer
import viz
from viz.pictures.node_masks import resolve_node_options

TREE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


@pytest.mark.parametrize("option", ["root", "near"])
def test_a_node_is_an_id_a_path_or_a_node(option: str) -> None:
    trace = tracer.trace(TREE)
    spots: list[Any] = [5, np.int64(5), "a2", ("a2",), trace[5]]
    assert len({viz.to_svg(trace, **{option: spot}) for spot in spots}) == 1  # type: ignore[misc]
    assert resolve_node_options(trace, {option: None, "find": "cutoff"}) == {option: None, "find": "cutoff"}


def test_several_nodes_and_notes_are_named_so_too() -> None:
    trace = tracer.trace(TREE)
    for spots in ([6, 9], ["a2/b1", trace.find("a3")], iter(("a2/b1", 9))):
        assert resolve_node_options(trace, {"highlight": spots, "nodes": [0, "a1"]}) == {
            "highlight": [6, 9],
            "nodes": [0, 1],
        }
    assert resolve_node_options(trace, {"highlight": "a2/b1"}) == {"highlight": [6]}
    assert resolve_node_options(trace, {"notes": {"a2": "here", trace[1]: "there"}}) == {
        "notes": {5: "here", 1: "there"}
    }
    assert viz.to_html(trace, root="a2") == viz.to_html(trace, root=5)


@pytest.mark.parametrize(
    ("spot", "refused"),
    [("a9", "no move 'a9' at the root"), (2.5, "near: a node is its id, a path such as 'a2/b1', or a tracer.Node")],
)
def test_what_is_no_node_is_refused(spot: Any, refused: str) -> None:
    with pytest.raises(tracer.PlyscopeError, match=refused):
        viz.to_svg(tracer.trace(TREE), near=spot)


def test_a_node_of_another_trace_is_refused() -> None:
    with pytest.raises(tracer.PlyscopeError, match="root is a node of another trace: <Node 1 a1"):
        viz.to_svg(tracer.trace(TREE), root=tracer.trace(TREE)[1])
