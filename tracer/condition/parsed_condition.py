"""A condition on nodes that was read from a text, and the error of a text that is none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tracer.condition.terms import (
    Hits,
    TraceColumns,
)
from tracer.condition.vocabulary import KnownSince, describe_missing_names
from tracer.errors import PlyscopeError
from tracer.recording.columns import Bools
from tracer.recording.status import OPEN
from tracer.text import clean
from tracer.tracing import Trace

MAX_QUOTED_LENGTH = 60
"""Characters of a condition that an error quotes."""


class ConditionError(PlyscopeError):
    """A text is no condition, or no formula. What asked for one can show the place."""

    def __init__(self, text: str, column: int, problem: str, text_type: str = "condition") -> None:
        first = max(0, min(column - MAX_QUOTED_LENGTH // 2, len(text) - MAX_QUOTED_LENGTH))
        quoted = (
            ("…" if first else "")
            + text[first : first + MAX_QUOTED_LENGTH]
            + ("…" if first + MAX_QUOTED_LENGTH < len(text) else "")
        )
        super().__init__(f"the {text_type} `{clean(quoted)}`, column {column + 1}: {problem}")
        self.text, self.problem = text, problem
        self.column = column
        """The place in the text without the spaces around it, counted from 0."""


@dataclass(frozen=True)
class Condition:
    """A condition that nodes fulfil or not. `parse_condition` makes it."""

    text: str
    """As it was given, but one line that no terminal obeys."""
    known_since: KnownSince
    """From when on everything that it speaks of is known."""
    _value: Callable[[TraceColumns], Any] = field(repr=False, compare=False)
    names: tuple[str, ...] = ()
    """The names of `tracer.condition.vocabulary` that it speaks of, each once."""

    def nodes(self, trace: Trace) -> Bools:
        """Which nodes fulfil it, one truth value a node. O(n).

        Of a visit that never returned, `pruned`, `children`, `size` and `visited` are what was recorded until the
        search stopped.

        Raises:
            PlyscopeError: it speaks of depth, and the search had no depth limit.
        """
        with np.errstate(all="ignore"):
            values = self._value(TraceColumns(trace))
        return np.array(np.broadcast_to(values, len(trace)), bool)

    def missing(self, trace: Trace) -> str:
        """Which of its names say nothing about this search, and why, for where nothing fulfils it; else empty."""
        return describe_missing_names(trace, self.names)

    def hits(self, trace: Trace) -> Hits:
        """The steps at which nodes that fulfil it are met: each at the first step at which that is known. O(n log n).

        A visit is met at its entry, if the condition speaks only of what is known there; at its cutoff, if it speaks
        also of `cutoff` or `pruned` (without a cutoff: at its return); and else at its return. A visit that never
        returned is met at its entry. A pruned branch is met at the step that prunes it.

        Raises:
            PlyscopeError: it speaks of depth, and the search had no depth limit.
        """
        columns = trace.columns
        nodes = np.flatnonzero(self.nodes(trace))
        if self.known_since is KnownSince.ENTRY:
            return Hits.sorted_by_step(columns.entered(nodes), nodes)
        steps = columns.left(nodes)  # of a pruned branch, that is the step that prunes it
        is_running = (columns.status[nodes] == OPEN) | (steps >= trace.steps)
        steps[is_running] = columns.entered(nodes[is_running])
        if self.known_since is KnownSince.CUTOFF:
            is_cutoff = columns.cutoff[nodes] & ~is_running
            steps[is_cutoff] -= trace.landmarks.passed_over[nodes[is_cutoff]]
        return Hits.sorted_by_step(steps, nodes)
