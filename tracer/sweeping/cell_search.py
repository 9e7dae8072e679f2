"""What a worker does: the searches of some cells, a row each. A row follows from its cell, but for the times in it."""

from __future__ import annotations

import math
import os
import platform
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from time import perf_counter, thread_time
from typing import Any

from tracer.condition.row_conditions import RowCondition, parse_rows
from tracer.count.minimal import Size, minimal_tree
from tracer.errors import GameError, PlyscopeError
from tracer.file.framing import Frames
from tracer.file.whole import put_all
from tracer.games.rules import blame
from tracer.run.plan import Plan, prepare
from tracer.run.run import record
from tracer.searches.contract import NullRecorder
from tracer.sweeping.cells import Cell, file_digests, make_game
from tracer.sweeping.result_columns import (
    COUNT_COLUMNS,
    ERROR_COLUMN,
    IDENTITY_COLUMNS,
    STOPPED_COLUMN,
    TRACE_COLUMN,
    to_column_value,
)
from tracer.sweeping.search_limits import (
    CellTimeout,
    describe_memory_limit,
    describe_time_limit,
    end_when_overdue,
    is_memory_error,
    limit_memory,
    make_node_timer,
)
from tracer.sweeping.spec_values import changed_files
from tracer.sweeping.study import Study
from tracer.text import clean, message_of
from tracer.tracing import Trace

MAX_TRACE_BYTES = 64 * 2**20
"""Bytes of a trace that is kept at most."""
MAX_CARRIED_BYTES = 64 * 2**20
"""Bytes of traces after which a task gives back what it did, and the rest undone."""
TRACES_FOLDER = "traces"
"""Where traces stand, below the dataset."""


@dataclass(frozen=True)
class Task:
    """What holds for all cells of a study: it goes to every worker."""

    columns: dict[str, str]
    max_nodes: int
    max_time: float | None
    keep: str | None
    is_trusted: bool
    max_memory: int | None = None
    """Bytes that a search may take; None is no limit."""
    folder: str = ""
    """Where the files lie that the study names, on every machine that searches."""
    files: Mapping[str, str] = field(default_factory=dict)
    """What is in them, in few signs."""

    @staticmethod
    def for_study(study: Study, default_memory: int | None = None) -> Task:
        """That of a study."""
        limits = (study.max_nodes, study.max_time)
        default_memory = default_memory if study.max_memory is None else study.max_memory
        return Task(
            study.columns, *limits, study.keep, study.is_trusted, default_memory, study.folder, file_digests(study)
        )

    def check_files(self) -> None:
        """Refuse to search where a file that the study names is not what it was when the sweep began."""
        for name in changed_files(self.files, self.folder):
            path_text = clean(os.path.join(self.folder, name))  # noqa: PTH118  # it may be of another machine
            raise PlyscopeError(
                f"{clean(platform.node())} has no {path_text} as it was when the sweep began: files that a study "
                "names stay as they are, and lie at the same path on every machine that searches"
            )


@dataclass
class Done:
    """What came of some cells."""

    rows: list[dict[str, Any]] = field(default_factory=list)
    traces: dict[str, bytes] = field(default_factory=dict)
    """The trace files that are kept, by the names of their cells."""
    unsearched: list[Cell] = field(default_factory=list)
    """Cells for which there was no time."""
    seconds: float = 0.0
    """How long it took."""


def search_cells(task: Task, cells: Sequence[Cell], seconds: float = math.inf) -> Done:
    """Search some cells, at least the first one."""
    task.check_files()
    started, result = perf_counter(), Done()
    proofs: dict[Hashable, Size | None] = {}
    for index, cell in enumerate(cells):
        if index and (perf_counter() - started > seconds or sum(map(len, result.traces.values())) > MAX_CARRIED_BYTES):
            result.unsearched = list(cells[index:])
            break
        row, trace_bytes = search_cell(task, cell, proofs)
        result.rows.append(row)
        if trace_bytes is not None:
            result.traces[cell.name] = trace_bytes
    result.seconds = perf_counter() - started
    return result


