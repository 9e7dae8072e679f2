"""What best-first searches count that others do not have: iterations, expansions, states taken and purged."""

from __future__ import annotations

import numpy as np

from tracer.recording.columns import Columns, Ints
from tracer.recording.log import GAMMA1, SOLVED, Log
from tracer.recording.numbers_of_log import OpenStates
from tracer.recording.status import HORIZON, TERMINAL


def counts_of_log(columns: Columns) -> dict[str, int]:
    """The counts by their names; nothing of a recording without a log.

    `iterations` of Monte Carlo tree search, `expansions` of proof numbers with the `largest_pn` and `largest_dn` of the
    root that are finite and how often numbers were `updated`; of SSS* and DUAL* the `states_taken`, by Γ too, how many
    different `merits` these had, how many states were in OPEN at most, and how many left it untaken.
    """
    log = columns.log
    if log is None:
        return {}
    if log.counts_visits:
        return {"iterations": int(log.iteration[-1]) + 1}
    if log.has_proofs:
        rows = log.rows_of(0)
        expanded = np.count_nonzero(columns.end > np.arange(len(columns)) + 1)
        return {
            "expansions": int(expanded),
            **{
                f"largest_{name}": int(numbers[np.isfinite(numbers)].max(initial=0))
                for name, numbers in (("pn", log.x[rows]), ("dn", log.y[rows]))
            },
            "updated": len(log),
        }
    gammas = np.bincount(log.kind, minlength=SOLVED + 1).tolist()
    states = OpenStates(columns)
    return {
        "states_taken": len(log),
        **{f"gamma_{gamma}": gammas[gamma] for gamma in range(GAMMA1, SOLVED)},
        "merits": len(merits_taken(log)),
        "open_at_most": states.most,
        "purged": states.purged,
    }


def leaves_of_tree(columns: Columns) -> int:
    """Return the number of nodes without children. O(n)."""
    return int(np.count_nonzero(columns.end == np.arange(len(columns)) + 1))


def merits_taken(log: Log) -> list[float]:
    """The merits of the states that SSS* or DUAL* took, in the order in which they came first. O(rows)."""
    return list(dict.fromkeys(log.x.tolist()))


def steps_counted(columns: Columns) -> dict[str, Ints]:
    """By name the ascending steps at which a best-first search counts one more.

    `visited` nodes of the tree, nodes `expanded`, which are those with children, `leaves` that were evaluated, and
    `iterations`, or the `states` that SSS* took. Of Monte Carlo tree search, where an iteration evaluates a leaf, there
    are no `leaves`, but the iterations that end where one ended before, `visited again`. O(n log n).
    """
    log, born = columns.log, columns.born
    assert log is not None
    assert born is not None
    rows = np.arange(len(log))
    first = np.full(len(columns), len(log), np.int64)
    np.minimum.at(first, columns.parent[1:], born[1:])
    found = {"visited": np.sort(born), "expanded": np.sort(first[first < len(log)])}
    if log.counts_visits:
        again = np.ones(len(log), bool)
        again[np.unique(log.node, return_index=True)[1]] = False
        return found | {"iterations": rows, "visited again": np.flatnonzero(again)}
    over = (columns.status == TERMINAL) | (columns.status == HORIZON)
    found["leaves"] = np.sort((born if log.has_proofs else columns.settled)[over])
    if log.has_proofs:
        return found | {"iterations": np.flatnonzero(np.diff(log.iteration, prepend=np.int32(0)))}
    return found | {"states": rows}


def counts_by_ply(columns: Columns) -> dict[str, Ints]:
    """What a best-first search counts at each ply: `visited` nodes, `leaves` evaluated, nodes `expanded`.

    Of Monte Carlo tree search `leaves` are nodes without children, and `visits` the sum of N of a ply's nodes.
    O(n + rows).
    """
    log, ply = columns.log, columns.ply
    assert log is not None
    inner = columns.end > np.arange(len(columns)) + 1
    found = {"visited": np.bincount(ply), "expanded": np.bincount(ply[inner])}
    if log.counts_visits:
        ended = np.bincount(ply[log.node], minlength=len(found["visited"]))
        return found | {
            "leaves": found["visited"] - np.bincount(ply[inner], minlength=len(ended)),
            "visits": ended[::-1].cumsum()[::-1],
        }
    over = (columns.status == TERMINAL) | (columns.status == HORIZON)
    return found | {"leaves": np.bincount(ply[over])}
