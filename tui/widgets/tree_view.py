"""The tree on the screen: paints the rows that are asked for, and nothing else."""

from __future__ import annotations

from itertools import chain, islice
from typing import ClassVar

from rich.segment import Segment
from textual.events import Click, Resize
from textual.geometry import Region, Size, Spacing
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tui.model.browser import Browser
from tui.model.row_layout import INDENT, Layout
from tui.model.row_line import Line, expand_mark_column, line_spans, make_line
from tui.model.window_bars import cut_node_of, find_bound_origin
from tui.widgets.canvas import Canvas, NodeClicked, TitleChanged

PINNED_FRACTION = 3
"""Nodes above the first row are pinned as long as that is at most one row in so many."""
MIN_PINNED_ROWS = 3
"""Rows that may be pinned on the smallest screen: a parent, the move that set a bound, and the sibling beside it."""


def pinned_rows(browser: Browser, top: int, height: int) -> list[int]:
    """Return the rows above the first one that scrolls which are pinned over it, ascending.

    Its parent always is. Then the move that set the bound of the selected node and the node where it did, then the
    nodes above from the nearest up. O(height² · log n + height · children).
    """
    bound_nodes = [browser.rows.nearest_visible(node) for node in _bound_nodes(browser)]
    return _choose_pinned_rows(browser, bound_nodes, top, height)


def rows_apart_from_parent(browser: Browser, visible_rows: list[int]) -> list[int]:
    """Return those of the rows in sight that stand below one further up than their parent, which is not in sight."""
    separated, nearest_by_ply, columns = list[int](), dict[int, int](), browser.trace.columns
    for row in visible_rows:
        node, ply = browser.rows.node_in_row(row), columns.ply.item(browser.rows.node_in_row(row))
        nearest_by_ply = {depth: node_above for depth, node_above in nearest_by_ply.items() if depth < ply}
        if nearest_by_ply and nearest_by_ply.get(ply - 1) != columns.parent.item(node):
            separated.append(row)
        nearest_by_ply[ply] = node
    return separated


def first_row_with_bound(browser: Browser, wanted_row: int, height: int) -> int:
    """Return the nearest first row at which what is pinned does not hide the selected row, and has its bound."""
    bounds, selected_row = [browser.rows.nearest_visible(node) for node in _bound_nodes(browser)], browser.selected_row
    bound_rows = [browser.rows.row_of(node) for node in bounds[:1]]
    last_first_row, possible_rows = max(len(browser.rows) - height, 0), list[int]()
    for first_row in sorted(
        range(max(selected_row - height + 1, 0), min(selected_row, last_first_row) + 1),
        key=lambda first: abs(first - wanted_row),
    ):
        pinned = _choose_pinned_rows(browser, bounds, first_row, height)
        if selected_row < first_row + len(pinned):
            continue
        if all(bound in pinned or bound >= first_row + len(pinned) for bound in bound_rows):
            return first_row
        possible_rows.append(first_row)
    return possible_rows[0] if possible_rows else min(wanted_row, selected_row)


