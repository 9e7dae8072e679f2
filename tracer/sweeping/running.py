"""Running a study: batches of its cells are handed to whoever searches them, and what comes back is kept."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from time import monotonic
from typing import NamedTuple, Protocol

from tracer.errors import PlyscopeError
from tracer.sweeping.allowance import share_of
from tracer.sweeping.cells import Cell, cells, first_cells, try_out
from tracer.sweeping.dataset import Dataset
from tracer.sweeping.measures import FAILED
from tracer.sweeping.study import Study
from tracer.sweeping.task import Done, Task, search_cells
from tracer.text import clean, message_of

SECONDS = 4.0
"""How long the searches of a batch shall take."""
MOST = 2_000
"""Cells of a batch at most."""
GROWTH = 4
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
    """Cells that are still to be searched, in batches that take about as long as they shall.

    Args:
        cells: the cells.
        seconds: how long a batch shall take.
    """

    def __init__(self, cells: Iterable[Cell], seconds: float = SECONDS) -> None:
        self._cells = iter(cells)
        self._again: deque[Cell] = deque()
        self._size = 1
        self.seconds = seconds

    def take(self) -> list[Cell]:
        """The next batch; empty where nothing is left now."""
        first = [self._again.popleft() for _ in range(min(self._size, len(self._again)))]
        return first + list(islice(self._cells, self._size - len(first)))

    def learn(self, done: Done) -> None:
        """Go by what a batch took, and take again what it left undone."""
        self._again.extend(done.undone)
        if done.rows:
            fit = round(self.seconds * len(done.rows) / max(done.seconds, 1e-6))
            self._size = max(1, min(fit, GROWTH * max(self._size, len(done.rows)), MOST))


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
        return share_of(1)

    def results(self, task: Task, batches: Batches) -> Iterator[Done | None]:
        """What comes of all batches; `sweep` asks for it."""
        while batch := batches.take():
            done = search_cells(task, batch, batches.seconds)
            batches.learn(done)
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
    there, started = dataset.there(), monotonic()
    progress = Progress(len(there), of, 0, 0, 0.0)
    if progress.done == of:
        return progress
    heard(progress)
    left = (cell for cell in cells(dataset.study) if cell.name not in there)
    for done in pool.results(Task.of(dataset.study, pool.memory), Batches(left)):
        if done is not None:
            dataset.put(done)
            progress = _further(progress, done.rows)
        progress = progress._replace(seconds=monotonic() - started)
        heard(progress)
    return progress


def _further(progress: Progress, rows: Sequence[dict[str, object]]) -> Progress:
    failed = sum(row[FAILED] is not None for row in rows)
    return progress._replace(
        done=progress.done + len(rows), here=progress.here + len(rows), failed=progress.failed + failed
    )


MOST_TRIED = 10_000
"""Positions that are looked at, at most."""


@dataclass
class Seen:
    """What was seen of the positions."""

    looked: int = 0
    wrong: int = 0
    first: str = ""
    """The first that is wrong, and why."""
    all: bool = True
    """Whether all were looked at."""


def look_at(study: Study) -> Seen:
    """Look at each game of a study and each of its positions, the first `MOST_TRIED` of them."""
    seen, root, bad = Seen(), ("", ""), False
    for cell in first_cells(study):
        if (here := (cell.game, cell.position or "")) != root:
            if seen.looked >= MOST_TRIED:
                seen.all = False
                break
            root, bad = here, False
            seen.looked += 1
        try:
            if not bad:
                try_out(study, cell)
        except Exception as error:  # whatever a game does
            bad = True
            seen.wrong += 1
            why = str(error) if isinstance(error, PlyscopeError) else message_of(error)
            seen.first = seen.first or clean(f"{cell.title}: {why}", 300)
    return seen
