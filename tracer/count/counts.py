"""Visited against pruned: what was counted, exactly, in total and by ply.

Counts that follow from the columns are at hand at once. Those that need the game (pruned nodes, table nodes, positions)
replay moves, so they are worked out when they are first asked for.
"""

# Long, for each count is a property with its definition.

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from tracer.count.frontier import Frontier, depth_limit, frontier
from tracer.count.groups import counts_by_ply, counts_of_log, leaves_of_tree
from tracer.count.path_pieces import PathCounts, path_counts_of
from tracer.count.paths import Paths, paths_of
from tracer.count.sizes import LONG_BUDGET, QUICK_BUDGET, each, lacks_moves, states
from tracer.count.tally import Tally, tally_of
from tracer.count.totals import Total, total
from tracer.count.transpositions import BATCH, positions_of
from tracer.errors import Cancelled, PlyscopeError
from tracer.games.rules import BuiltIn, blame, scale_move_budget
from tracer.recording.columns import Bools
from tracer.recording.status import HORIZON, OPEN, PRUNED, TABLE
from tracer.recording.tree_shape import iter_parts

if TYPE_CHECKING:
    from tracer.recording.recording import Recording

_DEPTH_FIRST = (
    *("re_searches", "passes", "cutoffs", "pruning_cutoffs", "skipped_moves", "selective_skips", "null_cutoffs"),
    *("stand_pats", "table_hits", "pruned_branches_exact", "pruned_nodes_exact", "first_move_cutoffs"),
    *("table_nodes", "table_nodes_exact", "standard_error", "margin"),
)
"""What a best-first search cannot have, which is not the same as none."""
_BY_PLY = (
    *("visited", "leaves", "cutoffs", "pruning_cutoffs", "move_cutoffs", "first_move_cutoffs"),
    *("pruned_branches", "table_hits"),
)
"""What is counted of each ply without the game, in the order of its columns."""


