"""Files that nobody wrote: whole trace files changed at random, each kind of change from a seed."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import numpy as np
from framed import apart, together

import tracer
from tracer.bookmarks import Bookmark, Bookmarks
from tracer.file import frames
from tracer.file.frames import encode_json
from tracer.file.framing import Frames
from tracer.file.whole import put_all
from tracer.file.writing import Writer
from tracer.recording.columns import Columns, verify
from tracer.recording.header import Header
from tracer.recording.no_moves import Pass
from tracer.recording.recorder import Recorder
from tracer.recording.source import Source
from tracer.recording.status import EXPANDED, HORIZON
from tracer.run.plan import prepare


def _small() -> tracer.Trace:
    """A search of a few nodes with everything optional beside it."""
    trace = tracer.trace([[3, 12], [2, 4]], "alphabeta")
    size = len(trace)
    numbers = np.arange(size, dtype=np.int32)
    lines = {"function": numbers % 2, "called_at": numbers + 2, "left_at": numbers + 1}
    columns = replace(trace.columns, depth=2 - trace.columns.ply, text=numbers, left_text=numbers[::-1].copy(), **lines)
    texts = [f"position {number} ♔" for number in range(size)]
    sources = [Source(f"f{number}", "own.py", number, "def f():\n    return '♔'\n") for number in range(2)]
    return tracer.Trace(columns, [], trace.header, labels=trace.move_labels, texts=texts, sources=sources)


@cache
def whole_files() -> list[bytes]:
    """Small files with frames of every kind: saved at once, with notes, with a log, recorded bit by bit."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "t.plyscope"
        trace = _small()
        trace.save(path)
        saved = path.read_bytes()
        marks = Bookmarks(trace, path)
        marks.add(Bookmark("here", 3, 2, "why"))
        marks.remove("here")
        noted = path.read_bytes()
        bit_by_bit = recorded(path)
        tracer.trace([[3, 12], [2, 4]], "uct", iterations=9).save(path)
        return [saved, noted, bit_by_bit, path.read_bytes()]


def recorded(path: Path) -> bytes:
    """A recording of three nodes a frame, with late news."""
    plan = prepare([[3, 12], [2, 4]], "alphabeta")
    writer = Writer(path, plan.header, str)
    recorder = Recorder(sink=writer)
    recorder._current_lists().reserve(1)
    beat = recorder._drain_and_check_limits

    def often(count: int, *, is_visit: bool) -> None:
        beat(count, is_visit=is_visit)
        recorder._collector.write_waiting()
        recorder._current_lists().reserve(2)

    recorder._drain_and_check_limits = often  # type: ignore[method-assign]
    plan.run(recorder)
    recorder.close()
    writer.finish(plan.header)
    return path.read_bytes()


def deep(plies: int, *, leaves: bool = False, twice: bool = False) -> tracer.Trace:
    """A tree as deep as it has expanded nodes, without a game.

    Args:
        plies: how deep.
        leaves: whether beside each move down there is another, to a horizon that is short of the depth.
        twice: whether the first move down was searched a second time, as the root's last.
    """
    path = [(0, ply) for ply in range(1, plies + 1)]
    if leaves:
        path = [entry for _, ply in path for entry in ((1, ply), (0, ply))]
    path += path if twice else []
    move, ply = np.array([(-1, 0), *path], np.int32).T
    size = len(ply)
    end, below = np.empty(size, np.int32), np.full(plies + 2, size, np.int32)
    for node in range(size - 1, -1, -1):
        end[node], below[ply[node]] = below[: ply[node] + 1].min(), node
    status = np.where(end > np.arange(size) + 1, EXPANDED, HORIZON).astype(np.uint8)
    turn = np.where(ply % 2, -1, 1).astype(np.int8)
    low, high, value = np.full(size, -np.inf), np.full(size, np.inf), np.zeros(size)
    columns = Columns(move.copy(), end, turn, low, high, value, status, np.zeros(size, bool))
    verify(columns, 2)
    return tracer.Trace(columns, [], Header(game="unknown", search="own"), labels=["a", "b"])


