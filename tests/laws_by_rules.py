"""The laws that ask the rules: legal moves, the values of leaves, chances, and what is counted by path."""

from __future__ import annotations

from typing import Any

from tracer.count.counts import count
from tracer.count.frontier import depth_limit
from tracer.count.layers import TooMany
from tracer.count.paths import paths_of
from tracer.count.sizes import Sizes
from tracer.deciding.thresholds import TINY
from tracer.diagnosis.laws import LawBroken, positions
from tracer.games.rules import PROBABILITY_TOLERANCE, Turn, blame, label, to_python_number, utility
from tracer.recording.column_views import ColumnViews
from tracer.recording.columns import NO_DEPTH
from tracer.recording.no_moves import find_partial_probes, mask_skips
from tracer.recording.node import chance_mean, outcome_probability
from tracer.recording.recording import Recording
from tracer.recording.status import EXPANDED, HORIZON, OPEN, PRUNED, TABLE, TERMINAL, Why
from tracer.searches.contract import clamp
from tracer.text import number
from tracer.tracing import Trace

Limits = tuple[float, float]
"""Between which numbers a value lies; a window."""


class LawRows(ColumnViews):
    """The columns as lists, and the options that matter here."""

    def __init__(self, trace: Trace) -> None:
        super().__init__(trace)
        options = trace.header.options
        self.hard, self.cut = options.get("fail") == "hard", options.get("cut", ">=")
        self.drivers = trace.drivers
        self.none, self.aside = trace.no_moves, trace.set_aside.tolist()
        self.skipped = mask_skips(trace.columns).tolist()
        why = trace.columns.why
        self.probe = [False] * len(trace) if why is None else (why == Why.PROBE).tolist()
        self.partial = frozenset(find_partial_probes(trace.columns))
        depth = trace.columns.depth
        self.depth: list[int] = [NO_DEPTH] * len(trace) if depth is None else depth.tolist()

    def is_null(self, node: int) -> bool:
        """Whether a node's window is at most 1 wide, but for rounding."""
        return self.beta[node] - self.alpha[node] <= 1 + TINY

    def expanded(self) -> list[int]:
        """The nodes whose player chose among children."""
        return [node for node in self.visited if self.status[node] == EXPANDED and self.turn[node]]

    def window(self, node: int) -> Limits:
        """Alpha and beta on entry."""
        return self.alpha[node], self.beta[node]


def paths(trace: Recording) -> None:
    """A path is visited if some visit entered it, else pruned; it counts at its first node alone.

    Paths are told apart by a dictionary here, node by node.
    """
    columns, numbers = trace.columns, dict[tuple[int, int], int]()
    path, first_visit, first_cut = [0], dict[int, int](), dict[int, int]()
    skipped = mask_skips(columns)
    rows = zip(columns.parent.tolist(), columns.move.tolist(), columns.status.tolist(), strict=True)
    for node, (parent, move, status) in enumerate(rows):
        if node:
            here = path[parent]
            path.append(here if move in trace.passes else numbers.setdefault((here, move), node))
        if status != PRUNED:
            first_visit.setdefault(path[node], node)
        elif not skipped[node]:
            first_cut.setdefault(path[node], node)
    found = paths_of(trace)
    for node, (visited, pruned) in enumerate(zip(found.visited.tolist(), found.pruned.tolist(), strict=True)):
        if visited != (first_visit.get(path[node]) == node):
            raise LawBroken(trace, node, f"counted as {'a' if visited else 'no'} first visit of its path")
        if pruned != (first_cut.get(path[node]) == node and path[node] not in first_visit):
            raise LawBroken(trace, node, f"counted as {'a' if pruned else 'no'} pruned branch")


def full_tree(trace: Recording) -> None:
    """What was visited, pruned, or known to the table makes the full tree, which plain minimax visits to that depth.

    Nothing is asked of a trace that claims no exact count of it.
    """
    counts = count(trace)
    if counts.full_tree_nodes is None or not counts.exact:
        return
    game = trace.need_game()
    try:
        with blame(game):
            whole = sum(Sizes(game).levels(trace.start(), depth_limit(trace)))
    except TooMany:
        return
    if counts.full_tree_nodes != whole:
        parts = (
            f"{counts.distinct_nodes:,} visited, {counts.pruned_nodes:,} pruned, {counts.table_nodes:,} by the table"
        )
        raise LawBroken(trace, 0, f"the full tree has {whole:,} nodes, not {counts.full_tree_nodes:,}: {parts}")


