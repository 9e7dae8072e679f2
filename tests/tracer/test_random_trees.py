"""Random trees: the same for ever, as ordered as they say, and independent where they say so."""

import hashlib
import math
from collections import Counter
from collections.abc import Iterator
from statistics import fmean, pvariance
from typing import Any

import pytest

import tracer

OF_OLD = {
    "random:b=3,d=4,seed=7": "06d0ba32d4eafee7",
    "random:b=4,d=3,seed=1,order=best": "7c4fef946695a826",
    "random:b=2,d=6,seed=12,order=worst,turn=MIN": "401faceaad7b839e",
    "random:b=70,d=2,seed=3": "49a3a214b3c6bd40",
}
"""Hashes of leaves and values in their order, from before there were degrees of order."""


def positions(game: Any) -> Iterator[Any]:
    """All, ply by ply."""
    states = [game.start()]
    while states:
        yield from states
        states = [
            game.play(state, move) for state in states if game.utility(state) is None for move in game.moves(state)
        ]


def best_places(spec: str) -> Counter[int]:
    """How often each place among the moves has the best one, told by the values below."""
    game: Any = tracer.game(spec)
    found: Counter[int] = Counter()
    for state in positions(game):
        if game.utility(state) is None:
            values = [game.turn(state) * game.evaluate(game.play(state, move)) for move in game.moves(state)]
            found[values.index(max(values))] += 1
    return found


@pytest.mark.parametrize("spec", OF_OLD)
def test_a_spec_of_old_makes_the_tree_of_old(spec: str) -> None:
    game: Any = tracer.game(spec)
    leaves = [state for state in positions(game) if game.utility(state) is not None]
    digest = hashlib.sha256(b"".join(state.path + str(game.utility(state)).encode() for state in leaves))
    assert digest.hexdigest().startswith(OF_OLD[spec])


@pytest.mark.parametrize(("order", "first"), [("0", 0), ("0.3", 0.3), ("0.7", 0.7), ("strong", 0.7), ("1", 1)])
@pytest.mark.parametrize("branching", [2, 3, 8, 20])
def test_the_best_move_is_the_first_as_often_as_the_order_says(order: str, first: float, branching: int) -> None:
    depth = {2: 11, 3: 7, 8: 4, 20: 3}[branching]
    places = best_places(f"random:b={branching},d={depth},seed=1,order={order}")
    count = places.total()
    error = 4 * math.sqrt(first * (1 - first) / count)
    assert places[0] / count == pytest.approx(first, abs=error)
    assert max(places) == branching - 1 or order == "1", "behind the first, any place is possible"


@pytest.mark.parametrize(("branching", "quarter"), [(8, 2), (12, 3), (20, 5)])
def test_in_a_strongly_ordered_tree_the_best_move_is_in_the_first_quarter_nine_times_of_ten(
    branching: int, quarter: int
) -> None:
    places = best_places(
        f"random:b={branching},d=4,seed=3,order=strong" if branching < 20 else "random:b=20,d=3,seed=3,order=strong"
    )
    count = places.total()
    assert sum(places[place] for place in range(quarter)) / count == pytest.approx(0.9, abs=4 * 0.3 / math.sqrt(count))


def test_always_best_first_is_the_minimal_tree() -> None:
    trace = tracer.trace("random:b=4,d=5,seed=2,order=1", "alphabeta")
    assert trace.counts.leaves == 4**3 + 4**2 - 1, "Knuth & Moore 1975"
    assert tracer.trace("random:b=4,d=5,seed=2,order=0", "alphabeta").counts.visited > trace.counts.visited


def test_independent_leaves_are_uniform_and_reproducible() -> None:
    game: Any = tracer.game("random:b=10,d=4,seed=6,independent=50")
    values = [game.utility(state) for state in positions(game) if game.utility(state) is not None]
    assert values == [
        game.utility(state) for state in positions(tracer.game(game.spec)) if game.utility(state) is not None
    ]
    assert len(values) == 10_000
    assert set(values) == set(range(-50, 51))
    variance = (101**2 - 1) / 12
    assert fmean(values) == pytest.approx(0, abs=4 * math.sqrt(variance / 10_000))
    assert pvariance(values) == pytest.approx(variance, rel=0.05)
    siblings = [fmean(values[place : place + 10]) for place in range(0, 10_000, 10)]
    assert pvariance(siblings) == pytest.approx(variance / 10, rel=0.15), "siblings have nothing in common"


def test_other_seeds_make_other_independent_trees() -> None:
    roots = {tracer.trace(f"random:b=3,d=3,seed={seed},independent=100000", "minimax").value for seed in range(20)}
    assert len(roots) == 20
