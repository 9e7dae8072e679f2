"""The explorer at one and ten million nodes: opening it, from a key's action to the drawn frame, playing, memory."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from yardsticks import reading, starting

import tracer

SCRIPT = Path(__file__).parent / "frames.py"
ROUNDS = 12
"""How often each action is done."""
USUAL, SLOWEST = 3.0, 6.0
"""Processor time of a frame ÷ of a plain screen's: of the action in the middle, and of the slowest."""
STARTS = 7.0
"""Processor time until the first frame ÷ of importing NumPy and Textual, both from the program's start."""
LOADS = 4.0
"""Loading a file ÷ reading it with a checksum."""


def explored(path: Path, rounds: int) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, str(SCRIPT), str(path), str(rounds)], capture_output=True, text=True, check=True
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def measured(benchmark: Any, report: Callable[[str], None], folder: Path, large: Path, what: str) -> Any:
    """Explores a recording, and says what was measured."""
    small = folder / "small.plyscope"
    tracer.trace("tictactoe").save(small)
    empty = explored(small, 1)["memory"]
    first = explored(large, 1)  # the file and the memory are warm from here on
    found = benchmark.pedantic(lambda: explored(large, ROUNDS), rounds=1)
    found["memory"] -= empty

    frames = [(name, *frame) for name, of_action in found["times"].items() for frame in of_action]
    waited = sorted(frame[1] for frame in frames)
    plain = statistics.median(frame[1] for frame in found["plain"])
    medians = {name: statistics.median(frame[1] for frame in times) / plain for name, times in found["times"].items()}
    slowest = max(medians, key=lambda name: medians[name])
    found["usual"], found["slowest"] = statistics.median(medians.values()), medians[slowest]
    found["start"] = min(first["worked"], found["worked"]) / starting("import numpy, textual")
    report(f"explorer at {found['nodes']:,} nodes ({what}), 200×60, everything expanded:")
    report(
        f"  first frame {found['opened']:.2f} s after the program's start, {found['loaded']:.2f} s of it loading: "
        f"{found['start']:.1f} times the work of importing NumPy and Textual (bound {STARTS:g})"
    )
    report(
        f"  action to drawn frame: half within {waited[len(waited) // 2]:.1f} ms, 95 % within "
        f"{waited[int(len(waited) * 0.95)]:.1f} ms, worst {waited[-1]:.1f} ms"
    )
    report(
        f"  processor time of a frame ÷ of a plain one ({plain:.1f} ms): {found['usual']:.2f} (bound {USUAL:g}), "
        f"of the slowest action {found['slowest']:.2f} ({slowest}; bound {SLOWEST:g})"
    )
    report(f"  plays {found['played']:.1%} of 1,000 steps a second; {found['memory']:.0f} MB over a small trace")
    return found


@pytest.mark.parametrize("what", [("tictactoe", "minimax", 549_946), ("mnk:5,5,4", "alphabeta", 650_000)])
def test_frames(benchmark: Any, report: Callable[[str], None], tmp_path: Path, what: tuple[str, str, int]) -> None:
    game, search, visits = what
    path = tmp_path / "large.plyscope"
    tracer.trace(game, search, max_nodes=visits, output=path)
    found = measured(benchmark, report, tmp_path, path, f"{search} on {game}")
    assert found["usual"] < USUAL
    assert found["slowest"] < SLOWEST
    assert found["start"] < STARTS
    assert found["played"] > 0.95
    assert found["memory"] < 300


def test_ten_million_nodes_open_and_step(
    benchmark: Any, report: Callable[[str], None], tmp_path: Path, large: Path
) -> None:
    """A frame costs what it costs at a million nodes; loading is measured by reading the file, and playing keeps up."""
    found = measured(benchmark, report, tmp_path, large, "alphabeta on mnk:5,5,4")
    read = found["loaded"] / reading(large)
    report(f"  loading ÷ reading the file with a checksum: {read:.1f} (bound {LOADS:g})")
    assert found["usual"] < USUAL
    assert read < LOADS
    assert found["played"] > 0.95
