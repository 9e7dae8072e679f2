"""Rows that stay in sight at the top of the tree when they have scrolled away.

They are the parents of what is below, and what explains the selected row.
A reader takes the nearest row above that is indented less for the parent of a row. So whatever is pinned, each row
stands below one that it is below in the tree.
"""

from __future__ import annotations

from tracer.time.moments import Phase
from tracer.why.causes import end_name, limit, source
from tui.model.browser import Browser

SHARE = 3
"""Nodes above the first row are pinned as long as that is at most one row in so many."""
FEWEST = 3
"""Rows that may be pinned on the smallest screen: a parent, the move that set a bound, and the sibling beside it."""


def pinned_rows(browser: Browser, top: int, height: int) -> list[int]:
    """Return the rows above the first one that scrolls which are pinned over it, ascending.

    Its parent always is. Then the move that set the bound of the selected node and the node where it did, then the
    nodes above from the nearest up. O(height² · log n + height · children).

    Args:
        browser: what is shown.
        top: the row that would be the first in sight; what is pinned hides as many rows from there on.
        height: rows of the screen.
    """
    bounds = [browser.rows.nearest_visible(node) for node in _of_bound(browser)]
    return _pinned_rows(browser, bounds, top, height)


def apart(browser: Browser, seen: list[int]) -> list[int]:
    """Return those of the rows in sight that stand below one further up than their parent, which is not in sight."""
    found, above, columns = list[int](), dict[int, int](), browser.trace.columns
    for row in seen:
        node, ply = browser.rows.node(row), columns.ply.item(browser.rows.node(row))
        above = {depth: one for depth, one in above.items() if depth < ply}
        if above and above.get(ply - 1) != columns.parent.item(node):
            found.append(row)
        above[ply] = node
    return found


def top_beside(browser: Browser, top: int, height: int) -> int:
    """Return the nearest first row at which what is pinned does not hide the selected row, and has its bound.

    Args:
        browser: what is shown.
        top: the row that was to be the first in sight.
        height: rows of the screen.
    """
    bounds, row = [browser.rows.nearest_visible(node) for node in _of_bound(browser)], browser.row
    wanted = [browser.rows.row(node) for node in bounds[:1]]
    last, found = max(len(browser.rows) - height, 0), list[int]()
    for shifted in sorted(range(max(row - height + 1, 0), min(row, last) + 1), key=lambda first: abs(first - top)):
        pinned = _pinned_rows(browser, bounds, shifted, height)
        if row < shifted + len(pinned):
            continue
        if all(bound in pinned or bound >= shifted + len(pinned) for bound in wanted):
            return shifted
        found.append(shifted)
    return found[0] if found else min(top, row)


def _pinned_rows(browser: Browser, bounds: list[int], top: int, height: int) -> list[int]:
    """Return what `pinned_rows` does, `bounds` being nodes that have rows.

    Each row pinned moves the first row that scrolls, and with it what is above that. So counts are tried one by one.
    """
    most = min(max(height // SHARE, min(height - 1, FEWEST)), len(browser.rows) - 1 - top)
    bound, best = {browser.rows.row(node) for node in bounds[:1]}, list[int]()
    for count in range(1, most + 1 if top else 1):
        groups = _explaining(browser, bounds, top + count, height // SHARE)
        pinned = _fitting(groups, count)
        if len(pinned) == count and (bound <= set(pinned) or not bound <= set(best)):
            best = pinned
            if count == sum(map(len, groups)):
                break
    return sorted(best)


def _fitting(groups: list[list[int]], room: int) -> list[int]:
    """Return the rows of the first groups, and of those after them, that fit whole."""
    found = list[int]()
    for group in groups:
        if len(found) + len(group) <= room:
            found += group
    return found


def _explaining(browser: Browser, bounds: list[int], first: int, above: int) -> list[list[int]]:
    """Return rows that explain the first row that scrolls and the selected one, the most important first.

    They are its parent, then the move that set the bound, together with the sibling of that move which is above the
    first row, then the node where it did so, then the other nodes above, as long as there are fewer than `above`.
    """
    trace, rows = browser.trace, browser.rows
    parent, end = trace.columns.parent.item, trace.columns.end.item
    node, found, groups = rows.node(first), set[int](), list[list[int]]()

    def pin(*nodes: int) -> None:
        new = [row for row in map(rows.row, nodes) if row < first and row not in found]
        found.update(new)
        groups.append(new)

    pin(parent(node))
    for bound in bounds:
        setter = parent(bound)
        if bound <= node < end(bound):
            pin(bound)
        elif setter <= node < end(setter) and rows.row(bound) < first:
            pin(bound, next(child for child in trace.children(setter) if node < end(child)))
    while node != rows.root and len(found) < above:
        node = parent(node)
        pin(node)
    return groups


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
