"""What a selective search did otherwise at a node, in a sentence: null moves, probes, reductions, moves not tried."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tracer.recording.columns import Bools
from tracer.recording.no_moves import NoMove, Null, Stand
from tracer.recording.status import LOWER, PRUNED, UPPER, Why
from tracer.text import MOVE_LIMIT, clean
from tracer.tracing import Trace
from tracer.why.sentences import Sentence, format_proved_value

ReasonCodes = npt.NDArray[np.uint8]
"""For each node the place in `SAID` of what is said of it; 0 where there is nothing to say."""

REASON_SENTENCES = (
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
(
    QUIET,
    FUTILE,
    LATE,
    NULL_CUT,
    NULL,
    PROBE_CUT,
    PROBE,
    RESEARCHED,
    REDUCED,
    EXTENDED,
    QUIESCENCE,
    STAND_PAT,
    NULL_ONLY,
) = range(1, len(REASON_SENTENCES))
NULL_MOVE_CAVEAT = "A null move is no legal move: that some move is worth as much is taken on trust."
"""What is said of a cutoff by a null move, where otherwise it is said why nothing that was skipped can matter."""
SHORT_REASONS = ("", "not tried: quiet", "skipped as futile", "skipped as late")
"""What became of a move that no cutoff skipped, by the same places, where there is little room."""
_REASONS = {Why.QUIET: QUIET, Why.FUTILE: FUTILE, Why.LATE: LATE, Why.EXTENDED: EXTENDED, Why.QUIESCENCE: QUIESCENCE}


def reason_codes(trace: Trace) -> ReasonCodes | None:
    """What is said of every node, found once; None in a search that is not selective. O(n)."""
    return trace.once(_compute_reason_codes)


def _compute_reason_codes(trace: Trace) -> ReasonCodes | None:
    if not trace.selective:
        return None
    columns, is_set_aside = trace.columns, trace.set_aside
    reasons = np.zeros(len(trace), np.uint8)
    if columns.why is not None:
        for why, code in _REASONS.items():
            reasons[columns.why == why] = code
        for why, kept_code, dropped_code in ((Why.PROBE, PROBE_CUT, PROBE), (Why.REDUCED, REDUCED, RESEARCHED)):
            reasons[(columns.why == why) & (columns.turn[columns.parent] != 0)] = kept_code
            reasons[(columns.why == why) & is_set_aside] = dropped_code
    is_null_move = _mask_no_move_visits(trace, Null)
    reasons[is_null_move] = np.where(
        is_set_aside[is_null_move], NULL, np.where(_mask_values_at_limit(trace)[is_null_move], NULL_CUT, NULL_ONLY)
    )
    reasons[_mask_no_move_visits(trace, Stand)] = STAND_PAT
    return reasons


def _mask_values_at_limit(trace: Trace) -> Bools:
    """N long: whether a visit's value reaches the end of its parent's window at which the player there may stop."""
    columns = trace.columns
    value, parent = columns.value, columns.parent
    reaches_limit: Bools = np.where(
        columns.turn[parent] > 0, value >= columns.beta[parent], value <= columns.alpha[parent]
    )
    return reaches_limit


def _mask_no_move_visits(trace: Trace, move_type: type[NoMove]) -> Bools:
    move_numbers = [move_number for move_number, no_move in trace.no_moves.items() if isinstance(no_move, move_type)]
    is_visit: Bools = np.isin(trace.columns.move, move_numbers) & (trace.columns.status != PRUNED)
    return is_visit


def reason_code(trace: Trace, node: int) -> int:
    """The place in `REASON_SENTENCES` of what is said of a node. O(1), the first time O(n)."""
    known_codes = reason_codes(trace)
    return 0 if known_codes is None else int(known_codes[node])


def is_skipped_move(trace: Trace, node: int) -> bool:
    """Whether a move was not searched though no cutoff skipped it."""
    return reason_code(trace, node) in (QUIET, FUTILE, LATE)


NO_MOVE_TEXT = "None was returned instead of a move"


def explain_played_move(trace: Trace, node: int) -> list[Sentence]:
    """Return a sentence about the move that was played at a node, where that is another one than its best child's."""
    if node != trace.decision_node or "played" not in trace.header.notes:
        return []
    if trace.header.notes["played"] is None:
        return [Sentence(f"{NO_MOVE_TEXT}.", "wrong")]
    played, best = trace.played, trace.deciding_child(node)
    if played is None or best is None or trace.label(played) == trace.label(best):
        return []
    text = f"Another move was played: {clean(trace.label(played))}, {format_proved_value(trace, played)}."
    return [Sentence(text, "wrong", played)]


def find_worse_played_move(trace: Trace) -> int | None:
    """Return the node of the played move where the search has not shown it to be as good as its best move; else None.

    It is worse, or only a bound is known of it. O(children) the first time, then O(1).
    """
    return trace.once(_find_worse_played_move)


def _find_worse_played_move(trace: Trace) -> int | None:
    node, played = trace.decision_node, trace.played
    best, turn = trace.deciding_child(node), int(trace.columns.turn[node])
    if played is None or best is None or not turn or trace.columns.log is not None:
        return None
    value, best_value = trace.columns.value.item(played), trace.columns.value.item(node)
    if value != value or not trace.has_same_value(best, node) or trace.label(played) == trace.label(best):
        return None
    if trace.has_same_value(played, node):
        return played if trace.proved_bound(played) is (UPPER if turn > 0 else LOWER) else None
    return played if turn * value < turn * best_value else None


def describe_worse_played_move(trace: Trace) -> str:
    """Return the played move and the best one with what they are worth, in one line; empty where they are as good.

    >>> import tracer
    >>> describe_worse_played_move(tracer.trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    ''
    """
    if "played" in trace.header.notes and trace.header.notes["played"] is None:
        return NO_MOVE_TEXT
    played, best = find_worse_played_move(trace), trace.deciding_child(trace.decision_node)
    if played is None or best is None:
        return ""
    move_texts = (
        f"{clean(trace.label(node), MOVE_LIMIT)} ({format_proved_value(trace, node)})" for node in (played, best)
    )
    return "played {}; the search's best is {}".format(*move_texts)
