"""What is explored, as the parts of the explorer's model know it: a recording, a place in it, and what is open."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from tracer.count.spared import Spared
from tracer.count.transpositions import Positions, known_positions
from tracer.errors import PlyscopeError
from tracer.recording.slices import Beat, unheard
from tracer.text import hyphened
from tracer.tracing import Trace
from tracer.why.explain import format_path
from tui.model.cursor import Cursor
from tui.model.tree_rows import Folding, Rows

if TYPE_CHECKING:
    from tracer.stepping.stepped_call import ExecutedLine, SteppedCall


PLAYER_SIGNS = {1: ("▲", "max"), -1: ("▼", "min"), 0: ("●", "chance")}
"""Glyph and style of who moves."""


Span = tuple[str, str]
"""A piece of text and the name of its style."""


class PromptFeedback(NamedTuple):
    """What is said of a text."""

    text: str
    is_acceptable: bool = True
    """Whether enter would take it."""
    completions: tuple[str, ...] = ()
    """Whole texts that could become of it; tab takes the first."""
    listed_from: int = 0
    """Where in the completions begins what is worth listing; what stands before it is typed already."""


class SuccessNotice(str):
    """What a key did; nothing went wrong."""

    __slots__ = ()


MAX_HISTORY = 1_000
"""Places that are kept."""


class Location(NamedTuple):
    """A step and the node that was selected there."""

    step: int
    node: int


class History:
    """The places jumped from. Small movements make no new entry, so that one key undoes one jump."""

    def __init__(self) -> None:
        self._back_stack: list[Location] = []
        self._forward_stack: list[Location] = []

    def add_jump(self, location: Location) -> None:
        """Remember a place that is jumped from; what lay ahead is forgotten."""
        self._forward_stack.clear()
        if not self._back_stack or self._back_stack[-1] != location:
            self._back_stack.append(location)
        del self._back_stack[:-MAX_HISTORY]

    def go_back(self, current: Location) -> Location | None:
        """The place before; None at the beginning."""
        return self._pop_location(current, self._back_stack, self._forward_stack)

    def go_forward(self, current: Location) -> Location | None:
        """The place after, where one has gone back; None at the end."""
        return self._pop_location(current, self._forward_stack, self._back_stack)

    def _pop_location(
        self, current: Location, source_stack: list[Location], target_stack: list[Location]
    ) -> Location | None:
        while source_stack and source_stack[-1] == current:
            source_stack.pop()
        if not source_stack:
            return None
        target_stack.append(current)
        return source_stack.pop()


@dataclass
class CallCursor:
    """A call, and the line in it that one looks at, as long as one stays at a location of the recording."""

    call_lines: SteppedCall
    location: Location
    line_index: int = 0
    """The number of the line's moment, from 0."""

    @property
    def line(self) -> ExecutedLine:
        """The moment that one looks at."""
        return self.call_lines.lines[self.line_index]

    def step_forward(self) -> str:
        """The next line."""
        if self.line_index == len(self.call_lines.lines) - 1:
            return "no more lines were watched" if self.call_lines.is_cut_short else "the call ends here; esc leaves it"
        self.line_index += 1
        return ""

    def step_back(self) -> str:
        """The line before."""
        if not self.line_index:
            return "the call begins here; esc leaves it"
        self.line_index -= 1
        return ""


Scheduler = Callable[..., str]
"""Has something worked out, now or later, as `run_immediately` does."""
Result = TypeVar("Result")


def run_immediately(_title: str, compute: Callable[[Beat], Result], on_result: Callable[[Result], str], /) -> str:
    """Work something out, and take it. Gives the notice of that, or one that says what is worked out.

    Args:
        _title: what is done, for the notice.
        compute: works it out, in any thread, and changes nothing; called with what hears how far it is.
        on_result: takes it, unless it is given up, or the recording has grown meanwhile.
    """
    return on_result(compute(unheard))


class ViewState(NamedTuple):
    """What is shown: where one is, and what is open."""

    location: Location
    folding: Folding


