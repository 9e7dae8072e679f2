"""Why an iterative deepening searched the moves of a node in their order: hash move, killers, history.

The search tells none of that. It follows from the recording: what had been learned as a node was entered comes of the
visits that had returned by then, in the order in which they did.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tracer.count.transpositions import known_positions, positions_of
from tracer.recording.columns import Ints
from tracer.recording.remaining import remaining_depths
from tracer.recording.status import EXPANDED, PRUNED
from tracer.searches.deepening import KILLERS
from tracer.text import clean, number
from tracer.tracing import Trace

AT_ONCE = 2_000
"""Nodes of a recording in which the visits of a position are looked for without being asked."""
LISTED = 4
"""Moves that a sentence names one by one."""


class Ranked(NamedTuple):
    """A move, and what put it in its place."""

    child: int
    """The visit, or the pruned branch."""
    reason: str
    """`hash move`, `killer`, or empty."""
    history: float
    """How often it cut before, deeper visits counting more; 0 where that was not used."""


def move_order(trace: Trace, node: int, at_once: int = AT_ONCE) -> list[Ranked]:
    """The moves of a node in the order in which they were searched, each with what put it there. O(n).

    None of a node that was not searched, and of a search that does not learn an order or is not plyscope's own; nor
    where it learns hash moves and the visits of a position are not known in a long recording.

    Args:
        trace: the recording.
        node: the node.
        at_once: how many nodes make it long.
    """
    columns, header = trace.columns, trace.header
    used = set(str(header.options.get("with", "")).split(",")) & {"hash", "killers", "history"}
    if not header.ours or header.search != "deepening" or not used or node in trace.drivers:
        return []
    if columns.status[node] != EXPANDED:
        return []
    if "hash" in used and known_positions(trace) is None and (trace.game is None or len(trace) > at_once):
        return []
    children = trace.children(node)
    moves = columns.move[children].tolist()
    best = _hash_move(trace, node) if "hash" in used else None
    ply = trace.counts.paths.ply
    cuts = _cuts_before(trace, node)
    killers = _killers(columns.move[_refutations(trace, cuts[ply[cuts] == ply[node]])]) if "killers" in used else []
    history: dict[int, float] = {}
    if "history" in used:
        history = _history(trace, cuts[columns.turn[cuts] == columns.turn[node]], ply)
    reasons = {**dict.fromkeys(killers, "killer"), **({} if best is None else {best: "hash move"})}
    return [
        Ranked(child, reasons.get(move, ""), history.get(move, 0.0))
        for child, move in zip(children, moves, strict=True)
    ]


def _cuts_before(trace: Trace, node: int) -> Ints:
    """The nodes that were cut and had returned before a node was entered, in the order in which they returned."""
    columns = trace.columns
    nodes = np.flatnonzero(columns.cutoff[:node])
    nodes = nodes[columns.end[nodes] <= node]
    return nodes[np.lexsort((-nodes, columns.end[nodes]))]


def _refutations(trace: Trace, nodes: Ints) -> Ints:
    """The last visited child of each of some nodes that were cut."""
    columns = trace.columns
    last = np.zeros(len(columns), np.int64)
    visited = np.flatnonzero(columns.status != PRUNED)[1:]
    last[columns.parent[visited]] = visited  # ids ascend, so the last one stays
    found: Ints = last[nodes]
    return found


def _killers(moves: Ints) -> list[int]:
    """The moves that cut last, newest first, each once."""
    found: list[int] = []
    for move in reversed(moves.tolist()):
        if move not in found:
            found.append(move)
        if len(found) == KILLERS:
            break
    return found


def _history(trace: Trace, cuts: Ints, ply: Ints) -> dict[int, float]:
    """By move what its cutoffs count."""
    depth = remaining_depths(trace, ply)
    assert depth is not None, "an iteration is told its depth"
    moves = trace.columns.move[_refutations(trace, cuts)]
    sums = np.bincount(moves, depth[cuts].astype(float) ** 2) if len(moves) else np.zeros(0)
    return {int(move): float(sums[move]) for move in np.flatnonzero(sums)}


def _hash_move(trace: Trace, node: int) -> int | None:
    """The best move of the last visit that searched a node's position before; None where there was none."""
    columns = trace.columns
    same = positions_of(trace).visits(node)
    same = same[(same < node) & (columns.status[same] == EXPANDED)]
    same = same[columns.end[same] <= node]
    if not len(same):
        return None
    last = int(same[np.argmax(columns.end[same] * len(columns) - same)])
    values = [child for child in trace.children(last) if columns.value[child] == columns.value[last]]
    return columns.move.item(values[0]) if values else None


def order_told(trace: Trace, node: int, at_once: int = AT_ONCE) -> str:
    """Why the first moves of a node came first, in a sentence; empty where nothing was learned, or nobody knows.

    As `move_order`.
    """
    known = move_order(trace, node, at_once)
    if not any(one.reason or one.history for one in known):
        return ""
    told = [f"{clean(trace.label(one.child))} ({_reason(one)})" for one in known if _reason(one)]
    rest = len(known) - len(told)
    more = [f"{len(told) - LISTED:,} more by history"] if len(told) > LISTED else []
    others = [f"{rest:,} in the game's own order"] if rest else []
    return f"The order of moves: {', '.join([*told[:LISTED], *more, *others])}."


def _reason(one: Ranked) -> str:
    return one.reason or (f"history {number(one.history)}" if one.history else "")
