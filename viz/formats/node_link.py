"""JSON: a trace as node-link data, the form of networkx and D3. Always the whole trace."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
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

EDGES = "edges"
"""The key of the edges: what networkx writes and reads by itself from 3.4 on, and D3's users call `links`."""
INFINITE = {"inf": "1e999", "-inf": "-1e999"}
"""An open end of a window: a number of JSON that is larger than any float, and so is read as infinite."""


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
    moves = [_json(label) for label in labels(trace)]
    told = {
        name: (codes, [f', "{name}": "{word}"' for word in known])
        for name, (codes, known) in further_words(trace).items()
    }
    numbers = further_numbers(trace)
    for rows in chunks(trace):
        further = [words(codes[rows], texts) for codes, texts in told.values()]
        further += [_numbers(name, column[rows]) for name, column in numbers.items()]
        yield _separated(_nodes(trace, rows, moves, further), last=rows.stop == len(trace))
    yield f'],\n"{EDGES}": [\n'
    for rows in chunks(trace):
        yield _separated(_edges(trace, rows, moves), last=rows.stop == len(trace))
    yield "]}\n"


def _fact(value: Any) -> str:
    return INFINITE[str(float(value))] if isinstance(value, float) and math.isinf(value) else _json(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _separated(texts: Iterator[str], *, last: bool) -> str:
    """Lines with commas after all of them but the file's last."""
    lines = ",\n".join(texts)
    return lines + ("\n" if last else ",\n") if lines else ""


def _nodes(trace: Trace, rows: slice, moves: list[str], further: list[list[str]]) -> Iterator[str]:
    columns = trace.columns
    attributes = (
        words(columns.move[rows], [f', "move": {move}' for move in moves], ', "move": ""'),
        [f', "ply": {ply}' for ply in trace.ply[rows].tolist()],
        words(turns(trace, rows), [f', "turn": "{turn}"' for turn in TURNS]),
        *(_numbers(name, getattr(columns, name)[rows]) for name in ("alpha", "beta", "value")),
        words(bounds(trace, rows), [f', "bound": "{bound}"' for bound in BOUNDS]),
        words(statuses(trace, rows), [f', "status": "{status}"' for status in STATUSES]),
        words(cutoffs(trace, rows), [f', "cutoff": {word}' for word in ("false", "true")]),
        _numbers("leaf", leaves(trace, rows)),
        [f', "end": {end}' for end in columns.end[rows].tolist()],
        *further,
    )
    for node, *texts in zip(range(rows.start, rows.stop), *attributes, strict=True):
        yield f'{{"id": {node}{"".join(texts)}}}'


def _numbers(name: str, numbers: Floats) -> list[str]:
    return [f', "{name}": {INFINITE.get(text, text)}' if text else "" for text in numerals(numbers)]


def _edges(trace: Trace, rows: slice, moves: list[str]) -> Iterator[str]:
    columns = trace.columns
    parents, taken = columns.parent[rows].tolist(), words(columns.move[rows], moves)
    for node, parent, move in zip(range(rows.start, rows.stop), parents, taken, strict=True):
        if parent >= 0:
            yield f'{{"source": {parent}, "target": {node}, "move": {move}}}'


FORMAT = Format(
    name="json",
    holds="node-link data, as networkx reads it",
    about='In Python `networkx.node_link_graph(json.load(file), edges="edges")` reads it. D3 knows the form, too.',
    write=write,
    takes=("bounds",),
)
