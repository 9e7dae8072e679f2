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
from tracer.games.registry import load_function
from tracer.games.rules import CHANCE, AnyGame, Rules, blame, describe, optional, rules, spec_of, to_python_number
from tracer.games.tree import TreeGame
from tracer.text import clean

FAST = "fast"
PREFERENCES = (FAST,)
PAYOFF_STEPS = 1_000
"""A payoff loses one of so many equal parts with each ply."""
LAST_DISTINCT_PLY = PAYOFF_STEPS - 1
"""Plies that are told apart: what comes later is worth the last part, so that it keeps its sign."""
_SCALING_LIMIT = 1e300
"""A payoff that is larger still is not to become infinite in between."""
_PREFERENCE_PATTERN = re.compile(r"fast(?::(\d{1,6}))?", re.ASCII)


class TimedState:
    """A position with the plies that led to it from the root. Positions at different plies are different."""

    __slots__ = ("ply", "state")

    def __init__(self, ply: int, state: Any) -> None:
        self.ply, self.state = ply, state

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TimedState) and self.ply == other.ply and bool(self.state == other.state)

    def __hash__(self) -> int:
        return hash((self.ply, self.state))

    def __str__(self) -> str:
        return str(self.state)

    def __repr__(self) -> str:
        return f"Timed({self.ply}, {self.state!r})"


def is_preference(text: object) -> bool:
    """Whether a text is a preference: `fast`, or `fast:PLY`."""
    return isinstance(text, str) and _PREFERENCE_PATTERN.fullmatch(text) is not None


def with_preference(game: AnyGame, preference: str) -> AnyGame:
    """The same game in which a payoff depends on when it comes.

    `fast:PLY` is for a root that is so many plies from where they are counted.
    """
    match = _PREFERENCE_PATTERN.fullmatch(preference)
    if match is None:
        raise PlyscopeError(f"--prefer is {' or '.join(PREFERENCES)}, not {clean(preference, 40)!r}")
    return TimedGame(without_preference(game), min(int(match[1] or 0), LAST_DISTINCT_PLY))


def continue_preference(preference: str, state: Any) -> str:
    """The preference of a search from a position that a search with this one has met: plies go on from there."""
    return f"{FAST}:{state.ply}" if type(state) is TimedState and state.ply else preference


def without_preference(game: AnyGame) -> AnyGame:
    """The game itself, where it is one in which a payoff depends on when it comes."""
    return game.base_game if type(game) is TimedGame else game


def untimed_state(state: Any) -> Any:
    """The position itself, where it is one with plies."""
    return state.state if type(state) is TimedState else state


def root_state(game: AnyGame, state: Any) -> Any:
    """A position as the root of a search of the game: it is there that plies begin, where they matter."""
    return TimedState(game.ply, untimed_state(state)) if type(game) is TimedGame else state


class TimedGame:
    """A game with plies in its positions, by which payoffs grow less. All else is as the game says.

    It passes for a game of the same class: what is asked of a built-in one is asked of it.
    """

    def __init__(self, game: AnyGame, ply: int) -> None:
        self.base_game, self.ply = game, ply
        self.preferred = f"{FAST}:{ply}" if ply else FAST
        """How it is called on a command line."""
        self.spec = spec_of(game)
        self.turn, self.moves = _unwrap_state(game.turn), _unwrap_state(game.moves)
        self.utility, self.play = _shrink_payoff(game.utility), _play_one_ply_later(game.play)
        with blame(game):  # an attribute may be a property
            for name in ("evaluate", "show", "board", "outcomes", "priors", "noisy", "name"):
                if callable(function := getattr(game, name, None)):
                    setattr(self, name, _unwrap_first_argument(function))
            for name, wrap in (("null", self._play_null), ("parse", self._parse), ("adopt", self._adopt)):
                setattr(
                    self,
                    name,
                    None if (game_function := getattr(game, name, None)) is None else partial(wrap, game_function),
                )
            orders: dict[str, Callable[..., Any]] = getattr(game, "orders", {})
            self.orders = {name: _unwrap_first_argument(order) for name, order in orders.items()}
            own_key: Callable[[Any], Hashable] | None = getattr(game, "key", None)
        self.key = None if own_key is None else partial(_timed_key, own_key)

    @property  # type: ignore[misc]  # it passes for another, and so is never assigned
    def __class__(self) -> Any:
        """The class for which it passes."""
        return type(self.base_game)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.base_game, name)

    @property
    def bounds(self) -> Any:
        """Those of the game, and 0, to which payoffs come nearer."""
        game_bounds = self.base_game.bounds  # type: ignore[attr-defined]
        try:
            low, high = map(float, game_bounds)
        except (TypeError, ValueError, OverflowError):
            return game_bounds  # whoever asks says what is wrong with them
        return min(low, 0.0), max(high, 0.0)

    def start(self) -> TimedState:
        """The game's start, as a root."""
        return TimedState(self.ply, self.base_game.start())

    def _play_null(self, play_null: Callable[[Any], Any], state: TimedState) -> TimedState | None:
        next_state = play_null(state.state)
        return None if next_state is None else TimedState(min(state.ply + 1, LAST_DISTINCT_PLY), next_state)

    def _parse(self, parse_text: Callable[[str], Any], text: str) -> TimedState:
        return TimedState(self.ply, parse_text(text))

    def _adopt(self, adopt_value: Callable[[Any], Any], value: Any) -> TimedState | None:
        adopted_state = adopt_value(value)
        return None if adopted_state is None else TimedState(self.ply, adopted_state)


