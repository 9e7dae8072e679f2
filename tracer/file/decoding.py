"""A table of texts as it stands in a file: its bytes, and where each text ends. What is asked for is decoded."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import Any, overload

import numpy as np

from tracer.errors import PlyscopeError
from tracer.recording.columns import Array

PIECE = 1 << 20
"""Bytes that are decoded at once to see whether they can be."""


class Table(Sequence[str]):
    """Texts by their numbers, of which only the bytes are kept: a short text as an object takes thirty times as much.

    `shown` is what is made of a text when it is asked for.
    """

    def __init__(self, shown: Callable[[str], str] = str) -> None:
        self._shown = shown
        self._data = bytearray()
        self._stops = array("q", [0])
        self._size = 0

    def append(self, data: bytes, lengths: Array) -> None:
        """Add texts that stand one after another."""
        stops = np.cumsum(lengths, dtype=np.int64)
        _need_utf8(data, stops)
        self._stops.frombytes((stops + len(self._data)).tobytes())
        self._data += data
        self._size += len(stops)

    def so_far(self) -> Table:
        """The texts that there are by now, without a copy; those that follow are not in it."""
        now = Table(self._shown)
        now._data, now._stops, now._size = self._data, self._stops, self._size
        return now

    def firsts(self, numbers: list[int]) -> list[int]:
        """For each of some numbers the first of them that has the same text."""
        met: dict[bytes, int] = {}
        stops, data = self._stops, self._data
        return [met.setdefault(bytes(data[stops[number] : stops[number + 1]]), number) for number in numbers]

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, number: int) -> str: ...
    @overload
    def __getitem__(self, number: slice) -> list[str]: ...
    def __getitem__(self, number: int | slice) -> str | list[str]:
        if isinstance(number, slice):
            return [self[each] for each in range(*number.indices(self._size))]
        if not -self._size <= number < self._size:
            raise IndexError(f"text {number}: the table has {self._size:,}")
        number %= self._size
        return self._shown(self._data[self._stops[number] : self._stops[number + 1]].decode())

    def __iter__(self) -> Iterator[str]:
        return map(self.__getitem__, range(self._size))


def _need_utf8(data: bytes, stops: Array) -> None:
    """Check that each text is UTF-8: that all of them together are, and that none ends within a character."""
    if data.isascii():
        return
    inner = np.frombuffer(data, np.uint8)[stops[stops < len(data)]]
    bad = bool(((inner & 0xC0) == 0x80).any())
    at = 0
    while at < len(data) and not bad:
        stop = min(at + PIECE, len(data))
        while stop < len(data) and data[stop] & 0xC0 == 0x80:
            stop += 1
        try:
            data[at:stop].decode()
        except UnicodeDecodeError:
            bad = True
        at = stop
    if bad:
        raise PlyscopeError("a text is not UTF-8")


_LEAST = 1_024
"""Entries for which there is room at first."""


class Growing:
    """A column. As long as it is one number throughout, it takes no room; later it has room for half as much again."""

    def __init__(self, dtype: np.dtype[Any], *, constant: bool = False) -> None:
        self._array: Array = np.empty(0, dtype)
        self._size = 0
        self._constant: Array | None = np.empty(0, dtype) if constant else None

    def __len__(self) -> int:
        return self._size

    def append(self, piece: Array, expected: int = 0) -> None:
        """Add entries; `expected` is how many there will be in the end, as far as can be foreseen."""
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
