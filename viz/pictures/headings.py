"""What stands above a drawing: what was searched, what came of it, and how much of it is drawn."""

from __future__ import annotations

import math
from collections.abc import Iterator
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

SO_FAR = " so far"
"""What follows the counts of a search that goes on."""


def heading(
    trace: Trace, selection: Selection, title: str | None, subtitle: str | None, *, whole: Trace | None = None
) -> Iterator[str]:
    """Lines that say what was searched, what came of it, and what is drawn; the title first.

    Args:
        trace: what is drawn.
        selection: which nodes of it.
        title: what to say in place of what was searched.
        subtitle: what to say in place of what came of it.
        whole: what was recorded in the end, where this is what was recorded by a step.
    """
    yield clean(title or trace.header.title)
    if subtitle:
        yield clean(subtitle)
    elif selection.root:
        yield f"after {_way(trace, selection.root)}: {_part(trace, selection.root, whole=whole)}"
        yield f"in all: {result(trace, whole=whole)}"
    else:
        yield result(trace, whole=whole)
    if selection.root in trace.ancestry(trace.decision_node) and (played := describe_worse_played_move(trace)):
        yield played
    yield from _drawn(trace, selection)


def headings(sides: Sides, selection: Selection, title: str | None, subtitle: str | None) -> Iterator[str]:
    """The heading of two searches: what was searched, each of them with its result, which is drawn; see `heading`."""
    yield clean(title or sides.trace.header.game_and_position)
    if subtitle:
        yield clean(subtitle)
    for letter, trace, _ in sides.searches():
        yield f"{letter}  {trace.header.search_title}: {result(trace)}"
    if sides.shown:
        yield f"drawn as {sides.shown} has it, with what {sides.other} has otherwise in grey"
    if selection.root:
        yield f"after {_way(sides.trace, selection.root)}"
    yield from _drawn(sides.trace, selection)


def pass_heading(trace: Trace, node: int) -> tuple[str, str]:
    """What an iteration of a driver is called, with its window; and what came of it.

    >>> import tracer
    >>> pass_heading(tracer.trace([[3, 5], [2, 9]], "mtdf", guess=4), 1)
    ('γ = 4 in (4⁻, 4)', 'value ≤ 3 · 5 visited · 2 pruned branches')
    """
    status = trace.columns.status[node : int(trace.columns.end[node])]
    skipped = int(np.count_nonzero(status == PRUNED))
    pruned = skipped if trace.counts.pruned_known else None  # each iteration prunes for itself
    found = _result(trace, node, len(status) - skipped, pruned, counts_nodes=False)
    return pass_title(trace, node), found


def pass_title(trace: Trace, node: int) -> str:
    """What an iteration of a driver is called, with its window where its name does not say it."""
    label, (alpha, beta) = trace.label(node), (trace.columns.alpha.item(node), trace.columns.beta.item(node))
    window = window_text(alpha, beta)
    title = label if window in label or (alpha, beta) == (-math.inf, math.inf) else f"{label} in {window}"
    return clean(title)


def result(trace: Trace, *, whole: Trace | None = None) -> str:
    """The value and the counts, in one line; of what was recorded by a step, with the whole of it."""
    counts = trace.counts
    return _result(trace, 0, counts.visited, counts.pruned_branches, whole=whole, skipped=counts.skipped_moves)


def outcome(trace: Trace, node: int = 0) -> str:
    """What the search found a node to be worth: as much as a window or fail-hard let it find out.

    >>> import tracer
    >>> outcome(tracer.trace([[3, 5], [2, 9]])), outcome(tracer.trace([[3, 5], [2, 9]]), 4)
    ('value 3', 'value ≤ 2')
    """
    if trace.columns.status.item(node) == PRUNED:
        return "never visited"
    if math.isnan(trace.columns.value.item(node)):
        return ending(trace) or "unfinished"
    said = value(trace, node).removeprefix("= ")
    said = said if trace.columns.log is not None and not trace.columns.log.has_merits else f"value {said}"
    return said if node else " · ".join(filter(None, [said, ending(trace)]))


