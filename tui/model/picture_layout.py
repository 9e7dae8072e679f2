"""Where the blocks of a picture stand, and the sheet on which they and the lines between them are drawn.

*Across* is the way along which siblings stand, *along* the one that plies follow: columns and rows where the root is on
top, rows and columns where it is on the left.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import accumulate
from typing import NamedTuple

from rich.cells import cell_len, get_character_cell_size

from tui.model.picture_blocks import Block, text_width
from tui.model.row_line import Span
from tui.model.tree_sketch import ItemType, SketchItem

UP, RIGHT, DOWN, LEFT = range(4)
"""The arms of a cell, from its middle to its sides."""
LIGHT, HEAVY = 1, 2
JOINTS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
"""By the weights of the four arms, each 0, light or heavy, read as digits."""
DASHED = {"─": "╌", "│": "╎"}

BLANK: Span = (" ", "")


class DrawingSheet:
    """Cells that are drawn on, from the top left corner; nothing is drawn outside.

    Args:
        is_turned: whether x goes down and y goes right, so that a tree drawn from the top grows from the left.
    """

    def __init__(self, width: int, height: int, *, is_turned: bool = False) -> None:
        self.width, self.height, self._is_turned = width, height, is_turned
        self._line_cells: defaultdict[int, dict[int, list[int]]] = defaultdict(dict)
        """By row and column: the weights of the four arms, and the rank."""
        self._text_cells: dict[int, dict[int, Span]] = {}
        """By row and column: one character."""

    def draw_line(self, x: int, y: int, end_x: int, end_y: int, weight: int, rank: int) -> None:
        """A line across or down between the middles of two cells; of lines that meet, the highest rank gives the style.

        Rank 0 is dashed.
        """
        if self._is_turned:
            x, y, end_x, end_y = y, x, end_y, end_x
        is_horizontal = x != end_x
        first, last = sorted((x, end_x) if is_horizontal else (y, end_y))
        if first == last:
            return
        forward_arm, backward_arm = (RIGHT, LEFT) if is_horizontal else (DOWN, UP)
        for position in range(first, last + 1):
            row, column = (y, position) if is_horizontal else (position, x)
            cell = self._line_cells[row].get(column)
            if cell is None:
                cell = self._line_cells[row][column] = [0, 0, 0, 0, 0]
            if position < last and cell[forward_arm] < weight:
                cell[forward_arm] = weight
            if position > first and cell[backward_arm] < weight:
                cell[backward_arm] = weight
            cell[-1] = max(cell[-1], rank)

    def draw_text(self, x: int, y: int, spans: list[Span]) -> None:
        """Text in one row, over what is there."""
        row = self._text_cells.setdefault(y, {})
        for piece, style in spans:
            for character in piece:
                size = get_character_cell_size(character)
                if size:
                    row[x] = (character, style)
                    for extra_column in range(1, size):
                        row[x + extra_column] = ("", style)
                x += size

    def styled_row(self, y: int, x: int, width: int, styles: tuple[str, ...]) -> list[Span]:
        """Some cells of a row; what stands outside the sheet is blank."""
        cells = {column: _joint_character(cell, styles) for column, cell in self._line_cells.get(y, {}).items()}
        cells |= self._text_cells.get(y, {})
        # Half of a wide character is no character.
        if cells.get(x, BLANK)[0] == "":
            cells[x] = BLANK
        if cell_len(cells.get(x + width - 1, BLANK)[0]) > 1:
            cells[x + width - 1] = BLANK
        row: list[Span] = []
        for column in sorted(column for column in cells if x <= column < x + width):
            text, style = cells[column]
            if column > x:
                row.append((" " * (column - x), ""))
                width, x = width - (column - x), column
            if row and row[-1][1] == style:
                row[-1] = (row[-1][0] + text, style)
            else:
                row.append((text, style))
            width, x = width - 1, x + 1
        return [*row, (" " * width, "")] if width else row


def _joint_character(cell: list[int], styles: tuple[str, ...]) -> Span:
    up, right, down, left, rank = cell
    joint = JOINTS[27 * up + 9 * right + 3 * down + left]
    return DASHED.get(joint, joint) if rank == 0 else joint, styles[rank]


MIN_GAP, MAX_GAP = 0, 4
"""Columns between two blocks side by side, at least and at most, besides those for marks."""
MARK_WIDTH = 1
"""Columns in front of a text for a mark; twice as many where both marks stand in one line."""
MAX_EDGE_HEIGHT = 3
"""Rows between two plies of a tree that stands upright, at most."""
EDGE_BESIDE = 3
"""Columns between two plies of a tree that lies on its side."""
MIN_BLOCK_WIDTH = 4
"""Columns of a block with its marks, at least."""


class BlockSpot(NamedTuple):
    """Where a block is, in cells."""

    item: SketchItem
    x: int
    y: int
    width: int
    height: int
    edge_position: int
    """The column, or the row, at which lines meet it."""

    def contains(self, x: int, y: int) -> bool:
        """Whether a cell is in it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


