"""Where the blocks of a picture stand, and the sheet on which they and the lines between them are drawn.

*Across* is the way along which siblings stand, *along* the one that plies follow: columns and rows where the root is on
top, rows and columns where it is on the left.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import accumulate
from typing import NamedTuple

from rich.cells import cell_len, get_character_cell_size

from tui.model.blocks import Block
from tui.model.line import Span
from tui.model.sketch import Item, Kind

UP, RIGHT, DOWN, LEFT = range(4)
"""The arms of a cell, from its middle to its sides."""
LIGHT, HEAVY = 1, 2
JOINTS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
"""By the weights of the four arms, each 0, light or heavy, read as digits."""
DASHED = {"─": "╌", "│": "╎"}

BLANK: Span = (" ", "")


class Sheet:
    """Cells that are drawn on, from the top left corner; nothing is drawn outside.

    Args:
        width: columns.
        height: rows.
        turned: whether x goes down and y goes right, so that a tree drawn from the top grows from the left.
    """

    def __init__(self, width: int, height: int, *, turned: bool = False) -> None:
        self.width, self.height, self._turned = width, height, turned
        self._lines: defaultdict[int, dict[int, list[int]]] = defaultdict(dict)
        """By row and column: the weights of the four arms, and the rank."""
        self._texts: dict[int, dict[int, Span]] = {}
        """By row and column: one character."""

    def line(self, x: int, y: int, to_x: int, to_y: int, weight: int, rank: int) -> None:
        """A line across or down between the middles of two cells.

        Args:
            x: where it begins.
            y: see above.
            to_x: where it ends.
            to_y: see above.
            weight: LIGHT or HEAVY.
            rank: what it is; where lines of several ranks meet, the highest gives the style. 0 is dashed.
        """
        if self._turned:
            x, y, to_x, to_y = y, x, to_y, to_x
        across = x != to_x
        first, last = sorted((x, to_x) if across else (y, to_y))
        if first == last:
            return
        on, back = (RIGHT, LEFT) if across else (DOWN, UP)
        for at in range(first, last + 1):
            row, column = (y, at) if across else (at, x)
            cell = self._lines[row].get(column)
            if cell is None:
                cell = self._lines[row][column] = [0, 0, 0, 0, 0]
            if at < last and cell[on] < weight:
                cell[on] = weight
            if at > first and cell[back] < weight:
                cell[back] = weight
            cell[-1] = max(cell[-1], rank)

    def text(self, x: int, y: int, spans: list[Span]) -> None:
        """Text in one row, over what is there."""
        row = self._texts.setdefault(y, {})
        for piece, style in spans:
            for character in piece:
                size = get_character_cell_size(character)
                if size:
                    row[x] = (character, style)
                    for behind in range(1, size):
                        row[x + behind] = ("", style)
                x += size

    def row(self, y: int, x: int, width: int, styles: tuple[str, ...]) -> list[Span]:
        """Some cells of a row; what stands outside the sheet is blank.

        Args:
            y: the row.
            x: the first column.
            width: how many columns.
            styles: of lines, by their rank.
        """
        cells = {column: _joint(cell, styles) for column, cell in self._lines.get(y, {}).items()}
        cells |= self._texts.get(y, {})
        # Half of a wide character is no character.
        if cells.get(x, BLANK)[0] == "":
            cells[x] = BLANK
        if cell_len(cells.get(x + width - 1, BLANK)[0]) > 1:
            cells[x + width - 1] = BLANK
        found: list[Span] = []
        for column in sorted(column for column in cells if x <= column < x + width):
            text, style = cells[column]
            if column > x:
                found.append((" " * (column - x), ""))
                width, x = width - (column - x), column
            if found and found[-1][1] == style:
                found[-1] = (found[-1][0] + text, style)
            else:
                found.append((text, style))
            width, x = width - 1, x + 1
        return [*found, (" " * width, "")] if width else found


def _joint(cell: list[int], styles: tuple[str, ...]) -> Span:
    up, right, down, left, rank = cell
    joint = JOINTS[27 * up + 9 * right + 3 * down + left]
    return DASHED.get(joint, joint) if rank == 0 else joint, styles[rank]


GAP, WIDEST_GAP = 0, 4
"""Columns between two blocks side by side, at least and at most, besides those for marks."""
MARKS = 1
"""Columns in front of a text for a mark; twice as many where both marks stand in one line."""
HIGHEST_EDGE = 3
"""Rows between two plies of a tree that stands upright, at most."""
EDGE_BESIDE = 3
"""Columns between two plies of a tree that lies on its side."""
NARROWEST = 4
"""Columns of a block with its marks, at least."""


class Spot(NamedTuple):
    """Where a block is, in cells."""

    item: Item
    x: int
    y: int
    width: int
    height: int
    stem: int
    """The column, or the row, at which lines meet it."""

    def holds(self, x: int, y: int) -> bool:
        """Whether a cell is in it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


