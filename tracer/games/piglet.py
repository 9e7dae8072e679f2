"""Piglet, or Pig with a coin: heads is a point, tails loses the turn (Neller & Presser 2004)."""

from functools import partial

from tracer.games.game_entry import GameEntry, Parameter
from tracer.games.pig import MAX_POINTS, MAX_TURNS, Piglet, make_pig_game

ENTRY = GameEntry(
    name="piglet",
    make=partial(make_pig_game, Piglet),
    form="piglet[:2,100]",
    summary="Pig with a coin: heads is a point, tails ends the turn, first to 2 points",
    parameters=(
        Parameter("points", "points that win", "2", 1, MAX_POINTS),
        Parameter("turns", "turns until it is a draw", "100", 1, MAX_TURNS),
    ),
    test_specs=("piglet:2,3", "piglet:1,2"),
)
