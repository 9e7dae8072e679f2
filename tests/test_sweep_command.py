"""`plyscope sweep`: in one process, on processes of this machine, on a scheduler; killed and begun again."""

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from children import Children
from commands import plyscope
from patience import PATIENCE, wait_until

from tracer.errors import PlyscopeError
from tracer.extras import command_to_install
from tui import cli

SWEEP = (sys.executable, "-m", "tui.cli", "sweep")
STUDY = """
title = "Small trees"
seeds = {seeds}
max-nodes = {nodes}
keep = "visited > 4 * minimal"
[[game]]
game = "random:b={{width}},d={{height}},seed={{seed}},order={{arranged}}"
width = [2, 3]
height = {height}
arranged = ["best", "random"]
[[search]]
search = ["alphabeta", "pvs", "mtdf", "sss"]
"""
KILLS = """
[[game]]
game = "games.py:{name}"
name = ["Sum", "Kills"]
[[search]]
search = "minimax"
"""
ROOTS = """
[[game]]
game = "tictactoe"
positions = "roots.txt"
[[search]]
search = ["alphabeta", "minimax"]
depth = 2
"""
GAMES = """
import os
import tracer

class Sum:
    def start(self): return ()
    def turn(self, state): return tracer.MAX if len(state) % 2 == 0 else tracer.MIN
    def utility(self, state): return float(sum(state)) if len(state) == 3 else None
    def moves(self, state): return [0, 1, 2]
    def play(self, state, move): return (*state, move)

class Kills(Sum):
    def play(self, state, move):
        if state == (2, 1): os._exit(1)
        return (*state, move)
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, need: Callable[[str], None]) -> Path:
    """A folder with a study of 240 small cells, in which the command is run."""
    need("pyarrow")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(Path(cli.__file__).parent.parent))
    (tmp_path / "study.toml").write_text(STUDY.format(seeds=15, nodes=1_000, height=3), encoding="utf-8")
    return tmp_path


@pytest.fixture
def dask(need: Callable[[str], None]) -> None:
    need("distributed")


def run(*words: str) -> int:
    return plyscope("sweep", *words)


def rows_in(folder: Path) -> list[dict[str, Any]]:
    """The rows without their times, by their cells; each cell once."""
    from pyarrow import dataset

    table = dataset.dataset(folder / "rows", format="parquet").to_table()
    found: list[dict[str, Any]] = table.drop_columns(["seconds", "seconds_recorded"]).sort_by("cell").to_pylist()
    assert len({row["cell"] for row in found}) == len(found)
    return found


def files(folder: Path) -> int:
    return len(list((folder / "rows").glob("*.parquet")))


def alone(place: Path, name: str = "alone") -> list[dict[str, Any]]:
    """What a run in this process gives."""
    assert run("study.toml", "-o", name, "--workers", "0") == 0
    return rows_in(place / name)


def workers_of(child: subprocess.Popen[Any]) -> list[int]:
    """The processes that search for a command."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            status, command = (folder / "stat").read_text(), (folder / "cmdline").read_bytes()
            if int(status.rpartition(")")[2].split()[1]) == child.pid and b"spawn_main" in command:
                found.append(int(folder.name))
    return found


def is_there(pid: int) -> bool:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    return False


def test_a_dry_run_counts_and_writes_nothing(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("study.toml", "--dry-run") == 0
    lines = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"240 cells, \d+ columns", lines[0])
    assert "random:b=2,d=3,seed=0,order=best alphabeta" in lines[1]
    assert lines[-1].strip() == "… 235 more"
    assert [path.name for path in place.iterdir()] == ["study.toml"]


def test_a_dry_run_looks_at_every_position_and_says_what_is_left(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (place / "roots.txt").write_text("# from a book\nb2\n\nz9\na1/a1\n", encoding="utf-8")
    (place / "study.toml").write_text(ROOTS, encoding="utf-8")
    assert run("study.toml", "--dry-run", "-o", "r") == 0
    first, *_, last = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"6 cells, \d+ columns, 6 of them not yet in r", first)
    assert last.startswith("2 of 3 positions would be rows with an error, the first: tictactoe at z9 alphabeta:")
    assert not (place / "r").exists()
    assert run("study.toml", "-o", "r", "--workers", "0") == 1
    told = capsys.readouterr()
    assert told.out.startswith("6 cells in r/rows: 4 failed")
    assert told.err.startswith("one that failed: the position ")
    assert told.err.endswith("; --retry searches such cells once more\n")
    assert run("study.toml", "-o", "r", "--workers", "0", "--retry") == 1
    assert capsys.readouterr().err.startswith(
        "4 cells that failed are searched again\n2 of 6 cells are there already\n"
    )
    assert len(rows_in(place / "r")) == 6
    monkeypatch.setattr("tracer.sweeping.running.MAX_TRIED", 2)
    assert run("study.toml", "--dry-run", "-o", "r") == 0
    first, *_, last = capsys.readouterr().out.splitlines()
    assert first.endswith("columns, 0 of them not yet in r")
    assert last == "only the first 2 positions were looked at"
    (place / "study.toml").write_text(f"max-nodes = 7\n{ROOTS}", encoding="utf-8")
    assert run("study.toml", "--dry-run", "-o", "r") == 2
    assert "r is of another study, in which max-nodes is not the same" in capsys.readouterr().err


