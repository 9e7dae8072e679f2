"""GraphML, for yEd, Gephi, igraph, networkx. Always the whole trace.

All text comes from `viz.rows`, which cleans it of the characters that XML has not. networkx's own writer builds the
file in memory first, several kilobytes a node; this one holds a chunk of rows.

Nodes are the ids; what a node does not have is left out. All values are MAX's view. Node attributes are those of
`NODE_KEY_TYPES`, each edge carries `move`, and the graph what `viz.rows.facts` says of the search.
`networkx.read_graphml(path, node_type=int)` gives back `trace.graph`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from html import escape
from typing import Any

from tracer.tracing import Trace
from viz.formats.format import Format, texts_writer
from viz.rows import COLUMNS, Column, chunks, columns, facts

NODE_KEY_TYPES = {
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
FACT_TYPES: dict[type, str] = {bool: "boolean", int: "long", float: "double"}
"""Of what is said of the search; all else is text."""
INFINITY_WORDS = {"inf": "Infinity", "-inf": "-Infinity"}
"""An open end of a window. GraphML's numbers are Java's, and these words are read in Python and C as well."""


def _iter_texts(trace: Trace) -> Iterator[str]:
    trace_facts = facts(trace)
    yield "<?xml version='1.0' encoding='utf-8'?>\n"
    yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
    for index, (name, value) in enumerate(trace_facts.items()):
        yield _key_element(f"g{index}", "graph", name, FACT_TYPES.get(type(value), "string"))
    all_columns = columns(trace)
    extra_columns = [column for name, column in all_columns.items() if name not in COLUMNS]
    key_types = NODE_KEY_TYPES | {
        column.name: "double" if column.words is None else "string" for column in extra_columns
    }
    for name, type_name in key_types.items():
        yield _key_element(name, "node", name, type_name)
    yield _key_element("moved", "edge", "move", "string")
    yield '<graph id="trace" edgedefault="directed">\n'
    for index, value in enumerate(trace_facts.values()):
        yield _data_element(f"g{index}", _format_value(value)) + "\n"
    move_column = all_columns["move"].with_words(lambda move: _data_element("moved", escape(move)))
    data_columns = [_with_data_elements(all_columns[name]) for name in key_types]
    for row_slice in chunks(trace):
        texts = (column.texts(row_slice, partial(_number_element, column.name)) for column in data_columns)
        nodes = zip(
            *(all_columns[name].values(row_slice).tolist() for name in ("node", "parent")),
            move_column.texts(row_slice),
            *texts,
            strict=True,
        )
        yield "".join(_node_element(*column) for column in nodes)
    yield "</graph>\n</graphml>\n"


def _key_element(name: str, element: str, attribute: str, type_name: str) -> str:
    return f'<key id="{name}" for="{element}" attr.name="{escape(attribute)}" attr.type="{type_name}"/>\n'


def _format_value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    text = str(value)
    return INFINITY_WORDS.get(text, text) if isinstance(value, float) else escape(text)


def _data_element(key: str, text: str) -> str:
    return f'<data key="{key}">{text}</data>'


def _with_data_elements(column: Column) -> Column:
    """Return a column with its words as attributes; the root has an empty move."""
    root_text = _data_element("move", "") if column.name == "move" else ""
    return column.with_words(lambda word: _data_element(column.name, escape(word)), root_text)


def _number_element(name: str, text: str) -> str:
    return _data_element(name, INFINITY_WORDS.get(text, text))


def _node_element(node: int, parent: int, edge: str, *data: str) -> str:
    edge_text = f'<edge source="{parent}" target="{node}">{edge}</edge>\n' if parent >= 0 else ""
    return f'<node id="{node}">{"".join(data)}</node>\n{edge_text}'


FORMAT = Format(
    name="graphml",
    holds="a graph for other programs",
    about="yEd, Gephi, igraph and networkx read it: `networkx.read_graphml(file, node_type=int)`.",
    write=texts_writer(_iter_texts),
    takes=("bounds",),
)
