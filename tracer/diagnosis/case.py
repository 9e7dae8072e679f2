"""A search under examination: what its nodes say of the true values, and what their children prove of them.

A visit's value says something of the true one: inside its window it is exact, at or above beta the true value is that
or more, at or below alpha that or less. That is what the node *claims*. From its children's claims follows what a node
could say at most, which is what is *proven*. A search is sound where each leaf claims the truth and each other node
claims no more than is proven. It is all the same whether it is fail-hard or fail-soft, tests `>=` or `>`, searches
again or takes values from a sound table, and in what order: so no such search is ever blamed.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from tracer.deciding.thresholds import FEW, SURE, TINY
from tracer.diagnosis.call_columns import LEFT_MOVES, counts_plies, shrinks_values
from tracer.diagnosis.judged import Judged
from tracer.diagnosis.source_lines import nodes_left_before_call
from tracer.games.rules import MAX
from tracer.recording.column_views import as_memoryview
from tracer.recording.columns import NO_DEPTH, Bools, Floats, Ints
from tracer.recording.slices import ReportedNumbers
from tracer.recording.status import HORIZON, OPEN, PRUNED, TABLE, TERMINAL
from tracer.searches.contract import clamp

INFINITY = float("inf")
Limits = tuple[float, float]
"""Between which numbers a value lies."""
UNLIMITED: Limits = (-INFINITY, INFINITY)
"""What is known of a value of which nothing is known."""
NO_LIMITS: Mapping[int, Limits] = MappingProxyType({})


class Choice(NamedTuple):
    """An expanded node whose visited children all returned. Values and window are MAX's view."""

    node: int
    turn: int
    value: float
    """What it returned."""
    alpha: float
    beta: float
    children: list[int]
    """The last visit of each move that was searched, in the order of time."""
    values: list[float]
    """What each of them returned."""

    @property
    def best(self) -> float:
        """Return the best of the children's values for the player to move."""
        return max(self.values) if self.turn == MAX else min(self.values)

    @property
    def worst(self) -> float:
        """Return the worst of the children's values for the player to move."""
        return min(self.values) if self.turn == MAX else max(self.values)

    def get_possible_results(self, value: float) -> tuple[float, float]:
        """What a fail-soft and a fail-hard search return where this is the best value."""
        return value, clamp(value, (self.alpha, self.beta))


class Claims:
    """The claim of each node, from columns of the least and the greatest value."""

    def __init__(self, low: Floats, high: Floats) -> None:
        self._low, self._high = as_memoryview(low), as_memoryview(high)

    def __getitem__(self, node: int) -> Limits:
        return self._low[node], self._high[node]


