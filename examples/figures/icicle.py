"""All of tic-tac-toe in one picture: every visit of alpha-beta, and in grey everything that it never looked at.

python examples/figures/icicle.py icicle.png
"""

import sys

import tracer
import viz


def trace() -> tracer.Trace:
    """The search to the end of the game, squares in reading order."""
    return tracer.trace("tictactoe", "alphabeta")


if __name__ == "__main__":
    viz.draw(trace(), sys.argv[1], chart="icicle", mass="nodes", dpi=100)
