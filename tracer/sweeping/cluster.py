"""Running a study on Dask: on processes of this machine, or on any cluster that a scheduler speaks for.

Dask has the queue, the workers and the retries. Here stands what a task is, how many of them are under way, and what
becomes of cells that end the process that searches them: they are tried alone, and then are rows with an error.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from tracer.errors import PlyscopeError
from tracer.extras import command_to_install
from tracer.sweeping.cell_search import Done, Task, error_row, search_cells
from tracer.sweeping.cells import Cell
from tracer.sweeping.running import Batches
from tracer.sweeping.search_limits import MEMORY_SHARE, memory_per_process
from tracer.text import clean

CONNECT_SECONDS = 5.0
"""Seconds in which a scheduler has to answer."""
POLL_SECONDS = 0.5
"""Seconds between two looks at how it goes."""
BATCHES_PER_WORKER = 2
"""Batches under way for each thread of a worker: the one that is searched, and the one that waits."""
MAX_RETRIES = 1
"""How often a batch is searched again that was lost with a process of this machine, before its cells stand alone."""
SILENCED_LOGGER = "distributed"
"""The loggers of Dask, which speak of each process that ends, and show where a connection was lost."""


def require_dask() -> None:
    """Refuse to begin without Dask."""
    for module in ("dask", "distributed"):
        if find_spec(module) is None:
            needed = command_to_install("sweep")
            raise PlyscopeError(f"a sweep on several processes needs Dask: {needed}, or take --workers 0")


class Cluster:
    """The workers of a scheduler."""

    def __init__(self, client: Any, name: str, memory: int | None = None) -> None:
        self._client, self.name, self._memory = client, name, memory

    @property
    def dashboard(self) -> str:
        """The address of Dask's own page of what goes on; empty where there is none."""
        with suppress(Exception):  # it may be told by the scheduler alone, which may be anywhere
            return str(self._client.dashboard_link) if find_spec("bokeh") else ""  # without it the page is empty
        return ""

    @property
    def workers(self) -> int:
        """How many batches can be searched at once, as far as is known now."""
        return sum(int(info["nthreads"]) for info in self._worker_infos())

    @property
    def description(self) -> str:
        """Who searches, as people read it."""
        infos = self._worker_infos()
        return f"{self.name}, {_describe_workers(sum(int(info['nthreads']) for info in infos), len(infos))}"

    @property
    def memory(self) -> int | None:
        """Bytes that a search may take where the study does not say; None is no limit."""
        if self._memory is not None:
            return self._memory
        limits = [int(info["memory_limit"]) for info in self._worker_infos() if info.get("memory_limit")]
        return int(min(limits) * MEMORY_SHARE) if limits else None

    def _worker_infos(self) -> list[dict[str, Any]]:
        """What the scheduler says of its workers now."""
        try:
            return list(self._client.scheduler_info(n_workers=-1)["workers"].values())
        except (OSError, ValueError) as error:
            raise self._scheduler_gone_error() from error

    def results(self, task: Task, batches: Batches) -> Iterator[Done | None]:
        """What comes of all batches, in any order; None now and then, while there is nothing new."""
        suspects: list[Cell] = []
        yield from self._iter_searched(task, batches, suspects)
        for cell in suspects:  # one alone: no other cell is to be blamed for what it does
            single_batch = Batches([cell], batches.seconds)
            cells_that_kill: list[Cell] = []
            yield from self._iter_searched(task, single_batch, cells_that_kill)
            if cells_that_kill:
                yield Done([error_row(task, cell, "it ended the process that searched it, again and again")])

    def _iter_searched(self, task: Task, batches: Batches, suspects: list[Cell]) -> Iterator[Done | None]:
        """What comes of batches; those that ended their workers are added to the suspects."""
        running_batches: dict[Any, list[Cell]] = {}
        finished: SimpleQueue[Any] = SimpleQueue()
        while True:
            while len(running_batches) < BATCHES_PER_WORKER * max(1, self.workers) and (batch := batches.take_batch()):
                future = self._client.submit(search_cells, task, batch, batches.seconds, pure=False)
                running_batches[future] = batch
                future.add_done_callback(finished.put)
            if not running_batches:
                return
            try:
                future = finished.get(timeout=POLL_SECONDS)
            except Empty:
                self._require_scheduler()
                yield None
                continue
            batch = running_batches.pop(future)
            done = self._batch_outcome(future)
            if done is None:
                suspects.extend(batch)
                continue
            batches.adapt_to(done)
            yield done

    def _batch_outcome(self, future: Any) -> Done | None:
        """What came of a batch; None where it ended its workers."""
        killed_error: Any = import_module("distributed.scheduler").KilledWorker
        cancelled_error: Any = import_module("distributed.client").CancelledError
        try:
            done: Done = future.result()
        except killed_error:
            return None
        except (cancelled_error, asyncio.CancelledError) as error:
            raise self._scheduler_gone_error() from error
        except Exception as error:
            self._require_scheduler()
            raise PlyscopeError(f"the workers of {self.name} cannot search: {clean(str(error), 200)}") from error
        return done

    def _require_scheduler(self) -> None:
        if self._client.status not in ("running", "connecting"):
            raise self._scheduler_gone_error()

    def _scheduler_gone_error(self) -> PlyscopeError:
        return PlyscopeError(f"{self.name} went away; what was done is kept, and the same command goes on")


