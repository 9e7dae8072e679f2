"""Breakpoints: conditions at whose hits one stops. All hits are worked out when a condition is set."""

from __future__ import annotations

from functools import reduce
from typing import Protocol

import numpy as np

from tracer.condition.expression import parse
from tracer.condition.hits import Hits
from tracer.errors import PlyscopeError
from tracer.recording.columns import Ints
from tracer.tracing import Trace
from tui.model.cursor import Cursor
from tui.model.places import Places
from tui.model.tree import Tree

NOTHING: Ints = np.empty(0, np.int64)


class Runner(Protocol):
    """What runs through a recording until it is stopped."""

    @property
    def trace(self) -> Trace:
        """The recording."""

    @property
    def cursor(self) -> Cursor:
        """The place in time."""

    def select(self, node: int) -> str:
        """Select a node; gives a notice where that did not go as wished."""


class Stops:
    """The conditions of a recording, and the keys that run to their hits.

    Args:
        runner: what is stopped.
        tree: shows hits alone where that is wished.
        places: keep the conditions, and have those that were kept.
    """

    def __init__(self, runner: Runner, tree: Tree, places: Places) -> None:
        self._runner, self._tree, self._places = runner, tree, places
        self._hits: dict[str, Hits] = {}
        self.steps: Ints = NOTHING
        """The steps of all hits, ascending, each once."""

    @property
    def conditions(self) -> list[str]:
        """The texts of the conditions, in the order in which they were set."""
        return list(self._hits)

    def hits(self, text: str) -> Hits:
        """The hits of one of the conditions."""
        return self._hits[text]

    def add(self, text: str) -> str:
        """Stop at the hits of a condition too.

        Raises:
            PlyscopeError: it is none.
        """
        condition = parse(text)
        self._hits[condition.text] = condition.hits(self._runner.trace)
        self._changed()
        return self._places.keep_condition(condition.text)

    def remove(self, text: str) -> str:
        """Do not stop at a condition any more."""
        self._hits.pop(text, None)
        self._changed()
        return self._places.forget_condition(text)

    def refresh(self, conditions: list[str]) -> None:
        """Work these conditions out on the recording as it is now; one that makes no sense there is left out."""
        self._hits = {}
        for text in conditions:
            try:
                self._hits[text] = parse(text).hits(self._runner.trace)
            except PlyscopeError:
                continue
        self._changed()

    def _changed(self) -> None:
        self.steps = reduce(np.union1d, (hits.steps for hits in self._hits.values()), NOTHING)

    def next_hit(self) -> str:
        """Run to the next hit."""
        return self._run(self.steps, forward=True)

    def previous_hit(self) -> str:
        """Run back to the previous hit."""
        return self._run(self.steps, forward=False)

    def _run(self, steps: Ints, *, forward: bool) -> str:
        if not self._hits:
            return "no condition is set: / sets one, such as cutoff and ply == 3"
        if not len(steps):
            return "no node fulfils the condition" if len(self._hits) == 1 else "no node fulfils the conditions"
        cursor = self._runner.cursor
        if not (cursor.go_to_next(steps) if forward else cursor.go_to_previous(steps)):
            return "no hit after this step; F runs back" if forward else "no hit before this step; f runs on"
        return self._runner.select(self._node_at(cursor.step))

    def _node_at(self, step: int) -> int:
        """The node that is hit at a step; the one of the event where it is among them."""
        hit = [
            int(node)
            for hits in self._hits.values()
            for node in hits.nodes[np.searchsorted(hits.steps, step) : np.searchsorted(hits.steps, step, side="right")]
        ]
        node = self._runner.cursor.node
        return node if node in hit else hit[0]

    def toggle_hits(self) -> str:
        """Leave out all nodes but the hits and those above them; show all again where that is so."""
        if self._tree.filters.chosen is not None:
            return self._tree.show_only(None)
        if not len(self.steps):
            return "nothing is hit: / sets a condition, such as cutoff and ply == 3"
        mask = np.zeros(len(self._runner.trace), bool)
        for hits in self._hits.values():
            mask[hits.nodes] = True
        return self._tree.show_only(mask, "hits")

    def hit_within(self, steps: int) -> int | None:
        """The first hit when one goes on by some steps, or back by a negative number; None where there is none."""
        step, place = self._runner.cursor.step, 0
        if steps > 0:
            place = int(np.searchsorted(self.steps, step, side="right"))
            return int(self.steps[place]) if place < len(self.steps) and self.steps[place] <= step + steps else None
        place = int(np.searchsorted(self.steps, step)) - 1
        return int(self.steps[place]) if place >= 0 and self.steps[place] >= step + steps else None

    def describe(self, step: int) -> str:
        """Which conditions hold at a step."""
        held = [text for text, hits in self._hits.items() if step in hits.steps]
        return f"stopped where {' and where '.join(held)}"
