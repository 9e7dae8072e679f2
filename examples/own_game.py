"""A game of your own: five functions over immutable positions, and any search can be recorded.

The game: a pile of coins, each player takes one, two or three, and whoever takes the last coin wins.

Try `plyscope trace own_game.py:Coins -a alphabeta`, or run this file.
"""

from __future__ import annotations

import plyscope
from plyscope import MAX, MIN, Turn

State = tuple[int, Turn]
"""Coins left, and who moves."""


class Coins:
    """Seven coins."""

    def start(self) -> State:
        """Where the game begins."""
        return (7, MAX)

    def turn(self, state: State) -> Turn:
        """Who moves."""
        return state[1]

    def utility(self, state: State) -> float | None:
        """MAX's payoff where the game is over: who cannot move has lost."""
        coins, turn = state
        return None if coins else -int(turn)

    def moves(self, state: State) -> list[int]:
        """What may be taken."""
        return [taken for taken in (1, 2, 3) if taken <= state[0]]

    def play(self, state: State, move: int) -> State:
        """A new position; the old one stays as it is."""
        coins, turn = state
        return (coins - move, MIN if turn is MAX else MAX)

    def show(self, state: State) -> str:
        """Optional: the board as text, for the explorer and for `export --board`."""
        return "o" * state[0] or "-"


if __name__ == "__main__":
    trace = plyscope.trace(Coins(), "alphabeta")
    print(trace)
    print("take", trace.best_move, "and win" if trace.value == 1 else "and hope")
    print(trace.counts)
