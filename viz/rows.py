"""The rows of a trace's columns as words and numbers, chunk by chunk, for every format that holds the whole of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from tracer.count.proved import NONE, Codes, proved_bounds
from tracer.count.sizes import pruned_leaves
from tracer.games.rules import Turn
from tracer.recording.columns import NO_WEIGHT, Array, Floats
from tracer.recording.no_moves import NO_MOVE_TYPES
from tracer.recording.status import PRUNED, Bound, Status, Why
from tracer.text import clean
from tracer.tracing import Trace

COLUMNS = {
    "node": "the id: 0 at the root, then in the order of the search",
    "parent": "the id of the node above",
    "ply": "distance from the root in moves",
    "move": "the label of the move that leads here",
    "turn": "who moves: MAX, MIN or CHANCE",
    "alpha": "the window's lower end on entry",
    "beta": "the window's upper end on entry",
    "value": "what the visit returned",
    "bound": "what is proved of the true value: EXACT, LOWER or UPPER",
    "status": "what became of it: EXPANDED, TERMINAL, HORIZON, TABLE, PRUNED, OPEN",
    "cutoff": "whether the cutoff test held after a child",
    "end": "one past the last id of its subtree",
    "leaf": "the value of a pruned leaf, where a tree given by hand says it",
}
"""Named as in a trace, each with what it is. Numbers are MAX's view."""
CHUNK = 65_536
"""Rows written at a time: what is held in memory does not grow with the trace."""
TURNS = [Turn.MIN.name, Turn.CHANCE.name, Turn.MAX.name]
"""Names by turn + 1."""
BOUNDS = [bound.name for bound in Bound]
STATUSES = [status.name for status in Status]


def chunks(trace: Trace) -> Iterator[slice]:
    """All rows, some at a time."""
    return (slice(first, min(first + CHUNK, len(trace))) for first in range(0, len(trace), CHUNK))


def facts(trace: Trace) -> dict[str, Any]:
    """What was searched, as plain values by name, and how much of it there is: what stands above the nodes.

    >>> import tracer
    >>> facts(tracer.trace([[3, 5], [2, 9]], "alphabeta", window=(0, 4)))["window"]
    '(0, 4)'
    """
    header, found = trace.header, trace.counts
    texts = {"game": header.game, "position": header.position, "search": header.search, "stopped": header.stopped}
    known: dict[str, Any] = {name: clean(text) for name, text in texts.items() if text is not None}
    counts: dict[str, Any] = {"view": "MAX", "nodes": len(trace), "visited": found.visited}
    if found.pruned_branches is not None and found.pruned_branches_exact:
        counts["pruned_branches"] = found.pruned_branches
    options = {clean(str(name)): _plain(value) for name, value in header.options.items()}
    # An option cannot pass for one of these.
    return known | {name: value for name, value in options.items() if name not in known | counts} | counts


def _plain(value: Any) -> Any:
    """An option as a value that every format has: a number, a truth, or its text."""
    if isinstance(value, bool | int) or (isinstance(value, float) and value == value):
        return value
    return f"({', '.join(map(_end, value))})" if isinstance(value, tuple | list) else clean(str(value))


def _end(value: Any) -> str:
    return number(float(value)) if isinstance(value, int | float) else clean(str(value))


def turns(trace: Trace, rows: slice) -> Codes:
    """Indices into `TURNS`; `NONE` at a pruned branch."""
    found = (trace.columns.turn[rows] + 1).astype(np.int8)
    found[trace.columns.status[rows] == PRUNED] = NONE
    return found


def leaves(trace: Trace, rows: slice) -> Floats:
    """The values of pruned branches that a tree given by hand knows to be leaves; NaN at every other node."""
    found = np.full(rows.stop - rows.start, np.nan)
    pruned = np.flatnonzero(trace.columns.status[rows] == PRUNED) + rows.start
    for node, value in pruned_leaves(trace, pruned.tolist()).items():
        found[node - rows.start] = value
    return found


