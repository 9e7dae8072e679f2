"""What each node of a huge trace is, as one small number a node: the coarse view of `viz.pictures.roles`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from tracer.games.rules import MAX, MIN
from tracer.recording.columns import Columns
from tracer.recording.status import EXPANDED, HORIZON, OPEN, PRUNED, TABLE, TERMINAL, Status
from viz.pictures.roles import Kind
from viz.pictures.theme import Theme

Codes = npt.NDArray[np.int8]


class Cell(IntEnum):
    """What a node is. The order is that in which what shares a pixel is stacked, top first."""

    MAX = 0
    MIN = 1
    CHANCE = 2
    OPEN = 3
    """It never returned a value."""
    TABLE = 4
    HORIZON = 5
    TERMINAL = 6
    PRUNED = 7


KINDS = {
    Cell.MAX: Kind.MAX,
    Cell.MIN: Kind.MIN,
    Cell.CHANCE: Kind.CHANCE,
    Cell.TABLE: Kind.TABLE,
    Cell.HORIZON: Kind.HORIZON,
    Cell.TERMINAL: Kind.TERMINAL,
    Cell.PRUNED: Kind.PRUNED,
}
"""The kind of which a cell is; an open one can be of several."""
NAMES = {**{cell: kind.value for cell, kind in KINDS.items()}, Cell.OPEN: "open: never returned a value"}
"""What a legend says."""
SIGNS = dict(zip(Cell, "△▽○…⛁▢□✂", strict=True))
"""What tells cells apart where there is only text."""

_LEAVES = {TERMINAL: Cell.TERMINAL, HORIZON: Cell.HORIZON, TABLE: Cell.TABLE, PRUNED: Cell.PRUNED, OPEN: Cell.OPEN}
_MOVERS = {MAX: Cell.MAX, MIN: Cell.MIN, 0: Cell.CHANCE}
_BY_STATUS = np.array(
    [[_LEAVES.get(status, _MOVERS[turn]) for turn in (MIN, 0, MAX)] for status in Status], dtype=np.int8
)
assert _BY_STATUS[EXPANDED].tolist() == [Cell.MIN, Cell.CHANCE, Cell.MAX]


def cells(columns: Columns, rows: slice) -> Codes:
    """The `Cell` of each of some nodes."""
    found: Codes = _BY_STATUS.ravel()[columns.status[rows] * np.int16(3) + columns.turn[rows] + 1]
    return found


@dataclass(frozen=True, slots=True)
class CellLook:
    """An area of nodes as it is drawn."""

    fill: str
    stripe: str
    """Colour of the hatching, and of lines around the area."""
    hatch: str
    """How it is hatched: `/`, `\\`, `x`, `-` or `.`; empty for a plain area."""


_HATCHES = {Cell.CHANCE: "x", Cell.OPEN: "\\", Cell.TABLE: ".", Cell.HORIZON: "-", Cell.PRUNED: "/"}
_COLOURED = {Cell.MAX: 0.6, Cell.MIN: 0.4, Cell.CHANCE: 0.6, Cell.TABLE: 0.6, Cell.HORIZON: 0.5, Cell.TERMINAL: 0.95}
"""How much of the outline's colour is in an area, which has no outline to be told by."""
_GREY = {Cell.MAX: 0.4, Cell.MIN: 0.15, Cell.CHANCE: 0.5, Cell.TABLE: 0.6, Cell.HORIZON: 0.7, Cell.TERMINAL: 0.95}
"""The same where all is grey, and only lightness tells areas apart."""


def cell_looks(theme: Theme) -> Mapping[Cell, CellLook]:
    """How areas of nodes look, in the order of `Cell`."""
    players = (theme.kinds[Kind.MAX].line, theme.kinds[Kind.MIN].line)
    strengths = _GREY if players[0] == players[1] else _COLOURED
    fills = {
        cell: mix(theme.kinds[KINDS[cell]].fill, theme.kinds[KINDS[cell]].line, strength)
        for cell, strength in strengths.items()
    }
    stripes = {cell: mix(fill, theme.background, 0.35) for cell, fill in fills.items()}
    fills |= {
        Cell.OPEN: mix(theme.background, theme.edge, 0.3),
        Cell.PRUNED: mix(theme.background, theme.pruned, 0.25 if strengths is _GREY else 0.45),
    }
    stripes |= {
        Cell.OPEN: mix(theme.background, theme.edge, 0.7),
        Cell.PRUNED: mix(theme.background, theme.pruned, 0.85),
    }
    return {cell: CellLook(fills[cell], stripes[cell], _HATCHES.get(cell, "")) for cell in Cell}


def mix(colour: str, other: str, share: float) -> str:
    """A colour between two, so much of the second.

    >>> mix("#000000", "#ffffff", 0.5)
    '#808080'
    """
    parts = [(int(colour[k : k + 2], 16), int(other[k : k + 2], 16)) for k in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in parts)
