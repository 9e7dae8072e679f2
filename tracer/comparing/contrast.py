"""A difference in words, with what both searches have, and the step at which it is seen.

>>> import tracer
>>> from tracer.comparing.comparison import compare
>>> from tracer.comparing.topmost import topmost
>>> comparison = compare(tracer.trace([[3, 5], [2, 9]], "minimax"), tracer.trace([[3, 5], [2, 9]]))
>>> contrast(comparison, topmost(comparison)[0])
'a2: B cuts (2 ≤ alpha 3), A does not; A = 2, B ≤ 2; A alone visits 1 node'
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tracer.comparing.comparison import Comparison
from tracer.comparing.divergence import FATES, reason, worth
from tracer.comparing.topmost import ALONE, Difference, Kind
from tracer.recording.columns import Ints
from tracer.recording.log import GAMMA4
from tracer.recording.status import HORIZON, PRUNED, TERMINAL, Status
from tracer.text import clean, number
from tracer.tracing import Trace
from tracer.why.sentences import count, path, window_of

MOVES_SHOWN = 4
"""Moves of a node that are written out where their order differs."""


def contrast(comparison: Comparison, difference: Difference) -> str:
    """What differs and what both have, in a sentence that begins with the path."""
    return f"{where(comparison, difference)}: {'; '.join(facts(comparison, difference))}"


def facts(comparison: Comparison, difference: Difference, *, counted: bool = True) -> list[str]:
    """What differs and what both have, fact by fact; without the nodes that one alone visited, where others say it."""
    if difference.kind in ALONE:
        return list(_alone(comparison, difference))
    return [*_shared(comparison, difference), *(_visits(difference) if counted else ())]


def where(comparison: Comparison, difference: Difference) -> str:
    """The path of a difference: of its first move, where it is of several."""
    trace, node = (comparison.b, difference.b) if difference.a < 0 else (comparison.a, difference.a)
    more = difference.moves - 1
    return path(trace, node) + (f" and {more:,} more move{'s' if more > 1 else ''}" if more else "")


def moment(comparison: Comparison, difference: Difference) -> tuple[int, int]:
    """The search in which a difference happens (0 is A, 1 is B), and its step.

    What one search alone visited is entered then; a cutoff cuts; another value is returned.
    """
    side = int(difference.kind in (Kind.ONLY_B, Kind.PRUNED_A, Kind.CUT_B))
    trace, node = comparison.visit(side, (difference.a, difference.b)[side])
    if difference.kind in (Kind.CUT_A, Kind.CUT_B):
        step = trace.landmarks.cutoff_step(node)
    elif difference.kind in (Kind.VALUE, Kind.BOUND, Kind.FATE):
        step = trace.left(node)
    else:
        step = trace.entered(node)
    return side, min(step, trace.steps - 1)


def _alone(comparison: Comparison, difference: Difference) -> Iterator[str]:
    """What is to be said of moves that one search alone has."""
    kind, visits = difference.kind, count(difference.alone_a + difference.alone_b, "node")
    in_a = kind in (Kind.ONLY_A, Kind.PRUNED_B)
    mine, other = ("A", "B") if in_a else ("B", "A")
    trace, node = (comparison.a, difference.a) if in_a else (comparison.b, difference.b)
    yield f"{mine} visits {visits}" if trace.columns.status[node] != PRUNED else f"{mine} prunes it"
    if kind in (Kind.ONLY_A, Kind.ONLY_B):
        fewer = "visits it fewer times" if difference.moves == 1 else "visits them fewer times"
        yield f"{other} {fewer if _is_visited_again(comparison, difference) else 'has no such move here'}"
        return
    there, pruned = comparison.visit(1, difference.b) if in_a else comparison.visit(0, difference.a)
    yield f"{other} prunes {'them' if difference.moves > 1 else 'it'}{reason(there, int(there.columns.parent[pruned]))}"


def _is_visited_again(comparison: Comparison, difference: Difference) -> bool:
    """Whether the other search has the move of a node that it has no visit for."""
    in_a = difference.a >= 0
    mine, other = (comparison.a, comparison.b) if in_a else (comparison.b, comparison.a)
    node, there = (difference.a, comparison.in_b) if in_a else (difference.b, comparison.in_a)
    above = int(there[int(mine.columns.parent[node])])
    return above >= 0 and any(other.label(child) == mine.label(node) for child in other.children(above))


def _shared(comparison: Comparison, difference: Difference) -> Iterator[str]:
    """What is to be said of a node that both visited."""
    a, b, one, other = comparison.a, comparison.b, difference.a, difference.b
    if a.columns.cutoff[one] != b.columns.cutoff[other]:
        cuts = bool(a.columns.cutoff[one])
        where = reason(*comparison.visit(*((0, one) if cuts else (1, other))))
        yield f"A cuts{where}, B does not" if cuts else f"B cuts{where}, A does not"
    if a.columns.status[one] != b.columns.status[other]:
        fates = [FATES[Status(int(trace.columns.status[node]))] for trace, node in ((a, one), (b, other))]
        yield f"in A {fates[0]}, in B {fates[1]}"
    same = not (comparison.value[one] or comparison.bound[one])
    yield f"both {_value(a, one)}" if same else f"A {_worth(a, one)}, B {_worth(b, other)}"
    if comparison.window[one]:
        yield f"A's window {window_of(a, one)}, B's {window_of(b, other)}"
    if comparison.order[one]:
        yield f"A tries {_moves(a, one)}, B {_moves(b, other)}"


def _visits(difference: Difference) -> Iterator[str]:
    for name, visits in (("A", difference.alone_a), ("B", difference.alone_b)):
        if visits:
            yield f"{name} alone visits {count(visits, 'node')}"


def _value(trace: Trace, node: int) -> str:
    value = float(trace.columns.value[node])
    return "never returned" if np.isnan(value) else f"return {number(value)}"


def _worth(trace: Trace, node: int) -> str:
    return "never returned" if np.isnan(trace.columns.value[node]) else worth(trace, node)


def _moves(trace: Trace, node: int) -> str:
    labels: list[str] = []
    for child in trace.children(node):
        if len(labels) == MOVES_SHOWN:
            return ", ".join([*labels, "…"])
        labels.append(clean(trace.label(child)))
    return ", ".join(labels)


MOST = 20_000
"""Leaves of a search that are compared with another's."""


