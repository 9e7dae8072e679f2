"""Games in the style of "Artificial Intelligence: A Modern Approach" (Russell & Norvig): `actions`, `result` and so on.

Nothing is imported: a game is known by its functions. `terminal_test(state)` may be called `is_terminal` or `terminal`,
`to_move(state)` may be `player`, and `initial` may be a position or a function that gives one (`initial_state`), as in
the courses that took the style over, some of which give `utility` the position alone.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from inspect import signature
from typing import Any

from tracer.games.adapters.position import (
    Position,
    Style,
    capture_print,
    find,
    foreign_move,
    hashable,
    key_of,
    maximiser,
    name_of,
    side,
)
from tracer.games.rules import Turn


class Aima(Style):
    """A game in AIMA's style. MAX is who moves first, unless that player is called MIN or O.

    Positions are equal where all they hold is: of a `GameState` to_move, utility, board and moves.
    """

    name = "a game in AIMA's style"
    marks = ("actions", "result")
    needed = (
        ("utility",),
        ("terminal_test", "is_terminal", "terminal"),
        ("to_move", "player"),
        ("initial", "initial_state"),
    )

    def __init__(self, game: Any, spec: str | None = None) -> None:
        self.game, self.spec = game, name_of(game, spec)
        self._over = find(game, "terminal_test", "is_terminal", "terminal")
        self._to_move = find(game, "to_move", "player")
        first = find(game, "initial", "initial_state")
        self._start = self.adopt(first() if callable(first) else first)
        self.maximiser: Hashable = maximiser(self._to_move(self._start.held))
        """MAX's name in the game."""
        self._player = (self.maximiser,) if len(signature(game.utility).parameters) > 1 else ()
        if callable(getattr(game, "evaluate", None)):
            self.evaluate = self._evaluate

    def adopt(self, value: Any) -> Position:
        """A position of the game, from the game's own."""
        return value if isinstance(value, Position) else Position(key_of(value), value)

    def start(self) -> Position:
        """`initial`."""
        return self._start

    def turn(self, state: Position) -> Turn:
        """Who is to move."""
        return side(self._to_move(state.held), self.maximiser)

    def utility(self, state: Position) -> float | None:
        """The game's utility for MAX, where the terminal test holds."""
        if not self._over(state.held):
            return None
        value: float = self.game.utility(state.held, *self._player)
        return value

    def moves(self, state: Position) -> Sequence[Any]:
        """The game's actions in its own order; a set's are sorted by how they are written."""
        return hashable(self.game.actions(state.held))

    def play(self, state: Position, move: Any) -> Position:
        """The result of an action.

        Raises:
            ValueError: the game changed the position it was given, or refused its own move.
        """
        after = self.game.result(state.held, foreign_move(move, lambda: self.game.actions(state.held)))
        if after is state.held:
            raise ValueError(
                f"result() gives back the position it was given for the move {move!r}; it must be a new one"
            )
        return self.adopt(after)

    def _evaluate(self, state: Position) -> float:
        """The game's own `evaluate(state)`, which must be MAX's view."""
        value: float = self.game.evaluate(state.held)
        return value

    def show(self, state: Position) -> str:
        """What the game's `display` prints."""
        display = getattr(self.game, "display", None)
        return (capture_print(lambda: display(state.held)) if callable(display) else "") or str(state.held)
