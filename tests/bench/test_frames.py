"""The explorer at 13 to ten million nodes: opening it, from a key to its drawn frame, playing, memory."""

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from strategies import AIMA
from yardsticks import reading, starting

import tracer

SCRIPT = Path(__file__).parent / "frames.py"
ROUNDS = 6
"""How often each key is pressed."""
SIZES = ("80x24", "120x40", "200x60")
VIEWS = ("rows", "picture", "map", "lists")
"""What the tree is shown as, or what lies below it."""
BOUND = 2.0
"""Processor time from a key to its drawn frame ÷ that of a plain screen of the same panels: half, and 95 % within."""
STARTS = 7.0
"""Processor time until the first frame ÷ of importing NumPy and Textual, both from the program's start."""
LOADS = 4.0
"""Loading a file ÷ reading it with a checksum."""
TREES: dict[str, tuple[Any, str, dict[str, int]]] = {
    "13": (AIMA, "alphabeta", {}),
    "18,297": ("tictactoe", "alphabeta", {}),
    "549,946": ("tictactoe", "minimax", {}),
    "6,000,000": ("connect4:5,4,4", "minimax", {"depth": 10, "max_nodes": 6_000_000}),
}


@pytest.fixture(scope="module")
def recordings(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Gives the file of each tree; each is made once."""
    folder = tmp_path_factory.mktemp("trees")

    @cache
    def recording(tree: str) -> Path:
        (spec, search, options), path = TREES[tree], folder / f"{tree}.plyscope"
        tracer.trace(spec, search, output=path, **options)
        return path

    return recording


def within(share: float, times: Sequence[float]) -> float:
    """The time within which a share of some times lies."""
    return sorted(times)[min(int(len(times) * share), len(times) - 1)]


def explored(path: Path, rounds: int, size: str = "200x60", view: str = "rows") -> dict[str, Any]:
    """What one run of the explorer took, of the plain screen's as well."""
    done = subprocess.run(
        [sys.executable, str(SCRIPT), str(path), str(rounds), size, view], capture_output=True, text=True, check=True
    )
    found: dict[str, Any] = json.loads(done.stdout)
    frames = [frame for times in found["times"].values() for frame in times]
    for place, kind in enumerate(("waited", "worked")):
        found[kind] = [within(share, [frame[place] for frame in frames]) for share in (0.5, 0.95)]
        found[f"plain {kind}"] = [within(share, [frame[place] for frame in found["plain"]]) for share in (0.5, 0.95)]
    found["ratios"] = [ours / plain for ours, plain in zip(found["worked"], found["plain worked"], strict=True)]
    return found


def holds(found: dict[str, Any]) -> bool:
    """Whether frames cost no more than they may."""
    return all(ratio <= BOUND for ratio in found["ratios"])


def told(found: dict[str, Any], size: str, view: str = "rows") -> str:
    """A line of the report."""
    (half, most), (plain_half, plain_most) = found["waited"], found["plain waited"]
    usual, rare = found["ratios"]
    return (
        f"  {found['nodes']:>9,} nodes at {size:>6}, {view:7}: {half:5.1f} ms, 95 % {most:5.1f}; "
        f"plain {plain_half:5.1f}, {plain_most:5.1f}; "
        f"work ÷ plain: {usual:.2f}, 95 % {rare:.2f} (bound {BOUND:g})"
    )


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("tree", TREES)
def test_a_key_takes_at_most_twice_what_a_plain_screen_takes(
    benchmark: Any, report: Callable[[str], None], recordings: Callable[[str], Path], tree: str, view: str
) -> None:
    path = recordings(tree)
    report("from a key to its drawn frame, everything expanded:")
    runs = benchmark.pedantic(lambda: {size: explored(path, ROUNDS, size, view) for size in SIZES}, rounds=1)
    for size, found in runs.items():
        report(told(found, size, view))
    assert all(map(holds, runs.values()))


def measured(benchmark: Any, report: Callable[[str], None], folder: Path, large: Path, what: str) -> Any:
    """Explores a recording, and says what was measured."""
    small = folder / "small.plyscope"
    tracer.trace("tictactoe").save(small)
    empty = explored(small, 1)["memory"]
    first = explored(large, 1)  # the file and the memory are warm from here on
    found = benchmark.pedantic(lambda: explored(large, ROUNDS), rounds=1)
    found["memory"] -= empty
    found["start"] = min(first["started"], found["started"]) / starting("import numpy, textual")
    report(f"explorer at {found['nodes']:,} nodes ({what}), 200×60, everything expanded:")
    report(
        f"  first frame {found['opened']:.2f} s after the program's start, {found['loaded']:.2f} s of it loading: "
        f"{found['start']:.1f} times the work of importing NumPy and Textual (bound {STARTS:g})"
    )
    report(told(found, "200x60"))
    report(f"  plays {found['played']:.1%} of 1,000 steps a second; {found['memory']:.0f} MB over a small trace")
    return found


@pytest.mark.parametrize("what", [("tictactoe", "minimax", 549_946), ("mnk:5,5,4", "alphabeta", 650_000)])
def test_frames(benchmark: Any, report: Callable[[str], None], tmp_path: Path, what: tuple[str, str, int]) -> None:
    game, search, visits = what
    path = tmp_path / "large.plyscope"
    tracer.trace(game, search, max_nodes=visits, output=path)
    found = measured(benchmark, report, tmp_path, path, f"{search} on {game}")
    assert holds(found)
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
    assert holds(found)
    assert read < LOADS
    assert found["played"] > 0.95
