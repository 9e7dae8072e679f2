"""Whether two traces began at one position of one game."""

from __future__ import annotations

import shlex
from typing import Any

from tracer.errors import PlyscopeError
from tracer.games.places import place
from tracer.games.preferring import unpreferred, untimed
from tracer.games.rules import AnyGame, blame, describe, optional, spec_of
from tracer.text import clean, short
from tracer.tracing import Trace

_LONGEST = 100
"""Characters of a game that are written out in a message."""


def demand_same_root(a: Trace, b: Trace) -> None:
    """Refuse traces of different games or root positions.

    One position may be written in two ways: where a game is at hand, positions are compared by its key. A trace whose
    header names no game is taken to be of the other's. Two recordings of scripts, whose games nobody knows, are of one
    game where they told one root position.

    Raises:
        PlyscopeError: they differ, or differ in writing and no game can tell; the message has both.
        GameError: the game raised.
    """
    if _name(a) and _name(b) and not _same_game(a, b):
        if a.game is None and b.game is None:
            _demand_same_told(a, b)
            return
        found = f"these are traces of different games: {_name(a)} and {_name(b)}; compare searches of one"
        raise PlyscopeError(found + (_how_to_name(a, b) if b.game is None else _how_to_name(b, a)))
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


def _demand_same_told(a: Trace, b: Trace) -> None:
    """Refuse searches of different names that did not tell one root position, or have no move of it in common."""
    names, told = f"{_name(a)} and {_name(b)}", (a.text(0), b.text(0))
    if told[0] is None or told[1] is None:
        raise PlyscopeError(
            f"these are traces of different games: {names}; nobody knows whether they are versions of one search, for "
            f"a root position was not recorded: give the game of both with --game"
        )
    if told[0] != told[1] or a.columns.turn[0] != b.columns.turn[0]:
        raise PlyscopeError(
            f"{names} begin at different positions, {_told(a)} and {_told(b)}: record both from the same one"
        )
    moves = [{trace.label(child) for child in trace.children(0)} for trace in (a, b)]
    if all(moves) and not moves[0] & moves[1]:
        raise PlyscopeError(
            f"{names} have no move of the root in common, {short(min(moves[0]))} and {short(min(moves[1]))} are moves "
            f"there: have both name their moves alike and record them again"
        )


def _how_to_name(known: Trace, unknown: Trace) -> str:
    """What to do where a trace without its game may be of the other's."""
    if known.game is None or unknown.game is not None:
        return ""
    spec = spec_of(known.game)
    option = f"--game {shlex.quote(spec)}" if len(spec) <= _LONGEST else f"--game and the {_name(known)}"
    return f", or, if {_name(unknown)} is a search of the same one, record it once more with {option}"


def _told(trace: Trace) -> str:
    to_move = "MAX" if trace.columns.turn[0] > 0 else "MIN"
    return f"{short(' '.join((trace.text(0) or '').split()))} ({to_move} to move)"


def _name(trace: Trace) -> str:
    return trace.header.name or ("" if trace.game is None else describe(trace.game))


def _same_game(a: Trace, b: Trace) -> bool:
    if _spec(a) == _spec(b):
        return True
    return a.game is not None and b.game is not None and spec_of(a.game) == spec_of(b.game)


def _spec(trace: Trace) -> str:
    return trace.header.game or ("" if trace.game is None else spec_of(trace.game))


def _positions(a: Trace, b: Trace) -> str:
    return " and ".join(clean(" ".join((trace.header.position or "the start").split())) for trace in (a, b))


def _same_position(game: AnyGame, a: Trace, b: Trace) -> bool:
    if (a.game is None or b.game is None) and a.header.position == b.header.position:
        return True
    with blame(game):
        roots = [place(game, trace.header.position) if trace.game is None else trace.start() for trace in (a, b)]
    return _equal(unpreferred(game), *map(untimed, roots))


def _is_comparable(game: AnyGame) -> bool:
    """Whether one position, made twice, is equal to itself: the states of a user's game need not be."""
    with blame(game):
        return _equal(unpreferred(game), untimed(game.start()), untimed(game.start()))


def _equal(game: AnyGame, one: Any, other: Any) -> bool:
    own = optional(game, "key")
    with blame(game):
        keys = (one, other) if own is None else (own(one), own(other))
    try:
        return bool(keys[0] == keys[1])
    except Exception:  # such as an array's, which has no one answer
        return False
