"""The dataset of a study: Parquet files in a folder, a row a search; only columns that are needed are read."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import Any

import numpy as np

from tracer.condition.row_conditions import (
    FLOAT,
    INT,
    TEXT,
    TRUTH,
    RowCondition,
    RowNumber,
    describe_missing_column,
    parse_number,
    parse_rows,
)
from tracer.condition.terms import CodedColumn
from tracer.errors import PlyscopeError
from tracer.recording.columns import Bools, Floats
from tracer.sweeping.folder import need_plain_texts, study_said
from tracer.sweeping.measures import FAILED, STOPPED
from tracer.text import clean
from viz.libraries import message_for_missing

LONGEST = 40
"""Characters of a value that are shown."""
ALL = "all"
"""The one group of rows that nothing tells apart."""
EMPTY = "none"
"""What an empty text is called: a list of options with none in it."""
NOTHING = "–"
"""What a row is called that has no value."""


class Categories(CodedColumn):
    """What each row is."""

    @classmethod
    def of(cls, column: CodedColumn, order: Sequence[Any] = ()) -> Categories:
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


MOST_ROWS = 20_000_000
"""Rows that are read at most: each wanted number of one is eight bytes."""


@dataclass(frozen=True)
class Rows:
    """What was read, row by row; searches that did not end are no part of it."""

    numbers: Mapping[str, Floats]
    """By the names under which they were asked for; NaN where a row has none."""
    groups: Mapping[str, Categories]
    """By the names of columns."""
    stopped: int
    """Searches that a limit ended."""
    failed: int
    """Searches that ended with an error."""

    def __len__(self) -> int:
        return len(next(iter((*self.numbers.values(), *(one.codes for one in self.groups.values())))))


class Dataset:
    """The rows of a study.

    Args:
        results: the folder that a sweep wrote, or one Parquet file.

    Raises:
        PlyscopeError: there is no dataset, or pyarrow is not installed.
    """

    def __init__(self, results: str | os.PathLike[str]) -> None:
        try:
            import pyarrow.dataset as arrow
        except ImportError as error:
            raise PlyscopeError(message_for_missing("pyarrow")) from error
        self.name = clean(os.fspath(results))
        self.files = _files(Path(results), self.name)
        with _told(self.name):
            files = [str(file) for file in self.files]
            found = arrow.dataset(files, format="parquet").schema
            self._arrow = arrow.dataset(files, format="parquet", schema=_plain(found))
            self.kinds = _kinds(self._arrow.schema)
        self._said = study_said(Path(results))

    @property
    def title(self) -> str:
        """What the study is called; empty where that is not known."""
        title = self._said.get("title")
        return clean(title, 200) if isinstance(title, str) else ""

    def order(self, column: str) -> list[Any]:
        """The texts of a column in the order in which the study has them; empty where that is not known."""
        study = self._said.get("study")
        lists = [study.get(name) for name in ("game", "search")] if isinstance(study, dict) else []
        blocks = [one for blocks in lists if isinstance(blocks, list) for one in blocks]
        found: list[Any] = []
        for block in blocks:
            if isinstance(block, dict) and isinstance(values := block.get("values"), dict):
                found += block["names"] if column == "search" and isinstance(block.get("names"), list) else []
                found += values[column] if isinstance(values.get(column), list) else []
        return list(dict.fromkeys(value for value in found if isinstance(value, str)))

    def number(self, text: str) -> RowNumber:
        """A number of each row: a column or a formula.

        Raises:
            PlyscopeError: it is none.
        """
        return parse_number(text, self.kinds)

    def has_text(self, column: str) -> bool:
        """Whether a column has texts or truths, which are no numbers.

        Raises:
            PlyscopeError: there is no such column.
        """
        return self.kinds.get(column) in (TEXT, TRUTH)

    def need(self, column: str) -> str:
        """A column that must be there.

        Raises:
            PlyscopeError: it is not.
        """
        if column not in self.kinds:
            raise PlyscopeError(f"{self.name}: {describe_missing_column(column, self.kinds)}")
        return column

    def read(self, numbers: Mapping[str, RowNumber], groups: tuple[str, ...] = (), where: str = "") -> Rows:
        """Read some columns of the rows that a condition wants. O(rows).

        Args:
            numbers: what is read as numbers, by names.
            groups: columns whose values are told apart.
            where: a condition; empty wants all.

        Raises:
            PlyscopeError: there are no such rows or columns, too many rows, or a file is damaged.
        """
        condition = parse_rows(where, self.kinds) if where else None
        ends = [name for name in (FAILED, STOPPED) if name in self.kinds]
        named = dict.fromkeys(name for number in numbers.values() for name in number.names)
        names = dict.fromkeys((*named, *map(self.need, groups), *ends))
        with _told(self.name):
            self._need_plain_texts([*names, *(condition.names if condition else ())])
            table = self._wanted(list(names), condition)
            if not table.num_rows:
                raise PlyscopeError(f"{self.name} has no row{f' with {clean(where, 60)}' if where else 's'}")
            failed, stopped = (_says(table, name) for name in (FAILED, STOPPED))
            ended = ~(failed | stopped)
            kept = table if ended.all() else table.filter(ended)
            if not kept.num_rows:
                raise PlyscopeError(f"of {table.num_rows:,} searches none ended: there is nothing to draw")
            columns = {name: _column(kept[name], self.kinds[name]) for name in named}
            coded = {name: _coded(kept[name]) for name in groups}
        return Rows(
            numbers={name: np.broadcast_to(number.numbers(columns), kept.num_rows) for name, number in numbers.items()},
            groups={name: Categories.of(column, self.order(name)) for name, column in coded.items()},
            stopped=int(np.count_nonzero(stopped & ~failed)),
            failed=int(np.count_nonzero(failed)),
        )

    def _need_plain_texts(self, names: Iterable[str]) -> None:
        try:
            need_plain_texts(self.files, [name for name in dict.fromkeys(names) if self.kinds[name] == TEXT])
        except PlyscopeError as error:
            raise PlyscopeError(f"cannot read {self.name}: {error}") from error

    def _wanted(self, names: list[str], condition: RowCondition | None) -> Any:
        """Some columns of the rows that a condition wants, as a table of Arrow; no other column is read."""
        import pyarrow as pa

        asked = list(dict.fromkeys((*names, *(condition.names if condition else ()))))
        count, parts = 0, []
        for batch in self._arrow.to_batches(columns=asked):
            parts.append(batch.select(names))
            if condition is not None:
                columns = {name: _column(batch.column(name), self.kinds[name]) for name in condition.names}
                parts[-1] = parts[-1].filter(pa.array(np.broadcast_to(condition.rows(columns), len(batch))))
            count += len(parts[-1])
            if count > MOST_ROWS:
                raise PlyscopeError(f"{self.name}: at most {MOST_ROWS:,} rows are drawn; --where wants fewer")
        schema = pa.schema([self._arrow.schema.field(name) for name in names])
        return pa.Table.from_batches(parts, schema)


def _files(results: Path, name: str) -> list[Path]:
    """The files of a dataset, in the order of their names."""
    try:
        if results.is_file():
            return [results]
        found = sorted(file for file in results.rglob("*.parquet") if file.name[0] not in "._" and file.is_file())
    except (OSError, ValueError) as error:
        raise PlyscopeError(f"cannot read {name}: {error}") from error
    if not found:
        there = "is no folder" if not results.is_dir() else "has no file .parquet"
        raise PlyscopeError(f"{name} {there}: plyscope sweep STUDY -o {name} writes a dataset")
    return found


def _plain(schema: Any) -> Any:
    """The same columns without dictionaries, such as the categories of dataframes are."""
    import pyarrow as pa

    kinds = [field.type.value_type if pa.types.is_dictionary(field.type) else field.type for field in schema]
    return pa.schema([pa.field(field.name, kind) for field, kind in zip(schema, kinds, strict=True)])


def _kinds(schema: Any) -> dict[str, str]:
    """The columns that can be asked for."""
    import pyarrow.types as kind

    found = {}
    for field in schema:
        type_ = field.type
        if kind.is_integer(type_) or kind.is_floating(type_):
            found[field.name] = INT if kind.is_integer(type_) else FLOAT
        elif kind.is_string(type_) or kind.is_large_string(type_) or kind.is_null(type_):
            found[field.name] = TEXT
        elif kind.is_boolean(type_):
            found[field.name] = TRUTH
    return found


def _column(column: Any, kind: str) -> Any:
    """A column of Arrow as conditions and formulas over rows take it."""
    if kind == TEXT:
        return _coded(column)
    return np.asarray(column.fill_null(False) if kind == TRUTH else column)


def _coded(column: Any) -> CodedColumn:
    """A column of Arrow as numbers of its values."""
    import pyarrow as pa

    plain = column.cast(column.type.value_type) if pa.types.is_dictionary(column.type) else column
    encoded = plain.dictionary_encode(null_encoding="encode")
    encoded = encoded.combine_chunks() if isinstance(encoded, pa.ChunkedArray) else encoded
    return CodedColumn(np.asarray(encoded.indices), encoded.dictionary.to_pylist())


def _says(table: Any, name: str) -> Bools:
    """Whether a column says something: a text that is not empty, a truth, a number that is not 0."""
    if name not in table.column_names:
        return np.zeros(len(table), bool)
    column = _coded(table[name])
    found: Bools = np.array([bool(value) for value in column.values], bool)[column.codes]
    return found


@contextmanager
def _told(name: str) -> Iterator[None]:
    """What Arrow says of a damaged file, in one line."""
    import pyarrow as pa

    try:
        yield
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise PlyscopeError(f"cannot read {name}: {clean(str(error), 300)}") from error
