"""All of tic-tac-toe in one picture: every visit of alpha-beta, and in grey everything that it never looked at.

python examples/figures/icicle.py icicle.png
"""

import sys

import plyscope


def trace() -> plyscope.Trace:
    """The search to the end of the game, squares in reading order."""
    return plyscope.trace("tictactoe", "alphabeta")


if __name__ == "__main__":
    plyscope.draw(trace(), sys.argv[1], chart="icicle", mass="nodes", dpi=100)
