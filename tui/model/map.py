"""The whole recording as a map: nodes across in the order of the search, plies down, each node as wide as its subtree.

A pruned branch is as wide as the nodes that it spared, once they are counted, and as high as the map from there on.
A cell is a column of a ply. What is in it is found from a few nodes of the column and what is above them, so a map of
millions of nodes is made as fast as one of a hundred; where a column has no more nodes than that, it is exact.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tracer.count.spared import Spared
from tracer.recording.columns import Array, Ints
from tracer.time.moments import Phase
from tracer.tracing import Trace
from tui.model.browser import Browser
from tui.model.ground import SAMPLES, Breadth, Fate, Ground, amount, survey
from tui.model.line import percent

TONES = 4
"""Steps from a cell of which little is filled to a full one."""
TALLEST = 4
"""Rows of a ply at most."""
WHOLE = 2
"""Plies at the top that have a row each, so that their nodes have names."""
NARROWEST = 4.0
"""Nodes in the range at least."""
LONGEST_PATH = 8
"""Moves of a path that the title says at most."""
PAN = 4
"""One pans by one part in so many of the range."""


class Cells(NamedTuple):
    """The cells of a map, (plies × columns)."""

    fate: Array
    tone: Array
    """How much of the cell is filled: 1 to TONES, 0 where nothing is."""
    odd: Array
    """Whether a node of several columns is drawn in the other shade, to be told from the one beside it."""
    chosen: Array
    """Whether it is of the selected node."""
    seen: Ints
    """The node in the middle of the cell; −1 where there is none."""


class Map:
    """A map of a browser's recording.

    Attributes:
        size: columns and rows for the plies.
        first: where the range begins: a place of `breadth`.
        span: how long it is.
        halves: whether two plies may share a row.
        top_ply: the ply of the top row.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self.size = (80, 20)
        self.halves = True
        self._trace = browser.trace
        self._followed: int | None = None
        self.top_ply = 0
        self._known: tuple[object, Ground] | None = None
        self._deepest: tuple[Trace, int] | None = None
        self._breadth: tuple[Trace, Spared | None, Breadth] | None = None
        self.show_all()

    # The range.

    def show_all(self) -> str:
        """Show the whole recording."""
        self.first, self.span = 0.0, float(self.breadth.total)
        return ""

    @property
    def breadth(self) -> Breadth:
        """How wide nodes are. What is shown stays so where that changes."""
        trace, spared, known = self._browser.trace, self._browser.spared, self._breadth
        if known is None or known[0] is not trace or known[1] is not spared:
            found = Breadth(len(trace), spared)
            self._breadth = trace, spared, found
            if known is None:
                return found
            if known[0] is trace:
                ends = known[2].nodes(np.array([self.first, self.first + self.span - 1]))
                first, stop = (found.place(node) for node in (int(ends[0]), int(ends[1]) + 1))
                self._set(float(first), float(stop - first))
            return found
        return known[2]

    def _set(self, first: float, span: float) -> None:
        self.span = self._possible(span)
        self.first = min(max(first, 0.0), self.breadth.total - self.span)

    def _possible(self, span: float) -> float:
        """The nearest length that the range can have."""
        total = float(self.breadth.total)
        return min(max(span, min(NARROWEST, total)), total)

    def zoom(self, factor: float, share: float) -> str:
        """Make the range shorter by a factor, or longer by one below 1.

        Args:
            factor: how many times shorter.
            share: which place of the range stays where it is, 0 for its begin to 1 for its end.
        """
        before = self.first, self.span
        place = self.first + share * self.span
        span = self._possible(self.span / factor)
        self._set(place - share * span, span)
        if (self.first, self.span) != before:
            return ""
        return "the map cannot be nearer" if factor > 1 else "this is the whole recording"

    def middle(self, node: int) -> float:
        """The middle of what the range has of a node; outside the range that of the node."""
        start, stop = self._extent(node)
        begin, end = max(start, self.first), min(stop, self.first + self.span)
        return (begin + end) / 2 if begin < end else (start + stop) / 2

    @property
    def _share(self) -> float:
        """Which place of the range is the middle of the selected node."""
        return min(max((self.middle(self._browser.selected) - self.first) / self.span, 0.0), 1.0)

    def zoom_in(self) -> str:
        """Half the range, about the selected node."""
        return self.zoom(2, self._share)

    def zoom_out(self) -> str:
        """Twice the range, about the selected node."""
        return self.zoom(0.5, self._share)

    def pan(self, nodes: float) -> str:
        """Move the range."""
        before = self.first
        self._set(self.first + nodes, self.span)
        return "" if self.first != before else "the recording ends here" if nodes > 0 else "the recording begins here"

    def pan_left(self) -> str:
        """Move the range towards the begin of the search."""
        return self.pan(-self.span / PAN)

    def pan_right(self) -> str:
        """Move the range towards the end of the search."""
        return self.pan(self.span / PAN)

    def show_range_of(self, other: Map) -> None:
        """Show the same part of the recording as the map of another one does."""
        share = self.breadth.total / other.breadth.total
        self._set(other.first * share, other.span * share)

    def enter(self) -> str:
        """Make the selected node's subtree the range."""
        node = self._browser.selected
        if self._end(node) == node + 1:
            return "there is nothing below this node"
        before, (start, stop) = (self.first, self.span), self._extent(node)
        self._set(float(start), float(stop - start))
        return "" if (self.first, self.span) != before else "the map is of this node already; - zooms out"

    def _follow(self) -> None:
        """Bring a node that was selected just now into the range, and all of it that is not below the top ply."""
        browser, node = self._browser, self._browser.selected
        if browser.trace is not self._trace:
            whole = self._breadth is not None and self.span == self._breadth[2].total
            self._trace = browser.trace
            self._set(*((0.0, float(self.breadth.total)) if whole else (self.first, self.span)))
        if node == self._followed:
            return
        self._followed = node
        start, end = self._extent(node)
        if node < self._top() < self._end(node):
            self._set(float(start), float(end - start))
        elif end <= self.first or start >= self.first + self.span:
            self._set((start + min(end, start + self.span)) / 2 - self.span / 2, self.span)

    # The nodes.

    def _end(self, node: int) -> int:
        return int(self._browser.trace.columns.end[node])

    def _top(self) -> int:
        """The lowest node that the whole range is at or below. O(plies)."""
        columns = self._browser.trace.columns
        ends = self.breadth.nodes(np.array([self.first, np.ceil(self.first + self.span) - 1]))
        node, last = int(ends[0]), min(int(ends[1]) + 1, len(columns))
        while columns.end[node] < last:
            node = int(columns.parent[node])
        return node

    def go_up(self) -> str:
        """Select the parent."""
        return self._browser.time.frame_up()

    def go_down(self) -> str:
        """Select the first child."""
        node = self._browser.selected
        return self._browser.select(node + 1) if self._end(node) > node + 1 else "there is nothing below this node"

    def go_right(self) -> str:
        """Select the next sibling."""
        node = self._browser.selected
        above = int(self._browser.trace.columns.parent[node])
        following = self._end(node)
        last = above < 0 or following == self._end(above)
        return "nothing stands beside this node here" if last else self._browser.select(following)

    def go_left(self) -> str:
        """Select the sibling before."""
        node, parent = self._browser.selected, self._browser.trace.columns.parent
        above, before = int(parent[node]), node - 1
        if above == before or above < 0:
            return "nothing stands beside this node here"
        while parent[before] != above:
            before = int(parent[before])
        return self._browser.select(before)

    def node_at(self, column: int, ply: int) -> int | None:
        """The node that is drawn in a cell, or the nearest one above it; None outside."""
        ground = self._ground()
        if not 0 <= column < ground.seen.shape[1] or ply < 0:
            return None
        there = ground.seen[: ply + 1, column]
        return int(there[there >= 0][-1])

    @property
    def title(self) -> str:
        """Where the range is: the path to what it is all below, its nodes, and the plies that are drawn."""
        trace, node = self._browser.trace, self._top()
        names = [trace.label(above) if above else "root" for above in trace.ancestry(node)[-LONGEST_PATH:]]
        path = " › ".join(["…"] * bool(trace.columns.ply[node] >= LONGEST_PATH) + names)
        total, last = self.breadth.total, self.top_ply + self.plies - 1
        share = "" if self.span == total else f"{percent(self.span / total)} of "
        deeper = f" of {self.deepest:,}" if last < self.deepest else ""
        return (
            f"{path} · {share}{amount(trace, self._browser.spared, total)} · plies {self.top_ply:,} to {last:,}{deeper}"
        )

    @property
    def deepest(self) -> int:
        """The deepest ply of the recording. First call O(n)."""
        trace = self._browser.trace
        if self._deepest is None or self._deepest[0] is not trace:
            self._deepest = trace, int(trace.columns.ply.max())
        return self._deepest[1]

    @property
    def plies(self) -> int:
        """How many plies are drawn."""
        rows = self.size[1]
        return min(self.deepest - self.top_ply + 1, 2 * rows - min(WHOLE, rows - 1) if self.halves else rows)

    @property
    def heights(self) -> list[int]:
        """How high each ply is, in half rows: whole rows at the top, and further down two plies a row if need be."""
        plies, rows = self.plies, self.size[1]
        if plies <= rows:
            each, more = divmod(rows, plies)
            return [2 * min(each + (ply < more), TALLEST) for ply in range(plies)]
        whole = 2 * rows - plies
        return [2] * whole + [1] * (plies - whole)

    # The cells.

    def cells(self) -> Cells:
        """The cells at the current step. O(cells)."""
        self._follow()
        self.top_ply = int(self._browser.trace.columns.ply[self._top()])
        ground, cursor = self._ground(), self._browser.cursor
        ahead = self._browser.trace.columns.born_after(ground.whose, cursor.reach)
        fate = np.where(ahead, np.int8(Fate.AHEAD), ground.fate)
        lines = self._lines()
        for node, what in lines:
            row, begin, end = self._samples(ground, node)
            fate[row, begin:end] = what
        columns = fate.shape[1] // SAMPLES
        parts = fate.reshape(len(fate), columns, SAMPLES)
        counts = np.stack([(parts == what).sum(2, dtype=np.int8) for what in Fate])
        filled = SAMPLES - counts[Fate.NOTHING]
        most = np.where(filled > 0, counts[1:].argmax(0) + 1, 0).astype(np.int8)
        tone = -(-filled * TONES // SAMPLES)
        # Of a node that is two columns wide or more there are whole columns.
        most, tone = np.where(ground.wide, parts[:, :, SAMPLES // 2], most), np.where(ground.wide, TONES, tone)
        for node, what in lines:
            row, column = self._place(node)
            if column is not None:
                most[row, column], tone[row, column] = what, max(tone[row, column], TONES // 2)
        return Cells(most, tone, ground.odd, self._chosen(ground), ground.seen)

    def _lines(self) -> list[tuple[int, Fate]]:
        """The nodes that are in sight however narrow: the principal variation, and the open path."""
        browser, top = self._browser, self.top_ply
        columns, cursor = browser.trace.columns, browser.cursor
        found = [(node, Fate.VARIATION) for node in cursor.principal_variation()[top : top + self.plies]]
        node, ply, last = cursor.last_entered, int(columns.ply[cursor.last_entered]), top + self.plies
        while ply >= top:
            if ply < last and cursor.phase(node) is Phase.OPEN:
                found.append((node, Fate.CUT if cursor.is_cut(node) else Fate.OPEN))
            node, ply = columns.parent.item(node), ply - 1
        return [line for line in found if self._is_in_sight(line[0])]

    def _is_in_sight(self, node: int) -> bool:
        start, stop = self._extent(node)
        return start < self.first + self.span and stop > self.first

    def _samples(self, ground: Ground, node: int) -> tuple[int, int, int]:
        """The ply of a node, and which of the nodes that are looked at are at or below it."""
        begin, end = np.searchsorted(ground.ids, np.array([node, self._end(node)], ground.ids.dtype))
        return int(self._browser.trace.columns.ply[node]) - self.top_ply, int(begin), int(end)

    def column(self, place: float) -> int:
        """The column of a place; outside the range it is outside the map."""
        return int((place - self.first) * self.size[0] // self.span)

    def column_of(self, node: int) -> int:
        """The column in which a node begins."""
        return self.column(self.breadth.place(node) + 0.5)

    def _extent(self, node: int) -> tuple[int, int]:
        """The places at which a node begins and ends, with all that is below it."""
        return self.breadth.place(node), self.breadth.place(self._end(node))

    def _place(self, node: int) -> tuple[int, int | None]:
        """The ply and the column of a node that is narrower than a column; no column for others."""
        row, wide = int(self._browser.trace.columns.ply[node]) - self.top_ply, self.span / self.size[0]
        column, (start, stop) = self.column_of(node), self._extent(node)
        return row, column if stop - start < wide and 0 <= column < self.size[0] else None

    def _chosen(self, ground: Ground) -> Array:
        chosen: Array = np.equal(ground.seen, self._browser.selected)
        row, column = self._place(self._browser.selected)
        if column is not None and 0 <= row < len(chosen):
            chosen[row, column] = True
        return chosen

    def _ground(self) -> Ground:
        """What was found for this range before, or is found now. O(cells × SAMPLES); first for each range."""
        breadth = self.breadth
        key = (self._browser.trace, breadth, self.first, self.span, self.size, self.plies)
        if self._known is None or self._known[0] != key:
            columns = self._browser.trace.columns
            self._known = key, survey(columns, breadth, self.first, self.span, self.size[0], self.top_ply, self.plies)
        return self._known[1]
