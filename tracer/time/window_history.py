"""A node's window as it went on: every end that it has had, as one writes them by hand, the old ones struck out."""

from __future__ import annotations

from tracer.recording.recording import Recording
from tracer.time.landmarks import landmarks
from tracer.time.moments import event_at

Ends = tuple[list[float], list[float]]
"""The lower and the upper ends of a window in the order of time, the last of each being the present one. MAX's view."""


def window_ends(trace: Recording, node: int, step: int) -> Ends:
    """The ends that a visited node's window has had by a step, from its entry on. O(children)."""
    columns = trace.columns
    changes = [change for change in landmarks(trace).window_changes(node).tolist() if change <= step]
    # A change is the step after the return of the child that made it.
    values = [float(columns.value[event_at(trace, change - 1)[1]]) for change in changes]
    alphas, betas = [float(columns.alpha[node])], [float(columns.beta[node])]
    (alphas if columns.turn[node] > 0 else betas).extend(values)
    return alphas, betas