class Case(Judged):
    """One trace under examination, with the game if there is one."""

    @cached_property
    def may_clamp_leaves(self) -> bool:
        """Return whether leaves may have clamped their values to their windows: none has a value outside.

        Of plyscope's own searches it is known whether they do.
        """
        columns, header = self.columns, self.trace.header
        if header.ours:
            return header.options.get("fail") == "hard"
        leaf = np.isin(columns.status, (TERMINAL, HORIZON))
        return bool(((columns.alpha <= columns.value) & (columns.value <= columns.beta))[leaf].all())

    @cached_property
    def claims(self) -> Claims:
        """Return the claim of every node, `UNLIMITED` where it is none."""
        return Claims(*self.claim_columns)

    @cached_property
    def claim_columns(self) -> tuple[Floats, Floats]:
        """Return by node the ends of its claim: the limits of the true value after what it returned."""
        columns = self.columns
        value, alpha, beta, status = columns.value, columns.alpha, columns.beta, columns.status
        is_exact = (alpha < value) & (value < beta)
        header = self.trace.header
        if header.ours and header.options.get("cut") == ">" and header.options.get("fail") != "hard":
            # Of plyscope's own searches it is known that with this test a value at an end is exact.
            is_exact |= (alpha <= value) & (value <= beta)
        may_be_clamped = ((value == alpha) | (value == beta)) if self.may_clamp_leaves else np.zeros(len(self), bool)
        is_exact |= np.isin(status, (TERMINAL, HORIZON)) & ~may_be_clamped
        claims_nothing = np.isnan(value) | (~is_exact & (alpha == beta) & (beta == value))
        min_values, max_values = value.copy(), value.copy()
        min_values[~is_exact & ~(value >= beta)] = -INFINITY
        max_values[~is_exact & (value >= beta)] = INFINITY
        min_values[claims_nothing], max_values[claims_nothing] = UNLIMITED
        return min_values, max_values

    def claims_by_move(self, node: int, other_claims: Mapping[int, Limits] = NO_LIMITS) -> dict[int | None, Limits]:
        """Return what the children of a node claim, by the number of the move: several visits of a move hold together.

        Asides, which make none, have None for it. Some of the children may have other claims `other_claims`.
        """
        limits_by_move: dict[int | None, Limits] = {}
        for child in self.counted_children(node):
            move = None if child in self.aside_nodes else self.move[child]
            low, high = limits_by_move.get(move, UNLIMITED)
            child_limits = other_claims[child] if child in other_claims else self.claims[child]
            limits_by_move[move] = max(low, child_limits[0]), min(high, child_limits[1])
        return limits_by_move

    def counted_children(self, node: int) -> list[int]:
        """Return the children of a node that its value follows from: without asides, if other moves were visited.

        Moves that were left out on purpose are none.
        """
        children = self.children(node)
        if self.trace.columns.why is not None:
            children = [child for child in children if not self.trace.skips[child]]
        if self.aside_nodes.isdisjoint(children):
            return children
        moves = [child for child in children if child not in self.aside_nodes]
        any_searched = any(self.status[child] != PRUNED for child in moves)
        return moves if any_searched else [child for child in children if child in self.aside_nodes]

    def compute_proven_limits(
        self, node: int, other_claims: Mapping[int, Limits] = NO_LIMITS, *, by_visits: bool = False
    ) -> Limits:
        """Return the limits of the true value of an expanded node, if its children's claims are true.

        Args:
            node: the node.
            other_claims: other claims for some of the children.
            by_visits: ignore the moves that were not searched.
        """
        by_move = self.claims_by_move(node, other_claims)
        if by_visits:
            for child in self.children(node):
                if self.status[child] == PRUNED:
                    by_move.pop(self.move[child], None)
        child_limits = list(by_move.values())
        searched_all = by_visits or None in by_move or node in self.nodes_beyond_horizon
        if not child_limits or (not searched_all and self.get_missing_moves(node)):
            child_limits.append(UNLIMITED)
        best = max if self.turn[node] == MAX else min
        if node in self.unseen_stands:  # better than all moves of its player can only be its evaluation
            child_limits.append((best(self.value[node], best(low for low, _ in child_limits)),) * 2)
        low, high = self.table_limits(node)
        return max(low, best(low for low, _ in child_limits)), min(high, best(high for _, high in child_limits))

    def is_proven(self, node: int, other_claims: Mapping[int, Limits] = NO_LIMITS, *, by_visits: bool = False) -> bool:
        """Return whether an expanded node claims no more than its children prove."""
        low, high = self.compute_proven_limits(node, other_claims, by_visits=by_visits)
        rounding = 0.0 if np.isinf(self.value[node]) else TINY * max(1.0, abs(self.value[node]))
        return self.claims[node][0] <= low + rounding and self.claims[node][1] >= high - rounding

    @cached_property
    def records_table_answers(self) -> bool:
        """Return whether the search itself recorded which visits its table answered."""
        return not self.trace.sources and bool((self.trace.columns.status == TABLE).any())

    @cached_property
    def has_named_table(self) -> bool:
        """Return whether the search is known to keep values of positions: it tells so, or something is named so."""
        header = self.trace.header
        return self.records_table_answers or "memo" in header.search or "table" in header.notes

    @property
    def may_have_cached_answers(self) -> bool:
        """Return whether a table or a cache is known that may answer for positions."""
        return self.has_named_table or "cache" in self.trace.header.notes

    @property
    def seems_to_have_table(self) -> bool:
        """Return whether the search seems to keep values of positions, as some leaves look like answers of a table."""
        return self.has_named_table or TABLE in self.status

    def table_limits(self, node: int) -> Limits:
        """Return what bounds from a table may have told of an expanded node's value before it searched any move.

        Such a bound narrows the window of the node, which shows in that of its first child. It is taken on trust
        unless the node returns a value beyond it.
        """
        if not self._trusts_first_windows and node not in self.nodes_beyond_horizon:
            return UNLIMITED
        low, high = self._limits_by_first_window(node)
        return (low, high) if low <= self.value[node] <= high else UNLIMITED

    @cached_property
    def _trusts_first_windows(self) -> bool:
        """Return whether a table may have narrowed windows before the first move, also where nothing else shows one.

        Not where a value contradicts such a bound, or nearly all nodes of a player have one.
        """
        if not self.has_windows or self.seems_to_have_table:
            return self.has_windows
        node_counts, narrowed_counts = Counter[int](), Counter[int]()
        for node in self.iter_choice_nodes():
            node_counts[self.turn[node]] += 1
            low, high = limits = self._limits_by_first_window(node)
            if limits != UNLIMITED:
                if not low <= self.value[node] <= high:
                    return False
                narrowed_counts[self.turn[node]] += 1
        return not any(count >= FEW and count >= SURE * node_counts[turn] for turn, count in narrowed_counts.items())

    def _limits_by_first_window(self, node: int) -> Limits:
        """Return the limits of a value by what the window of an expanded node's first child leaves out of the node's.

        A visit that only asked has a window of its own.
        """
        first_child = node + 1
        if first_child in self.aside_nodes:
            first_child = next((child for child in self.visits(node) if child not in self.aside_nodes), node)
        alpha, beta = self.alpha[first_child], self.beta[first_child]
        if not alpha <= beta:
            return UNLIMITED
        return alpha if alpha > self.alpha[node] else -INFINITY, beta if beta < self.beta[node] else INFINITY

    @cached_property
    def unsound_nodes(self) -> list[int]:
        """Return the expanded nodes that claim more than their children prove, in the order of time."""
        unsound = []
        cache = "cache" in self.trace.header.notes
        has_depth_entries = self.has_named_table and (self.depth is not None or bool(self.trace.passes))
        for node in self._doubtful_nodes():
            if cache and (self.get_missing_moves(node) or not self.get_legal_moves(node)):
                continue  # the cache may have answered for children that are not seen
            if self._ends_with_aside(node) or any(self.status[child] == OPEN for child in self.visits(node)):
                continue  # a child without a value proves nothing
            if has_depth_entries and self._is_beyond_first_window(node):
                continue  # a bound from a greater depth narrowed it, which the moves do not bear out
            if not self.is_proven(node) and not self._may_have_unsearched_win(node):
                unsound.append(node)
        return unsound

    def _is_beyond_first_window(self, node: int) -> bool:
        """Return whether a node returned a value outside the window that its first move got."""
        low, high = self._limits_by_first_window(node)
        return self.has_windows and not low <= self.value[node] <= high

    def _may_have_unsearched_win(self, node: int) -> bool:
        """Return whether a node left its loop before a call, as for a win, with no less than its children prove."""
        if not self.left_before_call[node]:
            return False
        best, turn = self.compute_proven_limits(node, by_visits=True), self.turn[node]
        return bool(turn * self.value[node] >= (best[0] if turn == MAX else -best[1]))

    @cached_property
    def left_before_call(self) -> Bools:
        """Return by node whether it returned inside its loop over the moves before a call, as where a move wins."""
        return nodes_left_before_call(self.trace)

    def _ends_with_aside(self, node: int) -> bool:
        """Return whether a node returned what an aside had returned, at once, or what cut there, as after a check.

        Where players take turns call by call, a recording takes it for the other player's, with that one's value.
        """
        visits, turn, value = self.visits(node), self.turn[node], self.value[node]
        if visits and visits[-1] in self.aside_nodes and abs(self.value[visits[-1]]) == abs(value):
            return True
        opponent_bounds = self.beta if turn > 0 else self.alpha
        for child in visits:
            reached = turn * self.value[child] >= max(turn * opponent_bounds[node], turn * opponent_bounds[child])
            if child in self.aside_nodes and reached and value in (opponent_bounds[node], self.value[child]):
                return True
        return False

    def _doubtful_nodes(self) -> Sequence[int]:
        """Return the expanded nodes, in time, that may claim more than each child proves by itself."""
        (low, high), columns = self.claim_columns, self.columns
        is_surely_proven = np.zeros(len(self), bool)
        for calls in self.calls.values():
            best = np.maximum if calls.turn > 0 else np.minimum
            min_proven, max_proven = (best.reduceat(ends[calls.child_ids], calls.first_row) for ends in (low, high))
            open_side = max_proven if calls.turn > 0 else min_proven
            open_side[calls.move_coverage == LEFT_MOVES] = calls.turn * INFINITY
            nodes = calls.node_ids
            is_surely_proven[nodes] = (low[nodes] <= min_proven) & (high[nodes] >= max_proven)
        return sort_by_return(self, np.flatnonzero(columns.is_judged & ~is_surely_proven))

    def get_remaining_depth(self, node: int) -> int | None:
        """Return the depth that a node has left, by the limit of the search or of its iteration; None for no limit."""
        if self.depth is not None and self.depth[0] != NO_DEPTH:
            return self.depth[0] - self.ply[node]
        iteration = bisect_right(self.iterations[0], node) - 1
        limit = self.trace.header.depth if iteration < 0 else self.iterations[1][iteration]
        return None if limit is None else limit - self.ply[node]

    @cached_property
    def iterations(self) -> tuple[list[int], list[int]]:
        """Return the iterations of the whole search, if their depths were told, and these."""
        if 0 not in self.trace.drivers or self.depth is None:
            return [], []
        passes = self.visits(0)
        depths = [self.depth[one] for one in passes]
        return ([], []) if NO_DEPTH in depths else (passes, depths)

    def shrinks_values(self) -> bool:
        """Return whether values are changed on their way up, always in the same way, as some searches do."""
        players = [*self.calls.values()]
        return shrinks_values(players, self.blamed_nodes) or (not self.has_windows and counts_plies(players))

    def get_choice(self, node: int) -> Choice | None:
        """Return a node's choice; None where nobody chose among children that all returned."""
        calls = self.calls.get(self.turn[node])
        row = 0 if calls is None else int(np.searchsorted(calls.node_ids, node))
        if calls is None or row == len(calls) or calls.node_ids[row] != node:
            return None
        child_rows = slice(int(calls.first_row[row]), int(calls.last_row[row]) + 1)
        values, children = (calls.turn * calls.child_values[child_rows]).tolist(), calls.child_ids[child_rows].tolist()
        return Choice(node, calls.turn, self.value[node], self.alpha[node], self.beta[node], children, values)


def sort_by_return(case: Case, nodes: Ints) -> Sequence[int]:
    """Return some nodes in the order in which they returned."""
    return ReportedNumbers(nodes[np.lexsort((-nodes, case.columns.end[nodes]))], case.beat)
