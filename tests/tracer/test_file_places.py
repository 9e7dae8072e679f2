"""Where a trace file may be written, by whom, and what is left when that goes wrong."""

import errno
import os
import re
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from patience import PATIENCE

import tracer
from tracer.errors import PlyscopeError, TraceFileError
from tracer.file import draft
from tracer.file.content import NO_END
from tracer.file.draft import Draft, lock

AIMA = "[[3,12,8],[2,4,6],[14,5,2]]"


@pytest.fixture(params=["nameless", "hidden"])
def drafts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both kinds of drafts: with a file system that knows files without names, and with one that does not."""
    if request.param == "hidden":
        monkeypatch.setattr(draft, "_NAMELESS", 0)
    return str(request.param)


class Disk:
    """Stands for `os.write` and breaks down at one call; half of what should be written then may be."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, breaks_at: int, half: bool = False) -> None:
        self.calls, self.breaks_at, self.half = 0, breaks_at, half
        self._write = os.write
        monkeypatch.setattr(draft.os, "write", self)

    def __call__(self, handle: int, data: memoryview) -> int:
        if not isinstance(data, memoryview):  # somebody else's
            return self._write(handle, data)
        self.calls += 1
        if self.calls == self.breaks_at and self.half and len(data) > 1:
            self.breaks_at += 1
            return self._write(handle, data[: len(data) // 2])
        if self.calls == self.breaks_at:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return self._write(handle, data)


@pytest.mark.parametrize("half", [False, True], ids=["nothing", "half"])
def test_wherever_a_recording_fails_to_be_written_what_is_there_is_a_prefix(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, drafts: str, half: bool
) -> None:
    monkeypatch.setattr("tracer.recording.part_collector.MAX_WAITING_NODES", 40)
    path, whole = tmp_path / "t.plyscope", tracer.trace("nim:1,2,3")
    with monkeypatch.context() as patch:
        disk = Disk(patch, breaks_at=-1)
        tracer.trace("nim:1,2,3", output=path)
        assert disk.calls > 12
    found = set()
    for place in range(1, disk.calls + 1):
        path.unlink(missing_ok=True)
        with monkeypatch.context() as patch:
            Disk(patch, place, half)
            with pytest.raises(TraceFileError) as error:
                tracer.trace("nim:1,2,3", output=path)
        assert str(error.value).startswith(f"cannot write {path}: No space left on device")
        said = re.search(r"it holds the first ([\d,]+) nodes", str(error.value))
        assert [left.name for left in tmp_path.iterdir()] == (["t.plyscope"] if said else [])
        if said is None:
            continue
        kept = tracer.load(path)
        assert len(kept) == int(said[1].replace(",", ""))
        assert kept.header.stopped == NO_END
        assert kept.columns.move.tolist() == whole.columns.move[: len(kept)].tolist()
        found.add(len(kept))
    assert len(found) > 3
    assert max(found) == len(whole)  # all nodes, and not the end


def test_wherever_saving_fails_the_older_file_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, drafts: str
) -> None:
    path, trace = tmp_path / "t.plyscope", tracer.trace(AIMA)
    tracer.trace("nim:1,2").save(path)
    before = path.read_bytes()
    with monkeypatch.context() as patch:
        disk = Disk(patch, breaks_at=-1)
        trace.save(tmp_path / "other")
    (tmp_path / "other").unlink()
    assert disk.calls == 5  # the signature, and four frames
    for place in range(1, 6):
        with monkeypatch.context() as patch:
            Disk(patch, place)
            with pytest.raises(TraceFileError, match="No space left on device; an older file there is unharmed"):
                trace.save(path)
        assert path.read_bytes() == before
        assert len(list(tmp_path.iterdir())) == 1


def test_a_second_writer_is_told_and_the_first_is_not_disturbed(tmp_path: Path, drafts: str) -> None:
    path = tmp_path / "t.plyscope"
    problems = []

    def progress(visited: int) -> None:
        if path.exists() and not problems:
            for act in (lambda: tracer.trace(AIMA, output=path), lambda: tracer.trace(AIMA).save(path)):
                with pytest.raises(TraceFileError) as error:
                    act()
                problems.append(str(error.value))

    trace = tracer.trace("tictactoe", progress=progress, output=path)
    assert problems == [f"cannot write {path}: another process is writing it; wait, or take a new name"] * 2
    assert len(tracer.load(path)) == len(trace)
    tracer.trace(AIMA, output=path)  # and when it is done, the file may be replaced
    assert len(tracer.load(path)) == 13
    assert len(list(tmp_path.iterdir())) == 1


def test_of_two_writers_of_a_new_file_the_first_to_have_nodes_gets_it(tmp_path: Path, drafts: str) -> None:
    path = tmp_path / "t.plyscope"
    first, second = Draft(path), Draft(path)
    first.write(b"1")
    second.write(b"2")
    second.publish()
    with pytest.raises(TraceFileError, match="another process is writing it"):
        first.publish()
    first.discard()
    second.close()
    assert path.read_bytes() == b"2"
    assert list(tmp_path.iterdir()) == [path]


def test_drafts_of_killed_writers_are_cleared_away_and_those_of_living_ones_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(draft, "_NAMELESS", 0)
    path, long = tmp_path / "t.plyscope", "t" * 60
    for name in (path.name, long, f"{long}2"):
        killed = Draft(tmp_path / name)
        killed.write(b"left behind")
        killed.close()
    ours = [f".t.plyscope.{'0' * 16}.{'0' * 16}.draft", ".t.plyscope.my.draft", ".t.my.draft"]
    for name in ours:
        (tmp_path / name).write_text("somebody's own")
    living = Draft(path)
    assert len(drafts_in(tmp_path) - {*ours}) == 3
    tracer.trace(AIMA).save(path)
    tracer.trace(AIMA).save(tmp_path / "t")
    tracer.trace(AIMA).save(tmp_path / long)
    left = drafts_in(tmp_path) - {*ours}
    assert sorted(name[:4] for name in left) == [".t.p", ".ttt"]  # the living one, and another file's
    living.discard()
    assert drafts_in(tmp_path) - left == {*ours}


def drafts_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if path.suffix == ".draft"}


