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
from tracer.sweeping.result_columns import ERROR_COLUMN, STOPPED_COLUMN
from tracer.sweeping.result_folder import check_text_size, read_study_record
from tracer.text import clean
from viz.libraries import load

MAX_LABEL_LENGTH = 40
"""Characters of a value that are shown."""
ALL_ROWS_LABEL = "all"
"""The one group of rows that nothing tells apart."""
EMPTY_TEXT_LABEL = "none"
"""What an empty text is called: a list of options with none in it."""
MISSING_LABEL = "–"
"""What a row is called that has no value."""


class Categories(CodedColumn):
    """What each row is."""

    @classmethod
    def of(cls, column: CodedColumn, order: Sequence[Any] = ()) -> Categories:
        """The values of a column: numbers in their order, others in one that is known, or by the alphabet.

        What is not in the order comes last.
        """
        values = column.values
        known_order = {value: ranks_of_values for ranks_of_values, value in enumerate(order) if isinstance(value, str)}
        ranks = [(known_order.get(value, len(known_order)), *_sort_rank(value)) for value in values]
        ordered = sorted(range(len(values)), key=ranks.__getitem__)
        ranks_of_values = np.empty(len(values), np.int64)
        ranks_of_values[ordered] = np.arange(len(values))
        return cls(ranks_of_values[column.codes], [values[code] for code in ordered])

    @property
    def labels(self) -> list[str]:
        """What each number is called."""
        return [format_value(value) for value in self.values]

    def labels_of(self, column: str) -> list[str]:
        """What each number is called where the name of the column does not stand beside it."""
        return [
            f"no {clean(column, MAX_LABEL_LENGTH)}" if label_text == MISSING_LABEL else label_text
            for label_text in self.labels
        ]


def join_categories(columns: Mapping[str, Categories], size: int) -> Categories:
    """Several columns, by their names, as one that tells apart what any of them does; without any all rows are one."""
    categories = list(columns.values())
    if not categories:
        return Categories(np.zeros(size, np.int64), [ALL_ROWS_LABEL])
    widths = [len(column.values) for column in categories]
    combined_codes = reduce(
        lambda code, column: code * len(column.values) + column.codes, categories[1:], categories[0].codes
    )
    distinct_codes, codes = np.unique(combined_codes, return_inverse=True)
    names = zip(*np.unravel_index(distinct_codes, widths), strict=True)
    label_columns = [column.labels_of(column_name) for column_name, column in columns.items()]
    labels = [
        ", ".join(labels_of_column[code] for labels_of_column, code in zip(label_columns, row, strict=True))
        for row in names
    ]
    return Categories(codes.astype(np.int64), labels)


def format_value(value: Any) -> str:
    """A value as it is shown.

    >>> format_value(3.0), format_value(0.25), format_value("pvs"), format_value(None), format_value(True)
    ('3', '0.25', 'pvs', '–', 'yes')
    >>> format_value("")
    'none'
    """
    if value is None or value == "":
        return MISSING_LABEL if value is None else EMPTY_TEXT_LABEL
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.6g}" if isinstance(value, float) else clean(str(value), MAX_LABEL_LENGTH)


def _sort_rank(value: Any) -> tuple[int, float, str]:
    """Where a value stands: nothing first, then numbers, then texts."""
    if value is None:
        return 0, 0.0, ""
    return (1, float(value), "") if isinstance(value, int | float) else (2, 0.0, str(value))


MAX_ROWS = 20_000_000
"""Rows that are read at most: each wanted number of one is eight bytes."""


@dataclass(frozen=True)
class StudyRows:
    """What was read, row by row; searches that did not end are no part of it."""

    numbers: Mapping[str, Floats]
    """By the names under which they were asked for; NaN where a row has none."""
    groups: Mapping[str, Categories]
    """By the names of columns."""
    stopped_count: int
    """Searches that a limit ended."""
    failed_count: int
    """Searches that ended with an error."""

    def __len__(self) -> int:
        return len(next(iter((*self.numbers.values(), *(category.codes for category in self.groups.values())))))


