"""The main screen: the tree of one recording, and the panels that tell about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical

import tracer
from tracer.tracing import Trace
from tui.model.best_first_keys import footer_words, is_best_first
from tui.model.browser import Browser
from tui.model.explorer_state import SuccessNotice
from tui.model.keys import FOOTER, footer_keys
from tui.screens.trace_screen import TraceScreen, make_bindings
from tui.widgets.board import Board, has_positions
from tui.widgets.call_stack import Stack
from tui.widgets.canvas import Panel, Placed
from tui.widgets.code import Code
from tui.widgets.counts import Counts
from tui.widgets.hint_strips import TALL_SCREEN, TOUR_TREE, Footer, Hints, Strip, TourStop
from tui.widgets.lists_pane import ListsPane
from tui.widgets.panes import HUGE_SCREEN, WIDE_SCREEN, Panes
from tui.widgets.this_step import ThisStep
from tui.widgets.time_line import TimeLine
from tui.widgets.tree_pane import TreePane, TreeShape

MIN_ROOMY_HEIGHT = 16
"""Rows from which the line of time has a row for its scale and the notice."""
STACK_TITLE, PATH_TITLE = "call stack and windows now", "path of this step"
"""The title of the panel with the open nodes, and in a best-first search."""
PANEL_NAMES = ("this-step", "search", "stack", "position", "counts")
"""The panels in the order in which a narrow screen shows them."""


class LeftColumn(Placed, Vertical):
    """The tree and the lists below it."""

    BLANK = True  # what it holds covers it

    def __init__(self) -> None:
        super().__init__(id="left")


class Explorer(TraceScreen):
    """Tree, position, this step, search, windows, counts and time of one recording."""

    BINDINGS: ClassVar[list[BindingType]] = make_bindings(footer_keys())
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE_SCREEN, "-wide"), (HUGE_SCREEN, "-huge")]  # noqa: RUF012  # declared so by Textual
    VERTICAL_BREAKPOINTS = [(0, "-low"), (MIN_ROOMY_HEIGHT, "-roomy")]  # noqa: RUF012

    def __init__(
        self, browser: Browser, source: str, *, served: bool = False, on_explained: Callable[[], None] | None = None
    ) -> None:
        super().__init__(source, served=served)
        self._browser, self._on_explained = browser, on_explained
        self._front_panel = 0

    @property
    def browser(self) -> Browser:
        """The browser of the recording."""
        return self._browser

    def compose(self) -> ComposeResult:
        """Time above, keys below, the tree and the panels between.

        Classes that the size and the recording call for are there from the first, for each that comes later has all
        styles worked out again.
        """
        browser, size = self.browser, self.app.size
        for cell_count, breakpoints in (
            (size.width, self.HORIZONTAL_BREAKPOINTS),
            (size.height, self.VERTICAL_BREAKPOINTS),
        ):
            self.add_class([name for min_cells, name in breakpoints if min_cells <= cell_count][-1], update=False)
        yield TimeLine(browser, self.source)
        with Panes():
            with LeftColumn():
                yield TreePane(browser)
                yield ListsPane(self.pane)
            yield self._add_title("position", Board(browser, id="position"))
            yield self._add_title("this step", ThisStep(browser, id="this-step"))
            yield self._add_title("search", Code(browser, id="search"))
            yield self._add_title(
                PATH_TITLE if is_best_first(browser.trace) else STACK_TITLE, Stack(browser, id="stack")
            )
            yield self._add_title("counts", Counts(browser, id="counts"))
        if (strip := self.make_strip()) is not None:
            yield strip
        footer = Footer(FOOTER, footer_words(browser.trace))
        footer.display = strip is None or size.height >= TALL_SCREEN
        yield footer

    def make_strip(self) -> Strip | None:
        """What is told above the keys; None where nothing is."""
        return None if self._on_explained is None else Hints(self.browser.trace)

    def on_strip_dismissed(self) -> None:
        """Tell nothing above the keys any more."""
        self.query_one(Footer).display = True
        for strip in self.query(Strip):
            strip.remove()
            if self._on_explained is not None:
                self._on_explained()

    def on_resize(self) -> None:
        """There may be room for both, or for the strip alone."""
        for strip in self.query(Strip):
            strip.refresh(layout=True)
            self.query_one(Footer).display = self.app.size.height >= TALL_SCREEN

    def action_stop(self) -> None:
        """What escape does elsewhere, and where nothing plays or runs, dismiss what is told above the keys."""
        super().action_stop() if self.is_busy or not self.query(Strip) else self.on_strip_dismissed()

    def _add_title(self, title: str, panel: Panel) -> Panel:
        is_front = panel.id == PANEL_NAMES[self._front_panel]
        is_empty = isinstance(panel, Board) and not has_positions(self.browser.trace)
        panel.add_class("box", *["-front"] * is_front, *["-empty"] * is_empty, update=False)
        panel.border_title = title
        return panel

    def on_mount(self) -> None:
        """Keys are for the tree."""
        self.lab.count_small()
        if self.query(TreePane):  # there is none if the screen is closed while it opens
            self.focus_tree()

    @property
    def tree_pane(self) -> TreePane:
        """The pane of the tree."""
        return self.query_one(TreePane)

    def action_turn_tree(self) -> None:
        """Show the tree in its next shape: rows, a picture, a map."""
        self.tree_pane.show_next_shape()
        self.sync(self.lab.count_for_map() if self.tree_pane.shape is TreeShape.MAP else "")

    def sync(self, notice: str = "") -> None:
        """Show what the browser says now."""
        time_line = self.query_one(TimeLine)
        time_line.notice, time_line.playing = notice, self.player.status
        for panel in self.panels:
            panel.update()
        resized = self.query_one(Panes).lay_out_if_needed()
        if not resized:
            self.tree_pane.sync()
        self.query_one(ListsPane).sync()

    def show_background(self, notice: str) -> None:
        """Show how far something is that nobody waits for, in the place of nothing else that is said."""
        time_line = self.query_one(TimeLine)
        if not time_line.notice or time_line.notice.partition(":")[0] == notice.partition(":")[0]:
            time_line.notice = SuccessNotice(notice)
            time_line.update()

    def show_grown_trace(self, trace: Trace) -> None:
        """Go on with a longer recording of the same search."""
        self.browser.extend_trace(trace)
        self.sync()

    def on_time_line_step_requested(self, event: TimeLine.StepRequested) -> None:
        """Go where the line of time was clicked."""
        self.player.pause()
        self.browser.time.go_to_step(event.step)
        self.sync()

    def show_code(self) -> None:
        """Have the code in sight, where there is room for one panel; it may be before the screen is shown."""
        self._front_panel = PANEL_NAMES.index("search")
        self._show_front_panel()

    def action_turn_panels(self, distance: int) -> None:
        """Where there is room for one panel, show the next, or the one before."""
        if not self.has_class("-narrow"):
            self.show_outcome("all panels are shown already")
            return
        self._front_panel = (self._front_panel + distance) % len(PANEL_NAMES)
        if self.query_one(f"#{PANEL_NAMES[self._front_panel]}").has_class("-empty"):
            self._front_panel = (self._front_panel + distance) % len(PANEL_NAMES)
        self._show_front_panel()

    def _show_front_panel(self) -> None:
        if self.pane.is_open and self.has_class("-narrow"):
            self._close_lists()  # they stand where the panel is to be seen
        for index, name in enumerate(PANEL_NAMES):
            for panel in self.query(f"#{name}"):  # none in a screen that is closed before all of it is there
                panel.set_class(index == self._front_panel, "-front")

    def action_scroll_sentences(self, pages: int) -> None:
        """Show what stands further down in the sentences, or further up, where the panel is too low for all of them."""
        self.query_one(ThisStep).scroll(pages)


class TourScreen(Explorer):
    """Leads from stop to stop; all other keys work as everywhere."""

    def __init__(self) -> None:
        browser = Browser(tracer.trace(TOUR_TREE))
        browser.time.start()
        super().__init__(browser, "the tour")

    def make_strip(self) -> Strip:
        """The stop in hand."""
        return TourStop()

    def action_do(self, name: str, *arguments: int) -> None:
        """Do what a key says; the key of the stop does it at the place of the stop, wherever one went meanwhile."""
        strip = next(iter(self.query(TourStop)), None)
        tour_stop = None if strip is None else strip.current_stop
        if strip is None or tour_stop is None or name != tour_stop.action:
            super().action_do(name, *arguments)
            return
        if self.browser.location != tour_stop.location:
            self.browser.go_to(tour_stop.location)
        super().action_do(name, *arguments)
        strip.go_to_next_stop()