class PicturePlan(NamedTuple):
    """Blocks and where they stand."""

    blocks: list[Block]
    spots: list[BlockSpot]
    is_upright: bool
    """Whether the root is on top, and not on the left."""
    width: int
    height: int
    edge_length: int
    """Rows, or columns, between two plies."""


def min_size_across(items: list[SketchItem], *, is_upright: bool) -> int:
    """How many columns, or rows where the tree lies, a plan takes at least, known before anything is written."""
    if is_upright:
        return MIN_BLOCK_WIDTH * max(map(len, _indices_by_ply(plies_of(items))))
    items_with_children = {item.parent for item in items}
    return sum(index not in items_with_children for index in range(len(items)))


def plan_upright(items: list[SketchItem], blocks: list[Block], columns: int, rows: int) -> PicturePlan:
    """A plan with the root on top; airy where there is room."""
    plies = plies_of(items)
    mark_widths = [MARK_WIDTH if block.title and block.value else 2 * MARK_WIDTH for block in blocks]
    text_widths = [block.total_width for block in blocks]
    widths = [mark_width + text_width for mark_width, text_width in zip(mark_widths, text_widths, strict=True)]
    edge_columns = [
        mark_width + (text_width - 1) // 2 for mark_width, text_width in zip(mark_widths, text_widths, strict=True)
    ]
    heights = [bool(block.title) + bool(block.value) for block in blocks]
    by_ply = _indices_by_ply(plies)
    ply_heights = [max(heights[k] + blocks[k].may_have_detail for k in indices) for indices in by_ply]
    start_columns, total_width = _place_across(items, widths, edge_columns, MIN_GAP, is_tight=True)
    widths_by_ply = [(sum(widths[k] for k in indices), len(indices) - 1) for indices in by_ply]
    for gap in range(MAX_GAP, MIN_GAP, -1) if total_width < columns else ():
        if any(text_width + gap * gaps > columns for text_width, gaps in widths_by_ply):
            continue
        wider_starts, needed_width = _place_across(items, widths, edge_columns, gap, is_tight=True)
        if needed_width <= columns:
            start_columns, total_width = wider_starts, needed_width
            break
    edge_length = min(max((rows - sum(ply_heights)) // max(len(ply_heights) - 1, 1), 1), MAX_EDGE_HEIGHT)
    ply_tops = [0, *accumulate(height + edge_length for height in ply_heights)]
    spots = [
        BlockSpot(item, x, ply_tops[ply], size, height + bool(block.detail), x + stem)
        for item, x, ply, size, height, block, stem in zip(
            items, start_columns, plies, widths, heights, blocks, edge_columns, strict=True
        )
    ]
    return _place_ancestor_chip(PicturePlan(blocks, spots, True, total_width, ply_tops[-1] - edge_length, edge_length))


def plan_lying(items: list[SketchItem], blocks: list[Block]) -> PicturePlan:
    """A plan with the root on the left, a row for each block that nothing hangs from."""
    plies, heights = plies_of(items), [1] * len(items)
    widths = [2 * MARK_WIDTH + sum(1 + text_width(line) for line in block.lines if line) + 1 for block in blocks]
    ply_widths = [
        max(widths[k] for k in indices if items[k].item_type is not ItemType.ABOVE)
        for indices in _indices_by_ply(plies)
    ]
    rows, total_rows = _place_across(items, heights, [0] * len(items), 0, is_tight=False)
    ply_lefts = [0, *accumulate(size + EDGE_BESIDE for size in ply_widths)]
    spots = [
        BlockSpot(item, ply_lefts[ply], y, size, 1, y)
        for item, y, ply, size in zip(items, rows, plies, widths, strict=True)
    ]
    return _place_ancestor_chip(PicturePlan(blocks, spots, False, ply_lefts[-1] - EDGE_BESIDE, total_rows, EDGE_BESIDE))


def _place_ancestor_chip(plan: PicturePlan) -> PicturePlan:
    """The plan with the chip for what is above the first block in its top left corner, where it is in nobody's way."""
    if plan.spots[-1].item.item_type is not ItemType.ABOVE:
        return plan
    *others, chip = plan.spots
    chip = chip._replace(x=0, y=0, edge_position=chip.edge_position - chip.x if plan.is_upright else 0)
    shift_right = max(chip.width + 1 - others[0].x, 0) if plan.is_upright else 0
    shift_down = 0 if plan.is_upright else 1
    moved = [
        spot._replace(
            x=spot.x + shift_right,
            y=spot.y + shift_down,
            edge_position=spot.edge_position + (shift_right if plan.is_upright else shift_down),
        )
        for spot in others
    ]
    width = max(plan.width + shift_right, chip.width)
    return plan._replace(spots=[*moved, chip], width=width, height=plan.height + shift_down)


def plies_of(items: list[SketchItem]) -> list[int]:
    """Return the ply of each place, that of the first being 0."""
    plies: list[int] = []
    for item in items:
        plies.append(plies[item.parent] + 1 if item.parent >= 0 else 0)
    return plies


def _indices_by_ply(plies: list[int]) -> list[list[int]]:
    indices_by_ply: list[list[int]] = [[] for _ in range(max(plies) + 1)]
    for index, ply in enumerate(plies):
        indices_by_ply[ply].append(index)
    return indices_by_ply


def _place_across(
    items: list[SketchItem], sizes: list[int], edge_positions: list[int], gap: int, *, is_tight: bool
) -> tuple[list[int], int]:
    """Where each block begins, a parent over the middle of its children; and how much there is of all of them.

    It is tight where only blocks of the same ply are kept apart, and not all below one from all below the next.
    """
    children: list[list[int]] = [[] for _ in items]
    for index, item in enumerate(items):
        if item.parent >= 0:
            children[item.parent].append(index)
    offsets = [0] * len(items)
    """How far each block is from the one it hangs from."""
    outlines: list[list[tuple[int, int]]] = [[] for _ in items]
    """Of each block and what is below it: where each ply begins and ends, seen from the block."""
    for index in reversed(range(len(items))):
        outline_below: list[tuple[int, int]] = []
        for child in children[index]:
            offsets[child] = _distance_beside(outline_below, outlines[child], gap, is_tight=is_tight)
            moved = [(begin + offsets[child], end + offsets[child]) for begin, end in outlines[child]]
            outline_below = [(existing[0], added[1]) for existing, added in zip(outline_below, moved, strict=False)] + (
                outline_below[len(moved) :] or moved[len(outline_below) :]
            )
        if outline_below:
            child_edges = [offsets[child] + edge_positions[child] for child in children[index]]
            centre = (child_edges[0] + child_edges[-1]) // 2
            nearest = min(child_edges, key=lambda point: abs(point - centre))
            centre = nearest if abs(nearest - centre) <= 1 else centre  # no crooked lines
            for child in children[index]:
                offsets[child] -= centre - edge_positions[index]
            outline_below = [
                (begin - centre + edge_positions[index], end - centre + edge_positions[index])
                for begin, end in outline_below
            ]
        outlines[index] = [(0, sizes[index]), *outline_below]
    leftmost = min((begin for begin, _ in outlines[0]), default=0)
    starts: list[int] = []
    for index, item in enumerate(items):
        starts.append(offsets[index] + (starts[item.parent] if item.parent >= 0 else -leftmost))
    return starts, max(end for _, end in outlines[0]) - leftmost


def _distance_beside(
    placed_outline: list[tuple[int, int]], next_outline: list[tuple[int, int]], gap: int, *, is_tight: bool
) -> int:
    """How far a subtree has to move aside to stand beside what is placed."""
    if not placed_outline:
        return 0
    if is_tight:
        return max(end + gap - begin for (_, end), (begin, _) in zip(placed_outline, next_outline, strict=False))
    return max(end for _, end in placed_outline) + gap - min(begin for begin, _ in next_outline)
