"""The page about the format: a writer made from it alone is understood, and what it says is so."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import pytest
from making.reference.trace_file import FORMAT, small_file

import tracer
from tracer.errors import TraceFileError
from tracer.file.content import NO_END
from tracer.recording.columns import DTYPES, NO_DEPTH, OPTIONAL

# From here on nothing of plyscope is used to write: this is what FORMAT.md says, and nothing else.


def frame(kind: bytes, number: int, payload: bytes) -> bytes:
    padded = payload + bytes(-len(payload) % 8)
    head = struct.pack("<4sIQI", kind, number, len(payload), crc32(padded))
    return head + struct.pack("<I", crc32(head)) + padded


def block(first: int, columns: dict[str, tuple[str, list[float]]]) -> bytes:
    letters = {"i1": "b", "u1": "B", "b1": "B", "i4": "i", "i8": "q", "f8": "d"}
    count = max(len(entries) for _, entries in columns.values())
    heads, data = struct.pack("<QII", first, count, len(columns)), b""
    for name, (kind, entries) in columns.items():
        heads += struct.pack("<12s4s", name.encode(), kind.encode())
        column = struct.pack(f"<{len(entries)}{letters[kind.removeprefix('=')]}", *entries)
        data += column + bytes(-len(column) % 8)
    return heads + data


INF, NAN = float("inf"), float("nan")
LATE: dict[str, tuple[str, list[float]]] = {
    "node": ("i8", []), "end": ("i4", []), "value": ("f8", []), "status": ("u1", []), "cutoff": ("b1", []),
}  # fmt: skip
"""No news."""
Payloads = list[tuple[bytes, bytes]]


def table(labels: list[bytes], kinds: bytes = b"") -> bytes:
    return struct.pack(f"<II{len(labels)}I", 0, len(labels), *map(len, labels)) + kinds + b"".join(labels)


def second_writer() -> Payloads:
    """The root and its first child in one chunk, another child with a pruned one in the next, the root's news late."""
    one = block(0, {
        "move": ("i4", [-1, 0]), "end": ("i8", [-1, 2]), "turn": ("i1", [1, -1]), "alpha": ("=f8", [-INF]),
        "beta": ("=f8", [INF]), "value": ("f8", [NAN, 3]), "status": ("u1", [5, 1]), "cutoff": ("b1", [0, 0]),
        "text": ("i4", [0, -1]),
    })  # fmt: skip
    late = block(2, {"node": ("i8", [0]), "end": ("i8", [4]), "value": ("f8", [5]), "status": ("u1", [0]),
                     "cutoff": ("b1", [1])})  # fmt: skip
    two = block(2, {
        "move": ("i4", [1, 2]), "end": ("i4", [3, 4]), "turn": ("i1", [-1, 0]), "alpha": ("f8", [3, NAN]),
        "beta": ("f8", [INF, NAN]), "value": ("f8", [5, NAN]), "status": ("u1", [2, 4]), "cutoff": ("b1", [0, 0]),
    })  # fmt: skip
    return [
        (b"HEAD", json.dumps({"game": "mine", "search": "by hand"}).encode()),
        (b"MOVE", table([b"a", "♔".encode(), b"c"], bytes(3))), (b"TEXT", table([b"start"])),
        (b"CHNK", one), (b"LATE", late), (b"CHNK", two), (b"END.", end()),
    ]  # fmt: skip


def end(**fields: Any) -> bytes:
    """How the second writer's file ends, but for these fields; `...` leaves one out."""
    said = {"nodes": 4, "moves": 3, "texts": 1, "late": 1, "frames": 7, "stopped": None, "seconds": 0.5} | fields
    return json.dumps({name: value for name, value in said.items() if value is not ...}).encode()


def written(payloads: Payloads) -> bytes:
    frames = [frame(kind, number, payload) for number, (kind, payload) in enumerate(payloads)]
    return b"\x89PLY\r\n\x1a\x02" + b"".join(frames)


def leaf(**columns: tuple[str, list[float]]) -> Payloads:
    """A file of one node, but for these columns."""
    node: dict[str, tuple[str, list[float]]] = {
        "move": ("i4", [-1]), "end": ("i4", [1]), "turn": ("i1", [1]), "alpha": ("f8", [-INF]), "beta": ("f8", [INF]),
        "value": ("f8", [0]), "status": ("u1", [1]), "cutoff": ("b1", [0]),
    }  # fmt: skip
    tallies = {"nodes": 1, "moves": 0, "texts": 0, "late": 0, "frames": 3}
    return [(b"HEAD", b"{}"), (b"CHNK", block(0, node | columns)), (b"END.", end(**tallies))]


