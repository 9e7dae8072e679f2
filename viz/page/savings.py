"""What cutoffs saved, for a page: the numbers of `tracer.why.causes.saving`, of all nodes at once, or better ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from tracer.count.frontier import plies_left
from tracer.count.layers import TooMany
from tracer.count.sizes import BUDGET, Sizes, states
from tracer.count.spared import count
from tracer.errors import PlyscopeError
from tracer.games.rules import blame
from tracer.recording.columns import Ints
from tracer.recording.status import PRUNED
from tracer.tracing import Trace
from tracer.why import causes

ASKED = 1_000
"""Nodes for which `tracer.why.causes.saving` itself is asked, a few milliseconds each."""


@dataclass(frozen=True)
class Savings:
    """Nodes of the full tree that were spared."""

    saved: Ints | None = None
    """By node that was cut, and by pruned branch: the nodes it spared; below zero, at least so many; 0 where that is
    not known. None where it is known of no node."""
    spared: Ints | None = None
    """By pruned branch: the nodes below it, itself included, that no visit entered, each path once; 0 at every other
    node. None unless all were counted."""
    complete: bool = True
    """Whether `saved` knows of every node all that `tracer.why.causes.saving` knows."""


def savings(trace: Trace) -> Savings:
    """What the cutoffs of a trace saved. Each position is counted once, within `tracer.count.sizes.BUDGET` in all."""
    columns = trace.columns
    branches = np.flatnonzero(columns.status == PRUNED)
    if trace.game is None or not len(branches):
        return Savings()
    saved, spared = np.zeros(len(trace), np.int64), np.zeros(len(trace), np.int64)
    counted = 0
    try:
        with blame(trace.game):
            for branch, nodes in _counted(trace, branches):
                spared[branch] = nodes
                counted += 1
    except PlyscopeError:
        pass  # what is asked below meets the same error and makes nothing of it
    open_ones = _gather(trace, branches, counted, spared, saved)
    for node in open_ones[:ASKED]:
        found = causes.saving(trace, node)
        saved[node] = 0 if found.nodes is None else found.nodes if found.exact else -found.nodes
    complete = len(open_ones) <= ASKED
    if counted < len(branches):
        return Savings(saved if saved.any() else None, None, complete)
    return Savings(saved if saved.any() else None, _once(trace, spared), complete)


def _once(trace: Trace, spared: Ints) -> Ints | None:
    """What each pruned branch spared, where the search visited paths more than once."""
    if not trace.counts.paths.repeat:
        return spared
    with suppress(PlyscopeError):
        found = count(trace)
        return None if found is None else found.by_node(len(trace))
    return None


def _gather(trace: Trace, branches: Ints, counted: int, spared: Ints, saved: Ints) -> list[int]:
    """Fill in what is counted; the nodes that need a count of their own, shallowest first."""
    columns = trace.columns
    of_node: dict[int, list[int]] = defaultdict(list)
    known = set(branches[:counted].tolist())
    for branch in branches.tolist():
        of_node[branch] = [branch]
        if columns.cutoff[columns.parent[branch]]:
            of_node[int(columns.parent[branch])].append(branch)
    left = []
    for node, below in of_node.items():
        if known.issuperset(below):
            saved[node] = sum(int(spared[branch]) for branch in below)
        else:
            left.append(node)
    return sorted(left, key=lambda node: (int(columns.ply[node]), node))


def _counted(trace: Trace, branches: Ints) -> Iterator[tuple[int, int]]:
    """Branches in order, and the nodes below each; until it is too much."""
    sizes = Sizes(trace.need_game(), BUDGET)
    try:
        for branch, state in states(trace, branches.tolist()):
            yield branch, sum(sizes.levels(state, plies_left(trace, branch)))
    except TooMany:
        return
