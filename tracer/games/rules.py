"""The rules a search needs: the `Game` protocol, and the form in which a search calls it.

A game is five functions over immutable positions. `play` returns a new position and never changes the old one, so
a search cannot forget to undo a move. More functions are optional; what lacks them still works.
"""

# Long, for a search asks one object, and what each of its answers must be is said where it is checked.

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import islice
from typing import Any, Generic, Protocol, TypeVar, cast

from tracer.errors import OURS, GameError, PlyscopeError
from tracer.games.move_names import alike, priors_of
from tracer.text import clean, distinct, message_of, short, title_of_spec

State = TypeVar("State")
Move = TypeVar("Move", bound=Hashable)


class Turn(IntEnum):
    """Who moves in a position. Multiplying a value by it gives the mover's point of view."""

    MIN = -1
    """The player who makes the value small."""
    CHANCE = 0
    """Nobody: a die, a coin, a card."""
    MAX = 1
    """The player who makes the value great."""


MAX, MIN, CHANCE = Turn.MAX, Turn.MIN, Turn.CHANCE
UNKNOWN_CHANCE = "turn() gives a chance node, which this search does not know; expectiminimax, star1 and star2 do"
ROUNDING = 1e-9
"""How far probabilities may add up to something else than 1."""
MOST_MOVES = 1_000_000
"""Moves, or outcomes, of a position at most: a game that gives more gives them without end."""


class Game(Protocol[State, Move]):
    """The rules of a two-player zero-sum game of perfect information, with or without chance.

    Positions are immutable, hashable values; moves are hashable. The order of `moves` must be the same at every call
    (never iterate over a set). Optional, each used where it exists:

    - `evaluate(state) -> float`: the heuristic value at the horizon, MAX's view; needed for a depth limit;
    - `key(state) -> Hashable`: equal for positions that are the same; without it the state itself is the key;
    - `show(state) -> str`: a text board;
    - `tell(state) -> [str, …]`: a position in words, a fact a line, for who plays it where squares mean no moves;
    - `board(state) -> tracer.Board`: the position as pictures draw it; without it the text board;
    - `label(move) -> str`: a move as people write it, different for the moves of a position and without `/`, which
      stands between the moves of a path; without it `str(move)`;
    - `read_move(state, text) -> move | None`: the legal move that a text means which is no label, as other programs
      write moves; None where it means none;
    - `parse(text) -> State`: the position that a text describes; raises ValueError where it describes none;
    - `adopt(value) -> State | None`: a position from what another program's search holds; None where it is none;
    - `null(state) -> State | None`: the position after a null move, in which only who moves has changed; None where
      there is none, as in check;
    - `noisy(state, move) -> bool`: whether a move may change the evaluation at once, as a capture does; what a
      quiescence search goes on with;
    - `orders: dict[str, Callable[[State, Sequence[Move]], Sequence[Move]]]`: named move orders of its own;
    - `outcomes(state) -> [(outcome, probability), …]`: what may come where `turn` is CHANCE, in the order in which
      `moves` gives it there; probabilities are positive and add up to 1. `play(state, outcome)` is what comes then;
    - `priors(state)`: how likely each move is the best one, from 0 to 1, for PUCT: in the order of `moves`, or a
      mapping from moves; without it all are alike;
    - `ended_by_history(states) -> float | None`: MAX's payoff where the way to a position ends a game that is played,
      as repetition does in chess; None while it goes on. It gets all positions so far, the one now at the end.
      Searches, whose positions have no history, do not ask it;
    - `claimable(states) -> float | None`: MAX's payoff that a search may give a position for the way to it, though the
      game goes on, as for a draw that a player may claim in chess; None where there is none. It gets the positions from
      the root on, the one asked about at the end; `check` asks it before it blames a leaf;
    - `playing_on() -> Game`: the same game without the rules that end it though there are moves left, such as
      insufficient material in chess: `check` holds a search that knows none of them to this one;
    - `bounds: tuple[float, float]`: between which numbers all utilities and evaluations lie;
    - `win: float`: what a win is worth where that is not about 1; the exploration constant of UCT goes by it;
    - `spec: str`: the text from which `tracer.game` makes this game again.
    """

    def start(self) -> State:
        """The position in which the game begins."""

    def turn(self, state: State) -> Turn:
        """Who moves in this position; where the game is over it does not matter."""

    def utility(self, state: State) -> float | None:
        """MAX's payoff, a finite number, where the game is over; None while it goes on."""

    def moves(self, state: State) -> Sequence[Move]:
        """The legal moves, or at a chance node the outcomes, each once, in a fixed order; asked while it goes on."""

    def play(self, state: State, move: Move) -> State:
        """The position after a legal move; `state` itself is left as it was."""


