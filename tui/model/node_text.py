"""What a node is called, and how its value, bound, window and numbers read at a step: for rows, pictures and maps."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size

from tracer.count.transpositions import stored_bound
from tracer.recording.columns import NO_WEIGHT
from tracer.recording.log import GAMMA3, GAMMA4, SOLVED
from tracer.recording.log_numbers import last_log_row, log_of, visit_count
from tracer.recording.status import HORIZON, TABLE, TERMINAL
from tracer.text import number, window_text
from tracer.time.moments import Phase
from tracer.tracing import Trace
from tracer.why.explain_best_first import format_log_value, operator_name
from tracer.why.selection_scores import compute_scores, count_untried_moves, has_tried_all_moves
from tui.model.browser import Browser

AHEAD, OPEN, RETURNED, PRUNED = Phase  # asked for by its name, a member takes ten times as long
CLOSED_NODE_SIGNS: dict[int, tuple[str, str]] = {
    TERMINAL: ("■", "terminal"),
    HORIZON: ("~", "horizon"),
    TABLE: ("≡", "table"),
}
"""Glyph and word of a node that was closed at once."""
ITERATION_PATH_SIGN = "→"
"""The sign of a node that the iteration in hand went through."""


def shorten(text: str, width: int) -> str:
    """A text that fits into so many cells.

    >>> shorten("abcdef", 4), shorten("ab", 4)
    ('abc…', 'ab')
    """
    return text if cell_len(text) <= width else set_cell_size(text, max(width - 1, 0)) + "…"


def node_title(trace: Trace, node: int) -> str:
    """The move to a node, and its name where a tree gives it one; the root has no move."""
    name = trace.names.get(node, "")
    if not node:
        return name or "root"
    return f"{trace.label(node)} · {name}" if name else trace.label(node)


def value_text(browser: Browser, node: int) -> str:
    """A node's value at this step with what it says of the true one; of a pruned leaf its number."""
    trace, cursor, phase = browser.trace, browser.cursor, browser.cursor.phase(node)
    if trace.columns.log is not None:
        return format_log_value(trace, node, cursor.step) if phase is not AHEAD else "·"
    if phase is RETURNED:
        stored_value = stored_bound(trace, node)
        bound = trace.proved_bound(node) if stored_value is None else stored_value[1]
        return f"{'?' if bound is None else bound.sign} {number(float(trace.columns.value[node]))}"
    if phase is OPEN:
        best_so_far = cursor.frame(node).best
        return "…" if best_so_far is None else f"… {number(best_so_far)}"
    if phase is AHEAD:
        return "·"
    leaf_value = browser.pruned_leaf_value(node)
    return "" if leaf_value is None else number(leaf_value)


def entry_window_text(browser: Browser, node: int) -> str:
    """The window on entry, at every step: the running one belongs to the frame in the call stack."""
    if browser.cursor.phase(node) in (AHEAD, PRUNED) or not browser.trace.header.windowed:
        return ""
    columns = browser.trace.columns
    return window_text(columns.alpha.item(node), columns.beta.item(node))


def describe_visited_node(browser: Browser, node: int, phase: Phase) -> tuple[str, str]:
    """What a visited node is: glyph and words."""
    status = browser.trace.columns.status.item(node)
    if status in CLOSED_NODE_SIGNS and phase is RETURNED:
        return CLOSED_NODE_SIGNS[status]
    if browser.cursor.is_cut(node):
        return "✂", "beta cutoff" if browser.trace.columns.turn[node] > 0 else "alpha cutoff"
    if phase is OPEN:
        return "…", "open"
    return " ", ""


def visit_count_texts(trace: Trace, node: int, step: int) -> list[str]:
    """How often a node of a Monte Carlo search was visited by a step; nothing of another search."""
    return [f"N {visit_count(trace.columns, node, step):,}"] if log_of(trace.columns).counts_visits else []


def describe_log_fate(trace: Trace, node: int, step: int) -> tuple[str, str]:
    """What a node is at a step: glyph and words."""
    columns, log = trace.columns, log_of(trace.columns)
    status, leaf_of_step = columns.status.item(node), log.node.item(step)
    fate_sign = "■" if status == TERMINAL else "~" if status == HORIZON and not log.counts_visits else " "
    if node <= leaf_of_step < columns.end.item(node):
        fate_sign = ITERATION_PATH_SIGN
    if log.counts_visits:
        return fate_sign, ""
    numbers = last_log_row(columns, node, step)
    if log.has_proofs:
        if numbers is None:
            return fate_sign, ""
        return fate_sign, "proved" if numbers.x == 0 else "disproved" if numbers.y == 0 else ""
    last_row = log.last_row(node, step)
    row_type = SOLVED if last_row is None else log.kind.item(last_row)
    if columns.settled.item(node) <= step:
        return fate_sign, "SOLVED" if last_row is None or row_type > GAMMA3 else f"SOLVED, {operator_name(row_type)}"
    return fate_sign, "LIVE" if last_row is None else f"{operator_name(row_type)}" if row_type != GAMMA4 else "SOLVED"


def log_column_names(trace: Trace) -> tuple[tuple[str, ...], str]:
    """The columns of numbers that a recording has, and what its column of values is called."""
    log = trace.columns.log
    if log is None or not log.counts_visits:
        return (), "pn/dn" if log is not None and log.has_proofs else "value"
    return ("N", "U") if trace.columns.weight is None else ("N", "P", "U"), "Q(MAX)"


def format_log_columns(trace: Trace, node: int, step: int, column_names: Sequence[str]) -> tuple[tuple[str, ...], str]:
    """What stands in these columns at a node's row, and the sum by which a search chooses it; empty where unknown.

    Visits, prior, and U, all as the next iteration would find them, MAX's view. O(children).
    """
    columns = trace.columns
    if not log_of(columns).counts_visits:
        return (), ""
    parent = columns.parent.item(node)
    prior_weight = NO_WEIGHT if columns.weight is None else columns.weight.item(node)
    texts = {
        "N": f"{visit_count(columns, node, step):,}",
        "P": "" if prior_weight == NO_WEIGHT else number(prior_weight),
    }
    sum_text = ""
    if parent >= 0 and (columns.weight is not None or has_tried_all_moves(trace, parent, step + 1)):
        own_score = next((score for score in compute_scores(trace, parent, step + 1) if score.child == node), None)
        if own_score is not None:
            texts["U"] = number(own_score.exploration)
            sum_text = f"{own_score.formula_text} = {number(own_score.total)}"
    if untried_count := count_untried_moves(trace, node, step):
        sum_text = " · ".join(filter(None, (sum_text, f"{untried_count:,} untried")))
    return tuple(texts.get(head, "") for head in column_names), sum_text
