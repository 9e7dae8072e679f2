"""The position, or why there is none."""

from __future__ import annotations

from strategies import AIMA

import tracer
from tracer.trace import Trace
from tui.board import position


class Loud:
    """A game that cannot draw its positions."""

    def start(self):
        return 0

    def turn(self, state):
        return tracer.MAX

    def utility(self, state):
        return 1 if state else None

    def moves(self, state):
        return [1]

    def play(self, state, move):
        return state + move

    def show(self, state):
        raise RuntimeError("no \x1b[31mink")


def test_a_position_is_what_the_game_draws():
    trace = tracer.trace("tictactoe")
    assert position(trace, 5) == ("XOX", "OX.", "...")


def test_a_trace_without_a_game_says_so():
    known = tracer.trace(AIMA)
    trace = Trace(known.columns, [], known.header, labels=known.move_labels)
    assert "no game" in " ".join(position(trace, 0))


def test_an_error_of_the_game_is_shown_and_harmless():
    assert " ".join(position(tracer.trace(Loud()), 1)) == "Loud raised RuntimeError: no ␛[31mink"
