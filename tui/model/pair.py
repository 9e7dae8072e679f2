"""Two searches side by side, without a screen: two browsers that follow one another, and the differences."""

from __future__ import annotations

import numpy as np

from tracer.comparing.comparison import Comparison, Which, compare
from tracer.time.moments import Event
from tui.model.browser import Browser

NAMES = ("A", "B")
WHICH: tuple[Which, Which] = ("a", "b")


class Pair:
    """Two browsers of two searches of one position. What is done in the active one, the other follows.

    Args:
        a: the browser of the first search.
        b: the browser of the second.

    Raises:
        PlyscopeError: they are not of one position.
    """

    def __init__(self, a: Browser, b: Browser) -> None:
        self.browsers = (a, b)
        self.comparison: Comparison = compare(a.trace, b.trace)
        self.active = 0
        changed = self.comparison.changed
        both = (self.comparison.only_a, changed), (self.comparison.only_b, self.comparison.over_b(changed))
        for name, browser, (only, other) in zip(NAMES, self.browsers, both, strict=True):
            browser.sides = np.select([only, other], [name, "≠"], "")

    @property
    def browser(self) -> Browser:
        """The browser that keys go to."""
        return self.browsers[self.active]

    @property
    def other(self) -> Browser:
        """The browser that follows."""
        return self.browsers[1 - self.active]

    def turn(self) -> str:
        """Give the keys to the other search."""
        self.active = 1 - self.active
        return ""

    def counterpart(self, node: int) -> int:
        """The other search's node at the path of one of the active, or the nearest above it that is there. O(ply)."""
        partner = self.comparison.in_a if self.active else self.comparison.in_b
        parent = self.browser.trace.columns.parent
        while partner[node] < 0:
            node = int(parent[node])
        return int(partner[node])

    def link(self) -> None:
        """Let the other search follow: to the same event where it has it, and to the selected node."""
        self.other.cursor.go(min(self._step_there(), self.other.cursor.last))
        self.other.select(self._node_there())

    def _node_there(self) -> int:
        """The other search's node that goes with the selected one: where they part, what it did instead."""
        found, selected = self.comparison.first, self.browser.selected
        if found is not None and self.browser.cursor.step == found.step:
            here, there = (found.b, found.a) if self.active else (found.a, found.b)
            if there is not None and selected == here:
                return there
        return self.counterpart(selected)

    def _step_there(self) -> int:
        """The other search's step that goes with the active one's."""
        cursor, other, found = self.browser.cursor, self.other, self.comparison.first
        if found is None or cursor.step <= found.step:
            # Until they differ they go step by step, and where one has ended, the other shows how it goes on.
            return cursor.step if found is None or cursor.step < cursor.last else found.step
        if cursor.event is Event.RETURNED and cursor.step == cursor.last:
            return other.cursor.last
        node = self.counterpart(cursor.node)
        return other.trace.left(node) if cursor.event is Event.RETURNED else other.trace.entered(node)

    def first_difference(self) -> str:
        """Go to the first step at which the two recordings differ."""
        found = self.comparison.first
        if found is None:
            return "the two recordings are the same, event for event"
        for browser, node in zip(self.browsers, (found.a, found.b), strict=True):
            browser.cursor.go(min(found.step, browser.cursor.last))
            if node is not None:
                browser.select(node)
        return ""

    def next_difference(self) -> str:
        """Select the next node of the active search at which something differs."""
        return self._difference(self.comparison.next_difference(WHICH[self.active], self.browser.selected), "after")

    def previous_difference(self) -> str:
        """Select the node before at which something differs."""
        return self._difference(
            self.comparison.previous_difference(WHICH[self.active], self.browser.selected), "before"
        )

    def toggle_differences(self) -> str:
        """Leave out all nodes but the differences and those above them, on both sides; or show all again."""
        if any(browser.tree.filters.chosen is not None for browser in self.browsers):
            return self.browser.tree.show_only(None) or self.other.tree.show_only(None)
        if self.comparison.first is None:
            return "the two recordings are the same, event for event"
        for browser, nodes in zip(self.browsers, self.comparison.differences, strict=True):
            if not len(nodes):
                continue
            mask = np.zeros(len(browser.trace), bool)
            mask[nodes] = True
            browser.tree.show_only(mask, "differences")
        return "" if self.browser.tree.filters.chosen is not None else "the differences are all in the other tree"

    def _difference(self, node: int | None, where: str) -> str:
        if node is None:
            return f"no difference {where} this node"
        self.browser.cursor.visit(node)
        return self.browser.select(node)