class BuiltIn:
    """Marks the games of this package, whose rules its tests hold, so that a search need not check them again."""

    spec: str
    """The text from which `tracer.game` makes this game again."""
    title: str = ""
    """What people call it, where the spec is not for them."""
    transposes: bool = True
    """Whether a position may be reached by several paths."""
    places_name_moves: bool = False
    """Whether a move without a name is called by its ply and its place; its place alone then names it, too."""
    names_by_position: bool = False
    """Whether a label may mean another move in another position, as `Nf3` does in chess."""
    cost: int = 1
    """What looking at a move takes, where in the quickest games it takes 1."""


AnyGame = Game[Any, Any]
OWN_COST = 4
"""What looking at a move of somebody's own game takes, about."""


def affordable(game: AnyGame, moves: int) -> int:
    """Return how many moves of a game take as long to look at as so many of the quickest games; at least 1."""
    return max(1, moves // (game.cost if isinstance(game, BuiltIn) else OWN_COST))


def places_name_moves(game: AnyGame | None) -> bool:
    """Whether moves without names are called by their places, so that people may leave the letters out.

    So it is in trees, and where nobody knows the game.
    """
    return game is None or bool(getattr(game, "places_name_moves", False))


def names_by_position(game: AnyGame) -> bool:
    """Whether a label may mean another move in another position; of games that are not built in nobody knows."""
    return bool(getattr(game, "names_by_position", not isinstance(game, BuiltIn)))


def read_move(game: AnyGame, state: Any, text: str) -> Hashable | None:
    """The legal move that a text means which is none of the labels; None where the game knows no such move."""
    read = optional(game, "read_move")
    with blame(game):
        found: Hashable | None = None if read is None else read(state, text)
    return found


def optional(game: AnyGame, name: str) -> Callable[..., Any] | None:
    """An optional function of a game, or None.

    Raises:
        PlyscopeError: it exists but cannot be called.
    """
    with blame(game):  # an attribute may be a property
        function = getattr(game, name, None)
    if function is not None and not callable(function):
        raise PlyscopeError(f"{type(game).__name__}.{name} is not a function")
    return cast("Callable[..., Any] | None", function)


def describe(game: AnyGame) -> str:
    """A game's name for people: its title, its spec, or its class."""
    return clean(title_of(game) or title_of_spec(spec_of(game)))


def title_of(game: AnyGame) -> str:
    """A game's title, where it has one besides its spec."""
    return game.title if isinstance(game, BuiltIn) else ""


def spec_of(game: AnyGame) -> str:
    """A game's whole spec, or the name of its class."""
    try:
        spec = str(getattr(game, "spec", None) or type(game).__name__)
    except KeyboardInterrupt:
        raise
    except BaseException:  # it is called to say what else is wrong with a game
        spec = type(game).__name__
    return clean(spec, len(spec))


class _Blame:
    """Says of an error inside that it is a game's. Entered a million times: it is no generator."""

    __slots__ = ("_game",)

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _traceback: object) -> None:
        if error is not None and not isinstance(error, OURS):
            raise game_error(self._game, error) from error


def blame(game: AnyGame) -> AbstractContextManager[None]:
    """Say of an error inside that it is the game's.

    Raises:
        GameError: from whatever the game raised.
    """
    return _Blame(game)


def game_error(game: AnyGame, error: BaseException) -> GameError:
    """The error that says of another that it is the game's."""
    return GameError(f"{describe(game)} raised {message_of(error)}")


def label(game: AnyGame | None, move: Hashable) -> str:
    """A move as people write it, as one line that no terminal obeys."""
    return labels(game, [move])[0]


def labels(game: AnyGame | None, moves: Iterable[Hashable]) -> list[str]:
    """The labels of several moves, in their order."""
    if game is None:
        return [distinct(str(move)) for move in moves]
    write = optional(game, "label")
    with blame(game):
        return [distinct(str(write(move) if write else move)) for move in moves]


def named(game: AnyGame, moves: Sequence[Hashable]) -> dict[str, Hashable]:
    """The moves of a position by their labels, in their order.

    Raises:
        GameError: two of them have one label.
    """
    found: dict[str, Hashable] = {}
    for name, move in zip(labels(game, moves), moves, strict=True):
        if name in found:
            raise GameError(f"{describe(game)}: two moves are called {clean(name, 40)!r}; label() must tell them apart")
        found[name] = move
    return found


