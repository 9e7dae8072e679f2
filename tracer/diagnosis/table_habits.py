"""What a table answers by: exact values, bounds that decide a window, and those that do not.

Beside each visit stands what the last search of its position had returned, to the same depth. A sound table answers
where that is exact, a lower bound that reaches the far end, or an upper one that does not pass the near end.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tracer.deciding.thresholds import FEW, MOSTLY, TWICE
from tracer.diagnosis.call_columns import INFINITY
from tracer.diagnosis.passed_windows import to_mover_view
from tracer.diagnosis.stored_visits import VisitsInTime
from tracer.diagnosis.table_entries import TableEntries
from tracer.recording.columns import Bools
from tracer.recording.status import EXPANDED, TABLE


class TableHabits(NamedTuple):
    """What a table does where no sound one does it."""

    mixed_up: frozenset[int]
    """Answers by bounds that do not decide, if the table does not answer where bounds of that kind decide."""
    refused: int
    """How often a bound that decides was not used."""
    unused: dict[int, int]
    """Searches of positions whose exact value the last search had found, with that, if the table uses bounds, but no
    such value on this side of the window."""
    other_side: bool
    """Whether it uses one on the other side."""


def table_habits(entries: TableEntries) -> TableHabits:
    """Return what a table seems to do, by the visits whose positions are known and that ask it."""
    case, columns = entries.case, entries.case.columns
    asks = (
        (entries.positions >= 0)
        & ~entries.by_path
        & ~columns.is_beyond_horizon
        & ~np.isin(columns.parent, list(case.trace.drivers))
    )
    if case.depth is not None:
        asks &= entries.depths > 0  # most searches look at the depth first
    nodes = np.flatnonzero(asks & ((columns.status == EXPANDED) | (columns.status == TABLE)))
    searched = nodes[(columns.status[nodes] == EXPANDED) & np.isfinite(columns.value[nodes])]
    last = VisitsInTime(searched, entries.positions, columns.end).find_last(nodes)
    met = (last >= 0) & (entries.depths[last] == entries.depths[nodes])
    nodes, last = nodes[met], last[met]
    own, turn = entries.own_values[last], columns.turn[nodes]
    value = turn * (own - entries.wins.count_won_plies(own, entries.ply[nodes]))
    near, far = to_mover_view(turn, columns.alpha[nodes], columns.beta[nodes])
    least, most = to_mover_view(turn, *(ends[last] for ends in case.claim_columns))
    exact = least == most
    upper, lower = ~exact & (most < INFINITY), ~exact & (least > -INFINITY)
    reaching, failing = (value >= far) & (near < far), (value <= near) & (near < far)
    answered = columns.status[nodes] == TABLE

    def counts(which: Bools) -> tuple[int, int]:
        """Return how often the table answered there, and how often it did not."""
        return int((which & answered).sum()), int((which & ~answered).sum())

    deciding, undecided = (lower & reaching) | (upper & failing), (lower & failing) | (upper & reaching)
    (used, refused), (misused, right) = counts(deciding), counts(undecided)
    mixed_up = misused >= max(TWICE, right) and refused >= max(FEW, MOSTLY * used)
    same_move = columns.move[nodes] == columns.move[last]
    unused, other_side = dict[int, int](), False
    for side, other in ((reaching, failing), (failing, reaching)):
        # Where a key holds the way to a position, too, bounds are used after the same move alone.
        for some in (np.ones(len(nodes), bool), same_move):
            (hits, again), (decided, passed) = counts(exact & side & some), counts(deciding & some)
            if again >= max(FEW, MOSTLY * hits) and decided >= max(FEW, MOSTLY * passed):
                missed = exact & side & some & ~answered
                unused |= zip(nodes[missed].tolist(), last[missed].tolist(), strict=True)
                other_side = counts(exact & other & some)[0] > 0
    return TableHabits(
        frozenset(nodes[undecided & answered].tolist()) if mixed_up else frozenset(), refused, unused, other_side
    )
