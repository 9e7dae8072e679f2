"""The laws of depth-first members of the family, over random trees with ties and fractions, tic-tac-toe and dice.

They stand in the order of the family: null windows, MTD(f), iterations, chance. What a law says is worked out anew
here, from columns alone; besides, each recording keeps the laws of all recordings (`family.run`).
"""

import math

import numpy as np
import pytest
from family import (
    GUESSES,
    INFINITY,
    LEAF,
    WITH,
    chance_trees,
    evaluated,
    is_over,
    leaves,
    run,
    trees_and_boards,
    value_of,
    visited,
)
from hypothesis import given
from hypothesis import strategies as st
from strategies import Case, lattices, minimax_value

import tracer
from tracer import Status
from tracer.games.tree import TreeGame


@pytest.mark.parametrize("search", ["pvs", "scout"])
@given(case=trees_and_boards())
def test_pvs_and_scout_have_the_value_and_pvs_visits_nothing_that_alphabeta_does_not(search: str, case: Case) -> None:
    for depth in case.depths:
        trace = run(case, search, depth=depth)
        assert trace.value == value_of(case, depth)
        if search == "pvs":
            assert visited(trace) <= visited(run(case, "alphabeta", depth=depth))


@pytest.mark.parametrize("search", ["pvs", "scout"])
@given(case=st.one_of(trees_and_boards(), lattices()))
def test_a_re_search_follows_its_scout_at_once_by_the_same_move_only_after_a_value_between(
    search: str, case: Case
) -> None:
    """And so it never returns less, and no leaf is searched again by PVS."""
    trace = run(case, search)
    columns, again = trace.columns, 0
    for node in range(len(trace)):
        turn, seen = int(columns.turn[node]), dict[int, int]()
        for place, child in enumerate(trace.children(node)):
            move = int(columns.move[child])
            if move in seen:
                again += 1
                scout = trace.children(node)[place - 1]
                assert seen[move] == place - 1
                a = columns.alpha[scout] if turn > 0 else columns.beta[scout]
                beta = columns.beta[node] if turn > 0 else columns.alpha[node]
                assert turn * a < turn * columns.value[scout] < turn * beta
                assert math.nextafter(a, turn * INFINITY) == (columns.beta if turn > 0 else columns.alpha)[scout]
                assert turn * columns.value[child] >= turn * columns.value[scout]
                assert search == "scout" or columns.status[scout] not in LEAF
            seen[move] = place
    assert trace.counts.re_searches == again


@given(trees_and_boards(), st.sampled_from(GUESSES), st.sampled_from(["path", "position"]))
def test_the_bounds_of_mtdf_close_in_on_the_value_from_every_guess(case: Case, guess: float | None, table: str) -> None:
    """Lo never falls, hi never rises, each pass changes one; from the value itself it takes exactly two."""
    true = value_of(case)
    trace = run(case, "mtdf", guess=true if guess is None else guess, table=table)
    assert trace.value == true
    columns, low, high = trace.columns, -INFINITY, INFINITY
    for one in trace.children(0):
        value, beta = float(columns.value[one]), float(columns.beta[one])
        assert columns.alpha[one] == math.nextafter(beta, -INFINITY)
        if value < beta:
            assert low <= value < high
            high = value
        else:
            assert low < value <= high
            low = value
        assert low <= true <= high
    assert low == high == true or is_over(case)
    assert guess is not None or is_over(case) or len(trace.children(0)) == 2
    if table == "path":
        found = leaves(trace)
        assert len(found) == len(set(found))
        assert set(found) <= set(leaves(run(case, "alphabeta")))


@given(
    evaluated(),
    st.sampled_from(WITH),
    st.sampled_from([0.0, 0.25, 1.0]),
)
def test_an_iteration_is_minimax_to_its_depth_and_exact_in_its_last_pass(
    case: Case, with_: str, aspiration: float
) -> None:
    trace = run(case, "deepening", with_=with_, aspiration=aspiration)
    assert trace.value == value_of(case)
    depths, columns = trace.columns.depth, trace.columns
    if depths is None:
        assert is_over(case)
        return
    last = {int(depths[one]): one for one in trace.children(0)}
    assert list(last) == sorted(last) == list(range(1, len(last) + 1))
    for depth, one in last.items():
        assert columns.alpha[one] < columns.value[one] < columns.beta[one]
        assert columns.value[one] == value_of(case, depth)
    for node in np.flatnonzero(columns.status == Status.EXPANDED).tolist():
        if node:  # the order is a permutation of the legal moves
            moves = [trace.move(child) for child in trace.children(node)]
            assert sorted(moves, key=str) == sorted(case.game.moves(trace.state(node)), key=str)
    for depth, one in last.items() if not with_ and not aspiration else ():
        alone, end = run(case, "alphabeta", depth=depth), int(columns.end[one])
        for name in ("turn", "alpha", "beta", "value", "status", "cutoff"):
            assert getattr(columns, name)[one:end].tobytes() == getattr(alone.columns, name).tobytes()
        assert list(map(trace.label, range(one + 1, end))) == list(map(alone.label, range(1, end - one)))


# --- Chance ---

OF_CHANCE = [name for name, search in tracer.SEARCHES.items() if search.chance]


@pytest.mark.parametrize("search", OF_CHANCE)
@given(text=chance_trees())
def test_a_search_with_chance_has_the_mean_and_its_probabilities_add_up_to_one(search: str, text: str) -> None:
    game = TreeGame.from_text(text)
    trace, full = run(Case(game), search), run(Case(game), "expectiminimax")
    assert trace.value == pytest.approx(minimax_value(game, game.start(), None), abs=1e-9)
    assert visited(trace) <= visited(full)
    assert trace.counts.full_tree_nodes == full.counts.visited
    assert all(one.severity == "note" for one in tracer.check(trace))
    for node in np.flatnonzero((trace.columns.turn == 0) & (trace.columns.status == Status.EXPANDED)).tolist():
        chances = {trace.label(child): trace.node(child).weight for child in trace.children(node)}
        assert sum(chance or 0 for chance in chances.values()) == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("search", OF_CHANCE)
@given(text=chance_trees(), place=st.integers(0, 99))
def test_a_chance_layer_of_one_outcome_changes_no_value(search: str, text: str, place: int) -> None:
    plain = run(Case(TreeGame.from_text(text)), search).value
    begins = [at for at, sign in enumerate(text) if sign in "[("]
    if begins:  # any inner node, or the root
        begin = begins[place % len(begins)]
        end, open_ = begin, 0
        while True:
            open_ += {"[": 1, "(": 1, "]": -1, ")": -1}.get(text[end], 0)
            end += 1
            if not open_:
                break
        text = f"{text[:begin]}(1:{text[begin:end]}){text[end:]}"
    # One layer more turns nobody's player: who moves below follows from the players above alone.
    assert run(Case(TreeGame.from_text(text)), search).value == pytest.approx(plain, abs=1e-9)
