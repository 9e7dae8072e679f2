"""Files of best-first searches while they run: whole at every moment, and a little behind."""

import errno
import io
import json
import os
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from laws import check_laws
from patience import PATIENCE, wait_until
from strategies import BEST_FIRST

import tracer
from tracer import Trace, TraceFileError
from tracer.file import draft
from tracer.file.content import NO_END
from tracer.file.whole import WholeFile
from tracer.recording import best_first_recorder
from tracer.recording.best_first_recorder import BestFirstRecorder
from tracer.run.plan import Plan, prepare


class Watched(BestFirstRecorder):
    """A recorder that is looked at before every call: what another thread could see."""

    def __init__(self, plan: Plan) -> None:
        super().__init__()
        self.plan, self.seen = plan, list[Trace]()

    def _see(self) -> None:
        if self.started:
            header = replace(self.plan.header, stopped=NO_END)
            self.seen.append(Trace(*self.so_far(), header, self.plan.game, self.plan.start))

    def add(self, *told: Any, **more: Any) -> int:
        """See what there is, and go on."""
        self._see()
        return super().add(*told, **more)

    def update(self, *told: Any, **more: Any) -> None:
        """See what there is, and go on."""
        self._see()
        super().update(*told, **more)

    def leave(self, *told: Any, **more: Any) -> None:
        """See what there is, and go on."""
        self._see()
        super().leave(*told, **more)


@pytest.mark.parametrize("search", BEST_FIRST)
def test_whenever_it_is_looked_at_a_recording_is_a_trace(tmp_path: Path, search: str) -> None:
    own: dict[str, Any] = {"iterations": 25} if search in ("uct", "puct") else {}
    plan = prepare("nim:1,2,2", search, **own)
    watched = Watched(plan)
    plan.run(watched)
    assert len(watched.seen) > 40
    for trace in watched.seen[:: max(1, len(watched.seen) // 60)]:
        check_laws(trace)
        path = tmp_path / "t.plyscope"
        file = WholeFile(path)
        file.renew(lambda found=trace: found)  # type: ignore[misc]
        file.abandon()
        kept = tracer.load(path)
        assert kept.header.stopped == NO_END
        check_laws(kept)
        for name in ("move", "end", "turn", "status", "born"):
            assert getattr(kept.columns, name).tolist() == getattr(trace.columns, name).tolist()
        assert [tracer.explain(kept.node(0))] == [tracer.explain(trace.node(0))]


class Slow:
    """A game on which a search waits in the middle, until it is told to go on."""

    def __init__(self, waits_at: int) -> None:
        self.game, self.left, self.told = tracer.game("nim:3,3"), waits_at, threading.Event()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def play(self, state: Any, move: Any) -> Any:
        """Play, and wait once."""
        self.left -= 1
        if self.left == 0:
            assert self.told.wait(PATIENCE)
        return self.game.play(state, move)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best_first_recorder, "SINK_INTERVAL", 0.01)
    monkeypatch.setattr(best_first_recorder, "SINK_TIME_FACTOR", 0)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("kind", ["nameless", "hidden"])
@pytest.mark.parametrize("search", ["pns", "uct"])
def test_what_was_searched_is_in_the_file_while_the_search_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, search: str, kind: str
) -> None:
    if kind == "hidden":
        monkeypatch.setattr(draft, "_NAMELESS", 0)
    path, game = tmp_path / "t.plyscope", Slow(60)
    path.write_text("older")
    ended: list[Trace] = []
    thread = threading.Thread(target=lambda: ended.append(tracer.trace(game, search, output=path)))
    thread.start()

    def look() -> Trace | None:
        try:
            found = tracer.load(path, game.game)
        except TraceFileError:
            return None
        return found if len(found) > 20 else None

    seen = wait_until(look, "what there is so far")
    assert seen is not None
    check_laws(seen)
    assert seen.header.stopped == NO_END
    with pytest.raises(TraceFileError, match="another process is writing it"):
        tracer.trace("nim:1,2", search, output=path)
    game.told.set()
    thread.join(PATIENCE)
    whole = tracer.load(path, game.game)
    assert (len(whole), whole.header.stopped, whole.value) == (len(ended[0]), None, ended[0].value)
    assert [left.name for left in tmp_path.iterdir()] == ["t.plyscope"]
    rows, log, earlier = seen.steps, whole.columns.log, seen.columns.log
    assert log is not None
    assert earlier is not None
    assert log.x[:rows].tolist() == earlier.x.tolist()
    assert [whole.node(node).path for node in log.node[:rows].tolist()] == [
        seen.node(node).path for node in earlier.node.tolist()
    ]


