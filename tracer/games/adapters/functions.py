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
from tracer.games.adapters.position import (
    Named,
    Position,
    Style,
    capture_print,
    find,
    in_order,
    key_of,
    maximiser,
    name_of,
    side,
)
from tracer.games.differences import difference
from tracer.games.rules import MAX, MIN, Turn

_KEPT = 1 << 12
"""Positions whose successors are remembered: those of a path are asked for again and again."""


class Functions(Style):
    """A module of functions. A move is named by what it changes, or else by its number, from 0."""

    name = "a module of functions next_states, utility, finished"
    marks = ("next_states",)
    needed = (("utility",), ("finished",), ("start",))

    def __init__(self, module: Any, spec: str | None = None) -> None:
        self.module, self.spec = module, name_of(module, spec)
        self._to_move = find(module, "turn", "player")
        self._after: dict[Position, list[tuple[Named, Position]]] = {}
        first = module.start() if callable(module.start) else module.start
        self.maximiser: Hashable = None if self._to_move is None else maximiser(self._to_move(first))
        """MAX's name in the module; None where the players alternate."""
        self._start = self._position(first, MAX)
        for name in ("evaluate", "show"):
            if callable(getattr(module, name, None)):
                setattr(self, name, getattr(self, f"_{name}"))

    def _position(self, state: Any, turn: Turn) -> Position:
        if self._to_move is not None:
            return Position(key_of(state), (state, side(self._to_move(state), self.maximiser)))
        return Position((key_of(state), turn), (state, turn))

    def adopt(self, value: Any) -> Position:
        """A position of the game, from the module's own.

        Raises:
            PlyscopeError: nothing tells who moves there.
        """
        if isinstance(value, Position):
            return value
        if self._to_move is None:
            raise PlyscopeError(f"{self.spec} does not tell who moves in a position: give it a function turn(state)")
        return self._position(value, MAX)

    def start(self) -> Position:
        """The module's `start`."""
        return self._start

    def turn(self, state: Position) -> Turn:
        """Who moves: as the module says, or by turns."""
        turn: Turn = state.held[1]
        return turn

    def utility(self, state: Position) -> float | None:
        """The module's utility where the game is finished."""
        if not self.module.finished(state.held[0]):
            return None
        value: float = self.module.utility(state.held[0])
        return value

    def moves(self, state: Position) -> Sequence[Named]:
        """The successors in the module's own order, each named by what changes."""
        return [move for move, _ in self._successors(state)]

    def play(self, state: Position, move: Named) -> Position:
        """The successor of that number."""
        number = move.move
        assert isinstance(number, int)
        return self._successors(state)[number][1]

    def _successors(self, state: Position) -> list[tuple[Named, Position]]:
        if state not in self._after:
            if len(self._after) >= _KEPT:
                self._after.clear()
            before, turn = state.held
            after = in_order(self.module.next_states(before))
            texts = [difference(key_of(before), key_of(one)) or "" for one in after]
            often = Counter(texts)
            self._after[state] = [
                (
                    Named(number, text if text and often[text] == 1 else f"#{number}"),
                    self._position(one, MIN if turn is MAX else MAX),
                )
                for number, (one, text) in enumerate(zip(after, texts, strict=True))
            ]
        return self._after[state]

    def label(self, move: Named) -> str:
        """What the move changes, such as `1,0=X`; `#2` for the third where that has no short name."""
        return move.text

    def _evaluate(self, state: Position) -> float:
        value: float = self.module.evaluate(state.held[0])
        return value

    def _show(self, state: Position) -> str:
        return capture_print(lambda: self.module.show(state.held[0])) or str(state.held[0])
