"""Every kind of file from 200 to 100,000 nodes: time, size and memory; and our own layout against Graphviz."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import tracer
from viz import FORMATS

SCRIPT = Path(__file__).parent / "written.py"
WHOLE = 549_946
"""Nodes of the whole of tic-tac-toe, from which pictures are drawn; other files hold the first nodes of it."""
SIZES = (200, 1_000, 10_000, 100_000)
FEWER = {"png": (200, 1_000), "pdf": (200, 1_000, 10_000), "tex": (60,), "mmd": (200,)}
"""Nodes, where a format or its readers have a limit."""
KINDS = [*(name for name in FORMATS if name not in ("md", "gif")), "unfolded"]
"""All but those that hold another one, or many pictures; and an SVG that is neither folded nor fitted."""
BOUNDS = {"svg": 3_000.0, "unfolded": 1_100.0}
"""Time of our own SVG ÷ of a plain Python loop over so many nodes, from 1,000 nodes on: as it is drawn without options,
folded, and laid out in each of the ways in which it may fill a slide; and of each node by itself, laid out once."""
COMPARED = (200, 1_000, 2_000)
PATIENCE = 240.0
"""Seconds after which a file is given up: a slow machine takes some for the largest."""


@dataclass(frozen=True)
class Written:
    """A file, and what it took to write it."""

    nodes: int
    seconds: float
    """Of processor time: the least of up to three."""
    first: float
    """Of processor time: the first time, with all that is loaded for it."""
    memory: float
    """Megabytes at the most, beside the trace."""
    size: float
    """Of the file, in megabytes."""
    plain: float
    """Seconds of processor time of a plain Python loop over so many nodes, in the same process."""

    def __str__(self) -> str:
        return f"{self.nodes:,} nodes {self.seconds:.3g} s {self.size:.2g} MB (memory {self.memory:.0f} MB)"


Write = Callable[[str, int], Written]


@pytest.fixture(scope="module")
def write(tmp_path_factory: pytest.TempPathFactory) -> Write:
    """Writes a file of a kind with so many nodes."""
    folder = tmp_path_factory.mktemp("formats")

    def recording(nodes: int) -> Path:
        path = folder / f"{nodes}.plyscope"
        if not path.exists():
            tracer.trace("tictactoe", "minimax", max_nodes=nodes).save(path)
        return path

    def written(kind: str, nodes: int) -> Written:
        is_picture = kind not in FORMATS or FORMATS[kind].takes is None
        target = folder / f"drawn.{kind}"
        command = [sys.executable, SCRIPT, recording(WHOLE if is_picture else nodes), kind, str(nodes), target]
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE)
        size = target.stat().st_size / 1e6
        target.unlink()
        return Written(nodes=nodes, size=size, **json.loads(done.stdout))

    return written


@pytest.mark.parametrize("kind", KINDS)
def test_a_format(benchmark: Any, report: Callable[[str], None], write: Write, kind: str) -> None:
    sizes = FEWER.get(kind, SIZES)
    found = [write(kind, nodes) for nodes in sizes[:-1]]
    found.append(benchmark.pedantic(lambda: write(kind, sizes[-1]), rounds=1))
    report(f".{kind}: {'; '.join(map(str, found))}")
    if kind in BOUNDS:
        ratios = [one.seconds / one.plain for one in found if one.nodes >= 1_000]
        shown = ", ".join(f"{ratio:.0f}" for ratio in ratios)
        report(f"  {kind} ÷ a plain loop over its nodes, from 1,000 on: {shown} (bound {BOUNDS[kind]:g})")
        assert max(ratios) < BOUNDS[kind]


def test_our_own_layout_against_graphviz(benchmark: Any, report: Callable[[str], None], write: Write) -> None:
    def compare(nodes: int) -> None:
        ours = write("svg", nodes)
        try:
            theirs = write("graphviz", nodes)
        except subprocess.TimeoutExpired:
            report(f"SVG of {nodes:,} nodes: {ours.seconds:.3f} s, by Graphviz more than {PATIENCE:g} s")
            return
        ratio = theirs.seconds / ours.seconds
        report(
            f"SVG of {nodes:,} nodes: {ours.seconds:.3f} s {ours.size:.2g} MB, by Graphviz {theirs.seconds:.3f} s "
            f"{theirs.size:.2g} MB, {ratio:.1f} times as long; memory {ours.memory:.0f} and {theirs.memory:.0f} MB"
        )

    for nodes in COMPARED[:-1]:
        compare(nodes)
    benchmark.pedantic(lambda: compare(COMPARED[-1]), rounds=1)


def test_the_page_of_a_whole_game(benchmark: Any, report: Callable[[str], None], write: Write) -> None:
    found = benchmark.pedantic(lambda: write("html", WHOLE), rounds=1)
    report(f"page of {found}; the first time {found.first:.2f} s")
