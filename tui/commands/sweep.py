"""`plyscope sweep`: a study of many searches, one row each, on this machine or a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tracer.errors import PlyscopeError
from tracer.text import clean
from tui.terminal import status_line
from tui.terminal.output import align_columns, print_message, print_output
from tui.terminal.progress import Throttle
from tui.terminal.trace_source import Interrupted

if TYPE_CHECKING:
    from tracer.sweeping.dataset import Dataset
    from tracer.sweeping.running import Pool, Progress
    from tracer.sweeping.study import Study

SHOWN_CELLS = 5
"""Cells that a dry run shows."""
REPORT_INTERVAL = 60.0
"""Seconds between two lines that say how far it is, where no terminal shows it."""


def sweep(
    study: Annotated[Path, typer.Argument(help="The study, a TOML file.", show_default=False)],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The results folder; an existing one is resumed.")
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(help="Local worker processes [one per core]; 0 searches in this process, without Dask."),
    ] = None,
    scheduler: Annotated[
        str | None, typer.Option(help="The address of a Dask scheduler, whose workers search.")
    ] = None,
    scheduler_file: Annotated[Path | None, typer.Option(help="A scheduler file instead of the address.")] = None,
    max_nodes: Annotated[int | None, typer.Option(help="Stop a search after so many visited nodes.")] = None,
    max_time: Annotated[float | None, typer.Option(help="Stop a search after so many seconds.")] = None,
    max_memory: Annotated[
        str | None, typer.Option(help="Memory limit of a search, such as 2G [a share of the machine's].")
    ] = None,
    keep: Annotated[
        str | None, typer.Option(help="Keep traces of the rows that fulfil a condition: 'visited > 10 * minimal'.")
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print what would be searched, and search nothing.")
    ] = False,
    columns: Annotated[
        bool, typer.Option("--columns", help="Explain the columns of the results, and search nothing.")
    ] = False,
    retry: Annotated[bool, typer.Option("--retry", help="Search failed cells again.")] = False,
    trust: Annotated[bool, typer.Option("--trust", help="Run the Python code that the study names.")] = False,
) -> None:
    """Run a study: searches over many games, positions and options.

    A study is a TOML file; each combination of its games, positions, searches, options and seeds is a cell, which is
    one search and one row.

    \b
    plyscope sweep study.toml --dry-run
    plyscope sweep study.toml -o results/
    plyscope sweep study.toml -o results/ --scheduler tcp://10.0.0.1:8786

    The rows are results/rows/*.parquet, which every dataframe library reads; --columns explains them. To resume an
    interrupted study, run the same command again. Exit status 1 if a cell failed.
    """
    from tracer.sweeping.cells import check_searches, count
    from tracer.sweeping.study import load

    loaded_study = load(study, trusted=trust).limited(max_nodes, max_time, keep, max_memory)
    if columns:
        _print_columns(loaded_study)
        return
    status_line.show_status("counting the cells …")
    try:
        cells = count(loaded_study)
        check_searches(loaded_study)
    except PlyscopeError as error:
        raise PlyscopeError(f"{clean(str(study))}: {error}") from error
    finally:
        status_line.clear_status()
    if dry_run:
        _print_plan(loaded_study, cells, output)
        return
    if output is None:
        raise PlyscopeError("where do the results go? Name a folder: -o results/, or look first: --dry-run")
    if sum(option is not None for option in (workers, scheduler, scheduler_file)) > 1:
        raise PlyscopeError("--workers, --scheduler and --scheduler-file say who searches: give one of them")
    if workers is not None and workers < 0:
        raise PlyscopeError(f"--workers is a number of processes, 0 or more, not {workers}")
    open_pool = partial(_open_pool, workers, scheduler, scheduler_file)
    if _run_study(loaded_study, cells, output, open_pool, retry=retry):
        raise typer.Exit(1)


def _print_columns(study: Study) -> None:
    from tracer.sweeping.result_columns import IDENTITY, iter_meanings

    print_output(align_columns(list(iter_meanings(study.parameters)), left=(0, 1, 2)))
    print_output(f"\n{IDENTITY}")


def _print_plan(study: Study, cell_count: int, output: Path | None) -> None:
    from tracer.sweeping.cells import iter_cells
    from tracer.sweeping.dataset import count_rows
    from tracer.sweeping.running import check_study

    existing_rows = 0 if output is None else count_rows(output, study)
    remaining_text = (
        f", {cell_count - existing_rows:,} of them not yet in {clean(str(output))}" if output is not None else ""
    )
    print_output(f"{cell_count:,} cells, {len(study.columns)} columns{remaining_text}")
    for cell in islice(iter_cells(study), SHOWN_CELLS):
        print_output(f"  {cell.name}  {cell.title}")
    if cell_count > SHOWN_CELLS:
        print_output(f"  … {cell_count - SHOWN_CELLS:,} more")
    status_line.show_status("looking at the positions …")
    examined = check_study(study)
    status_line.clear_status()
    if examined.failed_count:
        positions = f"{examined.failed_count:,} of {examined.tried_count:,} positions"
        print_output(f"{positions} would be rows with an error, the first: {examined.first_error}")
    if not examined.is_complete:
        print_output(f"only the first {examined.tried_count:,} positions were looked at")


def _run_study(
    study: Study, cell_count: int, output: Path, open_pool: Callable[[], AbstractContextManager[Pool]], *, retry: bool
) -> int:
    from tracer.sweeping.dataset import open_dataset, require_arrow
    from tracer.sweeping.running import sweep as search_all

    require_arrow()
    with open_dataset(output, study, cell_count) as dataset:
        if retry:
            print_message(f"{dataset.forget_failed():,} cells that failed are searched again")
        existing_cells = len(dataset.there())
        if existing_cells:
            print_message(f"{existing_cells:,} of {cell_count:,} cells are there already")
        if existing_cells < cell_count:
            try:
                with open_pool() as pool:
                    search_all(dataset, cell_count, pool, partial(_report_progress, Throttle(REPORT_INTERVAL)))
            except KeyboardInterrupt:
                status_line.clear_status()
                progress_text = f"{len(dataset.there()):,} of {cell_count:,} cells are in {dataset.name}"
                raise Interrupted(f"interrupted: {progress_text}; the same command goes on") from None
            finally:
                status_line.clear_status()
        return _print_outcomes(dataset, cell_count)


@contextmanager
def _open_pool(workers: int | None, scheduler: str | None, scheduler_file: Path | None) -> Iterator[Pool]:
    from tracer.sweeping import cluster
    from tracer.sweeping.running import Here

    if workers == 0:
        yield Here()
        return
    status_line.show_status("starting …")
    is_remote = scheduler is not None or scheduler_file is not None
    with cluster.remote(scheduler, scheduler_file) if is_remote else cluster.local(workers) as pool:
        print_message(pool.description + (f", {pool.dashboard}" if pool.dashboard else ""))
        yield pool


def _report_progress(throttle: Throttle, progress: Progress) -> None:
    """Say how far it is: on the terminal always, and elsewhere now and then in a line."""
    if status_line.can_show_status():
        status_line.show_status(_describe_progress(progress))
    elif throttle.is_due():
        print_message(_describe_progress(progress))


def _describe_progress(progress: Progress) -> str:
    share = f"{progress.done:,} of {progress.of:,} cells, {progress.done / progress.of:.0%}"
    rate = f", {progress.here / progress.seconds:,.0f} cells/s" if progress.here and progress.seconds else ""
    time_left = "" if progress.left is None else f", {_format_duration(progress.left)} left"
    failed_text = f", {progress.failed:,} failed" if progress.failed else ""
    return f"{share}{rate}{time_left}{failed_text}"


def _format_duration(seconds: float) -> str:
    """A time as people read it.

    >>> _format_duration(62), _format_duration(7_500)
    ('1:02', '2:05 h')
    """
    minutes, whole_seconds = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02} h" if minutes >= 60 else f"{minutes}:{whole_seconds:02}"


def _print_outcomes(dataset: Dataset, cell_count: int) -> int:
    from tracer.sweeping.result_columns import ERROR_COLUMN, STOPPED_COLUMN, TRACE_COLUMN
    from tracer.sweeping.result_folder import ROWS_FOLDER

    outcomes = dataset.outcomes()
    outcome_phrases = {
        ERROR_COLUMN: "failed",
        STOPPED_COLUMN: "stopped by a limit",
        TRACE_COLUMN: "with their traces kept",
    }
    outcomes_text = ", ".join(
        f"{outcomes[name]:,} {phrase}" for name, phrase in outcome_phrases.items() if outcomes[name]
    )
    print_output(
        f"{cell_count:,} cells in {clean(str(dataset.folder / ROWS_FOLDER))}"
        + (f": {outcomes_text}" if outcomes_text else "")
    )
    if failed_count := outcomes[ERROR_COLUMN]:
        print_message(
            f"one that failed: {clean(dataset.one_error() or '', 200)}; --retry searches such cells once more"
        )
    return failed_count
