"""What stands above a drawing: what was searched, what came of it, and how much of it is drawn."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import suppress

import numpy as np

from tracer.count.sizes import QUICK_BUDGET
from tracer.count.spared import Spared
from tracer.count.spared import count as spared_by
from tracer.errors import PlyscopeError
from tracer.recording.status import PRUNED
from tracer.text import MOVE_LIMIT, clean, window_text
from tracer.tracing import Trace
from tracer.why.selective_reasons import describe_worse_played_move
from tracer.why.sentences import format_count
from viz.pictures import best_first
from viz.pictures.labels import value
from viz.pictures.selection import Selection
from viz.pictures.sides import Sides

UNFINISHED_SUFFIX = " so far"
"""What follows the counts of a search that goes on."""


def heading_lines(
    trace: Trace, selection: Selection, title: str | None, subtitle: str | None, *, full_trace: Trace | None = None
) -> Iterator[str]:
    """Lines that say what was searched, what came of it, and what is drawn; the title first.

    `title` and `subtitle` stand in place of the first two. `full_trace` is what was recorded in the end where the trace
    is what was recorded by a step.
    """
    yield clean(title or trace.header.title)
    if subtitle:
        yield clean(subtitle)
    elif selection.root:
        result = _describe_subtree_result(trace, selection.root, full_trace=full_trace)
        yield f"after {_describe_path(trace, selection.root)}: {result}"
        yield f"in all: {describe_result(trace, full_trace=full_trace)}"
    else:
        yield describe_result(trace, full_trace=full_trace)
    if selection.root in trace.ancestry(trace.decision_node) and (
        played_move_text := describe_worse_played_move(trace)
    ):
        yield played_move_text
    yield from _drawn_share_lines(trace, selection)


def comparison_heading_lines(
    sides: Sides, selection: Selection, title: str | None, subtitle: str | None
) -> Iterator[str]:
    """The heading of two searches: what was searched, each with its result, which is drawn; see `heading_lines`."""
    yield clean(title or sides.trace.header.game_and_position)
    if subtitle:
        yield clean(subtitle)
    for letter, trace, _ in sides.searches():
        yield f"{letter}  {trace.header.search_title}: {describe_result(trace)}"
    if sides.shown:
        yield f"drawn as {sides.shown} has it, with what {sides.other} has otherwise in grey"
    if selection.root:
        yield f"after {_describe_path(sides.trace, selection.root)}"
    yield from _drawn_share_lines(sides.trace, selection)


def iteration_heading(trace: Trace, node: int) -> tuple[str, str]:
    """What an iteration of a driver is called, with its window; and what came of it.

    >>> import tracer
    >>> iteration_heading(tracer.trace([[3, 5], [2, 9]], "mtdf", guess=4), 1)
    ('γ = 4 in (4⁻, 4)', 'value ≤ 3 · 5 visited · 2 pruned branches')
    """
    statuses = trace.columns.status[node : int(trace.columns.end[node])]
    unvisited_count = int(np.count_nonzero(statuses == PRUNED))
    pruned_count = unvisited_count if trace.counts.pruned_known else None  # each iteration prunes for itself
    result_text = _format_result(trace, node, len(statuses) - unvisited_count, pruned_count, counts_nodes=False)
    return iteration_title(trace, node), result_text


def iteration_title(trace: Trace, node: int) -> str:
    """What an iteration of a driver is called, with its window where its name does not say it."""
    label, (alpha, beta) = trace.label(node), (trace.columns.alpha.item(node), trace.columns.beta.item(node))
    window = window_text(alpha, beta)
    title = label if window in label or (alpha, beta) == (-math.inf, math.inf) else f"{label} in {window}"
    return clean(title)


def describe_result(trace: Trace, *, full_trace: Trace | None = None) -> str:
    """The value and the counts, in one line; of what was recorded by a step, with the whole of it."""
    counts = trace.counts
    return _format_result(
        trace, 0, counts.visited, counts.pruned_branches, full_trace=full_trace, skipped=counts.skipped_moves
    )


def describe_outcome(trace: Trace, node: int = 0) -> str:
    """What the search found a node to be worth: as much as a window or fail-hard let it find out.

    >>> import tracer
    >>> describe_outcome(tracer.trace([[3, 5], [2, 9]])), describe_outcome(tracer.trace([[3, 5], [2, 9]]), 4)
    ('value 3', 'value ≤ 2')
    """
    if trace.columns.status.item(node) == PRUNED:
        return "never visited"
    if math.isnan(trace.columns.value.item(node)):
        return describe_ending(trace) or "unfinished"
    value_text = value(trace, node).removeprefix("= ")
    value_text = (
        value_text if trace.columns.log is not None and not trace.columns.log.has_merits else f"value {value_text}"
    )
    return value_text if node else " · ".join(filter(None, [value_text, describe_ending(trace)]))


def describe_subtree(trace: Trace, node: int, *counts: str) -> str:
    """Return the path to a node that is not the root, what it was found to be worth, and some counts."""
    path_text = f"after {clean(' '.join(trace.node(node).path), 60)}" if node else ""
    return " · ".join(filter(None, [path_text, describe_outcome(trace, node), *counts]))


def describe_ending(trace: Trace) -> str:
    """Return how an unfinished recording ended; nothing for a whole one.

    >>> import tracer
    >>> describe_ending(tracer.trace("tictactoe", max_nodes=5)), describe_ending(tracer.trace([[3, 5]]))
    ('unfinished, stopped after 5 nodes, as asked', '')
    """
    return f"unfinished, stopped {clean(trace.header.stopped)}" if trace.header.stopped else ""


def title_with_ending(trace: Trace) -> str:
    """Return the name of a recording, with how it ended where it is not whole."""
    return " · ".join(filter(None, [trace.header.title, describe_ending(trace)]))


def is_one_position(traces: Sequence[Trace]) -> bool:
    """Whether several searches are of one position."""
    return len({(trace.header.game, trace.header.position) for trace in traces}) == 1


def search_names(traces: Sequence[Trace]) -> list[str]:
    """What tells several searches apart: of one position the search alone."""
    is_one = is_one_position(traces)
    return [trace.header.search_title if is_one else trace.header.title for trace in traces]


def title_of_all(traces: Sequence[Trace]) -> str:
    """What one search, or several together, are called."""
    if len(traces) == 1:
        return traces[0].header.title
    return traces[0].header.game_and_position if is_one_position(traces) else f"{len(traces)} searches"


def describe_pruned_branches(count: int | None, nodes: int | None = None, *, exact: bool = True) -> str:
    """How many branches were pruned, and how many nodes below them; None where that is not known.

    >>> (
    ...     describe_pruned_branches(0),
    ...     describe_pruned_branches(1),
    ...     describe_pruned_branches(1204, exact=False),
    ...     describe_pruned_branches(None),
    ... )
    ('0 pruned branches', '1 pruned branch', 'at least 1,204 pruned branches', 'pruned branches unknown')
    >>> describe_pruned_branches(6930, 531649), describe_pruned_branches(1, 1)
    ('531,649 pruned nodes below 6,930 pruned branches', '1 pruned node below 1 pruned branch')
    """
    if count is None:
        return "pruned branches unknown"
    if nodes is not None and count:
        return f"{format_count(nodes, 'pruned node')} below {describe_pruned_branches(count, exact=exact)}"
    return f"{'' if exact else 'at least '}{format_count(count, 'pruned branch')}"


def _count_pruned_nodes(trace: Trace, node: int, full_trace: Trace | None) -> int | None:
    """The pruned nodes at and below a node; None where counting them takes a while.

    Those of what was recorded by a step are the first ones of the whole, which are counted once for all its steps.
    """
    if full_trace is None:
        return trace.counts.pruned_nodes_below(node)
    spared_counts = full_trace.once(_count_spared_quickly)
    if spared_counts is None:
        return None
    return spared_counts.met(int(trace.columns.end[node]) - 1) - spared_counts.met(node - 1)


def _count_spared_quickly(trace: Trace) -> Spared | None:
    """What each pruned branch spared; None where counting that takes a while."""
    if trace.counts.pruned_nodes_below() is None:
        return None
    with suppress(PlyscopeError):
        return spared_by(trace, budget=QUICK_BUDGET)
    return None


def _drawn_share_lines(trace: Trace, selection: Selection) -> Iterator[str]:
    """How much of the tree, or the subtree, is drawn, where it is not all of it."""
    size = int(trace.columns.end[selection.root]) - selection.root
    if len(selection.nodes) < size:
        yield f"{len(selection.nodes):,} of {size:,} drawn"


def _describe_path(trace: Trace, node: int) -> str:
    return clean(" ".join(clean(label, MOVE_LIMIT) for label in trace.node(node).path), 60)


def _describe_subtree_result(trace: Trace, node: int, *, full_trace: Trace | None) -> str:
    visit_numbers, subtree_end = trace.landmarks.visits, int(trace.columns.end[node])
    visited = int(visit_numbers[subtree_end - 1]) - int(visit_numbers[node - 1])
    pruned_known = trace.counts.pruned_known
    skipped = int(np.count_nonzero(trace.counts.paths.pruned[node:subtree_end])) if pruned_known else None
    return _format_result(trace, node, visited, skipped, full_trace=full_trace)


def _format_result(
    trace: Trace,
    node: int,
    visited: int,
    pruned: int | None,
    *,
    full_trace: Trace | None = None,
    skipped: int | None = None,
    counts_nodes: bool = True,
) -> str:
    if trace.columns.log is not None:
        counts_text = best_first.describe_work_below(trace, node)
    else:
        pruned_nodes = _count_pruned_nodes(trace, node, full_trace) if pruned and counts_nodes else None
        pruned_text = (
            describe_pruned_branches(pruned, exact=trace.counts.pruned_branches_exact)
            if pruned_nodes is None
            else format_count(pruned_nodes, "pruned node")
        )
        counts_text = f"{visited:,} visited · {pruned_text}"
        if pruned is not None and skipped is not None and skipped != pruned:
            counts_text += f" ({format_count(skipped, 'branch')} skipped in all visits)"
    if full_trace is not None and math.isnan(trace.columns.value.item(node)):
        return f"{counts_text}{UNFINISHED_SUFFIX}"
    selective_note = ", of a selective search" if trace.selective else ""
    proof_text = best_first.describe_proof_result(trace, node) if trace.columns.log is not None else ""
    return " · ".join(filter(None, [proof_text, f"{describe_outcome(trace, node)}{selective_note}", counts_text]))
