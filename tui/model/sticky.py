"""Rows that stay in sight at the top of the tree when they have scrolled away: what explains the selected row."""

from __future__ import annotations

from collections.abc import Iterator

from tracer.time.moments import Phase
from tracer.why.causes import end_name, limit, source
from tui.model.browser import Browser

SHARE = 3
"""At most one row in so many is pinned."""


def pinned_rows(browser: Browser, top: int, height: int) -> list[int]:
    """The rows above the first one in sight that are pinned over it, ascending.

    First the move that set the bound of the selected node and the node where it did, then the nodes above the selected
    one from the nearest up. O(height · (log n + ply)).

    Args:
        browser: what is shown.
        top: the row that would be the first in sight.
        height: rows of the screen.
    """
    most = height // SHARE
    found: list[int] = []
    for row in _explaining(browser):
        if len(found) == most:
            break
        if row < top + most and row not in found:
            found.append(row)
    # What is pinned hides as many rows below it; one of these is pinned itself where there is room.
    count = 0
    while (hidden := sum(row < top + count for row in found)) > count:
        count = hidden
    return sorted([row for row in found if row < top + count][:count])


def top_beside(browser: Browser, top: int, height: int) -> int:
    """The first row in sight, or one further up, so that what is pinned does not hide the selected row."""
    while top and browser.row < top + len(pinned_rows(browser, top, height)):
        top -= 1
    return top


def _explaining(browser: Browser) -> Iterator[int]:
    """Rows that explain the selected one, the most important first."""
    trace, rows, node = browser.trace, browser.rows, browser.selected
    parent = trace.columns.parent
    for bound in _of_bound(browser):
        if rows.root <= bound < int(trace.columns.end[rows.root]):
            yield rows.row(rows.nearest_visible(bound))
    while node != rows.root:
        node = int(parent[node])
        yield rows.row(node)


def _of_bound(browser: Browser) -> list[int]:
    """The move that set the bound at which the selected node is cut or can be, and the node where it did."""
    trace, node = browser.trace, browser.selected
    phase = browser.cursor.phase(node)
    if phase is Phase.PRUNED:
        node = int(trace.columns.parent[node])
    if phase is Phase.AHEAD or not trace.header.windowed or not trace.columns.turn[node]:
        return []
    if abs(limit(trace, node)) == float("inf"):
        return []
    known = source(trace, node, end_name(trace, node))
    return [one for one in (known.child, known.ancestor) if one is not None]
