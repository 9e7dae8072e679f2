"""The pane of the lists: tabs with counts, and the lines of the list in front, painted as they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.binding import Binding, BindingType
from textual.events import Click
from textual.message import Message
from textual.strip import Strip

from tracer.recording.slices import unheard
from tracer.text import clean
from tui.model.listed import LONGEST, Listed, Pane, Piece
from tui.widgets.canvas import Canvas
from tui.widgets.job import GIVEN_UP, Jobs

STYLES = ("tab", "front", "edge", "heads", "label", "value", "about", "wrong", "cut", "off", "pointer", "now", "hand")
"""Names of the styles of tabs and lines; the style sheet gives them colours."""
HEADED = 4
"""Rows from which the columns have their names above them."""
EDGES = ("▐", "▌")
"""On both sides of the tab in front."""
MARKS = 2
"""Columns of the marks before a line: the entry in hand, and the current step."""
Row = tuple[tuple[Piece, ...], str]
"""A line: its pieces, and the style whose ground they have."""


def _keys() -> list[BindingType]:
    """The keys of the pane while it has the focus; all others are the screen's."""
    return [
        Binding("enter", "choose", "go there", key_display="⏎"),
        Binding("escape", "undo", "back", key_display="esc"),
        Binding("right,tab", "turn(1)", "next list", key_display="→"),
        Binding("left,shift+tab", "turn(-1)", "list before", key_display="←"),
        Binding("delete,d", "remove", "remove", key_display="d"),
        Binding("space", "switch", "on, off", key_display="space"),
        Binding("s", "sort", "sort"),
        Binding("down,j", "move(1)", "the next line", show=False),
        Binding("up,k", "move(-1)", "the line before", show=False),
        Binding("pagedown", "page(1)", "a page on", show=False),
        Binding("pageup", "page(-1)", "a page back", show=False),
        Binding("home,g", "first", "the first line", show=False),
        Binding("end,G", "last", "the last line", show=False),
    ]


def in_sight(widths: list[int], front: int, room: int) -> tuple[int, int]:
    """The first and the last tab for which there is room, the one in front among them, and a sign where more are.

    >>> in_sight([5, 5, 5, 5], 0, 20), in_sight([5, 5, 5, 5], 0, 19), in_sight([5, 5, 5, 5], 2, 12)
    ((0, 3), (0, 2), (2, 3))
    """
    room -= 0 if sum(widths) <= room else 2
    first = last = front
    while last + 1 < len(widths) and sum(widths[first : last + 2]) <= room:
        last += 1
    while first and sum(widths[first - 1 : last + 1]) <= room:
        first -= 1
    return first, last


def cut_off(pieces: Sequence[tuple[str, str]], width: int) -> list[tuple[str, str]]:
    """Pieces of a line as far as there is room, with a sign where there is more.

    >>> cut_off([("ab", "x"), ("cdef", "y")], 5), cut_off([("ab", "x"), ("cde", "y")], 5)
    ([('ab', 'x'), ('cd…', 'y')], [('ab', 'x'), ('cde', 'y')])
    """
    if cell_len("".join(text for text, _ in pieces).rstrip()) <= width:
        return list(pieces)
    found, room = list[tuple[str, str]](), max(width - 1, 0)
    for text, style in pieces:
        if (cells := cell_len(text)) > room:
            return [*found, (set_cell_size(text, room) + "…", style)]
        found.append((text, style))
        room -= cells
    return found


