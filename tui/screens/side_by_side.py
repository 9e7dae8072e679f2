"""The screen of two searches side by side: linked trees with their differences, or maps that are filled in a race."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from tracer.text import clean, number
from tui.model.best_first_keys import footer_words, is_best_first
from tui.model.browser import Browser
from tui.model.browser_pair import SIDE_NAMES, BrowserPair
from tui.model.keys import FOOTER_SIDE_BY_SIDE, footer_keys_side_by_side
from tui.model.list_differences import DifferenceList
from tui.model.list_model import ListModel, shorten_middle
from tui.screens.trace_screen import TraceScreen, make_bindings
from tui.terminal.difference_report import describe_relation
from tui.widgets.canvas import Panel
from tui.widgets.hint_strips import Footer, Signs
from tui.widgets.lists_pane import ListsPane
from tui.widgets.this_step import ThisStep
from tui.widgets.tree_pane import TreePane, TreeShape

MIN_FILE_WIDTH = 6
"""Columns of a file's name that still say which it is."""


def describe_status(browser: Browser, width: int, file: str = "") -> tuple[str, str, str]:
    """The file and the search with its value; step and visited nodes; cutoffs and pruned branches, or iterations.

    Each fits, if its least does.
    """
    return (
        _describe_search(browser, width, clean(file)),
        _first_that_fits(_describe_visits(browser), width),
        _first_that_fits(_describe_cutoffs(browser), width),
    )


def distinct_file_names(first: str | None, second: str | None) -> tuple[str, str]:
    """What tells two files apart: their names, or where these are the same, with their folders; empty for none.

    >>> distinct_file_names("x/good.plyscope", None), distinct_file_names("x/t.plyscope", "y/t.plyscope")
    (('good.plyscope', ''), ('x/t.plyscope', 'y/t.plyscope'))
    """
    paths = [None if path is None else Path(path) for path in (first, second)]
    names = ["" if path is None else path.name for path in paths]
    if names[0] == names[1]:
        names = ["" if path is None else str(Path(path.absolute().parent.name, path.name)) for path in paths]
    return names[0], names[1]


def _describe_search(browser: Browser, width: int, file: str) -> str:
    header, value = browser.trace.header, browser.trace.value
    value_text = "unfinished" if value is None else f"value {number(value)}"
    options, search = clean(", ".join(header.option_words)), clean(header.search)
    search_texts = [
        f"{search} ({options}) · {value_text}" if options else f"{search} · {value_text}",
        f"{search} · {value_text}",
        value_text,
    ]
    if not file:
        return _first_that_fits(search_texts, width)
    file_width = width - cell_len(f" · {value_text}")
    shortest = [f"{shorten_middle(file, file_width)} · {value_text}"] if file_width >= MIN_FILE_WIDTH else [value_text]
    return _first_that_fits([*(f"{file} · {search_text}" for search_text in search_texts), *shortest], width)


def _describe_visits(browser: Browser) -> list[str]:
    step, last = browser.cursor.step, browser.cursor.last
    so_far, in_the_end = (counts["visited"] for counts in (browser.cursor.tally, browser.cursor.total_tally))
    visited = f"visited {so_far:,}/{in_the_end:,}"
    return [f"step {step:,}/{last:,} · {visited}", f"step {step:,} · {visited}", visited, f"{so_far:,} visited"]


def _describe_cutoffs(browser: Browser) -> list[str]:
    so_far, in_the_end = browser.cursor.tally, browser.cursor.total_tally
    if "cutoffs" not in in_the_end:
        unit = "states" if "states" in in_the_end else "iterations"
        leaf_word = "frontier" if "frontier" in so_far else "leaves"
        return [
            f"{unit} {so_far[unit]:,}/{in_the_end[unit]:,} · {leaf_word} {so_far[leaf_word]:,}",
            f"{unit} {so_far[unit]:,}",
        ]
    if not in_the_end["cutoffs"]:
        return ["no cutoffs"]
    cutoffs = f"{so_far['cutoffs']:,}/{in_the_end['cutoffs']:,}"
    if not browser.trace.counts.pruned_known:
        return [f"cutoffs {cutoffs} · pruned branches unknown", f"✂ {cutoffs} · ✗ unknown"]
    pruned = f"{so_far['pruned branches']:,}/{in_the_end['pruned branches']:,}"
    if not browser.trace.counts.pruned_branches_exact:
        pruned = f"≥ {pruned}"
    return [
        f"cutoffs {cutoffs} · pruned branches {pruned}",
        f"✂ {cutoffs} · ✗ {pruned} branches",
        f"✂ {cutoffs} · ✗ {pruned}",
    ]


