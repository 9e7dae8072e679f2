"""Two searches of one position as one drawing: whose each node is, and what its text says of both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from tracer.comparing.comparison import Comparison, compare
from tracer.comparing.node_matching import NO_MATCH, invert_matches
from tracer.comparing.union_tree import BOTH, CHANGED, ONLY_A, ONLY_B, Side, map_to_union, unite_traces
from tracer.comparing.union_tree import NodeSides as Codes
from tracer.errors import PlyscopeError
from tracer.games.rules import MAX
from tracer.recording.columns import Bools, Ints
from tracer.recording.status import EXPANDED, OPEN, PRUNED, Status
from tracer.text import clean
from tracer.tracing import Trace
from viz.pictures import labels
from viz.pictures.labels import PLAIN, Labels, Place
from viz.pictures.roles import Kind, Role, role
from viz.pictures.selection import left_out

NONE_LEFT = "none left"
"""What is said of a cutoff after the last move, which skips nothing."""
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
    shown: str = ""
    """The letter of the search that is drawn as it would be alone, with what the other has in grey; empty: neither."""

    @property
    def other(self) -> str:
        """The letter of the search that is not the one drawn; empty where neither is drawn alone."""
        return "BA"["AB".index(self.shown)] if self.shown else ""

    def side(self, node: int) -> Side:
        """Whose a node is."""
        return Side(int(self.codes[node]))

    @cached_property
    def other_windows(self) -> Bools:
        """Over the nodes of the union: both searches visited it, and nothing but its window differs."""
        found = self.comparison
        alone = found.window & ~(found.value | found.bound | found.fate)
        only: Bools = (self.in_a != NO_MATCH) & alone[self.in_a]
        return only

    @property
    def notable(self) -> Bools:
        """Over the nodes of the union: only one search has it, or more than its window differs."""
        notable: Bools = (self.codes != BOTH) & ~self.other_windows
        return notable

    def searches(self) -> tuple[tuple[str, Trace, Ints], tuple[str, Trace, Ints]]:
        """Each search: its letter, its trace, and where the union's nodes are in it."""
        return ("A", self.comparison.a, self.in_a), ("B", self.comparison.b, self.in_b)

    def role(self, node: int) -> Role:
        """What a node is. A cutoff is marked where either search had it, with the letter of the one that alone had it.

        There is no principal variation, as there are two.
        """
        if self.shown:
            return self._role_alone(node)
        roles = {
            letter: role(trace, int(there[node])) for letter, trace, there in self.searches() if there[node] != NO_MATCH
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
            side=BOTH if self.other_windows[node] else self.side(node),
            other_window=bool(self.other_windows[node]),
        )

    def lines(self, node: int, wanted: Labels = PLAIN) -> list[str]:
        """What stands in a node: as in a drawing of one search, and whose it is; both sets of facts where they differ.

        >>> import tracer
        >>> found = side_by_side(tracer.trace([[3, 5], [2, 9]], "minimax"), tracer.trace([[3, 5], [2, 9]]))
        >>> found.lines(4), found.lines(6)
        (['a2', 'A = 2', 'B ≤ 2 (3, ∞) ✂ α'], ['b2', '= 9', 'only A'])
        """
        side = self.side(node)
        if self.shown:
            return self._lines_alone(node, side, wanted)
        if self.other_windows[node]:
            shared = labels.lines(*self._whose(node), replace(wanted, windows=Place.NONE))
            windows = "  ".join(
                f"{letter} {labels.window(trace, int(there[node]), mover=wanted.mover)}"
                for letter, trace, there in self.searches()
            )
            return [*shared, windows] if wanted.windows is not Place.NONE else shared
        if side is CHANGED:
            return [*labels.heads(self.trace, node, wanted), *self.contrast(node, wanted)]
        found = labels.lines(*self._whose(node), self._of_both(side, wanted))
        return [*found, NAMES[side]] if side in NAMES else found

    def edge(self, node: int, wanted: Labels) -> list[str]:
        """What stands at the edge above a node; windows that differ stand in the node, each beside its search."""
        side = self.side(node)
        if self.shown:
            return self._edge_alone(node, wanted)
        if side is CHANGED:
            wanted = replace(wanted, windows=Place.NODE)
        return labels.edge(*self._whose(node), self._of_both(side, wanted))

    def is_elsewhere(self, node: int) -> bool:
        """Whether a node was visited by the search that is not the one drawn, and not by that."""
        return bool(self.shown) and self.side(node) is (ONLY_A if self.other == "A" else ONLY_B)

    def best_end(self) -> int:
        """The end of the principal variation: of the search that is drawn, or of A."""
        there = self.in_b if self.shown == "B" else self.in_a
        trace = self.comparison.b if self.shown == "B" else self.comparison.a
        return int(np.flatnonzero(there == trace.principal_variation[-1])[0])

    def remainders(self, nodes: Sequence[int]) -> dict[int, list[str]]:
        """What the stub below each drawn node says of what is left out there. O(n).

        Visited and pruned is what the search drawn did; the rest the other one alone met.
        """
        trace, there = next((trace, there) for letter, trace, there in self.searches() if letter == self.shown)
        unknown = there == NO_MATCH
        pruned = ~unknown & (trace.columns.status[there] == PRUNED)
        left = (left_out(self.trace, kind, np.array(nodes)).tolist() for kind in (~unknown & ~pruned, pruned, unknown))
        return {
            node: labels.remainder(*counts, other=self.other)
            for node, *counts in zip(nodes, *left, strict=True)
            if any(counts)
        }

    def _alone(self, node: int) -> tuple[Trace, int, Trace, int]:
        """The search that is drawn and the node there, then the other's; −1 for a node that is not there."""
        searches = {letter: (trace, int(there[node])) for letter, trace, there in self.searches()}
        return *searches[self.shown], *searches[self.other]

    def _role_alone(self, node: int) -> Role:
        """What a node is to the search that is drawn."""
        trace, here, _, _ = self._alone(node)
        return Role(Kind.ELSEWHERE) if here == NO_MATCH else role(trace, here)

    def _lines_alone(self, node: int, side: Side, wanted: Labels) -> list[str]:
        """What stands in a node as the search that is drawn has it, and what the other has where that differs."""
        trace, here, other, there = self._alone(node)
        found = labels.heads(self.trace, node, wanted) if here == NO_MATCH else labels.lines(trace, here, wanted)
        if there != NO_MATCH and (self.is_elsewhere(node) or side is CHANGED):
            plain = replace(wanted, windows=Place.NODE if self._has_other_window(node) else Place.NONE)
            otherwise = here != NO_MATCH and trace.columns.status[here] not in (PRUNED, other.columns.status[there])
            told = _facts(other, there, plain, with_status=bool(otherwise)) or "pruned"
            found.append(labels.Elsewhere(f"{self.other} {told}"))
        elif there != NO_MATCH and side is not BOTH and other.columns.status[there] == PRUNED:
            found.append(labels.Elsewhere(f"{self.other} ✂"))
        return found

    def _edge_alone(self, node: int, wanted: Labels) -> list[str]:
        trace, here, _, _ = self._alone(node)
        if here != NO_MATCH:
            return labels.edge(trace, here, wanted)
        return labels.edge(self.trace, node, replace(wanted, windows=Place.NONE))

    def _has_other_window(self, node: int) -> bool:
        return self.side(node) is CHANGED and bool(self.comparison.window[self.in_a[node]])

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


