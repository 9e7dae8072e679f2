"""A trace as a flame graph for speedscope (https://www.speedscope.app): where the search spent its nodes.

The file is speedscope's own JSON, an "evented" profile: a node is a frame that opens when it is entered and closes when
it returns. A frame is a move with a sign for what became of it, so that the views that gather frames gather by move;
its `file`, by which speedscope chooses colours, is the kind of node. Files are written chunk by chunk. Of a best-first
search it is a "sampled" profile: each step is a sample of width 1, the path to the node that it is about.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO

import numpy as np

from tracer.recording.columns import Bools, Ints
from tracer.recording.log_numbers import log_of
from tracer.text import clean
from tracer.tracing import Trace
from viz.charts.cells import NAMES, SIGNS, Cell, Codes, cells
from viz.charts.slices import Places, Spans, spans
from viz.formats.format import Drawing, Format
from viz.pictures.headings import title_with_ending

SCHEMA = "https://www.speedscope.app/file-format-schema.json"
CHUNK = 1 << 13
"""Nodes written at a time."""
UNNAMED = "(no name)"
"""In place of a label that has nothing to see."""


@dataclass(frozen=True)
class Weight:
    """What a frame's width counts."""

    name: str
    has_pruned: bool
    """Whether a pruned branch has a width, and so a frame; speedscope leaves out frames without one."""


WEIGHTS = {"visited": Weight("visited nodes", False), "steps": Weight("steps", True)}
"""Visited nodes show where the search went; steps, two a visit and one a pruned branch, also where it did not."""


def write(trace: Trace, stream: BinaryIO, options: Drawing) -> None:
    """Write a trace, or a subtree of it, with a profile for each weight; what is visited is shown first.

    Of a best-first search it is one profile, of the steps that went there.
    """
    for piece in profiles(trace, **options):
        stream.write(piece.encode("ascii"))


def profiles(trace: Trace, *, root: int = 0) -> Iterator[str]:
    """The file in pieces. The time axis is a count, so its unit is `none`. What never returned closes at the end.

    Args:
        trace: what was recorded.
        root: the node at the top.

    Raises:
        PlyscopeError: there is no such root.
    """
    if trace.columns.log is not None:
        frames = _Frames(trace, _axis(trace, root, "visited").root)
        return _file(trace, frames, [_sampled(trace, root, frames)])
    axes = {weight: _axis(trace, root, weight) for weight in WEIGHTS}
    frames = _Frames(trace, root)
    return _file(trace, frames, [_evented(trace, weight, axis, frames) for weight, axis in axes.items()])


def _axis(trace: Trace, root: int, weight: str) -> Spans:
    axis = spans(trace, root=root, across="steps" if weight == "steps" else "nodes")
    if weight == "steps":
        return axis
    before, end = trace.columns.visited_before, trace.columns.end
    first = int(before[root])

    def of(ids: slice) -> tuple[Places, Places]:
        return before[ids].astype(np.int64) - first, before[end[ids]].astype(np.int64) - first

    return Spans(root, int(before[end[root]]) - first, WEIGHTS[weight].name, of)


def _file(trace: Trace, frames: _Frames, written: Iterable[Iterator[str]]) -> Iterator[str]:
    """The JSON, in pieces; an event or a sample a line."""
    title = title_with_ending(trace)
    yield f'{{"$schema":{json.dumps(SCHEMA)},\n"exporter":"plyscope",\n"name":{json.dumps(title)},\n'
    yield '"activeProfileIndex":0,\n"shared":{"frames":[\n'
    yield ",\n".join(frames.described())
    yield '\n]},\n"profiles":['
    for number, profile in enumerate(written):
        yield "," if number else ""
        yield from profile
    yield "]}\n"


def _evented(trace: Trace, weight: str, axis: Spans, frames: _Frames) -> Iterator[str]:
    """A profile of a search that goes depth first."""
    yield _head("evented", f"{WEIGHTS[weight].name}: {trace.header.title}", axis.total, "events")
    yield from _separated(_events(trace, axis, frames, has_pruned=WEIGHTS[weight].has_pruned))
    yield "\n]}"


def _head(kind: str, name: str, total: int, first: str) -> str:
    named = f'\n{{"type":"{kind}","name":{json.dumps(name)},"unit":"none",'
    return f'{named}"startValue":0,"endValue":{total},"{first}":[\n'