def _first_that_fits(texts: list[str], width: int) -> str:
    return next((text for text in texts if cell_len(text) <= width), texts[-1])


class SideTitle(Panel):
    """Three lines above a tree; the tree that has the keys has a pointer."""

    def __init__(self, pair: BrowserPair, side: int, file: str) -> None:
        super().__init__(pair.browsers[side], id=f"title-{SIDE_NAMES[side]}")
        self._pair, self._side_letter, self._file = pair, SIDE_NAMES[side], file

    def lines(self) -> list[Text]:
        """The file and the search, its visits, its cutoffs."""
        is_active = self._pair.active_browser is self.browser
        prefix = f"{'❯' if is_active else ' '} {self._side_letter} "
        style = self.style_of("strong" if is_active else "about")
        first_line, *other_lines = describe_status(self.browser, max(self.size.width - len(prefix), 1), self._file)
        return [Text(prefix + first_line, style), *(Text(" " * len(prefix) + line, style) for line in other_lines)]


MIN_WIDTH_FOR_BOTH, MIN_ROOMY_WIDTH = 72, 120
"""Columns from which both trees are shown, and from which what differs has room in one line."""
MAX_WORD_CELLS = 14
"""Columns that a word which begins the next row leaves empty at most; a longer one is broken."""
RACE_SECONDS = 10
"""Seconds that a race lasts at most, unless a search has more steps than the highest speed takes by then."""
MIN_HIGH_LINES = 18
"""Rows below which each part has as few as it can do with."""
ALONE_SIGN = ("A B", "visited there alone")
MAP_SIGN = ("T", "a race")
SIGNS = (ALONE_SIGN, ("≠", "other window, value, bound or fate"), ("✂", "cutoff"), ("✗", "skipped branch"), MAP_SIGN)
"""The signs of the rows, and the key of what they can be instead: as many as fit are explained."""
SIGNS_OF_LOG = (ALONE_SIGN, ("≠", "other value or fate"), MAP_SIGN)
"""Those of two best-first searches."""