def ending(trace: Trace) -> str:
    """Return how an unfinished recording ended; nothing for a whole one.

    >>> import tracer
    >>> ending(tracer.trace("tictactoe", max_nodes=5)), ending(tracer.trace([[3, 5]]))
    ('unfinished, stopped after 5 nodes, as asked', '')
    """
    return f"unfinished, stopped {clean(trace.header.stopped)}" if trace.header.stopped else ""


def title_with_ending(trace: Trace) -> str:
    """Return the name of a recording, with how it ended where it is not whole."""
    return " · ".join(filter(None, [trace.header.title, ending(trace)]))


def branches(count: int | None, nodes: int | None = None, *, exact: bool = True) -> str:
    """How many branches were pruned, and how many nodes below them; None where that is not known.

    >>> branches(0), branches(1), branches(1204, exact=False), branches(None)
    ('0 pruned branches', '1 pruned branch', 'at least 1,204 pruned branches', 'pruned branches unknown')
    >>> branches(6930, 531649), branches(1, 1)
    ('531,649 pruned nodes below 6,930 pruned branches', '1 pruned node below 1 pruned branch')
    """
    if count is None:
        return "pruned branches unknown"
    if nodes is not None and count:
        return f"{_nodes(nodes)} below {branches(count, exact=exact)}"
    return f"{'' if exact else 'at least '}{count:,} pruned branch{'' if count == 1 else 'es'}"


def _pruned_nodes(trace: Trace, node: int, whole: Trace | None) -> int | None:
    """The pruned nodes at and below a node; None where counting them takes a while.

    Those of what was recorded by a step are the first ones of the whole, which are counted once for all its steps.
    """
    if whole is None:
        return trace.counts.pruned_nodes_below(node)
    spared = whole.once(_quickly_spared)
    return None if spared is None else spared.met(int(trace.columns.end[node]) - 1) - spared.met(node - 1)


def _quickly_spared(trace: Trace) -> Spared | None:
    """What each pruned branch spared; None where counting that takes a while."""
    if trace.counts.pruned_nodes_below() is None:
        return None
    with suppress(PlyscopeError):
        return spared_by(trace, budget=QUICK_BUDGET)
    return None


def _nodes(count: int) -> str:
    return f"{count:,} pruned node{'' if count == 1 else 's'}"


def _drawn(trace: Trace, selection: Selection) -> Iterator[str]:
    """How much of the tree, or the subtree, is drawn, where it is not all of it."""
    size = int(trace.columns.end[selection.root]) - selection.root
    if len(selection.nodes) < size:
        yield f"{len(selection.nodes):,} of {size:,} drawn"


def _way(trace: Trace, node: int) -> str:
    """The moves that lead to a node."""
    return clean(" ".join(clean(label, MOVE_LIMIT) for label in trace.node(node).path), 60)


def _part(trace: Trace, node: int, *, whole: Trace | None) -> str:
    """The value and the counts of a subtree, in one line."""
    visits, end = trace.landmarks.visits, int(trace.columns.end[node])
    visited = int(visits[end - 1]) - int(visits[node - 1])
    known = trace.counts.pruned_known
    skipped = int(np.count_nonzero(trace.counts.paths.pruned[node:end])) if known else None
    return _result(trace, node, visited, skipped, whole=whole)


def _result(
    trace: Trace,
    node: int,
    visited: int,
    pruned: int | None,
    *,
    whole: Trace | None = None,
    skipped: int | None = None,
    counts_nodes: bool = True,
) -> str:
    if trace.columns.log is not None:
        counts = best_first.counted(trace, node)
    else:
        nodes = _pruned_nodes(trace, node, whole) if pruned and counts_nodes else None
        said = branches(pruned, exact=trace.counts.pruned_branches_exact) if nodes is None else _nodes(nodes)
        counts = f"{visited:,} visited · {said}"
        if pruned is not None and skipped is not None and skipped != pruned:
            counts += f" ({format_count(skipped, 'branch')} skipped in all visits)"
    if whole is not None and math.isnan(trace.columns.value.item(node)):
        return f"{counts}{SO_FAR}"
    trust = ", of a selective search" if trace.selective else ""
    verdict = best_first.verdict(trace, node) if trace.columns.log is not None else ""
    return " · ".join(filter(None, [verdict, f"{outcome(trace, node)}{trust}", counts]))