class Dataset:
    """The rows of a study.

    They are in the folder that a sweep wrote, or in one Parquet file.

    Raises:
        PlyscopeError: there is no dataset, or pyarrow is not installed.
    """

    def __init__(self, results: str | os.PathLike[str]) -> None:
        arrow_dataset = load("pyarrow.dataset")
        self.name = clean(os.fspath(results))
        self.files = _find_files(Path(results), self.name)
        with _reporting_damage(self.name):
            files = [str(file) for file in self.files]
            schema = arrow_dataset.dataset(files, format="parquet").schema
            self._arrow = arrow_dataset.dataset(files, format="parquet", schema=_without_dictionaries(schema))
            self.column_types = _column_types(self._arrow.schema)
        self._study_record = read_study_record(Path(results))

    @property
    def title(self) -> str:
        """What the study is called; empty where that is not known."""
        title = self._study_record.get("title")
        return clean(title, 200) if isinstance(title, str) else ""

    def known_order(self, column: str) -> list[Any]:
        """The texts of a column in the order in which the study has them; empty where that is not known."""
        study_text = self._study_record.get("study")
        block_lists = [study_text.get(name) for name in ("game", "search")] if isinstance(study_text, dict) else []
        blocks = [one for blocks in block_lists if isinstance(blocks, list) for one in blocks]
        known_texts: list[Any] = []
        for block in blocks:
            if isinstance(block, dict) and isinstance(values := block.get("values"), dict):
                known_texts += block["names"] if column == "search" and isinstance(block.get("names"), list) else []
                known_texts += values[column] if isinstance(values.get(column), list) else []
        return list(dict.fromkeys(value for value in known_texts if isinstance(value, str)))

    def parse_column(self, text: str) -> RowNumber:
        """A number of each row: a column or a formula.

        Raises:
            PlyscopeError: it is none.
        """
        return parse_number(text, self.column_types)

    def has_text(self, column: str) -> bool:
        """Whether a column has texts or truths, which are no numbers.

        Raises:
            PlyscopeError: there is no such column.
        """
        return self.column_types.get(column) in (TEXT, TRUTH)

    def require_column(self, column: str) -> str:
        """A column that must be there.

        Raises:
            PlyscopeError: it is not.
        """
        if column not in self.column_types:
            raise PlyscopeError(f"{self.name}: {describe_missing_column(column, self.column_types)}")
        return column

    def read(self, numbers: Mapping[str, RowNumber], groups: tuple[str, ...] = (), where: str = "") -> StudyRows:
        """Read some columns of the rows that a condition wants. O(rows).

        An empty condition wants all; `groups` are columns whose values are told apart.

        Raises:
            PlyscopeError: there are no such rows or columns, too many rows, or a file is damaged.
        """
        condition = parse_rows(where, self.column_types) if where else None
        ending_columns = [name for name in (ERROR_COLUMN, STOPPED_COLUMN) if name in self.column_types]
        number_names = dict.fromkeys(name for number in numbers.values() for name in number.names)
        names = dict.fromkeys((*number_names, *map(self.require_column, groups), *ending_columns))
        with _reporting_damage(self.name):
            self._need_plain_texts([*names, *(condition.names if condition else ())])
            wanted_rows = self._read_table(list(names), condition)
            if not wanted_rows.num_rows:
                raise PlyscopeError(f"{self.name} has no row{f' with {clean(where, 60)}' if where else 's'}")
            failed, stopped = (_says_something(wanted_rows, name) for name in (ERROR_COLUMN, STOPPED_COLUMN))
            has_ended = ~(failed | stopped)
            ended_rows = wanted_rows if has_ended.all() else wanted_rows.filter(has_ended)
            if not ended_rows.num_rows:
                raise PlyscopeError(f"of {wanted_rows.num_rows:,} searches none ended: there is nothing to draw")
            columns = {name: _read_column(ended_rows[name], self.column_types[name]) for name in number_names}
            category_columns = {name: _encode_column(ended_rows[name]) for name in groups}
        return StudyRows(
            numbers={
                name: np.broadcast_to(number.numbers(columns), ended_rows.num_rows) for name, number in numbers.items()
            },
            groups={name: Categories.of(column, self.known_order(name)) for name, column in category_columns.items()},
            stopped_count=int(np.count_nonzero(stopped & ~failed)),
            failed_count=int(np.count_nonzero(failed)),
        )

    def _need_plain_texts(self, names: Iterable[str]) -> None:
        try:
            check_text_size(self.files, [name for name in dict.fromkeys(names) if self.column_types[name] == TEXT])
        except PlyscopeError as error:
            raise PlyscopeError(f"cannot read {self.name}: {error}") from error

    def _read_table(self, names: list[str], condition: RowCondition | None) -> Any:
        """Some columns of the rows that a condition wants, as a table of Arrow; no other column is read."""
        import pyarrow as pa

        needed_columns = list(dict.fromkeys((*names, *(condition.names if condition else ()))))
        count, batches = 0, []
        for batch in self._arrow.to_batches(columns=needed_columns):
            batches.append(batch.select(names))
            if condition is not None:
                columns = {name: _read_column(batch.column(name), self.column_types[name]) for name in condition.names}
                batches[-1] = batches[-1].filter(pa.array(np.broadcast_to(condition.rows(columns), len(batch))))
            count += len(batches[-1])
            if count > MAX_ROWS:
                raise PlyscopeError(f"{self.name}: at most {MAX_ROWS:,} rows are drawn; --where wants fewer")
        schema = pa.schema([self._arrow.schema.field(name) for name in names])
        return pa.Table.from_batches(batches, schema)


