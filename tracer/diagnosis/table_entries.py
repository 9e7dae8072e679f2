"""What the visits that had returned by a moment say of each position: all that a table could have held then.

A table may have held more: values of earlier searches, of positions that its key takes for the same. So a node that
the table answered without support from here is a suspect, and no more.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from functools import cached_property

import numpy as np

from tracer.diagnosis.call_columns import LEFT_MOVES, UNKNOWN_COVERAGE
from tracer.diagnosis.case import INFINITY, Case
from tracer.diagnosis.identity import boards, boards_but_for_null_moves, boards_of_either, positions_or_paths
from tracer.diagnosis.stored_visits import (
    WIN_MISREADINGS,
    PositionEvidence,
    Suspect,
    VisitByValue,
    VisitsInTime,
    WinMisreading,
    wins_of,
)
from tracer.recording.columns import NO_DEPTH, Array, Bools, Floats, Ints
from tracer.recording.no_moves import Null
from tracer.recording.node import remaining_depths
from tracer.recording.status import EXPANDED, HORIZON, TABLE, TERMINAL


class TableEntries:
    """What was known of each position whenever it was entered again, and the answers of the table that need more."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.wins = case.once(wins_of)
        self.positions, self.by_path = positions_or_paths(case)
        """The number of each node's position, who moves included, −1 where it is not known; and whether only the path
        tells which other nodes had its position."""
        self.depths, self.status = get_required_depths(case), case.columns.status
        self.ply, value = np.asarray(case.ply), case.columns.value
        self.own_values: Floats = value + self.wins.count_won_plies(value, self.ply)
        """What each visit returned, as its position has it at any ply."""
        self.proven_limits: Floats = self._compute_proven_limits()
        """Between which numbers the true value of each node lies, by its claim and by all below it; at any ply too."""
        for ends in self.proven_limits.T:
            np.add(ends, self.wins.count_won_plies(ends, self.ply), out=ends)
        visits = case.returned_nodes
        visits = visits[(self.positions[visits] >= 0) & (self.status[visits] != TABLE)]
        self._stored_visits, self._searched_visits = visits, visits[self.status[visits] == EXPANDED]
        self._visits_by_position, self.searches_by_position = (
            VisitsInTime(some, self.positions, case.columns.end)
            for some in (self._stored_visits, self._searched_visits)
        )
        self._reached_depths: Floats = np.where(self._find_depth_independent(), INFINITY, self.depths)
        """How far each visit looked: to the end of the game where its value depends on no depth."""
        leaves = (self.status == TERMINAL) | (self.status == HORIZON)
        found = self.own_values[case.returned_nodes[leaves[case.returned_nodes]]]
        self._leaf_value_range = (found.min(), found.max()) if len(found) else (-INFINITY, INFINITY)
        self._look_up(boards(case))

    def with_boards(self, boards: list[Hashable]) -> TableEntries:
        """Return the same entries of a table that tells boards apart so: what stands on the board at each node."""
        other = copy.copy(self)
        other._look_up(boards)
        return other

    def _look_up(self, board_by_node: list[Hashable]) -> None:
        """Find the suspects among the answers, and what speaks for a sound table, by boards."""
        case, end = self.case, self.case.columns.end
        number_by_board: dict[Hashable, int] = {}
        numbers = (
            -1 if board is None else number_by_board.setdefault(board, len(number_by_board)) for board in board_by_node
        )
        self.boards: Ints = np.fromiter(numbers, self.positions.dtype, len(case))
        """The number of what stands on the board at each node, whoever moves; −1 where it is not known."""
        is_unknown = self.by_path & (self.boards < 0)
        self.boards[is_unknown] = len(number_by_board) + self.positions[is_unknown]
        del board_by_node, number_by_board, numbers  # what follows takes memory, too
        for node in np.flatnonzero(self.by_path & case.visits_by(Null)).tolist():  # which changes no board
            self.boards[node] = self.boards[case.parent[node]]
        self._visits_by_board, self.searches_by_board = (
            VisitsInTime(some, self.boards, end) for some in (self._stored_visits, self._searched_visits)
        )
        self.other_mover_leaves = self._find_other_mover_leaves()
        self.suspects = list(self._iter_suspects())
        self._count_repeated_searches()

    def _compute_proven_limits(self) -> Floats:
        """Return what each node claims and what is below it, together, if they agree."""
        case, columns, limits_by_node = self.case, self.case.columns, np.stack(self.case.claim_columns, 1)
        is_hard = case.trace.header.options.get("fail") == "hard"
        if case.has_windows and not is_hard and (columns.alpha == columns.beta).any():
            # Empty windows show that it cuts only beyond them, so a value at an end is exact.
            is_at_bound = (columns.value == columns.alpha) | (columns.value == columns.beta)
            is_at_bound &= self.status == EXPANDED
            limits_by_node[is_at_bound] = columns.value[is_at_bound, None]
        is_changed = True
        while is_changed:
            is_changed = False
            for calls in case.walk([*case.calls.values()], 1):
                if len(calls):
                    reduce_best, open_side = (np.maximum, 1) if calls.turn > 0 else (np.minimum, 0)
                    limits = reduce_best.reduceat(limits_by_node[calls.child_ids], calls.first_row)
                    may_have_left_moves = calls.move_coverage == UNKNOWN_COVERAGE
                    may_have_left_moves &= case.trace.columns.cutoff[calls.node_ids]
                    may_have_left_moves |= calls.move_coverage == LEFT_MOVES
                    limits[may_have_left_moves, open_side] = calls.turn * INFINITY
                    (low, high), claimed = limits.T, limits_by_node[calls.node_ids]
                    combined = np.stack([np.maximum(low, claimed[:, 0]), np.minimum(high, claimed[:, 1])], 1)
                    combined = np.where(combined[:, :1] <= combined[:, 1:], combined, claimed)
                    is_changed |= not np.array_equal(combined, claimed)
                    limits_by_node[calls.node_ids] = combined
        return limits_by_node

    def _find_depth_independent(self) -> Bools:
        """Return the visits whose value depends on no depth: by the rules, or by what solved visits had returned."""
        case, status, end = self.case, self.status, self.case.columns.end
        is_depth_dependent = (status == HORIZON) | (status == TABLE)
        if case.game is None and case.get_remaining_depth(0) is not None:
            # Nobody knows whether the game is over there.
            is_depth_dependent |= (status == TERMINAL) & (self.depths <= 0)
        answers = np.flatnonzero((status == TABLE) & (self.positions >= 0))
        stored_visits = self._visits_by_position.visits
        while True:
            dependent_counts = np.concatenate([[0], np.cumsum(is_depth_dependent)])
            is_independent: Bools = dependent_counts[end] == dependent_counts[:-1]
            first_return = np.full(self.positions.max(initial=0) + 1, len(case) + 1)
            independent_visits = stored_visits[is_independent[stored_visits]]
            np.minimum.at(first_return, self.positions[independent_visits], end[independent_visits])
            is_solved_before = first_return[self.positions[answers]] <= answers
            newly_independent = answers[is_depth_dependent[answers] & is_solved_before]
            if not len(newly_independent):
                return is_independent
            is_depth_dependent[newly_independent] = False

    def _bounds_from_correct_table(self, nodes: Ints) -> tuple[Floats, Floats, Bools]:
        """Return what a sound table could tell of each node's position: its limits, and whether anything at all."""
        stored, rank_columns = self._visits_by_position, np.zeros((3, len(nodes)), np.int64)
        low_values, high_values = self.proven_limits[stored.visits].T
        distinct_values, ranks = zip(
            *(np.unique(np.append(ends, -INFINITY), return_inverse=True) for ends in (low_values, -high_values)),
            strict=True,
        )
        start, end = stored.find_returned_before(nodes)
        has_earlier_visit = start < end
        for required_depth in self.case.walk(np.unique(self.depths[nodes[has_earlier_visit]]).tolist(), 1):
            is_at_depth = has_earlier_visit & (self.depths[nodes] == required_depth)
            is_deep_enough = self._reached_depths[stored.visits] >= required_depth
            for row, rank in enumerate((ranks[0][:-1], ranks[1][:-1], 1)):
                rank_columns[row, is_at_depth] = stored.find_greatest_rank_before(
                    is_deep_enough * rank, nodes[is_at_depth]
                )
        return distinct_values[0][rank_columns[0]], -distinct_values[1][rank_columns[1]], rank_columns[2] > 0

    def _find_other_mover_leaves(self) -> Ints:
        """Return the leaves, without a game, whose board had been searched with the other player alone to move."""
        case, leaves = self.case, np.flatnonzero((self.status == TERMINAL) & (self.positions >= 0))
        if case.game is not None or case.records_table_answers:
            return leaves[:0]
        start, end = self._visits_by_position.find_returned_before(leaves)
        last_search = self.searches_by_board.find_last(leaves)
        other_mover_leaves: Ints = leaves[(start == end) & (self.boards[leaves] >= 0) & (last_search >= 0)]
        return other_mover_leaves

    def _iter_suspects(self) -> Iterator[Suspect]:
        """Find the answers that claim more than a sound table could have told."""
        case = self.case
        answers = np.flatnonzero((self.status == TABLE) & (self.positions >= 0))
        low, high, _ = self._bounds_from_correct_table(answers)
        start, end = self._visits_by_position.find_returned_before(answers)
        board_start, board_end = self._visits_by_board.find_returned_before(answers)
        claims = np.stack([ends[answers] for ends in case.claim_columns], 1)
        claims += self.wins.count_won_plies(claims, self.ply[answers, None])
        has_other_mover_visit = board_end - board_start > np.where(self.boards[answers] >= 0, end - start, 0)
        was_just_searched = case.trace.searched_again[answers] & (claims[:, 0] == claims[:, 1])
        # To others another path may have led.
        is_position_known = ~self.by_path[answers]
        can_be_judged = is_position_known | has_other_mover_visit | was_just_searched
        self.unseen_board_answers = int((can_be_judged & (start == end) & ~has_other_mover_visit).sum())
        """How often the table answered for a board that this trace had not met before."""
        last_search = self.searches_by_position.find_last(answers)
        self.win_misreading, self.rightly_read_wins, is_misread_win = self._find_win_misreading(answers, last_search)
        claims_more = is_misread_win | (claims[:, 0] > low) | (claims[:, 1] < high)
        claims_more &= can_be_judged & (answers < case.first_lost_node)
        (least, greatest), (min_claims, max_claims) = self._leaf_value_range, claims.T
        exceeds_leaves = (min_claims > np.maximum(low, least)) | (max_claims < np.minimum(high, greatest))
        suspects = dict.fromkeys(self.other_mover_leaves.tolist(), (True, PositionEvidence.KNOWN))
        for index in np.flatnonzero(claims_more).tolist():
            evidence = PositionEvidence.OTHER_MOVER if has_other_mover_visit[index] else PositionEvidence.AGAIN
            evidence = PositionEvidence.KNOWN if is_position_known[index] else evidence
            suspects[answers.item(index)] = bool(exceeds_leaves[index]), evidence
        for node in case.walk(sorted(suspects)):
            visits, other_mover_visits = self.visits_before(node)
            is_deep_enough = self._reached_depths[visits] >= self.depths[node]
            deep_enough, shallow, other_mover = map(
                self._first_visit_by_value, (visits[is_deep_enough], visits[~is_deep_enough], other_mover_visits)
            )
            yield Suspect(node, deep_enough, shallow, suspects[node][0], other_mover, suspects[node][1])

    def _find_win_misreading(self, answers: Ints, last_search: Ints) -> tuple[WinMisreading, int, Bools]:
        """Return the mistake that explains most wins, how many are right where it would show, and which it explains.

        What a fail-hard search clamps to its window shows neither.
        """
        columns, ply, value = self.case.columns, self.ply[answers], self.case.columns.value[answers]
        is_inside = (value != columns.alpha[answers]) & (value != columns.beta[answers])
        is_win = (self.wins.count_won_plies(value, ply) != 0) & (last_search >= 0) & is_inside
        difference = (self.own_values[answers] - self.own_values[last_search]) * np.sign(value)
        misread_plies = {one: one.count_plies(ply, self.ply[last_search]) for one in WIN_MISREADINGS}
        masks = {one: is_win & (plies != 0) & (difference == plies) for one, plies in misread_plies.items()}
        misreading = max(masks, key=lambda one: masks[one].sum())
        right_count = int((is_win & (misread_plies[misreading] != 0) & (difference == 0)).sum())
        return misreading, right_count, masks[misreading] & (masks[misreading].sum() >= right_count)

    def visits_before(self, node: int) -> tuple[Ints, Ints]:
        """Return the visits of a node's position that had returned, and those of its board with another one to move."""
        same_position, same_board = (
            stored.visits[slice(*stored.find_returned_before(node))]
            for stored in (self._visits_by_position, self._visits_by_board)
        )
        return same_position, same_board[self.positions[same_board] != self.positions[node]]

    def _first_visit_by_value(self, visits: Ints) -> VisitByValue:
        _, first_index = np.unique(self.own_values[visits], return_index=True)
        visits = visits[np.sort(first_index)]
        return dict(zip(self.own_values[visits].tolist(), visits.tolist(), strict=True))

    def _count_repeated_searches(self) -> None:
        """Count the positions that were searched again though a table that mistakes something would have answered.

        A quiescence search in which it never answers has none.
        """
        case, columns = self.case, self.case.columns
        may_ask_table = ~columns.is_beyond_horizon | (columns.is_beyond_horizon & (self.status == TABLE)).any()
        nodes = np.flatnonzero((self.status == EXPANDED) & (self.positions >= 0) & may_ask_table)
        low, high, is_answered = self._bounds_from_correct_table(nodes)
        alpha, beta, required_depths = columns.alpha[nodes], columns.beta[nodes], self.depths[nodes]
        stored_searches = self._searched_visits[may_ask_table[self._searched_visits]]
        last_search, last_board_search = (
            VisitsInTime(stored_searches, keys, columns.end).find_last(nodes) for keys in (self.positions, self.boards)
        )
        (claim_low, claim_high), own_values = case.claim_columns, self.own_values[last_search]
        value_at_this_ply = own_values - self.wins.count_won_plies(own_values, self.ply[nodes])
        is_exact, has_earlier_visit = claim_low[last_search] == claim_high[last_search], last_search >= 0
        is_undecided = np.maximum(low, self._leaf_value_range[0]) < np.minimum(high, self._leaf_value_range[1])
        is_bound_repeat = has_earlier_visit & ~is_exact & is_undecided & (self.depths[last_search] >= required_depths)
        is_bound_repeat &= (alpha < value_at_this_ply) & (value_at_this_ply < beta)
        is_asked = self.seems_asked[nodes]
        is_bound_repeat &= is_asked
        is_lower = (claim_low[last_search[is_bound_repeat]] > -INFINITY).tolist()
        self.bound_repeats = Counter(zip(columns.turn[nodes[is_bound_repeat]].tolist(), is_lower, strict=True))
        """How often a position was searched again as only a bound was known: by player, and whether a lower one."""
        is_shallow_repeat = is_exact | (claim_low[last_search] >= beta) | (claim_high[last_search] <= alpha)
        is_shallow_repeat &= has_earlier_visit & ~is_answered & is_asked
        self.shallow_repeats = int(is_shallow_repeat.sum())
        """How often a position was searched again as only a shallower value was known."""
        self._shallow_repeat_nodes: Ints = nodes[is_shallow_repeat]
        is_iteration = (columns.parent[nodes] == 0) & (0 in case.trace.drivers)
        self.deeper_below_iteration_root = int((is_shallow_repeat & ~is_iteration).sum())
        """The same but for the position of the iterations, at which many tables are not asked."""
        is_known_for_other = self.positions[last_board_search] != self.positions[nodes]
        is_known_for_other &= (last_board_search >= 0) & (self.depths[last_board_search] >= required_depths)
        is_known_for_other &= claim_low[last_board_search] == claim_high[last_board_search]
        self.known_for_other_player = int(is_known_for_other.sum())
        """How often a position was searched though the other player's value on the same board was known exactly."""

    @cached_property
    def seems_asked(self) -> Bools:
        """By node: whether the table answered in a window as wide as its own: in wider ones it may not be asked."""
        columns, is_answer = self.case.columns, (self.status == TABLE) & (self.positions >= 0)
        has_window = columns.alpha < columns.beta
        widths = np.subtract(columns.beta, columns.alpha, out=np.zeros(len(is_answer)), where=has_window)
        is_no_wider: Bools = widths <= widths[is_answer].max(initial=0)
        return is_no_wider

    def has_windows_in_key(self, answers: Iterable[int]) -> bool:
        """Return whether a table without depths tells windows apart, as it seems.

        Each answer is what a visit of its position had returned in the same window, and where a position was searched
        again as only a shallower value was known, that was in no window that it had been searched in.
        """
        alpha, beta = self.case.columns.alpha, self.case.columns.beta

        def find_in_window(node: int) -> Ints:
            visits = self.visits_before(node)[0]
            same_window: Ints = visits[(alpha[visits] == alpha[node]) & (beta[visits] == beta[node])]
            return same_window

        are_explained = all((self.own_values[find_in_window(node)] == self.own_values[node]).any() for node in answers)
        return are_explained and not any(len(find_in_window(node)) for node in self._shallow_repeat_nodes.tolist())


def other_entries(case: Case, entries: TableEntries) -> Iterator[TableEntries]:
    """Make the entries by what a table may take for a board: any player's pieces, or no null move's change of player.

    The first is looked at where the table answered for boards that the trace had not met before, the second where null
    moves were made.
    """
    if entries.unseen_board_answers:
        yield from map(entries.with_boards, boards_of_either(case))
    if any(isinstance(move, Null) for move in case.trace.no_moves.values()):
        yield entries.with_boards(boards_but_for_null_moves(case))


def get_required_depths(case: Case) -> Array:
    """Return the depth each node was asked for; 0 everywhere in a search without depth."""
    depth_limit, ply = case.get_remaining_depth(0), np.array(case.ply, float)
    recorded_depths = remaining_depths(case.trace, np.asarray(case.ply))
    depth_by_ply = np.full(len(case), INFINITY) if depth_limit is None else depth_limit - ply
    if recorded_depths is None:
        return depth_by_ply if depth_limit is not None else np.zeros(len(case))
    depths: Array = np.where(recorded_depths == NO_DEPTH, depth_by_ply, recorded_depths)
    return depths
