"""What people complain of about the players that they wrote: the mistake is named, and what is advised mends it.

The folder `complaints` has the healthy programs, in Python, C, JavaScript and Ruby. Each row of `COMPLAINTS` makes one
sick. Those in Python are recorded as they are, the others record themselves. Each row of `ADVICE` is a line of a sick
program and what stands there once the advice was followed.
"""

from __future__ import annotations

import linecache
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from patience import PATIENCE
from specimens.specimen import FOLDER as SPECIMENS_FOLDER
from specimens.specimen import Style, judgement, record
from style import findings, recorded, run

import tracer

FOLDER = Path(__file__).parent.parent / "complaints"
HEADER = Path(tracer.__file__).parent / "file"
TOOLS = {".c": "gcc", ".js": "node", ".rb": "ruby"}


@dataclass(frozen=True)
class Complaint:
    """A healthy program, the edit that makes it sick, and what people then see."""

    seen: str
    program: str
    healthy: str
    sick: str
    disease: str
    severity: str = "error"
    options: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.program

    def source(self, *, sick: bool) -> str:
        """The program's text."""
        text = (FOLDER / self.program).read_text(encoding="utf-8")
        assert text.count(self.healthy) == 1
        return text.replace(self.healthy, self.sick) if sick else text


COMPLAINTS = [
    Complaint(
        "it returns None where it is lost",
        "hexapawn.py",
        "best_score, best_step = -2, None",
        "best_score, best_step = -1, None",
        "no-move-played",
    ),
    Complaint(
        "the player of the second side plays as if it were the first",
        "mancala.py",
        'choose = max if game.player == "S" else min',
        "choose = max",
        "worse-move-played",
    ),
    Complaint(
        "alpha-beta plays another move than minimax",
        "othello.py",
        "if worth > top:",
        "if worth >= top:",
        "bound-played",
        "warning",
    ),
    Complaint(
        "its 2048 prefers boards with many empty places",
        "tiles.py",
        "expected += chance / len(empty) * player(",
        "expected += chance * player(",
        "chances-not-one",
        options=("--attach", "player,nature"),
    ),
    Complaint(
        "it is wrong since it keeps what it has solved",
        "kayles.py",
        "known = (pins, first_throws)",
        "known = pins",
        "key-without-player",
    ),
    Complaint(
        "with a score for each player, the other one helps",
        "coins.py",
        "key=lambda score: score[mover]",
        "key=lambda score: score[0]",
        "swapped-players",
        options=("--attach", "maxn"),
    ),
    Complaint(
        "it does not block",
        "gravity.c",
        "three(disks[0]) ? 1 : three(disks[1]) ? -1 : 0",
        "three(disks[0]) ? 1 : 0",
        "terminal-late",
    ),
    Complaint(
        "pieces vanish while it thinks",
        "draughts.c",
        "        if (over >= 0) squares[over] = other;\n",
        "",
        "undone-wrongly",
    ),
    Complaint(
        "it plays with a won game instead of winning it",
        "heaps.c",
        "const int won = 100 - ply;",
        "const int won = 100 + ply;",
        "longer-win",
        "note",
    ),
    Complaint(
        "its tree search never tries some moves",
        "drops.js",
        "this.board.columns()[this.children.length]",
        "this.board.columns().slice(0, -1)[this.children.length]",
        "move-never-tried",
        "note",
    ),
    Complaint(
        "it holds far too early",
        "pig.js",
        "eyes <= SIDES",
        "eyes < SIDES",
        "chances-not-one",
    ),
    Complaint(
        "its tree search plays as if it were the other player",
        "matches.rb",
        "    result = -result\n",
        "",
        "reward-not-turned",
    ),
]
PYTHON = {one.program: one for one in COMPLAINTS if one.program.endswith(".py")}


def recording(program: Path, *options: str) -> Path:
    """The trace file of a program, which records itself if it is not in Python.

    Raises:
        AssertionError: it fails.
    """
    if program.suffix == ".py":
        (file,) = recorded(program, options).files
        return file
    words, target = [TOOLS[program.suffix], str(program)], program.with_suffix(".plyscope")
    if program.suffix == ".c":
        built = str(program.with_suffix(""))
        printed(*words, "-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", f"-I{HEADER}", "-o", built, "-lm")
        printed(built, str(target))
        return target
    lines = program.with_suffix(".jsonl")
    lines.write_bytes(printed(*words))
    code, said = run("import", str(lines), "-o", str(target))
    assert code == 0, said
    return target


def printed(*words: str) -> bytes:
    """What a program writes, and nothing to stderr."""
    done = subprocess.run(words, capture_output=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout


def checked(complaint: Complaint, folder: Path, need: Callable[[str], None], *, sick: bool) -> list[dict[str, Any]]:
    """What `check` finds in a program."""
    program = folder / complaint.program
    if program.suffix in TOOLS:
        need(TOOLS[program.suffix])
    program.write_text(complaint.source(sick=sick), encoding="utf-8")
    return findings(recording(program, *complaint.options))


@pytest.mark.parametrize("complaint", COMPLAINTS, ids=str)
def test_the_mistake_is_named(complaint: Complaint, tmp_path: Path, need: Callable[[str], None]) -> None:
    first, *others = checked(complaint, tmp_path, need, sick=True)
    assert (first["disease"], first["severity"]) == (complaint.disease, complaint.severity)
    assert "error" not in {one["severity"] for one in others}


@pytest.mark.parametrize("complaint", COMPLAINTS, ids=str)
def test_the_healthy_program_has_nothing(complaint: Complaint, tmp_path: Path, need: Callable[[str], None]) -> None:
    assert checked(complaint, tmp_path, need, sick=False) == []


@dataclass(frozen=True)
class Advice:
    """A line of a sick program, what the advice makes of it, and words that the advice has."""

    program: str | Style
    """A program of the folder `complaints`; a specimen if it is a `Style`."""
    line: str
    mended: str
    words: str
    in_call: bool = True
    """Whether the line is where the node in question is called, calls, or returns; else it is in its function."""

    def __str__(self) -> str:
        return str(getattr(self.program, "file", self.program))


ADVICE = [
    Advice("hexapawn.py", "best_score, best_step = -1, None", "best_score, best_step = float('-inf'), None", "Begin with a value that every real one beats", in_call=False),
]
