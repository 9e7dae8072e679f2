"""The explorer without a screen: what is shown, what is selected, and where in time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING

from tracer.count.sizes import pruned_leaves
from tracer.errors import PlyscopeError
from tracer.recording.columns import Array
from tracer.text import number
from tracer.tracing import Trace
from tui.model.bookmark_keys import BookmarkKeys
from tui.model.breakpoint_keys import BreakpointKeys
from tui.model.counted_lists import EntryList, MoveList, PositionList, has_table
from tui.model.cursor import Cursor
from tui.model.explorer_state import CallCursor, ExplorerState, Location
from tui.model.finder import Finder
from tui.model.findings import Findings
from tui.model.list_cutoffs import CutoffList
from tui.model.list_model import ListModel
from tui.model.time_keys import TimeKeys
from tui.model.time_scale import TimeScale
from tui.model.tree_keys import TreeKeys

if TYPE_CHECKING:
    from tracer.questions.question import Question
    from tui.model.prediction_quiz import PredictionQuiz

SMALL_TREE_NODES = 40
"""A tree of so many nodes opens with everything expanded: it can be read at a glance."""
MAX_DIAGRAM_ROWS = 2_000
"""Rows that a diagram of what is shown can have."""
ENTRY_TYPES = ("finding", "cutoff", "event")
"""The kinds of places where exploring begins, the most telling first."""
MAX_UNRECORDED_STEPS = 1
"""Steps by which one moves without leaving a place behind."""

LINE_STEP_ACTIONS = ("time.step_forward", "time.step_back")
"""What steps the lines of a call while there are any."""


class Browser(ExplorerState):
    """A trace being explored.

    Attributes:
        scale: which part of the recording the line of time shows.
        finder: what was looked for, and its keys.
        stops: the breakpoints and their keys.
        places: bookmarks, and back and forward.
        findings: what is wrong with the search, as far as that is known.
        cutoffs: the cutoffs that skip branches, and the key for the one that saved most.
        lists: what can be gone through line by line.
        what_if_traces: what searching a node after all gave, by node. The trace itself is never altered.
        comparison_marks: by node, how it compares with another search; None where there is none.
        predicting: what is asked before each step; None where nothing is.
        stepped_call: the call that was run again to be stepped line by line; None where there is none.
    """

    def __init__(self, trace: Trace, path: str | None = None) -> None:
        super().__init__(trace)
        self._leaf_values: dict[int, float | None] = {}
        self.what_if_traces: dict[int, Trace] = {}
        self.comparison_marks: Array | None = None
        self.predicting: PredictionQuiz | None = None
        self.stepped_call: CallCursor | None = None
        self.tree, self.time, self.scale = TreeKeys(self), TimeKeys(self), TimeScale(self)
        self.cursor.on_move = self.tree.sort_by_step
        self.tree.sort_by_step()
        self.places = BookmarkKeys(self, path)
        self.finder, self.stops = Finder(self, self.tree), BreakpointKeys(self, self.places)
        self.findings = Findings(self, self.tree, path)
        self.cutoffs = CutoffList(self)
        self.lists: tuple[ListModel, ...] = (
            self.finder,
            self.stops,
            self.findings,
            self.places,
            PositionList(self),
            *([EntryList(self)] if has_table(trace) else []),
            MoveList(self),
            *([self.cutoffs] if trace.columns.log is None else []),
        )
        if len(trace) <= SMALL_TREE_NODES:
            self.rows.expand_all(0)

    @property
    def question(self) -> Question | None:
        """What is asked before the next step; None where nothing is."""
        return None if self.predicting is None or self.current_call is not None else self.predicting.question

    @property
    def current_call(self) -> CallCursor | None:
        """The call that is stepped line by line; None where there is none, or one is elsewhere by now."""
        return (
            self.stepped_call if self.stepped_call is not None and self.stepped_call.location == self.location else None
        )

    def run_action(self, action: str, *arguments: int | str) -> str:
        """Do what a key says, such as `time.start`; remember where one came from if it was a jump. Gives the notice."""
        if self.current_call is not None and action in LINE_STEP_ACTIONS:
            return self.current_call.step_forward() if action == LINE_STEP_ACTIONS[0] else self.current_call.step_back()
        run_method: Callable[[], str] = partial(attrgetter(action)(self), *arguments)
        return run_method() if action.startswith("places.") else self.run_and_record_jump(run_method)

    def run_and_record_jump(self, run_method: Callable[[], str]) -> str:
        """Do something, and remember where one came from if that was a jump. Gives the notice."""
        earlier_location, earlier_row = self.location, self.selected_row
        notice = run_method()
        if (
            abs(self.cursor.step - earlier_location.step) > MAX_UNRECORDED_STEPS
            or abs(self.selected_row - earlier_row) > self.page_height
        ):
            self.history.add_jump(earlier_location)
        return notice

    def extend_trace(self, trace: Trace) -> None:
        """Go on with a longer recording of the same search. Who looks at its end goes on looking at its end."""
        current_step, is_at_end = self.cursor.step, self.cursor.step == self.cursor.last
        self.trace, self.cursor = trace, Cursor(trace, one_by_one=self.cursor.one_by_one)
        self.spared_nodes = None
        self._leaf_values.clear()
        self.tree.extend_rows()
        self.cursor.on_move = self.tree.sort_by_step
        self.findings.clear()
        self.places.extend_trace()
        self.finder.refresh_hits()
        self.stops.set_breakpoints(self.stops.breakpoints)
        if not is_at_end:
            self.cursor.go_to_step(current_step)

    def find_entry(self, entry_types: Sequence[str] = ENTRY_TYPES) -> tuple[str, Location]:
        """Return the kind of the place to begin at, and the place: of the first kind that there is, else the start."""
        findings, cutoff_steps = self.findings.findings, self.cursor.pruning_steps
        for entry_type in entry_types:
            if entry_type == "finding" and findings:
                return entry_type, Location(self.findings.first_mistake_step(findings[0]), findings[0].node)
            if entry_type == "cutoff" and len(cutoff_steps):
                step = int(cutoff_steps[0])
                return entry_type, Location(step, self.cursor.landmarks.node_at(step))
        return "event", Location(0, 0)

    def drawable_nodes(self) -> list[int]:
        """The nodes that have rows, ascending.

        Raises:
            PlyscopeError: there are more than a drawing can show.
        """
        if len(self.rows) > MAX_DIAGRAM_ROWS:
            count = len(self.rows)
            raise PlyscopeError(
                f"{count:,} rows are too many for a diagram: fold some; {MAX_DIAGRAM_ROWS:,} can be drawn"
            )
        nodes: list[int] = sorted(self.rows.visible_nodes.tolist())
        return nodes

    def pruned_leaf_value(self, node: int) -> float | None:
        """The value of a pruned leaf, where a tree says it. O(ply), the first time."""
        if node not in self._leaf_values:
            self._leaf_values[node] = pruned_leaves(self.trace, [node]).get(node)
        return self._leaf_values[node]

    def describe_what_if(self, node: int) -> str:
        """What searching a node after all gave, in a few words; empty where that was not done."""
        what_if_trace = self.what_if_traces.get(node)
        if what_if_trace is None:
            return ""
        visited, log = what_if_trace.columns.visited, what_if_trace.columns.log
        sign = "≈" if log is not None and log.counts_visits else "="
        value_words = "unfinished" if what_if_trace.value is None else f"{sign} {number(what_if_trace.value)}"
        return f"what if: {value_words} · {visited:,} visited"

    def comparison_mark(self, node: int) -> str:
        """How a node compares with another search: nothing where there is none to compare with."""
        return "" if self.comparison_marks is None else str(self.comparison_marks[node])
