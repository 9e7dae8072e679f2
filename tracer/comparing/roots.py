"""Whether two traces began at one position of one game."""

from __future__ import annotations

from typing import Any

from tracer.errors import PlyscopeError
from tracer.games.places import place
from tracer.games.rules import AnyGame, blame, describe, key
from tracer.text import clean
from tracer.tracing import Trace


def demand_same_root(a: Trace, b: Trace) -> None:
    """Refuse traces of different games or root positions.

    One position may be written in two ways: where a game is at hand, positions are compared by its key. A trace whose
    header names no game is taken to be of the other's.

    Raises:
        PlyscopeError: they differ, or differ in writing and no game can tell; the message has both.
        GameError: the game raised.
    """
    if _name(a) and _name(b) and not _same_game(a, b):
        raise PlyscopeError(f"these are traces of different games: {_name(a)} and {_name(b)}; compare searches of one")
    texts = a.header.position, b.header.position
    game = a.game if a.game is not None else b.game
    if game is None:
        if texts[0] != texts[1]:
            raise PlyscopeError(
                f"the root positions are written differently, {_positions(a, b)}, and without the game "
                f"{_name(a) or _name(b) or '?'} nobody can tell whether they are one: give it with --game"
            )
    elif not (_same_position(game, a, b) or (texts[0] == texts[1] and not _is_comparable(game))):
        raise PlyscopeError(f"these traces begin at different positions of {describe(game)}: {_positions(a, b)}")


def _name(trace: Trace) -> str:
    if trace.header.game:
        return clean(trace.header.game)
    return "" if trace.game is None else describe(trace.game)


def _same_game(a: Trace, b: Trace) -> bool:
    named = a.header.game == b.header.game if a.header.game and b.header.game else _name(a) == _name(b)
    return named or (a.game is not None and b.game is not None and describe(a.game) == describe(b.game))


def _positions(a: Trace, b: Trace) -> str:
    return " and ".join(clean(" ".join((trace.header.position or "the start").split())) for trace in (a, b))


def _same_position(game: AnyGame, a: Trace, b: Trace) -> bool:
    if (a.game is None or b.game is None) and a.header.position == b.header.position:
        return True
    with blame(game):
        roots = [place(game, trace.header.position) if trace.game is None else trace.start() for trace in (a, b)]
    return _equal(game, *roots)


def _is_comparable(game: AnyGame) -> bool:
    """Whether one position, made twice, is equal to itself: the states of a user's game need not be."""
    with blame(game):
        return _equal(game, game.start(), game.start())


def _equal(game: AnyGame, one: Any, other: Any) -> bool:
    with blame(game):
        keys = key(game)(one), key(game)(other)
    try:
        return bool(keys[0] == keys[1])
    except Exception:  # such as an array's, which has no one answer
        return False
