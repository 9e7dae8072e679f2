"""A search of plyscope's own with its options, as something that is measured."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from typing import Any

from tracer.calling.answer_of import Answer
from tracer.games.rules import AnyGame, label
from tracer.measuring.contender import Counted
from tracer.run.plan import Plan, Result, prepare
from tracer.run.run import record
from tracer.searches.contract import Bare, BareTree
from tracer.tracing import Trace

AT_ONCE = ("visited", "leaves", "leaf_evaluations", "cutoffs", "table_hits", "re_searches", "passes")
"""Counts that follow from a recording alone."""


class TimedSearch:
    """A search with its options.

    Args:
        name: what it is called in tables.
        search: the name of the search.
        options: as `tracer.trace` takes them, but for the position.
        limits: what ends its recording early, `max_nodes` and `max_memory` of `tracer.trace`; its timing is of all.
    """

    note = ""

    def __init__(
        self, name: str, search: str, options: dict[str, Any] | None = None, limits: dict[str, Any] | None = None
    ) -> None:
        self.name, self._search, self._options, self._limits = name, search, dict(options or {}), dict(limits or {})

    def ready(self, game: AnyGame, state: Any, depth: int | None = None) -> ReadySearch:
        """Its search of a position; see `Contender`."""
        options = self._options | ({} if depth is None else {"depth": depth})
        return ReadySearch(prepare(game, self._search, **options)._replace(start=state), self._limits)


class ReadySearch:
    """One of them, of one position."""

    may_remember = False

    def __init__(self, plan: Plan, limits: dict[str, Any]) -> None:
        self._plan, self._limits = plan, limits

    def once(self) -> Callable[[], Any]:
        """The search itself, with a recorder that keeps nothing."""
        plan = self._plan
        record = BareTree() if plan.search.best_first else Bare()
        return partial(plan.search.run, plan.rules, plan.start, record, **plan.options)

    def around(self) -> AbstractContextManager[None]:
        """Room for its recursion, and whose fault an error is."""
        return self._plan.guarded()

    def answer(self, returned: Any) -> Answer:
        """Its value, MAX's view, and its move."""
        value, move = Result(*returned)
        named = None if move is None else label(self._plan.game, move)
        return Answer(float(value), named, self._plan.search.values)

    def count(self, *, everything: bool) -> Counted:
        """All that is counted of a recording; see `Ready`."""
        found = record(self._plan, **self._limits)
        note = f"stopped {found.header.stopped}" if found.header.stopped else ""
        return Counted(counts_of(found, everything=everything), note)


def counts_of(trace: Trace, *, everything: bool) -> dict[str, Any]:
    """The counts of a recording by their names."""
    if everything:
        return trace.counts.summary()
    return {name: getattr(trace.counts, name) for name in AT_ONCE}
