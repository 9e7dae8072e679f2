"""Whole programs of games with more to them than a line of marks: healthy, and with one line that is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from specimens.specimen import FOLDER

import tracer
from tui import cli

COLUMNS, SOWING, PIECES, CAPTURES = "wild_columns", "wild_sowing", "wild_pieces", "wild_captures"
HEALTHY = [
    (COLUMNS, "", ""),
    (SOWING, "", ""),
    (PIECES, "", ""),
    (CAPTURES, "", ""),
    # Numbers that count the work, and tables of the engine's own, may stand beside the position.
    (
        PIECES,
        "        self.turn = -self.turn\n\n    def undo",
        "        self.turn = -self.turn\n        self.made += 1\n\n    def undo",
    ),
    (
        PIECES,
        "            killers[ply] = m\n",
        "            killers[ply] = m\n            g.good[m] = g.good.get(m, 0) + 1\n",
    ),
]
SICK = [
    (
        "key-without-player",
        COLUMNS,
        "return (tuple(map(tuple, self.cols)), self.side)",
        "return tuple(map(len, self.cols))",
    ),
    ("bound-as-exact", COLUMNS, "flag = 1 if best >= beta else 2 if best <= a0 else 0", "flag = 0"),
    (
        "depth-uneven",
        SOWING,
        "depth - 1, alpha, beta)\n            if score > value",
        "depth - 2, alpha, beta)\n            if score > value",
    ),
    (
        "not-undone",
        PIECES,
        "        self.turn = -self.turn\n        self.board[f] = self.board[t]",
        "        self.board[f] = self.board[t]",
    ),
    ("no-stand-pat", CAPTURES, "    best = stand\n    alpha = max(alpha, stand)\n", "    best = -100000\n"),
    ("re-search-shallow", PIECES, "depth - 1, -beta, -v, ply + 1", "depth - 2, -beta, -v, ply + 1"),
]


def _find(folder: Path, program: str, healthy: str = "", sick: str = "") -> list[str]:
    """The errors and warnings of a program that is run as it is, or with a line that is wrong."""
    source, script, trace = (FOLDER / f"{program}.py").read_text(), folder / "it.py", folder / "it.plyscope"
    assert source.count(healthy) == 1 or not healthy
    script.write_text(f"{source.replace(healthy, sick) if healthy else source}\n\nprint(solve())\n")
    with pytest.raises(SystemExit):
        cli.main(["run", str(script), "-o", str(trace)])
    return [finding.disease for finding in tracer.check(tracer.load(trace)) if finding.severity != "note"]


@pytest.mark.parametrize(("program", "line", "other"), HEALTHY)
def test_nothing_is_found_in_a_healthy_program(tmp_path: Path, program: str, line: str, other: str) -> None:
    assert _find(tmp_path, program, line, other) == []


@pytest.mark.parametrize(("disease", "program", "healthy", "sick"), SICK, ids=[" ".join(one[:2]) for one in SICK])
def test_the_wrong_line_has_its_name(tmp_path: Path, disease: str, program: str, healthy: str, sick: str) -> None:
    assert _find(tmp_path, program, healthy, sick) == [disease]
