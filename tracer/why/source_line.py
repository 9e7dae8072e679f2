"""Where a program's own search is in its source at any step, and what its recording holds of the call.

Nothing here is worked out that the program might have had in a variable: only what was seen of its calls is told.
"""

from __future__ import annotations

from typing import NamedTuple

from tracer.recording.columns import NO_DEPTH
from tracer.recording.source import Source
from tracer.recording.status import PRUNED
from tracer.text import clean, number
from tracer.time.moments import Event, event_at
from tracer.tracing import Trace
from tracer.why.causes import refutation
from tracer.why.execution import mover_view
from tracer.why.sentences import MOVERS, window


class Place(NamedTuple):
    """A line of the source in which a call is."""

    node: int
    """The node whose call it is."""
    source: Source
    line: int | None
    """As its file counts; None where it is not known."""


def frame_at(trace: Trace, step: int, selected: int | None = None) -> int:
    """The node whose call is looked at: the selected one while it is above the one that executes, or else that one.

    Args:
        trace: the trace.
        step: the step.
        selected: the node that somebody looks at.
    """
    event, node = event_at(trace, step)
    executing = int(trace.columns.parent[node]) if event is Event.PRUNED else node
    return executing if selected is None or not _is_above(trace, selected, executing) else selected


def place_at(trace: Trace, step: int, selected: int | None = None) -> Place | None:
    """The line at a step: where a call begins, where it makes another, where it returns. O(log n + ply + children).

    A branch is pruned after the last call that was made. None where the recording has no source of the function.
    """
    node = frame_at(trace, step, selected)
    source = trace.source(node)
    if source is None:
        return None
    event, happens = event_at(trace, step)
    if event is Event.PRUNED and node == int(trace.columns.parent[happens]):
        last = refutation(trace, node)
        return Place(node, source, None if last is None else trace.called_at(last))
    if happens != node:
        while int(trace.columns.parent[happens]) != node:
            happens = int(trace.columns.parent[happens])
        return Place(node, source, trace.called_at(happens))
    return Place(node, source, source.begins if event is Event.ENTERED else trace.left_at(node))


def facts(trace: Trace, step: int, node: int) -> list[tuple[str, str]]:
    """What the recording holds of a call at a step, by names that are no variables of the program; MAX's view.

    Where the program has other numbers, because its own are those of the side to move, these stand beside them.
    O(log n + children).
    """
    columns, (event, happens) = trace.columns, event_at(trace, step)
    found = [("to move", MOVERS[int(columns.turn[node])])]
    if columns.depth is not None and int(columns.depth[node]) != NO_DEPTH:
        found.append(("depth given", str(int(columns.depth[node]))))
    if trace.header.windowed:
        alpha, beta = float(columns.alpha[node]), float(columns.beta[node])
        found.append(("window given", window(alpha, beta) + _own(trace, node, window(0.0 - beta, 0.0 - alpha))))
    if event is Event.RETURNED and happens == node:
        return [*found, ("returned", _value(trace, node))]
    last = _last_returned(trace, node, step)
    if last is not None:
        found.append((f"{clean(trace.label(last), 12)} returned", _value(trace, last)))
    return found


def _value(trace: Trace, node: int) -> str:
    """What a node returned, and what its author's variable held where that is another number."""
    value = float(trace.columns.value[node])
    return number(value) + (_own(trace, node, number(-value)) if value else "")


def _own(trace: Trace, node: int, turned: str) -> str:
    """The same as the program had it, where its numbers are those of the side to move, and that is MIN."""
    return f" (the side to move: {turned})" if mover_view(trace) and trace.columns.turn[node] < 0 else ""


def _last_returned(trace: Trace, node: int, step: int) -> int | None:
    """The child that returned last by a step."""
    back = [
        child for child in trace.children(node) if trace.columns.status[child] != PRUNED and trace.left(child) <= step
    ]
    return back[-1] if back else None


def _is_above(trace: Trace, node: int, below: int) -> bool:
    return node < below < int(trace.columns.end[node])
