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
>>> [(hit.step, trace.node(hit.node).path) for hit in parse_condition("cutoff and pruned > 1").hits(trace)]
[(12, ('a2',))]
"""

# Long, for one walker reads every kind of part, and says what to write instead.

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from tracer.condition.terms import (
    ARITHMETIC,
    EQUALITY,
    ORDER,
    Condition,
    ConditionError,
    Term,
    all_of,
    any_of,
    column_term,
    constant_term,
    move_equals,
    negate_term,
    not_term,
    reduce_terms,
    word_equals,
)
from tracer.condition.vocabulary import CONSTANTS, NAMES, Constant, Kind, KnownSince
from tracer.text import clean, nearest

MAX_LENGTH = 500
"""Characters of a condition at most."""
MAX_NESTING = 100
"""How deep operators may be nested."""
TOO_DEEP_TEXT = "it is nested too deeply"
ALLOWED_TEXT = (
    'there may be names, numbers, texts such as "b2", == != < <= > >= in, and or not, + - * / and parentheses'
)
_MEMBERSHIP: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.In: ast.Eq, ast.NotIn: ast.NotEq}
_REFUSED_SYNTAX: dict[type[ast.AST], str] = {
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
_MINUS_PATTERN = re.compile(r"(?P<text>\"[^\"]*\"|'[^']*')|−")
"""A minus as it is shown, which may be copied into a condition; in a text it stays what it is."""
_REPLACEMENTS = {"&&": "and", "||": "or", "!": "not", "≤": "<=", "≥": ">=", "≠": "!=", "=": "==", "&": "and", "|": "or"}
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
_CONSTANT_KINDS = (Kind.STATUS, Kind.BOUND, Kind.WHY, Kind.KIND)
"""What has names for all that it may be; they may be written as texts, in small letters too."""


def parse_condition(text: str) -> Condition:
    """Understand a condition."""
    line, tree = read_expression(text, "cutoff and ply == 3")
    term = Parser(line).parse_truth(tree, 0)
    names = dict.fromkeys(part.id for part in ast.walk(tree) if isinstance(part, ast.Name) and part.id in NAMES)
    return Condition(line, term.known_since, term.value, tuple(names))


def read_expression(text: str, example: str) -> tuple[str, ast.expr]:
    """A condition in one line that no terminal obeys, and its syntax tree.

    Raises:
        ConditionError: it is empty, too long, or no expression.
    """
    line = _MINUS_PATTERN.sub(lambda match: match["text"] or "-", text.translate(dict.fromkeys(range(32), " "))).strip()
    if not line:
        raise ConditionError("", 0, f"it is empty; write one, such as {example}")
    if len(line) > MAX_LENGTH:
        raise ConditionError(line, MAX_LENGTH, f"it has {len(line):,} characters; {MAX_LENGTH} are the most")
    line = clean(line, MAX_LENGTH)
    return line, _parse_syntax(line)


def _parse_syntax(text: str) -> ast.expr:
    """The syntax tree of a text."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of an odd escape in a text, which does no harm here
            return ast.parse(text, mode="eval").body
    except SyntaxError as error:
        column = min(len(text), (error.offset or len(text) + 1) - 1)
        raise ConditionError(
            text, column, TOO_DEEP_TEXT if "nested" in error.msg else _suggest_operator(text)
        ) from None
    except (RecursionError, MemoryError):
        raise ConditionError(text, 0, TOO_DEEP_TEXT) from None


def _suggest_operator(text: str) -> str:
    """What to write instead of what is no expression."""
    unquoted_text = re.sub(r"\"[^\"]*\"|'[^']*'", "", text)
    if match := re.search(r"&&|\|\||!(?!=)|≤|≥|≠|(?<![=!<>:])=(?!=)", unquoted_text):
        return f"write {_REPLACEMENTS[match[0]]} instead of {match[0]}"
    return f"it cannot be read here; {ALLOWED_TEXT}"


