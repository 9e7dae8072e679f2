"""Parquet: the table of CSV, packed and typed. Always the whole trace."""

from __future__ import annotations

from typing import Any, BinaryIO

import numpy as np

from tracer.count.proved import NONE
from tracer.errors import PlyscopeError
from tracer.tracing import Trace
from viz.formats.format import Drawing, Format
from viz.libraries import message_for_missing
from viz.pictures.options import reading
from viz.rows import Column, chunks, columns


def write(trace: Trace, stream: BinaryIO, options: Drawing) -> None:
    """Write Parquet. Moves, turns, bounds and statuses are dictionaries; null where a node has no such thing.

    Raises:
        PlyscopeError: pyarrow is not installed.
    """
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as error:
        raise PlyscopeError(message_for_missing("pyarrow")) from error
    trace = reading(trace, options.get("bounds", "proved"))
    found = columns(trace)
    words = {name: pa.array(one.words, pa.string()) for name, one in found.items() if one.words is not None}
    writer = None
    try:
        for rows in chunks(trace):
            table = pa.table({name: _arrow(pa, one, rows, words.get(name)) for name, one in found.items()})
            writer = writer or pq.ParquetWriter(stream, table.schema, compression="zstd")
            writer.write_table(table)
    finally:
        if writer is not None:
            writer.close()


def _arrow(pa: Any, column: Column, rows: slice, words: Any) -> Any:
    """Return some rows of a column as Arrow has them."""
    values = column.values(rows)
    if column.name == "cutoff":
        return pa.array(values.astype(np.bool_))
    if words is not None:
        return pa.DictionaryArray.from_arrays(pa.array(values, mask=values == NONE), words)
    missing = values == NONE if column.name == "parent" else np.isnan(values) if values.dtype.kind == "f" else None
    return pa.array(values, mask=missing)


FORMAT = Format(
    name="parquet",
    holds="the same table, packed",
    about="DuckDB, pandas and polars read it. Columns are typed and packed.",
    write=write,
    takes=("bounds",),
    needs=("pyarrow",),
    is_text=False,
)
