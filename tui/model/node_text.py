"""What a node is called, and how its value, bound, window and numbers read at a step: for rows, pictures and maps."""

from __future__ import annotations

from collections.abc import Sequence
from math import isinf

from rich.cells import cell_len, set_cell_size

from tracer.count.transpositions import stored_bound
from tracer.recording.columns import NO_WEIGHT
from tracer.recording.log import GAMMA3, GAMMA4, SOLVED
from tracer.recording.numbers_of_log import log_of, times, told, visits
from tracer.recording.status import HORIZON, TABLE, TERMINAL
from tracer.text import number, window_text
from tracer.time.moments import Phase
from tracer.tracing import Trace
from tracer.why.explain_best_first import operator_name
from tracer.why.selection_scores import compute_scores, count_untried_moves, has_tried_all_moves
from tui.model.browser import Browser

AHEAD, OPEN, RETURNED, PRUNED = Phase  # asked for by its name, a member takes ten times as long
PLAYERS = {1: ("▲", "max"), -1: ("▼", "min"), 0: ("●", "chance")}
"""Glyph and style of who moves."""
KINDS: dict[int, tuple[str, str]] = {TERMINAL: ("■", "terminal"), HORIZON: ("~", "horizon"), TABLE: ("≡", "table")}
"""Glyph and word of a node that was closed at once."""
ON_THE_WAY = "→"
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
        return number_at(trace, node, cursor.step) if phase is not AHEAD else "·"
    if phase is RETURNED:
        stored = stored_bound(trace, node)
        bound = trace.proved_bound(node) if stored is None else stored[1]
        return f"{'?' if bound is None else bound.sign} {number(float(trace.columns.value[node]))}"
    if phase is OPEN:
        best = cursor.frame(node).best
        return "…" if best is None else f"… {number(best)}"
    if phase is AHEAD:
        return "·"
    unseen = browser.unseen(node)
    return "" if unseen is None else number(unseen)


def entry_window(browser: Browser, node: int) -> str:
    """The window on entry, at every step: the running one belongs to the frame in the call stack."""
    if browser.cursor.phase(node) in (AHEAD, PRUNED) or not browser.trace.header.windowed:
        return ""
    columns = browser.trace.columns
    return window_text(columns.alpha.item(node), columns.beta.item(node))


def kind_of(browser: Browser, node: int, phase: Phase) -> tuple[str, str]:
    """What a visited node is: glyph and words."""
    status = browser.trace.columns.status.item(node)
    if status in KINDS and phase is RETURNED:
        return KINDS[status]
    if browser.cursor.is_cut(node):
        return "✂", "beta cutoff" if browser.trace.columns.turn[node] > 0 else "alpha cutoff"
    if phase is OPEN:
        return "…", "open"
    return " ", ""


def number_at(trace: Trace, node: int, step: int) -> str:
    """The mean of a node at a step, its proof and disproof number, or its merit and what that says of its value."""
    columns, log = trace.columns, log_of(trace.columns)
    if log.counts_visits:
        mean = visits(columns, node, step).mean
        return "…" if mean is None else f"≈ {number(mean)}"
    known = told(columns, node, step)
    if log.has_proofs:
        return "…" if known is None else f"{_short(known.x)}/{_short(known.y)}"
    if columns.settled.item(node) <= step:
        bound = trace.bound(node)
        return f"{'' if bound is None else bound.sign} {number(columns.value.item(node))}"
    return "…" if known is None else f"h {_short(known.x)}"


def visits_at(trace: Trace, node: int, step: int) -> list[str]:
    """How often a node of a Monte Carlo search was visited by a step; nothing of another search."""
    return [f"N {times(trace.columns, node, step):,}"] if log_of(trace.columns).counts_visits else []


def _short(value: float) -> str:
    return "∞" if isinf(value) and value > 0 else number(value)


def fate_at(trace: Trace, node: int, step: int) -> tuple[str, str]:
    """What a node is at a step: glyph and words."""
    columns, log = trace.columns, log_of(trace.columns)
    status, leaf = columns.status.item(node), log.node.item(step)
    sign = "■" if status == TERMINAL else "~" if status == HORIZON and not log.counts_visits else " "
    if node <= leaf < columns.end.item(node):
        sign = ON_THE_WAY
    if log.counts_visits:
        return sign, ""
    known = told(columns, node, step)
    if log.has_proofs:
        if known is None:
            return sign, ""
        return sign, "proved" if known.x == 0 else "disproved" if known.y == 0 else ""
    row = log.last_row(node, step)
    kind = SOLVED if row is None else log.kind.item(row)
    if columns.settled.item(node) <= step:
        return sign, "SOLVED" if row is None or kind > GAMMA3 else f"SOLVED, {operator_name(kind)}"
    return sign, "LIVE" if row is None else f"{operator_name(kind)}" if kind != GAMMA4 else "SOLVED"


def heads_of(trace: Trace) -> tuple[tuple[str, ...], str]:
    """The columns of numbers that a recording has, and what its column of values is called."""
    log = trace.columns.log
    if log is None or not log.counts_visits:
        return (), "pn/dn" if log is not None and log.has_proofs else "value"
    return ("N", "U") if trace.columns.weight is None else ("N", "P", "U"), "Q(MAX)"


def numbers_at(trace: Trace, node: int, step: int, heads: Sequence[str]) -> tuple[tuple[str, ...], str]:
    """What stands in these columns at a node's row, and the sum by which a search chooses it; empty where unknown.

    Visits, prior, and U, all as the next iteration would find them, MAX's view. O(children).
    """
    columns = trace.columns
    if not log_of(columns).counts_visits:
        return (), ""
    above = columns.parent.item(node)
    prior = NO_WEIGHT if columns.weight is None else columns.weight.item(node)
    known = {"N": f"{times(columns, node, step):,}", "P": "" if prior == NO_WEIGHT else number(prior)}
    total = ""
    if above >= 0 and (columns.weight is not None or has_tried_all_moves(trace, above, step + 1)):
        mine = next((score for score in compute_scores(trace, above, step + 1) if score.child == node), None)
        if mine is not None:
            known["U"], total = number(mine.exploration), f"{mine.formula_text} = {number(mine.total)}"
    if left := count_untried_moves(trace, node, step):
        total = " · ".join(filter(None, (total, f"{left:,} untried")))
    return tuple(known.get(head, "") for head in heads), total
