"""What a search has recorded is in its file while it takes its time over a node; looks amid it change nothing."""

import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from patience import wait_until
from strategies import columns_of

import tracer
from tracer import Header, Recorder, Status, TraceFileError
from tracer.file.writing import Writer
from tracer.recording import part_collector
from tracer.recording import recorder as recording
from tracer.recording.part_collector import Part
from tracer.run.plan import prepare
from tracer.run.run import write
from tracer.tracing import Trace

HEADER = Header(search="by hand")


def opened(path: Path) -> Trace | None:
    """The trace in a file, if there is one by now."""
    return tracer.load(path) if path.exists() else None


def shown(path: Path, good: Callable[[Trace], bool]) -> Trace:
    """The trace in a file as soon as it is what is awaited."""

    def look() -> Trace | None:
        trace = opened(path)
        return trace if trace is not None and good(trace) else None

    found = wait_until(look, "the news in the file")
    assert found is not None
    return found


def test_nodes_and_values_are_in_the_file_though_no_further_node_is_entered(tmp_path: Path) -> None:
    path = tmp_path / "t.plyscope"
    writer = Writer(path, HEADER, str)
    record = Recorder("mover", sink=writer, keep=False)
    root = record.enter(None, 1)
    first = record.enter("a", -1)
    for move in range(5):
        record.leave(record.enter(move, 1), move)
    growing = shown(path, lambda trace: len(trace) == 7)
    assert [node.value for node in growing] == [None, None, 0, 1, 2, 3, 4]
    record.leave(first, -3, cutoff=True)
    assert shown(path, lambda trace: trace[1].value == 3)[1].cutoff
    record.leave(root, 3)
    assert shown(path, lambda trace: trace.value == 3).unfinished == 0
    record.close()
    writer.finish(HEADER)
    assert tracer.load(path).header.stopped is None


@pytest.mark.parametrize("view", ["max", "mover"])
@pytest.mark.parametrize("seed", range(40))
def test_looks_at_any_moment_change_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int, view: str
) -> None:
    """Each of two recordings hears the same; one of them hands on whenever a die says so."""
    monkeypatch.setattr(recording, "SHOW_INTERVAL", 10_000.0)
    monkeypatch.setattr(part_collector, "SHOW_INTERVAL", 10_000.0)
    monkeypatch.setattr(recording, "MAX_PART_NODES", 7)
    monkeypatch.setattr(part_collector, "MAX_WAITING_NODES", 11)
    luck = random.Random(seed)
    writer = Writer(tmp_path / "t.plyscope", HEADER, str)
    plain, looked = Recorder(view), Recorder(view, sink=writer)
    both, opened_nodes = (plain, looked), list[int]()
    for event in range(120):
        kind = luck.random()
        if not opened_nodes and event:
            break
        turn, move, value = luck.choice([1, -1]), luck.randrange(9), float(luck.randrange(5))
        if not opened_nodes or kind < 0.5:
            label = move if opened_nodes else None
            opened_nodes.append(plain.enter(label, turn, -9.0, 9.0))
            assert looked.enter(label, turn, -9.0, 9.0) == opened_nodes[-1]
        elif kind < 0.6:
            for record in both:
                record.prune([move, "z"])
        elif kind < 0.7 and len(opened_nodes) > 1:
            node = opened_nodes.pop()
            for record in both:
                record.abandon(node)
        elif len(opened_nodes) > 1:
            node, cut = opened_nodes.pop(), luck.random() < 0.3
            for record in both:
                record.leave(node, value, Status.EXPANDED, cut)
        if luck.random() < 0.4:
            looked._collector.last_write_time = -1e9
            looked._show_new_nodes()
    looked_columns, looked_moves = looked.finish()
    writer.finish(HEADER)
    wanted = columns_of(Trace(*plain.finish(), HEADER))
    assert columns_of(Trace(looked_columns, looked_moves, HEADER)) == wanted
    assert columns_of(tracer.load(tmp_path / "t.plyscope")) == wanted


def test_a_pulse_that_never_rests_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []
    look = Recorder._show_new_nodes

    def counted(recorder: Recorder) -> None:
        looks.append(recorder.recorded)
        look(recorder)

    monkeypatch.setattr(recording, "SHOW_INTERVAL", 1e-5)
    monkeypatch.setattr(part_collector, "SHOW_INTERVAL", 1e-5)
    monkeypatch.setattr(Recorder, "_show_new_nodes", counted)
    for search in ("alphabeta", "negamax-alphabeta"):
        write(prepare("tictactoe", search), tmp_path / "t.plyscope")
        assert columns_of(tracer.load(tmp_path / "t.plyscope")) == columns_of(tracer.trace("tictactoe", search))
    assert looks


class Full:
    """A sink on a disk that is full after the first part."""

    def __init__(self) -> None:
        self.written = 0

    def write(self, parts: list[Part]) -> None:
        if self.written:
            raise TraceFileError("no space left")
        self.written += sum(map(len, parts))

    show = write


def test_what_goes_wrong_in_the_background_is_raised_where_the_search_goes_on() -> None:
    record = Recorder(sink=Full())
    for _ in range(3):
        record.enter(None, 1)
    record._collector.last_write_time = -1e9
    record._show_new_nodes()
    with pytest.raises(TraceFileError, match="no space left"):
        record.close()


def test_an_abandoned_visit_ends_where_it_is_and_stays_open() -> None:
    record = Recorder()
    root, lost = record.enter(None, 1), record.enter("a", -1)
    record.leave(record.enter("b", 1), 2)
    record.abandon(lost)
    record.leave(record.enter("c", -1), 4)
    record.leave(root, 4)
    trace = Trace(*record.finish(), HEADER)
    assert trace.columns.end.tolist() == [4, 3, 3, 4]
    assert [node.status for node in trace][1] is Status.OPEN
    assert np.isnan(trace.columns.value[1])
    assert trace.unfinished == 0
