"""A column that grows at its end."""

from __future__ import annotations

from typing import Any

import numpy as np

from tracer.recording.columns import Array

_LEAST = 1_024
"""Entries for which there is room at first."""


class Growing:
    """A column. As long as it is one number throughout, it takes no room; later it has room for half as much again.

    Args:
        dtype: its type.
        constant: whether pieces that are one number throughout are kept as such.
    """

    def __init__(self, dtype: np.dtype[Any], *, constant: bool = False) -> None:
        self._array: Array = np.empty(0, dtype)
        self._size = 0
        self._constant: Array | None = np.empty(0, dtype) if constant else None

    def __len__(self) -> int:
        return self._size

    def append(self, piece: Array, expected: int = 0) -> None:
        """Add entries.

        Args:
            piece: the entries.
            expected: how many entries there will be in the end, as far as can be foreseen.
        """
        size = self._size + len(piece)
        if self._constant is not None and not self._goes_on(piece):
            self._array = np.empty(max(size, expected, _LEAST), self._array.dtype)
            self._array[: self._size] = self._constant[:1] if self._size else 0
            self._constant = None
        if self._constant is not None:
            self._constant = piece[:1]
        else:
            self._make_room(size, expected)
            self._array[self._size : size] = piece
        self._size = size

    def _goes_on(self, piece: Array) -> bool:
        """Whether a piece is one number throughout, and the same as all before it."""
        same = self._size == 0 or (self._constant is not None and bool(self._constant[0] == piece[0]))
        return len(piece) > 0 and piece.strides == (0,) and same

    def _make_room(self, size: int, expected: int) -> None:
        if size > len(self._array):
            grown = np.empty(max(size + size // 2, expected, _LEAST), self._array.dtype)
            grown[: self._size] = self._array[: self._size]
            self._array = grown

    def fill(self, size: int, missing: float) -> None:
        """Add one entry again and again until there are so many."""
        if size > self._size:
            self.append(np.full(size - self._size, missing, self._array.dtype))

    def widen(self, dtype: np.dtype[Any]) -> None:
        """Go on with a type of more bytes."""
        self._array = self._array.astype(dtype)

    def put(self, index: Array, entries: Array) -> None:
        """Replace entries; the column holds no constant then."""
        self._array[index] = entries

    @property
    def entries(self) -> Array:
        """The entries, without a copy: they change with the column."""
        if self._constant is not None:
            return np.broadcast_to(self._constant[:1], self._size) if self._size else self._constant
        return self._array[: self._size]
