"""What leads to a node and is no move of the game: an iteration of a driver, a null move, standing pat."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tracer.recording.columns import Array, Bools, Columns, Ints
from tracer.recording.status import EXPANDED, PRUNED, SKIP_REASONS, Why
from tracer.recording.tree_shape import iter_parts


@dataclass(frozen=True, slots=True)
class NoMove:
    """What stands where a move does, and is none of the game's: one of the kinds below."""

    label: str
    """What it is called where moves are."""

    def __str__(self) -> str:
        return self.label


@dataclass(frozen=True, slots=True)
class Pass(NoMove):
    """An iteration of a driver, such as one depth of an iterative deepening: no move, and no part of a path.

    `record.enter(Pass("depth 3"), turn, …)` begins it, below the node of the driver, in whose position it begins.
    """

    label: str = "pass"
    """What it is called where moves are."""


@dataclass(frozen=True, slots=True)
class Onward(Pass):
    """A position that is handed on to another function, such as a quiescence search: no move, and no iteration either.

    It is recorded as a pass is, below the node that hands on, and is no part of a path.
    """

    label: str = "onward"
    """What it is called where moves are."""


@dataclass(frozen=True, slots=True)
class Null(NoMove):
    """A null move: the turn changes and nothing else, as `Game.null` says. It is part of a path."""

    label: str = "null move"
    """What it is called where moves are."""


@dataclass(frozen=True, slots=True)
class Stand(NoMove):
    """Standing pat in a quiescence search: a leaf with its parent's position and the evaluation as its value."""

    label: str = "stand pat"
    """What it is called where moves are."""


NO_MOVE_TYPES: dict[str, type[NoMove]] = {"pass": Pass, "null": Null, "stand": Stand, "onward": Onward}
"""What is no move, by the words that files have for them."""


def no_move_word(move: Hashable) -> str:
    """The word for what leads to a node: one of `NO_MOVE_TYPES`, or "move"."""
    return next((word for word, move_class in NO_MOVE_TYPES.items() if type(move) is move_class), "move")


def mask_iterations(columns: Columns, pass_move_numbers: Collection[int]) -> Bools:
    """Return a mask of the nodes that are iterations of drivers. O(n), O(1) where there are no such move numbers."""
    is_iteration: Bools = np.broadcast_to(np.False_, len(columns))
    if pass_move_numbers:
        is_iteration = is_one_of(columns.move, pass_move_numbers)
        is_iteration &= columns.status != PRUNED
    return is_iteration


def is_one_of(column: Array, numbers: Collection[int]) -> Bools:
    """Return a mask of the entries, from −1 on, that are one of some numbers. O(n), in hardly any memory beside it."""
    mask, is_sought = np.zeros(len(column), bool), np.zeros(2 + max(numbers, default=0), bool)
    is_sought[list(numbers)] = True  # the last place stands for −1 and for all that is greater
    for part in iter_parts(len(column) if numbers else 0):
        mask[part] = is_sought[np.minimum(column[part], len(is_sought) - 1)]
    return mask


def count_path_moves(columns: Columns, pass_move_numbers: Collection[int]) -> Ints:
    """N long: the moves on each node's path: its distance from the root, without the iterations on the way. O(n)."""
    iterations = np.flatnonzero(mask_iterations(columns, pass_move_numbers))
    if not len(iterations):
        return columns.ply
    open_iterations = np.zeros(len(columns) + 1, columns.ply.dtype)
    open_iterations[iterations] = 1
    np.subtract.at(open_iterations, columns.end[iterations], 1)
    np.cumsum(open_iterations, out=open_iterations)
    return np.subtract(columns.ply, open_iterations[:-1], out=open_iterations[:-1])


def mask_re_searches(columns: Columns, pass_move_numbers: Collection[int]) -> Bools:
    """N long: visits right after a visit by the same move, as after a scout that failed. Iterations are none. O(n)."""
    end, status, is_iteration = columns.end, columns.status, mask_iterations(columns, pass_move_numbers)
    is_re_search: Bools = np.zeros(len(columns), bool)
    for part in iter_parts(len(columns)):
        visits = np.flatnonzero((status[part] != PRUNED) & ~is_iteration[part]) + part.start
        visits = visits[(visits > 0) & (end[visits] < len(end))]
        next_sibling = end[visits]
        has_same_move = (columns.parent[next_sibling] == columns.parent[visits]) & (
            columns.move[next_sibling] == columns.move[visits]
        )
        is_re_search[next_sibling[has_same_move & (status[next_sibling] != PRUNED)]] = True
    return is_re_search


