"""The lists of what was marked, found or counted: bookmarks, breakpoints, hits, findings, moves."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tracer.condition.terms import Hits
from tracer.count.groups import Groups, by_move, by_ply
from tracer.diagnosis.finding import NOTE
from tracer.recording.slices import Beat, share
from tracer.text import percent
from tracer.tracing import Trace
from tracer.why.sentences import format_path
from tui.model.explored import Explored, Place
from tui.model.finder import UNKNOWN, Finder
from tui.model.findings import SIGNS, Findings
from tui.model.listed import Listed, Piece, ending, fitted, happening, path_width
from tui.model.places import Places
from tui.model.stops import NONE_SET, Stops


class BreakpointList(Listed):
    """The breakpoints, in the order in which they were set. Each leads to its next hit."""

    name = "Breakpoints"
    removes = True
    switches = True

    def __init__(self, explored: Explored, stops: Stops) -> None:
        super().__init__(explored)
        self._stops = stops

    def __len__(self) -> int:
        return len(self._stops.breakpoints)

    @property
    def empty(self) -> str:
        """How to set one."""
        return NONE_SET

    def _hits(self, number: int) -> Hits:
        return self._stops.hits(self._stops.breakpoints[number].text)

    def line(self, number: int, width: int) -> list[Piece]:
        """Whether it is on, how often it is hit up to this step and at all, and what it is."""
        one, steps = self._stops.breakpoints[number], self._hits(number).steps
        so_far = int(np.searchsorted(steps, self._explored.cursor.step, side="right"))
        most = max(len(f"{len(self._hits(other)):,}") for other in range(len(self)))
        hits = f"{so_far:>{most},} of {len(steps):>{most},} hits" if len(steps) else "never hit"
        return [
            ("● on   " if one.enabled else "○ off  ", "wrong" if one.enabled else "off"),
            (hits.ljust(2 * most + len(" of  hits")) + "  ", "about"),
            (one.text, "label" if one.enabled else "off"),
        ]

    def place(self, number: int, step: int) -> Place | None:
        """Its next hit after a step; after the last one, its first."""
        hits = self._hits(number)
        hit = hits.next(step) or (hits[0] if len(hits) else None)
        return None if hit is None else Place(*hit)

    def is_here(self, number: int) -> bool:
        """Whether it is hit at the current step."""
        steps, step = self._hits(number).steps, self._explored.cursor.step
        place = int(np.searchsorted(steps, step))
        return place < len(steps) and int(steps[place]) == step

    def remove(self, number: int) -> str:
        """Do not stop there any more."""
        return self._stops.remove(self._stops.breakpoints[number].text)

    def switch(self, number: int) -> str:
        """Switch it on or off."""
        return self._stops.switch(self._stops.breakpoints[number].text)


NUMBER = 9
"""Columns of a number; that of a step has two more."""


class HitList(Listed):
    """The hits, each with the step at which it is known, its path and what happens there."""

    name = "Hits"
    heads = f"{'hit':>{NUMBER}}{'step':>{NUMBER + 2}}  node, and what happens"

    def __init__(self, explored: Explored, finder: Finder) -> None:
        super().__init__(explored)
        self._finder = finder

    def __len__(self) -> int:
        return len(self._finder.hits)

    @property
    def empty(self) -> str:
        """How to look for something, or that nothing was found."""
        return f"nothing fulfils {self._finder.text}" if self._finder.text else UNKNOWN

    @property
    def hand(self) -> int:
        """The hit that was gone to last."""
        return self._finder.number

    def take(self, number: int) -> None:
        """Have next and previous go on from there."""
        self._finder.number = number

    def line(self, number: int, width: int) -> list[Piece]:
        """Its number, the step, the path, and what happens there."""
        trace, (step, node) = self._explored.trace, self._finder.hits[number]
        what = happening(trace, step, node)
        return [
            (f"{number + 1:>{NUMBER},}{step:>{NUMBER + 2},}  ", "about"),
            (ending(format_path(trace, node), path_width(width)), "label"),
            (f"  {what}", "cut" if what.startswith("✂") else "about" if what.startswith("✗") else "value"),
        ]

    def place(self, number: int, step: int) -> Place | None:
        """The step and the node."""
        return Place(*self._finder.hits[number])


class FindingList(Listed):
    """The findings. The one in hand is that whose nodes the keys go through."""

    name = "Findings"

    def __init__(self, explored: Explored, findings: Findings) -> None:
        super().__init__(explored)
        self._findings = findings

    def __len__(self) -> int:
        return len(self._findings.found)

    @property
    def count(self) -> str:
        """How many are known; `?` where nobody has looked for them."""
        return super().count if self._findings.found or self._findings.checked else "?"

    @property
    def empty(self) -> str:
        """How to look for them, or that there are none."""
        return "nothing wrong was found" if self._findings.checked else "C looks for what is wrong with this search"

    def take(self, number: int) -> None:
        """Have next and previous go through its nodes."""
        super().take(number)
        self._findings.choose(self._findings.found[number].disease)

    def line(self, number: int, width: int) -> list[Piece]:
        """How bad it is, its name, at how many nodes, where first, and what shows it."""
        finding = self._findings.found[number]
        nodes = f"{finding.nodes:,} node{'s' * (finding.nodes > 1)}"
        at = "/".join(finding.path) or "the root"
        kind = "about" if finding.severity is NOTE else "wrong"
        return [
            (f"{SIGNS[finding.severity]} {finding.severity:<8}", kind),
            (finding.disease, "label"),
            (f"  {nodes}, first ", "about"),
            (ending(at, min(path_width(width), len(at))), "value"),
            (f"  {finding.message}", "about"),
        ]

    def place(self, number: int, step: int) -> Place | None:
        """Where the mistake is made first."""
        finding = self._findings.found[number]
        return Place(self._findings.made_at(finding), finding.node)


NAME = 20
"""Columns of a bookmark's name."""
LABEL = 10
"""Columns of a ply or a move."""


