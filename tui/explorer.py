"""The main screen: hands keys to the browser and shows what came of it."""

from __future__ import annotations

from operator import attrgetter
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.reactive import var
from textual.screen import Screen
from textual.widgets import Footer, Static

from tui.board import Board
from tui.browser import Browser
from tui.counts_panel import Counts
from tui.details import Details
from tui.goto import Goto, Target
from tui.help import Help
from tui.keys import Key, every, footer
from tui.time_line import TimeLine
from tui.tree_view import TreeView

WIDE = 116
"""Columns from which the panels stand beside the tree."""
TALL = 34
"""Rows from which the area below the tree is given more room."""


def action(key: Key) -> str:
    """The action of a key: a method of the models, or of the screen."""
    return f"do('{key.action}')" if "." in key.action else key.action


def bindings() -> list[BindingType]:
    """The bindings of the table of keys, those of the footer first and in its order."""
    shown = footer()
    rest = [key for key in every() if key not in shown]
    return [
        Binding(
            key.keys,
            action(key),
            key.footer or key.help,
            show=key in shown,
            key_display=key.shown.split(" ", 1)[0],
            tooltip=key.help,
        )
        for key in [*shown, *rest]
    ]


class Explorer(Screen[None]):
    """Tree, position, details and counts of one recording."""

    BINDINGS: ClassVar[list[BindingType]] = bindings()
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012  # declared so by Textual
    VERTICAL_BREAKPOINTS = [(0, "-low"), (TALL, "-tall")]  # noqa: RUF012

    step: var[int] = var(0)
    """The current step."""
    selected: var[int] = var(0)
    """The selected node."""

    def __init__(self, browser: Browser, source: str) -> None:
        super().__init__()
        self.browser, self.source = browser, source
        self.set_reactive(Explorer.step, browser.cursor.step)
        self.set_reactive(Explorer.selected, browser.selected)

    def compose(self) -> ComposeResult:
        """Time above, keys below, the tree and the panels between."""
        yield TimeLine(self.browser, self.source).data_bind(Explorer.step, Explorer.selected)
        with Container(id="main"):
            with Vertical(id="left"):
                yield Static(id="columns")
                yield TreeView(self.browser, id="tree")
            with Container(id="side"):
                yield self._titled("position", Board(self.browser, id="board"))
                yield self._titled("node", Details(self.browser, id="details"))
                yield Counts(self.browser, id="counts").data_bind(Explorer.step, Explorer.selected)
        yield Footer(show_command_palette=False, compact=True)

    def _titled(self, title: str, panel: Board | Details) -> VerticalScroll:
        """A panel in a box that scrolls where the panel is higher."""
        box = VerticalScroll(panel.data_bind(Explorer.step, Explorer.selected), id=f"{title}-box", can_focus=False)
        box.border_title = title
        return box

    def on_mount(self) -> None:
        """Keys are for the tree."""
        self.query_one("#counts").border_title = "counts"
        self.query_one(TreeView).focus()

    def sync(self, notice: str = "") -> None:
        """Show what the browser says now; a notice says why nothing changed."""
        if self.selected != self.browser.selected:
            self.query_one("#node-box").scroll_home(animate=False)
        self.step, self.selected = self.browser.cursor.step, self.browser.selected
        self.query_one(TimeLine).notice = notice
        self.query_one(TreeView).sync()
        if notice:
            self.app.bell()

    def action_do(self, name: str) -> None:
        """Do what a key says."""
        self.sync(attrgetter(name)(self.browser)())

    def on_tree_view_clicked(self, event: TreeView.Clicked) -> None:
        """Select the row, and open or close it."""
        self.browser.select(event.node)
        self.sync(self.browser.tree.toggle() if event.toggles else "")

    def on_tree_view_resized(self) -> None:
        """Write the names of the columns above them."""
        self.query_one("#columns", Static).update(Text(self.query_one(TreeView).columns.title(), no_wrap=True))

    def action_goto(self) -> None:
        """Ask where to go."""
        self.app.push_screen(Goto(self.browser.trace, self.browser.cursor.step), self.go)

    def go(self, target: Target | None) -> None:
        """Go where the prompt said."""
        if target is None:
            return
        if target.step is not None:
            self.sync(self.browser.time.go_to_step(target.step))
        elif target.node is not None:
            self.sync(self.browser.select(target.node))

    def action_help(self) -> None:
        """Show the help."""
        self.app.push_screen(Help())

    def action_details_down(self) -> None:
        """Show what stands further down about the selected node, where the panel is too low for all of it."""
        self.query_one("#node-box").scroll_page_down(animate=False)

    def action_details_up(self) -> None:
        """Show what stands further up again."""
        self.query_one("#node-box").scroll_page_up(animate=False)

    def action_dark(self) -> None:
        """Change between the dark and the light theme."""
        self.app.theme = "textual-light" if self.app.current_theme.dark else "textual-dark"

    async def action_quit(self) -> None:
        """Leave."""
        self.app.exit()
