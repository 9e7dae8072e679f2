"""Changes one operator or number of the packages at a time, and sees whether a test notices.

`make mutants ARGS="FOLDER"` tries a sample of all such changes on copies of the repository. The folder is one in which
`make choose` left what each test runs: a change is tried on the tests that run its line, first on those of `make test`,
then on the others. What is printed at last says how many of the changes each run notices.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

from cases import function_of, left_out
from choosing import ROOT, measured

PACKAGES = ("tracer", "viz", "tui")
BATCHES = (20, 200, 10_000)
"""So many tests are run at once: those that run fewest lines come first, and mostly tell at once."""
LONGEST = 40.0
"""So many seconds of tests are run for one change by each run at most."""
PATIENCE = 60.0
"""Tests that take as many seconds more than three times as long as measured are taken for endless: they notice."""
WITH_PLUGINS = ("-p", "no:cacheprovider", "-n", "0", "-x", "-q", "--cases", "2", "--timeout", "120")
OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Break: ast.Continue,
    ast.Continue: ast.Break,
}
"""What stands in the place of an operator or a statement."""


class Mutant(NamedTuple):
    """One change of a file."""

    file: str
    line: int
    change: str
    place: slice
    """The bytes of the file that are replaced."""
    put: bytes
    """What stands there instead."""

    def apply(self, data: bytes) -> bytes:
        """Return the file's bytes with the change."""
        return data[: self.place.start] + self.put + data[self.place.stop :]


def mutants(file: str, text: str) -> Iterator[Mutant]:
    """Yield each change of a file.

    >>> [(one.line, one.change) for one in mutants("x.py", "def f(a): return a < 1 and not a")]
    [(1, 'a < 1 and (not a) → a < 1 or not a'), (1, 'a < 1 → a <= 1'), (1, 'not a → a'), (1, '1 → 2')]
    """
    starts = [0]
    for line in text.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in _expressions(ast.parse(text)):
        changed = _changed(node)
        if changed is None:
            continue
        first, last = starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset
        put = ast.unparse(changed)
        put = put if isinstance(node, ast.stmt) else f"({put})"
        change = f"{ast.unparse(node)} → {ast.unparse(changed)}"
        yield Mutant(file, node.lineno, change, slice(first, last), put.encode())


