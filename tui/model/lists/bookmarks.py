"""The bookmarks, by step."""

from __future__ import annotations

from tracer.why.sentences import path
from tui.model.history import Place
from tui.model.lists.listed import Listed, Piece, Visitor, ending, fitted, path_width
from tui.model.places import Places

NAME = 20
"""Columns of a bookmark's name."""


class BookmarkList(Listed):
    """The places that were kept under a name."""

    name = "Bookmarks"
    removes = True

    def __init__(self, visitor: Visitor, places: Places) -> None:
        super().__init__(visitor)
        self._places = places

    def __len__(self) -> int:
        return len(self._places.bookmarks)

    @property
    def empty(self) -> str:
        """How to keep one."""
        return "nothing is kept yet: * keeps this place under a name"

    def line(self, number: int, width: int) -> list[Piece]:
        """Name, step, path and note."""
        mark, trace = self._places.bookmarks[number], self._visitor.trace
        steps = len(f"{trace.steps - 1:,}")
        return [
            (fitted(mark.name, min(NAME, width // 4)), "label"),
            (f"  step {mark.step:>{steps},}  ", "about"),
            (ending(path(trace, mark.node), path_width(width)), "value"),
            (f"  {mark.note}", "about"),
        ]

    def place(self, number: int, step: int) -> Place | None:
        """Where it was kept."""
        mark = self._places.bookmarks[number]
        return Place(mark.step, mark.node)

    def remove(self, number: int) -> str:
        """Forget it."""
        return self._places.forget(self._places.bookmarks[number].name)