def search_cell(
    task: Task, cell: Cell, proofs: dict[Hashable, Size | None] | None = None
) -> tuple[dict[str, Any], bytes | None]:
    """The row of a cell, and its trace file where that is kept. Nothing is raised: what fails is a row with its error.

    Args:
        task: what holds for all cells.
        cell: the search.
        proofs: minimal trees that are known, by what they are of; those that are found are added.
    """
    values: dict[str, Any] = {}
    trace: Trace | None = None
    try:
        with end_when_overdue(task.max_time), limit_memory(task.max_memory):
            trace = _search_and_time(task, cell, values)
            if _is_value_exact(cell, trace):
                values |= _minimal_tree_values(cell, trace, {} if proofs is None else proofs)
    except CellTimeout:
        values[STOPPED_COLUMN] = describe_time_limit(task.max_time or 0)
    except Exception as error:  # whatever a game does, the other cells are searched
        message = str(error) if isinstance(error, PlyscopeError) else message_of(error)
        values[ERROR_COLUMN] = describe_memory_limit(task.max_memory) if is_memory_error(error) else clean(message, 500)
    row = blank_row(task, cell) | {name: to_column_value(task.columns[name], value) for name, value in values.items()}
    if trace is None or task.keep is None or not _parse_condition(task.keep, tuple(task.columns.items())).holds(row):
        return row, None
    trace_bytes = _encode_trace(trace)
    if len(trace_bytes) > MAX_TRACE_BYTES:
        return row, None
    return row | {TRACE_COLUMN: f"{TRACES_FOLDER}/{cell.name}.plyscope"}, trace_bytes


@lru_cache(maxsize=8)
def _parse_condition(text: str, columns: tuple[tuple[str, str], ...]) -> RowCondition:
    return parse_rows(text, dict(columns))


def error_row(task: Task, cell: Cell, reason: str) -> dict[str, Any]:
    """The row of a cell that could not be searched at all."""
    return blank_row(task, cell) | {ERROR_COLUMN: clean(reason, 500)}


def blank_row(task: Task, cell: Cell) -> dict[str, Any]:
    """The row of a cell of which nothing is known but what it is."""
    identity = (cell.name, cell.game, cell.position, cell.setup.search, cell.setup.text)
    known_values = {**dict(zip(IDENTITY_COLUMNS, identity, strict=True)), **cell.parameters}
    return {name: to_column_value(column_type, known_values.get(name)) for name, column_type in task.columns.items()}


def _prepare_plan(task: Task, cell: Cell) -> Plan:
    game = make_game(cell.game, trusted=task.is_trusted, folder=task.folder)
    return prepare(game, cell.setup.search, **cell.arguments(task.folder))


def _search_and_time(task: Task, cell: Cell, values: dict[str, Any]) -> Trace:
    plan = _prepare_plan(task, cell)
    try:
        trace = record(plan, max_nodes=task.max_nodes, progress=make_node_timer(task.max_time))
    except GameError as error:
        if error.trace is not None:
            _add_trace_values(error.trace, values)
        raise
    _add_trace_values(trace, values)
    if trace.header.stopped is None:
        untraced_plan = _prepare_plan(task, cell)  # a game that remembers nothing of the first time
        started = thread_time()  # other processes may have the core in between
        untraced_plan.run(NullRecorder())
        values["seconds"] = thread_time() - started
    return trace


def _add_trace_values(trace: Trace, values: dict[str, Any]) -> None:
    best = trace.best_root_child
    values |= {
        "value": trace.value,
        "best_move": None if best is None else trace.label(best),
        "seconds_recorded": trace.header.seconds,
        STOPPED_COLUMN: trace.header.stopped,
        "visited": trace.counts.visited,
    }
    values |= {name: value for name, value in trace.counts.summary().items() if name in COUNT_COLUMNS}


def _is_value_exact(cell: Cell, trace: Trace) -> bool:
    """Whether the value is one that a proof could have: a window's end is none, and beyond it is a bound alone."""
    window = cell.arguments("").get("window")
    return not isinstance(window, tuple) or (trace.value is not None and window[0] < trace.value < window[1])


def _minimal_tree_values(cell: Cell, trace: Trace, proofs: dict[Hashable, Size | None]) -> dict[str, Any]:
    game, depth = trace.game, trace.header.depth
    assert game is not None
    proof_key = (cell.game, cell.position, depth, dict(cell.setup.options).get("evaluate"))
    if proof_key not in proofs:
        with blame(game):
            proofs[proof_key] = minimal_tree(game, trace.start(), math.inf if depth is None else depth)
    size = proofs[proof_key]
    return {} if size is None else {"minimal": size.nodes, "minimal_tree_leaves": size.leaves}


def _encode_trace(trace: Trace) -> bytes:
    parts: list[bytes] = []
    put_all(trace, Frames(parts.append))
    return b"".join(parts)
