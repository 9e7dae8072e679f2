"""Of a large file the windows and values are read as they are asked for; in all that is asked they are arrays."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest
from framed import apart, together
from strategies import columns_of

import tracer
from tracer.file import reading
from tracer.file.frames import CHUNK, HEADER, LATE, decode_block, decode_json, encode_block, encode_json
from tracer.file.on_disk import OnDisk
from tracer.file.reading import Reading
from tracer.recording import part_collector, tree_shape
from tracer.run.plan import prepare
from tracer.run.run import write

NAMES = ("alpha", "beta", "value")


@pytest.fixture(autouse=True)
def _all_are_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every file here is large, in many parts."""
    monkeypatch.setattr(part_collector, "MAX_WAITING_NODES", 700)


@pytest.fixture(params=["max", "mover"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The file of a search with late news in it; with MAX's numbers, or the mover's, as a negamax in C reports them."""
    write(prepare("tictactoe", "negamax-alphabeta", position="b2"), tmp_path / "t.plyscope")
    if request.param == "mover":
        turn_to_mover(tmp_path / "t.plyscope")
    return tmp_path / "t.plyscope"


def turn_to_mover(path: Path) -> None:
    """Have a file hold the numbers of the player to move."""
    turns = tracer.load(path).columns.turn
    parts = apart(path.read_bytes())
    for place, (kind, payload) in enumerate(parts):
        if kind == HEADER:
            parts[place] = kind, encode_json({**decode_json(payload), "view": "mover"})
        elif kind in (CHUNK, LATE):
            block = decode_block(payload)
            columns = {name: np.array(column) for name, column in block.columns.items()}
            nodes = columns["node"] if kind == LATE else slice(block.first, block.first + block.size)
            columns |= {
                name: np.where(turns[nodes] < 0, -columns[name], columns[name]) for name in NAMES if name in columns
            }
            if kind == CHUNK:
                columns["alpha"], columns["beta"] = (
                    np.where(turns[nodes] < 0, columns[other], columns[own])
                    for own, other in (("alpha", "beta"), ("beta", "alpha"))
                )
            parts[place] = kind, b"".join(encode_block(block.first, columns))
    path.write_bytes(together(parts))


@pytest.fixture
def whole(path: Path) -> tracer.Trace:
    """The trace with all of it in memory."""
    return tracer.load(path)


@pytest.fixture
def left(whole: tracer.Trace, path: Path, monkeypatch: pytest.MonkeyPatch) -> tracer.Trace:
    """The same, left in its file."""
    monkeypatch.setattr(reading, "LARGE", 1)
    monkeypatch.setattr(tree_shape, "PART_NODES", 300)
    assert len(whole) > 3_000
    return tracer.load(path)


def read_so_far(trace: tracer.Trace) -> list[str]:
    """The columns that were read as a whole."""
    return [name for name in NAMES if (column := getattr(trace.columns, name)).nbytes or not isinstance(column, OnDisk)]


def test_opening_and_counting_read_none_of_them_as_a_whole(left: tracer.Trace, whole: tracer.Trace) -> None:
    assert read_so_far(left) == []
    assert read_so_far(whole) == list(NAMES)
    assert left.counts.summary() == whole.counts.summary()
    assert (left.value, left.best_move, left.pv) == (whole.value, whole.best_move, whole.pv)
    assert read_so_far(left) == []
    assert left.proved_bound(0) is whole.proved_bound(0)  # which compares the values of all moves of a node
    for node in (0, 1, 700, 2_500):
        assert tracer.explain(left[node]) == tracer.explain(whole[node])
    assert read_so_far(left) == ["value"]


def test_all_that_is_asked_of_an_array_is_the_same(left: tracer.Trace, whole: tracer.Trace) -> None:
    size = len(whole)
    for name in NAMES:
        column, wanted = getattr(left.columns, name), getattr(whole.columns, name)
        assert (len(column), column.shape, column.dtype, column.strides) == (size, (size,), wanted.dtype, (8,))
        for which in (
            slice(None),
            slice(690, 1_500),
            slice(3, None, 600),
            slice(5, 2),
            slice(-9, None),
            slice(None, None, 997),
        ):
            np.testing.assert_array_equal(column[which], wanted[which])
        for node in (0, 699, 700, size - 1, -1, np.int64(1_400)):
            np.testing.assert_equal(column.item(int(node)), wanted.item(int(node)))
            np.testing.assert_equal(column[node], wanted[node])
        with pytest.raises(IndexError):
            column.item(size)
        assert read_so_far(left) == []
    nodes = np.array([3, 2_000, 5])
    for name in NAMES:
        column, wanted = getattr(left.columns, name), getattr(whole.columns, name)
        for found, known in (
            (column == column, wanted == wanted),
            (1 - column, 1 - wanted),
            (np.isnan(column), np.isnan(wanted)),
            (np.where(column > 0, column, 0), np.where(wanted > 0, wanted, 0)),
            (column[nodes], wanted[nodes]),
            (column[wanted > 0], wanted[wanted > 0]),
            (column[::-2], wanted[::-2]),
            (column[::7], wanted[::7]),
            (column.astype(np.float32), wanted.astype(np.float32)),
            (np.nanmax(column), np.nanmax(wanted)),
        ):
            np.testing.assert_array_equal(found, known)
        copied = pickle.loads(pickle.dumps(column))
        assert type(copied) is np.ndarray
        np.testing.assert_array_equal(copied, wanted)
        with pytest.raises(ValueError, match="read-only"):
            column.whole()[0] = 1.0
    assert columns_of(left) == columns_of(whole)


def test_a_search_without_windows_has_columns_of_one_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "LARGE", 1)
    write(prepare("nim:1,2,3", "minimax"), tmp_path / "t.plyscope")
    trace = tracer.load(tmp_path / "t.plyscope")
    assert (trace.columns.alpha.strides, trace.columns.beta.strides) == ((0,), (0,))
    assert read_so_far(trace) == ["alpha", "beta"]
    assert columns_of(trace) == columns_of(tracer.trace("nim:1,2,3", "minimax"))


def test_the_file_may_go_or_give_way_to_another_one(left: tracer.Trace, whole: tracer.Trace, path: Path) -> None:
    tracer.trace("nim:1,2").save(path)
    assert left.columns.value.item(0) == whole.columns.value.item(0)
    path.unlink()
    assert columns_of(left) == columns_of(whole)


def test_a_file_that_was_cut_says_so(left: tracer.Trace, path: Path) -> None:
    with path.open("r+b") as stream:
        stream.truncate(1_000)
    with pytest.raises(tracer.PlyscopeError, match="was cut, or written over, since it was opened"):
        left.columns.value[1_000:2_000]


def test_what_was_read_of_a_growing_file_stays_as_it_was(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "LARGE", 1)
    data, growing = path.read_bytes(), tmp_path / "growing"
    growing.write_bytes(data[: len(data) // 2])
    follower = Reading(growing)
    follower.read_on()
    before = follower.columns(going_on=True)
    seen = [np.array(getattr(before, name)) for name in NAMES]
    with growing.open("ab") as stream:
        stream.write(data[len(data) // 2 :])
    follower.read_on()
    after = follower.columns()
    assert len(after) > len(before)
    for name, column in zip(NAMES, seen, strict=True):
        np.testing.assert_array_equal(getattr(before, name)[:], column)
    np.testing.assert_array_equal(np.array(after.value), np.array(tracer.load(path).columns.value))
