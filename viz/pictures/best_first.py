"""What stands in the picture of a best-first search: what is known of a node, what was counted, what signs mean."""

from __future__ import annotations

from math import floor

import numpy as np

from tracer.recording.columns import Columns
from tracer.recording.log import Log
from tracer.recording.log_numbers import log_of
from tracer.recording.status import OPEN
from tracer.text import MINUS, clean, number
from tracer.tracing import Trace
from tracer.why.sentences import format_count

LEAF_MEANING = "no children yet: played out, or evaluated"
"""A leaf of Monte Carlo tree search."""
PROOF_NUMBERS_NOTE = (
    "pn, dn: the fewest leaves that must be proved, or disproved, to show that MAX reaches the goal, or cannot"
)
"""What proof numbers are."""
MAX_GOAL_LENGTH = 20
"""Characters kept of a goal."""
MEAN_COLOUR_COUNT = 7
"""Colours of means: the middle one is neither's, three are better for MIN, and three for MAX."""


def describe_node_numbers(trace: Trace, node: int, sign: int) -> str:
    """What the search knows of a node: its visits and their mean, its proof numbers, or the merit of a live state.

    Nothing where SSS* or DUAL* solved it: its value says that.

    >>> import tracer
    >>> describe_node_numbers(tracer.trace([[3, 12, 8], [2, 4, 6]], "pns", goal="3"), 5, 1)
    'pn 1, dn 1'
    """
    numbers = {name: column.item(node) for name, column in trace.log_numbers.items()}
    if "n" in numbers:
        return f"N {int(numbers['n']):,}" + (f", Q {number(sign * numbers['q'])}" if numbers["n"] else "")
    if "pn" in numbers:
        is_known = numbers["pn"] == numbers["pn"]
        return f"pn {number(numbers['pn'])}, dn {number(numbers['dn'])}" if is_known else ""
    if trace.columns.status.item(node) != OPEN:
        return ""
    merit = numbers["merit"]
    if merit != merit:  # never taken: it stands in OPEN with the merit of the state by which it was born
        merit = log_of(trace.columns).x.item(int(numbers["born"]))
    return f"LIVE, h {number(sign * merit)}"


def mean_value_range(log: Log) -> tuple[float, float] | None:
    """The means that are worst and best for MAX in a picture; None where all values are 0, or there are none to see.

    Values of both signs have ends as far from 0 as the farthest of them; else 0 is one end.

    >>> import tracer
    >>> mean_value_range(log_of(tracer.trace("nim:1,2", "uct", iterations=40).columns))
    (-1.0, 1.0)
    """
    if not log.counts_visits:
        return None
    low, high = (min(log.value_range[0], 0.0), max(log.value_range[1], 0.0))
    if low < 0 < high:
        high = max(-low, high)
        low = -high
    return (low, high) if low < high else None


def mean_colour_index(trace: Trace, node: int) -> int | None:
    """How good the mean of a node is for MAX, from 0 to `MEAN_COLOUR_COUNT` − 1; None where it has none."""
    if trace.columns.log is None or (mean_range := mean_value_range(trace.columns.log)) is None:
        return None
    mean, (low, high) = trace.log_numbers["q"].item(node), mean_range
    if mean != mean:
        return None
    relative_mean = min(max((mean - low) / (high - low), 0.0), 1.0)  # a file may say of a node what its rows do not
    return floor(relative_mean * (MEAN_COLOUR_COUNT - 1) + 0.5)


def is_frontier(columns: Columns, node: int) -> bool:
    """Whether an open node was only ever made, or with SSS* never solved: it is drawn with dots."""
    return log_of(columns).has_merits or columns.end.item(node) == node + 1


def describe_work_below(trace: Trace, node: int) -> str:
    """How much the search did at a node and below it.

    >>> import tracer
    >>> describe_work_below(tracer.trace([[3, 5], [2, 9]], "uct", iterations=60), 0)
    '7 nodes · 60 iterations'
    """
    columns, log = trace.columns, log_of(trace.columns)
    end = columns.end.item(node)
    log_rows = log.rows_below(node, end)
    if log.counts_visits:
        work_text = format_count(len(np.unique(log.iteration[log_rows])), "iteration")
    elif log.has_merits:
        work_text = f"{format_count(len(log_rows), 'state')} taken"
    else:
        is_expanded = columns.end[node:end] > np.arange(node, end) + 1
        work_text = f"{int(np.count_nonzero(is_expanded)):,} expanded"
    return f"{format_count(end - node, 'node')} · {work_text}"


def describe_proof_result(trace: Trace, node: int) -> str:
    """What a search by proof numbers found of its question, which is named; nothing of other searches.

    >>> import tracer
    >>> describe_proof_result(tracer.trace([[3, 12, 8], [2, 4, 6]], "pns", goal="3"), 0)
    'proved: MAX reaches 3 or more'
    >>> describe_proof_result(tracer.trace([[0, 1]], "dfpn"), 0)
    'disproved: MAX cannot reach more than 0'
    """
    if not log_of(trace.columns).has_proofs:
        return ""
    pn, dn = (trace.log_numbers[name].item(node) for name in ("pn", "dn"))
    goal_option = str(trace.header.options.get("goal", "win" if trace.header.ours else ""))
    min_value = "0" if goal_option == "draw" else goal_option.replace("-", MINUS)
    goal_text = (
        "more than 0"
        if goal_option == "win"
        else f"{clean(min_value, MAX_GOAL_LENGTH)} or more"
        if goal_option
        else "the goal"
    )
    if not pn or not dn:
        return f"proved: MAX reaches {goal_text}" if not pn else f"disproved: MAX cannot reach {goal_text}"
    return f"open whether MAX reaches {goal_text}"


def describe_node_shape(shape_name: str, log: Log | None) -> str:
    """What a shape is called: a leaf of Monte Carlo tree search is at no horizon."""
    return (
        LEAF_MEANING if shape_name.startswith("horizon") and log is not None and log.counts_visits else str(shape_name)
    )


def describe_number_notation(log: Log, *, from_mover_view: bool) -> str:
    """How what stands in the nodes is to be read."""
    view_text = f"from {'the mover' if from_mover_view else 'MAX'}'s view"
    if log.counts_visits:
        return f"N visits, Q the mean of their values {view_text}"
    if log.has_proofs:
        return f"{PROOF_NUMBERS_NOTE}; pn 0 is proved, dn 0 disproved"
    return f"= exact value, ≥ ≤ bounds, LIVE with the merit h as it last stood in OPEN; all {view_text}"


def open_node_sign_and_meaning(log: Log, *, search_goes_on: bool) -> tuple[str, str]:
    """What stands in a node with dots, and what it means."""
    not_yet = "not {} yet" if search_goes_on else "never {}"
    if log.counts_visits:
        return "N 0", not_yet.format("visited")
    return ("pn, dn", not_yet.format("expanded")) if log.has_proofs else ("LIVE", not_yet.format("solved"))