class Parser:
    """Walks the syntax tree of one condition."""

    def __init__(self, text: str, constants: Mapping[str, Constant] = CONSTANTS) -> None:
        self._text = text
        self._constants = constants
        self._parsers: dict[type[ast.AST], Callable[[Any, int], Term]] = {
            ast.Name: self._parse_name,
            ast.Constant: self._parse_constant,
            ast.BoolOp: self._parse_boolean,
            ast.UnaryOp: self._parse_sign,
            ast.BinOp: self._parse_arithmetic,
            ast.Compare: self._parse_comparison,
        }

    def _make_error(self, node: ast.expr, problem: str) -> ConditionError:
        text_before = self._text.encode()[: node.col_offset]  # the parser counts bytes
        return ConditionError(self._text, len(text_before.decode()), problem)

    def _source_text(self, node: ast.expr) -> str:
        source = node.id if isinstance(node, ast.Name) else ast.get_source_segment(self._text, node)
        return clean(source or "", 40)

    def parse_term(self, node: ast.expr, depth: int) -> Term:
        """A part of any kind."""
        if depth > MAX_NESTING:
            raise self._make_error(node, TOO_DEEP_TEXT)
        parse_node = self._parsers.get(type(node))
        if parse_node is None:
            raise self._make_error(node, f"{_REFUSED_SYNTAX.get(type(node), 'this')} is not allowed; {ALLOWED_TEXT}")
        return parse_node(node, depth + 1)

    def parse_truth(self, node: ast.expr, depth: int) -> Term:
        """A part that must be true or false."""
        term = self.parse_term(node, depth)
        if term.kind is not Kind.TRUTH:
            source_text = self._source_text(node)
            example = _EXAMPLES[term.kind].format(source_text)
            raise self._make_error(node, f"{source_text} is {term.kind.value}, not true or false{example}")
        return term

    def parse_number(self, node: ast.expr, depth: int) -> Term:
        """A part that must be a number."""
        term = self.parse_term(node, depth)
        if term.kind is not Kind.NUMBER:
            raise self._make_error(node, f"{self._source_text(node)} is {term.kind.value}; a number is needed here")
        return term

    def _parse_name(self, node: ast.Name, _: int) -> Term:
        word = node.id
        if (constant_ := self._constants.get(word)) is not None:
            return constant_term(constant_.kind, constant_.value)
        if (term := self.find_named_term(word)) is not None:
            return term
        raise self._make_error(node, self.describe_unknown_name(word))

    def describe_unknown_name(self, word: str) -> str:
        """Describe an unknown name, with the nearest name or constant and the list of names."""
        hint = nearest(word, [*NAMES, *self._constants])
        return f"no name {clean(word, 40)!r}{hint}; there are: {', '.join(NAMES)}, and constants such as MAX"

    def find_named_term(self, word: str) -> Term | None:
        """What a name stands for; None where there is no such name."""
        return column_term(word) if word in NAMES else None

    def _parse_constant(self, node: ast.Constant, _: int) -> Term:
        value = node.value
        if isinstance(value, str):
            return Term(Kind.TEXT, KnownSince.ENTRY, lambda _: None, value)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self._make_error(node, f"{self._source_text(node)} is not allowed; {ALLOWED_TEXT}")
        try:
            return constant_term(Kind.NUMBER, float(value))
        except OverflowError:
            raise self._make_error(node, "this number is too large; inf is infinity") from None

    def _parse_boolean(self, node: ast.BoolOp, depth: int) -> Term:
        parts = [self.parse_truth(part, depth) for part in node.values]
        return all_of(parts) if isinstance(node.op, ast.And) else any_of(parts)

    def _parse_sign(self, node: ast.UnaryOp, depth: int) -> Term:
        if isinstance(node.op, ast.Not):
            return not_term(self.parse_truth(node.operand, depth))
        if isinstance(node.op, ast.USub):
            return negate_term(self.parse_number(node.operand, depth))
        raise self._make_error(node, f"this sign is not allowed; {ALLOWED_TEXT}")

    def _parse_arithmetic(self, node: ast.BinOp, depth: int) -> Term:
        function = ARITHMETIC.get(type(node.op))
        if function is None:
            symbol = {ast.BitAnd: "&", ast.BitOr: "|"}.get(type(node.op))
            problem = (
                f"write {_REPLACEMENTS[symbol]} instead of {symbol}"
                if symbol
                else f"this operator is not allowed; {ALLOWED_TEXT}"
            )
            raise self._make_error(node, problem)
        return reduce_terms(
            Kind.NUMBER, function, [self.parse_number(node.left, depth), self.parse_number(node.right, depth)]
        )

    def _parse_comparison(self, node: ast.Compare, depth: int) -> Term:
        sides = pairwise([node.left, *node.comparators])
        return all_of([self._parse_pair(type(op), *pair, depth) for op, pair in zip(node.ops, sides, strict=True)])

    def _parse_pair(self, op: type[ast.cmpop], left: ast.expr, right: ast.expr, depth: int) -> Term:
        if op not in _MEMBERSHIP:
            return self._compare_sides(op, left, right, depth)
        if not isinstance(right, ast.Tuple | ast.List) or not right.elts:
            raise self._make_error(right, "after in there must be a list of values, such as (1, 2)")
        comparisons = [self._compare_sides(_MEMBERSHIP[op], left, element, depth) for element in right.elts]
        return any_of(comparisons) if op is ast.In else all_of(comparisons)

    def _compare_word(self, node: ast.expr, op: type[ast.cmpop], word: Term, text_term: Term) -> Term:
        if op not in EQUALITY:
            raise self._make_error(node, f"{word.kind.value} is compared with ==, != and in only")
        return word_equals(word, text_term.text, is_negated=op is ast.NotEq)

    def _compare_sides(self, op: type[ast.cmpop], left: ast.expr, right: ast.expr, depth: int) -> Term:
        if op in (ast.Is, ast.IsNot):
            raise self._make_error(left, "write == instead of is, != instead of is not")
        left_term, right_term = self.parse_term(left, depth), self.parse_term(right, depth)
        left_term, right_term = (
            self._resolve_text(left, left_term, right_term.kind),
            self._resolve_text(right, right_term, left_term.kind),
        )
        kinds = {left_term.kind, right_term.kind}
        if Kind.TRUTH in kinds:
            source_text = self._source_text(left if left_term.kind is Kind.TRUTH else right)
            raise self._make_error(left, f"{source_text} is true or false by itself: write it alone, or after not")
        if kinds == {Kind.WORD, Kind.TEXT}:
            return self._compare_word(
                left, op, *((left_term, right_term) if left_term.kind is Kind.WORD else (right_term, left_term))
            )
        if len(kinds) > 1 and kinds != {Kind.MOVE, Kind.TEXT}:
            raise self._make_error(
                left,
                (
                    f"{left_term.kind.value} cannot be compared with "
                    f"{right_term.kind.value}{self._describe_choices(kinds)}"
                ),
            )
        if kinds == {Kind.WORD}:
            raise self._make_error(left, 'a word is compared with a text, such as search == "pvs"')
        if kinds in ({Kind.MOVE}, {Kind.TEXT}):
            raise self._make_error(left, 'a move is compared with a text, such as move == "b2"')
        test = EQUALITY.get(op) or (ORDER.get(op) if kinds == {Kind.NUMBER} else None)
        if test is None:
            raise self._make_error(left, f"{left_term.kind.value} is compared with ==, != and in only")
        if Kind.MOVE in kinds:
            move_term, text_term = (left_term, right_term) if left_term.kind is Kind.MOVE else (right_term, left_term)
            return move_equals(move_term, text_term.text, is_negated=op is ast.NotEq)
        return reduce_terms(Kind.TRUTH, test, [left_term, right_term])

    def _resolve_text(self, node: ast.expr, term: Term, wanted_kind: Kind) -> Term:
        """A text that stands for one of the names of what it is compared with, as `"null"` for NULL."""
        if term.kind is not Kind.TEXT or wanted_kind not in _CONSTANT_KINDS:
            return term
        constant_ = CONSTANTS.get(term.text.upper().replace("-", "_"))
        if constant_ is None or constant_.kind is not wanted_kind:
            raise self._make_error(
                node,
                f"there is no {wanted_kind.value[2:]} {clean(term.text, 40)!r}{self._describe_choices({wanted_kind})}",
            )
        return constant_term(constant_.kind, constant_.value)

    @staticmethod
    def _describe_choices(kinds: set[Kind]) -> str:
        """What may be compared with the odd one of two kinds."""
        for kind in _CONSTANT_KINDS:
            if kind in kinds:
                words = [word for word, constant_ in CONSTANTS.items() if constant_.kind is kind]
                return f"; {kind.value} is {', '.join(words)}"
        if Kind.WORD in kinds:
            return '; a word is compared with a text, such as search == "pvs"'
        return '; a move is compared with a text, such as move == "b2"'
