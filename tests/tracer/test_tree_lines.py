"""The line protocol of best-first searches: what is told in lines is what a recorder would have been told."""

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from laws import LawBroken, check_laws
from strategies import AIMA

import tracer
from tracer import Trace, TraceFileError

HEAD = {"plyscope": 1, "search": "mine"}


def read(*events: Any, **header: Any) -> Trace:
    """The trace of some lines."""
    text = "\n".join(json.dumps(event) for event in (HEAD | header, *events))
    return tracer.read_lines(io.BytesIO(text.encode()))


def lines_of(trace: Trace) -> list[dict[str, Any]]:
    """The lines that a program would print that recorded this search."""
    log, born = trace.columns.log, trace.columns.born
    assert log is not None
    assert born is not None
    order = np.argsort(born, kind="stable").tolist()
    number = {node: place for place, node in enumerate(order)}
    told: list[dict[str, Any]] = []
    met = 0
    for row, node in enumerate(log.node.tolist()):
        while met < len(order) and born[order[met]] <= row:
            new = order[met]
            above = int(trace.columns.parent[new])
            told.append(
                {"node": None if above < 0 else number[above], "turn": ("MIN", "", "MAX")[trace.node(new).turn + 1]}
            )
            told[-1] |= {} if above < 0 else {"move": trace.label(new)}
            met += 1
        x, y = (value if np.isfinite(value) else "inf" for value in (log.x.item(row), log.y.item(row)))
        told.append({"update": number[node], "x": x} | ({"y": y} if log.has_proofs else {}))
    over = np.flatnonzero(trace.columns.status == tracer.Status.TERMINAL).tolist()
    return [*told, *({"valued": number[node], "value": trace.columns.value.item(node)} for node in over)]


@pytest.mark.parametrize("search", ["uct", "puct", "pns"])
@pytest.mark.parametrize("game", [AIMA, "tictactoe"])
def test_lines_give_the_recording_back(game: Any, search: str) -> None:
    trace = tracer.trace(game, search, **({} if search == "pns" else {"iterations": 200}))
    again = read(*lines_of(trace))
    assert again.columns.end.tolist() == trace.columns.end.tolist()
    assert again.columns.log is not None
    assert trace.columns.log is not None
    assert again.columns.log.node.tolist() == trace.columns.log.node.tolist()
    assert [again.label(node) for node in range(len(again))] == [trace.label(node) for node in range(len(trace))]
    if search != "pns":
        assert again.value == trace.value
    check_laws(again)


def test_a_file_of_lines_is_a_trace_file(tmp_path: Path) -> None:
    trace = tracer.trace("tictactoe", "uct", iterations=60)
    text = "\n".join(json.dumps(event) for event in (HEAD | {"game": "tictactoe"}, *lines_of(trace)))
    found = tracer.read_lines(io.BytesIO(text.encode()), output=tmp_path / "t.plyscope")
    assert found.steps == 60
    assert found.game is not None
    assert tracer.load(tmp_path / "t.plyscope").value == trace.value


def test_who_moves_alternates_where_nobody_says_it_and_a_movers_view_is_turned() -> None:
    trace = read({"node": None}, {"node": 0, "move": "a"}, {"update": 1, "x": 3}, view="mover")
    assert trace.columns.turn.tolist() == [1, -1]
    assert trace.value == -3


@pytest.mark.parametrize(
    ("events", "problem"),
    [
        ([{"node": 0, "move": "a"}], "line 2: node 0 is not there: there is none yet"),
        ([{"node": None}, {"node": None}], "line 3: there is a root"),
        ([{"node": None, "turn": [1]}], 'line 2: "turn" cannot be a list'),
        ([{"node": None}, {"update": 0, "x": 10**400}], 'line 3: "x" is an integer that is too large'),
        ([{"node": None}, {"update": 0, "x": 1e308}], "line 3: .*too large to be added up"),
        ([{"node": None}, {"valued": 0, "value": 1, "status": [1]}], 'line 3: "status" cannot be a list'),
        ([{"node": None}, {"node": 0, "move": 5}], "line 3: .*text"),
        ([{"node": None}, {"update": 4, "x": 1}], "line 3: node 4"),
        ([{"node": None}, {"update": 0, "x": "much"}], "line 3: .*number"),
        ([{"node": None}, {"update": 0, "x": 1}, {"update": 0, "x": 1, "y": 2}], "line 4: .*PROOF"),
        ([{"node": None}, {"update": 0}], "line 3: .*x"),
        ([{"node": None}, {"updat": 0}], "line 3: .*expected"),
        ([{"node": None, "alpha": 0}], "line 2: .*alpha"),
        ([{"node": None}, {"valued": 0, "value": 1, "status": "lost"}], "line 3: .*status"),
        ([{"node": None}], 'it has nodes and nothing that is known of them; an "update" is what comes next'),
    ],
)
def test_a_wrong_line_is_named(events: list[Any], problem: str) -> None:
    with pytest.raises(TraceFileError, match=problem):
        read(*events)


def test_numbers_that_break_the_law_of_proof_numbers_are_told_as_such() -> None:
    trace = read({"node": None}, {"update": 0, "x": 1, "y": "inf"})
    assert "neither proved nor disproved" in tracer.explain(trace.node(0))
    with pytest.raises(LawBroken, match="pn 1"):
        check_laws(trace)


def test_labels_are_one_line_that_no_terminal_obeys_and_long_ones_stay_different() -> None:
    long = "a" * 100_000
    trace = read(
        {"node": None}, *({"node": 0, "move": move} for move in (long, long + "b", "\x1b[2J")), {"update": 1, "x": 0}
    )
    labels = [trace.label(node) for node in (1, 2, 3)]
    assert labels[0] != labels[1]
    assert max(map(len, labels)) < 300
    assert labels[2] == "␛[2J"
