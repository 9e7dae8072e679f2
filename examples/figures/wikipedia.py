"""The tree of Wikipedia's article on alpha-beta pruning, cut where value >= beta, and where value > beta alone.

python examples/figures/wikipedia.py > wikipedia.svg
"""

from dataclasses import replace

import plyscope

TREE = [[[[5, 6], [7, 4, 5]], [[3]]], [[[6], [6, 9]], [[7]]], [[[5]], [[9, 8], [6]]]]


def trace(cut: str) -> plyscope.Trace:
    """The search with a cutoff test: `>=` or `>`."""
    return plyscope.trace(TREE, "alphabeta", cut=cut)


def panel(cut: str) -> plyscope.Picture:
    """One of them."""
    drawn = plyscope.picture(trace(cut), layers=True, windows="none", fit="none")
    return replace(drawn, heading=(f"cutoff where value {cut} beta", *drawn.heading[1:]))


def figure() -> str:
    """Both, side by side."""
    return plyscope.panels([panel(">="), panel(">")], columns=1)


if __name__ == "__main__":
    print(figure(), end="")
