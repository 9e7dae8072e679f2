"""Saving and opening trace files."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from yardsticks import reading, writing

import tracer

BOUNDS = {"save": 5.0, "open": 4.0}
"""Saving ÷ writing a file's bytes with a checksum of them; opening ÷ reading them so."""


@pytest.mark.parametrize("size", ["million", "large"])
def test_save_and_open(
    benchmark: Any, report: Callable[[str], None], tmp_path: Path, request: pytest.FixtureRequest, size: str
) -> None:
    made = request.getfixturevalue(size)
    trace = tracer.load(made) if isinstance(made, Path) else made
    target = tmp_path / "t.plyscope"
    taken: dict[str, float] = {}
    for name, act in (("save", lambda: trace.save(target)), ("open", lambda: tracer.load(target))):
        least = float("inf")
        for _ in range(3):
            started = process_time()
            act()
            least = min(least, process_time() - started)
        taken[name] = least
    benchmark.pedantic(lambda: tracer.load(target), rounds=1)
    plain = {"save": writing(target), "open": reading(target)}
    report(f"trace file of {len(trace):,} nodes, {target.stat().st_size / 1e6:,.0f} MB:")
    for name, bound in BOUNDS.items():
        rate, ratio = len(trace) / taken[name] / 1e6, taken[name] / plain[name]
        report(f"  {name} {rate:.1f} million nodes a second, {ratio:.1f} times the plain file (bound {bound:g})")
        assert ratio < bound, name


COUNTED = """
import resource, sys
import tracer

counts = tracer.load(sys.argv[1]).counts
found = [counts.visited, counts.leaves, counts.cutoffs, counts.pruning_cutoffs, counts.first_move_cutoffs]
print(counts.branching_factor, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
"""
MOST = 45
"""Bytes a node that opening and counting may take; the windows and values, 24 of the file's 35, are not among them."""


def test_memory_of_counting(report: Callable[[str], None], tmp_path: Path, large: Path) -> None:
    tracer.trace("tictactoe", depth=3).save(tmp_path / "small")
    taken = []
    for path in (tmp_path / "small", large):
        words = [sys.executable, "-c", COUNTED, str(path)]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        taken.append(int(done.stdout.split()[1]))
    each = (taken[1] - taken[0]) / len(tracer.load(large))
    report(f"opening and counting: {each:.0f} bytes a node (bound {MOST})")
    assert each < MOST
