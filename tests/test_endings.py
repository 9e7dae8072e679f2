"""Signals that end a process: a recording into a file ends as with Ctrl-C, and nothing of it is lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from patience import PATIENCE

import tracer
from tracer.recording.status import OPEN

COMMAND = """
import signal, sys
signal.signal(signal.SIGTERM, signal.SIG_DFL)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
from tui.cli import main
main(sys.argv[1:])
"""
SCRIPT = """
def minimax(node, depth=0):
    if depth == 4:
        return 0
    return max(minimax(2 * node + bit, depth + 1) for bit in (0, 1))
minimax(1)
open("searched", "w").close()
while True:
    pass
"""
SIGNALS = [signal.SIGTERM, signal.SIGHUP]

Child = subprocess.Popen[str]


@pytest.fixture
def children() -> Iterator[list[Child]]:
    """The processes that a test starts; none is left behind."""
    started: list[Child] = []
    yield started
    for child in started:
        child.kill()
        child.communicate()


def start(children: list[Child], folder: Path, *words: str) -> Child:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    words = (sys.executable, "-c", COMMAND, *words)
    children.append(subprocess.Popen(words, cwd=folder, text=True, env=environment, **pipes))  # type: ignore[call-overload]
    return children[-1]


def wait_for(path: Path, child: Child) -> None:
    deadline = time.monotonic() + PATIENCE
    while not path.exists():
        assert child.poll() is None, child.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.01)


def ended(child: Child, number: int) -> str:
    """What a command says when it is ended by a signal."""
    child.send_signal(number)
    _, said = child.communicate(timeout=PATIENCE)
    assert child.returncode == 128 + number
    assert "Traceback" not in said
    return said


@pytest.mark.parametrize("search", ["alphabeta", "pns"])
@pytest.mark.parametrize("number", SIGNALS, ids=[number.name for number in SIGNALS])
def test_a_search_that_is_ended_keeps_what_it_recorded(
    tmp_path: Path, children: list[Child], number: signal.Signals, search: str
) -> None:
    path = tmp_path / "t.plyscope"
    child = start(children, tmp_path, "trace", "connect4", "-o", "t.plyscope", "-a", search)
    wait_for(path, child)
    said = ended(child, number)
    trace = tracer.load(path)
    assert trace.header.stopped == "interrupted"
    assert trace.root.status is OPEN
    assert f"interrupted after {int(trace.columns.visited_before[-1]):,} nodes" in said
    assert [left.name for left in tmp_path.iterdir()] == ["t.plyscope"]


@pytest.mark.parametrize("number", SIGNALS, ids=[number.name for number in SIGNALS])
def test_what_came_through_a_pipe_is_kept_to_the_last_line(
    tmp_path: Path, children: list[Child], number: signal.Signals
) -> None:
    path = tmp_path / "t.plyscope"
    child = start(children, tmp_path, "import", "-", "-o", "t.plyscope")
    assert child.stdin is not None
    print('{"plyscope": 1}\n{"enter": null, "turn": "MAX"}', file=child.stdin)
    for _ in range(20_000):
        print('{"enter": "a"}\n{"leave": 1}', file=child.stdin)
    child.stdin.flush()
    wait_for(path, child)
    said = ended(child, number)
    trace = tracer.load(path)
    assert trace.header.stopped == "interrupted"
    assert f"interrupted after {len(trace):,} nodes" in said


@pytest.mark.parametrize("number", SIGNALS, ids=[number.name for number in SIGNALS])
def test_a_script_that_is_ended_is_kept_as_far_as_it_came(
    tmp_path: Path, children: list[Child], number: signal.Signals
) -> None:
    (tmp_path / "script.py").write_text(SCRIPT)
    child = start(children, tmp_path, "run", "script.py", "--attach", "minimax", "-o", "t.plyscope")
    wait_for(tmp_path / "searched", child)
    said = ended(child, number)
    assert "what was recorded is in t.plyscope" in said
    assert tracer.load(tmp_path / "t.plyscope").value == 0
