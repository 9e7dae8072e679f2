"""The folder of a study's results: what was searched, a Parquet file for each batch of cells, and the traces kept.

`study.json` says what is searched and is written first; `rows/*.parquet` are the rows, each file whole or not there;
`traces/CELL.plyscope` are written before the rows that name them. Who writes holds a lock.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any

from tracer.errors import PlyscopeError
from tracer.file.draft import Draft
from tracer.file.locks import lock
from tracer.sweeping.folder import LOCK, ROWS, STUDY, is_draft, need_own, need_own_file, study_said
from tracer.sweeping.kept_rows import read_rows
from tracer.sweeping.study import Study
from tracer.sweeping.task import FOLDER, Done
from tracer.text import clean

FORMAT = 1
"""What `study.json` says of how the folder is laid out."""
_LIBRARIES = ("plyscope", "numpy", "pyarrow", "dask", "distributed")


def need_arrow() -> None:
    """Refuse to begin where no Parquet file can be written.

    Raises:
        PlyscopeError: pyarrow is not installed.
    """
    if find_spec("pyarrow") is None:
        raise PlyscopeError("the results of a sweep need pyarrow: pip install 'plyscope[sweep]'")


class Dataset:
    """The results of a study, which this process alone writes. `open_dataset` opens it."""

    def __init__(self, folder: Path, study: Study) -> None:
        self.folder, self.study = folder, study
        self.name = clean(os.fspath(folder))

    def there(self) -> set[str]:
        """The names of the cells that have a row.

        Raises:
            PlyscopeError: a file of rows cannot be read.
        """
        return {cell for table in self._tables("cell") for cell in table.column("cell").unique().to_pylist()}

    def outcomes(self) -> dict[str, int]:
        """How many rows have an `error`, were `stopped` without one, have a `trace`.

        Raises:
            PlyscopeError: a file of rows cannot be read.
        """
        found = dict.fromkeys(("error", "stopped", "trace"), 0)
        for table in self._tables(*found):
            ended = table.filter(table["error"].is_null())
            found["error"] += len(table) - len(ended)
            found["stopped"] += len(ended) - ended["stopped"].null_count
            found["trace"] += len(table) - table["trace"].null_count
        return found

    def _tables(self, *columns: str) -> Iterator[Any]:
        """Some columns of each file of rows."""
        from pyarrow import ArrowException

        for path in sorted((self.folder / ROWS).glob("*.parquet")):
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
            said = json.dumps(description(study, cells), indent=1, ensure_ascii=False)
            found._write(Path(STUDY), f"{said}\n".encode())
        for name in (ROWS, FOLDER):
            (found.folder / name).mkdir(exist_ok=True)
        found._clear_away()
        yield found
    finally:
        os.close(handle)


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
    """Whether results of the study are there, or may come; another study's are refused, if there are any."""
    path = found.folder / STUDY
    if not path.exists():
        return False
    try:
        there = study_said(found.folder)
        study, digest, form = there["study"], there["digest"], there["format"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError, PlyscopeError):
        raise PlyscopeError(f"{found.name}/{STUDY} does not say what was searched: take another folder") from None
    if form != FORMAT:
        raise PlyscopeError(f"{found.name} was written by another version of plyscope: take another folder")
    if digest != found.study.digest and any((found.folder / ROWS).glob("*.parquet")):
        mine = found.study.plain
        other = next((name for name in mine if not isinstance(study, dict) or study.get(name) != mine[name]), "game")
        raise PlyscopeError(f"{found.name} is of another study, in which {other} is not the same: take another folder")
    return bool(digest == found.study.digest)


def description(study: Study, cells: int) -> dict[str, Any]:
    """What `study.json` says."""
    return {
        "format": FORMAT,
        "title": study.title,
        "digest": study.digest,
        "cells": cells,
        "versions": versions(),
        "parameters": dict(study.parameters),
        "columns": study.columns,
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
