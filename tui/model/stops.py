"""Breakpoints: conditions and changes at which one stops. All hits are worked out when one is set."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from tracer.bookmarks import Breakpoint
from tracer.condition.parsed_condition import Condition
from tracer.condition.terms import Hits
from tracer.condition.watchpoint import Watchpoint, parse_breakpoint
from tracer.errors import PlyscopeError
from tracer.recording.columns import Ints
from tracer.why.sentences import format_count as count_of
from tui.model.explored import Explored
from tui.model.notice import Report
from tui.model.places import Places

NOTHING: Ints = np.empty(0, np.int64)
NONE_SET = "no breakpoint is set: ; sets one, such as cutoff and ply == 3"


class Stops:
    """The breakpoints of a recording, and the keys that run to their hits.

    Args:
        explored: the recording, and the place in it.
        places: keep the breakpoints, and have those that were kept.

    Attributes:
        breakpoints: those that are set, in the order in which they were.
        steps: the steps of all hits of those that are on, ascending, each once.
    """

    def __init__(self, explored: Explored, places: Places) -> None:
        self._explored, self._places = explored, places
        self._hits: dict[str, Hits] = {}
        self.breakpoints: list[Breakpoint] = []
        self.steps: Ints = NOTHING
        self.refresh(places.breakpoints)

    def hits(self, text: str) -> Hits:
        """The hits of a breakpoint."""
        return self._hits[text]

    def count(self, text: str) -> int:
        """How often it would be hit, by its text as it is typed.

        Raises:
            PlyscopeError: it is none.
        """
        found, trace = parse_breakpoint(text, self._explored.selected), self._explored.trace
        if found.text in self._hits:
            return len(self._hits[found.text])
        return int(found.nodes(trace).sum()) if isinstance(found, Condition) else len(found.hits(trace))

    def add(self, text: str) -> str:
        """Stop there too; gives a notice of how often, or of why that is not kept.

        Args:
            text: a condition, or changes of a number, of the selected node where it names none.

        Raises:
            PlyscopeError: it is none.
        """
        found = parse_breakpoint(text, self._explored.selected)
        trace = self._explored.trace
        return self._explored.later(
            f"looking for {found.text}", lambda _: found.hits(trace), partial(self._take, found)
        )

    def _take(self, found: Condition | Watchpoint, hits: Hits) -> str:
        text = found.text
        self._hits[text] = hits
        reason = "" if len(hits) else found.missing(self._explored.trace)
        told = (
            f"{count_of(len(hits), 'hit')}; ) runs to them, and playing stops there"
            if len(hits)
            else f"never hit: {reason or text}"
        )
        return self._set(Breakpoint(text)) or Report(told)

    def switch(self, text: str) -> str:
        """Switch a breakpoint off, or on again."""
        before = next(one for one in self.breakpoints if one.text == text)
        return self._set(Breakpoint(text, not before.enabled))

    def _set(self, new: Breakpoint) -> str:
        there = [one.text for one in self.breakpoints]
        place = there.index(new.text) if new.text in there else len(there)
        self.breakpoints[place : place + 1] = [new]
        self._changed()
        return self._places.keep_breakpoint(new)

    def remove(self, text: str) -> str:
        """Do not stop there any more."""
        self.breakpoints = [one for one in self.breakpoints if one.text != text]
        self._hits.pop(text, None)
        self._changed()
        return self._places.forget_breakpoint(text)

    def refresh(self, breakpoints: Sequence[Breakpoint]) -> None:
        """Work these out on the recording as it is now; one that makes no sense there is left out."""
        self._hits, self.breakpoints = {}, []
        for one in breakpoints:
            try:
                self._hits[one.text] = parse_breakpoint(one.text).hits(self._explored.trace)
            except PlyscopeError:
                continue
            self.breakpoints.append(one)
        self._changed()

    @property
    def _enabled(self) -> list[Breakpoint]:
        return [one for one in self.breakpoints if one.enabled]

    def _changed(self) -> None:
        steps = np.concatenate([NOTHING, *(self._hits[one.text].steps for one in self._enabled)])
        steps.sort(kind="stable")  # which merges what is in order already
        self.steps = steps[np.diff(steps, prepend=-1) > 0]

    def run_on(self) -> str:
        """Run to the next hit of any breakpoint that is on."""
        return self._run(forward=True)

    def run_back(self) -> str:
        """Run back to the hit before."""
        return self._run(forward=False)

    def _run(self, *, forward: bool) -> str:
        if not self.breakpoints:
            return NONE_SET
        if not self._enabled:
            return "all breakpoints are off: ` has the list, where space switches them on"
        if not len(self.steps):
            return "no breakpoint is ever hit"
        cursor = self._explored.cursor
        if not (cursor.go_to_next(self.steps) if forward else cursor.go_to_previous(self.steps)):
            return "no breakpoint after this step; ( runs back" if forward else "no breakpoint before this; ) runs on"
        return self._explored.select(self.node_at(cursor.step)) or self.describe(cursor.step)

    def node_at(self, step: int) -> int:
        """The node that is hit at a step; the one of the event where it is among them."""
        nodes = [
            int(node)
            for hits in map(self.hits, (one.text for one in self._enabled))
            for node in hits.nodes[slice(*np.searchsorted(hits.steps, (step, step + 1)))]
        ]
        node = self._explored.cursor.node
        return node if node in nodes else nodes[0]

    def hit_within(self, steps: int) -> int | None:
        """The first hit when one goes on by some steps, or back by a negative number; None where there is none."""
        step, place = self._explored.cursor.step, 0
        if steps > 0:
            place = int(np.searchsorted(self.steps, step, side="right"))
            return int(self.steps[place]) if place < len(self.steps) and self.steps[place] <= step + steps else None
        place = int(np.searchsorted(self.steps, step)) - 1
        return int(self.steps[place]) if place >= 0 and self.steps[place] >= step + steps else None

    def describe(self, step: int) -> str:
        """Which breakpoints stop at a step, and the how manieth of its hits that is."""
        return Report("stopped at " + " and ".join(filter(None, (self._told(one.text, step) for one in self._enabled))))

    def _told(self, text: str, step: int) -> str:
        steps = self._hits[text].steps
        first, stop = np.searchsorted(steps, (step, step + 1)).tolist()
        return f"{text} (hit {stop:,} of {len(steps):,})" if stop > first else ""
