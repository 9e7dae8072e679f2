"""What searches return: the minimax value, a true bound of it, and the same from every form of one search."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import (
    CUTS,
    EXHAUSTIVE,
    FAILS,
    INFINITY,
    WINDOWED,
    Case,
    columns_of,
    lattices,
    minimax_value,
    searched,
    variants,
)

import tracer
from tracer.recording.status import EXACT, LOWER, PRUNED, TERMINAL, UPPER
from tracer.run.plan import prepare
from tracer.searches.contract import NullRecorder
from tracer.searches.transposition_table import TranspositionTable

Searched = tuple[Case, dict[str, Any], tuple[float, float]]


def visits(trace: tracer.Trace) -> set[tuple[str, ...]]:
    """The paths that a search visits."""
    return {tuple(node.path) for node in trace if node.status is not PRUNED}


@given(searched())
def test_what_alpha_beta_visits_minimax_visits_and_with_equal_value(given_case: Searched) -> None:
    case, options, _ = given_case
    whole = tracer.trace(case.game, "minimax", position=case.position, **options)
    everything = visits(whole)
    for search in case.searches:
        for variant in variants(search):
            part = tracer.trace(case.game, search, position=case.position, **options, **variant)
            assert visits(part) <= everything
            assert part.value == whole.value
        if search in EXHAUSTIVE:
            assert visits(part) == everything


@given(searched())
def test_inside_the_window_the_value_is_true_and_outside_it_is_a_true_bound(given_case: Searched) -> None:
    case, options, window = given_case
    alpha, beta = window
    start = case.game.start() if case.position is None else case.position
    true = minimax_value(case.game, start, options["depth"])
    for search in set(case.searches) & set(WINDOWED):
        for variant in variants(search, window):
            if variant["window"] is None:
                continue
            value = tracer.trace(case.game, search, position=case.position, **options, **variant).value
            assert value is not None
            if variant["fail"] == "hard":
                assert value == min(max(true, alpha), beta)
            elif alpha < true < beta or (variant["cut"] == ">" and alpha <= true <= beta):
                assert value == true
            elif true >= beta:
                assert beta <= value <= true
            else:
                assert true <= value <= alpha


@given(searched())
def test_every_bound_in_a_trace_is_true_of_its_node(given_case: Searched) -> None:
    """The value of each visit, with its bound, is compared with the minimax value of its position to its depth."""
    case, options, window = given_case
    known: dict[Any, float] = {}
    for search in case.searches:
        for variant in variants(search, window):
            trace = tracer.trace(case.game, search, position=case.position, **options, **variant)
            for node in trace:
                if node.status is PRUNED:
                    continue
                depth = None if options["depth"] is None else options["depth"] - node.ply
                state = node.state
                if (state, depth) not in known:
                    known[state, depth] = minimax_value(case.game, state, depth)
                true, value, bound = known[state, depth], node.value, node.bound
                assert value is not None
                assert bound is not EXACT or value == true
                assert bound is not LOWER or value <= true
                assert bound is not UPPER or value >= true


@given(searched())
def test_the_two_forms_of_alpha_beta_record_the_same_columns(given_case: Searched) -> None:
    case, options, window = given_case
    pairs = [("alphabeta", "negamax-alphabeta"), ("minimax", "negamax")]
    for one, other in pairs:
        for variant in variants(one, window):
            first = tracer.trace(case.game, one, position=case.position, **options, **variant)
            second = tracer.trace(case.game, other, position=case.position, **options, **variant)
            assert columns_of(first) == columns_of(second)


@given(searched())
def test_the_best_move_is_the_first_that_attains_the_value(given_case: Searched) -> None:
    case, options, _ = given_case
    start = case.game.start() if case.position is None else case.position
    for search in case.searches:
        trace = tracer.trace(case.game, search, position=case.position, **options)
        if trace.root.size == 1:
            assert trace.best_move is None
            continue
        below = None if options["depth"] is None else options["depth"] - 1
        after = [(child.move, case.game.play(start, child.move)) for child in trace.root.children]
        attaining = [move for move, state in after if minimax_value(case.game, state, below) == trace.value]
        assert trace.best_move == attaining[0]
        assert trace.pv[0] == attaining[0]


@given(searched())
def test_a_table_of_exact_values_never_makes_minimax_visit_more(given_case: Searched) -> None:
    case, options, _ = given_case
    without = tracer.trace(case.game, "minimax", position=case.position, **options)
    with_table = tracer.trace(case.game, "minimax-memo", position=case.position, **options)
    assert len(with_table) <= len(without)


@given(lattices(), st.sampled_from(FAILS), st.sampled_from(CUTS), st.sampled_from([None, 4]))
def test_what_a_table_holds_is_true_and_exact_at_the_root(case: Case, fail: str, cut: str, depth: int | None) -> None:
    plan = prepare(case.game, "alphabeta-memo", fail=fail, cut=cut, depth=depth)
    table: TranspositionTable[Any] = TranspositionTable()
    value, move = plan.search.run(plan.rules, plan.start, NullRecorder(), table=table, **plan.options)
    limit = INFINITY if depth is None else depth
    assert table.get(plan.start, limit) == (value, EXACT, move)
    plies = range(limit + 1) if depth is not None else [limit]
    for state in product(range(case.game.rungs + 3), (tracer.MAX, tracer.MIN)):  # type: ignore[attr-defined]
        for left in plies:
            stored = table.get(state, left)
            true = minimax_value(case.game, state, None if depth is None else int(left)) if stored else None
            if stored is not None and true is not None:
                assert stored.value <= true or stored.bound is UPPER
                assert stored.value >= true or stored.bound is LOWER


def fewest(branching: int, depth: int) -> int:
    """Leaves of the minimal tree (Knuth and Moore 1975)."""
    return branching ** (depth // 2) + branching ** (depth - depth // 2) - 1


SIZES = [(b, d) for b in (1, 2, 3, 4, 5) for d in range(7) if b**d <= 1100]


@pytest.mark.parametrize("search", ["alphabeta", "negamax-alphabeta"])
@pytest.mark.parametrize("fail", FAILS)
@pytest.mark.parametrize(("branching", "depth"), SIZES)
def test_a_perfectly_ordered_uniform_tree_has_the_fewest_leaves(
    branching: int, depth: int, fail: str, search: str
) -> None:
    """Whether the game itself puts the best move first, or the search sorts the moves of the same tree."""
    for order, own in (("natural", "best"), ("best", "random"), ("best", "worst")):
        for turn in ("MAX", "MIN"):
            game = f"random:b={branching},d={depth},seed=5,order={own},turn={turn}"
            trace = tracer.trace(game, search, order=order, fail=fail)
            assert int((trace.columns.status == TERMINAL).sum()) == fewest(branching, depth)


@pytest.mark.parametrize("seed", range(20))
def test_no_order_has_fewer_leaves_than_the_best(seed: int) -> None:
    for order in ("natural", "reversed", "worst", f"random:{seed}"):
        for cut in CUTS:
            trace = tracer.trace(f"random:b=3,d=4,seed={seed}", "alphabeta", order=order, cut=cut)
            assert int((trace.columns.status == TERMINAL).sum()) >= fewest(3, 4)


@given(
    st.integers(0, 999), st.sampled_from(["random", "best", "worst", "strong", "0.4"]), st.sampled_from(["MAX", "MIN"])
)
def test_a_random_tree_knows_its_own_minimax_value(seed: int, order: str, turn: str) -> None:
    game = tracer.game(f"random:b=3,d=3,seed={seed},order={order},turn={turn}")
    assert game.evaluate(game.start()) == minimax_value(game, game.start(), None)  # type: ignore[attr-defined]
