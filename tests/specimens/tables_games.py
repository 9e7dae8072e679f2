"""The rules of the games that the searches with tables play, for `check`: from the healthy files."""

from __future__ import annotations

from collections.abc import Sequence

from specimens import tables_deepening, tables_ladder, tables_ladder_negamax, tables_squares

from tracer.games.rules import MAX, MIN, Turn

Rung = tuple[int, int]


class Ladder:
    """The ladder of `tables_ladder`: a position is a rung and who moves."""

    def start(self) -> Rung:
        return 0, 1

    def turn(self, state: Rung) -> Turn:
        return MAX if state[1] == 1 else MIN

    def moves(self, state: Rung) -> Sequence[int]:
        return tables_ladder.STEPS[state[0] % len(tables_ladder.STEPS)]

    def play(self, state: Rung, move: int) -> Rung:
        return state[0] + move, -state[1]

    def utility(self, state: Rung) -> float | None:
        return tables_ladder.worth(*state) if state[0] >= tables_ladder.RUNGS else None

    def evaluate(self, state: Rung) -> float:
        return tables_ladder.worth(*state)


class LadderOfNegamax(Ladder):
    """The ladder of `tables_ladder_negamax`."""

    def moves(self, state: Rung) -> Sequence[int]:
        return tables_ladder_negamax.steps(state[0])

    def utility(self, state: Rung) -> float | None:
        rungs = tables_ladder_negamax.RUNGS
        return tables_ladder_negamax.PAYS[state[1]][state[0] - rungs] if state[0] >= rungs else None


class Squares:
    """The board of `tables_squares`, as its text."""

    def start(self) -> str:
        return "......"

    def turn(self, state: str) -> Turn:
        return MAX if state.count("X") == state.count("O") else MIN

    def moves(self, state: str) -> Sequence[int]:
        return [square for square in range(6) if state[square] == "."]

    def play(self, state: str, move: int) -> str:
        return state[:move] + ("X" if self.turn(state) is MAX else "O") + state[move + 1 :]

    def utility(self, state: str) -> float | None:
        player = tables_squares.Player()
        player.board = list(state)
        return None if "." in state else player.score()

    def parse(self, text: str) -> str:
        return text

    def adopt(self, value: object) -> str | None:
        return "".join(value) if isinstance(value, list) else None


Heaps = tuple[tuple[int, int], int]


class Counters:
    """The heaps of `tables_deepening`, with who moves."""

    def start(self) -> Heaps:
        return tables_deepening.HEAPS, 1

    def turn(self, state: Heaps) -> Turn:
        return MAX if state[1] == 1 else MIN

    def moves(self, state: Heaps) -> Sequence[tuple[int, int]]:
        return tables_deepening.Engine().moves(state[0])

    def play(self, state: Heaps, move: tuple[int, int]) -> Heaps:
        return move, -state[1]

    def utility(self, state: Heaps) -> float | None:
        return self.evaluate(state) if state[0] == (0, 0) else None

    def evaluate(self, state: Heaps) -> float:
        return tables_deepening.Engine().evaluate(*state)
