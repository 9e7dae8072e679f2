"""`plyscope count` of several searches: what stands above each, and what has no room beside the others."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from commands import plyscope
from strategies import AIMA

import tracer
from tracer.recording.header import Header
from tracer.searches.contract import TableRule
from tracer.tracing import Trace
from tui.terminal.count_report import collect_counts, common_option_texts, format_counts_table

KNOWN = [
    name
    for name, search in tracer.SEARCHES.items()
    if search.values == "minimax" and not (search.selective or search.chance or search.best_first)
]
"""Searches that return minimax's value depth first."""
HEURISTICS = "table,hash,killers,history"


def counted(*searches: tuple[str, dict[str, Any]], game: Any = AIMA, **options: Any) -> list[dict[str, Any]]:
    return [
        collect_counts(tracer.trace(game, name, **own, **options), with_pv=False, with_plies=False)
        for name, own in searches
    ]


def test_what_all_searches_have_stands_once_above_them() -> None:
    found = counted(("alphabeta", {}), ("mtdf", {"guess": 2.0}), game="connect4:4,4,3", depth=4)
    assert common_option_texts(found) == ["depth 4"]
    table = format_counts_table(found, shared_options=common_option_texts(found))
    assert "depth" not in table
    assert "guess 2" in table.splitlines()[1]
    alone = counted(("alphabeta", {}), game="connect4:4,4,3", depth=4)
    assert common_option_texts(alone) == []
    assert format_counts_table(alone).splitlines()[0].split() == ["alphabeta", "depth", "4"]


@pytest.mark.parametrize("width", [60, 80, 100, 160, None])
def test_a_table_is_no_wider_than_the_terminal_and_has_every_number_once(width: int | None) -> None:
    searches = [(name, {"with_": HEURISTICS} if name == "deepening" else {}) for name in KNOWN]
    found = counted(*searches, game="nim:1,2,3")
    table = format_counts_table(found, width=width)
    lines = table.splitlines()
    assert max(map(len, lines)) <= (width or 10**6)
    blocks = table.split("\n\n")
    assert (len(blocks) > 1) == (width is not None and width <= 100)
    labels = [[line[:26].strip() for line in block.splitlines() if line[:1].strip()] for block in blocks]
    assert all(names == labels[0] for names in labels)
    visited = [number for line in lines if line.startswith("visited") for number in line.split()[2:]]
    assert visited == [f"{one['visited']:,}" for one in found]


def test_every_search_of_one_position_is_in_one_table(capsys: pytest.CaptureFixture[str]) -> None:
    words = [word for name in KNOWN for word in ("-a", name)]
    assert plyscope("count", "nim:1,2,2", *words, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["search"] for one in found["searches"]] == words[1::2]
    assert {one["value"] for one in found["searches"]} == {tracer.trace("nim:1,2,2").value}
    for one in found["searches"]:
        table = tracer.SEARCHES[one["search"]].table
        assert not one["table_hits"] or table
        if isinstance(table, TableRule) and table.required_option is None:
            assert one["table_hits"]


@pytest.mark.parametrize("first", ["uct", "pns", "dfpn", "sss", "alphabeta"])
def test_the_minimal_tree_proves_minimax_value_whichever_search_stands_first(
    capsys: pytest.CaptureFixture[str], first: str
) -> None:
    assert not plyscope("count", "[[3,12,8],[2,4,6],[14,5,2]]", "-a", first, "-a", "minimax", "--iterations", "9")
    lines = capsys.readouterr().out.splitlines()
    value = next(line for line in lines if line.startswith("value"))
    visited = next(line for line in lines if line.startswith("visited"))
    assert (value.split()[-1], visited.split()[-1]) == ("3", "9")


def test_pruned_nodes_are_estimated_at_once_where_few_moves_may_be_looked_at(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert plyscope("count", "tictactoe") == 0
    exact = capsys.readouterr().out
    assert re.search(r"^pruned nodes +531,649$", exact, re.MULTILINE)
    assert plyscope("count", "tictactoe", "--max-moves", "10") == 0
    estimated = capsys.readouterr().out
    assert re.search(r"^pruned nodes +≈5\d\d,\d{3}$", estimated, re.MULTILINE)
    assert [line.split() for line in estimated.splitlines() if line.startswith(("visited", "cutoffs"))] == [
        line.split() for line in exact.splitlines() if line.startswith(("visited", "cutoffs"))
    ]


def test_by_ply_it_is_told_how_many_cutoffs_came_on_the_first_move(capsys: pytest.CaptureFixture[str]) -> None:
    assert plyscope("count", "tictactoe", "--by-ply") == 0
    rows = [line.split() for line in capsys.readouterr().out.rpartition("\n\n")[2].splitlines()[1:]]
    assert rows[0][3:7] == ["cutoffs", "pruning", "on", "first"]
    assert [row[5] for row in rows[1:]] == ["–", "38%", "47%", "42%", "44%", "53%", "37%", "61%", "100%", "–"]


def test_a_recording_without_a_game_that_has_what_its_cutoffs_skipped_asks_for_none(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    trace = tracer.trace(AIMA)
    header = Header(search="mine", windowed=True)
    Trace(trace.columns, trace.no_moves, header, labels=trace.move_labels).save(tmp_path / "t.plyscope")
    assert plyscope("count", str(tmp_path / "t.plyscope")) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[0].split() == ["mine"]
    assert "pruned nodes" not in err
