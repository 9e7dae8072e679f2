"""The dataset of a study: Parquet files in a folder, a row a search; only columns that are needed are read."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tracer.errors import PlyscopeError
from tracer.recording.columns import Floats
from tracer.sweeping.folder import study_said
from tracer.sweeping.kept_rows import need_plain_texts
from tracer.text import clean
from viz.libraries import REMEDIES
from viz.studies.categories import Categories
from viz.studies.formula import NUMBER, TEXT, TRUTH, Formula, condition, number, unknown

MOST_ROWS = 20_000_000
"""Rows that are read at most: each wanted number of one is eight bytes."""
STOPPED, FAILED = "stopped", "error"
"""The columns that say of a search that a limit ended it, or what went wrong."""


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
            raise PlyscopeError(REMEDIES["pyarrow"]) from error
        self.name = clean(os.fspath(results))
        self.files = _files(Path(results), self.name)
        with _told(self.name):
            files = [str(file) for file in self.files]
            found = arrow.dataset(files, format="parquet").schema
            self._arrow = arrow.dataset(files, format="parquet", schema=_plain(found))
            self.kinds = _kinds(self._arrow.schema)
        self._said = _said(Path(results))

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

    def number(self, text: str) -> Formula:
        """A number of each row: a column or a formula.

        Raises:
            PlyscopeError: it is none.
        """
        return number(text, self.kinds)

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
            raise PlyscopeError(f"{self.name}: {unknown(column, self.kinds)}")
        return column

    def read(self, numbers: Mapping[str, Formula], groups: tuple[str, ...] = (), where: str = "") -> Rows:
        """Read some columns of the rows that a condition wants. O(rows).

        Args:
            numbers: what is read as numbers, by names.
            groups: columns whose values are told apart.
            where: a condition; empty wants all.

        Raises:
            PlyscopeError: there are no such rows or columns, too many rows, or a file is damaged.
        """
        import pyarrow.compute as pc

        wanted = condition(where, self.kinds).value if where else None
        asked = {f"n{place}": formula.value for place, formula in enumerate(numbers.values())}
        asked |= {f"g{place}": pc.field(self.need(name)) for place, name in enumerate(groups)}
        asked |= {"stopped": self._truth(STOPPED), "failed": self._truth(FAILED)}
        with _told(self.name):
            count = self._arrow.count_rows()
            if count <= MOST_ROWS or wanted is not None:
                self._need_plain_texts(self._texts(groups, where))
            if count > MOST_ROWS and wanted is not None:
                count = self._arrow.count_rows(filter=wanted)
            if count > MOST_ROWS:
                raise PlyscopeError(
                    f"{self.name} has {count:,} rows, of which at most {MOST_ROWS:,} are drawn: --where wants fewer"
                )
            table = self._arrow.to_table(columns=asked, filter=wanted)
        if not table.num_rows:
            raise PlyscopeError(f"{self.name} has no row{f' with {clean(where, 60)}' if where else 's'}")
        return _split(table, numbers, {name: self.order(name) for name in groups})

    def _need_plain_texts(self, columns: list[str]) -> None:
        try:
            need_plain_texts(self.files, columns)
        except PlyscopeError as error:
            raise PlyscopeError(f"cannot read {self.name}: {error}") from error

    def _texts(self, groups: tuple[str, ...], where: str) -> list[str]:
        """The columns whose texts are read, and perhaps some more."""
        wanted = {*groups, STOPPED, FAILED}
        return [name for name, kind in self.kinds.items() if kind is TEXT and (name in wanted or name in where)]

    def _truth(self, column: str) -> Any:
        """Whether a column says something: a text that is not empty, a truth, a number above 0."""
        import pyarrow.compute as pc

        kind, field = self.kinds.get(column), pc.field(column)
        if kind is None:
            return pc.scalar(False)
        said = field if kind is TRUTH else field > 0 if kind is NUMBER else field.cast("string") != ""
        return pc.coalesce(said, pc.scalar(False))


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
            found[field.name] = NUMBER
        elif kind.is_string(type_) or kind.is_large_string(type_) or kind.is_null(type_):
            found[field.name] = TEXT
        elif kind.is_boolean(type_):
            found[field.name] = TRUTH
    return found


def _said(results: Path) -> dict[str, Any]:
    """What `study.json` says; nothing where there is none that can be read."""
    try:
        found = study_said(results)
    except (OSError, ValueError, RecursionError, PlyscopeError):
        return {}
    return found if isinstance(found, dict) else {}


def _split(table: Any, numbers: Mapping[str, Formula], groups: Mapping[str, list[Any]]) -> Rows:
    """A table as arrays, without the searches that did not end."""
    failed, stopped = (table[name].to_numpy() for name in ("failed", "stopped"))
    ended = ~(failed | stopped)
    kept = table if ended.all() else table.filter(ended)
    if not kept.num_rows:
        raise PlyscopeError(f"of {table.num_rows:,} searches none ended: there is nothing to draw")
    return Rows(
        numbers={name: _floats(kept[f"n{place}"]) for place, name in enumerate(numbers)},
        groups={name: Categories.of(kept[f"g{place}"], order) for place, (name, order) in enumerate(groups.items())},
        stopped=int(np.count_nonzero(stopped & ~failed)),
        failed=int(np.count_nonzero(failed)),
    )


def _floats(column: Any) -> Floats:
    """Numbers, NaN where there is none."""
    found: Floats = column.to_numpy().astype(np.float64)
    return found


@contextmanager
def _told(name: str) -> Iterator[None]:
    """What Arrow says of a damaged file, in one line."""
    import pyarrow as pa

    try:
        yield
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise PlyscopeError(f"cannot read {name}: {clean(str(error), 300)}") from error
