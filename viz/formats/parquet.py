"""Parquet: the table of CSV, packed and typed. Always the whole trace."""

from __future__ import annotations

from typing import Any, BinaryIO

import numpy as np

from tracer.count.proved import NONE
from tracer.errors import PlyscopeError
from tracer.recording.columns import Array, Floats
from tracer.tracing import Trace
from viz.formats.format import Drawing, Format
from viz.libraries import message_for_missing
from viz.pictures.options import reading
from viz.rows import (
    BOUNDS,
    COLUMNS,
    STATUSES,
    TURNS,
    bounds,
    chunks,
    further_numbers,
    further_words,
    labels,
    leaves,
    statuses,
    turns,
)


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
    told, numbers = further_words(trace), further_numbers(trace)
    dictionaries = {"move": labels(trace), "turn": TURNS, "bound": BOUNDS, "status": STATUSES}
    dictionaries |= {name: names for name, (_, names) in told.items()}
    dictionaries = {name: pa.array(words, pa.string()) for name, words in dictionaries.items()}
    writer = None
    try:
        for rows in chunks(trace):
            further = {name: codes[rows] for name, (codes, _) in told.items()}
            table = pa.table(_arrow(pa, trace, rows, dictionaries, further, numbers))
            writer = writer or pq.ParquetWriter(stream, table.schema, compression="zstd")
            writer.write_table(table)
    finally:
        if writer is not None:
            writer.close()


def _arrow(
    pa: Any,
    trace: Trace,
    rows: slice,
    dictionaries: dict[str, Any],
    further: dict[str, Array],
    numbers: dict[str, Floats],
) -> dict[str, Any]:
    """The columns of some rows as Arrow has them."""
    columns = trace.columns
    codes = {
        "move": columns.move[rows],
        "turn": turns(trace, rows),
        "bound": bounds(trace, rows),
        "status": statuses(trace, rows),
        **further,
    }
    plain = {
        "node": np.arange(rows.start, rows.stop, dtype=np.int64),
        "parent": columns.parent[rows].astype(np.int64),
        "ply": trace.ply[rows],
        "alpha": columns.alpha[rows],
        "beta": columns.beta[rows],
        "value": columns.value[rows],
        "cutoff": columns.cutoff[rows],
        "end": columns.end[rows].astype(np.int64),
        "leaf": leaves(trace, rows),
        **{name: column[rows] for name, column in numbers.items()},
    }
    found = {name: pa.array(array, mask=_missing(name, array)) for name, array in plain.items()}
    for name, array in codes.items():
        found[name] = pa.DictionaryArray.from_arrays(pa.array(array, mask=array == NONE), dictionaries[name])
    return {name: found[name] for name in (*COLUMNS, *further, *numbers)}


def _missing(name: str, array: Array) -> Array | None:
    if name == "parent":
        return np.asarray(array == NONE)
    return np.isnan(array) if array.dtype.kind == "f" else None


FORMAT = Format(
    name="parquet",
    holds="the same table, packed",
    about="DuckDB, pandas and polars read it. Columns are typed and packed.",
    write=write,
    takes=("bounds",),
    needs=("pyarrow",),
    is_text=False,
)
