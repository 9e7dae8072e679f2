"""The tree of an exercise as shapes: frames to write into, or the same frames with what belongs there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from tracer.text import clean, number
from viz.paper import font, tidy
from viz.paper.canvas import Anchor, Dash, Paint, Path, Point, Rectangle, Shape, Text
from viz.paper.figures import BOLD
from viz.paper.outlines import outline
from viz.pictures.roles import Kind
from viz.pictures.theme import LIGHT, Look
from viz.worksheet.exercise import Blank, Exercise

FRAME = 50.0
"""Width of an inner node's frame at least."""
VALUE, ROW, ROOF = 21.0, 19.5, 9.0
"""Heights in a frame: of the room for the value, of a line for alpha or beta, of the point at MAX's top or MIN's
bottom."""
PEN = 38.5
"""Width of a line for alpha or beta at least: a number written by hand is 12 to 14 mm wide and 7 mm high."""
LEAF = 24.0, 19.0
"""Width and height of a leaf's frame at least."""
NUMBERS, HALF_NUMBER = 22.0, 11.0
"""Height below a leaf for its number, and half the width of the line for it."""
SIBLINGS, COUSINS = 5.0, 9.0
"""Free room between neighbours."""
GAP, WIDEST_GAP, SLOPE = 34.0, 60.0, 0.16
"""Room between two plies at least and at most, and as a part of how far an edge spreads."""
MARGIN = 40.0
"""Room to the left for the players' names."""
SIZE, SMALL = 10.5, 8.5
"""Of text: in frames, and beside them."""
LONGEST = 60.0
"""Width of a move's name at most."""
LABEL, CROSS = 0.74, 0.42
"""Where on an edge the move and the cross stand: there crosses of neighbours are apart."""
ARM, STROKE = 3.2, 1.6
"""Half the width of a cross, and the width of its lines."""
INK = LIGHT.kinds[Kind.MAX].line
"""Colour of what is filled in."""


