"""`plyscope find`: what it prints where, and its exit codes."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from commands import Run, running

import tracer
from tracer.condition.vocabulary import list_help_rows
from tracer.tracing import Trace
from tracer.why import cutoff_causes

AIMA = "[[3,12,8],[2,4,6],[14,5,2]]"


run = running("find", COLUMNS="100")


def test_hits_are_listed_with_step_node_path_and_what_happens(run: Run) -> None:
    code, out, err = run(AIMA, "cutoff")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "step  node  path  what happens",
        "  12     5  a2    ✂ alpha cutoff at a2: 2 ≤ alpha 3; moves b2 and b3 pruned",
        "  22     9  a3    ✂ alpha cutoff at a3: 2 ≤ alpha 3; nothing was left to prune",
    ]


def test_beyond_the_limit_the_rest_is_counted_on_stderr(run: Run) -> None:
    code, out, err = run("tictactoe", "cutoff", "--limit", "3")
    assert (code, len(out.splitlines())) == (0, 4)
    assert err == "… and 8,177 more; --limit lists more\n"
    _, out, err = run(AIMA, "ply >= 0")
    assert (len(out.splitlines()), err) == (14, "")


def test_the_cutoffs_that_saved_most_come_first(run: Run) -> None:
    code, out, err = run("tictactoe", "--top", "saved", "--limit", "4")
    heads, *rows = (line.split() for line in out.splitlines())
    trace = tracer.trace("tictactoe")
    assert (code, heads[:5]) == (0, ["saved", "share", "step", "node", "path"])
    saved = [int(row[0].replace(",", "")) for row in rows]
    assert saved == sorted(saved, reverse=True)
    for row, nodes in zip(rows, saved, strict=True):
        assert nodes == cutoff_causes.saving_at(trace, int(row[3].replace(",", ""))).nodes
        assert row[1] == f"{100 * nodes / trace.counts.pruned_nodes:.0f}%"
    assert err == f"… and {trace.counts.pruning_cutoffs - 4:,} more; --limit lists more\n"


def test_all_that_cutoffs_saved_are_the_pruned_nodes(run: Run) -> None:
    code, out, _ = run("tictactoe", "--top", "saved", "--json", "--limit", "9999")
    hits = json.loads(out)["hits"]
    trace = tracer.trace("tictactoe")
    assert (code, sum(hit["saved"] for hit in hits)) == (0, trace.counts.pruned_nodes)
    assert sorted(hit["step"] for hit in hits) == trace.landmarks.pruning_steps.tolist()


def test_only_what_fulfils_the_condition_is_sorted(run: Run) -> None:
    _, out, _ = run("tictactoe", "ply == 3 and beta == 1", "--top", "saved", "--json", "--limit", "9999")
    trace, hits = tracer.trace("tictactoe"), json.loads(out)["hits"]
    assert len(hits) > 10
    assert all(len(hit["path"]) == 3 and trace.node(hit["node"]).beta == 1 for hit in hits)
    assert run("tictactoe", "ply == 3", "--top", "saved", "--count")[1] != run("tictactoe", "ply == 3", "--count")[1]


def test_the_most_visited_subtrees_come_first(run: Run) -> None:
    _, out, _ = run(AIMA, "--top", "visited", "--json")
    hits = json.loads(out)["hits"]
    assert [(hit["node"], hit["visited"]) for hit in hits[:4]] == [(0, 11), (1, 4), (9, 4), (5, 2)]
    assert [hit["visited"] for hit in hits[4:]] == [1] * 7
    code, out, err = run(AIMA, "ply == 1", "--top", "visited")
    assert [line.split()[:5] for line in out.splitlines()[1:]] == [
        ["4", "36%", "1", "1", "a1"],
        ["4", "36%", "15", "9", "a3"],
        ["2", "18%", "9", "5", "a2"],
    ]
    assert (code, err) == (0, "")


def test_what_is_not_known_is_not_sorted(run: Run, tmp_path: Path) -> None:
    found = tracer.trace(AIMA)
    path = tmp_path / "alone.plyscope"
    Trace(found.columns, [], replace(found.header, game="mine"), labels=found.move_labels).save(path)
    code, out, err = run(str(path), "--top", "saved")
    assert (code, out) == (2, "")
    assert "takes its game" in err
    assert "pruned > 0" in err
    assert run(AIMA)[0] == 2
    assert run(AIMA, "-a", "minimax", "--top", "saved")[0] == 1


def test_only_the_number(run: Run) -> None:
    assert run("tictactoe", "cutoff", "--count") == (0, "8180\n", "")
    assert run("tictactoe", "ply > 9", "--count") == (1, "0\n", "")


def test_nothing_found_is_exit_code_1(run: Run) -> None:
    assert run(AIMA, "value > 100") == (1, "", "nothing found\n")
    said = "nothing found\nalpha does not apply to minimax, which has no windows\n"
    assert run(AIMA, "alpha > 0", "-a", "minimax") == (1, "", said)


def test_json_has_labels_and_the_total(run: Run) -> None:
    code, out, err = run(AIMA, ' move == "b3" and status == PRUNED', "--json")
    found = json.loads(out)
    assert (code, err) == (0, "")
    assert found == {
        "condition": 'move == "b3" and status == PRUNED',
        "total": 1,
        "hits": [{"step": 13, "node": 8, "path": ["a2", "b3"], "event": "branch a2/b3 pruned"}],
    }
    code, out, _ = run(AIMA, "cutoff", "--json", "--limit", "1")
    assert (json.loads(out)["total"], len(json.loads(out)["hits"])) == (2, 1)
    code, out, _ = run(AIMA, "value > 100", "--json")
    assert (code, json.loads(out)["total"], json.loads(out)["hits"]) == (1, 0, [])


def test_a_trace_file_and_options_of_the_search(run: Run, tmp_path: Path) -> None:
    tracer.trace("tictactoe", "minimax", depth=2).save(tmp_path / "t.plyscope")
    assert run("t.plyscope", "depth == 0", "--count")[:2] == (0, "72\n")
    assert run("tictactoe", "depth == 0", "--count", "--depth", "2", "-a", "minimax")[:2] == (0, "72\n")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ((AIMA, "plly == 3"), "plyscope: the condition `plly == 3`, column 1: no name 'plly' (did you mean ply?)"),
        ((AIMA, "ply"), "such as ply > 0"),
        ((AIMA, "depth == 1"), "this search had no depth limit"),
        ((AIMA, "cutoff", "--limit", "0"), "limit"),
        (("no-such-game", "cutoff"), "unknown game"),
        ((AIMA, "__import__('os')"), "a call is not allowed"),
    ],
)
def test_errors_are_one_line_and_exit_code_2(run: Run, words: tuple[str, ...], problem: str) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert problem in err
    assert len(err.splitlines()) == 1


def test_a_wrong_condition_is_found_before_the_search_begins(run: Run) -> None:
    assert run("connect4:5,4,4", "plly == 1")[0] == 2


def test_help_lists_the_names(run: Run) -> None:
    code, out, _ = run("--help", "all")
    assert code == 0
    lines = [" ".join(line.split()) for line in out.splitlines()]
    for word, text in list_help_rows():
        assert f"{word} {text}" in lines
    assert max(map(len, out.splitlines())) <= 100


def test_what_cutoffs_of_a_recording_saved_that_tells_no_skipped_moves_takes_the_game(run: Run, tmp_path: Path) -> None:
    record = tracer.Recorder()
    root = record.enter(None, 1, 0, 10)
    record.leave(record.enter("a", -1, 0, 10), 12, tracer.Status.TERMINAL)
    record.leave(root, 12, tracer.Status.EXPANDED, True)
    columns, moves = record.finish()
    Trace(columns, moves, tracer.Header()).save(tmp_path / "t.plyscope")
    code, out, err = run(str(tmp_path / "t.plyscope"), "--top", "saved")
    assert (code, out) == (2, "")
    assert "record the search with its game" in err
