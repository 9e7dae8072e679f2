"""Files of `import` and `run` while they grow: they show what there is, survive a kill, and end with a reason."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from children import Children
from patience import PATIENCE, wait_until

import tracer
from tracer.file.content import NO_END
from tracer.recording.status import OPEN

Started = Callable[..., "subprocess.Popen[bytes]"]
SLOW = """
import time

def minimax(node, depth):
    if depth == 0:
        if node == 13:
            open("waiting", "w").close()
            while True:
                time.sleep(0.05)
        return node
    return max(-minimax(2 * node + bit, depth - 1) for bit in (0, 1))

minimax(1, 2)
minimax(1, 3)
"""
FORKING = """
import os, sys

def minimax(node, depth):
    if depth == 0:
        return node
    if node == 3:
        child = os.fork()
        if not child:
            minimax(100, 4)
        elif os.waitpid(child, 0)[1]:
            sys.exit("the child failed")
    return max(-minimax(2 * node + bit, depth - 1) for bit in (0, 1))

print(minimax(1, 3))
"""


@pytest.fixture
def started(tmp_path: Path, launch: Children) -> Started:
    """Starts `plyscope` as a process of its own, with pipes."""

    def start(*words: str) -> subprocess.Popen[bytes]:
        pipe = subprocess.PIPE
        return launch(sys.executable, "-m", "tui.cli", *words, cwd=tmp_path, stdin=pipe, stdout=pipe, stderr=pipe)

    return start


def growing(path: Path, nodes: int) -> tracer.Trace:
    """The trace in a file as soon as it has so many nodes."""

    def look() -> tracer.Trace | None:
        trace = tracer.load(path) if path.exists() else None
        return trace if trace is not None and len(trace) >= nodes else None

    found = wait_until(look, f"{nodes} nodes in the file")
    assert found is not None
    return found


def importing(started: Started) -> subprocess.Popen[bytes]:
    """An import whose engine has said some lines and thinks on."""
    child = started("import", "-", "-o", "t.plyscope")
    assert child.stdin is not None
    lines = ['{"plyscope": 1}', '{"enter": null, "turn": "MAX", "state": "start", "depth": 2}']
    lines += ['{"enter": "a", "state": "one"}', '{"leave": 3, "state": "two"}'] * 5
    child.stdin.write(("\n".join(lines) + "\n").encode())
    child.stdin.flush()
    return child


def running(started: Started, folder: Path) -> subprocess.Popen[bytes]:
    """A script whose second search waits at its twelfth node."""
    (folder / "script.py").write_text(SLOW)
    child = started("run", "script.py", "--attach", "minimax", "-o", "t.plyscope")
    wait_until((folder / "waiting").exists, "the script to wait")
    return child


def test_a_kill_loses_nothing_that_an_engine_said_before_it_fell_silent(tmp_path: Path, started: Started) -> None:
    child = importing(started)
    growing(tmp_path / "t.plyscope", 6)
    child.kill()
    child.communicate(timeout=PATIENCE)
    trace = tracer.load(tmp_path / "t.plyscope")
    assert trace.header.stopped == NO_END
    assert [node.value for node in trace] == [None, 3, 3, 3, 3, 3]
    assert [(trace.text(node), trace.left_text(node)) for node in (0, 5)] == [("start", None), ("one", "two")]


def test_a_kill_loses_nothing_that_a_script_searched_before_it_waited(tmp_path: Path, started: Started) -> None:
    child = running(started, tmp_path)
    growing(tmp_path / "t-2.plyscope", 12)
    child.kill()
    child.communicate(timeout=PATIENCE)
    first = tracer.load(tmp_path / "t-1.plyscope")
    assert (len(first), first.value, first.header.stopped) == (7, 6, None)
    trace = tracer.load(tmp_path / "t-2.plyscope")
    assert (len(trace), trace.header.stopped, trace.text(0)) == (12, NO_END, "1")
    assert [node.index for node in trace if node.status is OPEN] == [0, 8, 9, 11]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_script_that_is_ended_says_so_in_its_file(tmp_path: Path, started: Started, number: signal.Signals) -> None:
    child = running(started, tmp_path)
    child.send_signal(number)
    _, said = child.communicate(timeout=PATIENCE)
    trace = tracer.load(tmp_path / "t-2.plyscope")
    assert (child.returncode, b"Traceback" in said) == (-number, number == signal.SIGINT)
    assert (trace.header.stopped, trace.root.status) == ("interrupted", OPEN)
    assert tracer.load(tmp_path / "t-1.plyscope").header.stopped is None
    assert b"search 2 stopped interrupted" in said
    how = b"interrupted" if number == signal.SIGINT else b"ended by " + number.name.encode()
    assert b"the script was " + how + b"; what was recorded is in t-1.plyscope, t-2.plyscope" in said


def test_a_child_of_a_script_leaves_the_file_to_its_parent(tmp_path: Path, started: Started) -> None:
    (tmp_path / "script.py").write_text(FORKING)
    child = started("run", "script.py", "--attach", "minimax", "-o", "t.plyscope")
    _, said = child.communicate(timeout=PATIENCE)
    assert (child.returncode, b"the child failed" in said) == (0, False)
    trace = tracer.load(tmp_path / "t.plyscope")
    assert (len(trace), trace.header.stopped, trace.value) == (15, None, -10)


def test_a_limit_ends_a_script(tmp_path: Path, started: Started) -> None:
    (tmp_path / "script.py").write_text(SLOW.replace("node == 13", "False"))
    child = started("run", "script.py", "--attach", "minimax", "-o", "t.plyscope", "--max-nodes", "9", "--search", "2")
    _, said = child.communicate(timeout=PATIENCE)
    assert (child.returncode, b"the script was ended with its search, after 9 nodes, as asked" in said) == (0, True)
    trace = tracer.load(tmp_path / "t.plyscope")
    assert (len(trace), trace.header.stopped) == (9, "after 9 nodes, as asked")


@pytest.mark.parametrize("words", [("run", "script.py", "--attach", "minimax"), ("import", "-")])
def test_a_limit_of_memory_that_is_too_low_is_refused(tmp_path: Path, started: Started, words: tuple[str, ...]) -> None:
    (tmp_path / "script.py").write_text(SLOW)
    child = started(*words, "-o", "t.plyscope", "--max-memory", "1M")
    _, said = child.communicate(b"", timeout=PATIENCE)
    assert child.returncode == 2
    assert said.startswith(b"plyscope: 1 MB of memory are too few")
    assert not (tmp_path / "t.plyscope").exists()
