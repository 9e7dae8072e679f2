"""Trace files of other writers: the header for C, and one made from the page about the format alone."""

from __future__ import annotations

import json
import struct
import subprocess
from collections.abc import Callable
from pathlib import Path
from zlib import crc32

import numpy as np
import pytest
from patience import PATIENCE

import tracer
from tracer.comparing.comparison import compare
from tracer.diagnosis.laws import check_laws
from tracer.file.content import NO_END
from tracer.recording.columns import DTYPES
from tracer.recording.status import PRUNED

FOLDER = Path(__file__).parent.parent / "examples" / "other_languages"
STRICT = ("gcc", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-pedantic", "-std=c99", "-Werror", "-O2")
SANITIZED = ("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")

HARNESS = """
#include "plyscope.h"
int main(int count, char **words)
{
    char name[40];
    int k;
    ply_file *file = ply_open(words[1], "{\\"game\\": \\"\\", \\"search\\": \\"by hand\\", \\"view\\": \\"mover\\"}");
    int64_t root = ply_enter(file, PLY_ROOT, PLY_MAX, -3, 4), node, deeper;
    for (k = 0; k < 20000; k++) {
        snprintf(name, sizeof name, "move %d \\xe2\\x99\\x94", k %% 300);
        node = ply_enter(file, ply_move(file, name), PLY_MIN, -4, 3);
        if (k %% 3 == 0) ply_text(file, name);
        deeper = ply_enter(file, ply_move(file, "down"), PLY_MAX, -3, 4);
        if (k == 19000 && count > 2) return 0; /* as if it were killed */
        ply_leave(file, deeper, 2, PLY_TERMINAL, 0);
        ply_leave(file, node, -2, PLY_EXPANDED, 1);
        ply_prune(file, ply_move(file, "skipped"));
    }
    ply_leave(file, root, 2, PLY_EXPANDED, 0);
    return ply_close(file, "by \\"hand\\"\\n") ? 0 : 1;
}
""".replace("%%", "%")


@pytest.fixture
def build(need: Callable[[str], None], tmp_path: Path) -> Callable[..., str]:
    """Compiles a program in C, without a single warning."""
    need("gcc")

    def compiled(source: Path, *flags: str) -> str:
        target = tmp_path / source.stem
        words = [*STRICT, *flags, f"-I{FOLDER}", "-o", target, source, "-lm"]
        done = subprocess.run(words, capture_output=True, text=True, timeout=3 * PATIENCE, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        return str(target)

    return compiled


def run(*words: str | Path) -> str:
    """What a program prints, and nothing to stderr."""
    done = subprocess.run(words, capture_output=True, text=True, timeout=3 * PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_tic_tac_toe_from_c_is_the_search_that_plyscope_has(build: Callable[..., str], tmp_path: Path) -> None:
    assert run(build(FOLDER / "tictactoe.c"), tmp_path / "t.plyscope") == "value 0\n"
    told, own = tracer.load(tmp_path / "t.plyscope"), tracer.trace("tictactoe")
    counts = told.counts
    assert (counts.visited, counts.leaves, counts.cutoffs, counts.pruned_branches) == (18_297, 7_330, 8_180, 6_930)
    assert (counts.pruned_nodes, counts.full_tree_nodes) == (531_649, 549_946)
    assert told.header.stopped is None
    assert compare(told, own).first is None
    check_laws(told)
    assert tracer.check(told) == tracer.check(own)


def test_connect_four_from_c_is_the_search_that_plyscope_has(build: Callable[..., str], tmp_path: Path) -> None:
    run(build(FOLDER / "connect4.c"), "5", tmp_path / "c4.plyscope")
    told, own = tracer.load(tmp_path / "c4.plyscope"), tracer.trace("connect4", depth=5)
    assert len(told) == len(own)
    assert compare(told, own).first is None
    assert told.header.options == own.header.options


def test_a_search_without_a_file_is_the_same_search(build: Callable[..., str], tmp_path: Path) -> None:
    program = build(FOLDER / "connect4.c")
    bare, recorded = (run(program, "4", *more).split(" nodes")[0] for more in ((), (tmp_path / "t.plyscope",)))
    assert bare == recorded


def test_texts_late_news_and_the_movers_view_come_through(build: Callable[..., str], tmp_path: Path) -> None:
    """More nodes than a chunk has, with the sanitizers watching."""
    (tmp_path / "hand.c").write_text(HARNESS)
    run(build(tmp_path / "hand.c", *SANITIZED), tmp_path / "t.plyscope")
    trace = tracer.load(tmp_path / "t.plyscope")
    assert len(trace) == 60_001
    assert trace.header.stopped == "by ?hand??"
    assert len(trace.move_labels) == 302
    assert trace.root.value == 2
    assert trace.columns.end[0] == 60_001
    assert (trace.columns.value[1::3] == 2).all()  # the mover said −2, and it was MIN
    assert (trace.columns.alpha[1::3] == -3).all()
    assert (trace.columns.beta[1::3] == 4).all()
    assert trace.label(1) == "move 0 ♔"
    assert [trace.text(node) for node in (0, 1, 4, 10)] == [None, "move 0 ♔", None, "move 3 ♔"]
    assert trace.node(3).status is PRUNED


def test_what_was_killed_is_an_unfinished_trace(build: Callable[..., str], tmp_path: Path) -> None:
    (tmp_path / "hand.c").write_text(HARNESS)
    run(build(tmp_path / "hand.c"), tmp_path / "t.plyscope", "killed")
    trace = tracer.load(tmp_path / "t.plyscope")
    assert trace.header.stopped == NO_END
    assert trace.root.value is None
    assert 57_000 - 8_192 <= len(trace) <= 57_003


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no device that is always full")
def test_a_full_disk_is_said(build: Callable[..., str]) -> None:
    done = subprocess.run(
        [build(FOLDER / "tictactoe.c"), "/dev/full"], timeout=3 * PATIENCE, check=False, capture_output=True
    )
    assert done.returncode == 1


# From here on nothing of plyscope is used to write: this is what FORMAT.md says, and nothing else.


def frame(kind: bytes, number: int, payload: bytes) -> bytes:
    padded = payload + bytes(-len(payload) % 8)
    head = struct.pack("<4sIQI", kind, number, len(payload), crc32(padded))
    return head + struct.pack("<I", crc32(head)) + padded


def block(first: int, columns: dict[str, tuple[str, list[float]]]) -> bytes:
    letters = {"i1": "b", "u1": "B", "b1": "B", "i4": "i", "i8": "q", "f8": "d"}
    count = len(columns["end"][1])
    heads, data = struct.pack("<QII", first, count, len(columns)), b""
    for name, (kind, entries) in columns.items():
        heads += struct.pack("<12s4s", name.encode(), kind.encode())
        column = struct.pack(f"<{len(entries)}{letters[kind.removeprefix('=')]}", *entries)
        data += column + bytes(-len(column) % 8)
    return heads + data


def second_writer() -> bytes:
    """The root and its first child in one chunk, another child with a pruned one in the next, the root's news late."""
    inf, nan = float("inf"), float("nan")
    labels = [b"a", "♔".encode(), b"c"]
    moves = struct.pack("<II3I3B", 0, 3, *map(len, labels), 0, 0, 0) + b"".join(labels)
    texts = struct.pack("<II1I", 0, 1, 5) + b"start"
    one = block(0, {
        "move": ("i4", [-1, 0]), "end": ("i8", [-1, 2]), "turn": ("i1", [1, -1]), "alpha": ("=f8", [-inf]),
        "beta": ("=f8", [inf]), "value": ("f8", [nan, 3]), "status": ("u1", [5, 1]), "cutoff": ("b1", [0, 0]),
        "text": ("i4", [0, -1]),
    })  # fmt: skip
    late = block(2, {"node": ("i8", [0]), "end": ("i8", [4]), "value": ("f8", [5]), "status": ("u1", [0]),
                     "cutoff": ("b1", [1])})  # fmt: skip
    two = block(2, {
        "move": ("i4", [1, 2]), "end": ("i4", [3, 4]), "turn": ("i1", [-1, 0]), "alpha": ("f8", [3, nan]),
        "beta": ("f8", [inf, nan]), "value": ("f8", [5, nan]), "status": ("u1", [2, 4]), "cutoff": ("b1", [0, 0]),
    })  # fmt: skip
    end = {"nodes": 4, "moves": 3, "texts": 1, "late": 1, "frames": 7, "stopped": None, "seconds": 0.5}
    payloads = [
        (b"HEAD", json.dumps({"game": "mine", "search": "by hand"}).encode()), (b"MOVE", moves), (b"TEXT", texts),
        (b"CHNK", one), (b"LATE", late), (b"CHNK", two), (b"END.", json.dumps(end).encode()),
    ]  # fmt: skip
    frames = [frame(kind, number, payload) for number, (kind, payload) in enumerate(payloads)]
    return b"\x89PLY\r\n\x1a\x02" + b"".join(frames)


def test_a_writer_made_from_the_page_about_the_format_is_understood(tmp_path: Path) -> None:
    path = tmp_path / "t.plyscope"
    path.write_bytes(second_writer())
    trace = tracer.load(path)
    assert repr(trace) == "<Trace mine, by hand: value 5, 3 visited, 1 branches pruned>"
    assert [trace.label(node) for node in range(4)] == ["", "a", "♔", "c"]
    assert trace.columns.end.tolist() == [4, 2, 3, 4]
    assert trace.columns.cutoff.tolist() == [True, False, False, False]
    assert trace.columns.alpha.tolist()[:3] == [-np.inf, -np.inf, 3]
    assert (trace.text(0), trace.text(1), trace.text(3)) == ("start", None, None)
    path.write_bytes(second_writer()[:-8])
    assert (tracer.load(path).value, tracer.load(path).header.stopped) == (5, NO_END)


def test_the_page_names_every_kind_and_every_column() -> None:
    page = (FOLDER / "FORMAT.md").read_text(encoding="utf-8")
    for word in (*DTYPES, "HEAD", "MOVE", "TEXT", "CHNK", "LATE", "END.", "NOTE"):
        assert f"`{word}`" in page, word
