"""Which two variables are a window: narrower than the caller's, by the values of the moves before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import Any

import numpy as np
import numpy.typing as npt

from tracer.deciding import guesses
from tracer.deciding.call import Call, Log, Path
from tracer.deciding.returned import is_number, plain_number
from tracer.deciding.thresholds import FEW, SEVERAL, SURE

Pair = tuple[Path, Path]
"""The names of the lower end and of the upper one."""
Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class View:
    """Whose values and windows they are."""

    name: str = "max"
    """`"max"` or `"mover"`."""
    total: float = 0.0
    """What the mover's and the other's add up to."""
    owners: Sequence[int] = ()
    """Whose value each call returns, where a player may move again."""


@dataclass(frozen=True)
class Edge:
    """A call and its caller."""

    above: Call
    call: Call
    sisters: tuple[float, ...]
    """The values of the children before it, in their parent's view."""
    again: bool = False
    """Whether the caller's player moves again."""
    ends: Pair | None = None
    """The ends of the caller's window where they have other names."""


def edges_of(log: Log, value_of: Callable[[int], float | None], view: View) -> list[Edge]:
    """The calls that others make."""
    found = []
    for number, below in enumerate(log.below):
        values: list[float] = []
        for child in below[:64]:
            again = bool(view.owners) and view.owners[number] == view.owners[child]
            found.append(Edge(log.calls[number], log.calls[child], tuple(values), again))
            value = value_of(child)
            if value is None:
                break
            values.append(value if again or view.name == "max" else view.total - value)
    return found


def best_window(
    edges: Sequence[Edge],
    paths: Sequence[Path],
    view: View,
    *,
    sure: bool = False,
    are_no_window: Callable[[Path, Path], bool] = lambda _low, _high: False,
) -> Pair | None:
    """The two variables that are narrower than the caller's window at most calls; None if they are none."""
    best, most, end_columns = None, 0, _EndColumns(edges, view)
    for low, high in permutations(paths, 2):
        if are_no_window(low, high):
            continue
        least = 0 if sure or (low.lower(), high.lower()) in guesses.ENDS else FEW
        narrowed = _as_window(end_columns, low, high, least)
        if narrowed > most:
            best, most = (low, high), narrowed
    return best


def is_end(value: Any) -> bool:
    """Whether something can be the end of a window."""
    return value is None or (is_number(value) and type(value) is not bool and value == value)


class _EndColumns:
    """What variables hold at calls and at their callers', as numbers; NaN where one holds none."""

    def __init__(self, edges: Sequence[Edge], view: View) -> None:
        self._total = view.total
        self._again = np.array([edge.again for edge in edges], bool)
        wrong = [(False, True), (False, False)] if view.name == "mover" else [(True, False)]
        self.ways = [(True, True) if view.name == "mover" else (False, False), *wrong]
        """How a child's window stands for a part of its caller's, the right way first, and then mistakes: whether its
        ends are swapped, and whether they are turned."""
        self._sisters = np.full((len(edges), max((len(edge.sisters) for edge in edges), default=0)), np.nan)
        for row, edge in enumerate(edges):
            self._sisters[row, : len(edge.sisters)] = edge.sisters
        self.at_calls = cache(lambda path: _as_ends(edge.call.entry_values.get(path) for edge in edges))
        """What a variable holds at the calls."""
        self.at_callers = cache(
            lambda path, end: _as_ends(
                edge.above.entry_values.get(edge.ends[end] if edge.ends else path) for edge in edges
            )
        )
        """What a variable holds at their callers', or the lower end, 0, or the upper one, 1, of these."""
        self.arriving = cache(self._arriving)
        """What stands for an end of the caller's, and where that is the value of a child before.

        It is the first of two variables where the caller's player moves again, else the second, turned perhaps.
        """

    def _arriving(self, again: Path, otherwise: Path, turned: bool) -> tuple[Floats, Bools]:
        values = self.at_calls(otherwise)
        ends = np.where(self._again, self.at_calls(again), self._total - values if turned else values)
        return ends, (ends[:, None] == self._sisters).any(axis=1)


def _as_ends(values: Iterable[Any]) -> Floats:
    """Numbers that may be ends, as values are; NaN for what is none."""
    numbers = [plain_number(one) if is_end(one) else None for one in values]
    return np.array([np.nan if number is None else number for number in numbers], np.float64)


def _as_window(end_columns: _EndColumns, low: Path, high: Path, least: int) -> int:
    """Return at how many calls, plus one, two variables are a window that narrowed; 0 where they are none."""
    above = end_columns.at_callers(low, 0), end_columns.at_callers(high, 1)
    known = ~np.logical_or.reduce(np.isnan([*above, end_columns.at_calls(low), end_columns.at_calls(high)]))
    count = np.count_nonzero(known)
    # A search without a cutoff test goes on in windows that have crossed.
    if count < SEVERAL or 4 * np.count_nonzero(above[0][known] < above[1][known]) < count:
        return 0
    for swapped, turned in end_columns.ways:
        others = (high, low) if swapped else (low, high)
        ends = [end_columns.arriving(again, other, turned) for again, other in zip((low, high), others, strict=True)]
        narrowed = _narrowed(known, above, ends)
        if narrowed is not None and narrowed >= least:
            return narrowed + 1
        least = max(least, FEW)
    return 0


def _narrowed(known: Bools, above: tuple[Floats, Floats], ends: Sequence[tuple[Floats, Bools]]) -> int | None:
    """At how many calls a window is narrower than its caller's, by the sisters' values; None where it is no window.

    Ends that are the widest of all at some calls were forgotten on their way, if at enough others they were not.
    """
    count = np.count_nonzero(known)
    (low, from_low), (high, from_high) = ends
    moved = [(low > above[0]) & from_low, (high < above[1]) & from_high]
    right = [moved[0] | (low == above[0]), moved[1] | (high == above[1])]
    good = right[0] & right[1] & known
    narrowed = int(np.count_nonzero(good & (moved[0] | moved[1])))
    if np.count_nonzero(good) >= SURE * count:
        return narrowed
    widest = low[known].min(), high[known].max()
    forgotten = (right[0] | (low == widest[0])) & (right[1] | (high == widest[1])) & known & ~good
    enough = 4 * np.count_nonzero(good) >= count and narrowed >= FEW
    return narrowed if enough and np.count_nonzero(good | forgotten) >= SURE * count else None
