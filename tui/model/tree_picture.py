"""The tree as a picture in character cells, and the keys that move about in it.

It stands upright, the root on top, where that fits, and else lies on its side, the root on the left. Where the visible
nodes are too many, the picture is of those around the selected one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial, partialmethod

from rich.cells import cell_len, get_character_cell_size

from tracer.recording.status import PRUNED
from tui.model.browser import Browser
from tui.model.explorer_state import Span
from tui.model.picture_layout import (
    MARK_WIDTH,
    Block,
    PicturePlan,
    make_block,
    plan_lying,
    plan_upright,
    text_width,
)
from tui.model.tree_keys import NOTHING_BELOW, NOTHING_BESIDE
from tui.model.tree_sketch import NO_LIMIT, ItemType, TreeSketch, describe_share, min_size_across, plies_of

ITEM_LIMITS = (64, 48, 36, 28, 22, 17, 13, 10, 8, 6, 5, 4, 3, 2)
"""Places of a picture: as many of these as there is room for."""
MAX_ROWS_DRAWN_WHOLE = 1_000
"""A tree of more rows is not drawn whole, not even where most of them are pruned branches side by side."""
PLY_HEIGHT, PLY_WIDTH, BRIEF_WIDTH = 4, 14, 10
"""Rows of a ply of a tree that stands upright, and columns of one that lies, about; in a narrow pane."""
NARROW_WIDTH = 60
"""Columns below which windows and words are left out."""
MIN_UPRIGHT_HEIGHT = 11
"""Rows from which on a picture of a part of the tree stands upright."""
EDGE_STYLES = ("pruned-detail", "guide", "star")
"""Styles of lines: to what was never searched or has no room, to nodes, along the principal variation."""


class Picture:
    """The tree of a browser as a picture.

    Attributes:
        opened_nodes: the nodes whose pruned branches stand one by one.
        pane_size: columns and rows of the pane.
        is_upright: whether the root is on top, and not on the left.
        blocks: what is drawn, in cells of the pane.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self.opened_nodes: set[int] = set()
        self.pane_size = (80, 20)
        self.is_upright = True
        self.blocks: list[Block] = []
        self._size_index = 0
        """Which of `ITEM_LIMITS` had room the last time."""
        self._selected_index = 0
        """Which of these is the selected one."""
        self._drawn_node: int | None = None
        """The node that was selected then."""

    @property
    def spots(self) -> list[Block]:
        """What is drawn, by where it is."""
        return self.blocks

    def draw_rows(self) -> list[list[Span]]:
        """The rows of the pane, as pieces of text with the names of their styles. O(places)."""
        plan = self._make_fullest_plan()
        columns, rows = self.pane_size
        first_column, first_row = plan.scroll_offset(columns, rows)
        self.is_upright, self._drawn_node = plan.is_upright, self._browser.selected
        self._selected_index = next(index for index, block in enumerate(plan.blocks) if block.is_selected)
        self.blocks = [block._replace(x=block.x - first_column, y=block.y - first_row) for block in plan.blocks]
        sheet = DrawingSheet(plan.width, plan.height, is_turned=not plan.is_upright)
        _draw_edges(sheet, plan, set(self._browser.cursor.principal_variation()))
        write_block = _write_upright_block if plan.is_upright else _write_lying_block
        for block in plan.blocks:
            write_block(sheet, block)
        return [sheet.styled_row(row, first_column, columns, EDGE_STYLES) for row in range(first_row, first_row + rows)]

    def _go(self, right: int, down: int) -> str:
        """Select what stands in a direction. Plies go down where the root is on top, else to the right."""
        along, across = (down, right) if self.is_upright else (right, down)
        if across:
            return self._select_beside(across)
        return self._browser.tree.expand_or_enter() if along > 0 else self._browser.tree.select_parent()

    go_up = partialmethod(_go, 0, -1)
    go_down = partialmethod(_go, 0, 1)
    go_left = partialmethod(_go, -1, 0)
    go_right = partialmethod(_go, 1, 0)

    def _draw_if_outdated(self) -> None:
        """Draw what is not drawn yet: keys may come faster than frames."""
        if self._drawn_node != self._browser.selected:
            self.draw_rows()

    def _select_beside(self, offset: int) -> str:
        self._draw_if_outdated()
        items = [block.item for block in self.blocks]
        ply_of_item = plies_of(items)
        current_ply = ply_of_item[self._selected_index]
        items_of_ply = [
            index
            for index, item in enumerate(items)
            if ply_of_item[index] == current_ply and item.item_type is not ItemType.ABOVE
        ]
        neighbour = items_of_ply.index(self._selected_index) + offset
        if not 0 <= neighbour < len(items_of_ply):
            return NOTHING_BESIDE
        return self._browser.select(items[items_of_ply[neighbour]].node)

    def toggle(self) -> str:
        """Expand or collapse the selected node; of several pruned branches, have each stand alone, or not."""
        browser, columns = self._browser, self._browser.trace.columns
        parent = int(columns.parent[browser.selected])
        self._draw_if_outdated()
        if columns.status[browser.selected] != PRUNED:
            return browser.tree.toggle()
        if self.blocks[self._selected_index].item.item_type is not ItemType.PRUNED and parent not in self.opened_nodes:
            return NOTHING_BELOW
        self.opened_nodes ^= {parent}
        return ""

    @property
    def title(self) -> str:
        """How much of the tree is drawn."""
        return describe_share([block.item for block in self.blocks])

    def _make_fullest_plan(self) -> PicturePlan:
        columns, rows = self.pane_size
        sketch = TreeSketch(self._browser, self.opened_nodes, self._priority_lines())
        cached_block = cache(partial(make_block, self._browser))  # whatever it hangs from
        if len(self._browser.rows) <= MAX_ROWS_DRAWN_WHOLE:
            for candidate in (*self._iter_sketches_with_values(sketch), sketch):
                is_whole = all(
                    item.item_type in (ItemType.NODE, ItemType.PRUNED)
                    for item in candidate.take_nearest(ITEM_LIMITS[0], NO_LIMIT)
                )
                for is_upright in (True, False) if is_whole else ():
                    plan = self._lay_out(candidate, cached_block, is_upright=is_upright)
                    if self._is_fitting(plan):
                        return plan
        is_upright = rows >= MIN_UPRIGHT_HEIGHT
        max_plies = max(
            2, (rows + 1) // PLY_HEIGHT if is_upright else columns // (BRIEF_WIDTH if self._is_narrow else PLY_WIDTH)
        )
        room_across = columns if is_upright else rows
        smallest_index = len(ITEM_LIMITS) - 1

        def plan_of(size_index: int) -> PicturePlan | None:
            """The plan of so many places, if it fits; where none is smaller, whether it does or not."""
            items = sketch.take_nearest(ITEM_LIMITS[size_index], max_plies)
            if size_index < smallest_index and min_size_across(items, is_upright=is_upright) > room_across:
                return None
            plan = self._lay_out(sketch, cached_block, is_upright=is_upright)
            return plan if size_index == smallest_index or self._is_fitting(plan) else None

        # What fitted the last time nearly fits this time: the next one is tried first, then the middle of the others.
        best_plan, low_index, high_index, is_first_try = None, 0, smallest_index, True
        size_index = self._size_index
        while low_index <= high_index:
            if fitting_plan := plan_of(size_index):
                best_plan, self._size_index, high_index = fitting_plan, size_index, size_index - 1
            else:
                low_index = size_index + 1
            size_index = (high_index if fitting_plan else low_index) if is_first_try else (low_index + high_index) // 2
            is_first_try = False
        assert best_plan is not None, "the smallest one is taken as it is"
        return best_plan

    def _iter_sketches_with_values(self, sketch: TreeSketch) -> Iterator[TreeSketch]:
        """Yield a sketch in which pruned leaves whose values are known stand one by one, where there are any."""
        pruned_runs = [
            item for item in sketch.take_nearest(ITEM_LIMITS[0], NO_LIMIT) if item.item_type is ItemType.PRUNED
        ]
        pruned = [node for item in pruned_runs for node in range(item.node, item.node + item.node_count)]
        parent = self._browser.trace.columns.parent
        parents_of_known = {int(parent[node]) for node in pruned if self._browser.pruned_leaf_value(node) is not None}
        if parents_of_known:
            yield TreeSketch(self._browser, self.opened_nodes | parents_of_known, self._priority_lines())

    def _priority_lines(self) -> list[Sequence[int]]:
        trace, cursor, selected = self._browser.trace, self._browser.cursor, self._browser.selected
        variation = cursor.principal_variation()
        best_child = None if selected in variation[:-1] else cursor.best_child(selected)
        selected_line = [] if best_child is None else [*trace.ancestry(selected), best_child]
        return [variation, selected_line, trace.ancestry(cursor.node)]

    def _is_fitting(self, plan: PicturePlan) -> bool:
        return plan.width <= self.pane_size[0] and plan.height <= self.pane_size[1]

    @property
    def _is_narrow(self) -> bool:
        return self.pane_size[0] < NARROW_WIDTH

    def _lay_out(self, sketch: TreeSketch, block_of: Callable[..., Block], *, is_upright: bool) -> PicturePlan:
        is_narrow = self._is_narrow
        items_with_children = {item.parent for item in sketch.items}
        current_item_node = sketch.item_node_for(self._browser.cursor.node)
        blocks = []
        for index, item in enumerate(sketch.items):
            block = block_of(
                item._replace(parent=-1),
                has_children=index in items_with_children,
                with_words=not (is_upright or is_narrow),
                without_windows=is_narrow,
            )
            stands_for_nodes = item.item_type in (ItemType.NODE, ItemType.PRUNED)
            is_selected, is_current = (
                stands_for_nodes and item.node == node for node in (sketch.selected_node, current_item_node)
            )
            blocks.append(block._replace(item=item, is_selected=is_selected, is_current=is_current))
        return plan_upright(blocks, *self.pane_size) if is_upright else plan_lying(blocks)


