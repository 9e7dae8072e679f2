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
from tracer.games.rules import AnyGame, blame, label
from tracer.text import clean

RETURNS = ("move", "value", "value,move", "move,value")
"""What a function may return."""
_PAIRS = ("move", "value,move", "move,value")
"""How a pair may be read, the first where several ways are possible: a square's row and column are a move."""


class Asked:
    """A position at which a function is called, as far as its answer is to be understood.

    Args:
        game: the rules.
        state: the position.
    """

    def __init__(self, game: AnyGame, state: Any) -> None:
        self._game, self._state = game, state
        with blame(game):
            over = game.utility(state) is not None
            self.legal: dict[str, Any] = {} if over else {label(game, move): move for move in game.moves(state)}
            """The legal moves by their labels; none where the game is over."""

    @cached_property
    def squares(self) -> Mapping[tuple[int, int], str]:
        """The label of the move that changes one square alone, by that square's row and column, from the top left.

        Squares that several moves change are left out, and a game that draws no board has none.
        """
        found: dict[tuple[int, int], list[str]] = {}
        try:
            before = draw_board(self._game, self._state)
            for name, move in self.legal.items():
                with blame(self._game):
                    state = self._game.play(self._state, move)
                changed = draw_board(self._game, state).after(before).last
                if len(changed) == 1:
                    found.setdefault(next(iter(changed)), []).append(name)
        except PlyscopeError:  # it is drawn for nothing but this
            return {}
        return {square: names[0] for square, names in found.items() if len(names) == 1}

    def move(self, said: Any) -> str | None:
        """The label of the legal move that something is, is written as, or whose row and column it is."""
        name = move_of(self.legal, said)
        if name is None and isinstance(said, tuple | list) and len(said) == 2:
            whole = [_whole(part) for part in said]
            if None not in whole:
                return self.squares.get((whole[0], whole[1]))  # type: ignore[arg-type]  # neither is None
        return name

    def may_be(self, value: float | None) -> bool:
        """Whether the game, as far as it says so, can be worth a number."""
        try:
            low, high = map(float, getattr(self._game, "bounds", None) or (-inf, inf))
        except Exception:  # of somebody's own game
            return True
        return value is None or low <= value <= high


class Reading:
    """How the answers of one function are read. Every call that it hears of may rule ways out, for all of them.

    A number is a move where it is a legal one at each call, and else a value everywhere. A pair is a square of the
    board, a value and a move, or a move and a value: what it can be at each call.

    Args:
        returns: one of `RETURNS`; empty where it is not said.
    """

    def __init__(self, returns: str = "") -> None:
        self._returns = returns
        self._number, self._illegal = "", ""
        """A number that it returned; one that is no legal move."""
        self._pair, self._pairs = "", list(_PAIRS)
        """A pair that it returned; how all of them can be read."""

    def hear(self, asked: Asked, returned: Any) -> None:
        """Learn from a call."""
        if self._returns or not asked.legal:
            return
        if not _is_pair(returned):
            if value_of(returned) is not None:
                self._number = _shown(returned)
                if asked.move(returned) is None:
                    self._illegal = self._number
        elif move_of(asked.legal, returned) is None:
            possible = _ways(asked, returned, self._pairs)
            if possible:
                self._pair, self._pairs = _shown(returned), possible

    def read(self, asked: Asked, returned: Any) -> Answer:
        """What it says with what it returned; a move that is none, or nothing, is `Answer.wrong`."""
        way = self._returns or self._way(asked, returned)
        found = _read(asked, returned, way)
        if asked.legal and found.move is None and (found.value is None or _names_a_move(returned, way)):
            return Answer(found.value, wrong=_shown(returned))
        several = not self._returns and len(self._pairs) > 1 and _is_pair(returned)
        return Answer(found.value, found.move, sure=not several or move_of(asked.legal, returned) is not None)

    @property
    def note(self) -> str:
        """How it was read, where that might be done otherwise; empty where it was said, or nothing is to choose."""
        if self._pair:
            square = self._pairs[0] == "move"
            read = "the row and column of a square" if square else self._pairs[0].replace(",", " and ")
            said = f"returned {self._pair}, read as {read}"
            if len(self._pairs) > 1:
                return f"{said}; that is not sure: say --returns {' or '.join(self._pairs)}"
            return said if self._pairs[0] == "move" else ""
        if self._illegal:
            return f"returned {self._illegal}, which is no legal move there: its numbers are read as values everywhere"
        return f"returned {self._number}, read as a move; or say --returns value" if self._number else ""

    def _way(self, asked: Asked, returned: Any) -> str:
        """How one answer is read."""
        if not _is_pair(returned):
            number = value_of(returned) is not None
            return "value" if number and (self._illegal or not asked.legal) else "move"
        if move_of(asked.legal, returned) is not None:
            return "move"
        if self._pair:
            return self._pairs[0]
        return next((way for way, part in zip(_PAIRS[1:], returned, strict=True) if value_of(part) is not None), "move")


