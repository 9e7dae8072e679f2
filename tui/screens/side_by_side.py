"""The screen of two searches side by side: linked trees with their differences, or maps that are filled in a race."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from tracer.text import clean
from tui.model.best_first_keys import footer_words, is_best_first
from tui.model.browser import Browser
from tui.model.browser_pair import SIDE_NAMES, BrowserPair
from tui.model.keys import FOOTER_SIDE_BY_SIDE, footer_keys_side_by_side
from tui.model.list_differences import DifferenceList
from tui.model.list_model import ListModel
from tui.model.recording_map import RecordingMap
from tui.model.status_lines import describe_status
from tui.screens.help import Help, groups
from tui.screens.stage import Stage, bindings
from tui.terminal.difference import relation
from tui.widgets.footer import Footer
from tui.widgets.hint_strips import Signs
from tui.widgets.lists_pane import ListsPane
from tui.widgets.map_view import MapView
from tui.widgets.panel import Panel
from tui.widgets.this_step import ThisStep
from tui.widgets.tree_pane import MAP_ACTIONS
from tui.widgets.tree_view import TreeView


class SideTitle(Panel):
    """Three lines above a tree; the tree that has the keys has a pointer."""

    def __init__(self, name: str, browser: Browser, file: str) -> None:
        super().__init__(browser, id=f"title-{name}")
        self._letter, self._file = name, file
        self.active = False
        """Whether its tree has the keys."""

    def lines(self) -> list[Text]:
        """The file and the search, its visits, its cutoffs."""
        lead = f"{'❯' if self.active else ' '} {self._letter} "
        style = self.style_of("strong" if self.active else "about")
        first, *rest = describe_status(self.browser, max(self.size.width - len(lead), 1), self._file)
        return [Text(lead + first, style), *(Text(" " * len(lead) + line, style) for line in rest)]


BOTH, ROOMY = 72, 120
"""Columns from which both trees are shown, and from which what differs has room in one line."""
LONGEST_WORD = 14
"""Columns that a word which begins the next row leaves empty at most; a longer one is broken."""
RACE = 10
"""Seconds that a race lasts at most, unless a search has more steps than the highest speed takes by then."""
LOW = 18
"""Rows below which each part has as few as it can do with."""
ALONE = ("A B", "visited there alone")
MAPS = ("T", "a race")
SIGNS = (ALONE, ("≠", "other window, value, bound or fate"), ("✂", "cutoff"), ("✗", "skipped branch"), MAPS)
"""The signs of the rows, and the key of what they can be instead: as many as fit are explained."""
SIGNS_OF_LOG = (ALONE, ("≠", "other value or fate"), MAPS)
"""Those of two best-first searches."""


class SideBySide(Stage):
    """Two trees. The keys go to the one with the pointer in its title; the other follows."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(footer_keys_side_by_side())
    HORIZONTAL_BREAKPOINTS = [(0, "-one"), (BOTH, "-both"), (ROOMY, "-roomy")]  # noqa: RUF012  # declared so by Textual
    VERTICAL_BREAKPOINTS = [(0, "-low"), (LOW, "-high")]  # noqa: RUF012

    def __init__(
        self, a: Browser, b: Browser, source: str, *, files: tuple[str, str] = ("", ""), served: bool = False
    ) -> None:
        super().__init__(source, served=served)
        self.pair = BrowserPair(a, b)
        self._files = files
        self._differences = DifferenceList(self.pair)
        self._maps: list[MapView] = []
        """Of both, from when they are first asked for."""
        self._speed = self.player.speed
        """Steps a second at which rows are played."""

    @property
    def browser(self) -> Browser:
        """The browser of the tree that has the keys."""
        return self.pair.active_browser

    @property
    def browsers(self) -> Sequence[Browser]:
        """Those of both."""
        return self.pair.browsers

    @property
    def lists(self) -> Sequence[ListModel]:
        """The differences, and the lists of the search in hand."""
        return self._differences, *self.browser.lists

    def compose(self) -> ComposeResult:
        """The relation above, the trees, and what happens in each below."""
        yield Static(id="relation")
        with Horizontal(id="pair"):
            for name, browser, file in zip(SIDE_NAMES, self.pair.browsers, self._files, strict=True):
                with Vertical(id=f"side-{name}", classes="half"):
                    yield SideTitle(name, browser, file)
                    yield Static(id=f"columns-{name}", classes="columns")
                    yield TreeView(browser, id=f"tree-{name}")
                    yield ThisStep(browser, id=f"told-{name}")
        yield Signs(SIGNS_OF_LOG if all(is_best_first(browser.trace) for browser in self.browsers) else SIGNS)
        yield ListsPane(self.pane)
        yield Footer(tuple(FOOTER_SIDE_BY_SIDE), footer_words(self.trace_of_keys))

    def on_mount(self) -> None:
        """Begin where the two part."""
        self.pair.go_to_beginning()
        self.focus_tree()
        self._show("")

    @property
    def views(self) -> Sequence[TreeView | MapView]:
        """What both are shown as."""
        return self._maps if self.pair.is_racing else [self.query_one(f"#tree-{name}", TreeView) for name in SIDE_NAMES]

    def focus_tree(self) -> None:
        """Keys are for the tree of the search in hand."""
        self.views[self.pair.active_side].focus()

    def browse(self, name: str, *arguments: int) -> str:
        """Do what a key says in the search that has the keys, or in the other where only that has what is meant."""
        return self.pair.run_action(name, *arguments)

    def action_do(self, name: str, *arguments: int) -> None:
        """Do what a key says, or what it says in a map: the other map shows the same part."""
        if not self.pair.is_racing or name not in MAP_ACTIONS:
            super().action_do(name, *arguments)
            return
        shown = self._maps[self.pair.active_side].map
        self.show_outcome(self.browser.run_and_record_jump(getattr(shown, MAP_ACTIONS[name])))

    def sync(self, notice: str = "") -> None:
        """Let the other search follow, and show both."""
        self.pair.sync_other()
        self._show(notice)

    def _show(self, notice: str) -> None:
        self.query_one("#relation", Static).update(self._said(notice), layout=False)
        for place, name in enumerate(SIDE_NAMES):
            active = place == self.pair.active_side
            self.query_one(f"#title-{name}", SideTitle).active = active
            self.query_one(f"#side-{name}").set_class(active, "active")
        self._show_views()
        for panel in self.panels:
            panel.update()
        self.query_one(ListsPane).sync()

    def _show_views(self) -> None:
        """Show both; of two maps the one that has the keys says which part."""
        active, other = self.views[self.pair.active_side], self.views[1 - self.pair.active_side]
        active.sync()
        if isinstance(active, MapView) and isinstance(other, MapView):
            other.map.show_range_of(active.map)
        other.sync()

    def _said(self, notice: str) -> Text:
        """How the two are related, and below it a notice or what differs here: alone where there is one row."""
        width, low, status = max(self.size.width - 2, 1), self.size.height < LOW, self.player.status
        about = relation(self.pair.comparison)
        rows = 1 if low or self.size.width >= ROOMY or cell_len(about) > width else 2
        # What is broken into two rows leaves some of the first one empty.
        room = width * rows - LONGEST_WORD * (rows - 1) - cell_len(status)
        told = status + clean(
            notice or (self.pair.race_score if self.pair.is_racing else self.pair.describe_difference(room)), 300
        )
        if low:
            return Text(told or about, no_wrap=True, overflow="ellipsis")
        return Text(f"{about}\n{told}")

    def on_descendant_focus(self) -> None:
        """The tree that was clicked has the keys from then on."""
        if isinstance(self.focused, ListsPane):
            return
        active = 0 if self.focused is self.views[0] else 1
        if active != self.pair.active_side:
            self.pair.active_side = active
            self._show("")

    def on_tree_view_clicked(self, message: TreeView.Clicked) -> None:
        """Select the row in the tree that was clicked."""
        self.pair.active_side = self.pair.browsers.index(message.browser)
        self.browser.select(message.node)
        self.show_outcome(self.browser.tree.toggle() if message.toggles else "")

    def on_tree_view_resized(self) -> None:
        """Write the names of the columns above them."""
        for name, view in zip(SIDE_NAMES, self.views, strict=True):
            title = "  " + view.map.title if isinstance(view, MapView) else view.format_title()
            self.query_one(f"#columns-{name}", Static).update(Text(title, no_wrap=True), layout=False)

    on_map_view_moved = on_tree_view_resized

    def on_map_view_clicked(self, message: MapView.Clicked) -> None:
        """Select the node in the map that was clicked; a second click enters it."""
        self.pair.active_side = self._maps.index(message._sender)  # type: ignore[arg-type]
        self.browser.select(message.node)
        self.sync()
        if message.enters:
            self.action_do("tree.toggle")

    def action_next_panel(self) -> None:
        """Give the keys to the other tree."""
        self.pair.switch_side()
        self.focus_tree()
        self._show("")

    action_previous_panel = action_next_panel

    def action_turn_tree(self) -> None:
        """Show both as maps, which a race fills from the start; or as rows again."""
        self.player.pause()
        notice = self.pair.race()
        if self.pair.is_racing:
            self.lab.count_small()
            notice = self.lab.count_for_map() or notice
            self._speed = self.player.speed
            self.player.play_within(self.browser.trace.steps, RACE)
        else:
            self.player.play_within(self._speed, 1)
        with self.app.batch_update():
            self._turn_views()
        self.sync(notice)
        self.focus_tree()

    def _turn_views(self) -> None:
        """Have the maps in the place of the rows, or the rows in theirs."""
        if not self._maps:
            self._maps = [
                MapView(browser, RecordingMap(browser), id=f"map-{name}")
                for name, browser in zip(SIDE_NAMES, self.browsers, strict=True)
            ]
            for name, view in zip(SIDE_NAMES, self._maps, strict=True):
                self.query_one(f"#side-{name}").mount(view, after=f"#tree-{name}")
        self.set_class(self.pair.is_racing, "-race")
        for name, view in zip(SIDE_NAMES, self._maps, strict=True):
            view.display = self.pair.is_racing
            self.query_one(f"#tree-{name}").display = not self.pair.is_racing
        self.on_tree_view_resized()

    def action_help(self) -> None:
        """Show the help, first the keys of two searches."""
        self.app.push_screen(Help(shown=groups(self.trace_of_keys, beside=True)))

    def on_this_step_pointed(self, message: ThisStep.Pointed) -> None:
        """Select the node that a sentence speaks of."""
        told = message._sender
        assert isinstance(told, ThisStep)
        self.pair.active_side = self.pair.browsers.index(told.browser)
        self.show_outcome(self.browser.jump_to_node(message.node))

    def action_why_down(self) -> None:
        """Scroll what is told of the tree that has the keys."""
        self.query_one(f"#told-{SIDE_NAMES[self.pair.active_side]}", ThisStep).scroll(1)

    def action_why_up(self) -> None:
        """Scroll it back."""
        self.query_one(f"#told-{SIDE_NAMES[self.pair.active_side]}", ThisStep).scroll(-1)
