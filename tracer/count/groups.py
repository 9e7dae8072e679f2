"""Nodes by what they share: for each move, ply or position how often it was visited, and what was spent below it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from tracer.count.tally import add_counts, tally_of
from tracer.count.transpositions import Positions
from tracer.recording.columns import Bools, Columns, Ints, last_visits
from tracer.recording.log import GAMMA1, SOLVED, Log
from tracer.recording.log_numbers import OpenStates
from tracer.recording.recording import Recording
from tracer.recording.slices import Beat, share_progress, unheard
from tracer.recording.status import HORIZON, PRUNED, TABLE, TERMINAL, Bound
from tracer.recording.tree_shape import iter_parts


@dataclass(frozen=True, eq=False)
class Groups:
    """Groups of visits: one entry a group in every column."""

    names: Ints
    """What the group shares: the number of a move, or a ply."""
    first: Ints
    """The first node of the group."""
    visits: Ints
    """How many visits are in it."""
    nodes: Ints
    """Visits in the subtrees of its nodes, themselves included, each counted once."""
    cutoffs: Ints
    """Of a ply, the cutoffs of its nodes; of a move, the cutoffs that it was the reason of."""
    by_moves: Ints
    """Those of them that a move of the game made, neither a null move nor standing pat."""
    by_first: Ints
    """Those of these that the first move made, so that no better one had been tried in vain."""

    def __len__(self) -> int:
        return len(self.names)

    def ordered(self, order: Ints) -> Groups:
        """The same groups in another order, or some of them."""
        columns = (self.names, self.first, self.visits, self.nodes, self.cutoffs, self.by_moves, self.by_first)
        return Groups(*(column[order] for column in columns))


def by_ply(trace: Recording, beat: Beat = unheard) -> Groups:
    """The visits of each ply, from the root on. O(n), vectorised."""
    visited = np.flatnonzero(trace.columns.status != PRUNED)
    beat(1, 4)
    plies = trace.ply[visited]
    beat(2, 4)
    tally = tally_of(trace)
    visits = tally.by_ply("visited")
    beat(3, 4)
    cutoffs, by_moves, by_first = (
        add_counts(tally.by_ply(name), np.zeros_like(visits))
        for name in ("cutoffs", "move_cutoffs", "first_move_cutoffs")
    )
    return Groups(
        names=np.arange(len(visits)),
        first=_first_of(visited, plies, len(visits)),
        visits=visits,
        nodes=np.cumsum(visits[::-1])[::-1],
        cutoffs=cutoffs,
        by_moves=by_moves,
        by_first=by_first,
    )


def by_move(trace: Recording, beat: Beat = unheard) -> Groups:
    """The visits that each move leads to, the moves with most nodes under them first. O(n log n), vectorised."""
    columns = trace.columns
    visited = np.flatnonzero((columns.status != PRUNED) & (columns.move >= 0))
    moves, count = columns.move[visited], trace.move_count
    beat(1, 10)
    _, reasons, moved, first = cutoffs(trace)
    beat(3, 10)
    found = Groups(
        names=np.arange(count),
        first=_first_of(visited, moves, count),
        visits=np.bincount(moves, minlength=count),
        nodes=_nodes_under(trace, visited, moves, count, share_progress(beat, 40, 100)),
        cutoffs=np.bincount(columns.move[reasons[reasons >= 0]], minlength=count),
        by_moves=np.bincount(columns.move[reasons[moved]], minlength=count),
        by_first=np.bincount(columns.move[reasons[first]], minlength=count),
    )
    order = np.argsort(-found.nodes, kind="stable")
    return found.ordered(order[found.visits[order] > 0])


def by_position(trace: Recording, positions: Positions, beat: Beat = unheard) -> Groups:
    """The positions that were visited more than once, the most often visited first. O(n log n), vectorised."""
    visited, numbers = positions.numbered
    count = len(positions)
    nothing = np.zeros(count, np.int64)
    found = Groups(
        names=np.arange(count),
        first=_first_of(visited, numbers, count),
        visits=np.bincount(numbers, minlength=count),
        nodes=_nodes_under(trace, visited, numbers, count, beat),
        cutoffs=nothing,
        by_moves=nothing,
        by_first=nothing,
    )
    order = np.lexsort((found.first, -found.nodes, -found.visits))
    return found.ordered(order[found.visits[order] > 1])


def _first_of(nodes: Ints, groups: Ints, count: int) -> Ints:
    """The first of some ascending nodes in each group; −1 where there is none."""
    first = np.full(count, -1, np.int64)
    first[groups[::-1]] = nodes[::-1]  # the last assignment to a group is that of its first node
    return first


def cutoffs(trace: Recording) -> tuple[Ints, Ints, Bools, Bools]:
    """Return the nodes that were cut and the child after which each was; −1 where that is none. O(n), vectorised.

    With them comes whether a move of the game leads to that child, neither a null move nor standing pat; and whether
    it is the first such move that was searched there, be it again.
    """
    columns = trace.columns
    none, first = list(trace.no_moves), np.full(len(columns), -1, columns.end.dtype)
    for part in reversed(list(iter_parts(len(columns)))):
        moved = (columns.status[part] != PRUNED) & ~np.isin(columns.move[part], none)
        moved &= columns.parent[part] >= 0
        nodes = (np.flatnonzero(moved) + part.start)[::-1]
        first[columns.parent[nodes]] = nodes  # the last assignment to a node is that of its first child
    cut, last = np.flatnonzero(columns.cutoff), last_visits(columns)[columns.cutoff]
    by_move = (last >= 0) & ~np.isin(columns.move[last], none)
    return cut, last, by_move, by_move & (columns.move[first[cut]] == columns.move[last])


def _nodes_under(trace: Recording, nodes: Ints, groups: Ints, count: int, beat: Beat) -> Ints:
    """For each group, the visits in the subtrees of its nodes; a node below another of its group adds nothing."""
    columns = trace.columns
    # Sorting small numbers takes time in proportion to how many there are.
    order = np.argsort(groups.astype(np.uint16) if count <= 1 << 16 else groups, kind="stable")
    beat(1, 5)
    nodes, groups = nodes[order].astype(np.int64), groups[order]
    beat(2, 5)
    offset = groups.astype(np.int64) * (len(columns) + 1)  # keeps the groups apart on one line
    reached = np.maximum.accumulate(columns.end[nodes] + offset)
    beat(3, 5)
    top = np.ones(len(nodes), bool)
    top[1:] = nodes[1:] + offset[1:] >= reached[:-1]
    beat(4, 5)
    nodes, before = nodes[top], columns.visited_before
    found = np.bincount(groups[top], before[columns.end[nodes]] - before[nodes], minlength=count)
    return found.astype(np.int64)


@dataclass(frozen=True)
class PassCounts:
    """One pass. Windows and values are MAX's view."""

    node: int
    level: int
    """0 of the driver's own; 1 of those that such a pass has itself, and so on."""
    alpha: float
    beta: float
    value: float
    """NaN where it never returned."""
    bound: Bound | None
    """What the value says of the true one; None where it says nothing."""
    best: int | None
    """Its best move's node; None where the window let it find none."""
    visited: int
    """Visits, its own among them."""
    leaf_evaluations: int
    """Leaves that no table answered."""
    table_hits: int
    """Leaves that a table answered."""
    cutoffs: int