class Counts:
    """The counts of one trace. Every number says in its docstring what it counts."""

    def __init__(self, trace: Recording) -> None:
        self._trace = trace
        self._columns = trace.columns
        self._progress: Callable[[int], None] = _ignore_progress
        self._max_moves: int | None = None
        self.lacks_positions = False
        """Whether `positions` is None because there were too many."""
        self._pruned_count_by_node: dict[int, int | None] = {}
        """What `pruned_nodes_below` found: a picture that is tried in many sizes asks each time."""

    def work_out(self, progress: Callable[[int], None], max_moves: int | None = None) -> None:
        """Work out all that needs the game, once; without this it is worked out when it is first asked for.

        Args:
            progress: called again and again with how many moves were looked at; may raise.
            max_moves: moves looked at before pruned nodes are estimated, and then as many for those of the table; None
                takes 6,000,000, and fewer where the game is slow.
        """
        reported_moves = 0
        self._max_moves = max_moves

        def report_progress(moves: int) -> None:
            nonlocal reported_moves
            reported_moves = max(reported_moves, moves_before + moves)
            progress(reported_moves)

        try:
            for count_name in ("pruned_total", "table_total", "positions"):
                moves_before = reported_moves
                self._progress = report_progress
                getattr(self, count_name)
        finally:
            self._progress = _ignore_progress

    @property
    def _tally(self) -> Tally:
        return tally_of(self._trace)

    @property
    def _path_counts(self) -> PathCounts:
        return path_counts_of(self._trace)

    @property
    def visited(self) -> int:
        """Visits, root and terminals included."""
        return self._columns.visited

    @cached_property
    def leaves(self) -> int:
        """Visited nodes that returned without a visited child; of Monte Carlo tree search, nodes without children.

        Of other best-first searches the leaves that were evaluated.
        """
        log = self._columns.log
        if log is not None:
            return leaves_of_tree(self._columns) if log.counts_visits else self.leaf_evaluations
        return self._tally.total("leaves")

    @property
    def is_leaf(self) -> Bools:
        """N long: the nodes that `leaves` counts. O(n)."""
        status, end, visited_before = self._columns.status, self._columns.end, self._columns.visited_before
        leaves: Bools = (status != PRUNED) & (status != OPEN)
        for part in iter_parts(len(leaves)):  # nothing after itself was visited in its range
            leaves[part] &= visited_before[end[part]] == visited_before[part.start + 1 : part.stop + 1]
        return leaves

    @cached_property
    def leaf_evaluations(self) -> int:
        """Visits to the end of the game or to the horizon: leaves that no stored value answered.

        Monte Carlo tree search evaluates a leaf each iteration, if need be the same one again.
        """
        if self._columns.log is not None and self._columns.log.counts_visits:
            return len(self._columns.log)
        return self._tally.total("leaf_evaluations")

    @property
    def passes(self) -> int:
        """Iterations of drivers. A position that is handed on to another function is none."""
        return self._tally.total("passes")

    @property
    def re_searches(self) -> int:
        """Visits right after a visit by the same move, as after a scout that failed. Iterations are none. O(n)."""
        return self._tally.total("re_searches")

    @property
    def cutoffs(self) -> int:
        """Nodes where the cutoff test held, also after the last move."""
        return self._tally.total("cutoffs")

    @property
    def pruning_cutoffs(self) -> int:
        """Cutoffs that skipped at least one move."""
        return self._tally.total("pruning_cutoffs")

    @property
    def paths(self) -> Paths:
        """Which nodes stand for the same moves from the root."""
        return paths_of(self._trace)

    @property
    def frontier(self) -> Frontier:
        """The paths at which what was never visited begins."""
        return frontier(self._trace)

    @property
    def records_skips(self) -> bool:
        """Whether a recording says of all its cutoffs which moves they skipped, if they skipped any."""
        if self.skipped_moves:
            return not self._trace.header.skipped_in_part
        if self._trace.game is None or self._trace.header.ours or not self.cutoffs:
            return self._trace.game is not None
        try:
            return not self.lacks_moves
        except PlyscopeError:  # it is another game
            return False

    @property
    def pruned_known(self) -> bool:
        """Whether it is known how many branches were pruned, or how many at least: also where there is no cutoff."""
        return self.skipped_moves > 0 or not self.cutoffs or self.records_skips

    @cached_property
    def pruned_branches(self) -> int | None:
        """Paths that cutoffs skipped, each once, and that no visit entered; None where they are not known.

        At least so many, unless `pruned_branches_exact`. None too of a best-first search, which has no cutoffs.
        """
        is_known = self._columns.log is None and self.pruned_known
        return int(self._path_counts.pruned.sum()) if is_known else None

    @property
    def pruned_branches_exact(self) -> bool:
        """Whether it is known how many branches were pruned, and that there are no more of them."""
        return self.pruned_known and not self._trace.header.skipped_in_part

    @property
    def skipped_moves(self) -> int:
        """Moves that cutoffs skipped, in all visits: more than `pruned_branches` where paths are visited again."""
        return len(self._trace) - self.visited - self.selective_skips

    @property
    def selective_skips(self) -> int:
        """Moves that a selective search left out though no cutoff skipped them, in all visits: late, futile, quiet."""
        return self._tally.total("selective_skips")

    @property
    def null_cutoffs(self) -> int:
        """Cutoffs by a null move: nobody moved, and the value reached the window's end all the same."""
        return self._tally.total("null_cutoffs")

    @property
    def stand_pats(self) -> int:
        """Cutoffs by standing pat: at the horizon the evaluation alone reached the window's end."""
        return self._tally.total("stand_pats")

    @property
    def move_cutoffs(self) -> int:
        """Cutoffs by moves of the game: neither by a null move nor by standing pat."""
        return self._tally.total("move_cutoffs")

    @property
    def first_move_cutoffs(self) -> int:
        """Cutoffs by the first move searched; a null move is none, nor is standing pat."""
        return self._tally.total("first_move_cutoffs")

    @property
    def first_move_share(self) -> float | None:
        """The share of the cutoffs by moves that came with the first: how good the move order is. None without any."""
        return self.first_move_cutoffs / self.move_cutoffs if self.move_cutoffs else None

    @property
    def table_hits(self) -> int:
        """Visits that a stored value closed."""
        return self._tally.total("table_hits")

    @cached_property
    def distinct_nodes(self) -> int:
        """Paths visited: a path that was searched again counts once."""
        return int(self._path_counts.visited.sum())

    @cached_property
    def pruned_total(self) -> Total | None:
        """`pruned_nodes` by ply; None without a game, and where no pruned branches are known or can be."""
        return self._count_never_visited(PRUNED) if self.pruned_branches is not None else None

    @property
    def pruned_nodes(self) -> int | None:
        """Nodes of the full tree below pruned branches, themselves included, never visited; None without a game.

        None too where no pruned branches are known; at least so many, unless `pruned_branches_exact`. Each path counts
        once, however often it was pruned, and not if any visit entered it.
        """
        return None if self.pruned_total is None else round(self.pruned_total.nodes)

    def pruned_nodes_below(self, node: int = 0) -> int | None:
        """Return `pruned_nodes` at and below a node where counting them takes no time to speak of; None elsewhere."""
        if not node and "pruned_total" in vars(self):
            return self.pruned_nodes if self.pruned_nodes_exact else None
        if node not in self._pruned_count_by_node:
            self._pruned_count_by_node[node] = self._count_pruned_below(node)
        return self._pruned_count_by_node[node]

    def _count_pruned_below(self, node: int) -> int | None:
        pruned_paths = self.frontier.with_status(PRUNED)
        pruned_paths = pruned_paths.filter((pruned_paths.due >= node) & (pruned_paths.due < self._columns.end[node]))
        if self._trace.game is None or not self.pruned_branches_exact or len(pruned_paths) > QUICK_BUDGET:
            return None
        with suppress(PlyscopeError), blame(self._trace.game):
            node_counts = each(self._trace, pruned_paths, budget=QUICK_BUDGET)
            return None if node_counts is None else int(node_counts.sum())
        return None

    @property
    def pruned_nodes_exact(self) -> bool:
        """Whether `pruned_nodes` was counted; else it is an estimate with a standard error, or at least so many."""
        return self.pruned_total is not None and self.pruned_total.exact and self.pruned_branches_exact

    @cached_property
    def table_total(self) -> Total | None:
        """`table_nodes` by ply; None without a game."""
        return self._count_never_visited(TABLE)

    @property
    def table_nodes(self) -> int | None:
        """Nodes of the full tree below table hits, by path, that no visit entered; None without a game."""
        return None if self.table_total is None else round(self.table_total.nodes)

    @property
    def exact(self) -> bool:
        """Whether pruned nodes and table nodes were both counted and not estimated."""
        return self.pruned_nodes_exact and self.table_nodes_exact

    @property
    def table_nodes_exact(self) -> bool:
        """Whether `table_nodes` was counted; otherwise it is an estimate with a standard error."""
        return self.table_total is not None and self.table_total.exact

    @property
    def standard_error(self) -> float:
        """The standard error of `full_tree_nodes`: 0 where it is exact."""
        return math.hypot(*(one.standard_error for one in (self.pruned_total, self.table_total) if one is not None))

    @property
    def margin(self) -> float:
        """Nodes to either side of `full_tree_nodes`, within which the truth lies in about 95 of 100 estimates."""
        return math.hypot(*(one.margin for one in (self.pruned_total, self.table_total) if one is not None))

    @property
    def full_tree_nodes(self) -> int | None:
        """Distinct nodes + pruned nodes + table nodes: what plain minimax visits to the same depth.

        None without a game, and where something is neither visited nor pruned nor known to the table: in a search that
        was stopped, in one that is selective (it looks less deep, deeper or not at all at some moves, or makes null
        moves, which are none of the game), in one that leaves legal moves out, and in a best-first search.
        """
        if (
            self._columns.log is not None
            or self._trace.selective
            or self.pruned_nodes is None
            or self.table_nodes is None
            or not self._has_even_depth
            or self.lacks_moves
        ):
            return None
        return self.distinct_nodes + self.pruned_nodes + self.table_nodes

    @cached_property
    def _has_even_depth(self) -> bool:
        """Whether the search looked everywhere to one depth, but for what was pruned or known to the table."""
        tally, trace = self._tally, self._trace
        if tally.total("open") or tally.deepest("visited") > trace.once(depth_limit):
            return False
        game, shallow_paths = trace.need_game(), self.frontier.with_status(HORIZON)
        with blame(game):
            return all(game.utility(state) is not None for _, state in states(trace, shallow_paths.nodes.tolist()))

    @cached_property
    def lacks_moves(self) -> bool:
        """Whether the search leaves legal moves out that no cutoff skipped; False without a game, which knows them."""
        return self._trace.game is not None and self._trace.once(lacks_moves)

    @cached_property
    def positions(self) -> int | None:
        """Distinct positions visited; None without a game.

        None too where more moves lead to them than half of those that are played to count pruned nodes: each is kept.
        """
        game = self._trace.game
        if game is not None and isinstance(game, BuiltIn) and not game.transposes:
            return self.distinct_nodes
        if game is None:
            return None
        max_moves = max(scale_move_budget(game, LONG_BUDGET), self._max_moves or 0) // 2
        batches_left = max_moves // BATCH if self.distinct_nodes > max_moves else math.inf

        def is_spent() -> bool:
            nonlocal batches_left
            batches_left -= 1
            return batches_left < 0

        try:
            return len(positions_of(self._trace, progress=self._progress, cancelled=is_spent))
        except Cancelled:
            if batches_left >= 0:  # it was somebody else who wished it
                raise
            self.lacks_positions = True
            return None

    @property
    def transpositions(self) -> int | None:
        """Paths visited that lead to a position which another path had reached before; None without a game."""
        return None if self.positions is None else self.distinct_nodes - self.positions

    @cached_property
    def branching_factor(self) -> float | None:
        """Moves of an expanded path on average; None where there is none, and in a best-first search."""
        if self._columns.log is not None:
            return None
        counts = self._path_counts.move_counts
        paths = int(counts.sum())
        return int((counts * np.arange(len(counts))).sum()) / paths if paths else None

    @cached_property
    def effective_branching_factor(self) -> float | None:
        """The b of a uniform tree as deep as this one that has as many nodes as were visited; None at a lone root.

        None too in a best-first search, whose tree is as deep as its longest line alone.
        """
        if self._columns.log is not None:
            return None
        depth = self._tally.deepest("visited")
        return uniform_branching(self.visited, depth) if depth else None

    @cached_property
    def minimal_leaves(self) -> int | None:
        """The fewest leaves any alpha-beta can visit, b^⌈d/2⌉ + b^⌊d/2⌋ − 1 (Knuth & Moore 1975, §4).

        None where chance moves, and unless the tree is uniform: b moves at every inner node, every leaf at ply d, as
        far as it was searched, and as many nodes in all as that makes.
        """
        branching_factors = np.flatnonzero(self._path_counts.move_counts)
        leaf_plies = np.flatnonzero(self._tally.by_ply("unexpanded"))
        if (
            self._tally.has_chance
            or len(branching_factors) != 1
            or len(leaf_plies) != 1
            or self.full_tree_nodes is None
        ):
            return None
        b, d = int(branching_factors[0]), int(leaf_plies[0])
        nodes = sum(b**ply for ply in range(d + 1))
        return b ** -(-d // 2) + b ** (d // 2) - 1 if abs(self.full_tree_nodes - nodes) < 1 else None

    def by_ply(self, *, with_game: bool = True) -> list[dict[str, int | float | None]]:
        """The counts of each ply, from the root down; without `pruned_branches` where they are not known.

        Of a best-first search, which prunes nothing and has no table, they are `visited` nodes, `leaves`, nodes
        `expanded` and, of Monte Carlo tree search, `visits`.

        Args:
            with_game: also `pruned_nodes` and `table_nodes`, which need the game.
        """
        is_depth_first = self._columns.log is None
        counts_by_name = {
            name: self._path_counts.pruned if name == "pruned_branches" else self._tally.by_ply(name)
            for name in _BY_PLY
            if name != "pruned_branches" or self.pruned_known
        }
        levels: dict[str, list[Any]] = {
            name: counts.tolist()
            for name, counts in (counts_by_name if is_depth_first else counts_by_ply(self._columns)).items()
        }
        totals = (
            {"pruned_nodes": self.pruned_total, "table_nodes": self.table_total} if with_game and is_depth_first else {}
        )
        levels |= {
            name: [_round_count(count) for count in node_total.levels]
            for name, node_total in totals.items()
            if node_total is not None
        }
        depth = max(map(len, levels.values()))
        return [
            {"ply": ply, **{name: (counts[ply] if ply < len(counts) else 0) for name, counts in levels.items()}}
            for ply in range(depth)
        ]

    def summary(self) -> dict[str, Any]:
        """All totals by name, in the order in which people read them; None for what is not claimed."""
        names = (
            "visited re_searches passes leaves leaf_evaluations cutoffs pruning_cutoffs pruned_branches "
            "pruned_branches_exact skipped_moves selective_skips null_cutoffs stand_pats "
            "pruned_nodes pruned_nodes_exact "
            "table_hits table_nodes table_nodes_exact full_tree_nodes standard_error margin distinct_nodes "
            "positions transpositions first_move_cutoffs first_move_share branching_factor "
            "effective_branching_factor minimal_leaves"
        )
        totals = {name: getattr(self, name) for name in names.split()} | self.best_first_counts
        return totals | ({} if self._columns.log is None else dict.fromkeys(_DEPTH_FIRST))

    @cached_property
    def best_first_counts(self) -> dict[str, int]:
        """What a best-first search counts besides, by name; nothing of another one."""
        return counts_of_log(self._columns)

    def __repr__(self) -> str:
        if self._columns.log is not None:
            return f"<Counts: {self.visited:,} visited, {self.leaves:,} leaves>"
        pruned_text = "unknown" if self.pruned_branches is None else f"{self.pruned_branches:,}"
        pruned_text = pruned_text if self.pruned_branches_exact or not self.pruned_known else f"at least {pruned_text}"
        return (
            f"<Counts: {self.visited:,} visited, {self.leaves:,} leaves, {self.cutoffs:,} cutoffs, "
            f"{pruned_text} pruned branches>"
        )

    def _count_never_visited(self, status: int) -> Total | None:
        if self._trace.game is None:
            return None
        max_moves = scale_move_budget(self._trace.game, LONG_BUDGET) if self._max_moves is None else self._max_moves
        with blame(self._trace.game):
            return total(self._trace, self.frontier.with_status(status), budget=max_moves, progress=self._progress)


def _round_count(count: float) -> int:
    return round(count)


def uniform_branching(nodes: int, depth: int) -> float:
    """The b with 1 + b + … + b^depth = nodes, by bisection.

    >>> round(uniform_branching(15, 3), 6)
    2.0
    """
    low, high = 0.0, float(max(nodes, 1))
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (low, middle) if _uniform_nodes(middle, depth) > nodes else (middle, high)
    return (low + high) / 2


def _uniform_nodes(b: float, depth: int) -> float:
    """1 + b + … + b^depth, which may be ∞. O(log depth)."""
    # Twice as many terms are those there are, and those times b to their number.
    total_, power = 1.0, b
    for bit in f"{depth + 1:b}"[1:]:
        total_, power = total_ + total_ * power, power * power
        if bit == "1":
            total_, power = total_ + power, power * b
    return total_


def count(trace: Recording) -> Counts:
    """The counts of a trace."""
    return Counts(trace)


def _ignore_progress(_moves: int) -> None:
    """Progress that nobody asked for; by its name a trace can be pickled."""
