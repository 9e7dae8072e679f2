"""A trace as a flame graph for speedscope (https://www.speedscope.app): where the search spent its nodes.

The file is speedscope's own JSON, an "evented" profile: a node is a frame that opens when it is entered and closes when
it returns. A frame is a move with a sign for what became of it, so that the views that gather frames gather by move;
its `file`, by which speedscope chooses colours, is the kind of node. Files are written chunk by chunk. Of a best-first
search it is a "sampled" profile: each step is a sample of width 1, the path to the node that it is about.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO

import numpy as np

from tracer.recording.columns import Bools, Ints
from tracer.recording.log_numbers import log_of
from tracer.text import clean
from tracer.tracing import Trace
from viz.charts.cell_kinds import CELL_NAMES, CELL_SIGNS, CellCodes, CellKind, cell_codes
from viz.charts.icicle_slices import NodeSpans, Positions, choose_spans
from viz.formats.format import DrawingOptions, Format
from viz.pictures.headings import title_with_ending

SCHEMA = "https://www.speedscope.app/file-format-schema.json"
CHUNK_SIZE = 1 << 13
"""Nodes written at a time."""
UNNAMED_MOVE = "(no name)"
"""In place of a label that has nothing to see."""


def write_speedscope(trace: Trace, stream: BinaryIO, options: DrawingOptions) -> None:
    """Write a trace, or a subtree of it, with a profile for each weight; what is visited is shown first.

    Of a best-first search it is one profile, of the steps that went there.
    """
    for piece in profile_pieces(trace, **options):
        stream.write(piece.encode("ascii"))


def profile_pieces(trace: Trace, *, root: int = 0) -> Iterator[str]:
    """The file in pieces. The time axis is a count, so its unit is `none`. What never returned closes at the end.

    Raises:
        PlyscopeError: there is no such root.
    """
    step_spans = None if trace.columns.log is not None else choose_spans(trace, root=root, unit_choice="steps")
    visited_spans = _visited_spans(trace, root)
    frames = _FrameTable(trace, root)
    if step_spans is None:
        return _file_pieces(trace, frames, [_sampled_profile(trace, root, frames)])
    # Visited nodes show where the search went; steps, two a visit and one a pruned branch, also where it did not.
    profiles = [
        _evented_profile(trace, "visited nodes", visited_spans, frames, has_pruned=False),
        _evented_profile(trace, "steps", step_spans, frames, has_pruned=True),
    ]
    return _file_pieces(trace, frames, profiles)


def _visited_spans(trace: Trace, root: int) -> NodeSpans:
    """An axis on which a pruned branch has no width, and so no frame: speedscope leaves out frames without one."""
    choose_spans(trace, root=root)  # refuses a root that is not there
    visited_before, subtree_ends = trace.columns.visited_before, trace.columns.end
    visited_at_root = int(visited_before[root])

    def spans_of(ids: slice) -> tuple[Positions, Positions]:
        starts, ends = visited_before[ids], visited_before[subtree_ends[ids]]
        return starts.astype(np.int64) - visited_at_root, ends.astype(np.int64) - visited_at_root

    return NodeSpans(root, int(visited_before[subtree_ends[root]]) - visited_at_root, "visited nodes", spans_of)


def _file_pieces(trace: Trace, frames: _FrameTable, profiles: Iterable[Iterator[str]]) -> Iterator[str]:
    """The JSON, in pieces; an event or a sample a line."""
    title = title_with_ending(trace)
    yield f'{{"$schema":{json.dumps(SCHEMA)},\n"exporter":"plyscope",\n"name":{json.dumps(title)},\n'
    yield '"activeProfileIndex":0,\n"shared":{"frames":[\n'
    yield ",\n".join(frames.frame_descriptions())
    yield '\n]},\n"profiles":['
    for index, profile in enumerate(profiles):
        yield "," if index else ""
        yield from profile
    yield "]}\n"


def _evented_profile(
    trace: Trace, name: str, node_spans: NodeSpans, frames: _FrameTable, *, has_pruned: bool
) -> Iterator[str]:
    yield _profile_head("evented", f"{name}: {trace.header.title}", node_spans.total_units, "events")
    yield from _join_lists(_event_lists(trace, node_spans, frames, has_pruned=has_pruned))
    yield "\n]}"


def _profile_head(profile_type: str, name: str, total: int, list_name: str) -> str:
    head = f'\n{{"type":"{profile_type}","name":{json.dumps(name)},"unit":"none",'
    return f'{head}"startValue":0,"endValue":{total},"{list_name}":[\n'


def _sampled_profile(trace: Trace, root: int, frames: _FrameTable) -> Iterator[str]:
    """The steps of a best-first search that are about a subtree, each as the path from its top."""
    columns, log = trace.columns, log_of(trace.columns)
    log_rows = np.sort(log.rows_below(root, columns.end.item(root)))
    frame_numbers = [
        frame_number
        for ids in _id_chunks(trace, root)
        for frame_number in frames.frame_numbers(ids, cell_codes(columns, ids))
    ]
    sample_name = "iterations" if log.counts_visits else "states taken" if log.has_merits else "new proof numbers"
    yield _profile_head("sampled", f"{sample_name}: {trace.header.title}", len(log_rows), "samples")
    leaves = log.node[log_rows].tolist()
    leaf_chunks = (leaves[start : start + CHUNK_SIZE] for start in range(0, len(leaves), CHUNK_SIZE))
    yield from _join_lists([_stack_json(trace, root, leaf, frame_numbers) for leaf in chunk] for chunk in leaf_chunks)
    yield '\n],"weights":['
    yield ",".join("1" * len(log_rows))
    yield "]}"


def _stack_json(trace: Trace, root: int, leaf: int, frame_numbers: Sequence[int]) -> str:
    path = trace.ancestry(leaf)[trace.columns.ply.item(root) :]
    return f"[{','.join(str(frame_numbers[node - root]) for node in path)}]"


def _join_lists(pieces: Iterable[list[str]]) -> Iterator[str]:
    """Lists of JSON values as one, with commas between all of them."""
    is_first = True
    for piece in pieces:
        if piece:
            yield ("" if is_first else ",\n") + ",\n".join(piece)
            is_first = False


class _FrameTable:
    """The frames of a file: each move with each kind of node that it led to."""

    def __init__(self, trace: Trace, root: int) -> None:
        self._trace, self._root = trace, root
        keys: Ints = np.empty(0, np.int64)
        for ids in _id_chunks(trace, root):
            keys = np.union1d(keys, self._keys(ids, cell_codes(trace.columns, ids)))
        self._frame_keys = keys

    def _keys(self, ids: slice, cell_kinds: CellCodes) -> Positions:
        keys: Positions = (self._trace.columns.move[ids].astype(np.int64) + 1) * len(CellKind) + cell_kinds
        return keys

    def frame_numbers(self, ids: slice, cell_kinds: CellCodes) -> list[int]:
        """The number of the frame of each of some nodes."""
        numbers: list[int] = np.searchsorted(self._frame_keys, self._keys(ids, cell_kinds)).tolist()
        return numbers

    def frame_descriptions(self) -> Iterator[str]:
        """The frames as JSON, in the order of their numbers."""
        for key in self._frame_keys.tolist():
            move, cell_kind = divmod(key, len(CellKind))
            label = clean(self._trace.move_label(move - 1)) if move else "root"
            name = label if label.strip() else UNNAMED_MOVE
            yield json.dumps(
                {"name": f"{CELL_SIGNS[CellKind(cell_kind)]} {name}", "file": CELL_NAMES[CellKind(cell_kind)]}
            )


def _id_chunks(trace: Trace, root: int) -> Iterator[slice]:
    stop = int(trace.columns.end[root])
    return (slice(start, min(start + CHUNK_SIZE, stop)) for start in range(root, stop, CHUNK_SIZE))


def _event_lists(trace: Trace, node_spans: NodeSpans, frames: _FrameTable, *, has_pruned: bool) -> Iterator[list[str]]:
    """Every opening and closing in order, in lists: a node closes before the first node that is not below it opens."""
    columns = trace.columns
    open_frames: list[tuple[int, str]] = []
    for ids in _id_chunks(trace, node_spans.root):
        cell_kinds = cell_codes(columns, ids)
        is_shown: Bools = np.ones(len(cell_kinds), bool) if has_pruned else cell_kinds != CellKind.PRUNED
        nodes = np.flatnonzero(is_shown) + ids.start
        opening_times, closing_times = node_spans.spans_of(ids)
        numbers = np.array(frames.frame_numbers(ids, cell_kinds))[is_shown].tolist()
        rows = zip(
            nodes.tolist(),
            columns.end[nodes].tolist(),
            opening_times[is_shown].tolist(),
            closing_times[is_shown].tolist(),
            numbers,
            strict=True,
        )
        events = []
        for node, end, opened_at, closed_at, frame in rows:
            while open_frames and open_frames[-1][0] <= node:
                events.append(open_frames.pop()[1])
            events.append(f'{{"type":"O","frame":{frame},"at":{opened_at}}}')
            open_frames.append((end, f'{{"type":"C","frame":{frame},"at":{closed_at}}}'))
        yield events
    yield [closing for _, closing in reversed(open_frames)]


FORMAT = Format(
    name="speedscope.json",
    holds="a flame graph for speedscope.app",
    about=(
        "speedscope.app shows where the nodes of a search went, as a profiler shows time; of a best-first search, "
        "its paths."
    ),
    write=write_speedscope,
    takes=("root",),
)
