"""Whole programs of games with more to them than a line of marks: healthy, and with one line that is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from specimens.specimen import FOLDER

import tracer
from tui import cli

COLUMNS, SOWING, PIECES = "wild_columns", "wild_sowing", "wild_pieces"
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


@pytest.mark.parametrize("program", [COLUMNS, SOWING, PIECES])
def test_nothing_is_found_in_a_healthy_program(tmp_path: Path, program: str) -> None:
    assert _find(tmp_path, program) == []


@pytest.mark.parametrize(("disease", "program", "healthy", "sick"), SICK, ids=[" ".join(one[:2]) for one in SICK])
def test_the_wrong_line_has_its_name(tmp_path: Path, disease: str, program: str, healthy: str, sick: str) -> None:
    assert _find(tmp_path, program, healthy, sick) == [disease]