class SideBySide(TraceScreen):
    """Two trees. The keys go to the one with the pointer in its title; the other follows."""

    BINDINGS: ClassVar[list[BindingType]] = make_bindings(footer_keys_side_by_side())
    HORIZONTAL_BREAKPOINTS = [(0, "-one"), (MIN_WIDTH_FOR_BOTH, "-both"), (MIN_ROOMY_WIDTH, "-roomy")]  # noqa: RUF012  # declared so by Textual
    VERTICAL_BREAKPOINTS = [(0, "-low"), (MIN_HIGH_LINES, "-high")]  # noqa: RUF012

    def __init__(
        self, a: Browser, b: Browser, source: str, *, files: tuple[str, str] = ("", ""), served: bool = False
    ) -> None:
        super().__init__(source, served=served)
        self.pair = BrowserPair(a, b)
        self._files = files
        self._differences = DifferenceList(self.pair)
        self._tree_panes = [
            TreePane(browser, id=f"tree-{name}", with_both=False)
            for name, browser in zip(SIDE_NAMES, self.browsers, strict=True)
        ]
        self._former_speed = self.player.speed
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
            for side, (name, pane, file) in enumerate(zip(SIDE_NAMES, self._tree_panes, self._files, strict=True)):
                with Vertical(id=f"side-{name}", classes="half"):
                    yield SideTitle(self.pair, side, file)
                    yield pane
                    yield ThisStep(pane.browser, id=f"told-{name}")
        yield Signs(SIGNS_OF_LOG if all(is_best_first(browser.trace) for browser in self.browsers) else SIGNS)
        yield ListsPane(self.pane)
        yield Footer(tuple(FOOTER_SIDE_BY_SIDE), footer_words(self.trace_for_help))

    def on_mount(self) -> None:
        """Begin where the two part."""
        self.pair.go_to_beginning()
        self.focus_tree()
        self._show_pair("")

    @property
    def tree_pane(self) -> TreePane:
        """The pane of the tree of the search in hand."""
        return self._tree_panes[self.pair.active_side]

    def browse(self, name: str, *arguments: int) -> str:
        """Do what a key says in the search that has the keys, or in the other where only that has what is meant."""
        return self.pair.run_action(name, *arguments)

    def sync(self, notice: str = "") -> None:
        """Let the other search follow, and show both."""
        self.pair.sync_other()
        self._show_pair(notice)

    def _show_pair(self, notice: str) -> None:
        self.query_one("#relation", Static).update(self._format_status(notice), layout=False)
        for index, name in enumerate(SIDE_NAMES):
            self.query_one(f"#side-{name}").set_class(index == self.pair.active_side, "active")
        self._show_views()
        for panel in self.panels:
            panel.update()
        self.query_one(ListsPane).sync()

    def _show_views(self) -> None:
        """Show both; of two maps the one that has the keys says which part."""
        other_pane = self._tree_panes[1 - self.pair.active_side]
        self.tree_pane.sync()
        if self.pair.is_racing:
            other_pane.map.show_range_of(self.tree_pane.map)
        other_pane.sync()

    def _format_status(self, notice: str) -> Text:
        """How the two are related, and below it a notice or what differs here: alone where there is one row."""
        width = max(self.size.width - 2, 1)
        is_low = self.size.height < MIN_HIGH_LINES
        player_status = self.player.status
        relation_text = describe_relation(self.pair.comparison)
        row_count = 1 if is_low or self.size.width >= MIN_ROOMY_WIDTH or cell_len(relation_text) > width else 2
        # What is broken into two rows leaves some of the first one empty.
        available_cells = width * row_count - MAX_WORD_CELLS * (row_count - 1) - cell_len(player_status)
        notice_text = player_status + clean(
            notice or (self.pair.race_score if self.pair.is_racing else self.pair.describe_difference(available_cells)),
            300,
        )
        if is_low:
            return Text(notice_text or relation_text, no_wrap=True, overflow="ellipsis")
        return Text(f"{relation_text}\n{notice_text}")

    def give_keys_to(self, browser: Browser) -> None:
        """Have keys go to one of both."""
        self.pair.active_side = self.pair.browsers.index(browser)

    def on_descendant_focus(self) -> None:
        """The tree that was clicked has the keys from then on."""
        if isinstance(self.focused, ListsPane):
            return
        focused_side = 0 if self.focused is self._tree_panes[0] else 1
        if focused_side != self.pair.active_side:
            self.pair.active_side = focused_side
            self._show_pair("")

    def action_turn_panels(self, _distance: int) -> None:
        """Give the keys to the other tree."""
        self.pair.switch_side()
        self.focus_tree()
        self._show_pair("")

    def action_turn_tree(self) -> None:
        """Show both as maps, which a race fills from the start; or as rows again."""
        self.player.pause()
        notice = self.pair.race()
        if self.pair.is_racing:
            self.lab.count_small()
            notice = self.lab.count_for_map() or notice
            self._former_speed = self.player.speed
            self.player.play_within(self.browser.trace.steps, RACE_SECONDS)
        else:
            self.player.play_within(self._former_speed, 1)
        self.set_class(self.pair.is_racing, "-race")
        with self.app.batch_update():
            for pane in self._tree_panes:
                pane.show_shape(TreeShape.MAP if self.pair.is_racing else TreeShape.ROWS)
        self.sync(notice)
        self.focus_tree()

    def action_scroll_sentences(self, pages: int) -> None:
        """Scroll what is told of the tree that has the keys."""
        self.query_one(f"#told-{SIDE_NAMES[self.pair.active_side]}", ThisStep).scroll(pages)
