"""What tells a wrong answer of a table from one whose source is not in the trace."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Hashable, Iterator
from functools import cached_property
from typing import Any

import numpy as np

from tracer.deciding.thresholds import ASKED, ENOUGH, FEW, TINY
from tracer.diagnosis.stored_visits import VisitByValue
from tracer.diagnosis.table_entries import TableEntries
from tracer.diagnosis.truth import oracle
from tracer.games.rules import blame, key, show
from tracer.recording.columns import Bools
from tracer.recording.status import EXPANDED, HORIZON, TABLE, TERMINAL


class Evidence:
    """The truth, where there is a game; and where else a number can have come from."""

    def __init__(self, ledger: TableEntries) -> None:
        self.ledger, self.case = ledger, ledger.case
        self._truth = oracle(self.case)
        self._shapes: dict[Hashable, Hashable] = {}
        self._goes_on: dict[tuple[int, int], bool] = {}

    def source(self, node: int, numbers: VisitByValue) -> int | None:
        """Return the visit whose number a node has, as it is or clamped to its window."""
        case = self.case
        value, alpha, beta, ply = case.value[node], case.alpha[node], case.beta[node], case.ply[node]
        own = self.ledger.own_values.item(node)
        if own in numbers or not self.hard or not numbers:
            return numbers.get(own)
        others = np.array([*numbers])
        same = np.clip(others - self.ledger.wins.count_won_plies(others, ply), alpha, beta) == value
        return [*numbers.values()][same.argmax()] if same.any() else None

    @cached_property
    def hard(self) -> bool:
        """Return whether the search is fail-hard: no expanded node has a value outside its window, as others do."""
        case, columns = self.case, self.case.columns
        if not case.has_windows or case.trace.header.options.get("fail") == "hard":
            return case.has_windows
        inside = (columns.alpha <= columns.value) & (columns.value <= columns.beta)
        at_end = (columns.value == columns.alpha) | (columns.value == columns.beta)
        clamped = (
            at_end[calls.node_ids] & (calls.node_values != calls.best_child_value)
            for calls in case.calls.values()
            if len(calls)
        )
        return bool(inside[columns.is_judged].all()) and (case.may_clamp_leaves or any(map(np.any, clamped)))

    @cached_property
    def may_be_no_answer(self) -> Bools:
        """By node: whether leaves that no table answered return the same value on the same line, such as a bound."""
        line, value = self.case.trace.columns.left_at, self.case.columns.value
        if line is None:
            return np.zeros(len(self.case), bool)
        if self.case.trace.header.notes.get("view") == "mover":
            value = value * self.case.columns.turn
        returned, others = line + 1j * value, np.isin(self.ledger.status, (TERMINAL, HORIZON))
        return np.isin(returned, returned[others])

    def is_only_source(self, earlier: int, node: int) -> bool:
        """Return whether no position that looks like a node's had its number for its value after an earlier visit."""
        if self.ledger.by_path[node]:
            return True
        shape = self._shape(node)
        if shape is None:
            return False
        alike = self._exact.get((shape, abs(self.ledger.own_values.item(node))), [])
        later = bisect_right(alike, self.case.end[earlier])
        return later == len(alike) or alike[later] > node

    @cached_property
    def _exact(self) -> dict[tuple[Hashable, float], list[int]]:
        """Return when visits returned that knew their value, by its size and their position's shape."""
        found: dict[tuple[Hashable, float], list[int]] = {}
        suspects = {suspect.node for suspect in self.ledger.suspects}
        for node in self.case.nodes_in_return_order:
            low, high = self.ledger.proven_limits[node]
            if low == high and self.case.status[node] in (EXPANDED, TABLE) and node not in suspects:
                size = abs(self.ledger.proven_limits[node, 0].item())
                found.setdefault((self._shape(node), size), []).append(self.case.end[node])
        return found

    def _shape(self, node: int) -> Hashable:
        """Return what a position shares with those that a symmetry or an exchange of the players makes of it."""
        place = self.ledger.positions[node]
        if place not in self._shapes:
            text = self.case.trace.text(node)
            state = self.case.get_state(node)
            if text is None and state is not None and self.case.game is not None:
                text = show(self.case.game, state)
            self._shapes[place] = None if text is None else tuple(sorted(Counter(text).values()))
        return self._shapes[place]

    @cached_property
    def never_deeper(self) -> bool:
        """Return whether iterations never searched a position again of which only a shallower value was known.

        The first of them had to search the root, so the table began without any: a sound one knows nothing deeper.
        """
        case, entries = self.case, self.ledger
        if 0 not in case.trace.drivers or entries.deeper_below_iteration_root or entries.unseen_board_answers:
            return False
        passes = [one for one in case.visits(0) if case.status[one] in (EXPANDED, TABLE)]
        shown = sum(bool(suspect.shallow_values) for suspect in entries.suspects)
        deepened = len({entries.depths[one] for one in passes}) > 1
        return deepened and case.status[passes[0]] == EXPANDED and shown >= FEW

    def refutation_value(self, node: int) -> float | None:
        """Return the true value where that contradicts the node, at any depth to which it may have been searched."""
        case, state, limit = self.case, self.case.get_state(node), self.case.get_remaining_depth(0)
        if case.blamed_nodes or state is None:
            return None
        asked, (low, high) = int(self.ledger.depths[node]), case.claims[node]
        if limit is not None and limit - asked > ASKED:
            return None
        first = None
        for depth in (None,) if limit is None else range(asked, max(limit, asked) + 1):
            true = self._truth.of(state, case.ply[node], depth)
            if true is None or low - TINY <= true <= high + TINY:
                return None
            first = true if first is None else first
        return first

    def is_shallower(self, node: int) -> bool:
        """Return whether a node's number is the value of its position at a smaller depth than it was asked for."""
        case, state = self.case, self.case.get_state(node)
        if case.get_remaining_depth(0) is None:
            return False
        depths = range(min(int(self.ledger.depths[node]), ASKED))
        values = (self._truth.of(state, case.ply[node], depth) for depth in depths)
        known = np.array([value for value in values if value is not None])
        own = known + self.ledger.wins.count_won_plies(known, case.ply[node])
        return self.source(node, dict.fromkeys(own.tolist(), node)) is not None

    def may_mix_depths(self, node: int) -> bool:
        """Return whether a sound table may give a value that belongs to no single depth, as entries looked further.

        That takes positions that are met at several plies, and a game that goes on beyond the depth.
        """
        if self.case.get_remaining_depth(0) is None or not self._transposes:
            return False
        known = self.case.position_ids[node], int(self.ledger.depths[node])
        if known not in self._goes_on:
            self._goes_on[known] = self._goes_on_beyond(self.case.get_state(node), known[1])
        return self._goes_on[known]

    @cached_property
    def _transposes(self) -> bool:
        """Return whether positions of the game are met at several plies; also where that is not known soon."""
        met = set[tuple[Hashable, int]]()
        for level in self._plies(self.case.get_state(0)):
            if not met.isdisjoint(level) or len(met) > ENOUGH:
                return True
            met |= level.keys()
        return False

    def _goes_on_beyond(self, start: object, depth: int) -> bool:
        """Return whether more moves than a depth may follow a position; also where that is not known soon."""
        met = 0
        for ply, level in enumerate(self._plies(start)):
            met += len(level)
            if ply > depth or met > ENOUGH:
                return True
        return False

    def _plies(self, start: object) -> Iterator[dict[tuple[Hashable, int], Any]]:
        """Yield the positions after 0, 1, 2 … moves from a position on, each once a ply, by what tells them apart."""
        game = self.case.game
        assert game is not None
        keyed = key(game)
        with blame(game):
            level = {(keyed(start), int(game.turn(start))): start}
        while level:
            yield level
            with blame(game):
                going = (state for state in level.values() if game.utility(state) is None)
                after = [game.play(state, move) for state in going for move in game.moves(state)]
                level = {(keyed(state), int(game.turn(state))): state for state in after}
