"""Tic-tac-toe to ply 2: every position, and the replies that alpha-beta never looked at.

python examples/figures/tictactoe.py > tictactoe.svg
"""

from dataclasses import replace

import plyscope


def trace() -> plyscope.Trace:
    """The search to the end of the game, squares in reading order."""
    return plyscope.trace("tictactoe", "alphabeta")


def panel(found: plyscope.Trace, move: plyscope.Node) -> plyscope.Picture:
    """A first move with the replies to it on real boards."""
    drawn = plyscope.picture(
        found, root=move.index, ply=1, board=True, windows="none", reasons=False, fold=False, fit="none"
    )
    boxes = tuple(box for box in drawn.boxes if not box.name.startswith("s"))
    legend = tuple(entry for entry in drawn.legend if entry.sign != "+n")
    return replace(drawn, boxes=boxes, legend=legend, heading=())


def figure() -> str:
    """The nine first moves, each where its square is on the board."""
    found = trace()
    title, counts, *_ = plyscope.picture(found, ply=2, fit="none").heading
    said = "Each first move stands where its square is on the board, the replies to it below; what follows is left out."
    return plyscope.panels(
        [panel(found, move) for move in found.root.children], columns=2, heading=(title, counts, said)
    )


if __name__ == "__main__":
    print(figure(), end="")
