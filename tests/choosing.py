"""Chooses the tests that `make test` and CI leave out: whatever lines they run are run by others as well.

`make choose` runs a sample of the cases of all tests with coverage. This file is a plugin of that run, which notes the
processor time and the lines of each test, and the program that writes `left_out.txt` from them afterwards. What was
measured is kept in a folder where one is named: `make choose ARGS=FOLDER`. Where one is named in which a run left it,
nothing is run again.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Generator, Iterable, Mapping
from contextlib import suppress
from heapq import heapify, heappop, heappush
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil
import pytest
from cases import COMPARING, LEFT_OUT, entries, function_of

PLUGINS = ("-p", "cases", "-p", "choosing")
"""The plugin `cases` comes first: pytest cannot rewrite the assertions of what this file imports before."""
CHEAP = 0.15
"""Processor seconds under coverage: a function that takes less is in every run."""
TIMES = "times"
LINES = {"test": (1, 3.0), "test-ci": (3, 0.0)}
"""Of each run: how many tests shall run each line, and how many more lines a second a test has to add."""
UNSEEN = ("tests/viz/test_page", "tests/viz/test_widget", "tests/viz/test_jupyterlab")
"""Tests of JavaScript, of which coverage sees no line: CI runs all of them, `make test` the cheapest of each file."""
SETTINGS = """[run]
parallel = true
data_file = {folder}/coverage
source =
    tracer
    viz
    tui
    plyscope
    making
context = ${{PYTEST_CURRENT_TEST-}}
patch = _exit
core = ctrace
"""
"""Processes that tests start and that end at once are measured, too."""
ROOT = Path(__file__).parents[1]
Line = tuple[str, int]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Note under a test's name what it runs, and what it takes with the processes that it starts."""
    import coverage

    measured = coverage.Coverage.current()
    if measured is None:
        return (yield)
    if sys.gettrace() is None:  # a test before this one took it away
        measured.stop()
        measured.start()
    measured.switch_context(item.nodeid)
    before = _processor()
    try:
        return (yield)
    finally:
        measured.switch_context("")
        with (Path(measured.config.data_file).parent / TIMES).open("a", encoding="utf-8") as file:
            file.write(json.dumps([item.nodeid, max(_processor() - before, 0.0)]) + "\n")


def _processor() -> float:
    """Return the processor seconds of this process and of those that it started: a browser goes on for other tests."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    seconds = sum(one.ru_utime + one.ru_stime for one in used)
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            times = process.cpu_times()
            seconds += times.user + times.system + times.children_user + times.children_system
    return seconds


def measured(folder: Path) -> tuple[dict[str, float], dict[str, set[Line]]]:
    """Return the seconds and the lines of each function, from what the run left in a folder."""
    import coverage

    seconds: dict[str, float] = defaultdict(float)
    for said in (folder / TIMES).read_text(encoding="utf-8").splitlines():
        name, time = json.loads(said)
        seconds[function_of(name)] += time
    whole = coverage.Coverage(data_file=str(folder / "coverage"), config_file=str(folder / "settings"))
    if (folder / "coverage").exists():
        whole.load()
    else:
        whole.combine()
    data = whole.get_data()
    lines: dict[str, set[Line]] = defaultdict(set)
    for file in data.measured_files():
        for line, contexts in data.contexts_by_lineno(file).items():
            for context in contexts:
                # In a process that a test started, what pytest was at stands behind its name, such as "(call)".
                lines[function_of(context).partition(" (")[0]].add((file, line))
    return seconds, lines


def needed(
    seconds: Mapping[str, float], lines: Mapping[str, set[Line]], times: int, least: float, given: Iterable[str]
) -> set[str]:
    """Return the functions that are needed, and those given, so that each line is run by so many, or by all that can.

    The next is always the one that adds most lines a second; none is taken that adds fewer than `least`.

    >>> lines = {"a": {("x", 1), ("x", 2)}, "b": {("x", 2)}, "c": {("x", 1)}, "d": {("x", 2), ("x", 3)}}
    >>> sorted(needed({"a": 1, "b": 9, "c": 1, "d": 4}, lines, 1, 0, ()))
    ['a', 'd']
    >>> sorted(needed({"a": 1, "b": 9, "c": 1, "d": 4}, lines, 2, 0, ()))
    ['a', 'c', 'd']
    >>> sorted(needed({"a": 1, "b": 9, "c": 1, "d": 4}, lines, 1, 0.5, ["b"]))
    ['a', 'b']
    """
    wanted: Counter[Line] = Counter()
    for run in lines.values():
        wanted.update(run)
    wanted = Counter({line: min(count, times) for line, count in wanted.items()})
    chosen = set(given)
    for name in chosen:
        wanted.subtract(lines.get(name, ()))

    def adds(name: str) -> float:
        return sum(wanted[line] > 0 for line in lines.get(name, ())) / max(seconds[name], 0.001)

    waiting = [(-adds(name), name) for name in seconds if name not in chosen]
    heapify(waiting)
    while waiting:
        name = heappop(waiting)[1]
        now = adds(name)
        if now <= least:
            continue
        if waiting and now < -waiting[0][0]:
            heappush(waiting, (-now, name))  # others have run some of its lines since
            continue
        chosen.add(name)
        wanted.subtract(lines[name])
    return chosen


def run(folder: Path) -> None:
    """Run all tests; what each runs and takes is in the folder afterwards."""
    settings = SETTINGS.format(folder=folder)
    (folder / "settings").write_text(settings, encoding="utf-8")
    found = {"COVERAGE_PROCESS_START": str(folder / "settings"), "PYTHONPATH": f"{ROOT}:{ROOT}/tests"}
    words = [*PLUGINS, "-n", "2", "--dist", "worksteal", "--timeout", "900", "--cases", "2"]
    subprocess.run([sys.executable, "-m", "pytest", *words], cwd=ROOT, env=os.environ | found, check=False)


def choose(folder: Path) -> None:
    """Write the list, and print what each run takes."""
    seconds, lines = measured(folder)
    unseen = sorted((name for name in seconds if name.startswith(UNSEEN)), key=lambda name: (seconds[name], name))
    cheapest = {name.partition("::")[0]: name for name in reversed(unseen)}.values()
    is_cheap = {name for name, time in seconds.items() if time < CHEAP}
    chosen = {*(is_cheap.difference(unseen)), *cheapest, *COMPARING}
    largest_without = dict.fromkeys(seconds, "")
    for run, (times, least) in LINES.items():
        if run == "test-ci":
            chosen.update(unseen)
        chosen = needed(seconds, lines, times, least, chosen)
        print(f"make {run}: {len(chosen)} of {len(seconds)} functions", end=", ")
        print(f"{sum(seconds[name] for name in chosen):.0f} of {sum(seconds.values()):.0f} s")
        largest_without |= {name: run for name in seconds if name not in chosen}
    listed = [f"entry {name}\n" for name in sorted(entries())]
    listed += [f"{run} {name}\n" for name, run in sorted(largest_without.items()) if run]
    LEFT_OUT.write_text("".join(listed), encoding="utf-8")


def main(folder: Path) -> None:
    """Measure, unless a folder has what was measured, and choose."""
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / TIMES).exists():
        run(folder)
    choose(folder)


if __name__ == "__main__":
    with TemporaryDirectory() as made:
        main(Path(*sys.argv[1:2] or [made]).absolute())
