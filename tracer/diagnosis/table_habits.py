"""What a table answers by: exact values, bounds that decide a window, and those that do not.

Beside each visit stands what the last search of its position had returned, to the same depth. A sound table answers
where that is exact, a lower bound that reaches the far end, or an upper one that does not pass the near end.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tracer.deciding.thresholds import FEW, MOSTLY, SOME, TWICE
from tracer.diagnosis.call_columns import INFINITY, Window
from tracer.diagnosis.stored_visits import VisitsInTime
from tracer.diagnosis.table_entries import TableEntries
from tracer.recording.columns import Bools
from tracer.recording.status import EXPANDED, TABLE


class TableHabits(NamedTuple):
    """What a table does where no sound one does it."""

    mixed_up_answers: frozenset[int]
    """Answers by bounds that do not decide, if the table does not answer where bounds of that kind decide."""
    unused_bounds: int
    """How often a bound that decides was not used."""
    unused_exact_values: dict[int, int]
    """Searches of positions whose exact value the last search had found, with that, if the table uses bounds, but no
    such value on this side of the window."""
    uses_other_side: bool
    """Whether it uses one on the other side."""


def table_habits(entries: TableEntries) -> TableHabits:
    """Return what a table seems to do, by the visits whose positions are known and that ask it."""
    case, columns = entries.case, entries.case.columns
    asks_table = (entries.positions >= 0) & entries.seems_asked & ~entries.by_path & ~columns.is_beyond_horizon
    asks_table &= ~np.isin(columns.parent, list(case.trace.drivers))
    if case.depth is not None:
        asks_table &= entries.depths > 0  # most searches look at the depth first
    nodes = np.flatnonzero(asks_table & ((columns.status == EXPANDED) | (columns.status == TABLE)))
    searched_nodes = nodes[(columns.status[nodes] == EXPANDED) & np.isfinite(columns.value[nodes])]
    last_search = VisitsInTime(searched_nodes, entries.positions, columns.end).find_last(nodes)
    has_same_depth = (last_search >= 0) & (entries.depths[last_search] == entries.depths[nodes])
    nodes, last_search = nodes[has_same_depth], last_search[has_same_depth]
    is_win = entries.wins.count_won_plies(columns.value[last_search], 1) != 0
    if (is_win & (columns.status[nodes] == TABLE)).sum() <= SOME * is_win.sum():
        nodes, last_search = nodes[~is_win], last_search[~is_win]  # wins that are counted by plies need not be stored
    own_values, turn = entries.own_values[last_search], columns.turn[nodes]
    value = turn * (own_values - entries.wins.count_won_plies(own_values, entries.ply[nodes]))
    window = Window.of(turn, columns.alpha[nodes], columns.beta[nodes])
    min_value, max_value = Window.of(turn, *(ends[last_search] for ends in case.claim_columns))
    is_exact = min_value == max_value
    is_upper_bound, is_lower_bound = ~is_exact & (max_value < INFINITY), ~is_exact & (min_value > -INFINITY)
    reaches_beta, fails_low = window.is_open & (value >= window.far), window.is_open & (value <= window.near)
    is_answered = columns.status[nodes] == TABLE

    def count_answers(mask: Bools) -> tuple[int, int]:
        """Return how often the table answered there, and how often it did not."""
        return int((mask & is_answered).sum()), int((mask & ~is_answered).sum())

    is_deciding = (is_lower_bound & reaches_beta) | (is_upper_bound & fails_low)
    mixed_up_answers, unused_bounds = frozenset[int](), 0
    for bound in (is_lower_bound | is_upper_bound, is_lower_bound, is_upper_bound):  # of both kinds, or of one alone
        is_undecided = bound & ((is_lower_bound & fails_low) | (is_upper_bound & reaches_beta))
        (used_count, unused_count), (misused_count, right_count) = map(
            count_answers, (bound & is_deciding, is_undecided)
        )
        if misused_count >= max(TWICE, right_count) and unused_count >= max(FEW, MOSTLY * used_count):
            mixed_up_answers, unused_bounds = frozenset(nodes[is_undecided & is_answered].tolist()), unused_count
            break
    same_move = columns.move[nodes] == columns.move[last_search]
    unused_values, uses_other_side = dict[int, int](), False
    for side_mask, other_side_mask in ((reaches_beta, fails_low), (fails_low, reaches_beta)):
        # Where a key holds the way to a position, too, bounds are used after the same move alone.
        for key_mask in (np.ones(len(nodes), bool), same_move):
            (exact_answers, exact_repeats) = count_answers(is_exact & side_mask & key_mask)
            (bound_answers, bound_repeats) = count_answers(is_deciding & key_mask)
            if exact_repeats >= max(FEW, MOSTLY * exact_answers) and bound_answers >= max(FEW, MOSTLY * bound_repeats):
                is_missed = is_exact & side_mask & key_mask & ~is_answered
                unused_values |= zip(nodes[is_missed].tolist(), last_search[is_missed].tolist(), strict=True)
                uses_other_side = count_answers(is_exact & other_side_mask & key_mask)[0] > 0
    return TableHabits(mixed_up_answers, unused_bounds, unused_values, uses_other_side)
