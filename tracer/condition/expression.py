"""Conditions over the columns, such as `cutoff and ply == 3`: for breakpoints and for finding nodes.

A condition is an expression in Python's notation over the names of `tracer.condition.vocabulary`. It is read with
Python's parser and then walked: only what is listed here is understood, and nothing is ever executed. It is worked out
for all nodes at once.

What is not known of a node makes every comparison with it false, `!=` and `not in` included: the value, bound and
window of a pruned branch and who moves there, the value of a visit that never returned, the bound of a value that says
nothing, the move at the root, and sums without a meaning such as inf - inf or 1 / 0. `not` turns round what it is
given, so `not value < 0` holds where there is no value. A minus may be the one of numbers that are shown, too.

>>> import tracer
>>> trace = tracer.trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
>>> [(hit.step, trace.node(hit.node).path) for hit in parse("cutoff and pruned > 1").hits(trace)]
[(12, ('a2',))]
"""

# Long, for one walker reads every kind of part, and says what to write instead.

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from tracer.condition.terms import (
    ARITHMETIC,
    EQUALITY,
    ORDER,
    Facts,
    Hits,
    Term,
    all_of,
    any_of,
    chain,
    column,
    constant,
    is_move,
    is_word,
    negative,
    opposite,
)
from tracer.condition.vocabulary import CONSTANTS, NAMES, Constant, Kind, Known, missing
from tracer.errors import PlyscopeError
from tracer.recording.columns import Bools
from tracer.recording.status import OPEN
from tracer.text import clean, nearest
from tracer.tracing import Trace

LONGEST = 500
"""Characters of a condition at most."""
DEEPEST = 100
"""How deep operators may be nested."""
QUOTED = 60
"""Characters of a condition that an error quotes."""
TOO_DEEP = "it is nested too deeply"
ALLOWED = 'there may be names, numbers, texts such as "b2", == != < <= > >= in, and or not, + - * / and parentheses'
_MEMBERSHIP: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.In: ast.Eq, ast.NotIn: ast.NotEq}
_REFUSED: dict[type[ast.AST], str] = {
    ast.Call: "a call",
    ast.Attribute: "a dot",
    ast.Subscript: "an index",
    ast.IfExp: "if … else",
    ast.NamedExpr: ":=",
    ast.JoinedStr: "an f-string",
    ast.Lambda: "a lambda",
    ast.Tuple: "a list of values that does not follow in",
    ast.List: "a list of values that does not follow in",
}
_MINUS = re.compile(r"(?P<text>\"[^\"]*\"|'[^']*')|−")
"""A minus as it is shown, which may be copied into a condition; in a text it stays what it is."""
_INSTEAD = {"&&": "and", "||": "or", "!": "not", "≤": "<=", "≥": ">=", "≠": "!=", "=": "==", "&": "and", "|": "or"}
_EXAMPLES = {
    Kind.NUMBER: "; compare it, such as {} > 0",
    Kind.MOVE: '; compare it, such as {} == "b2"',
    Kind.WORD: '; compare it, such as {} == "pvs"',
    Kind.TEXT: "; compare a move with it, such as move == {}",
    Kind.STATUS: "; compare it, such as {} == TERMINAL",
    Kind.BOUND: "; compare it, such as {} == EXACT",
    Kind.WHY: "; compare it, such as {} == REDUCED",
    Kind.KIND: "; compare it, such as {} == NULL",
}
"""How to make a condition of something else."""
_NAMED = (Kind.STATUS, Kind.BOUND, Kind.WHY, Kind.KIND)
"""What has names for all that it may be; they may be written as texts, in small letters too."""


