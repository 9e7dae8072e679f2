"""The lists of what was marked, found or counted: bookmarks, breakpoints, hits, findings, moves."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tracer.count.groups import Groups, by_move, by_ply
from tracer.diagnosis.finding import NOTE
from tracer.recording.slices import Beat, share_progress
from tracer.text import percent
from tracer.time.landmarks import Hits
from tracer.tracing import Trace
from tracer.why.sentences import format_path
from tui.model.bookmark_keys import BookmarkKeys
from tui.model.breakpoint_keys import NO_BREAKPOINT, BreakpointKeys
from tui.model.explorer_state import ExplorerState, Location
from tui.model.finder import NO_SEARCH_YET, Finder
from tui.model.findings import SEVERITY_SIGNS, Findings
from tui.model.list_model import ListModel, StyledText, describe_node_event, fit_path, fit_text, path_width


class BreakpointList(ListModel):
    """The breakpoints, in the order in which they were set. Each leads to its next hit."""

    name = "Breakpoints"
    can_remove = True
    can_switch = True

    def __init__(self, explorer: ExplorerState, stops: BreakpointKeys) -> None:
        super().__init__(explorer)
        self._stops = stops

    def __len__(self) -> int:
        return len(self._stops.breakpoints)

    @property
    def empty_text(self) -> str:
        """How to set one."""
        return NO_BREAKPOINT

    def _hits_of(self, index: int) -> Hits:
        return self._stops.hits_of(self._stops.breakpoints[index].text)

    def format_entry(self, index: int, width: int) -> list[StyledText]:
        """Whether it is on, how often it is hit up to this step and at all, and what it is."""
        breakpoint_, hit_steps = self._stops.breakpoints[index], self._hits_of(index).steps
        so_far = int(np.searchsorted(hit_steps, self._explorer.cursor.step, side="right"))
        count_width = max(len(f"{len(self._hits_of(other_index)):,}") for other_index in range(len(self)))
        hits_text = (
            f"{so_far:>{count_width},} of {len(hit_steps):>{count_width},} hits" if len(hit_steps) else "never hit"
        )
        return [
            ("● on   " if breakpoint_.enabled else "○ off  ", "wrong" if breakpoint_.enabled else "off"),
            (hits_text.ljust(2 * count_width + len(" of  hits")) + "  ", "about"),
            (breakpoint_.text, "label" if breakpoint_.enabled else "off"),
        ]

    def find_location(self, index: int, step: int) -> Location | None:
        """Its next hit after a step; after the last one, its first."""
        hits = self._hits_of(index)
        hit = hits.next(step) or (hits[0] if len(hits) else None)
        return None if hit is None else Location(*hit)

    def is_at_current_step(self, index: int) -> bool:
        """Whether it is hit at the current step."""
        steps, step = self._hits_of(index).steps, self._explorer.cursor.step
        hit_index = int(np.searchsorted(steps, step))
        return hit_index < len(steps) and int(steps[hit_index]) == step

    def remove_entry(self, index: int) -> str:
        """Do not stop there any more."""
        return self._stops.remove_breakpoint(self._stops.breakpoints[index].text)

    def switch_entry(self, index: int) -> str:
        """Switch it on or off."""
        return self._stops.switch_breakpoint(self._stops.breakpoints[index].text)


NUMBER_WIDTH = 9
"""Columns of a number; that of a step has two more."""


class HitList(ListModel):
    """The hits, each with the step at which it is known, its path and what happens there."""

    name = "Hits"
    column_titles = f"{'hit':>{NUMBER_WIDTH}}{'step':>{NUMBER_WIDTH + 2}}  node, and what happens"

    def __init__(self, explorer: ExplorerState, finder: Finder) -> None:
        super().__init__(explorer)
        self._finder = finder

    def __len__(self) -> int:
        return len(self._finder.hits)

    @property
    def empty_text(self) -> str:
        """How to look for something, or that nothing was found."""
        return f"nothing fulfils {self._finder.text}" if self._finder.text else NO_SEARCH_YET

    @property
    def current_index(self) -> int:
        """The hit that was gone to last."""
        return self._finder.hit_index

    def make_current(self, index: int) -> None:
        """Have next and previous go on from there."""
        self._finder.hit_index = index

    def format_entry(self, index: int, width: int) -> list[StyledText]:
        """Its number, the step, the path, and what happens there."""
        trace, (step, node) = self._explorer.trace, self._finder.hits[index]
        event_text = describe_node_event(trace, step, node)
        return [
            (f"{index + 1:>{NUMBER_WIDTH},}{step:>{NUMBER_WIDTH + 2},}  ", "about"),
            (fit_path(format_path(trace, node), path_width(width)), "label"),
            (
                f"  {event_text}",
                "cut" if event_text.startswith("✂") else "about" if event_text.startswith("✗") else "value",
            ),
        ]

    def find_location(self, index: int, step: int) -> Location | None:
        """The step and the node."""
        return Location(*self._finder.hits[index])


class FindingList(ListModel):
    """The findings. The one in hand is that whose nodes the keys go through."""

    name = "Findings"

    def __init__(self, explorer: ExplorerState, findings: Findings) -> None:
        super().__init__(explorer)
        self._findings = findings

    def __len__(self) -> int:
        return len(self._findings.findings)

    @property
    def count_text(self) -> str:
        """How many are known; `?` where nobody has looked for them."""
        return super().count_text if self._findings.findings or self._findings.is_checked else "?"

    @property
    def empty_text(self) -> str:
        """How to look for them, or that there are none."""
        return "nothing wrong was found" if self._findings.is_checked else "C looks for what is wrong with this search"

    def make_current(self, index: int) -> None:
        """Have next and previous go through its nodes."""
        super().make_current(index)
        self._findings.choose_bug(self._findings.findings[index].disease)

    def format_entry(self, index: int, width: int) -> list[StyledText]:
        """How bad it is, its name, at how many nodes, where first, and what shows it."""
        finding = self._findings.findings[index]
        nodes = f"{finding.nodes:,} node{'s' * (finding.nodes > 1)}"
        first_place = "/".join(finding.path) or "the root"
        style = "about" if finding.severity is NOTE else "wrong"
        return [
            (f"{SEVERITY_SIGNS[finding.severity]} {finding.severity:<8}", style),
            (finding.disease, "label"),
            (f"  {nodes}, first ", "about"),
            (fit_path(first_place, min(path_width(width), len(first_place))), "value"),
            (f"  {finding.message}", "about"),
        ]

    def find_location(self, index: int, step: int) -> Location | None:
        """Where the mistake is made first."""
        finding = self._findings.findings[index]
        return Location(self._findings.first_mistake_step(finding), finding.node)


NAME_WIDTH = 20
"""Columns of a bookmark's name."""
LABEL_WIDTH = 10
"""Columns of a ply or a move."""