def _ways(asked: Asked, returned: Any, ways: Sequence[str]) -> list[str]:
    """How a pair can be read: with a value that the game can have, where there is such a way."""
    found = [way for way in ways if _read(asked, returned, way).move is not None]
    worth = [way for way in found if way == "move" or asked.may_be(_read(asked, returned, way).value)]
    return worth or found


def _read(asked: Asked, returned: Any, way: str) -> Answer:
    if way == "move":
        return Answer(None, asked.move(returned))
    if way == "value":
        return Answer(value_of(returned[0] if isinstance(returned, tuple | list) and returned else returned))
    if not _is_pair(returned):
        return Answer(value_of(returned))
    said = dict(zip(way.split(","), returned, strict=True))
    value = value_of(said["value"])
    return Answer(value, None if value is None and said["value"] is not None else asked.move(said["move"]))


def _is_pair(returned: Any) -> bool:
    return isinstance(returned, tuple | list) and len(returned) == 2


def _names_a_move(returned: Any, way: str) -> bool:
    """Whether a pair has something in the place of its move; a value may stand beside None."""
    return "," in way and _is_pair(returned) and returned[way.split(",").index("move")] is not None


def _whole(said: Any) -> int | None:
    """The whole number that something is, NumPy's too."""
    number = value_of(said)
    return int(number) if number is not None and number.is_integer() else None


def _shown(returned: Any) -> str:
    """What was returned, as Python writes it."""
    try:
        return clean(repr(returned), 40)
    except Exception:  # of somebody's own class
        return clean(f"a {type(returned).__name__}", 40)


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


def move_of(legal: Mapping[str, Hashable], said: Any) -> str | None:
    """The label of the one legal move that something is, or is written as.

    >>> legal = {"a1": 0, "b1": 1}
    >>> move_of(legal, 1), move_of(legal, "a1"), move_of(legal, 7), move_of(legal, None), move_of(legal, True)
    ('b1', 'a1', None, None, None)
    """
    if said is None or isinstance(said, bool):
        return None
    for means in (_is_it, _is_its_text):
        found = [name for name, move in legal.items() if means(said, move, name)]
        if len(found) == 1:
            return found[0]
    return None


def _is_it(said: Any, move: Hashable, name: str) -> bool:
    known = (move, name, move.move) if isinstance(move, NamedMove) else (move, name)
    return any(type(one) is type(said) and _equal(one, said) for one in known)


def _is_its_text(said: Any, move: Hashable, name: str) -> bool:
    """Whether something is written as a move is, as `chess.Move` is and NumPy's numbers are."""
    try:
        text = str(said)
    except BaseException as error:
        if isinstance(error, OURS):
            raise
        return False
    return text in (name, str(move.move) if isinstance(move, NamedMove) else str(move))


def _equal(one: Any, other: Any) -> bool:
    try:
        return (one == other) is True
    except Exception:  # of somebody's own class
        return False


def value_of(said: Any) -> float | None:
    """The number that something is; None where it is none, as NaN is not.

    >>> value_of(-1), value_of(0.5), value_of("1"), value_of(float("nan"))
    (-1.0, 0.5, None, None)
    """
    if isinstance(said, bool | str | bytes):
        return None
    try:
        value = float(said)
    except Exception:  # somebody's own class
        return None
    return None if value != value else value
