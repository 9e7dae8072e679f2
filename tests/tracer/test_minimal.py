"""The minimal tree: the smallest that proves a value, held to Knuth and Moore's formula and to what searches visit."""

import json
import math
from typing import Any

import pytest
from hypothesis import given
from strategies import AIMA, Case, Lattice, evaluated_trees, ragged_trees

import tracer
from tracer.count.minimal import minimal_tree
from tracer.games.tree import TreeGame
from tui.terminal.count_report import collect_counts, format_counts_table, minimal_tree_counts


def least(game: Any, depth: float = math.inf) -> tuple[float, float]:
    found = minimal_tree(game, game.start(), depth)
    assert found is not None
    return found


@pytest.mark.parametrize(("branching", "plies"), [(1, 4), (2, 3), (3, 5), (3, 6), (4, 4)])
def test_a_uniform_tree_has_as_many_leaves_as_knuth_and_moore_say(branching: int, plies: int) -> None:
    game = tracer.game(f"random:b={branching},d={plies}")
    leaves = branching ** -(-plies // 2) + branching ** (plies // 2) - 1
    assert least(game)[1] == leaves


def test_aimas_tree_and_tic_tac_toe() -> None:
    assert least(TreeGame.from_lists(AIMA)) == (9, 5)
    assert least(tracer.game("tictactoe")) == (1452, 529)


def brute(game: Any, state: Any, depth: float, value: float, goal: str) -> float:
    """Nodes of the smallest proof that a position is worth a value or more, or less, or just that; ∞ if it is not."""
    payoff = game.utility(state)
    if payoff is None and depth == 0:
        payoff = game.evaluate(state)
    if payoff is not None:
        holds = {"more": payoff >= value, "less": payoff <= value, "both": payoff == value}[goal]
        return 1 if holds else math.inf
    below = [game.play(state, move) for move in game.moves(state)]
    turn = game.turn(state)
    one, each = ("more", "less") if turn > 0 else ("less", "more")
    sizes = {name: [brute(game, child, depth - 1, value, name) for child in below] for name in ("more", "less", "both")}
    if goal == one:
        return 1 + min(sizes[one])
    if goal == each:
        return 1 + sum(sizes[each])
    return 1 + min(
        size + sum(other for place, other in enumerate(sizes[each]) if place != best)
        for best, size in enumerate(sizes["both"])
    )


@given(case=ragged_trees() | evaluated_trees())
def test_it_is_the_smallest_proof_and_no_search_visits_less(case: Case) -> None:
    for depth in case.depths:
        trace = tracer.trace(case.game, depth=depth)
        assert trace.value is not None
        plies = math.inf if depth is None else depth
        nodes, leaves = least(case.game, plies)
        assert nodes == brute(case.game, case.game.start(), plies, trace.value, "both")
        for order in ("natural", "best"):
            for search in ("alphabeta", "pvs", "scout"):
                counts = tracer.trace(case.game, search, depth=depth, order=order).counts
                assert counts.distinct_nodes >= nodes
                assert counts.leaves >= leaves or counts.distinct_nodes > nodes


def test_positions_count_by_path_and_a_budget_is_kept() -> None:
    game = Lattice(4, 9)
    assert least(game)[0] <= tracer.trace(game, order="best").counts.visited
    assert minimal_tree(game, game.start(), budget=3) is None


def test_it_is_the_last_column_of_a_table_of_searches() -> None:
    traces = [tracer.trace(AIMA, name) for name in ("minimax", "alphabeta")]
    last = minimal_tree_counts(traces[0], collect_counts(traces[0]))
    assert last is not None
    table = format_counts_table([*map(collect_counts, traces), last]).split("\n")
    assert table[0].endswith("minimal tree")
    rows = {line.split("  ")[0]: line.split()[-1] for line in table[1:]}
    assert (rows["value"], rows["visited nodes"], rows["leaves"], rows["cutoffs"]) == ("3", "9", "5", "–")
    assert "… evaluated" not in rows
    assert json.dumps(last)
    assert minimal_tree_counts(tracer.trace(AIMA, max_nodes=3), {}) is None
