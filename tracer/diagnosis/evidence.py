"""What tells a wrong answer of a table from one whose source is not in the trace."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Hashable, Iterator
from functools import cached_property
from typing import Any

import numpy as np

from tracer.deciding.thresholds import ASKED, ENOUGH, FEW, MANY, TINY
from tracer.diagnosis.stored_visits import VisitByValue
from tracer.diagnosis.table_entries import TableEntries
from tracer.diagnosis.truth import get_truth
from tracer.games.rules import blame, key, show
from tracer.recording.columns import Bools
from tracer.recording.status import EXPANDED, HORIZON, TABLE, TERMINAL


class Evidence:
    """The truth, where there is a game; and where else a number can have come from."""

    def __init__(self, entries: TableEntries) -> None:
        self.entries, self.case = entries, entries.case
        self._truth = get_truth(self.case)
        self._shapes: dict[Hashable, Hashable] = {}
        self._goes_on_by_position: dict[tuple[int, int], bool] = {}

    def find_source(self, node: int, numbers: VisitByValue) -> int | None:
        """Return the visit whose number a node has, as it is or clamped to its window."""
        case = self.case
        value, alpha, beta, ply = case.value[node], case.alpha[node], case.beta[node], case.ply[node]
        own_value = self.entries.own_values.item(node)
        if own_value in numbers or not self.is_fail_hard or not numbers:
            return numbers.get(own_value)
        other_values = np.array([*numbers])
        is_same = np.clip(other_values - self.entries.wins.count_won_plies(other_values, ply), alpha, beta) == value
        return [*numbers.values()][is_same.argmax()] if is_same.any() else None

    @cached_property
    def is_fail_hard(self) -> bool:
        """Return whether the search is fail-hard: no expanded node has a value outside its window, as others do."""
        case, columns = self.case, self.case.columns
        if not case.has_windows or case.trace.header.options.get("fail") == "hard":
            return case.has_windows
        is_inside = (columns.alpha <= columns.value) & (columns.value <= columns.beta)
        is_at_bound = (columns.value == columns.alpha) | (columns.value == columns.beta)
        if not is_inside[columns.is_judged].all():
            return False
        players = [calls for calls in case.calls.values() if len(calls)]
        is_clamped = [is_at_bound[calls.node_ids] & (calls.node_values != calls.best_child_value) for calls in players]
        return case.may_clamp_leaves or any(map(np.any, is_clamped))

    @cached_property
    def may_be_no_answer(self) -> Bools:
        """By node: whether leaves that no table answered return the same value on the same line, such as a bound."""
        line, value = self.case.trace.columns.left_at, self.case.columns.value
        if line is None:
            return np.zeros(len(self.case), bool)
        if self.case.trace.header.notes.get("view") == "mover":
            value = value * self.case.columns.turn
        returned, others = line + 1j * value, np.isin(self.entries.status, (TERMINAL, HORIZON))
        return np.isin(returned, returned[others])

    def is_only_source(self, earlier: int, node: int) -> bool:
        """Return whether no position that looks like a node's had its number for its value after an earlier visit.

        A table that never answered for an unmet board takes no other position for this one.
        """
        if self.entries.by_path[node] or self._answers_known_boards:
            return True
        shape = self._get_shape(node)
        if shape is None:
            return False
        return_times = self._exact_return_times.get((shape, abs(self.entries.own_values.item(node))), [])
        next_index = bisect_right(return_times, self.case.end[earlier])
        return next_index == len(return_times) or return_times[next_index] > node

    @cached_property
    def _answers_known_boards(self) -> bool:
        """Return whether the table answered often, and only for boards that this trace had met before."""
        answers = (self.entries.status == TABLE) & (self.entries.positions >= 0)
        return not self.entries.unseen_board_answers and int(answers.sum()) >= MANY

    @cached_property
    def _exact_return_times(self) -> dict[tuple[Hashable, float], list[int]]:
        """Return when visits returned that knew their value, by its size and their position's shape."""
        times_by_shape: dict[tuple[Hashable, float], list[int]] = {}
        suspects = {suspect.node for suspect in self.entries.suspects}
        for node in self.case.nodes_in_return_order:
            low, high = self.entries.proven_limits[node]
            if low == high and self.case.status[node] in (EXPANDED, TABLE) and node not in suspects:
                size = abs(self.entries.proven_limits[node, 0].item())
                times_by_shape.setdefault((self._get_shape(node), size), []).append(self.case.end[node])
        return times_by_shape

    def _get_shape(self, node: int) -> Hashable:
        """Return what a position shares with those that a symmetry or an exchange of the players makes of it."""
        position_id = self.entries.positions[node]
        if position_id not in self._shapes:
            text = self.case.trace.text(node)
            state = self.case.get_state(node)
            if text is None and state is not None and self.case.game is not None:
                text = show(self.case.game, state)
            self._shapes[position_id] = None if text is None else tuple(sorted(Counter(text).values()))
        return self._shapes[position_id]

    @cached_property
    def never_deeper(self) -> bool:
        """Return whether iterations never searched a position again of which only a shallower value was known.

        The first of them had to search the root, so the table began without any: a sound one knows nothing deeper.
        """
        case, entries = self.case, self.entries
        if 0 not in case.trace.drivers or entries.deeper_below_iteration_root or entries.unseen_board_answers:
            return False
        iterations = [iteration for iteration in case.visits(0) if case.status[iteration] in (EXPANDED, TABLE)]
        shallow_count = sum(bool(suspect.shallow_values) for suspect in entries.suspects)
        has_deepened = len({entries.depths[iteration] for iteration in iterations}) > 1
        return has_deepened and case.status[iterations[0]] == EXPANDED and shallow_count >= FEW

    def refutation_value(self, node: int) -> float | None:
        """Return the true value where that contradicts the node, at any depth to which it may have been searched."""
        case, state, limit = self.case, self.case.get_state(node), self.case.get_remaining_depth(0)
        if case.blamed_nodes or state is None:
            return None
        required_depth, (low, high) = int(self.entries.depths[node]), case.claims[node]
        if limit is not None and limit - required_depth > ASKED:
            return None
        first_value = None
        for depth in (None,) if limit is None else range(required_depth, max(limit, required_depth) + 1):
            true_value = self._truth.get_position_value(state, case.ply[node], depth)
            if true_value is None or low - TINY <= true_value <= high + TINY:
                return None
            first_value = true_value if first_value is None else first_value
        return first_value

    def is_shallower(self, node: int) -> bool:
        """Return whether a node's number is the value of its position at a smaller depth than it was asked for."""
        case, state = self.case, self.case.get_state(node)
        if case.get_remaining_depth(0) is None:
            return False
        depths = range(min(int(self.entries.depths[node]), ASKED))
        values = (self._truth.get_position_value(state, case.ply[node], depth) for depth in depths)
        known_values = np.array([value for value in values if value is not None])
        own_values = known_values + self.entries.wins.count_won_plies(known_values, case.ply[node])
        return self.find_source(node, dict.fromkeys(own_values.tolist(), node)) is not None

    def may_mix_depths(self, node: int) -> bool:
        """Return whether a sound table may give a value that belongs to no single depth, as entries looked further.

        That takes positions that are met at several plies, and a game that goes on beyond the depth.
        """
        if self.case.get_remaining_depth(0) is None or not self._has_transpositions_across_plies:
            return False
        place = position_id, depth = self.case.position_ids[node], int(self.entries.depths[node])
        if place not in self._goes_on_by_position:
            self._goes_on_by_position[place] = self._goes_on_beyond(self.case.distinct_states[position_id], depth)
        return self._goes_on_by_position[place]

    @cached_property
    def _has_transpositions_across_plies(self) -> bool:
        """Return whether positions of the game are met at several plies; also where that is not known soon."""
        visited_keys = set[tuple[Hashable, int]]()
        for level in self._iter_plies(self.case.get_state(0)):
            if not visited_keys.isdisjoint(level) or len(visited_keys) > ENOUGH:
                return True
            visited_keys |= level.keys()
        return False

    def _goes_on_beyond(self, start: object, depth: int) -> bool:
        """Return whether more moves than a depth may follow a position; also where that is not known soon."""
        position_count = 0
        for ply, level in enumerate(self._iter_plies(start)):
            position_count += len(level)
            if ply > depth or position_count > ENOUGH:
                return True
        return False

    def _iter_plies(self, start: object) -> Iterator[dict[tuple[Hashable, int], Any]]:
        """Yield the positions after 0, 1, 2 … moves from a position on, each once a ply, by what tells them apart."""
        game = self.case.game
        assert game is not None
        get_key = key(game)
        with blame(game):
            level = {(get_key(start), int(game.turn(start))): start}
        while level:
            yield level
            with blame(game):
                ongoing = (state for state in level.values() if game.utility(state) is None)
                next_states = [game.play(state, move) for state in ongoing for move in game.moves(state)]
                level = {(get_key(state), int(game.turn(state))): state for state in next_states}