def best_iteration(columns: Columns, driver: int, iterations: Sequence[int]) -> int | None:
    """The iteration that gives a driver its move; None where none has returned. O(passes).

    It is the last one that returned, for that has looked deepest. But a null window proves a move on one side alone: of
    the iterations with that value and depth it is the last one in which the player to move reached the value.
    """
    turn, values, depth = columns.turn.item(driver), columns.value, columns.depth
    returned = [iteration for iteration in iterations if values.item(iteration) == values.item(iteration)]
    if not returned:
        return None
    last = returned[-1]
    for iteration in reversed(returned):
        if values.item(iteration) != values.item(last) or (
            depth is not None and depth.item(iteration) != depth.item(last)
        ):
            break
        if turn * values.item(iteration) > turn * (columns.alpha if turn > 0 else columns.beta).item(iteration):
            return iteration
    return last


_SELECTIVE_MOVES = (Null, Stand)
_SELECTIVE_REASONS = (Why.REDUCED, Why.EXTENDED, Why.QUIESCENCE, *SKIP_REASONS)


def is_selective(columns: Columns, no_moves: Mapping[int, NoMove]) -> bool:
    """Whether a search looked less deep, deeper or not at all at some moves, so that its value may be its own. O(n)."""
    if any(isinstance(move, _SELECTIVE_MOVES) for move in no_moves.values()):
        return True
    return columns.why is not None and bool(is_one_of(columns.why, _SELECTIVE_REASONS).any())


def mask_skips(columns: Columns, nodes: slice | Ints = slice(None)) -> Bools:
    """Which nodes are moves that were not searched though no cutoff skipped them. O(nodes)."""
    if columns.why is None:
        no_nodes: Bools = np.broadcast_to(np.False_, len(columns))[nodes]
        return no_nodes
    return is_one_of(columns.why[nodes], SKIP_REASONS)


def is_partial_probe(columns: Columns, node: int) -> bool:
    """Whether a visit is a probe of an outcome that left moves, so that its value is a bound at most. O(1)."""
    if columns.why is None or columns.why.item(node) != Why.PROBE or columns.turn.item(columns.parent.item(node)):
        return False
    last_node = columns.end.item(node) - 1
    left_moves = columns.status.item(last_node) == PRUNED and columns.parent.item(last_node) == node
    return left_moves and columns.status.item(node) == EXPANDED and not columns.cutoff.item(node)


def find_partial_probes(columns: Columns) -> list[int]:
    """The probes of outcomes that left moves. O(n), O(1) where no reasons are told."""
    probes = [] if columns.why is None else np.flatnonzero(columns.why == Why.PROBE).tolist()
    return [node for node in probes if is_partial_probe(columns, node)]


def mask_unsearched(columns: Columns) -> Bools:
    """N long: branches with no cutoff behind them: moves that were skipped, and those that probes left. O(n)."""
    is_unsearched = mask_skips(columns)
    if partial_nodes := find_partial_probes(columns):
        is_unsearched = is_unsearched | (np.isin(columns.parent, partial_nodes) & (columns.status == PRUNED))
    return is_unsearched


def mask_unused_visits(columns: Columns, no_moves: Mapping[int, NoMove], drivers: Collection[int]) -> Bools:
    """N long: the visits whose values their parents did not take; none in a search that is not selective. O(n).

    A null move, and a probe of a player's move, only asks whether there is a cutoff: where its value did not cut, it is
    set aside. So is a visit whose move is searched again right after it, for at another depth it found something else,
    and an iteration at a node that searches moves as well.
    """
    null_numbers = [number for number, no_move in no_moves.items() if isinstance(no_move, Null)]
    is_probe: Bools = np.zeros(len(columns), bool) if columns.why is None else columns.why == Why.PROBE
    may_repeat = is_selective(columns, no_moves)
    is_iteration = mask_iterations(
        columns, [number for number, no_move in no_moves.items() if isinstance(no_move, Pass)]
    )
    if not (may_repeat or is_probe.any() or is_iteration.any()):
        no_nodes: Bools = np.broadcast_to(np.False_, len(columns))
        return no_nodes
    has_moves = np.ones(len(columns), bool)
    has_moves[list(drivers)] = False
    status, move, end = columns.status, columns.move, columns.end
    is_set_aside: Bools = np.zeros(len(columns), bool)
    for part, above in columns.iter_parents():
        next_sibling = np.minimum(end[part], len(columns) - 1)
        is_last = (end[part] == end[above]) | (status[next_sibling] == PRUNED)
        only_tests_for_cutoff = np.isin(move[part], null_numbers) | (is_probe[part] & (columns.turn[above] != 0))
        is_set_aside[part] = only_tests_for_cutoff & ~(is_last & columns.cutoff[above])
        is_set_aside[part] |= is_iteration[part] & has_moves[above]
        if may_repeat:
            is_set_aside[part] |= ~is_last & (move[next_sibling] == move[part])
        is_set_aside[part] &= status[part] != PRUNED
    is_set_aside[0] = False
    return is_set_aside
