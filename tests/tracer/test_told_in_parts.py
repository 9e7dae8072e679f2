"""Imports into a file: depths and positions are written with the nodes, and what is in the file leaves memory."""

import io
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from patience import PATIENCE
from strategies import columns_of

import tracer
from tracer.errors import PlyscopeError, TraceFileError
from tracer.file.reading import Reading
from tracer.file.writing import Writer
from tracer.lines.reading import read_lines, write_lines
from tracer.recording import node_details, part_collector
from tracer.recording.header import Header
from tracer.recording.node_details import NodeDetails
from tracer.recording.recorder import Recorder
from tracer.recording.withdrawn_cutoffs import Withdrawn

MEASURED = """
import io, resource, sys
from tracer.lines.reading import write_lines
import tracer.file.writing

def most():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

class Engine(io.RawIOBase):
    def __init__(self):
        self.lines = self.search()
    def read1(self, size):
        return next(self.lines, b"")
    def search(self):
        yield b'{"plyscope": 1}\\n{"enter": null, "turn": "MAX"}\\n'
        for branch in range(3_000):
            yield b'{"enter": "a", "depth": 2}\\n' + b"".join(
                b'{"enter": "b", "depth": 1, "state": "position %d %d"}\\n{"leave": 1, "state": "left %d %d"}\\n'
                % (branch, leaf, branch, leaf)
                for leaf in range(99)
            ) + b'{"leave": -1}\\n'
        yield b'{"leave": 1}\\n'

before = most()
written = write_lines(Engine(), sys.argv[1])
print(written.nodes, written.value, most() - before)
"""


def test_an_import_into_a_file_takes_no_more_memory_the_longer_it_is(tmp_path: Path) -> None:
    """Kept in memory, these 300,001 nodes with 594,000 texts take 150 MB."""
    path = tmp_path / "t.plyscope"
    words = [sys.executable, "-c", MEASURED, str(path)]
    done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=PATIENCE)
    nodes, value, grown = done.stdout.split()
    assert (int(nodes), float(value)) == (300_001, 1)
    assert int(grown) < 40_000_000
    trace = tracer.load(path)
    assert (len(trace), trace.text(300_000), trace.left_text(300_000)) == (300_001, "position 2999 98", "left 2999 98")
    assert trace.columns.depth is not None
    assert trace.columns.depth.tolist()[:4] == [-(2**31), 2, 1, 1]


def lines(seed: int) -> Iterator[str]:
    """A random search with a few texts that come again and again, told on entry, on return, or not at all."""
    luck, open_nodes = random.Random(seed), 0
    yield '{"plyscope": 1, "view": "mover"}'
    for event in range(400):
        said: dict[str, Any] = {}
        if luck.random() < 0.6:
            said["state"] = f"text {luck.randrange(6)}"
        if open_nodes == 0 or (luck.random() < 0.55 and open_nodes < 30):
            if luck.random() < 0.5:
                said["depth"] = luck.randrange(5)
            yield json.dumps({"enter": luck.choice("abc") if event else None, "turn": luck.choice([1, -1])} | said)
            open_nodes += 1
        elif open_nodes > 1:
            yield json.dumps({"leave": luck.randrange(5)} | said)
            open_nodes -= 1


def told_of(trace: tracer.Trace) -> list[tuple[str | None, str | None, int | None]]:
    """The texts and the depth of each node."""
    depths = trace.columns.depth
    return [
        (trace.text(node), trace.left_text(node), None if depths is None else int(depths[node]))
        for node in range(len(trace))
    ]


@pytest.mark.parametrize("seed", range(25))
def test_a_file_written_in_parts_has_what_is_kept_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(part_collector, "MAX_WAITING_NODES", 9)
    monkeypatch.setattr(node_details, "MAX_KNOWN_TEXTS", 3)
    data = "\n".join(lines(seed)).encode()
    kept = read_lines(io.BytesIO(data))
    read_back = read_lines(io.BytesIO(data), output=tmp_path / "t.plyscope")
    trace = tracer.load(tmp_path / "t.plyscope")
    for other in (read_back, trace):
        assert columns_of(other) == columns_of(kept)
        assert told_of(other) == told_of(kept)
        assert other.header == kept.header
    texts = [trace.columns.text[node] for node in range(len(trace)) if trace.text(node) == "text 3"]
    assert len(set(texts)) <= 1


