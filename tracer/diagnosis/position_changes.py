"""Positions that calls did not put back, and what is said of them."""

from __future__ import annotations

import re
from functools import cache

import numpy as np

from tracer.diagnosis.case import Case
from tracer.diagnosis.wording import one_line
from tracer.recording.status import OPEN, PRUNED
from tracer.text import clean

_COUNTERS = re.compile(r"\b\w*(?:nodes|count|calls|visit|evals?|hits|time)\w*:? -?[\d.]+")
"""In the text of an object, what it counts or measures beside the position."""
_MEMORY = re.compile(r"\b\w*(?:memo|cache|table|stat|killer)\w*:?\s.*", re.DOTALL)
"""In the text of an object, what it remembers beside the position."""


def get_entry_and_return(case: Case, node: int) -> tuple[str, str]:
    """Return the position on entry and on return."""
    entry = case.trace.text(node) or ""
    return_text = case.trace.left_text(node)
    return entry, entry if return_text is None else return_text


def describe_change(case: Case, node: int) -> str:
    """Return what a call's position was on entry, and what it became by its return."""
    return " became ".join(_shorten_to_difference(*get_entry_and_return(case, node)))


def _shorten_to_difference(entry_text: str, return_text: str) -> tuple[str, str]:
    """Two texts, each in one line; from a little before they differ if they would be cut to the same.

    >>> _shorten_to_difference("ab", "ac"), _shorten_to_difference("x" * 300 + "1", "x" * 300 + "2")
    (('ab', 'ac'), ('…xxxxxxxx1', '…xxxxxxxx2'))
    """
    one_line_texts = one_line(entry_text), one_line(return_text)
    if one_line_texts[0] != one_line_texts[1]:
        return one_line_texts
    first_difference = next(
        (k for k, pair in enumerate(zip(entry_text, return_text, strict=False)) if pair[0] != pair[1]), 0
    )
    start = max(0, first_difference - 8)
    return f"…{one_line(entry_text[start:])}", f"…{one_line(return_text[start:])}"


def describe_move_not_undone(case: Case, node: int) -> str:
    """Return the last move below a node whose position is that on its return."""
    return_text = case.trace.left_text(node)
    last_child = next(
        (child for child in reversed(case.visits(node)) if return_text in get_entry_and_return(case, child)), None
    )
    return "a move" if last_child is None else f"the move {case.trace.label(last_child)}"


def describe_last_move(case: Case, node: int) -> str:
    """Return the last move that a node searched, in words."""
    last = case.visits(node)[-1:]
    return f"the move {case.trace.label(last[0])}" if last else "a move"


def describe_unwound(case: Case, node: int) -> str:
    """Return what an exception that went through a call left on the board."""
    last_child, error = case.visits(node)[-1:], clean(str(case.trace.header.notes["left_over"]))
    line = case.trace.called_at(last_child[0]) if last_child else None
    line_text = "" if line is None else f" at line {line}"
    consequence = "the next search begins with what was left"
    if "partly_undone" in case.trace.header.notes:
        consequence = "the function above the search takes its own move back then, but no others"
    change_text = (
        f"{describe_change(case, node)} as {error} left the call{line_text}, "
        f"with {describe_last_move(case, node)} still on it"
    )
    return f"the position is not put back: {change_text}; {consequence}"


def describe_default_argument(case: Case) -> str:
    """That the position is the default of an argument, if it is."""
    name = case.trace.header.notes.get("default")
    text = f"; it is the default of the argument {clean(str(name))}, made once for all calls"
    return f"{text}: write None there, and make a new one inside" if name else ""


def find_returned_changes(case: Case) -> dict[int, tuple[str, str]]:
    """Return the returned visits with another position at the end, each with both texts."""
    return collect_changed_texts(case, unwound=False)


def collect_changed_texts(case: Case, *, unwound: bool) -> dict[int, tuple[str, str]]:
    """Return the visits with another position at the end, and both texts without counters and memories.

    They are the visits that an exception left (`unwound`), or those that returned.
    """
    entry_text, return_text = case.trace.columns.text, case.trace.columns.left_text
    if entry_text is None or return_text is None:
        return {}
    texts = case.trace.texts

    @cache
    def strip_counters(text: int) -> str:
        return _MEMORY.sub("", _COUNTERS.sub("", texts[text]))

    status = case.columns.status
    nodes = np.flatnonzero((return_text >= 0) & (entry_text >= 0) & (status != PRUNED) & ((status == OPEN) == unwound))
    columns = (nodes.tolist(), entry_text[nodes].tolist(), return_text[nodes].tolist())
    changed = {
        node: (strip_counters(before), strip_counters(after)) for node, before, after in zip(*columns, strict=True)
    }
    return {node: texts for node, texts in changed.items() if texts[0] != texts[1]}
