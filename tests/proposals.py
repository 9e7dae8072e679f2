"""The commands that `plyscope run` proposes of searches that it found: each records what it is said to."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from family import same_bytes
from style import recorded, run

import tracer

SAME = "the same as plyscope run "


def proposed(program: Path, options: Sequence[str] = ()) -> list[tracer.Trace]:
    """The searches of a program that are found, by it and some options: what is proposed must record the same."""
    found = recorded(program, tuple(options))
    traces = found.traces
    commands = [line.removeprefix(SAME) for line in found.said.splitlines() if line.startswith(SAME)]
    assert commands, found.said
    again = [trace for command in commands for trace in record(shlex.split(command))]
    assert len(again) == len(traces)
    for one in traces:
        assert any(is_same(one, other) for other in again), found.said
    return traces


def is_same(one: tracer.Trace, other: tracer.Trace) -> bool:
    """Whether two recordings are one but for the time that they took."""
    headers = [replace(trace.header, seconds=0) for trace in (one, other)]
    texts = [[trace.text(node) for node in range(len(trace))] for trace in (one, other)]
    return headers[0] == headers[1] and same_bytes(one, other) and texts[0] == texts[1] and one.sources == other.sources


def record(words: Sequence[str]) -> list[tracer.Trace]:
    """What `plyscope run` and some words record, which may name a file for it."""
    with TemporaryDirectory(prefix="proposals-") as folder:
        place = words.index("--output") if "--output" in words else len(words)
        code, said = run("run", *words[:place], "--output", str(Path(folder, "t.plyscope")), *words[place + 2 :])
        assert code == 0, said
        files = sorted(Path(folder).glob("t*.plyscope"), key=lambda path: (len(path.name), path.name))
        return [tracer.load(path) for path in files]