class DrawnTree:
    """An exercise's tree, with its left top corner at 0, 0, in points of its own.

    Args:
        exercise: the exercise.
        blank: what is to be filled in, for which there is room.

    Attributes:
        width: of the drawing.
        height: of the drawing.
    """

    def __init__(self, exercise: Exercise, blank: frozenset[Blank]) -> None:
        self._exercise, self._blank = exercise, blank
        full = exercise.full
        longest = max((self._value(node) for node in range(len(full))), key=lambda one: font.width(one, SIZE))
        self._pen = max(PEN, font.width(longest, SMALL) + 6)
        beside = font.width("α =", SMALL) + 12 + self._pen if Blank.WINDOWS in blank else 0.0
        self._frame = max(FRAME, font.width(f"≥ {longest}", SIZE + 1) + 10, beside)
        self._parents: list[int] = full.columns.parent.tolist()
        self._plies: list[int] = full.columns.ply.tolist()
        self._sizes = sizes = [self._size(node) for node in range(len(full))]
        reach = [self._reach(node) for node in range(len(full))]
        across = tidy.coordinates(self._parents, reach, reach, siblings=SIBLINGS, cousins=COUSINS)
        self._x = [MARGIN + place for place in across]
        thickness = [0.0] * (max(self._plies) + 1)
        for node, ply in enumerate(self._plies):
            thickness[ply] = max(thickness[ply], sizes[node][1])
        self._y = tidy.starts(thickness, self._gaps(len(thickness)))
        self.width: float = max(x + far for x, far in zip(self._x, reach, strict=True))
        numbers = NUMBERS if Blank.ORDER in blank else 0.0
        self.height: float = max(self._y[ply] + sizes[node][1] for node, ply in enumerate(self._plies)) + numbers

    def shapes(self, *, solved: bool) -> Iterator[Shape]:
        """All of it, from the back to the front; solved, with what belongs into the frames."""
        for node in range(1, len(self._parents)):
            yield from self._edge(node, solved)
        for node in range(len(self._parents)):
            yield from self._inner(node, solved) if self._exercise.is_inner(node) else self._leaf(node, solved)
        yield from self._players()

    def _size(self, node: int) -> tuple[float, float]:
        if self._exercise.is_inner(node):
            return self._frame, VALUE + ROOF + (2 * ROW if Blank.WINDOWS in self._blank else 0.0)
        return max(LEAF[0], font.width(self._value(node), SIZE) + 8), LEAF[1]

    def _reach(self, node: int) -> float:
        """How far a node needs room to each side: for itself, and for the move to it on its edge."""
        half = self._sizes[node][0] / 2
        return max(half, font.width(self._move(node), SMALL) / 2 / LABEL) if node else half

    def _move(self, node: int) -> str:
        """The move to a node, as it stands at the edge."""
        return font.shorten(clean(self._exercise.full.label(node)), SMALL, LONGEST)

    def _value(self, node: int) -> str:
        """The number of a leaf, and for others one that is not longer than the longest of these."""
        return number(float(self._exercise.full.columns.value[node]))

    def _gaps(self, layers: int) -> list[float]:
        gaps = [GAP] * layers
        for node in range(1, len(self._parents)):
            spread = SLOPE * abs(self._x[node] - self._x[self._parents[node]])
            above = self._plies[node] - 1
            gaps[above] = min(max(gaps[above], spread), WIDEST_GAP)
        return gaps

    def _top(self, node: int) -> float:
        return self._y[self._plies[node]]

    def _faded(self, node: int, solved: bool) -> bool:
        """Whether a node is grey, for the search never visits it."""
        return solved and not self._exercise.is_visited(node)

    def _edge(self, node: int, solved: bool) -> Iterator[Shape]:
        above = self._parents[node]
        begin = self._x[above], self._top(above) + self._sizes[above][1]
        end = self._x[node], self._top(node)
        grey = self._faded(node, solved)
        paint = Paint(line=LIGHT.pruned if grey else LIGHT.edge, dash=Dash.DASHED if grey else Dash.NONE)
        yield Path((begin, end), paint)
        x, y = _between(begin, end, LABEL)
        label = self._move(node)
        width = font.width(label, SMALL)
        yield Rectangle(x - width / 2 - 1.5, y - SMALL / 2, width + 3, SMALL, Paint(fill=LIGHT.background))
        yield Text(x, font.middle(y, SMALL), label, SMALL, LIGHT.pruned if grey else LIGHT.faint)
        if solved and self._exercise.is_pruned(node):
            yield from _cross(*_between(begin, end, CROSS))

    def _look(self, node: int, kind: Kind, solved: bool) -> Look:
        look, grey = LIGHT.kinds[kind], self._faded(node, solved)
        return replace(look, fill=LIGHT.background, line=LIGHT.pruned if grey else LIGHT.text)

    def _inner(self, node: int, solved: bool) -> Iterator[Shape]:
        """A frame with room for the value, and for alpha and beta below it."""
        width, height = self._sizes[node]
        left, top = self._x[node] - width / 2, self._top(node)
        is_max = self._exercise.full.columns.turn[node] > 0
        look = self._look(node, Kind.MAX if is_max else Kind.MIN, solved)
        yield from outline(look, left, top, width, height)
        shown = solved and self._exercise.is_visited(node)
        # The point of a frame is as high as `outline` makes it, and the rest of it is for the text.
        top += ROOF if is_max else 0.0
        if shown:
            yield _written(self._x[node], top + VALUE / 2, self._exercise.value(node), SIZE + 1, Anchor.MIDDLE)
        if Blank.WINDOWS not in self._blank:
            return
        ends = self._exercise.window(node) if shown else ("", "")
        for place, (name, end) in enumerate(zip("αβ", ends, strict=True)):
            base = top + VALUE + (place + 1) * ROW - 3
            middle = base - SMALL / 2 - 0.5
            yield Text(left + 5, font.middle(middle, SMALL), f"{name} =", SMALL, look.line, Anchor.START)
            begin = left + width - 5 - self._pen
            yield Path(((begin, base), (left + width - 5, base)), Paint(line=LIGHT.pruned, width=0.6))
            if end:
                yield _written(begin + 2, middle, end, SMALL, Anchor.START)

    def _leaf(self, node: int, solved: bool) -> Iterator[Shape]:
        """A frame with the leaf's number, and below it a line for when it is visited."""
        width, height = self._sizes[node]
        x, top = self._x[node], self._top(node)
        look = self._look(node, Kind.TERMINAL, solved)
        yield from outline(look, x - width / 2, top, width, height)
        yield Text(x, font.middle(top + height / 2, SIZE), self._value(node), SIZE, look.line)
        if Blank.ORDER not in self._blank:
            return
        base = top + height + NUMBERS - 4
        yield Path(((x - HALF_NUMBER, base), (x + HALF_NUMBER, base)), Paint(line=LIGHT.pruned, width=0.6))
        if solved and node in self._exercise.order:
            yield _written(x, base - 7, str(self._exercise.order[node]), SMALL, Anchor.MIDDLE)

    @cached_property
    def _movers(self) -> dict[int, int]:
        """Who moves at each ply, where that is one player alone."""
        turns: dict[int, set[int]] = {}
        for node, ply in enumerate(self._plies):
            if self._exercise.is_inner(node):
                turns.setdefault(ply, set()).add(int(self._exercise.full.columns.turn[node]))
        return {ply: movers.pop() for ply, movers in turns.items() if len(movers) == 1}

    def _players(self) -> Iterator[Shape]:
        for ply, turn in self._movers.items():
            middle = self._y[ply] + VALUE / 2 + (ROOF if turn > 0 else 0.0)
            name = "MAX" if turn > 0 else "MIN"
            yield Text(0.0, font.middle(middle, SIZE), name, SIZE, LIGHT.text, Anchor.START, BOLD * SIZE)


def _between(begin: Point, end: Point, part: float) -> Point:
    return begin[0] + part * (end[0] - begin[0]), begin[1] + part * (end[1] - begin[1])


def _cross(x: float, y: float) -> Iterator[Shape]:
    paint = Paint(line=LIGHT.cutoff, width=STROKE)
    yield Path(((x - ARM, y - ARM), (x + ARM, y + ARM)), paint)
    yield Path(((x - ARM, y + ARM), (x + ARM, y - ARM)), paint)


def _written(x: float, middle: float, text: str, size: float, anchor: Anchor) -> Text:
    """What is filled in."""
    return Text(x, font.middle(middle, size), text, size, INK, anchor, BOLD * size)
