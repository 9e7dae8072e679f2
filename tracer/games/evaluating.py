"""Evaluations for games that have none of their own, or another one than theirs: what a depth limit needs."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import copy
from random import Random
from typing import Any

from tracer.errors import GameError, PlyscopeError
from tracer.games.preferring import unpreferred
from tracer.games.registry import function
from tracer.games.rules import CHANCE, AnyGame, Rules, describe, optional, plain, rules
from tracer.games.tree import TreeGame
from tracer.text import clean

ZERO = "zero"
FORMS = (ZERO, "rollouts:N", "file.py:function")
LONGEST = 10_000
"""Moves of a random game at most."""
_ROLLOUTS = re.compile(r"rollouts:([1-9]\d{0,5})", re.ASCII)


def is_built_in(how: object) -> bool:
    """Whether an evaluation of that name is none of somebody's own, which would be code that is run.

    >>> [is_built_in(how) for how in ("zero", "rollouts:20", "zero.py:worth", "evaluate=rollouts:foo", "rollouts:0")]
    [True, True, False, False, False]
    """
    return isinstance(how, str) and (how == ZERO or _ROLLOUTS.fullmatch(how) is not None)


def evaluates(game: AnyGame) -> bool:
    """Whether a game has an evaluation for every position that has one to come."""
    return game.has_evaluations if isinstance(game, TreeGame) else optional(game, "evaluate") is not None


def evaluated(game: AnyGame, how: str, *, trusted: bool) -> AnyGame:
    """The same game with another evaluation, MAX's view.

    Args:
        game: the game; it stays as it is.
        how: `zero`; `rollouts:N`, the mean of N games played to their end by moves at random, which are the same for
            the same position; or `file.py:function` or `package.module:function`, a function of a position.
        trusted: whether code may be run because `how` names it. Where not, such a game has no evaluation.

    Raises:
        PlyscopeError: there is no such evaluation.
    """
    if getattr(game, "evaluated", None) == how:
        return game
    game = unpreferred(game)
    kind = type(game)
    same: Any = copy(game)
    named = {"__slots__": (), "__module__": kind.__module__, "evaluated": how, "evaluate": _made(game, how, trusted)}
    object.__setattr__(same, "__class__", type(kind.__name__, (kind,), named))
    return same  # type: ignore[no-any-return]


def _made(game: AnyGame, how: str, trusted: bool) -> Any:
    if how == ZERO:
        return staticmethod(lambda _state: 0.0)
    if found := _ROLLOUTS.fullmatch(how):
        return staticmethod(_rollouts(game, int(found[1])))
    if ":" not in how or how.startswith("rollouts"):
        raise PlyscopeError(f"an evaluation is {', '.join(FORMS[:-1])} or {FORMS[-1]}, not {clean(how)!r}")
    return staticmethod(function(how)) if trusted else None


def _rollouts(game: AnyGame, games: int) -> Callable[[Any], float]:
    base = rules(game, chance=True)

    def evaluate(state: Any) -> float:
        random = Random(f"{games} {base.key(state)!r}")
        return sum(_play(game, base, state, random) for _ in range(games)) / games

    return evaluate


def _play(game: AnyGame, base: Rules[Any, Any], state: Any, random: Random) -> float:
    """What MAX gets where all moves are made at random, and chance does what it does."""
    for _ in range(LONGEST):
        if (payoff := base.utility(state)) is not None:
            return plain(payoff)
        if base.turn(state) == CHANCE:
            outcomes, chances = zip(*base.outcomes(state), strict=True)
            state = base.play(state, random.choices(outcomes, chances)[0])
        else:
            moves = base.moves(state, LONGEST)
            state = base.play(state, moves[random.randrange(len(moves))])
    raise GameError(f"{describe(game)}: a game played at random does not end within {LONGEST:,} moves")
