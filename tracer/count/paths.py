"""Paths: which nodes of a trace stand for the same moves from the root.

A search may visit a path several times: a re-search after a scout, the iterations of a driver, a move that one visit
prunes and another searches. A *pass* has the position of its parent, so it is no part of a path: all iterations below
a driver begin with the driver's path.

In a search with none of this every node is a path of its own. Then nothing is built beyond finding that out.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np

from tracer.recording.columns import Bools, Ints, index_dtype
from tracer.recording.no_moves import mask_iterations, mask_skips
from tracer.recording.recording import Recording
from tracer.recording.status import PRUNED
from tracer.recording.tree_shape import gather, iter_parts, iter_tree_parts, order_by_key

NO_NODE = -1
"""Stands for a node where there is none."""
MAX_PLAIN_SORT = 32
"""Nodes of a ply that are sorted sooner without NumPy: a deep tree has many such plies."""
MAX_PATHS_SORTED = 1 << 18
"""Numbers of paths whose continuations are sorted at once: what that takes is let go before the next ones."""


class Paths:
    """The paths of a trace. A path's number is the id of the first node that stands for it.

    `paths_of` makes it.
    """

    def __init__(self, trace: Recording) -> None:
        self._trace, self._columns = trace, trace.columns

    @property
    def ply(self) -> Ints:
        """N long: how many moves the path of each node has."""
        return self._trace.ply

    @cached_property
    def _is_pass(self) -> Bools | None:
        is_pass = mask_iterations(self._columns, self._trace.passes)
        return is_pass if is_pass.any() else None

    @property
    def has_repeated_paths(self) -> bool:
        """Whether some path has several nodes: siblings by one move. O(n log n), in hardly any memory, once."""
        return has_repeated_paths(self._trace)

    @cached_property
    def number(self) -> Ints:
        """N long: the path of each node. O(n log n)."""
        ids = np.arange(len(self._columns), dtype=index_dtype(len(self._columns)))
        return self._number_paths(ids) if self.has_repeated_paths else ids

    @property
    def drives(self) -> Bools:
        """N long: the nodes below which iterations begin, which search nothing themselves. O(n)."""
        is_driver = np.zeros(len(self._columns), bool)
        is_driver[list(self._trace.drivers)] = True
        return is_driver

    @cached_property
    def visited(self) -> Bools:
        """N long: one node for each path that was visited, the first visit. O(n)."""
        return self._keep_first_of_paths(self._columns.status != PRUNED)

    @cached_property
    def pruned(self) -> Bools:
        """N long: one node for each path that a cutoff skipped and that no visit entered. O(n)."""
        pruned = self._was_cut_off
        if not self.has_repeated_paths:
            return pruned
        return self._keep_first_of_paths(pruned & ~self.elsewhere)

    @cached_property
    def elsewhere(self) -> Bools:
        """N long: the moves that a cutoff skipped in one visit, though another visit searched them. O(n)."""
        was_visited = np.zeros(len(self._columns), bool)
        if self.has_repeated_paths:
            status = self._columns.status
            for part in iter_parts(len(status)):
                was_visited[self.number[part][status[part] != PRUNED]] = True
            was_visited = self._was_cut_off & gather(was_visited, self.number)
        return was_visited

    def count_moves(self) -> Ints:
        """N long, by the number of a path: the moves that lead on from it, in all its visits together. O(n)."""
        columns = self._columns
        # Of each path the node by which it is called.
        ids = 1 + np.flatnonzero(self.number[1:] == np.arange(1, len(columns)))
        return np.bincount(self.number[columns.parent[ids]], minlength=len(columns))

    def paths_with(self, is_selected: Bools) -> Ints:
        """The numbers of the paths for which some nodes stand, ascending. O(n)."""
        has_one = np.zeros(len(is_selected), bool)
        for part in iter_parts(len(is_selected)):
            has_one[self.number[part][is_selected[part]]] = True
        return np.flatnonzero(has_one)

    @property
    def _was_cut_off(self) -> Bools:
        """N long: the moves that a cutoff skipped, in every visit."""
        was_cut_off: Bools = (self._columns.status == PRUNED) & ~mask_skips(self._columns)
        return was_cut_off

    @cached_property
    def pruned_changes(self) -> Ints:
        """N long: +1 where a path is pruned that was not visited before, −1 where a pruned one is visited after all."""
        status = self._columns.status
        changes = np.zeros(len(status), np.int8)
        if not self.has_repeated_paths:
            changes[self._was_cut_off] = 1
            return changes
        first_cut, first_visit = self.first(self._was_cut_off), self.first(status != PRUNED)
        was_cut_first = (first_cut != NO_NODE) & ((first_visit == NO_NODE) | (first_cut < first_visit))
        changes[first_cut[was_cut_first]] = 1
        changes[first_visit[was_cut_first & (first_visit != NO_NODE)]] = -1
        return changes

    def first(self, is_selected: Bools) -> Ints:
        """N long, by the number of a path: the first of some nodes that stands for it, or NOBODY. O(n)."""
        first_nodes = np.full(len(is_selected), NO_NODE, index_dtype(len(is_selected)))
        for part in reversed(list(iter_parts(len(is_selected)))):
            nodes = (np.flatnonzero(is_selected[part]) + part.start)[::-1]
            first_nodes[self.number[nodes]] = nodes  # of several the last one stays, so the smallest
        return first_nodes

    def _keep_first_of_paths(self, is_selected: Bools) -> Bools:
        """Of some nodes the first of each path."""
        if not self.has_repeated_paths:
            return is_selected
        is_first = np.zeros(len(is_selected), bool)
        first = self.first(is_selected)
        for part in iter_parts(len(first)):
            is_first[first[part][first[part] != NO_NODE]] = True
        return is_first

    def _number_paths(self, number: Ints) -> Ints:
        """Number the paths, the shorter ones first: a path is its parent's and a move, and a pass its parent's path."""
        parent, in_order, first = self._columns.parent, order_by_key(self.ply), 0
        for last in np.cumsum(np.bincount(self.ply)).tolist():
            nodes, first = in_order[first:last], last
            is_pass = np.zeros(len(nodes), bool) if self._is_pass is None else gather(self._is_pass, nodes)
            passes = nodes[is_pass]
            self._number_steps(number, nodes[~is_pass] if len(passes) else nodes)
            while len(passes) and not np.array_equal(numbers := number[parent[passes]], number[passes]):
                number[passes] = numbers  # one pass may lead to another
        return number

    def _number_steps(self, number: Ints, nodes: Ints) -> None:
        """Number the paths of one length by what leads to them, some million at once."""
        columns = self._columns
        if len(nodes) < 2:
            return
        path_parents = gather(number, gather(columns.parent, nodes))
        for some in _iter_parts_by_number(path_parents):
            step_keys = path_parents[some] * np.int64(1 + self._move_count) + columns.move[nodes[some]]
            number[nodes[some]] = nodes[some][_find_leaders(step_keys)]

    @cached_property
    def _move_count(self) -> int:
        return int(self._columns.move.max())


def _iter_parts_by_number(numbers: Ints) -> Iterator[Ints | slice]:
    """The places of some numbers, those of equal ones together and ascending: of many a part at a time."""
    if len(numbers) <= MAX_PATHS_SORTED:
        yield slice(None)
        return
    part_numbers, first = numbers // MAX_PATHS_SORTED, 0
    places = order_by_key(part_numbers)
    for last in np.cumsum(np.bincount(part_numbers)).tolist():
        part, first = places[first:last], last
        if len(part):
            yield part


def _find_leaders(keys: Ints) -> Ints:
    """Return for each number the place of the first one that equals it."""
    if len(keys) < MAX_PLAIN_SORT:
        leaders: dict[int, int] = {}
        return np.array([leaders.setdefault(key, place) for place, key in enumerate(keys.tolist())], np.int64)
    order = np.argsort(keys, kind="stable")
    in_order, found = keys[order], np.empty(len(keys), np.int64)
    is_new = np.diff(in_order, prepend=in_order[0] - 1) != 0
    found[order] = order[is_new][np.cumsum(is_new) - 1]
    return found


def has_repeated_paths(trace: Recording) -> bool:
    """Whether some path of a recording has several nodes."""
    return trace.once(_has_repeated_paths)


def assume_repeated_paths(trace: Recording) -> None:
    """Let nobody look whether some path of a recording has several nodes."""
    trace.keep_answer(_has_repeated_paths, True)


def _has_repeated_paths(trace: Recording) -> bool:
    columns = trace.columns
    if mask_iterations(columns, trace.passes).any():
        return True
    move_base, distant_keys = np.int64(1 + int(columns.move.max())), [np.empty(0, np.int64)]
    for tree in iter_tree_parts(columns.end):
        key_type = np.int32 if move_base * len(tree.ids) < 2**31 else np.int64  # smaller numbers are sorted sooner
        places, moves = tree.parent[tree.siblings], columns.move[tree.ids[tree.siblings]]
        above = tree.own.start
        is_distant = (places < above) | (tree.end[places] > tree.nodes.stop)  # it may have siblings in other parts
        distant_keys.append(tree.ids[places[is_distant]] * move_base + moves[is_distant])
        if _has_duplicates(((places - above) * move_base + moves)[~is_distant].astype(key_type)):
            return True
    return _has_duplicates(np.concatenate(distant_keys))


def _has_duplicates(step_keys: Ints) -> bool:
    step_keys = np.sort(step_keys)
    return bool((step_keys[1:] == step_keys[:-1]).any())


def paths_of(trace: Recording) -> Paths:
    """The paths of a recording, found once."""
    return trace.once(Paths)
