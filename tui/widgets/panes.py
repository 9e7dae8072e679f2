"""The tree and the panels on the main screen: who stands where, and how high each is."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from textual.containers import Container
from textual.geometry import NULL_OFFSET, NULL_SPACING, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement

from tui.widgets.panel import Panel

if TYPE_CHECKING:
    from textual.widget import Widget


TREE = 3
"""The tree has at least one row in so many of the screen's."""
BESIDE_LISTS, FIRST = 4, 3
"""A panel has one row in so many of the screen's where lists are open, and at least so many."""
LOW = 16
"""Rows below which a screen has few."""
LOWEST = 2
"""Rows of a panel at least, its title among them; a lower one is left out."""
REMEMBERED = 24
"""Moments for which a panel keeps the rows that it needed, so that stepping to and fro moves nothing."""


class Wish(NamedTuple):
    """What a panel asks for, in rows, its title among them."""

    least: int
    """With fewer it says too little."""
    wanted: int
    """With so many it says everything."""


def share(rows: int, wishes: Sequence[Wish]) -> list[int]:
    """The rows that each of some panels is given, those that matter most first; the last has what is left over.

    Each gets its least before any gets more. One that cannot have `LOWEST` is left out: it has none.

    >>> share(30, [Wish(6, 12), Wish(4, 17), Wish(2, 4)])
    [12, 16, 2]
    >>> share(40, [Wish(6, 12), Wish(4, 17), Wish(2, 4)])
    [12, 17, 11]
    >>> share(9, [Wish(6, 12), Wish(4, 17), Wish(2, 4)])
    [6, 3, 0]
    """
    given = []
    for wish in wishes:
        least = min(wish.least, wish.wanted, rows)
        given.append(least if least >= LOWEST else 0)
        rows -= given[-1]
    for place, wish in enumerate(wishes):
        more = min(max(wish.wanted - given[place], 0), rows) if given[place] else 0
        given[place] += more
        rows -= more
    last = max((place for place, height in enumerate(given) if height), default=None)
    if last is not None:
        given[last] += rows
    return given