def _flips(data: bytes, luck: Random) -> bytes:
    changed = bytearray(data)
    for _ in range(luck.choice((1, 1, 2, 8, 64))):
        changed[luck.randrange(len(changed))] ^= 1 << luck.randrange(8)
    return bytes(changed)


def _cuts(data: bytes, luck: Random) -> bytes:
    first, last = sorted(luck.sample(range(len(data)), 2))
    return luck.choice((data[:last], data[:first] + data[last:], data[:last] + bytes(luck.randrange(64))))


def _splices(data: bytes, luck: Random) -> bytes:
    other = luck.choice(whole_files())
    place, first, last = luck.randrange(len(data)), *sorted(luck.sample(range(len(other)), 2))
    return data[:place] + other[first:last] + data[place + luck.choice((0, last - first)) :]


def _reordered(data: bytes, luck: Random) -> bytes:
    parts = apart(data)
    i, j = luck.sample(range(len(parts)), 2)
    parts[i], parts[j] = parts[j], parts[i]
    return together(parts)


def _repeated(data: bytes, luck: Random) -> bytes:
    parts = apart(data)
    extra = luck.choice(parts if luck.random() < 0.5 else apart(luck.choice(whole_files())))
    parts.insert(luck.randrange(len(parts) + 1), extra)
    if luck.random() < 0.3:
        del parts[luck.randrange(len(parts))]
    return together(parts)


_ODD = (b"\0", b"\xff", b"\x7f", b"\x80", b"\1", b"\5", b"-", b"9", b"[", b'"', b"e", b"\x1b", b"\n")


def _absurd(data: bytes, luck: Random) -> bytes:
    """Other contents, with checksums that are right."""
    parts = apart(data)
    for _ in range(luck.choice((1, 1, 2, 4))):
        place = luck.randrange(len(parts))
        kind, payload = parts[place]
        changed = bytearray(payload or b"\0")
        at = luck.randrange(len(changed))
        changed[at : at + luck.choice((1, 1, 4, 8))] = luck.choice(_ODD) * luck.choice((1, 1, 4, 8))
        parts[place] = (kind, bytes(changed[: luck.choice((len(changed),) * 9 + (at,))]))
    return together(parts)


def heavy(what: str, count: int) -> bytes:
    """A file that stands for more than its bytes.

    Args:
        what: what there is much of: "texts", "moves" or "passes" that no node has, objects in "notes", or "plies".
        count: how many.
    """
    found: list[bytes] = []
    file, small = Frames(found.append), _small()
    if what == "plies":
        put_all(deep(count), file)
    elif what == "notes":
        put_all(small, file)
        kept = {"step": 1, "node": 1, "note": "", "more": [{}] * count}
        for name in ("bookmark", "breakpoint", "other", "bookmark"):
            file.put(frames.NOTE, encode_json({"kind": name, "name": f"{file.tallies['frames']}", "kept": kept}))
    else:
        labels = [*small.move_labels, *(["ab"] * count if what != "texts" else [])]
        passes = dict.fromkeys(range(len(small.move_labels), len(labels) if what == "passes" else 0), Pass())
        texts = [*small.texts, *(["ab"] * count if what == "texts" else [])]
        put_all(tracer.Trace(small.columns, passes, small.header, labels=labels, texts=texts), file)
    return b"".join(found)


MUCH = ("texts", "moves", "passes", "notes", "plies")


def _much(data: bytes, luck: Random) -> bytes:
    """Files that stand for more than their bytes, and some with contents that are absurd as well."""
    made = heavy(luck.choice(MUCH), luck.choice((1, 30, 300)))
    return made if luck.random() < 0.5 else _absurd(made, luck)


KINDS: dict[str, Callable[[bytes, Random], bytes]] = {
    "flips": _flips,
    "cuts": _cuts,
    "splices": _splices,
    "reordered": _reordered,
    "repeated": _repeated,
    "absurd": _absurd,
    "much": _much,
}


def mutant(kind: str, number: int) -> bytes:
    """The mutant of a number."""
    luck = Random(f"{kind} {number}")
    return KINDS[kind](luck.choice(whole_files()), luck)


assert frames.VERSION == 2  # another version wants files of its own here
