"""Breakpoints: conditions and changes at which one stops. All hits are worked out when one is set."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial, partialmethod

import numpy as np

from tracer.bookmarks import Breakpoint
from tracer.condition.terms import Condition
from tracer.condition.watchpoint import Watchpoint, parse_breakpoint
from tracer.errors import PlyscopeError
from tracer.recording.columns import Ints
from tracer.time.landmarks import Hits
from tracer.why.sentences import format_count as count_of
from tui.model.bookmark_keys import BookmarkKeys
from tui.model.explorer_state import ExplorerState, Location, Span, SuccessNotice
from tui.model.list_model import NO_NODES, ListModel

NO_BREAKPOINT = "no breakpoint is set: ; sets one, such as cutoff and ply == 3"


class BreakpointKeys(ListModel):
    """The breakpoints of a recording, each leading to its next hit, and the keys that run to hits.

    Args:
        bookmarks: keep the breakpoints, and have those that were kept.

    Attributes:
        breakpoints: those that are set, in the order in which they were.
        hit_steps: the steps of all hits of those that are on, ascending, each once.
    """

    name = "Breakpoints"
    can_remove = True
    can_switch = True

    def __init__(self, explorer: ExplorerState, bookmarks: BookmarkKeys) -> None:
        super().__init__(explorer)
        self._bookmarks = bookmarks
        self._hits_by_text: dict[str, Hits] = {}
        self.breakpoints: list[Breakpoint] = []
        self.hit_steps: Ints = NO_NODES
        self.set_breakpoints(bookmarks.breakpoints)

    def __len__(self) -> int:
        return len(self.breakpoints)

    @property
    def empty_text(self) -> str:
        """How to set one."""
        return NO_BREAKPOINT

    def format_entry(self, index: int, width: int) -> list[Span]:
        """Whether it is on, how often it is hit up to this step and at all, and what it is."""
        breakpoint_, hit_steps = self.breakpoints[index], self.hits_of(self.breakpoints[index].text).steps
        so_far = int(np.searchsorted(hit_steps, self._explorer.cursor.step, side="right"))
        count_width = max(len(f"{len(hits):,}") for hits in self._hits_by_text.values())
        hits_text = (
            f"{so_far:>{count_width},} of {len(hit_steps):>{count_width},} hits" if len(hit_steps) else "never hit"
        )
        return [
            ("● on   " if breakpoint_.enabled else "○ off  ", "wrong" if breakpoint_.enabled else "off"),
            (hits_text.ljust(2 * count_width + len(" of  hits")) + "  ", "about"),
            (breakpoint_.text, "label" if breakpoint_.enabled else "off"),
        ]

    def find_location(self, index: int, step: int) -> Location | None:
        """Its next hit after a step; after the last one, its first."""
        hits = self.hits_of(self.breakpoints[index].text)
        hit = hits.next(step) or (hits[0] if len(hits) else None)
        return None if hit is None else Location(*hit)

    def is_at_current_step(self, index: int) -> bool:
        """Whether it is hit at the current step."""
        return bool(self._describe_hit(self.breakpoints[index].text, self._explorer.cursor.step))

    def remove_entry(self, index: int) -> str:
        """Do not stop there any more."""
        return self.remove_breakpoint(self.breakpoints[index].text)

    def hits_of(self, text: str) -> Hits:
        """The hits of a breakpoint."""
        return self._hits_by_text[text]

    def count_hits(self, text: str) -> int:
        """How often it would be hit, by its text as it is typed.

        Raises:
            PlyscopeError: it is none.
        """
        parsed, trace = parse_breakpoint(text, self._explorer.selected), self._explorer.trace
        if parsed.text in self._hits_by_text:
            return len(self._hits_by_text[parsed.text])
        return int(parsed.nodes(trace).sum()) if isinstance(parsed, Condition) else len(parsed.hits(trace))

    def add_breakpoint(self, text: str) -> str:
        """Stop there too; gives a notice of how often. What names no node is of the selected one.

        Raises:
            PlyscopeError: the text is no breakpoint.
        """
        parsed = parse_breakpoint(text, self._explorer.selected)
        trace = self._explorer.trace
        return self._explorer.schedule(
            f"looking for {parsed.text}", lambda _: parsed.hits(trace), partial(self._set_with_hits, parsed)
        )

    def _set_with_hits(self, parsed: Condition | Watchpoint, hits: Hits) -> str:
        text = parsed.text
        self._hits_by_text[text] = hits
        reason = "" if len(hits) else parsed.missing(self._explorer.trace)
        notice = (
            f"{count_of(len(hits), 'hit')}; ) runs to them, and playing stops there"
            if len(hits)
            else f"never hit: {reason or text}"
        )
        return self._set_breakpoint(Breakpoint(text)) or SuccessNotice(notice)

    def switch_entry(self, index: int) -> str:
        """Switch it on or off."""
        return self.switch_breakpoint(self.breakpoints[index].text)

    def switch_breakpoint(self, text: str) -> str:
        """Switch a breakpoint off, or on again."""
        earlier = next(breakpoint_ for breakpoint_ in self.breakpoints if breakpoint_.text == text)
        return self._set_breakpoint(Breakpoint(text, not earlier.enabled))

    def _set_breakpoint(self, breakpoint_: Breakpoint) -> str:
        texts = [other.text for other in self.breakpoints]
        index = texts.index(breakpoint_.text) if breakpoint_.text in texts else len(texts)
        self.breakpoints[index : index + 1] = [breakpoint_]
        self._merge_hit_steps()
        return self._bookmarks.save_breakpoint(breakpoint_)

    def remove_breakpoint(self, text: str) -> str:
        """Do not stop there any more."""
        self.breakpoints = [breakpoint_ for breakpoint_ in self.breakpoints if breakpoint_.text != text]
        self._hits_by_text.pop(text, None)
        self._merge_hit_steps()
        return self._bookmarks.remove_breakpoint(text)

    def set_breakpoints(self, breakpoints: Sequence[Breakpoint]) -> None:
        """Work these out on the recording as it is now; one that makes no sense there is left out."""
        self._hits_by_text, self.breakpoints = {}, []
        for breakpoint_ in breakpoints:
            try:
                self._hits_by_text[breakpoint_.text] = parse_breakpoint(breakpoint_.text).hits(self._explorer.trace)
            except PlyscopeError:
                continue
            self.breakpoints.append(breakpoint_)
        self._merge_hit_steps()

    @property
    def _enabled(self) -> list[Breakpoint]:
        return [breakpoint_ for breakpoint_ in self.breakpoints if breakpoint_.enabled]

    def _merge_hit_steps(self) -> None:
        steps = np.concatenate(
            [NO_NODES, *(self._hits_by_text[breakpoint_.text].steps for breakpoint_ in self._enabled)]
        )
        steps.sort(kind="stable")  # which merges what is in order already
        self.hit_steps = steps[np.diff(steps, prepend=-1) > 0]

    def _run_to_hit(self, *, forward: bool) -> str:
        if not self.breakpoints:
            return NO_BREAKPOINT
        if not self._enabled:
            return "all breakpoints are off: ` has the list, where space switches them on"
        if not len(self.hit_steps):
            return "no breakpoint is ever hit"
        cursor = self._explorer.cursor
        if not cursor.go_along(self.hit_steps, forward=forward):
            return "no breakpoint after this step; ( runs back" if forward else "no breakpoint before this; ) runs on"
        return self._explorer.select(self.hit_node_at(cursor.step)) or self.describe_stop(cursor.step)

    run_on = partialmethod(_run_to_hit, forward=True)
    run_back = partialmethod(_run_to_hit, forward=False)

    def hit_node_at(self, step: int) -> int:
        """The node that is hit at a step; the one of the event where it is among them."""
        nodes = [
            int(node)
            for hits in map(self.hits_of, (breakpoint_.text for breakpoint_ in self._enabled))
            for node in hits.nodes[slice(*np.searchsorted(hits.steps, (step, step + 1)))]
        ]
        node = self._explorer.cursor.node
        return node if node in nodes else nodes[0]

    def first_hit_within(self, steps: int) -> int | None:
        """The first hit when one goes on by some steps, or back by a negative number; None where there is none."""
        step = self._explorer.cursor.step
        first, end = (step + 1, step + steps + 1) if steps > 0 else (step + steps, step)
        hit_steps = self.hit_steps[slice(*np.searchsorted(self.hit_steps, (first, end)))]
        return int(hit_steps[0 if steps > 0 else -1]) if len(hit_steps) else None

    def describe_stop(self, step: int) -> str:
        """Which breakpoints stop at a step, and the how manieth of its hits that is."""
        return SuccessNotice(
            "stopped at "
            + " and ".join(filter(None, (self._describe_hit(breakpoint_.text, step) for breakpoint_ in self._enabled)))
        )

    def _describe_hit(self, text: str, step: int) -> str:
        steps = self._hits_by_text[text].steps
        first_hit, end_hit = np.searchsorted(steps, (step, step + 1)).tolist()
        return f"{text} (hit {end_hit:,} of {len(steps):,})" if end_hit > first_hit else ""
