"""A column that stays in its file: what is asked for is read, and kept only where all of it is asked for at once."""

from __future__ import annotations

import os
from bisect import bisect_right
from operator import attrgetter
from threading import Lock
from typing import Any, NamedTuple
from weakref import finalize

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from tracer.errors import TraceFileError
from tracer.recording.columns import Array, Ints
from tracer.recording.tree_shape import iter_parts

FAR = 512
"""Entries that are so far apart are read one by one: they stand on different pages of the file."""


NOWHERE = -1
"""In the place of a place in the file, none."""


class OpenFile:
    """A file that stays open to be read again, also when another one takes its name."""

    def __init__(self, handle: int) -> None:
        self._handle, self._lock = os.dup(handle), Lock()
        finalize(self, os.close, self._handle)

    def read(self, at: int, dtype: np.dtype[Any], count: int) -> Array:
        """Entries that stand at a place.

        Raises:
            TraceFileError: the file was cut since it was opened.
        """
        size = count * dtype.itemsize
        with self._lock:
            os.lseek(self._handle, at, os.SEEK_SET)
            data = os.read(self._handle, size)
        if len(data) < size:
            raise TraceFileError("the file of this trace was cut, or written over, since it was opened: open it again")
        return np.frombuffer(data, dtype)


class Piece(NamedTuple):
    """Entries that follow one another."""

    first: int
    """The node of the first."""
    size: int
    at: int
    """Where they stand in the file; NOWHERE for entries that it does not have."""
    same: bool
    """Whether one entry stands there for all."""


class OnDisk(NDArrayOperatorsMixin):
    """A column of a file, an array in all that is asked of it.

    Slices and single entries are read; for everything else it is read as a whole, once, and kept.
    """

    def __init__(self, source: OpenFile, dtype: np.dtype[Any], missing: float = 0) -> None:
        self._source, self.dtype, self._missing = source, dtype, missing
        self._pieces: list[Piece] = []
        self._nodes: list[Ints] = []
        self._late: list[Array] = []
        """Entries that take the place of others, and their nodes."""
        self._size = 0
        self._whole: Array | None = None

    def append(self, at: int, count: int, *, same: bool) -> None:
        """Add entries that stand at a place of the file, or are all the one that stands there."""
        self._pieces.append(Piece(self._size, count, at, same))
        self._size += count

    def fill(self, size: int) -> None:
        """Add entries that the file does not have until there are so many."""
        if size > self._size:
            self.append(NOWHERE, size - self._size, same=True)

    def put(self, nodes: Ints, entries: Array) -> None:
        """Replace entries."""
        self._nodes.append(nodes.copy())
        self._late.append(entries.copy())

    def so_far(self, size: int = 0) -> OnDisk | Array:
        """The column as it is by now, of a size at least; of one number throughout, which takes no room, an array."""
        now = OnDisk(self._source, self.dtype, self._missing)
        now._pieces, now._size = self._pieces[:], self._size
        now.fill(size)
        if self._nodes:
            nodes, late = np.concatenate(self._nodes), np.concatenate(self._late)
            order = np.argsort(nodes, kind="stable")
            now._nodes, now._late = [nodes[order]], [late[order]]
        elif all(piece.same for piece in now._pieces):
            known = {self._read_piece(piece, piece.first, 1).item() for piece in now._pieces}
            if len(known) == 1:
                return np.broadcast_to(self.dtype.type(known.pop()), now._size)
        return now

    def __len__(self) -> int:
        return self._size

    @property
    def shape(self) -> tuple[int]:
        """As an array has it."""
        return (self._size,)

    @property
    def strides(self) -> tuple[int]:
        """As an array has them."""
        return (self.dtype.itemsize,)

    @property
    def nbytes(self) -> int:
        """Bytes that are in memory."""
        return 0 if self._whole is None else self._whole.nbytes

    def setflags(self, *, write: bool) -> None:
        """Nobody can write to it."""
        assert not write

    def item(self, node: int) -> Any:
        """One entry, a number of Python's own."""
        node = range(self._size)[node]
        return self._whole.item(node) if self._whole is not None else self._read(node, node + 1).item()

    def __getitem__(self, which: Any) -> Any:
        if self._whole is None and isinstance(which, slice):
            first, last, step = which.indices(self._size)
            if step == 1:
                return self._read(first, max(first, last))
            if step >= FAR:
                return np.array([self.item(node) for node in range(first, last, step)], self.dtype)
        if self._whole is None and isinstance(which, int | np.integer):
            return self.dtype.type(self.item(int(which)))
        return self.whole()[which]

    def whole(self) -> Array:
        """All of it, which is kept from then on."""
        if self._whole is None:
            whole = np.empty(self._size, self.dtype)
            for part in iter_parts(self._size):
                whole[part] = self._read(part.start, part.stop)
            whole.setflags(write=False)
            self._whole = whole
        return self._whole

    def _read(self, first: int, last: int) -> Array:
        found = np.empty(last - first, self.dtype)
        place = bisect_right(self._pieces, first, key=attrgetter("first")) - 1
        at = first
        while at < last:
            piece = self._pieces[place]
            stop = min(last, piece.first + piece.size)
            found[at - first : stop - first] = self._read_piece(piece, at, stop - at)
            at, place = stop, place + 1
        for nodes, late in zip(self._nodes, self._late, strict=True):
            here = slice(*np.searchsorted(nodes, [first, last]).tolist())
            found[nodes[here] - first] = late[here]
        return found

    def _read_piece(self, piece: Piece, first: int, count: int) -> Array:
        """Entries of one piece; where all are the same, one."""
        if piece.at == NOWHERE:
            return np.array([self._missing], self.dtype)
        skipped, count = (0, 1) if piece.same else (first - piece.first, count)
        return self._source.read(piece.at + skipped * self.dtype.itemsize, self.dtype, count)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        found = np.asarray(self.whole(), dtype)
        return found.copy() if copy and found is self._whole else found

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **named: Any) -> Any:
        arrays = [one.whole() if isinstance(one, OnDisk) else one for one in inputs]
        return getattr(ufunc, method)(*arrays, **named)

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy, and what another process gets, is the array."""
        return np.array, (self.whole(),)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.whole(), name)


class Turned(OnDisk):
    """A column of the mover's numbers as MAX's: where MIN moves, what stands in the column `other` is negated.

    `other` is the other end of a window, or the column itself. One of the two may be an array.
    """

    def __init__(self, own: OnDisk | Array, other: OnDisk | Array, turns: Array) -> None:
        source = own if isinstance(own, OnDisk) else other
        assert isinstance(source, OnDisk)
        super().__init__(source._source, source.dtype)
        self._own, self._other, self._turns, self._size = own, other, turns, len(own)

    def _read(self, first: int, last: int) -> Array:
        own, is_turned = self._own[first:last], self._turns[first:last] < 0
        return turn(own, own if self._other is self._own else self._other[first:last], is_turned)


def turned(own: OnDisk | Array, other: OnDisk | Array, turns: Array) -> OnDisk | Array:
    """Return a column as MAX's numbers, read from the file when it is asked for where one of the two is."""
    if isinstance(own, OnDisk) or isinstance(other, OnDisk):
        return Turned(own, other, turns)
    if own.strides == other.strides == (0,) and own[0] == -other[0]:  # −∞ and ∞ throughout: the same for both players
        return own
    return turn(own, other, turns < 0)


def turn(own: Array, other: Array, is_turned: Array) -> Array:
    """Return the numbers of one column, and negated those of another where these are wanted; never −0."""
    return np.where(is_turned, 0.0 - other, own)
