"""A trace as a table, one row a node, for other tools: CSV and Parquet. Always the whole trace."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from tracer.columns import Array, Floats
from tracer.errors import PlyscopeError
from tracer.game import Turn
from tracer.status import EXACT, HORIZON, LOWER, PRUNED, TERMINAL, UPPER, Bound, Status
from tracer.text import clean
from tracer.trace import Trace

CHUNK = 65_536
"""Rows written at a time: what is held in memory does not grow with the trace."""
COLUMNS = ("node", "parent", "ply", "move", "turn", "alpha", "beta", "value", "bound", "status", "cutoff", "end")
"""Named as in a trace; `move` is a label. All values are MAX's view."""
TURNS = [Turn.MIN.name, Turn.CHANCE.name, Turn.MAX.name]
"""Names by turn + 1."""
BOUNDS = [bound.name for bound in Bound]
STATUSES = [status.name for status in Status]
NONE = -1
"""Stands for no bound, no turn, no move."""

Codes = npt.NDArray[np.int8]


def write_csv(trace: Trace, stream: BinaryIO) -> None:
    """Write CSV (RFC 4180, UTF-8): empty where a node has no such thing, `inf` and `-inf` for an open window."""
    text = io.TextIOWrapper(stream, encoding="utf-8", newline="")
    try:
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(COLUMNS)
        moves = _labels(trace)
        for rows in _chunks(trace):
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
        raise PlyscopeError("Parquet needs pyarrow: pip install 'plyscope[arrow]'") from error
    dictionaries = {"move": _labels(trace), "turn": TURNS, "bound": BOUNDS, "status": STATUSES}
    dictionaries = {name: pa.array(words, pa.string()) for name, words in dictionaries.items()}
    writer = None
    try:
        for rows in _chunks(trace):
            table = pa.table(_arrow(pa, trace, rows, dictionaries))
            writer = writer or pq.ParquetWriter(stream, table.schema, compression="zstd")
            writer.write_table(table)
    finally:
        if writer is not None:
            writer.close()


def bounds(trace: Trace, rows: slice) -> Codes:
    """`trace.bound` of many nodes at once; `NONE` where a value says nothing of the true one."""
    columns, options = trace.columns, trace.header.options
    value, alpha, beta = columns.value[rows], columns.alpha[rows], columns.beta[rows]
    status, hard = columns.status[rows], options.get("fail") == "hard"
    found = np.where(value >= beta, LOWER, UPPER).astype(np.int8)
    if hard:
        found[alpha == beta] = NONE
    elif options.get("cut") == ">":
        found[(alpha <= value) & (value <= beta)] = EXACT
    found[(alpha < value) & (value < beta)] = EXACT
    if not hard:
        found[(status == TERMINAL) | (status == HORIZON)] = EXACT
    found[np.isnan(value)] = NONE
    return found


def _chunks(trace: Trace) -> Iterator[slice]:
    return (slice(first, min(first + CHUNK, len(trace))) for first in range(0, len(trace), CHUNK))


def _labels(trace: Trace) -> list[str]:
    return [clean(label) for label in trace.move_labels]


def _turns(trace: Trace, rows: slice) -> Codes:
    turns = (trace.columns.turn[rows] + 1).astype(np.int8)
    turns[trace.columns.status[rows] == PRUNED] = NONE
    return turns


def _texts(trace: Trace, rows: slice, moves: list[str]) -> Iterator[Any]:
    """The columns of some rows as CSV writes them."""
    columns = trace.columns
    yield range(rows.start, rows.stop)
    yield _named(columns.parent[rows], None)
    yield columns.ply[rows].tolist()
    yield _named(columns.move[rows], moves)
    yield _named(_turns(trace, rows), TURNS)
    for numbers in (columns.alpha, columns.beta, columns.value):
        yield _written(numbers[rows])
    yield _named(bounds(trace, rows), BOUNDS)
    yield _named(columns.status[rows].astype(np.int8), STATUSES)
    yield _named(columns.cutoff[rows].astype(np.int8), ["false", "true"])
    yield columns.end[rows].tolist()


def _named(codes: Array, words: list[str] | None) -> list[Any]:
    """The word for each code, the code itself without words; empty for `NONE`."""
    if words is None:
        return ["" if code < 0 else code for code in codes.tolist()]
    # NONE is −1, so the empty word stands last.
    looked_up: list[Any] = np.array([*words, ""], object)[codes].tolist()
    return looked_up


def _written(numbers: Floats) -> list[str]:
    """Each number in full; few differ, so each is written once."""
    distinct, where = np.unique(numbers, return_inverse=True)
    written: list[str] = np.array([_number(value) for value in distinct.tolist()], object)[where.reshape(-1)].tolist()
    return written


def _number(value: float) -> str:
    return "" if value != value else repr(value).removesuffix(".0")


def _arrow(pa: Any, trace: Trace, rows: slice, dictionaries: dict[str, Any]) -> dict[str, Any]:
    """The columns of some rows as Arrow has them."""
    columns = trace.columns
    codes = {
        "move": columns.move[rows],
        "turn": _turns(trace, rows),
        "bound": bounds(trace, rows),
        "status": columns.status[rows].astype(np.int8),
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
