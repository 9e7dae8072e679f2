"""CSV and Parquet read back equal the columns."""

import csv
import io
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hostile import HOSTILE, hostile_trace
from hypothesis import given
from hypothesis import strategies as st
from strategies import AIMA, CUTS, FAILS, Case, searched

import tracer
import viz
import viz.rows
from tracer.games.tree import TreeGame
from tracer.recording.status import PRUNED
from tracer.text import clean
from viz.export import write_stream
from viz.formats.csv import escape_formula

TRACES: list[tuple[Any, dict[str, Any]]] = [
    (AIMA, {}),
    (AIMA, {"search": "minimax"}),
    ("tictactoe", {"max_nodes": 3_000}),
    ("connect4:4,4,3", {"search": "alphabeta-memo", "depth": 4, "fail": "hard"}),
    ([7], {}),
]


def leaf_of(node: tracer.Node) -> float | None:
    """The number of a pruned leaf, as the tree has it that was given."""
    game = node.trace.game
    return game.utility(node.state) if node.status is PRUNED and isinstance(game, TreeGame) else None


def expected(trace: tracer.Trace) -> list[dict[str, Any]]:
    """The rows of a trace's table, node by node."""
    rows = []
    for node in trace:
        parent, turn, bound = node.parent, node.turn, trace.proved_bound(node.index)
        rows.append(
            {
                "node": node.index,
                "parent": None if parent is None else parent.index,
                "ply": node.ply,
                "move": clean(node.label) if parent is not None else None,
                "turn": None if turn is None else turn.name,
                "alpha": node.alpha,
                "beta": node.beta,
                "value": node.value,
                "bound": None if bound is None else bound.name,
                "status": node.status.name,
                "cutoff": node.cutoff,
                "end": node.index + node.size,
                "leaf": leaf_of(node),
            }
        )
    return rows


def from_csv(text: str) -> list[dict[str, Any]]:
    """The rows of a CSV file in their types; an empty field is None."""
    read: dict[str, Callable[[str], Any]] = dict.fromkeys(("node", "parent", "ply", "end"), int)
    read |= dict.fromkeys(("alpha", "beta", "value", "leaf"), float)
    read["cutoff"] = {"true": True, "false": False}.__getitem__
    rows = csv.DictReader(io.StringIO(text, newline=""))
    return [{name: read.get(name, str)(field) if field else None for name, field in row.items()} for row in rows]


@pytest.fixture(params=TRACES, ids=str)
def trace(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> tracer.Trace:
    """Several kinds of traces, written in chunks that end in their middle."""
    monkeypatch.setattr(viz.rows, "CHUNK", 700)
    game, options = request.param
    return tracer.trace(game, **options)


def test_csv_is_the_columns(trace: tracer.Trace, tmp_path: Path) -> None:
    """Every number in full."""
    viz.draw(trace, tmp_path / "t.csv")
    text = (tmp_path / "t.csv").read_bytes().decode()
    assert text.startswith(",".join(viz.rows.COLUMNS) + "\n")
    assert from_csv(text) == expected(trace)


def test_parquet_is_the_columns(need: Callable[[str], None], trace: tracer.Trace, tmp_path: Path) -> None:
    """With labels, turns, bounds and statuses as dictionaries."""
    need("pyarrow")
    import pyarrow as pa
    import pyarrow.parquet as pq

    viz.draw(trace, tmp_path / "t.parquet")
    found = pq.read_table(tmp_path / "t.parquet")
    assert found.column_names == list(viz.rows.COLUMNS)
    assert found.to_pylist() == expected(trace)
    for name in ("move", "turn", "bound", "status"):
        assert pa.types.is_dictionary(found.schema.field(name).type)


def test_hostile_labels_stay_in_their_field(tmp_path: Path) -> None:
    """Commas, quotes and line ends; control characters are pictures."""
    trace = hostile_trace()
    viz.draw(trace, tmp_path / "t.csv")
    rows = from_csv((tmp_path / "t.csv").read_bytes().decode())
    assert [row["move"] for row in rows[1:]] == [escape_formula(clean(label)) or None for label in HOSTILE]
    assert all(len(row) == len(viz.rows.COLUMNS) for row in rows)


REAL = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
FORMULAS = [
    "=1+1",
    "+A1",
    "-A1",
    "@SUM(1)",
    "\t=1",
    "\r=1",
    ' "=1"',
    "a;=1",
    ";;-b",
    "-2+3",
    "\u3000=1",
    "=cmd|' /C calc'!A0",
    "|cmd",
    "a; %1",
    "-",
    "--",
]


def runs(cell: str) -> bool:
    """Whether a spreadsheet reckons what a cell says, also one that leaves out space and quotation marks before it."""
    inner = cell.strip().lstrip('"').lstrip()
    return inner.startswith(tuple("=+-@|%\t\r＝＋－＠｜％")) and not REAL.fullmatch(inner.rstrip('"').strip())


@given(
    st.one_of(
        st.sampled_from(FORMULAS), st.text(st.sampled_from("=+-@|%;, \t\r\n\"'1.e＝a"), max_size=8), st.text(max_size=8)
    )
)
def test_no_move_is_a_formula_whatever_separates_the_cells(label: str) -> None:
    """A comma, or a semicolon where that is the custom; and the move is there, but for apostrophes."""
    plain = tracer.trace([1])
    trace = tracer.Trace(plain.columns, [label], tracer.Header(game="g", search="s", options={}), labels=[label])
    stream = io.BytesIO()
    write_stream(trace, stream, "csv")
    text = stream.getvalue().decode().removeprefix(",".join(viz.rows.COLUMNS) + "\n")
    (_, row) = csv.reader(io.StringIO(text, newline=""))
    assert row[3].replace("'", "") == clean(label).replace("'", "")
    assert not runs(row[3])
    for line in csv.reader(io.StringIO(text, newline=""), delimiter=";"):
        assert not any(runs(cell) for cell in line)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_for_a_move_stays_a_number(number: float) -> None:
    for text in (repr(number), str(int(number)), f"+{abs(number)!r}"):
        assert escape_formula(text) == text


def test_numbers_are_written_in_full() -> None:
    """As Python reads them back; whole ones without a point."""
    numbers = [0.1, 1 / 3, 1e300, -1e-9, 2.0, -0.0, math.inf, -math.inf, math.nan]
    written = ["0.1", "0.3333333333333333", "1e+300", "-1e-09", "2", "-0", "inf", "-inf", ""]
    assert [viz.rows.number(number) for number in numbers] == written


@given(searched())
def test_bounds_of_many_nodes_are_those_of_each(found: tuple[Case, dict[str, Any], tuple[float, float]]) -> None:
    """Fail-soft and fail-hard, with either cutoff test."""
    case, options, window = found
    for fail in FAILS:
        for cut in CUTS:
            trace = tracer.trace(
                case.game, "alphabeta", position=case.position, window=window, fail=fail, cut=cut, **options
            )
            single = [trace.proved_bound(node) for node in range(len(trace))]
            codes = viz.rows.columns(trace)["bound"].values(slice(0, len(trace)))
            assert [None if code < 0 else tracer.Bound(code) for code in codes.tolist()] == single


def test_a_pruned_branch_has_a_move_and_a_place_and_what_the_tree_says_of_it() -> None:
    """Empty, not zero."""
    trace = tracer.trace(AIMA)
    stream = io.BytesIO()
    write_stream(trace, stream, "csv")
    row = stream.getvalue().decode().splitlines()[1 + int((trace.columns.status == PRUNED).argmax())]
    assert row == "7,5,2,b2,,,,,,PRUNED,false,8,4"
