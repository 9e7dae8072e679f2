"""The columns of what a recorder's lists hold, and the late news of nodes that are in the lists no more."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tracer.recording.columns import Array, Floats, Ints
from tracer.recording.status import EXPANDED, OPEN, PRUNED, TABLE

LATE_COLUMNS = ("value", "status", "cutoff", "end")
"""The columns of late news, beside the node that they are of."""
_LATE_TYPES = (("node", np.int64), ("value", np.float64), ("status", np.uint8), ("cutoff", np.bool_), ("end", np.int64))
_INFINITY, _NAN = float("inf"), float("nan")


@dataclass(frozen=True, eq=False)
class SeenEntries:
    """How much of the lists is in parts already."""

    count: int = 0
    """Nodes."""
    late: int = 0
    """Late news."""
    open: Ints = field(default_factory=lambda: np.empty(0, np.int64))
    """The places of those nodes that were not left by then."""


def make_columns(
    lists: RecorderLists, first: int, numbers: Mapping[Hashable, int], *, is_mover_view: bool
) -> dict[str, Array]:
    """The columns of all nodes in the lists, MAX's view. Nodes not left yet have end −1, value NaN and status OPEN.

    Raises:
        TypeError: an entry is of a type that has no place there; so are ValueError and OverflowError raised.
        ValueError: a player or a status is none, or there was a cutoff at a leaf.
    """
    count = lists.count
    filled = slice(SPARE_SLOTS, SPARE_SLOTS + count)
    turn = np.array(array("b", lists.turns[filled]))
    exit_code = np.frombuffer(array("q", lists.exit_codes[filled]), np.int64)
    value = _to_floats(lists.values[filled])
    is_expanded = exit_code >= SPARE_SLOTS
    status = np.where(is_expanded, np.uint8(EXPANDED), exit_code.astype(np.uint8))
    status[exit_code == OPEN_CODE] = OPEN
    end = np.where(is_expanded, exit_code + (first - SPARE_SLOTS), np.arange(first + 1, first + count + 1))
    cutoff = np.zeros(count, bool)
    cutoff[np.array(lists.cutoffs, np.int64) - SPARE_SLOTS] = True
    is_pruned = turn == PRUNED_TURN
    is_unknown = (turn < -1) | (turn > 1) & ~is_pruned | (exit_code < 0) | (exit_code > TABLE) & ~is_expanded
    if is_unknown.any() or (cutoff & (exit_code > OPEN_CODE) & ~is_expanded).any():
        raise ValueError("a player or a status that there is not, or a cutoff at a leaf")
    status[is_pruned], turn[is_pruned] = PRUNED, 0
    is_open = status == OPEN
    end[is_open], cutoff[is_open] = -1, False
    value[is_open | (status == PRUNED)] = _NAN
    if lists.windowed:
        alpha, beta = _to_floats(lists.alphas[filled]), _to_floats(lists.betas[filled])
    else:
        alpha, beta = np.broadcast_to(-_INFINITY, count), np.broadcast_to(_INFINITY, count)
        if PRUNED in status:
            alpha, beta = (np.where(status == PRUNED, _NAN, limit) for limit in (alpha, beta))
    if is_mover_view:
        alpha, beta = np.where(turn < 0, -beta, alpha), np.where(turn < 0, -alpha, beta)
        value = np.where(turn < 0, 0.0 - value, value)
    return {
        "move": _numbers_of_moves(lists.moves[filled], numbers, root=first == 0),
        "end": end,
        "turn": turn,
        "alpha": alpha,
        "beta": beta,
        "value": value,
        "status": status,
        "cutoff": cutoff,
    }


def _numbers_of_moves(moves: list[Hashable], numbers: Mapping[Hashable, int], *, root: bool) -> Array:
    """The moves' numbers in the table of moves; −1 for the root's."""
    if root and moves:
        return np.concatenate([[-1], _numbers_of_moves(moves[1:], numbers, root=False)]).astype(np.int32)
    return np.fromiter(map(numbers.__getitem__, moves), np.int32, len(moves))


def make_late_columns(returns: list[LateReturn], turns: dict[int, int]) -> dict[str, Array]:
    """The late news as columns, MAX's view.

    `turns` are who moves at the open nodes of earlier parts where values are the mover's; those left go.
    """
    late_columns: dict[str, Array] = {
        name: np.array([row[k] for row in returns], dtype) for k, (name, dtype) in enumerate(_LATE_TYPES)
    }
    if turns:
        is_min = np.array([turns.pop(row[0], 1) < 0 for row in returns], bool)
        late_columns["value"][is_min] = 0.0 - late_columns["value"][is_min]
    return late_columns


def join_late_columns(first: Mapping[str, Array], second: Mapping[str, Array]) -> dict[str, Array]:
    """News of which none is of the same node, together."""
    return {name: np.concatenate([column, second[name]]) for name, column in first.items()}


def _to_floats(values: list[float]) -> Floats:
    """Numbers as float64. A list of nothing but ints, as values often are, is read as such: in half the time."""
    try:
        return np.frombuffer(array("q", values), np.int64).astype(np.float64)
    except (TypeError, OverflowError):
        return np.fromiter(values, np.float64, len(values))


OPEN_CODE = 0
"""The exit code of a node that was not left."""
SPARE_SLOTS = 8
"""Slots left empty at the front of the lists, so that no slot has the number of a status."""
PRUNED_TURN = 101
"""Stands in the list of turns for a pruned branch; nobody takes it for a player."""
LateReturn = tuple[int, float, int, bool, int]
"""Node, value, status, cutoff and end of a node of an earlier part."""


@dataclass(eq=False, slots=True)
class RecorderLists:
    """The lists into which the three calls put their entries; `count` nodes stand in them."""

    count: int
    moves: list[Hashable]
    turns: list[int]
    windowed: bool
    alphas: list[float]
    betas: list[float]
    values: list[float]
    exit_codes: list[int]
    """0 until the node is left; then the status of a leaf, or the slot of an expanded node's end."""
    cutoffs: list[int]
    """Slots of nodes with a cutoff."""
    late: list[LateReturn]

    def copy(self, count: Callable[[], int]) -> RecorderLists:
        """What the lists hold while their search may go on in another thread; `count` gives how many nodes there are.

        A node's exit code is stored last, so it is copied first, and nodes are counted
        when all that may end at them is.
        """
        exit_codes = self.exit_codes[: SPARE_SLOTS + self.count]
        values, cutoffs, late = self.values[:], self.cutoffs[:], self.late[:]
        count_now = count()
        exit_codes += [OPEN_CODE] * (count_now - self.count)
        return RecorderLists(
            count_now, self.moves, self.turns, self.windowed, self.alphas, self.betas, values, exit_codes, cutoffs, late
        )

    def clear(self) -> None:
        """Make every slot that was used as good as new; only its exit code has to be reset for that."""
        self.exit_codes[SPARE_SLOTS : SPARE_SLOTS + self.count] = [OPEN_CODE] * self.count
        self.cutoffs.clear()
        self.late.clear()

    def reserve(self, count: int) -> None:
        """Have slots for exactly so many nodes: the store into the slot after the last one calls for the next look."""
        fillers: list[tuple[list[Any], Any]] = [(self.moves, None), (self.turns, 0), (self.exit_codes, OPEN_CODE)]
        fillers += [(self.alphas, 0.0), (self.betas, 0.0), (self.values, 0)]
        for entries, filler in fillers:
            del entries[SPARE_SLOTS + count :]
            entries.extend([filler] * (SPARE_SLOTS + count - len(entries)))
