"""SSS* and MTD(+∞) on the tree of Russell and Norvig: the same leaves, evaluated in the same order.

python examples/figures/sss_mtdf.py > sss-mtdf.svg
"""

from dataclasses import replace

import plyscope
from tracer.recording.log import GAMMA4
from tracer.recording.status import TERMINAL
from tracer.text import number

TREE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
"""The tree of Russell and Norvig's chapter on games."""


def best_first() -> plyscope.Trace:
    """The search that takes from OPEN the state of highest merit."""
    return plyscope.trace(TREE, "sss")


def passes() -> plyscope.Trace:
    """The alpha-beta searches in null windows, from +∞ down, with a table that forgets nothing."""
    return plyscope.trace(TREE, "mtdf", guess=float("inf"), table="path")


def order(trace: plyscope.Trace) -> list[int]:
    """The leaves in the order in which they were evaluated."""
    if (log := trace.columns.log) is not None:
        return [int(node) for node, kind in zip(log.node, log.kind, strict=True) if kind == GAMMA4]
    return [node for node in range(len(trace)) if trace.columns.status[node] == TERMINAL]


def panel(trace: plyscope.Trace, root: int, *heading: str) -> plyscope.Picture:
    """The tree at a node, its leaves numbered."""
    numbers = {node: f"leaf {place}" for place, node in enumerate(order(trace), 1)}
    drawn = plyscope.picture(trace, root=root, windows="none", notes=numbers, fit="none", fold=False)
    return replace(drawn, heading=heading)


def leaves(trace: plyscope.Trace, root: int) -> str:
    """Which leaves were evaluated at a node and below it."""
    inside = [place for place, leaf in enumerate(order(trace), 1) if root <= leaf < trace.columns.end[root]]
    return f"leaves {inside[0]} to {inside[-1]}" if len(inside) > 1 else f"leaf {inside[0]}"


def figure() -> str:
    """SSS* first, then the passes of MTD(+∞), each with the number that it asked for."""
    one, other = best_first(), passes()
    log = one.columns.log
    assert log is not None
    merits = ", ".join(map(number, dict.fromkeys(log.x.tolist())))
    panels = [replace(panel(one, 0, "SSS*", f"merits {merits}: {leaves(one, 0)}"), note="")]
    for place, root in enumerate(other.children(0), 1):
        said = f"asks for {number(float(other.columns.beta[root]))}: {leaves(other, root)}"
        panels.append(panel(other, root, f"MTD(+∞), pass {place}", said))
    return plyscope.panels(panels, columns=2)


if __name__ == "__main__":
    print(figure(), end="")
