"""Other people's games, made a `Game`.

A new adapter is one file here and one line in `GAME_STYLES` (known by its functions, without an import) or in
`_adapt_packaged_game`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from tracer.errors import OURS, GameError
from tracer.games.adapters.aima import AimaGame
from tracer.games.adapters.easy_ai import EasyAiGame
from tracer.games.adapters.foreign_position import foreign_game_name, has_style
from tracer.games.adapters.module_functions import FunctionsGame
from tracer.games.rules import AnyGame
from tracer.text import clean, message_of

GAME_STYLES: tuple[type[AimaGame] | type[EasyAiGame] | type[FunctionsGame], ...] = (AimaGame, EasyAiGame, FunctionsGame)
"""Styles in which games are written without a package in common, or whatever package it is."""


def adapt_game(candidate: Any, spec: str | None = None) -> AnyGame | None:
    """Another program's game as a game here; None where it is of no kind that is known.

    Raises:
        PlyscopeError: it is of a kind that is known, and wrong.
        GameError: it raised when it was asked for its first position.
    """
    packaged_game = _adapt_packaged_game(candidate)
    if packaged_game is not None:
        return packaged_game
    style = next((style for style in GAME_STYLES if has_style(candidate, style)), None)
    if style is None:
        return None
    with _user_game_errors(candidate, spec):
        return style(candidate, spec)


def instantiate_game(candidate: Any, spec: str | None = None) -> Any:
    """What a name in a user's file stands for: a class is made into an object, a function asked for its game.

    Raises:
        GameError: the class or the function raised.
    """
    with _user_game_errors(candidate, spec):
        if isinstance(candidate, type):
            if all(hasattr(candidate, method) for method in EasyAiGame.marker_methods):
                return EasyAiGame.instantiate(candidate)
            return candidate()
        is_game = (
            isinstance(candidate, ModuleType | list | str) or hasattr(candidate, "moves") or not callable(candidate)
        )
        return candidate if is_game or any(has_style(candidate, style) for style in GAME_STYLES) else candidate()


@contextmanager
def _user_game_errors(candidate: Any, spec: str | None) -> Iterator[None]:
    """Say of an error inside that it is that of the user's game, or of what makes it."""
    try:
        yield
    except OURS:
        raise
    except BaseException as error:
        raise GameError(f"{clean(foreign_game_name(candidate, spec))} raised {message_of(error)}") from error


def game_of_position(candidate: Any) -> AnyGame | None:
    """The game of which an object of a package is a position; None where it is of no such class.

    Only the class is looked at, and by its name, so that nothing is imported for an object of another one.

    Raises:
        PlyscopeError: plyscope does not know its rules.
    """
    class_names = {(str(cls.__module__).partition(".")[0], cls.__name__) for cls in type(candidate).__mro__}
    if ("chess", "Board") in class_names:
        from tracer.games.adapters.chess import Chess, chess_from_board

        chess_from_board(candidate)
        return Chess()
    if ("pyspiel", "State") in class_names:
        from tracer.games.adapters.openspiel import OpenSpiel

        return OpenSpiel(candidate.get_game())
    if class_names & {("easyAI", "TwoPlayerGame"), ("easyAI", "TwoPlayersGame")}:
        return adapt_game(candidate)
    return None


def _adapt_packaged_game(candidate: Any) -> AnyGame | None:
    """A game of a package, known by the class's name, so that no package is imported to tell."""
    class_names = {(cls.__module__, cls.__name__) for cls in type(candidate).__mro__}
    if ("chess", "Board") in class_names:
        from tracer.games.adapters.chess import chess_from_board

        return chess_from_board(candidate)
    if ("pyspiel", "Game") in class_names:
        from tracer.games.adapters.openspiel import OpenSpiel

        return OpenSpiel(candidate)
    return None
