"""The screen of two searches side by side: linked trees, and the differences marked."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Footer, Static

from tracer.text import clean, number
from tracer.why.explain import event, why
from tui.model.browser import Browser
from tui.model.pair import NAMES, Pair
from tui.screens.stage import Stage
from tui.terminal.difference import relation
from tui.widgets.lists_pane import ListsPane
from tui.widgets.tree_view import TreeView


class SideBySide(Stage):
    """Two trees. The keys go to the one with the bright title; the other follows."""

    def __init__(self, a: Browser, b: Browser, source: str, *, served: bool = False) -> None:
        super().__init__(source, served=served)
        self.pair = Pair(a, b)
        self._notice = ""

    @property
    def browser(self) -> Browser:
        """The browser of the tree that has the keys."""
        return self.pair.browser

    def compose(self) -> ComposeResult:
        """The relation above, the trees, and what happens in each below."""
        yield Static(id="relation")
        with Horizontal(id="pair"):
            for name, browser in zip(NAMES, self.pair.browsers, strict=True):
                with Vertical(id=f"side-{name}", classes="half"):
                    yield Static(id=f"title-{name}", classes="title")
                    yield Static(id=f"columns-{name}", classes="columns")
                    yield TreeView(browser, id=f"tree-{name}")
                    with VerticalScroll(id=f"told-{name}", classes="told", can_focus=False):
                        yield Static(id=f"sentences-{name}")
        yield ListsPane(self.pane)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Begin where the two part."""
        self.pair.first_difference()
        self.focus_tree()
        self._show("")

    def focus_tree(self) -> None:
        """Keys are for the tree of the search in hand."""
        self.query_one(f"#tree-{NAMES[self.pair.active]}", TreeView).focus()

    def browse(self, name: str, *arguments: int) -> str:
        """Do what a key says in the search that has the keys, or in the other where only that has what is meant."""
        return self.pair.do(name, *arguments)

    def sync(self, notice: str = "") -> None:
        """Let the other search follow, and show both."""
        self.pair.link()
        self._show(notice)

    def repaint(self) -> None:
        """Show what is another now, with the notice that stands there."""
        self._show(self._notice)

    def _show(self, notice: str) -> None:
        self._notice = notice
        told = notice or self.pair.contrast()
        self.query_one("#relation", Static).update(
            Text(f"{relation(self.pair.comparison)}\n{self.player.status}{clean(told, 300)}", no_wrap=True)
        )
        for place, name in enumerate(NAMES):
            browser, active = self.pair.browsers[place], place == self.pair.active
            title = self.query_one(f"#title-{name}", Static)
            named, counted = self._titles(browser)
            title.update(Text(f"{'❯' if active else ' '} {name}  {named}\n     {counted}", no_wrap=True))
            title.set_class(active, "active")
            self._tell(name, self._told(browser))
            self.query_one(f"#tree-{name}", TreeView).sync()
        self.query_one(ListsPane).sync()

    def _tell(self, name: str, sentences: Text) -> None:
        """Show what is told of a tree; other sentences are read from the first on."""
        told = self.query_one(f"#sentences-{name}", Static)
        if told.content != sentences:
            told.update(sentences)
            self.query_one(f"#told-{name}").scroll_home(animate=False)

    @staticmethod
    def _titles(browser: Browser) -> tuple[str, str]:
        """What was searched and what came of it; and how far it is at this step."""
        now, total, value = browser.cursor.tally, browser.cursor.total, browser.trace.value
        worth = "unfinished" if value is None else f"value {number(value)}"
        header = browser.trace.header
        options = ", ".join(f"{name} {given}" for name, given in header.options.items())
        named = clean(header.search) + (f" ({clean(options)})" if options else "")
        counts = [("step", browser.cursor.step, browser.cursor.last), ("visited", now.visited, total.visited)]
        if total.cutoffs:
            counts += [("cutoffs", now.cutoffs, total.cutoffs), ("pruned", now.pruned, total.pruned)]
        return f"{named}  {worth}", " · ".join(f"{what} {done:,}/{whole:,}" for what, done, whole in counts)

    @staticmethod
    def _told(browser: Browser) -> Text:
        """What happens at this step, and why."""
        step = browser.cursor.step
        sentences = [sentence.text for sentence in why(browser.trace, browser.selected, step)]
        overlay = browser.overlay(browser.selected)
        return Text("\n".join([f"◆ {event(browser.trace, step)}", *([f"? {overlay}"] if overlay else []), *sentences]))

    def on_descendant_focus(self) -> None:
        """The tree that was clicked has the keys from then on."""
        if isinstance(self.focused, ListsPane):
            return
        active = 0 if self.focused is self.query_one("#tree-A") else 1
        if active != self.pair.active:
            self.pair.active = active
            self._show("")

    def on_tree_view_clicked(self, message: TreeView.Clicked) -> None:
        """Select the row in the tree that was clicked."""
        self.pair.active = self.pair.browsers.index(message.browser)
        self.browser.select(message.node)
        self.act(self.browser.tree.toggle() if message.toggles else "")

    def on_tree_view_resized(self) -> None:
        """Write the names of the columns above them."""
        for name in NAMES:
            view = self.query_one(f"#tree-{name}", TreeView)
            self.query_one(f"#columns-{name}", Static).update(Text(view.title(), no_wrap=True))

    def action_next_panel(self) -> None:
        """Give the keys to the other tree."""
        self.pair.turn()
        self.focus_tree()
        self._show("")

    action_previous_panel = action_next_panel

    def action_why_down(self) -> None:
        """Scroll what is told of the tree that has the keys."""
        self.query_one(f"#told-{NAMES[self.pair.active]}").scroll_page_down(animate=False)

    def action_why_up(self) -> None:
        """Scroll it back."""
        self.query_one(f"#told-{NAMES[self.pair.active]}").scroll_page_up(animate=False)
