"""What is looked for: the hits of what was typed last, and the keys that go from one to the next. No file keeps it."""

from __future__ import annotations

from functools import partial

import numpy as np

from tracer.condition.parsed_condition import Condition
from tracer.condition.terms import Hits
from tracer.condition.watchpoint import parse_search
from tracer.recording.columns import Ints
from tui.model.explored import Explored
from tui.model.notice import Report
from tui.model.tree import Tree

NOTHING: Ints = np.empty(0, np.int64)
UNKNOWN = "nothing was looked for yet: / finds, such as cutoff and ply == 3"


class Finder:
    """What was looked for last, and its keys, which begin again at the other end after the last hit.

    Args:
        explored: the recording, and the place in it.
        tree: shows the hits alone where that is wished.

    Attributes:
        hits: in the order of the search.
        number: the hit in hand, from 0.
    """

    def __init__(self, explored: Explored, tree: Tree) -> None:
        self._explored, self._tree = explored, tree
        self._condition: Condition | None = None
        self.hits, self.number = Hits(NOTHING, NOTHING), 0

    @property
    def text(self) -> str:
        """What was looked for; empty before anything was."""
        return "" if self._condition is None else self._condition.text

    def look_for(self, text: str) -> str:
        """Find what fulfils a condition, or has a move's label or path, and go to the next hit.

        Args:
            text: what is looked for; where it is empty, what was looked for last.

        Raises:
            PlyscopeError: it is none.
        """
        if text.strip():
            condition, trace = parse_search(text, self._explored.trace), self._explored.trace
            return self._explored.later(
                f"looking for {condition.text}", lambda _: condition.hits(trace), partial(self._take, condition)
            )
        return self.next_hit()

    def _take(self, condition: Condition, hits: Hits) -> str:
        self.hits, self._condition, self.number = hits, condition, 0
        return self.next_hit()

    def grow(self) -> None:
        """The recording has grown: look for the same in all of it."""
        if self._condition is not None:
            self.hits = self._condition.hits(self._explored.trace)

    @property
    def _here(self) -> int | None:
        """The number of the hit at which one is."""
        step, node = self._explored.cursor.step, self._explored.selected
        first, stop = np.searchsorted(self.hits.steps, (step, step + 1)).tolist()
        place = first + int(np.searchsorted(self.hits.nodes[first:stop], node))
        return place if place < stop and int(self.hits.nodes[place]) == node else None

    def next_hit(self) -> str:
        """Go to the next hit; after the last one, to the first."""
        after = int(np.searchsorted(self.hits.steps, self._explored.cursor.step, side="right"))
        return self._go(after if self._here is None else self._here + 1)

    def previous_hit(self) -> str:
        """Go to the previous hit; before the first one, to the last."""
        before = int(np.searchsorted(self.hits.steps, self._explored.cursor.step)) - 1
        return self._go(before if self._here is None else self._here - 1)

    def _go(self, number: int) -> str:
        count = len(self.hits)
        if self._condition is None:
            return UNKNOWN
        if not count:
            return self._nothing()
        self.number = number % count
        step, node = self.hits[self.number]
        self._explored.cursor.go(step)
        again = {count: ", from the start again", -1: ", from the end again"}.get(number, "")
        return self._explored.select(node) or Report(f"hit {self.number + 1:,} of {count:,}{again}")

    def _nothing(self) -> str:
        """That there is no hit, and whether that is because the search has no such numbers."""
        if self._condition is None:
            return UNKNOWN
        reason = self._condition.missing(self._explored.trace)
        return f"nothing fulfils {self.text}{f': {reason}' if reason else ''}"

    def toggle_hits(self) -> str:
        """Leave out all nodes but the hits and those above them; show all again where that is so."""
        if self._tree.filters.chosen is not None:
            return self._tree.show_only(None)
        if not len(self.hits):
            return self._nothing()
        return self._tree.toggle_only(self.hits.nodes, "hits")
