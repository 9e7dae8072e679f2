"""`plyscope sweep`: a study of many searches, one row each, on this machine or a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from tracer.errors import PlyscopeError
from tracer.text import clean
from tui.terminal import status
from tui.terminal.output import emit, say
from tui.terminal.source import Interrupted

if TYPE_CHECKING:
    from tracer.sweeping.dataset import Dataset
    from tracer.sweeping.running import Pool, Progress
    from tracer.sweeping.study import Study

SHOWN = 5
"""Cells that a dry run shows."""
EVERY = 60.0
"""Seconds between two lines that say how far it is, where no terminal shows it."""


def sweep(
    study: Annotated[Path, typer.Argument(help="The study, a TOML file.", show_default=False)],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The folder of the results; one that is there goes on.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(help="Processes of this machine [one a core]; 0 searches in this one, without Dask.")
    ] = None,
    scheduler: Annotated[
        str | None, typer.Option(help="The address of a Dask scheduler, whose workers search.")
    ] = None,
    scheduler_file: Annotated[Path | None, typer.Option(help="A scheduler file in its place.")] = None,
    max_nodes: Annotated[int | None, typer.Option(help="Stop a search after so many visited nodes.")] = None,
    max_time: Annotated[float | None, typer.Option(help="Stop a search after so many seconds.")] = None,
    max_memory: Annotated[
        str | None, typer.Option(help="Bytes that a search may take, such as 2G [a share of the machine's].")
    ] = None,
    keep: Annotated[
        str | None, typer.Option(help="Keep traces of the rows that fulfil a condition: 'visited > 10 * minimal'.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be searched, and search nothing.")] = False,
    columns: Annotated[
        bool, typer.Option("--columns", help="Say what the columns of the results mean, and search nothing.")
    ] = False,
    retry: Annotated[bool, typer.Option("--retry", help="Search the cells once more that failed.")] = False,
    trust: Annotated[bool, typer.Option("--trust", help="Run the Python code that the study names.")] = False,
) -> None:
    """Run a study: searches over many games, positions and options.

    A study is a TOML file; each combination of its games, positions, searches, options and seeds is a cell, which is
    one search and one row.

    \b
    plyscope sweep study.toml --dry-run
    plyscope sweep study.toml -o results/
    plyscope sweep study.toml -o results/ --scheduler tcp://10.0.0.1:8786

    The rows are results/rows/*.parquet, which every dataframe library reads; --columns says what is in them. The same
    command goes on where it was ended. Exit status 1 where a cell failed.
    """
    from tracer.sweeping.cells import check_searches, count
    from tracer.sweeping.study import load

    found = load(study, trusted=trust).limited(max_nodes, max_time, keep, max_memory)
    if columns:
        _tell_columns(found)
        return
    status.show("counting the cells …")
    try:
        cells = count(found)
        check_searches(found)
    except PlyscopeError as error:
        raise PlyscopeError(f"{clean(str(study))}: {error}") from error
    finally:
        status.clear()
    if dry_run:
        _tell(found, cells, output)
        return
    if output is None:
        raise PlyscopeError("where do the results go? Name a folder: -o results/, or look first: --dry-run")
    if sum(one is not None for one in (workers, scheduler, scheduler_file)) > 1:
        raise PlyscopeError("--workers, --scheduler and --scheduler-file say who searches: give one of them")
    if workers is not None and workers < 0:
        raise PlyscopeError(f"--workers is a number of processes, 0 or more, not {workers}")
    if _run(found, cells, output, _Who(workers, scheduler, scheduler_file), retry=retry):
        raise typer.Exit(1)


def _tell_columns(study: Study) -> None:
    """Say what the columns of the results mean."""
    from tracer.sweeping.result_columns import IDENTITY, iter_meanings

    found = list(iter_meanings(study.parameters))
    wide = max(len(name) for name, _, _ in found)
    for name, kind, said in found:
        emit(f"{name:<{wide}}  {kind:<6}  {said}")
    emit(f"\n{IDENTITY}")


def _tell(study: Study, of: int, output: Path | None) -> None:
    """Say what a study would search, and what would go wrong."""
    from tracer.sweeping.cells import iter_cells
    from tracer.sweeping.dataset import count_rows
    from tracer.sweeping.running import check_study

    there = 0 if output is None else count_rows(output, study)
    left = f", {of - there:,} of them not yet in {clean(str(output))}" if output is not None else ""
    emit(f"{of:,} cells, {len(study.columns)} columns{left}")
    for cell in islice(iter_cells(study), SHOWN):
        emit(f"  {cell.name}  {cell.title}")
    if of > SHOWN:
        emit(f"  … {of - SHOWN:,} more")
    status.show("looking at the positions …")
    seen = check_study(study)
    status.clear()
    if seen.failed_count:
        emit(
            f"{seen.failed_count:,} of {seen.tried_count:,} positions would be rows with an error, "
            f"the first: {seen.first_error}"
        )
    if not seen.is_complete:
        emit(f"only the first {seen.tried_count:,} positions were looked at")


class _Who(NamedTuple):
    """Who searches, as the command line says."""

    workers: int | None
    scheduler: str | None
    scheduler_file: Path | None


def _run(study: Study, of: int, output: Path, who: _Who, *, retry: bool) -> int:
    """Search what has no row yet, say how it went, and return how many failed."""
    from tracer.sweeping.dataset import open_dataset, require_arrow
    from tracer.sweeping.running import sweep as search_all

    require_arrow()
    with open_dataset(output, study, of) as dataset:
        if retry:
            say(f"{dataset.forget_failed():,} cells that failed are searched again")
        there = len(dataset.there())
        if there:
            say(f"{there:,} of {of:,} cells are there already")
        if there < of:
            try:
                with _pool(who) as pool:
                    search_all(dataset, of, pool, _Show())
            except KeyboardInterrupt:
                status.clear()
                kept = f"{len(dataset.there()):,} of {of:,} cells are in {dataset.name}"
                raise Interrupted(f"interrupted: {kept}; the same command goes on") from None
            finally:
                status.clear()
        return _sum_up(dataset, of)


@contextmanager
def _pool(who: _Who) -> Iterator[Pool]:
    """Those who search."""
    from tracer.sweeping import cluster
    from tracer.sweeping.running import Here

    workers, scheduler, scheduler_file = who
    if workers == 0:
        yield Here()
        return
    status.show("starting …")
    remote = scheduler is not None or scheduler_file is not None
    with cluster.remote(scheduler, scheduler_file) if remote else cluster.local(workers) as found:
        say(found.description + (f", {found.dashboard}" if found.dashboard else ""))
        yield found


class _Show:
    """Says how far it is: on the terminal always, and elsewhere now and then in a line."""

    def __init__(self) -> None:
        self._said = monotonic()

    def __call__(self, progress: Progress) -> None:
        if status.is_possible():
            status.show(_how_far(progress))
        elif monotonic() - self._said >= EVERY:
            self._said = monotonic()
            say(_how_far(progress))


def _how_far(progress: Progress) -> str:
    share = f"{progress.done:,} of {progress.of:,} cells, {progress.done / progress.of:.0%}"
    rate = f", {progress.here / progress.seconds:,.0f} cells/s" if progress.here and progress.seconds else ""
    left = "" if progress.left is None else f", {_clock(progress.left)} left"
    failed = f", {progress.failed:,} failed" if progress.failed else ""
    return f"{share}{rate}{left}{failed}"


def _clock(seconds: float) -> str:
    """A time as people read it.

    >>> _clock(62), _clock(7_500)
    ('1:02', '2:05 h')
    """
    whole = round(seconds)
    return f"{whole // 3600}:{whole % 3600 // 60:02} h" if whole >= 3600 else f"{whole // 60}:{whole % 60:02}"


def _sum_up(dataset: Dataset, of: int) -> int:
    """Say what is there in the end, and return how many cells failed."""
    from tracer.sweeping.result_columns import ERROR_COLUMN, STOPPED_COLUMN, TRACE_COLUMN
    from tracer.sweeping.result_folder import ROWS_FOLDER

    outcomes = dataset.outcomes()
    said = {ERROR_COLUMN: "failed", STOPPED_COLUMN: "stopped by a limit", TRACE_COLUMN: "with their traces kept"}
    told = ", ".join(f"{outcomes[name]:,} {what}" for name, what in said.items() if outcomes[name])
    emit(f"{of:,} cells in {clean(str(dataset.folder / ROWS_FOLDER))}" + (f": {told}" if told else ""))
    if failed := outcomes[ERROR_COLUMN]:
        say(f"one that failed: {clean(dataset.one_error() or '', 200)}; --retry searches such cells once more")
    return failed
