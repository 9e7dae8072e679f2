"""Minimax against alpha-beta on one tree: in grey what the second did not look at.

python examples/figures/minimax_alphabeta.py > minimax-alphabeta.svg
"""

from dataclasses import replace

import plyscope

TREE = [[[1, 5], [6, 2, 8]], [[4, 8], [9, 7, 3]], [[6, 2], [3, 9]]]


def trace(search: str) -> plyscope.Trace:
    """A search of the tree."""
    return plyscope.trace(TREE, search)


def panel(search: str) -> plyscope.Picture:
    """One of them, with the positions below its pruned branches."""
    found = trace(search)
    counts = f"{found.counts.visited} visited, {found.counts.pruned_branches} branches pruned"
    return replace(plyscope.picture(found, windows="none", unvisited=1, fit="none"), heading=(search, counts))


def figure() -> str:
    """Both, side by side."""
    # What is said of values holds for both.
    return plyscope.panels([replace(panel("minimax"), note=""), panel("alphabeta")], columns=1)


if __name__ == "__main__":
    print(figure(), end="")