class MoveList(ListModel):
    """The plies from the root on, then the moves, those with most nodes under them first; each with its first node."""

    name = "Moves"
    column_titles = (
        f"{'ply, move':<{LABEL_WIDTH}}{'visits':>10}{'nodes under':>12}{'share':>6}{'cutoffs':>10}  first move"
    )

    def __init__(self, explorer: ExplorerState) -> None:
        super().__init__(explorer)
        self._counted: tuple[Trace, Groups, Groups] | None = None

    @property
    def _groups(self) -> tuple[Groups, ...]:
        """Plies and moves; nothing until they were worked out."""
        counted = self._counted
        return counted[1:] if counted is not None and counted[0] is self._explorer.trace else ()

    def __len__(self) -> int:
        return sum(map(len, self._groups))

    @property
    def count_text(self) -> str:
        """How many plies and moves there are, as they stand one after another."""
        return " + ".join(f"{len(groups):,}" for groups in self._groups)

    @property
    def empty_text(self) -> str:
        """It takes a moment."""
        return "counting by ply and by move …"

    def pending_work(self) -> Callable[[Beat], None] | None:
        """Count, once for each recording."""
        return None if self._groups else self._count

    def _count(self, beat: Beat) -> None:
        trace = self._explorer.trace
        plies = trace.known_answer(by_ply) or trace.keep_answer(by_ply, by_ply(trace, share_progress(beat, 0, 30)))
        moves = trace.known_answer(by_move) or trace.keep_answer(by_move, by_move(trace, share_progress(beat, 30, 100)))
        self._counted = trace, plies, moves

    def _group_of(self, index: int) -> tuple[str, Groups, int]:
        """What an entry is of, and its group."""
        plies, moves = self._groups
        if index < len(plies):
            return f"ply {int(plies.names[index]):,}", plies, index
        index -= len(plies)
        return f"move {self._explorer.trace.move_label(int(moves.names[index]))}", moves, index

    def format_entry(self, index: int, width: int) -> list[StyledText]:
        """Its visits, the nodes under it and their share, its cutoffs, and the first move's share of those by moves."""
        name, group, group_index = self._group_of(index)
        columns = (group.nodes, group.cutoffs, group.by_moves, group.by_first)
        nodes, cutoffs, by_moves, by_first = (int(column[group_index]) for column in columns)
        share = nodes / int(self._explorer.trace.columns.visited_before[-1])
        return [
            (fit_text(name, LABEL_WIDTH), "label"),
            (f"{int(group.visits[group_index]):>10,}{nodes:>12,}", "value"),
            (f"{percent(share):>6}", "about"),
            (f"{cutoffs:>10,}" if cutoffs else f"{'·':>10}", "cut" if cutoffs else "about"),
            (f"{percent(by_first / by_moves):>12}" if by_moves else "", "value"),
        ]

    def find_location(self, index: int, step: int) -> Location | None:
        """The entry of its first node."""
        _, group, group_index = self._group_of(index)
        node = int(group.first[group_index])
        return Location(self._explorer.trace.entered(node), node)


class BookmarkList(ListModel):
    """The places that were kept under a name."""

    name = "Bookmarks"
    can_remove = True

    def __init__(self, explorer: ExplorerState, places: BookmarkKeys) -> None:
        super().__init__(explorer)
        self._places = places

    def __len__(self) -> int:
        return len(self._places.bookmarks)

    @property
    def empty_text(self) -> str:
        """How to keep one."""
        return "nothing is kept yet: * keeps this place under a name"

    def format_entry(self, index: int, width: int) -> list[StyledText]:
        """Name, step, path and note."""
        bookmark, trace = self._places.bookmarks[index], self._explorer.trace
        step_width = len(f"{trace.steps - 1:,}")
        return [
            (fit_text(bookmark.name, min(NAME_WIDTH, width // 4)), "label"),
            (f"  step {bookmark.step:>{step_width},}  ", "about"),
            (fit_path(format_path(trace, bookmark.node), path_width(width)), "value"),
            (f"  {bookmark.note}", "about"),
        ]

    def find_location(self, index: int, step: int) -> Location | None:
        """Where it was kept."""
        bookmark = self._places.bookmarks[index]
        return Location(bookmark.step, bookmark.node)

    def remove_entry(self, index: int) -> str:
        """Forget it."""
        return self._places.remove_bookmark(self._places.bookmarks[index].name)
