"""The laws of best-first members of the family, over random trees with ties and fractions and tic-tac-toe positions.

What a law says is worked out anew here, row by row of the log: SSS* and DUAL*, Monte Carlo tree search, proof numbers.
"""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from family import (
    GOALS,
    INFINITY,
    evaluated,
    is_over,
    leaves,
    run,
    same_bytes,
    tictactoe_positions,
    trees_and_boards,
    value_of,
)
from hypothesis import given
from hypothesis import strategies as st
from laws import LawBroken, check_laws
from strategies import Case, lattices, ragged_trees

import tracer
from tracer.games.rules import key
from tracer.recording.log import GAMMA4
from tracer.recording.log_numbers import log_of, node_visits
from tracer.searches.proof_goals import goal_test


@pytest.mark.parametrize(("search", "guess"), [("sss", INFINITY), ("dual", -INFINITY)])
@given(case=st.one_of(ragged_trees(), tictactoe_positions()))
def test_merits_never_get_better_and_mtdf_from_its_end_evaluates_the_same_leaves(
    search: str, guess: float, case: Case
) -> None:
    """In the same order, in as many passes as there are distinct merits; none twice, none that alpha-beta spares."""
    trace = run(case, search)
    assert trace.value == value_of(case)
    log, better = log_of(trace.columns), 1 if search == "sss" else -1
    merits = log.x.tolist()
    assert all(better * before >= better * after for before, after in pairwise(merits))
    mine = [tuple(trace.node(node).path) for node in log.node[log.kind == GAMMA4].tolist()]
    assert len(mine) == len(set(mine))
    assert set(mine) <= set(leaves(run(case, "alphabeta")))
    passes = run(case, "mtdf", guess=guess, table="path")
    assert mine == leaves(passes)
    assert len(set(merits)) == passes.counts.passes or is_over(case)


@pytest.mark.parametrize("search", ["uct", "puct"])
@given(case=evaluated(), seed=st.integers(0, 999), iterations=st.integers(1, 60))
def test_n_is_what_ended_there_and_the_n_of_the_children_at_any_time(
    search: str, case: Case, seed: int, iterations: int
) -> None:
    """|W| is at most N · max |u|; a parent is born before its child; the root's N is the number of iterations."""
    own = {"seed": seed} if search == "uct" else {}
    trace = run(case, search, iterations=iterations, **own)
    log, columns = log_of(trace.columns), trace.columns
    assert trace.steps == iterations
    entered = columns.entered(np.arange(len(trace)))
    for node in range(1, len(trace)):
        parent = int(columns.parent[node])
        assert parent < node
        assert entered[parent] <= entered[node]
        assert search == "puct" or entered[parent] < entered[node] or not parent
    most = float(np.abs(log.x).max())
    for step in sorted({0, trace.steps // 3, trace.steps // 2, trace.steps - 1}):
        ended = np.bincount(log.node[: step + 1], minlength=len(trace))
        for node in range(len(trace)):
            times, total = node_visits(columns, node, step)
            assert times == ended[node] + sum(node_visits(columns, child, step).times for child in trace.children(node))
            assert abs(total) <= times * most * (1 + 1e-12)
        assert node_visits(columns, 0, step).times == step + 1
    again = run(case, search, iterations=iterations, **own)
    assert same_bytes(trace, again)


def smallest_set(tree: Any, *, prove: bool) -> float:
    """How many leaves that nobody knows must be valued to prove a tree, or to disprove it, by definition."""
    if isinstance(tree, bool | None):
        return 1 if tree is None else 0 if tree == prove else INFINITY
    turn, below = tree
    sizes = [smallest_set(child, prove=prove) for child in below]
    return min(sizes) if (turn > 0) == prove else sum(sizes)


@given(trees_and_boards(), st.sampled_from(GOALS))
def test_proof_numbers_follow_from_the_children_and_are_sizes_of_proofs_at_any_time(case: Case, goal: str) -> None:
    trace = run(case, "pns", goal=goal)
    reached, columns, log = goal_test(goal), trace.columns, log_of(trace.columns)
    assert trace.value == (1 if reached(value_of(case)) else -1)
    utility = [case.game.utility(trace.state(node)) for node in range(len(trace))]
    numbers: dict[int, tuple[float, float]] = {}
    ends = set(np.flatnonzero(np.diff(log.iteration, append=log.iteration[-1] + 1)).tolist())
    sampled = set(sorted(ends)[:: max(len(ends) // 12, 1)])
    for row, node in enumerate(log.node.tolist()):
        numbers[node] = log.x.item(row), log.y.item(row)
        assert (numbers[node][0] == 0) == (numbers[node][1] == INFINITY)
        assert (numbers[node][1] == 0) == (numbers[node][0] == INFINITY)
        if row not in sampled:
            continue

        def tree(node: int) -> Any:
            below = [child for child in trace.children(node) if child in numbers]
            if below:
                return int(columns.turn[node]), [tree(child) for child in below]
            value = utility[node]
            return None if value is None else reached(value)

        for inner in [node for node in numbers if isinstance(tree(node), tuple)]:
            below = [numbers[child] for child in trace.children(inner)]
            pn, dn = ([one[which] for one in below] for which in (0, 1))
            at_max = columns.turn[inner] > 0
            assert numbers[inner] == ((min(pn), sum(dn)) if at_max else (sum(pn), min(dn)))
        whole = tree(0)
        assert numbers[0] == tuple(smallest_set(whole, prove=prove) for prove in (True, False))


@given(st.one_of(trees_and_boards(), lattices()), st.sampled_from(GOALS))
def test_the_numbers_of_df_pn_follow_from_what_is_known_of_positions_at_any_time(case: Case, goal: str) -> None:
    """A node is a call there, and its numbers those of the table: of positions not called yet, or by other paths."""
    trace = run(case, "dfpn", goal=goal)
    reached, columns, log, game = goal_test(goal), trace.columns, log_of(trace.columns), case.game
    assert trace.value == (1 if reached(value_of(case)) else -1)
    name, table = key(game), dict[Any, tuple[float, float]]()

    def known(state: Any) -> tuple[float, float]:
        value = game.utility(state)
        if value is not None:
            return (0, INFINITY) if reached(value) else (INFINITY, 0)
        return table.get(name(state), (1, 1))

    seen = set[int]()
    for row, node in enumerate(log.node.tolist()):
        state, told = trace.state(node), (log.x.item(row), log.y.item(row))
        assert (told[0] == 0) == (told[1] == INFINITY)
        if node in seen:
            below = [known(game.play(state, move)) for move in game.moves(state)]
            pn, dn = ([one[which] for one in below] for which in (0, 1))
            assert told == ((min(pn), sum(dn)) if columns.turn[node] > 0 else (sum(pn), min(dn)))
        else:
            assert told == known(state)
        seen.add(node)
        table[name(state)] = told


def test_numbers_of_df_pn_that_do_not_follow_break_a_law() -> None:
    trace = tracer.trace("tictactoe", "dfpn", position="a1/b2/c3")
    log = log_of(trace.columns)
    check_laws(trace)
    for row in (log.rows_of(0)[1], len(log) // 2):
        y = log.y.copy()
        y[row] = 9.0 if np.isfinite(y[row]) and log.x[row] else y[row]
        x = log.x.copy()
        x[row] = 7.0 if np.isfinite(x[row]) and x[row] else x[row]
        sick = trace.with_columns(replace(trace.columns, log=replace(log, x=x, y=y)), trace.header)
        with pytest.raises(LawBroken, match=r"follow|goal"):
            check_laws(sick)
