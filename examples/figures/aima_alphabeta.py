"""The six stages of alpha-beta on the tree of Russell and Norvig: what is known of each node's value as it goes on.

python examples/figures/aima_alphabeta.py > aima-alphabeta.svg
"""

from dataclasses import replace

import plyscope

TREE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
STAGES = {"(a)": "a1/b1", "(b)": "a1/b2", "(c)": "a1/b3", "(d)": "a2/b1", "(e)": "a3/b1", "(f)": "a3/b3"}
"""Each stage is the tree just after a leaf has returned; the leaf by its moves."""
NAMES = {(): "A", ("a1",): "B", ("a2",): "C", ("a3",): "D"}
"""What the book calls the nodes; by their moves."""


def trace() -> plyscope.Trace:
    """The search."""
    return plyscope.trace(TREE, "alphabeta")


def step(found: plyscope.Trace, leaf: str) -> int:
    """The last step before the search enters another node: all that follows from the leaf's value is known."""
    later = [node for node in found if node.index > found.find(leaf).index and node.turn is not None]
    return (found.entered(later[0].index) if later else found.steps) - 1


def stage(found: plyscope.Trace, name: str, leaf: str) -> plyscope.Picture:
    """The tree as it was then, with the book's names in place of moves."""
    drawn = plyscope.picture(found, step=step(found, leaf), ranges=True, triangles=True, layers=True, fit="none")
    boxes = []
    for box in drawn.boxes:
        known = (NAMES.get(found.node(box.node).path, ""), box.lines[-1])
        boxes.append(replace(box, lines=(" ".join(filter(None, known)),), role=replace(box.role, on_pv=False)))
    return replace(drawn, boxes=tuple(boxes), heading=(name,), legend=())


def figure() -> str:
    """Six trees, each as far as the search had come, every node where it is in the last."""
    found = trace()
    stages = [stage(found, name, leaf) for name, leaf in STAGES.items()]
    return plyscope.panels(stages, columns=2, like=stages[-1])


if __name__ == "__main__":
    print(figure(), end="")
