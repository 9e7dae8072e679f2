"""The list of a game's moves: who made each, what it was thought to be worth, and what was expected after it."""

from __future__ import annotations

from itertools import takewhile
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.coordinate import Coordinate
from textual.widgets import DataTable

from tracer.playing.match import Match
from tracer.text import clean, number
from tui.model.line import PLAYERS
from tui.model.playing.telling import best_text

HEADS = ("#", "", "move", "by", "value", "nodes", "seconds", "expected")
"""The columns; the second says whether there is a search to look into."""
NUMBERS = {0, 4, 5, 6}
"""Those that stand to the right."""
SEARCHED = "⏎"
"""The sign of a move whose search was recorded: enter opens it."""
WORD = 24
"""Characters of a player's name at most."""
LINE = 60
"""Characters of the expected line at most."""


class MovesPlayed(DataTable[Text]):
    """The list of a game's moves; the last one is in hand until another one is chosen.

    Its messages are a `DataTable`'s: `RowHighlighted` as another move is in hand, `RowSelected` for Enter or a click
    on it; `cursor_row` of both is the number of the move, from 0 on.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", show=False),
        Binding("k", "cursor_up", show=False),
        Binding("home", "scroll_top", show=False),
        Binding("end", "scroll_bottom", show=False),
    ]

    def __init__(self, match: Match | None = None, *, id: str | None = "moves") -> None:  # as widgets say
        super().__init__(id=id, cursor_type="row", zebra_stripes=False)
        self._shown: list[tuple[str, ...]] = []
        self._match = match

    def on_mount(self) -> None:
        """Have columns, and the moves there are."""
        for place, head in enumerate(HEADS):
            self.add_column(_cell(place, head), key=str(place))
        if self._match is not None:
            self.show(self._match)

    def show(self, match: Match) -> None:
        """Show the moves that stand. The last move is in hand then, where moves came or went."""
        rows = [row_of(match, place) for place in range(len(match.choices))]
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(self._shown, rows, strict=False)))
        if same == len(rows) == len(self._shown):
            return
        for place in range(len(self._shown) - 1, same - 1, -1):
            self.remove_row(str(place))
        for place in range(same, len(rows)):
            self.add_row(*map(_cell, range(len(HEADS)), rows[place]), key=str(place))
        self._shown = rows
        if rows:
            self.cursor_coordinate = Coordinate(len(rows) - 1, 0)

    @property
    def in_hand(self) -> int | None:
        """The number of the move in hand, from 0 on; None where there are none."""
        return self.cursor_row if self._shown else None


def _cell(column: int, text: str) -> Text:
    return Text(text, justify="right" if column in NUMBERS else "left", no_wrap=True)


def row_of(match: Match, place: int) -> tuple[str, ...]:
    """What is said of a move, in the columns of `HEADS`; of a move that was not the recommended one, which that was.

    >>> from tracer.playing.choice import Choice
    >>> match = Match("tictactoe")
    >>> match.play(Choice(move=match.find("b2"), by="alphabeta", value=0, visited=18_297, line=("b2", "a1")))
    >>> row_of(match, 0)
    ('1', '', '▲ b2', 'alphabeta', '0', '18,297', '', 'a1')
    """
    choice = match.choices[place]
    best = best_text(match, place)
    known = None if best else choice
    return (
        str(place + 1),
        SEARCHED if choice.recorded else "",
        f"{PLAYERS[match.turn_at(place)][0]} {match.label(place)}",
        clean(choice.by, WORD),
        "" if known is None or known.value is None else number(known.value),
        "" if known is None or known.visited is None else f"{known.visited:,}",
        "" if known is None or known.seconds is None else f"{known.seconds:.3f}",
        f"best {best}" if best else clean(" ".join(expected(match, place)), LINE),
    )


def expected(match: Match, place: int) -> tuple[str, ...]:
    """The moves that were expected after a move; none where another one was recommended."""
    if match.advised(place):
        return ()
    line = match.choices[place].line
    return line[1:] if line[:1] == (match.label(place),) else line
