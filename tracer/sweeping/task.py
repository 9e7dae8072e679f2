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
from tracer.searches.contract import NullRecorder, NullTreeRecorder
from tracer.sweeping.allowance import TooLong, at_last, at_most, at_next_node, is_of_memory, said_after, said_of
from tracer.sweeping.cells import Cell, files_of, make
from tracer.sweeping.given import differing
from tracer.sweeping.measures import COUNTED, FAILED, FIXED, KEPT, STOPPED, plain
from tracer.sweeping.study import Study
from tracer.text import clean, message_of
from tracer.tracing import Trace

LARGEST = 64 * 2**20
"""Bytes of a trace that is kept at most."""
CARRIED = 64 * 2**20
"""Bytes of traces after which a task gives back what it did, and the rest undone."""
FOLDER = "traces"
"""Where traces stand, below the dataset."""


@dataclass(frozen=True)
class Task:
    """What holds for all cells of a study: it goes to every worker."""

    columns: dict[str, str]
    max_nodes: int
    max_time: float | None
    keep: str | None
    trusted: bool
    max_memory: int | None = None
    """Bytes that a search may take; None is no limit."""
    folder: str = ""
    """Where the files lie that the study names, on every machine that searches."""
    files: Mapping[str, str] = field(default_factory=dict)
    """What is in them, in few signs."""

    @staticmethod
    def of(study: Study, memory: int | None = None) -> Task:
        """That of a study.

        Args:
            study: what is searched.
            memory: bytes that a search may take where the study does not say.
        """
        limits = (study.max_nodes, study.max_time)
        memory = memory if study.max_memory is None else study.max_memory
        return Task(study.columns, *limits, study.keep, study.trusted, memory, study.folder, files_of(study))

    def need_files(self) -> None:
        """Refuse to search where a file that the study names is not what it was when the sweep began.

        Raises:
            PlyscopeError: one of them is another now, or is not on this machine.
        """
        for name in differing(self.files, self.folder):
            where = clean(os.path.join(self.folder, name))  # noqa: PTH118  # it may be of another machine
            raise PlyscopeError(
                f"{clean(platform.node())} has no {where} as it was when the sweep began: files that a study "
                "names stay as they are, and lie at the same path on every machine that searches"
            )


@dataclass
class Done:
    """What came of some cells."""

    rows: list[dict[str, Any]] = field(default_factory=list)
    traces: dict[str, bytes] = field(default_factory=dict)
    """The trace files that are kept, by the names of their cells."""
    undone: list[Cell] = field(default_factory=list)
    """Cells for which there was no time."""
    seconds: float = 0.0
    """How long it took."""


def search_cells(task: Task, cells: Sequence[Cell], seconds: float = math.inf) -> Done:
    """Search some cells, at least the first one.

    Args:
        task: what holds for all of them.
        cells: each is a search.
        seconds: after which no more of them is begun.

    Raises:
        PlyscopeError: a file that the study names is another now, or is not here.
    """
    task.need_files()
    started, done = perf_counter(), Done()
    proofs: dict[Hashable, Size | None] = {}
    for number, cell in enumerate(cells):
        if number and (perf_counter() - started > seconds or sum(map(len, done.traces.values())) > CARRIED):
            done.undone = list(cells[number:])
            break
        row, kept = search_cell(task, cell, proofs)
        done.rows.append(row)
        if kept is not None:
            done.traces[cell.name] = kept
    done.seconds = perf_counter() - started
    return done


