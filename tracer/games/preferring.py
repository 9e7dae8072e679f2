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
from functools import partial
from typing import Any

from tracer.errors import PlyscopeError
from tracer.games.rules import AnyGame, blame, spec_of
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