def plain(value: Any) -> float:
    """A game's number as Python's own: of NumPy's kinds, fractions and decimals a float, which is what is recorded."""
    return value if type(value) in (int, float) else float(value)


def null(game: AnyGame, state: Any) -> Any:
    """The position after a null move.

    Raises:
        PlyscopeError: the game knows none there.
    """
    skip = optional(game, "null")
    with blame(game):
        after = skip(state) if skip else None
    if after is None:
        raise PlyscopeError(f"{describe(game)} knows no null move there")
    return after


def show(game: AnyGame, state: Any) -> str:
    """A position as text; the state's own `str` where the game draws none."""
    draw = optional(game, "show")
    with blame(game):
        return str(draw(state) if draw else state)


def utility(game: AnyGame, state: Any) -> float | None:
    """MAX's payoff where the game is over, as a plain number, None while it goes on. Its own errors pass through.

    Raises:
        GameError: what the game gives is no number.
    """
    value: Any = game.utility(state)
    if value is None or isinstance(game, BuiltIn):
        return cast("float | None", value)
    try:
        if not isinstance(value, str | bytes | bytearray):
            return plain(value)
    except (TypeError, ValueError, OverflowError):
        pass
    raise GameError(f"{describe(game)}: utility() gives {_short(value)}; it must be a number")


def key(game: AnyGame, needed: str = "positions are counted and compared") -> Callable[[Any], Hashable]:
    """The function that maps a position to its key; the identity where the game has none.

    Args:
        game: the game.
        needed: for what keys are needed, for the error that the function raises where one is not hashable.
    """
    own: Callable[[Any], Hashable] = optional(game, "key") or (lambda state: cast("Hashable", state))
    if isinstance(game, BuiltIn):
        return own

    def checked(state: Any) -> Hashable:
        name = own(state)
        try:
            hash(name)
        except TypeError:
            raise GameError(
                f"{describe(game)}: {needed}, and {_short(name)} is not hashable; make positions tuples, not lists, "
                "or give the game a key(state) that is hashable"
            ) from None
        return name

    return checked


@dataclass(frozen=True, slots=True)
class Rules(Generic[State, Move]):
    """A game as a search calls it: moves in the wished order, and every answer of a user's game checked."""

    turn: Callable[[State], int]
    utility: Callable[[State], float | None]
    moves: Callable[[State, float], Sequence[Move]]
    """`moves(state, depth)`: the remaining depth matters to an order that looks ahead."""
    play: Callable[[State, Move], State]
    evaluate: Callable[[State], float]
    key: Callable[[State], Hashable]
    outcomes: Callable[[State], Sequence[tuple[Move, float]]]
    """What may come at a chance node, with its probability, always in the game's order."""
    priors: Callable[[State, Sequence[Move]], Sequence[float]] = alike
    """How likely each of some moves is the best one, before anything was searched; all alike where no game says it."""
    null: Callable[[State], State | None] | None = None
    """The position after a null move, None where there is none; None for a game that knows no null moves."""
    noisy: Callable[[State, Move], bool] | None = None
    """Whether a move is noisy; None for a game that does not say so."""


def _short(value: Any) -> str:
    return short(value) if isinstance(value, int) else clean(repr(value), 60)


def rules(game: Game[State, Move], *, chance: bool = False, search: str = "a search") -> Rules[State, Move]:
    """The rules of a game in its natural move order.

    Args:
        game: the game.
        chance: whether who asks knows chance nodes; otherwise a position in which chance moves is refused.
        search: the name of the search that asks.
    """
    evaluate = optional(game, "evaluate") or _no_evaluation(game)
    outcomes = optional(game, "outcomes")
    if not isinstance(game, BuiltIn):
        name_of = key(game, f"{search} keeps positions in a table")
        return _checked(game, evaluate, outcomes, name_of, chance=chance)
    moves, turn = game.moves, game.turn if chance or outcomes is None else _without_chance(game)
    known = outcomes or _no_outcomes
    natural = Rules(
        turn,
        game.utility,
        lambda state, _depth: moves(state),
        game.play,
        evaluate,
        key(game),
        known,
        priors_of(optional(game, "priors"), game.moves),
    )
    return replace(natural, null=optional(game, "null"), noisy=optional(game, "noisy"))


