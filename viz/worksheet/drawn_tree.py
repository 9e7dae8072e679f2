"""The tree of an exercise as shapes: frames to write into, or the same frames with what belongs there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from tracer.text import clean, number
from viz.paper import font, tidy_layout
from viz.paper.boards import draw_cross
from viz.paper.canvas import Anchor, Dash, Paint, Path, Point, Rectangle, Shape, Text
from viz.paper.figures import BOLD_OUTLINE
from viz.paper.node_shapes import draw_outline
from viz.pictures.roles import Kind
from viz.pictures.theme import LIGHT, Look
from viz.worksheet.exercise import Blank, Exercise

FRAME_WIDTH = 50.0
"""Width of an inner node's frame at least."""
VALUE_HEIGHT, WINDOW_ROW_HEIGHT, ROOF_HEIGHT = 21.0, 19.5, 9.0
"""Heights in a frame: of the room for the value, of a line for alpha or beta, of the point at MAX's top or MIN's
bottom."""
WRITING_WIDTH = 38.5
"""Width of a line for alpha or beta at least: a number written by hand is 12 to 14 mm wide and 7 mm high."""
LEAF_SIZE = 24.0, 19.0
"""Width and height of a leaf's frame at least."""
ORDER_HEIGHT, HALF_ORDER_WIDTH = 22.0, 11.0
"""Height below a leaf for its number, and half the width of the line for it."""
SIBLING_GAP, COUSIN_GAP = 5.0, 9.0
"""Free room between neighbours."""
MIN_PLY_GAP, MAX_PLY_GAP, EDGE_SLOPE = 34.0, 60.0, 0.16
"""Room between two plies at least and at most, and as a part of how far an edge spreads."""
PLAYER_MARGIN = 40.0
"""Room to the left for the players' names."""
TEXT_SIZE, SMALL_TEXT_SIZE = 10.5, 8.5
"""Of text: in frames, and beside them."""
MAX_MOVE_WIDTH = 60.0
"""Width of a move's name at most."""
MOVE_POSITION, CROSS_POSITION = 0.74, 0.42
"""Where on an edge the move and the cross stand: there crosses of neighbours are apart."""
CROSS_ARM, CROSS_WIDTH = 3.2, 1.6
"""Half the width of a cross, and the width of its lines."""
SOLUTION_COLOUR = LIGHT.kinds[Kind.MAX].line
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
        self._exercise, self._blanks = exercise, blank
        full = exercise.full
        longest_value = max(
            (self._leaf_value(node) for node in range(len(full))), key=lambda value: font.text_width(value, TEXT_SIZE)
        )
        self._writing_width = max(WRITING_WIDTH, font.text_width(longest_value, SMALL_TEXT_SIZE) + 6)
        window_width = (
            font.text_width("α =", SMALL_TEXT_SIZE) + 12 + self._writing_width if Blank.WINDOWS in blank else 0.0
        )
        self._frame_width = max(FRAME_WIDTH, font.text_width(f"≥ {longest_value}", TEXT_SIZE + 1) + 10, window_width)
        self._parents: list[int] = full.columns.parent.tolist()
        self._plies: list[int] = full.columns.ply.tolist()
        self._sizes = sizes = [self._node_size(node) for node in range(len(full))]
        half_widths = [self._half_width(node) for node in range(len(full))]
        positions = tidy_layout.tidy_coordinates(
            self._parents, half_widths, half_widths, siblings=SIBLING_GAP, cousins=COUSIN_GAP
        )
        self._centres = [PLAYER_MARGIN + position for position in positions]
        thickness = [0.0] * (max(self._plies) + 1)
        for node, ply in enumerate(self._plies):
            thickness[ply] = max(thickness[ply], sizes[node][1])
        self._ply_tops = tidy_layout.layer_starts(thickness, self._ply_gaps(len(thickness)))
        self.width: float = max(x + half_width for x, half_width in zip(self._centres, half_widths, strict=True))
        order_height = ORDER_HEIGHT if Blank.ORDER in blank else 0.0
        self.height: float = (
            max(self._ply_tops[ply] + sizes[node][1] for node, ply in enumerate(self._plies)) + order_height
        )

    def draw_tree(self, *, is_solved: bool) -> Iterator[Shape]:
        """All of it, from the back to the front; solved, with what belongs into the frames."""
        for node in range(1, len(self._parents)):
            yield from self._draw_edge(node, is_solved)
        for node in range(len(self._parents)):
            yield from (
                self._draw_inner_node(node, is_solved)
                if self._exercise.is_inner(node)
                else self._draw_leaf(node, is_solved)
            )
        yield from self._draw_players()

    def _node_size(self, node: int) -> tuple[float, float]:
        if self._exercise.is_inner(node):
            return self._frame_width, VALUE_HEIGHT + ROOF_HEIGHT + (
                2 * WINDOW_ROW_HEIGHT if Blank.WINDOWS in self._blanks else 0.0
            )
        return max(LEAF_SIZE[0], font.text_width(self._leaf_value(node), TEXT_SIZE) + 8), LEAF_SIZE[1]

    def _half_width(self, node: int) -> float:
        """How far a node needs room to each side: for itself, and for the move to it on its edge."""
        half = self._sizes[node][0] / 2
        return max(half, font.text_width(self._move_text(node), SMALL_TEXT_SIZE) / 2 / MOVE_POSITION) if node else half

    def _move_text(self, node: int) -> str:
        return font.shorten_to_width(clean(self._exercise.full.label(node)), SMALL_TEXT_SIZE, MAX_MOVE_WIDTH)

    def _leaf_value(self, node: int) -> str:
        """The number of a leaf, and for others one that is not longer than the longest of these."""
        return number(float(self._exercise.full.columns.value[node]))

    def _ply_gaps(self, layers: int) -> list[float]:
        gaps = [MIN_PLY_GAP] * layers
        for node in range(1, len(self._parents)):
            spread = EDGE_SLOPE * abs(self._centres[node] - self._centres[self._parents[node]])
            parent_ply = self._plies[node] - 1
            gaps[parent_ply] = min(max(gaps[parent_ply], spread), MAX_PLY_GAP)
        return gaps

    def _node_top(self, node: int) -> float:
        return self._ply_tops[self._plies[node]]

    def _is_greyed(self, node: int, is_solved: bool) -> bool:
        return is_solved and not self._exercise.is_visited(node)

    def _draw_edge(self, node: int, is_solved: bool) -> Iterator[Shape]:
        parent = self._parents[node]
        start = self._centres[parent], self._node_top(parent) + self._sizes[parent][1]
        end = self._centres[node], self._node_top(node)
        is_greyed = self._is_greyed(node, is_solved)
        paint = Paint(line=LIGHT.pruned if is_greyed else LIGHT.edge, dash=Dash.DASHED if is_greyed else Dash.NONE)
        yield Path((start, end), paint)
        x, y = _point_between(start, end, MOVE_POSITION)
        label = self._move_text(node)
        width = font.text_width(label, SMALL_TEXT_SIZE)
        yield Rectangle(
            x - width / 2 - 1.5, y - SMALL_TEXT_SIZE / 2, width + 3, SMALL_TEXT_SIZE, Paint(fill=LIGHT.background)
        )
        yield Text.at_middle(x, y, label, SMALL_TEXT_SIZE, LIGHT.pruned if is_greyed else LIGHT.faint)
        if is_solved and self._exercise.is_pruned(node):
            middle = _point_between(start, end, CROSS_POSITION)
            yield from draw_cross(*middle, CROSS_ARM, Paint(line=LIGHT.cutoff, width=CROSS_WIDTH))

    def _node_look(self, node: int, kind: Kind, is_solved: bool) -> Look:
        look, is_greyed = LIGHT.kinds[kind], self._is_greyed(node, is_solved)
        return replace(look, fill=LIGHT.background, line=LIGHT.pruned if is_greyed else LIGHT.text)

    def _draw_inner_node(self, node: int, is_solved: bool) -> Iterator[Shape]:
        """A frame with room for the value, and for alpha and beta below it."""
        width, height = self._sizes[node]
        left, top = self._centres[node] - width / 2, self._node_top(node)
        is_max = self._exercise.full.columns.turn[node] > 0
        look = self._node_look(node, Kind.MAX if is_max else Kind.MIN, is_solved)
        yield from draw_outline(look, left, top, width, height)
        is_filled = is_solved and self._exercise.is_visited(node)
        # The point of a frame is as high as `draw_outline` makes it, and the rest of it is for the text.
        top += ROOF_HEIGHT if is_max else 0.0
        if is_filled:
            x, value_text = self._centres[node], self._exercise.value_text(node)
            yield _solution_text(x, top + VALUE_HEIGHT / 2, value_text, TEXT_SIZE + 1, Anchor.MIDDLE)
        if Blank.WINDOWS not in self._blanks:
            return
        window_texts = self._exercise.window_texts(node) if is_filled else ("", "")
        for index, (name, end_text) in enumerate(zip("αβ", window_texts, strict=True)):
            base_line = top + VALUE_HEIGHT + (index + 1) * WINDOW_ROW_HEIGHT - 3
            middle = base_line - SMALL_TEXT_SIZE / 2 - 0.5
            yield Text.at_middle(left + 5, middle, f"{name} =", SMALL_TEXT_SIZE, look.line, Anchor.START)
            line_start = left + width - 5 - self._writing_width
            yield Path(((line_start, base_line), (left + width - 5, base_line)), Paint(line=LIGHT.pruned, width=0.6))
            if end_text:
                yield _solution_text(line_start + 2, middle, end_text, SMALL_TEXT_SIZE, Anchor.START)

    def _draw_leaf(self, node: int, is_solved: bool) -> Iterator[Shape]:
        """A frame with the leaf's number, and below it a line for when it is visited."""
        width, height = self._sizes[node]
        x, top = self._centres[node], self._node_top(node)
        look = self._node_look(node, Kind.TERMINAL, is_solved)
        yield from draw_outline(look, x - width / 2, top, width, height)
        yield Text.at_middle(x, top + height / 2, self._leaf_value(node), TEXT_SIZE, look.line)
        if Blank.ORDER not in self._blanks:
            return
        base_line = top + height + ORDER_HEIGHT - 4
        yield Path(
            ((x - HALF_ORDER_WIDTH, base_line), (x + HALF_ORDER_WIDTH, base_line)), Paint(line=LIGHT.pruned, width=0.6)
        )
        if is_solved and node in self._exercise.leaf_order:
            yield _solution_text(x, base_line - 7, str(self._exercise.leaf_order[node]), SMALL_TEXT_SIZE, Anchor.MIDDLE)

    @cached_property
    def _turn_by_ply(self) -> dict[int, int]:
        """Who moves at each ply, where that is one player alone."""
        turns: dict[int, set[int]] = {}
        for node, ply in enumerate(self._plies):
            if self._exercise.is_inner(node):
                turns.setdefault(ply, set()).add(int(self._exercise.full.columns.turn[node]))
        return {ply: movers.pop() for ply, movers in turns.items() if len(movers) == 1}

    def _draw_players(self) -> Iterator[Shape]:
        for ply, turn in self._turn_by_ply.items():
            middle = self._ply_tops[ply] + VALUE_HEIGHT / 2 + (ROOF_HEIGHT if turn > 0 else 0.0)
            name = "MAX" if turn > 0 else "MIN"
            yield Text.at_middle(0.0, middle, name, TEXT_SIZE, LIGHT.text, Anchor.START, BOLD_OUTLINE * TEXT_SIZE)


def _point_between(start: Point, end: Point, share: float) -> Point:
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def _solution_text(x: float, middle: float, text: str, size: float, anchor: Anchor) -> Text:
    return Text.at_middle(x, middle, text, size, SOLUTION_COLOUR, anchor, BOLD_OUTLINE * size)
