"""What the adapters share: positions that can be compared, moves that know their names, and who is MAX."""

from __future__ import annotations

import importlib
import io
from collections.abc import Callable, Hashable, Iterable
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tracer.errors import PlyscopeError
from tracer.extras import command_to_install
from tracer.games.rules import MAX, MIN, Turn
from tracer.games.snapshots import freeze


@dataclass(frozen=True, slots=True)
class Position:
    """A position of another program, equal to every other one with the same key, and immutable if nobody touches it."""

    key: Hashable
    held: Any = field(compare=False)
    """The other program's own object."""

    def __str__(self) -> str:
        return str(self.held)


class Named(NamedTuple):
    """A move, and how it is written in its position."""

    move: Hashable
    """The other program's own move."""
    text: str

    def __str__(self) -> str:
        return self.text


class Style:
    """A way of writing games, known by the functions that such a game has."""

    name: str
    """What the style is called, with its article."""
    marks: tuple[str, ...]
    """Functions that only games of this style have."""
    needed: tuple[tuple[str, ...], ...]
    """The other functions such a game needs, each under the names it may have."""


def speaks(candidate: Any, style: type[Style]) -> bool:
    """Whether an object is a game of a style.

    Raises:
        PlyscopeError: it seems to be, but a function is missing.
    """
    if not all(callable(getattr(candidate, name, None)) for name in style.marks):
        return False
    missing = [names[0] for names in style.needed if not any(hasattr(candidate, name) for name in names)]
    if missing:
        name = getattr(candidate, "__name__", type(candidate).__name__)
        raise PlyscopeError(f"{name} looks like {style.name}, but has no {' and no '.join(missing)}")
    return True


def find(candidate: Any, *names: str) -> Any:
    """The first attribute that there is of some; None where there is none."""
    return next((getattr(candidate, name) for name in names if hasattr(candidate, name)), None)


def name_of(game: Any, spec: str | None) -> str:
    """What a foreign game is called: its spec, or its class or module."""
    return spec or str(getattr(game, "__name__", type(game).__name__))


def key_of(state: Any) -> Hashable:
    """A key of any position, equal for equal contents.

    Raises:
        PlyscopeError: it holds what cannot be compared.
    """
    try:
        return freeze(state)
    except PlyscopeError as error:
        problem = str(error).partition(";")[0]
        raise PlyscopeError(f"{problem}; one of numbers, texts, lists, dictionaries or plain objects can be") from None


_OPPONENTS: dict[Hashable, Hashable] = {"MIN": "MAX", "min": "max", "Min": "Max", "O": "X", "o": "x", 2: 1, -1: 1}
"""Who is MAX where the game begins with a player who is MIN by name."""


def maximiser(first: Hashable) -> Hashable:
    """MAX's name: the player who moves first, unless its name says that it is MIN.

    >>> maximiser("X"), maximiser("O"), maximiser("White"), maximiser(-1), maximiser(False)
    ('X', 'X', 'White', 1, True)
    """
    return True if isinstance(first, bool) else _OPPONENTS.get(first, first)


def side(player: Hashable, maximiser: Hashable) -> Turn:
    """Who moves, by name."""
    return MAX if player == maximiser else MIN


def in_order(moves: Iterable[Any]) -> list[Any]:
    """Moves in an order that is the same in every run: a set's are sorted by how they are written."""
    return sorted(moves, key=repr) if isinstance(moves, set | frozenset) else list(moves)


def hashable(moves: Iterable[Any]) -> list[Any]:
    """Moves in an order that is the same in every run, lists and the like under a name."""
    return [move if _hashes(move) else Named(key_of(move), str(move)) for move in in_order(moves)]


def foreign_move(move: Any, moves: Callable[[], Iterable[Any]]) -> Any:
    """The other program's own move, for one of `hashable`."""
    return next(one for one in moves() if key_of(one) == move.move) if isinstance(move, Named) else move


def _hashes(move: Any) -> bool:
    try:
        hash(move)
    except TypeError:
        return False
    return True


def capture_print(show: Callable[[], object]) -> str:
    """What a function prints, without empty lines around it; or the text that it returns."""
    out = io.StringIO()
    with redirect_stdout(out):
        returned = show()
    return (out.getvalue() or (returned if isinstance(returned, str) else "")).strip("\n")


def require(module: str, extra: str) -> Any:
    """An optional package.

    Raises:
        PlyscopeError: it is not installed.
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise PlyscopeError(f"{extra} needs a package that is missing: {command_to_install(extra)}") from error
