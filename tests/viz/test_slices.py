"""An overview in numbers: every unit of every node is counted in its column, and colours the pixels there."""

import tracemalloc
from collections import Counter
from typing import Any

import charted
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import AIMA, Case, searched
from synthetic import uniform

import tracer
from tracer.recording.status import EXPANDED, PRUNED
from viz.charts import icicle, icicle_slices
from viz.charts.cell_kinds import CellKind, cell_looks
from viz.charts.icicle_slices import CUTOFF_LAYER
from viz.pictures.theme import LIGHT

CELL_OF_STATUS = {
    "TERMINAL": CellKind.TERMINAL,
    "HORIZON": CellKind.HORIZON,
    "TABLE": CellKind.TABLE,
    "PRUNED": CellKind.PRUNED,
    "OPEN": CellKind.OPEN,
}


def cell(node: tracer.Node) -> CellKind:
    """What a node is, by its own account."""
    if node.status is EXPANDED:
        assert node.turn is not None
        return CellKind[node.turn.name]
    return CELL_OF_STATUS[node.status.name]


def naive(trace: tracer.Trace, root: int, columns: int, across: str) -> Counter[tuple[int, int, int]]:
    """The covered units by ply, layer and column, unit by unit and node by node."""
    total = trace.node(root).size if across == "nodes" else min(trace.left(root) + 1, trace.steps) - trace.entered(root)
    columns = min(columns, total)
    found: Counter[tuple[int, int, int]] = Counter()
    for index in range(root, root + trace.node(root).size):
        node = trace.node(index)
        first, last = index - root, index - root + node.size
        if across == "steps":
            first = trace.entered(index) - trace.entered(root)
            last = first + 1 if node.status is PRUNED else min(trace.left(index) + 1, trace.steps) - trace.entered(root)
        for unit in range(first, last):
            layers = [cell(node), CUTOFF_LAYER] if node.cutoff else [cell(node)]
            found.update((node.ply - trace.node(root).ply, layer, unit * columns // total) for layer in layers)
    return found


def held(found: icicle_slices.PlySlices) -> dict[tuple[int, int, int], float]:
    """What is covered at all."""
    return {(int(k), int(m), int(n)): float(found.covered[k, m, n]) for k, m, n in np.argwhere(found.covered)}


Search = tuple[Case, dict[str, Any], tuple[float, float]]
NAMES = st.sampled_from(["minimax", "alphabeta", "alphabeta-memo"])
"""A search that prunes nothing, one that prunes, and one with a table."""


def record(found: Search, name: str, stop: int | None = None) -> tracer.Trace:
    """A trace of a drawn case, perhaps one that was stopped early."""
    case, options, window = found
    extra = {"window": window} if name != "minimax" else {}
    return tracer.trace(case.game, name, position=case.position, max_nodes=stop, **options, **extra)


@given(searched(), NAMES, st.integers(1, 40), st.sampled_from(["nodes", "steps"]), st.data())
@settings(max_examples=40)
def test_every_unit_of_every_node_is_in_its_column(
    found: Search, name: str, columns: int, across: str, data: st.DataObject
) -> None:
    """Of finished searches, of stopped ones, and of subtrees."""
    trace = record(found, name, data.draw(st.sampled_from([None, None, 5, 17])))
    assume(len(trace) <= 400)
    root = data.draw(st.integers(0, len(trace) - 1))
    root = 0 if trace.columns.status[root] == PRUNED else root
    drawn = charted.slices(trace, columns, root=root, across=across)
    assert held(drawn) == naive(trace, root, columns, across)


@given(searched(), NAMES, st.integers(1, 40), st.sampled_from(["nodes", "steps"]))
def test_columns_add_up_to_the_counts_of_each_ply(found: Search, name: str, columns: int, across: str) -> None:
    """Visited nodes, pruned branches, table hits and cutoffs."""
    trace = record(found, name)
    drawn = charted.slices(trace, columns, across=across)
    counts = drawn.counts.sum(axis=2)
    rows = trace.counts.by_ply(with_game=False)
    assert counts[:, : CellKind.PRUNED].sum(axis=1).tolist() == [row["visited"] for row in rows]
    assert counts[:, CellKind.PRUNED].tolist() == [row["pruned_branches"] for row in rows]
    assert counts[:, CellKind.TABLE].tolist() == [row["table_hits"] for row in rows]
    assert counts[:, CUTOFF_LAYER].tolist() == [row["cutoffs"] for row in rows]
    assert drawn.covered[0].sum() - drawn.covered[0, CUTOFF_LAYER].sum() == drawn.total
    assert (drawn.shares[:, :CUTOFF_LAYER].sum(axis=1) <= 1).all()


@given(searched(), st.integers(1, 40))
def test_pruned_nodes_add_up_ply_by_ply(found: Search, columns: int) -> None:
    """And each ply covers as many nodes of the full tree as there are at or below it."""
    trace = record(found, "alphabeta")
    assert trace.counts.pruned_total is not None
    drawn = charted.slices(trace, columns, mass="nodes")
    counts, covered = drawn.counts[:, :CUTOFF_LAYER].sum(axis=2), drawn.covered[:, :CUTOFF_LAYER].sum(axis=(1, 2))
    levels = list(trace.counts.pruned_total.levels)
    assert counts[: len(levels), CellKind.PRUNED].tolist() == levels
    assert drawn.total == trace.counts.full_tree_nodes
    np.testing.assert_allclose(covered, np.cumsum(counts.sum(axis=1)[::-1])[::-1], rtol=1e-9)
    assert (drawn.shares[:, :CUTOFF_LAYER].sum(axis=1) <= 1 + 1e-9).all()


@given(searched(), st.integers(1, 9), st.integers(1, 9))
def test_plies_that_share_a_row_are_added(found: Search, columns: int, rows: int) -> None:
    """As many to each row as it takes, the last one perhaps with fewer."""
    trace = record(found, "alphabeta")
    whole, few = charted.slices(trace, columns), charted.slices(trace, columns, rows=rows)
    assert len(few.covered) <= rows
    for row in range(len(few.covered)):
        plies = slice(row * few.plies_per_row, (row + 1) * few.plies_per_row)
        assert (few.covered[row] == whole.covered[plies].sum(axis=0)).all()
        assert (few.counts[row] == whole.counts[plies].sum(axis=0)).all()
        np.testing.assert_allclose(few.shares[row], whole.shares[plies].mean(axis=0))


def test_aima_in_six_columns() -> None:
    """By hand: nodes 0 to 12, of which 7 and 8 are pruned, and 5 and 9 were cut."""
    found = charted.slices(tracer.trace(AIMA), 6)
    assert found.edges.tolist() == [0, 3, 5, 7, 9, 11, 13]
    assert found.covered[0, CellKind.MAX].tolist() == [3, 2, 2, 2, 2, 2]
    assert found.covered[1, CellKind.MIN].tolist() == [2, 2, 2, 2, 2, 2]
    assert found.covered[1, CUTOFF_LAYER].tolist() == [0, 0, 2, 2, 2, 2]
    assert found.covered[2, CellKind.TERMINAL].tolist() == [1, 2, 1, 0, 1, 2]
    assert found.covered[2, CellKind.PRUNED].tolist() == [0, 0, 0, 2, 0, 0]
    assert found.covered.sum() == 13 + 12 + 9 + 8


def test_the_whole_of_tic_tac_toe_and_what_was_pruned_of_it() -> None:
    """The facts of the tables, drawn."""
    trace = tracer.trace("tictactoe")
    assert charted.slices(trace, 1_000).total == 25_227
    found = charted.slices(trace, 1_000, mass="nodes")
    assert found.total == 549_946
    assert found.counts[:, CellKind.PRUNED].sum() == 531_649


def test_a_million_nodes_are_summed_up_in_bounded_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is held beside the trace depends on the pixels and the chunk; the chunks do not show."""
    trace = uniform(10, 6)
    trace.columns.ply  # noqa: B018  # a column that is derived once belongs to the trace
    tracemalloc.start()
    found = charted.slices(trace, 1_400)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(trace) == 1_111_111
    assert peak < 40e6
    assert found.counts[:, :CUTOFF_LAYER].sum(axis=(1, 2)).tolist() == [10**ply for ply in range(7)]
    assert found.covered[:, :CUTOFF_LAYER].sum(axis=(1, 2)).tolist() == [
        sum(10**k for k in range(p, 7)) for p in range(7)
    ]
    monkeypatch.setattr(icicle_slices, "CHUNK_SIZE", 77_777)
    again = charted.slices(trace, 1_400)
    assert (again.covered == found.covered).all()
    assert (again.counts == found.counts).all()


@given(searched(), st.integers(1, 20), st.integers(1, 12))
@settings(max_examples=30)
def test_pixels_have_the_colours_of_what_they_hold(found: Search, columns: int, row: int) -> None:
    """On the mean over a ply's height; minimax has no hatched areas, unless it was stopped at a depth."""
    trace = record(found, "minimax")
    drawn = charted.slices(trace, columns)
    assume(not drawn.counts[:, CellKind.HORIZON].any() and not drawn.counts[:, CellKind.CHANCE].any())
    pixels = icicle.paint_overview(drawn.shares, LIGHT, row_height=row, lane_height=0, dpi=200).astype(float)
    looks, paper = cell_looks(LIGHT), _rgb(LIGHT.background)
    for ply, shares in enumerate(drawn.shares[:, :CUTOFF_LAYER]):
        wanted = paper + sum(shares[k][:, None] * (_rgb(looks[k].fill) - paper) for k in CellKind)
        np.testing.assert_allclose(pixels[ply * row : (ply + 1) * row].mean(axis=0), wanted, atol=0.51)


def _rgb(colour: str) -> Any:
    return np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)], float)
