"""What the parts of a condition compute, for all nodes at once. What is not known is NaN, and compares false."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, NamedTuple

import numpy as np

from tracer.condition.vocabulary import NAMES, Kind, KnownSince
from tracer.recording.columns import Array, Bools, Ints
from tracer.recording.no_moves import Pass, no_move_word
from tracer.text import clean, distinct
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


class Hit(NamedTuple):
    """A step at which a node fulfils a condition."""

    step: int
    node: int


@dataclass(frozen=True, eq=False)
class Hits:
    """All hits of a condition in one trace, in the order of the search."""

    steps: Ints
    """Ascending. A cutoff and the first branch that it prunes share a step."""
    nodes: Ints
    """The node of each step; they ascend where the steps are the same."""

    @classmethod
    def sorted_by_step(cls, steps: Array, nodes: Array) -> Hits:
        """From hits whose nodes ascend."""
        order = np.argsort(steps, kind="stable")
        return cls(steps[order], nodes[order])

    def __len__(self) -> int:
        return len(self.steps)

    def __getitem__(self, index: int) -> Hit:
        return Hit(int(self.steps[index]), int(self.nodes[index]))

    def __iter__(self) -> Iterator[Hit]:
        return (self[index] for index in range(len(self)))

    def next(self, step: int) -> Hit | None:
        """The first hit after a step. O(log n)."""
        index = int(np.searchsorted(self.steps, step, side="right"))
        return self[index] if index < len(self) else None

    def previous(self, step: int) -> Hit | None:
        """The last step with a hit before a step, with the first node that is hit there. O(log n)."""
        index = int(np.searchsorted(self.steps, step, side="left")) - 1
        return None if index < 0 else self[int(np.searchsorted(self.steps, self.steps[index], side="left"))]
