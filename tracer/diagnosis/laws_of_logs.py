"""The laws of a best-first recording: what holds of its log and its tree at every row.

A Monte Carlo search counts each iteration for all nodes above its leaf, a proof number follows from those of the
children, SSS* takes states whose merits never get better, and no leaf twice.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import numpy as np

from tracer.deciding.thresholds import TINY
from tracer.diagnosis.broken import LawBroken
from tracer.diagnosis.laws_of_proofs import goals_decide, proofs_follow, table_knows, values_are_proved
from tracer.games.rules import label, utility
from tracer.recording.log import GAMMA4, Log
from tracer.recording.numbers_of_log import best_by_log, log_of
from tracer.recording.status import EXPANDED, TERMINAL
from tracer.recording.sums import totals
from tracer.tracing import Trace

_SMALLEST = math.ulp(0.0)
"""The smallest number, of which a mean may be half as far off, however small the results are."""


def born_in_order(trace: Trace) -> None:
    """A node is there when its parent is, and of brothers the earlier ones are there first."""
    born, parent = trace.columns.entered(np.arange(len(trace))), trace.columns.parent
    for node in range(1, len(trace)):
        if born[node] < born[parent[node]]:
            raise LawBroken(trace, node, f"born at row {born[node]}, its parent at row {born[parent[node]]}")


def rows_in_order(trace: Trace) -> None:
    """A row is about a node that is there, and iterations follow one another."""
    log, born = log_of(trace.columns), trace.columns.born
    assert born is not None
    for row, node in enumerate(log.node.tolist()):
        if born[node] > row:
            raise LawBroken(trace, node, f"row {row} is about it, and it was born at row {born[node]}")
    if np.any(np.diff(log.iteration) < 0):
        raise LawBroken(trace, 0, "an iteration comes before the one before it")


def means_count(trace: Trace) -> None:
    """N is what ended here and the N of the children, and the value is W / N, no further out than any one result."""
    log, columns = log_of(trace.columns), trace.columns
    if not log.counts_visits:
        return
    visits, sums = log.visits(columns.end, len(log) - 1), totals(log, columns.end, len(log) - 1)
    ended = np.bincount(log.node, minlength=len(trace))
    most = float(np.abs(log.x).max())
    slack = max(TINY * most, _SMALLEST)
    for node in range(len(trace)):
        below = sum(int(visits[child]) for child in trace.children(node))
        if visits[node] != ended[node] + below:
            raise LawBroken(trace, node, f"N is {visits[node]}, {ended[node]} ended there, and {below} below")
        if abs(sums[node]) > visits[node] * (most + slack):
            raise LawBroken(trace, node, f"W is {sums[node]}, of {visits[node]} results no larger than {most}")
        value = columns.value[node]
        if visits[node] and abs(value * visits[node] - sums[node]) > visits[node] * slack:
            raise LawBroken(trace, node, f"its value {value} is not {sums[node]} / {visits[node]}")


def merits_fall(trace: Trace) -> None:
    """The merits of the states that are taken never get better for the player whose best comes first; no leaf twice."""
    log = log_of(trace.columns)
    if not log.has_merits:
        return
    sign = 1 if log.x[0] > 0 else -1
    better = np.flatnonzero(sign * log.x[1:] > sign * log.x[:-1])
    for row in better.tolist():
        raise LawBroken(trace, int(log.node[row + 1]), f"the merit {log.x[row + 1]} is taken after {log.x[row]}")
    leaves = log.node[log.kind == GAMMA4]
    twice = np.flatnonzero(np.bincount(leaves, minlength=1) > 1)
    for node in twice.tolist():
        raise LawBroken(trace, node, "it is evaluated twice")


def best_is_there(trace: Trace) -> None:
    """A node that has children and a value has a best child, but for one that the table of df-pn answered."""
    log, columns = log_of(trace.columns), trace.columns
    if log.has_proofs and trace.header.search != "pns":
        return
    for node in np.flatnonzero((columns.status == EXPANDED) & (columns.value == columns.value)).tolist():
        children = trace.children(node)
        if children and best_by_log(columns, node, children) is None and not (log.counts_visits and _is_new(log, node)):
            raise LawBroken(trace, node, "it has children and a value, and none of them is best")


def _is_new(log: Log, node: int) -> bool:
    """Whether all iterations through a node ended at it."""
    return len(log.rows_of(node)) > 0


def by_the_rules(trace: Trace) -> None:
    """Each node is reached by a legal move, each once; where the game is over its utility is the value."""
    log, columns, game = log_of(trace.columns), trace.columns, trace.need_game()
    states = {0: trace.start()}
    for node in range(len(trace)):
        state = states[node]
        over = utility(game, state)
        if over is not None and not log.has_proofs and columns.status[node] == TERMINAL and columns.value[node] != over:
            raise LawBroken(trace, node, f"its value is {columns.value[node]}, its utility {over}")
        children = trace.children(node)
        if children and over is not None:
            raise LawBroken(trace, node, "the game is over, and it has children")
        legal = {label(game, move) for move in game.moves(state)} if children else set()
        for child in children:
            if trace.label(child) not in legal:
                raise LawBroken(trace, child, "no legal move leads to it")
            states[child] = trace.state_after(state, child)


LAWS_OF_ROWS: Iterable[Callable[[Trace], None]] = (
    born_in_order, rows_in_order, means_count, proofs_follow, values_are_proved, merits_fall, best_is_there,
)  # fmt: skip
"""Those that need no game."""
LAWS_OF_LOGS: Iterable[Callable[[Trace], None]] = (*LAWS_OF_ROWS, by_the_rules, goals_decide, table_knows)
"""All of them."""