def leaf_steps(trace: Trace) -> Ints:
    """The steps at which leaves are evaluated, ascending. O(n).

    Of a best-first search the rows that value one: each iteration of Monte Carlo tree search, each leaf that is made by
    proof numbers, and each Γ4 of SSS*.
    """
    columns, log = trace.columns, trace.columns.log
    nodes = np.flatnonzero((columns.status == TERMINAL) | (columns.status == HORIZON))
    if log is None:
        return np.sort(columns.left(nodes)).astype(np.int64)
    if log.counts_visits:
        return np.arange(len(log))
    rows = np.flatnonzero(log.kind == GAMMA4) if log.has_merits else np.sort(columns.entered(nodes))
    return rows.astype(np.int64)


def visit_steps(trace: Trace) -> Ints:
    """The steps at which nodes are visited, ascending. O(n)."""
    visited = np.flatnonzero(trace.columns.status != PRUNED)
    return np.sort(trace.columns.entered(visited)).astype(np.int64)


def same_leaves(a: Trace, b: Trace) -> bool:
    """Whether both evaluate the same leaves in the same order, by their moves; False where they are too many."""
    one, other = leaf_steps(a), leaf_steps(b)
    if len(one) != len(other) or len(one) > MOST:
        return False
    return all(
        _path(a, mine) == _path(b, theirs) for mine, theirs in zip(_nodes(a, one), _nodes(b, other), strict=True)
    )


def _nodes(trace: Trace, steps: Ints) -> list[int]:
    """The leaves of some steps."""
    log = trace.columns.log
    if log is not None:
        return [int(node) for node in log.node[steps]]
    nodes = np.flatnonzero((trace.columns.status == TERMINAL) | (trace.columns.status == HORIZON))
    return nodes.tolist()  # which return in the order of their numbers


def _path(trace: Trace, node: int) -> list[str]:
    """The moves to a node, without the passes of a driver."""
    way = trace.ancestry(node)[1:]
    return [trace.label(one) for one in way if int(trace.columns.move[one]) not in trace.passes]