def passes_of(trace: Recording, driver: int = 0) -> list[PassCounts]:
    """The passes of a driver in the order of the search, those of drivers among them after each; none of another node.

    O(nodes below the driver).
    """
    return [_counted(trace, node, level) for node, level in _passes(trace, driver)]


def _passes(trace: Recording, driver: int) -> Iterator[tuple[int, int]]:
    todo = [(node, 0) for node in reversed(trace.children(driver))] if driver in trace.drivers else []
    while todo:
        node, level = todo.pop()
        yield node, level
        if node in trace.drivers:
            todo += [(below, level + 1) for below in reversed(trace.children(node))]


def _counted(trace: Recording, node: int, level: int) -> PassCounts:
    columns, within = trace.columns, slice(node, trace.columns.end.item(node))
    status = columns.status[within]
    return PassCounts(
        node=node,
        level=level,
        alpha=columns.alpha.item(node),
        beta=columns.beta.item(node),
        value=columns.value.item(node),
        bound=trace.proved_bound(node),
        best=_best(trace, node),
        visited=int(np.count_nonzero(status != PRUNED)),
        leaf_evaluations=int(np.count_nonzero((status == TERMINAL) | (status == HORIZON))),
        table_hits=int(np.count_nonzero(status == TABLE)),
        cutoffs=int(np.count_nonzero(columns.cutoff[within])),
    )


def _best(trace: Recording, node: int) -> int | None:
    """The best move of a pass, of a driver that of its own best pass; None where all moves stayed out of reach."""
    while node in trace.drivers:
        above = trace.best_child(node)
        if above is None:
            return None
        node = above
    columns, best = trace.columns, trace.best_child(node)
    turn, found = columns.turn.item(node), columns.value.item(node)
    worst = columns.alpha.item(node) if turn > 0 else columns.beta.item(node)
    return None if best is None or turn * found <= turn * worst else best


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
        "open_at_most": states.max_states,
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
