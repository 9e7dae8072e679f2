"""JSON: a trace as node-link data, the form of networkx and D3. Always the whole trace.

Nodes are the ids and have the attributes of `trace.graph` and `end`, one past the last id of the subtree; what a node
does not have is left out. `graph` says what was searched, and how many nodes there are. All values are MAX's view;
numbers are in full, and an infinite one is 1e999, which `json` and JavaScript read as such. A node is a line.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from functools import partial
from typing import Any

from tracer.tracing import Trace
from viz.formats.format import Format, texts_writer
from viz.rows import COLUMNS, Column, chunks, columns, facts

EDGES_KEY = "edges"
"""The key of the edges: what networkx writes and reads by itself from 3.4 on, and D3's users call `links`."""
INFINITY_WORDS = {"inf": "1e999", "-inf": "-1e999"}
"""An open end of a window: a number of JSON that is larger than any float, and so is read as infinite."""
ATTRIBUTES = ("move", "ply", "turn", "alpha", "beta", "value", "bound", "status", "cutoff", "leaf", "end")
"""A node's, in their order; those that only some searches have follow."""


def _iter_texts(trace: Trace) -> Iterator[str]:
    fact_texts = ", ".join(f"{_to_json(name)}: {_fact_json(value)}" for name, value in facts(trace).items())
    yield f'{{"directed": true, "multigraph": false,\n"graph": {{{fact_texts}}},\n"nodes": [\n'
    all_columns = columns(trace)
    attribute_columns = [
        _with_attributes(all_columns[name])
        for name in (*ATTRIBUTES, *(name for name in all_columns if name not in COLUMNS))
    ]
    for row_slice in chunks(trace):
        texts = zip(
            *(column.texts(row_slice, partial(_number_attribute, column.name)) for column in attribute_columns),
            strict=True,
        )
        nodes = (f'{{"id": {node}{"".join(attributes)}}}' for node, attributes in enumerate(texts, row_slice.start))
        yield _join_with_commas(nodes, is_last=row_slice.stop == len(trace))
    yield f'],\n"{EDGES_KEY}": [\n'
    move_column = all_columns["move"].with_words(_to_json)
    for row_slice in chunks(trace):
        edge_rows = zip(all_columns["parent"].values(row_slice).tolist(), move_column.texts(row_slice), strict=True)
        edges = (
            f'{{"source": {parent}, "target": {node}, "move": {move}}}'
            for node, (parent, move) in enumerate(edge_rows, row_slice.start)
            if parent >= 0
        )
        yield _join_with_commas(edges, is_last=row_slice.stop == len(trace))
    yield "]}\n"


def _fact_json(value: Any) -> str:
    return INFINITY_WORDS[str(float(value))] if isinstance(value, float) and math.isinf(value) else _to_json(value)


def _to_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _join_with_commas(texts: Iterator[str], *, is_last: bool) -> str:
    """Lines with commas after all of them but the file's last."""
    lines = ",\n".join(texts)
    return lines + ("\n" if is_last else ",\n") if lines else ""


def _with_attributes(column: Column) -> Column:
    """Return a column with its words as attributes; the root has an empty move."""
    quote_value = str if column.name == "cutoff" else _to_json
    root_text = ', "move": ""' if column.name == "move" else ""
    return column.with_words(lambda word: f', "{column.name}": {quote_value(word)}', root_text)


def _number_attribute(name: str, text: str) -> str:
    return f', "{name}": {INFINITY_WORDS.get(text, text)}'


FORMAT = Format(
    name="json",
    holds="node-link data, as networkx reads it",
    about='In Python `networkx.node_link_graph(json.load(file), edges="edges")` reads it. D3 knows the form, too.',
    write=texts_writer(_iter_texts),
    takes=("bounds",),
)
