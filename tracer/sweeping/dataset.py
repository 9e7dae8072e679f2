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
from tracer.sweeping.cells import cells as cells_of
from tracer.sweeping.cells import files_of
from tracer.sweeping.folder import LOCK, ROWS, STUDY, is_draft, need_own, need_own_file, read_rows, study_said
from tracer.sweeping.measures import FAILED, KEPT, STOPPED
from tracer.sweeping.study import Study
from tracer.sweeping.task import FOLDER, Done
from tracer.text import clean

FORMAT = 1
"""What `study.json` says of how the folder is laid out."""
LIMITS = ("max-nodes", "max-time", "keep")
"""What is the same for all rows of a folder; games, positions, searches and options may be added."""
_LIBRARIES = ("plyscope", "numpy", "pyarrow", "dask", "distributed")


def need_arrow() -> None:
    """Refuse to begin where no Parquet file can be written.

    Raises:
        PlyscopeError: pyarrow is not installed.
    """
    if find_spec("pyarrow") is None:
        raise PlyscopeError(f"the results of a sweep need pyarrow: {command_to_install('sweep')}")


class Dataset:
    """The results of a study, which this process alone writes. `open_dataset` opens it."""

    def __init__(self, folder: Path, study: Study) -> None:
        self.folder, self.study = folder, study
        self.name = clean(os.fspath(folder))
        self.files = files_of(study)
        """What is in the files that the study names."""

    def there(self) -> set[str]:
        """The names of the cells that have a row.

        Raises:
            PlyscopeError: a file of rows cannot be read.
        """
        return {cell for table in self._tables("cell") for cell in table.column("cell").unique().to_pylist()}

    def forget_failed(self) -> int:
        """Take away the rows with an error, so that their cells are searched again, and say how many they were.

        Raises:
            PlyscopeError: a file of rows cannot be read, or not be written.
        """
        forgotten = 0
        for path in sorted((self.folder / ROWS).glob("*.parquet")):
            (table,) = self._read([path], list(self.study.columns))
            kept = table.filter(table[FAILED].is_null())
            forgotten += len(table) - len(kept)
            if not len(kept):
                path.unlink()
            elif len(kept) < len(table):
                self._write(Path(ROWS) / path.name, self._parquet(kept.to_pylist()))
        return forgotten

    def one_error(self) -> str | None:
        """What one of the rows says that have an error; None where none has."""
        for table in self._tables(FAILED):
            for error in table.column(FAILED).drop_null().to_pylist():
                return str(error)
        return None

    def outcomes(self) -> dict[str, int]:
        """How many rows have an `error`, how many of the others were `stopped`, and of how many the `trace` is kept.

        Raises:
            PlyscopeError: a file of rows cannot be read.
        """
        found = dict.fromkeys((FAILED, STOPPED, KEPT), 0)
        for table in self._tables(*found):
            ended = table.filter(table[FAILED].is_null())
            found[FAILED] += len(table) - len(ended)
            found[STOPPED] += len(ended) - ended[STOPPED].null_count
            found[KEPT] += len(table) - table[KEPT].null_count
        return found

    def _tables(self, *columns: str) -> Iterator[Any]:
        """Some columns of each file of rows."""
        yield from self._read(sorted((self.folder / ROWS).glob("*.parquet")), columns)

    def _read(self, paths: Iterable[Path], columns: Sequence[str]) -> Iterator[Any]:
        from pyarrow import ArrowException

        for path in paths:
            need_own_file(path)
            try:
                yield read_rows(path, columns)
            except (ArrowException, OSError, ValueError, KeyError, PlyscopeError) as error:
                why = f", for {error}" if isinstance(error, PlyscopeError) else ""
                where = f"{self.name}/{ROWS}/{clean(path.name)}"
                raise PlyscopeError(
                    f"{where} is no file of rows that can be read{why}: remove it, and its cells are searched again"
                ) from error

    def put(self, done: Done) -> None:
        """Keep what came of some cells: the traces, and then their rows, in a file of their own.

        Raises:
            PlyscopeError: it cannot be written, as where the disk is full. What is there stays.
        """
        if not done.rows:
            return
        for name, data in done.traces.items():
            self._write(Path(FOLDER) / f"{name}.plyscope", data)
        names = "".join(row["cell"] for row in done.rows)
        file = f"{blake2b(names.encode(), digest_size=10).hexdigest()}.parquet"
        self._write(Path(ROWS) / file, self._parquet(done.rows))

    def _parquet(self, rows: Sequence[Mapping[str, Any]]) -> bytes:
        import pyarrow
        from pyarrow import parquet

        fields = [(name, pyarrow.type_for_alias(kind)) for name, kind in self.study.columns.items()]
        told = {"plyscope": json.dumps({"study": self.study.digest, "versions": versions()})}
        table = pyarrow.Table.from_pylist(list(rows), schema=pyarrow.schema(fields, metadata=told))
        buffer = BytesIO()
        parquet.write_table(table, buffer, compression="zstd")
        return buffer.getvalue()

    def _write(self, path: Path, data: bytes) -> None:
        """Write a file whole, or leave what stands there."""
        where = f"{self.name}/{path}"
        need_own_file(self.folder / path)
        try:
            draft = Draft(self.folder / path)
            try:
                draft.write(data)
                draft.publish()
            finally:
                draft.discard()
        except OSError as error:
            why = error.strerror or str(error)
            raise PlyscopeError(
                f"cannot write {where}: {why}; what was done before is kept, and the same command goes on"
            ) from error

    def _clear_away(self) -> None:
        """Remove what an earlier sweep did not finish."""
        for folder in (self.folder, self.folder / ROWS, self.folder / FOLDER):
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
    found = Dataset(Path(folder), study)
    _need_place(found)
    try:
        found.folder.mkdir(parents=True, exist_ok=True)
        need_own(found.folder)
        handle = os.open(found.folder / LOCK, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
    except OSError as error:
        raise PlyscopeError(f"cannot write into {found.name}: {error.strerror or error}") from error
    try:
        if not lock(handle):
            raise PlyscopeError(f"{found.name} is written by another sweep now: wait for it, or take another folder")
        if not _is_begun(found):
            told = json.dumps(description(study, cells, found.files), indent=1, ensure_ascii=False)
            found._write(Path(STUDY), f"{told}\n".encode())
        for name in (ROWS, FOLDER):
            (found.folder / name).mkdir(exist_ok=True)
        found._clear_away()
        yield found
    finally:
        os.close(handle)


def rows_in(folder: str | os.PathLike[str], study: Study) -> int:
    """How many rows of a study are in a folder, in which nothing is written.

    Raises:
        PlyscopeError: it is no folder for the results of this study.
    """
    found = Dataset(Path(folder), study)
    _need_place(found)
    _is_begun(found)
    return len(found.there()) if any((found.folder / ROWS).glob("*.parquet")) else 0


def _need_place(found: Dataset) -> None:
    """Refuse a place that is no folder, or has other things in it."""
    try:
        if not found.folder.exists():
            return
        if not found.folder.is_dir():
            raise PlyscopeError(f"{found.name} is a file: the results need a folder of their own")
        names = {path.name for path in found.folder.iterdir() if not is_draft(path)}
    except OSError as error:
        raise PlyscopeError(f"cannot read {found.name}: {error.strerror or error}") from error
    if STUDY not in names and names - {LOCK}:
        other = clean(min(names - {LOCK}), 40)
        raise PlyscopeError(f"{found.name} has {other} in it, and no {STUDY}: the results need a folder of their own")


def _is_begun(found: Dataset) -> bool:
    """Whether `study.json` is of the study; one that has other rows than the study would have is refused."""
    if not (found.folder / STUDY).exists():
        return False
    there = study_said(found.folder)
    try:
        digest, form = there["digest"], there["format"]
    except KeyError:
        raise PlyscopeError(f"{found.name}/{STUDY} does not say what was searched: take another folder") from None
    if form != FORMAT:
        raise PlyscopeError(f"{found.name} was written by another version of plyscope: take another folder")
    same = digest == found.study.digest and there.get("files", {}) == found.files
    if not same and any((found.folder / ROWS).glob("*.parquet")):
        _need_same(found, there)
    return bool(same)


def _need_same(found: Dataset, there: Mapping[str, Any]) -> None:
    """Refuse rows that are not rows of the study: it may have more cells than before, and its limits are the same."""
    mine = json.loads(json.dumps(found.study.plain))
    study, files, before = (_table(there.get(name)) for name in ("study", "files", "parameters"))
    for name, digest in found.files.items():
        if files.get(name, digest) != digest:
            raise PlyscopeError(
                f"{clean(name)} is not what it was when {found.name} was begun, so that its numbers may be others: "
                "take another folder, or put back what it was"
            )
    other = next((name for name in LIMITS if study.get(name) != mine[name]), None)
    if other is None and there.get("columns") != found.study.columns:
        now = found.study.parameters
        names = [name for name in (*before, *now) if before.get(name) != now.get(name)]
        other = f"the parameter {clean(names[0], 40)}" if names else "plyscope"
    if other is None and (gone := len(found.there().difference(cell.name for cell in cells_of(found.study)))):
        names = [name for name in mine if study.get(name) != mine[name]]
        said = f": {', '.join(names)}" if names else ""
        raise PlyscopeError(
            f"{found.name} is of another study, with {gone:,} cells that this one does not have (what differs{said}): "
            "take another folder"
        )
    if other is not None:
        raise PlyscopeError(f"{found.name} is of another study, in which {other} is not the same: take another folder")


def _table(given: Any) -> dict[str, Any]:
    return given if isinstance(given, dict) else {}


def description(study: Study, cells: int, files: Mapping[str, str]) -> dict[str, Any]:
    """What `study.json` says."""
    return {
        "format": FORMAT,
        "title": study.title,
        "digest": study.digest,
        "cells": cells,
        "versions": versions(),
        "parameters": dict(study.parameters),
        "columns": study.columns,
        "files": dict(files),
        "max-memory": study.max_memory,
        "study": study.plain,
    }


def versions() -> dict[str, str]:
    """The versions of what the numbers come from."""
    found = {"python": platform.python_version()}
    for name in _LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found
