"""Two searches side by side, without a screen: two browsers that follow one another, or race."""

from __future__ import annotations

from functools import partialmethod

import numpy as np
from rich.cells import cell_len

from tracer.comparing.difference_text import (
    describe_difference,
    format_difference_path,
    leaf_steps,
    list_difference_facts,
    step_of_difference,
    visit_steps,
)
from tracer.comparing.topmost_differences import Difference, compare_pair
from tracer.recording.columns import Ints
from tracer.time.moments import Event
from tui.model.browser import Browser
from tui.model.explorer_state import Location, SuccessNotice
from tui.model.list_model import shorten_middle

SIDE_NAMES = ("A", "B")
NO_DIFFERENCES = "the two recordings are the same, event for event"
ONLY_PASSES_DIFFER = "the two differ in their passes alone: at every path they did the same"
MIN_PATH_WIDTH = 12
"""Columns that the path of a difference has at least."""
PRUNING_ACTIONS, ANY_CUTOFF_ACTIONS = ("time.next_cutoff", "time.previous_cutoff"), ("time.next_cutoff_of_any_kind",)
"""What is done in the other search where the active one has no cutoffs that skip a branch, or none at all."""


class BrowserPair:
    """Two browsers of two searches of one position. What is done in the active one, the other follows.

    Raises:
        PlyscopeError: they are not of one position.
    """

    def __init__(self, first: Browser, second: Browser) -> None:
        self.browsers = (first, second)
        self.comparison, self.differences = compare_pair(first.trace, second.trace)
        self.active_side = 0
        self._held_locations: tuple[Location, Location] | None = None
        """Where both stand, where that was not one following the other; until one of them goes elsewhere."""
        self._difference_number: int | None = None
        """The number of the difference that they were brought to."""
        best_first = any(browser.trace.columns.log is not None for browser in self.browsers)
        self._leaf_steps = (leaf_steps(first.trace), leaf_steps(second.trace)) if best_first else None
        """By which a search that goes best-first and another one follow each other: their steps have nothing else in
        common."""
        self._visit_steps: tuple[Ints, Ints] | None = None
        """The steps of the visits of both, while they race."""
        is_changed = self.comparison.changed
        masks_by_side = (
            (self.comparison.only_a, is_changed),
            (self.comparison.only_b, self.comparison.mask_in_b(is_changed)),
        )
        for side, side_masks in enumerate(masks_by_side):
            is_alone, differs = (self.comparison.over_visits(side, mask) for mask in side_masks)
            self.browsers[side].comparison_marks = np.select([is_alone, differs], [SIDE_NAMES[side], "≠"], "")

    @property
    def active_browser(self) -> Browser:
        """The browser that keys go to."""
        return self.browsers[self.active_side]

    @property
    def other_browser(self) -> Browser:
        """The browser that follows."""
        return self.browsers[1 - self.active_side]

    @property
    def is_racing(self) -> bool:
        """Whether both have made equally many visits, or all of theirs, wherever these led them."""
        return self._visit_steps is not None

    def race(self) -> str:
        """Let both race from their starts, with the keys for the one that is done last; or follow each other again."""
        if self._visit_steps is not None:
            self._visit_steps = None
            return ""
        first_visits, second_visits = self._visit_steps = (
            visit_steps(self.browsers[0].trace),
            visit_steps(self.browsers[1].trace),
        )
        self.active_side = int(len(second_visits) > len(first_visits))
        self._held_locations = self._difference_number = None
        self.active_browser.history.add_jump(self.active_browser.location)
        self.active_browser.time.start()
        return SuccessNotice("space: both race, equally many visited nodes a second; T: the trees as rows again")

    @property
    def race_score(self) -> str:
        """How far both are in a race."""
        texts = []
        for name, browser in zip(SIDE_NAMES, self.browsers, strict=True):
            visited, all_visits = browser.cursor.tally["visited"], browser.cursor.total_tally["visited"]
            texts.append(f"{name} {'is done after' if visited == all_visits else 'has visited'} {visited:,}")
        return f"race: {', '.join(texts)}"

    def switch_side(self) -> str:
        """Give the keys to the other search."""
        self.active_side = 1 - self.active_side
        return ""

    def counterpart_of(self, node: int) -> int:
        """The other search's node at the path of one of the active, or the nearest above it that is there. O(ply)."""
        comparison = self.comparison
        partner, trace = (comparison.in_a, comparison.b) if self.active_side else (comparison.in_b, comparison.a)
        node = comparison.node_of(self.active_side, node)
        while partner[node] < 0:
            node = int(trace.columns.parent[node])
        return comparison.visit(1 - self.active_side, int(partner[node]))[1]

    def sync_other(self) -> None:
        """Let the other search follow: to the same event where it has it, and to the selected node."""
        if self._held_locations is not None and self._held_locations[self.active_side] == self.active_browser.location:
            self.other_browser.go_to(self._held_locations[1 - self.active_side])
            return
        self._held_locations = None
        self.other_browser.cursor.go_to_step(min(self._matching_step(), self.other_browser.cursor.last))
        self.other_browser.select(self._matching_node())

    def _matching_node(self) -> int:
        """The other search's node that goes with the selected one: where they part, what it did instead."""
        first_difference, selected = self.comparison.first, self.active_browser.selected
        if self._leaf_steps is not None or self._visit_steps is not None:
            if selected == self.active_browser.cursor.node:
                return self.other_browser.cursor.node
            return self.counterpart_of(selected)
        if first_difference is not None and self.active_browser.cursor.step == first_difference.step:
            nodes = first_difference.a, first_difference.b
            if (other_node := nodes[1 - self.active_side]) is not None and selected == nodes[self.active_side]:
                return other_node
        return self.counterpart_of(selected)

    def _matching_step(self) -> int:
        cursor, other_browser, first_difference = self.active_browser.cursor, self.other_browser, self.comparison.first
        is_at_end = cursor.step == cursor.last
        if (numbered_steps := self._visit_steps or self._leaf_steps) is not None:
            own_steps, other_steps = numbered_steps[self.active_side], numbered_steps[1 - self.active_side]
            if self._visit_steps is None:
                return other_browser.cursor.last if is_at_end else self._step_by_number(own_steps, other_steps)
            # Its last visit is followed by nothing but returns: then it is done.
            step = self._step_by_number(own_steps, other_steps[:-1])
            return max(step, other_browser.cursor.step) if is_at_end else step
        if first_difference is None or cursor.step <= first_difference.step:
            # Until they differ they go step by step, and where one has ended, the other shows how it goes on.
            return first_difference.step if first_difference is not None and is_at_end else cursor.step
        if cursor.event is Event.RETURNED and is_at_end:
            return other_browser.cursor.last
        node = self.counterpart_of(cursor.node)
        is_over = cursor.event is Event.RETURNED or self._has_done_all(node)
        return other_browser.trace.left(node) if is_over else other_browser.trace.entered(node)

    def _step_by_number(self, own_steps: Ints, other_steps: Ints) -> int:
        """The step at which the other search has done something as often; its end where it does so less often."""
        done_count = int(np.searchsorted(own_steps, self.active_browser.cursor.step, side="right"))
        if done_count > len(other_steps):
            return self.other_browser.cursor.last
        return int(other_steps[done_count - 1]) if done_count else 0

    def _has_done_all(self, node: int) -> bool:
        """Whether the active search is at what only it has below a node, later than all the other did there. O(ply)."""
        if self.comparison.recorded is not None:  # by their paths alone: what is later in one is not so in the other
            return False
        own_columns, other_columns = self.active_browser.trace.columns, self.other_browser.trace.columns
        partner_of = self.comparison.in_b if self.active_side else self.comparison.in_a
        own_node, current_child = int(partner_of[node]), self.active_browser.cursor.node
        if own_node == current_child:
            return False
        while own_columns.parent[current_child] != own_node:
            current_child = int(own_columns.parent[current_child])
        last_child = int(other_columns.end[node]) - 1
        while last_child > node and other_columns.parent[last_child] != node:
            last_child = int(other_columns.parent[last_child])
        return last_child == node or int(partner_of[last_child]) < current_child

    def go_to_beginning(self) -> str:
        """Go to the first step at which they differ; where only a window does so there, to the first difference."""
        notice = self.first_difference()
        if self.differences.without_windows and (
            self._difference_number is None or self._difference_number >= self.differences.without_windows
        ):
            return self.go_to_difference(0)
        return notice

    def first_difference(self) -> str:
        """Go to the first step at which the two recordings differ."""
        first_difference = self.comparison.first
        if first_difference is None:
            return NO_DIFFERENCES
        for browser, node in zip(self.browsers, (first_difference.a, first_difference.b), strict=True):
            browser.cursor.go_to_step(min(first_difference.step, browser.cursor.last))
            if node is not None:
                browser.select(node)
        self._hold_locations(self._number_at(first_difference.step))
        return ""

    def _number_at(self, step: int) -> int | None:
        """The difference that happens or is first seen at a step: at the selected node, or before it at that above."""
        number_after = self._first_from_here
        candidates = [number for number in (number_after, number_after - 1) if 0 <= number < len(self.differences)]
        happening_here = (
            candidate
            for candidate in candidates
            if step_of_difference(self.comparison, self.differences[candidate])[1] == step
        )
        return next(happening_here, next(filter(self._is_seen_here, candidates), None))

    def _is_seen_here(self, number: int) -> bool:
        difference = self.differences[number]
        for side, (browser, node) in enumerate(zip(self.browsers, (difference.a, difference.b), strict=True)):
            selected_node = self.comparison.node_of(side, browser.selected)
            trace = (self.comparison.a, self.comparison.b)[side]
            if node >= 0 and node in (selected_node, int(trace.columns.parent[selected_node])):
                return True
        return False

    def _hold_locations(self, number: int | None = None) -> None:
        """Have both stay where they are until one is led elsewhere; with a difference in hand, or none."""
        self._held_locations, self._difference_number = (self.browsers[0].location, self.browsers[1].location), number

    @property
    def current_difference(self) -> Difference | None:
        """The difference in hand; None where there is none, or they have been led elsewhere."""
        locations = (self.browsers[0].location, self.browsers[1].location)
        if self._difference_number is None or self._held_locations != locations:
            return None
        return self.differences[self._difference_number]

    def describe_difference(self, width: int | None = None) -> str:
        """The difference in hand in words, with its number; else the first one in time. Empty where nothing differs.

        Where there are only so many columns its path loses its middle, and then what is said last is left out.
        """
        difference, first_difference = self.current_difference, self.comparison.first
        if difference is not None:
            prefix = f"difference {difference.number + 1:,} of {len(self.differences):,}, "
            return prefix + (
                describe_difference(self.comparison, difference)
                if width is None
                else self._describe_briefly(difference, width - cell_len(prefix))
            )
        return "" if first_difference is None else f"first difference, {first_difference.text}"

    def _describe_briefly(self, difference: Difference, width: int) -> str:
        """A difference in so many columns, if its first fact and a short path fit."""
        path = format_difference_path(self.comparison, difference)
        fact_texts = list_difference_facts(self.comparison, difference)
        path = shorten_middle(path, max(width - cell_len(f": {'; '.join(fact_texts)}"), MIN_PATH_WIDTH))
        while len(fact_texts) > 1 and cell_len(f"{path}: {'; '.join(fact_texts)}") > width:
            fact_texts.pop()
        return f"{path}: {'; '.join(fact_texts)}"

    @property
    def _first_from_here(self) -> int:
        return self.differences.find_first_index(
            self.active_side, self.comparison.node_of(self.active_side, self.active_browser.selected)
        )

    @property
    def no_differences_text(self) -> str:
        """What is to be said where there are no differences to go to."""
        return NO_DIFFERENCES if self.comparison.same else ONLY_PASSES_DIFFER

    def _go_along_differences(self, *, forward: bool) -> str:
        current = self.current_difference
        first_from_here = self._first_from_here if current is None else current.number + forward
        number = first_from_here if forward else first_from_here - 1
        if not len(self.differences):
            return self.no_differences_text
        if not 0 <= number < len(self.differences):
            return f"no difference {'after' if forward else 'before'} this node"
        self.active_browser.history.add_jump(self.active_browser.location)
        return self.go_to_difference(number)

    next_difference = partialmethod(_go_along_differences, forward=True)
    previous_difference = partialmethod(_go_along_differences, forward=False)

    def go_to_difference(self, number: int) -> str:
        """Set the time to where a difference happens and select its node on both sides, or the nearest above it."""
        difference = self.differences[number]
        side_of_event, step = step_of_difference(self.comparison, difference)
        previous_side, self.active_side = self.active_side, side_of_event
        self.active_browser.cursor.go_to_step(step)
        self.other_browser.cursor.go_to_step(min(self._matching_step(), self.other_browser.cursor.last))
        _, node = self.comparison.visit(side_of_event, (difference.a, difference.b)[side_of_event])
        self.active_browser.select(node)
        self.other_browser.select(self.counterpart_of(node))
        self.active_side = previous_side
        self._hold_locations(number)
        return ""

    def run_action(self, action: str, *arguments: int) -> str:
        """Do what a key says in the active search; a cutoff is looked for in the other one where this one has none."""
        cursor = self.active_browser.cursor
        cutoff_steps = cursor.pruning_steps if action in PRUNING_ACTIONS else cursor.landmarks.cutoff_steps
        if action in PRUNING_ACTIONS + ANY_CUTOFF_ACTIONS and not len(cutoff_steps):
            self.switch_side()
            notice = self.active_browser.run_action(action, *arguments)
            self.sync_other()
            self.switch_side()
            self._hold_locations()
            return notice
        return self.active_browser.run_action(action, *arguments)

    def toggle_differences(self) -> str:
        """Leave out all nodes but the differences and those above them, on both sides; or show all again."""
        if any(browser.tree.filters.chosen_nodes is not None for browser in self.browsers):
            return self.active_browser.tree.show_only_nodes(None) or self.other_browser.tree.show_only_nodes(None)
        if self.comparison.first is None:
            return NO_DIFFERENCES
        for side, (browser, differing) in enumerate(zip(self.browsers, self.comparison.differences, strict=True)):
            is_differing = np.isin(np.arange(len((self.comparison.a, self.comparison.b)[side])), differing)
            nodes = np.flatnonzero(self.comparison.over_visits(side, is_differing))
            if len(nodes):
                browser.tree.toggle_only_nodes(nodes, "differences")
        if self.active_browser.tree.filters.chosen_nodes is not None:
            return ""
        return "the differences are all in the other tree"
