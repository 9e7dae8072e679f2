"""What a selective search did otherwise at a node, in a sentence: null moves, probes, reductions, moves not tried."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tracer.recording.columns import Bools
from tracer.recording.no_moves import NoMove, Null, Stand
from tracer.recording.status import LOWER, PRUNED, UPPER, Why
from tracer.text import MOVE_LIMIT, clean
from tracer.tracing import Trace
from tracer.why.sentences import Sentence, worth

Codes = npt.NDArray[np.uint8]
"""For each node the place in `SAID` of what is said of it; 0 where there is nothing to say."""

SAID = (
    "",
    "Not tried: it is quiet, and beyond the horizon only noisy moves are searched.",
    "Skipped as futile: the evaluation with the margin does not exceed what the player to move already has.",
    "Skipped as late among the moves: those before it promised more.",
    "A null move: nobody moved, and the value reached the end of the window, so no move was searched.",
    "A null move: nobody moved. Its value did not cut, so it counts for nothing above.",
    "A probe, less deep than the moves are searched: its value reached the end of the window, which is enough.",
    "A probe, less deep than the moves are searched: its value did not cut, so it counts for nothing above.",
    "Searched less deep, as a late move: it seemed better, so it was searched again.",
    "Searched less deep, as a late move: it was not better.",
    "Searched deeper than the other moves.",
    "Searched beyond the horizon, as a noisy move.",
    "Standing pat: instead of a noisy move the player to move may take the evaluation.",
    "A null move: nobody moved. Its value does not reach the end of the window, and yet no move was searched after it.",
)
QUIET, FUTILE, LATE, NULL_CUT, NULL, PROBE_CUT, PROBE, AGAIN, REDUCED, EXTENDED, QUIESCENCE, STAND, NULL_VAIN = range(
    1, len(SAID)
)
TRUST = "A null move is no legal move: that some move is worth as much is taken on trust."
"""What is said of a cutoff by a null move, where otherwise it is said why nothing that was skipped can matter."""
BRIEFLY = ("", "not tried: quiet", "skipped as futile", "skipped as late")
"""What became of a move that no cutoff skipped, by the same places, where there is little room."""
_REASONS = {Why.QUIET: QUIET, Why.FUTILE: FUTILE, Why.LATE: LATE, Why.EXTENDED: EXTENDED, Why.QUIESCENCE: QUIESCENCE}


def codes(trace: Trace) -> Codes | None:
    """What is said of every node, found once; None in a search that is not selective. O(n)."""
    return trace.once(_codes)


def _codes(trace: Trace) -> Codes | None:
    if not trace.selective:
        return None
    columns, aside = trace.columns, trace.set_aside
    found = np.zeros(len(trace), np.uint8)
    if columns.why is not None:
        for why, code in _REASONS.items():
            found[columns.why == why] = code
        for why, kept, dropped in ((Why.PROBE, PROBE_CUT, PROBE), (Why.REDUCED, REDUCED, AGAIN)):
            found[(columns.why == why) & (columns.turn[columns.parent] != 0)] = kept
            found[(columns.why == why) & aside] = dropped
    nulls = _visits(trace, Null)
    found[nulls] = np.where(aside[nulls], NULL, np.where(_reaches(trace)[nulls], NULL_CUT, NULL_VAIN))
    found[_visits(trace, Stand)] = STAND
    return found


def _reaches(trace: Trace) -> Bools:
    """N long: whether a visit's value reaches the end of its parent's window at which the player there may stop."""
    columns = trace.columns
    value, above = columns.value, columns.parent
    found: Bools = np.where(columns.turn[above] > 0, value >= columns.beta[above], value <= columns.alpha[above])
    return found


def _visits(trace: Trace, kind: type[NoMove]) -> Bools:
    numbers = [number for number, one in trace.no_moves.items() if isinstance(one, kind)]
    found: Bools = np.isin(trace.columns.move, numbers) & (trace.columns.status != PRUNED)
    return found


def code(trace: Trace, node: int) -> int:
    """The place in `SAID` of what is said of a node. O(1), the first time O(n)."""
    known = codes(trace)
    return 0 if known is None else int(known[node])


def is_skip(trace: Trace, node: int) -> bool:
    """Whether a move was not searched though no cutoff skipped it."""
    return code(trace, node) in (QUIET, FUTILE, LATE)


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
    if value != value or not trace.has_same_value(best, at) or trace.label(played) == trace.label(best):
        return None
    if trace.has_same_value(played, at):
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
