"""The remaining depth of a visit: as its call was given it, or what is left of that of a call above it."""

from __future__ import annotations

import numpy as np

from tracer.recording.columns import NO_DEPTH, Ints
from tracer.recording.recording import Recording


def depth_searched(trace: Recording, node: int) -> int | None:
    """The depth of the search that a visit is of: of its iteration, or of the whole; None without a limit. O(ply)."""
    told, passes = trace.columns.depth, trace.iterations
    if told is not None and passes:
        for above in reversed(trace.ancestry(node)):
            if int(trace.columns.move[above]) in passes and told[above] != NO_DEPTH:
                return int(told[above])
    return trace.header.depth


def remaining(trace: Recording, node: int) -> int | None:
    """The remaining depth at a node in plies; None where the search had no limit, or nobody knows it. O(ply).

    What a call was told holds for all below it, less one for each move, until another call is told of its own. Where
    none was told, the search began with the depth of the header.
    """
    told, moves = trace.columns.depth, 0
    move, parent, passes = trace.columns.move.item, trace.columns.parent.item, trace.passes
    while node > 0 and (told is None or told.item(node) == NO_DEPTH):
        moves += move(node) not in passes
        node = parent(node)
    own = told is not None and told.item(node) != NO_DEPTH
    given = told.item(node) if told is not None and own else trace.header.depth
    return None if given is None else given - moves


def remaining_depths(trace: Recording, ply: Ints) -> Ints | None:
    """N long: what `remaining` gives for each node; None where nobody knows it for any. O(n · log of the plies).

    Args:
        trace: the recording.
        ply: N long: the moves on each node's path.
    """
    told, given = trace.columns.depth, trace.header.depth
    whole = None if given is None else np.asarray(given - ply)
    if told is None or not (known := told != NO_DEPTH).any():
        return whole
    above = np.where(known, np.arange(len(trace)), np.maximum(trace.columns.parent, 0))
    while (further := above[above] != above).any():
        above[further] = above[above[further]]
    found = np.asarray(told[above] + ply[above] - ply, np.int64)
    return np.where(known[above], found, NO_DEPTH if whole is None else whole)