def outcomes(trace: Trace) -> None:
    """Probabilities of all outcomes, visited and pruned, add up to 1, and a value is the mean of its outcomes'.

    Where a cutoff left outcomes out, it lies at or beyond an end of the window. Nothing is asked of a node at which a
    probability was not told.
    """
    columns = trace.columns
    if columns.weight is None:
        return
    for node in ((columns.status == EXPANDED) & (columns.turn == 0)).nonzero()[0].tolist():
        if node in trace.drivers:
            continue
        chances = {columns.move.item(child): outcome_probability(trace, child) for child in trace.children(node)}
        known = [chance for chance in chances.values() if chance is not None]
        if len(known) < len(chances):
            continue
        if abs(sum(known) - 1) > PROBABILITY_TOLERANCE:
            raise LawBroken(trace, node, f"the probabilities of its outcomes add up to {sum(known):g}, not to 1")
        value, found = columns.value.item(node), chance_mean(trace, node)
        if columns.cutoff[node]:
            if columns.alpha[node] < value < columns.beta[node]:
                raise LawBroken(trace, node, f"a cutoff, but the value {number(value)} lies inside its window")
        elif found is None or abs(found - value) > PROBABILITY_TOLERANCE * max(abs(value), 1):
            expected = "of nothing" if found is None else number(found)
            raise LawBroken(trace, node, f"the value {number(value)} is not the mean of its outcomes, {expected}")


def moves(trace: Trace) -> None:
    """Law 4: the visited children and the pruned branches of an expanded node are its legal moves, each once.

    A move may be visited again right after a visit that left only a bound: a re-search. So may it where a null window
    of width 1 found a value inside itself, as it does among fractions: the search need not know that this is exact.
    An outcome may be searched at any time after it was probed. Where the search was stopped, moves may be missing; a
    node that begins iterations searches none itself. What is no move of the game counts for none, and a visit that only
    asked is none of its move.
    """
    game, rows = trace.need_game(), LawRows(trace)
    for node, state in positions(trace, rows.visited):
        if rows.turn[node] != game.turn(state):
            raise LawBroken(trace, node, f"{Turn(rows.turn[node]).name} moves, but the rules say {game.turn(state)!r}")
        if rows.status[node] not in (EXPANDED, OPEN) or game.utility(state) is not None or node in rows.drivers:
            continue
        searched, legal = _moves_once(trace, rows, node), list(game.moves(state))
        if foreign := list(searched.keys() - set(legal)):
            raise LawBroken(trace, searched[foreign[0]], f"{label(game, foreign[0])} is no legal move there")
        missing = [move for move in legal if move not in searched]
        if missing and rows.status[node] == EXPANDED:
            raise LawBroken(trace, node, f"the legal move {label(game, missing[0])} is neither visited nor pruned")


def _moves_once(trace: Trace, rows: LawRows, node: int) -> dict[Any, int]:
    """The moves of a node's children, each with its last visit."""
    found: dict[Any, int] = {}
    asked: dict[Any, int] = {}
    for child in rows.children(node):
        if rows.move[child] in rows.none:
            continue
        move = trace.move(child)
        if rows.aside[child]:
            asked[move] = child
            continue
        again = found.get(move) if rows.status[child] != PRUNED else None
        if again is not None and rows.probe[again] and not rows.turn[node]:
            found[move] = child
            continue
        if move in found and (again is None or rows.end[again] != child or not _leaves_open(rows, again, child)):
            raise LawBroken(trace, child, f"the move {trace.label(child)} comes twice below node {node}")
        found[move] = child
    return asked | found


def _leaves_open(rows: LawRows, before: int, child: int) -> bool:
    """Whether a visit gave a reason to search its move again in a later one: a bound, or a null window's fraction.

    A leaf's value too is only a bound for who asked with a window beside it.
    """
    alpha, beta = rows.window(before)
    if not alpha < rows.value[before] < beta:
        return True
    low, high = rows.window(child)
    return rows.is_null(before) and low <= rows.value[before] <= high


def leaves(trace: Trace) -> None:
    """Law 3: a terminal node has its utility, a node at the horizon its evaluation (fail-hard: clamped)."""
    game: Any = trace.need_game()
    rows = LawRows(trace)
    for node, state in positions(trace, rows.visited):
        status, payoff = rows.status[node], utility(game, state)
        if status in (TABLE, OPEN):
            continue
        if (status == TERMINAL) != (payoff is not None):
            raise LawBroken(trace, node, f"{trace.node(node).status.name}, but the utility there is {payoff}")
        if status in (TERMINAL, HORIZON):
            expected = to_python_number(game.evaluate(state)) if payoff is None else payoff
            expected = clamp(expected, rows.window(node)) if rows.hard else expected
            if rows.value[node] != expected:
                raise LawBroken(trace, node, f"the value is {number(rows.value[node])}, not {number(expected)}")
