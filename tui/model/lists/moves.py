"""Statistics: what was spent on each ply and on each move, and how often the first move tried was enough."""

from __future__ import annotations

from collections.abc import Callable

from tracer.count.groups import Groups, by_move, by_ply
from tracer.recording.slices import Beat, share
from tracer.text import percent
from tracer.tracing import Trace
from tui.model.history import Place
from tui.model.lists.listed import Listed, Piece, Visitor, fitted

LABEL = 10
"""Columns of a ply or a move."""


class MoveList(Listed):
    """The plies from the root on, then the moves, those with most nodes under them first; each with its first node."""

    name = "Moves"
    heads = f"{'ply, move':<{LABEL}}{'visits':>10}{'nodes under':>12}{'share':>6}{'cutoffs':>10}  first move"

    def __init__(self, visitor: Visitor) -> None:
        super().__init__(visitor)
        self._found: tuple[Trace, Groups, Groups] | None = None

    @property
    def _parts(self) -> tuple[Groups, ...]:
        """Plies and moves; nothing until they were worked out."""
        found = self._found
        return found[1:] if found is not None and found[0] is self._visitor.trace else ()

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
        trace = self._visitor.trace
        plies = trace.known(by_ply) or trace.keep(by_ply, by_ply(trace, share(beat, 0, 30)))
        moves = trace.known(by_move) or trace.keep(by_move, by_move(trace, share(beat, 30, 100)))
        self._found = trace, plies, moves

    def _entry(self, number: int) -> tuple[str, Groups, int]:
        """What an entry is of, and its group."""
        plies, moves = self._parts
        if number < len(plies):
            return f"ply {int(plies.names[number]):,}", plies, number
        number -= len(plies)
        return f"move {self._visitor.trace.move_label(int(moves.names[number]))}", moves, number

    def line(self, number: int, width: int) -> list[Piece]:
        """Its visits, the nodes under it and their share, its cutoffs, and the share of those by the first move."""
        name, group, place = self._entry(number)
        nodes, cutoffs, first = (int(one[place]) for one in (group.nodes, group.cutoffs, group.by_first))
        share = nodes / int(self._visitor.trace.columns.visited_before[-1])
        return [
            (fitted(name, LABEL), "label"),
            (f"{int(group.visits[place]):>10,}{nodes:>12,}", "value"),
            (f"{percent(share):>6}", "about"),
            (f"{cutoffs:>10,}" if cutoffs else f"{'·':>10}", "cut" if cutoffs else "about"),
            (f"{percent(first / cutoffs):>12}" if cutoffs else "", "value"),
        ]

    def place(self, number: int, step: int) -> Place | None:
        """The entry of its first node."""
        _, group, place = self._entry(number)
        node = int(group.first[place])
        return Place(self._visitor.trace.entered(node), node)