class Plan(NamedTuple):
    """Blocks and where they stand."""

    blocks: list[Block]
    spots: list[Spot]
    upright: bool
    """Whether the root is on top, and not on the left."""
    width: int
    height: int
    edge: int
    """Rows, or columns, between two plies."""


def least_across(items: list[Item], *, stands: bool) -> int:
    """How many columns, or rows where the tree lies, a plan takes at least, known before anything is written."""
    if stands:
        return NARROWEST * max(map(len, _by_ply(_plies(items))))
    holding = {item.parent for item in items}
    return sum(place not in holding for place in range(len(items)))


def upright(items: list[Item], blocks: list[Block], columns: int, rows: int) -> Plan:
    """A plan with the root on top; airy where there is room.

    Args:
        items: what stands there, each after what it hangs from; what is above all of it, last.
        blocks: what each looks like.
        columns: the room there is.
        rows: see above.
    """
    plies = _plies(items)
    marks = [MARKS if drawn.title and drawn.value else 2 * MARKS for drawn in blocks]
    inside = [drawn.columns for drawn in blocks]
    widths = [mark + wide for mark, wide in zip(marks, inside, strict=True)]
    stems = [mark + (wide - 1) // 2 for mark, wide in zip(marks, inside, strict=True)]
    heights = [bool(drawn.title) + bool(drawn.value) for drawn in blocks]
    by_ply = _by_ply(plies)
    tall = [max(heights[k] + blocks[k].tall for k in there) for there in by_ply]
    starts, total = _across(items, widths, stems, GAP, close=True)
    least = [(sum(widths[k] for k in there), len(there) - 1) for there in by_ply]
    for gap in range(WIDEST_GAP, GAP, -1) if total < columns else ():
        if any(wide + gap * gaps > columns for wide, gaps in least):
            continue
        wider, needed = _across(items, widths, stems, gap, close=True)
        if needed <= columns:
            starts, total = wider, needed
            break
    edge = min(max((rows - sum(tall)) // max(len(tall) - 1, 1), 1), HIGHEST_EDGE)
    tops = [0, *accumulate(height + edge for height in tall)]
    spots = [
        Spot(item, x, tops[ply], size, height + bool(drawn.below), x + stem)
        for item, x, ply, size, height, drawn, stem in zip(
            items, starts, plies, widths, heights, blocks, stems, strict=True
        )
    ]
    return _with_above(Plan(blocks, spots, True, total, tops[-1] - edge, edge))


def lying(items: list[Item], blocks: list[Block]) -> Plan:
    """A plan with the root on the left, a row for each block that nothing hangs from."""
    plies, ones = _plies(items), [1] * len(items)
    widths = [2 * MARKS + sum(1 + wide for wide in drawn.widths if wide) + 1 for drawn in blocks]
    wide = [max(widths[k] for k in there if items[k].kind is not Kind.ABOVE) for there in _by_ply(plies)]
    rows, total = _across(items, ones, [0] * len(items), 0, close=False)
    lefts = [0, *accumulate(size + EDGE_BESIDE for size in wide)]
    spots = [
        Spot(item, lefts[ply], y, size, 1, y) for item, y, ply, size in zip(items, rows, plies, widths, strict=True)
    ]
    return _with_above(Plan(blocks, spots, False, lefts[-1] - EDGE_BESIDE, total, EDGE_BESIDE))


def _with_above(plan: Plan) -> Plan:
    """The plan with the chip for what is above the first block in its top left corner, where it is in nobody's way."""
    if plan.spots[-1].item.kind is not Kind.ABOVE:
        return plan
    *others, chip = plan.spots
    chip = chip._replace(x=0, y=0, stem=chip.stem - chip.x if plan.upright else 0)
    right = max(chip.width + 1 - others[0].x, 0) if plan.upright else 0
    down = 0 if plan.upright else 1
    moved = [
        spot._replace(x=spot.x + right, y=spot.y + down, stem=spot.stem + (right if plan.upright else down))
        for spot in others
    ]
    wide = max(plan.width + right, chip.width)
    return plan._replace(spots=[*moved, chip], width=wide, height=plan.height + down)


def _plies(items: list[Item]) -> list[int]:
    plies: list[int] = []
    for item in items:
        plies.append(plies[item.parent] + 1 if item.parent >= 0 else 0)
    return plies


def _by_ply(plies: list[int]) -> list[list[int]]:
    """The places of each ply."""
    found: list[list[int]] = [[] for _ in range(max(plies) + 1)]
    for place, ply in enumerate(plies):
        found[ply].append(place)
    return found


def _across(items: list[Item], sizes: list[int], stems: list[int], gap: int, *, close: bool) -> tuple[list[int], int]:
    """Where each block begins, a parent over the middle of its children; and how much there is of all of them.

    Args:
        items: what stands there.
        sizes: the size of each block.
        stems: where in it lines meet it.
        gap: how much is free between two blocks side by side.
        close: whether only blocks of the same ply are kept apart, and not all below one from all below the next.
    """
    children: list[list[int]] = [[] for _ in items]
    for place, item in enumerate(items):
        if item.parent >= 0:
            children[item.parent].append(place)
    offsets = [0] * len(items)
    """How far each block is from the one it hangs from."""
    outlines: list[list[tuple[int, int]]] = [[] for _ in items]
    """Of each block and what is below it: where each ply begins and ends, seen from the block."""
    for place in reversed(range(len(items))):
        below: list[tuple[int, int]] = []
        for child in children[place]:
            offsets[child] = _shift(below, outlines[child], gap, close=close)
            moved = [(begin + offsets[child], end + offsets[child]) for begin, end in outlines[child]]
            below = [(one[0], other[1]) for one, other in zip(below, moved, strict=False)] + (
                below[len(moved) :] or moved[len(below) :]
            )
        if below:
            points = [offsets[child] + stems[child] for child in children[place]]
            middle = (points[0] + points[-1]) // 2
            nearest = min(points, key=lambda point: abs(point - middle))
            middle = nearest if abs(nearest - middle) <= 1 else middle  # no crooked lines
            for child in children[place]:
                offsets[child] -= middle - stems[place]
            below = [(begin - middle + stems[place], end - middle + stems[place]) for begin, end in below]
        outlines[place] = [(0, sizes[place]), *below]
    first = min((begin for begin, _ in outlines[0]), default=0)
    found: list[int] = []
    for place, item in enumerate(items):
        found.append(offsets[place] + (found[item.parent] if item.parent >= 0 else -first))
    return found, max(end for _, end in outlines[0]) - first


def _shift(placed: list[tuple[int, int]], next_one: list[tuple[int, int]], gap: int, *, close: bool) -> int:
    """How far a subtree has to move aside to stand beside what is placed."""
    if not placed:
        return 0
    if close:
        return max(end + gap - begin for (_, end), (begin, _) in zip(placed, next_one, strict=False))
    return max(end for _, end in placed) + gap - min(begin for begin, _ in next_one)
