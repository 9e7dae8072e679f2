"""A module of functions, in which states have successors and moves have no names.

    start = …                       the first position, or a function that gives it
    next_states(state)              the positions that one move leads to
    finished(state)                 whether the game is over
    utility(state)                  MAX's payoff where it is
    turn(state) or player(state)    optional: who moves; without it the players alternate, and MAX begins
    evaluate(state), show(state)    optional

Any object with these functions will do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Any

from tracer.errors import PlyscopeError
from tracer.games.adapters.foreign_position import (
    ForeignPosition,
    GameStyle,
    NamedMove,
    capture_print,
    first_attribute,
    foreign_game_name,
    name_max_player,
    stable_order,
    state_key,
    turn_of_player,
)
from tracer.games.rules import MAX, MIN, Turn
from tracer.games.snapshot_changes import describe_difference

_MAX_CACHED_POSITIONS = 1 << 12
"""Positions whose successors are remembered: those of a path are asked for again and again."""


class FunctionsGame(GameStyle):
    """A module of functions. A move is named by what it changes, or else by its number, from 0."""

    name = "a module of functions next_states, utility, finished"
    marker_methods = ("next_states",)
    required_methods = (("utility",), ("finished",), ("start",))

    def __init__(self, module: Any, spec: str | None = None) -> None:
        self.module, self.spec = module, foreign_game_name(module, spec)
        self._to_move = first_attribute(module, "turn", "player")
        self._cached_successors: dict[ForeignPosition, list[tuple[NamedMove, ForeignPosition]]] = {}
        initial = module.start() if callable(module.start) else module.start
        self.max_player: Hashable = None if self._to_move is None else name_max_player(self._to_move(initial))
        """MAX's name in the module; None where the players alternate."""
        self._start = self._position(initial, MAX)
        for name in ("evaluate", "show"):
            if callable(getattr(module, name, None)):
                setattr(self, name, getattr(self, f"_{name}"))

    def _position(self, state: Any, turn: Turn) -> ForeignPosition:
        if self._to_move is not None:
            return ForeignPosition(state_key(state), (state, turn_of_player(self._to_move(state), self.max_player)))
        return ForeignPosition((state_key(state), turn), (state, turn))

    def adopt(self, value: Any) -> ForeignPosition:
        """A position of the game, from the module's own.

        Raises:
            PlyscopeError: nothing tells who moves there.
        """
        if isinstance(value, ForeignPosition):
            return value
        if self._to_move is None:
            raise PlyscopeError(f"{self.spec} does not tell who moves in a position: give it a function turn(state)")
        return self._position(value, MAX)

    def start(self) -> ForeignPosition:
        """The module's `start`."""
        return self._start

    def turn(self, state: ForeignPosition) -> Turn:
        """Who moves: as the module says, or by turns."""
        turn: Turn = state.held[1]
        return turn

    def utility(self, state: ForeignPosition) -> float | None:
        """The module's utility where the game is finished."""
        if not self.module.finished(state.held[0]):
            return None
        value: float = self.module.utility(state.held[0])
        return value

    def moves(self, state: ForeignPosition) -> Sequence[NamedMove]:
        """The successors in the module's own order, each named by what changes."""
        return [move for move, _ in self._successors(state)]

    def play(self, state: ForeignPosition, move: NamedMove) -> ForeignPosition:
        """The successor of that number."""
        number = move.move
        assert isinstance(number, int)
        return self._successors(state)[number][1]

    def _successors(self, state: ForeignPosition) -> list[tuple[NamedMove, ForeignPosition]]:
        if state not in self._cached_successors:
            if len(self._cached_successors) >= _MAX_CACHED_POSITIONS:
                self._cached_successors.clear()
            module_state, turn = state.held
            next_states = stable_order(self.module.next_states(module_state))
            texts = [
                describe_difference(state_key(module_state), state_key(next_state)) or "" for next_state in next_states
            ]
            text_counts = Counter(texts)
            self._cached_successors[state] = [
                (
                    NamedMove(number, text if text and text_counts[text] == 1 else f"#{number}"),
                    self._position(next_state, MIN if turn is MAX else MAX),
                )
                for number, (next_state, text) in enumerate(zip(next_states, texts, strict=True))
            ]
        return self._cached_successors[state]

    def label(self, move: NamedMove) -> str:
        """What the move changes, such as `1,0=X`; `#2` for the third where that has no short name."""
        return move.text

    def _evaluate(self, state: ForeignPosition) -> float:
        value: float = self.module.evaluate(state.held[0])
        return value

    def _show(self, state: ForeignPosition) -> str:
        return capture_print(lambda: self.module.show(state.held[0])) or str(state.held[0])
