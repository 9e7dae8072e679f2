"""A difference in words, with what both searches have, and the step at which it is seen.

>>> import tracer
>>> from tracer.comparing.comparison import compare
>>> from tracer.comparing.topmost_differences import find_topmost_differences
>>> comparison = compare(tracer.trace([[3, 5], [2, 9]], "minimax"), tracer.trace([[3, 5], [2, 9]]))
>>> describe_difference(comparison, find_topmost_differences(comparison)[0])
'a2: B cuts (2 ≤ alpha 3), A does not; A = 2, B ≤ 2; A alone visits 1 node'
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tracer.comparing.comparison import Comparison
from tracer.comparing.divergence import FATE_TEXTS, format_cutoff_reason, format_value_bound
from tracer.comparing.topmost_differences import LONE_KINDS, Difference, Kind
from tracer.recording.columns import Ints
from tracer.recording.log import GAMMA4
from tracer.recording.status import HORIZON, PRUNED, TERMINAL, Status
from tracer.text import clean, number
from tracer.tracing import Trace
from tracer.why.sentences import format_count, format_node_window, format_path

MAX_TRIED_MOVES = 4
"""Moves of a node that are written out where their order differs."""


def describe_difference(comparison: Comparison, difference: Difference) -> str:
    """What differs and what both have, in a sentence that begins with the path."""
    return (
        f"{format_difference_path(comparison, difference)}: {'; '.join(list_difference_facts(comparison, difference))}"
    )


def list_difference_facts(comparison: Comparison, difference: Difference, *, counted: bool = True) -> list[str]:
    """What differs and what both have, fact by fact; without the nodes that one alone visited, where others say it."""
    if difference.kind in LONE_KINDS:
        return list(_list_lone_facts(comparison, difference))
    return [*_list_shared_facts(comparison, difference), *(_list_visit_counts(difference) if counted else ())]


def format_difference_path(comparison: Comparison, difference: Difference) -> str:
    """The path of a difference: of its first move, where it is of several."""
    trace, node = (comparison.b, difference.b) if difference.a < 0 else (comparison.a, difference.a)
    further_moves = difference.moves - 1
    return format_path(trace, node) + (
        f" and {further_moves:,} more move{'s' if further_moves > 1 else ''}" if further_moves else ""
    )


def step_of_difference(comparison: Comparison, difference: Difference) -> tuple[int, int]:
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


def _list_lone_facts(comparison: Comparison, difference: Difference) -> Iterator[str]:
    kind, visits_text = difference.kind, format_count(difference.alone_a + difference.alone_b, "node")
    in_a = kind in (Kind.ONLY_A, Kind.PRUNED_B)
    own_name, other_name = ("A", "B") if in_a else ("B", "A")
    trace, node = (comparison.a, difference.a) if in_a else (comparison.b, difference.b)
    yield f"{own_name} visits {visits_text}" if trace.columns.status[node] != PRUNED else f"{own_name} prunes it"
    if kind in (Kind.ONLY_A, Kind.ONLY_B):
        visit_text = "visits it fewer times" if difference.moves == 1 else "visits them fewer times"
        yield f"{other_name} {visit_text if _has_other_visit(comparison, difference) else 'has no such move here'}"
        return
    other_trace, pruned_node = comparison.visit(1, difference.b) if in_a else comparison.visit(0, difference.a)
    yield (
        f"{other_name} prunes "
        f"{'them' if difference.moves > 1 else 'it'}"
        f"{format_cutoff_reason(other_trace, int(other_trace.columns.parent[pruned_node]))}"
    )


def _has_other_visit(comparison: Comparison, difference: Difference) -> bool:
    """Whether the other search has the move of a node that it has no visit for."""
    in_a = difference.a >= 0
    own_trace, other_trace = (comparison.a, comparison.b) if in_a else (comparison.b, comparison.a)
    node, partners = (difference.a, comparison.in_b) if in_a else (difference.b, comparison.in_a)
    parent = int(partners[int(own_trace.columns.parent[node])])
    return parent >= 0 and any(
        other_trace.label(child) == own_trace.label(node) for child in other_trace.children(parent)
    )


def _list_shared_facts(comparison: Comparison, difference: Difference) -> Iterator[str]:
    a, b, node_a, node_b = comparison.a, comparison.b, difference.a, difference.b
    if a.columns.cutoff[node_a] != b.columns.cutoff[node_b]:
        does_a_cut = bool(a.columns.cutoff[node_a])
        reason_text = format_cutoff_reason(*comparison.visit(*((0, node_a) if does_a_cut else (1, node_b))))
        yield f"A cuts{reason_text}, B does not" if does_a_cut else f"B cuts{reason_text}, A does not"
    if a.columns.status[node_a] != b.columns.status[node_b]:
        fate_texts = [FATE_TEXTS[Status(int(trace.columns.status[node]))] for trace, node in ((a, node_a), (b, node_b))]
        yield f"in A {fate_texts[0]}, in B {fate_texts[1]}"
    has_same_value = not (comparison.value[node_a] or comparison.bound[node_a])
    yield (
        f"both {'never returned' if np.isnan(value := float(a.columns.value[node_a])) else f'return {number(value)}'}"
        if has_same_value
        else f"A {_format_node_value(a, node_a)}, B {_format_node_value(b, node_b)}"
    )
    if comparison.window[node_a]:
        yield f"A's window {format_node_window(a, node_a)}, B's {format_node_window(b, node_b)}"
    if comparison.order[node_a]:
        yield f"A tries {_list_tried_moves(a, node_a)}, B {_list_tried_moves(b, node_b)}"


def _list_visit_counts(difference: Difference) -> Iterator[str]:
    for name, visits in (("A", difference.alone_a), ("B", difference.alone_b)):
        if visits:
            yield f"{name} alone visits {format_count(visits, 'node')}"


def _format_node_value(trace: Trace, node: int) -> str:
    return "never returned" if np.isnan(trace.columns.value[node]) else format_value_bound(trace, node)


def _list_tried_moves(trace: Trace, node: int) -> str:
    labels: list[str] = []
    for child in trace.children(node):
        if len(labels) == MAX_TRIED_MOVES:
            return ", ".join([*labels, "…"])
        labels.append(clean(trace.label(child)))
    return ", ".join(labels)


MAX_COMPARED_LEAVES = 20_000
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


def has_same_leaves(a: Trace, b: Trace) -> bool:
    """Whether both evaluate the same leaves in the same order, by their moves; False where they are too many."""
    steps_a, steps_b = leaf_steps(a), leaf_steps(b)
    if len(steps_a) != len(steps_b) or len(steps_a) > MAX_COMPARED_LEAVES:
        return False
    return all(
        _move_path(a, leaf_a) == _move_path(b, leaf_b)
        for leaf_a, leaf_b in zip(_leaf_nodes(a, steps_a), _leaf_nodes(b, steps_b), strict=True)
    )


def _leaf_nodes(trace: Trace, steps: Ints) -> list[int]:
    log = trace.columns.log
    if log is not None:
        return [int(node) for node in log.node[steps]]
    nodes = np.flatnonzero((trace.columns.status == TERMINAL) | (trace.columns.status == HORIZON))
    return nodes.tolist()  # which return in the order of their numbers


def _move_path(trace: Trace, node: int) -> list[str]:
    """The moves to a node, without the passes of a driver."""
    path_nodes = trace.ancestry(node)[1:]
    return [
        trace.label(path_node) for path_node in path_nodes if int(trace.columns.move[path_node]) not in trace.passes
    ]