def _expressions(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield what is run of a module: no annotations, and nothing inside of texts, of which no place is known."""
    waiting = [tree]
    while waiting:
        node = waiting.pop(0)
        yield node
        for name, value in ast.iter_fields(node):
            parts = value if isinstance(value, list) else [value]
            if name not in ("annotation", "returns") and not isinstance(node, ast.JoinedStr):
                waiting += [part for part in parts if isinstance(part, ast.AST)]


def _changed(node: ast.AST) -> ast.AST | None:
    """Return a node with one change; None where there is nothing to change."""
    changed = copy.copy(node)
    match node:
        case ast.Compare(ops=[operator]) if type(operator) in OTHER:
            changed.ops = [OTHER[type(operator)]()]
        case ast.BoolOp() | ast.BinOp() if type(node.op) in OTHER:
            changed.op = OTHER[type(node.op)]()
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            return node.operand
        case ast.Constant(value=bool()):
            changed.value = not node.value
        case ast.Constant(value=int()):
            changed.value = node.value + 1
        case ast.Break() | ast.Continue():
            return OTHER[type(node)]()
        case _:
            return None
    return changed


class Trial:
    """Tries changes on copies of the repository."""

    def __init__(self, folder: Path, copies: Sequence[Path]) -> None:
        self._seconds, lines = measured(folder)
        self._lines = {name: len(run) for name, run in lines.items()}
        self._running: dict[tuple[str, int], list[str]] = {}
        """By file and line: the functions that run it, those first that run fewest lines."""
        for name in sorted(self._seconds, key=lambda name: (self._lines.get(name, 0), name)):
            for file, line in lines.get(name, ()):
                path = Path(file)
                place = [path.parts.index(part) for part in PACKAGES if part in path.parts]
                if place:
                    self._running.setdefault(("/".join(path.parts[max(place) :]), line), []).append(name)
        self._unsound = set[str]()
        """Functions that fail without any change."""
        self._free: SimpleQueue[Path] = SimpleQueue()
        for one in copies:
            self._free.put(one)

    def sample(self, count: int, seed: int) -> list[Mutant]:
        """Return so many of all changes, drawn at random."""
        files = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
        names = [path.relative_to(ROOT).as_posix() for path in files]
        every = [one for name in names for one in mutants(name, (ROOT / name).read_text(encoding="utf-8"))]
        return random.Random(seed).sample(every, count)

    def judge(self, mutant: Mutant) -> str:
        """Return which run notices a change first: `make test`, another one or none; or that no test runs its line."""
        names = self._running.get((mutant.file, mutant.line), [])
        folder = self._free.get()
        try:
            if self._is_noticed(folder, mutant, [name for name in names if name not in left_out()]):
                return "make test"
            if self._is_noticed(folder, mutant, [name for name in names if name in left_out()]):
                return "other runs alone"
            return "none" if names else "none: no test runs the line"
        finally:
            self._free.put(folder)

    def _is_noticed(self, folder: Path, mutant: Mutant, names: list[str]) -> bool:
        """Return whether one of the functions fails, and does not without the change."""
        taken, tried = 0.0, 0
        for most in BATCHES:
            batch, seconds = list[str](), 0.0
            for name in names[tried : tried + most]:
                if taken + seconds + self._seconds[name] <= LONGEST:
                    batch.append(name)
                    seconds += self._seconds[name]
            taken, tried = taken + seconds, tried + most
            while batch := [name for name in batch if name not in self._unsound]:
                failed = _failed(folder, mutant, batch, seconds * 3 + PATIENCE)
                if failed is None:
                    break
                if not failed or _failed(folder, None, [failed], seconds * 3 + PATIENCE) is None:
                    return True
                self._unsound.add(function_of(failed))
        return False


def _failed(folder: Path, mutant: Mutant | None, names: Sequence[str], seconds: float) -> str | None:
    """Return the test that fails first, or an empty text if nothing can be imported, or ends; None if none fails."""
    environment = os.environ | {"PYTHONPATH": str(folder), "PLYSCOPE_HYPOTHESIS": "brief"}
    words = [sys.executable, "-m", "pytest", *WITH_PLUGINS, *names]
    file = folder / mutant.file if mutant is not None else None
    before = file.read_bytes() if file is not None else b""
    try:
        if mutant is not None:
            (folder / mutant.file).write_bytes(mutant.apply(before))
        done = subprocess.run(
            words, cwd=folder, env=environment, capture_output=True, text=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        return ""
    finally:
        if file is not None:
            file.write_bytes(before)
    if done.returncode in (0, 5):  # 5: none was collected
        return None
    found = re.search(r"^(?:FAILED|ERROR) (\S+::.*?)(?: - |$)", done.stdout, re.MULTILINE)
    return found[1] if found else ""


def main() -> None:
    """Try a sample, and print what noticed each change."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("folder", type=Path)
    words.add_argument("--count", type=int, default=100)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    given = words.parse_args()
    with tempfile.TemporaryDirectory() as made:
        copies = [Path(made) / str(number) for number in range(given.workers)]
        for one in copies:
            shutil.copytree(
                ROOT, one, symlinks=True, ignore=shutil.ignore_patterns(".git", ".venv*", ".*_cache", "site")
            )
        trial, found = Trial(given.folder.absolute(), copies), Counter[str]()
        with ThreadPoolExecutor(given.workers) as pool:
            sample = trial.sample(given.count, given.seed)
            for mutant, who in zip(sample, pool.map(trial.judge, sample), strict=True):
                found[who] += 1
                print(f"{who}: {mutant.file}:{mutant.line}: {mutant.change}", flush=True)
    print(*(f"{who}: {count} of {given.count}" for who, count in found.most_common()), sep="\n")


if __name__ == "__main__":
    main()
