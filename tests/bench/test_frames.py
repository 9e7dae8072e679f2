"""The explorer at one and ten million nodes: opening it, from a key's action to the drawn frame, playing, memory."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tracer

SCRIPT = Path(__file__).parent / "frames.py"


def explored(path: Path, rounds: int) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, str(SCRIPT), str(path), str(rounds)], capture_output=True, text=True, check=True
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def measured(benchmark: Any, report: Callable[[str], None], folder: Path, game: str, search: str, visits: int) -> Any:
    """Explores a recording of so many visits, and says what was measured."""
    small, large = folder / "small.plyscope", folder / "large.plyscope"
    tracer.trace("tictactoe").save(small)
    tracer.trace(game, search, max_nodes=visits, output=large)
    empty = explored(small, 1)["memory"]
    explored(large, 1)  # the file and the memory are warm from here on
    found = benchmark.pedantic(lambda: explored(large, 20), rounds=1)

    times: dict[str, list[float]] = found["times"]
    every = sorted(time for of_action in times.values() for time in of_action)
    found["slowest"] = max(times, key=lambda name: max(times[name]))
    found["percentile"], found["memory"] = every[int(len(every) * 0.95)], found["memory"] - empty
    report(f"explorer at {found['nodes']:,} nodes ({search} on {game}), 200×60, everything expanded:")
    report(f"  first frame {found['opened']:.2f} s after the program's start, {found['loaded']:.2f} s of it loading")
    report(
        f"  action to drawn frame: 95 % within {found['percentile']:.1f} ms, worst {every[-1]:.1f} ms "
        f"({found['slowest']}) (bound 33 ms)"
    )
    report(f"  plays {found['played']:.1%} of 1,000 steps a second; {found['memory']:.0f} MB over a small trace")
    return found


@pytest.mark.parametrize("what", [("tictactoe", "minimax", 549_946), ("mnk:5,5,4", "alphabeta", 650_000)])
def test_frames(benchmark: Any, report: Callable[[str], None], tmp_path: Path, what: tuple[str, str, int]) -> None:
    found = measured(benchmark, report, tmp_path, *what)
    assert found["percentile"] < 33
    assert found["opened"] < 1.0
    assert found["played"] > 0.95
    assert found["memory"] < 300


def test_ten_million_nodes_open_and_step(benchmark: Any, report: Callable[[str], None], tmp_path: Path) -> None:
    """The bound of a frame is for a million nodes; here opening has one, and playing must keep up."""
    found = measured(benchmark, report, tmp_path, "mnk:5,5,4", "alphabeta", 6_500_000)
    assert found["loaded"] < 3.0
    assert found["played"] > 0.95