def _sampled(trace: Trace, root: int, frames: _Frames) -> Iterator[str]:
    """The steps of a best-first search that are about a subtree, each as the path from its top."""
    columns, log = trace.columns, log_of(trace.columns)
    rows = np.sort(log.rows_below(root, columns.end.item(root)))
    numbers = [number for ids in _chunks(trace, root) for number in frames.of(ids, cells(columns, ids))]
    what = "iterations" if log.counts_visits else "states taken" if log.has_merits else "new proof numbers"
    yield _head("sampled", f"{what}: {trace.header.title}", len(rows), "samples")
    leaves = log.node[rows].tolist()
    parts = (leaves[start : start + CHUNK] for start in range(0, len(leaves), CHUNK))
    yield from _separated([_stack(trace, root, leaf, numbers) for leaf in part] for part in parts)
    yield '\n],"weights":['
    yield ",".join("1" * len(rows))
    yield "]}"


def _stack(trace: Trace, root: int, leaf: int, numbers: Sequence[int]) -> str:
    """The frames from the node at the top down to one, as JSON."""
    way = trace.ancestry(leaf)[trace.columns.ply.item(root) :]
    return f"[{','.join(str(numbers[node - root]) for node in way)}]"


def _separated(pieces: Iterable[list[str]]) -> Iterator[str]:
    """Lists of JSON values as one, with commas between all of them."""
    is_first = True
    for piece in pieces:
        if piece:
            yield ("" if is_first else ",\n") + ",\n".join(piece)
            is_first = False


class _Frames:
    """The frames of a file: each move with each kind of node that it led to."""

    def __init__(self, trace: Trace, root: int) -> None:
        self._trace, self._root = trace, root
        found: Ints = np.empty(0, np.int64)
        for ids in _chunks(trace, root):
            found = np.union1d(found, self._keys(ids, cells(trace.columns, ids)))
        self._known = found

    def _keys(self, ids: slice, kinds: Codes) -> Places:
        keys: Places = (self._trace.columns.move[ids].astype(np.int64) + 1) * len(Cell) + kinds
        return keys

    def of(self, ids: slice, kinds: Codes) -> list[int]:
        """The number of the frame of each of some nodes."""
        numbers: list[int] = np.searchsorted(self._known, self._keys(ids, kinds)).tolist()
        return numbers

    def described(self) -> Iterator[str]:
        """The frames as JSON, in the order of their numbers."""
        for key in self._known.tolist():
            move, kind = divmod(key, len(Cell))
            label = clean(self._trace.move_label(move - 1)) if move else "root"
            name = label if label.strip() else UNNAMED
            yield json.dumps({"name": f"{SIGNS[Cell(kind)]} {name}", "file": NAMES[Cell(kind)]})


def _chunks(trace: Trace, root: int) -> Iterator[slice]:
    stop = int(trace.columns.end[root])
    return (slice(start, min(start + CHUNK, stop)) for start in range(root, stop, CHUNK))


def _events(trace: Trace, axis: Spans, frames: _Frames, *, has_pruned: bool) -> Iterator[list[str]]:
    """Every opening and closing in order, in lists: a node closes before the first node that is not below it opens."""
    columns = trace.columns
    waiting: list[tuple[int, str]] = []
    for ids in _chunks(trace, axis.root):
        kinds = cells(columns, ids)
        shown: Bools = np.ones(len(kinds), bool) if has_pruned else kinds != Cell.PRUNED
        nodes = np.flatnonzero(shown) + ids.start
        begin, close = axis.of(ids)
        numbers = np.array(frames.of(ids, kinds))[shown].tolist()
        rows = zip(
            nodes.tolist(),
            columns.end[nodes].tolist(),
            begin[shown].tolist(),
            close[shown].tolist(),
            numbers,
            strict=True,
        )
        events = []
        for node, end, opens, closes, frame in rows:
            while waiting and waiting[-1][0] <= node:
                events.append(waiting.pop()[1])
            events.append(f'{{"type":"O","frame":{frame},"at":{opens}}}')
            waiting.append((end, f'{{"type":"C","frame":{frame},"at":{closes}}}'))
        yield events
    yield [closing for _, closing in reversed(waiting)]


FORMAT = Format(
    name="speedscope.json",
    holds="a flame graph for speedscope.app",
    about=(
        "speedscope.app shows where the nodes of a search went, as a profiler shows time; of a best-first search, "
        "its paths."
    ),
    write=write,
    takes=("root",),
)
