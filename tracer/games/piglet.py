"""Piglet, or coin-Pig, as a game of its own name; `pig.py` has the rules."""

from __future__ import annotations

from functools import partial

from tracer.games.entry import Entry
from tracer.games.pig import Piglet, make

ENTRY = Entry(
    name="piglet",
    make=partial(make, Piglet),
    form="piglet[:2,100]",
    summary="Pig with a coin: heads is a point, tails ends the turn, first to 2 points",
    small=("piglet:2,3", "piglet:1,2"),
)
