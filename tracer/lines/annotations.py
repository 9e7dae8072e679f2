"""What the lines say of positions and of the depth that is left: columns beside those that every trace has."""

from __future__ import annotations

from array import array
from collections import defaultdict
from dataclasses import replace

import numpy as np

from tracer.recording.columns import NO_DEPTH, Columns, Ints


class Positions:
    """Depths and texts, told while a search is read: pairs of a node and a number, so that few of them take no room.

    A pair is appended at once, so that Ctrl-C leaves no half of one.
    """

    def __init__(self) -> None:
        self.texts: defaultdict[str, int] = defaultdict()
        """The number of each text met so far; that of another one is the next."""
        self.texts.default_factory = self.texts.__len__
        self.depth = array("q")
        """The remaining depth given to a call."""
        self.text = array("q")
        """The number of the position's text on entry."""
        self.left = array("q")
        """The number of the position's text when the visit returned."""

    def table(self) -> list[str]:
        """The texts by their numbers; half a character, which no file can hold, becomes a question mark."""
        return [text if text.isascii() else text.encode(errors="replace").decode() for text in self.texts]

    def beside(self, columns: Columns) -> Columns:
        """The columns of a trace with those that were told beside them."""
        size = len(columns)
        depth, text, left = _column(self.depth, size, NO_DEPTH), _column(self.text, size), _column(self.left, size)
        if text is not None and left is not None:
            left[left == text] = -1
        return replace(columns, depth=depth, text=text, left_text=left, _derived={})


def _column(pairs: array[int], size: int, missing: int = -1) -> Ints | None:
    """One entry a node; none where there is no pair."""
    if not pairs:
        return None
    told = np.frombuffer(pairs, np.int64).reshape(-1, 2)
    column = np.full(size, missing, np.int32)
    column[told[:, 0]] = told[:, 1]
    return column
