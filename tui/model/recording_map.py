"""The whole recording as a map: nodes across in the order of the search, plies down, each node as wide as its subtree.

A pruned branch is as wide as the nodes that it spared, once they are counted, and as high as the map from there on.
A cell is a column of a ply. What is in it is found from a few nodes of the column and what is above them, so a map of
millions of nodes is made as fast as one of a hundred; where a column has no more nodes than that, it is exact.
"""

from __future__ import annotations

from functools import partialmethod

import numpy as np

from tracer.recording.columns import Array
from tracer.time.moments import Phase
from tracer.tracing import Trace
from tui.model.browser import Browser
from tui.model.map_samples import (
    SAMPLES_PER_COLUMN,
    TONE_COUNT,
    CellFate,
    MapCells,
    MapSamples,
    NodePositions,
    describe_size,
    sample_columns,
)
from tui.model.row_line import format_percent
from tui.model.row_order import Order, ShownNodes
from tui.model.tree_keys import NOTHING_BELOW, NOTHING_BESIDE

MAX_PLY_HEIGHT = 4
"""Rows of a ply at most."""
FULL_HEIGHT_PLIES = 2
"""Plies at the top that have a row each, so that their nodes have names."""
MIN_RANGE_LENGTH = 4.0
"""Nodes in the range at least."""
MAX_TITLE_MOVES = 8
"""Moves of a path that the title says at most."""
PAN_SHARE = 0.25
"""One pans by so much of the range."""


