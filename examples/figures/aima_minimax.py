"""Minimax on the two-ply tree of Russell and Norvig, "Artificial Intelligence: A Modern Approach", chapter on games.

python examples/figures/aima_minimax.py > aima-minimax.svg
"""

from dataclasses import replace

import plyscope

TREE = """{"children": {
    "a1": {"children": {"b1": 3, "b2": 12, "b3": 8}},
    "a2": {"children": {"c1": 2, "c2": 4, "c3": 6}},
    "a3": {"children": {"d1": 14, "d2": 5, "d3": 2}}}}"""
NAMES = {(): "A", ("a1",): "B", ("a2",): "C", ("a3",): "D"}
"""What the book calls the nodes; by their moves."""


def trace() -> plyscope.Trace:
    """The search."""
    return plyscope.trace(TREE, "minimax")


def figure() -> str:
    """The tree as the book draws it: triangles with their names, moves at the edges, the players in the margin."""
    found = trace()
    drawn = plyscope.picture(found, triangles=True, layers=True, moves="edge", caption=False, legend=False, fit="none")
    boxes = []
    for box in drawn.boxes:
        name = NAMES.get(found.node(box.node).path)
        boxes.append(replace(box, lines=(f"{name} {box.lines[-1]}",)) if name else box)
    return plyscope.panels([replace(drawn, boxes=tuple(boxes))])


if __name__ == "__main__":
    print(figure(), end="")