def search_cell(
    task: Task, cell: Cell, proofs: dict[Hashable, Size | None] | None = None
) -> tuple[dict[str, Any], bytes | None]:
    """The row of a cell, and its trace file where that is kept. Nothing is raised: what fails is a row with its error.

    Args:
        task: what holds for all cells.
        cell: the search.
        proofs: minimal trees that are known, by what they are of; those that are found are added.
    """
    found: dict[str, Any] = {}
    trace: Trace | None = None
    try:
        with at_last(task.max_time), at_most(task.max_memory):
            trace = _search(task, cell, found)
            if _is_proved(cell, trace):
                found |= _minimal(cell, trace, {} if proofs is None else proofs)
    except TooLong:
        found[STOPPED] = said_after(task.max_time or 0)
    except Exception as error:  # whatever a game does, the other cells are searched
        said = str(error) if isinstance(error, PlyscopeError) else message_of(error)
        found[FAILED] = said_of(task.max_memory) if is_of_memory(error) else clean(said, 500)
    row = blank(task, cell) | {name: plain(task.columns[name], value) for name, value in found.items()}
    if trace is None or task.keep is None or not _condition(task.keep, tuple(task.columns.items())).holds(row):
        return row, None
    kept = _file(trace)
    if len(kept) > LARGEST:
        return row, None
    return row | {KEPT: f"{FOLDER}/{cell.name}.plyscope"}, kept


@lru_cache(maxsize=8)
def _condition(text: str, columns: tuple[tuple[str, str], ...]) -> RowCondition:
    """The condition, read once and not for every row."""
    return parse_rows(text, dict(columns))


def failed(task: Task, cell: Cell, why: str) -> dict[str, Any]:
    """The row of a cell that could not be searched at all."""
    return blank(task, cell) | {FAILED: clean(why, 500)}


def blank(task: Task, cell: Cell) -> dict[str, Any]:
    """The row of a cell of which nothing is known but what it is."""
    said = (cell.name, cell.game, cell.position, cell.setup.search, cell.setup.text)
    known = {**dict(zip(FIXED, said, strict=True)), **cell.parameters}
    return {name: plain(kind, known.get(name)) for name, kind in task.columns.items()}


def _plan(task: Task, cell: Cell) -> Plan:
    game = make(cell.game, trusted=task.trusted, folder=task.folder)
    return prepare(game, cell.setup.search, **cell.arguments(task.folder))


def _search(task: Task, cell: Cell, found: dict[str, Any]) -> Trace:
    """Search a cell with recording and without, and tell what was found."""
    plan = _plan(task, cell)
    try:
        trace = record(plan, max_nodes=task.max_nodes, progress=at_next_node(task.max_time))
    except GameError as error:
        if error.trace is not None:
            _tell(error.trace, found)
        raise
    _tell(trace, found)
    if trace.header.stopped is None:
        again = _plan(task, cell)  # a game that remembers nothing of the first time
        started = thread_time()  # other processes may have the core in between
        again.run(NullTreeRecorder() if again.search.best_first else NullRecorder())
        found["seconds"] = thread_time() - started
    return trace


def _tell(trace: Trace, found: dict[str, Any]) -> None:
    """What is known of a search."""
    best = trace.best_root_child
    found |= {
        "value": trace.value,
        "best_move": None if best is None else trace.label(best),
        "seconds_recorded": trace.header.seconds,
        STOPPED: trace.header.stopped,
        "visited": trace.counts.visited,
    }
    found |= {name: value for name, value in trace.counts.summary().items() if name in COUNTED}


def _is_proved(cell: Cell, trace: Trace) -> bool:
    """Whether the value is one that a proof could have: a window's end is none, and beyond it is a bound alone."""
    window = cell.arguments("").get("window")
    return not isinstance(window, tuple) or (trace.value is not None and window[0] < trace.value < window[1])


def _minimal(cell: Cell, trace: Trace, proofs: dict[Hashable, Size | None]) -> dict[str, Any]:
    """The smallest tree that proves what the root of a cell is worth."""
    game, depth = trace.game, trace.header.depth
    assert game is not None
    name = (cell.game, cell.position, depth, dict(cell.setup.options).get("evaluate"))
    if name not in proofs:
        with blame(game):
            proofs[name] = minimal_tree(game, trace.start(), math.inf if depth is None else depth)
    size = proofs[name]
    return {} if size is None else {"minimal": size.nodes, "minimal_tree_leaves": size.leaves}


def _file(trace: Trace) -> bytes:
    """A trace as its file is."""
    parts: list[bytes] = []
    put_all(trace, Frames(parts.append))
    return b"".join(parts)
