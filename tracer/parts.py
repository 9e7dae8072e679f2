"""The parts of a recording: what is drained from a recorder, handed to a file, and joined to a trace in the end."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from tracer.columns import DTYPES, Array, Columns, index_dtype
from tracer.status import OPEN


@dataclass(eq=False)
class Part:
    """Nodes recorded since the last part, and the late news of nodes in earlier parts."""

    first: int
    """The id of the first node here."""
    columns: dict[str, Array]
    """By column name, one entry a node. Nodes not left yet have end −1, value NaN and status OPEN."""
    late: dict[str, Array]
    """`node`, `end`, `value`, `status`, `cutoff` of nodes of earlier parts that were left meanwhile."""
    moves: list[Hashable]
    """Moves met for the first time, in the order of their numbers."""

    def __len__(self) -> int:
        return len(self.columns["end"])


class Sink(Protocol):
    """Where parts go while a search runs, for instance a file."""

    def write(self, parts: list[Part]) -> None:
        """Take the next parts, together."""


def assemble(parts: list[Part]) -> Columns:
    """Join the parts of a recording, put the late news in place, and close what is still open at the end.

    The parts give their columns up one by one, so that no more than one column is in memory twice.
    """
    size = sum(map(len, parts))
    columns: dict[str, Any] = {name: _join([part.columns.pop(name) for part in parts]) for name in DTYPES}
    end = columns["end"]
    for part in parts:
        for name in ("end", "value", "status", "cutoff") if len(part.late["node"]) else ():
            columns[name][part.late["node"]] = part.late[name]
    end[(end < 0) & (columns["status"] == OPEN)] = size
    columns["end"] = end.astype(index_dtype(size))
    return Columns(**columns)


def _join(pieces: list[Array]) -> Array:
    """One array of all; a column that is one number throughout takes no room."""
    constants = {float(piece[0]) for piece in pieces if len(piece)}
    if len(constants) == 1 and all(piece.strides == (0,) for piece in pieces):
        return np.broadcast_to(np.float64(constants.pop()), sum(map(len, pieces)))
    return np.concatenate(pieces)
