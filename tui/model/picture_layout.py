"""What stands in each place of a picture of the tree, in a few short lines, and where these blocks stand.

*Across* is the way along which siblings stand, *along* the one that plies follow: columns and rows where the root is on
top, rows and columns where it is on the left.
"""

from __future__ import annotations

from itertools import accumulate
from typing import NamedTuple

from rich.cells import cell_len

from tracer.text import number
from tracer.time.landmarks import window_ends
from tracer.time.moments import Phase
from tui.model.browser import Browser
from tui.model.explorer_state import PLAYER_SIGNS, Span
from tui.model.node_text import CLOSED_NODE_SIGNS, node_title, shorten, value_text
from tui.model.tree_sketch import ItemType, SketchItem, indices_by_ply, plies_of

MAX_LABEL_WIDTH = 12
"""Columns of a label; a longer one is cut short."""
MAX_OLD_ENDS = 2
"""Old ends of a window that are written before the new one: the first, and the last."""
MIN_GAP, MAX_GAP = 0, 4
"""Columns between two blocks side by side, at least and at most, besides those for marks."""
MARK_WIDTH = 1
"""Columns in front of a text for a mark; twice as many where both marks stand in one line."""
MAX_EDGE_HEIGHT = 3
"""Rows between two plies of a tree that stands upright, at most."""
EDGE_BESIDE = 3
"""Columns between two plies of a tree that lies on its side."""


