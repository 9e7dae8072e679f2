"""Where in time the explorer stands: one step of the recording, the moves through it, and what was known then."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, partialmethod
from typing import Literal

import numpy as np

from tracer.count.groups import steps_counted
from tracer.recording.columns import Ints, index_dtype
from tracer.recording.tree_shape import prefix_sums
from tracer.time.moments import (
    Event,
    Frame,
    Phase,
    best_child,
    event_at,
    frame,
    last_pruned_together,
    node_reached_at,
    phase,
)
from tracer.tracing import Trace


class Cursor:
    """A place in time. It starts at the last step, so that the result is what is seen first.

    Every method that moves says whether it did.

    Args:
        one_by_one: whether each branch that a node skips is a moment of its own; else all in a row are one.

    Attributes:
        step: the first step of the moment in hand.
        last_moment_step: the last one.
        last_met_node: the largest id that the search has met by then.
        on_move: called after each move.
        has_warned_of_end: whether one was told, since the last move, that the recording ends here.
    """

    def __init__(self, trace: Trace, *, one_by_one: bool = True) -> None:
        self.trace, self.landmarks = trace, trace.landmarks
        self.last = trace.steps - 1
        self.one_by_one = one_by_one
        self._variations: dict[int, tuple[int, ...]] = {}
        self.on_move: Callable[[], object] = bool
        self._set_step(self.last)

    def _set_step(self, step: int) -> None:
        self.step, self.has_warned_of_end = step, False
        self._variation: tuple[int, ...] | None = None
        self.event, self.node = event_at(self.trace, step)
        self.last_met_node = (
            node_reached_at(self.trace, step) if self.one_by_one else last_pruned_together(self.trace, step)
        )
        self.last_moment_step = step + self.last_met_node - self.node if self.event is Event.PRUNED else step
        self.last_visible_index = self.last_met_node if self.trace.columns.born is None else step
        self.on_move()

    def toggle_one_by_one(self) -> None:
        """Have each skipped branch be a moment of its own, or all in a row one."""
        self.one_by_one = not self.one_by_one
        self._set_step(self.step)

    def go_to_step(self, step: int) -> bool:
        """Go to a step. O(log n + plies returned at once)."""
        if step == self.step or not 0 <= step <= self.last:
            return False
        self._set_step(step)
        return True

    def go_to_start(self) -> bool:
        """Go to the first step."""
        return self.go_to_step(0)

    def go_to_end(self) -> bool:
        """Go to the last step."""
        return self.go_to_step(self.last)

    def step_over(self) -> bool:
        """Skip what is below the node just entered: go to its return."""
        return self.event is Event.ENTERED and self.go_to_step(min(self.trace.left(self.node), self.last))

    def step_out(self) -> bool:
        """Go to the return of the node above the one in hand."""
        parent = int(self.trace.columns.parent[self.node])
        return parent >= 0 and self.go_to_step(min(self.trace.left(parent), self.last))

    def step_after(self, moments: int) -> int:
        """The step so many moments on, or back by a negative number; at an end, the step there. O(log n).

        All branches that a node skips in a row are one moment, unless each is one: it begins as the first is skipped.
        """
        if self.one_by_one:
            return min(max(self.step + moments, 0), self.last)
        skipped_steps = self.landmarks.skipped_along
        skipped_before = int(np.searchsorted(skipped_steps, self.step, side="right"))
        is_inside_moment = skipped_before > 0 and int(skipped_steps[skipped_before - 1]) == self.step
        moment = self.step - skipped_before + moments + (is_inside_moment and moments < 0)
        step = moment + int(np.searchsorted(self._moments_before, moment, side="right"))
        return min(max(step, 0), self.last)

    @cached_property
    def _moments_before(self) -> Ints:
        """How many moments there are before each branch that is skipped along with another."""
        skipped_steps = self.landmarks.skipped_along
        return skipped_steps - np.arange(len(skipped_steps))

    @property
    def pruning_steps(self) -> Ints:
        """The steps of the cutoffs that skip a branch; of all cutoffs where no recording says what they skip."""
        return self.landmarks.pruning_steps if self.trace.counts.records_skips else self.landmarks.cutoff_steps

    @property
    def last_entered_node(self) -> int:
        """The node with which the open path ends, or of a best-first search the node of the step."""
        return self.last_met_node if self.trace.columns.log is None else self.node

    def go_to_entry(self, node: int) -> bool:
        """Go to the step at which a node was entered, or pruned."""
        return self.go_to_step(self.trace.entered(node))

    @property
    def cut_node(self) -> int | None:
        """The node whose cutoff the current step is; None where it is none."""
        return self.landmarks.cut_at(self.step)

    def go_along(self, steps: Ints, *, forward: bool) -> bool:
        """Go to the first of some ascending steps after this one, or to the last before it."""
        side: Literal["left", "right"] = "right" if forward else "left"
        index = int(np.searchsorted(steps, self.step, side=side)) - (not forward)
        return 0 <= index < len(steps) and self.go_to_step(int(steps[index]))

    go_to_next = partialmethod(go_along, forward=True)

    def phase(self, node: int) -> Phase:
        """What a node was at this step."""
        if self.trace.columns.log is None and node > self.last_met_node:
            return Phase.AHEAD
        return phase(self.trace, node, self.step, self.last_moment_step)

    def frame(self, node: int) -> Frame:
        """An open node's running best value and window. O(children)."""
        return frame(self.trace, node, self.step)

    def is_cut(self, node: int) -> bool:
        """Whether a node's cutoff had happened by this step."""
        return self.landmarks.is_cut(node, self.step)

    def count_below(self, node: int) -> tuple[int, int]:
        """Visited nodes and pruned branches below a node, of those met by this step."""
        if (born := self.trace.columns.born) is not None:
            return int(np.count_nonzero(born[node + 1 : self.trace.columns.end.item(node)] <= self.step)), 0
        subtree_end = min(self.trace.columns.end.item(node), self.last_met_node + 1)
        if subtree_end <= node + 1:
            return 0, 0
        visited_before = self.trace.columns.visited_before.item
        visited = int(visited_before(subtree_end) - visited_before(node + 1))
        return visited, subtree_end - node - 1 - visited

    def best_child(self, node: int) -> int | None:
        """The child that was best at this step, of those that had returned. O(children)."""
        return best_child(self.trace, node, self.step)

    def principal_variation(self) -> tuple[int, ...]:
        """The ids along the best moves known at this step, root first."""
        if self._variation is None and self.trace.columns.log is not None:
            self._variation = tuple(self._line_of_log())
        if self._variation is None:
            best = self.best_child(0)
            if best is not None and best not in self._variations:
                self._variations[best] = (0, *self._best_line(best))
            self._variation = (0,) if best is None else self._variations[best]
        return self._variation

    def _line_of_log(self) -> Iterator[int]:
        """The best children at this step, from the root down, which change as long as a best-first search goes on."""
        node: int | None = 0
        while node is not None:
            yield node
            node = self.best_child(node)

    def _best_line(self, node: int | None) -> list[int]:
        """The best children from a node that has returned, itself first; they do not change any more."""
        line: list[int] = []
        while node is not None:
            line.append(node)
            node = self.trace.best_child(node)
        return line

    @cached_property
    def leaves_before(self) -> Ints:
        """N + 1 long: leaves among the ids below each id."""
        return prefix_sums(self.trace.counts.is_leaf, index_dtype(len(self.trace)))

    @cached_property
    def _pruned_before(self) -> Ints:
        """N + 1 long: paths that are pruned and not visited among the ids below each id."""
        return prefix_sums(self.trace.counts.paths.pruned_changes, index_dtype(len(self.trace)))

    @property
    def tally(self) -> dict[str, int]:
        """Counts up to this step, by name; see `_count_until`."""
        return self._count_until(self.last_met_node + 1, self.step)

    @cached_property
    def total_tally(self) -> dict[str, int]:
        """Counts of the whole recording, by name."""
        return self._count_until(len(self.trace), self.last)

    @cached_property
    def _steps_counted(self) -> dict[str, Ints]:
        return steps_counted(self.trace.columns)

    def _count_until(self, met_count: int, step: int) -> dict[str, int]:
        """Return visited nodes, leaves, cutoffs, and pruned branches: paths, each once, that no visit enters, ever.

        A best-first search has the counts of its log instead. Its nodes without children are the `leaves` of Monte
        Carlo tree search, and the `frontier` of another one, whose `leaves` are those that were evaluated.
        """
        if self.trace.columns.log is not None:
            counted = self._steps_counted.items()
            log_counts = {name: int(np.searchsorted(rows, step, side="right")) for name, rows in counted}
            childless = log_counts["visited"] - log_counts["expanded"]
            return log_counts | {"frontier" if "leaves" in log_counts else "leaves": childless}
        if met_count == len(self.trace):  # which the first frame shows
            counts = self.trace.counts
            leaves, pruned = counts.leaves, int(counts.paths.pruned_changes.sum(dtype=np.int64))
        else:
            leaves, pruned = int(self.leaves_before[met_count]), int(self._pruned_before[met_count])
        return {
            "visited": int(self.trace.columns.visited_before[met_count]),
            "leaves": leaves,
            "cutoffs": int(np.searchsorted(self.landmarks.cutoff_steps, step, side="right")),
            "pruned branches": pruned,
        }
