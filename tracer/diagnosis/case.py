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

from tracer.deciding.thresholds import FEW, SURE
from tracer.diagnosis.call_columns import LEFT, shrinks
from tracer.diagnosis.judged import Judged
from tracer.games.rules import MAX
from tracer.recording.column_views import as_memoryview
from tracer.recording.columns import NO_DEPTH, Floats, Ints
from tracer.recording.slices import ReportedNumbers
from tracer.recording.status import HORIZON, OPEN, PRUNED, TABLE, TERMINAL
from tracer.searches.contract import clamp

INFINITY = float("inf")
Limits = tuple[float, float]
"""Between which numbers a value lies."""
UNKNOWN: Limits = (-INFINITY, INFINITY)
"""What is known of a value of which nothing is known."""
NOTHING: Mapping[int, Limits] = MappingProxyType({})


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

    @property
    def near(self) -> float:
        """Return the other end, which the player's values raise: alpha at MAX, beta at MIN."""
        return self.alpha if self.turn == MAX else self.beta

    def returns(self, value: float) -> tuple[float, float]:
        """What a fail-soft and a fail-hard search return where this is the best value."""
        return value, clamp(value, (self.alpha, self.beta))

    def child(self, value: float) -> int | None:
        """Return the first child of this value."""
        return self.children[self.values.index(value)] if value in self.values else None


class Claims:
    """The claim of each node, from columns of the least and the greatest value."""

    def __init__(self, low: Floats, high: Floats) -> None:
        self._low, self._high = as_memoryview(low), as_memoryview(high)

    def __getitem__(self, node: int) -> Limits:
        return self._low[node], self._high[node]


