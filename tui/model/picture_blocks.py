"""What a picture of the tree writes of one node: a few short lines, each of pieces with the name of their style."""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len

from tracer.text import number
from tracer.time.landmarks import window_ends
from tracer.time.moments import Phase
from tui.model.browser import Browser
from tui.model.explorer_state import PLAYER_SIGNS
from tui.model.node_text import CLOSED_NODE_SIGNS, node_title, shorten, value_text
from tui.model.row_line import Span
from tui.model.tree_sketch import ItemType

MAX_LABEL_WIDTH = 12
"""Columns of a label; a longer one is cut short."""
MAX_OLD_ENDS = 2
"""Old ends of a window that are written before the new one: the first, and the last."""


class Block(NamedTuple):
    """One place of a picture."""

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

    @property
    def lines(self) -> tuple[list[Span], list[Span], list[Span]]:
        """All three."""
        return self.title, self.value, self.detail

    @property
    def total_width(self) -> int:
        """Columns of its longest line."""
        return max(self.min_width, *map(text_width, self.lines))


def text_width(spans: list[Span]) -> int:
    """Columns of a text."""
    return sum([cell_len(text) for text, _ in spans])


def make_block(
    browser: Browser,
    node: int,
    item_type: ItemType,
    node_count: int,
    *,
    has_children: bool,
    with_words: bool,
    without_windows: bool,
) -> Block:
    """What stands in one place of a picture, without marks."""
    if item_type is not ItemType.NODE:
        title = [_format_chip(browser, node, item_type, node_count, with_words=with_words)]
        return Block(title, [], [])
    phase = browser.cursor.phase(node)
    window_spans = [] if without_windows else _window_spans(browser, node, phase)
    folded_count = (
        [("  " * bool(window_spans) + _format_node_count(node_count - 1, with_words=with_words), "below")]
        if node_count > 1
        else []
    )
    is_inner_node = bool(browser.trace.columns.end[node] > node + 1)
    return Block(
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


def _format_chip(browser: Browser, node: int, item_type: ItemType, node_count: int, *, with_words: bool) -> Span:
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
