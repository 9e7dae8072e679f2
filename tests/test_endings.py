"""Signals that end a process: a recording into a file ends as with Ctrl-C, and nothing of it is lost."""

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
from tracer.recording.status import OPEN

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
Child = subprocess.Popen[str]
signals = pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])


@pytest.fixture
def start(tmp_path: Path, launch: Children) -> Callable[..., Child]:
    """Starts the command in an empty folder, with a pipe at each end."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    return lambda *words: launch(sys.executable, "-m", "tui.cli", *words, cwd=tmp_path, text=True, **pipes)


def ended(child: Child, number: int, *, script: bool = False) -> str:
    """What a command says when it is ended by a signal; a script ends as under Python."""
    child.send_signal(number)
    _, said = child.communicate(timeout=PATIENCE)
    assert child.returncode == (-number if script else 128 + number)
    assert ("Traceback" in said) == (script and number == signal.SIGINT)
    assert "what was recorded is in t.plyscope" in said
    return said


@pytest.mark.parametrize("search", ["alphabeta", "pns"])
@signals
def test_a_search_that_is_ended_keeps_what_it_recorded(
    tmp_path: Path, start: Callable[..., Child], number: signal.Signals, search: str
) -> None:
    path = tmp_path / "t.plyscope"
    child = start("trace", "connect4", "-d", "30", "-o", "t.plyscope", "-a", search)
    wait_until(path.exists, "a file of the search")
    said = ended(child, number)
    trace = tracer.load(path)
    assert trace.header.stopped == "interrupted"
    assert trace.root.status is OPEN
    assert f"interrupted after {int(trace.columns.visited_before[-1]):,} nodes" in said
    assert [left.name for left in tmp_path.iterdir()] == ["t.plyscope"]


@signals
def test_what_came_through_a_pipe_is_kept_to_the_last_line(
    tmp_path: Path, start: Callable[..., Child], number: signal.Signals
) -> None:
    path = tmp_path / "t.plyscope"
    child = start("import", "-", "-o", "t.plyscope")
    assert child.stdin is not None
    print('{"plyscope": 1}\n{"enter": null, "turn": "MAX"}', file=child.stdin)
    for _ in range(20_000):
        print('{"enter": "a"}\n{"leave": 1}', file=child.stdin)
    child.stdin.flush()
    wait_until(path.exists, "a file of what came")
    said = ended(child, number)
    trace = tracer.load(path)
    assert (trace.root.status, trace.header.stopped) == (OPEN, "interrupted")
    assert f"interrupted after {len(trace):,} nodes" in said


@signals
def test_a_script_that_is_ended_is_kept_as_far_as_it_came(
    tmp_path: Path, start: Callable[..., Child], number: signal.Signals
) -> None:
    (tmp_path / "script.py").write_text(SCRIPT)
    child = start("run", "script.py", "--attach", "minimax", "-o", "t.plyscope")
    wait_until((tmp_path / "searched").exists, "the end of the search")
    ended(child, number, script=True)
    assert tracer.load(tmp_path / "t.plyscope").value == 0