# What searches ask at every node are functions of their own, not methods: that saves them half of what it costs.


def _unwrap_state(function: Callable[[Any], Any]) -> Callable[[TimedState], Any]:
    return lambda state: function(state.state)


def _shrink_payoff(utility: Callable[[Any], Any]) -> Callable[[TimedState], Any]:
    def timed_utility(state: TimedState) -> Any:
        full_payoff = utility(state.state)
        if not full_payoff:
            return full_payoff
        remaining_steps = PAYOFF_STEPS - state.ply
        if -_SCALING_LIMIT < full_payoff < _SCALING_LIMIT:
            return full_payoff * remaining_steps / PAYOFF_STEPS
        return full_payoff / PAYOFF_STEPS * remaining_steps

    return timed_utility


def _play_one_ply_later(play: Callable[[Any, Any], Any]) -> Callable[[TimedState, Any], TimedState]:
    def play_timed(state: TimedState, move: Any) -> TimedState:
        ply = state.ply
        return TimedState(ply + 1 if ply < LAST_DISTINCT_PLY else ply, play(state.state, move))

    return play_timed


def _unwrap_first_argument(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda state, *arguments: function(state.state, *arguments)


def _timed_key(own_key: Callable[[Any], Hashable], state: TimedState) -> Hashable:
    return state.ply, own_key(state.state)


ZERO = "zero"
EVALUATION_FORMS = (ZERO, "rollouts:N", "file.py:function")
MAX_ROLLOUT_MOVES = 10_000
"""Moves of a random game at most."""
_ROLLOUTS_PATTERN = re.compile(r"rollouts:([1-9]\d{0,5})", re.ASCII)


def is_built_in_evaluation(evaluation: object) -> bool:
    """Whether an evaluation of that name is none of somebody's own, which would be code that is run.

    >>> [
    ...     is_built_in_evaluation(how)
    ...     for how in ("zero", "rollouts:20", "zero.py:worth", "evaluate=rollouts:foo", "rollouts:0")
    ... ]
    [True, True, False, False, False]
    """
    return isinstance(evaluation, str) and (evaluation == ZERO or _ROLLOUTS_PATTERN.fullmatch(evaluation) is not None)


def has_evaluation(game: AnyGame) -> bool:
    """Whether a game has an evaluation for every position that has one to come."""
    return game.has_evaluations if isinstance(game, TreeGame) else optional(game, "evaluate") is not None


def with_evaluation(game: AnyGame, evaluation: str, *, trusted: bool) -> AnyGame:
    """The same game with another evaluation, MAX's view.

    Args:
        game: the game; it stays as it is.
        evaluation: `zero`; `rollouts:N`, the mean of N games played to their end by moves at random, which are the same
            for the same position; or `file.py:function` or `package.module:function`, a function of a position.
        trusted: whether code may be run because `evaluation` names it. Where not, such a game has no evaluation.
    """
    if getattr(game, "evaluated", None) == evaluation:
        return game
    game = without_preference(game)
    game_class = type(game)
    copied_game: Any = copy(game)
    attributes = {
        "__slots__": (),
        "__module__": game_class.__module__,
        "evaluated": evaluation,
        "evaluate": _make_evaluation(game, evaluation, trusted),
    }
    object.__setattr__(copied_game, "__class__", type(game_class.__name__, (game_class,), attributes))
    return copied_game  # type: ignore[no-any-return]


def _make_evaluation(game: AnyGame, evaluation: str, trusted: bool) -> Any:
    if evaluation == ZERO:
        return staticmethod(lambda _state: 0.0)
    if match := _ROLLOUTS_PATTERN.fullmatch(evaluation):
        return staticmethod(_rollout_evaluation(game, int(match[1])))
    if ":" not in evaluation or evaluation.startswith("rollouts"):
        raise PlyscopeError(
            f"an evaluation is {', '.join(EVALUATION_FORMS[:-1])} or {EVALUATION_FORMS[-1]}, not {clean(evaluation)!r}"
        )
    return staticmethod(load_function(evaluation)) if trusted else None


def _rollout_evaluation(game: AnyGame, game_count: int) -> Callable[[Any], float]:
    base_rules = rules(game, chance=True)

    def evaluate(state: Any) -> float:
        rng = Random(f"{game_count} {base_rules.key(state)!r}")
        return sum(_play_random_game(game, base_rules, state, rng) for _ in range(game_count)) / game_count

    return evaluate


def _play_random_game(game: AnyGame, base_rules: Rules[Any, Any], state: Any, rng: Random) -> float:
    """What MAX gets where all moves are made at random, and chance does what it does."""
    for _ in range(MAX_ROLLOUT_MOVES):
        if (payoff := base_rules.utility(state)) is not None:
            return to_python_number(payoff)
        if base_rules.turn(state) == CHANCE:
            outcomes, chances = zip(*base_rules.outcomes(state), strict=True)
            state = base_rules.play(state, rng.choices(outcomes, chances)[0])
        else:
            moves = base_rules.moves(state, MAX_ROLLOUT_MOVES)
            state = base_rules.play(state, moves[rng.randrange(len(moves))])
    raise GameError(f"{describe(game)}: a game played at random does not end within {MAX_ROLLOUT_MOVES:,} moves")
