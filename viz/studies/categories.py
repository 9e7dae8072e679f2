"""A column whose values are told apart: a number for each row, and what it is called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any

import numpy as np

from tracer.condition.terms import Coded
from tracer.text import clean

LONGEST = 40
"""Characters of a value that are shown."""
ALL = "all"
"""The one group of rows that nothing tells apart."""
EMPTY = "none"
"""What an empty text is called: a list of options with none in it."""
NOTHING = "–"
"""What a row is called that has no value."""


class Categories(Coded):
    """What each row is."""

    @classmethod
    def of(cls, column: Coded, order: Sequence[Any] = ()) -> Categories:
        """The values of a column: numbers in their order, others in one that is known, or by the alphabet.

        Args:
            column: the column.
            order: texts in their order; what is not there comes last.
        """
        values = column.values
        known = {value: place for place, value in enumerate(order) if isinstance(value, str)}
        ranks = [(known.get(value, len(known)), *_rank(value)) for value in values]
        ordered = sorted(range(len(values)), key=ranks.__getitem__)
        place = np.empty(len(values), np.int64)
        place[ordered] = np.arange(len(values))
        return cls(place[column.codes], [values[code] for code in ordered])

    @property
    def labels(self) -> list[str]:
        """What each number is called."""
        return [label(value) for value in self.values]

    def labels_of(self, column: str) -> list[str]:
        """What each number is called where the name of the column does not stand beside it."""
        return [f"no {clean(column, LONGEST)}" if one == NOTHING else one for one in self.labels]


def joined(columns: Mapping[str, Categories], size: int) -> Categories:
    """Several columns, by their names, as one that tells apart what any of them does; without any all rows are one."""
    parts = list(columns.values())
    if not parts:
        return Categories(np.zeros(size, np.int64), [ALL])
    widths = [len(part.values) for part in parts]
    whole = reduce(lambda code, part: code * len(part.values) + part.codes, parts[1:], parts[0].codes)
    found, codes = np.unique(whole, return_inverse=True)
    names = zip(*np.unravel_index(found, widths), strict=True)
    said = [part.labels_of(name) for name, part in columns.items()]
    labels = [", ".join(words[code] for words, code in zip(said, row, strict=True)) for row in names]
    return Categories(codes.astype(np.int64), labels)


def label(value: Any) -> str:
    """A value as it is shown.

    >>> label(3.0), label(0.25), label("pvs"), label(None), label(True)
    ('3', '0.25', 'pvs', '–', 'yes')
    >>> label("")
    'none'
    """
    if value is None or value == "":
        return NOTHING if value is None else EMPTY
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.6g}" if isinstance(value, float) else clean(str(value), LONGEST)


def _rank(value: Any) -> tuple[int, float, str]:
    """Where a value stands: nothing first, then numbers, then texts."""
    if value is None:
        return 0, 0.0, ""
    return (1, float(value), "") if isinstance(value, int | float) else (2, 0.0, str(value))