def _draw_edges(sheet: DrawingSheet, plan: PicturePlan, variation: set[int]) -> None:
    """Lines from each block to what hangs from it; a cut goes through those to pruned branches."""
    for block in plan.blocks:
        if block.item.parent < 0:
            continue
        parent, across = plan.blocks[block.item.parent], block.edge_position
        start, end = (parent.y + parent.height, block.y) if plan.is_upright else (parent.x + parent.width, block.x)
        bus = end - plan.edge_length + (not plan.is_upright)
        is_node = block.item.item_type is ItemType.NODE and not block.is_pruned
        is_best = is_node and {parent.item.node, block.item.node} <= variation
        weight = HEAVY if is_best else LIGHT
        rank = 2 if is_best else int(is_node and parent.item.item_type is not ItemType.ABOVE)
        sheet.draw_line(parent.edge_position, start - 1, parent.edge_position, bus, weight, rank)
        sheet.draw_line(parent.edge_position, bus, across, bus, weight, rank)
        sheet.draw_line(across, bus, across, end + (not plan.is_upright) * 2 * MARK_WIDTH, weight, rank)
        if block.is_pruned:
            sheet.draw_text(*((across, end - 1) if plan.is_upright else (end - 1, across)), [("✗", "cut")])


def _write_upright_block(sheet: DrawingSheet, block: Block) -> None:
    """The lines of a block, each with its middle where the edges meet it, and the marks in front of them."""
    pointer, current_mark = [("❯", "pointer")] * block.is_selected, [("◆", "now")] * block.is_current
    marks = (pointer, current_mark) if block.title and block.value else (pointer + current_mark,) * 2
    y = block.y
    for spans, line_marks in zip(block.lines, (*marks, []), strict=True):
        if not spans:
            continue
        if block.is_selected:
            sheet.draw_text(block.x, y, [(" " * block.width, " selected")])
        x = max(block.edge_position - (text_width(spans) - 1) // 2, 0)
        sheet.draw_text(x - len(line_marks), y, _with_selection_ground(line_marks + spans, block))
        y += 1


def _write_lying_block(sheet: DrawingSheet, block: Block) -> None:
    spans = [span for line in block.lines if line for span in ((" ", ""), *line)]
    for column, is_there, mark in ((0, block.is_selected, ("❯", "pointer")), (1, block.is_current, ("◆", "now"))):
        sheet.draw_text(block.x + column, block.y, _with_selection_ground([mark] * is_there, block))
    sheet.draw_text(block.x + 2 * MARK_WIDTH, block.y, _with_selection_ground([*spans, (" ", "")], block))


def _with_selection_ground(spans: list[Span], block: Block) -> list[Span]:
    return [(text, f"{style} selected") for text, style in spans] if block.is_selected else spans


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
        cells: dict[int, Span] = {}
        for column, (up, right, down, left, rank) in self._line_cells.get(y, {}).items():
            joint = JOINTS[27 * up + 9 * right + 3 * down + left]
            cells[column] = DASHED.get(joint, joint) if rank == 0 else joint, styles[rank]
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
