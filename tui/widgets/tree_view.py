"""The tree on the screen: paints the rows that are asked for, and nothing else."""

from __future__ import annotations

from itertools import chain, islice
from typing import ClassVar

from rich.segment import Segment
from textual.events import Click, Resize
from textual.geometry import Region, Size, Spacing
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tracer.time.moments import Phase
from tracer.why.cutoff_causes import cutoff_end_name, cutoff_limit, find_end_origin
from tui.model.browser import Browser
from tui.model.layout import STEP, Layout
from tui.model.line import Line, line, mark_column, spans
from tui.widgets.canvas import Canvas

SHARE = 3
"""Nodes above the first row are pinned as long as that is at most one row in so many."""
FEWEST = 3
"""Rows that may be pinned on the smallest screen: a parent, the move that set a bound, and the sibling beside it."""


def pinned_rows(browser: Browser, top: int, height: int) -> list[int]:
    """Return the rows above the first one that scrolls which are pinned over it, ascending.

    Its parent always is. Then the move that set the bound of the selected node and the node where it did, then the
    nodes above from the nearest up. O(height² · log n + height · children).

    Args:
        browser: what is shown.
        top: the row that would be the first in sight; what is pinned hides as many rows from there on.
        height: rows of the screen.
    """
    bounds = [browser.rows.nearest_visible(node) for node in _of_bound(browser)]
    return _pinned_rows(browser, bounds, top, height)


def apart(browser: Browser, seen: list[int]) -> list[int]:
    """Return those of the rows in sight that stand below one further up than their parent, which is not in sight."""
    found, above, columns = list[int](), dict[int, int](), browser.trace.columns
    for row in seen:
        node, ply = browser.rows.node(row), columns.ply.item(browser.rows.node(row))
        above = {depth: one for depth, one in above.items() if depth < ply}
        if above and above.get(ply - 1) != columns.parent.item(node):
            found.append(row)
        above[ply] = node
    return found


def top_beside(browser: Browser, top: int, height: int) -> int:
    """Return the nearest first row at which what is pinned does not hide the selected row, and has its bound.

    Args:
        browser: what is shown.
        top: the row that was to be the first in sight.
        height: rows of the screen.
    """
    bounds, row = [browser.rows.nearest_visible(node) for node in _of_bound(browser)], browser.row
    wanted = [browser.rows.row(node) for node in bounds[:1]]
    last, found = max(len(browser.rows) - height, 0), list[int]()
    for shifted in sorted(range(max(row - height + 1, 0), min(row, last) + 1), key=lambda first: abs(first - top)):
        pinned = _pinned_rows(browser, bounds, shifted, height)
        if row < shifted + len(pinned):
            continue
        if all(bound in pinned or bound >= shifted + len(pinned) for bound in wanted):
            return shifted
        found.append(shifted)
    return found[0] if found else min(top, row)


