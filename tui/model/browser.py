"""The explorer without a screen: what is shown, what is selected, and where in time."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING

from tracer.count.sizes import pruned_leaves
from tracer.count.spared import Spared
from tracer.count.transpositions import Positions, known_positions
from tracer.errors import PlyscopeError
from tracer.recording.columns import Array
from tracer.text import number
from tracer.tracing import Trace
from tui.model.cursor import Cursor
from tui.model.explored import History, Later, Place, View, Watched, at_once
from tui.model.finder import Finder
from tui.model.findings import Findings
from tui.model.list_cutoffs import CutoffList
from tui.model.list_kinds import BookmarkList, BreakpointList, FindingList, HitList, MoveList
from tui.model.list_positions import EntryList, PositionList, has_table
from tui.model.listed import Listed
from tui.model.places import Places
from tui.model.rows import Rows
from tui.model.scale import Scale
from tui.model.stops import Stops
from tui.model.time import Time
from tui.model.tree import Tree

if TYPE_CHECKING:
    from tracer.questions.question import Question
    from tui.model.predicting import Predicting

SMALL = 40
"""A tree of so many nodes opens with everything expanded: it can be read at a glance."""
MOST_DRAWN = 2_000
"""Rows that a diagram of what is shown can have."""
SMALL_STEP = 1
"""Steps by which one moves without leaving a place behind."""

INSIDE = ("time.step_forward", "time.step_back")
"""What steps the lines of a call while there are any."""


class Browser:
    """A trace being explored.

    Attributes:
        trace: the recording.
        rows: which node stands in which row.
        cursor: the place in time.
        selected: the node that the panels describe; it always has a row.
        page: how many rows the screen holds.
        tree: the keys of the tree.
        time: the keys of time.
        scale: which part of the recording the line of time shows.
        finder: what was looked for, and its keys.
        stops: the breakpoints and their keys.
        places: bookmarks, and back and forward.
        findings: what is wrong with the search, as far as that is known.
        cutoffs: the cutoffs that skip branches, and the key for the one that saved most.
        lists: what can be gone through line by line.
        spared: the pruned nodes, counted; None until they were.
        overlays: what searching a node after all gave, by node. The trace itself is never altered.
        sides: by node, how it compares with another search; None where there is none.
        predicting: what is asked before each step; None where nothing is.
        watched: the call that was run again to be stepped line by line; None where there is none.
        later: who works out what takes long.
    """

    def __init__(self, trace: Trace, path: str | None = None) -> None:
        columns = trace.columns
        self.trace = trace
        self.rows = Rows(columns.end, columns.ply, columns.parent)
        self.cursor = Cursor(trace, one_by_one=False)
        self.selected = 0
        self.page = 10
        self.spared: Spared | None = None
        self._unseen: dict[int, float | None] = {}
        self.overlays: dict[int, Trace] = {}
        self.sides: Array | None = None
        self.predicting: Predicting | None = None
        self.watched: Watched | None = None
        self.later: Later = at_once
        self.history = History()
        self.tree, self.time, self.scale = Tree(self), Time(self), Scale(self)
        self.cursor.heard = self.tree.follow_step
        self.tree.follow_step()
        self.places = Places(self, self.history, path)
        self.finder, self.stops = Finder(self, self.tree), Stops(self, self.places)
        self.findings = Findings(self, self.tree, path)
        self.cutoffs = CutoffList(self)
        self.lists: tuple[Listed, ...] = (
            HitList(self, self.finder),
            BreakpointList(self, self.stops),
            FindingList(self, self.findings),
            BookmarkList(self, self.places),
            PositionList(self),
            *([EntryList(self)] if has_table(trace) else []),
            MoveList(self),
            *([self.cutoffs] if trace.columns.log is None else []),
        )
        if len(trace) <= SMALL:
            self.rows.expand_all(0)

    @property
    def positions(self) -> Positions | None:
        """Which nodes have the same position, as every screen of the recording knows it; None until it was found."""
        return known_positions(self.trace)

    @property
    def place(self) -> Place:
        """The step and the selected node."""
        return Place(self.cursor.step, self.selected)

    @property
    def question(self) -> Question | None:
        """What is asked before the next step; None where nothing is."""
        return None if self.predicting is None or self.inside is not None else self.predicting.question

    @property
    def inside(self) -> Watched | None:
        """The call that is stepped line by line; None where there is none, or one is elsewhere by now."""
        return self.watched if self.watched is not None and self.watched.at == self.place else None

    def do(self, action: str, *arguments: int | str) -> str:
        """Do what a key says, and remember where one came from if that was a jump. Gives the notice.

        Args:
            action: one of the models and its method, such as `time.forward`.
            *arguments: what the method takes: the digit of the key, for some; what was typed.
        """
        if self.inside is not None and action in INSIDE:
            return self.inside.step_forward() if action == INSIDE[0] else self.inside.step_back()
        act: Callable[[], str] = partial(attrgetter(action)(self), *arguments)
        return act() if action.startswith("places.") else self.remember(act)

    def remember(self, act: Callable[[], str]) -> str:
        """Do something, and remember where one came from if that was a jump. Gives the notice."""
        before, row = self.place, self.row
        notice = act()
        if abs(self.cursor.step - before.step) > SMALL_STEP or abs(self.row - row) > self.page:
            self.history.leave(before)
        return notice

    def go_to(self, place: Place) -> str:
        """Go to a step and select a node."""
        self.cursor.go(min(place.step, self.cursor.last))
        return self.select(min(place.node, len(self.trace) - 1))

    @property
    def view(self) -> View:
        """What is shown: where one is, and what is open."""
        return View(self.place, self.rows.folding)

    def show(self, view: View) -> str:
        """Show what was shown before."""
        self.rows.fold_as(view.folding)
        return self.go_to(view.place)

    def jump(self, node: int) -> str:
        """Select a node, to be come back from."""
        self.history.leave(self.place)
        return self.select(node)

    def grow(self, trace: Trace) -> None:
        """Go on with a longer recording of the same search. Who looks at its end goes on looking at its end."""
        step, at_end = self.cursor.step, self.cursor.step == self.cursor.last
        self.trace, self.cursor = trace, Cursor(trace, one_by_one=self.cursor.one_by_one)
        self.spared = None
        self._unseen.clear()
        self.tree.grow()
        self.cursor.heard = self.tree.follow_step
        self.findings.forget()
        self.finder.grow()
        self.stops.refresh(self.stops.breakpoints)
        if not at_end:
            self.cursor.go(step)

    def drawable_nodes(self) -> list[int]:
        """The nodes that have rows, ascending.

        Raises:
            PlyscopeError: there are more than a drawing can show.
        """
        if len(self.rows) > MOST_DRAWN:
            count = len(self.rows)
            raise PlyscopeError(f"{count:,} rows are too many for a diagram: fold some; {MOST_DRAWN:,} can be drawn")
        nodes: list[int] = sorted(self.rows.nodes.tolist())
        return nodes

    @property
    def row(self) -> int:
        """The row of the selected node."""
        return self.rows.row(self.selected)

    def select(self, node: int) -> str:
        """Select a node, opening what hides it; a branch that is left out gives way to its parent."""
        while not self.rows.is_shown(node):
            node = int(self.trace.columns.parent[node])
        self.rows.reveal(node)
        self.selected = node
        return ""

    def select_row(self, row: int) -> str:
        """Select what stands in a row, or in the nearest row there is."""
        self.selected = self.rows.node(min(max(row, 0), len(self.rows) - 1))
        return ""

    def unseen(self, node: int) -> float | None:
        """The value of a pruned leaf, where a tree says it. O(ply), the first time."""
        if node not in self._unseen:
            self._unseen[node] = pruned_leaves(self.trace, [node]).get(node)
        return self._unseen[node]

    def overlay(self, node: int) -> str:
        """What searching a node after all gave, in a few words; empty where that was not done."""
        found = self.overlays.get(node)
        if found is None:
            return ""
        visited, log = int(found.columns.visited_before[-1]), found.columns.log
        sign = "≈" if log is not None and log.counts_visits else "="
        worth = "unfinished" if found.value is None else f"{sign} {number(found.value)}"
        return f"what if: {worth} · {visited:,} visited"

    def side(self, node: int) -> str:
        """How a node compares with another search: nothing where there is none to compare with."""
        return "" if self.sides is None else str(self.sides[node])
