"""A search as its examiners look at it: its columns as lists, and what its nodes say of the true values.

A visit's value says something of the true one: inside its window it is exact, at or above beta the true value is that
or more, at or below alpha that or less. That is what the node *claims*. From its children's claims follows what a node
could say at most, which is what is *proven*. A search is sound where each leaf claims the truth and each other node
claims no more than is proven. It is all the same whether it is fail-hard or fail-soft, tests `>=` or `>`, searches
again or takes values from a sound table, and in what order: so no such search is ever blamed.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from tracer.count.paths import paths_of
from tracer.diagnosis import asides, bounds
from tracer.diagnosis.bounds import Limits
from tracer.diagnosis.by_rules import Positions
from tracer.diagnosis.call_columns import LEFT, Calls, CaseColumns
from tracer.diagnosis.decay import Decay, decay_of, touched
from tracer.games.rules import MAX, MIN
from tracer.recording.columns import NO_DEPTH, Floats, Ints
from tracer.recording.no_moves import Stand
from tracer.recording.once import Once
from tracer.recording.slices import Beat, Walked, slices, unheard
from tracer.recording.status import EXPANDED, HORIZON, OPEN, PRUNED, TABLE, TERMINAL, Why
from tracer.tracing import Trace

INFINITY = float("inf")
UNKNOWN: Limits = (-INFINITY, INFINITY)
"""What is known of a value of which nothing is known."""
ASIDE = -1
"""What stands for the move where a visit has the position of its parent."""
NOTHING: Mapping[int, Limits] = MappingProxyType({})


class Entry(NamedTuple):
    """A child with the running window of its parent when it was entered: what a sound search would have had by then."""

    child: int
    low: float
    high: float


class Case(Positions, Once):
    """One trace under examination, with the game if there is one."""

    def __init__(self, trace: Trace, beat: Beat = unheard) -> None:
        super().__init__(trace, beat)
        columns = trace.columns
        self._values = columns.value
        if bounds.stands_for_infinity(trace):
            self.value = [bounds.infinite(value) for value in self.value]
            self._values = np.array(self.value)
        # What is said to be expanded and has nothing below was evaluated, whatever its recorder called it.
        empty = (columns.status == EXPANDED) & (columns.end == np.arange(len(columns)) + 1)
        for node in np.flatnonzero(empty).tolist():
            self.status[node] = HORIZON
        # A driver chooses nothing among its iterations, as chance does not: what is asked of a player concerns it not.
        for node in trace.drivers:
            self.turn[node] = 0
        self.depth: list[int] | None = None if columns.depth is None else self.listed(columns.depth)
        """The remaining depth of each call, NO_DEPTH where it has none; None where no call told it."""
        self.windowed = trace.header.windowed
        """Whether the search has alpha and beta."""
        self.blamed: set[int] = set()
        """Nodes at which an examiner before found an error, with which later ones need not deal."""
        self.broken: set[int] = set()
        """Nodes at or below which the rules are broken, of which nothing can be told."""
        self.lost = len(self)
        """The node from which on moves lead elsewhere than they should."""
        self.found: set[str] = set()
        """Diseases that examiners before found."""

    def judge_no_choice(self, nodes: Iterable[int]) -> None:
        """Ask nothing of a player at some nodes: who chose there is not known."""
        for node in nodes:
            self.turn[node] = 0
        vars(self).pop("columns", None)

    def lose_positions(self, first: int) -> None:
        """Take no position for known from a node on: the moves lead elsewhere than by the rules."""
        self.lost, places = first, self.places
        places[first:] = [-1] * (len(places) - first)
        for name in ("place", "payoffs", "legal_counts", "columns", "_answers"):
            vars(self).pop(name, None)

    @cached_property
    def columns(self) -> CaseColumns:
        """The columns as examiners see them."""
        columns, turn, status = self.trace.columns, self.column(self.turn, np.int8), self.column(self.status, np.uint8)
        aside, beyond = np.zeros((2, len(self)), bool)
        aside[list(self.asides)], beyond[list(self.beyond)] = True, True
        made = CaseColumns(
            parent=columns.parent,
            end=columns.end,
            move=columns.move,
            turn=turn,
            alpha=columns.alpha,
            beta=columns.beta,
            value=self._values,
            status=status,
            judged=(status == EXPANDED) & (turn != 0),
            aside=aside,
            repeat=paths_of(self.trace).repeat,
            skips=self.trace.skips,
            beyond=beyond,
            stands=np.isin(columns.move, [*self._stands, *self.trace.passes]),
            legal=lambda: self.legal_counts,
            beat=self.beat,
        )
        self._all_calls = {int(turn): Calls(made, turn) for turn in (MAX, MIN)}
        self._decay = decay_of(self._all_calls.values())
        if self._decay is None:
            return made
        return replace(made, judged=made.judged & ~touched(self._all_calls.values(), self._decay, len(self)))

    @property
    def decay(self) -> Decay | None:
        """How wins lose a step on their way up; None where they do not."""
        return self._decay if self.columns else None

    @cached_property
    def calls(self) -> dict[int, Calls]:
        """The calls of each player that are judged."""
        columns = self.columns
        if self.decay is None:
            return self._all_calls
        return {int(turn): Calls(columns, turn) for turn in (MAX, MIN)}

    @cached_property
    def in_time(self) -> list[int]:
        """The visits that returned, in the order in which they did: children before their parents."""
        return Walked(self.nodes(self.returned), self.beat)

    @cached_property
    def returned(self) -> Ints:
        """The same as a column."""
        columns, status = self.trace.columns, self.column(self.status, np.uint8)
        # When a visit returns, those before its end have all returned, but for the visits above it.
        before = columns.visited_before[columns.end] - columns.ply
        visits = np.flatnonzero(status != PRUNED)
        found = np.empty(len(visits), np.int64)
        found[before[visits] - 1] = visits
        returned: Ints = found[status[found] != OPEN]
        return returned

    def expanded(self) -> Iterator[int]:
        """The nodes that returned and whose player chose among children, in the order in which they returned.

        Without those at which wins lose a step: what is asked of others does not hold there.
        """
        return (node for node in self.in_time if self._judged[node])

    @cached_property
    def _judged(self) -> list[bool]:
        return self.listed(self.columns.judged)

    def loses_steps(self, node: int) -> bool:
        """Whether a node's value, or that of a child, is one that loses a step on its way up."""
        return self.decay is not None and self.status[node] == EXPANDED and not self._judged[node]

    def leaves(self) -> Iterator[int]:
        """The nodes that returned without a search of their moves and without a table, in the order of time."""
        return (node for node in self.in_time if self.status[node] in (TERMINAL, HORIZON))

    def entries(self, node: int) -> list[Entry]:
        """Each visited child with the running window when it was entered.

        A move that is searched again straight after itself narrows nothing in between; a move that is searched again
        later begins a new pass over the moves, as in an iterative deepening, with the window on entry. Unless its
        window is narrowed all the same: then it may be another move with the same label.
        """
        turn, low, high = self.turn[node], self.alpha[node], self.beta[node]
        found: list[Entry] = []
        before: int | None = None
        seen: set[int] = set()
        for child in self.visits(node):
            move = self.move[child]
            if child in self.asides:
                found.append(Entry(child, low, high))
                continue
            if before is not None and self.windowed:
                value = self.value[before]
                begin = value if turn > 0 and value > low else low
                end = value if turn < 0 and value < high else high
                if move not in seen or (self.alpha[child] >= begin and self.beta[child] <= end):
                    low, high = begin, end
                elif self.move[before] != move:
                    low, high = self.alpha[node], self.beta[node]
                    seen.clear()
            seen.add(move)
            found.append(Entry(child, low, high))
            before = child
        return found

    @cached_property
    def running(self) -> tuple[list[float], list[float]]:
        """The ends of its parent's running window when each node was entered; its own window at the root."""
        low, high = self.running_columns
        return self.numbers(low), self.numbers(high)

    @cached_property
    def running_columns(self) -> tuple[Floats, Floats]:
        """The same as columns."""
        columns = self.columns
        low, high = columns.alpha[columns.parent], columns.beta[columns.parent]
        unvisited = columns.status == PRUNED
        unvisited[0] = True
        low[unvisited], high[unvisited] = columns.alpha[unvisited], columns.beta[unvisited]
        for calls in self.calls.values() if self.windowed else ():
            raised = np.maximum(calls.near[calls.owner], calls.before(calls.best))
            if calls.turn > 0:
                low[calls.child] = raised
            else:
                high[calls.child] = -raised
        for node in self._walked():
            for child, *ends in self.entries(node):
                low[child], high[child] = ends
        return low, high

    def _walked(self) -> list[int]:
        """The nodes whose children narrow the window in no plain way: searched again, asides, never returned."""
        columns = self.columns
        odd = np.zeros(len(self), bool)
        odd[[self.parent[node] for node in self.repeated | self.asides]] = True
        odd[columns.parent[np.isnan(columns.value) & (columns.status != PRUNED)]] = True
        odd |= (columns.turn != 0) & ~columns.judged & (columns.status != PRUNED)
        return [node for node in np.flatnonzero(odd).tolist() if self.end[node] > node + 1]

    @cached_property
    def narrowed(self) -> set[int]:
        """The visits whose window leaves out a part of their parent's running window."""
        if not self.windowed:
            return set()
        low, high = self.running_columns
        return set(np.flatnonzero((self.columns.alpha > low) | (self.columns.beta < high)).tolist())

    @cached_property
    def passes_plainly(self) -> bool:
        """Whether each visit has just its parent's running window, as in a plain search without a mistake in that."""
        visited = self.columns.status != PRUNED
        low, high = self.running_columns
        same = (self.columns.alpha == low) & (self.columns.beta == high)
        return bool(same[visited].all())

    @cached_property
    def repeated(self) -> set[int]:
        """The visits of a move that the same parent had searched before."""
        columns = self.columns
        if not columns.repeat:
            return set()
        nodes = np.flatnonzero(columns.status != PRUNED)[1:]
        steps = columns.parent[nodes] * np.int64(1 + int(columns.move.max())) + columns.move[nodes]
        _, first = np.unique(steps, return_index=True)
        again = np.ones(len(nodes), bool)
        again[first] = False
        return set(nodes[again].tolist())

    def best(self, node: int, values: list[float]) -> float:
        """The best of some values for the player to move at a node."""
        return max(values) if self.turn[node] == MAX else min(values)

    @cached_property
    def clamps(self) -> bool:
        """Whether leaves may have clamped their values to their windows: none has a value outside.

        Of plyscope's own searches it is known whether they do.
        """
        columns, header = self.columns, self.trace.header
        if header.ours:
            return header.options.get("fail") == "hard"
        leaf = np.isin(columns.status, (TERMINAL, HORIZON))
        return bool(((columns.alpha <= columns.value) & (columns.value <= columns.beta))[leaf].all())

    @cached_property
    def includes_ends(self) -> bool:
        """Whether a value at an end of its window is exact, as with the test `>`; known of plyscope's own alone."""
        header = self.trace.header
        return header.ours and header.options.get("cut") == ">" and header.options.get("fail") != "hard"

    @cached_property
    def claims(self) -> list[Limits]:
        """The claim of every node, `UNKNOWN` where it is none."""
        low, high = self._claimed()
        found: list[Limits] = []
        for part in slices(len(self), self.beat):
            found += zip(self.numbers(low[part]), self.numbers(high[part]), strict=True)
        return found

    def _claimed(self) -> tuple[Floats, Floats]:
        """By node the ends of what it claims: between which numbers the true value lies after what it returned."""
        columns = self.columns
        value, alpha, beta, leaf = columns.value, columns.alpha, columns.beta, columns.status
        exact = (alpha < value) & (value < beta)
        if self.includes_ends:
            exact |= (alpha <= value) & (value <= beta)
        clamped = ((value == alpha) | (value == beta)) if self.clamps else np.zeros(len(self), bool)
        exact |= np.isin(leaf, (TERMINAL, HORIZON)) & ~clamped
        nothing = np.isnan(value) | (~exact & (alpha == beta) & (beta == value))
        low, high = value.copy(), value.copy()
        low[~exact & ~(value >= beta)] = -INFINITY
        high[~exact & (value >= beta)] = INFINITY
        low[nothing], high[nothing] = UNKNOWN
        return low, high

    def claims_by_move(self, node: int, instead: Mapping[int, Limits] = NOTHING) -> dict[int, Limits]:
        """What the children of a node claim, by the number of the move: several visits of a move hold together.

        Args:
            node: the node.
            instead: other claims for some of the children.
        """
        found: dict[int, Limits] = {}
        for child in asides.counted_children(self, node):
            move = ASIDE if child in self.asides else self.move[child]
            low, high = found.get(move, UNKNOWN)
            mine = instead[child] if child in instead else self.claims[child]
            found[move] = max(low, mine[0]), min(high, mine[1])
        return found

    @cached_property
    def asides(self) -> frozenset[int]:
        """The visits in the position of their parent, such as null moves, whose values are no move's."""
        return asides.asides(self)

    def proven(self, node: int, instead: Mapping[int, Limits] = NOTHING) -> Limits:
        """Between which numbers the true value of an expanded node lies, if its children's claims are true."""
        by_move = self.claims_by_move(node, instead)
        known = list(by_move.values())
        if not known or (ASIDE not in by_move and node not in self.beyond and self.missing_moves(node)):
            known.append(UNKNOWN)
        best = max if self.turn[node] == MAX else min
        low, high = self.table_limits(node)
        return max(low, best(low for low, _ in known)), min(high, best(high for _, high in known))

    @cached_property
    def has_table(self) -> bool:
        """Whether the search seems to keep values of positions."""
        return bool(self.trace.header.notes.get("table")) or TABLE in self.status

    @cached_property
    def tells_table(self) -> bool:
        """Whether the search itself said which visits its table answered."""
        return not self.trace.sources and bool((self.trace.columns.status == TABLE).any())

    def table_limits(self, node: int) -> Limits:
        """What bounds from a table may have told of an expanded node's value before it searched any move.

        Such a bound narrows the window of the node, which shows in that of its first child. It is taken on trust.
        """
        return bounds.left_out(self, node) if self._bounds_tell or node in self.beyond else UNKNOWN

    @cached_property
    def beyond(self) -> set[int]:
        """The visits beyond the horizon of a program's own search: these look at some moves alone.

        They narrow their window by their evaluation. They stand pat, or are told to be so, or are below a position that
        was handed on to another function.
        """
        columns, trace = self.trace.columns, self.trace
        if trace.header.ours:
            return set()
        onward = [number for number in trace.passes if number not in trace.iterations]
        begun = np.flatnonzero(np.isin(columns.move, onward)).tolist() if onward else []
        found = {one for first in begun for one in range(first, columns.end.item(first))}
        if columns.why is not None:
            found.update(np.flatnonzero(columns.why == Why.QUIESCENCE).tolist())
        return found.union(columns.parent[np.isin(columns.move, self._stands)].tolist() if self._stands else ())

    @cached_property
    def _stands(self) -> list[int]:
        """The numbers of what stands for a move where a player stands pat."""
        return [number for number, move in self.trace.no_moves.items() if isinstance(move, Stand)]

    @cached_property
    def _bounds_tell(self) -> bool:
        return self.windowed and (self.has_table or bounds.may_trust_windows(self))

    @cached_property
    def unsound(self) -> list[int]:
        """The expanded nodes that claim more than their children prove, in the order of time."""
        found = []
        cache = "cache" in self.trace.header.notes
        for node in self._doubtful():
            if cache and (self.missing_moves(node) or not self.legal(node)):
                continue  # the cache may have answered for children that are not seen
            if asides.ends_with_aside(self, node) or any(self.status[child] == OPEN for child in self.visits(node)):
                continue  # a child without a value proves nothing
            low, high = self.proven(node)
            claimed = self.claims[node]
            if claimed[0] > low or claimed[1] < high:
                found.append(node)
        return found

    def _doubtful(self) -> list[int]:
        """The expanded nodes but for those that surely claim no more than each child proves by itself, in time."""
        (low, high), columns = self._claimed(), self.columns
        surely = np.zeros(len(self), bool)
        for calls in self.calls.values():
            if not len(calls):
                continue
            best = np.maximum if calls.turn > 0 else np.minimum
            least, most = (best.reduceat(ends[calls.child], calls.first) for ends in (low, high))
            if calls.turn > 0:
                most = np.where(calls.left == LEFT, INFINITY, most)
            else:
                least = np.where(calls.left == LEFT, -INFINITY, least)
            surely[calls.node] = (low[calls.node] <= least) & (high[calls.node] >= most)
        return in_time(self, np.flatnonzero(columns.judged & ~surely))

    def remaining(self, node: int) -> int | None:
        """The depth that a node has left, by the limit of the whole search, or of its iteration; None for no limit."""
        if self.depth is not None and self.depth[0] != NO_DEPTH:
            return self.depth[0] - self.ply[node]
        place = bisect_right(self._iterations[0], node) - 1
        limit = self.trace.header.depth if place < 0 else self._iterations[1][place]
        return None if limit is None else limit - self.ply[node]

    @cached_property
    def _iterations(self) -> tuple[list[int], list[int]]:
        """The iterations of the whole search, if their depths were told, and these."""
        if 0 not in self.trace.drivers or self.depth is None:
            return [], []
        passes = self.visits(0)
        depths = [self.depth[one] for one in passes]
        return ([], []) if NO_DEPTH in depths else (passes, depths)

    def path(self, node: int) -> tuple[str, ...]:
        """The moves that lead to a node."""
        return tuple(self.trace.label(one) for one in self.trace.ancestry(node)[1:])


def in_time(case: Case, nodes: Ints) -> list[int]:
    """Some nodes in the order in which they returned."""
    return Walked(case.nodes(nodes[np.lexsort((-nodes, case.columns.end[nodes]))]), case.beat)
