"""The list of the cutoffs that skip branches, and the key that goes to the one that saved most."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from tracer.count.spared import Spared
from tracer.recording.columns import Ints
from tracer.recording.slices import Beat
from tracer.text import percent
from tracer.tracing import Trace
from tracer.why.sentences import format_path
from tui.model.explored import Explored, Place
from tui.model.listed import Listed, Piece, ending, happening, path_width
from tui.model.notice import Report

UNCOUNTED = "# counts what each cutoff saved; then s sorts by that"

BESIDE_PATH = 38 + 16
"""Columns of the numbers before a path, and of a reason such as `✂ 0 ≤ alpha 0` behind it."""
SHORTEST_PATH = 8
"""Columns that a path keeps."""


class _Cutoffs(NamedTuple):
    """The cutoffs of a recording in some order."""

    trace: Trace
    spared: Spared | None
    steps: Ints
    nodes: Ints
    saved: Ints | None
    """Nodes of the full tree that each saved; None where they are not counted."""
    ranks: Ints
    """Their numbers, those that saved most first; in the order of time where that is not known."""


class CutoffList(Listed):
    """The cutoffs that skip branches in the order of the search, or those first that saved most."""

    name = "Cutoffs"
    heads = f"{'branches':>8}{'saved':>11}{'share':>6}{'step':>11}  node, and what happens"
    shows_sorted = True

    def __init__(self, explored: Explored) -> None:
        super().__init__(explored)
        self._found: _Cutoffs | None = None
        self._by_saving = False
        self._last: Place | None = None
        """Where the key for the largest saving led."""

    @property
    def _known(self) -> _Cutoffs | None:
        """All cutoffs; None until they were worked out."""
        found, explored = self._found, self._explored
        if found is None or found.trace is not explored.trace:
            return None
        if found.spared is not explored.spared:
            found = self._found = _gathered(explored.trace, explored.spared)
        return found

    def work(self) -> Callable[[Beat], None] | None:
        """Find them, once for each recording."""
        return None if self._known is not None else self._find

    def _find(self, beat: Beat) -> None:
        beat(0, 1)
        self._found = _gathered(self._explored.trace, self._explored.spared)

    def __len__(self) -> int:
        return 0 if self._known is None else len(self._known.steps)

    @property
    def count(self) -> str:
        """How many there are; empty where that is not known yet."""
        return "" if self._known is None else super().count

    @property
    def sorts(self) -> bool:
        """They can, once what they saved is counted."""
        return True

    @property
    def empty(self) -> str:
        """There are none, or nobody recorded what they skipped."""
        if self._known is None:
            return "looking for cutoffs …"
        if self._explored.trace.counts.pruned_known:
            return "no cutoff of this search skipped a branch"
        return "the recording does not tell which moves its cutoffs skipped"

    def _number(self, found: _Cutoffs, line: int) -> int:
        """The number of a cutoff in time."""
        return int(found.ranks[line]) if self._by_saving and found.saved is not None else line

    def line(self, number: int, width: int) -> list[Piece]:
        """How many branches it skipped, the nodes below them and their share of all pruned nodes; where, and why."""
        found = self._known
        assert found is not None
        place, trace = self._number(found, number), found.trace
        step, node = int(found.steps[place]), int(found.nodes[place])
        saved, share = "·", ""
        if found.saved is not None and found.spared is not None:
            saved, share = f"{int(found.saved[place]):,}", percent(int(found.saved[place]) / found.spared.total)
        return [
            (f"{int(trace.landmarks.pruned_children[node]):>8,}", "about"),
            (f"{saved:>11}", "value"),
            (f"{share:>6}", "about"),
            (f"{step:>11,}  ", "about"),
            (
                ending(format_path(trace, node), max(min(path_width(width), width - BESIDE_PATH), SHORTEST_PATH)),
                "label",
            ),
            (f"  {happening(trace, step, node)}", "cut"),
        ]

    def place(self, number: int, step: int) -> Place | None:
        """Its step and its node."""
        found = self._known
        assert found is not None
        place = self._number(found, number)
        return Place(int(found.steps[place]), int(found.nodes[place]))

    def sort(self) -> str:
        """Those that saved most first, the first of them in hand; or in their order again, the same one in hand."""
        found = self._known
        if not len(self):
            return self.empty
        if found is None or found.saved is None:
            return UNCOUNTED
        number = self._number(found, self.hand)
        self._by_saving = not self._by_saving
        self._hand = 0 if self._by_saving else number
        return Report("what saved most stands first" if self._by_saving else "in the order of the search")

    def next_largest(self) -> str:
        """Go to the cutoff that saved most; from there to the one that saved most after it, and so on."""
        if self._known is None:
            self._found = _gathered(self._explored.trace, self._explored.spared)
        found = self._known
        assert found is not None
        if not len(self):
            return self.empty
        if found.saved is None or found.spared is None:
            return UNCOUNTED
        again = self._by_saving and self._last is not None and self._last == self._explored.place
        self._by_saving = True
        self._hand = (self.hand + 1) % len(self) if again else 0
        place = self.place(self._hand, 0)
        assert place is not None
        notice = self._explored.go_to(place)
        self._last = self._explored.place
        saved = int(found.saved[self._number(found, self._hand)])
        share = percent(saved / found.spared.total)
        rank = f"{self._hand + 1:,} of {len(self):,} cutoffs, what saved most first"
        return notice or Report(f"it saved {saved:,} nodes, {share} of all pruned nodes: {rank}")


def _gathered(trace: Trace, spared: Spared | None) -> _Cutoffs:
    """The cutoffs of a recording. O(n), the first time."""
    steps, nodes = trace.landmarks.pruning_steps, trace.landmarks.pruning_nodes
    if spared is None:
        return _Cutoffs(trace, spared, steps, nodes, None, np.arange(len(steps)))
    saved = spared.by_cutoff(trace, nodes)
    return _Cutoffs(trace, spared, steps, nodes, saved, np.argsort(-saved, kind="stable"))