class ConditionError(PlyscopeError):
    """A text is no condition, or no formula. What asked for one can show the place."""

    def __init__(self, text: str, column: int, problem: str, what: str = "condition") -> None:
        first = max(0, min(column - QUOTED // 2, len(text) - QUOTED))
        quoted = ("…" if first else "") + text[first : first + QUOTED] + ("…" if first + QUOTED < len(text) else "")
        super().__init__(f"the {what} `{clean(quoted)}`, column {column + 1}: {problem}")
        self.text, self.problem = text, problem
        self.column = column
        """The place in the text without the spaces around it, counted from 0."""


@dataclass(frozen=True)
class Condition:
    """A condition that nodes fulfil or not. `parse` makes it."""

    text: str
    """As it was given, but one line that no terminal obeys."""
    known: Known
    """From when on everything that it speaks of is known."""
    _value: Callable[[Facts], Any] = field(repr=False, compare=False)
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
            found = self._value(Facts(trace))
        return np.array(np.broadcast_to(found, len(trace)), bool)

    def missing(self, trace: Trace) -> str:
        """Which of its names say nothing about this search, and why, for where nothing fulfils it; else empty."""
        return missing(trace, self.names)

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
        if self.known is Known.ENTRY:
            return Hits.ordered(columns.entered(nodes), nodes)
        steps = columns.left(nodes)  # of a pruned branch, that is the step that prunes it
        still = (columns.status[nodes] == OPEN) | (steps >= trace.steps)
        steps[still] = columns.entered(nodes[still])
        if self.known is Known.CUTOFF:
            cut = columns.cutoff[nodes] & ~still
            steps[cut] -= trace.landmarks.passed_over[nodes[cut]]
        return Hits.ordered(steps, nodes)


def parse(text: str) -> Condition:
    """Understand a condition.

    Raises:
        ConditionError: it is none; the message quotes it, names the place and says what is allowed.
    """
    line, tree = read(text, "cutoff and ply == 3")
    term = Parser(line).truth(tree, 0)
    words = dict.fromkeys(part.id for part in ast.walk(tree) if isinstance(part, ast.Name) and part.id in NAMES)
    return Condition(line, term.known, term.value, tuple(words))


def read(text: str, example: str) -> tuple[str, ast.expr]:
    """A condition in one line that no terminal obeys, and its syntax tree.

    Raises:
        ConditionError: it is empty, too long, or no expression.
    """
    line = _MINUS.sub(lambda found: found["text"] or "-", text.translate(dict.fromkeys(range(32), " "))).strip()
    if not line:
        raise ConditionError("", 0, f"it is empty; write one, such as {example}")
    if len(line) > LONGEST:
        raise ConditionError(line, LONGEST, f"it has {len(line):,} characters; {LONGEST} are the most")
    line = clean(line, LONGEST)
    return line, _syntax(line)


def _syntax(text: str) -> ast.expr:
    """The syntax tree of a text."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of an odd escape in a text, which does no harm here
            return ast.parse(text, mode="eval").body
    except SyntaxError as error:
        place = min(len(text), (error.offset or len(text) + 1) - 1)
        raise ConditionError(text, place, TOO_DEEP if "nested" in error.msg else _hint(text)) from None
    except (RecursionError, MemoryError):
        raise ConditionError(text, 0, TOO_DEEP) from None


def _hint(text: str) -> str:
    """What to write instead of what is no expression."""
    bare = re.sub(r"\"[^\"]*\"|'[^']*'", "", text)
    if match := re.search(r"&&|\|\||!(?!=)|≤|≥|≠|(?<![=!<>:])=(?!=)", bare):
        return f"write {_INSTEAD[match[0]]} instead of {match[0]}"
    return f"it cannot be read here; {ALLOWED}"


class Parser:
    """Walks the syntax tree of one condition.

    Args:
        text: the condition.
        constants: names of one value.
    """

    def __init__(self, text: str, constants: Mapping[str, Constant] = CONSTANTS) -> None:
        self._text = text
        self._constants = constants
        self._readers: dict[type[ast.AST], Callable[[Any, int], Term]] = {
            ast.Name: self._name,
            ast.Constant: self._constant,
            ast.BoolOp: self._all_or_any,
            ast.UnaryOp: self._sign,
            ast.BinOp: self._arithmetic,
            ast.Compare: self._comparison,
        }

    def _error(self, node: ast.expr, problem: str) -> ConditionError:
        before = self._text.encode()[: node.col_offset]  # the parser counts bytes
        return ConditionError(self._text, len(before.decode()), problem)

    def _written(self, node: ast.expr) -> str:
        given = node.id if isinstance(node, ast.Name) else ast.get_source_segment(self._text, node)
        return clean(given or "", 40)

    def term(self, node: ast.expr, depth: int) -> Term:
        """A part of any kind."""
        if depth > DEEPEST:
            raise self._error(node, TOO_DEEP)
        reader = self._readers.get(type(node))
        if reader is None:
            raise self._error(node, f"{_REFUSED.get(type(node), 'this')} is not allowed; {ALLOWED}")
        return reader(node, depth + 1)

    def truth(self, node: ast.expr, depth: int) -> Term:
        """A part that must be true or false."""
        found = self.term(node, depth)
        if found.kind is not Kind.TRUTH:
            written = self._written(node)
            such = _EXAMPLES[found.kind].format(written)
            raise self._error(node, f"{written} is {found.kind.value}, not true or false{such}")
        return found

    def number(self, node: ast.expr, depth: int) -> Term:
        """A part that must be a number."""
        found = self.term(node, depth)
        if found.kind is not Kind.NUMBER:
            raise self._error(node, f"{self._written(node)} is {found.kind.value}; a number is needed here")
        return found

    def _name(self, node: ast.Name, _: int) -> Term:
        word = node.id
        if (known := self._constants.get(word)) is not None:
            return constant(known.kind, known.value)
        if (found := self.named(word)) is not None:
            return found
        raise self._error(node, self.unknown(word))

    def unknown(self, word: str) -> str:
        """What is said of a name that there is not."""
        words = [*NAMES, *self._constants]
        return f"no name {clean(word, 40)!r}{nearest(word, words)}; there are: {', '.join(words)}"

    def named(self, word: str) -> Term | None:
        """What a name stands for; None where there is no such name."""
        return column(word) if word in NAMES else None

    def _constant(self, node: ast.Constant, _: int) -> Term:
        given = node.value
        if isinstance(given, str):
            return Term(Kind.TEXT, Known.ENTRY, lambda _: None, given)
        if isinstance(given, bool) or not isinstance(given, int | float):
            raise self._error(node, f"{self._written(node)} is not allowed; {ALLOWED}")
        try:
            return constant(Kind.NUMBER, float(given))
        except OverflowError:
            raise self._error(node, "this number is too large; inf is infinity") from None

    def _all_or_any(self, node: ast.BoolOp, depth: int) -> Term:
        parts = [self.truth(part, depth) for part in node.values]
        return all_of(parts) if isinstance(node.op, ast.And) else any_of(parts)

    def _sign(self, node: ast.UnaryOp, depth: int) -> Term:
        if isinstance(node.op, ast.Not):
            return opposite(self.truth(node.operand, depth))
        if isinstance(node.op, ast.USub):
            return negative(self.number(node.operand, depth))
        raise self._error(node, f"this sign is not allowed; {ALLOWED}")

    def _arithmetic(self, node: ast.BinOp, depth: int) -> Term:
        work = ARITHMETIC.get(type(node.op))
        if work is None:
            sign = {ast.BitAnd: "&", ast.BitOr: "|"}.get(type(node.op))
            instead = (
                f"write {_INSTEAD[sign]} instead of {sign}" if sign else f"this operator is not allowed; {ALLOWED}"
            )
            raise self._error(node, instead)
        return chain(Kind.NUMBER, work, [self.number(node.left, depth), self.number(node.right, depth)])

    def _comparison(self, node: ast.Compare, depth: int) -> Term:
        sides = pairwise([node.left, *node.comparators])
        return all_of([self._pair(type(op), *pair, depth) for op, pair in zip(node.ops, sides, strict=True)])

    def _pair(self, op: type[ast.cmpop], left: ast.expr, right: ast.expr, depth: int) -> Term:
        if op not in _MEMBERSHIP:
            return self._compared(op, left, right, depth)
        if not isinstance(right, ast.Tuple | ast.List) or not right.elts:
            raise self._error(right, "after in there must be a list of values, such as (1, 2)")
        each = [self._compared(_MEMBERSHIP[op], left, one, depth) for one in right.elts]
        return any_of(each) if op is ast.In else all_of(each)

    def _word(self, node: ast.expr, op: type[ast.cmpop], word: Term, wanted: Term) -> Term:
        if op not in EQUALITY:
            raise self._error(node, f"{word.kind.value} is compared with ==, != and in only")
        return is_word(word, wanted.text, other=op is ast.NotEq)

    def _compared(self, op: type[ast.cmpop], left: ast.expr, right: ast.expr, depth: int) -> Term:
        if op in (ast.Is, ast.IsNot):
            raise self._error(left, "write == instead of is, != instead of is not")
        a, b = self.term(left, depth), self.term(right, depth)
        a, b = self._meant(left, a, b.kind), self._meant(right, b, a.kind)
        kinds = {a.kind, b.kind}
        if Kind.TRUTH in kinds:
            written = self._written(left if a.kind is Kind.TRUTH else right)
            raise self._error(left, f"{written} is true or false by itself: write it alone, or after not")
        if kinds == {Kind.WORD, Kind.TEXT}:
            return self._word(left, op, *((a, b) if a.kind is Kind.WORD else (b, a)))
        if len(kinds) > 1 and kinds != {Kind.MOVE, Kind.TEXT}:
            raise self._error(left, f"{a.kind.value} cannot be compared with {b.kind.value}{self._choices(kinds)}")
        if kinds == {Kind.WORD}:
            raise self._error(left, 'a word is compared with a text, such as search == "pvs"')
        if kinds in ({Kind.MOVE}, {Kind.TEXT}):
            raise self._error(left, 'a move is compared with a text, such as move == "b2"')
        test = EQUALITY.get(op) or (ORDER.get(op) if kinds == {Kind.NUMBER} else None)
        if test is None:
            raise self._error(left, f"{a.kind.value} is compared with ==, != and in only")
        if Kind.MOVE in kinds:
            move, wanted = (a, b) if a.kind is Kind.MOVE else (b, a)
            return is_move(move, wanted.text, other=op is ast.NotEq)
        return chain(Kind.TRUTH, test, [a, b])

    def _meant(self, node: ast.expr, part: Term, other: Kind) -> Term:
        """A text that stands for one of the names of what it is compared with, as `"null"` for NULL."""
        if part.kind is not Kind.TEXT or other not in _NAMED:
            return part
        known = CONSTANTS.get(part.text.upper().replace("-", "_"))
        if known is None or known.kind is not other:
            raise self._error(node, f"there is no {other.value[2:]} {clean(part.text, 40)!r}{self._choices({other})}")
        return constant(known.kind, known.value)

    @staticmethod
    def _choices(kinds: set[Kind]) -> str:
        """What may be compared with the odd one of two kinds."""
        for kind in _NAMED:
            if kind in kinds:
                words = [word for word, known in CONSTANTS.items() if known.kind is kind]
                return f"; {kind.value} is {', '.join(words)}"
        if Kind.WORD in kinds:
            return '; a word is compared with a text, such as search == "pvs"'
        return '; a move is compared with a text, such as move == "b2"'
