"""Traces that no search recorded, made at once and as large as one likes."""

import numpy as np

import tracer
from tracer.recording.columns import Columns
from tracer.recording.status import EXPANDED, HORIZON, PRUNED
from tracer.recording.tree_shape import plies


def uniform(branching: int, depth: int) -> tracer.Trace:
    """A uniform tree; of the last plies' moves a third was pruned, and a third of the inner nodes was cut."""
    size = np.ones(1, np.int64)
    for _ in range(depth):
        size = np.concatenate([[1 + branching * size[0]], np.tile(size, branching)])
    count = len(size)
    end = (np.arange(count) + size).astype(np.int32)
    is_leaf, luck = size == 1, np.random.default_rng(count)
    status = np.where(is_leaf, np.where(luck.random(count) < 1 / 3, PRUNED, HORIZON), EXPANDED).astype(np.uint8)
    turn = np.where(plies(end) % 2 == 0, 1, -1).astype(np.int8)
    turn[status == PRUNED] = 0
    move = luck.integers(0, branching, count).astype(np.int32)
    move[0] = -1
    value = np.where(status == PRUNED, np.nan, 0.0)
    cutoff = ~is_leaf & (luck.random(count) < 1 / 3)
    columns = Columns(move, end, turn, value, value.copy(), value.copy(), status, cutoff)
    labels = [f"m{number}" for number in range(branching)]
    return tracer.Trace(columns, labels, tracer.Header(game="uniform", search="none"), labels=labels)
