"""Full trees of known size are counted whatever the order of moves, and an estimate says how far off it may be."""

from collections.abc import Iterator
from typing import Any

import pytest
from ragged import Ragged

import tracer
from tracer.count import layers
from tracer.count.sizes import Sizes
from tracer.count.totals import total
from tracer.games.rules import MAX, BuiltIn, Turn
from tracer.recording.status import PRUNED

KNOWN = [
    ("connect4", 6, 137_257),
    ("connect4", 8, 6_634_027),
    ("tictactoe", 9, 549_946),
]
"""Nodes of full trees, as bitboards and others count them."""


@pytest.mark.parametrize(("game", "depth", "nodes"), KNOWN)
@pytest.mark.parametrize("order", [None, "centre-first"])
def test_the_full_tree_is_counted_whatever_the_order(game: str, depth: int, nodes: int, order: str | None) -> None:
    found = tracer.trace(game, depth=depth, order=order).counts
    assert (found.full_tree_nodes, found.exact, found.margin) == (nodes, True, 0)


def test_chess_is_counted() -> None:
    pytest.importorskip("chess")
    assert tracer.trace("chess", depth=3).counts.full_tree_nodes == 1 + 20 + 400 + 8_902


@pytest.mark.parametrize("spec", ["nim:3,4,5", "connect4:3,3,3", "mnk:3,3,3"])
@pytest.mark.parametrize("search", ["alphabeta", "alphabeta-memo"])
@pytest.mark.parametrize("depth", [None, 3, 5])
def test_both_ways_to_count_agree(spec: str, search: str, depth: int | None) -> None:
    """By ply, and by position alone."""
    trace = tracer.trace(spec, search, depth=depth)
    whole = Sizes(tracer.game(spec)).levels(trace.start(), depth or float("inf"))
    found = trace.counts
    rows = found.by_ply()
    assert found.full_tree_nodes == sum(whole)
    by_ply = [int(row["visited"] + row["pruned_nodes"] + row["table_nodes"]) for row in rows]  # type: ignore[operator]
    assert by_ply == whole


class Subtraction(BuiltIn):
    """One or two are taken from a number: few positions, each at very many plies, and more nodes than a float holds."""

    transposes = True
    spec = "subtraction"

    def __init__(self, most: int) -> None:
        self.most = most

    def start(self) -> int:
        """All of it."""
        return self.most

    def turn(self, state: int) -> Turn:
        """Always the same player, who is not told apart."""
        return MAX

    def utility(self, state: int) -> float | None:
        """Who can take nothing has 0."""
        return 0 if state < 2 else None

    def evaluate(self, state: int) -> float:
        """Nothing is known."""
        return 0

    def moves(self, state: int) -> list[int]:
        """One or two."""
        return [1, 2]

    def play(self, state: int, move: int) -> int:
        """It is taken."""
        return state - move


@pytest.mark.parametrize("depth", [float("inf"), 150])
def test_numbers_beyond_those_of_floats_are_exact(depth: float) -> None:
    """The tree from n has as many nodes as those from n − 1 and n − 2, and one."""
    game = Subtraction(200)
    below = layers.Layers(game, depth, lambda _: None)
    below.put(0, game.start())
    below.descend()
    *_, (ply, rows) = below.counted()
    assert ply == 0
    levels = Sizes(game).levels(game.start(), depth)
    assert layers.sum_columns(rows)[: len(levels)] == levels
    assert sum(layers.sum_columns(rows)) > 2**100


def known(samples: int) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Searches of trees of many shapes."""
    for number in range(samples):
        yield Ragged(number, 6), {}
    for spec in ("connect4", "connect4:5,4,4", "connect4:6,5,4", "connect4:4,4,3"):
        for depth in (5, 6):
            for order in (None, "centre-first"):
                yield spec, {"depth": depth, "order": order}
    for depth in (5, 6, 7, 9):
        yield "tictactoe", {"depth": depth}
    for seed in range(8):
        yield f"random:b=4,d=6,seed={seed}", {}


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """Nineteen times in twenty: of these, which are the same at each run, at least nine in ten; none is far off."""
    off = []
    for game, options in known(36):
        trace = tracer.trace(game, "alphabeta", **options)
        part = trace.counts.frontier.with_status(PRUNED)
        truth, found = total(trace, part), total(trace, part, budget=10)
        assert truth.exact
        if found.exact:  # so small that nothing had to be left out
            assert found.nodes == pytest.approx(truth.nodes)
            continue
        off.append((found.nodes - truth.nodes) / found.margin)
    assert len(off) >= 35
    assert sum(abs(error) <= 1 for error in off) >= 0.9 * len(off)
    assert max(map(abs, off)) < 2.5
    assert abs(sum(off) / len(off)) < 0.2


def test_the_levels_of_an_estimate_begin_with_what_is_known() -> None:
    trace = tracer.trace("connect4", depth=6)
    part = trace.counts.frontier.with_status(PRUNED)
    truth, found = total(trace, part), total(trace, part, budget=10)
    first = next(ply for ply, nodes in enumerate(truth.levels) if nodes)
    assert found.levels[: first + 1] == truth.levels[: first + 1]
    assert found.levels == pytest.approx(truth.levels, rel=0.05)
    assert found.margin < 0.05 * found.nodes
    assert found == total(trace, part, budget=10)


def test_what_no_sample_left_anything_of_is_exact_and_all_else_has_a_margin() -> None:
    for spec, exact in (("random:b=2,d=4", True), ("random:b=4,d=6", False)):
        trace = tracer.trace(spec)
        part = trace.counts.frontier.with_status(PRUNED)
        found = total(trace, part, budget=1)
        assert found.nodes == pytest.approx(total(trace, part).nodes)
        assert (found.exact, found.standard_error == pytest.approx(0), found.margin > 0) == (exact, True, not exact)


def test_a_tree_that_is_too_wide_is_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    """More positions at one ply than are held at once are not counted, but estimated."""
    monkeypatch.setattr(layers, "MAX_PLY_POSITIONS", 100)
    trace = tracer.trace("connect4", depth=6, order="centre-first")
    assert not trace.counts.exact
    assert trace.counts.full_tree_nodes == pytest.approx(137_257, abs=trace.counts.margin)
