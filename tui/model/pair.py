"""Two searches side by side, without a screen: two browsers that follow one another, or race."""

from __future__ import annotations

import numpy as np
from rich.cells import cell_len

from tracer.comparing.compared_pair import compare_pair
from tracer.comparing.difference_text import (
    describe_difference,
    format_difference_path,
    leaf_steps,
    list_difference_facts,
    step_of_difference,
    visit_steps,
)
from tracer.comparing.topmost_differences import Difference
from tracer.recording.columns import Ints
from tracer.time.moments import Event
from tui.model.browser import Browser
from tui.model.explored import Place
from tui.model.listed import middle_out
from tui.model.notice import Report

NAMES = ("A", "B")
SAME = "the two recordings are the same, event for event"
SAME_BUT_PASSES = "the two differ in their passes alone: at every path they did the same"
SHORTEST_PATH = 12
"""Columns that the path of a difference has at least."""
PRUNING, ANY = ("time.next_cutoff", "time.previous_cutoff"), ("time.next_cutoff_of_any_kind",)
"""What is done in the other search where the active one has no cutoffs that skip a branch, or none at all."""


class Pair:
    """Two browsers of two searches of one position. What is done in the active one, the other follows.

    Args:
        a: the browser of the first search.
        b: the browser of the second.

    Raises:
        PlyscopeError: they are not of one position.
    """

    def __init__(self, a: Browser, b: Browser) -> None:
        self.browsers = (a, b)
        self.comparison, self.differences = compare_pair(a.trace, b.trace)
        self.active = 0
        self._held: tuple[Place, Place] | None = None
        """Where both stand, where that was not one following the other; until one of them goes elsewhere."""
        self._at: int | None = None
        """The number of the difference that they were brought to."""
        best_first = any(browser.trace.columns.log is not None for browser in self.browsers)
        self._leaves = (leaf_steps(a.trace), leaf_steps(b.trace)) if best_first else None
        """By which a search that goes best-first and another one follow each other: their steps have nothing else in
        common."""
        self._visits: tuple[Ints, Ints] | None = None
        """The steps of the visits of both, while they race."""
        changed = self.comparison.changed
        masks = (self.comparison.only_a, changed), (self.comparison.only_b, self.comparison.mask_in_b(changed))
        for side, both_masks in enumerate(masks):
            only, other = (self.comparison.over_visits(side, mask) for mask in both_masks)
            self.browsers[side].sides = np.select([only, other], [NAMES[side], "≠"], "")

    @property
    def browser(self) -> Browser:
        """The browser that keys go to."""
        return self.browsers[self.active]

    @property
    def other(self) -> Browser:
        """The browser that follows."""
        return self.browsers[1 - self.active]

    @property
    def races(self) -> bool:
        """Whether both have made equally many visits, or all of theirs, wherever these led them."""
        return self._visits is not None

    def race(self) -> str:
        """Let both race from their starts, with the keys for the one that is done last; or follow each other again."""
        if self._visits is not None:
            self._visits = None
            return ""
        one, other = self._visits = visit_steps(self.browsers[0].trace), visit_steps(self.browsers[1].trace)
        self.active = int(len(other) > len(one))
        self._held = self._at = None
        self.browser.history.leave(self.browser.place)
        self.browser.time.start()
        return Report("space: both race, equally many visited nodes a second; T: the trees as rows again")

    @property
    def score(self) -> str:
        """How far both are in a race."""
        said = []
        for name, browser in zip(NAMES, self.browsers, strict=True):
            visited, whole = browser.cursor.tally.visited, browser.cursor.total.visited
            said.append(f"{name} {'is done after' if visited == whole else 'has visited'} {visited:,}")
        return f"race: {', '.join(said)}"

    def turn(self) -> str:
        """Give the keys to the other search."""
        self.active = 1 - self.active
        return ""

    def counterpart(self, node: int) -> int:
        """The other search's node at the path of one of the active, or the nearest above it that is there. O(ply)."""
        known = self.comparison
        partner, trace = (known.in_a, known.b) if self.active else (known.in_b, known.a)
        node = known.node_of(self.active, node)
        while partner[node] < 0:
            node = int(trace.columns.parent[node])
        return known.visit(1 - self.active, int(partner[node]))[1]

    def link(self) -> None:
        """Let the other search follow: to the same event where it has it, and to the selected node."""
        if self._held is not None and self._held[self.active] == self.browser.place:
            self.other.go_to(self._held[1 - self.active])
            return
        self._held = None
        self.other.cursor.go(min(self._step_there(), self.other.cursor.last))
        self.other.select(self._node_there())

    def _node_there(self) -> int:
        """The other search's node that goes with the selected one: where they part, what it did instead."""
        found, selected = self.comparison.first, self.browser.selected
        if self._leaves is not None or self._visits is not None:
            return self.other.cursor.node if selected == self.browser.cursor.node else self.counterpart(selected)
        if found is not None and self.browser.cursor.step == found.step:
            here, there = (found.b, found.a) if self.active else (found.a, found.b)
            if there is not None and selected == here:
                return there
        return self.counterpart(selected)

    def _step_there(self) -> int:
        """The other search's step that goes with the active one's."""
        cursor, other, found = self.browser.cursor, self.other, self.comparison.first
        if self._visits is not None:
            # Its last visit is followed by nothing but returns: then it is done.
            step = self._step_by_number(self._visits[self.active], self._visits[1 - self.active][:-1])
            return max(step, other.cursor.step) if cursor.step == cursor.last else step
        if self._leaves is not None:
            mine, theirs = self._leaves[self.active], self._leaves[1 - self.active]
            return other.cursor.last if cursor.step == cursor.last else self._step_by_number(mine, theirs)
        if found is None or cursor.step <= found.step:
            # Until they differ they go step by step, and where one has ended, the other shows how it goes on.
            return cursor.step if found is None or cursor.step < cursor.last else found.step
        if cursor.event is Event.RETURNED and cursor.step == cursor.last:
            return other.cursor.last
        node = self.counterpart(cursor.node)
        is_over = cursor.event is Event.RETURNED or self._has_done_all(node)
        return other.trace.left(node) if is_over else other.trace.entered(node)

    def _step_by_number(self, mine: Ints, theirs: Ints) -> int:
        """The step at which the other search has done something as often; its end where it does so less often."""
        amount = int(np.searchsorted(mine, self.browser.cursor.step, side="right"))
        if amount > len(theirs):
            return self.other.cursor.last
        return int(theirs[amount - 1]) if amount else 0

    def _has_done_all(self, node: int) -> bool:
        """Whether the active search is at what only it has below a node, later than all the other did there. O(ply)."""
        if self.comparison.recorded is not None:  # by their paths alone: what is later in one is not so in the other
            return False
        mine, theirs = self.browser.trace.columns, self.other.trace.columns
        back = self.comparison.in_b if self.active else self.comparison.in_a
        above, below = int(back[node]), self.browser.cursor.node
        if above == below:
            return False
        while mine.parent[below] != above:
            below = int(mine.parent[below])
        last = int(theirs.end[node]) - 1
        while last > node and theirs.parent[last] != node:
            last = int(theirs.parent[last])
        return last == node or int(back[last]) < below

    def begin(self) -> str:
        """Go to the first step at which they differ; where only a window does so there, to the first difference."""
        notice = self.first_difference()
        if self.differences.without_windows and (self._at is None or self._at >= self.differences.without_windows):
            return self.go_to_difference(0)
        return notice

    def first_difference(self) -> str:
        """Go to the first step at which the two recordings differ."""
        found = self.comparison.first
        if found is None:
            return SAME
        for browser, node in zip(self.browsers, (found.a, found.b), strict=True):
            browser.cursor.go(min(found.step, browser.cursor.last))
            if node is not None:
                browser.select(node)
        self._hold(self._number_at(found.step))
        return ""

    def _number_at(self, step: int) -> int | None:
        """The difference that happens or is first seen at a step: at the selected node, or before it at that above."""
        after = self._first_from_here
        near = [number for number in (after, after - 1) if 0 <= number < len(self.differences)]
        then = (one for one in near if step_of_difference(self.comparison, self.differences[one])[1] == step)
        return next(then, next(filter(self._is_seen_here, near), None))

    def _is_seen_here(self, number: int) -> bool:
        """Whether a difference is one of what is selected, or of the node above it."""
        found = self.differences[number]
        for side, (browser, node) in enumerate(zip(self.browsers, (found.a, found.b), strict=True)):
            here, trace = self.comparison.node_of(side, browser.selected), (self.comparison.a, self.comparison.b)[side]
            if node >= 0 and node in (here, int(trace.columns.parent[here])):
                return True
        return False

    def _hold(self, number: int | None = None) -> None:
        """Have both stay where they are until one is led elsewhere; with a difference in hand, or none."""
        self._held, self._at = (self.browsers[0].place, self.browsers[1].place), number

    @property
    def difference(self) -> Difference | None:
        """The difference in hand; None where there is none, or they have been led elsewhere."""
        places = (self.browsers[0].place, self.browsers[1].place)
        return None if self._at is None or self._held != places else self.differences[self._at]

    def contrast(self, width: int | None = None) -> str:
        """The difference in hand in words, with its number; else the first one in time. Empty where nothing differs.

        Where there are only so many columns its path loses its middle, and then what is said last is left out.
        """
        found, first = self.difference, self.comparison.first
        if found is not None:
            lead = f"difference {found.number + 1:,} of {len(self.differences):,}, "
            return lead + (
                describe_difference(self.comparison, found)
                if width is None
                else self._brief(found, width - cell_len(lead))
            )
        return "" if first is None else f"first difference, {first.text}"

    def _brief(self, found: Difference, width: int) -> str:
        """A difference in so many columns, if its first fact and a short path fit."""
        path, told = format_difference_path(self.comparison, found), list_difference_facts(self.comparison, found)
        path = middle_out(path, max(width - cell_len(f": {'; '.join(told)}"), SHORTEST_PATH))
        while len(told) > 1 and cell_len(f"{path}: {'; '.join(told)}") > width:
            told.pop()
        return f"{path}: {'; '.join(told)}"

    def next_difference(self) -> str:
        """Go to the next difference, whichever search it is in."""
        held = self.difference
        return self._turn_to(self._first_from_here if held is None else held.number + 1, "after")

    def previous_difference(self) -> str:
        """Go to the difference before."""
        held = self.difference
        return self._turn_to((self._first_from_here if held is None else held.number) - 1, "before")

    @property
    def _first_from_here(self) -> int:
        return self.differences.find_first_index(
            self.active, self.comparison.node_of(self.active, self.browser.selected)
        )

    @property
    def alike(self) -> str:
        """What is to be said where there are no differences to go to."""
        return SAME if self.comparison.same else SAME_BUT_PASSES

    def _turn_to(self, number: int, where: str) -> str:
        if not len(self.differences):
            return self.alike
        if not 0 <= number < len(self.differences):
            return f"no difference {where} this node"
        self.browser.history.leave(self.browser.place)
        return self.go_to_difference(number)

    def go_to_difference(self, number: int) -> str:
        """Set the time to where a difference happens and select its node on both sides, or the nearest above it."""
        found = self.differences[number]
        side, step = step_of_difference(self.comparison, found)
        active, self.active = self.active, side
        self.browser.cursor.go(step)
        self.other.cursor.go(min(self._step_there(), self.other.cursor.last))
        _, node = self.comparison.visit(side, (found.a, found.b)[side])
        self.browser.select(node)
        self.other.select(self.counterpart(node))
        self.active = active
        self._hold(number)
        return ""

    def do(self, action: str, *arguments: int) -> str:
        """Do what a key says in the active search; a cutoff is looked for in the other one where this one has none."""
        cursor = self.browser.cursor
        wanted = cursor.pruning_steps if action in PRUNING else cursor.landmarks.cutoff_steps
        if action in PRUNING + ANY and not len(wanted):
            self.turn()
            notice = self.browser.do(action, *arguments)
            self.link()
            self.turn()
            self._hold()
            return notice
        return self.browser.do(action, *arguments)

    def toggle_differences(self) -> str:
        """Leave out all nodes but the differences and those above them, on both sides; or show all again."""
        if any(browser.tree.filters.chosen is not None for browser in self.browsers):
            return self.browser.tree.show_only(None) or self.other.tree.show_only(None)
        if self.comparison.first is None:
            return SAME
        for side, (browser, differing) in enumerate(zip(self.browsers, self.comparison.differences, strict=True)):
            there = np.isin(np.arange(len((self.comparison.a, self.comparison.b)[side])), differing)
            nodes = np.flatnonzero(self.comparison.over_visits(side, there))
            if len(nodes):
                browser.tree.toggle_only(nodes, "differences")
        return "" if self.browser.tree.filters.chosen is not None else "the differences are all in the other tree"