def side_by_side(a: Trace, b: Trace, side: str = "") -> Sides:
    """Two traces of one position, made ready to be drawn as one tree.

    Args:
        a: the one.
        b: the other.
        side: `A` or `B`: draw that search as it is drawn alone, and in grey what the other has; empty draws both alike.

    Raises:
        PlyscopeError: they are of different games or begin at different positions; or there is no such side.
    """
    if side not in ("", "A", "B"):
        raise PlyscopeError(f"side is {clean(side, 40)!r}; there are: A, B")
    return replace(from_comparison(compare(a, b)), shown=side)


def from_comparison(comparison: Comparison) -> Sides:
    """Two compared traces, made ready to be drawn."""
    trace, codes = unite_traces(comparison)
    in_a, in_b = (invert_matches(placed, len(trace)) for placed in map_to_union(comparison))
    return Sides(comparison, trace, codes, in_a, in_b)


def _facts(trace: Trace, node: int, wanted: Labels, *, with_status: bool) -> str:
    """Value, window, cutoff and perhaps status of a node in one search; a cutoff that skips nothing says so."""
    columns = trace.columns
    parts = [labels.value(trace, node, mover=wanted.mover)]
    if wanted.windows is not Place.NONE:
        parts.append(labels.window(trace, node, mover=wanted.mover))
    if columns.cutoff[node]:
        end = "β" if columns.turn[node] == MAX else "α"
        parts.append(f"✂ {end}" if trace.landmarks.pruned_children[node] else f"{end}, {NONE_LEFT}")
    # That an inner node was expanded goes without saying; an open one has that for its value.
    if with_status and columns.status[node] not in (EXPANDED, OPEN):
        parts.append(Status(int(columns.status[node])).name.lower())
    return " ".join(part for part in parts if part)
