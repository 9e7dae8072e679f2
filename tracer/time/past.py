"""The trace as it was at an earlier step, as a trace of its own: the search as if it had been stopped there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from tracer.recording.columns import MISSING, OPTIONAL, Columns
from tracer.recording.recording import Recording
from tracer.recording.status import OPEN, PRUNED
from tracer.time.landmarks import landmarks
from tracer.time.log_time import columns_at
from tracer.time.moments import last_met

Recorded = TypeVar("Recorded", bound=Recording)


def past(trace: Recorded, step: int) -> Recorded:
    """The tree as it was at a step: what the search had met by then, the nodes it was in without a value. O(step).

    Raises:
        IndexError: there is no such step.
    """
    if not 0 <= step < trace.steps:
        raise IndexError(f"step {step}: the trace has steps 0 to {trace.steps - 1}")
    if step == trace.steps - 1:
        return trace
    if trace.columns.log is not None:
        return trace.sharing(columns_at(trace.columns, step), replace(trace.header, stopped=f"at step {step:,}"))
    columns, size = trace.columns, last_met(trace, step) + 1
    status, value, cutoff = columns.status[:size].copy(), columns.value[:size].copy(), columns.cutoff[:size].copy()
    end = np.minimum(columns.end[:size], columns.end.dtype.type(size))
    still = np.flatnonzero((end == size) & (status != PRUNED))
    still = still[columns.left(still) > step]
    status[still], value[still] = OPEN, np.nan
    cutoff[still] = [landmarks(trace).is_cut(node, step) for node in still.tolist()]
    optional: dict[str, Any] = {name: column[:size] for name, column in columns.optional.items()}
    for name in {"left_text", "left_at"} & optional.keys():
        optional[name] = np.where(status == OPEN, MISSING[name], optional[name]).astype(OPTIONAL[name])
    earlier = Columns(
        move=columns.move[:size],
        end=end,
        turn=columns.turn[:size],
        alpha=columns.alpha[:size],
        beta=columns.beta[:size],
        value=value,
        status=status,
        cutoff=cutoff,
        **optional,
    )
    return trace.sharing(earlier, replace(trace.header, stopped=f"at step {step:,}"))
