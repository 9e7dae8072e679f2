"""At which ply the indentation of the rows begins: a tree may have more plies than a row has columns."""

from __future__ import annotations


class Sideways:
    """A window of plies. It follows the selected row, and keys move it.

    Attributes:
        first: the ply at which indentation begins.
        levels: how many plies can be indented, the first not counted.
        gutter: how many of them are given up to the mark of the rows further left, where there are such.
    """

    def __init__(self) -> None:
        self.first, self.levels, self.gutter = 0, 8, 0
        self._followed: object = None

    def last(self, root: int) -> int:
        """The deepest ply that is indented, if the first row has the given ply."""
        return self.first + self.levels - (self.gutter if self.first > root else 0)

    def follow(self, ply: int, root: int, what: object) -> None:
        """Bring a ply into the window, once for each thing to follow, so that it can be moved away by hand.

        Args:
            ply: of the selected row.
            root: the ply of the first row; the window begins there or further right.
            what: stands for the row and the size of the window; only where it is another is the window moved.
        """
        if what == self._followed:
            return
        self._followed = what
        self.first = max(self.first, root)
        if ply <= root + self.levels:
            self.first = root  # all plies above it have room
        # The row's own parent stays in sight too, where there is one.
        elif not self.first + (self.first > root) <= ply <= self.last(root):
            self.first = max(root, ply - self._half)

    @property
    def _half(self) -> int:
        return max((self.levels - self.gutter) // 2, 1)

    def shift(self, by: int, root: int, deepest: int) -> bool:
        """Move the window by half its width to the left (−1) or to the right (+1); False where it ends there."""
        furthest = root if deepest <= root + self.levels else deepest - max(self.levels - self.gutter, 0)
        first = max(root, min(self.first + by * self._half, furthest))
        moved = first != self.first
        self.first = first
        return moved
