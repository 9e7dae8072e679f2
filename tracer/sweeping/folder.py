"""What stands in the folder of results, which may come from anywhere: only files and folders that lie in it are used.

A link there could lead a sweep to write, to replace or to remove something elsewhere, and a pipe or a device could let
it wait or read without an end.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from tracer.errors import PlyscopeError
from tracer.file.reading import open_regular
from tracer.sweeping.task import FOLDER
from tracer.text import clean

ROWS, STUDY, LOCK = "rows", "study.json", ".lock"
LARGEST = 64 * 2**20
"""Bytes of `study.json` at most."""
_DRAFT = re.compile(
    rf"\.({re.escape(STUDY)}|[0-9a-f]{{20}}\.(?:parquet|plyscope))\.([0-9a-f]{{16}})\.[0-9a-f]{{16}}\.draft"
)


def need_own(folder: Path) -> None:
    """Hold that what a sweep works with is there itself, or is not there: no link, no pipe, no device.

    Raises:
        PlyscopeError: something is not.
    """
    for name, wanted in {ROWS: stat.S_ISDIR, FOLDER: stat.S_ISDIR, STUDY: stat.S_ISREG, LOCK: stat.S_ISREG}.items():
        mode = _mode(folder / name)
        if mode is not None and not wanted(mode):
            kind = "folder" if wanted is stat.S_ISDIR else "file"
            raise PlyscopeError(f"{clean(os.fspath(folder / name))} is a link, or no {kind}: take another folder")


def need_own_file(path: Path) -> None:
    """The same of one file.

    Raises:
        PlyscopeError: it is a link, a folder, a pipe or a device.
    """
    mode = _mode(path)
    if mode is not None and not stat.S_ISREG(mode):
        raise PlyscopeError(f"{clean(os.fspath(path))} is a link, or no file: take another folder")


def _mode(path: Path) -> int | None:
    """What stands there, not what it leads to; None is nothing."""
    try:
        return path.lstat().st_mode
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise PlyscopeError(f"cannot read {clean(os.fspath(path))}: {error}") from error


def is_draft(path: Path) -> bool:
    """Whether this is a file of ours that was not finished: its name tells of which file, and how that is written."""
    found = _DRAFT.fullmatch(path.name)
    if found is None or found[2] != sha256(os.fsencode(found[1])).hexdigest()[:16]:
        return False
    mode = _mode(path)
    return mode is not None and stat.S_ISREG(mode)


def study_said(folder: Path) -> dict[str, Any]:
    """What `study.json` says; nothing where it says nothing that can be read."""
    try:
        found = json.loads(_read(folder / STUDY).decode("utf-8"))
    except (OSError, ValueError, RecursionError, PlyscopeError):
        return {}
    return found if isinstance(found, dict) else {}


def _read(path: Path) -> bytes:
    """A file, which may grow while it is read, or be no file at all."""
    with open_regular(path) as stream:
        found = bytearray()
        while piece := stream.read(LARGEST + 1 - len(found)):
            found += piece
    if len(found) > LARGEST:
        raise PlyscopeError(f"it has more than {LARGEST:,} bytes")
    return bytes(found)


MOST_ROWS = 10_000_000
"""Rows of a file at most whose texts are read."""
MOST_BYTES = 1 << 30
"""Bytes that some columns of a file take at most, and their texts once they are plain."""
BATCH = 1 << 16
"""Rows that are looked at together."""


def read_rows(path: Path, columns: Sequence[str]) -> Any:
    """Some columns of a file, as a table of Arrow; texts are dictionaries.

    Raises:
        PlyscopeError: it has too many rows, or they are too large; or it is a pipe or a device.
        ArrowException, OSError, ValueError: it cannot be read.
    """
    with _opened(path, columns) as file:
        if (rows := file.metadata.num_rows) > MOST_ROWS:
            raise PlyscopeError(f"it has {rows:,} rows, more than {MOST_ROWS:,}")
        return file.read(list(columns))


def need_plain_texts(paths: Iterable[Path], columns: Sequence[str]) -> None:
    """Hold that the texts of some columns fit into memory where each row has its own. O(rows).

    Raises:
        PlyscopeError: they do not; or a file is a pipe or a device.
        ArrowException, OSError, ValueError: a file cannot be read.
    """
    size = 0
    for path in paths if columns else ():
        with _opened(path, columns) as file:
            for batch in file.iter_batches(
                BATCH, columns=[name for name in columns if name in file.schema_arrow.names]
            ):
                size += sum(map(_plain_size, batch.columns))
                if size > MOST_BYTES:
                    raise _too_large()


def _plain_size(column: Any) -> int:
    """Bytes of the texts of a column, each of which counts as often as it stands there."""
    import pyarrow.compute as pc
    import pyarrow.types as kind

    if kind.is_dictionary(column.type):
        texts = column.dictionary
        if not (kind.is_string(texts.type) or kind.is_large_string(texts.type)):
            return int(column.nbytes)
        return int(pc.sum(pc.cast(pc.binary_length(texts), "int64").take(column.indices)).as_py() or 0)
    return int(column.nbytes)


@contextmanager
def _opened(path: Path, columns: Sequence[str]) -> Iterator[Any]:
    from pyarrow.parquet import ParquetFile

    with open_regular(path) as stream, ParquetFile(stream, read_dictionary=list(columns)) as file:
        told, wanted = file.metadata, set(columns)
        groups = [told.row_group(number) for number in range(told.num_row_groups)]
        pieces = [group.column(place) for group in groups for place in range(group.num_columns)]
        if sum(one.total_uncompressed_size for one in pieces if one.path_in_schema in wanted) > MOST_BYTES:
            raise _too_large()
        yield file


def _too_large() -> PlyscopeError:
    return PlyscopeError(f"its texts take more than {MOST_BYTES >> 20:,} MB")
