"""Rows a second of a sweep, against its searches alone, and what a second process adds to the first."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

from yardsticks import paired

import tracer
from tracer.sweeping.cell_search import Task, search_cells
from tracer.sweeping.cells import Cell, count, iter_cells
from tracer.sweeping.dataset import open_dataset
from tracer.sweeping.study import read

STUDY = """
seeds = {seeds}
[[game]]
game = "random:b={{width}},d={{height}},seed={{seed}},order={{arranged}}"
width = [2, 3]
height = [3, 6]
arranged = ["best", "random"]
[[search]]
search = ["alphabeta", "pvs", "mtdf", "sss"]
"""
SEEDS = 25
BOUND = 20.0
"""A cell against its search alone: it is searched twice, everything is counted, also the branches that were pruned, and
the smallest proof is found. On trees as small as these that is more than the search."""


def alone(some: list[Cell]) -> None:
    for cell in some:
        tracer.search(cell.game, cell.setup.search)


def test_cells_against_their_searches(benchmark: Any, report: Callable[[str], None]) -> None:
    study = read(STUDY.format(seeds=SEEDS))
    some, task = list(iter_cells(study))[:400], Task.for_study(study)
    _, rows, ratio = paired(lambda: alone(some), lambda: search_cells(task, some), rounds=5)
    benchmark.pedantic(lambda: search_cells(task, some[:50]), rounds=1)
    rate = f"{len(some) / rows:,.0f} rows/s in one process"
    report(f"a sweep's cell: {rate}, {ratio:.1f} × its bare search (bound {BOUND:g})")
    assert ratio < BOUND


def test_rows_kept(benchmark: Any, report: Callable[[str], None], tmp_path: Path) -> None:
    study = read(STUDY.format(seeds=SEEDS))
    done = search_cells(Task.for_study(study), list(iter_cells(study))[:400])
    with open_dataset(tmp_path / "r", study, count(study)) as dataset:
        started = process_time()
        dataset.save_results(done)
        seconds = process_time() - started
        size = sum(path.stat().st_size for path in (tmp_path / "r" / "rows").iterdir())
        benchmark.pedantic(dataset.there, rounds=1)
    report(f"  keeping 400 rows: {seconds * 1e3:.0f} ms, {size / 400:.0f} bytes a row")


MEASURE = """
import sys
from pathlib import Path
from time import perf_counter
from tracer.sweeping.cells import count
from tracer.sweeping.cluster import local
from tracer.sweeping.dataset import open_dataset
from tracer.sweeping.running import sweep
from tracer.sweeping.study import load
if __name__ == "__main__":
    study = load(sys.argv[1])
    with open_dataset(sys.argv[2], study, count(study)) as dataset, local(int(sys.argv[3])) as pool:
        started = perf_counter()
        sweep(dataset, count(study), pool, lambda progress: None)
        print(count(study) / (perf_counter() - started))
"""


def test_a_second_worker(benchmark: Any, report: Callable[[str], None], tmp_path: Path) -> None:
    """A program of its own, as its processes begin with what it imports. By the clock: what others do counts."""
    (tmp_path / "study.toml").write_text(STUDY.format(seeds=2 * SEEDS), encoding="utf-8")
    (tmp_path / "measure.py").write_text(MEASURE, encoding="utf-8")
    found: dict[int, float] = {}

    def measure(workers: int) -> None:
        words = [sys.executable, "measure.py", "study.toml", f"r{workers}", str(workers)]
        environment = os.environ | {"PYTHONPATH": str(Path(tracer.__file__).parent.parent)}
        told = subprocess.run(words, cwd=tmp_path, env=environment, check=True, capture_output=True, text=True)
        found[workers] = float(told.stdout)

    measure(1)
    benchmark.pedantic(lambda: measure(2), rounds=1)
    cores = len(os.sched_getaffinity(0))
    report(
        f"  on Dask: {found[1]:,.0f} rows/s with one process, {found[2]:,.0f} with two, "
        f"{found[2] / found[1]:.2f} × as many, on {cores} cores"
    )