class RecordingMap:
    """A map of a browser's recording.

    Attributes:
        map_size: columns and rows for the plies.
        range_start: where the range begins: a place of `node_positions`.
        range_length: how long it is.
        can_halve_rows: whether two plies may share a row.
        top_ply: the ply of the top row.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self.map_size = (80, 20)
        self.can_halve_rows = True
        self._followed_node: int | None = None
        self.top_ply = 0
        self._positions = browser.trace, browser.spared_nodes, NodePositions(len(browser.trace), browser.spared_nodes)
        """Where nodes are, and by what."""
        self.show_all()

    def show_all(self) -> str:
        """Show the whole recording."""
        self.range_start, self.range_length = 0.0, float(self.node_positions.total_width)
        return ""

    @property
    def node_positions(self) -> NodePositions:
        """How wide nodes are. What is shown stays so where that changes, and all of a recording that grows."""
        trace, spared = self._browser.trace, self._browser.spared_nodes
        earlier_trace, earlier_spared, earlier = self._positions
        if earlier_trace is trace and earlier_spared is spared:
            return earlier
        positions = NodePositions(len(trace), spared)
        self._positions = trace, spared, positions
        if earlier_trace is trace:
            first, last = earlier.nodes_at(np.array([self.range_start, self.range_end - 1])).tolist()
            range_start, range_end = positions.position_of(first), positions.position_of(last + 1)
            self._set_range(float(range_start), float(range_end - range_start))
        elif self.range_length == earlier.total_width:
            self.show_all()
        else:
            self._set_range(self.range_start, self.range_length)
        return positions

    @property
    def range_end(self) -> float:
        """Where the range ends."""
        return self.range_start + self.range_length

    def _set_range(self, range_start: float, range_length: float) -> None:
        self.range_length = self._limit_length(range_length)
        self.range_start = min(max(range_start, 0.0), self.node_positions.total_width - self.range_length)

    def _limit_length(self, range_length: float) -> float:
        total_width = float(self.node_positions.total_width)
        return min(max(range_length, min(MIN_RANGE_LENGTH, total_width)), total_width)

    def zoom(self, factor: float, share: float) -> str:
        """Make the range shorter by a factor, or longer by one below 1; a share of it, 0 to 1, stays where it is."""
        earlier_range = self.range_start, self.range_length
        fixed_position = self.range_start + share * self.range_length
        range_length = self._limit_length(self.range_length / factor)
        self._set_range(fixed_position - share * range_length, range_length)
        if (self.range_start, self.range_length) != earlier_range:
            return ""
        return "the map cannot be nearer" if factor > 1 else "this is the whole recording"

    def visible_middle_of(self, node: int) -> float:
        """The middle of what the range has of a node; outside the range that of the node."""
        node_start, node_end = self._node_extent(node)
        visible_start, visible_end = max(node_start, self.range_start), min(node_end, self.range_end)
        return (visible_start + visible_end) / 2 if visible_start < visible_end else (node_start + node_end) / 2

    def _zoom_about_selected(self, factor: float) -> str:
        share = (self.visible_middle_of(self._browser.selected) - self.range_start) / self.range_length
        return self.zoom(factor, min(max(share, 0.0), 1.0))

    zoom_in = partialmethod(_zoom_about_selected, 2)
    zoom_out = partialmethod(_zoom_about_selected, 0.5)

    def pan(self, distance: float) -> str:
        """Move the range."""
        earlier_start = self.range_start
        self._set_range(self.range_start + distance, self.range_length)
        limit = "ends" if distance > 0 else "begins"
        return "" if self.range_start != earlier_start else f"the recording {limit} here"

    def _pan_by_share(self, share: float) -> str:
        return self.pan(share * self.range_length)

    pan_left = partialmethod(_pan_by_share, -PAN_SHARE)
    pan_right = partialmethod(_pan_by_share, PAN_SHARE)

    def show_range_of(self, other: RecordingMap) -> None:
        """Show the same part of the recording as the map of another one does."""
        width_ratio = self.node_positions.total_width / other.node_positions.total_width
        self._set_range(other.range_start * width_ratio, other.range_length * width_ratio)

    def enter_node(self) -> str:
        """Make the selected node's subtree the range."""
        node = self._browser.selected
        if self._subtree_end(node) == node + 1:
            return NOTHING_BELOW
        earlier_range, (node_start, node_end) = (self.range_start, self.range_length), self._node_extent(node)
        self._set_range(float(node_start), float(node_end - node_start))
        is_same = (self.range_start, self.range_length) == earlier_range
        return "the map is of this node already; - zooms out" if is_same else ""

    def _follow_selection(self) -> None:
        """Bring a node that was selected just now into the range, and all of it that is not below the top ply."""
        node = self._browser.selected
        if node == self._followed_node:
            return
        self._followed_node = node
        node_start, node_end = self._node_extent(node)
        if node < self._top_node() < self._subtree_end(node):
            self._set_range(float(node_start), float(node_end - node_start))
        elif node_end <= self.range_start or node_start >= self.range_end:
            middle = (node_start + min(node_end, node_start + self.range_length)) / 2
            self._set_range(middle - self.range_length / 2, self.range_length)

    def _subtree_end(self, node: int) -> int:
        return int(self._browser.trace.columns.end[node])

    def _top_node(self) -> int:
        """The lowest node that the whole range is at or below. O(plies)."""
        columns = self._browser.trace.columns
        end_nodes = self.node_positions.nodes_at(np.array([self.range_start, np.ceil(self.range_end) - 1]))
        node, range_end = int(end_nodes[0]), min(int(end_nodes[1]) + 1, len(columns))
        while columns.end[node] < range_end:
            node = int(columns.parent[node])
        return node

    def go_up(self) -> str:
        """Select the parent."""
        return self._browser.time.frame_up()

    def _select_relative(self, relation: str, refusal: str) -> str:
        """Select the node in some relation to the selected one, whatever the rows leave out."""
        columns = self._browser.trace.columns
        all_nodes = ShownNodes(Order(columns.end), columns.parent)
        relative: int | None = getattr(all_nodes, relation)(self._browser.selected)
        return refusal if relative is None else self._browser.select(relative)

    go_down = partialmethod(_select_relative, "first_child", NOTHING_BELOW)
    go_right = partialmethod(_select_relative, "next_sibling", NOTHING_BESIDE)
    go_left = partialmethod(_select_relative, "previous_sibling", NOTHING_BESIDE)

    def node_at(self, column: int, ply: int) -> int | None:
        """The node that is drawn in a cell, or the nearest one above it; None outside."""
        samples = self._find_samples()
        if not 0 <= column < samples.middle_nodes.shape[1] or ply < 0:
            return None
        nodes_above = samples.middle_nodes[: ply + 1, column]
        return int(nodes_above[nodes_above >= 0][-1])

    @property
    def title(self) -> str:
        """Where the range is: the path to what it is all below, its nodes, and the plies that are drawn."""
        trace, node = self._browser.trace, self._top_node()
        labels = [trace.label(ancestor) if ancestor else "root" for ancestor in trace.ancestry(node)[-MAX_TITLE_MOVES:]]
        path = " › ".join(["…"] * bool(trace.columns.ply[node] >= MAX_TITLE_MOVES) + labels)
        total_width, last_ply = self.node_positions.total_width, self.top_ply + self.ply_count - 1
        share = format_percent(self.range_length / total_width)
        share_text = "" if self.range_length == total_width else f"{share} of "
        depth_text = f" of {self.deepest_ply:,}" if last_ply < self.deepest_ply else ""
        size_text = describe_size(trace, self._browser.spared_nodes, total_width)
        return f"{path} · {share_text}{size_text} · plies {self.top_ply:,} to {last_ply:,}{depth_text}"

    @property
    def deepest_ply(self) -> int:
        """The deepest ply of the recording. First call O(n)."""
        return self._browser.trace.once(_find_deepest_ply)

    @property
    def ply_count(self) -> int:
        """How many plies are drawn."""
        rows = self.map_size[1]
        max_plies = 2 * rows - min(FULL_HEIGHT_PLIES, rows - 1) if self.can_halve_rows else rows
        return min(self.deepest_ply - self.top_ply + 1, max_plies)

    @property
    def ply_heights(self) -> list[int]:
        """How high each ply is, in half rows: whole rows at the top, and further down two plies a row if need be."""
        plies, rows = self.ply_count, self.map_size[1]
        if plies <= rows:
            rows_per_ply, extra_rows = divmod(rows, plies)
            return [2 * min(rows_per_ply + (ply < extra_rows), MAX_PLY_HEIGHT) for ply in range(plies)]
        full_rows = 2 * rows - plies
        return [2] * full_rows + [1] * (plies - full_rows)

    def draw_cells(self) -> MapCells:
        """The cells at the current step. O(cells)."""
        self._follow_selection()
        self.top_ply = int(self._browser.trace.columns.ply[self._top_node()])
        samples, cursor = self._find_samples(), self._browser.cursor
        is_ahead = self._browser.trace.columns.born_after(samples.ancestors_or_branches, cursor.last_visible_index)
        fates = np.where(is_ahead, np.int8(CellFate.AHEAD), samples.sample_fates)
        highlighted = self._highlighted_nodes()
        for node, fate in highlighted:
            ply_row, first_sample, end_sample = self._sample_range(samples, node)
            fates[ply_row, first_sample:end_sample] = fate
        column_count = fates.shape[1] // SAMPLES_PER_COLUMN
        fates_by_column = fates.reshape(len(fates), column_count, SAMPLES_PER_COLUMN)
        counts = np.stack([(fates_by_column == fate).sum(2, dtype=np.int8) for fate in CellFate])
        filled_samples = SAMPLES_PER_COLUMN - counts[CellFate.NOTHING]
        main_fates = np.where(filled_samples > 0, counts[1:].argmax(0) + 1, 0).astype(np.int8)
        tones = -(-filled_samples * TONE_COUNT // SAMPLES_PER_COLUMN)
        # Of a node that is two columns wide or more there are whole columns.
        main_fates = np.where(samples.is_wide, fates_by_column[:, :, SAMPLES_PER_COLUMN // 2], main_fates)
        tones = np.where(samples.is_wide, TONE_COUNT, tones)
        for node, fate in highlighted:
            ply_row, column = self._narrow_node_cell(node)
            if column is not None:
                main_fates[ply_row, column] = fate
                tones[ply_row, column] = max(tones[ply_row, column], TONE_COUNT // 2)
        return MapCells(main_fates, tones, samples.is_odd_shade, self._selected_cells(samples), samples.middle_nodes)

    def _highlighted_nodes(self) -> list[tuple[int, CellFate]]:
        """The nodes that are in sight however narrow: the principal variation, and the open path."""
        columns, cursor = self._browser.trace.columns, self._browser.cursor
        top_ply, end_ply = self.top_ply, self.top_ply + self.ply_count
        highlighted = [(node, CellFate.VARIATION) for node in cursor.principal_variation()[top_ply:end_ply]]
        node = cursor.last_entered_node
        ply = int(columns.ply[node])
        while ply >= top_ply:
            if ply < end_ply and cursor.phase(node) is Phase.OPEN:
                highlighted.append((node, CellFate.CUT if cursor.is_cut(node) else CellFate.OPEN))
            node, ply = columns.parent.item(node), ply - 1
        extents = [(node, fate, *self._node_extent(node)) for node, fate in highlighted]
        return [(node, fate) for node, fate, start, end in extents if start < self.range_end and end > self.range_start]

    def _sample_range(self, samples: MapSamples, node: int) -> tuple[int, int, int]:
        node_and_end = np.array([node, self._subtree_end(node)], samples.sample_nodes.dtype)
        first_sample, end_sample = np.searchsorted(samples.sample_nodes, node_and_end)
        return int(self._browser.trace.columns.ply[node]) - self.top_ply, int(first_sample), int(end_sample)

    def column_at(self, position: float) -> int:
        """The column of a place; outside the range it is outside the map."""
        return int((position - self.range_start) * self.map_size[0] // self.range_length)

    def column_of(self, node: int) -> int:
        """The column in which a node begins."""
        return self.column_at(self.node_positions.position_of(node) + 0.5)

    def _node_extent(self, node: int) -> tuple[int, int]:
        return self.node_positions.position_of(node), self.node_positions.position_of(self._subtree_end(node))

    def _narrow_node_cell(self, node: int) -> tuple[int, int | None]:
        """The ply and the column of a node that is narrower than a column; no column for others."""
        ply_row, width = int(self._browser.trace.columns.ply[node]) - self.top_ply, self.map_size[0]
        column, (node_start, node_end) = self.column_of(node), self._node_extent(node)
        return ply_row, column if node_end - node_start < self.range_length / width and 0 <= column < width else None

    def _selected_cells(self, samples: MapSamples) -> Array:
        is_selected: Array = np.equal(samples.middle_nodes, self._browser.selected)
        ply_row, column = self._narrow_node_cell(self._browser.selected)
        if column is not None and 0 <= ply_row < len(is_selected):
            is_selected[ply_row, column] = True
        return is_selected

    def _find_samples(self) -> MapSamples:
        range_and_size = self.range_start, self.range_length, self.map_size[0], self.top_ply, self.ply_count
        return sample_columns(self._browser.trace, self.node_positions, *range_and_size)


def _find_deepest_ply(trace: Trace) -> int:
    return int(trace.columns.ply.max())
