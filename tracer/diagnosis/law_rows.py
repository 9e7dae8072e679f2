"""The columns of a trace as its laws look at them."""

from __future__ import annotations

from tracer.deciding.thresholds import TINY
from tracer.recording.columns import NO_DEPTH
from tracer.recording.rows import Rows
from tracer.recording.selective import partial, skips
from tracer.recording.status import EXPANDED, Why
from tracer.tracing import Trace

Limits = tuple[float, float]
"""Between which numbers a value lies; a window."""


class LawRows(Rows):
    """The columns as lists, and the options that matter here."""

    def __init__(self, trace: Trace) -> None:
        super().__init__(trace)
        options = trace.header.options
        self.hard, self.cut = options.get("fail") == "hard", options.get("cut", ">=")
        self.drivers = trace.drivers
        self.none, self.aside = trace.no_moves, self.listed(trace.set_aside)
        self.skipped = self.listed(skips(trace.columns))
        why = trace.columns.why
        self.probe = [False] * len(trace) if why is None else self.listed(why == Why.PROBE)
        self.partial = frozenset(partial(trace.columns))
        depth = trace.columns.depth
        self.depth: list[int] = [NO_DEPTH] * len(trace) if depth is None else self.listed(depth)

    def is_null(self, node: int) -> bool:
        """Whether a node's window is at most 1 wide, but for rounding."""
        return self.beta[node] - self.alpha[node] <= 1 + TINY

    def expanded(self) -> list[int]:
        """The nodes whose player chose among children."""
        return [node for node in self.visited if self.status[node] == EXPANDED and self.turn[node]]

    def window(self, node: int) -> Limits:
        """Alpha and beta on entry."""
        return self.alpha[node], self.beta[node]
