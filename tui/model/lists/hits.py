"""The hits of what was looked for last, in the order of the search."""

from __future__ import annotations

from tracer.why.sentences import path
from tui.model.finder import UNKNOWN, Finder
from tui.model.history import Place
from tui.model.lists.listed import Listed, Piece, Visitor, ending, happening, path_width

NUMBER = 9
"""Columns of a number; that of a step has two more."""


class HitList(Listed):
    """The hits, each with the step at which it is known, its path and what happens there."""

    name = "Hits"
    heads = f"{'hit':>{NUMBER}}{'step':>{NUMBER + 2}}  node, and what happens"

    def __init__(self, visitor: Visitor, finder: Finder) -> None:
        super().__init__(visitor)
        self._finder = finder

    def __len__(self) -> int:
        return len(self._finder.hits)

    @property
    def empty(self) -> str:
        """How to look for something, or that nothing was found."""
        return f"nothing fulfils {self._finder.text}" if self._finder.text else UNKNOWN

    @property
    def hand(self) -> int:
        """The hit that was gone to last."""
        return self._finder.number

    def take(self, number: int) -> None:
        """Have next and previous go on from there."""
        self._finder.number = number

    def line(self, number: int, width: int) -> list[Piece]:
        """Its number, the step, the path, and what happens there."""
        trace, (step, node) = self._visitor.trace, self._finder.hits[number]
        what = happening(trace, step, node)
        return [
            (f"{number + 1:>{NUMBER},}{step:>{NUMBER + 2},}  ", "about"),
            (ending(path(trace, node), path_width(width)), "label"),
            (f"  {what}", "cut" if what.startswith("✂") else "about" if what.startswith("✗") else "value"),
        ]

    def place(self, number: int, step: int) -> Place | None:
        """The step and the node."""
        return Place(*self._finder.hits[number])
