"""The laws of what is counted by path: whatever a search visits again, every node of the full tree counts once."""

from __future__ import annotations

from tracer.count.counts import count
from tracer.count.frontier import depth_limit
from tracer.count.layers import TooMany
from tracer.count.paths import paths_of
from tracer.count.sizes import Sizes
from tracer.diagnosis.broken import LawBroken
from tracer.games.rules import blame
from tracer.recording.recording import Recording
from tracer.recording.selective import skips
from tracer.recording.status import PRUNED


def paths(trace: Recording) -> None:
    """A path is visited if some visit entered it, else pruned; it counts at its first node alone.

    Paths are told apart by a dictionary here, node by node.
    """
    columns, numbers = trace.columns, dict[tuple[int, int], int]()
    path, first_visit, first_cut = [0], dict[int, int](), dict[int, int]()
    skipped = skips(columns)
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
