"""Payoffs that depend on when they come: who wins wants to win soon, who loses to lose late.

Of moves that all win a search takes the first, which may be the slowest. So a payoff loses a thousandth of itself with
each ply from the root: 0.995 is a win in five plies, −0.996 a loss in four, and a mate that counts 1000 counts 995. The
step is fixed, so that a value tells how many plies it is away, and small, so that no win is worth less than another
payoff that is less by more than a thousandth for each ply between them: where scores are counted, 12 points in 9 plies
are more than 11 points now, but 500 points in 9 plies are less than 498 now. A draw stays 0, and what the horizon is
worth stays as it is: nothing is known there of when the game will end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from copy import copy
from functools import partial
from random import Random
from typing import Any

from tracer.errors import GameError, PlyscopeError
from tracer.games.registry import function
from tracer.games.rules import CHANCE, AnyGame, Rules, blame, describe, optional, plain, rules, spec_of
from tracer.games.tree import TreeGame
from tracer.text import clean

FAST = "fast"
PREFERENCES = (FAST,)
STEPS = 1_000
"""A payoff loses one of so many equal parts with each ply."""
LATEST = STEPS - 1
"""Plies that are told apart: what comes later is worth the last part, so that it keeps its sign."""
_LARGE = 1e300
"""A payoff that is larger still is not to become infinite in between."""
_FORM = re.compile(r"fast(?::(\d{1,6}))?", re.ASCII)


class Timed:
    """A position with the plies that led to it from the root. Positions at different plies are different."""

    __slots__ = ("ply", "state")

    def __init__(self, ply: int, state: Any) -> None:
        self.ply, self.state = ply, state

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Timed) and self.ply == other.ply and bool(self.state == other.state)

    def __hash__(self) -> int:
        return hash((self.ply, self.state))

    def __str__(self) -> str:
        return str(self.state)

    def __repr__(self) -> str:
        return f"Timed({self.ply}, {self.state!r})"


def is_preference(how: object) -> bool:
    """Whether a text is a preference: `fast`, or `fast:PLY`."""
    return isinstance(how, str) and _FORM.fullmatch(how) is not None


def preferred(game: AnyGame, how: str) -> AnyGame:
    """The same game in which a payoff depends on when it comes.

    Args:
        game: the game; it stays as it is.
        how: `fast`, or `fast:PLY` where the root is that many plies from where they are counted, as in a search from a
            node of another one.

    Raises:
        PlyscopeError: there is no such preference.
    """
    found = _FORM.fullmatch(how)
    if found is None:
        raise PlyscopeError(f"--prefer is {' or '.join(PREFERENCES)}, not {clean(how, 40)!r}")
    return Preferring(unpreferred(game), min(int(found[1] or 0), LATEST))


def going_on(how: str, state: Any) -> str:
    """The preference of a search from a position that a search with this one has met: plies go on from there."""
    return f"{FAST}:{state.ply}" if type(state) is Timed and state.ply else how


def unpreferred(game: AnyGame) -> AnyGame:
    """The game itself, where it is one in which a payoff depends on when it comes."""
    return game.untimed if type(game) is Preferring else game


def untimed(state: Any) -> Any:
    """The position itself, where it is one with plies."""
    return state.state if type(state) is Timed else state


def at_root(game: AnyGame, state: Any) -> Any:
    """A position as the root of a search of the game: it is there that plies begin, where they matter."""
    return Timed(game.ply, untimed(state)) if type(game) is Preferring else state


class Preferring:
    """A game with plies in its positions, by which payoffs grow less. All else is as the game says.

    It passes for a game of the same class: what is asked of a built-in one is asked of it.
    """

    def __init__(self, game: AnyGame, ply: int) -> None:
        self.untimed, self.ply = game, ply
        self.preferred = f"{FAST}:{ply}" if ply else FAST
        """How it is called on a command line."""
        self.spec = spec_of(game)
        self.turn, self.moves = _of_position(game.turn), _of_position(game.moves)
        self.utility, self.play = _payoff(game.utility), _later(game.play)
        with blame(game):  # an attribute may be a property
            for name in ("evaluate", "show", "board", "outcomes", "priors", "noisy", "name"):
                if callable(function := getattr(game, name, None)):
                    setattr(self, name, _of_state(function))
            for name, made in (("null", self._null), ("parse", self._parse), ("adopt", self._adopt)):
                setattr(self, name, None if (own := getattr(game, name, None)) is None else partial(made, own))
            orders: dict[str, Callable[..., Any]] = getattr(game, "orders", {})
            self.orders = {name: _of_state(order) for name, order in orders.items()}
            own_key: Callable[[Any], Hashable] | None = getattr(game, "key", None)
        self.key = None if own_key is None else partial(_ply_and_key, own_key)

    @property  # type: ignore[misc]  # it passes for another, and so is never assigned
    def __class__(self) -> Any:
        """The class for which it passes."""
        return type(self.untimed)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.untimed, name)

    @property
    def bounds(self) -> Any:
        """Those of the game, and 0, to which payoffs come nearer."""
        known = self.untimed.bounds  # type: ignore[attr-defined]
        try:
            low, high = map(float, known)
        except (TypeError, ValueError, OverflowError):
            return known  # whoever asks says what is wrong with them
        return min(low, 0.0), max(high, 0.0)

    def start(self) -> Timed:
        """The game's start, as a root."""
        return Timed(self.ply, self.untimed.start())

    def _null(self, own: Callable[[Any], Any], state: Timed) -> Timed | None:
        after = own(state.state)
        return None if after is None else Timed(min(state.ply + 1, LATEST), after)

    def _parse(self, own: Callable[[str], Any], text: str) -> Timed:
        return Timed(self.ply, own(text))

    def _adopt(self, own: Callable[[Any], Any], value: Any) -> Timed | None:
        found = own(value)
        return None if found is None else Timed(self.ply, found)


# What searches ask at every node are functions of their own, not methods: that saves them half of what it costs.


def _of_position(function: Callable[[Any], Any]) -> Callable[[Timed], Any]:
    return lambda state: function(state.state)


def _payoff(utility: Callable[[Any], Any]) -> Callable[[Timed], Any]:
    """The game's payoff, of which each ply has taken its part."""

    def payoff(state: Timed) -> Any:
        whole = utility(state.state)
        if not whole:
            return whole
        left = STEPS - state.ply
        return whole * left / STEPS if -_LARGE < whole < _LARGE else whole / STEPS * left

    return payoff


def _later(play: Callable[[Any, Any], Any]) -> Callable[[Timed, Any], Timed]:
    """The position after a move, one ply later."""

    def after(state: Timed, move: Any) -> Timed:
        ply = state.ply
        return Timed(ply + 1 if ply < LATEST else ply, play(state.state, move))

    return after


def _of_state(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda state, *more: function(state.state, *more)


def _ply_and_key(own: Callable[[Any], Hashable], state: Timed) -> Hashable:
    return state.ply, own(state.state)


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
