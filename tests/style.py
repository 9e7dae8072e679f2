"""Search programs of other people, what is to be found in each, and how it is recorded and counted.

The folder `styles` has the programs: whole scripts that know nothing of plyscope, in the words and the layout
of whoever wrote them. A `Style` says what is true of one. Its expressions are Python, of the variables of a call.
"""

from __future__ import annotations

import contextlib
import io
import json
import math
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cache, cached_property
from pathlib import Path
from tempfile import TemporaryDirectory

from style_counter import Call

import tracer
from tracer.recording.status import PRUNED
from tui import cli

FOLDER = Path(__file__).parent / "styles"
COUNTER = Path(__file__).parent / "style_counter.py"
LARGEST = 1e300
"""Infinite values are recorded as it: a trace has infinities at the ends of windows alone."""
SEED = {"PYTHONHASHSEED": "0"}

Expression = str | Mapping[str, str] | None
"""One for all functions, or one for each by its qualified name."""


@dataclass(frozen=True, eq=False)
class Way:
    """One choice of the functions whose calls are nodes."""

    functions: tuple[str, ...]
    """Qualified names, without `<locals>`."""
    root: str | None = None
    """The function above them, whose loop is the root."""
    each: str | None = None
    """Its variable each value of which begins a pass."""
    driver: bool = False
    """Whether what that function calls are iterations: it is worth what the last one returned, and nobody names it."""

    @property
    def options(self) -> list[str]:
        """How `plyscope run` is told of them."""
        return ["--attach", ",".join(self.functions), *(["--root", self.root] if self.root and not self.driver else [])]


@dataclass(frozen=True, eq=False)
class Style:
    """A program and what is to be found in it."""

    file: str
    """The file's name without `.py`."""
    ways: tuple[Way, ...]
    """The choices of functions that are right, the first the one that is told by `--attach`."""
    turn: Expression
    """True where MAX moves, False where MIN does, None where chance does; MAX is who wants great values."""
    side: Expression = None
    """True where the value is MAX's and False where it is MIN's, where chance may move; None leaves it to who moves."""
    view: str = "max"
    """Whose values and windows they are: max or mover."""
    value: int | str | None = None
    """Which element, key or attribute of what is returned is the value."""
    window: tuple[str, ...] = ()
    """The two ends; one if only the parent's best is passed on; None is an open end."""
    position: Expression = None
    """Where this differs the texts of positions differ, too."""
    same: Expression = None
    """Where this and the player to move agree the texts agree, too; None stands for `position`."""
    game: str | None = None
    """The game of which this is a search, if it can be told by `--game` alone."""
    findings: frozenset[str] = frozenset()
    """What `check` says of it, all of it true."""
    by_rules: frozenset[str] = frozenset()
    """What it says besides if it knows the game."""
    may: frozenset[str] = frozenset()
    """What is true as well, and may be said or not."""
    unseen: bool = False
    """Whether values have more reasons than those of the calls below: a cache's, a bound, an evaluation."""
    seeded: bool = False
    """Whether it depends on the hashes of texts, so that it needs a process of its own."""

    def __str__(self) -> str:
        return self.file

    @property
    def path(self) -> Path:
        """The program."""
        return FOLDER / f"{self.file}.py"


@dataclass(frozen=True)
class Recorded:
    """What a run of `plyscope run` left behind."""

    code: int
    said: str
    """All that it printed."""
    folder: TemporaryDirectory[str] = field(repr=False)

    @cached_property
    def files(self) -> list[Path]:
        """The trace files: one, or one for each search in order."""
        folder = Path(self.folder.name)
        several = sorted(folder.glob("t-*.plyscope"), key=lambda path: int(path.stem[2:]))
        return several or list(folder.glob("t.plyscope"))

    @cached_property
    def traces(self) -> list[tracer.Trace]:
        """What is in them.

        Raises:
            AssertionError: there is none.
        """
        assert self.code == 0, self.said
        assert self.files, self.said
        return [tracer.load(path) for path in self.files]


@cache
def counted(style: Style) -> list[list[list[Call]]]:
    """For each way each search's calls, by a process that knows nothing of plyscope."""
    said = [
        {
            "functions": way.functions,
            "root": way.root,
            "each": way.each,
            "driver": way.driver,
            **{
                name: value
                for name, value in asdict(style).items()
                if name in ("turn", "side", "value", "window", "position", "same")
            },
        }
        for way in style.ways
    ]
    with TemporaryDirectory() as folder:
        output = Path(folder, "counts.json")
        words = [sys.executable, str(COUNTER), str(style.path), str(output)]
        environment = {**os.environ, **SEED}
        subprocess.run(words, input=json.dumps(said), text=True, check=True, env=environment, timeout=60)
        counts: list[list[list[Call]]] = json.loads(output.read_text(encoding="utf-8"))
    return counts


