"""The positions that were visited more than once, with what was spent under each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from tracer.count.groups import Groups, by_position
from tracer.count.transpositions import Positions, is_told
from tracer.recording.slices import Beat
from tracer.text import percent
from tracer.why.sentences import path
from tui.model.history import Place
from tui.model.lists.listed import Listed, Piece, Visitor, ending, path_width


class Replayer(Visitor, Protocol):
    """What may know which nodes have the same position."""

    @property
    def positions(self) -> Positions | None:
        """Which they are; None until it was worked out."""


class PositionList(Listed):
    """The most repeated positions first. Each leads to its first visit, from where keys go to the others."""

    name = "Positions"
    heads = f"{'visits':>9}{'nodes under':>13}{'share':>7}  first visit; s goes to the next"

    def __init__(self, replayer: Replayer) -> None:
        super().__init__(replayer)
        self._replayer = replayer
        self._found: tuple[Positions, Groups] | None = None

    @property
    def _groups(self) -> Groups | None:
        """The positions; None until they were counted."""
        found = self._found
        return found[1] if found is not None and found[0] is self._replayer.positions else None

    def __len__(self) -> int:
        return 0 if self._groups is None else len(self._groups)

    @property
    def count(self) -> str:
        """How many there are; empty where that is not known yet."""
        return "" if self._groups is None else f"{len(self):,}"

    @property
    def empty(self) -> str:
        """How to have them found, or that there are none."""
        told = is_told(self._visitor.trace)
        if self._visitor.trace.game is None and not told:
            return "this trace has no game and no texts of positions: nobody knows which are the same"
        if self._replayer.positions is None:
            if told:
                return "s finds the same positions, by the texts that the search told"
            visits = int(self._visitor.trace.columns.visited_before[-1])
            return f"s finds the same positions: it replays the search, {visits:,} nodes"
        return "no position was visited twice" if self._groups is not None else "counting visits …"

    def work(self) -> Callable[[Beat], None] | None:
        """Count the visits of each, where it is known which they are."""
        return None if self._replayer.positions is None or self._groups is not None else self._count

    def _count(self, beat: Beat) -> None:
        positions = self._replayer.positions
        assert positions is not None
        self._found = positions, by_position(self._visitor.trace, positions, beat)

    def line(self, number: int, width: int) -> list[Piece]:
        """How often it was visited, what was spent under it, and where it was met first."""
        groups, trace = self._groups, self._visitor.trace
        assert groups is not None
        nodes = int(groups.nodes[number])
        share = nodes / int(trace.columns.visited_before[-1])
        return [
            (f"{int(groups.visits[number]):>9,}", "value"),
            (f"{nodes:>13,}", "value"),
            (f"{percent(share):>7}  ", "about"),
            (ending(path(trace, int(groups.first[number])), path_width(width)), "label"),
        ]

    def place(self, number: int, step: int) -> Place | None:
        """Its first visit."""
        assert self._groups is not None
        node = int(self._groups.first[number])
        return Place(self._visitor.trace.entered(node), node)