def _describe_workers(threads: int, workers: int) -> str:
    """How many search.

    >>> _describe_workers(1, 1), _describe_workers(2, 2), _describe_workers(3, 2)
    ('1 worker', '2 workers', '3 threads of 2 workers')
    """
    worker_text = f"{workers} worker" if workers == 1 else f"{workers} workers"
    return worker_text if threads == workers else f"{threads} threads of {worker_text}"


@contextmanager
def local(workers: int | None = None) -> Iterator[Cluster]:
    """Processes of this machine, which end with this one, however that ends.

    Args:
        workers: how many; None is one for each core.

    Raises:
        PlyscopeError: Dask is not installed.
    """
    require_dask()
    dask: Any = import_module("dask")
    distributed: Any = import_module("distributed")
    _silence_dask()
    core_count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    workers = workers or core_count
    with dask.config.set({"distributed.scheduler.allowed-failures": MAX_RETRIES}), ExitStack() as stack:
        cluster = stack.enter_context(
            distributed.LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                memory_limit=0 if sys.platform == "linux" else "auto",  # there each search has its own
                processes=True,
                dashboard_address="127.0.0.1:0",
                worker_dashboard_address=None,
                silence_logs=logging.CRITICAL,
            )
        )
        client = stack.enter_context(distributed.Client(cluster))
        yield Cluster(client, "the cluster of this machine", memory_per_process(workers))


@contextmanager
def remote(address: str | None, file: str | os.PathLike[str] | None = None) -> Iterator[Cluster]:
    """The workers of a scheduler that runs somewhere.

    Args:
        address: of the scheduler, such as tcp://10.0.0.1:8786.
        file: a scheduler file in its place.

    Raises:
        PlyscopeError: no scheduler is there, or Dask is not installed.
    """
    require_dask()
    distributed: Any = import_module("distributed")
    _silence_dask()
    address = address or _read_scheduler_address(file or "")
    name = f"the scheduler {clean(address)}"
    problem = ""
    try:
        problem = _describe_bad_address(address)
        asyncio.run(_require_scheduler_at(address))
        client = distributed.Client(address, timeout=CONNECT_SECONDS)
    except PlyscopeError:
        raise
    except Exception as error:  # what is no scheduler may answer anything
        problem = problem or "no Dask scheduler answers"
        raise PlyscopeError(f"{name} is not there: {problem}; start one with `dask scheduler`") from error
    with client:
        yield Cluster(client, name)


def _describe_bad_address(address: str) -> str:
    """What is wrong with an address however it is answered; empty where nothing is."""
    comm: Any = import_module("distributed.comm")
    registry: Any = import_module("distributed.comm.registry")
    try:
        registry.get_backend(comm.parse_address(address)[0])
    except (ValueError, TypeError, RuntimeError) as error:
        return clean(str(error), 80)
    return ""


async def _require_scheduler_at(address: str) -> None:
    """Refuse an address at which something else answers: a client of Dask would ask it without an end."""
    distributed: Any = import_module("distributed")
    core: Any = import_module("distributed.core")
    connection_options = distributed.Security().get_connection_args("client")
    connection = await asyncio.wait_for(
        core.connect(address, timeout=CONNECT_SECONDS, **connection_options), CONNECT_SECONDS + 1
    )
    try:
        await connection.write({"op": "identity", "reply": True})
        server_type = clean(str((await asyncio.wait_for(connection.read(), CONNECT_SECONDS))["type"]), 40)
    finally:
        connection.abort()
    if server_type != "Scheduler":
        raise PlyscopeError(
            f"at {clean(address)} answers a {server_type}, and no scheduler; start one with `dask scheduler`"
        )


def _silence_dask() -> None:
    for name in [SILENCED_LOGGER, *logging.root.manager.loggerDict]:
        if name.partition(".")[0] == SILENCED_LOGGER:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _read_scheduler_address(file: str | os.PathLike[str]) -> str:
    where = clean(os.fspath(file))
    try:
        return str(json.loads(Path(file).read_text(encoding="utf-8"))["address"])
    except OSError as error:
        raise PlyscopeError(f"cannot read the scheduler file {where}: {error.strerror or error}") from error
    except (ValueError, KeyError, TypeError, RecursionError):
        raise PlyscopeError(f"{where} is no scheduler file: it has no address in it") from None
