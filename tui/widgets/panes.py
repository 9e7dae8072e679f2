"""The tree and the panels on the main screen: who stands where, and how high each is."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, NamedTuple

from textual.containers import Container
from textual.geometry import NULL_OFFSET, NULL_SPACING, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement

from tui.widgets.canvas import Panel

if TYPE_CHECKING:
    from textual.widget import Widget


MIN_TREE_FRACTION = 3
"""The tree has at least one row in so many of the screen's."""
PANEL_FRACTION_WITH_LISTS, MIN_ROWS_WITH_LISTS = 4, 3
"""A panel has one row in so many of the screen's where lists are open, and at least so many."""
LOW_SCREEN_HEIGHT = 16
"""Rows below which a screen has few."""
MIN_PANEL_ROWS = 2
"""Rows of a panel at least, its title among them; a lower one is left out."""
REMEMBERED_MOMENTS = 24
"""Moments for which a panel keeps the rows that it needed, so that stepping to and fro moves nothing."""


class RowWish(NamedTuple):
    """What a panel asks for, in rows, its title among them."""

    min_rows: int
    """With fewer it says too little."""
    wanted_rows: int
    """With so many it says everything."""


def share_rows(rows: int, wishes: Sequence[RowWish]) -> list[int]:
    """The rows that each of some panels is given, those that matter most first; the last has what is left over.

    Each gets its least before any gets more. One that cannot have `MIN_PANEL_ROWS` is left out: it has none.

    >>> share_rows(30, [RowWish(6, 12), RowWish(4, 17), RowWish(2, 4)])
    [12, 16, 2]
    >>> share_rows(40, [RowWish(6, 12), RowWish(4, 17), RowWish(2, 4)])
    [12, 17, 11]
    >>> share_rows(9, [RowWish(6, 12), RowWish(4, 17), RowWish(2, 4)])
    [6, 3, 0]
    """
    given_rows = []
    for wish in wishes:
        min_rows = min(wish.min_rows, wish.wanted_rows, rows)
        given_rows.append(min_rows if min_rows >= MIN_PANEL_ROWS else 0)
        rows -= given_rows[-1]
    for index, wish in enumerate(wishes):
        extra_rows = min(max(wish.wanted_rows - given_rows[index], 0), rows) if given_rows[index] else 0
        given_rows[index] += extra_rows
        rows -= extra_rows
    last_shown = max((index for index, height in enumerate(given_rows) if height), default=None)
    if last_shown is not None:
        given_rows[last_shown] += rows
    return given_rows


