"""The names that a condition may use: one table, from which help texts are made, and what each stands for.

All values and windows are MAX's view. What is not known of a node is NaN in its column.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import TYPE_CHECKING, Any

import numpy as np

from tracer.count.proved import NONE, proved_bounds
from tracer.errors import PlyscopeError
from tracer.games.rules import Turn
from tracer.recording.columns import NO_WEIGHT, Array, Floats, Ints
from tracer.recording.no_moves import NO_MOVE_TYPES, NoMove, no_move_word
from tracer.recording.node import remaining_depths
from tracer.recording.status import PRUNED, Bound, Status, Why
from tracer.text import clean

if TYPE_CHECKING:
    from tracer.tracing import Trace

MOVE_KINDS = ("MOVE", "OUTCOME", *(word.upper() for word in NO_MOVE_TYPES))
"""What may lead to a node: a move of the game, an outcome of chance, and what is no move."""


class Kind(Enum):
    """What an expression stands for."""

    TRUTH = "a truth value"
    NUMBER = "a number"
    MOVE = "a move"
    TEXT = "a text"
    STATUS = "a status"
    BOUND = "a bound"
    WHY = "a reason"
    KIND = "a kind of move"
    WORD = "a word"
    """What stands in a column of texts of a table of searches; no node has one."""


class KnownSince(IntEnum):
    """From when on a fact about a visit is known. Of a pruned branch all is known at the step that prunes it."""

    ENTRY = 0
    CUTOFF = 1
    """At the cutoff; where there was none, at the return."""
    RETURN = 2


@dataclass(frozen=True)
class Name:
    """A name, and the column for which it stands."""

    word: str
    summary: str
    column: Callable[[Trace], Array]
    """One entry a node."""
    known_since: KnownSince = KnownSince.ENTRY
    kind: Kind = Kind.NUMBER


@dataclass(frozen=True)
class Constant:
    """A name of one value."""

    word: str
    summary: str
    value: float
    kind: Kind = Kind.NUMBER


def _depth_column(trace: Trace) -> Ints:
    remaining = remaining_depths(trace, trace.counts.paths.ply)
    if remaining is None:
        raise PlyscopeError(
            "the condition speaks of depth, but this search had no depth limit; ply counts moves from the root"
        )
    return remaining


def _turn_column(trace: Trace) -> Floats:
    return np.where(trace.columns.status == PRUNED, np.nan, trace.columns.turn)


def _count_children(trace: Trace) -> Ints:
    columns = trace.columns
    visited = columns.status != PRUNED
    visited[0] = False
    return np.bincount(columns.parent[visited], minlength=len(columns))


def _count_visits(trace: Trace) -> Ints:
    visited_before = trace.columns.visited_before
    counts: Ints = visited_before[trace.columns.end] - visited_before[:-1]
    return counts


def _entered_steps(trace: Trace) -> Array:
    columns = trace.columns
    if columns.born is not None:
        return columns.born
    steps: Array = columns.visited_before[:-1] - columns.ply
    steps += np.arange(len(columns), dtype=steps.dtype)
    return steps


def _returned_steps(trace: Trace) -> Floats:
    if trace.columns.log is not None:
        return np.where(trace.columns.settled < trace.steps, trace.columns.settled, np.nan)
    left = _entered_steps(trace) + _subtree_sizes(trace) + _count_visits(trace) - 1
    return np.where(np.isnan(trace.columns.value), np.nan, left)


def _subtree_sizes(trace: Trace) -> Ints:
    size: Ints = trace.columns.end - np.arange(len(trace), dtype=trace.columns.end.dtype)
    return size


def _reason_column(trace: Trace) -> Array:
    column = trace.columns.why
    return np.zeros(len(trace), np.uint8) if column is None else column


def _weight_column(trace: Trace) -> Floats:
    column = trace.columns.weight
    return np.full(len(trace), np.nan) if column is None else np.where(column == NO_WEIGHT, np.nan, column)


def _move_kinds(trace: Trace) -> Floats:
    """What leads to each node, by its place in `MOVE_KINDS`; nothing leads to the root."""
    columns = trace.columns
    kind_of_move = [_kind_of_label(trace.no_moves.get(number)) for number in range(len(trace.move_labels))]
    kinds = np.array([*kind_of_move, np.nan])[columns.move]  # one place more, for the root's −1 to find
    kinds[(kinds == MOVE_KINDS.index("MOVE")) & (columns.turn[columns.parent] == 0)] = MOVE_KINDS.index("OUTCOME")
    return kinds


def _kind_of_label(no_move: NoMove | None) -> float:
    return MOVE_KINDS.index("MOVE" if no_move is None else no_move_word(no_move).upper())


def _log_column(name: str) -> Callable[[Trace], Floats]:
    """A number from the log of a best-first search; NaN where it tells none."""
    return lambda trace: trace.log_numbers.get(name, np.full(len(trace), np.nan))


def _evaluation_column(trace: Trace) -> Floats:
    column = trace.columns.evaluation
    return np.full(len(trace), np.nan) if column is None else column


def proved_bound_column(trace: Trace) -> Floats:
    """`Trace.proved_bound` of every node at once: the number of a `Bound`, NaN where there is none. O(n)."""
    codes = proved_bounds(trace)
    return np.where(codes == NONE, np.nan, codes)


def _stored_column(name: str) -> Callable[[Trace], Any]:
    """A column that is recorded, or follows from `end` alone."""
    return lambda trace: getattr(trace.columns, name)


_ON_RETURN = KnownSince.RETURN
_NAMES = (
    Name("node", "the id: 0 at the root, then in the order of the search", lambda trace: np.arange(len(trace))),
    Name("ply", "distance from the root in moves", lambda trace: trace.ply),
    Name("depth", "remaining depth in plies, where the search had a depth limit", _depth_column),
    Name("turn", "who moves: MAX, MIN or CHANCE", _turn_column),
    Name(
        "move", 'the move that leads here, compared with a text: move == "b2"', _stored_column("move"), kind=Kind.MOVE
    ),
    Name("kind", "what leads here: " + ", ".join(MOVE_KINDS), _move_kinds, kind=Kind.KIND),
    Name("alpha", "the window's lower end on entry", _stored_column("alpha")),
    Name("beta", "the window's upper end on entry", _stored_column("beta")),
    Name("window", "beta - alpha", lambda trace: trace.columns.beta - trace.columns.alpha),
    Name("entered", "the step at which it was entered, or pruned", _entered_steps),
    Name(
        "cutoff",
        "true where the cutoff test held after a child",
        _stored_column("cutoff"),
        KnownSince.CUTOFF,
        Kind.TRUTH,
    ),
    Name(
        "pruned", "branches that its cutoff skipped", lambda trace: trace.landmarks.pruned_children, KnownSince.CUTOFF
    ),
    Name("why", "what set it apart: " + ", ".join(Why.__members__), _reason_column, kind=Kind.WHY),
    Name("weight", "the probability of the outcome that leads here, or the prior of the move", _weight_column),
    Name("evaluation", "the static evaluation that the search reported, MAX's view", _evaluation_column),
    Name("born", "best-first: the step by which it was there", _log_column("born")),
    Name("iteration", "best-first: the iteration of that step, from 0 on", _log_column("iteration")),
    Name("n", "Monte Carlo: how often it was visited, in the end", _log_column("n"), _ON_RETURN),
    Name("w", "Monte Carlo: the sum of what was counted for it, MAX's view", _log_column("w"), _ON_RETURN),
    Name("q", "Monte Carlo: their mean, w / n", _log_column("q"), _ON_RETURN),
    Name("pn", "proof numbers: that of proving it, in the end", _log_column("pn"), _ON_RETURN),
    Name("dn", "proof numbers: that of disproving it", _log_column("dn"), _ON_RETURN),
    Name("merit", "SSS*, DUAL*: that with which it was taken last", _log_column("merit"), _ON_RETURN),
    Name("value", "what the visit returned, MAX's view", _stored_column("value"), _ON_RETURN),
    Name(
        "bound", "what is proved of the true value: EXACT, LOWER or UPPER", proved_bound_column, _ON_RETURN, Kind.BOUND
    ),
    Name(
        "status",
        "what became of it: " + ", ".join(Status.__members__),
        _stored_column("status"),
        _ON_RETURN,
        Kind.STATUS,
    ),
    Name("children", "children visited", _count_children, _ON_RETURN),
    Name("size", "nodes of its subtree, itself and pruned branches included", _subtree_sizes, _ON_RETURN),
    Name("visited", "visits in its subtree, itself included", _count_visits, _ON_RETURN),
    Name("returned", "the step at which it returned", _returned_steps, _ON_RETURN),
)
_CONSTANTS = (
    *(Constant(turn.name, "a player, for turn", turn) for turn in reversed(Turn)),
    *(Constant(bound.name, "for bound", bound, Kind.BOUND) for bound in Bound),
    *(Constant(why.name, "for why", why, Kind.WHY) for why in Why),
    *(Constant(word, "for kind", place, Kind.KIND) for place, word in enumerate(MOVE_KINDS)),
    *(Constant(status.name, "for status", status, Kind.STATUS) for status in Status),
    Constant("inf", "infinity, the end of a full window", float("inf")),
)
_LOG_NAMES = ("born", "iteration", "n", "w", "q", "pn", "dn", "merit")
"""Names of what logs of best-first searches tell."""
NAMES: dict[str, Name] = {name.word: name for name in _NAMES}
"""Every name, in the order in which help lists them."""
CONSTANTS: dict[str, Constant] = {constant.word: constant for constant in _CONSTANTS}
"""Every constant. Turns are numbers too, MAX +1 and MIN -1, so `turn * value` is the mover's view."""


