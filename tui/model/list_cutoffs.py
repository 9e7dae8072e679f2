"""The list of the cutoffs that skip branches, and the key that goes to the one that saved most."""

from __future__ import annotations

import numpy as np

from tracer.count.spared import Spared
from tracer.recording.columns import Ints
from tracer.recording.slices import Beat, unheard
from tracer.text import percent
from tracer.time.landmarks import Hits
from tracer.why.sentences import format_path
from tui.model.explorer_state import Location, Span, SuccessNotice
from tui.model.list_model import ComputedList, describe_node_event, fit_path, path_width

NOT_COUNTED = "# counts what each cutoff saved; then s sorts by that"

WIDTH_BESIDE_PATH = 38 + 16
"""Columns of the numbers before a path, and of a reason such as `✂ 0 ≤ alpha 0` behind it."""


class CutoffList(ComputedList[Hits]):
    """The cutoffs that skip branches in the order of the search, or those first that saved most."""

    name = "Cutoffs"
    column_titles = f"{'branches':>8}{'saved':>11}{'share':>6}{'step':>11}  node, and what happens"
    shows_current_after_sort = True
    order_names = ("in the order of the search", "what saved most stands first")
    _last_largest: Location | None = None
    """Where the key for the largest saving led."""

    _savings: tuple[Spared, Ints, Ints] | None = None
    """By what they are counted, the nodes of the full tree that each saved, and which saved most."""

    def _compute(self, beat: Beat) -> Hits:
        beat(0, 1)
        self._find_savings()
        landmarks = self._explorer.trace.landmarks
        return Hits(landmarks.pruning_steps, landmarks.pruning_nodes)

    def _find_savings(self) -> tuple[Spared, Ints, Ints] | None:
        """Count what each saved, once for each count of pruned nodes; None where there is none."""
        trace, spared = self._explorer.trace, self._explorer.spared_nodes
        if spared is None:
            return None
        if self._savings is None or self._savings[0] is not spared:
            saved_nodes = spared.by_cutoff(trace, trace.landmarks.pruning_nodes)
            self._savings = spared, saved_nodes, np.argsort(-saved_nodes, kind="stable")
        return self._savings

    def _describe_saving(self, row: int) -> tuple[str, str]:
        """The nodes that the cutoff in a row saved, and their share of all pruned nodes."""
        if (savings := self._find_savings()) is None:
            return "·", ""
        saved_count = int(savings[1][self._entry_in(row)])
        return f"{saved_count:,}", percent(saved_count / savings[0].total)

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
        return savings[2] if self._order_index and (savings := self._find_savings()) is not None else None

    def format_entry(self, row: int, width: int) -> list[Span]:
        """How many branches it skipped, the nodes below them and their share of all pruned nodes; where, and why."""
        trace, (step, node) = self._explorer.trace, self._entries[self._entry_in(row)]
        saved_text, share_text = self._describe_saving(row)
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
        return Location(*self._entries[self._entry_in(row)])

    def change_order(self) -> str:
        """Those that saved most first, the first of them in hand; or in their order again, the same one in hand."""
        if not len(self):
            return self.empty_text
        if self._find_savings() is None:
            return NOT_COUNTED
        notice = SuccessNotice(super().change_order())
        self._current = 0 if self._order_index else self._current
        return notice

    def next_largest(self) -> str:
        """Go to the cutoff that saved most; from there to the one that saved most after it, and so on."""
        if self._data is None:
            self._work_out(unheard)
        if not len(self):
            return self.empty_text
        if self._find_savings() is None:
            return NOT_COUNTED
        is_repeated = self._order_index and self._last_largest == self._explorer.location
        self._order_index = 1
        self._current = (self.current_index + 1) % len(self) if is_repeated else 0
        notice = self._explorer.go_to(Location(*self._entries[self._entry_in(self._current)]))
        self._last_largest = self._explorer.location
        saved_text, share = self._describe_saving(self._current)
        rank = f"{self._current + 1:,} of {len(self):,} cutoffs, what saved most first"
        return notice or SuccessNotice(f"it saved {saved_text} nodes, {share} of all pruned nodes: {rank}")
