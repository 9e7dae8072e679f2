"""The move that was played, in words, beside the best one that the search found. All numbers are MAX's view."""

from __future__ import annotations

from tracer.recording.status import LOWER, UPPER
from tracer.text import MOVE_LIMIT, clean
from tracer.tracing import Trace
from tracer.why.sentences import Sentence, worth

NONE_RETURNED = "None was returned instead of a move"


def about_played(trace: Trace, node: int) -> list[Sentence]:
    """Return a sentence about the move that was played at a node, where that is another one than its best child's."""
    if node != trace.played_at or "played" not in trace.header.notes:
        return []
    if trace.header.notes["played"] is None:
        return [Sentence(f"{NONE_RETURNED}.", "wrong")]
    played, best = trace.played, trace.giver(node)
    if played is None or best is None or trace.label(played) == trace.label(best):
        return []
    text = f"Another move was played: {clean(trace.label(played))}, {worth(trace, played)}."
    return [Sentence(text, "wrong", played)]


def played_for_best(trace: Trace) -> int | None:
    """Return the node of the played move where the search has not shown it to be as good as its best move; else None.

    It is worse, or only a bound is known of it. O(children) the first time, then O(1).
    """
    return trace.once(_played_for_best)


def _played_for_best(trace: Trace) -> int | None:
    at, played = trace.played_at, trace.played
    best, turn = trace.giver(at), int(trace.columns.turn[at])
    if played is None or best is None or not turn or trace.columns.log is not None:
        return None
    value, most = trace.columns.value.item(played), trace.columns.value.item(at)
    if value != value or not trace.has_value_of(best, at) or trace.label(played) == trace.label(best):
        return None
    if trace.has_value_of(played, at):
        return played if trace.proved_bound(played) is (UPPER if turn > 0 else LOWER) else None
    return played if turn * value < turn * most else None


def played_beside_best(trace: Trace) -> str:
    """Return the played move and the best one with what they are worth, in one line; empty where they are as good.

    >>> import tracer
    >>> played_beside_best(tracer.trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    ''
    """
    if "played" in trace.header.notes and trace.header.notes["played"] is None:
        return NONE_RETURNED
    played, best = played_for_best(trace), trace.giver(trace.played_at)
    if played is None or best is None:
        return ""
    said = (f"{clean(trace.label(node), MOVE_LIMIT)} ({worth(trace, node)})" for node in (played, best))
    return "played {}; the search's best is {}".format(*said)
