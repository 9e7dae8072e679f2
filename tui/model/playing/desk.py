"""What lies before who plays: the board with its cursor, the legal moves, the moves made; and what a choice means."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import NamedTuple

from tracer.errors import PlyscopeError
from tracer.games.board import Board, draw_board
from tracer.games.rules import blame, optional, show
from tracer.playing.match import Match
from tracer.text import clean, clean_lines
from tui.model.notice import Answer
from tui.model.playing.listing import Line, beside, flow, legal_lines, made_lines, word_at
from tui.model.playing.session import Session
from tui.model.playing.squares import Frame, Marks, Piece, draw, fit, names
from tui.model.playing.touching import Square, Touching, begun, drops, nested, touching

BOARD, LEGAL, MADE = "board", "legal", "made"
"""What the arrows are for."""
FEWEST = 22
"""Columns of the board's part at least: below the board it says what enter does."""
BELOW = 2
"""Lines below the board: the letters of its columns, or an empty one, and what enter does."""


TOLD, MOST_TOLD = 60, 40
"""Characters of a line, and lines, of what a game tells of a position."""


class Meant(NamedTuple):
    """What came of a choice."""

    notice: str = ""
    among: tuple[str, ...] = ()
    """The moves of which one is still to be named."""


class Desk:
    """The parts of the screen and what is in hand in each. Squares, words and rows become moves here.

    Args:
        session: the game.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        first = begun(session.match.game)
        self._drops, self._nested, self._names = drops(first), nested(first), names(first)
        self._seen: tuple[Match, int, object] | None = None
        self.legal: Mapping[str, Hashable] = {}
        """The legal moves by their labels."""
        self._touching: Touching | None = None
        self._last: frozenset[Square] = frozenset()
        self.cursor: Square = (0, 0)
        self.chosen: tuple[Square, ...] = ()
        self._word, self._row = 0, 0
        self._front = BOARD
        self._frame = Frame(1, 1, 0, 0, 1, 1)
        self._widths = {LEGAL: 80, MADE: 80}
        self._tops = {LEGAL: 0, MADE: 0}
        self.look()
        self._centre()

    def look(self) -> None:
        """See the position as it is now; what was chosen in another one is chosen no more."""
        match = self.session.match
        seen = (match, len(match.choices), match.state)
        if self._seen is not None and self._seen[:2] == seen[:2] and self._seen[2] is seen[2]:
            return
        self._seen, self.chosen, self._word = seen, (), 0
        try:
            self.legal = match.legal
        except PlyscopeError:  # a game of the user's own, which says so as its end
            self.legal = {}
        self._touching = touching(match, self.legal, drops=self._drops, nested=self._nested)
        self._last = _changed_last(match, self._touching)
        if (found := self._touching) is not None:
            self.cursor = min(self.cursor[0], found.board.rows - 1), min(self.cursor[1], found.board.columns - 1)
        self._row = len(match.choices) - 1

    def _centre(self) -> None:
        if (found := self._touching) is not None:
            self.cursor = row, column = (found.board.rows - 1) // 2, (found.board.columns - 1) // 2
            if self._nested:  # on a counter, not beside a short heap
                taken = sorted(frozenset[Square]().union(*found.touched.values()))
                self.cursor = min(taken, key=lambda at: abs(at[0] - row) + abs(at[1] - column), default=self.cursor)

    @property
    def front(self) -> str:
        """What the arrows are for: the board where there is one, else the legal moves."""
        return LEGAL if self._front == BOARD and self._touching is None else self._front

    @property
    def row(self) -> int | None:
        """The number of the move in hand among those made; None where none is."""
        return self._row if self.front == MADE and 0 <= self._row < len(self.session.match.choices) else None

    @property
    def words(self) -> list[str]:
        """The legal moves."""
        return list(self.legal)

    def turn(self) -> str:
        """Have the arrows for the next part. Gives its name."""
        parts = [BOARD, LEGAL, MADE] if self._touching is not None else [LEGAL, MADE]
        self._front = parts[(parts.index(self.front) + 1) % len(parts)]
        return self._front

    def move(self, down: int, right: int) -> None:
        """Move what is in hand."""
        if self.front == MADE:
            last = len(self.session.match.choices) - 1
            self._row = min(max(self._row + down + right, 0), max(last, 0))
        elif self.front == LEGAL:
            if self.words:
                self._word = beside(flow(self.words, self._widths[LEGAL]), self._word, down, right)
        elif (found := self._touching) is not None:
            row, column = self.cursor[0] + down, self.cursor[1] + right
            self.cursor = min(max(row, 0), found.board.rows - 1), min(max(column, 0), found.board.columns - 1)

    def choose(self) -> Meant:
        """Play what is in hand, or choose the square."""
        if self.front == BOARD:
            return self.pick(self.cursor)
        if self.front == LEGAL and self.words:
            return Meant(self.session.play(self.words[min(self._word, len(self.words) - 1)]))
        return Meant("there is nothing to choose")

    def pick(self, square: Square) -> Meant:
        """Choose a square: play what it means with those that are chosen, or have it chosen."""
        self.cursor, self._front = square, BOARD
        if (found := self._touching) is None:
            return Meant("the moves of this position are in the list: tab goes there")
        if notice := self.session.refusal:
            return Meant(notice)
        touched = found.choose(square, self.chosen)
        was, self.chosen = self.chosen, touched.chosen
        if touched.move is not None:
            return Meant(self.session.play(touched.move))
        if touched.ambiguous:
            return Meant(among=self._best_first(touched.moves))
        return Meant("" if touched.chosen or square in was else "no legal move changes this square")

    def _best_first(self, names: Sequence[str]) -> tuple[str, ...]:
        """Moves, what the game evaluates best for who moves first; as they were where it evaluates nothing."""
        match = self.session.match
        game, mover = match.game, match.turn
        evaluate = optional(game, "evaluate")
        if evaluate is None:
            return tuple(names)

        def worth(name: str) -> float:
            after = game.play(match.state, self.legal[name])
            ended = game.utility(after)
            return -mover * float(evaluate(after) if ended is None else ended)

        try:
            with blame(game):
                return tuple(sorted(names, key=worth))
        except PlyscopeError:
            return tuple(names)

    def begins_move(self, letter: str, *, any_case: bool = False) -> bool:
        """Return whether a character, or in any case of letters, begins a legal move that a person may type now."""
        typing = len(letter) == 1 and self.front != MADE and not self.session.refusal
        begins = (letter, letter.swapcase()) if any_case else letter
        return typing and any(name.startswith(begins) for name in self.legal)

    def drop_chosen(self) -> bool:
        """Choose nothing any more; whether something was chosen."""
        had, self.chosen = bool(self.chosen), ()
        return had

    @property
    def meant(self) -> str:
        """What enter would do."""
        if (found := self._touching) is None or self.front != BOARD or self.session.refusal:
            return ""
        touched = found.choose(self.cursor, self.chosen)
        if touched.move is not None:
            return f"⏎ plays {touched.move}"
        names = " ".join(touched.moves)
        return f"⏎ {names}" if names else ""

    def board_width(self, width: int, height: int) -> int:
        """How many of some columns the board's part takes."""
        if (found := self._touching) is None:
            return max(FEWEST, *(len(line) for line in self._text()))
        frame = self._fit(found.board, width, height)
        return max(min(frame.width * frame.columns + frame.margin, width), FEWEST)

    def board_lines(self, width: int, height: int) -> list[Line]:
        """The position, and what enter does."""
        if (found := self._touching) is None:
            return [(Piece(line, "strong"),) for line in self._text()]
        self._frame = self._fit(found.board, width, height)
        lines: list[Line] = list(draw(found.board, self._frame, self._marks(found)))
        below: list[Line] = [] if self._frame.names.columns else [()]
        return [*lines, *below, (Piece(self.meant, "about"),)]

    def _fit(self, drawn: Board, width: int, height: int) -> Frame:
        return fit(drawn, width, height - BELOW - self._drops, self.cursor, self._names)

    def _text(self) -> list[str]:
        try:
            game, state = self.session.match.game, self.session.match.state
            if (tell := optional(game, "tell")) is None:
                return clean_lines(show(game, state))
            with blame(game):
                return [clean(str(line), TOLD) for line in islice(tell(state), MOST_TOLD)]
        except PlyscopeError as error:
            return [str(error)]

    def _marks(self, found: Touching) -> Marks:
        going = found.choose(self.chosen[-1], self.chosen[:-1]).moves if self.chosen else ()
        targets = {square for name in going for square in found.touched[name]} - set(self.chosen)
        heads = None
        if self._drops:
            heads = {column: name for name, squares in found.touched.items() for _, column in squares}
        return Marks(
            self.cursor if self.front == BOARD else None,
            self.chosen,
            self._last,
            found.touched.get(self._advised, frozenset()),
            targets,
            heads,
        )

    @property
    def _advised(self) -> str:
        """The recommended move; empty where nobody was asked."""
        hint = self.session.hint
        return next((name for name, move in self.legal.items() if hint is not None and move == hint.move), "")

    def legal_height(self, width: int) -> int:
        """How many lines the legal moves take."""
        return len(flow(self.words, width))

    def legal_part(self, width: int, height: int) -> list[Line]:
        """The legal moves, the one in hand and the recommended one marked."""
        lines = flow(self.words, width)
        self._widths[LEGAL] = width
        hand = self._word if self.front == LEGAL else None
        self._tops[LEGAL], drawn = legal_lines(lines, hand, self._advised, height)
        return drawn

    def made_part(self, width: int, height: int) -> list[Line]:
        """The moves that were made."""
        self._tops[MADE], drawn = made_lines(self.session.match, self.row, width, height)
        return drawn

    def click(self, part: str, x: int, y: int) -> Meant:
        """Choose what stands at a place of a part."""
        if part == BOARD:
            square = self._frame.square_at(x, y - self._drops)
            return Meant() if square is None or self._touching is None else self.pick(square)
        if part == LEGAL:
            place = word_at(flow(self.words, self._widths[LEGAL]), x, y + self._tops[LEGAL])
            return Meant() if place is None else Meant(self.session.play(self.words[place]))
        place = y - 1 + self._tops[MADE]
        if y and place < len(self.session.match.choices):
            self._front, self._row = MADE, place
        return Meant()


def _changed_last(match: Match, found: Touching | None) -> frozenset[Square]:
    if found is None or not match.choices:
        return frozenset()
    try:
        return found.board.after(draw_board(match.game, match.state_before(len(match.choices) - 1))).last
    except PlyscopeError:
        return frozenset()


def judge_move(match: Match, word: str, keys: Mapping[str, str] = MappingProxyType({})) -> Answer:
    """What is said of a move while it is typed; `keys` are words that do something else, with what that is."""
    legal = list(match.legal)
    begun = tuple(name for name in legal if word and name.casefold().startswith(word.strip().casefold()))
    if not word:
        return Answer("a legal move, such as:", good=False, completions=tuple(legal))
    if word not in legal and keys.get(word):
        return Answer(f"enter does what {word} does: {keys[word]}", completions=begun)
    try:
        match.find(word)
    except PlyscopeError as error:
        return Answer("" if begun else str(error), good=False, completions=begun)
    return Answer("enter takes it", completions=begun if len(begun) > 1 else ())
