"""Piglet, or Pig with a coin: heads is a point, tails loses the turn (Neller & Presser 2004)."""

from functools import partial

from tracer.games.entry import Entry, Parameter
from tracer.games.pig import MOST_POINTS, MOST_TURNS, Piglet, make

ENTRY = Entry(
    name="piglet",
    make=partial(make, Piglet),
    form="piglet[:2,100]",
    summary="Pig with a coin: heads is a point, tails ends the turn, first to 2 points",
    parameters=(
        Parameter("points", "points that win", "2", 1, MOST_POINTS),
        Parameter("turns", "turns until it is a draw", "100", 1, MOST_TURNS),
    ),
    small=("piglet:2,3", "piglet:1,2"),
)
