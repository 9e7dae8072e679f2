"""By what number a Monte Carlo tree search chooses a child: the formulas of UCT and PUCT, from what was counted."""

from __future__ import annotations

from math import log, sqrt
from typing import NamedTuple

from tracer.recording.columns import NO_WEIGHT
from tracer.recording.numbers_of_log import visits
from tracer.searches.registry import SEARCHES
from tracer.text import number
from tracer.time.moments import is_there
from tracer.tracing import Trace


class Score(NamedTuple):
    """What a child was chosen by."""

    child: int
    mean: float
    """Q from the view of the player who chooses; 0 of a child that PUCT never visited."""
    explore: float
    """U, what is added for what is little known."""

    @property
    def total(self) -> float:
        """Q + U."""
        return self.mean + self.explore

    def say(self) -> str:
        """The sum, as in `Q 0.31 + U 0.22 = 0.53`."""
        return f"Q {number(self.mean)} + U {number(self.explore)} = {number(self.total)}"


def scores(trace: Trace, node: int, step: int) -> list[Score]:
    """What the children of a node are chosen by in the iteration of a step, in their order; none where that is unknown.

    Nothing is chosen by a formula where a move of UCT was not tried yet, and in a search that is not plyscope's own.
    O(children × log rows).
    """
    columns, name, c = trace.columns, trace.header.search, constant(trace)
    if c is None:
        return []
    before, turn = step - 1, columns.turn.item(node)
    children = [child for child in trace.children(node) if is_there(trace, child, before)]
    known = visits(columns, node, before).times
    counted = [visits(columns, child, before) for child in children]
    if name == "uct":
        if not counted or not known or not all(one.times for one in counted):
            return []
        return [
            Score(child, turn * one.total / one.times, c * sqrt(log(known) / one.times))
            for child, one in zip(children, counted, strict=True)
        ]
    found = []
    for child, one in zip(children, counted, strict=True):
        prior = NO_WEIGHT if columns.weight is None else columns.weight.item(child)
        found.append(Score(child, turn * (one.mean or 0.0), c * max(prior, 0.0) * sqrt(known) / (1 + one.times)))
    return found


def constant(trace: Trace) -> float | None:
    """The c of UCT's or PUCT's formula; None of another search, and of one that is not plyscope's own."""
    name = trace.header.search
    if not trace.header.ours or name not in ("uct", "puct"):
        return None
    return float(trace.header.options.get("c", _default(name)))


def _default(search: str) -> float:
    return next(float(option.default) for option in SEARCHES[search].own if option.name == "c")


def is_tried_out(trace: Trace, node: int, step: int) -> bool:
    """Whether all children of a node that there ever are were there before the iteration of a step."""
    return all(is_there(trace, child, step - 1) for child in trace.children(node))
