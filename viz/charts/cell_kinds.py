"""What each node of a huge trace is, as one small number a node: the coarse view of `viz.pictures.roles`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from tracer.recording.columns import Columns
from tracer.recording.status import Status
from viz.pictures.roles import Kind
from viz.pictures.theme import Theme

CellCodes = npt.NDArray[np.int8]


class CellKind(IntEnum):
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


NODE_KINDS: dict[CellKind, Kind] = {cell: Kind[cell.name] for cell in CellKind if cell is not CellKind.OPEN}
"""The kind of which a cell is; an open one can be of several."""
CELL_NAMES = {**{cell: kind.value for cell, kind in NODE_KINDS.items()}, CellKind.OPEN: "open: never returned a value"}
"""What a legend says."""
CELL_SIGNS = dict(zip(CellKind, "△▽○…⛁▢□✂", strict=True))
"""What tells cells apart where there is only text."""

_MOVER_CELLS = (CellKind.MIN, CellKind.CHANCE, CellKind.MAX)
_BY_STATUS = np.array(
    [[CellKind.__members__.get(status.name, mover) for mover in _MOVER_CELLS] for status in Status], dtype=np.int8
)


def cell_codes(columns: Columns, nodes: slice) -> CellCodes:
    """The `CellKind` of each of some nodes."""
    codes: CellCodes = _BY_STATUS.ravel()[columns.status[nodes] * np.int16(3) + columns.turn[nodes] + 1]
    return codes


@dataclass(frozen=True, slots=True)
class CellLook:
    """An area of nodes as it is drawn."""

    fill: str
    stripe: str
    """Colour of the hatching, and of lines around the area."""
    hatch: str
    """How it is hatched: `/`, `\\`, `x_position`, `-` or `.`; empty for a plain area."""


_HATCHES = {CellKind.CHANCE: "x", CellKind.OPEN: "\\", CellKind.TABLE: ".", CellKind.HORIZON: "-", CellKind.PRUNED: "/"}
_COLOUR_STRENGTHS = {
    CellKind.MAX: 0.6,
    CellKind.MIN: 0.4,
    CellKind.CHANCE: 0.6,
    CellKind.TABLE: 0.6,
    CellKind.HORIZON: 0.5,
    CellKind.TERMINAL: 0.95,
}
"""How much of the outline's colour is in an area, which has no outline to be told by."""
_GREY_STRENGTHS = {
    CellKind.MAX: 0.4,
    CellKind.MIN: 0.15,
    CellKind.CHANCE: 0.5,
    CellKind.TABLE: 0.6,
    CellKind.HORIZON: 0.7,
    CellKind.TERMINAL: 0.95,
}
"""The same where all is grey, and only lightness tells areas apart."""


def cell_looks(theme: Theme) -> Mapping[CellKind, CellLook]:
    """How areas of nodes look, in the order of `CellKind`."""
    player_lines = (theme.kinds[Kind.MAX].line, theme.kinds[Kind.MIN].line)
    strengths = _GREY_STRENGTHS if player_lines[0] == player_lines[1] else _COLOUR_STRENGTHS
    fills = {
        cell: mix_colours(theme.kinds[NODE_KINDS[cell]].fill, theme.kinds[NODE_KINDS[cell]].line, strength)
        for cell, strength in strengths.items()
    }
    stripes = {cell: mix_colours(fill, theme.background, 0.35) for cell, fill in fills.items()}
    fills |= {
        CellKind.OPEN: mix_colours(theme.background, theme.edge, 0.3),
        CellKind.PRUNED: mix_colours(theme.background, theme.pruned, 0.25 if strengths is _GREY_STRENGTHS else 0.45),
    }
    stripes |= {
        CellKind.OPEN: mix_colours(theme.background, theme.edge, 0.7),
        CellKind.PRUNED: mix_colours(theme.background, theme.pruned, 0.85),
    }
    return {cell: CellLook(fills[cell], stripes[cell], _HATCHES.get(cell, "")) for cell in CellKind}


def mix_colours(colour: str, other: str, share: float) -> str:
    """A colour between two, so much of the second.

    >>> mix_colours("#000000", "#ffffff", 0.5)
    '#808080'
    """
    parts = [(int(colour[k : k + 2], 16), int(other[k : k + 2], 16)) for k in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in parts)
