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
from tracer.games.move_names import checked_priors, uniform_priors
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
PROBABILITY_TOLERANCE = 1e-9
"""How far probabilities may add up to something else than 1."""
MAX_MOVES = 1_000_000
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
    names_moves_by_index: bool = False
    """Whether a move without a name is called by its ply and its place; its place alone then names it, too."""
    labels_depend_on_position: bool = False
    """Whether a label may mean another move in another position, as `Nf3` does in chess."""
    cost: int = 1
    """What looking at a move takes, where in the quickest games it takes 1."""


AnyGame = Game[Any, Any]
USER_GAME_COST = 4
"""What looking at a move of somebody's own game takes, about."""


def scale_move_budget(game: AnyGame, moves: int) -> int:
    """Return how many moves of a game take as long to look at as so many of the quickest games; at least 1."""
    return max(1, moves // (game.cost if isinstance(game, BuiltIn) else USER_GAME_COST))


def names_moves_by_index(game: AnyGame | None) -> bool:
    """Whether moves without names are called by their places, so that people may leave the letters out.

    So it is in trees, and where nobody knows the game.
    """
    return game is None or bool(getattr(game, "names_moves_by_index", False))


def labels_depend_on_position(game: AnyGame) -> bool:
    """Whether a label may mean another move in another position; of games that are not built in nobody knows."""
    return bool(getattr(game, "labels_depend_on_position", not isinstance(game, BuiltIn)))


def read_move(game: AnyGame, state: Any, text: str) -> Hashable | None:
    """The legal move that a text means which is none of the labels; None where the game knows no such move."""
    parse_move = optional(game, "read_move")
    with blame(game):
        legal_move: Hashable | None = None if parse_move is None else parse_move(state, text)
    return legal_move


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


class _GameErrorContext:
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
    return _GameErrorContext(game)


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
    write_label = optional(game, "label")
    with blame(game):
        return [distinct(str(write_label(move) if write_label else move)) for move in moves]


def moves_by_label(game: AnyGame, moves: Sequence[Hashable]) -> dict[str, Hashable]:
    """The moves of a position by their labels, in their order.

    Raises:
        GameError: two of them have one label.
    """
    by_label: dict[str, Hashable] = {}
    for move_label, move in zip(labels(game, moves), moves, strict=True):
        if move_label in by_label:
            raise GameError(
                f"{describe(game)}: two moves are called {clean(move_label, 40)!r}; label() must tell them apart"
            )
        by_label[move_label] = move
    return by_label


def to_python_number(value: Any) -> float:
    """A game's number as Python's own: of NumPy's kinds, fractions and decimals a float, which is what is recorded."""
    return value if type(value) in (int, float) else float(value)


def play_null_move(game: AnyGame, state: Any) -> Any:
    """The position after a null move.

    Raises:
        PlyscopeError: the game knows none there.
    """
    play_null = optional(game, "null")
    with blame(game):
        next_state = play_null(state) if play_null else None
    if next_state is None:
        raise PlyscopeError(f"{describe(game)} knows no null move there")
    return next_state


def show(game: AnyGame, state: Any) -> str:
    """A position as text; the state's own `str` where the game draws none."""
    draw_text = optional(game, "show")
    with blame(game):
        return str(draw_text(state) if draw_text else state)


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
            return to_python_number(value)
    except (TypeError, ValueError, OverflowError):
        pass
    raise GameError(f"{describe(game)}: utility() gives {_shorten(value)}; it must be a number")


def key(game: AnyGame, purpose: str = "positions are counted and compared") -> Callable[[Any], Hashable]:
    """The function that maps a position to its key; the identity where the game has none.

    `purpose` is for what keys are needed, for an error.
    """
    own_key: Callable[[Any], Hashable] = optional(game, "key") or (lambda state: cast("Hashable", state))
    if isinstance(game, BuiltIn):
        return own_key

    def hashable_key(state: Any) -> Hashable:
        state_key = own_key(state)
        try:
            hash(state_key)
        except TypeError:
            raise GameError(
                f"{describe(game)}: {purpose}, and {_shorten(state_key)} is not hashable; make positions tuples, not "
                "lists, or give the game a key(state) that is hashable"
            ) from None
        return state_key

    return hashable_key


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
    priors: Callable[[State, Sequence[Move]], Sequence[float]] = uniform_priors
    """How likely each of some moves is the best one, before anything was searched; all alike where no game says it."""
    null: Callable[[State], State | None] | None = None
    """The position after a null move, None where there is none; None for a game that knows no null moves."""
    noisy: Callable[[State, Move], bool] | None = None
    """Whether a move is noisy; None for a game that does not say so."""


def _shorten(value: Any) -> str:
    return short(value) if isinstance(value, int) else clean(repr(value), 60)


def rules(game: Game[State, Move], *, chance: bool = False, search: str = "a search") -> Rules[State, Move]:
    """The rules of a game in its natural move order, for a search that knows chance nodes or refuses them."""
    evaluate = optional(game, "evaluate") or _refused_evaluation(game)
    outcomes = optional(game, "outcomes")
    if not isinstance(game, BuiltIn):
        key_of_state = key(game, f"{search} keeps positions in a table")
        return _checked_rules(game, evaluate, outcomes, key_of_state, chance=chance)
    moves, turn = game.moves, game.turn if chance or outcomes is None else _turn_without_chance(game)
    listed_outcomes = outcomes or _refuse_outcomes
    natural_rules = Rules(
        turn,
        game.utility,
        lambda state, _depth: moves(state),
        game.play,
        evaluate,
        key(game),
        listed_outcomes,
        checked_priors(optional(game, "priors"), game.moves),
    )
    return replace(natural_rules, null=optional(game, "null"), noisy=optional(game, "noisy"))


def _refuse_outcomes(state: Any) -> Any:
    raise PlyscopeError("the game has no outcomes()")


def _turn_without_chance(game: AnyGame) -> Callable[[Any], Turn]:
    """Who moves, where a search knows players alone."""

    def turn(state: Any) -> Turn:
        mover = game.turn(state)
        if mover == CHANCE and game.utility(state) is None:
            raise GameError(f"{describe(game)}: {UNKNOWN_CHANCE}")
        return mover

    return turn


def _refused_evaluation(game: AnyGame) -> Callable[[Any], float]:
    def evaluate(state: Any) -> float:
        raise PlyscopeError(
            f"{describe(game)} has no evaluate(): a depth limit needs one; leave the depth out or add the method"
        )

    return evaluate


def _checked_rules(
    game: Game[State, Move],
    evaluate: Callable[[State], float],
    list_outcomes: Callable[[State], Any] | None,
    key_of_state: Callable[[State], Hashable],
    *,
    chance: bool,
) -> Rules[State, Move]:
    """The rules of a game that may be wrong: each answer is checked where it is given."""

    def error_at(state: State, problem: str) -> GameError:
        position_text = " ".join(show(game, state).split())
        return GameError(f"{describe(game)}: {problem}, in the position {clean(position_text)}")

    def turn(state: State) -> int:
        mover: Any = game.turn(state)
        if mover == CHANCE and not isinstance(mover, bool):
            if not chance:
                raise error_at(state, UNKNOWN_CHANCE)
            if list_outcomes is None:
                raise error_at(state, "turn() gives a chance node, but the game has no outcomes()")
        elif mover not in (MAX, MIN):
            raise error_at(state, f"turn() gives {clean(repr(mover), 60)}; it must be Turn.MAX or Turn.MIN")
        return cast("int", mover)

    def checked_number(state: State, value: float, function: str) -> float:
        try:
            if math.isfinite(value):
                return to_python_number(value)
        except (TypeError, OverflowError):
            pass
        raise error_at(state, f"{function}() gives {_shorten(value)}; it must be a finite number")

    def utility(state: State) -> float | None:
        value = game.utility(state)
        return value if value is None else checked_number(state, value, "utility")

    def moves(state: State, _depth: float) -> Sequence[Move]:
        legal_moves = game.moves(state)
        legal_moves = (
            legal_moves if isinstance(legal_moves, list | tuple) else tuple(islice(legal_moves, MAX_MOVES + 1))
        )
        if len(legal_moves) > MAX_MOVES:
            raise error_at(state, f"moves() gives more than {MAX_MOVES:,} moves")
        if not legal_moves:
            raise error_at(state, "no moves and no utility; utility() must give a number where the game is over")
        try:
            distinct_count = len(set(legal_moves))
        except TypeError:
            raise error_at(state, "moves() gives a move that is not hashable; use tuples, not lists") from None
        if distinct_count < len(legal_moves):
            repeated_move = next(move for k, move in enumerate(legal_moves) if move in legal_moves[:k])
            raise error_at(state, f"moves() offers the move {label(game, repeated_move)} twice")
        return legal_moves

    def outcomes(state: State) -> Sequence[tuple[Move, float]]:
        assert list_outcomes is not None
        try:
            weighted_outcomes = [
                (listed_outcome, to_python_number(probability))
                for listed_outcome, probability in islice(list_outcomes(state), MAX_MOVES + 1)
            ]
        except (TypeError, ValueError, OverflowError):
            raise error_at(state, "outcomes() gives pairs of an outcome and its probability") from None
        if [outcome for outcome, _ in weighted_outcomes] != list(moves(state, 0)):
            raise error_at(state, "moves() gives others than outcomes(), or in another order")
        if not all(probability > 0 for _, probability in weighted_outcomes):
            raise error_at(state, "outcomes() gives a probability that is not above 0")
        if abs((total := sum(probability for _, probability in weighted_outcomes)) - 1) > PROBABILITY_TOLERANCE:
            raise error_at(state, f"the probabilities of outcomes() add up to {total:g}, not to 1")
        return weighted_outcomes

    def evaluation(state: State) -> float:
        return checked_number(state, evaluate(state), "evaluate")

    priors = checked_priors(optional(game, "priors"), game.moves)
    checked_rules = Rules(turn, utility, moves, game.play, evaluation, key_of_state, outcomes, priors)
    return replace(checked_rules, null=_checked_null(game, error_at), noisy=optional(game, "noisy"))


def _checked_null(
    game: Game[State, Move], error_at: Callable[[State, str], GameError]
) -> Callable[[State], State | None] | None:
    play_null = optional(game, "null")

    def null(state: State) -> State | None:
        next_state: State | None = None if play_null is None else play_null(state)
        if next_state is not None and game.turn(next_state) == game.turn(state):
            raise error_at(state, "null() gives a position in which the same player moves")
        return next_state

    return null if play_null else None