class Block(NamedTuple):
    """What stands in one place of a picture, and where, in cells."""

    item: SketchItem
    title: list[Span]
    """The move, or what a chip counts."""
    value: list[Span]
    """Who moves, the value, and a cutoff; of a pruned leaf its number alone; empty for a chip and other branches."""
    detail: list[Span]
    """Alpha and beta of an open node, the old ends before the new ones; how many nodes are folded away."""
    min_width: int = 0
    """Columns that it has at any step, so that nothing moves aside as time goes by."""
    may_have_detail: bool = False
    """Whether something stands below it at some step."""
    is_pruned: bool = False
    """It was pruned by this step: a cut goes through the line that leads to it."""
    is_selected: bool = False
    is_current: bool = False
    """The current step is its node's, or that of a node it stands for."""
    x: int = 0
    y: int = 0
    width: int = 0
    height: int = 0
    edge_position: int = 0
    """The column, or the row, at which lines meet it."""

    def contains(self, x: int, y: int) -> bool:
        """Whether a cell is in it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height

    @property
    def lines(self) -> tuple[list[Span], list[Span], list[Span]]:
        """All three."""
        return self.title, self.value, self.detail

    @property
    def total_width(self) -> int:
        """Columns of its longest line."""
        return max(self.min_width, *map(text_width, self.lines))


class PicturePlan(NamedTuple):
    """Blocks and where they stand."""

    blocks: list[Block]
    is_upright: bool
    """Whether the root is on top, and not on the left."""
    width: int
    height: int
    edge_length: int
    """Rows, or columns, between two plies."""

    def scroll_offset(self, columns: int, rows: int) -> tuple[int, int]:
        """The first column and row that a pane shows: the middle, or what has the selected block in it."""
        selected = next((block for block in self.blocks if block.is_selected), self.blocks[0])
        first_column, first_row = (self.width - columns) // 2, 0
        if self.width > columns:
            first_column = min(max(selected.x + (selected.width - columns) // 2, 0), self.width - columns)
        if self.height > rows:
            first_row = min(max(selected.y + (selected.height - rows) // 2, 0), self.height - rows)
        return first_column, first_row


def plan_upright(blocks: list[Block], columns: int, rows: int) -> PicturePlan:
    """A plan with the root on top; airy where there is room."""
    items = [block.item for block in blocks]
    plies = plies_of(items)
    mark_widths = [MARK_WIDTH if block.title and block.value else 2 * MARK_WIDTH for block in blocks]
    text_widths = [block.total_width for block in blocks]
    widths = [mark_width + text_width for mark_width, text_width in zip(mark_widths, text_widths, strict=True)]
    edge_columns = [
        mark_width + (text_width - 1) // 2 for mark_width, text_width in zip(mark_widths, text_widths, strict=True)
    ]
    heights = [bool(block.title) + bool(block.value) for block in blocks]
    by_ply = indices_by_ply(plies)
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
    placed = [
        block._replace(
            x=x, y=ply_tops[ply], width=width, height=height + bool(block.detail), edge_position=x + edge_column
        )
        for block, x, ply, width, height, edge_column in zip(
            blocks, start_columns, plies, widths, heights, edge_columns, strict=True
        )
    ]
    return _place_ancestor_chip(PicturePlan(placed, True, total_width, ply_tops[-1] - edge_length, edge_length))


def plan_lying(blocks: list[Block]) -> PicturePlan:
    """A plan with the root on the left, a row for each block that nothing hangs from."""
    items = [block.item for block in blocks]
    plies, heights = plies_of(items), [1] * len(items)
    widths = [2 * MARK_WIDTH + sum(1 + text_width(line) for line in block.lines if line) + 1 for block in blocks]
    ply_widths = [
        max(widths[k] for k in indices if items[k].item_type is not ItemType.ABOVE) for indices in indices_by_ply(plies)
    ]
    rows, total_rows = _place_across(items, heights, [0] * len(items), 0, is_tight=False)
    ply_lefts = [0, *accumulate(size + EDGE_BESIDE for size in ply_widths)]
    placed = [
        block._replace(x=ply_lefts[ply], y=y, width=width, height=1, edge_position=y)
        for block, y, ply, width in zip(blocks, rows, plies, widths, strict=True)
    ]
    return _place_ancestor_chip(PicturePlan(placed, False, ply_lefts[-1] - EDGE_BESIDE, total_rows, EDGE_BESIDE))


def _place_ancestor_chip(plan: PicturePlan) -> PicturePlan:
    """The plan with the chip for what is above the first block in its top left corner, where it is in nobody's way."""
    *others, chip = plan.blocks
    if chip.item.item_type is not ItemType.ABOVE:
        return plan
    chip = chip._replace(x=0, y=0, edge_position=chip.edge_position - chip.x if plan.is_upright else 0)
    right, down = (max(chip.width + 1 - others[0].x, 0), 0) if plan.is_upright else (0, 1)
    moved = [
        block._replace(x=block.x + right, y=block.y + down, edge_position=block.edge_position + right + down)
        for block in others
    ]
    width, height = max(plan.width + right, chip.width), plan.height + down
    return plan._replace(blocks=[*moved, chip], width=width, height=height)


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
            shift = edge_positions[index] - (nearest if abs(nearest - centre) <= 1 else centre)  # no crooked lines
            for child in children[index]:
                offsets[child] += shift
            outline_below = [(begin + shift, end + shift) for begin, end in outline_below]
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


def text_width(spans: list[Span]) -> int:
    """Columns of a text."""
    return sum([cell_len(text) for text, _ in spans])


def make_block(
    browser: Browser, item: SketchItem, *, has_children: bool, with_words: bool, without_windows: bool
) -> Block:
    """What stands in one place of a picture, without marks."""
    node, node_count = item.node, item.node_count
    if item.item_type is not ItemType.NODE:
        return Block(item, [_format_chip(browser, item, with_words=with_words)], [], [])
    phase = browser.cursor.phase(node)
    window_spans = [] if without_windows else _window_spans(browser, node, phase)
    folded_count = (
        [("  " * bool(window_spans) + _format_node_count(node_count - 1, with_words=with_words), "below")]
        if node_count > 1
        else []
    )
    is_inner_node = bool(browser.trace.columns.end[node] > node + 1)
    return Block(
        item,
        _title_spans(browser, node, phase),
        _value_spans(browser, node, phase),
        window_spans + folded_count,
        is_pruned=phase is Phase.PRUNED,
        min_width=max(
            2 + _max_value_width(browser, node),
            _max_window_width(browser, node) if has_children and not without_windows else 0,
        ),
        may_have_detail=(is_inner_node and browser.trace.header.windowed and not without_windows) or bool(folded_count),
    )


