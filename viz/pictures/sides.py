"""Two searches of one position as one drawing: whose each node is, and what its text says of both."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tracer.comparing.align import NOWHERE, reverse
from tracer.comparing.comparison import Comparison, compare
from tracer.comparing.union import BOTH, CHANGED, ONLY_A, ONLY_B, Side, places, union
from tracer.comparing.union import Sides as Codes
from tracer.games.rules import MAX
from tracer.recording.columns import Ints
from tracer.recording.status import EXPANDED, OPEN, Status
from tracer.tracing import Trace
from viz.pictures import labels
from viz.pictures.labels import PLAIN, Labels, Place
from viz.pictures.roles import Role, role

NAMES = {ONLY_A: "only A", ONLY_B: "only B"}
"""The words that tell whose a node is without colour; what changed has the facts of both."""


@dataclass(frozen=True, eq=False)
class Sides:
    """A union tree, with whose each node is."""

    comparison: Comparison
    trace: Trace
    """The union tree: what is drawn."""
    codes: Codes
    """A `Side` for each of its nodes."""
    in_a: Ints
    """For each node of the union its node in A, −1 where there is none."""
    in_b: Ints

    def side(self, node: int) -> Side:
        """Whose a node is."""
        return Side(int(self.codes[node]))

    def searches(self) -> tuple[tuple[str, Trace, Ints], tuple[str, Trace, Ints]]:
        """Each search: its letter, its trace, and where the union's nodes are in it."""
        return ("A", self.comparison.a, self.in_a), ("B", self.comparison.b, self.in_b)

    def role(self, node: int) -> Role:
        """What a node is. A cutoff is marked where either search had it, with the letter of the one that alone had it.

        There is no principal variation, as there are two.
        """
        roles = {
            letter: role(trace, int(there[node])) for letter, trace, there in self.searches() if there[node] != NOWHERE
        }
        cuts = {letter: (one.prunes, one.refutes) for letter, one in roles.items() if one.refutes}
        prunes, refutes = max(cuts.values(), default=(False, ""))
        having = [letter for letter, cut in cuts.items() if cut == (prunes, refutes)]
        return replace(
            role(self.trace, node),
            on_pv=False,
            refutes=refutes,
            prunes=prunes,
            cut_by=having[0] if len(having) == 1 else "",
            side=self.side(node),
        )

    def lines(self, node: int, wanted: Labels = PLAIN) -> list[str]:
        """What stands in a node: as in a drawing of one search, and whose it is; both sets of facts where they differ.

        >>> import tracer
        >>> found = side_by_side(tracer.trace([[3, 5], [2, 9]], "minimax"), tracer.trace([[3, 5], [2, 9]]))
        >>> found.lines(4), found.lines(6)
        (['a2', 'A = 2', 'B ≤ 2 (3, ∞) ✂ α'], ['b2', '= 9', 'only A'])
        """
        side = self.side(node)
        if side is CHANGED:
            return [*labels.heads(self.trace, node, wanted), *self.contrast(node, wanted)]
        found = labels.lines(*self._whose(node), self._of_both(side, wanted))
        return [*found, NAMES[side]] if side in NAMES else found

    def edge(self, node: int, wanted: Labels) -> list[str]:
        """What stands at the edge above a node; windows that differ stand in the node, each beside its search."""
        side = self.side(node)
        if side is CHANGED:
            wanted = replace(wanted, windows=Place.NODE)
        return labels.edge(*self._whose(node), self._of_both(side, wanted))

    def _of_both(self, side: Side, wanted: Labels) -> Labels:
        """What is written where it stands for both searches: no window that one of them has not."""
        shared = self.comparison.a.header.windowed and self.comparison.b.header.windowed
        return wanted if shared or side is not BOTH else replace(wanted, windows=Place.NONE)

    def _whose(self, node: int) -> tuple[Trace, int]:
        """The search whose facts stand for a node, and the node there."""
        _, trace, there = self.searches()[self.side(node) is ONLY_B]
        return trace, int(there[node])

    def contrast(self, node: int, wanted: Labels = PLAIN) -> list[str]:
        """What each search has at a node that both visited, as in `A = 2`, `B ≤ 2 (3, ∞) ✂ α`."""
        searches = self.searches()
        statuses = {int(trace.columns.status[there[node]]) for _, trace, there in searches}
        return [
            f"{letter} {_facts(trace, int(there[node]), wanted, with_status=len(statuses) > 1)}"
            for letter, trace, there in searches
        ]


def side_by_side(a: Trace, b: Trace) -> Sides:
    """Two traces of one position, made ready to be drawn.

    Raises:
        PlyscopeError: they are of different games or begin at different positions.
    """
    return from_comparison(compare(a, b))


def from_comparison(comparison: Comparison) -> Sides:
    """Two compared traces, made ready to be drawn."""
    trace, codes = union(comparison)
    in_a, in_b = (reverse(placed, len(trace)) for placed in places(comparison))
    return Sides(comparison, trace, codes, in_a, in_b)


def _facts(trace: Trace, node: int, wanted: Labels, *, with_status: bool) -> str:
    """Value, window, cutoff and perhaps status of a node in one search; cutoffs are signed as on edges."""
    columns = trace.columns
    parts = [labels.value(trace, node, mover=wanted.mover)]
    if wanted.windows is not Place.NONE:
        parts.append(labels.window(trace, node, mover=wanted.mover))
    if columns.cutoff[node]:
        pruned = trace.landmarks.pruned_children[node] > 0
        parts.append(f"{'✂ ' if pruned else ''}{'β' if columns.turn[node] == MAX else 'α'}")
    # That an inner node was expanded goes without saying; an open one has that for its value.
    if with_status and columns.status[node] not in (EXPANDED, OPEN):
        parts.append(Status(int(columns.status[node])).name.lower())
    return " ".join(part for part in parts if part)