class MoveList(Listed):
    """The plies from the root on, then the moves, those with most nodes under them first; each with its first node."""

    name = "Moves"
    heads = f"{'ply, move':<{LABEL}}{'visits':>10}{'nodes under':>12}{'share':>6}{'cutoffs':>10}  first move"

    def __init__(self, explored: Explored) -> None:
        super().__init__(explored)
        self._found: tuple[Trace, Groups, Groups] | None = None

    @property
    def _parts(self) -> tuple[Groups, ...]:
        """Plies and moves; nothing until they were worked out."""
        found = self._found
        return found[1:] if found is not None and found[0] is self._explored.trace else ()

    def __len__(self) -> int:
        return sum(map(len, self._parts))

    @property
    def count(self) -> str:
        """How many plies and moves there are, as they stand one after another."""
        return " + ".join(f"{len(part):,}" for part in self._parts)

    @property
    def empty(self) -> str:
        """It takes a moment."""
        return "counting by ply and by move …"

    def work(self) -> Callable[[Beat], None] | None:
        """Count, once for each recording."""
        return None if self._parts else self._count

    def _count(self, beat: Beat) -> None:
        trace = self._explored.trace
        plies = trace.known(by_ply) or trace.keep(by_ply, by_ply(trace, share(beat, 0, 30)))
        moves = trace.known(by_move) or trace.keep(by_move, by_move(trace, share(beat, 30, 100)))
        self._found = trace, plies, moves

    def _entry(self, number: int) -> tuple[str, Groups, int]:
        """What an entry is of, and its group."""
        plies, moves = self._parts
        if number < len(plies):
            return f"ply {int(plies.names[number]):,}", plies, number
        number -= len(plies)
        return f"move {self._explored.trace.move_label(int(moves.names[number]))}", moves, number

    def line(self, number: int, width: int) -> list[Piece]:
        """Its visits, the nodes under it and their share, its cutoffs, and the first move's share of those by moves."""
        name, group, place = self._entry(number)
        columns = (group.nodes, group.cutoffs, group.by_moves, group.by_first)
        nodes, cutoffs, moved, first = (int(one[place]) for one in columns)
        share = nodes / int(self._explored.trace.columns.visited_before[-1])
        return [
            (fitted(name, LABEL), "label"),
            (f"{int(group.visits[place]):>10,}{nodes:>12,}", "value"),
            (f"{percent(share):>6}", "about"),
            (f"{cutoffs:>10,}" if cutoffs else f"{'·':>10}", "cut" if cutoffs else "about"),
            (f"{percent(first / moved):>12}" if moved else "", "value"),
        ]

    def place(self, number: int, step: int) -> Place | None:
        """The entry of its first node."""
        _, group, place = self._entry(number)
        node = int(group.first[place])
        return Place(self._explored.trace.entered(node), node)


class BookmarkList(Listed):
    """The places that were kept under a name."""

    name = "Bookmarks"
    removes = True

    def __init__(self, explored: Explored, places: Places) -> None:
        super().__init__(explored)
        self._places = places

    def __len__(self) -> int:
        return len(self._places.bookmarks)

    @property
    def empty(self) -> str:
        """How to keep one."""
        return "nothing is kept yet: * keeps this place under a name"

    def line(self, number: int, width: int) -> list[Piece]:
        """Name, step, path and note."""
        mark, trace = self._places.bookmarks[number], self._explored.trace
        steps = len(f"{trace.steps - 1:,}")
        return [
            (fitted(mark.name, min(NAME, width // 4)), "label"),
            (f"  step {mark.step:>{steps},}  ", "about"),
            (ending(format_path(trace, mark.node), path_width(width)), "value"),
            (f"  {mark.note}", "about"),
        ]

    def place(self, number: int, step: int) -> Place | None:
        """Where it was kept."""
        mark = self._places.bookmarks[number]
        return Place(mark.step, mark.node)

    def remove(self, number: int) -> str:
        """Forget it."""
        return self._places.forget(self._places.bookmarks[number].name)