def _format_chip(browser: Browser, item: SketchItem, *, with_words: bool) -> Span:
    node, item_type, node_count = item.node, item.item_type, item.node_count
    if item_type is ItemType.PRUNED:
        is_ahead = browser.cursor.phase(node) is Phase.AHEAD
        return (
            f"{'·' if is_ahead else '✗'} ×{node_count:,}" + " branches" * with_words,
            "ahead" if is_ahead else "pruned-detail",
        )
    if item_type is ItemType.MORE:
        return _format_node_count(node_count, with_words=with_words), "below"
    plies = int(browser.trace.columns.ply[node] - browser.trace.columns.ply[browser.rows.root]) + 1
    return (
        f"↑ {plies:,} {'ply' if plies == 1 else 'plies'} above: {_format_node_count(node_count, with_words=True)}",
        "below",
    )


def _format_node_count(node_count: int, *, with_words: bool) -> str:
    return f"+{node_count:,}" + (" node" if node_count == 1 else " nodes") * with_words


def _title_spans(browser: Browser, node: int, phase: Phase) -> list[Span]:
    style = {Phase.AHEAD: "ahead", Phase.PRUNED: "pruned"}.get(phase, "label")
    if node or browser.trace.names.get(node):
        return [(shorten(node_title(browser.trace, node), MAX_LABEL_WIDTH), style)]
    return []


def _value_spans(browser: Browser, node: int, phase: Phase) -> list[Span]:
    """Who moves, or what kind of leaf it is, and the value as it is known."""
    if phase is Phase.AHEAD:
        return [("·", "ahead")]
    if phase is Phase.PRUNED:
        leaf_value = value_text(browser, node)
        return [(leaf_value, "pruned")] if leaf_value else []
    columns = browser.trace.columns
    closed_sign = CLOSED_NODE_SIGNS.get(columns.status[node]) if phase is Phase.RETURNED else None
    glyph, style = (closed_sign[0], "sign") if closed_sign else PLAYER_SIGNS[int(columns.turn[node])]
    sign, _, number_words = value_text(browser, node).partition(" ")
    text = number_words if closed_sign and sign == "=" else sign + number_words
    spans = [(glyph + " ", style), (text, "open" if phase is Phase.OPEN else "value")]
    return [*spans, (" ✂", "cut")] if browser.cursor.is_cut(node) else spans


def _max_value_width(browser: Browser, node: int) -> int:
    columns = browser.trace.columns
    leaf_value = browser.pruned_leaf_value(node)
    value = float(columns.value[node]) if leaf_value is None else leaf_value
    number_width = len(number(value)) + 1 if value == value else 1
    return max(number_width, len(value_text(browser, node)) - 1) + 2 * bool(columns.cutoff[node])


def _window_spans(browser: Browser, node: int, phase: Phase) -> list[Span]:
    """The window of an open node that has moves, as one writes it by hand: old ends are struck out."""
    trace = browser.trace
    if phase is not Phase.OPEN or not trace.header.windowed or trace.columns.end[node] == node + 1:
        return []
    alphas, betas = window_ends(trace, node, browser.cursor.step)
    return [("α ", "window"), *_struck_out_spans(alphas), ("  β ", "window"), *_struck_out_spans(betas)]


def _struck_out_spans(values: list[float]) -> list[Span]:
    *old_ends, current_end = [number(value) for value in values]
    if len(old_ends) > MAX_OLD_ENDS:
        old_ends = [old_ends[0], "…", old_ends[-1]]
    struck_spans = [span for text in old_ends for span in ((text, "old"), ("→", "window"))]
    return [*struck_spans, (current_end, "end")]


def _max_window_width(browser: Browser, node: int) -> int:
    columns = browser.trace.columns
    if not browser.trace.header.windowed:
        return 0
    likely_ends = [number(float(column[node])) for column in (columns.alpha, columns.beta, columns.value)]
    return sum(map(len, likely_ends)) + len("α →  β ")
