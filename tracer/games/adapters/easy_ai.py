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
from tracer.games.adapters.foreign_position import (
    ForeignPosition,
    GameStyle,
    capture_print,
    foreign_game_name,
    foreign_move,
    hashable_moves,
    state_key,
)
from tracer.games.rules import MAX, MIN, Turn

_IGNORED_ATTRIBUTES = {"ai_move", "nmove"}
"""What easyAI writes into a game that is no part of the position: the move found last, and how many were played."""


class SilentPlayer:
    """Stands in for a player: it keeps what a game stores in one, and no engine that would be copied at every move."""

    def __init__(self, number: int, attributes: dict[str, Any] | None = None) -> None:
        self.name = f"Player {number}"
        self.__dict__.update({name: value for name, value in (attributes or {}).items() if not callable(value)})

    def ask_move(self, _game: Any) -> Any:
        """Nobody is asked: the search chooses the moves."""
        raise PlyscopeError("the players of a game that is searched are not asked for moves")


class EasyAiGame(GameStyle):
    """A game in easyAI's style. Its key is `ttentry()` with the current player where it has that, else all it holds."""

    name = "a game in easyAI's style"
    marker_methods = ("possible_moves", "make_move")
    required_methods = (("is_over",), ("scoring", "lose", "win"), ("current_player",))

    def __init__(self, game: Any, spec: str | None = None) -> None:
        self.spec = foreign_game_name(game, spec)
        self._start = self.adopt(game)
        if hasattr(game, "scoring"):
            self.evaluate = self._score

    @classmethod
    def instantiate(cls, game_class: type) -> Any:
        """A game of a class, with players that are nobody where it wants some.

        Raises:
            TypeError: it wants more than players.
        """
        parameters = signature(game_class).parameters
        if "players" in parameters:
            return game_class(players=[SilentPlayer(1), SilentPlayer(2)])
        first_parameter = next(iter(parameters.values()), None)
        if (
            first_parameter is not None
            and first_parameter.default is Parameter.empty
            and first_parameter.kind is Parameter.POSITIONAL_OR_KEYWORD
        ):
            return game_class([SilentPlayer(1), SilentPlayer(2)])
        return game_class()

    def adopt(self, value: Any) -> ForeignPosition:
        """A position of the game, from the game's own object: a copy of it."""
        if isinstance(value, ForeignPosition):
            return value
        copied_game = copy.copy(value)
        players = getattr(value, "players", None) or ()
        copied_game.players = [
            SilentPlayer(number, getattr(player, "__dict__", None)) for number, player in enumerate(players, 1)
        ]
        return self._make_position(copy.deepcopy(copied_game))

    def _make_position(self, game: Any) -> ForeignPosition:
        table_entry = getattr(game, "ttentry", None)
        attributes = {name: value for name, value in vars(game).items() if name not in _IGNORED_ATTRIBUTES}
        key: Hashable = state_key(table_entry() if callable(table_entry) else attributes)
        return ForeignPosition((key, game.current_player), game)

    def start(self) -> ForeignPosition:
        """The game as it was given."""
        return self._start

    def turn(self, state: ForeignPosition) -> Turn:
        """Player 1 is MAX."""
        return MAX if state.held.current_player == 1 else MIN

    def utility(self, state: ForeignPosition) -> float | None:
        """The score where the game is over, MAX's view."""
        return self._score(state) if state.held.is_over() else None

    def _score(self, state: ForeignPosition) -> float:
        """The score, MAX's view."""
        game = state.held
        if hasattr(game, "scoring"):
            score: float = game.scoring()
        else:
            score = bool(hasattr(game, "win") and game.win()) - bool(hasattr(game, "lose") and game.lose())
        return score if self.turn(state) is MAX else -score

    def moves(self, state: ForeignPosition) -> Sequence[Any]:
        """The possible moves in the game's own order; a set's are sorted by how they are written."""
        return hashable_moves(state.held.possible_moves())

    def play(self, state: ForeignPosition, move: Any) -> ForeignPosition:
        """A copy in which the move was made and the players have changed places."""
        game = copy.deepcopy(state.held)
        game.make_move(foreign_move(move, game.possible_moves))
        if callable(getattr(game, "switch_player", None)):
            game.switch_player()
        else:
            game.current_player = 3 - game.current_player
        return self._make_position(game)

    def show(self, state: ForeignPosition) -> str:
        """What the game's `show` prints."""
        show = getattr(state.held, "show", None)
        return (capture_print(show) if callable(show) else "") or str(state.held)
