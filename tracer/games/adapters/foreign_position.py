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
class ForeignPosition:
    """A position of another program, equal to every other one with the same key, and immutable if nobody touches it."""

    key: Hashable
    held: Any = field(compare=False)
    """The other program's own object."""

    def __str__(self) -> str:
        return str(self.held)


class NamedMove(NamedTuple):
    """A move, and how it is written in its position."""

    move: Hashable
    """The other program's own move."""
    text: str

    def __str__(self) -> str:
        return self.text


class GameStyle:
    """A way of writing games, known by the functions that such a game has."""

    name: str
    """What the style is called, with its article."""
    marker_methods: tuple[str, ...]
    """Functions that only games of this style have."""
    required_methods: tuple[tuple[str, ...], ...]
    """The other functions such a game needs, each under the names it may have."""


def has_style(candidate: Any, style: type[GameStyle]) -> bool:
    """Whether an object is a game of a style.

    Raises:
        PlyscopeError: it seems to be, but a function is missing.
    """
    if not all(callable(getattr(candidate, name, None)) for name in style.marker_methods):
        return False
    missing = [names[0] for names in style.required_methods if not any(hasattr(candidate, name) for name in names)]
    if missing:
        name = getattr(candidate, "__name__", type(candidate).__name__)
        raise PlyscopeError(f"{name} looks like {style.name}, but has no {' and no '.join(missing)}")
    return True


def first_attribute(candidate: Any, *names: str) -> Any:
    """The first attribute that there is of some; None where there is none."""
    return next((getattr(candidate, name) for name in names if hasattr(candidate, name)), None)


def foreign_game_name(game: Any, spec: str | None) -> str:
    """What a foreign game is called: its spec, or its class or module."""
    return spec or str(getattr(game, "__name__", type(game).__name__))


def state_key(state: Any) -> Hashable:
    """A key of any position, equal for equal contents.

    Raises:
        PlyscopeError: it holds what cannot be compared.
    """
    try:
        return freeze(state)
    except PlyscopeError as error:
        problem = str(error).partition(";")[0]
        raise PlyscopeError(f"{problem}; one of numbers, texts, lists, dictionaries or plain objects can be") from None


_MAX_BY_MIN_NAME: dict[Hashable, Hashable] = {"MIN": "MAX", "min": "max", "Min": "Max", "O": "X", "o": "x", 2: 1, -1: 1}
"""Who is MAX where the game begins with a player who is MIN by name."""


def name_max_player(first_player: Hashable) -> Hashable:
    """MAX's name: the player who moves first, unless its name says that it is MIN.

    >>> (
    ...     name_max_player("X"),
    ...     name_max_player("O"),
    ...     name_max_player("White"),
    ...     name_max_player(-1),
    ...     name_max_player(False),
    ... )
    ('X', 'X', 'White', 1, True)
    """
    return True if isinstance(first_player, bool) else _MAX_BY_MIN_NAME.get(first_player, first_player)


def turn_of_player(player: Hashable, max_player: Hashable) -> Turn:
    """Who moves, by name."""
    return MAX if player == max_player else MIN


def stable_order(moves: Iterable[Any]) -> list[Any]:
    """Moves in an order that is the same in every run: a set's are sorted by how they are written."""
    return sorted(moves, key=repr) if isinstance(moves, set | frozenset) else list(moves)


def hashable_moves(moves: Iterable[Any]) -> list[Any]:
    """Moves in an order that is the same in every run, lists and the like under a name."""
    return [move if _is_hashable(move) else NamedMove(state_key(move), str(move)) for move in stable_order(moves)]


def foreign_move(move: Any, moves: Callable[[], Iterable[Any]]) -> Any:
    """The other program's own move, for one of `hashable_moves`."""
    if isinstance(move, NamedMove):
        return next(legal_move for legal_move in moves() if state_key(legal_move) == move.move)
    return move


def _is_hashable(move: Any) -> bool:
    try:
        hash(move)
    except TypeError:
        return False
    return True


def capture_print(print_text: Callable[[], object]) -> str:
    """What a function prints, without empty lines around it; or the text that it returns."""
    output = io.StringIO()
    with redirect_stdout(output):
        returned = print_text()
    return (output.getvalue() or (returned if isinstance(returned, str) else "")).strip("\n")


def import_optional(module: str, extra: str) -> Any:
    """An optional package."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise PlyscopeError(f"{extra} needs a package that is missing: {command_to_install(extra)}") from error
