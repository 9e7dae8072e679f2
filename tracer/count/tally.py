"""What is counted of each ply in one walk over the columns, in hardly any memory beside them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from tracer.recording.columns import NO_DEPTH, Array, Bools, Ints
from tracer.recording.no_moves import Null, Stand, is_one_of, mask_skips
from tracer.recording.recording import Recording
from tracer.recording.status import EXPANDED, HORIZON, OPEN, PRUNED, TABLE, TERMINAL
from tracer.recording.tree_shape import TreePart, iter_tree_parts

NO_MOVE = -1
"""Stands for the number of a move where there is none."""


NOTHING = np.zeros(1, np.int64)
"""Counts of what there is none of."""


class Tally:
    """Counts of nodes by ply: by how many moves there are on their paths, where iterations are none. O(n).

    What a node's children say of it is kept while it is open, and counted in the part of the tree in which it ends.
    """

    def __init__(self, trace: Recording) -> None:
        self._trace, self._columns = trace, trace.columns
        self._counts: dict[str, Ints] = {}
        self.move_counts = NOTHING
        """By a number of children, pruned branches included, how many expanded nodes have so many."""
        self.has_chance = False
        """Whether chance moves at some node."""
        self.root_depth = NO_DEPTH
        """The greatest depth that a call before the first move was given; NO_DEPTH where none was told."""
        self._told_depths = self._lesser_depths = 0
        """Calls that told their depth as their callers did, and those of them that have less left."""
        numbers = {kind: [n for n, move in trace.no_moves.items() if isinstance(move, kind)] for kind in (Null, Stand)}
        self._nulls, self._stands = numbers[Null], numbers[Stand]
        above = None
        for tree in iter_tree_parts(trace.columns.end):
            nodes = _enter_part(tree, above, trace)
            self._count_entered(tree, nodes)
            self._count("re_searches", nodes.ply[_meet_children(tree, nodes, trace.no_moves)])
            if trace.columns.depth is not None:
                self._compare_depths(tree, nodes)
            is_closed = tree.end <= tree.nodes.stop
            self._count_left(nodes, is_closed)
            above = nodes.select(~is_closed)

    def by_ply(self, name: str) -> Ints:
        """How many nodes of a kind there are at each ply."""
        return self._counts[name]

    def total(self, name: str) -> int:
        """How many nodes of a kind there are."""
        return int(self._counts[name].sum())

    def deepest(self, name: str) -> int:
        """The last ply with nodes of a kind; −1 where there are none."""
        return int(np.flatnonzero(self._counts[name]).max(initial=-1))

    @property
    def do_depths_count_down(self) -> bool:
        """Whether most calls have less depth left than those that made them, as far as both told it."""
        return 2 * self._lesser_depths >= self._told_depths

    def _compare_depths(self, tree: TreePart, nodes: _Nodes) -> None:
        at_root = nodes.depth[tree.own][nodes.ply[tree.own] == 0]
        self.root_depth = max(self.root_depth, int(at_root.max(initial=NO_DEPTH)))
        depth, depth_above = nodes.depth[tree.siblings], nodes.depth[tree.parent[tree.siblings]]
        is_told = (depth != NO_DEPTH) & (depth_above != NO_DEPTH)
        self._told_depths += int(np.count_nonzero(is_told))
        self._lesser_depths += int(np.count_nonzero(is_told & (depth < depth_above)))

    def _count(self, name: str, plies: Ints) -> None:
        self._counts[name] = add_counts(self._counts.get(name, NOTHING), np.bincount(plies))

    def _count_entered(self, tree: TreePart, nodes: _Nodes) -> None:
        """Count what is known of the nodes of a part by themselves."""
        ply, status, is_visited = nodes.ply[tree.own], nodes.status[tree.own], nodes.is_visited[tree.own]
        is_skipped = nodes.is_skipped[tree.own]
        is_iteration = is_visited & is_one_of(nodes.move[tree.own], self._trace.iterations)
        self._count("visited", ply[is_visited])
        self._count("leaf_evaluations", ply[(status == TERMINAL) | (status == HORIZON)])
        self._count("horizon", ply[status == HORIZON])
        self._count("open", ply[status == OPEN])
        self._count("table_hits", ply[status == TABLE])
        self._count("unexpanded", ply[is_visited & (status != EXPANDED)])
        self._count("passes", ply[is_iteration])
        self._count("pruned_moves", ply[~is_visited & ~is_skipped])
        self._count("selective_skips", ply[is_skipped])
        self._count("cutoffs", ply[nodes.cutoff[tree.own]])
        self.has_chance |= bool((is_visited & (self._columns.turn[tree.nodes] == 0)).any())

    def _count_left(self, nodes: _Nodes, is_left: Bools) -> None:
        """Count what the children of some nodes, which are all known, say of them."""
        last, ply, is_cut = nodes.last_visit, nodes.ply, nodes.cutoff & is_left
        is_leaf = is_left & nodes.is_visited & (nodes.status != OPEN) & (last == NO_MOVE)
        is_cut_by_move = is_cut & (last != NO_MOVE) & ~is_one_of(last, self._trace.no_moves)
        self._count("leaves", ply[is_leaf])
        self._count("pruning_cutoffs", ply[is_cut & nodes.has_pruned_child])
        self._count("move_cutoffs", ply[is_cut_by_move])
        self._count("first_move_cutoffs", ply[is_cut_by_move & (nodes.first_move == last)])
        self._count("null_cutoffs", ply[is_cut & is_one_of(last, self._nulls)])
        self._count("stand_pats", ply[is_cut & is_one_of(last, self._stands)])
        children = nodes.children[is_left & (nodes.status == EXPANDED)]
        self.move_counts = add_counts(self.move_counts, np.bincount(children))


def tally_of(trace: Recording) -> Tally:
    """The counts of a recording by ply, found once."""
    return trace.once(Tally)


def add_counts(counts: Ints, more: Ints) -> Ints:
    """The sums of two rows of counts, the shorter one of which goes on with zeros."""
    longer, shorter = (counts, more) if len(counts) > len(more) else (more, counts)
    longer = longer.copy()
    longer[: len(shorter)] += shorter
    return longer


@dataclass(eq=False)
class _Nodes:
    """Some nodes, with what their children have told of them so far; all arrays of one length."""

    ply: Ints
    """The moves on the path of each."""
    move: Ints
    status: Array
    cutoff: Bools
    is_visited: Bools
    is_skipped: Bools
    """Whether it is a move that was not searched though no cutoff skipped it."""
    is_pass: Bools
    depth: Ints
    """The depth that a visit was given; NO_DEPTH where none was told."""
    children: Ints
    """How many there are."""
    last_child: Ints
    """The move of the last child, where that is a visit and no pass."""
    last_visit: Ints
    """The move of the last child that is a visit."""
    first_move: Ints
    """The first move of the game by which a child was visited."""
    has_pruned_child: Bools

    def select(self, selection: Bools) -> _Nodes:
        """Some of them."""
        return _Nodes(**{name: column[selection] for name, column in vars(self).items()})


def _enter_part(tree: TreePart, above: _Nodes | None, trace: Recording) -> _Nodes:
    """The nodes of a part of a tree, after those that are open above it."""
    columns, part, size = trace.columns, tree.nodes, tree.nodes.stop - tree.nodes.start
    move, status = columns.move[part], columns.status[part]
    is_visited, no_moves = status != PRUNED, np.full(size, NO_MOVE, np.int64)
    nodes = _Nodes(
        ply=tree.ply[tree.own],
        move=move,
        status=status,
        cutoff=columns.cutoff[part],
        is_visited=is_visited,
        is_skipped=mask_skips(columns, part),
        is_pass=is_visited & is_one_of(move, trace.passes),
        depth=np.where(is_visited, NO_DEPTH if columns.depth is None else columns.depth[part], NO_DEPTH),
        children=np.zeros(size, np.int64),
        last_child=no_moves,
        last_visit=no_moves.copy(),
        first_move=no_moves.copy(),
        has_pruned_child=np.zeros(size, bool),
    )
    if above is not None:
        nodes = _Nodes(**{name: np.concatenate([getattr(above, name), column]) for name, column in vars(nodes).items()})
    if trace.passes:
        nodes.ply[tree.own] -= _count_open_passes(tree, nodes.is_pass)
    return nodes


def _count_open_passes(tree: TreePart, is_pass: Bools) -> Ints:
    """How many passes each own node of a part stands below, itself included."""
    changes = is_pass[tree.own].astype(np.int64)
    changes[0] += np.count_nonzero(is_pass[: tree.own.start])
    ends = tree.end[is_pass]
    np.subtract.at(changes, ends[ends < tree.nodes.stop] - tree.nodes.start, 1)
    return np.cumsum(changes)


def _meet_children(tree: TreePart, nodes: _Nodes, no_moves: Collection[int]) -> Ints:
    """Let the parents of the nodes of a part know of them; gives the places of re-searches."""
    children, parent = tree.siblings, tree.parent[tree.siblings]
    move, is_visited = nodes.move[children], nodes.is_visited[children]
    begins, ends = _find_families(parent)
    told_move = np.where(is_visited & ~nodes.is_pass[children], move, NO_MOVE)
    move_before = np.roll(told_move, 1)
    move_before[begins] = nodes.last_child[parent[begins]]
    nodes.last_child[parent[ends]] = told_move[ends]
    nodes.children[parent[begins]] += ends + 1 - begins
    nodes.has_pruned_child[parent[~is_visited & ~nodes.is_skipped[children]]] = True
    visits, visited_parents = children[is_visited], parent[is_visited]
    _, ends = _find_families(visited_parents)
    nodes.last_visit[visited_parents[ends]] = nodes.move[visits[ends]]
    is_move = ~is_one_of(nodes.move[visits], no_moves)
    moved, moved_parents = visits[is_move], visited_parents[is_move]
    begins, _ = _find_families(moved_parents)
    begins = begins[nodes.first_move[moved_parents[begins]] == NO_MOVE]
    nodes.first_move[moved_parents[begins]] = nodes.move[moved[begins]]
    re_searches: Ints = children[is_visited & (move_before == move)]
    return re_searches


def _find_families(parents: Ints) -> tuple[Ints, Ints]:
    """Where the children of one parent begin, and where their last one stands."""
    is_new = np.diff(parents, prepend=-1, append=-1) != 0
    return np.flatnonzero(is_new[:-1]), np.flatnonzero(is_new[1:])
