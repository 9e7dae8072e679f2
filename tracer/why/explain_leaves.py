"""Sentences about leaves: the game is over, the depth is used up, or the table had the value."""

from __future__ import annotations

from tracer.count.transpositions import positions_at_hand, stored_bound
from tracer.recording.node import iteration_depth
from tracer.recording.status import EXACT, HORIZON, LOWER, TABLE, TERMINAL, UPPER
from tracer.tracing import Trace
from tracer.why.cutoff_causes import (
    format_window_end,
    is_path_searched_before,
)
from tracer.why.sentences import (
    SHORT_PATH_MOVES,
    Sentence,
    capitalize,
    describe_unseen_moves,
    format_node_window,
    format_path,
    format_proved_value,
    format_returned_bound,
    format_value,
    is_fail_hard,
)


def explain_leaf_entry(trace: Trace, node: int) -> Sentence | None:
    """About a leaf that was entered and has not returned; None where there are moves to search."""
    status = trace.columns.status[node]
    if status == TERMINAL and _may_have_unseen_moves(trace):
        return Sentence("No further call is made here: it returns its value next.", "value")
    if status == TERMINAL:
        return Sentence("The game is over here: it returns its utility next.", "value")
    if status == HORIZON:
        return Sentence("The depth is used up here: it returns its evaluation next.", "value")
    if status == TABLE:
        return Sentence("The table has a value for this position, which it returns next.", "value")
    return None


def explain_leaf(trace: Trace, node: int) -> list[Sentence]:
    """About a leaf."""
    status, value = trace.columns.status[node], format_value(trace, node)
    if status == TABLE:
        return _explain_table_value(trace, node)
    if status == TERMINAL and _may_have_unseen_moves(trace):
        text = f"Value {value}: the game is over here, or its moves were {describe_unseen_moves(trace)}."
        return [Sentence(text, "value")]
    if status == TERMINAL:
        reason, value_name = "The game is over here", "utility"
    elif status == HORIZON:
        depth = iteration_depth(trace, node)
        depth_text = "The depth" if depth is None else f"The depth of {depth:,} {'ply' if depth == 1 else 'plies'}"
        reason, value_name = f"{depth_text} is used up here", "evaluation"
    else:
        return [Sentence(f"Value {value}.", "value")]
    if is_fail_hard(trace) and trace.bound(node) is not EXACT:
        bound_text = {LOWER: f"is {value} or more", UPPER: f"is {value} or less"}.get(
            trace.bound(node) or EXACT, "is unknown"
        )
        text = (
            f"{reason}: the {value_name} {bound_text}; fail-hard "
            f"clamps it to the window {format_node_window(trace, node)}."
        )
        return [Sentence(text, "value")]
    return [Sentence(f"{reason}: the {value_name} is {value}.", "value")]


def _may_have_unseen_moves(trace: Trace) -> bool:
    """Whether nobody knows if the game is over where no further call was made: a cache may have answered."""
    return trace.game is None and bool(describe_unseen_moves(trace))


def _explain_table_value(trace: Trace, node: int) -> list[Sentence]:
    """About a node that the table closed. What the table of other code meant by its number is not in a recording."""
    if not trace.header.ours:
        value_sentence = Sentence(f"{format_value(trace, node)}, from the table: it is not searched again.", "value")
        return [value_sentence, _explain_stored_bound(trace, node)]
    table_bound, value_text = trace.bound(node), format_value(trace, node)
    value_sentence = Sentence(
        f"{capitalize(format_proved_value(trace, node))}, from the table: it is not searched again.", "value"
    )
    depth = "" if trace.header.depth is None else ", to the same depth"
    visit_text = f"{_describe_earlier_visit(trace, node)}{depth}"
    if table_bound is EXACT or table_bound is None:
        return [value_sentence, Sentence(f"{visit_text}.")]
    end_name, verb = ("beta", "reaches") if table_bound is LOWER else ("alpha", "does not pass")
    return [
        value_sentence,
        Sentence(
            f"{visit_text}, and {value_text} {verb} {end_name} "
            f"{format_window_end(trace, node, end_name)}, which is all that counts."
        ),
    ]


def _describe_earlier_visit(trace: Trace, node: int) -> str:
    """That the table knew a position, and whether it was met by the same moves, as in an earlier pass."""
    return (
        "The position was searched before by "
        f"{'the same moves' if is_path_searched_before(trace, node) else 'another path'}"
    )


def _explain_stored_bound(trace: Trace, node: int) -> Sentence:
    """What the visits that returned the table's number before meant by it, where it is known which they are."""
    earlier_bound, known_positions = stored_bound(trace, node), positions_at_hand(trace)
    if earlier_bound is not None:
        text = (
            "The visit that returned it before "
            f"({format_path(trace, earlier_bound[0], SHORT_PATH_MOVES)}) told only that it is"
        )
        return Sentence(f"{text} {format_returned_bound(trace, earlier_bound[0])}.", "", earlier_bound[0])
    if known_positions is None:
        unknown_text = "not in the recording" if trace.game is None else "not known before its positions are compared"
        return Sentence(f"Whether the table had it from an exact value or from a bound is {unknown_text}.")
    if known_positions.previous(node) is None:
        source_text = "such as the entry of another position or of an earlier search"
        return Sentence(f"No earlier visit met the position: the number comes from elsewhere, {source_text}.")
    return Sentence(f"{_describe_earlier_visit(trace, node)}.")