def under_tree(screen: int, rows: int, wanted: int, *, listed: bool = False, drawn: bool = False) -> int:
    """The rows of a panel under the tree, which keeps a third of the screen's rows, and its title.

    Args:
        screen: all rows of the screen.
        rows: those that tree and panel have together.
        wanted: what the panel asks for.
        listed: whether lists stand between them: then it says the first things alone.
        drawn: whether the tree is a picture or a map: then it says even less on a screen of few rows.

    >>> under_tree(24, 20, 11), under_tree(24, 20, 30), under_tree(12, 9, 11), under_tree(6, 3, 11)
    (11, 11, 4, 0)
    >>> under_tree(24, 20, 11, listed=True), under_tree(50, 46, 30, listed=True)
    (6, 12)
    >>> under_tree(12, 9, 11, drawn=True), under_tree(24, 20, 11, drawn=True)
    (2, 11)
    """
    if listed:
        wanted = min(wanted, max(screen // BESIDE_LISTS, FIRST))
    if drawn and screen < LOW:
        wanted = min(wanted, LOWEST)
    given = min(wanted, rows - 1 - max(-(-screen // TREE), TREE))
    return given if given >= LOWEST else 0


class Needed:
    """The most rows that a panel needed of late: it grows at once, and shrinks when it has been smaller for a while."""

    def __init__(self) -> None:
        self._lately: deque[int] = deque(maxlen=REMEMBERED)

    def note(self, rows: int) -> None:
        """Another moment needs so many."""
        self._lately.append(rows)

    @property
    def most(self) -> int:
        """The most of late; none where nothing was noted."""
        return max(self._lately, default=0)

    def forget(self) -> None:
        """Begin anew: the width is another, so all heights are."""
        self._lately.clear()


WIDE, HUGE = 116, 165
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
        self._by_need = _ByNeed(self)
        self._needed: dict[str, tuple[int, Needed]] = {}
        self._given: list[Region] = []

    @property
    def layout(self) -> Layout:
        """Not one of the style sheet's."""
        return self._by_need

    def settle(self) -> bool:
        """Lay out anew where a panel needs more rows than it has, or has needed fewer for a while.

        That takes longer than all the rest of a frame, so mostly nothing is done. Gives whether the tree gets another
        size: it then shows what is new when it has that.
        """
        for panel in self._panels():
            if panel.size.width:
                self._note(panel, panel.size.width)
        if not self.size:
            return False
        before, regions = self._given, list(self._regions(list(self._panels()), self.size))
        if regions != before:
            self.children[0].refresh(layout=True)  # Textual arranges anew what is above who asks
        return bool(before) and regions[0] != before[0]

    def place(self, children: list[Widget], size: Size) -> list[tuple[Region, Widget]]:
        """Where each of some children is."""
        panels = [child for child in children if isinstance(child, Panel)]
        self._given = list(self._regions(panels, size))
        tree = [child for child in children if not isinstance(child, Panel)]
        return list(zip(self._given, [*tree, *panels], strict=True))

    def _panels(self) -> Iterator[Panel]:
        return (panel for panel in self.children if isinstance(panel, Panel) and panel.display)

    def _regions(self, panels: list[Panel], size: Size) -> Iterator[Region]:
        """The tree's region, then those of the panels in their order."""
        width, height = size
        if width < WIDE:
            wanted = max((self._wish(panel, width).wanted for panel in panels), default=0)
            listed, drawn = (self.screen.has_class(name) for name in ("-lists", "-drawn"))
            below = under_tree(self.app.size.height, height, wanted, listed=listed, drawn=drawn)
            yield Region(0, 0, width, height - below)
            yield from (Region(0, height - below, width, below) for _ in panels)
            return
        first = round(width * (TREE_HUGE if width >= HUGE else TREE_WIDE))
        second = first + round(width * MIDDLE_HUGE) if width >= HUGE else width
        yield Region(0, 0, first, height)
        found: dict[str, Region] = {}
        if width >= HUGE:
            for names, left, right in ((COLUMNS[0], first, second), (COLUMNS[1], second, width)):
                found |= self._column(panels, names, Region(left, 0, right - left, height))
        else:
            found = self._column(panels, COLUMN, Region(first, 0, width - first, height))
        yield from (found[str(panel.id)] for panel in panels)

    def _column(self, panels: list[Panel], names: tuple[str, ...], room: Region) -> dict[str, Region]:
        """The regions of panels that stand one under another."""
        shown = {str(panel.id): panel for panel in panels if panel.id in names}
        first = [name for name in IMPORTANCE if name in shown]
        heights = dict(zip(first, share(room.height, [self._wish(shown[n], room.width) for n in first]), strict=True))
        there = [name for name in names if name in shown]
        tops = accumulate((heights[name] for name in there), initial=0)
        return {name: Region(room.x, top, room.width, heights[name]) for name, top in zip(there, tops, strict=False)}

    def _wish(self, panel: Panel, width: int) -> Wish:
        inside = width - panel.gutter.width
        needed = self._needed.get(str(panel.id))
        if needed is None or needed[0] != inside or not needed[1].most:
            self._note(panel, inside)
        title = panel.gutter.height
        return Wish(panel.LEAST + title, self._needed[str(panel.id)][1].most + title)

    def _note(self, panel: Panel, width: int) -> None:
        known, needed = self._needed.setdefault(str(panel.id), (width, Needed()))
        if known != width:
            needed.forget()
            self._needed[str(panel.id)] = (width, needed)
        needed.note(panel.rows_needed(width))


class _ByNeed(Layout):
    """Places what the panes hold."""

    name = "by need"

    def __init__(self, panes: Panes) -> None:
        self._panes = panes

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> ArrangeResult:
        return [
            WidgetPlacement(region, NULL_OFFSET, NULL_SPACING, child)
            for region, child in self._panes.place(children, size)
        ]
