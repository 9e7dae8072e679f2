"""The keys that make sense at the step in hand, in a few words."""

from __future__ import annotations

from tracer.time.moments import Event, Phase
from tracer.why.cutoff_causes import find_cutoff_origin
from tui.model.browser import Browser
from tui.model.time import in_other_pass

Hint = tuple[str, str]
"""A key as people read it, and what it does here."""


def next_keys(browser: Browser) -> list[Hint]:
    """Some keys that go on from here, the most useful first. O(log n + ply + children), in passes for each of them."""
    return [*_here(browser), *_to_pass(browser)]


def _to_pass(browser: Browser) -> list[Hint]:
    """The same moves in the other passes of a driver, where a node is below one of them."""
    trace, node = browser.trace, browser.selected
    if browser.inside is not None or not trace.passes or node in trace.drivers:
        return []
    if in_other_pass(trace, node, forward=True) is not None:
        return [("^→", "the same in the next pass")]
    return [("^←", "the same in the pass before")] * (in_other_pass(trace, node, forward=False) is not None)


def _here(browser: Browser) -> list[Hint]:
    cursor, selected = browser.cursor, browser.selected
    if browser.inside is not None:
        return [("n", "the next line"), ("b", "the line before"), ("esc", "leave the call")]
    if browser.trace.columns.log is not None:
        return _of_rows(browser)
    cut = cursor.cut_node
    here = cut if cut is not None else cursor.node
    if selected not in (here, cursor.node):
        return [*_of_selected(browser, selected), (".", "back to this step")]
    if cursor.step == cursor.last:
        line = "along the best moves" if browser.trace.header.ours else "along the best values"
        return [*_check(browser), ("0", "start over"), *_last(browser), ("v", line)]
    if cut is not None:
        return [*_to_bound(browser, cut), *_next_cutoff(browser), ("n", "one step on")]
    if cursor.event is Event.ENTERED:
        over = [("o", "over what is below")] if browser.rows.can_expand(cursor.node) else []
        return [("n", "one step on"), *over, *_next_cutoff(browser)]
    above = [("u", "out to the node above")] if browser.trace.columns.parent[cursor.node] >= 0 else []
    return [("n", "one step on"), *above, *_next_cutoff(browser)]


def _check(browser: Browser) -> list[Hint]:
    """To what is wrong with the search, or, if it is selective and nobody has looked, to whether that misled it."""
    if browser.findings.found:
        return [("B", "back to what was found")]
    return [("C", "whether it was misled")] if browser.trace.selective and not browser.findings.checked else []


def _of_rows(browser: Browser) -> list[Hint]:
    """Keys in a best-first search, whose steps are rows of a log in iterations."""
    cursor, selected = browser.cursor, browser.selected
    rows = browser.trace.landmarks.rows_about(selected)
    about = [("i", "the next row about this node")] if len(rows) and rows[-1] > cursor.step else []
    if selected != cursor.node:
        entry = [("t", "go to where it was made")] if browser.trace.entered(selected) != cursor.step else []
        return [*entry, *about, (".", "back to this step")]
    if cursor.step == cursor.last:
        return [("0", "start over"), ("v", "along the best moves")]
    iterations = browser.trace.landmarks.iterations
    later = len(iterations) and iterations[-1] > cursor.step
    return [("n", "one step on"), *([("x", "the next iteration")] if later else []), *about]


def _of_selected(browser: Browser, node: int) -> list[Hint]:
    """Keys for a node that is not the one of the step."""
    phase = browser.cursor.phase(node)
    if phase is Phase.AHEAD:
        return [("t", "go to when it comes")]
    if phase is Phase.PRUNED:
        return [("W", "search it after all"), *_to_bound(browser, node)]
    if phase is Phase.RETURNED:
        return [*(_to_bound(browser, node) if browser.cursor.is_cut(node) else []), ("r", "go to its return")]
    return [("t", "go to its entry")]


def _to_bound(browser: Browser, node: int) -> list[Hint]:
    found = find_cutoff_origin(browser.trace, node)
    return [] if found is None or found.ancestor is None else [("w", "the move that set the bound")]


def _next_cutoff(browser: Browser) -> list[Hint]:
    steps = browser.cursor.pruning_steps
    return [("x", "the next cutoff")] if len(steps) and steps[-1] > browser.cursor.step else []


def _last(browser: Browser) -> list[Hint]:
    return [("X", "the last cutoff")] if len(browser.cursor.pruning_steps) else []