def _pinned_rows(browser: Browser, bounds: list[int], top: int, height: int) -> list[int]:
    """Return what `pinned_rows` does, `bounds` being nodes that have rows.

    Each row pinned moves the first row that scrolls, and with it what is above that. So counts are tried one by one.
    """
    most = min(max(height // SHARE, min(height - 1, FEWEST)), len(browser.rows) - 1 - top)
    bound, best = {browser.rows.row(node) for node in bounds[:1]}, list[int]()
    for count in range(1, most + 1 if top else 1):
        groups = _explaining(browser, bounds, top + count, height // SHARE)
        pinned = _fitting(groups, count)
        if len(pinned) == count and (bound <= set(pinned) or not bound <= set(best)):
            best = pinned
            if count == sum(map(len, groups)):
                break
    return sorted(best)


def _fitting(groups: list[list[int]], room: int) -> list[int]:
    """Return the rows of the first groups, and of those after them, that fit whole."""
    found = list[int]()
    for group in groups:
        if len(found) + len(group) <= room:
            found += group
    return found


def _explaining(browser: Browser, bounds: list[int], first: int, above: int) -> list[list[int]]:
    """Return rows that explain the first row that scrolls and the selected one, the most important first.

    They are its parent, then the move that set the bound, together with the sibling of that move which is above the
    first row, then the node where it did so, then the other nodes above, as long as there are fewer than `above`.
    """
    trace, rows = browser.trace, browser.rows
    parent, end = trace.columns.parent.item, trace.columns.end.item
    node, found, groups = rows.node(first), set[int](), list[list[int]]()

    def pin(*nodes: int) -> None:
        new = [row for row in map(rows.row, nodes) if row < first and row not in found]
        found.update(new)
        groups.append(new)

    pin(parent(node))
    for bound in bounds:
        setter = parent(bound)
        if bound <= node < end(bound):
            pin(bound)
        elif setter <= node < end(setter) and rows.row(bound) < first:
            pin(bound, next(child for child in trace.children(setter) if node < end(child)))
    while node != rows.root and len(found) < above:
        node = parent(node)
        pin(node)
    return groups


def _of_bound(browser: Browser) -> list[int]:
    """The move that set the bound at which the selected node is cut or can be, and the node where it did."""
    trace, node = browser.trace, browser.selected
    phase = browser.cursor.phase(node)
    if phase is Phase.PRUNED:
        node = int(trace.columns.parent[node])
    if phase is Phase.AHEAD or not trace.header.windowed or not trace.columns.turn[node]:
        return []
    if abs(cutoff_limit(trace, node)) == float("inf"):
        return []
    known = find_end_origin(trace, node, cutoff_end_name(trace, node))
    return [one for one in (known.child, known.ancestor) if one is not None]


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
PINNED, APART = "⇡", "⋮"
"""Stand before a row that has scrolled away and is shown all the same, and before one whose parent is not in sight."""
Look = tuple[Line, Layout, bool, bool]
"""All that the look of a row depends on: what it says, the columns, whether it is pinned, and apart from its parent."""
CONTEXT = Spacing(2, 0, 2, 0)
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

    class Clicked(Message):
        """A row was clicked."""

        def __init__(self, browser: Browser, node: int, toggles: bool) -> None:
            super().__init__()
            self.browser = browser
            self.node = node
            self.toggles = toggles
            """It was clicked on its expand mark, or twice."""

    class Resized(Message):
        """The title is another now: the columns have other widths, or the tree shows something else."""

    def __init__(self, browser: Browser, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.browser = browser
        self.columns = Layout.fit(browser.trace, 80)
        self._laid_out: tuple[object, int] = (None, 0)
        self._titled = ""
        self._clicked: int | None = None
        self._width = 80
        self._pinned: list[int] = []
        self._syncing = False

    def title(self) -> str:
        """The names of the columns, and what the tree does not show as it is: its root, filters and order."""
        return self.columns.title(self._width, self.browser.tree.titles)

    def on_resize(self, event: Resize) -> None:
        """Lay the columns out anew and keep the selected row in sight."""
        self.browser.page = max(self.size.height - 1, 1)
        self.sync()

    def sync(self) -> None:
        """Show what the browser says now."""
        self._lay_out()
        self._syncing = True
        self._extend_to(len(self.browser.rows))
        spacing = CONTEXT if self.size.height > CONTEXT.height + 3 else Spacing()
        self.scroll_to_region(
            Region(0, self.browser.row, 1, 1), spacing=spacing, animate=False, force=True, immediate=True
        )
        top = top_beside(self.browser, self.scroll_offset.y, self.size.height)
        if top != self.scroll_offset.y:
            self.scroll_to(y=top, animate=False, force=True, immediate=True)
        self._syncing = False
        self.update()
        if self.title() != self._titled:
            self._titled = self.title()
            self.post_message(self.Resized())

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Other rows are in sight, so others may have to be pinned above them."""
        super().watch_scroll_y(old_value, new_value)
        if not self._syncing:
            self._looks = None

    def make_looks(self) -> list[Look]:
        """Note what is pinned, and say how the rows in sight look, down to the last one of the tree.

        O(height · (log n + ply)).
        """
        height, browser, columns = self.size.height, self.browser, self.columns
        top, last = self.scroll_offset.y, len(browser.rows)
        self._pinned = pinned_rows(browser, top, height)
        rows = chain(self._pinned, range(top + len(self._pinned), last))
        shown = list(islice(rows, height))
        alone = apart(browser, shown)
        return [
            (line(browser, browser.rows.node(row), columns), columns, row in self._pinned, row in alone)
            for row in shown
        ]

    def _extend_to(self, rows: int) -> None:
        """Have so many rows to scroll through. The scrollbar stays, so that the screen is not laid out anew."""
        self.set_reactive(TreeView.virtual_size, Size(self.size.width, rows))
        self.vertical_scrollbar.window_virtual_size = rows
        if self.scroll_y > self.max_scroll_y:
            self.scroll_to(y=self.max_scroll_y, animate=False, force=True, immediate=True)

    def _lay_out(self) -> None:
        """The columns that suit the trace and the width, with the selected row's indentation in sight."""
        self._width = self.scrollable_content_region.width  # beside the scrollbar
        trace, width = self.browser.trace, self._width
        if self._laid_out != (trace, width):
            self._laid_out = (trace, width)
            self.columns = Layout.fit(trace, width)
        sideways, ply = self.browser.tree.sideways, trace.columns.ply
        selected, root = self.browser.selected, self.browser.rows.root
        sideways.levels, sideways.gutter = self.columns.levels, self.columns.gutter // STEP
        sideways.follow(int(ply[selected]), int(ply[root]), (selected, root, sideways.levels))
        self.columns = self.columns.indent_from(sideways.first, int(ply[root]))

    def paint(self, look: Look, width: int) -> Strip:
        """One row of the screen."""
        shown, columns, pinned, alone = look
        ground = "selected" if shown.selected else "pinned" if pinned else ""
        pieces = [Segment(text, self.style_of(name, ground)) for text, name in spans(shown, columns) if text]
        if (pinned or alone) and not shown.selected:
            pieces[0] = Segment(APART if alone else PINNED, self.style_of("mark", ground))
        return Strip(pieces).adjust_cell_length(width, self.base + self.style_of("", ground))

    def on_click(self, event: Click) -> None:
        """Say which row was clicked: that of the first click where there are two, for it may have scrolled away."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        row = self._pinned[offset.y] if offset.y < len(self._pinned) else self.scroll_offset.y + offset.y
        if event.chain > 1 and self._clicked is not None:
            self.post_message(self.Clicked(self.browser, self._clicked, toggles=True))
        elif row < len(self.browser.rows):
            self._clicked = self.browser.rows.node(row)
            shown = line(self.browser, self._clicked, self.columns)
            on_mark = shown.mark != " " and offset.x == mark_column(shown, self.columns)
            self.post_message(self.Clicked(self.browser, self._clicked, on_mark))
