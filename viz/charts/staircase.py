"""The numbers that SSS* and DUAL* go by, and those that MTD(f)'s passes ask for, as stairs: they are the same ones.

Plaat, Schaeffer, Pijls and de Bruin 1996: SSS* is MTD(+∞), DUAL* is MTD(−∞), with a table that forgets nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, zip_longest

import numpy as np

from tracer.errors import PlyscopeError
from tracer.recording.log import GAMMA4
from tracer.recording.numbers_of_log import log_of
from tracer.recording.status import HORIZON, TERMINAL
from tracer.text import is_null
from tracer.tracing import Trace
from viz.charts.answers import answers


@dataclass(frozen=True)
class Tread:
    """A number that the search went by for a while."""

    level: float
    """A merit, or what a pass asked for; MAX's view."""
    length: int
    """States taken, or nodes visited."""
    leaves: int
    """Evaluated meanwhile."""
    came: str = ""
    """What a pass returned."""


@dataclass(frozen=True)
class Stairs:
    """Those of one search."""

    treads: Sequence[Tread]
    across: str
    """What is counted across."""

    @property
    def edges(self) -> list[int]:
        """Where the treads begin, and where the last one ends."""
        return [0, *accumulate(tread.length for tread in self.treads)]

    @property
    def falls(self) -> bool:
        """Whether its numbers are less in the end than they were."""
        return self.treads[-1].level <= self.treads[0].level


def stairs(trace: Trace) -> Stairs:
    """The stairs of a search.

    Raises:
        PlyscopeError: it has neither merits nor null windows.
    """
    log = trace.columns.log
    if log is not None and log.has_merits:
        return Stairs(_merits(trace), "states taken, each by its merit")
    if log is None and 0 in trace.drivers:
        found = answers(trace, 0)
        if all(is_null(one.alpha, one.beta) or _is_unit(one.alpha, one.beta) for one in found):
            return Stairs(_passes(trace), "nodes visited, in passes that ask for a number")
    raise PlyscopeError(
        f"{trace.header.title} has no merits: -a sss and -a dual have, "
        "and -a mtdf has passes in null windows that stand beside them"
    )


def _is_unit(alpha: float, beta: float) -> bool:
    """Whether it is a null window of whole numbers."""
    return beta - alpha == 1 and alpha == int(alpha)


def _merits(trace: Trace) -> list[Tread]:
    log = log_of(trace.columns)
    begins = np.flatnonzero([True, *(log.x[1:] != log.x[:-1])])
    ends = [*begins[1:].tolist(), len(log)]
    evaluated = np.concatenate([[0], np.cumsum(log.kind == GAMMA4)])
    return [
        Tread(log.x.item(begin), end - begin, int(evaluated[end] - evaluated[begin]))
        for begin, end in zip(begins.tolist(), ends, strict=True)
    ]


def _passes(trace: Trace) -> list[Tread]:
    """What each pass asked for: its window lies at what the pass before returned, above it or below."""
    found, before = [], -np.inf
    for one in answers(trace, 0):
        level = one.alpha if one.alpha == before else one.beta
        found.append(Tread(level, one.visited, one.leaf_evaluations, one.said))
        before = one.value
    return found


def leaf_order(trace: Trace) -> Iterator[tuple[str, ...]]:
    """The moves to each leaf in the order in which they were evaluated; passes are none."""
    columns, log = trace.columns, trace.columns.log
    if log is not None:
        leaves = log.node[log.kind == GAMMA4]
    else:
        leaves = np.flatnonzero((columns.status == TERMINAL) | (columns.status == HORIZON))
    passes = trace.passes
    for leaf in leaves.tolist():
        yield tuple(trace.label(node) for node in trace.ancestry(leaf)[1:] if columns.move.item(node) not in passes)


def same_leaves(traces: Sequence[Trace]) -> bool:
    """Whether several searches evaluated the same leaves in the same order."""
    return all(len(set(leaves)) == 1 for leaves in zip_longest(*map(leaf_order, traces)))


def same_levels(found: Sequence[Stairs]) -> bool:
    """Whether several searches went by the same numbers, and evaluated as many leaves for each."""
    one, *others = ([(tread.level, tread.leaves) for tread in known.treads] for known in found)
    return all(other == one for other in others)