def _find_files(results: Path, name: str) -> list[Path]:
    try:
        if results.is_file():
            return [results]
        files = sorted(file for file in results.rglob("*.parquet") if file.name[0] not in "._" and file.is_file())
    except (OSError, ValueError) as error:
        raise PlyscopeError(f"cannot read {name}: {error}") from error
    if not files:
        problem = "is no folder" if not results.is_dir() else "has no file .parquet"
        raise PlyscopeError(f"{name} {problem}: plyscope sweep STUDY -o {name} writes a dataset")
    return files


def _without_dictionaries(schema: Any) -> Any:
    """The same columns without dictionaries, such as the categories of dataframes are."""
    import pyarrow as pa

    plain_types = [field.type.value_type if pa.types.is_dictionary(field.type) else field.type for field in schema]
    return pa.schema([pa.field(field.name, plain_type) for field, plain_type in zip(schema, plain_types, strict=True)])


def _column_types(schema: Any) -> dict[str, str]:
    import pyarrow.types as arrow_types

    types = {}
    for field in schema:
        type_ = field.type
        if arrow_types.is_integer(type_) or arrow_types.is_floating(type_):
            types[field.name] = INT if arrow_types.is_integer(type_) else FLOAT
        elif arrow_types.is_string(type_) or arrow_types.is_large_string(type_) or arrow_types.is_null(type_):
            types[field.name] = TEXT
        elif arrow_types.is_boolean(type_):
            types[field.name] = TRUTH
    return types


def _read_column(column: Any, column_type: str) -> Any:
    """A column of Arrow as conditions and formulas over rows take it."""
    if column_type == TEXT:
        return _encode_column(column)
    return np.asarray(column.fill_null(False) if column_type == TRUTH else column)


def _encode_column(column: Any) -> CodedColumn:
    """A column of Arrow as numbers of its values."""
    import pyarrow as pa

    plain = column.cast(column.type.value_type) if pa.types.is_dictionary(column.type) else column
    encoded = plain.dictionary_encode(null_encoding="encode")
    encoded = encoded.combine_chunks() if isinstance(encoded, pa.ChunkedArray) else encoded
    return CodedColumn(np.asarray(encoded.indices), encoded.dictionary.to_pylist())


def _says_something(table: Any, name: str) -> Bools:
    """Whether a column says something: a text that is not empty, a truth, a number that is not 0."""
    if name not in table.column_names:
        return np.zeros(len(table), bool)
    column = _encode_column(table[name])
    mask: Bools = np.array([bool(value) for value in column.values], bool)[column.codes]
    return mask


@contextmanager
def _reporting_damage(name: str) -> Iterator[None]:
    """What Arrow says of a damaged file, in one line."""
    import pyarrow as pa

    try:
        yield
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise PlyscopeError(f"cannot read {name}: {clean(str(error), 300)}") from error
