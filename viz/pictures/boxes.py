"""What is drawn, before any format: boxes with their text and looks, the edges between them, caption and legend.

A format draws a `Picture` and asks nothing else of the trace.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tracer.games.board import Board
from viz.pictures.fits import DisplaySize
from viz.pictures.roles import Kind, Role
from viz.pictures.theme import Look, Theme

_NUMERAL = re.compile(r"[-+−]?[\d.]+")


class MoveText(str):
    """The text of a move, which stands lighter and smaller than a value, so that it is not read as one."""


class NodeName(MoveText):
    """The text of a node's name, which stands as light as a move, above it."""


class OtherSearchText(MoveText):
    """What another search has there, in the drawing of one of two: as light as a move."""


class ValueText(str):
    """The text of a value, which stands out."""


class StruckNumber(str):
    """A number that is struck through: an end of a window that was and is no more."""


class UnseenValue(StruckNumber):
    """The value of a leaf that no search came to see."""


class ChangedText(str):
    """What is other than in the frame before, in an animation: it stands out most."""


class PiecedLine(str):
    """A line of several pieces that do not look the same; as a text it is all of them."""

    pieces: tuple[str, ...]

    def __new__(cls, *pieces: str) -> PiecedLine:
        """A line of these."""
        line = super().__new__(cls, "".join(pieces))
        line.pieces = pieces
        return line

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PiecedLine) and _typed_pieces(self) == _typed_pieces(other)

    __hash__ = str.__hash__


def _typed_pieces(line: PiecedLine) -> list[tuple[type[str], str]]:
    return [(type(piece), str(piece)) for piece in line.pieces]


def with_move_colons(lines: Sequence[str]) -> list[str]:
    """Lines that are to stand beside one another: behind a move that is a number there is a colon.

    >>> (
    ...     with_move_colons(["4", ValueText("= 0")]),
    ...     with_move_colons([MoveText("4"), ValueText("= 0")]),
    ...     with_move_colons([MoveText("a4"), ValueText("= 0")]),
    ... )
    (['4', '= 0'], ['4:', '= 0'], ['a4', '= 0'])
    """
    # `4  = 0` would read as an equation, and a false one.
    return [MoveText(f"{line}:") if isinstance(line, MoveText) and _NUMERAL.fullmatch(line) else line for line in lines]


@dataclass(frozen=True, slots=True)
class Box:
    """One thing drawn: a node, or several as one, a stub, or a position that the search never visited."""

    name: str
    """Its own in the picture, of letters, digits and dots: `n12` is node 12, `s12` the stub below it, `u12.3` the
    fourth position drawn below the pruned branch 12."""
    node: int
    """An id of the trace: the node's; the first node's of several; a stub's parent's; the pruned branch's above a
    position never visited."""
    parent: int
    """Place of the box above among the boxes; −1 at the top."""
    ply: int
    """Below the top of the picture; a stub stands one below its parent."""
    role: Role
    lines: tuple[str, ...]
    """The text in it, top first, cleaned."""
    edge: tuple[str, ...] = ()
    """The text at the edge above it."""
    board: Board | None = None
    """The position, below the text."""
    why: str = ""
    """Why it was cut or pruned; of a box that stands for several nodes, what they are."""
    count: int = 1
    """Nodes that it stands for: `node` and those that follow it in the order of the search."""


@dataclass(frozen=True, slots=True)
class ExtraEdge:
    """A further edge, where one box stands for a position that was reached several times."""

    parent: int
    """Place among the boxes."""
    child: int
    """Place among the boxes."""
    role: Role
    """Of the visit or pruned branch that it leads to."""
    lines: tuple[str, ...] = ()
    """The text at it."""


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """One sign and what it means."""

    sign: str
    """A text, or `PiecedLine`."""
    look: Look | None
    """How the sign's box is drawn; None where it is text alone."""
    colour: str
    """Of the sign's text."""
    meaning: str


@dataclass(frozen=True)
class Picture:
    """What is drawn."""

    boxes: tuple[Box, ...]
    """In pre-order, siblings in the order of the search."""
    links: tuple[ExtraEdge, ...]
    """Edges beside those of the tree; none unless positions are merged."""
    heading: tuple[str, ...]
    """What was searched, the title first; empty where no caption is wanted."""
    legend: tuple[LegendEntry, ...]
    """Empty where none is wanted."""
    note: str
    """How values and windows are to be read; empty where no legend is wanted."""
    layers: tuple[str, ...]
    """The text in the margin by ply; empty where none is wanted."""
    theme: Theme
    sideways: bool
    """Grows to the right instead of downwards."""
    rows: int = 0
    """Nodes that may stand below one another in a column where the tree grows downwards; 0 where none do."""
    layout: str | None = None
    """The Graphviz layout that is asked for."""
    dpi: int | None = None
    """Dots an inch of a bitmap; None leaves it to the format."""
    fit: DisplaySize | None = None
    """What it is shown on; None where it is as large as it comes."""
    marked: tuple[int, ...] = ()
    """Places among the boxes of those with a ground behind them: the node that the step's event is about, and the one
    whose neighbourhood is drawn, or what they are left out below."""

    @property
    def node_boxes(self) -> list[Box]:
        """The boxes that stand for nodes."""
        return [box for box in self.boxes if box.role.kind is not Kind.STUB]

    @property
    def shows_all(self) -> bool:
        """Whether nothing is left out."""
        return len(self.node_boxes) == len(self.boxes)
