"""Whoever prints counts prints the same ones, where a search visits paths more than once."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pages import Open
from typer.testing import CliRunner
from visits import scouted

import tracer
from tracer.count.layers import Levels
from tracer.count.spared import count
from tracer.recording.status import PRUNED
from tracer.time.moments import Event, Phase
from tracer.why.explain import event
from tui.model.cursor import Cursor
from tui.program import app
from tui.terminal.count_report import collect_counts, format_counts_table, format_ply_table
from viz.charts.icicle import _describe_result
from viz.charts.icicle_slices import choose_spans, sum_slices
from viz.page.asides import count_savings
from viz.page.packing import pack
from viz.pictures import headings
from viz.pictures.picture_drafts import picture
from viz.pictures.roles import Kind
from viz.rows import facts as facts_of_rows

VISITED, BRANCHES, SKIPPED, NODES, FULL = 17_082, 6_197, 6_264, 532_931, 549_946


@pytest.fixture(scope="module")
def trace() -> tracer.Trace:
    """A principal variation search of tic-tac-toe, which searches some moves again."""
    return scouted("tictactoe")


def numbers(text: str) -> list[int]:
    return [int(found.replace(",", "")) for found in re.findall(r"\d[\d,]*", text)]


def test_the_command_prints_them(trace: tracer.Trace, tmp_path: Path) -> None:
    path = tmp_path / "scout.plyscope"
    trace.save(path)
    said = CliRunner().invoke(app, ["count", str(path), "--json"])
    found = json.loads(said.stdout)["searches"][0]
    assert [found[name] for name in ("visited", "pruned_branches", "skipped_moves", "pruned_nodes")] == [
        VISITED, BRANCHES, SKIPPED, NODES,
    ]  # fmt: skip
    assert (found["full_tree_nodes"], found["pruned_nodes_exact"], found["standard_error"]) == (FULL, True, 0)
    rows = dict(re.findall(r"^(.*?)  +([\d,]+)$", format_counts_table([collect_counts(trace)]), re.MULTILINE))
    assert (rows["pruned branches"], rows["pruned nodes"], rows["full tree"]) == ("6,197", "532,931", "549,946")
    assert rows["… skipped, in all visits"] == "6,264"
    heads, *plies = format_ply_table(collect_counts(trace)).splitlines()
    places = {name: place for place, name in enumerate(re.split(r"  +", heads.strip()))}
    cells = [re.split(r"  +", row.strip()) for row in plies]
    assert sum(numbers(row[places["pruned branches"]])[0] for row in cells) == BRANCHES
    assert sum(numbers(row[places["pruned nodes"]])[0] for row in cells) == NODES


def test_a_search_that_visits_each_path_once_has_no_second_number() -> None:
    assert "in all visits" not in format_counts_table([collect_counts(tracer.trace("mnk:3,2,2"))])


def test_the_explorer_prints_them(trace: tracer.Trace) -> None:
    cursor, levels, spared = Cursor(trace), Levels(trace), count(trace)
    assert (cursor.total_tally["visited"], cursor.total_tally["pruned branches"]) == (VISITED, BRANCHES)
    assert spared is not None
    assert (spared.total, spared.met(cursor.last_met_node)) == (NODES, NODES)
    assert sum(levels.at(ply, cursor.last_met_node).pruned for ply in range(levels.deepest + 1)) == BRANCHES


def test_pictures_tables_and_charts_print_them(trace: tracer.Trace) -> None:
    assert numbers(headings.describe_result(trace))[1:] == [VISITED, NODES, SKIPPED]
    assert (facts_of_rows(trace)["visited"], facts_of_rows(trace)["pruned_branches"]) == (VISITED, BRANCHES)
    axis = choose_spans(trace, mass="nodes")
    assert axis.pruned_levels is not None
    assert BRANCHES + int(axis.pruned_levels.nodes.sum()) == NODES
    said = _describe_result(trace, axis, sum_slices(trace, axis, 100, 10))
    assert numbers(said)[-2:] == [NODES, BRANCHES]
    assert (
        numbers(_describe_result(trace, choose_spans(trace), sum_slices(trace, choose_spans(trace), 100, 10)))[-1]
        == BRANCHES
    )
    twice = trace.find("a1/b1").index
    part = choose_spans(trace, root=twice, mass="nodes")
    inside = slice(twice, int(trace.columns.end[twice]))
    assert numbers(_describe_result(trace, part, sum_slices(trace, part, 100, 10)))[-1] == int(
        trace.counts.paths.pruned[inside].sum()
    )


def test_the_page_holds_them(trace: tracer.Trace) -> None:
    spared = count_savings(trace).spared
    assert spared is not None
    assert int(spared.sum()) == NODES
    assert not spared[trace.columns.status != PRUNED].any()
    names = [name for name, *_ in pack(trace).header["sections"]]
    assert "again" in names
    assert "again" not in [name for name, *_ in pack(tracer.trace("mnk:3,2,2")).header["sections"]]
    assert int(np.count_nonzero(trace.columns.status == PRUNED)) - BRANCHES == SKIPPED - BRANCHES


def test_the_page_prints_them(trace: tracer.Trace, open_page: Open) -> None:
    found = {
        name: tuple(map(numbers, cells))
        for name, cells in open_page(trace, f"#step={trace.steps - 1}").counts().items()
    }
    assert found["pruned branches"] == ([BRANCHES], [BRANCHES])
    assert found["pruned nodes"] == ([NODES], [NODES])


OUT = (Kind.PRUNED, Kind.SKIPPED)
STEPPED = [
    ([[3, 12, 8], [2, 4, 6], [14, 5, 2]], "alphabeta", {}),
    ([[3, 12, 8], [2, 4, 6], [[[2, 9], 7], 5]], "mtdf", {}),
    ([[1, [5, 6, 7, 8, 9]], [0, 2, 3], [0, 2, 3]], "pvs", {}),
    ("nim:1,2,2", "alphabeta-memo", {}),
    ("random:b=3,d=3,seed=1,order=worst", "engine", {"with_": "futility", "margin": 2}),
    ("piglet:3", "star2", {"depth": 4}),
]


def skipped_by_name(said: str) -> int:
    """How many branches a sentence says that a step skips."""
    if found := re.search(r"([\d,]+) (moves|outcomes)", said):
        return int(found[1])
    if found := re.search(r"(?:moves|outcomes) (.*? and \S+)", said):
        return len(re.split(r", | and ", found[1]))
    return 1


@pytest.mark.parametrize(("tree", "search", "options"), STEPPED)
@pytest.mark.parametrize("one_by_one", [False, True])
def test_every_step_has_one_state(tree: Any, search: str, options: dict[str, Any], one_by_one: bool) -> None:
    """What is said to be skipped is there, is counted and is drawn, in the explorer and in a picture."""
    trace = tracer.trace(tree, search, **options)
    cursor, spared = Cursor(trace, one_by_one=one_by_one), count(trace)
    for step in range(trace.steps):
        cursor.go_to_step(step)
        said = event(trace, step, cursor.last_moment_step)
        if cursor.event is Event.PRUNED:
            assert skipped_by_name(said) == cursor.last_met_node - cursor.node + 1, said
            assert all(cursor.phase(node) is Phase.PRUNED for node in range(cursor.node, cursor.last_met_node + 1))
        if one_by_one:
            assert cursor.last_moment_step == step
            continue
        earlier = trace.past(step)
        assert len(earlier) == cursor.last_met_node + 1
        counts, tally = earlier.counts, cursor.tally
        pruned = tally["pruned branches"]
        assert (counts.visited, counts.cutoffs, counts.pruned_branches) == (tally["visited"], tally["cutoffs"], pruned)
        if step % 7 == 0 or cursor.event is Event.PRUNED:
            drawn = picture(trace, step=step, fold=False, legend=False)
            assert sum(box.count for box in drawn.boxes if box.role.kind in OUT) == len(earlier) - tally["visited"]
            heading = " ".join(drawn.heading)
            assert said in heading
            nodes = spared.met(cursor.last_met_node) if spared is not None and tally["pruned branches"] else None
            said_pruned = " pruned branch" if nodes is None else " pruned node"
            assert said_pruned in heading
            assert numbers(heading.partition(said_pruned)[0])[-1] == (
                tally["pruned branches"] if nodes is None else nodes
            )
