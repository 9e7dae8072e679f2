"""What a selective search did otherwise at a node, in a sentence: null moves, probes, reductions, moves not tried."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tracer.recording.columns import Bools
from tracer.recording.no_moves import NoMove, Null, Stand
from tracer.recording.status import PRUNED, Why
from tracer.tracing import Trace

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
