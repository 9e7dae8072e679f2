"""The explorer at a million nodes: opening it, and from a key's action to the drawn frame."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parent / "frames.py"


@pytest.mark.parametrize("what", [("tictactoe", "minimax", "549946"), ("mnk:5,5,4", "alphabeta", "650000")])
def test_frames(benchmark: Any, report: Callable[[str], None], what: tuple[str, str, str]) -> None:
    def run() -> str:
        done = subprocess.run([sys.executable, str(SCRIPT), *what], capture_output=True, text=True, check=True)
        return done.stdout

    found = json.loads(benchmark.pedantic(run, rounds=1))
    times: dict[str, list[float]] = found["times"]
    every = sorted(time for of_action in times.values() for time in of_action)
    slowest = max(times, key=lambda name: max(times[name]))
    percentile, worst = every[int(len(every) * 0.95)], every[-1]
    report(f"explorer at {found['nodes']:,} nodes, 200×60: first frame after {found['opened']:,.0f} ms")
    report(f"  action to drawn frame: 95 % within {percentile:.1f} ms, worst {worst:.1f} ms ({slowest}) (bound 33 ms)")
    assert percentile < 33
