"""GraphML, for yEd, Gephi, igraph, networkx. Always the whole trace.

All text comes from `viz.rows`, which cleans it of the characters that XML has not. networkx's own writer builds the
file in memory first, several kilobytes a node; this one holds a chunk of rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any, BinaryIO

from tracer.recording.columns import Floats
from tracer.tracing import Trace
from viz.formats.format import Drawing, Format
from viz.pictures.options import reading
from viz.rows import (
    BOUNDS,
    STATUSES,
    TURNS,
    bounds,
    chunks,
    cutoffs,
    facts,
    further_numbers,
    further_words,
    labels,
    leaves,
    numerals,
    statuses,
    turns,
    words,
)

NODE_KEYS = {
    "move": "string",
    "ply": "int",
    "turn": "string",
    "alpha": "double",
    "beta": "double",
    "value": "double",
    "bound": "string",
    "status": "string",
    "cutoff": "boolean",
    "leaf": "double",
    "end": "long",
}
"""A node's attributes and their types, named as in `trace.graph`; `end` is one past the last id of its subtree."""
INFINITE = {"inf": "Infinity", "-inf": "-Infinity"}
"""An open end of a window. GraphML's numbers are Java's, and these words are read in Python and C as well."""


def write(trace: Trace, stream: BinaryIO, options: Drawing) -> None:
    """Write GraphML. Nodes are the ids; what a node does not have is left out. All values are MAX's view.

    Node attributes are those of `NODE_KEYS`, each edge carries `move`, and the graph what `viz.rows.facts` says of the
    search. `networkx.read_graphml(path, node_type=int)` gives back `trace.graph`.
    """
    for text in _parts(reading(trace, options.get("bounds", "proved"))):
        stream.write(text.encode())


def _parts(trace: Trace) -> Iterator[str]:
    known = facts(trace)
    yield "<?xml version='1.0' encoding='utf-8'?>\n"
    yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
    for place, (name, value) in enumerate(known.items()):
        yield _key(f"g{place}", "graph", name, _type(value))
    told, numbers = further_words(trace), further_numbers(trace)
    for name, kind in {**NODE_KEYS, **dict.fromkeys(told, "string"), **dict.fromkeys(numbers, "double")}.items():
        yield _key(name, "node", name, kind)
    yield _key("moved", "edge", "move", "string")
    yield '<graph id="trace" edgedefault="directed">\n'
    for place, value in enumerate(known.values()):
        yield _data(f"g{place}", _text(value)) + "\n"
    moves = [escape(label) for label in labels(trace)]
    named = [(codes, [_data(name, word) for word in known]) for name, (codes, known) in told.items()]
    for rows in chunks(trace):
        further = [words(codes[rows], texts) for codes, texts in named]
        further += [_numbers(name, column[rows]) for name, column in numbers.items()]
        yield "".join(_elements(trace, rows, moves, further))
    yield "</graph>\n</graphml>\n"


def _key(name: str, of: str, attribute: str, kind: str) -> str:
    return f'<key id="{name}" for="{of}" attr.name="{escape(attribute)}" attr.type="{kind}"/>\n'


def _type(value: Any) -> str:
    kinds = {bool: "boolean", int: "long", float: "double"}
    return kinds.get(type(value), "string")


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    text = str(value)
    return INFINITE.get(text, text) if isinstance(value, float) else escape(text)


def _data(key: str, text: str) -> str:
    return f'<data key="{key}">{text}</data>'


def _elements(trace: Trace, rows: slice, moves: list[str], further: list[list[str]]) -> Iterator[str]:
    """Some nodes, each followed by the edge to it."""
    columns = trace.columns
    attributes = (
        words(columns.move[rows], [_data("move", move) for move in moves], _data("move", "")),
        [_data("ply", ply) for ply in trace.ply[rows].tolist()],
        words(turns(trace, rows), [_data("turn", turn) for turn in TURNS]),
        *(_numbers(name, getattr(columns, name)[rows]) for name in ("alpha", "beta", "value")),
        words(bounds(trace, rows), [_data("bound", bound) for bound in BOUNDS]),
        words(statuses(trace, rows), [_data("status", status) for status in STATUSES]),
        words(cutoffs(trace, rows), [_data("cutoff", word) for word in ("false", "true")]),
        _numbers("leaf", leaves(trace, rows)),
        [_data("end", end) for end in columns.end[rows].tolist()],
        *further,
    )
    edges = words(columns.move[rows], [_data("moved", move) for move in moves])
    parents = columns.parent[rows].tolist()
    for node, parent, edge, *data in zip(range(rows.start, rows.stop), parents, edges, *attributes, strict=True):
        yield f'<node id="{node}">{"".join(data)}</node>\n'
        if parent >= 0:
            yield f'<edge source="{parent}" target="{node}">{edge}</edge>\n'


def _numbers(name: str, numbers: Floats) -> list[str]:
    return [_data(name, INFINITE.get(text, text)) if text else "" for text in numerals(numbers)]


FORMAT = Format(
    name="graphml",
    holds="a graph for other programs",
    about="yEd, Gephi, igraph and networkx read it: `networkx.read_graphml(file, node_type=int)`.",
    write=write,
    takes=("bounds",),
)