def _no_outcomes(state: Any) -> Any:
    raise PlyscopeError("the game has no outcomes()")


def _without_chance(game: AnyGame) -> Callable[[Any], Turn]:
    """Who moves, where a search knows players alone."""

    def turn(state: Any) -> Turn:
        answer = game.turn(state)
        if answer == CHANCE and game.utility(state) is None:
            raise GameError(f"{describe(game)}: {UNKNOWN_CHANCE}")
        return answer

    return turn


def _no_evaluation(game: AnyGame) -> Callable[[Any], float]:
    def evaluate(state: Any) -> float:
        raise PlyscopeError(
            f"{describe(game)} has no evaluate(): a depth limit needs one; leave the depth out or add the method"
        )

    return evaluate


def _checked(
    game: Game[State, Move],
    evaluate: Callable[[State], float],
    listed: Callable[[State], Any] | None,
    name_of: Callable[[State], Hashable],
    *,
    chance: bool,
) -> Rules[State, Move]:
    """The rules of a game that may be wrong: each answer is checked where it is given."""

    def fail(state: State, problem: str) -> GameError:
        where = " ".join(show(game, state).split())
        return GameError(f"{describe(game)}: {problem}, in the position {clean(where)}")

    def turn(state: State) -> int:
        answer: Any = game.turn(state)
        if answer == CHANCE and not isinstance(answer, bool):
            if not chance:
                raise fail(state, UNKNOWN_CHANCE)
            if listed is None:
                raise fail(state, "turn() gives a chance node, but the game has no outcomes()")
        elif answer not in (MAX, MIN):
            raise fail(state, f"turn() gives {clean(repr(answer), 60)}; it must be Turn.MAX or Turn.MIN")
        return cast("int", answer)

    def finite(state: State, value: float, function: str) -> float:
        try:
            if math.isfinite(value):
                return plain(value)
        except (TypeError, OverflowError):
            pass
        raise fail(state, f"{function}() gives {_short(value)}; it must be a finite number")

    def utility(state: State) -> float | None:
        value = game.utility(state)
        return value if value is None else finite(state, value, "utility")

    def moves(state: State, _depth: float) -> Sequence[Move]:
        answer = game.moves(state)
        answer = answer if isinstance(answer, list | tuple) else tuple(islice(answer, MOST_MOVES + 1))
        if len(answer) > MOST_MOVES:
            raise fail(state, f"moves() gives more than {MOST_MOVES:,} moves")
        if not answer:
            raise fail(state, "no moves and no utility; utility() must give a number where the game is over")
        try:
            distinct = len(set(answer))
        except TypeError:
            raise fail(state, "moves() gives a move that is not hashable; use tuples, not lists") from None
        if distinct < len(answer):
            twice = next(move for k, move in enumerate(answer) if move in answer[:k])
            raise fail(state, f"moves() offers the move {label(game, twice)} twice")
        return answer

    def outcomes(state: State) -> Sequence[tuple[Move, float]]:
        assert listed is not None
        try:
            answer = [(one, plain(probability)) for one, probability in islice(listed(state), MOST_MOVES + 1)]
        except (TypeError, ValueError, OverflowError):
            raise fail(state, "outcomes() gives pairs of an outcome and its probability") from None
        if [outcome for outcome, _ in answer] != list(moves(state, 0)):
            raise fail(state, "moves() gives others than outcomes(), or in another order")
        if not all(probability > 0 for _, probability in answer):
            raise fail(state, "outcomes() gives a probability that is not above 0")
        if abs((total := sum(probability for _, probability in answer)) - 1) > ROUNDING:
            raise fail(state, f"the probabilities of outcomes() add up to {total:g}, not to 1")
        return answer

    def evaluation(state: State) -> float:
        return finite(state, evaluate(state), "evaluate")

    own = priors_of(optional(game, "priors"), game.moves)
    checked = Rules(turn, utility, moves, game.play, evaluation, name_of, outcomes, own)
    return replace(checked, null=_checked_null(game, fail), noisy=optional(game, "noisy"))


def _checked_null(
    game: Game[State, Move], fail: Callable[[State, str], GameError]
) -> Callable[[State], State | None] | None:
    skip = optional(game, "null")

    def null(state: State) -> State | None:
        after: State | None = None if skip is None else skip(state)
        if after is not None and game.turn(after) == game.turn(state):
            raise fail(state, "null() gives a position in which the same player moves")
        return after

    return null if skip else None
