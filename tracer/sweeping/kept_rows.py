"""Files of rows from anywhere: what is in them is read as far as it fits into memory, whatever they say of themselves.

A Parquet file of some kilobytes may hold gigabytes: a text that many rows have is written once. So texts are read as
dictionaries, which are as small as the file, and nobody makes plain texts of them before it is known how long they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tracer.errors import PlyscopeError
from tracer.file.reading import open_regular

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