def test_a_draft_that_another_writer_took_for_a_dead_one_before_it_was_locked_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(draft, "_NAMELESS", 0)
    path, taken = tmp_path / "t.plyscope", []

    def late(handle: int, *, surely: bool = False) -> bool:
        if not surely and not taken:
            taken.append(handle)
            Draft(path).discard()
        return lock(handle, surely=surely)

    monkeypatch.setattr(draft, "lock", late)
    tracer.trace(AIMA).save(path)
    assert taken
    assert [left.name for left in tmp_path.iterdir()] == ["t.plyscope"]


def test_where_nothing_can_be_locked_no_draft_is_cleared_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(handle: int, how: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(draft, "_NAMELESS", 0)
    monkeypatch.setattr("tracer.file.draft.fcntl.flock", refused)
    living = Draft(tmp_path / "t.plyscope")
    tracer.trace(AIMA).save(tmp_path / "t.plyscope")
    assert len(drafts_in(tmp_path)) == 1
    living.discard()


def test_a_link_stays_a_link_and_what_it_names_is_written(tmp_path: Path, drafts: str) -> None:
    there, link, nowhere = tmp_path / "there", tmp_path / "link", tmp_path / "nowhere"
    there.write_text("old")
    link.symlink_to(there)
    nowhere.symlink_to(tmp_path / "new")
    tracer.trace(AIMA).save(link)
    tracer.trace(AIMA, output=nowhere)
    assert link.is_symlink()
    assert nowhere.is_symlink()
    assert len(tracer.load(there)) == len(tracer.load(tmp_path / "new")) == 13


def test_rights_are_those_of_the_file_that_was_there_or_of_a_new_one(tmp_path: Path, drafts: str) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.write_text("")
    old.chmod(0o640)
    mask = os.umask(0o027)
    try:
        for path in (old, new):
            tracer.trace(AIMA).save(path)
    finally:
        os.umask(mask)
    assert [stat.S_IMODE(path.stat().st_mode) for path in (old, new)] == [0o640, 0o640]


@pytest.fixture
def pipe(tmp_path: Path) -> tuple[Path, Callable[[], bytes]]:
    """A named pipe, and what was written into it."""
    path, found = tmp_path / "pipe", []
    os.mkfifo(path)
    reader = threading.Thread(target=lambda: found.append(path.read_bytes()), daemon=True)
    reader.start()

    def read() -> bytes:
        reader.join(60)
        assert not reader.is_alive()
        return found[0]

    return path, read


def test_a_pipe_is_written_into(tmp_path: Path, pipe: tuple[Path, Callable[[], bytes]]) -> None:
    path, read = pipe
    trace = tracer.trace("nim:1,2,3", output=path)
    assert path.is_fifo()
    (tmp_path / "t.plyscope").write_bytes(read())
    assert len(tracer.load(tmp_path / "t.plyscope")) == len(trace)


def test_a_pipe_whose_reader_goes_is_said(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)

    def progress(visited: int) -> None:
        nonlocal reader
        if reader >= 0:
            os.close(reader)
            reader = -1

    with pytest.raises(TraceFileError, match=r"cannot write .*pipe: Broken pipe$"):
        tracer.trace("tictactoe", output=tmp_path / "pipe", progress=progress)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root makes devices")
def test_a_device_is_written_into_and_stays_one(tmp_path: Path) -> None:
    device = tmp_path / "null"  # a device of our own, as /dev/null is: a mistake here harms nobody
    try:
        os.mknod(device, stat.S_IFCHR | 0o666, os.makedev(1, 3))
        device.write_bytes(b"")
    except PermissionError:
        pytest.skip("this place has no devices")
    for act in (lambda: tracer.trace(AIMA, output=device), lambda: tracer.trace(AIMA).save(device)):
        act()
        assert device.is_char_device()
    assert list(tmp_path.iterdir()) == [device]


STREAM = "import sys, tracer; tracer.trace(sys.argv[1], output='/dev/stdout')"


def test_the_standard_output_is_written_into_whatever_it_is(tmp_path: Path) -> None:
    words = [sys.executable, "-c", STREAM, AIMA]
    piped = subprocess.run(words, capture_output=True, check=True, timeout=PATIENCE).stdout
    with (tmp_path / "t.plyscope").open("wb") as file:
        before = os.fstat(file.fileno()).st_ino
        subprocess.run(words, stdout=file, check=True, timeout=PATIENCE)
    assert (tmp_path / "t.plyscope").stat().st_ino == before
    (tmp_path / "piped").write_bytes(piped)
    assert len(tracer.load(tmp_path / "t.plyscope")) == len(tracer.load(tmp_path / "piped")) == 13


def test_what_may_never_end_is_refused_as_input(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero"), tmp_path):
        with pytest.raises(TraceFileError, match=r"cannot be opened as a trace: (it is no file|Is a directory)"):
            tracer.load(path)


@pytest.mark.parametrize("name", ["tree.json", "game.py:Game", "game.py"])
def test_a_game_is_not_waited_for_in_a_pipe(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / name.partition(":")[0])
    with pytest.raises(PlyscopeError, match="is no file but a pipe or a device"):
        tracer.game(str(tmp_path / name))


KILLED = """
import os, signal, sys, tracer
def progress(visited):
    if os.path.exists(sys.argv[1]):
        print(visited, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
tracer.trace("connect4", output=sys.argv[1], progress=progress)
"""


def test_a_kill_loses_a_chunk_at_most_and_leaves_no_draft(tmp_path: Path) -> None:
    path = tmp_path / "t.plyscope"
    done = subprocess.run([sys.executable, "-c", KILLED, str(path)], capture_output=True, check=False, timeout=PATIENCE)
    assert done.returncode == -signal.SIGKILL
    trace = tracer.load(path)
    visited = int(trace.columns.visited_before[-1])
    assert int(done.stdout) - 8_192 <= visited <= int(done.stdout)
    assert trace.header.stopped == NO_END
    assert list(tmp_path.iterdir()) == [path]
    tracer.trace(AIMA).save(path)  # the lock went with the process
