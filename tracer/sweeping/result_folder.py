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
from tracer.sweeping.cell_search import TRACES_FOLDER
from tracer.text import clean

ROWS_FOLDER, STUDY_FILE, LOCK_FILE = "rows", "study.json", ".lock"
MAX_STUDY_BYTES = 64 * 2**20
"""Bytes of `study.json` at most."""
_DRAFT_NAME = re.compile(
    rf"\.({re.escape(STUDY_FILE)}|[0-9a-f]{{20}}\.(?:parquet|plyscope))\.([0-9a-f]{{16}})\.[0-9a-f]{{16}}\.draft"
)


def check_own_entries(folder: Path) -> None:
    """Hold that what a sweep works with is there itself, or is not there: no link, no pipe, no device."""
    for name, is_right_type in {
        ROWS_FOLDER: stat.S_ISDIR,
        TRACES_FOLDER: stat.S_ISDIR,
        STUDY_FILE: stat.S_ISREG,
        LOCK_FILE: stat.S_ISREG,
    }.items():
        mode = _file_mode(folder / name)
        if mode is not None and not is_right_type(mode):
            type_name = "folder" if is_right_type is stat.S_ISDIR else "file"
            raise PlyscopeError(f"{clean(os.fspath(folder / name))} is a link, or no {type_name}: take another folder")


def check_own_file(path: Path) -> None:
    """The same of one file."""
    mode = _file_mode(path)
    if mode is not None and not stat.S_ISREG(mode):
        raise PlyscopeError(f"{clean(os.fspath(path))} is a link, or no file: take another folder")


def _file_mode(path: Path) -> int | None:
    try:
        return path.lstat().st_mode
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise PlyscopeError(f"cannot read {clean(os.fspath(path))}: {error}") from error


def is_draft(path: Path) -> bool:
    """Whether this is a file of ours that was not finished: its name tells of which file, and how that is written."""
    match = _DRAFT_NAME.fullmatch(path.name)
    if match is None or match[2] != sha256(os.fsencode(match[1])).hexdigest()[:16]:
        return False
    mode = _file_mode(path)
    return mode is not None and stat.S_ISREG(mode)


def read_study_record(folder: Path) -> dict[str, Any]:
    """What `study.json` says; nothing where it says nothing that can be read."""
    try:
        record = json.loads(_read_bytes(folder / STUDY_FILE).decode("utf-8"))
    except (OSError, ValueError, RecursionError, PlyscopeError):
        return {}
    return record if isinstance(record, dict) else {}


def _read_bytes(path: Path) -> bytes:
    """Return the content of a file.

    Raises:
        PlyscopeError: it is no regular file or too large, also if it grows while it is read.
        OSError: it cannot be read.
    """
    with open_regular(path) as stream:
        content = bytearray()
        while piece := stream.read(MAX_STUDY_BYTES + 1 - len(content)):
            content += piece
    if len(content) > MAX_STUDY_BYTES:
        raise PlyscopeError(f"it has more than {MAX_STUDY_BYTES:,} bytes")
    return bytes(content)


MAX_ROWS = 10_000_000
"""Rows of a file at most whose texts are read."""
MAX_TEXT_BYTES = 1 << 30
"""Bytes that some columns of a file take at most, and their texts once they are plain."""
BATCH_ROWS = 1 << 16
"""Rows that are looked at together."""


def read_rows(path: Path, columns: Sequence[str]) -> Any:
    """Some columns of a file, as a table of Arrow; texts are dictionaries.

    Raises:
        PlyscopeError: it has too many rows, or they are too large; or it is a pipe or a device.
        ArrowException, OSError, ValueError: it cannot be read.
    """
    with _open_parquet(path, columns) as file:
        if (rows := file.metadata.num_rows) > MAX_ROWS:
            raise PlyscopeError(f"it has {rows:,} rows, more than {MAX_ROWS:,}")
        return file.read(list(columns))


def check_text_size(paths: Iterable[Path], columns: Sequence[str]) -> None:
    """Hold that the texts of some columns fit into memory where each row has its own. O(rows).

    Raises:
        PlyscopeError: they do not; or a file is a pipe or a device.
        ArrowException, OSError, ValueError: a file cannot be read.
    """
    total_bytes = 0
    for path in paths if columns else ():
        with _open_parquet(path, columns) as file:
            for batch in file.iter_batches(
                BATCH_ROWS, columns=[name for name in columns if name in file.schema_arrow.names]
            ):
                total_bytes += sum(map(_text_bytes, batch.columns))
                if total_bytes > MAX_TEXT_BYTES:
                    raise _too_large_error()


def _text_bytes(column: Any) -> int:
    """Bytes of the texts of a column, each of which counts as often as it stands there."""
    import pyarrow.compute as pc
    import pyarrow.types as arrow_types

    if arrow_types.is_dictionary(column.type):
        texts = column.dictionary
        if not (arrow_types.is_string(texts.type) or arrow_types.is_large_string(texts.type)):
            return int(column.nbytes)
        return int(pc.sum(pc.cast(pc.binary_length(texts), "int64").take(column.indices)).as_py() or 0)
    return int(column.nbytes)


@contextmanager
def _open_parquet(path: Path, columns: Sequence[str]) -> Iterator[Any]:
    from pyarrow.parquet import ParquetFile

    with open_regular(path) as stream, ParquetFile(stream, read_dictionary=list(columns)) as file:
        metadata, column_names = file.metadata, set(columns)
        groups = [metadata.row_group(group_index) for group_index in range(metadata.num_row_groups)]
        column_chunks = [group.column(column_index) for group in groups for column_index in range(group.num_columns)]
        if (
            sum(chunk.total_uncompressed_size for chunk in column_chunks if chunk.path_in_schema in column_names)
            > MAX_TEXT_BYTES
        ):
            raise _too_large_error()
        yield file


def _too_large_error() -> PlyscopeError:
    return PlyscopeError(f"its texts take more than {MAX_TEXT_BYTES >> 20:,} MB")
