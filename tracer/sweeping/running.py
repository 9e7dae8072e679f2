"""Running a study: batches of its cells are handed to whoever searches them, and what comes back is kept."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from time import monotonic
from typing import NamedTuple, Protocol

from tracer.errors import PlyscopeError
from tracer.sweeping.cell_search import Done, Task, search_cells
from tracer.sweeping.cells import Cell, iter_cells, try_cell
from tracer.sweeping.dataset import Dataset
from tracer.sweeping.result_columns import ERROR_COLUMN
from tracer.sweeping.search_limits import memory_per_process
from tracer.sweeping.study import Study
from tracer.text import clean, message_of

BATCH_SECONDS = 4.0
"""How long the searches of a batch shall take."""
MAX_BATCH = 2_000
"""Cells of a batch at most."""
MAX_GROWTH = 4
"""How many times larger than the one before a batch may be: what the first ones took says little."""


class Progress(NamedTuple):
    """How far a sweep is."""

    done: int
    """Cells that have a row, whoever searched them."""
    of: int
    """All cells of the study."""
    here: int
    """Cells that this sweep searched."""
    failed: int
    """Of these, the cells that have an error."""
    seconds: float
    """How long it has been at work."""

    @property
    def left(self) -> float | None:
        """Seconds that the rest will take, if it takes as long as what this sweep did; None where that is unknown."""
        return (self.of - self.done) * self.seconds / self.here if self.here else None


class Batches:
    """Cells that are still to be searched, in batches that take about as long as they shall."""

    def __init__(self, cells: Iterable[Cell], seconds: float = BATCH_SECONDS) -> None:
        self._cells = iter(cells)
        self._undone: deque[Cell] = deque()
        self._batch_size = 1
        self.seconds = seconds

    def take_batch(self) -> list[Cell]:
        """The next batch; empty where nothing is left now."""
        undone_cells = [self._undone.popleft() for _ in range(min(self._batch_size, len(self._undone)))]
        return undone_cells + list(islice(self._cells, self._batch_size - len(undone_cells)))

    def adapt_to(self, done: Done) -> None:
        """Go by what a batch took, and take again what it left undone."""
        self._undone.extend(done.unsearched)
        if done.rows:
            fitting_size = round(self.seconds * len(done.rows) / max(done.seconds, 1e-6))
            self._batch_size = max(1, min(fitting_size, MAX_GROWTH * max(self._batch_size, len(done.rows)), MAX_BATCH))


class Pool(Protocol):
    """Who searches."""

    @property
    def memory(self) -> int | None:
        """Bytes that a search may take where the study does not say; None is no limit."""

    def results(self, task: Task, batches: Batches) -> Iterator[Done | None]:
        """What comes of all batches, in any order; None now and then, while there is nothing new.

        Raises:
            PlyscopeError: those who search are gone.
        """


class Here:
    """This process alone, which searches one batch after another."""

    @property
    def memory(self) -> int | None:
        """A share of what the machine has."""
        return memory_per_process(1)

    def results(self, task: Task, batches: Batches) -> Iterator[Done | None]:
        """What comes of all batches; `sweep` asks for it."""
        while batch := batches.take_batch():
            done = search_cells(task, batch, batches.seconds)
            batches.adapt_to(done)
            yield done


def sweep(dataset: Dataset, of: int, pool: Pool, heard: Callable[[Progress], None]) -> Progress:
    """Search the cells of a study that have no row yet, and keep their rows as they come.

    Args:
        dataset: where the rows are.
        of: how many cells the study has, as `tracer.sweeping.cells.count` says.
        pool: who searches: `Here()`, or what `tracer.sweeping.cluster` gives.
        heard: told again and again how far it is.

    Returns:
        How far it came.

    Raises:
        PlyscopeError: nothing more can be written, or those who search are gone. What was done is kept.
    """
    searched_cells, started = dataset.there(), monotonic()
    progress = Progress(len(searched_cells), of, 0, 0, 0.0)
    if progress.done == of:
        return progress
    heard(progress)
    missing_cells = (cell for cell in iter_cells(dataset.study) if cell.name not in searched_cells)
    for done in pool.results(Task.for_study(dataset.study, pool.memory), Batches(missing_cells)):
        if done is not None:
            dataset.save_results(done)
            progress = _add_progress(progress, done.rows)
        progress = progress._replace(seconds=monotonic() - started)
        heard(progress)
    return progress


def _add_progress(progress: Progress, rows: Sequence[dict[str, object]]) -> Progress:
    failed = sum(row[ERROR_COLUMN] is not None for row in rows)
    return progress._replace(
        done=progress.done + len(rows), here=progress.here + len(rows), failed=progress.failed + failed
    )


MAX_TRIED = 10_000
"""Positions that are looked at, at most."""


@dataclass
class StudyCheck:
    """What was seen of the positions."""

    tried_count: int = 0
    failed_count: int = 0
    first_error: str = ""
    """The first that is wrong, and why."""
    is_complete: bool = True
    """Whether all were looked at."""


def check_study(study: Study) -> StudyCheck:
    """Look at each game of a study and each of its positions, the first `MAX_TRIED` of them."""
    check, root, root_failed = StudyCheck(), ("", ""), False
    for cell in iter_cells(study, only_first=True):
        if (cell_root := (cell.game, cell.position or "")) != root:
            if check.tried_count >= MAX_TRIED:
                check.is_complete = False
                break
            root, root_failed = cell_root, False
            check.tried_count += 1
        try:
            if not root_failed:
                try_cell(study, cell)
        except Exception as error:  # whatever a game does
            root_failed = True
            check.failed_count += 1
            reason = str(error) if isinstance(error, PlyscopeError) else message_of(error)
            check.first_error = check.first_error or clean(f"{cell.title}: {reason}", 300)
    return check
