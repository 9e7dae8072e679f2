"""The family beyond its papers' examples: every count is that of a search written a second time."""

import math
from typing import Any

import naive_family
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive_family import Tally
from strategies import Case, board_positions, evaluated_trees, lattices, ragged_trees

import tracer

INFINITY = math.inf
LEARNED = "table,hash,killers,history"
GAMES = (
    ("mnk:4,3,3", 5),
    ("mnk:3,3,3", None),
    ("connect4:4,4,3", 7),
    ("connect4:5,4,4", 5),
    ("nim:2,3,4", None),
    ("nim:1,2,3,misere", None),
    ("random:b=3,d=6,seed=4", None),
    ("random:b=4,d=5,seed=1,order=best", None),
    ("random:b=2,d=9,seed=8", 7),
)
"""Games, and depths to which they are searched."""


def agree(trace: tracer.Trace, tally: Tally) -> None:
    """Value and counts are the same, and so are the visits of each pass."""
    expected = tally.counts()
    assert trace.value == tally.value
    assert {name: getattr(trace.counts, name) for name in expected} == expected
    columns = trace.columns
    if tally.passes:
        sizes = [columns.visited_before[columns.end[one]] - columns.visited_before[one] for one in trace.children(0)]
        assert sizes == tally.passes


def limit(depth: int | None) -> float:
    return INFINITY if depth is None else depth


@pytest.mark.parametrize(("spec", "depth"), GAMES)
def test_searches_with_null_windows_count_what_others_count(spec: str, depth: int | None) -> None:
    game: Any = tracer.game(spec)
    agree(tracer.trace(game, "pvs", depth=depth), naive_family.pvs(game, limit(depth)))
    agree(tracer.trace(game, "scout", depth=depth), naive_family.scout(game, limit(depth)))
    for guess in (0.0, 0.25, -INFINITY, INFINITY):
        for by_path in (False, True):
            found = tracer.trace(game, "mtdf", depth=depth, guess=guess, table="path" if by_path else "position")
            agree(found, naive_family.mtdf(game, limit(depth), guess, by_path=by_path))


EACH_ALONE = [("mnk:4,3,3", 4, word) for word in ("hash", "killers", "history", "killers,history")]
TOGETHER = [(spec, min(depth or 6, 6), words) for spec, depth in GAMES for words in ("", "table", LEARNED)]


@pytest.mark.parametrize(("spec", "depth", "with_"), [*EACH_ALONE, ("connect4:4,4,3", 5, "hash"), *TOGETHER])
def test_iterations_count_what_others_count(spec: str, depth: int, with_: str) -> None:
    game: Any = tracer.game(spec)
    if not hasattr(game, "evaluate"):
        game = tracer.trace(game, "alphabeta", depth=1, evaluate="zero").game
    for aspiration in (0.0, 0.5):
        found = tracer.trace(game, "deepening", depth=depth, with_=with_, aspiration=aspiration)
        deepest = int(found.columns.depth[found.children(0)[-1]])
        agree(found, naive_family.deepening(game, deepest, with_, aspiration))


@given(st.one_of(lattices(), ragged_trees(), board_positions()))
def test_games_with_extra_turns_and_ties_count_alike(case: Case) -> None:
    if case.position is not None:
        return
    for depth in (None, 3):
        if depth not in case.depths:
            continue
        agree(tracer.trace(case.game, "pvs", depth=depth), naive_family.pvs(case.game, limit(depth)))
        agree(tracer.trace(case.game, "scout", depth=depth), naive_family.scout(case.game, limit(depth)))
        if case.game.utility(case.game.start()) is None:
            agree(tracer.trace(case.game, "mtdf", depth=depth), naive_family.mtdf(case.game, limit(depth)))


@given(st.one_of(lattices(), evaluated_trees()), st.sampled_from(["", "table", LEARNED]), st.sampled_from([0.0, 0.5]))
def test_iterations_of_drawn_games_count_alike(case: Case, with_: str, aspiration: float) -> None:
    found = tracer.trace(case.game, "deepening", depth=4, with_=with_, aspiration=aspiration)
    passes = found.children(0)
    if passes and found.columns.depth is not None:
        deepest = int(found.columns.depth[passes[-1]])
        agree(found, naive_family.deepening(case.game, deepest, with_, aspiration))
