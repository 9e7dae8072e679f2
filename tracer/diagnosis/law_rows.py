"""The columns of a trace as its laws look at them, and what is raised where it breaks one."""

from __future__ import annotations

from tracer.deciding.thresholds import TINY
from tracer.errors import PlyscopeError
from tracer.recording.columns import NO_DEPTH
from tracer.recording.recording import Recording
from tracer.recording.rows import Rows
from tracer.recording.selective import partial, skips
from tracer.recording.status import EXPANDED, Why
from tracer.text import clean
from tracer.tracing import Trace


class LawBroken(PlyscopeError):  # noqa: N818  # it is a finding about a trace
    """A trace breaks a law: the search, the game or the recording is wrong."""

    node: int
    """The first node that breaks it."""
    problem: str
    """What is wrong there."""
    law: str = ""
    """The law in a sentence: what has to hold."""

    def __init__(self, trace: Recording, node: int, problem: str) -> None:
        super().__init__(f"node {node}{_where(trace, node)}: {problem}")
        self.node, self.problem = node, problem


def _where(trace: Recording, node: int) -> str:
    """The path to a node in brackets; nothing where the columns do not even give a path."""
    try:
        path = "/".join(trace.label(above) for above in trace.ancestry(node)[1:])
    except (IndexError, ValueError, PlyscopeError):
        return ""
    return f" ({clean(path)})" if path else " (root)"


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
