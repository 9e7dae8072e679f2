"""Where commands write: what is written into, what is replaced, and what is read and must not be."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from children import Children
from patience import PATIENCE
from strategies import AIMA

import tracer
from tracer.file import output
from tracer.recording.interrupts import let_interrupts_through
from tui import program

TREE = str(AIMA)
GAME = """
from tracer.games.nim import Nim
def Game(): return Nim([1, 2])
"""
SCRIPT = """
def search(node, maximizing):
    return node if isinstance(node, int) else max(search(child, not maximizing) for child in node)
search([[1, 2], [3]], True)
"""
LINES = '{"plyscope": 1}\n{"enter": null, "turn": "MAX"}\n{"leave": 1}\n'
COMMANDS = {
    "trace": ["trace", TREE, "-o"],
    "export": ["export", TREE, "--format", "json", "-o"],
    "import": ["import", "t.jsonl", "-o"],
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What the commands work on."""
    monkeypatch.chdir(tmp_path)
    texts = {"tree.json": TREE, "game.py": GAME, "s.py": SCRIPT, "t.jsonl": LINES}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    tracer.trace(TREE).save("t.plyscope")
    return tmp_path


def start(*words: str) -> list[str]:
    return [sys.executable, "-m", "tui.cli", *words]


@pytest.mark.parametrize(
    ("words", "source"),
    [
        (["export", "tree.json"], "tree.json"),
        (["export", "t.plyscope", "--format", "json"], "t.plyscope"),
        (["export", "--diff", "t.plyscope", "tree.json", "--format", "svg"], "tree.json"),
        (["trace", "tree.json"], "tree.json"),
        (["trace", "game.py:Game"], "game.py"),
        (["trace", "game:Game"], "game.py"),
        (["run", "s.py", "--attach", "search"], "s.py"),
        (["run", "s.py", "--attach", "search", "--game", "game.py:Game"], "game.py"),
        (["bench", "tree.json", "--format", "json", "--runs", "1"], "tree.json"),
        (["bench", "tree.json", "--call", "s.py:search", "--format", "json"], "s.py"),
        (["import", "t.jsonl"], "t.jsonl"),
        (["import", "t.jsonl", "--game", "game.py:Game"], "game.py"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
@pytest.mark.parametrize("way", ["by its name", "by a link", "by another name"])
def test_what_is_read_is_not_written_over(
    capsys: pytest.CaptureFixture[str], folder: Path, words: list[str], source: str, way: str
) -> None:
    before, name = (folder / source).read_bytes(), source
    if way != "by its name":
        name = "other.json" if words[0] == "export" else "other"
        make = (folder / name).symlink_to if way == "by a link" else (folder / name).hardlink_to
        make(folder / source)
    assert program.run_process([*words, "-o", name]) == 2
    said = capsys.readouterr().err
    assert said == f"plyscope: {name} cannot be both what is read and the output\n"
    assert (folder / source).read_bytes() == before


def test_a_pipe_that_is_a_file_is_not_written_over(folder: Path) -> None:
    with (folder / "t.jsonl").open() as lines:
        words = start("import", "-", "-o", "t.jsonl")
        done = subprocess.run(words, stdin=lines, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "cannot write t.jsonl: something else than a trace is there" in done.stderr
    assert (folder / "t.jsonl").read_text() == LINES


@pytest.fixture
def memory() -> Iterator[Path]:
    """A file below /dev that is one like any other."""
    if not os.access("/dev/shm", os.W_OK):  # no temporary file: the name is the point
        pytest.skip("there is no /dev/shm")
    path = Path(f"/dev/shm/plyscope-test-{os.getpid()}")
    yield path
    path.unlink(missing_ok=True)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_below_dev_or_proc_is_one_like_any_other(memory: Path, folder: Path, command: str) -> None:
    for place in (memory, Path("/proc/self/cwd/new")) if Path("/proc/self/cwd").exists() else (memory,):
        for old in (False, True):
            if old and command == "export":
                place.write_bytes(b"\0" * 100_000)
            elif old:
                tracer.trace("nim:3,4").save(place)
            assert program.run_process([*COMMANDS[command], str(place)]) == 0
            assert b"\0" * 1_000 not in place.read_bytes()
            if command != "export":
                assert len(tracer.load(place)) < 20
    assert (folder / "new").exists()


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link"])
def test_a_name_of_an_open_file_goes_on_where_that_file_is(folder: Path, command: str, name: str) -> None:
    if not Path(name).exists() and name != "link":
        pytest.skip(f"there is no {name}")
    (folder / "link").symlink_to("/dev/stdout")
    with (folder / "found").open("wb") as file:
        before = os.fstat(file.fileno()).st_ino
        file.write(b"before\n")
        file.flush()
        subprocess.run(start(*COMMANDS[command], name), stdout=file, stderr=subprocess.DEVNULL, check=True)
    assert (folder / "found").stat().st_ino == before
    assert (folder / "link").is_symlink()
    head, written = (folder / "found").read_bytes().split(b"\n", 1)
    assert head == b"before"
    if command == "export":
        assert written.startswith(b"{")
    else:
        (folder / "piped").write_bytes(written)
        tracer.load(folder / "piped")


@pytest.fixture
def interrupting(monkeypatch: pytest.MonkeyPatch) -> Callable[[signal.Signals], None]:
    """Has a signal come as soon as a command waits for somebody else."""

    def ask(number: signal.Signals) -> None:
        def come() -> None:
            signal.raise_signal(number)
            let_interrupts_through()

        monkeypatch.setattr(output, "let_interrupts_through", come)

    return ask


ENDS = [(signal.SIGINT, 130), (signal.SIGTERM, 143)]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(("number", "status"), ENDS)
def test_a_pipe_without_a_reader_is_waited_for_and_a_signal_ends_that(
    interrupting: Callable[[signal.Signals], None],
    capsys: pytest.CaptureFixture[str],
    command: str,
    number: signal.Signals,
    status: int,
) -> None:
    os.mkfifo("pipe")
    interrupting(number)
    assert program.run_process([*COMMANDS[command], "pipe"]) == status
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(("number", "status"), ENDS)
def test_a_reader_of_a_pipe_who_reads_nothing_is_waited_for_and_a_signal_ends_that(
    interrupting: Callable[[signal.Signals], None], number: signal.Signals, status: int
) -> None:
    os.mkfifo("pipe")
    reader = os.open("pipe", os.O_RDONLY | os.O_NONBLOCK)
    interrupting(number)
    try:
        assert program.run_process(["trace", "tictactoe", "-o", "pipe"]) == status
    finally:
        os.close(reader)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_pipe_gets_its_reader_later(launch: Children, folder: Path, command: str) -> None:
    os.mkfifo("pipe")
    waiting = launch(*start(*COMMANDS[command], "pipe"), stderr=subprocess.PIPE, text=True)
    assert len((folder / "pipe").read_bytes()) > 100
    waiting.communicate(timeout=PATIENCE)
    assert waiting.returncode == 0


KILLED = """
import os, signal, sys, viz, tracer
from tracer.file import draft
draft._NAMELESS *= sys.argv[1] == "nameless"
os.replace = os.link = lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL)
viz.draw(tracer.trace("nim:1,2"), "kd.svg")
"""


@pytest.mark.parametrize("kind", ["nameless", "hidden"])
def test_the_draft_of_a_killed_export_is_cleared_away_by_the_next(folder: Path, kind: str) -> None:
    done = subprocess.run([sys.executable, "-c", KILLED, kind], check=False, timeout=PATIENCE)
    assert done.returncode == -signal.SIGKILL
    if kind == "hidden":
        assert list(folder.glob(".kd.svg.*.draft"))
    assert program.run_process(["export", TREE, "-o", "kd.svg"]) == 0
    assert not list(folder.glob(".*"))
