"""Games in the style of "Artificial Intelligence: A Modern Approach" (Russell & Norvig): `actions`, `result` and so on.

Nothing is imported: a game is known by its functions. `terminal_test(state)` may be called `is_terminal` or `terminal`,
`to_move(state)` may be `player`, and `initial` may be a position or a function that gives one (`initial_state`), as in
the courses that took the style over, some of which give `utility` the position alone.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from inspect import signature
from typing import Any

from tracer.games.adapters.foreign_position import (
    ForeignPosition,
    GameStyle,
    capture_print,
    first_attribute,
    foreign_game_name,
    foreign_move,
    hashable_moves,
    name_max_player,
    state_key,
    turn_of_player,
)
from tracer.games.rules import Turn


class AimaGame(GameStyle):
    """A game in AIMA's style. MAX is who moves first, unless that player is called MIN or O.

    Positions are equal where all they hold is: of a `GameState` to_move, utility, board and moves.
    """

    name = "a game in AIMA's style"
    marker_methods = ("actions", "result")
    required_methods = (
        ("utility",),
        ("terminal_test", "is_terminal", "terminal"),
        ("to_move", "player"),
        ("initial", "initial_state"),
    )

    def __init__(self, game: Any, spec: str | None = None) -> None:
        self.game, self.spec = game, foreign_game_name(game, spec)
        self._is_over = first_attribute(game, "terminal_test", "is_terminal", "terminal")
        self._to_move = first_attribute(game, "to_move", "player")
        initial = first_attribute(game, "initial", "initial_state")
        self._start = self.adopt(initial() if callable(initial) else initial)
        self.max_player: Hashable = name_max_player(self._to_move(self._start.held))
        """MAX's name in the game."""
        self._player_argument = (self.max_player,) if len(signature(game.utility).parameters) > 1 else ()
        if callable(getattr(game, "evaluate", None)):
            self.evaluate = self._evaluate

    def adopt(self, value: Any) -> ForeignPosition:
        """A position of the game, from the game's own."""
        return value if isinstance(value, ForeignPosition) else ForeignPosition(state_key(value), value)

    def start(self) -> ForeignPosition:
        """`initial`."""
        return self._start

    def turn(self, state: ForeignPosition) -> Turn:
        """Who is to move."""
        return turn_of_player(self._to_move(state.held), self.max_player)

    def utility(self, state: ForeignPosition) -> float | None:
        """The game's utility for MAX, where the terminal test holds."""
        if not self._is_over(state.held):
            return None
        value: float = self.game.utility(state.held, *self._player_argument)
        return value

    def moves(self, state: ForeignPosition) -> Sequence[Any]:
        """The game's actions in its own order; a set's are sorted by how they are written."""
        return hashable_moves(self.game.actions(state.held))

    def play(self, state: ForeignPosition, move: Any) -> ForeignPosition:
        """The result of an action.

        Raises:
            ValueError: the game changed the position it was given, or refused its own move.
        """
        next_state = self.game.result(state.held, foreign_move(move, lambda: self.game.actions(state.held)))
        if next_state is state.held:
            raise ValueError(
                f"result() gives back the position it was given for the move {move!r}; it must be a new one"
            )
        return self.adopt(next_state)

    def _evaluate(self, state: ForeignPosition) -> float:
        """The game's own `evaluate(state)`, which must be MAX's view."""
        value: float = self.game.evaluate(state.held)
        return value

    def show(self, state: ForeignPosition) -> str:
        """What the game's `display` prints."""
        display = getattr(self.game, "display", None)
        return (capture_print(lambda: display(state.held)) if callable(display) else "") or str(state.held)
