"""Other people's games, made a `Game`.

A new adapter is one file here and one line in `STYLES` (known by its functions, without an import) or in `_packaged`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from tracer.errors import OURS, GameError
from tracer.games.adapters.aima import Aima
from tracer.games.adapters.easy import Easy
from tracer.games.adapters.functions import Functions
from tracer.games.adapters.position import name_of, speaks
from tracer.games.rules import AnyGame
from tracer.text import clean, message_of

STYLES: tuple[type[Aima] | type[Easy] | type[Functions], ...] = (Aima, Easy, Functions)
"""Styles in which games are written without a package in common, or whatever package it is."""


def adapt(candidate: Any, spec: str | None = None) -> AnyGame | None:
    """Another program's game as a game here; None where it is of no kind that is known.

    Raises:
        PlyscopeError: it is of a kind that is known, and wrong.
        GameError: it raised when it was asked for its first position.
    """
    packaged = _packaged(candidate)
    if packaged is not None:
        return packaged
    style = next((style for style in STYLES if speaks(candidate, style)), None)
    if style is None:
        return None
    with _blaming(candidate, spec):
        return style(candidate, spec)


def make(found: Any, spec: str | None = None) -> Any:
    """What a name in a user's file stands for: a class is made into an object, a function asked for its game.

    Raises:
        GameError: the class or the function raised.
    """
    with _blaming(found, spec):
        if isinstance(found, type):
            return Easy.made(found) if all(hasattr(found, mark) for mark in Easy.marks) else found()
        is_game = isinstance(found, ModuleType | list | str) or hasattr(found, "moves") or not callable(found)
        return found if is_game or any(speaks(found, style) for style in STYLES) else found()


@contextmanager
def _blaming(found: Any, spec: str | None) -> Iterator[None]:
    """Say of an error inside that it is that of the user's game, or of what makes it."""
    try:
        yield
    except OURS:
        raise
    except BaseException as error:
        raise GameError(f"{clean(name_of(found, spec))} raised {message_of(error)}") from error


def game_of(candidate: Any) -> AnyGame | None:
    """The game of which an object of a package is a position; None where it is of no such class.

    Only the class is looked at, and by its name, so that nothing is imported for an object of another one.

    Raises:
        PlyscopeError: plyscope does not know its rules.
    """
    kinds = {(str(kind.__module__).partition(".")[0], kind.__name__) for kind in type(candidate).__mro__}
    if ("chess", "Board") in kinds:
        from tracer.games.adapters.chess import Chess, of_board

        of_board(candidate)
        return Chess()
    if ("pyspiel", "State") in kinds:
        from tracer.games.adapters.spiel import OpenSpiel

        return OpenSpiel(candidate.get_game())
    if kinds & {("easyAI", "TwoPlayerGame"), ("easyAI", "TwoPlayersGame")}:
        return adapt(candidate)
    return None


def _packaged(candidate: Any) -> AnyGame | None:
    """A game of a package, known by the class's name, so that no package is imported to tell."""
    kinds = {(kind.__module__, kind.__name__) for kind in type(candidate).__mro__}
    if ("chess", "Board") in kinds:
        from tracer.games.adapters.chess import of_board

        return of_board(candidate)
    if ("pyspiel", "Game") in kinds:
        from tracer.games.adapters.spiel import OpenSpiel

        return OpenSpiel(candidate)
    return None