def _choose_pinned_rows(browser: Browser, bound_nodes: list[int], top: int, height: int) -> list[int]:
    """Return what `pinned_rows` does, `bound_nodes` being nodes that have rows.

    Each row pinned moves the first row that scrolls, and with it what is above that. So counts are tried one by one.
    """
    max_pinned = min(max(height // PINNED_FRACTION, min(height - 1, MIN_PINNED_ROWS)), len(browser.rows) - 1 - top)
    bound_rows, best_pinned = {browser.rows.row_of(node) for node in bound_nodes[:1]}, list[int]()
    for count in range(1, max_pinned + 1 if top else 1):
        groups = _explaining_row_groups(browser, bound_nodes, top + count, height // PINNED_FRACTION)
        pinned = _groups_that_fit(groups, count)
        if len(pinned) == count and (bound_rows <= set(pinned) or not bound_rows <= set(best_pinned)):
            best_pinned = pinned
            if count == sum(map(len, groups)):
                break
    return sorted(best_pinned)


def _groups_that_fit(groups: list[list[int]], row_count: int) -> list[int]:
    """Return the rows of the first groups, and of those after them, that fit whole."""
    fitting_rows = list[int]()
    for group in groups:
        if len(fitting_rows) + len(group) <= row_count:
            fitting_rows += group
    return fitting_rows


def _explaining_row_groups(browser: Browser, bound_nodes: list[int], first_row: int, max_rows: int) -> list[list[int]]:
    """Return rows that explain the first row that scrolls and the selected one, the most important first.

    They are its parent, then the move that set the bound, together with the sibling of that move which is above the
    first row, then the node where it did so, then the other nodes above, as long as there are fewer than `max_rows`.
    """
    trace, rows = browser.trace, browser.rows
    parent, end = trace.columns.parent.item, trace.columns.end.item
    node, pinned, groups = rows.node_in_row(first_row), set[int](), list[list[int]]()

    def pin(*nodes: int) -> None:
        new_rows = [row for row in map(rows.row_of, nodes) if row < first_row and row not in pinned]
        pinned.update(new_rows)
        groups.append(new_rows)

    pin(parent(node))
    for bound in bound_nodes:
        setter = parent(bound)
        if bound <= node < end(bound):
            pin(bound)
        elif setter <= node < end(setter) and rows.row_of(bound) < first_row:
            pin(bound, next(child for child in trace.children(setter) if node < end(child)))
    while node != rows.root and len(pinned) < max_rows:
        node = parent(node)
        pin(node)
    return groups


def _bound_nodes(browser: Browser) -> list[int]:
    """The move that set the bound at which the selected node is cut or can be, and the node where it did."""
    node = cut_node_of(browser)
    origin = None if node is None else find_bound_origin(browser.trace, node)
    nodes = () if origin is None else (origin.child, origin.ancestor)
    return [bound_node for bound_node in nodes if bound_node is not None]


STYLES = (
    *("pointer", "now", "guide", "mark", "max", "min", "chance", "label", "value", "open", "window", "below", "bar"),
    *(
        "side",
        "star",
        "kept",
        "sign",
        "cut",
        "overlay",
        "note",
        "ahead",
        "pruned",
        "pruned-detail",
        "selected",
        "pinned",
    ),
)
"""Names of the styles of a row; the style sheet gives them colours."""
PINNED_SIGN, APART_SIGN = "⇡", "⋮"
"""Stand before a row that has scrolled away and is shown all the same, and before one whose parent is not in sight."""
Look = tuple[Line, Layout, bool, bool]
"""All that the look of a row depends on: what it says, the columns, whether it is pinned, and apart from its parent."""
CONTEXT_ROWS = Spacing(2, 0, 2, 0)
"""Rows kept in sight above and below the selected one."""


class TreeView(Canvas[Look], ScrollView, can_focus=True, inherit_bindings=False):
    """The rows of a browser. Its keys are the screen's; it reports clicks."""

    DEFAULT_CSS = """
    TreeView {
        overflow-x: hidden;
        overflow-y: scroll;
        scrollbar-gutter: stable;
    }
    """
    PREFIX = "tree"
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"tree--{name}" for name in STYLES}

    def __init__(self, browser: Browser, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.browser = browser
        self.row_layout = Layout.fit_to_width(browser.trace, 80)
        self._layout_key: tuple[object, int] = (None, 0)
        self._shown_title = ""
        self._clicked_node: int | None = None
        self._content_width = 80
        self._pinned_rows: list[int] = []
        self._is_syncing = False

    def format_title(self) -> str:
        """The names of the columns, and what the tree does not show as it is: its root, filters and order."""
        return self.row_layout.format_title(self._content_width, self.browser.tree.title_notes)

    def on_resize(self, event: Resize) -> None:
        """Lay the columns out anew and keep the selected row in sight."""
        self.browser.page_height = max(self.size.height - 1, 1)
        self.sync()

    def sync(self) -> None:
        """Show what the browser says now."""
        self._update_layout()
        self._is_syncing = True
        self._set_row_count(len(self.browser.rows))
        spacing = CONTEXT_ROWS if self.size.height > CONTEXT_ROWS.height + 3 else Spacing()
        self.scroll_to_region(
            Region(0, self.browser.selected_row, 1, 1), spacing=spacing, animate=False, force=True, immediate=True
        )
        first_row = first_row_with_bound(self.browser, self.scroll_offset.y, self.size.height)
        if first_row != self.scroll_offset.y:
            self.scroll_to(y=first_row, animate=False, force=True, immediate=True)
        self._is_syncing = False
        self.update()
        if self.format_title() != self._shown_title:
            self._shown_title = self.format_title()
            self.post_message(TitleChanged())

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Other rows are in sight, so others may have to be pinned above them."""
        super().watch_scroll_y(old_value, new_value)
        if not self._is_syncing:
            self._looks = None

    def make_looks(self) -> list[Look]:
        """Note what is pinned, and say how the rows in sight look, down to the last one of the tree.

        O(height · (log n + ply)).
        """
        height, browser, row_layout = self.size.height, self.browser, self.row_layout
        first_row, row_count = self.scroll_offset.y, len(browser.rows)
        self._pinned_rows = pinned_rows(browser, first_row, height)
        rows = chain(self._pinned_rows, range(first_row + len(self._pinned_rows), row_count))
        visible_rows = list(islice(rows, height))
        separated = rows_apart_from_parent(browser, visible_rows)
        return [
            (
                make_line(browser, browser.rows.node_in_row(row), row_layout),
                row_layout,
                row in self._pinned_rows,
                row in separated,
            )
            for row in visible_rows
        ]

    def _set_row_count(self, rows: int) -> None:
        """Have so many rows to scroll through. The scrollbar stays, so that the screen is not laid out anew."""
        self.set_reactive(TreeView.virtual_size, Size(self.size.width, rows))
        self.vertical_scrollbar.window_virtual_size = rows
        if self.scroll_y > self.max_scroll_y:
            self.scroll_to(y=self.max_scroll_y, animate=False, force=True, immediate=True)

    def _update_layout(self) -> None:
        """The columns that suit the trace and the width, with the selected row's indentation in sight."""
        self._content_width = self.scrollable_content_region.width  # beside the scrollbar
        trace, width = self.browser.trace, self._content_width
        if self._layout_key != (trace, width):
            self._layout_key = (trace, width)
            self.row_layout = Layout.fit_to_width(trace, width)
        sideways, ply = self.browser.tree.indented_plies, trace.columns.ply
        selected, root = self.browser.selected, self.browser.rows.root
        sideways.ply_count = self.row_layout.indented_plies
        sideways.gutter_plies = self.row_layout.gutter_width // INDENT
        sideways.bring_into_range(int(ply[selected]), int(ply[root]), (selected, root, sideways.ply_count))
        self.row_layout = self.row_layout.indented_from(sideways.first_ply, int(ply[root]))

    def paint(self, look: Look, width: int) -> Strip:
        """One row of the screen."""
        row_line, row_layout, is_pinned, is_separated = look
        ground = "selected" if row_line.is_selected else "pinned" if is_pinned else ""
        pieces = [Segment(text, self.style_of(name, ground)) for text, name in line_spans(row_line, row_layout) if text]
        if (is_pinned or is_separated) and not row_line.is_selected:
            pieces[0] = Segment(APART_SIGN if is_separated else PINNED_SIGN, self.style_of("mark", ground))
        return Strip(pieces).adjust_cell_length(width, self.base + self.style_of("", ground))

    def on_click(self, event: Click) -> None:
        """Say which row was clicked: that of the first click where there are two, for it may have scrolled away."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        row = self._pinned_rows[offset.y] if offset.y < len(self._pinned_rows) else self.scroll_offset.y + offset.y
        if event.chain > 1 and self._clicked_node is not None:
            self.post_message(NodeClicked(self.browser, self._clicked_node, toggles=True))
        elif row < len(self.browser.rows):
            self._clicked_node = self.browser.rows.node_in_row(row)
            row_line = make_line(self.browser, self._clicked_node, self.row_layout)
            on_mark = row_line.expand_mark != " " and offset.x == expand_mark_column(row_line, self.row_layout)
            self.post_message(NodeClicked(self.browser, self._clicked_node, toggles=on_mark))
