"""Numbers known from books, tables and theorems, found again."""

from functools import cache, reduce
from itertools import product
from operator import xor

import pytest
from strategies import WIKIPEDIA

import tracer
from tracer.games.connect4 import WIN_VALUE
from tracer.games.rules import AnyGame
from tracer.recording.status import PRUNED, TABLE


def visited(trace: tracer.Trace) -> int:
    return int((trace.columns.status != PRUNED).sum())


def pruned(trace: tracer.Trace) -> list[str]:
    return ["/".join(node.path) for node in trace if node.status is PRUNED]


def test_minimax_with_a_table_visits_a_position_again_only_to_find_it_there() -> None:
    """Besides the root there is one visit for each move out of each of the positions that are not over."""
    game = tracer.game("tictactoe")
    seen, fresh, moves = {game.start()}, [game.start()], 0
    while fresh:
        state = fresh.pop()
        after = [] if game.utility(state) is not None else [game.play(state, move) for move in game.moves(state)]
        moves += len(after)
        fresh += [one for one in after if one not in seen]
        seen.update(after)
    trace = tracer.trace(game, "minimax-memo")
    assert (len(seen), len(trace)) == (5_478, 1 + moves)
    assert int((trace.columns.status == TABLE).sum()) == len(trace) - 5_478


def test_the_centre_first_order_of_tic_tac_toe_is_centre_corners_edges() -> None:
    trace = tracer.trace("tictactoe", order="centre-first", max_nodes=2_000)
    assert trace.node(1).label == "b2"
    game = tracer.game("tictactoe")
    ordered = game.orders["centre-first"](game.start(), game.moves(game.start()))  # type: ignore[attr-defined]
    assert [game.label(move) for move in ordered] == ["b2", "a1", "c1", "a3", "c3", "b1", "a2", "c2", "b3"]  # type: ignore[attr-defined]


def test_the_tree_of_the_article_loses_the_branches_that_the_article_crosses_out() -> None:
    assert pruned(tracer.trace(WIKIPEDIA)) == ["a1/b1/c2/d3", "a2/b1/c2/d2", "a3/b2"]


@pytest.mark.parametrize(("ply", "count"), [(0, 1), (1, 7), (2, 49), (3, 343), (4, 2_401), (5, 16_807), (6, 117_649)])
def test_connect_four_has_seven_moves_until_a_column_is_full(ply: int, count: int) -> None:
    game = tracer.game("connect4")
    states = [game.start()]
    for _ in range(ply):
        states = [game.play(state, move) for state in states for move in game.moves(state)]
    assert len(states) == count


def naive_value(columns: int, rows: int, in_a_row: int, *, gravity: bool) -> int:
    """The value of a board game by brute force over tuples of text, which shares nothing with the bitboards."""
    directions = ((1, 0), (0, 1), (1, 1), (1, -1))
    lines = [
        [(c + dc * k, r + dr * k) for k in range(in_a_row)]
        for c, r, (dc, dr) in product(range(columns), range(rows), directions)
        if 0 <= c + dc * (in_a_row - 1) < columns and 0 <= r + dr * (in_a_row - 1) < rows
    ]

    @cache
    def value(board: tuple[str, ...], mover: str) -> int:
        other = "O" if mover == "X" else "X"
        if any(all(board[c * rows + r] == other for c, r in line) for line in lines):
            return -1
        best = None
        for square, cell in enumerate(board):
            if cell == "." and not (gravity and square % rows and board[square - 1] == "."):
                after = -value((*board[:square], mover, *board[square + 1 :]), other)
                best = after if best is None else max(best, after)
        return 0 if best is None else best

    return value(tuple("." * (columns * rows)), "X")


@pytest.mark.parametrize(
    "size", [(3, 3, 3), (4, 3, 3), (3, 4, 3), (4, 2, 3), (2, 4, 3), (5, 3, 3), (4, 3, 4), (4, 4, 4)]
)
def test_small_connect_four_boards_have_the_value_that_brute_force_finds(size: tuple[int, int, int]) -> None:
    spec = "connect4:" + ",".join(map(str, size))
    true = naive_value(*size, gravity=True)
    assert tracer.search(spec, "alphabeta-memo", order="centre-first").value == WIN_VALUE * true


@pytest.mark.parametrize(
    "size", [(3, 3, 3), (2, 2, 2), (4, 2, 3), (3, 2, 3), (4, 3, 3), (3, 4, 3), (5, 1, 3), (1, 4, 2)]
)
def test_small_mnk_boards_have_the_value_that_brute_force_finds(size: tuple[int, int, int]) -> None:
    spec = "mnk:" + ",".join(map(str, size))
    assert tracer.search(spec, "alphabeta-memo").value == naive_value(*size, gravity=False)


def nim_value(heaps: tuple[int, ...], *, misere: bool) -> int:
    """Bouton (1901): the mover wins unless the exclusive or is 0; in misère play heaps of one turn it round."""
    wins = reduce(xor, heaps, 0) != 0
    return 1 if wins != (misere and max(heaps) <= 1) else -1


@pytest.mark.parametrize("misere", [False, True])
def test_nim_obeys_boutons_theorem(misere: bool) -> None:
    for heaps in product(range(5), repeat=3):
        spec = "nim:" + ",".join(map(str, heaps)) + (",misere" if misere else "")
        game: AnyGame = tracer.game(spec)
        assert tracer.search(game, "minimax-memo").value == nim_value(heaps, misere=misere)
        if any(heaps):
            assert game.evaluate(game.start()) == nim_value(heaps, misere=misere) / 2  # type: ignore[attr-defined]
