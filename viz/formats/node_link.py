"""JSON: a trace as node-link data, the form of networkx and D3. Always the whole trace."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from functools import partial
from typing import Any, BinaryIO

from tracer.tracing import Trace
from viz.formats.format import Drawing, Format
from viz.pictures.options import reading
from viz.rows import COLUMNS, Column, chunks, columns, facts

EDGES = "edges"
"""The key of the edges: what networkx writes and reads by itself from 3.4 on, and D3's users call `links`."""
INFINITE = {"inf": "1e999", "-inf": "-1e999"}
"""An open end of a window: a number of JSON that is larger than any float, and so is read as infinite."""
ATTRIBUTES = ("move", "ply", "turn", "alpha", "beta", "value", "bound", "status", "cutoff", "leaf", "end")
"""A node's, in their order; those that only some searches have follow."""


def write(trace: Trace, stream: BinaryIO, options: Drawing) -> None:
    """Write JSON that `networkx.node_link_graph(json.load(file), edges="edges")` reads back as `trace.graph`.

    Nodes are the ids and have the attributes of `trace.graph` and `end`, one past the last id of the subtree; what a
    node does not have is left out. `graph` says what was searched, and how many nodes there are. All values are MAX's
    view; numbers are in full, and an infinite one is 1e999, which `json` and JavaScript read as such. A node is a line.
    """
    for text in _parts(reading(trace, options.get("bounds", "proved"))):
        stream.write(text.encode())


def _parts(trace: Trace) -> Iterator[str]:
    known = ", ".join(f"{_json(name)}: {_fact(value)}" for name, value in facts(trace).items())
    yield f'{{"directed": true, "multigraph": false,\n"graph": {{{known}}},\n"nodes": [\n'
    found = columns(trace)
    written = [_written(found[name]) for name in (*ATTRIBUTES, *(name for name in found if name not in COLUMNS))]
    for rows in chunks(trace):
        texts = zip(*(one.texts(rows, partial(_number, one.name)) for one in written), strict=True)
        nodes = (f'{{"id": {node}{"".join(own)}}}' for node, own in enumerate(texts, rows.start))
        yield _separated(nodes, last=rows.stop == len(trace))
    yield f'],\n"{EDGES}": [\n'
    moves = found["move"].with_words(_json)
    for rows in chunks(trace):
        taken = zip(found["parent"].values(rows).tolist(), moves.texts(rows), strict=True)
        edges = (
            f'{{"source": {parent}, "target": {node}, "move": {move}}}'
            for node, (parent, move) in enumerate(taken, rows.start)
            if parent >= 0
        )
        yield _separated(edges, last=rows.stop == len(trace))
    yield "]}\n"


def _fact(value: Any) -> str:
    return INFINITE[str(float(value))] if isinstance(value, float) and math.isinf(value) else _json(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _separated(texts: Iterator[str], *, last: bool) -> str:
    """Lines with commas after all of them but the file's last."""
    lines = ",\n".join(texts)
    return lines + ("\n" if last else ",\n") if lines else ""


def _written(column: Column) -> Column:
    """Return a column with its words as attributes; the root has an empty move."""
    quoted = str if column.name == "cutoff" else _json
    none = ', "move": ""' if column.name == "move" else ""
    return column.with_words(lambda word: f', "{column.name}": {quoted(word)}', none)


def _number(name: str, text: str) -> str:
    return f', "{name}": {INFINITE.get(text, text)}'


FORMAT = Format(
    name="json",
    holds="node-link data, as networkx reads it",
    about='In Python `networkx.node_link_graph(json.load(file), edges="edges")` reads it. D3 knows the form, too.',
    write=write,
    takes=("bounds",),
)
