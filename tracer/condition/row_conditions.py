"""Conditions and formulas over the rows of a table: `visited > 10 * minimal and search == "pvs"`, `visited / minimal`.

A row is one search. They are written as conditions over nodes are (`tracer.condition.expression`), and the names are
the table's columns; one whose name is no word of Python's may stand alone. What is missing in a row, and what has no
meaning, such as 1 / 0, makes every comparison with it false, and is NaN as a number.

>>> import numpy as np
>>> types = {"visited": "int64", "minimal": "double", "search": "string"}
>>> rows = {"visited": np.array([70, 90]), "minimal": np.array([7.0, 0.0]), "search": np.array(["pvs", "pvs"])}
>>> parse_rows('visited >= 10 * minimal and search in ("pvs", "mtdf")', types).rows(rows)
array([ True,  True])
>>> parse_rows("visited > 3", types).holds({"visited": None, "minimal": 7.0, "search": "pvs"})
False
>>> parse_number("visited / minimal", types).numbers(rows)
array([10., nan])
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tracer.condition.expression import Parser, read_expression
from tracer.condition.terms import CodedColumn, ConditionError, Term
from tracer.condition.vocabulary import CONSTANTS, Kind, KnownSince
from tracer.recording.columns import Bools, Floats
from tracer.text import clean, nearest

INT, FLOAT, TRUTH, TEXT = "int64", "double", "bool", "string"
"""The types of columns, by the names that Arrow and Parquet give them."""
COLUMN_KINDS = {INT: Kind.NUMBER, FLOAT: Kind.NUMBER, TRUTH: Kind.TRUTH, TEXT: Kind.WORD}
"""What a column of a type holds."""
MAX_LISTED_COLUMNS = 12
"""Columns at most that an error lists."""
_CONSTANTS = {"inf": CONSTANTS["inf"]}


@dataclass(frozen=True)
class _RowExpression:
    """What is worked out for each row."""

    text: str
    """As it was given, but one line that no terminal obeys."""
    names: tuple[str, ...]
    """The columns that it speaks of, each once."""
    _kinds: Mapping[str, Kind] = field(repr=False, compare=False)
    _value: Callable[[Any], Any] = field(repr=False, compare=False)

    def _evaluate(self, columns: Mapping[str, Any]) -> Any:
        """One entry a row; one alone where no column is spoken of."""
        arrays = {name: _convert_column(self._kinds[name], columns[name]) for name in self.names}
        size = len(columns[self.names[0]]) if arrays else 1
        with np.errstate(all="ignore"):
            return np.broadcast_to(self._value(arrays), size)


class RowCondition(_RowExpression):
    """A condition that rows fulfil or not. `parse_rows` makes it."""

    def rows(self, columns: Mapping[str, Any]) -> Bools:
        """Which rows of a table fulfil it, from its columns by name, one entry a row: arrays, lists or `Coded` texts.

        Numbers that are missing are NaN or None, texts None. A condition without a column has one entry for all rows.
        """
        return np.array(self._evaluate(columns), bool)

    def holds(self, row: Mapping[str, Any]) -> bool:
        """Whether one row fulfils it."""
        return bool(self.rows({name: [row[name]] for name in self.names})[0])


class RowNumber(_RowExpression):
    """A number of each row: a column, or a formula over columns. `parse_number` makes it."""

    def numbers(self, columns: Mapping[str, Any]) -> Floats:
        """The number of each row, NaN where it has none; `columns` as `RowCondition.rows` takes them."""
        return np.array(self._evaluate(columns), np.float64)


def parse_rows(text: str, columns: Mapping[str, str]) -> RowCondition:
    """Understand a condition over the columns of a table. Columns have one of the types in `COLUMN_KINDS`."""
    return RowCondition(*_parse_expression(text, columns, "visited > 10 * minimal", Parser.parse_truth))


def parse_number(text: str, columns: Mapping[str, str]) -> RowNumber:
    """Understand a number of each row: a column, or what is worked out from columns, as `visited / minimal`.

    Columns have one of the types in `COLUMN_KINDS`.
    """
    try:
        return RowNumber(*_parse_expression(text, columns, "visited / minimal", Parser.parse_number))
    except ConditionError as error:
        raise ConditionError(error.text, error.column, error.problem, "formula") from None


def describe_missing_column(name: str, columns: Iterable[str]) -> str:
    """What is said of a column that there is not: which is called alike, and which there are.

    >>> describe_missing_column("serch", ["search", "depth"])
    "no column 'serch' (did you mean search?); there are: search, depth"
    """
    names = [clean(one, 40) for one in columns]
    rest_text = f" and {len(names) - MAX_LISTED_COLUMNS} more" if len(names) > MAX_LISTED_COLUMNS else ""
    return (
        f"no column {clean(name, 40)!r}{nearest(name, names)}; "
        f"there are: {', '.join(names[:MAX_LISTED_COLUMNS])}{rest_text}"
    )


def _parse_expression(
    text: str, columns: Mapping[str, str], example: str, parse_part: Callable[[Parser, ast.expr, int], Term]
) -> tuple[str, tuple[str, ...], Mapping[str, Kind], Callable[[Any], Any]]:
    """A text that has to be one `parse_part` of the language, as `_RowExpression` has it."""
    kinds = {name: COLUMN_KINDS[kind] for name, kind in columns.items()}
    name_node = ast.Name(text.strip(), lineno=1, col_offset=0)
    line, tree = (clean(name_node.id), name_node) if name_node.id in kinds else read_expression(text, example)
    term = parse_part(_RowParser(line, kinds, _find_unquoted_words(tree, kinds)), tree, 0)
    names = dict.fromkeys(
        parse_part.id for parse_part in ast.walk(tree) if isinstance(parse_part, ast.Name) and parse_part.id in kinds
    )
    return line, tuple(names), kinds, term.value


def _find_unquoted_words(tree: ast.expr, kinds: Mapping[str, Kind]) -> frozenset[str]:
    """Names of no column that are compared with a column of texts."""
    comparison_sides = ([part.left, *part.comparators] for part in ast.walk(tree) if isinstance(part, ast.Compare))
    names = [{part.id for part in sides if isinstance(part, ast.Name)} for sides in comparison_sides]
    return frozenset().union(
        *(side_names - set(kinds) for side_names in names if any(kinds.get(name) is Kind.WORD for name in side_names))
    )


class _RowParser(Parser):
    """Reads names as columns of a table."""

    def __init__(self, text: str, kinds: Mapping[str, Kind], unquoted: frozenset[str]) -> None:
        super().__init__(text, {name: constant for name, constant in _CONSTANTS.items() if name not in kinds})
        self._kinds, self._unquoted = kinds, unquoted

    def describe_unknown_name(self, word: str) -> str:
        """What is said of a column that there is not."""
        if word in self._unquoted:
            return f'no column {clean(word, 40)!r}; a text stands in quotes: "{clean(word, 40)}"'
        return describe_missing_column(word, self._kinds)

    def find_named_term(self, word: str) -> Term | None:
        """What a column holds."""
        kind = self._kinds.get(word)
        return None if kind is None else Term(kind, KnownSince.ENTRY, lambda rows: rows[word])


def _convert_column(kind: Kind, values: Any) -> Any:
    """A column as conditions compute with it. What is an array or `Coded` is not walked through."""
    if kind is Kind.WORD:
        if isinstance(values, CodedColumn):
            return values
        code_of_value: dict[Any, int] = {}
        codes = [code_of_value.setdefault(value, len(code_of_value)) for value in values]
        return CodedColumn(np.array(codes, np.int64), list(code_of_value))
    dtype, missing_value = (np.float64, np.nan) if kind is Kind.NUMBER else (np.bool_, False)
    if isinstance(values, np.ndarray) and values.dtype != object:
        return values.astype(dtype, copy=False)
    return np.array([missing_value if value is None else value for value in values], dtype)
