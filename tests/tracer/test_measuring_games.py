"""Nodes by round of whole games, against counts by code that knows nothing of plyscope."""

from collections.abc import Iterator
from typing import Any

import pytest

import tracer
from tracer.errors import PlyscopeError
from tracer.measuring.measurements import Measurements
from tracer.measuring.stopwatch import Stopwatch, TimingOptions
from tracer.measuring.timed_function import TimedSearch
from tracer.measuring.whole_games import measure_positions, parse_opponent, play_games

ROWS = ("abc", "def", "ghi", "adg", "beh", "cfi", "aei", "ceg")
SQUARES = dict(zip("abcdefghi", ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"), strict=True))
"""The squares of a board in reading order, and how plyscope calls them."""


def won(stones: str) -> bool:
    return any(set(row) <= set(stones) for row in ROWS)


def plain_minimax(mine: str, others: str, count: list[int]) -> int:
    """What is in it for who moves; every call is counted."""
    count[0] += 1
    if won(others):
        return -1
    free = [square for square in "abcdefghi" if square not in mine + others]
    if not free:
        return 0
    return max(-plain_minimax(others, mine + square, count) for square in free)


def plain_alphabeta(mine: str, others: str, count: list[int], alpha: int = -9, beta: int = 9) -> int:
    """The same with cutoffs, fail-soft."""
    count[0] += 1
    if won(others):
        return -1
    free = [square for square in "abcdefghi" if square not in mine + others]
    if not free:
        return 0
    best = -9
    for square in free:
        best = max(best, -plain_alphabeta(others, mine + square, count, -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def first_best(mine: str, others: str) -> str:
    """The first square that is worth as much as any."""
    free = [square for square in "abcdefghi" if square not in mine + others]
    worth = {square: -plain_minimax(others, mine + square, [0]) for square in free}
    return max(free, key=worth.__getitem__)


def by_hand(side: str, script: list[str]) -> Iterator[tuple[str, int, int]]:
    """Of each move of the computer in a game against a script: the move, and what both searches visit for it."""
    mine, others, names = "", "", {name: square for square, name in SQUARES.items()}
    replies, computer = iter(script), side == "first"
    while not (won(mine) or won(others) or len(mine + others) == 9):
        if computer:
            full, cut = [0], [0]
            plain_minimax(mine, others, full)
            plain_alphabeta(mine, others, cut)
            square = first_best(mine, others)
            yield SQUARES[square], full[0], cut[0]
        else:
            square = names[next(replies)]
        mine, others, computer = others, mine + square, not computer


def played(game: Any = "tictactoe", *, games: int = 1, side: str, against: str, **more: Any) -> Measurements:
    contenders = [TimedSearch("minimax", "minimax"), TimedSearch("alphabeta", "alphabeta")]
    stopwatch = Stopwatch(contenders, TimingOptions(runs=1, warm_up=0))
    play_games(
        stopwatch, tracer.game(game), games=games, side=side, opponent=parse_opponent(against, contenders), **more
    )
    return stopwatch.measured


@pytest.mark.parametrize(("side", "script"), [("first", "b2,c1,a2,b3"), ("second", "a1,b1,c2,a3")])
def test_nodes_by_round_are_those_that_were_counted_by_hand(side: str, script: str) -> None:
    """As written down beforehand: with the computer first, 549,946 and 18,297 at its first move."""
    expected = list(by_hand(side, script.split(",")))
    found = played(side=side, against=f"script:{script}")
    assert [(place.played, *(cell.visited for cell in place.cells)) for place in found.places] == expected
    assert len(expected) >= 3
    assert [place.stage.round for place in found.places] == list(range(1, len(expected) + 1))
    if side == "first":
        assert expected[0][1:] == (549_946, 18_297)


def test_against_best_both_sides_draw() -> None:
    found = played(side="second", against="best")
    assert [place.cells[0].answer.value for place in found.places] == [0] * 4
    assert found.places[0].path == "a1"


def test_games_at_random_differ_from_each_other_and_not_from_run_to_run() -> None:
    one, again, other = (played(games=4, side="second", against=f"random:{seed}", rounds=1) for seed in (5, 5, 6))
    paths = [place.path for place in one.places]
    assert paths == [place.path for place in again.places]
    assert len(set(paths)) > 1
    assert paths != [place.path for place in other.places]
    assert [place.number for place in one.places] == [1, 2, 3, 4]
    assert list(one.stages) == [one.places[0].stage], "one line of a table"


def test_a_script_that_ends_ends_the_game_and_a_wrong_one_says_where() -> None:
    found = played(side="second", against="script:b2")
    assert len(found.places) == 1
    assert "the other side has none to play" in found.notes[0]
    with pytest.raises(PlyscopeError, match="zz"):
        played(side="second", against="script:zz")


def test_where_the_first_search_has_no_move_another_ones_is_played() -> None:
    contenders = [TimedSearch("minimax", "minimax", {"depth": 1}), TimedSearch("alphabeta", "alphabeta")]
    stopwatch = Stopwatch(contenders, TimingOptions(runs=1, warm_up=0))
    # A game without an evaluation has no depth limit.
    play_games(
        stopwatch, tracer.game("[[3,12],[2,4]]"), games=1, side="first", opponent=parse_opponent("best", contenders[1:])
    )
    (place,) = stopwatch.measured.places
    assert "evaluate" in place.cells[0].error
    assert (place.played, place.cells[1].visited) == ("a1", 6)


def test_chance_moves_by_its_dice() -> None:
    contenders = [TimedSearch("expectiminimax", "expectiminimax")]
    for _ in range(2):
        stopwatch = Stopwatch(contenders, TimingOptions(runs=1, warm_up=0))
        against = parse_opponent("best", contenders)
        play_games(
            stopwatch, tracer.game("[(0.5:[2,4],0.5:[3,9]),(1:[1,1])]"), games=2, side="second", opponent=against
        )
        assert [place.turn for place in stopwatch.measured.places] == ["MIN", "MIN"]


@pytest.mark.parametrize("wrong", ["nobody", "best:3", "random:x", "script:", "script"])
def test_an_opponent_that_is_none_is_refused(wrong: str) -> None:
    with pytest.raises(PlyscopeError, match=r"random|script"):
        parse_opponent(wrong, [])


def test_each_depth_is_a_stage() -> None:
    stopwatch = Stopwatch([TimedSearch("alphabeta", "alphabeta")], TimingOptions(runs=1, warm_up=0))
    game = tracer.game("connect4:4,4,3")
    measure_positions(stopwatch, game, [(None, game.start())], [1, 2, 3])
    visited = [place.cells[0].visited for place in stopwatch.measured.places]
    assert visited == [tracer.trace(game, "alphabeta", depth=depth).counts.visited for depth in (1, 2, 3)]
    assert [stage.depth for stage in stopwatch.measured.stages] == [1, 2, 3]
