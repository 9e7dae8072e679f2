"""The folder of a study's results: what was searched, a Parquet file for each batch of cells, and the traces kept.

`study.json` says what is searched and is written first; `rows/*.parquet` are the rows, each file whole or not there;
`traces/CELL.plyscope` are written before the rows that name them. Who writes holds a lock.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any

from tracer.errors import PlyscopeError
from tracer.extras import command_to_install
from tracer.file.draft import Draft, lock
from tracer.sweeping.cell_search import TRACES_FOLDER, Done
from tracer.sweeping.cells import file_digests
from tracer.sweeping.cells import iter_cells as cells_of
from tracer.sweeping.result_columns import ERROR_COLUMN, STOPPED_COLUMN, TRACE_COLUMN
from tracer.sweeping.result_folder import (
    LOCK_FILE,
    ROWS_FOLDER,
    STUDY_FILE,
    check_own_entries,
    check_own_file,
    is_draft,
    read_rows,
    read_study_record,
)
from tracer.sweeping.study import Study
from tracer.text import clean

FORMAT = 1
"""What `study.json` says of how the folder is laid out."""
FIXED_LIMITS = ("max-nodes", "max-time", "keep")
"""What is the same for all rows of a folder; games, positions, searches and options may be added."""
_LIBRARIES = ("plyscope", "numpy", "pyarrow", "dask", "distributed")


def require_arrow() -> None:
    """Refuse to begin where no Parquet file can be written."""
    if find_spec("pyarrow") is None:
        raise PlyscopeError(f"the results of a sweep need pyarrow: {command_to_install('sweep')}")


class Dataset:
    """The results of a study, which this process alone writes. `open_dataset` opens it."""

    def __init__(self, folder: Path, study: Study) -> None:
        self.folder, self.study = folder, study
        self.name = clean(os.fspath(folder))
        self.files = file_digests(study)
        """What is in the files that the study names."""

    def there(self) -> set[str]:
        """The names of the cells that have a row.

        Raises:
            PlyscopeError: a file of rows cannot be read.
        """
        return {cell for table in self._iter_tables("cell") for cell in table.column("cell").unique().to_pylist()}

    def forget_failed(self) -> int:
        """Take away the rows with an error, so that their cells are searched again, and say how many they were.

        Raises:
            PlyscopeError: a file of rows cannot be read, or not be written.
        """
        forgotten_count = 0
        for path in sorted((self.folder / ROWS_FOLDER).glob("*.parquet")):
            (table,) = self._read_tables([path], list(self.study.columns))
            remaining_rows = table.filter(table[ERROR_COLUMN].is_null())
            forgotten_count += len(table) - len(remaining_rows)
            if not len(remaining_rows):
                path.unlink()
            elif len(remaining_rows) < len(table):
                self._write(Path(ROWS_FOLDER) / path.name, self._encode_parquet(remaining_rows.to_pylist()))
        return forgotten_count

    def one_error(self) -> str | None:
        """What one of the rows says that have an error; None where none has."""
        for table in self._iter_tables(ERROR_COLUMN):
            for error in table.column(ERROR_COLUMN).drop_null().to_pylist():
                return str(error)
        return None

    def outcomes(self) -> dict[str, int]:
        """How many rows have an `error`, how many of the others were `stopped`, and of how many the `trace` is kept.

        Raises:
            PlyscopeError: a file of rows cannot be read.
        """
        counts = dict.fromkeys((ERROR_COLUMN, STOPPED_COLUMN, TRACE_COLUMN), 0)
        for table in self._iter_tables(*counts):
            rows_without_error = table.filter(table[ERROR_COLUMN].is_null())
            counts[ERROR_COLUMN] += len(table) - len(rows_without_error)
            counts[STOPPED_COLUMN] += len(rows_without_error) - rows_without_error[STOPPED_COLUMN].null_count
            counts[TRACE_COLUMN] += len(table) - table[TRACE_COLUMN].null_count
        return counts

    def _iter_tables(self, *columns: str) -> Iterator[Any]:
        yield from self._read_tables(sorted((self.folder / ROWS_FOLDER).glob("*.parquet")), columns)

    def _read_tables(self, paths: Iterable[Path], columns: Sequence[str]) -> Iterator[Any]:
        from pyarrow import ArrowException

        for path in paths:
            check_own_file(path)
            try:
                yield read_rows(path, columns)
            except (ArrowException, OSError, ValueError, KeyError, PlyscopeError) as error:
                reason = f", for {error}" if isinstance(error, PlyscopeError) else ""
                where = f"{self.name}/{ROWS_FOLDER}/{clean(path.name)}"
                raise PlyscopeError(
                    f"{where} is no file of rows that can be read{reason}: remove it, and its cells are searched again"
                ) from error

    def save_results(self, done: Done) -> None:
        """Keep what came of some cells: the traces, and then their rows, in a file of their own.

        Raises:
            PlyscopeError: it cannot be written, as where the disk is full. What is there stays.
        """
        if not done.rows:
            return
        for name, data in done.traces.items():
            self._write(Path(TRACES_FOLDER) / f"{name}.plyscope", data)
        names = "".join(row["cell"] for row in done.rows)
        file = f"{blake2b(names.encode(), digest_size=10).hexdigest()}.parquet"
        self._write(Path(ROWS_FOLDER) / file, self._encode_parquet(done.rows))

    def _encode_parquet(self, rows: Sequence[Mapping[str, Any]]) -> bytes:
        import pyarrow
        from pyarrow import parquet

        fields = [(name, pyarrow.type_for_alias(kind)) for name, kind in self.study.columns.items()]
        metadata = {"plyscope": json.dumps({"study": self.study.digest, "versions": library_versions()})}
        table = pyarrow.Table.from_pylist(list(rows), schema=pyarrow.schema(fields, metadata=metadata))
        buffer = BytesIO()
        parquet.write_table(table, buffer, compression="zstd")
        return buffer.getvalue()

    def _write(self, path: Path, data: bytes) -> None:
        """Write a file whole, or leave what stands there."""
        where = f"{self.name}/{path}"
        check_own_file(self.folder / path)
        try:
            draft = Draft(self.folder / path)
            try:
                draft.write(data)
                draft.publish()
            finally:
                draft.discard()
        except OSError as error:
            reason = error.strerror or str(error)
            raise PlyscopeError(
                f"cannot write {where}: {reason}; what was done before is kept, and the same command goes on"
            ) from error

    def _remove_drafts(self) -> None:
        for folder in (self.folder, self.folder / ROWS_FOLDER, self.folder / TRACES_FOLDER):
            for path in list(folder.iterdir()):
                if is_draft(path):
                    path.unlink(missing_ok=True)


@contextmanager
def open_dataset(folder: str | os.PathLike[str], study: Study, cells: int) -> Iterator[Dataset]:
    """The results of a study, to be written: a new folder, an empty one, or one that has some of them.

    Args:
        folder: where they are.
        study: what is searched.
        cells: how many cells it has.

    Raises:
        PlyscopeError: it is no folder, another study's, or has other things in it; another process writes it, or
            nothing can be written there.
    """
    dataset = Dataset(Path(folder), study)
    _check_folder(dataset)
    try:
        dataset.folder.mkdir(parents=True, exist_ok=True)
        check_own_entries(dataset.folder)
        handle = os.open(dataset.folder / LOCK_FILE, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
    except OSError as error:
        raise PlyscopeError(f"cannot write into {dataset.name}: {error.strerror or error}") from error
    try:
        if not lock(handle):
            raise PlyscopeError(f"{dataset.name} is written by another sweep now: wait for it, or take another folder")
        if not _is_study_begun(dataset):
            study_text = json.dumps(describe_study(study, cells, dataset.files), indent=1, ensure_ascii=False)
            dataset._write(Path(STUDY_FILE), f"{study_text}\n".encode())
        for name in (ROWS_FOLDER, TRACES_FOLDER):
            (dataset.folder / name).mkdir(exist_ok=True)
        dataset._remove_drafts()
        yield dataset
    finally:
        os.close(handle)


def count_rows(folder: str | os.PathLike[str], study: Study) -> int:
    """How many rows of a study are in a folder, in which nothing is written."""
    dataset = Dataset(Path(folder), study)
    _check_folder(dataset)
    _is_study_begun(dataset)
    return len(dataset.there()) if any((dataset.folder / ROWS_FOLDER).glob("*.parquet")) else 0


def _check_folder(dataset: Dataset) -> None:
    try:
        if not dataset.folder.exists():
            return
        if not dataset.folder.is_dir():
            raise PlyscopeError(f"{dataset.name} is a file: the results need a folder of their own")
        names = {path.name for path in dataset.folder.iterdir() if not is_draft(path)}
    except OSError as error:
        raise PlyscopeError(f"cannot read {dataset.name}: {error.strerror or error}") from error
    if STUDY_FILE not in names and names - {LOCK_FILE}:
        other_name = clean(min(names - {LOCK_FILE}), 40)
        raise PlyscopeError(
            f"{dataset.name} has {other_name} in it, and no {STUDY_FILE}: the results need a folder of their own"
        )


def _is_study_begun(dataset: Dataset) -> bool:
    """Whether `study.json` is of the study; one that has other rows than the study would have is refused."""
    if not (dataset.folder / STUDY_FILE).exists():
        return False
    written_study = read_study_record(dataset.folder)
    try:
        digest, file_format = written_study["digest"], written_study["format"]
    except KeyError:
        raise PlyscopeError(
            f"{dataset.name}/{STUDY_FILE} does not say what was searched: take another folder"
        ) from None
    if file_format != FORMAT:
        raise PlyscopeError(f"{dataset.name} was written by another version of plyscope: take another folder")
    is_same = digest == dataset.study.digest and written_study.get("files", {}) == dataset.files
    if not is_same and any((dataset.folder / ROWS_FOLDER).glob("*.parquet")):
        _check_same_study(dataset, written_study)
    return bool(is_same)


def _check_same_study(dataset: Dataset, written_study: Mapping[str, Any]) -> None:
    """Refuse rows that are not rows of the study: it may have more cells than before, and its limits are the same."""
    study_record = json.loads(json.dumps(dataset.study.as_json))
    written_record, files, written_parameters = (
        _as_dict(written_study.get(name)) for name in ("study", "files", "parameters")
    )
    for name, digest in dataset.files.items():
        if files.get(name, digest) != digest:
            raise PlyscopeError(
                f"{clean(name)} is not what it was when {dataset.name} was begun, so that its numbers may be others: "
                "take another folder, or put back what it was"
            )
    changed_name = next((name for name in FIXED_LIMITS if written_record.get(name) != study_record[name]), None)
    if changed_name is None and written_study.get("columns") != dataset.study.columns:
        parameters = dataset.study.parameters
        names = [
            name for name in (*written_parameters, *parameters) if written_parameters.get(name) != parameters.get(name)
        ]
        changed_name = f"the parameter {clean(names[0], 40)}" if names else "plyscope"
    if changed_name is None and (
        missing_count := len(dataset.there().difference(cell.name for cell in cells_of(dataset.study)))
    ):
        names = [name for name in study_record if written_record.get(name) != study_record[name]]
        differences = f": {', '.join(names)}" if names else ""
        raise PlyscopeError(
            f"{dataset.name} is of another study, with {missing_count:,} cells that this one does not have "
            f"(what differs{differences}): "
            "take another folder"
        )
    if changed_name is not None:
        raise PlyscopeError(
            f"{dataset.name} is of another study, in which {changed_name} is not the same: take another folder"
        )


def _as_dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def describe_study(study: Study, cells: int, files: Mapping[str, str]) -> dict[str, Any]:
    """What `study.json` says."""
    return {
        "format": FORMAT,
        "title": study.title,
        "digest": study.digest,
        "cells": cells,
        "versions": library_versions(),
        "parameters": dict(study.parameters),
        "columns": study.columns,
        "files": dict(files),
        "max-memory": study.max_memory,
        "study": study.as_json,
    }


def library_versions() -> dict[str, str]:
    """The versions of what the numbers come from."""
    versions = {"python": platform.python_version()}
    for name in _LIBRARIES:
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            continue
    return versions
