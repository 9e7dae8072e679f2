"""The minimal tree of Knuth and Moore (1975): the best-ordered uniform tree, its nodes coloured by their type.

python examples/figures/knuth_moore.py > knuth-moore.svg
"""

from dataclasses import replace

import plyscope

BRANCHING, DEPTH = 3, 4


def trace() -> plyscope.Trace:
    """The search of a uniform tree with random values, the best move first everywhere."""
    return plyscope.trace(f"random:b={BRANCHING},d={DEPTH},seed=1", "alphabeta", order="best")


def figure() -> str:
    """Every node that any search must visit, and the branches that it need not; moves have no names here."""
    drawn = plyscope.picture(trace(), types=True, moves="edge", windows="none", sideways=True, layers=True, fit="none")
    heading = (f"The minimal tree: {BRANCHING} moves, {DEPTH} plies, the best move first", *drawn.heading[1:])
    boxes = tuple(replace(box, edge=()) for box in drawn.boxes)
    return plyscope.panels([replace(drawn, boxes=boxes, heading=heading)])


if __name__ == "__main__":
    print(figure(), end="")