class ListsPane(Canvas[Row], can_focus=True, inherit_bindings=False):
    """Shows a `Pane`, and has its keys while it has the focus."""

    BINDINGS: ClassVar[list[BindingType]] = _keys()
    PREFIX = "lists"
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"lists--{name}" for name in STYLES}

    class Acted(Message):
        """A key did something, or tells why not."""

        def __init__(self, notice: str, *, leaves: bool = False) -> None:
            super().__init__()
            self.notice = notice
            self.leaves = leaves
            """The keys are for the tree from now on."""

    def __init__(self, pane: Pane) -> None:
        super().__init__(id="lists")
        self.pane = pane
        self._top = 0
        self._jobs = Jobs(self)
        self._worked: Listed | None = None
        """The list that is worked out in the background."""
        self._far = ""
        """How far that is."""

    def sync(self) -> None:
        """Show what the lists say now; what takes a while is worked out in the background first."""
        front = self.pane.front
        if self._worked is not front or not self.pane.is_open:
            self._jobs.cancel()  # nobody waits for it any more
            self._worked = None
        if not self.pane.is_open:
            return
        work = front.work()
        if work is not None and front.is_quick:
            work(unheard)
        elif work is not None and not self._jobs.busy:
            self._worked, self._far = front, ""
            worked_out = work
            self._jobs.start(lambda job: worked_out(job.beat), lambda _: "", show=self._show, end=self._end)
        self.update()

    def call_from_thread(self, call: Callable[[], None]) -> None:
        """Have something done here that a thread has found, and wait until it is."""
        self.app.call_from_thread(call)

    def _show(self, far: str) -> None:
        """Show how far the list is worked out, on its tab."""
        self._far = far
        self.update()

    def _end(self, said: str) -> None:
        """Show the list, or have it told why there is none."""
        self._show("")
        if not said:
            self.sync()
        elif said != GIVEN_UP:
            self.post_message(self.Acted(said))

    @property
    def _head(self) -> int:
        """The rows above the entries: tabs, and the names of the columns where there is room and there are entries."""
        front = self.pane.front
        return 1 + bool(front.heads and len(front) and self.size.height >= HEADED)

    @property
    def page(self) -> int:
        """How many entries there is room for."""
        return max(self.size.height - self._head, 1)

    def _follow(self, front: Listed) -> int:
        """The entry in the first row: the one in hand is in sight."""
        lowest = max(len(front) - self.page, 0)
        self._top = min(max(self._top, front.hand - self.page + 1, 0), front.hand, lowest)
        return self._top

    def make_looks(self) -> list[Row]:
        """The tabs, the names of columns, and the entries."""
        width, front = self.size.width, self.pane.front
        looks: list[Row] = [((*((text, style) for text, style, _ in self._tabs(width)), (" " * width, "tab")), "")]
        if not len(front):
            return [*looks, (((f"  {front.empty}", "about"),), "")]
        if self._head > 1:
            looks.append((((" " * MARKS + front.heads, "heads"),), "heads"))
        first = self._follow(front)
        return looks + [self._entry(front, number) for number in range(first, min(first + self.page, len(front)))]

    def _entry(self, front: Listed, number: int) -> Row:
        in_hand = number == front.hand
        marks = [("❯" if in_hand else " ", "pointer"), ("◆" if front.is_here(number) else " ", "now")]
        pieces = front.line(number, self.size.width - MARKS)
        return (*marks, *pieces), "hand" if in_hand and self.has_focus else ""

    def _told(self, one: Listed) -> str:
        """How many entries a list has, or how far it is worked out."""
        return self._far if one is self._worked and one.work() is not None else one.count

    def _tabs(self, width: int) -> Iterator[tuple[str, str, str]]:
        """The pieces of the line of tabs that fit, the front one among them: text, style, and the list's name."""
        tabs = [(f"{one.name} {self._told(one)}".rstrip(), one.name) for one in self.pane.lists]
        front = [name for _, name in tabs].index(self.pane.front.name)
        first, last = in_sight([cell_len(text) + len(EDGES) for text, _ in tabs], front, width)
        if first:
            yield "‹", "tab", tabs[first - 1][1]
        for number, (text, name) in enumerate(tabs[first : last + 1], first):
            is_front = number == front
            left, right = EDGES if is_front else (" ", " ")
            yield left, "edge" if is_front else "tab", name
            yield text, "front" if is_front else "tab", name
            yield right, "edge" if is_front else "tab", name
        if last + 1 < len(tabs):
            yield "›", "tab", tabs[last + 1][1]

    def paint(self, look: Row, width: int) -> Strip:
        """One line of the pane."""
        pieces, ground = look
        told = cut_off([(clean(text, LONGEST), style) for text, style in pieces], width)
        segments = [Segment(text, self.style_of(style, ground)) for text, style in told]
        return Strip(segments).adjust_cell_length(width, self.base + self.style_of("", ground))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A list whose entries cannot be removed, switched or sorted leaves these keys to the screen."""
        front = self.pane.front
        return {"remove": front.removes, "switch": front.switches, "sort": front.sorts}.get(action, True)

    def action_move(self, by: int) -> None:
        """Show the entry so many lines on."""
        self.post_message(self.Acted(self.pane.move(by)))

    def action_page(self, by: int) -> None:
        """Show the entry a page on."""
        self.action_move(by * max(self.page - 1, 1))

    def action_first(self) -> None:
        """Show the first entry."""
        self.post_message(self.Acted(self.pane.show(0)))

    def action_last(self) -> None:
        """Show the last entry."""
        self.post_message(self.Acted(self.pane.show(len(self.pane.front) - 1)))

    def action_turn(self, by: int) -> None:
        """Show the next list, or the one before."""
        self.post_message(self.Acted(self.pane.turn(by)))
        self.refresh_bindings()

    def action_choose(self) -> None:
        """Stay where the entry in hand leads."""
        self.post_message(self.Acted(self.pane.choose(), leaves=bool(len(self.pane.front))))

    def action_undo(self) -> None:
        """Go back to where one was."""
        self.post_message(self.Acted(self.pane.undo(), leaves=True))

    def action_remove(self) -> None:
        """Remove the entry in hand."""
        self.post_message(self.Acted(self.pane.remove()))

    def action_switch(self) -> None:
        """Switch the entry in hand on or off."""
        self.post_message(self.Acted(self.pane.switch()))

    def action_sort(self) -> None:
        """Put the entries into another order."""
        self.post_message(self.Acted(self.pane.sort()))

    def on_blur(self) -> None:
        """Who clicks elsewhere stays where the entry in hand led."""
        self.pane.settle()
        self.refresh()

    def on_click(self, event: Click) -> None:
        """Turn to the tab, or show the entry, that was clicked; a second click stays there."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        number = self._top + offset.y - self._head
        if offset.y == 0:
            self._turn_at(offset.x)
        elif offset.y - self._head >= 0 and number < len(self.pane.front):
            if event.chain > 1:
                self.action_choose()
            else:
                self.post_message(self.Acted(self.pane.show(number)))

    def _turn_at(self, x: int) -> None:
        right = 0
        for text, _, name in self._tabs(self.size.width):
            right += cell_len(text)
            if x < right:
                self.pane.turn_to(name)
                self.refresh_bindings()
                self.post_message(self.Acted(""))
                return

    def on_mouse_scroll_down(self) -> None:
        """The wheel goes to the next entries."""
        self.action_move(1)

    def on_mouse_scroll_up(self) -> None:
        """The wheel goes back."""
        self.action_move(-1)
