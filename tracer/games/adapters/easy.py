"""easyAI's `TwoPlayerGame`: games that change in place, made immutable by copying.

Nothing is imported: a game is known by its functions. Player 1 is MAX; `scoring()` is the current player's view. A game
that leaves the scoring to its players' engines is worth 1 or −1 by its `win()` or `lose()`, also the current player's.
"""

from __future__ import annotations

import copy
from collections.abc import Hashable, Sequence
from inspect import Parameter, signature
from typing import Any

from tracer.errors import PlyscopeError
from tracer.games.adapters.position import Position, Style, capture_print, foreign_move, hashable, key_of, name_of
from tracer.games.rules import MAX, MIN, Turn

_NOTES = {"ai_move", "nmove"}
"""What easyAI writes into a game that is no part of the position: the move found last, and how many were played."""


class Player:
    """Stands in for a player: it keeps what a game stores in one, and no engine that would be copied at every move."""

    def __init__(self, number: int, held: dict[str, Any] | None = None) -> None:
        self.name = f"Player {number}"
        self.__dict__.update({name: value for name, value in (held or {}).items() if not callable(value)})

    def ask_move(self, _game: Any) -> Any:
        """Nobody is asked: the search chooses the moves."""
        raise PlyscopeError("the players of a game that is searched are not asked for moves")


class Easy(Style):
    """A game in easyAI's style. Its key is `ttentry()` with the current player where it has that, else all it holds."""

    name = "a game in easyAI's style"
    marks = ("possible_moves", "make_move")
    needed = (("is_over",), ("scoring", "lose", "win"), ("current_player",))

    def __init__(self, game: Any, spec: str | None = None) -> None:
        self.spec = name_of(game, spec)
        self._start = self.adopt(game)
        if hasattr(game, "scoring"):
            self.evaluate = self._score

    @classmethod
    def made(cls, kind: type) -> Any:
        """A game of a class, with players that are nobody where it wants some.

        Raises:
            TypeError: it wants more than players.
        """
        wanted = signature(kind).parameters
        if "players" in wanted:
            return kind(players=[Player(1), Player(2)])
        first = next(iter(wanted.values()), None)
        if first is not None and first.default is Parameter.empty and first.kind is Parameter.POSITIONAL_OR_KEYWORD:
            return kind([Player(1), Player(2)])
        return kind()

    def adopt(self, value: Any) -> Position:
        """A position of the game, from the game's own object: a copy of it."""
        if isinstance(value, Position):
            return value
        copied = copy.copy(value)
        players = getattr(value, "players", None) or ()
        copied.players = [Player(number, getattr(player, "__dict__", None)) for number, player in enumerate(players, 1)]
        return self._kept(copy.deepcopy(copied))

    def _kept(self, game: Any) -> Position:
        entry = getattr(game, "ttentry", None)
        held = {name: value for name, value in vars(game).items() if name not in _NOTES}
        key: Hashable = key_of(entry() if callable(entry) else held)
        return Position((key, game.current_player), game)

    def start(self) -> Position:
        """The game as it was given."""
        return self._start

    def turn(self, state: Position) -> Turn:
        """Player 1 is MAX."""
        return MAX if state.held.current_player == 1 else MIN

    def utility(self, state: Position) -> float | None:
        """The score where the game is over, MAX's view."""
        return self._score(state) if state.held.is_over() else None

    def _score(self, state: Position) -> float:
        """The score, MAX's view."""
        game = state.held
        if hasattr(game, "scoring"):
            score: float = game.scoring()
        else:
            score = bool(hasattr(game, "win") and game.win()) - bool(hasattr(game, "lose") and game.lose())
        return score if self.turn(state) is MAX else -score

    def moves(self, state: Position) -> Sequence[Any]:
        """The possible moves in the game's own order; a set's are sorted by how they are written."""
        return hashable(state.held.possible_moves())

    def play(self, state: Position, move: Any) -> Position:
        """A copy in which the move was made and the players have changed places."""
        game = copy.deepcopy(state.held)
        game.make_move(foreign_move(move, game.possible_moves))
        if callable(getattr(game, "switch_player", None)):
            game.switch_player()
        else:
            game.current_player = 3 - game.current_player
        return self._kept(game)

    def show(self, state: Position) -> str:
        """What the game's `show` prints."""
        show = getattr(state.held, "show", None)
        return (capture_print(show) if callable(show) else "") or str(state.held)
