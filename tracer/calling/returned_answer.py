"""How what a function returns is read: as a move, a value, or both, and in the same way at each of its calls."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from typing import Any

from tracer.errors import OURS, PlyscopeError
from tracer.games.adapters.foreign_position import NamedMove
from tracer.games.board import draw_board
from tracer.games.comparable_objects import ContainedErrors, safe_repr
from tracer.games.rules import AnyGame, blame, label

ENCODINGS = ("move", "value", "value,move", "move,value")
"""What a function may return."""
_PAIR_ENCODINGS = ("move", "value,move", "move,value")
"""How a pair may be read, the first where several ways are possible: a square's row and column are a move."""


class AskedPosition:
    """A position at which a function is called, as far as its answer is to be understood."""

    def __init__(self, game: AnyGame, state: Any) -> None:
        self._game, self._state = game, state
        with blame(game):
            is_over = game.utility(state) is not None
            self.legal_moves: dict[str, Any] = (
                {} if is_over else {label(game, move): move for move in game.moves(state)}
            )
            """The legal moves by their labels; none where the game is over."""

    @cached_property
    def squares(self) -> Mapping[tuple[int, int], str]:
        """The label of the move that changes one square alone, by that square's row and column, from the top left.

        Squares that several moves change are left out, and a game that draws no board has none.
        """
        moves_of_square: dict[tuple[int, int], list[str]] = {}
        try:
            board_before = draw_board(self._game, self._state)
            for name, move in self.legal_moves.items():
                with blame(self._game):
                    state = self._game.play(self._state, move)
                changed_squares = draw_board(self._game, state).after(board_before).last
                if len(changed_squares) == 1:
                    moves_of_square.setdefault(next(iter(changed_squares)), []).append(name)
        except PlyscopeError:  # it is drawn for nothing but this
            return {}
        return {square: names[0] for square, names in moves_of_square.items() if len(names) == 1}

    def move(self, returned: Any) -> str | None:
        """The label of the legal move that something is, is written as, or whose row and column it is."""
        name = find_legal_move(self.legal_moves, returned)
        if name is None and _is_pair(returned):
            coordinates = [_whole_number(part) for part in returned]
            if None not in coordinates:
                return self.squares.get((coordinates[0], coordinates[1]))  # type: ignore[arg-type]  # neither is None
        return name

    def may_be(self, value: float | None) -> bool:
        """Whether the game, as far as it says so, can be worth a number."""
        try:
            low, high = map(float, getattr(self._game, "bounds", None) or (-inf, inf))
        except Exception:  # of somebody's own game
            return True
        return value is None or low <= value <= high


class AnswerReader:
    """How the answers of one function are read. Every call that it hears of may rule ways out, for all of them.

    A number is a move where it is a legal one at each call, and else a value everywhere. A pair is a square of the
    board, a value and a move, or a move and a value: what it can be at each call. `returns` is one of `ENCODINGS`,
    empty where it is not said.
    """

    def __init__(self, returns: str = "") -> None:
        self._returns = returns
        self._seen_number, self._illegal_number = "", ""
        """A number that it returned; one that is no legal move."""
        self._unclear_pair, self._possible_encodings = "", list(_PAIR_ENCODINGS)
        """A pair that it returned; how all of them can be read."""

    def learn(self, asked: AskedPosition, returned: Any) -> None:
        """Learn from a call."""
        if self._returns or not asked.legal_moves:
            return
        if not _is_pair(returned):
            if number_returned(returned) is not None:
                self._seen_number = safe_repr(returned, 40)
                if asked.move(returned) is None:
                    self._illegal_number = self._seen_number
        elif find_legal_move(asked.legal_moves, returned) is None:
            possible_encodings = _possible_pair_encodings(asked, returned, self._possible_encodings)
            if possible_encodings:
                self._unclear_pair, self._possible_encodings = safe_repr(returned, 40), possible_encodings

    def read(self, asked: AskedPosition, returned: Any) -> Answer:
        """What it says with what it returned; a move that is none, or nothing, is `Answer.wrong`."""
        encoding = self._returns or self._choose_encoding(asked, returned)
        answer = _decode_answer(asked, returned, encoding)
        if asked.legal_moves and answer.move is None and (answer.value is None or _has_named_move(returned, encoding)):
            return Answer(answer.value, wrong=safe_repr(returned, 40))
        is_ambiguous = not self._returns and len(self._possible_encodings) > 1 and _is_pair(returned)
        return Answer(
            answer.value, answer.move, sure=not is_ambiguous or find_legal_move(asked.legal_moves, returned) is not None
        )

    @property
    def note(self) -> str:
        """How it was read, where that might be done otherwise; empty where it was said, or nothing is to choose."""
        if self._unclear_pair:
            is_square = self._possible_encodings[0] == "move"
            reading_text = (
                "the row and column of a square" if is_square else self._possible_encodings[0].replace(",", " and ")
            )
            note_text = f"returned {self._unclear_pair}, read as {reading_text}"
            if len(self._possible_encodings) > 1:
                return f"{note_text}; that is not sure: say --returns {' or '.join(self._possible_encodings)}"
            return note_text if self._possible_encodings[0] == "move" else ""
        if self._illegal_number:
            return (
                f"returned {self._illegal_number}, which is no legal "
                "move there: its numbers are read as values everywhere"
            )
        return f"returned {self._seen_number}, read as a move; or say --returns value" if self._seen_number else ""

    def _choose_encoding(self, asked: AskedPosition, returned: Any) -> str:
        if not _is_pair(returned):
            is_number = number_returned(returned) is not None
            return "value" if is_number and (self._illegal_number or not asked.legal_moves) else "move"
        if find_legal_move(asked.legal_moves, returned) is not None:
            return "move"
        if self._unclear_pair:
            return self._possible_encodings[0]
        are_numbers = [number_returned(part) is not None for part in returned]
        return "value,move" if are_numbers[0] else "move,value" if are_numbers[1] else "move"


