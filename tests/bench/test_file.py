"""The trace file as a protocol: written from C, written for a long time, and followed while it grows."""

from __future__ import annotations

import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

import tracer
from tracer.file.reading import Reading

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "examples" / "other_languages" / "connect4.c"
DEPTH = 11
"""Plies of Connect Four: ten million visits."""
C_BOUND = 3.0
"""A search in C recorded ÷ bare."""
MEMORY = 64_000_000
"""Bytes that a recording into a file may take over its start, at any size."""
FOLLOWED = 0.6
"""Reading what is new ÷ reading all anew, of a file that grows by tenths."""

LONG = """
import resource, sys
from tracer.file.writing import Writer
from tracer.recording.header import Header
from tracer.recording.recorder import Recorder

def most():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

writer = Writer(sys.argv[1], Header(game="", search="by hand"), str)
recorder = Recorder(sink=writer, keep=False)
before = most()
enter, leave = recorder.enter, recorder.leave
root = enter(None, 1, -1.0, 1.0)
for branch in range(100_000):
    node = enter("a", -1, -1.0, 1.0)
    for _ in range(99):
        leave(enter("b", 1, -1.0, 1.0), 0.5, 1)
    leave(node, -0.5)
leave(root, 0.5)
recorder.close()
writer.finish(Header(game="", search="by hand"))
print(recorder.recorded, most() - before)
"""


def seconds(*words: str) -> tuple[float, float]:
    """Processor seconds of a program, and of its search alone as it says."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    found = re.search(r"([\d.]+) seconds", said)
    assert found is not None
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, float(found[1])


def test_a_search_in_c_is_recorded_through_the_header(
    need: Callable[[str], None], report: Callable[[str], None], tmp_path: Path
) -> None:
    need("gcc")
    program, target = str(tmp_path / "connect4"), str(tmp_path / "t.plyscope")
    words = [
        shutil.which("gcc") or "gcc",
        "-std=c99",
        "-O2",
        f"-I{ROOT / 'tracer' / 'file'}",
        "-o",
        program,
        SOURCE,
        "-lm",
    ]
    subprocess.run(words, check=True)
    pairs = [(seconds(program, str(DEPTH))[0], seconds(program, str(DEPTH), target)[0]) for _ in range(5)]
    bare, recorded = (min(pair[k] for pair in pairs) for k in (0, 1))
    nodes = len(tracer.load(target))
    report(
        f"Connect Four in C, {nodes:,} nodes: bare {bare:.2f} s, recorded {recorded:.2f} s, "
        f"{recorded / bare:.1f} times (bound {C_BOUND}), {nodes / recorded / 1e6:.0f} million nodes a second"
    )
    assert recorded / bare < C_BOUND


def test_ten_million_nodes_into_a_file(report: Callable[[str], None], tmp_path: Path) -> None:
    words = [sys.executable, "-c", LONG, str(tmp_path / "t.plyscope")]
    nodes, grown = map(int, subprocess.run(words, capture_output=True, text=True, check=True).stdout.split())
    report(f"recording {nodes:,} nodes into a file: {grown / 1e6:.0f} MB over the start (bound {MEMORY / 1e6:.0f})")
    assert grown < MEMORY


def test_following_reads_what_is_new(report: Callable[[str], None], tmp_path: Path, million: tracer.Trace) -> None:
    """A file that grows by tenths, with the room that is made for its columns on the way."""
    target, growing = tmp_path / "t.plyscope", tmp_path / "growing.plyscope"
    million.save(target)
    data = target.read_bytes()
    reading, new, whole = Reading(growing), 0.0, 0.0
    for tenth in range(10):
        with growing.open("ab") as file:
            file.write(data[len(data) * tenth // 10 : len(data) * (tenth + 1) // 10])
        anew = Reading(growing)
        for each in (reading, anew):
            started = process_time()
            each.read_on()
            taken = process_time() - started
            new, whole = (new + taken, whole) if each is reading else (new, whole + taken)
    assert len(reading.content) == len(anew.content) == len(million)
    report(
        f"following {len(million):,} nodes by tenths: {1e3 * new:.0f} ms; reading anew each time: {1e3 * whole:.0f} ms"
    )
    assert new < FOLLOWED * whole
