"""A trace as a table, one row a node, for other tools: CSV and Parquet. Always the whole trace."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any, BinaryIO

import numpy as np

from tracer.errors import PlyscopeError
from tracer.recording.columns import Array
from tracer.tracing import Trace
from viz.libraries import REMEDIES
from viz.rows import BOUNDS, NONE, STATUSES, TURNS, bounds, chunks, cutoffs, labels, named, statuses, turns, written

COLUMNS = ("node", "parent", "ply", "move", "turn", "alpha", "beta", "value", "bound", "status", "cutoff", "end")
"""Named as in a trace; `move` is a label. All values are MAX's view."""


def write_csv(trace: Trace, stream: BinaryIO) -> None:
    """Write CSV (RFC 4180, UTF-8): empty where a node has no such thing, `inf` and `-inf` for an open window."""
    text = io.TextIOWrapper(stream, encoding="utf-8", newline="")
    try:
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(COLUMNS)
        moves = labels(trace)
        for rows in chunks(trace):
            writer.writerows(zip(*_texts(trace, rows, moves), strict=True))
    finally:
        text.detach()


def write_parquet(trace: Trace, stream: BinaryIO) -> None:
    """Write Parquet. Moves, turns, bounds and statuses are dictionaries; null where a node has no such thing.

    Raises:
        PlyscopeError: pyarrow is not installed.
    """
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as error:
        raise PlyscopeError(REMEDIES["pyarrow"]) from error
    dictionaries = {"move": labels(trace), "turn": TURNS, "bound": BOUNDS, "status": STATUSES}
    dictionaries = {name: pa.array(words, pa.string()) for name, words in dictionaries.items()}
    writer = None
    try:
        for rows in chunks(trace):
            table = pa.table(_arrow(pa, trace, rows, dictionaries))
            writer = writer or pq.ParquetWriter(stream, table.schema, compression="zstd")
            writer.write_table(table)
    finally:
        if writer is not None:
            writer.close()


def _texts(trace: Trace, rows: slice, moves: list[str]) -> Iterator[Any]:
    """The columns of some rows as CSV writes them."""
    columns = trace.columns
    yield range(rows.start, rows.stop)
    yield ["" if parent < 0 else parent for parent in columns.parent[rows].tolist()]
    yield columns.ply[rows].tolist()
    yield named(columns.move[rows], moves)
    yield named(turns(trace, rows), TURNS)
    for numbers in (columns.alpha, columns.beta, columns.value):
        yield written(numbers[rows])
    yield named(bounds(trace, rows), BOUNDS)
    yield named(statuses(trace, rows), STATUSES)
    yield named(cutoffs(trace, rows), ["false", "true"])
    yield columns.end[rows].tolist()


def _arrow(pa: Any, trace: Trace, rows: slice, dictionaries: dict[str, Any]) -> dict[str, Any]:
    """The columns of some rows as Arrow has them."""
    columns = trace.columns
    codes = {
        "move": columns.move[rows],
        "turn": turns(trace, rows),
        "bound": bounds(trace, rows),
        "status": statuses(trace, rows),
    }
    plain = {
        "node": np.arange(rows.start, rows.stop, dtype=np.int64),
        "parent": columns.parent[rows].astype(np.int64),
        "ply": columns.ply[rows],
        "alpha": columns.alpha[rows],
        "beta": columns.beta[rows],
        "value": columns.value[rows],
        "cutoff": columns.cutoff[rows],
        "end": columns.end[rows].astype(np.int64),
    }
    found = {name: pa.array(array, mask=_missing(name, array)) for name, array in plain.items()}
    for name, array in codes.items():
        found[name] = pa.DictionaryArray.from_arrays(pa.array(array, mask=array == NONE), dictionaries[name])
    return {name: found[name] for name in COLUMNS}


def _missing(name: str, array: Array) -> Array | None:
    if name == "parent":
        return np.asarray(array == NONE)
    return np.isnan(array) if array.dtype.kind == "f" else None
