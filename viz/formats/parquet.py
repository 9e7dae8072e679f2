"""Parquet: the table of CSV, packed and typed. Always the whole trace."""

from __future__ import annotations

from typing import Any, BinaryIO

import numpy as np

from tracer.count.proved import NONE
from tracer.tracing import Trace
from viz.formats.format import DrawingOptions, Format
from viz.libraries import load
from viz.pictures.options import with_bounds
from viz.rows import Column, chunks, columns


def write_parquet(trace: Trace, stream: BinaryIO, options: DrawingOptions) -> None:
    """Write Parquet. Moves, turns, bounds and statuses are dictionaries; null where a node has no such thing.

    Raises:
        PlyscopeError: pyarrow is not installed.
    """
    pa, pq = load("pyarrow"), load("pyarrow.parquet")
    trace = with_bounds(trace, options.get("bounds", "proved"))
    all_columns = columns(trace)
    word_arrays = {
        name: pa.array(column.words, pa.string()) for name, column in all_columns.items() if column.words is not None
    }
    writer = None
    try:
        for row_slice in chunks(trace):
            table = pa.table(
                {
                    name: _arrow_column(pa, column, row_slice, word_arrays.get(name))
                    for name, column in all_columns.items()
                }
            )
            writer = writer or pq.ParquetWriter(stream, table.schema, compression="zstd")
            writer.write_table(table)
    finally:
        if writer is not None:
            writer.close()


def _arrow_column(pa: Any, column: Column, row_slice: slice, words: Any) -> Any:
    values = column.values(row_slice)
    if column.name == "cutoff":
        return pa.array(values.astype(np.bool_))
    if words is not None:
        return pa.DictionaryArray.from_arrays(pa.array(values, mask=values == NONE), words)
    is_missing = values == NONE if column.name == "parent" else np.isnan(values) if values.dtype.kind == "f" else None
    return pa.array(values, mask=is_missing)


FORMAT = Format(
    name="parquet",
    holds="the same table, packed",
    about="DuckDB, pandas and polars read it. Columns are typed and packed.",
    write=write_parquet,
    takes=("bounds",),
    needs=("pyarrow",),
    is_text=False,
)