def test_limits_end_an_import(tmp_path: Path) -> None:
    data = "\n".join(lines(1)).encode()
    assert read_lines(io.BytesIO(data), max_nodes=7).header.stopped == "after 7 nodes, as asked"
    written = write_lines(io.BytesIO(data), tmp_path / "t.plyscope", max_nodes=7)
    assert (written.nodes, written.visited, written.header.stopped) == (7, 7, "after 7 nodes, as asked")
    assert tracer.load(tmp_path / "t.plyscope").header.stopped == "after 7 nodes, as asked"
    with pytest.raises(PlyscopeError, match="of memory are too few"):
        write_lines(io.BytesIO(data), tmp_path / "t.plyscope", max_memory=1_000)
    with pytest.raises(PlyscopeError, match="max_nodes is at least 1"):
        write_lines(io.BytesIO(data), tmp_path / "n.plyscope", max_nodes=0)
    assert [path.name for path in tmp_path.iterdir()] == ["t.plyscope"]


def test_what_is_told_of_a_node_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.plyscope"
    said = NodeDetails(keep=False)
    writer = Writer(path, Header(search="by hand"), str, said)
    record = Recorder(sink=writer, keep=False)
    record.leave(record.enter(None, 1), 1)
    record.close()
    for text in ("one", "two"):
        said.text.extend((0, said.texts[text]))
        assert writer._file is not None
        writer._file.hear(said.take_new(), [])
        writer._file.append_told()
    writer.abandon()
    with pytest.raises(TraceFileError, match="late news of the column text where it was told already"):
        Reading(path).read_on()


def test_texts_of_columns_that_say_nothing_are_dropped_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "t.plyscope"
    said = NodeDetails(keep=False)
    writer = Writer(path, Header(search="by hand"), str, said)
    record = Recorder(sink=writer, keep=False)
    root = record.enter(None, 1)
    said.text.extend((0, said.texts["a board"]))
    said.depth.extend((0, 3))
    record.leave(root, 1)
    record.close()
    growing = tracer.load(path)
    assert growing.text(0) == "a board"
    writer.finish(Header(search="by hand"), ["text", "left_text"])
    trace = tracer.load(path)
    assert (trace.columns.text, list(trace.texts), trace.columns.depth is None) == (None, [], False)


def test_cutoffs_that_are_withdrawn_at_the_end_are_none(tmp_path: Path) -> None:
    """Those at the very end of a window, and those of a player."""
    for withdrawn, left in (
        (Withdrawn(), [True, True, False, True, False]),
        (Withdrawn(strict=True), [True, False, False, True, False]),
        (Withdrawn(turns=(1,)), [False, True, False, False, False]),
    ):
        path = tmp_path / "t.plyscope"
        writer = Writer(path, Header(search="by hand"), str)
        record = Recorder(sink=writer, keep=False)
        root = record.enter(None, 1, -1.0, 1.0)
        for move, turn, value in (("a", -1, -1.0), ("b", 1, 2.0)):
            node = record.enter(move, turn, -1.0, 1.0)
            record.leave(record.enter("c", -turn, -1.0, 1.0), value, 1)
            record.leave(node, value, 0, cutoff=True)
        record.leave(root, 2.0, 0, cutoff=True)
        record.close()
        writer.finish(Header(search="by hand"), withdrawn=withdrawn)
        assert tracer.load(path).columns.cutoff.tolist() == left


class Twin:
    """One of several things with one text."""

    def __str__(self) -> str:
        return "the same"


def test_texts_that_are_the_same_are_one_in_a_trace_though_they_were_told_of_two_things() -> None:
    said = NodeDetails()
    record = Recorder()
    one, other = Twin(), Twin()
    root = record.enter(None, 1)
    said.text.extend((root, said.texts[one]))
    said.depth.extend((root, 2))
    for thing, left in ((other, one), (other, "another"), ("another", other)):
        child = record.enter("a move", -1)
        said.text.extend((child, said.texts[thing]))
        said.called_at.extend((child, 7))
        record.leave(child, 1, 1)
        said.left_text.extend((child, said.texts[left]))
        said.add_values("left_at", np.array([child]), np.array([8]))
    record.leave(root, 1)
    columns, texts = said.add_to_columns(record.finish()[0])
    assert texts == ["the same", "another"]
    told = (columns.text, columns.left_text, columns.depth, columns.called_at, columns.left_at)
    assert [None if column is None else column.tolist() for column in told] == [
        [0, 0, 0, 1],
        [-1, -1, 1, 0],
        [2, *[-(2**31)] * 3],
        [-1, 7, 7, 7],
        [-1, 8, 8, 8],
    ]
    assert columns.function is None


def test_texts_that_nobody_wants_are_not_written() -> None:
    class Silent:
        def __str__(self) -> str:
            raise AssertionError

    said = NodeDetails()
    record = Recorder()
    said.text.extend((record.enter(None, 1), said.texts[Silent()]))
    said.depth.extend((0, 2))
    record.leave(0, 1, 1)
    columns, texts = said.add_to_columns(record.finish()[0], ["text", "left_text"])
    assert (columns.text, texts, columns.depth is None) == (None, [], False)
