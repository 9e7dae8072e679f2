"""One call of a recorded program, line by line: what its variables held, and which children its lines led to."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from os import devnull
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from tracer.errors import PlyscopeError
from tracer.recording.columns import NO_LINE
from tracer.recording.source import Source
from tracer.recording.status import PRUNED
from tracer.stepping.recorded_program import Program
from tracer.text import clean, clean_lines
from tracer.tracing import Trace

POLL_SECONDS = 0.05
"""Seconds between two looks at the second run."""
_CHILD = Path(__file__).with_name("child.py")


@dataclass(frozen=True)
class ExecutedLine:
    """A moment of a call: a line that is about to be executed, or on which the call ends."""

    number: int
    """The line, as its file counts."""
    values: dict[str, str]
    """The variables that can be written, as they are at this moment."""
    changed: frozenset[str]
    """The names of those that are new or other than at the moment before."""
    board: tuple[str, ...]
    """The position, line by line; empty where no variable is known to hold it."""
    children: tuple[int, ...]
    """The nodes that were called since the moment before."""
    message: str
    """What else happened: an exception, what was returned."""


@dataclass(frozen=True)
class SteppedCall:
    """A call, line by line."""

    node: int
    source: Source
    lines: tuple[ExecutedLine, ...]
    is_cut_short: bool
    """Whether it went on after so many lines that no more were watched."""


def step_through_call(
    trace: Trace,
    node: int,
    program: Program,
    cancelled: Callable[[], bool] = lambda: False,
    *,
    until: int | None = None,
) -> SteppedCall:
    """Run a script again up to one visit and watch that call; positions are not copied.

    Args:
        trace: the recording.
        node: the visit.
        program: the script, which somebody wants to be run.
        cancelled: asked meanwhile; the run ends when it is true.
        until: the child at whose call the run ends, or the visit itself for its first line; None is its return.

    Raises:
        PlyscopeError: the second run differs from the recording, which says at which visit; or there is no such call.
    """
    source = trace.source(node)
    if trace.columns.status[node] == PRUNED:
        raise PlyscopeError(f"node {node:,} is a branch that was pruned: it was never called, and has no lines")
    if node == 0 and _driver_function(trace):
        raise PlyscopeError("node 0 calls the search again and again: step into one of its iterations")
    if source is None or not source.lines:
        raise PlyscopeError(f"the recording has no source of node {node:,}")
    with TemporaryDirectory(prefix="plyscope-") as name:
        folder = Path(name)
        visits = _write_job(trace, node, program, folder, until)
        status = _wait_for_child(folder, program.stdin, cancelled)
        try:
            result = json.loads((folder / "result.json").read_text("utf-8"))
        except (OSError, ValueError):
            raise PlyscopeError(
                f"{program.command} ended, with status {status}, before it came to this visit"
            ) from None
    _require_same_run(result, visits, program)
    return SteppedCall(node, source, tuple(_make_lines(result["lines"], visits)), bool(result.get("more")))


def _driver_function(trace: Trace) -> int:
    """The number of the function that calls the search again and again, which is the root then; 0 where none does."""
    function_of_node = trace.columns.function
    return 0 if function_of_node is None or 0 not in trace.drivers else int(function_of_node[0])


def _write_job(trace: Trace, node: int, program: Program, folder: Path, until: int | None) -> list[int]:
    """Write what the second run needs; gives the nodes of the visits that it is held against."""
    columns = trace.columns
    visits_end = int(columns.end[node]) if until is None else until + 1
    first_node, earlier_searches, sources = 0, 0, [source.as_json() for source in trace.sources]
    if driver := _driver_function(trace):  # each of its iterations is a search of the script
        iterations = [iteration for iteration in trace.children(0) if iteration <= node]
        first_node, earlier_searches = iterations[-1], len(iterations) - 1
        if 0 < driver < len(sources):
            sources[driver]["line"] = -1  # it is not looked for
    visits = first_node + np.flatnonzero(columns.status[first_node:visits_end] != PRUNED)

    def told(column: Any, missing: int) -> Any:
        return np.full(len(visits), missing, np.int64) if column is None else column[visits].astype(np.int64)

    line_columns = (
        told(columns.called_at, NO_LINE),
        columns.ply[visits] - columns.ply[first_node],
        told(columns.left_at, NO_LINE),
    )
    np.save(folder / "expected.npy", np.stack([told(columns.function, 0), *line_columns], axis=1))
    np.save(folder / "values.npy", columns.value[visits])
    visit_index = {int(iteration): place for place, iteration in enumerate(visits)}
    texts = {
        str(visit_index[iteration]): text
        for iteration in trace.ancestry(node)
        if iteration >= first_node and (text := trace.text(iteration)) is not None
    }
    job = {
        "script": str(program.path),
        "module": program.module,
        "arguments": list(program.arguments),
        "search": program.search + earlier_searches,
        "visit": visit_index[node],
        "until": None if until is None else visit_index[until],
        "sources": sources,
        "texts": texts,
    }
    (folder / "job.json").write_text(json.dumps(job), "utf-8")
    return [int(iteration) for iteration in visits]


def _wait_for_child(folder: Path, stdin: Path | None, cancelled: Callable[[], bool]) -> int:
    """Run the script, without a shell and without the folder we are in among its modules; gives its status."""
    no_output = subprocess.DEVNULL
    try:
        input_stream = Path(devnull if stdin is None else stdin).open("rb")  # noqa: SIM115  # it is closed below
    except OSError as error:
        raise PlyscopeError(f"cannot read {clean(str(stdin))}: {error.strerror}") from error
    with input_stream:
        process = subprocess.Popen(  # noqa: S603  # the script that the user has named, or has agreed to
            [sys.executable, "-P", str(_CHILD), str(folder)], stdin=input_stream, stdout=no_output, stderr=no_output
        )
    try:
        while True:
            try:
                return process.wait(POLL_SECONDS)
            except subprocess.TimeoutExpired:
                if cancelled():
                    raise PlyscopeError("given up") from None
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


def _require_same_run(result: dict[str, Any], visits: list[int], program: Program) -> None:
    if "error" in result:
        raise PlyscopeError(clean(result["error"]))
    if "differs" in result:
        visit = result["differs"]
        raise PlyscopeError(
            f"the second run differs from the recording at visit {visit + 1:,} (node {visits[visit]:,}): "
            f"{clean(result['how'], 400)}; the search is not deterministic"
        )
    if "ended" in result:
        reason = f" by {clean(result['ended'])}" if result["ended"] else ""
        raise PlyscopeError(
            "the second run differs from the recording: "
            f"{program.command} ended{reason} in search {result['search']:,} "
            f"after {result['visits']:,} visits and has not come here; the search is not deterministic"
            + ("" if program.stdin else f", or it reads an input: --script '{program.command} < FILE' gives it a file")
        )


def _make_lines(line_records: list[dict[str, Any]], visits: list[int]) -> list[ExecutedLine]:
    lines: list[ExecutedLine] = []
    values: dict[str, str] = {}
    for line_record in line_records:
        values = {name: text for name, text in values.items() if name not in line_record["gone"]} | line_record[
            "changed"
        ]
        children = tuple(visits[visit] for visit in line_record["visits"] if visit < len(visits))
        board = tuple(clean_lines(line_record["board"])) if line_record["board"] is not None else ()
        changed = frozenset(line_record["changed"])
        lines.append(ExecutedLine(line_record["line"], values, changed, board, children, clean(line_record["said"])))
    return lines
