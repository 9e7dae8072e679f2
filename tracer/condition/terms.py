"""What the parts of a condition compute, for all nodes at once. What is not known is NaN, and compares false."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, NamedTuple

import numpy as np

from tracer.condition.vocabulary import NAMES, Kind, Known
from tracer.recording.columns import Array, Bools, Ints
from tracer.recording.no_moves import Pass, no_move_word
from tracer.text import clean, distinct
from tracer.tracing import Trace


class Facts(dict[str, Array]):
    """The columns of one trace by name, each worked out when it is first asked for."""

    def __init__(self, trace: Trace) -> None:
        super().__init__()
        self.trace = trace

    def __missing__(self, word: str) -> Array:
        found = self[word] = NAMES[word].column(self.trace)
        return found


@dataclass(frozen=True)
class Coded:
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
    known: Known
    value: Callable[[Facts], Any]
    """One entry a node, or one for all."""
    text: str = ""
    """What is written in a text."""


Work = Callable[[Any, Any], Any]


def _differs(left: Any, right: Any) -> Any:
    """Unequal, and both known."""
    return (left < right) | (left > right)


def _divided(left: Any, right: Any) -> Any:
    """The quotient; unknown where the divisor is 0."""
    return np.divide(left, np.where(np.equal(right, 0), np.nan, right), dtype=np.float64)


ARITHMETIC: dict[type[ast.operator], Work] = {
    ast.Add: lambda left, right: np.add(left, right, dtype=np.float64),
    ast.Sub: lambda left, right: np.subtract(left, right, dtype=np.float64),
    ast.Mult: lambda left, right: np.multiply(left, right, dtype=np.float64),
    ast.Div: _divided,
}
EQUALITY: dict[type[ast.cmpop], Work] = {ast.Eq: operator.eq, ast.NotEq: _differs}
ORDER: dict[type[ast.cmpop], Work] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


def constant(kind: Kind, value: float) -> Term:
    """One number for all nodes."""
    number = np.float64(value)
    return Term(kind, Known.ENTRY, lambda _: number)


def column(word: str) -> Term:
    """What a name stands for."""
    name = NAMES[word]
    return Term(name.kind, name.known, lambda facts: facts[word])


def negative(part: Term) -> Term:
    """Minus a number."""
    return Term(Kind.NUMBER, part.known, lambda facts: np.negative(part.value(facts), dtype=np.float64))


def opposite(part: Term) -> Term:
    """True where a part is false."""
    return Term(Kind.TRUTH, part.known, lambda facts: np.logical_not(part.value(facts)))


def chain(kind: Kind, work: Work, parts: Sequence[Term]) -> Term:
    """An operation on parts, from the left to the right."""
    known = max(part.known for part in parts)
    return Term(kind, known, lambda facts: reduce(work, (part.value(facts) for part in parts)))


def all_of(parts: Sequence[Term]) -> Term:
    """True where every part is."""
    return chain(Kind.TRUTH, np.logical_and, parts)


def any_of(parts: Sequence[Term]) -> Term:
    """True where a part is."""
    return chain(Kind.TRUTH, np.logical_or, parts)


def is_move(move: Term, text: str, *, other: bool) -> Term:
    """True where the move has a label, or `other` than it. The root has no move."""

    def value(facts: Facts) -> Bools:
        moves, called = move.value(facts), called_so(facts.trace, text)
        if other:
            called[:-1] ^= True
        found: Bools = called[moves]
        return found

    return Term(Kind.TRUTH, move.known, value)


def is_word(word: Term, text: str, *, other: bool) -> Term:
    """True where a word is the text, or `other` than it. None is no word, and neither."""

    def value(facts: Facts) -> Bools:
        words: Coded = word.value(facts)
        found = [(one is not None and one != text) if other else one == text for one in words.values]
        wanted: Bools = np.array(found, bool)[words.codes]
        return wanted

    return Term(Kind.TRUTH, word.known, value)


def called_so(trace: Trace, label: str) -> Bools:
    """For each move whether it is called so, and one place more, for the root's −1 to find.

    As it is shown, or as the game has it; a null move and standing pat also `null` and `stand`, as files have them.
    """
    wanted, none = {clean(label), distinct(label)}, trace.no_moves
    found = [
        shown in wanted
        or (number in none and not isinstance(none[number], Pass) and no_move_word(none[number]) in wanted)
        for number, shown in enumerate(trace.move_labels)
    ]
    return np.array([*found, False], bool)


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
    def ordered(cls, steps: Array, nodes: Array) -> Hits:
        """From hits whose nodes ascend."""
        order = np.argsort(steps, kind="stable")
        return cls(steps[order], nodes[order])

    def __len__(self) -> int:
        return len(self.steps)

    def __getitem__(self, place: int) -> Hit:
        return Hit(int(self.steps[place]), int(self.nodes[place]))

    def __iter__(self) -> Iterator[Hit]:
        return (self[place] for place in range(len(self)))

    def next(self, step: int) -> Hit | None:
        """The first hit after a step. O(log n)."""
        place = int(np.searchsorted(self.steps, step, side="right"))
        return self[place] if place < len(self) else None

    def previous(self, step: int) -> Hit | None:
        """The last step with a hit before a step, with the first node that is hit there. O(log n)."""
        place = int(np.searchsorted(self.steps, step, side="left")) - 1
        return None if place < 0 else self[int(np.searchsorted(self.steps, self.steps[place], side="left"))]
