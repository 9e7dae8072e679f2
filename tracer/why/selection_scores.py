"""By what number a Monte Carlo tree search chooses a child: the formulas of UCT and PUCT, from what was counted."""

from __future__ import annotations

from math import log, sqrt
from typing import NamedTuple
from weakref import ref

from tracer.games.rules import blame
from tracer.recording.columns import NO_WEIGHT
from tracer.recording.numbers_of_log import times, visits
from tracer.recording.status import HORIZON, TERMINAL
from tracer.searches.registry import SEARCHES
from tracer.text import number
from tracer.time.moments import is_there
from tracer.tracing import Trace


class Score(NamedTuple):
    """What a child was chosen by, MAX's view: MAX takes the greatest sum, MIN the least.

    >>> Score(1, 0.25, 0.5, 1).say(), Score(1, 0.25, 0.5, -1).say()
    ('Q 0.25 + U 0.5 = 0.75', 'Q 0.25 − U 0.5 = −0.25')
    """

    child: int
    mean: float
    """Q; 0 of a child that PUCT never visited."""
    explore: float
    """U, by how much less of what is little known is enough."""
    turn: int
    """Who chooses."""

    @property
    def total(self) -> float:
        """Q + U where MAX chooses, Q − U where MIN does."""
        return self.mean + self.turn * self.explore

    @property
    def rank(self) -> float:
        """The greater, the sooner it is chosen: the sum from the view of the player who chooses."""
        return self.turn * self.total

    @property
    def sum(self) -> str:
        """What is added up."""
        return f"Q {self._sign} U"

    @property
    def wanted(self) -> str:
        """Which sum is chosen."""
        return "greatest" if self.turn > 0 else "least"

    def say(self) -> str:
        """The sum with its numbers."""
        return f"Q {number(self.mean)} {self._sign} U {number(self.explore)} = {number(self.total)}"

    @property
    def _sign(self) -> str:
        return "+" if self.turn > 0 else "−"


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
            Score(child, one.total / one.times, c * sqrt(log(known) / one.times), turn)
            for child, one in zip(children, counted, strict=True)
        ]
    found = []
    for child, one in zip(children, counted, strict=True):
        prior = NO_WEIGHT if columns.weight is None else columns.weight.item(child)
        found.append(Score(child, one.mean or 0.0, c * max(prior, 0.0) * sqrt(known) / (1 + one.times), turn))
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
    """Whether a move of UCT had been chosen by its sum before the iteration of a step, or could have been.

    That is so if all children that there ever are were there, and one was visited again at any time: as long as a move
    was not tried, none is. O(children).
    """
    children = trace.children(node)
    there = all(is_there(trace, child, step - 1) for child in children)
    return there and any(times(trace.columns, child, trace.steps - 1) > 1 for child in children)


def untried(trace: Trace, node: int, step: int) -> int:
    """How many moves of a node UCT had not tried by a step, which come before all sums; 0 where that is unknown."""
    if trace.header.search != "uct" or trace.columns.status.item(node) in (TERMINAL, HORIZON):
        return 0
    there = sum(is_there(trace, child, step) for child in trace.children(node))
    if is_tried_out(trace, node, trace.steps):
        return len(trace.children(node)) - there
    if trace.game is None:
        return 0
    legal = trace.once(_Legal).of(node)
    return legal - there if there else 0


class _Legal:
    """How many moves there are at nodes, each asked of the game once."""

    def __init__(self, trace: Trace) -> None:
        self._trace, self._known = ref(trace), dict[int, int]()

    def of(self, node: int) -> int:
        if node not in self._known:
            trace = self._trace()
            assert trace is not None
            game = trace.need_game()
            with blame(game):
                self._known[node] = len(game.moves(trace.state(node)))
        return self._known[node]