class ExplorerState:
    """A recording, a place in it, and what is open.

    Attributes:
        rows: which node stands in which row; a recording that grows gets others.
        cursor: the place in time.
        selected: the selected node; it always has a row.
        history: the places jumped from.
        page_height: how many rows the screen holds.
        spared_nodes: the pruned nodes, counted; None until they were.
        schedule: who works out what takes long.
    """

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.rows = Rows(trace.columns)
        self.cursor = Cursor(trace, one_by_one=False)
        self.selected = 0
        self.history = History()
        self.page_height = 10
        self.spared_nodes: Spared | None = None
        self.schedule: Scheduler = run_immediately

    @property
    def positions(self) -> Positions | None:
        """Which nodes have the same position, as every screen of the recording knows it; None until it was found."""
        return known_positions(self.trace)

    @property
    def location(self) -> Location:
        """The step and the selected node."""
        return Location(self.cursor.step, self.selected)

    @property
    def view_state(self) -> ViewState:
        """What is shown: where one is, and what is open."""
        return ViewState(self.location, self.rows.folding)

    def restore_view(self, view_state: ViewState) -> str:
        """Show what was shown before."""
        self.rows.restore_folding(view_state.folding)
        return self.go_to(view_state.location)

    def go_to(self, location: Location) -> str:
        """Go to a step and select a node."""
        self.cursor.go_to_step(min(location.step, self.cursor.last))
        return self.select(min(location.node, len(self.trace) - 1))

    def jump_to_node(self, node: int) -> str:
        """Select a node, to be come back from."""
        self.history.add_jump(self.location)
        return self.select(node)

    def select(self, node: int) -> str:
        """Select a node, opening what hides it; a branch that is left out gives way to its parent."""
        self.selected = self.nearest_shown(node)
        self.rows.reveal_node(self.selected)
        return ""

    def nearest_shown(self, node: int) -> int:
        """The node, or the nearest node above it that no filter leaves out."""
        while not self.rows.is_shown(node):
            node = int(self.trace.columns.parent[node])
        return node

    @property
    def selected_row(self) -> int:
        """The row of the selected node."""
        return self.rows.row_of(self.selected)

    def select_row(self, row: int) -> str:
        """Select what stands in a row, or in the nearest row there is."""
        self.selected = self.rows.node_in_row(min(max(row, 0), len(self.rows) - 1))
        return ""


PROMPT_HINT = "1200 a step · +10 or -10 from here · #37 a node · b2/a1 a path of moves"
_NUMBER = re.compile(r"(?P<sign>[#+−-]?)\s*(?P<digits>\d[\d,_]{0,24})", re.ASCII)


class Target(NamedTuple):
    """Where to go."""

    step: int | None = None
    node: int | None = None


def parse_target(text: str, trace: Trace, step: int) -> Target:
    """What a person typed into the prompt.

    A number that is also a move at the root is a step; with a slash before it, it is the move.

    Args:
        text: a step (`1200`), steps from here (`+10`), a node (`#37`), or a path of moves (`b2/a1`).
        trace: the recording.
        step: the current step.

    Raises:
        PlyscopeError: there is no such place; the message says which there are.
    """
    text = text.strip()
    if not text:
        raise PlyscopeError(f"type where to go: {PROMPT_HINT}")
    number_match = _NUMBER.fullmatch(text)
    if number_match is None:
        return Target(node=trace.find(text).index)
    number = int(number_match["digits"].replace(",", "").replace("_", ""))
    if number_match["sign"] == "#":
        if number >= len(trace):
            raise PlyscopeError(f"there is no node {number:,}: the last is {len(trace) - 1:,}")
        return Target(node=number)
    wanted_step = {"": number, "+": step + number, "-": step - number}[hyphened(number_match["sign"])]
    if not 0 <= wanted_step < trace.steps:
        raise PlyscopeError(f"there is no step {wanted_step:,}: the last is {trace.steps - 1:,}")
    return Target(step=wanted_step)


def judge_target(text: str, trace: Trace, step: int) -> PromptFeedback:
    """What the prompt says of a text while it is typed: where it leads, or how it could go on."""
    if not text.strip():
        return PromptFeedback(PROMPT_HINT, is_acceptable=False, completions=complete_path("", trace))
    try:
        parsed_target = parse_target(text, trace, step)
    except PlyscopeError as error:
        possible_paths = complete_path(text, trace)
        return PromptFeedback("" if possible_paths else str(error), is_acceptable=False, completions=possible_paths)
    if parsed_target.node is None:
        return PromptFeedback(f"step {parsed_target.step:,}")
    return PromptFeedback(
        f"node {parsed_target.node:,}: {format_path(trace, parsed_target.node)}", completions=complete_path(text, trace)
    )


def complete_path(text: str, trace: Trace) -> tuple[str, ...]:
    """The paths that a path of moves could become by its next move, in the order of the search. O(children)."""
    path_before, separator, label_start = text.strip().rpartition("/")
    try:
        parent = trace.find(path_before).index
    except PlyscopeError:
        return ()
    labels = dict.fromkeys(trace.label(child) for child in trace.children(parent))
    return tuple(
        f"{path_before}{separator}{label}" for label in labels if label.startswith(label_start) and label != label_start
    )
