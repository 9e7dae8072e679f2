"""The pane of the lists: tabs with counts, and the lines of the list in front, painted as they are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.binding import Binding, BindingType
from textual.events import Click
from textual.message import Message
from textual.strip import Strip

from tracer.recording.slices import unheard
from tracer.text import clean
from tui.model.explorer_state import Span
from tui.model.list_model import MAX_TEXT_LENGTH, ListModel, ListPaneModel
from tui.widgets.background_jobs import GIVEN_UP_NOTICE, Jobs
from tui.widgets.canvas import Canvas

STYLES = ("tab", "front", "edge", "heads", "label", "value", "about", "wrong", "cut", "off", "pointer", "now", "hand")
"""Names of the styles of tabs and lines; the style sheet gives them colours."""
MIN_HEIGHT_WITH_TITLES = 4
"""Rows from which the columns have their names above them."""
TAB_EDGES = ("▐", "▌")
"""On both sides of the tab in front."""
MARKS_WIDTH = 2
"""Columns of the marks before a line: the entry in hand, and the current step."""
ListRow = tuple[tuple[Span, ...], str]
"""A line: its pieces, and the style whose ground they have."""


def visible_tabs(widths: list[int], active_tab: int, tab_room: int) -> tuple[int, int]:
    """The first and the last tab for which there is room, the one in front among them, and a sign where more are.

    >>> visible_tabs([5, 5, 5, 5], 0, 20), visible_tabs([5, 5, 5, 5], 0, 19), visible_tabs([5, 5, 5, 5], 2, 12)
    ((0, 3), (0, 2), (2, 3))
    """
    tab_room -= 0 if sum(widths) <= tab_room else 2
    first_tab = last_tab = active_tab
    while last_tab + 1 < len(widths) and sum(widths[first_tab : last_tab + 2]) <= tab_room:
        last_tab += 1
    while first_tab and sum(widths[first_tab - 1 : last_tab + 1]) <= tab_room:
        first_tab -= 1
    return first_tab, last_tab


def cut_to_width(pieces: Sequence[tuple[str, str]], width: int) -> list[tuple[str, str]]:
    """Pieces of a line as far as there is room, with a sign where there is more.

    >>> cut_to_width([("ab", "x"), ("cdef", "y")], 5), cut_to_width([("ab", "x"), ("cde", "y")], 5)
    ([('ab', 'x'), ('cd…', 'y')], [('ab', 'x'), ('cde', 'y')])
    """
    if cell_len("".join(text for text, _ in pieces).rstrip()) <= width:
        return list(pieces)
    pieces_kept, cells_left = list[tuple[str, str]](), max(width - 1, 0)
    for text, style in pieces:
        if (cells := cell_len(text)) > cells_left:
            return [*pieces_kept, (set_cell_size(text, cells_left) + "…", style)]
        pieces_kept.append((text, style))
        cells_left -= cells
    return pieces_kept


class ListsPane(Canvas[ListRow], can_focus=True, inherit_bindings=False):
    """Shows a `ListPaneModel`, and has its keys while it has the focus."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", "go there", key_display="⏎"),
        Binding("escape", "undo", "back", key_display="esc"),
        Binding("right,tab", "turn(1)", "next list", key_display="→"),
        Binding("left,shift+tab", "turn(-1)", "list before", key_display="←"),
        Binding("delete,d", "act('remove_entry')", "remove", key_display="d"),
        Binding("space", "act('switch_entry')", "on, off", key_display="space"),
        Binding("s", "act('change_order')", "sort"),
        Binding("down,j", "act('move_current', 1)", "the next line", show=False),
        Binding("up,k", "act('move_current', -1)", "the line before", show=False),
        Binding("pagedown", "page(1)", "a page on", show=False),
        Binding("pageup", "page(-1)", "a page back", show=False),
        Binding("home,g", "act('show_entry', 0)", "the first line", show=False),
        Binding("end,G", "last", "the last line", show=False),
    ]
    PREFIX = "lists"
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"lists--{name}" for name in STYLES}

    class Acted(Message):
        """A key did something, or tells why not."""

        def __init__(self, notice: str, *, leaves: bool = False) -> None:
            super().__init__()
            self.notice = notice
            self.leaves = leaves
            """The keys are for the tree from now on."""

    def __init__(self, pane: ListPaneModel) -> None:
        super().__init__(id="lists")
        self.pane = pane
        self._first_shown = 0
        self._jobs = Jobs(self)
        self._pending_list: ListModel | None = None
        """The list that is worked out in the background."""
        self._progress_text = ""
        """How far that is."""

    def sync(self) -> None:
        """Show what the lists say now; what takes a while is worked out in the background first."""
        if not self.pane.is_open and self._pending_list is None:
            return
        active_list = self.pane.active_list
        if self._pending_list is not active_list or not self.pane.is_open:
            self._jobs.cancel()  # nobody waits for it any more
            self._pending_list = None
        if not self.pane.is_open:
            return
        pending_work = active_list.pending_work()
        if pending_work is not None and active_list.is_worked_out_at_once:
            pending_work(unheard)
        elif pending_work is not None and not self._jobs.is_busy:
            self._pending_list, self._progress_text = active_list, ""
            run_work = pending_work
            self._jobs.start(
                lambda job: run_work(job.report_progress),
                lambda _: "",
                on_progress=self._show_progress,
                on_end=self._on_work_end,
            )
        self.update()

    def on_unmount(self) -> None:
        """Work nothing out any more."""
        self._jobs.cancel()

    def _show_progress(self, progress_text: str) -> None:
        self._progress_text = progress_text
        self.update()

    def _on_work_end(self, message: str) -> None:
        self._show_progress("")
        if not message:
            self.sync()
        elif message != GIVEN_UP_NOTICE:
            self.post_message(self.Acted(message))

    @property
    def _head_height(self) -> int:
        """The rows above the entries: tabs, and the names of the columns where there is room and there are entries."""
        active_list = self.pane.active_list
        return 1 + bool(active_list.column_titles and len(active_list) and self.size.height >= MIN_HEIGHT_WITH_TITLES)

    @property
    def page_height(self) -> int:
        """How many entries there is room for."""
        return max(self.size.height - self._head_height, 1)

    def _scroll_to_current(self, active_list: ListModel) -> int:
        """The entry in the first row: the one in hand is in sight."""
        last_first = max(len(active_list) - self.page_height, 0)
        self._first_shown = min(
            max(self._first_shown, active_list.current_index - self.page_height + 1, 0),
            active_list.current_index,
            last_first,
        )
        return self._first_shown

    def make_looks(self) -> list[ListRow]:
        """The tabs, the names of columns, and the entries."""
        width, active_list = self.size.width, self.pane.active_list
        looks: list[ListRow] = [
            ((*((text, style) for text, style, _ in self._iter_tab_pieces(width)), (" " * width, "tab")), "")
        ]
        if not len(active_list):
            return [*looks, (((f"  {active_list.empty_text}", "about"),), "")]
        if self._head_height > 1:
            looks.append((((" " * MARKS_WIDTH + active_list.column_titles, "heads"),), "heads"))
        first_entry = self._scroll_to_current(active_list)
        return looks + [
            self._entry_row(active_list, number)
            for number in range(first_entry, min(first_entry + self.page_height, len(active_list)))
        ]

    def _entry_row(self, active_list: ListModel, index: int) -> ListRow:
        is_current = index == active_list.current_index
        marks = [
            ("❯" if is_current else " ", "pointer"),
            ("◆" if active_list.is_at_current_step(index) else " ", "now"),
        ]
        pieces = active_list.format_entry(index, self.size.width - MARKS_WIDTH)
        return (*marks, *pieces), "hand" if is_current and self.has_focus else ""

    def _count_or_progress(self, list_model: ListModel) -> str:
        """How many entries a list has, or how far it is worked out."""
        if list_model is self._pending_list and list_model.pending_work() is not None:
            return self._progress_text
        return list_model.count_text

    def _iter_tab_pieces(self, width: int) -> Iterator[tuple[str, str, str]]:
        """The pieces of the line of tabs that fit, the front one among them: text, style, and the list's name."""
        tabs = [
            (f"{list_model.name} {self._count_or_progress(list_model)}".rstrip(), list_model.name)
            for list_model in self.pane.lists
        ]
        active_tab = [name for _, name in tabs].index(self.pane.active_list.name)
        first_tab, last_tab = visible_tabs([cell_len(text) + len(TAB_EDGES) for text, _ in tabs], active_tab, width)
        if first_tab:
            yield "‹", "tab", tabs[first_tab - 1][1]
        for tab_index, (text, name) in enumerate(tabs[first_tab : last_tab + 1], first_tab):
            is_front = tab_index == active_tab
            left_edge, right_edge = TAB_EDGES if is_front else (" ", " ")
            yield left_edge, "edge" if is_front else "tab", name
            yield text, "front" if is_front else "tab", name
            yield right_edge, "edge" if is_front else "tab", name
        if last_tab + 1 < len(tabs):
            yield "›", "tab", tabs[last_tab + 1][1]

    def paint(self, look: ListRow, width: int) -> Strip:
        """One line of the pane."""
        pieces, ground = look
        shown_pieces = cut_to_width([(clean(text, MAX_TEXT_LENGTH), style) for text, style in pieces], width)
        segments = [Segment(text, self.style_of(style, ground)) for text, style in shown_pieces]
        return Strip(segments).adjust_cell_length(width, self.base + self.style_of("", ground))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A list whose entries cannot be removed, switched or sorted leaves these keys to the screen."""
        active_list = self.pane.active_list
        can_act = {
            "remove_entry": active_list.can_remove,
            "switch_entry": active_list.can_switch,
            "change_order": active_list.can_sort,
        }
        return can_act.get(str(parameters[0]), True) if action == "act" else True

    def action_act(self, method: str, *arguments: int) -> None:
        """Do what a key says to the lists."""
        self.post_message(self.Acted(getattr(self.pane, method)(*arguments)))

    def action_page(self, by: int) -> None:
        """Show the entry a page on."""
        self.action_act("move_current", by * max(self.page_height - 1, 1))

    def action_last(self) -> None:
        """Show the last entry."""
        self.post_message(self.Acted(self.pane.show_entry(len(self.pane.active_list) - 1)))

    def action_turn(self, by: int) -> None:
        """Show the next list, or the one before."""
        self.post_message(self.Acted(self.pane.activate_neighbour(by)))
        self.refresh_bindings()

    def action_choose(self) -> None:
        """Stay where the entry in hand leads."""
        self.post_message(self.Acted(self.pane.accept_entry(), leaves=bool(len(self.pane.active_list))))

    def action_undo(self) -> None:
        """Go back to where one was."""
        self.post_message(self.Acted(self.pane.restore_view(), leaves=True))

    def on_blur(self) -> None:
        """Who clicks elsewhere stays where the entry in hand led."""
        self.pane.keep_location()
        self.refresh()

    def on_click(self, event: Click) -> None:
        """Turn to the tab, or show the entry, that was clicked; a second click stays there."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        index = self._first_shown + offset.y - self._head_height
        if offset.y == 0:
            self._activate_tab_at(offset.x)
        elif offset.y - self._head_height >= 0 and index < len(self.pane.active_list):
            if event.chain > 1:
                self.action_choose()
            else:
                self.post_message(self.Acted(self.pane.show_entry(index)))

    def _activate_tab_at(self, x: int) -> None:
        right_edge = 0
        for text, _, name in self._iter_tab_pieces(self.size.width):
            right_edge += cell_len(text)
            if x < right_edge:
                self.pane.activate_list(name)
                self.refresh_bindings()
                self.post_message(self.Acted(""))
                return

    def on_mouse_scroll_down(self) -> None:
        """The wheel goes to the next entries."""
        self.action_act("move_current", 1)

    def on_mouse_scroll_up(self) -> None:
        """The wheel goes back."""
        self.action_act("move_current", -1)
