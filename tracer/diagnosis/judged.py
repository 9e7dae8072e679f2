"""A search as its examiners look at it: its columns, its calls, and the windows that a sound one would pass on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from types import UnionType

import numpy as np

from tracer.count.paths import paths_of
from tracer.deciding.thresholds import FEW, HALF
from tracer.diagnosis.by_rules import Positions
from tracer.diagnosis.call_columns import Calls, CaseColumns
from tracer.diagnosis.finding import Spoils
from tracer.diagnosis.null_moves import null_moves
from tracer.games.rules import MAX, MIN
from tracer.recording.column_views import as_memoryview
from tracer.recording.columns import Bools, Floats, Ints
from tracer.recording.no_moves import NoMove, Null, Pass, Stand
from tracer.recording.slices import AnswerCache, Beat, ReportedNumbers, unheard
from tracer.recording.status import EXPANDED, HORIZON, OPEN, PRUNED, TERMINAL, Why
from tracer.tracing import Trace


class Judged(Positions, AnswerCache):
    """The columns of a search under examination, its calls, and their running windows."""

    def __init__(self, trace: Trace, beat: Beat = unheard) -> None:
        super().__init__(trace, beat)
        columns = trace.columns
        self.value = as_memoryview(self.restore_infinities(columns.value))
        # What is said to be expanded and visited nothing was evaluated, or a null move cut of which nobody told.
        empty = columns.status == EXPANDED
        empty[columns.parent[(columns.parent >= 0) & (columns.status != PRUNED)]] = False
        for node in np.flatnonzero(empty).tolist():
            self.status[node] = HORIZON
        # A driver chooses nothing among its iterations, as chance does not: what is asked of a player concerns it not.
        for node in trace.drivers:
            self.turn[node] = 0
        self.depth: Sequence[int] | None = None if columns.depth is None else as_memoryview(columns.depth)
        """The remaining depth of each call, NO_DEPTH where it has none; None where no call told it."""
        self.has_windows = trace.header.windowed
        """Whether the search has alpha and beta."""
        self.blamed_nodes: set[int] = set()
        """Nodes at which an examiner before found an error, with which later ones need not deal."""
        self.broken_nodes: set[int] = set()
        """Nodes whose moves or positions are spoilt, of which nothing can be told."""
        self.first_lost_node = len(self)
        """The node from which on moves lead elsewhere than they should."""
        self.spoilt_aspects: set[Spoils] = set()
        """What the diseases that were found spoil."""

    def judge_no_choice(self, nodes: Iterable[int]) -> None:
        """Ask nothing of a player at some nodes: who chose there is not known."""
        for node in nodes:
            self.turn[node] = 0
        vars(self).pop("columns", None)

    def lose_positions(self, first: int) -> None:
        """Take no position for known from a node on: the moves lead elsewhere than by the rules."""
        self.first_lost_node, self.position_id_column[first:] = first, -1
        for name in ("payoffs", "movers", "legal_move_counts", "columns", "_answers"):
            vars(self).pop(name, None)

    @cached_property
    def columns(self) -> CaseColumns:
        """Return the columns as examiners see them."""
        columns, turn, status = self.trace.columns, np.asarray(self.turn), np.asarray(self.status)
        aside, beyond = np.zeros((2, len(self)), bool)
        aside[list(self.aside_nodes)], beyond[list(self.nodes_beyond_horizon)] = True, True
        return CaseColumns(
            parent=columns.parent,
            end=columns.end,
            move=columns.move,
            turn=turn,
            alpha=columns.alpha,
            beta=columns.beta,
            value=np.asarray(self.value),
            status=status,
            is_judged=(status == EXPANDED) & (turn != 0),
            makes_no_move=aside,
            has_repeated_moves=paths_of(self.trace).has_repeated_paths,
            is_skipped_on_purpose=self.trace.skips,
            is_beyond_horizon=beyond,
            keeps_position=self.visits_by(Stand | Pass),
            count_legal_moves=lambda: self.legal_move_counts,
            beat=self.beat,
        )

    @cached_property
    def calls(self) -> dict[int, Calls]:
        """Return the calls of each player."""
        return {int(turn): Calls(self.columns, turn) for turn in (MAX, MIN)}

    @cached_property
    def nodes_in_return_order(self) -> Sequence[int]:
        """Return the visits that returned, in the order in which they did: children before their parents."""
        return ReportedNumbers(self.returned_nodes, self.beat)

    @cached_property
    def returned_nodes(self) -> Ints:
        """Return the same as a column."""
        columns, status = self.trace.columns, np.asarray(self.status)
        # When a visit returns, those before its end have all returned, but for the visits above it.
        before = columns.visited_before[columns.end] - columns.ply
        visits = np.flatnonzero(status != PRUNED)
        found = np.empty(len(visits), np.int64)
        found[before[visits] - 1] = visits
        returned: Ints = found[status[found] != OPEN]
        return returned

    def iter_choice_nodes(self) -> Iterator[int]:
        """Return the nodes whose player chose among children, in the order in which they returned."""
        return (node for node in self.nodes_in_return_order if self._is_choice_node[node])

    @cached_property
    def _is_choice_node(self) -> Sequence[bool]:
        return as_memoryview(self.columns.is_judged)

    def iter_leaves(self) -> Iterator[int]:
        """Return the nodes that returned without a search of their moves and without a table, in the order of time."""
        return (node for node in self.nodes_in_return_order if self.status[node] in (TERMINAL, HORIZON))

    def _entries(self, node: int) -> Iterator[tuple[int, float, float]]:
        """Yield each visited child with its parent's running window at that moment, as a sound search would have it.

        A move that is searched again straight after itself narrows nothing in between; a move that is searched again
        later begins a new pass over the moves, as in an iterative deepening, with the window on entry. Unless its
        window is narrowed all the same: then it may be another move with the same label.
        """
        turn, low, high = self.turn[node], self.alpha[node], self.beta[node]
        before: int | None = None
        seen: set[int] = set()
        for child in self.visits(node):
            move = self.move[child]
            if child in self.aside_nodes:
                yield child, low, high
                continue
            if before is not None and self.has_windows:
                value = self.value[before]
                begin = value if turn > 0 and value > low else low
                end = value if turn < 0 and value < high else high
                if move not in seen or (self.alpha[child] >= begin and self.beta[child] <= end):
                    low, high = begin, end
                elif self.move[before] != move:
                    low, high = self.alpha[node], self.beta[node]
                    seen.clear()
            seen.add(move)
            yield child, low, high
            before = child

    @cached_property
    def running_windows(self) -> tuple[Sequence[float], Sequence[float]]:
        """Return the ends of its parent's running window when each node was entered; its own window at the root."""
        low, high = self.running_columns
        return as_memoryview(low), as_memoryview(high)

    @cached_property
    def running_columns(self) -> tuple[Floats, Floats]:
        """Return the same as columns."""
        columns = self.columns
        visited = columns.status != PRUNED
        visited[0] = False
        low = np.where(visited, columns.alpha[columns.parent], columns.alpha)
        high = np.where(visited, columns.beta[columns.parent], columns.beta)
        for calls in self.calls.values() if self.has_windows else ():
            raised = calls.raise_near_end(calls.best_so_far)
            (low if calls.turn > 0 else high)[calls.child_ids] = calls.turn * raised
        # Moves that are searched again, visits that are no moves, and those that never returned narrow it otherwise.
        odd = (columns.turn != 0) & ~columns.is_judged & (columns.status != PRUNED)
        odd[[self.parent[node] for node in self.repeated_nodes | self.aside_nodes]] = True
        odd[columns.parent[np.isnan(columns.value) & (columns.status != PRUNED)]] = True
        for node in np.flatnonzero(odd & (columns.end > np.arange(len(self)) + 1)).tolist():
            for child, *ends in self._entries(node):
                low[child], high[child] = ends
        return low, high

    @cached_property
    def narrowed_nodes(self) -> set[int]:
        """Return the visits whose window leaves out a part of their parent's running window."""
        if not self.has_windows:
            return set()
        low, high = self.running_columns
        return set(np.flatnonzero((self.columns.alpha > low) | (self.columns.beta < high)).tolist())

    @cached_property
    def repeated_nodes(self) -> set[int]:
        """Return the visits of a move that the same parent had searched before."""
        columns = self.columns
        if not columns.has_repeated_moves:
            return set()
        nodes = np.flatnonzero(columns.status != PRUNED)[1:]
        steps = columns.parent[nodes] * np.int64(1 + int(columns.move.max())) + columns.move[nodes]
        _, first = np.unique(steps, return_index=True)
        again = np.ones(len(nodes), bool)
        again[first] = False
        return set(nodes[again].tolist())

    @cached_property
    def aside_nodes(self) -> frozenset[int]:
        """Null moves, iterations that only ask, visits in their parent's position, and those that order its moves.

        What they return is no value of a move. Visits in the parent's position, as to another depth first, are the
        lesser part of a search, or else positions are not told apart.
        """
        columns, trace = self.trace.columns, self.trace
        asked = np.flatnonzero(self.visits_by(Null | Pass)).tolist()
        recorded = [node for node in asked if columns.parent.item(node) not in trace.drivers]
        found = sorted({*self._searched_to_another_depth(), *null_moves(trace)})
        found = [node for node in found if self.position_ids[node] < 0]
        plain = 2 * len(found) < len(self.visited) - 1 and not self._count_as_moves(found)
        return frozenset([*recorded, *self._ordering_visits(), *(found if plain else ())])

    def _ordering_visits(self) -> list[int]:
        """Return the visits of several moves of a node that are less deep and come before all others of it."""
        why, columns = self.trace.columns.why, self.trace.columns
        if why is None or not self.trace.sources:
            return []
        visits = np.flatnonzero(columns.status != PRUNED)[1:]
        parents, is_reduced = columns.parent[visits], why[visits] == Why.REDUCED
        first_whole = np.full(len(self), len(self))
        np.minimum.at(first_whole, parents[~is_reduced], visits[~is_reduced])
        is_before = is_reduced & (visits < first_whole[parents]) & (first_whole[parents] < len(self))
        counts = np.bincount(parents[is_before], minlength=len(self))
        found: list[int] = visits[is_before & (counts[parents] > 1)].tolist()
        return found

    def _searched_to_another_depth(self) -> list[int]:
        """Return the visits in the position of their parent, by the texts, that were asked for another depth."""
        columns = self.trace.columns
        if columns.text is None:
            return []
        same = (columns.text >= 0) & (columns.text == columns.text[columns.parent]) & (columns.status != PRUNED)
        if columns.depth is not None:
            same &= columns.depth != columns.depth[columns.parent]
        return [node for node in np.flatnonzero(same).tolist() if node]

    def _count_as_moves(self, found: list[int]) -> bool:
        """Return whether the values of such visits count as a move's do: then the text does not identify positions."""
        texts = self.trace.columns.text
        named = texts is not None and not self.trace.texts[texts.item(0)].strip().isdecimal()
        if len(found) > 1 and found == [*range(1, len(found) + 1)] and not named:
            return True  # first moves alone, below the root: its number is 0, and so is that of its first child
        asked, like_moves, aside = set(found), 0, 0
        for parent in {self.parent[node] for node in found}:
            visits, turn = self.visits(parent), self.turn[parent]
            every = [turn * self.value[child] for child in visits]
            others = [value for child, value in zip(visits, every, strict=True) if child not in asked]
            if turn and others and visits[-1] not in asked and max(every) > max(others):
                like_moves += turn * self.value[parent] == max(every)
                aside += turn * self.value[parent] == max(others)
        return like_moves > aside

    @cached_property
    def nodes_beyond_horizon(self) -> set[int]:
        """Return the visits beyond the horizon of a program's own search: these look at some moves alone.

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
        return found.union(columns.parent[self.visits_by(Stand)].tolist())

    @cached_property
    def unseen_stands(self) -> set[int]:
        """Return the visits of a quiescence search that may stand pat though no child of theirs says so.

        None that have the negative of a child's value instead, if half of those that are better than their moves do.
        """
        columns = self.trace.columns
        if self.trace.header.ours or columns.why is None:
            return set()
        is_quiescent = columns.why == Why.QUIESCENCE
        is_quiescent[columns.parent[self.visits_by(Stand)]] = False
        visits = 1 + np.flatnonzero((columns.status[1:] != PRUNED) & is_quiescent[columns.parent[1:]])
        parents, best = columns.parent[visits], np.full(len(self), np.inf)
        best[parents] = -np.inf
        np.maximum.at(best, parents, columns.turn[parents] * columns.value[visits])
        is_better = columns.turn * columns.value > best
        is_negated = np.zeros(len(self), bool)
        is_negated[parents[columns.value[visits] == -columns.value[parents]]] = True
        negated = np.flatnonzero(is_negated & is_better)
        if len(negated) >= max(FEW, HALF * is_better.sum()):
            is_quiescent[negated] = False
        return set(np.flatnonzero(is_quiescent).tolist())

    def visits_by(self, kind: type[NoMove] | UnionType) -> Bools:
        """Return by node whether what leads to it is no move, but of this kind, such as a null move."""
        numbers = [number for number, move in self.trace.no_moves.items() if isinstance(move, kind)]
        return np.isin(self.trace.columns.move, numbers)