def test_columns_are_said_with_their_types_and_meanings(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("study.toml", "--columns") == 0
    out = capsys.readouterr().out
    assert re.search(r"^width +int64 +A parameter of the study\.$", out, re.MULTILINE)
    assert re.search(r"^seconds +double +Seconds of processor time", out, re.MULTILINE)
    assert out.endswith("\nfull_tree_nodes = distinct_nodes + pruned_nodes + table_nodes\n")


def test_without_a_terminal_a_line_now_and_then_says_how_far_it_is(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    alone(place, "quiet")
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("tui.commands.sweep.REPORT_INTERVAL", 0.0)
    alone(place)
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "0 of 240 cells, 0%"
    assert lines[-1].startswith("240 of 240 cells, 100%, ")


def test_one_process_searches_all_and_goes_on(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    alone(place)
    assert capsys.readouterr().out.startswith("240 cells in alone/rows")
    assert run("study.toml", "-o", "alone", "--workers", "0") == 0
    told = capsys.readouterr()
    assert told.err == "240 of 240 cells are there already\n"
    assert told.out.startswith("240 cells in alone/rows")


def test_limits_and_the_condition_may_stand_on_the_command_line(place: Path) -> None:
    words = ("--max-nodes", "13", "--max-time", "60", "--keep", "stopped == 'after 13 nodes, as asked'")
    assert run("study.toml", "-o", "r", "--workers", "0", *words) == 0
    found = rows_in(place / "r")
    assert max(row["visited"] for row in found) == 13
    assert {row["trace"] is not None for row in found} == {True, False}
    assert all((row["trace"] is not None) == (row["stopped"] is not None) for row in found)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("none.toml", "-o", "r"), "there is no study none.toml"),
        (("study.toml",), "where do the results go?"),
        (("study.toml", "-o", "study.toml", "--workers", "0"), "study.toml is a file"),
        (("study.toml", "-o", ".", "--workers", "0"), "the results need a folder of their own"),
        (("study.toml", "-o", "r", "--workers", "-1"), "--workers is a number of processes"),
        (("study.toml", "-o", "r", "--workers", "0", "--scheduler", "tcp://a:1"), "give one of them"),
        (("study.toml", "-o", "r", "--max-memory", "much"), "memory is a size such as 512M"),
        (("study.toml", "-o", "r", "--keep", "visted > 3"), "did you mean visited?"),
        (("study.toml", "-o", "r", "--scheduler", "up://a:1"), "unknown address scheme 'up'"),
        (("study.toml", "-o", "r", "--scheduler-file", "none.json"), "cannot read the scheduler file none.json"),
        (("study.toml", "-o", "r", "--scheduler-file", "study.toml"), "study.toml is no scheduler file"),
    ],
)
def test_what_is_wrong_is_one_line(
    place: Path, dask: None, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    assert run(*words) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert said in lines[0]
    assert not list(place.glob("**/*.parquet"))


@pytest.mark.parametrize(("missing", "words"), [("distributed", ()), ("pyarrow", ("--workers", "0"))])
def test_what_is_not_installed_is_named(
    place: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    missing: str,
    words: tuple[str, ...],
) -> None:
    from tracer.sweeping import cluster, dataset

    there = cluster.find_spec
    for module in (cluster, dataset):
        monkeypatch.setattr(module, "find_spec", lambda name: None if name == missing else there(name))
    assert run("study.toml", "-o", "r", *words) == 2
    assert command_to_install("sweep") in capsys.readouterr().err


def test_a_scheduler_that_is_not_there_is_one_line(place: Path, dask: None, launch: Children) -> None:
    child = launch(
        *SWEEP, "study.toml", "-o", "r", "--scheduler", "tcp://127.0.0.1:1", stderr=subprocess.PIPE, text=True
    )
    _, told = child.communicate(timeout=PATIENCE)
    assert child.returncode == 2
    (line,) = told.splitlines()
    assert line.startswith("plyscope: the scheduler tcp://127.0.0.1:1 is not there: no Dask scheduler answers; start")


@pytest.mark.parametrize("says", [b"", b"HTTP/1.1 200 OK\r\n\r\n", b"\xff" * 64], ids=["nothing", "HTTP", "garbage"])
def test_a_scheduler_that_is_something_else_is_one_line(
    place: Path, dask: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, says: bytes
) -> None:
    monkeypatch.setattr("tracer.sweeping.cluster.CONNECT_SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server, ThreadPoolExecutor(1) as threads:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        held = []

        def answer() -> None:
            with contextlib.suppress(OSError):
                while True:
                    held.append(server.accept()[0])
                    held[-1].sendall(says)

        threads.submit(answer)
        assert run("study.toml", "-o", "r", "--scheduler", address) == 2
        server.shutdown(socket.SHUT_RDWR)
        for one in held:
            one.close()
    assert capsys.readouterr().err.splitlines() == [
        f"plyscope: the scheduler {address} is not there: no Dask scheduler answers; start one with `dask scheduler`"
    ]


def test_a_scheduler_that_ends_is_one_line_and_nothing_of_dask(dask: None) -> None:
    from distributed.client import FutureCancelledError

    from tracer.sweeping.cluster import Cluster

    class Lost:
        def result(self) -> None:
            raise FutureCancelledError("search_cells-1", "scheduler-connection-lost", "Client lost the connection")

    with pytest.raises(PlyscopeError) as error:
        Cluster(None, "the scheduler tcp://a:1")._batch_outcome(Lost())
    assert str(error.value) == (
        "the scheduler tcp://a:1 went away; what was done is kept, and the same command goes on"
    )


def test_a_killed_worker_and_a_killed_command_lose_nothing_and_do_nothing_twice(
    place: Path, dask: None, launch: Children
) -> None:
    (place / "study.toml").write_text(STUDY.format(seeds=120, nodes=1_000, height=4), encoding="utf-8")
    words = (*SWEEP, "study.toml", "-o", "r", "--workers", "2")
    child = launch(*words, stderr=subprocess.PIPE, text=True)
    wait_until(lambda: files(place / "r") > 2, "first rows")
    workers = wait_until(lambda: workers_of(child), "workers")
    other = launch(*words, stderr=subprocess.PIPE, text=True)
    os.kill(workers[0], signal.SIGKILL)
    assert other.communicate(timeout=PATIENCE)[1].splitlines() == [
        "plyscope: r is written by another sweep now: wait for it, or take another folder"
    ]
    then = files(place / "r")
    wait_until(lambda: files(place / "r") > then + 1, "rows after the death of a worker")
    workers = workers_of(child)
    child.kill()
    child.wait(PATIENCE)
    wait_until(lambda: not any(map(is_there, workers)), "workers that end with the command")
    begun = len(rows_in(place / "r"))
    assert 0 < begun < 1_920
    again = launch(*words[:-1], "1", stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    out, told = again.communicate(timeout=PATIENCE)
    assert (again.returncode, told.splitlines()[0]) == (0, f"{begun:,} of 1,920 cells are there already")
    assert out.startswith("1,920 cells in r/rows")
    assert rows_in(place / "r") == alone(place)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_and_what_was_done_is_kept(place: Path, dask: None, launch: Children, number: int) -> None:
    (place / "study.toml").write_text(STUDY.format(seeds=500, nodes=1_000, height=5), encoding="utf-8")
    child = launch(*SWEEP, "study.toml", "-o", "r", "--workers", "1", stderr=subprocess.PIPE, text=True)
    wait_until(lambda: files(place / "r") > 1, "first rows")
    workers = workers_of(child)
    child.send_signal(number)
    _, told = child.communicate(timeout=PATIENCE)
    assert child.returncode == 128 + number
    kept = len(rows_in(place / "r"))
    first, *_, last = told.splitlines()
    assert re.fullmatch(r"the cluster of this machine, 1 worker, http://127\.0\.0\.1:\d+/status", first)
    assert last == f"plyscope: interrupted: {kept:,} of 8,000 cells are in r; the same command goes on"
    assert not any(map(is_there, workers))


def test_a_cell_that_ends_its_process_is_a_row_with_an_error(place: Path, dask: None, launch: Children) -> None:
    (place / "games.py").write_text(GAMES, encoding="utf-8")
    (place / "study.toml").write_text(KILLS, encoding="utf-8")
    child = launch(*SWEEP, "study.toml", "-o", "r", "--workers", "2", "--trust", stderr=subprocess.PIPE, text=True)
    _, told = child.communicate(timeout=PATIENCE)
    assert child.returncode == 1, told
    assert "one that failed: it ended the process that searched it, again and again; --retry" in told
    for row in rows_in(place / "r"):
        if row["name"] == "Sum":
            assert (row["value"], row["error"]) == (4.0, None)
        else:
            assert (row["value"], row["error"]) == (None, "it ended the process that searched it, again and again")


def test_a_scheduler_and_two_workers_started_apart_give_the_same_rows(
    place: Path, dask: None, launch: Children
) -> None:
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    host = ("--host", "127.0.0.1", "--no-dashboard")
    launch(
        *(sys.executable, "-m", "distributed.cli.dask_scheduler", *host, "--port", "0"),
        *("--scheduler-file", "scheduler.json"),
        **quiet,
    )
    wait_until((place / "scheduler.json").exists, "a scheduler")
    for name in ("one", "two"):
        launch(
            *(sys.executable, "-m", "distributed.cli.dask_worker", *host, "--scheduler-file", "scheduler.json"),
            *("--nthreads", "1", "--name", name, "--local-directory", name),
            **quiet,
        )
    address = json.loads((place / "scheduler.json").read_text())["address"]
    child = launch(*SWEEP, "study.toml", "-o", "r", "--scheduler", address, stderr=subprocess.PIPE, text=True)
    _, told = child.communicate(timeout=PATIENCE)
    assert child.returncode == 0, told
    assert rows_in(place / "r") == alone(place)