class Column(NamedTuple):
    """A column of the nodes, as every format reads it."""

    name: str
    values: Callable[[slice], Array]
    """Gives the numbers of some rows; or where there are words, codes, `NONE` for nothing."""
    words: Sequence[str] | None = None
    none: str = ""
    """Stands in the place of a word where there is none."""

    def with_words(self, write: Callable[[str], str], none: str = "") -> Column:
        """Return the column with its words as a format writes them, each once."""
        return self if self.words is None else self._replace(words=[write(word) for word in self.words], none=none)

    def texts(self, rows: slice, write: Callable[[str], str] = str) -> list[str]:
        """Return the words of some rows, or their numbers as `write` has them; empty where there is none."""
        values = self.values(rows)
        if self.words is not None:
            return words(values, self.words, self.none)
        if values.dtype.kind == "f":
            return [write(text) if text else "" for text in numerals(values)]
        return [write(str(number)) if number != NONE else "" for number in values.tolist()]


def columns(trace: Trace) -> dict[str, Column]:
    """Return the columns by their names: `COLUMNS`, and what only some searches have.

    `kind` is that of what is no move of the game (PASS, ONWARD, NULL, STAND), `why` a `tracer.Why` that is not PLAIN;
    `weight` and those of a log are numbers. O(n).
    """
    stored = trace.columns

    def plain(array: Array, kind: Any = None) -> Callable[[slice], Array]:
        return lambda rows: array[rows] if kind is None else array[rows].astype(kind)

    found = [
        Column("node", lambda rows: np.arange(rows.start, rows.stop, dtype=np.int64)),
        Column("parent", plain(stored.parent, np.int64)),
        Column("ply", plain(trace.ply)),
        Column("move", plain(stored.move), [clean(label) for label in trace.move_labels]),
        Column("turn", partial(turns, trace), TURNS),
        *(Column(name, plain(getattr(stored, name))) for name in ("alpha", "beta", "value")),
        Column("bound", lambda rows: proved_bounds(trace)[rows], BOUNDS),
        Column("status", plain(stored.status, np.int8), STATUSES),
        Column("cutoff", plain(stored.cutoff, np.int8), ("false", "true")),
        Column("end", plain(stored.end, np.int64)),
        Column("leaf", partial(leaves, trace)),
    ]
    if trace.no_moves:
        places = list(NO_MOVE_TYPES.values())
        of_moves = np.full(len(trace.move_labels) + 1, NONE, np.int8)
        for move, none in trace.no_moves.items():
            of_moves[move] = places.index(type(none))
        # The root's move is −1, the last one.
        found.append(Column("kind", plain(of_moves[stored.move]), [word.upper() for word in NO_MOVE_TYPES]))
    if stored.why is not None:
        codes = np.where(stored.why == Why.PLAIN, NONE, stored.why).astype(np.int8)
        found.append(Column("why", plain(codes), [why.name for why in Why]))
    if stored.weight is not None:
        found.append(Column("weight", plain(np.where(stored.weight == NO_WEIGHT, np.nan, stored.weight))))
    if stored.evaluation is not None:
        found.append(Column("evaluation", plain(stored.evaluation)))
    return {one.name: one for one in (*found, *(Column(name, plain(it)) for name, it in trace.log_numbers.items()))}


def words(codes: Array, names: Sequence[str], none: str = "") -> list[str]:
    """The word for each code, and `none` for `NONE`."""
    # NONE is −1, so its word stands last.
    return list(np.array([*names, none], object)[codes])


def numerals(numbers: Floats) -> list[str]:
    """Each number in full, as `number` writes it; few differ, so each is written once."""
    distinct, where = np.unique(numbers, return_inverse=True)
    return list(np.array([number(value) for value in distinct.tolist()], object)[where.reshape(-1)])


def number(value: float) -> str:
    """A number as Python reads it back, a whole one without a point; empty where there is none.

    >>> number(3.0), number(0.1), number(float("-inf")), number(float("nan"))
    ('3', '0.1', '-inf', '')
    """
    return "" if value != value else repr(value).removesuffix(".0")