def _possible_pair_encodings(asked: AskedPosition, returned: Any, encodings: Sequence[str]) -> list[str]:
    """How a pair can be read: with a value that the game can have, where there is such a way."""
    with_move = [encoding for encoding in encodings if _decode_answer(asked, returned, encoding).move is not None]
    with_possible_value = [
        encoding
        for encoding in with_move
        if encoding == "move" or asked.may_be(_decode_answer(asked, returned, encoding).value)
    ]
    return with_possible_value or with_move


def _decode_answer(asked: AskedPosition, returned: Any, encoding: str) -> Answer:
    if encoding == "move":
        return Answer(None, asked.move(returned))
    if encoding == "value":
        return Answer(number_returned(returned[0] if isinstance(returned, tuple | list) and returned else returned))
    if not _is_pair(returned):
        return Answer(number_returned(returned))
    parts = dict(zip(encoding.split(","), returned, strict=True))
    value = number_returned(parts["value"])
    return Answer(value, None if value is None and parts["value"] is not None else asked.move(parts["move"]))


def _is_pair(returned: Any) -> bool:
    return isinstance(returned, tuple | list) and len(returned) == 2


def _has_named_move(returned: Any, encoding: str) -> bool:
    """Whether a pair has something in the place of its move; a value may stand beside None."""
    return "," in encoding and _is_pair(returned) and returned[encoding.split(",").index("move")] is not None


def _whole_number(returned: Any) -> int | None:
    """The whole number that something is, NumPy's too."""
    number = number_returned(returned)
    return int(number) if number is not None and number.is_integer() else None


@dataclass(frozen=True)
class Answer:
    """What a search came to."""

    value: float | None = None
    """As it returned it: of our own searches MAX's view. None where it gave none."""
    move: str | None = None
    """The label of the move that it recommends; None where it gave none that is legal."""
    kind: str = field(default="minimax", repr=False)
    """What its value is, as `Search.values` says: such of different kinds are not compared."""
    wrong: str = field(default="", repr=False)
    """What it returned, as text, where that is neither a legal move nor a value."""
    sure: bool = field(default=True, repr=False, compare=False)
    """Whether what it returned can be read in one way only; what can not is not said to be another answer."""


def find_legal_move(legal_moves: Mapping[str, Hashable], returned: Any) -> str | None:
    """The label of the one legal move that something is, or is written as.

    >>> legal = {"a1": 0, "b1": 1}
    >>> (
    ...     find_legal_move(legal, 1),
    ...     find_legal_move(legal, "a1"),
    ...     find_legal_move(legal, 7),
    ...     find_legal_move(legal, None),
    ...     find_legal_move(legal, True),
    ... )
    ('b1', 'a1', None, None, None)
    """
    if returned is None or isinstance(returned, bool):
        return None
    for is_match in (_is_same_move, _is_same_text):
        names = [name for name, move in legal_moves.items() if is_match(returned, move, name)]
        if len(names) == 1:
            return names[0]
    return None


def _is_same_move(returned: Any, move: Hashable, name: str) -> bool:
    candidates = (move, name, move.move) if isinstance(move, NamedMove) else (move, name)
    return any(type(candidate) is type(returned) and _is_equal(candidate, returned) for candidate in candidates)


def _is_same_text(returned: Any, move: Hashable, name: str) -> bool:
    """Whether something is written as a move is, as `chess.Move` is and NumPy's numbers are."""
    try:
        text = str(returned)
    except BaseException as error:
        if isinstance(error, OURS):
            raise
        return False
    return text in (name, str(move.move) if isinstance(move, NamedMove) else str(move))


def _is_equal(left: Any, right: Any) -> bool:
    with ContainedErrors():
        return (left == right) is True
    return False


def number_returned(returned: Any) -> float | None:
    """The number that something is; None where it is none, as NaN is not.

    >>> number_returned(-1), number_returned(0.5), number_returned("1"), number_returned(float("nan"))
    (-1.0, 0.5, None, None)
    """
    if isinstance(returned, bool | str | bytes):
        return None
    try:
        value = float(returned)
    except Exception:  # somebody's own class
        return None
    return None if value != value else value
