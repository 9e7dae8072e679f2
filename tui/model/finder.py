"""What is looked for: the hits of what was typed last, and the keys that go from one to the next. No file keeps it."""

from __future__ import annotations

from functools import partial, partialmethod

import numpy as np

from tracer.condition.terms import Condition
from tracer.condition.watchpoint import parse_search
from tracer.time.landmarks import Hits
from tracer.why.sentences import format_path
from tui.model.explorer_state import ExplorerState, Location, Span, SuccessNotice
from tui.model.list_model import NO_NODES, ListModel, describe_node_event, fit_path, path_width
from tui.model.tree_keys import TreeKeys

NUMBER_WIDTH = 9
"""Columns of a number; that of a step has two more."""
NO_SEARCH_YET = "nothing was looked for yet: / finds, such as cutoff and ply == 3"


class Finder(ListModel):
    """What was looked for last, with the list of its hits, and its keys, which begin again at the other end.

    Args:
        tree: shows the hits alone where that is wished.

    Attributes:
        hits: in the order of the search.
    """

    name = "Hits"
    column_titles = f"{'hit':>{NUMBER_WIDTH}}{'step':>{NUMBER_WIDTH + 2}}  node, and what happens"

    def __init__(self, explorer: ExplorerState, tree: TreeKeys) -> None:
        super().__init__(explorer)
        self._tree = tree
        self._condition: Condition | None = None
        self.hits = Hits(NO_NODES, NO_NODES)

    def __len__(self) -> int:
        return len(self.hits)

    @property
    def empty_text(self) -> str:
        """How to look for something, or that nothing was found."""
        return f"nothing fulfils {self.text}" if self.text else NO_SEARCH_YET

    def format_entry(self, index: int, width: int) -> list[Span]:
        """Its number, the step, the path, and what happens there."""
        trace, (step, node) = self._explorer.trace, self.hits[index]
        event_text = describe_node_event(trace, step, node)
        return [
            (f"{index + 1:>{NUMBER_WIDTH},}{step:>{NUMBER_WIDTH + 2},}  ", "about"),
            (fit_path(format_path(trace, node), path_width(width)), "label"),
            (
                f"  {event_text}",
                "cut" if event_text.startswith("✂") else "about" if event_text.startswith("✗") else "value",
            ),
        ]

    def find_location(self, index: int, step: int) -> Location | None:
        """The step and the node."""
        return Location(*self.hits[index])

    @property
    def text(self) -> str:
        """What was looked for; empty before anything was."""
        return "" if self._condition is None else self._condition.text

    def look_for(self, text: str) -> str:
        """Find what a text says, or said last, and go to the next hit.

        Raises:
            PlyscopeError: it is no condition, label or path.
        """
        if text.strip():
            condition, trace = parse_search(text, self._explorer.trace), self._explorer.trace
            return self._explorer.schedule(
                f"looking for {condition.text}", lambda _: condition.hits(trace), partial(self._show_hits, condition)
            )
        return self.next_hit()

    def _show_hits(self, condition: Condition, hits: Hits) -> str:
        self.hits, self._condition, self._current = hits, condition, 0
        return self.next_hit()

    def refresh_hits(self) -> None:
        """The recording has grown: look for the same in all of it."""
        if self._condition is not None:
            self.hits = self._condition.hits(self._explorer.trace)

    def _go_to_neighbour(self, offset: int) -> str:
        step, node = self._explorer.location
        first, end = np.searchsorted(self.hits.steps, (step, step + 1)).tolist()
        index = first + int(np.searchsorted(self.hits.nodes[first:end], node))
        if index < end and int(self.hits.nodes[index]) == node:
            return self._go_to_hit(index + offset)
        return self._go_to_hit(end if offset > 0 else first - 1)

    next_hit = partialmethod(_go_to_neighbour, 1)
    previous_hit = partialmethod(_go_to_neighbour, -1)

    def _go_to_hit(self, hit_index: int) -> str:
        count = len(self.hits)
        if self._condition is None:
            return NO_SEARCH_YET
        if not count:
            return self._describe_no_hits()
        self._current = hit_index % count
        step, node = self.hits[self._current]
        self._explorer.cursor.go_to_step(step)
        restart_note = {count: ", from the start again", -1: ", from the end again"}.get(hit_index, "")
        return self._explorer.select(node) or SuccessNotice(f"hit {self._current + 1:,} of {count:,}{restart_note}")

    def _describe_no_hits(self) -> str:
        if self._condition is None:
            return NO_SEARCH_YET
        reason = self._condition.missing(self._explorer.trace)
        return f"nothing fulfils {self.text}{f': {reason}' if reason else ''}"

    def toggle_hits(self) -> str:
        """Leave out all nodes but the hits and those above them; show all again where that is so."""
        if self._tree.filters.chosen_nodes is not None:
            return self._tree.show_only_nodes(None)
        if not len(self.hits):
            return self._describe_no_hits()
        return self._tree.toggle_only_nodes(self.hits.nodes, "hits")
