"""`plyscope check`: what it prints where, and its exit codes."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import pytest
from commands import Run, running
from strategies import AIMA as TREE

import tracer
from tracer.diagnosis.examination import DISEASES
from tracer.tracing import Trace
from tui import cli, program
from tui.terminal import trace_source

AIMA = "[[3,12,8],[2,4,6],[14,5,2]]"


run = running("check", COLUMNS="100")


def sick(folder: Path) -> str:
    """A trace file of a search that returns the least of the three values at the root."""
    trace = tracer.trace(TREE, "minimax")
    value = trace.columns.value.copy()
    value[0] = 2
    columns = replace(trace.columns, value=value)
    file = folder / "t.plyscope"
    Trace(columns, [], trace.header, trace.game, labels=trace.move_labels).save(file)
    return str(file)


def test_a_sound_search_has_nothing(run: Run) -> None:
    code, out, err = run(AIMA)
    assert (code, out) == (0, "")
    assert err == "nothing found: 11 nodes of tree of 9 leaves, alphabeta\n"
    code, out, err = run(AIMA, "-a", "minimax")
    assert (code, out) == (0, "")
    assert err.startswith("nothing found: 13 nodes of ")


def test_a_long_tree_is_named_by_its_beginning_and_its_leaves(run: Run) -> None:
    tree = json.dumps([[k, k + 1, k + 2] for k in range(100)])
    code, out, err = run(tree)
    assert (code, out) == (0, "")
    assert err.endswith(" nodes of tree of 300 leaves, alphabeta\n")


def test_a_finding_says_what_where_and_what_to_do_and_the_exit_code_is_1(run: Run, tmp_path: Path) -> None:
    code, out, err = run(sick(tmp_path))
    assert code == 1
    head, *lines = out.splitlines()
    slug = head.split()[1]
    assert head == f"error: {slug} at node 0 (root)"
    assert slug in DISEASES
    assert all(line.startswith("  ") for line in lines if line)
    assert " ".join(DISEASES[slug].remedy.split()[:4]) in " ".join(out.split())
    assert err.startswith("1 error: 13 nodes of ")


def test_json_has_every_fact(run: Run, tmp_path: Path) -> None:
    code, out, _ = run(sick(tmp_path), "--json")
    found = json.loads(out)
    assert code == 1
    assert list(found) == ["title", "findings"]
    (finding,) = found["findings"]
    assert finding.keys() == {"severity", "disease", "node", "path", "message", "remedy", "nodes", "where", "steps"}
    assert (finding["severity"], finding["node"], finding["path"], finding["nodes"]) == ("error", 0, [], 1)
    assert (finding["where"], finding["steps"]) == ([0], [25])
    code, out, _ = run(AIMA, "--json")
    assert (code, json.loads(out)["findings"]) == (0, [])


def test_all_that_can_be_found_is_explained(run: Run) -> None:
    code, out, _ = run("--list")
    assert code == 0
    heads = [line for line in out.splitlines() if line and not line.startswith(" ")]
    assert sorted(head.split()[0] for head in heads) == sorted(DISEASES)
    code, out, _ = run("--list", "--json")
    assert [row["slug"] for row in json.loads(out)] == list(DISEASES)


def test_without_the_rules_it_says_what_was_not_judged(run: Run, tmp_path: Path) -> None:
    trace = tracer.trace(TREE)
    file = tmp_path / "t.plyscope"
    Trace(trace.columns, [], replace(trace.header, game="mine"), labels=trace.move_labels).save(file)
    code, _, err = run(str(file))
    assert code == 0
    assert "without its rules (--game), so leaves and moves were not judged" in err
    code, _, err = run(str(file), "--game", AIMA)
    assert code == 0
    assert "rules" not in err


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ((), "nothing to check: give a trace file or a game (--list explains the findings)"),
        (("no.plyscope",), "No such file"),
        ((AIMA, "--game", "nim"), "is a game already"),
        (("tictactoo",), "tictactoe"),
    ],
)
def test_what_cannot_be_checked_is_one_line(run: Run, words: tuple[str, ...], problem: str) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert problem in err
    assert err.count("\n") == 1


def test_a_file_that_is_called_like_a_game_is_not_taken_for_it(run: Run, tmp_path: Path) -> None:
    """Recorded without a game, it has none: nim.py may play anything."""
    (tmp_path / "nim.py").write_text(
        "def best(node, is_max):\n"
        "    if not isinstance(node, list):\n"
        "        return node\n"
        "    values = [best(child, not is_max) for child in node]\n"
        "    return max(values) if is_max else min(values)\n"
        "best([[3, 12], [2, 4]], True)\n"
    )
    with pytest.raises(SystemExit):
        cli.main(["run", "nim.py", "--attach", "best", "-o", "t.plyscope"])
    code, _, err = run("t.plyscope")
    assert code == 0
    assert err.splitlines()[-1].startswith("nothing found: 7 nodes of nim.py, best; without its rules")


def test_where_nothing_is_found_and_who_moves_was_guessed_it_says_so(run: Run, tmp_path: Path) -> None:
    """One child each: no value tells who moves."""
    (tmp_path / "line.py").write_text(
        "def best(node):\n    return max(map(best, node)) if isinstance(node, list) else node\nbest([[[[3]]]])\n"
    )
    with pytest.raises(SystemExit):
        cli.main(["run", "line.py", "--attach", "best", "-o", "t.plyscope"])
    code, _, err = run("t.plyscope")
    assert code == 0
    assert "; who moves was guessed: " in err.splitlines()[-1]


def test_of_a_large_file_its_first_nodes_are_judged(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "c4.plyscope")
    tracer.trace("connect4:6,5,4", "alphabeta", depth=8, max_nodes=12_000).save(file)
    code, _, err = run(file, "--max-nodes", "10000")
    assert code == 0
    assert "it stopped after 10,000 nodes, as asked\n" in err
    assert err.endswith("what came later is not judged\n")
    monkeypatch.setattr(trace_source, "free_bytes", lambda: 4_000_000)
    code, _, err = run(file)
    assert code == 2
    assert err.endswith(" and 3.815 MB are free: --max-nodes 12000 checks the first of them\n")
    with pytest.raises(SystemExit):
        cli.main(["diff", file, file])
    assert capsys.readouterr().err.endswith(" and 3.815 MB are free: --max-nodes 11000 compares the first of them\n")


@pytest.mark.parametrize("words", [["check"], ["count"], ["export", "-o", "t.svg"], ["diff", "tictactoe"]])
def test_memory_that_is_not_there_is_one_line(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def need_more(*_words: Any, **_options: Any) -> NoReturn:
        raise MemoryError

    monkeypatch.setattr("tracer.tracing.Trace.__init__", need_more)
    assert program.run_process([words[0], "[[1, 2], [3, 4]]", *words[1:]]) == 2
    assert capsys.readouterr().err == (
        "plyscope: there is not enough memory for this; --max-nodes N reads the first N nodes of a trace file\n"
    )