@cache
def recorded(program: Path, options: tuple[str, ...], *, seeded: bool = False) -> Recorded:
    """The searches of a program, recorded by the command."""
    folder = TemporaryDirectory(prefix="styles-")
    words = ["run", str(program), "-o", str(Path(folder.name, "t.plyscope")), *options]
    return Recorded(*(_run_apart if seeded else run)(*words), folder)


def run(*words: str) -> tuple[int, str]:
    """The exit code of `plyscope` and what it printed."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        try:
            cli.main(list(words))
        except SystemExit as done:
            return int(done.code or 0), printed.getvalue()
    raise AssertionError("the command did not end")


def _run_apart(*words: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "tui.cli", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        env={**os.environ, **SEED},
        cwd=COUNTER.parents[1],
        timeout=60,
    )
    return done.returncode, done.stdout


def findings(path: Path, *options: str) -> list[dict[str, str]]:
    """What `plyscope check` says of a file, the worst first."""
    code, printed = run("check", str(path), "--json", *options)
    found: list[dict[str, str]] = json.loads(printed)["findings"]
    assert code == any(finding["severity"] != "note" for finding in found), printed
    return found


def blamed(path: Path) -> set[str]:
    """The diseases that `plyscope check` names."""
    return {finding["disease"] for finding in findings(path)}


@dataclass(frozen=True)
class Visits:
    """The visits of a search in order: as they were recorded, or as they were counted. All values are MAX's view."""

    parents: list[int]
    turns: list[int]
    values: list[float]
    windows: list[tuple[float, float]]
    positions: list[str | None]
    same: list[str | None]

    @property
    def decided(self) -> list[int]:
        """The visits at which the values of the children tell who moves: they differ."""
        seen: dict[int, set[float]] = {}
        for child, parent in enumerate(self.parents):
            seen.setdefault(parent, set()).add(self.values[child])
        return sorted(visit for visit, values in seen.items() if visit >= 0 and len(values) > 1)


def visits_of(trace: tracer.Trace) -> Visits:
    """The visits of a recording, without pruned branches."""
    columns = trace.columns
    visited = [int(node) for node in (columns.status != PRUNED).nonzero()[0]]
    place = {node: k for k, node in enumerate(visited)}
    parents = columns.parent
    return Visits(
        [place.get(int(parents[node]), -1) for node in visited],
        [int(columns.turn[node]) for node in visited],
        [float(columns.value[node]) for node in visited],
        [(float(columns.alpha[node]), float(columns.beta[node])) for node in visited],
        [trace.text(node) for node in visited],
        [trace.text(node) for node in visited],
    )


def visits_counted(style: Style, calls: list[Call]) -> Visits:
    """As an independent counter saw them; a root above, or one that returns no number, has its best child's value."""
    turns = [0 if call["turn"] is None else 1 if call["turn"] else -1 for call in calls]
    sides = [
        turn if call["side"] is None else 1 if call["side"] else -1 for turn, call in zip(turns, calls, strict=True)
    ]
    signs = [side if style.view == "mover" and side else 1 for side in sides]
    values = [
        math.nan if call["value"] is None else min(max(sign * call["value"], -LARGEST), LARGEST)
        for sign, call in zip(signs, calls, strict=True)
    ]
    for one in reversed(range(len(calls))):
        if calls[one]["above"] or (one == 0 and values[0] != values[0]):
            below = [value for value, call in zip(values, calls, strict=True) if call["parent"] == one]
            values[one] = below[-1] if calls[one]["driver"] else max(below) if turns[one] > 0 else min(below)
    windows = [_window(style, call["window"], sign, turn) for call, sign, turn in zip(calls, signs, turns, strict=True)]
    parents, positions, same = ([call[key] for call in calls] for key in ("parent", "position", "same"))
    return Visits(parents, turns, values, windows, positions, positions if style.same is None else same)


def _window(style: Style, ends: list[float | None], sign: int, turn: int) -> tuple[float, float]:
    """The window of a call in MAX's view; one end alone is what the player above has already."""
    if len(ends) == 1:
        best = None if ends[0] is None else sign * ends[0]
        ends = [None, best] if turn > 0 else [best, None]
    elif sign < 0:
        ends = [None if end is None else -end for end in reversed(ends)]
    low, high = ends or (None, None)
    return -math.inf if low is None else float(low), math.inf if high is None else float(high)
