"""From a node to the same one in another iteration of a driver: the end of the same moves."""

from __future__ import annotations

from tracer.tracing import Trace


def in_other_pass(trace: Trace, node: int, *, forward: bool) -> int | None:
    """The end of the same moves in the next pass that comes there, or the one before; None if none does.

    From a driver the next pass is its first one.

    Of several visits of a move it is the last. O(ply · moves) for each pass.

    Args:
        trace: the recording.
        node: a driver, a pass, or a node below one.
        forward: whether in a later pass.
    """
    path = trace.ancestry(node)
    moves = trace.columns.move
    here = max((place for place, one in enumerate(path) if int(moves[one]) in trace.iterations), default=None)
    if here is None:
        return trace.children(node)[0] if forward and node in trace.drivers else None
    steps = [int(moves[one]) for one in path[here + 1 :]]
    passes = [one for one in trace.children(path[here - 1]) if (one > path[here] if forward else one < path[here])]
    ends = (_end_of(trace, one, steps) for one in (passes if forward else reversed(passes)))
    return next((end for end in ends if end is not None), None)


def _end_of(trace: Trace, node: int, steps: list[int]) -> int | None:
    for step in steps:
        found = [one for one in trace.children(node) if int(trace.columns.move[one]) == step]
        if not found:
            return None
        node = found[-1]
    return node
