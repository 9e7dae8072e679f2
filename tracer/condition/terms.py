"""What the parts of a condition compute, for all nodes at once. What is not known is NaN, and compares false."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

import numpy as np

from tracer.condition.vocabulary import NAMES, Kind, KnownSince, describe_missing_names
from tracer.errors import PlyscopeError
from tracer.recording.columns import Array, Bools
from tracer.recording.no_moves import Pass, no_move_word
from tracer.recording.status import OPEN
from tracer.text import clean, distinct
from tracer.time.landmarks import Hits
from tracer.tracing import Trace


class TraceColumns(dict[str, Array]):
    """The columns of one trace by name, each worked out when it is first asked for."""

    def __init__(self, trace: Trace) -> None:
        super().__init__()
        self.trace = trace

    def __missing__(self, word: str) -> Array:
        column = self[word] = NAMES[word].column(self.trace)
        return column


@dataclass(frozen=True)
class CodedColumn:
    """A column of few values, such as texts."""

    codes: Array
    """A number for each row."""
    values: Sequence[Any]
    """What each number stands for; None is no value."""

    def __len__(self) -> int:
        return len(self.codes)


@dataclass(frozen=True, slots=True)
class Term:
    """A part of a condition that has been understood."""

    kind: Kind
    known_since: KnownSince
    value: Callable[[TraceColumns], Any]
    """One entry a node, or one for all."""
    text: str = ""
    """What is written in a text."""


BinaryFunction = Callable[[Any, Any], Any]


def _is_different(left: Any, right: Any) -> Any:
    """Unequal, and both known."""
    return (left < right) | (left > right)


def _divide(left: Any, right: Any) -> Any:
    """The quotient; unknown where the divisor is 0."""
    return np.divide(left, np.where(np.equal(right, 0), np.nan, right), dtype=np.float64)


ARITHMETIC: dict[type[ast.operator], BinaryFunction] = {
    ast.Add: lambda left, right: np.add(left, right, dtype=np.float64),
    ast.Sub: lambda left, right: np.subtract(left, right, dtype=np.float64),
    ast.Mult: lambda left, right: np.multiply(left, right, dtype=np.float64),
    ast.Div: _divide,
}
EQUALITY: dict[type[ast.cmpop], BinaryFunction] = {ast.Eq: operator.eq, ast.NotEq: _is_different}
ORDER: dict[type[ast.cmpop], BinaryFunction] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


def constant_term(kind: Kind, value: float) -> Term:
    """One number for all nodes."""
    number = np.float64(value)
    return Term(kind, KnownSince.ENTRY, lambda _: number)


def column_term(word: str) -> Term:
    """What a name stands for."""
    name = NAMES[word]
    return Term(name.kind, name.known_since, lambda facts: facts[word])


def negate_term(term: Term) -> Term:
    """Minus a number."""
    return Term(Kind.NUMBER, term.known_since, lambda facts: np.negative(term.value(facts), dtype=np.float64))


def not_term(term: Term) -> Term:
    """True where a part is false."""
    return Term(Kind.TRUTH, term.known_since, lambda facts: np.logical_not(term.value(facts)))


def reduce_terms(kind: Kind, function: BinaryFunction, terms: Sequence[Term]) -> Term:
    """An operation on parts, from the left to the right."""
    known_since = max(term.known_since for term in terms)
    return Term(kind, known_since, lambda facts: reduce(function, (term.value(facts) for term in terms)))


def all_of(terms: Sequence[Term]) -> Term:
    """True where every part is."""
    return reduce_terms(Kind.TRUTH, np.logical_and, terms)


def any_of(terms: Sequence[Term]) -> Term:
    """True where a part is."""
    return reduce_terms(Kind.TRUTH, np.logical_or, terms)


def move_equals(move: Term, text: str, *, is_negated: bool) -> Term:
    """True where the move has a label, or `is_negated` than it. The root has no move."""

    def value(facts: TraceColumns) -> Bools:
        moves, is_named = move.value(facts), mask_moves_named(facts.trace, text)
        if is_negated:
            is_named[:-1] ^= True
        is_equal: Bools = is_named[moves]
        return is_equal

    return Term(Kind.TRUTH, move.known_since, value)


def word_equals(word: Term, text: str, *, is_negated: bool) -> Term:
    """True where a word is the text, or `is_negated` than it. None is no word, and neither."""

    def value(facts: TraceColumns) -> Bools:
        words: CodedColumn = word.value(facts)
        is_equal_value = [
            (word_ is not None and word_ != text) if is_negated else word_ == text for word_ in words.values
        ]
        is_equal: Bools = np.array(is_equal_value, bool)[words.codes]
        return is_equal

    return Term(Kind.TRUTH, word.known_since, value)


def mask_moves_named(trace: Trace, label: str) -> Bools:
    """For each move whether it is called so, and one place more, for the root's −1 to find.

    As it is shown, or as the game has it; a null move and standing pat also `null` and `stand`, as files have them.
    """
    wanted_labels, no_moves = {clean(label), distinct(label)}, trace.no_moves
    is_named = [
        move_label in wanted_labels
        or (
            number in no_moves
            and not isinstance(no_moves[number], Pass)
            and no_move_word(no_moves[number]) in wanted_labels
        )
        for number, move_label in enumerate(trace.move_labels)
    ]
    return np.array([*is_named, False], bool)


MAX_QUOTED_LENGTH = 60
"""Characters of a condition that an error quotes."""


class ConditionError(PlyscopeError):
    """A text is no condition, or no formula. What asked for one can show the place."""

    def __init__(self, text: str, column: int, problem: str, text_type: str = "condition") -> None:
        first = max(0, min(column - MAX_QUOTED_LENGTH // 2, len(text) - MAX_QUOTED_LENGTH))
        quoted = (
            ("…" if first else "")
            + text[first : first + MAX_QUOTED_LENGTH]
            + ("…" if first + MAX_QUOTED_LENGTH < len(text) else "")
        )
        super().__init__(f"the {text_type} `{clean(quoted)}`, column {column + 1}: {problem}")
        self.text, self.problem = text, problem
        self.column = column
        """The place in the text without the spaces around it, counted from 0."""


@dataclass(frozen=True)
class Condition:
    """A condition that nodes fulfil or not. `parse_condition` makes it."""

    text: str
    """As it was given, but one line that no terminal obeys."""
    known_since: KnownSince
    """From when on everything that it speaks of is known."""
    _value: Callable[[TraceColumns], Any] = field(repr=False, compare=False)
    names: tuple[str, ...] = ()
    """The names of `tracer.condition.vocabulary` that it speaks of, each once."""

    def nodes(self, trace: Trace) -> Bools:
        """Which nodes fulfil it, one truth value a node. O(n).

        Of a visit that never returned, `pruned`, `children`, `size` and `visited` are what was recorded until the
        search stopped.

        Raises:
            PlyscopeError: it speaks of depth, and the search had no depth limit.
        """
        with np.errstate(all="ignore"):
            values = self._value(TraceColumns(trace))
        return np.array(np.broadcast_to(values, len(trace)), bool)

    def missing(self, trace: Trace) -> str:
        """Which of its names say nothing about this search, and why, for where nothing fulfils it; else empty."""
        return describe_missing_names(trace, self.names)

    def hits(self, trace: Trace) -> Hits:
        """The steps at which nodes that fulfil it are met: each at the first step at which that is known. O(n log n).

        A visit is met at its entry, if the condition speaks only of what is known there; at its cutoff, if it speaks
        also of `cutoff` or `pruned` (without a cutoff: at its return); and else at its return. A visit that never
        returned is met at its entry. A pruned branch is met at the step that prunes it.

        Raises:
            PlyscopeError: it speaks of depth, and the search had no depth limit.
        """
        columns = trace.columns
        nodes = np.flatnonzero(self.nodes(trace))
        if self.known_since is KnownSince.ENTRY:
            return Hits.sorted_by_step(columns.entered(nodes), nodes)
        steps = columns.left(nodes)  # of a pruned branch, that is the step that prunes it
        is_running = (columns.status[nodes] == OPEN) | (steps >= trace.steps)
        steps[is_running] = columns.entered(nodes[is_running])
        if self.known_since is KnownSince.CUTOFF:
            is_cutoff = columns.cutoff[nodes] & ~is_running
            steps[is_cutoff] -= trace.landmarks.passed_over[nodes[is_cutoff]]
        return Hits.sorted_by_step(steps, nodes)