def read(data: bytes) -> tuple[dict[str, list[float]], list[str], list[dict[str, Any]]]:
    """What a whole file without late news says, as the page says it: its columns, the moves' labels, the JSON."""
    assert data[:8] == b"\x89PLY\r\n\x1a\x02"
    letters = {"i1": "b", "u1": "B", "b1": "B", "i4": "i", "i8": "q", "f8": "d"}
    columns: dict[str, list[float]] = {}
    labels: list[str] = []
    said: list[dict[str, Any]] = []
    at, number = 8, 0
    while at < len(data):
        kind, found, length, payload, head = struct.unpack_from("<4sIQII", data, at)
        padded = length + -length % 8
        content = data[at + 24 : at + 24 + padded]
        assert (found, crc32(content), crc32(data[at : at + 20])) == (number, payload, head)
        at, number = at + 24 + padded, number + 1
        if kind in (b"HEAD", b"END."):
            said.append(json.loads(content[:length]))
        elif kind == b"MOVE":
            _, count = struct.unpack_from("<II", content)
            start = 8 + 5 * count
            for size in struct.unpack_from(f"<{count}I", content, 8):
                labels.append(content[start : start + size].decode())
                start += size
        else:
            assert kind == b"CHNK"
            _, count, heads = struct.unpack_from("<QII", content)
            start = 16 + 16 * heads
            for place in range(heads):
                name, form = (
                    part.rstrip(b"\0").decode() for part in struct.unpack_from("<12s4s", content, 16 + 16 * place)
                )
                entries = 1 if form[0] == "=" else count
                values = struct.unpack_from(f"<{entries}{letters[form.removeprefix('=')]}", content, start)
                columns.setdefault(name, []).extend(values if form[0] != "=" else values * count)
                start += struct.calcsize(f"<{entries}{letters[form.removeprefix('=')]}")
                start += -start % 8
    return columns, labels, said


def test_a_reader_made_from_the_page_reads_what_plyscope_writes(tmp_path: Path) -> None:
    trace = tracer.trace("tictactoe", "deepening", depth=3, with_="table")
    path = tmp_path / "t.plyscope"
    trace.save(path)
    columns, labels, said = read(path.read_bytes())
    for name in DTYPES:
        assert np.array_equal(columns[name], getattr(trace.columns, name).astype(float), equal_nan=True), name
    assert columns["depth"] == trace.columns.optional["depth"].tolist()
    assert labels == trace.move_labels
    assert (said[0]["search"], said[-1]["nodes"], said[-1]["stopped"]) == ("deepening", len(trace), None)


def test_the_file_that_the_page_explains_is_read_by_its_own_rules() -> None:
    columns, labels, said = read(small_file())
    assert labels == ["a1", "b1", "b2", "a2"]
    assert columns["status"] == [0, 0, 1, 1, 0, 1, 4]
    assert columns["end"] == [7, 4, 3, 4, 7, 6, 7]
    assert said[-1]["frames"] == 4
    assert small_file() == small_file()


def test_a_writer_made_from_the_page_about_the_format_is_understood(tmp_path: Path) -> None:
    path = tmp_path / "t.plyscope"
    path.write_bytes(written(second_writer()))
    trace = tracer.load(path)
    assert repr(trace) == "<Trace mine, by hand: value 5, 3 visited, 1 branches pruned>"
    assert [trace.label(node) for node in range(4)] == ["", "a", "♔", "c"]
    assert trace.columns.end.tolist() == [4, 2, 3, 4]
    assert trace.columns.cutoff.tolist() == [True, False, False, False]
    assert trace.columns.alpha.tolist()[:3] == [-np.inf, -np.inf, 3]
    assert (trace.text(0), trace.text(1), trace.text(3)) == ("start", None, None)
    path.write_bytes(written(second_writer())[:-8])
    assert (tracer.load(path).value, tracer.load(path).header.stopped) == (5, NO_END)


