"""By what number a Monte Carlo tree search chooses a child: the formulas of UCT and PUCT, from what was counted."""

from __future__ import annotations

from math import log, sqrt
from typing import NamedTuple

from tracer.games.rules import blame
from tracer.recording.columns import NO_WEIGHT
from tracer.recording.log_numbers import node_visits, visit_count
from tracer.recording.status import HORIZON, TERMINAL
from tracer.searches.registry import SEARCHES
from tracer.text import number
from tracer.time.moments import is_present
from tracer.tracing import Trace


class SelectionScore(NamedTuple):
    """What a child was chosen by, MAX's view: MAX takes the greatest sum, MIN the least.

    >>> SelectionScore(1, 0.25, 0.5, 1).describe(), SelectionScore(1, 0.25, 0.5, -1).describe()
    ('Q 0.25 + U 0.5 = 0.75', 'Q 0.25 − U 0.5 = −0.25')
    """

    child: int
    mean: float
    """Q; 0 of a child that PUCT never visited."""
    exploration: float
    """U, by how much less of what is little known is enough."""
    turn: int
    """Who chooses."""

    @property
    def total(self) -> float:
        """Q + U where MAX chooses, Q − U where MIN does."""
        return self.mean + self.turn * self.exploration

    @property
    def rank(self) -> float:
        """The greater, the sooner it is chosen: the sum from the view of the player who chooses."""
        return self.turn * self.total

    @property
    def formula_text(self) -> str:
        """What is added up."""
        return f"Q {self._sign} U"

    @property
    def extreme_word(self) -> str:
        """Which sum is chosen."""
        return "greatest" if self.turn > 0 else "least"

    def describe(self) -> str:
        """The sum with its numbers."""
        return f"Q {number(self.mean)} {self._sign} U {number(self.exploration)} = {number(self.total)}"

    @property
    def _sign(self) -> str:
        return "+" if self.turn > 0 else "−"


def compute_scores(trace: Trace, node: int, step: int) -> list[SelectionScore]:
    """What the children of a node are chosen by in the iteration of a step, in their order; none where that is unknown.

    Nothing is chosen by a formula where a move of UCT was not tried yet, and in a search that is not plyscope's own.
    O(children × log rows).
    """
    columns, name, c = trace.columns, trace.header.search, exploration_constant(trace)
    if c is None:
        return []
    earlier_step, turn = step - 1, columns.turn.item(node)
    children = [child for child in trace.children(node) if is_present(trace, child, earlier_step)]
    parent_visits = node_visits(columns, node, earlier_step).times
    child_visits = [node_visits(columns, child, earlier_step) for child in children]
    if name == "uct":
        if not child_visits or not parent_visits or not all(child_stats.times for child_stats in child_visits):
            return []
        return [
            SelectionScore(
                child, child_stats.total / child_stats.times, c * sqrt(log(parent_visits) / child_stats.times), turn
            )
            for child, child_stats in zip(children, child_visits, strict=True)
        ]
    selection_scores = []
    for child, child_stats in zip(children, child_visits, strict=True):
        prior = NO_WEIGHT if columns.weight is None else columns.weight.item(child)
        selection_scores.append(
            SelectionScore(
                child,
                child_stats.mean or 0.0,
                c * max(prior, 0.0) * sqrt(parent_visits) / (1 + child_stats.times),
                turn,
            )
        )
    return selection_scores


def own_and_rival_score(
    trace: Trace, node: int, child: int, step: int
) -> tuple[SelectionScore | None, SelectionScore | None]:
    """The score of a child, and that of the best other one; None where there is none, or nobody knows."""
    ranked_scores = sorted(compute_scores(trace, node, step), key=lambda score: -score.rank)
    own_score = next((score for score in ranked_scores if score.child == child), None)
    return own_score, next((score for score in ranked_scores if score.child != child), None)


def exploration_constant(trace: Trace) -> float | None:
    """The c of UCT's or PUCT's formula; None of another search, and of one that is not plyscope's own."""
    name = trace.header.search
    if not trace.header.ours or name not in ("uct", "puct"):
        return None
    default = next(option.default for option in SEARCHES[name].own if option.name == "c")
    return float(trace.header.options.get("c", default))


def has_tried_all_moves(trace: Trace, node: int, step: int) -> bool:
    """Whether a move of UCT had been chosen by its sum before the iteration of a step, or could have been.

    That is so if all children that there ever are were there, and one was visited again at any time: as long as a move
    was not tried, none is. O(children).
    """
    children = trace.children(node)
    are_all_added = all(is_present(trace, child, step - 1) for child in children)
    return are_all_added and any(visit_count(trace.columns, child, trace.steps - 1) > 1 for child in children)


def count_untried_moves(trace: Trace, node: int, step: int) -> int:
    """How many moves of a node UCT had not tried by a step, which come before all sums; 0 where that is unknown."""
    if trace.header.search != "uct" or trace.columns.status.item(node) in (TERMINAL, HORIZON):
        return 0
    added_count = sum(is_present(trace, child, step) for child in trace.children(node))
    if has_tried_all_moves(trace, node, trace.steps):
        return len(trace.children(node)) - added_count
    if trace.game is None:
        return 0
    move_counts = trace.once(_cached_move_counts)
    if node not in move_counts:
        with blame(trace.game):
            move_counts[node] = len(trace.game.moves(trace.state(node)))
    return move_counts[node] - added_count if added_count else 0


def _cached_move_counts(_trace: Trace) -> dict[int, int]:
    """How many moves there are at nodes, each asked of the game once."""
    return {}