def rows_under_tree(
    screen_rows: int, shared_rows: int, wanted_rows: int, *, has_lists: bool = False, is_drawn: bool = False
) -> int:
    """The rows of a panel under the tree, which keeps a third of the screen's rows, and its title.

    Args:
        screen_rows: all rows of the screen.
        shared_rows: those that tree and panel have together.
        wanted_rows: what the panel asks for.
        has_lists: whether lists stand between them: then it says the first things alone.
        is_drawn: whether the tree is a picture or a map: then it says even less on a screen of few rows.

    >>> rows_under_tree(24, 20, 11), rows_under_tree(24, 20, 30), rows_under_tree(12, 9, 11), rows_under_tree(6, 3, 11)
    (11, 11, 4, 0)
    >>> rows_under_tree(24, 20, 11, has_lists=True), rows_under_tree(50, 46, 30, has_lists=True)
    (6, 12)
    >>> rows_under_tree(12, 9, 11, is_drawn=True), rows_under_tree(24, 20, 11, is_drawn=True)
    (2, 11)
    """
    if has_lists:
        wanted_rows = min(wanted_rows, max(screen_rows // PANEL_FRACTION_WITH_LISTS, MIN_ROWS_WITH_LISTS))
    if is_drawn and screen_rows < LOW_SCREEN_HEIGHT:
        wanted_rows = min(wanted_rows, MIN_PANEL_ROWS)
    given_rows = min(wanted_rows, shared_rows - 1 - max(-(-screen_rows // MIN_TREE_FRACTION), MIN_TREE_FRACTION))
    return given_rows if given_rows >= MIN_PANEL_ROWS else 0


WIDE_SCREEN, HUGE_SCREEN = 116, 165
"""Columns from which the panels stand beside the tree, and from which they stand in two columns."""
TREE_WIDE, TREE_HUGE, MIDDLE_HUGE = 0.57, 0.41, 0.29
"""Shares of the screen's columns: of the tree, and of the first column of panels where there are two."""
COLUMN = ("position", "this-step", "search", "stack", "counts")
"""The panels from top to bottom, where they stand in one column."""
COLUMNS = (("position", "this-step", "counts"), ("search", "stack"))
"""The same where they stand in two."""
IMPORTANCE = ("this-step", "search", "stack", "position", "counts")
"""Who gets its rows first. The last of a column has what is left over."""


class Panes(Container):
    """The tree, and the panels beside it or one of them below it."""

    BLANK = True  # what they hold covers them

    def __init__(self, *children: Widget) -> None:
        super().__init__(*children, id="main")
        self._panes_layout = _PanesLayout(self)
        self._needed_rows: dict[str, tuple[int, deque[int]]] = {}
        """By panel: its width, and the rows that it needed of late: it grows at once, and shrinks after a while."""
        self._given_regions: list[Region] = []

    @property
    def layout(self) -> Layout:
        """Not one of the style sheet's."""
        return self._panes_layout

    def lay_out_if_needed(self) -> bool:
        """Lay out anew where a panel needs more rows than it has, or has needed fewer for a while.

        That takes longer than all the rest of a frame, so mostly nothing is done. Gives whether the tree gets another
        size: it then shows what is new when it has that.
        """
        for panel in self._iter_panels():
            if panel.size.width:
                self._note_needed_rows(panel, panel.size.width)
        if not self.size:
            return False
        earlier_regions, regions = self._given_regions, list(self._iter_regions(list(self._iter_panels()), self.size))
        if regions != earlier_regions:
            self.children[0].refresh(layout=True)  # Textual arranges anew what is above who asks
        return bool(earlier_regions) and regions[0] != earlier_regions[0]

    def place_children(self, children: list[Widget], size: Size) -> list[tuple[Region, Widget]]:
        """Where each of some children is."""
        panels = [child for child in children if isinstance(child, Panel)]
        self._given_regions = list(self._iter_regions(panels, size))
        tree = [child for child in children if not isinstance(child, Panel)]
        return list(zip(self._given_regions, [*tree, *panels], strict=True))

    def _iter_panels(self) -> Iterator[Panel]:
        return (panel for panel in self.children if isinstance(panel, Panel) and panel.display)

    def _iter_regions(self, panels: list[Panel], size: Size) -> Iterator[Region]:
        """The tree's region, then those of the panels in their order."""
        width, height = size
        if width < WIDE_SCREEN:
            wanted_rows = max((self._wish_of(panel, width).wanted_rows for panel in panels), default=0)
            has_lists, is_drawn = (self.screen.has_class(name) for name in ("-lists", "-drawn"))
            rows_below = rows_under_tree(
                self.app.size.height, height, wanted_rows, has_lists=has_lists, is_drawn=is_drawn
            )
            yield Region(0, 0, width, height - rows_below)
            yield from (Region(0, height - rows_below, width, rows_below) for _ in panels)
            return
        first_width = round(width * (TREE_HUGE if width >= HUGE_SCREEN else TREE_WIDE))
        second_edge = [first_width + round(width * MIDDLE_HUGE)] if width >= HUGE_SCREEN else []
        yield Region(0, 0, first_width, height)
        region_of: dict[str, Region] = {}
        edges = pairwise([first_width, *second_edge, width])
        for names, (left, right) in zip(COLUMNS if second_edge else (COLUMN,), edges, strict=True):
            region_of |= self._column_regions(panels, names, Region(left, 0, right - left, height))
        yield from (region_of[str(panel.id)] for panel in panels)

    def _column_regions(self, panels: list[Panel], names: tuple[str, ...], column_region: Region) -> dict[str, Region]:
        shown_panels = {str(panel.id): panel for panel in panels if panel.id in names}
        by_importance = [name for name in IMPORTANCE if name in shown_panels]
        wishes = [self._wish_of(shown_panels[name], column_region.width) for name in by_importance]
        heights = dict(zip(by_importance, share_rows(column_region.height, wishes), strict=True))
        shown_names = [name for name in names if name in shown_panels]
        tops = accumulate((heights[name] for name in shown_names), initial=0)
        return {
            name: Region(column_region.x, top, column_region.width, heights[name])
            for name, top in zip(shown_names, tops, strict=False)
        }

    def _wish_of(self, panel: Panel, width: int) -> RowWish:
        recent_rows = self._note_needed_rows(panel, width - panel.gutter.width, is_new=False)
        title_rows = panel.gutter.height
        return RowWish(panel.LEAST + title_rows, max(recent_rows) + title_rows)

    def _note_needed_rows(self, panel: Panel, width: int, *, is_new: bool = True) -> deque[int]:
        """Note how many rows a panel needs now; where its width is no other, only for a new moment."""
        known_width, recent_rows = self._needed_rows.get(str(panel.id), (0, deque[int]()))
        if known_width != width:
            recent_rows = deque(maxlen=REMEMBERED_MOMENTS)
            self._needed_rows[str(panel.id)] = width, recent_rows
        if is_new or not any(recent_rows):
            recent_rows.append(panel.rows_needed(width))
        return recent_rows


class _PanesLayout(Layout):
    """Places what the panes hold."""

    name = "by need"

    def __init__(self, panes: Panes) -> None:
        self._panes = panes

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> ArrangeResult:
        return [
            WidgetPlacement(region, NULL_OFFSET, NULL_SPACING, child)
            for region, child in self._panes.place_children(children, size)
        ]
