"""`plyscope table`: what it prints where, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from commands import Run, running
from style import run as run_program

import tracer
from tracer.count.table_history import lives_of
from tracer.count.table_lives import Deed

run = running("table", COLUMNS="100")


def facts(run: Run, *words: str, said: str = "") -> dict[str, Any]:
    code, out, err = run(*words, "--json")
    assert (code, err) == (0, said)
    found: dict[str, Any] = json.loads(out)
    return found


def test_the_whole_table_stands_above_the_entries_that_answered_most(run: Run) -> None:
    code, out, err = run("tictactoe", "-a", "alphabeta-memo", "--limit", "3")
    assert code == 0
    said = dict(line.rsplit(maxsplit=1) for line in out.splitlines()[2:] if line and "%" not in line)
    assert (said["entries"], said["hits"], said["… that cut"], said["spared nodes"]) == (
        "2,511",
        "2,140",
        "641",
        "62,523",
    )
    rows = out.splitlines()[-3:]
    assert [int(row.split()[0]) for row in rows] == [9, 8, 7]
    assert "2,508 more; --limit" in err


def test_entries_come_in_the_wished_order(run: Run) -> None:
    lives = lives_of(tracer.trace("nim:1,2,3", "mtdf"))
    spared = lives.spared()
    assert spared is not None
    for sort, name, counts in (
        ("hits", "hits", lives.hits),
        ("spared", "spared_nodes", spared),
        ("stored", "written", lives.puts),
    ):
        found = facts(run, "nim:1,2,3", "-a", "mtdf", "--sort", sort)
        listed = [entry[name] for entry in found["listed"]]
        assert listed == sorted(counts.tolist(), reverse=True)[:20]
    steps = [
        entry["step"] for entry in facts(run, "nim:1,2,3", "-a", "mtdf", "--sort", "time", "--limit", "99")["listed"]
    ]
    assert steps == sorted(steps)
    assert len(steps) == len(lives) == found["entries"]
    assert found["stored"] == len(lives)
    assert found["narrowed"] == lives.total(Deed.NARROWED)
    assert found["spared_nodes"] == spared.sum()


def test_a_position_is_told_whole_wherever_it_is_named(run: Run) -> None:
    tracer.trace("tictactoe", "mtdf").save("t.plyscope")
    place = "a1/b1/c1/b2/a2/a3/b3"
    code, out, err = run("t.plyscope", place)
    assert (code, err) == (0, "")
    assert run("t.plyscope", "--position", place)[1] == out
    (entry,) = facts(run, "t.plyscope", place)["listed"]
    assert [event["what"] for event in entry["life"]] == ["stored", "cut", "asked", "narrowed", "hit", "hit", "hit"]
    assert [(event["low"], event["high"]) for event in entry["life"]] == [(0, None)] * 3 + [(0, 0)] * 4
    rows = [line.split() for line in out.splitlines() if line.strip()[:1].isdigit()]
    assert [int(row[0].replace(",", "")) for row in rows] == [event["step"] for event in entry["life"]]


def test_two_depths_of_a_position_are_two_entries(run: Run) -> None:
    words = ("tictactoe", "-a", "deepening", "--with", "table", "--depth", "4")
    found = facts(run, *words, "b2")
    assert [entry["depth"] for entry in found["listed"]] == [0, 1, 2, 3]
    assert found["entries"] > found["positions"]
    assert run(*words, "b2")[1].count("\nentry at depth ") == 4


def test_what_nobody_recorded_is_said(run: Run) -> None:
    script = Path(__file__).parent / "styles" / "transposition.py"
    code, printed = run_program("run", str(script), "-o", "t.plyscope")
    assert code == 0, printed
    code, out, err = run("t.plyscope")
    assert code == 0
    assert "spared nodes" in out
    assert "was not recorded" in err
    assert facts_of(run)["exact"] is False


def facts_of(run: Run) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run("t.plyscope", "--json")[1])
    return found


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("tictactoe",), "alphabeta keeps no table; searches with one are"),
        (("tictactoe", "-a", "deepening", "-d", "2"), "--with table"),
        (("tictactoe", "x9", "-a", "mtdf"), "no move 'x9'"),
    ],
)
def test_what_has_no_table_is_refused(run: Run, words: tuple[str, ...], said: str) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert said in err


def test_a_search_that_stopped_at_once_has_an_empty_table(run: Run) -> None:
    code, out, _ = run("tictactoe", "-a", "alphabeta-memo", "--max-nodes", "1")
    assert code == 0
    assert out.splitlines()[2].split() == ["entries", "0"]
    found = facts(run, "tictactoe", "-a", "mtdf", "--max-nodes", "1", said="mtdf stopped after 1 node, as asked\n")
    assert (found["entries"], found["hits"], found["listed"]) == (0, 0, [])


def test_what_is_too_much_to_be_counted_is_said(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracer.count.table_lives.each", lambda *_, **__: None)
    code, out, err = run("nim:1,2,3", "-a", "mtdf", "--sort", "spared")
    assert code == 0
    assert out.splitlines()[-21].split()[:4] == ["hits", "cut", "written", "spared"]
    assert "spared nodes are not known" in err
