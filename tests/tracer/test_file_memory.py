"""What is in the file is not in memory; and a search ends at a limit of memory."""

import subprocess
import sys
from pathlib import Path

import pytest
from patience import PATIENCE

import tracer
from tracer.errors import PlyscopeError
from tracer.recording import memory_limit
from tracer.recording.memory_limit import limit_memory, parse_size, resident_bytes

MEASURED = """
import resource, sys
from tracer.file.writing import Writer
from tracer.recording.header import Header
from tracer.recording.recorder import Recorder
import tracer.file.reading

def most():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

writer = Writer(sys.argv[1], Header(game="", search="by hand"), str)
recorder = Recorder("mover", sink=writer, keep=False)
before = most()
enter, leave = recorder.enter, recorder.leave
root = enter(None, 1, -1.0, 1.0)
for branch in range(15_000):
    node = enter("a", -1, -1.0, 1.0)
    for _ in range(99):
        leave(enter("b", 1, -1.0, 1.0), 0.5, 1)
    leave(node, -0.5)
leave(root, 0.5)
recorder.close()
writer.finish(Header(game="", search="by hand"))
print(recorder.recorded, most() - before)
"""


def test_a_recording_into_a_file_takes_no_more_memory_the_longer_it_is(tmp_path: Path) -> None:
    """A million and a half nodes are 52 MB of columns; kept in parts they would take as much and more."""
    words = [sys.executable, "-c", MEASURED, str(tmp_path / "t.plyscope")]
    nodes, grown = subprocess.run(
        words, capture_output=True, text=True, check=True, timeout=3 * PATIENCE
    ).stdout.split()
    assert int(nodes) == 1_500_001
    assert int(grown) < 16_000_000
    trace = tracer.load(tmp_path / "t.plyscope")
    assert len(trace) == int(nodes)
    assert (trace.value, trace.header.stopped) == (0.5, None)


def test_a_search_ends_at_a_limit_of_memory_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    used = iter([0, 0, 900, 1_001, 2_000])
    monkeypatch.setattr(memory_limit, "resident_bytes", lambda: next(used))
    monkeypatch.setattr("tracer.recording.recorder.CLOCK_INTERVAL", 0)
    trace = tracer.trace("tictactoe", max_memory=1_000)
    assert trace.header.stopped is not None
    assert trace.header.stopped.endswith("nodes, at 1000 bytes of memory, as asked")
    assert trace.root.value is None


def test_a_limit_below_what_is_in_use_is_refused() -> None:
    assert 1_000_000 < resident_bytes() < 100_000_000_000
    with pytest.raises(PlyscopeError, match=r"1 MB of memory are too few: .* are in use already"):
        limit_memory(2**20, None)


@pytest.mark.parametrize("text", ["", "G", "0", "-1M", "1X", "1e9", "9" * 30, "nan", "0.0000001K"])
def test_sizes_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(PlyscopeError, match="memory is a size such as 512M or 4G"):
        parse_size(text)
