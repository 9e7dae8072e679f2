"""The tree as a picture in character cells, and the keys that move about in it.

It stands upright, the root on top, where that fits, and else lies on its side, the root on the left. Where the visible
nodes are too many, the picture is of those around the selected one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial, partialmethod

from tracer.recording.status import PRUNED
from tui.model.browser import Browser
from tui.model.picture_blocks import Block, make_block, text_width
from tui.model.picture_layout import (
    HEAVY,
    LIGHT,
    MARK_WIDTH,
    BlockSpot,
    DrawingSheet,
    PicturePlan,
    min_size_across,
    plan_lying,
    plan_upright,
    plies_of,
)
from tui.model.row_line import Span
from tui.model.tree_sketch import NO_LIMIT, ItemType, TreeSketch

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
        blocks: what is drawn.
        spots: where each of these is, in cells of the pane.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self.opened_nodes: set[int] = set()
        self.pane_size = (80, 20)
        self.is_upright = True
        self.blocks: list[Block] = []
        self.spots: list[BlockSpot] = []
        self._size_index = 0
        """Which of `ITEM_LIMITS` had room the last time."""
        self._selected_index = 0
        """Which of these is the selected one."""
        self._drawn_node: int | None = None
        """The node that was selected then."""

    def draw_rows(self) -> list[list[Span]]:
        """The rows of the pane, as pieces of text with the names of their styles. O(places)."""
        plan = self._make_fullest_plan()
        columns, rows = self.pane_size
        first_column, first_row = _scroll_offset(plan, columns, rows)
        self.is_upright, self.blocks = plan.is_upright, plan.blocks
        self._drawn_node = self._browser.selected
        self._selected_index = next(index for index, block in enumerate(plan.blocks) if block.is_selected)
        self.spots = (
            [spot._replace(x=spot.x - first_column, y=spot.y - first_row) for spot in plan.spots]
            if first_column or first_row
            else plan.spots
        )
        sheet = DrawingSheet(plan.width, plan.height, is_turned=not plan.is_upright)
        _draw_edges(sheet, plan, set(self._browser.cursor.principal_variation()))
        write_block = _write_upright_block if plan.is_upright else _write_lying_block
        for block, spot in zip(plan.blocks, plan.spots, strict=True):
            write_block(sheet, block, spot)
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
        items = [spot.item for spot in self.spots]
        ply_of_item = plies_of(items)
        current_ply = ply_of_item[self._selected_index]
        items_of_ply = [
            index
            for index, item in enumerate(items)
            if ply_of_item[index] == current_ply and item.item_type is not ItemType.ABOVE
        ]
        neighbour = items_of_ply.index(self._selected_index) + offset
        if not 0 <= neighbour < len(items_of_ply):
            return "nothing stands beside this node here"
        return self._browser.select(items[items_of_ply[neighbour]].node)

    def toggle(self) -> str:
        """Expand or collapse the selected node; of several pruned branches, have each stand alone, or not."""
        browser, columns = self._browser, self._browser.trace.columns
        parent = int(columns.parent[browser.selected])
        self._draw_if_outdated()
        if columns.status[browser.selected] != PRUNED:
            return browser.tree.toggle()
        if self.spots[self._selected_index].item.item_type is not ItemType.PRUNED and parent not in self.opened_nodes:
            return "there is nothing below this node"
        self.opened_nodes ^= {parent}
        return ""

    @property
    def title(self) -> str:
        """How much of the tree is drawn."""
        items = [spot.item for spot in self.spots]
        total_nodes = sum(item.node_count for item in items)
        drawn_count = sum(
            item.node_count if item.item_type is ItemType.PRUNED else item.item_type is ItemType.NODE for item in items
        )
        return (
            f"all {total_nodes:,} nodes" if drawn_count == total_nodes else f"{drawn_count:,} of {total_nodes:,} nodes"
        )

    def _make_fullest_plan(self) -> PicturePlan:
        columns, rows = self.pane_size
        sketch = TreeSketch(self._browser, self.opened_nodes, self._priority_lines())
        cached_block = cache(partial(make_block, self._browser))
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
                item.node,
                item.item_type,
                item.node_count,
                has_children=index in items_with_children,
                with_words=not (is_upright or is_narrow),
                without_windows=is_narrow,
            )
            if item.node in (sketch.selected_node, current_item_node) and item.item_type in (
                ItemType.NODE,
                ItemType.PRUNED,
            ):
                block = block._replace(
                    is_selected=item.node == sketch.selected_node, is_current=item.node == current_item_node
                )
            blocks.append(block)
        return plan_upright(sketch.items, blocks, *self.pane_size) if is_upright else plan_lying(sketch.items, blocks)


def _scroll_offset(plan: PicturePlan, columns: int, rows: int) -> tuple[int, int]:
    """The first column and row of the sheet that the pane shows: its middle, or what has the selected block in it."""
    selected_spot = next(
        (spot for block, spot in zip(plan.blocks, plan.spots, strict=True) if block.is_selected), plan.spots[0]
    )
    first_column, first_row = (plan.width - columns) // 2, 0
    if plan.width > columns:
        first_column = min(max(selected_spot.x + (selected_spot.width - columns) // 2, 0), plan.width - columns)
    if plan.height > rows:
        first_row = min(max(selected_spot.y + (selected_spot.height - rows) // 2, 0), plan.height - rows)
    return first_column, first_row


def _draw_edges(sheet: DrawingSheet, plan: PicturePlan, variation: set[int]) -> None:
    """Lines from each block to what hangs from it; a cut goes through those to pruned branches."""
    for block, spot in zip(plan.blocks, plan.spots, strict=True):
        if spot.item.parent < 0:
            continue
        parent_spot = plan.spots[spot.item.parent]
        start, end = (
            (parent_spot.y + parent_spot.height, spot.y)
            if plan.is_upright
            else (parent_spot.x + parent_spot.width, spot.x)
        )
        bus = end - plan.edge_length + (not plan.is_upright)
        is_node = spot.item.item_type is ItemType.NODE and not block.is_pruned
        is_best = is_node and {parent_spot.item.node, spot.item.node} <= variation
        weight = HEAVY if is_best else LIGHT
        rank = 2 if is_best else int(is_node and parent_spot.item.item_type is not ItemType.ABOVE)
        sheet.draw_line(parent_spot.edge_position, start - 1, parent_spot.edge_position, bus, weight, rank)
        sheet.draw_line(parent_spot.edge_position, bus, spot.edge_position, bus, weight, rank)
        sheet.draw_line(
            spot.edge_position, bus, spot.edge_position, end + (not plan.is_upright) * 2 * MARK_WIDTH, weight, rank
        )
        if block.is_pruned:
            across, along = spot.edge_position, end - 1
            sheet.draw_text(*((across, along) if plan.is_upright else (along, across)), [("✗", "cut")])


def _write_upright_block(sheet: DrawingSheet, block: Block, spot: BlockSpot) -> None:
    """The lines of a block, each with its middle where the edges meet it, and the marks in front of them."""
    pointer, current_mark = [("❯", "pointer")] * block.is_selected, [("◆", "now")] * block.is_current
    no_marks: list[Span] = []
    marks_by_line = (
        (pointer, current_mark, no_marks)
        if block.title and block.value
        else (pointer + current_mark, pointer + current_mark, no_marks)
    )
    y = spot.y
    for spans, line_marks in zip(block.lines, marks_by_line, strict=True):
        if not spans:
            continue
        if block.is_selected:
            sheet.draw_text(spot.x, y, [(" " * spot.width, " selected")])
        x = max(spot.edge_position - (text_width(spans) - 1) // 2, 0)
        sheet.draw_text(x - len(line_marks), y, _with_selection_ground(line_marks + spans, block))
        y += 1


def _write_lying_block(sheet: DrawingSheet, block: Block, spot: BlockSpot) -> None:
    if block.is_selected:
        sheet.draw_text(spot.x, spot.y, _with_selection_ground([("❯", "pointer")], block))
    if block.is_current:
        sheet.draw_text(spot.x + 1, spot.y, _with_selection_ground([("◆", "now")], block))
    spans = [span for line in block.lines if line for span in ((" ", ""), *line)]
    sheet.draw_text(spot.x + 2 * MARK_WIDTH, spot.y, _with_selection_ground([*spans, (" ", "")], block))


def _with_selection_ground(spans: list[Span], block: Block) -> list[Span]:
    return [(text, f"{style} selected") for text, style in spans] if block.is_selected else spans
