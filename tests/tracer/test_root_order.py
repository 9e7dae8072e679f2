"""The order `root-random:SEED`: of moves that are equal, the first best one is any of them, and never another."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from strategies import DEPTH_FIRST, INFINITY, Lattice, bushy_tree, minimax_value, played, variants
from strategies import SEEDS as TREES

import tracer
from tracer import PlyscopeError, Trace
from tracer.games.rules import AnyGame, label, rules
from tracer.games.tree import TreeGame
from tracer.run.whatif import what_if
from tracer.searches.ordering import with_order

SEARCHES = list(DEPTH_FIRST)
TIES = [[1, 2], [2, 3], [5, 2], [2, 2], [1, 9], [7, 2]]
"""Five moves of six give MAX 2 or 1: a2, a3, a4 and a6 the most."""


def best_moves(game: AnyGame, state: Any) -> set[Any]:
    """The moves that have the minimax value, by definition."""
    value = minimax_value(game, state, None)
    return {move for move in game.moves(state) if minimax_value(game, game.play(state, move), None) == value}


def first_moves(trace: Trace) -> list[str]:
    return [trace.label(child) for child in trace.children(0)]


@pytest.mark.parametrize("search", SEARCHES)
def test_every_best_move_is_chosen_and_no_other(search: str) -> None:
    seen = {str(tracer.search(TIES, search, order=f"root-random:{seed}").best_move) for seed in range(60)}
    assert seen == {"a2", "a3", "a4", "a6"}


@pytest.mark.parametrize("search", ["alphabeta", "negamax-alphabeta", "pvs", "mtdf", "deepening", "scout", "minimax"])
@pytest.mark.parametrize("choices", [[0], [4], [0, 3], [4, 0], [8, 0, 2], [4, 1, 6, 2]])
def test_every_best_move_of_tic_tac_toe_is_chosen_and_no_other(search: str, choices: list[int]) -> None:
    game = tracer.game("tictactoe")
    state = played(game, choices + [0] * (len(choices) < 3))
    wanted = best_moves(game, state)
    for options in variants(search):
        found = Counter(
            tracer.search(game, search, position=state, order=f"root-random:{seed}", **options).best_move
            for seed in range(40 if len(wanted) > 1 else 5)
        )
        assert set(found) == wanted, options


@given(TREES)
def test_no_search_chooses_a_worse_move_of_a_random_tree(seed: int) -> None:
    tree = bushy_tree(seed, evaluated=False)
    game = TreeGame.from_lists(tree if isinstance(tree, list) else [tree])
    wanted = best_moves(game, game.start())
    for search in SEARCHES:
        for options in variants(search):
            order = f"root-random:{seed % 97}"
            assert tracer.search(game, search, order=order, **options).best_move in wanted, (search, options)


@given(TREES)
def test_over_seeds_every_best_move_of_a_random_tree_is_chosen(seed: int) -> None:
    tree = bushy_tree(seed, evaluated=False)
    game = TreeGame.from_lists(tree if isinstance(tree, list) else [tree])
    for search in ("alphabeta", "pvs", "mtdf", "deepening"):
        found = {tracer.search(game, search, order=f"root-random:{number}").best_move for number in range(60)}
        assert found == best_moves(game, game.start()), search


@given(TREES)
def test_games_with_extra_turns_and_transpositions_are_searched_to_a_best_move(seed: int) -> None:
    game = Lattice(seed, 6, extra_turns=bool(seed % 2))
    wanted = best_moves(game, game.start())
    for search in SEARCHES:
        assert tracer.search(game, search, order=f"root-random:{seed % 31}").best_move in wanted, search


def test_only_the_moves_of_the_root_are_shuffled() -> None:
    natural = tracer.trace("tictactoe", "minimax", depth=3)
    shuffled = tracer.trace("tictactoe", "minimax", depth=3, order="root-random:7")
    assert sorted(first_moves(shuffled)) == sorted(first_moves(natural)) != first_moves(shuffled)
    for child in shuffled.children(0):
        below = [shuffled.label(one) for one in shuffled.children(child)]
        assert below == [word for word in first_moves(natural) if word != shuffled.label(child)]


def test_another_order_holds_below_the_root() -> None:
    trace = tracer.trace("tictactoe", "minimax", depth=2, order="reversed,root-random:7")
    natural = first_moves(tracer.trace("tictactoe", "minimax", depth=1))
    for child in trace.children(0):
        below = [trace.label(one) for one in trace.children(child)]
        assert below == [word for word in reversed(natural) if word != trace.label(child)]
    assert trace.header.options["order"] == "reversed,root-random:7"
    with pytest.raises(PlyscopeError, match="root-random:SEED"):
        tracer.trace("tictactoe", order="root-random:7,reversed")
    with pytest.raises(PlyscopeError, match="no order 'sideways'"):
        tracer.trace("tictactoe", order="sideways,root-random:7")


@pytest.mark.parametrize("search", ["mtdf", "deepening"])
def test_every_pass_sees_the_root_in_one_order(search: str) -> None:
    trace = tracer.trace("tictactoe", search, position="b2/a1", depth=5, order="root-random:3")
    orders = [[trace.label(one) for one in trace.children(child)] for child in trace.children(0)]
    assert len(orders) > 1
    assert all(order == orders[0] for order in orders)


def test_the_order_follows_from_the_seed_and_the_root() -> None:
    def order(position: str, seed: int) -> list[str]:
        return first_moves(
            tracer.trace("tictactoe", "minimax", position=position, depth=1, order=f"root-random:{seed}")
        )

    assert order("b2", 1) == order("b2", 1)
    assert len({tuple(order("b2", seed)) for seed in range(20)}) > 15


def test_what_if_shuffles_the_moves_of_its_own_root() -> None:
    trace = tracer.trace("tictactoe", depth=4, order="root-random:5")
    node = next(iter(trace.children(0)))
    again = what_if(trace, node)
    alone = tracer.trace("tictactoe", position=trace.label(node), depth=3, order="root-random:5")
    assert first_moves(again) == first_moves(alone)
    assert again.header.options["order"] == "root-random:5"
    assert first_moves(what_if(trace, 0)) == first_moves(trace)


class Round:
    """A walk on a ring of three places that ends after six steps: the root's place comes again, its position not."""

    def start(self) -> int:
        return 0

    def turn(self, state: int) -> tracer.Turn:
        return tracer.MIN if state % 2 else tracer.MAX

    def utility(self, state: int) -> float | None:
        return None if state < 6 else state % 5

    def moves(self, state: int) -> list[int]:
        return [1, 2, 3, 4]

    def play(self, state: int, move: int) -> int:
        return state + move

    def key(self, state: int) -> int:
        return state % 3


def test_a_position_that_is_the_root_again_has_its_order_again() -> None:
    game = Round()
    natural = rules(game)
    ordered = with_order(natural, "root-random:1", game, 0)
    shuffled = list(ordered.moves(0, INFINITY))
    assert shuffled != [1, 2, 3, 4]
    assert sorted(shuffled) == [1, 2, 3, 4]
    assert list(ordered.moves(3, INFINITY)) == shuffled
    assert list(ordered.moves(4, INFINITY)) == [1, 2, 3, 4]
    assert [label(game, move) for move in ordered.moves(0, 3)] == [str(move) for move in shuffled]
