"""The keys that make sense at the step in hand, in a few words."""

from __future__ import annotations

from tracer.time.moments import Event, Phase
from tracer.why.cutoff_causes import find_cutoff_origin
from tui.model.browser import Browser
from tui.model.time_keys import find_in_other_pass

KeyHint = tuple[str, str]
"""A key as people read it, and what it does here."""


def suggest_keys(browser: Browser) -> list[KeyHint]:
    """Some keys that go on from here, the most useful first. O(log n + ply + children), in passes for each of them."""
    return [*_step_hints(browser), *_other_pass_hints(browser)]


def _other_pass_hints(browser: Browser) -> list[KeyHint]:
    trace, node = browser.trace, browser.selected
    if browser.current_call is not None or not trace.passes or node in trace.drivers:
        return []
    if find_in_other_pass(trace, node, forward=True) is not None:
        return [("^→", "the same in the next pass")]
    return [("^←", "the same in the pass before")] * (find_in_other_pass(trace, node, forward=False) is not None)


def _step_hints(browser: Browser) -> list[KeyHint]:
    cursor, selected = browser.cursor, browser.selected
    if browser.current_call is not None:
        return [("n", "the next line"), ("b", "the line before"), ("esc", "leave the call")]
    if browser.trace.columns.log is not None:
        return _log_hints(browser)
    cut_node = cursor.cut_node
    node_of_step = cut_node if cut_node is not None else cursor.node
    if selected not in (node_of_step, cursor.node):
        return [*_selected_node_hints(browser, selected), (".", "back to this step")]
    if cursor.step == cursor.last:
        variation_words = "along the best moves" if browser.trace.header.ours else "along the best values"
        return [*_check_hints(browser), ("0", "start over"), *_last_cutoff_hint(browser), ("v", variation_words)]
    if cut_node is not None:
        return [*_bound_hint(browser, cut_node), *_next_cutoff_hint(browser), ("n", "one step on")]
    if cursor.event is Event.ENTERED:
        over_hint = [("o", "over what is below")] if browser.rows.can_expand(cursor.node) else []
        return [("n", "one step on"), *over_hint, *_next_cutoff_hint(browser)]
    out_hint = [("u", "out to the node above")] if browser.trace.columns.parent[cursor.node] >= 0 else []
    return [("n", "one step on"), *out_hint, *_next_cutoff_hint(browser)]


def _check_hints(browser: Browser) -> list[KeyHint]:
    """To what is wrong with the search, or, if it is selective and nobody has looked, to whether that misled it."""
    if browser.findings.findings:
        return [("B", "back to what was found")]
    return [("C", "whether it was misled")] if browser.trace.selective and not browser.findings.is_checked else []


def _log_hints(browser: Browser) -> list[KeyHint]:
    """Keys in a best-first search, whose steps are rows of a log in iterations."""
    cursor, selected = browser.cursor, browser.selected
    log_rows = browser.trace.landmarks.rows_about(selected)
    row_hint = [("i", "the next row about this node")] if len(log_rows) and log_rows[-1] > cursor.step else []
    if selected != cursor.node:
        entry_hint = [("t", "go to where it was made")] if browser.trace.entered(selected) != cursor.step else []
        return [*entry_hint, *row_hint, (".", "back to this step")]
    if cursor.step == cursor.last:
        return [("0", "start over"), ("v", "along the best moves")]
    iterations = browser.trace.landmarks.iterations
    has_later_iteration = len(iterations) and iterations[-1] > cursor.step
    return [("n", "one step on"), *([("x", "the next iteration")] if has_later_iteration else []), *row_hint]


def _selected_node_hints(browser: Browser, node: int) -> list[KeyHint]:
    phase = browser.cursor.phase(node)
    if phase is Phase.AHEAD:
        return [("t", "go to when it comes")]
    if phase is Phase.PRUNED:
        return [("W", "search it after all"), *_bound_hint(browser, node)]
    if phase is Phase.RETURNED:
        return [*(_bound_hint(browser, node) if browser.cursor.is_cut(node) else []), ("r", "go to its return")]
    return [("t", "go to its entry")]


def _bound_hint(browser: Browser, node: int) -> list[KeyHint]:
    bound_origin = find_cutoff_origin(browser.trace, node)
    return [] if bound_origin is None or bound_origin.ancestor is None else [("w", "the move that set the bound")]


def _next_cutoff_hint(browser: Browser) -> list[KeyHint]:
    steps = browser.cursor.pruning_steps
    return [("x", "the next cutoff")] if len(steps) and steps[-1] > browser.cursor.step else []


def _last_cutoff_hint(browser: Browser) -> list[KeyHint]:
    return [("X", "the last cutoff")] if len(browser.cursor.pruning_steps) else []