def test_what_the_page_leaves_free_is_free(tmp_path: Path) -> None:
    """Keys and columns of other names, equal labels, moves after the nodes, depths after theirs, a bare END."""
    head, _, texts, one, late, two, _ = second_writer()
    said = {"who": [1], "notes": {"a": 1}, "seconds": 2, "stopped": "first"} | json.loads(head[1])
    later = block(1, {"depth": ("i4", [7, 8]), "colour": ("=f8", [NAN])})
    tallies = end(frames=9, stopped=..., seconds=..., search="later", more={})
    rest = [
        (b"MOVE", table([b"a", b"a", b"a"], bytes(3))),
        (b"CHNK", later),
        (b"LATE", block(4, LATE)),
        (b"END.", tallies),
    ]
    path = tmp_path / "t.plyscope"
    path.write_bytes(written([(b"HEAD", json.dumps(said).encode()), texts, one, late, two, *rest]))
    trace = tracer.load(path)
    assert trace.move_labels == ["a", "a", "a"]
    assert (trace.header.search, trace.header.seconds, trace.header.stopped) == ("later", 2, "first")
    assert trace.columns.depth is not None
    assert trace.columns.depth.tolist() == [NO_DEPTH, 7, 8, NO_DEPTH]


@pytest.mark.parametrize("missing", ["nodes", "moves", "texts", "late", "frames"])
def test_the_end_counts_everything(tmp_path: Path, missing: str) -> None:
    (tmp_path / "t.plyscope").write_bytes(written([*second_writer()[:-1], (b"END.", end(**{missing: ...}))]))
    with pytest.raises(TraceFileError, match=missing):
        tracer.load(tmp_path / "t.plyscope")


@pytest.mark.parametrize(
    ("payloads", "words"),
    [
        (leaf(value=("f8", [INF])), "value that is not finite"),
        (leaf(value=("f8", [NAN])), "value that is not finite"),
        (leaf(alpha=("f8", [NAN])), "no number"),
        (leaf(cutoff=("b1", [1])), "cutoff at a node without children"),
        (leaf(status=("u1", [4])), "root"),
        ([*second_writer()[:-1], (b"END.", end(seconds=None))], "seconds"),
        ([second_writer()[0], (b"CHNK", block(0, {"depth": ("i4", [1])})), *second_writer()[1:]], "depth"),
        ([second_writer()[0], (b"CHNK", block(0, {"end": ("i4", [])})), *second_writer()[1:]], "missing"),
        ([*second_writer()[:1], *second_writer()[3:6]], "table of moves"),  # and no END
    ],
)
def test_what_the_page_does_not_allow_is_refused(tmp_path: Path, payloads: Payloads, words: str) -> None:
    (tmp_path / "t.plyscope").write_bytes(written(leaf()))
    assert tracer.load(tmp_path / "t.plyscope").value == 0
    (tmp_path / "t.plyscope").write_bytes(written(payloads))
    with pytest.raises(TraceFileError, match=words):
        tracer.load(tmp_path / "t.plyscope")


def test_the_functions_of_a_search_stand_beside_its_nodes(tmp_path: Path) -> None:
    head, _, texts, one, late, two, _ = second_writer()
    said = [
        {"name": name, "file": "s.py", "line": line, "text": f"def {name}():\n    ..."}
        for name, line in (("f", 3), ("g", 8))
    ]
    lines = block(1, {"function": ("i4", [1, 0]), "called_at": ("i4", [5, 4]), "left_at": ("i4", [9, -1])})
    functions = [(b"SRCE", json.dumps(source).encode()) for source in said]
    moves = (b"MOVE", table([b"a", b"b", b"c"], bytes(3)))
    path = tmp_path / "t.plyscope"
    path.write_bytes(
        written([head, moves, texts, *functions, one, late, two, (b"CHNK", lines), (b"END.", end(frames=10))])
    )
    trace = tracer.load(path)
    assert [source.as_json() for source in trace.sources] == said
    assert [source and source.name for node in trace for source in [node.source]] == ["f", "g", "f", None]
    assert [(node.called_at, node.left_at) for node in trace] == [(None, None), (5, 9), (4, None), (None, None)]


def test_the_page_names_every_kind_and_every_column() -> None:
    page = FORMAT.read_text(encoding="utf-8")
    for word in (*DTYPES, *OPTIONAL, "HEAD", "MOVE", "TEXT", "CHNK", "LATE", "END.", "SRCE", "NOTE", "LOG."):
        assert f"`{word}`" in page, word
