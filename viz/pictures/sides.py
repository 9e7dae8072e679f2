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
from tracer.games.rules import MAX, MIN
from tracer.recording.columns import Bools, Ints
from tracer.recording.status import EXPANDED, OPEN, PRUNED, Status
from tracer.text import clean
from tracer.tracing import Trace
from viz.pictures import labels
from viz.pictures.boxes import OtherSearchText
from viz.pictures.labels import DEFAULT_LABELS, LabelOptions, TextPlacement
from viz.pictures.roles import Kind, Role, role_of_node
from viz.pictures.selection import count_left_out

NONE_LEFT = "none left"
"""What is said of a cutoff after the last move, which skips nothing."""
SIDE_NAMES = {ONLY_A: "only A", ONLY_B: "only B"}
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
        differences = self.comparison
        window_only = differences.window & ~(differences.value | differences.bound | differences.fate)
        other_window_mask: Bools = (self.in_a != NO_MATCH) & window_only[self.in_a]
        return other_window_mask

    @property
    def notable(self) -> Bools:
        """Over the nodes of the union: only one search has it, or more than its window differs."""
        notable: Bools = (self.codes != BOTH) & ~self.other_windows
        return notable

    def searches(self) -> tuple[tuple[str, Trace, Ints], tuple[str, Trace, Ints]]:
        """Each search: its letter, its trace, and where the union's nodes are in it."""
        return ("A", self.comparison.a, self.in_a), ("B", self.comparison.b, self.in_b)

    def node_role(self, node: int) -> Role:
        """What a node is. A cutoff is marked where either search had it, with the letter of the one that alone had it.

        There is no principal variation, as there are two.
        """
        if self.shown:
            return self._role_in_shown(node)
        roles = {
            letter: role_of_node(trace, int(node_in_search[node]))
            for letter, trace, node_in_search in self.searches()
            if node_in_search[node] != NO_MATCH
        }
        cutoffs_by_search = {
            letter: (search_role.prunes, search_role.refutes)
            for letter, search_role in roles.items()
            if search_role.refutes
        }
        prunes, refutes = max(cutoffs_by_search.values(), default=(False, ""))
        letters_with_cutoff = [letter for letter, cutoff in cutoffs_by_search.items() if cutoff == (prunes, refutes)]
        return replace(
            role_of_node(self.trace, node),
            on_pv=False,
            refutes=refutes,
            prunes=prunes,
            cut_by=letters_with_cutoff[0] if len(letters_with_cutoff) == 1 else "",
            side=BOTH if self.other_windows[node] else self.side(node),
            other_window=bool(self.other_windows[node]),
        )

    def node_lines(self, node: int, label_options: LabelOptions = DEFAULT_LABELS) -> list[str]:
        """What stands in a node: as in a drawing of one search, and whose it is; both sets of facts where they differ.

        >>> import tracer
        >>> found = side_by_side(tracer.trace([[3, 5], [2, 9]], "minimax"), tracer.trace([[3, 5], [2, 9]]))
        >>> found.node_lines(4), found.node_lines(6)
        (['a2', 'A = 2', 'B ≤ 2 (3, ∞) ✂ α'], ['b2', '= 9', 'only A'])
        """
        side = self.side(node)
        if self.shown:
            return self._lines_of_shown(node, side, label_options)
        if self.other_windows[node]:
            shared_lines = labels.node_lines(
                *self._trace_with_node(node), replace(label_options, windows=TextPlacement.NONE)
            )
            from_mover_view = label_options.from_mover_view
            windows_line = "  ".join(
                f"{letter} {labels.entry_window_text(trace, int(nodes[node]), from_mover_view=from_mover_view)}"
                for letter, trace, nodes in self.searches()
            )
            return [*shared_lines, windows_line] if label_options.windows is not TextPlacement.NONE else shared_lines
        if side is CHANGED:
            return [*labels.heading_texts(self.trace, node, label_options), *self.contrast_lines(node, label_options)]
        lines = labels.node_lines(*self._trace_with_node(node), self._labels_for_both(side, label_options))
        return [*lines, SIDE_NAMES[side]] if side in SIDE_NAMES else lines

    def edge_lines(self, node: int, label_options: LabelOptions) -> list[str]:
        """What stands at the edge above a node; windows that differ stand in the node, each beside its search."""
        side = self.side(node)
        if self.shown:
            return self._edge_of_shown(node, label_options)
        if side is CHANGED:
            label_options = replace(label_options, windows=TextPlacement.NODE)
        return labels.edge_lines(*self._trace_with_node(node), self._labels_for_both(side, label_options))

    def is_elsewhere(self, node: int) -> bool:
        """Whether a node was visited by the search that is not the one drawn, and not by that."""
        return bool(self.shown) and self.side(node) is (ONLY_A if self.other == "A" else ONLY_B)

    def last_pv_node(self) -> int:
        """The end of the principal variation: of the search that is drawn, or of A."""
        node_in_search = self.in_b if self.shown == "B" else self.in_a
        trace = self.comparison.b if self.shown == "B" else self.comparison.a
        return int(np.flatnonzero(node_in_search == trace.principal_variation[-1])[0])

    def remainder_lines(self, nodes: Sequence[int]) -> dict[int, list[str]]:
        """What the stub below each drawn node says of what is left out there. O(n).

        Visited and pruned is what the search drawn did; the rest the other one alone met.
        """
        trace, node_in_search = next(
            (trace, node_in_search) for letter, trace, node_in_search in self.searches() if letter == self.shown
        )
        is_missing = node_in_search == NO_MATCH
        is_pruned = ~is_missing & (trace.columns.status[node_in_search] == PRUNED)
        count_columns = (
            count_left_out(self.trace, mask, np.array(nodes)).tolist()
            for mask in (~is_missing & ~is_pruned, is_pruned, is_missing)
        )
        return {
            node: labels.stub_lines(visited, pruned, elsewhere=elsewhere, other=self.other)
            for node, visited, pruned, elsewhere in zip(nodes, *count_columns, strict=True)
            if visited or pruned or elsewhere
        }

    def _shown_and_other_nodes(self, node: int) -> tuple[Trace, int, Trace, int]:
        """The search that is drawn and the node there, then the other's; −1 for a node that is not there."""
        searches = {letter: (trace, int(node_in_search[node])) for letter, trace, node_in_search in self.searches()}
        return *searches[self.shown], *searches[self.other]

    def _role_in_shown(self, node: int) -> Role:
        """What a node is to the search that is drawn."""
        trace, shown_node, _, _ = self._shown_and_other_nodes(node)
        return Role(Kind.ELSEWHERE) if shown_node == NO_MATCH else role_of_node(trace, shown_node)

    def _lines_of_shown(self, node: int, side: Side, label_options: LabelOptions) -> list[str]:
        """What stands in a node as the search that is drawn has it, and what the other has where that differs."""
        trace, shown_node, other_trace, other_node = self._shown_and_other_nodes(node)
        lines = (
            labels.heading_texts(self.trace, node, label_options)
            if shown_node == NO_MATCH
            else labels.node_lines(trace, shown_node, label_options)
        )
        if other_node != NO_MATCH and (self.is_elsewhere(node) or side is CHANGED):
            other_options = replace(
                label_options, windows=TextPlacement.NODE if self._has_other_window(node) else TextPlacement.NONE
            )
            has_other_status = shown_node != NO_MATCH and trace.columns.status[shown_node] not in (
                PRUNED,
                other_trace.columns.status[other_node],
            )
            facts = (
                _describe_facts(other_trace, other_node, other_options, with_status=bool(has_other_status)) or "pruned"
            )
            lines.append(OtherSearchText(f"{self.other} {facts}"))
        elif other_node != NO_MATCH and side is not BOTH and other_trace.columns.status[other_node] == PRUNED:
            lines.append(OtherSearchText(f"{self.other} ✂"))
        return lines

    def _edge_of_shown(self, node: int, label_options: LabelOptions) -> list[str]:
        trace, shown_node, _, _ = self._shown_and_other_nodes(node)
        if shown_node != NO_MATCH:
            return labels.edge_lines(trace, shown_node, label_options)
        return labels.edge_lines(self.trace, node, replace(label_options, windows=TextPlacement.NONE))

    def _has_other_window(self, node: int) -> bool:
        return self.side(node) is CHANGED and bool(self.comparison.window[self.in_a[node]])

    def _labels_for_both(self, side: Side, label_options: LabelOptions) -> LabelOptions:
        """What is written where it stands for both searches: no window that one of them has not."""
        both_windowed = self.comparison.a.header.windowed and self.comparison.b.header.windowed
        return (
            label_options if both_windowed or side is not BOTH else replace(label_options, windows=TextPlacement.NONE)
        )

    def _trace_with_node(self, node: int) -> tuple[Trace, int]:
        """The search whose facts stand for a node, and the node there."""
        _, trace, node_in_search = self.searches()[self.side(node) is ONLY_B]
        return trace, int(node_in_search[node])

    def contrast_lines(self, node: int, label_options: LabelOptions = DEFAULT_LABELS) -> list[str]:
        """What each search has at a node that both visited, as in `A = 2`, `B ≤ 2 (3, ∞) ✂ α`."""
        searches = self.searches()
        statuses = {int(trace.columns.status[node_in_search[node]]) for _, trace, node_in_search in searches}
        with_status = len(statuses) > 1
        return [
            f"{letter} {_describe_facts(trace, int(node_in_search[node]), label_options, with_status=with_status)}"
            for letter, trace, node_in_search in searches
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


def _describe_facts(trace: Trace, node: int, label_options: LabelOptions, *, with_status: bool) -> str:
    """Value, window, cutoff and perhaps status of a node in one search; a cutoff that skips nothing says so."""
    columns = trace.columns
    texts = [labels.value(trace, node, from_mover_view=label_options.from_mover_view)]
    if label_options.windows is not TextPlacement.NONE:
        texts.append(labels.entry_window_text(trace, node, from_mover_view=label_options.from_mover_view))
    if columns.cutoff[node]:
        is_beta = columns.turn[node] == MAX or (label_options.from_mover_view and columns.turn[node] == MIN)
        end = "β" if is_beta else "α"
        texts.append(f"✂ {end}" if trace.landmarks.pruned_children[node] else f"{end}, {NONE_LEFT}")
    # That an inner node was expanded goes without saying; an open one has that for its value.
    if with_status and columns.status[node] not in (EXPANDED, OPEN):
        texts.append(Status(int(columns.status[node])).name.lower())
    return " ".join(text for text in texts if text)
