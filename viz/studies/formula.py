"""Formulas and conditions over the columns of a study, such as `visited / minimal` and `depth >= 4`.

They are read with Python's parser and walked: only what is listed here is understood, and nothing is ever executed.
What comes out is an expression of Arrow, which reads the columns that it names and works on all rows at once. What a
row does not know makes every comparison with it false.
"""

from __future__ import annotations

import ast
import operator
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, Any

from tracer.condition.expression import DEEPEST, LONGEST, ConditionError
from tracer.errors import PlyscopeError
from tracer.text import clean, nearest

if TYPE_CHECKING:
    from pyarrow.compute import Expression

NUMBER, TEXT, TRUTH = "a number", "a text", "a truth"
ALLOWED = 'there may be columns, numbers, texts such as "pvs", == != < <= > >= in, and or not, + - * / and parentheses'
_ARITHMETIC: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
}
_COMPARISONS: Mapping[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


@dataclass(frozen=True)
class Formula:
    """A part of a formula, or the whole of it."""

    value: Expression
    kind: str
    """`NUMBER`, `TEXT` or `TRUTH`."""


def number(text: str, columns: Mapping[str, str]) -> Formula:
    """A number of each row.

    Args:
        text: a column, or a sum, difference, product or quotient of columns and numbers.
        columns: the kinds of columns by their names.

    Raises:
        ConditionError: it is none; the message quotes it, names the place and says what is allowed.
    """
    found = _read(text, columns)
    if found.kind is not NUMBER:
        raise PlyscopeError(f"{clean(text, 60)} is {found.kind}, and no number")
    return found


def condition(text: str, columns: Mapping[str, str]) -> Formula:
    """Whether each row is wanted; see `number`.

    Raises:
        ConditionError: it is no condition.
    """
    found = _read(text, columns)
    if found.kind is not TRUTH:
        raise ConditionError(text, 0, f"it is {found.kind}; compare it, such as depth >= 4")
    return found


def unknown(name: str, columns: Mapping[str, str]) -> str:
    """What is said of a name that no column has."""
    hint = nearest(name, columns)
    return f"there is no column {clean(name, 40)!r}" + (hint or f"; there are: {clean(', '.join(columns), 900)}")


def _read(text: str, columns: Mapping[str, str]) -> Formula:
    """A whole formula; a column whose name is no word of Python's may stand alone."""
    line = clean(text.strip(), LONGEST + 1)
    if not line:
        raise PlyscopeError("a formula is empty; write a column, such as visited, or visited / minimal")
    if len(line) > LONGEST:
        raise ConditionError(line, LONGEST, f"it is too long; {LONGEST} characters are the most")
    if line in columns:
        return _column(line, columns[line])
    if line.isidentifier():
        raise PlyscopeError(unknown(line, columns))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(line, mode="eval").body
    except (SyntaxError, RecursionError, MemoryError):
        raise ConditionError(line, 0, f"it cannot be read; {ALLOWED}") from None
    return _Reader(line, columns).part(tree, 0)


def _column(name: str, kind: str) -> Formula:
    import pyarrow.compute as pc

    field = pc.field(name)
    return Formula(field.cast("float64") if kind is NUMBER else field, kind)


class _Reader:
    """Walks the syntax tree of one formula."""

    def __init__(self, text: str, columns: Mapping[str, str]) -> None:
        self._text, self._columns = text, columns

    def part(self, node: ast.expr, depth: int) -> Formula:
        """A part of any kind."""
        if depth > DEEPEST:
            raise self._error(node, "it is nested too deeply")
        match node:
            case ast.Name(id=name):
                if name not in self._columns:
                    raise self._error(node, unknown(name, self._columns))
                return _column(name, self._columns[name])
            case ast.Constant(value=bool() | int() | float() | str()):
                return self._constant(node)
            case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign, operand=operand):
                one = self._of(NUMBER, operand, depth)
                return Formula(one * -1.0 if isinstance(sign, ast.USub) else one, NUMBER)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return Formula(~self._of(TRUTH, operand, depth), TRUTH)
            case ast.BinOp(left=left, op=ast.Div(), right=right):
                import pyarrow.compute as pc

                # What `/` makes fails where one row is divided by 0.
                return Formula(pc.divide(self._of(NUMBER, left, depth), self._of(NUMBER, right, depth)), NUMBER)
            case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _ARITHMETIC:
                a, b = self._of(NUMBER, left, depth), self._of(NUMBER, right, depth)
                return Formula(_ARITHMETIC[type(sign)](a, b), NUMBER)
            case ast.BoolOp(op=word, values=values):
                join = operator.and_ if isinstance(word, ast.And) else operator.or_
                return Formula(reduce(join, [self._of(TRUTH, value, depth) for value in values]), TRUTH)
            case ast.Compare():
                return self._comparison(node, depth)
            case _:
                raise self._error(node, f"this is not understood; {ALLOWED}")

    def _of(self, kind: str, node: ast.expr, depth: int) -> Any:
        """The expression of a part that has to be of a kind."""
        found = self.part(node, depth + 1)
        if found.kind is not kind:
            raise self._error(node, f"this is {found.kind}, where {kind} stands")
        return found.value

    def _constant(self, node: ast.Constant) -> Formula:
        import pyarrow as pa
        import pyarrow.compute as pc

        if isinstance(node.value, bool):
            return Formula(pc.scalar(node.value), TRUTH)
        if isinstance(node.value, str):
            return Formula(pc.scalar(pa.scalar(node.value, pa.string())), TEXT)
        try:
            return Formula(pc.scalar(float(node.value)), NUMBER)  # type: ignore[arg-type]  # the caller saw what it is
        except OverflowError:
            raise self._error(node, "this number is too large") from None

    def _comparison(self, node: ast.Compare, depth: int) -> Formula:
        """Comparisons, which may follow one another: `2 <= depth < 5`."""
        parts, left = [], node.left
        for sign, right in zip(node.ops, node.comparators, strict=True):
            if isinstance(sign, ast.In | ast.NotIn) and isinstance(right, ast.Tuple | ast.List) and right.elts:
                found = reduce(operator.or_, [self._compared(left, ast.Eq(), one, depth) for one in right.elts])
                parts.append(~found if isinstance(sign, ast.NotIn) else found)
            elif type(sign) in _COMPARISONS:
                parts.append(self._compared(left, sign, right, depth))
            else:
                raise self._error(node, f"this comparison is not understood; {ALLOWED}")
            left = right
        return Formula(reduce(operator.and_, parts), TRUTH)

    def _compared(self, left: ast.expr, sign: ast.cmpop, right: ast.expr, depth: int) -> Any:
        a, b = self.part(left, depth + 1), self.part(right, depth + 1)
        if a.kind is not b.kind:
            raise self._error(right, f"{a.kind} is compared with {b.kind}")
        return _COMPARISONS[type(sign)](a.value, b.value)

    def _error(self, node: ast.expr, problem: str) -> ConditionError:
        before = self._text.encode()[: node.col_offset]  # the parser counts bytes
        return ConditionError(self._text, len(before.decode()), problem)