@pytest.mark.usefixtures("impatient")
def test_a_full_disk_ends_the_search_and_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, game = tmp_path / "t.plyscope", Slow(60)
    written = os.write
    full = threading.Event()

    def write(handle: int, data: Any) -> int:
        if full.is_set() and isinstance(data, memoryview):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return written(handle, data)

    monkeypatch.setattr(os, "write", write)
    said: list[Exception] = []

    def work() -> None:
        try:
            tracer.trace(game, "uct", iterations=1_000_000, output=path)
        except TraceFileError as error:
            said.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    wait_until(path.exists, "the first file")
    full.set()
    game.told.set()
    thread.join(PATIENCE)
    kept = tracer.load(path, game.game)
    assert str(said[0]) == f"cannot write {path}: No space left on device; it holds the first {len(kept):,} nodes"
    assert [left.name for left in tmp_path.iterdir()] == ["t.plyscope"]
    check_laws(kept)


@pytest.mark.parametrize("place", ["", "no/such/folder"])
def test_a_place_that_cannot_be_written_is_refused_before_the_search(tmp_path: Path, place: str) -> None:
    class Untouched(Slow):
        def play(self, state: Any, move: Any) -> Any:
            raise AssertionError("it was searched")

    with pytest.raises(TraceFileError, match="cannot write"):
        tracer.trace(Untouched(0), "uct", output=tmp_path / place)


@pytest.mark.usefixtures("impatient")
def test_lines_of_a_best_first_search_are_in_the_file_while_their_program_thinks(tmp_path: Path) -> None:
    path = tmp_path / "t.plyscope"
    out, into = os.pipe()
    events = [{"plyscope": 1, "game": "nim:1,2"}, {"node": None}, {"node": 0, "move": "strange"}]
    events += [{"update": 1, "x": 1}] * 4
    read: list[Trace] = []
    with io.BufferedReader(io.FileIO(out)) as stream:
        thread = threading.Thread(target=lambda: read.append(tracer.read_lines(stream, output=path)))
        thread.start()
        os.write(into, "".join(json.dumps(event) + "\n" for event in events).encode())
        wait_until(path.exists, "the lines in the file")
        seen = wait_until(lambda: (found := tracer.load(path)).steps == 4 and found, "all rows")
        assert seen
        assert (seen.header.stopped, seen.game, seen.value) == (NO_END, None, 1.0)
        os.write(into, b'{"update": 0, "x": 0}\n')
        os.close(into)
        thread.join(PATIENCE)
    assert (tracer.load(path).steps, read[0].steps, read[0].header.stopped) == (5, 5, None)


def frames_without_time(path: Path) -> list[tuple[bytes, bytes]]:
    """The frames of a file; the seconds of a search are no part of what is compared."""
    from tracer.file.frames import END, HEADER, SIGNATURE, read_head, read_payload

    found = []
    with path.open("rb") as stream:
        stream.seek(len(SIGNATURE))
        while (head := read_head(stream)) is not None:
            payload = read_payload(stream, head)
            if head.kind in (HEADER, END):
                payload = repr(sorted((json.loads(payload) | {"seconds": 0}).items())).encode()
            found.append((head.kind, payload))
    return found


@pytest.mark.parametrize("search", tracer.SEARCHES)
def test_two_runs_write_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, search: str) -> None:
    own: dict[str, Any] = {"iterations": 300} if search in ("uct", "puct") else {}
    game = "pig:3,3" if tracer.SEARCHES[search].chance else "mnk:3,2,2"
    written = []
    monkeypatch.setattr("tracer.recording.recorder.SHOW_INTERVAL", PATIENCE)  # no part is written early for its age
    monkeypatch.setattr("tracer.recording.part_collector.SHOW_INTERVAL", PATIENCE)
    for heartbeat in (0.1, 1e-6):  # which makes parts of other sizes, as a slower computer does
        monkeypatch.setattr("tracer.recording.recorder.CLOCK_INTERVAL", heartbeat)
        tracer.trace(game, search, output=tmp_path / "t.plyscope", **own)
        written.append(frames_without_time(tmp_path / "t.plyscope"))
    assert written[0] == written[1]
