"""GraphML, for yEd, Gephi, igraph, networkx. Always the whole trace.

All text comes from `viz.rows`, which cleans it of the characters that XML has not. networkx's own writer builds the
file in memory first, several kilobytes a node; this one holds a chunk of rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from html import escape
from typing import Any, BinaryIO

from tracer.tracing import Trace
from viz.formats.format import Drawing, Format
from viz.pictures.options import reading
from viz.rows import COLUMNS, Column, chunks, columns, facts

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
    found = columns(trace)
    further = [one for name, one in found.items() if name not in COLUMNS]
    kinds = NODE_KEYS | {one.name: "double" if one.words is None else "string" for one in further}
    for name, kind in kinds.items():
        yield _key(name, "node", name, kind)
    yield _key("moved", "edge", "move", "string")
    yield '<graph id="trace" edgedefault="directed">\n'
    for place, value in enumerate(known.values()):
        yield _data(f"g{place}", _text(value)) + "\n"
    moves = found["move"].with_words(lambda move: _data("moved", escape(move)))
    written = [_written(found[name]) for name in kinds]
    for rows in chunks(trace):
        data = (one.texts(rows, partial(_number, one.name)) for one in written)
        nodes = zip(
            *(found[name].values(rows).tolist() for name in ("node", "parent")), moves.texts(rows), *data, strict=True
        )
        yield "".join(_element(*one) for one in nodes)
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


def _written(column: Column) -> Column:
    """Return a column with its words as attributes; the root has an empty move."""
    none = _data("move", "") if column.name == "move" else ""
    return column.with_words(lambda word: _data(column.name, escape(word)), none)


def _number(name: str, text: str) -> str:
    return _data(name, INFINITE.get(text, text))


def _element(node: int, parent: int, edge: str, *data: str) -> str:
    """Return a node, and the edge to it."""
    above = f'<edge source="{parent}" target="{node}">{edge}</edge>\n' if parent >= 0 else ""
    return f'<node id="{node}">{"".join(data)}</node>\n{above}'


FORMAT = Format(
    name="graphml",
    holds="a graph for other programs",
    about="yEd, Gephi, igraph and networkx read it: `networkx.read_graphml(file, node_type=int)`.",
    write=write,
    takes=("bounds",),
)
