"""The position at the selected node: stones in their players' colours, the last move marked.

Games, and searches that report their positions, give a board as text in which stones are not marked. A move's stone is
what it changed in the text, so each board of the path is compared with the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from textwrap import wrap
from typing import ClassVar, cast

from rich.cells import cell_len
from rich.segment import Segment
from rich.text import Text
from textual.events import Click
from textual.message import Message
from textual.strip import Strip

from tracer.errors import PlyscopeError
from tracer.games.rules import show
from tracer.games.tree import TreeGame
from tracer.recording.status import PRUNED
from tracer.text import clean, clean_lines
from tracer.tracing import Trace
from tui.model.explorer_state import PLAYER_SIGNS, CallCursor
from tui.model.playing.move_lists import Line
from tui.widgets.canvas import Canvas, Panel

STYLES = (
    *("about", "strong", "value", "wrong", "max", "min", "chance", "mark", "hint", "free"),
    *("light", "dark", "text", "cursor", "chosen", "last", "hand"),
)
"""Names of the styles of a game; the style sheet gives them colours."""


class Pieces(Canvas[Line]):
    """A widget whose lines a function draws for its size."""

    PREFIX = "play"
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"play--{name}" for name in STYLES}

    class Clicked(Message):
        """A place of the drawing was clicked."""

        def __init__(self, widget: Pieces, x: int, y: int) -> None:
            super().__init__()
            self.widget, self.x, self.y = widget, x, y

    def __init__(self, lines: Callable[[int, int], Sequence[Line]], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._make_lines = lines

    def make_looks(self) -> list[Line]:
        """The lines in sight."""
        return list(self._make_lines(self.size.width, self.size.height))[: self.size.height]

    def paint(self, look: Line, width: int) -> Strip:
        """One line, cut or filled to its width."""
        pieces = [Segment(piece.text, self.base + self.style_of(piece.style, piece.ground)) for piece in look]
        used = sum(cell_len(piece.text) for piece in look)
        return Strip([*pieces, Segment(" " * max(width - used, 0), self.base)]).adjust_cell_length(width, self.base)

    def on_click(self, event: Click) -> None:
        """Post a message with the clicked position inside the frame."""
        offset = event.get_content_offset(self)
        if offset is not None:
            self.post_message(self.Clicked(self, offset.x, offset.y))


MAX_CACHED_BOARDS = 256
"""The number of cached boards, so that stepping back and forth replays no moves."""
MAX_COLOURED_MOVES = 64
"""Moves of a path whose stones are coloured: the last ones."""
MESSAGE_WIDTH = 22
"""Columns of a message in place of a board: the panel is narrow."""

Cell = tuple[int, int]
"""Line and column of a character."""


def has_positions(trace: Trace) -> bool:
    """Whether there is any position to show: a tree that was typed has none but the names of its nodes."""
    if isinstance(trace.game, TreeGame) and not trace.game.has_names:
        return trace.columns.text is not None
    return trace.game is not None or trace.columns.text is not None


@lru_cache(maxsize=MAX_CACHED_BOARDS)
def draw_position(trace: Trace, node: int) -> tuple[Text, ...]:
    """A node's position, line by line; or why there is none. Styles are names: a player's, and `last` for the move.

    O(ply), once for each node.
    """
    path = trace.ancestry(node)[-MAX_COLOURED_MOVES - 1 :]
    if trace.columns.text is not None and (trace.game is None or trace.text(node) is not None):
        return _draw_recorded_texts(trace, path)
    if not has_positions(trace):
        return ()
    try:
        state = trace.state(path[0])
        boards = [_board_lines(trace, state)]
        for child in path[1:]:
            state = trace.state_after(state, child)
            boards.append(_board_lines(trace, state))
    except PlyscopeError as error:
        return tuple(Text(line) for line in wrap(clean(str(error)), MESSAGE_WIDTH))
    return _colour_changes(boards, _player_styles(trace, path[:-1]))


def _draw_recorded_texts(trace: Trace, path: list[int]) -> tuple[Text, ...]:
    """Return the position as the search reported it; a pruned branch has none."""
    texts = [trace.text(node) for node in path]
    if texts[-1] is None:
        return (Text("never visited"),) if trace.columns.status[path[-1]] == PRUNED else (Text("no position told"),)
    last_without_text = max((index for index, text in enumerate(texts) if text is None), default=-1)
    boards = [clean_lines(text) for text in texts[last_without_text + 1 :] if text is not None]
    return _colour_changes(boards, _player_styles(trace, path[last_without_text + 1 : -1]))


def _player_styles(trace: Trace, nodes: list[int]) -> list[str]:
    return [PLAYER_SIGNS[int(trace.columns.turn[node])][1] for node in nodes]


def _board_lines(trace: Trace, state: object) -> list[str]:
    if isinstance(trace.game, TreeGame):
        return clean_lines(trace.game.name(cast("int", state)))
    return clean_lines(show(trace.need_game(), state))


def _colour_changes(boards: list[list[str]], movers: list[str]) -> tuple[Text, ...]:
    """Draw the last of some boards, each change in the colour of the player who made it."""
    colour_of_cell: dict[Cell, str] = {}
    last_change: set[Cell] = set()
    for (earlier_board, later_board), mover in zip(pairwise(boards), movers, strict=True):
        last_change = changed_cells(earlier_board, later_board)
        colour_of_cell |= dict.fromkeys(last_change, mover)
    lines = [Text(line) for line in boards[-1]]
    for (line, column), mover in colour_of_cell.items():
        if line < len(lines) and column < len(lines[line]):
            lines[line].stylize(mover, column, column + 1)
    for line, column in last_change:
        lines[line].stylize("last", column, column + 1)
    return tuple(lines)


def changed_cells(earlier_board: list[str], later_board: list[str]) -> set[Cell]:
    """Where two boards of one shape differ; nothing where they have not one shape, or one line: that is no board.

    >>> sorted(changed_cells(["...", "..."], ["..X", "..."])), changed_cells(["#1"], ["#2"])
    ([(0, 2)], set())
    """
    if len(later_board) == 1 or [len(line) for line in earlier_board] != [len(line) for line in later_board]:
        return set()
    return {
        (line, column)
        for line, line_pair in enumerate(zip(earlier_board, later_board, strict=True))
        for column, (old_character, new_character) in enumerate(zip(*line_pair, strict=True))
        if old_character != new_character
    }


def _draw_stepped_line(stepped_call: CallCursor) -> tuple[Text, ...]:
    """The position at a line of a call; what is other than a moment before is marked."""
    current_board = list(stepped_call.line.board)
    earlier_board = list(stepped_call.call_lines.lines[max(stepped_call.line_index - 1, 0)].board)
    return _colour_changes([earlier_board, current_board], ["last"])


class Board(Panel):
    """The position at the selected node."""

    LEAST = 8

    def lines(self) -> list[Text]:
        """The board as the game draws it; inside a call that was run again, as it was at the line."""
        if self.browser.current_call is not None and self.browser.current_call.line.board:
            return [self._with_styles(line) for line in _draw_stepped_line(self.browser.current_call)]
        return [self._with_styles(line) for line in draw_position(self.browser.trace, self.browser.selected)]

    def _with_styles(self, line: Text) -> Text:
        text = Text(line.plain)
        for span in line.spans:
            text.stylize(self.style_of(str(span.style)), span.start, span.end)
        return text