_WINDOW_NAMES, _CUTOFF_NAMES = ("alpha", "beta", "window"), ("cutoff", "pruned")


def describe_missing_names(trace: Trace, words: Iterable[str]) -> str:
    """Which of some names say nothing about any node of this search, and why; empty where each does.

    >>> import tracer
    >>> describe_missing_names(tracer.trace([3, 5], "minimax"), ["alpha", "ply"])
    'alpha does not apply to minimax, which has no windows'
    """
    reasons: dict[str, list[str]] = {}
    for word in words:
        if reason := _missing_reason(trace, word):
            reasons.setdefault(reason, []).append(word)
    name = clean(trace.header.search) or "this search"
    texts = [
        f"{' and '.join(names)} {'does' if len(names) == 1 else 'do'} not apply to {name}, which {reason}"
        for reason, names in reasons.items()
    ]
    return "; ".join(texts)


def _missing_reason(trace: Trace, word: str) -> str:
    columns = trace.columns
    if word in _WINDOW_NAMES:
        return "" if trace.header.windowed else "has no windows"
    if word in _CUTOFF_NAMES:
        return "" if trace.header.windowed or columns.cutoff.any() else "cuts nothing off"
    if word == "weight":
        return "" if columns.weight is not None else "has no probabilities and no priors"
    if word == "evaluation":
        return "" if columns.evaluation is not None else "reported no static evaluations"
    if word in _LOG_NAMES and word not in trace.log_numbers:
        return "is no best-first search" if columns.log is None else f"has no {word}"
    return ""


def list_help_rows() -> list[tuple[str, str]]:
    """Every name with its line of help, which also tells the constants that go with it."""
    return [(name.word, name.summary) for name in _NAMES] + [("inf", CONSTANTS["inf"].summary)]
