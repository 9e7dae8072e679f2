"""The list of the cutoffs that skip branches, and the key that goes to the one that saved most."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tracer.count.spared import Spared
from tracer.recording.columns import Ints
from tracer.recording.slices import Beat, unheard
from tracer.text import percent
from tracer.tracing import Trace
from tracer.why.sentences import format_path
from tui.model.explorer_state import Location, Span, SuccessNotice
from tui.model.list_model import ComputedList, describe_node_event, fit_path, path_width

NOT_COUNTED = "# counts what each cutoff saved; then s sorts by that"

WIDTH_BESIDE_PATH = 38 + 16
"""Columns of the numbers before a path, and of a reason such as `✂ 0 ≤ alpha 0` behind it."""


@dataclass(frozen=True)
class CutoffTable:
    """The cutoffs of a recording in some order."""

    trace: Trace
    spared_nodes: Spared | None
    steps: Ints
    nodes: Ints
    saved_nodes: Ints | None
    """Nodes of the full tree that each saved; None where they are not counted."""
    indices_by_saving: Ints
    """Their numbers, those that saved most first; in the order of time where that is not known."""

    def __len__(self) -> int:
        return len(self.steps)


class CutoffList(ComputedList[CutoffTable]):
    """The cutoffs that skip branches in the order of the search, or those first that saved most."""

    name = "Cutoffs"
    column_titles = f"{'branches':>8}{'saved':>11}{'share':>6}{'step':>11}  node, and what happens"
    shows_current_after_sort = True
    order_names = ("in the order of the search", "what saved most stands first")
    _last_largest: Location | None = None
    """Where the key for the largest saving led."""

    def _compute(self, beat: Beat) -> CutoffTable:
        beat(0, 1)
        return _gather_cutoffs(self._explorer.trace, self._explorer.spared_nodes)

    @property
    def _data(self) -> CutoffTable | None:
        if (cutoffs := super()._data) is not None and cutoffs.spared_nodes is not self._explorer.spared_nodes:
            self._work_out(unheard)
        return super()._data

    @property
    def empty_text(self) -> str:
        """There are none, or nobody recorded what they skipped."""
        if self._data is None:
            return "looking for cutoffs …"
        if self._explorer.trace.counts.pruned_known:
            return "no cutoff of this search skipped a branch"
        return "the recording does not tell which moves its cutoffs skipped"

    @property
    def _entry_of_row(self) -> Ints | None:
        return self._entries.indices_by_saving if self._order_index and self._entries.saved_nodes is not None else None

    def format_entry(self, row: int, width: int) -> list[Span]:
        """How many branches it skipped, the nodes below them and their share of all pruned nodes; where, and why."""
        cutoffs = self._entries
        cutoff_index, trace = self._entry_in(row), cutoffs.trace
        step, node = int(cutoffs.steps[cutoff_index]), int(cutoffs.nodes[cutoff_index])
        saved_text, share_text = "·", ""
        if cutoffs.saved_nodes is not None and cutoffs.spared_nodes is not None:
            saved_text = f"{int(cutoffs.saved_nodes[cutoff_index]):,}"
            share_text = percent(int(cutoffs.saved_nodes[cutoff_index]) / cutoffs.spared_nodes.total)
        return [
            (f"{int(trace.landmarks.pruned_children[node]):>8,}", "about"),
            (f"{saved_text:>11}", "value"),
            (f"{share_text:>6}", "about"),
            (f"{step:>11,}  ", "about"),
            (fit_path(format_path(trace, node), path_width(width, WIDTH_BESIDE_PATH)), "label"),
            (f"  {describe_node_event(trace, step, node)}", "cut"),
        ]

    def find_location(self, row: int, step: int) -> Location | None:
        """Its step and its node."""
        cutoffs, cutoff_index = self._entries, self._entry_in(row)
        return Location(int(cutoffs.steps[cutoff_index]), int(cutoffs.nodes[cutoff_index]))

    def change_order(self) -> str:
        """Those that saved most first, the first of them in hand; or in their order again, the same one in hand."""
        cutoffs = self._data
        if not len(self):
            return self.empty_text
        if cutoffs is None or cutoffs.saved_nodes is None:
            return NOT_COUNTED
        notice = SuccessNotice(super().change_order())
        self._current = 0 if self._order_index else self._current
        return notice

    def next_largest(self) -> str:
        """Go to the cutoff that saved most; from there to the one that saved most after it, and so on."""
        if self._data is None:
            self._work_out(unheard)
        cutoffs = self._entries
        if not len(self):
            return self.empty_text
        if cutoffs.saved_nodes is None or cutoffs.spared_nodes is None:
            return NOT_COUNTED
        is_repeated = (
            self._order_index and self._last_largest is not None and self._last_largest == self._explorer.location
        )
        self._order_index = 1
        self._current = (self.current_index + 1) % len(self) if is_repeated else 0
        location = self.find_location(self._current, 0)
        assert location is not None
        notice = self._explorer.go_to(location)
        self._last_largest = self._explorer.location
        saved_count = int(cutoffs.saved_nodes[self._entry_in(self._current)])
        share = percent(saved_count / cutoffs.spared_nodes.total)
        rank = f"{self._current + 1:,} of {len(self):,} cutoffs, what saved most first"
        return notice or SuccessNotice(f"it saved {saved_count:,} nodes, {share} of all pruned nodes: {rank}")


def _gather_cutoffs(trace: Trace, spared_nodes: Spared | None) -> CutoffTable:
    steps, nodes = trace.landmarks.pruning_steps, trace.landmarks.pruning_nodes
    if spared_nodes is None:
        return CutoffTable(trace, spared_nodes, steps, nodes, None, np.arange(len(steps)))
    saved_nodes = spared_nodes.by_cutoff(trace, nodes)
    return CutoffTable(trace, spared_nodes, steps, nodes, saved_nodes, np.argsort(-saved_nodes, kind="stable"))
