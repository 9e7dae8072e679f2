"""Standard streams that are closed, full, gone or of a small alphabet: one line at most, and a right exit code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from children import kill_session
from forking import Forks
from patience import PATIENCE
from strategies import AIMA

import tracer

Start = Callable[..., subprocess.CompletedProcess[str]]
TREE = str(AIMA)
TALKING = {
    "help": ["--help"],
    "version": ["--version"],
    "help of a command": ["find", "--help"],
    "games": ["games"],
    "searches": ["searches"],
    "count": ["count", TREE, "-a", "minimax", "-a", "alphabeta", "--by-ply"],
    "json": ["count", TREE, "--json"],
    "diff": ["diff", TREE, "-a", "minimax", "-a", "alphabeta"],
    "find": ["find", TREE, "cutoff"],
    "why": ["why", TREE, "12"],
    "check": ["check", TREE, "--json"],
    "list": ["check", "--list"],
    "trace": ["trace", TREE],
    "export": ["export", TREE, "-o", "-", "--format", "svg"],
    "demo": ["demo"],
    "import": ["import", "t.jsonl"],
    "play": ["play", TREE, "--max", "alphabeta", "--min", "random"],
    "run": ["run", "s.py", "--attach", "search"],
}
"""Commands that print results, fast ones."""
FEW = ("help", "count", "export", "trace")
STARTED = "count"
"""This one is started anew by a shell, whatever is done to its streams; the others are forked from what is loaded."""
SCRIPT = """
def search(node, depth, alpha, beta, maximizing):
    return node if isinstance(node, int) else max(search(child, depth - 1, alpha, beta, True) for child in node)
search([[1, 2], [3]], 3, -9, 9, True)
"""
LINES = ['{"plyscope": 1}', '{"enter": null, "turn": "MAX"}', '{"enter": "a"}', '{"leave": 1}', '{"leave": 1}']


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the commands work on."""
    place = tmp_path_factory.mktemp("here")
    (place / "s.py").write_text(SCRIPT)
    (place / "t.jsonl").write_text("\n".join(LINES) + "\n")
    return place


def shell(folder: Path, words: list[str], redirected: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """What comes of a command whose streams the shell has redirected; stderr is in a file of the folder."""
    line = f'"$0" -m tui.cli "$@" {redirected}'
    command = ["bash", "-o", "pipefail", "-c", line, sys.executable, *words]
    environment = {**os.environ, "PYTHONWARNINGS": "", **variables}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, errors="replace", check=False,
        timeout=2 * PATIENCE, stdin=subprocess.DEVNULL,
    )  # fmt: skip


@pytest.fixture(scope="module")
def forks() -> Iterator[Forks]:
    """Where commands are forked from."""
    found = Forks()
    yield found
    kill_session(found.parent)


@pytest.fixture
def start(folder: Path, forks: Forks, tmp_path: Path) -> Start:
    """Runs a command of a name with its streams redirected."""

    def run(name: str, redirected: str, reader: str = "") -> subprocess.CompletedProcess[str]:
        if name == STARTED:
            return shell(folder, TALKING[name], f"{redirected} | {reader}" if reader else redirected)
        return forks.run(folder, TALKING[name], redirected, tmp_path, reader=reader)

    return run


def one_line(done: subprocess.CompletedProcess[str], *said: str) -> None:
    """The command failed, and said so in one line, whatever it had noted before."""
    assert done.returncode == 2, done.stderr
    problems = [line for line in done.stderr.splitlines() if line.startswith("plyscope: ")]
    assert any(word in problems[-1] for word in said), problems
    assert len(problems) == 1 or "assumed" in problems[0]  # which a script's recording says before it begins
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


@pytest.mark.parametrize("name", TALKING)
def test_a_full_stdout_is_one_line(start: Start, name: str) -> None:
    one_line(start(name, ">/dev/full"), "No space left on device")


@pytest.mark.parametrize("name", FEW)
def test_a_closed_stdout_is_one_line(start: Start, name: str) -> None:
    one_line(start(name, ">&-"), "Bad file descriptor", "not writable")


CLOSED = ("<&-", "2>&-", "<&- 2>&-", "2>/dev/full")


@pytest.mark.parametrize(
    ("name", "closed"), [*((name, closed) for name in [*FEW, "import"] for closed in CLOSED), ("demo", "<&- 2>&-")]
)
def test_without_stdin_and_stderr_a_command_does_its_work(start: Start, name: str, closed: str) -> None:
    done = start(name, closed)
    assert done.returncode == 0, done.stderr
    assert done.stdout
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.parametrize("closed", ["2>&-", "<&- >&- 2>&-", ">/dev/full 2>/dev/full"])
def test_an_error_that_nobody_is_told_of_is_an_error(folder: Path, closed: str) -> None:
    done = shell(folder, ["count", "nonsense"], closed)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")


def test_a_file_never_gets_the_number_of_a_closed_stream(folder: Path) -> None:
    """What is said would be written into it."""
    shell(folder, ["trace", TREE, "-o", "whole.plyscope"], "<&- >&- 2>&-")
    assert len(tracer.load(folder / "whole.plyscope")) == 13


@pytest.mark.parametrize("name", ["help", "games", "count", "json", "find", "list", "export"])
@pytest.mark.parametrize("reader", ["true", "head -c 1"])
def test_a_reader_that_goes_away_is_no_error(start: Start, name: str, reader: str) -> None:
    done = start(name, "", reader)
    assert done.returncode == 0
    assert done.stderr == ""


FOUND = ["find", '{"children": {"≈𝄞": 1, "b": 1}}', "value == 1", "--limit", "1"]
"""Prints ≈ on stdout, and … on stderr."""


@pytest.mark.parametrize(
    ("encoding", "words"),
    [
        ("ascii", FOUND),
        *((encoding, words) for encoding in ("latin-1", "ascii") for words in (["games"], ["check", "--list"], ["-h"])),
    ],
)
def test_a_small_alphabet_is_no_error(folder: Path, encoding: str, words: list[str]) -> None:
    done = shell(folder, words, "", PYTHONIOENCODING=encoding, LANG="C", LC_ALL="C", PYTHONUTF8="0")
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


def test_json_stays_whole_in_a_small_alphabet(folder: Path) -> None:
    tree = '{"children": {"≈𝄞": 1, "b": 2}}'
    done = shell(folder, ["find", tree, "value == 1", "--json"], "", PYTHONIOENCODING="latin-1")
    assert done.returncode == 0, done.stderr
    assert done.stdout.isascii()
    assert json.loads(done.stdout)["hits"][0]["path"] == ["≈𝄞"]


@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&- 2>&-"])
def test_the_explorer_wants_a_terminal(folder: Path, closed: str) -> None:
    done = shell(folder, ["explore", TREE], closed)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == ("2>&-" not in closed)