class Case(Judged):
    """One trace under examination, with the game if there is one."""

    @cached_property
    def clamps(self) -> bool:
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
        """Return the claim of every node, `UNKNOWN` where it is none."""
        return Claims(*self.claimed)

    @cached_property
    def claimed(self) -> tuple[Floats, Floats]:
        """Return by node the ends of its claim: the limits of the true value after what it returned."""
        columns = self.columns
        value, alpha, beta, leaf = columns.value, columns.alpha, columns.beta, columns.status
        exact = (alpha < value) & (value < beta)
        header = self.trace.header
        if header.ours and header.options.get("cut") == ">" and header.options.get("fail") != "hard":
            # Of plyscope's own searches it is known that with this test a value at an end is exact.
            exact |= (alpha <= value) & (value <= beta)
        clamped = ((value == alpha) | (value == beta)) if self.clamps else np.zeros(len(self), bool)
        exact |= np.isin(leaf, (TERMINAL, HORIZON)) & ~clamped
        nothing = np.isnan(value) | (~exact & (alpha == beta) & (beta == value))
        low, high = value.copy(), value.copy()
        low[~exact & ~(value >= beta)] = -INFINITY
        high[~exact & (value >= beta)] = INFINITY
        low[nothing], high[nothing] = UNKNOWN
        return low, high

    def claims_by_move(self, node: int, instead: Mapping[int, Limits] = NOTHING) -> dict[int | None, Limits]:
        """Return what the children of a node claim, by the number of the move: several visits of a move hold together.

        Asides, which make none, have None for it. Some of the children may have other claims `instead`.
        """
        found: dict[int | None, Limits] = {}
        for child in self.counted_children(node):
            move = None if child in self.asides else self.move[child]
            low, high = found.get(move, UNKNOWN)
            mine = instead[child] if child in instead else self.claims[child]
            found[move] = max(low, mine[0]), min(high, mine[1])
        return found

    def counted_children(self, node: int) -> list[int]:
        """Return the children of a node that its value follows from: without asides, if other moves were visited.

        Moves that were left out on purpose are none.
        """
        children = self.children(node)
        if self.trace.columns.why is not None:
            children = [child for child in children if not self.trace.skips[child]]
        if self.asides.isdisjoint(children):
            return children
        moves = [child for child in children if child not in self.asides]
        searched = any(self.status[child] != PRUNED for child in moves)
        return moves if searched else [child for child in children if child in self.asides]

    def proven(self, node: int, instead: Mapping[int, Limits] = NOTHING, *, by_visits: bool = False) -> Limits:
        """Return the limits of the true value of an expanded node, if its children's claims are true.

        Args:
            node: the node.
            instead: other claims for some of the children.
            by_visits: ignore the moves that were not searched.
        """
        by_move = self.claims_by_move(node, instead)
        if by_visits:
            for child in self.children(node):
                if self.status[child] == PRUNED:
                    by_move.pop(self.move[child], None)
        known = list(by_move.values())
        lacks = not by_visits and None not in by_move and node not in self.beyond and self.missing_moves(node)
        if not known or lacks:
            known.append(UNKNOWN)
        best = max if self.turn[node] == MAX else min
        low, high = self.table_limits(node)
        return max(low, best(low for low, _ in known)), min(high, best(high for _, high in known))

    def is_proven(self, node: int, instead: Mapping[int, Limits] = NOTHING, *, by_visits: bool = False) -> bool:
        """Return whether an expanded node claims no more than its children prove."""
        low, high = self.proven(node, instead, by_visits=by_visits)
        return self.claims[node][0] <= low and self.claims[node][1] >= high

    @cached_property
    def tells_table(self) -> bool:
        """Return whether the search itself recorded which visits its table answered."""
        return not self.trace.sources and bool((self.trace.columns.status == TABLE).any())

    @cached_property
    def names_table(self) -> bool:
        """Return whether the search is known to keep values of positions: it tells so, or something is named so."""
        header = self.trace.header
        return self.tells_table or "memo" in header.search or "table" in header.notes

    @property
    def may_answer(self) -> bool:
        """Return whether a table or a cache is known that may answer for positions."""
        return self.names_table or "cache" in self.trace.header.notes

    @property
    def has_table(self) -> bool:
        """Return whether the search seems to keep values of positions, as some leaves look like answers of a table."""
        return self.names_table or TABLE in self.status

    def table_limits(self, node: int) -> Limits:
        """Return what bounds from a table may have told of an expanded node's value before it searched any move.

        Such a bound narrows the window of the node, which shows in that of its first child. It is taken on trust
        unless the node returns a value beyond it.
        """
        low, high = self._left_out(node) if self._bounds_tell or node in self.beyond else UNKNOWN
        return (low, high) if low <= self.value[node] <= high else UNKNOWN

    @cached_property
    def _bounds_tell(self) -> bool:
        return self.windowed and (self.has_table or self._are_windows_of_a_table())

    def _are_windows_of_a_table(self) -> bool:
        """Return whether a table may have narrowed windows before the first move, where nothing else shows one.

        Not where a value contradicts such a bound, or nearly all nodes of a player have one.
        """
        visits, narrow = Counter[int](), Counter[int]()
        for node in self.expanded():
            visits[self.turn[node]] += 1
            low, high = limits = self._left_out(node)
            if limits != UNKNOWN:
                if not low <= self.value[node] <= high:
                    return False
                narrow[self.turn[node]] += 1
        return not any(count >= FEW and count >= SURE * visits[turn] for turn, count in narrow.items())

    def _left_out(self, node: int) -> Limits:
        """Return the limits of a value by what the window of an expanded node's first child leaves out of the node's.

        A visit that only asked has a window of its own.
        """
        first = node + 1
        if first in self.asides:
            first = next((child for child in self.visits(node) if child not in self.asides), node)
        alpha, beta = self.alpha[first], self.beta[first]
        if not alpha <= beta:
            return UNKNOWN
        return alpha if alpha > self.alpha[node] else -INFINITY, beta if beta < self.beta[node] else INFINITY

    @cached_property
    def unsound(self) -> list[int]:
        """Return the expanded nodes that claim more than their children prove, in the order of time."""
        found = []
        cache = "cache" in self.trace.header.notes
        for node in self._doubtful():
            if cache and (self.missing_moves(node) or not self.legal(node)):
                continue  # the cache may have answered for children that are not seen
            if self._ends_with_aside(node) or any(self.status[child] == OPEN for child in self.visits(node)):
                continue  # a child without a value proves nothing
            if not self.is_proven(node):
                found.append(node)
        return found

    def _ends_with_aside(self, node: int) -> bool:
        """Return whether a node returned what an aside had returned, at once, or what cut there, as after a check.

        Where players take turns call by call, a recording takes it for the other player's, with that one's value.
        """
        visits, turn, value = self.visits(node), self.turn[node], self.value[node]
        if visits and visits[-1] in self.asides and abs(self.value[visits[-1]]) == abs(value):
            return True
        ends = self.beta if turn > 0 else self.alpha
        for child in visits:
            reached = turn * self.value[child] >= max(turn * ends[node], turn * ends[child])
            if child in self.asides and reached and value in (ends[node], self.value[child]):
                return True
        return False

    def _doubtful(self) -> Sequence[int]:
        """Return the expanded nodes, in time, that may claim more than each child proves by itself."""
        (low, high), columns = self.claimed, self.columns
        surely = np.zeros(len(self), bool)
        for calls in self.calls.values():
            best = np.maximum if calls.turn > 0 else np.minimum
            least, most = (best.reduceat(ends[calls.child], calls.first) for ends in (low, high))
            if calls.turn > 0:
                most = np.where(calls.left == LEFT, INFINITY, most)
            else:
                least = np.where(calls.left == LEFT, -INFINITY, least)
            surely[calls.node] = (low[calls.node] <= least) & (high[calls.node] >= most)
        return in_time(self, np.flatnonzero(columns.judged & ~surely))

    def remaining(self, node: int) -> int | None:
        """Return the depth that a node has left, by the limit of the search or of its iteration; None for no limit."""
        if self.depth is not None and self.depth[0] != NO_DEPTH:
            return self.depth[0] - self.ply[node]
        place = bisect_right(self._iterations[0], node) - 1
        limit = self.trace.header.depth if place < 0 else self._iterations[1][place]
        return None if limit is None else limit - self.ply[node]

    @cached_property
    def _iterations(self) -> tuple[list[int], list[int]]:
        """Return the iterations of the whole search, if their depths were told, and these."""
        if 0 not in self.trace.drivers or self.depth is None:
            return [], []
        passes = self.visits(0)
        depths = [self.depth[one] for one in passes]
        return ([], []) if NO_DEPTH in depths else (passes, depths)

    def shrinks(self) -> bool:
        """Return whether values are made smaller on their way up, always in the same way, as some searches do."""
        return shrinks(self.calls.values(), self.blamed)

    def choice(self, node: int) -> Choice | None:
        """Return a node's choice; None where nobody chose among children that all returned."""
        calls = self.calls.get(self.turn[node])
        place = -1 if calls is None else int(np.searchsorted(calls.node, node))
        if calls is None or not place < len(calls) or calls.node[place] != node:
            return None
        mine = slice(int(calls.first[place]), int(calls.last[place]) + 1)
        values, children = (calls.turn * calls.returned[mine]).tolist(), calls.child[mine].tolist()
        return Choice(node, calls.turn, self.value[node], self.alpha[node], self.beta[node], children, values)

    def path(self, node: int) -> tuple[str, ...]:
        """Return the moves that lead to a node."""
        return tuple(self.trace.label(one) for one in self.trace.ancestry(node)[1:])


def in_time(case: Case, nodes: Ints) -> Sequence[int]:
    """Return some nodes in the order in which they returned."""
    return ReportedNumbers(nodes[np.lexsort((-nodes, case.columns.end[nodes]))], case.beat)
