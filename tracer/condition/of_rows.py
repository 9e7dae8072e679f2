"""Conditions over the rows of a table, such as `visited > 10 * minimal and search == "pvs"`: a row is one search.

They are written as those over nodes are (`tracer.condition.expression`), and the names are the table's columns. What is
missing in a row makes every comparison with it false.

>>> import numpy as np
>>> condition = parse_rows(
...     'visited > 10 * minimal and search == "pvs"', {"visited": "int64", "minimal": "double", "search": "string"}
... )
>>> condition.rows({"visited": np.array([70, 90]), "minimal": np.array([7.0, 7.0]), "search": np.array(["pvs", "pvs"])})
array([False,  True])
>>> condition.holds({"visited": 90, "minimal": None, "search": "pvs"})
False
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tracer.condition.expression import Parser, read
from tracer.condition.terms import Term
from tracer.condition.vocabulary import CONSTANTS, Kind, Known
from tracer.recording.columns import Bools

KINDS = {"int64": Kind.NUMBER, "double": Kind.NUMBER, "bool": Kind.TRUTH, "string": Kind.WORD}
"""What a column of a type holds."""
EXAMPLE = "visited > 10 * minimal"
_CONSTANTS = {"inf": CONSTANTS["inf"]}


@dataclass(frozen=True)
class RowCondition:
    """A condition that rows fulfil or not. `parse_rows` makes it."""

    text: str
    """As it was given, but one line that no terminal obeys."""
    names: tuple[str, ...]
    """The columns that it speaks of, each once."""
    _kinds: Mapping[str, Kind] = field(repr=False, compare=False)
    _value: Callable[[Any], Any] = field(repr=False, compare=False)

    def rows(self, columns: Mapping[str, Any]) -> Bools:
        """Which rows of a table fulfil it, from its columns by name, one entry a row.

        Numbers that are missing are NaN or None, texts None.
        """
        known = {name: _array(self._kinds[name], columns[name]) for name in self.names}
        size = len(known[self.names[0]]) if known else 1
        with np.errstate(all="ignore"):
            found = self._value(known)
        return np.array(np.broadcast_to(found, size), bool)

    def holds(self, row: Mapping[str, Any]) -> bool:
        """Whether one row fulfils it."""
        return bool(self.rows({name: [row[name]] for name in self.names})[0])


def parse_rows(text: str, columns: Mapping[str, str]) -> RowCondition:
    """Understand a condition over the columns of a table.

    Args:
        text: the condition.
        columns: their names, with their types: one of `KINDS`.

    Raises:
        ConditionError: it is none; the message quotes it, names the place and says what is allowed.
    """
    line, tree = read(text, EXAMPLE)
    kinds = {name: KINDS[kind] for name, kind in columns.items()}
    term = _Rows(line, kinds).truth(tree, 0)
    words = dict.fromkeys(part.id for part in ast.walk(tree) if isinstance(part, ast.Name) and part.id in kinds)
    return RowCondition(line, tuple(words), kinds, term.value)


class _Rows(Parser):
    """Reads names as columns of a table."""

    def __init__(self, text: str, kinds: Mapping[str, Kind]) -> None:
        super().__init__(text, _CONSTANTS)
        self._kinds = kinds

    @property
    def names(self) -> Iterable[str]:
        """The columns."""
        return self._kinds

    def named(self, word: str) -> Term | None:
        """What a column holds."""
        kind = self._kinds.get(word)
        return None if kind is None else Term(kind, Known.ENTRY, lambda rows: rows[word])


def _array(kind: Kind, values: Any) -> Any:
    """A column as conditions compute with it."""
    if kind is Kind.NUMBER:
        return np.asarray([np.nan if value is None else value for value in values], np.float64)
    if kind is Kind.TRUTH:
        return np.asarray([bool(value) for value in values], bool)
    return np.asarray(list(values), object)
