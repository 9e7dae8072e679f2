"""A square means the moves that change it: told for each game from its rules alone, and held to them here."""

import random
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracer.games.board import Board
from tracer.playing.choice import Choice
from tracer.playing.match import Match
from tui.model.playing.square_moves import (
    Square,
    SquareMoves,
    is_dropping_game,
    is_nested_game,
    square_moves_of,
    starting_square_moves,
)

GAMES = ("tictactoe", "mnk:5,3,3", "connect4:5,4,4", "connect4")


@lru_cache
def falls(game: str) -> bool:
    return is_dropping_game(starting_square_moves(Match(game).game))


def after(game: str, seed: int, plies: int) -> Match:
    """A game some random moves on, as long as it goes on."""
    match, rng = Match(game), random.Random(seed)
    for _ in range(plies):
        word = rng.choice(list(match.legal))
        match.play(Choice(move=match.find(word)))
        if match.utility is not None:
            match.undo()
            break
    return match


def looked_at(match: Match) -> SquareMoves:
    found = square_moves_of(match, match.legal, is_dropping=is_dropping_game(starting_square_moves(match.game)))
    assert found is not None
    return found


def named(label: str, rows: list[str]) -> Square:
    """The square that a label of tic-tac-toe names, or of Connect Four: the lowest that is free in its column."""
    if label[0].isalpha():
        return int(label[1:]) - 1, ord(label[0]) - ord("a")
    column = int(label) - 1
    return max(row for row, line in enumerate(rows) if line[column] == "."), column


@given(st.sampled_from(GAMES), st.integers(0, 10**6), st.integers(0, 12))
def test_a_move_touches_the_square_that_its_name_says(game: str, seed: int, plies: int) -> None:
    match = after(game, seed, plies)
    rows = match.game.show(match.state).split("\n")  # type: ignore[attr-defined]
    found = looked_at(match)
    assert found.squares_of_move == {label: {named(label, rows)} for label in match.legal}


@given(st.sampled_from(GAMES), st.integers(0, 10**6), st.integers(0, 12))
def test_a_square_plays_the_one_move_that_changes_it_and_where_discs_fall_a_column_does(
    game: str, seed: int, plies: int
) -> None:
    match = after(game, seed, plies)
    found, falling = looked_at(match), game.startswith("connect4")
    rows = match.game.show(match.state).split("\n")  # type: ignore[attr-defined]
    for row in range(found.board.rows):
        for column in range(found.board.columns):
            wanted = [
                label
                for label in match.legal
                if (named(label, rows)[1] == column if falling else named(label, rows) == (row, column))
            ]
            assert found.choose_square((row, column)).move == (wanted[0] if wanted else None)


@pytest.mark.parametrize("game", GAMES)
def test_discs_fall_in_connect_four_and_nowhere_else(game: str) -> None:
    assert falls(game) == game.startswith("connect4")


@pytest.mark.parametrize("game", ["nim:25", "pig", "[[3,12],[2,4]]", "random:b=3,d=3", "piglet"])
def test_a_game_without_a_board_has_a_list(game: str) -> None:
    match = Match(game)
    assert square_moves_of(match, match.legal) is None


@given(st.integers(0, 10**6), st.integers(0, 8))
def test_of_moves_within_one_another_a_square_means_the_smallest_that_changes_it(seed: int, plies: int) -> None:
    match = after("nim:2,3,4", seed, plies)
    first = starting_square_moves(match.game)
    found = square_moves_of(match, match.legal, is_nested=is_nested_game(first))
    assert found is not None
    for heap, size in enumerate(match.state[0]):
        for column in range(4):
            meant = f"{'abc'[heap]}{size - column}" if column < size else None
            assert found.choose_square((heap, column)).move == meant


@pytest.mark.parametrize("game", [*GAMES, "nim:1,1"])
def test_no_moves_of_other_games_lie_within_one_another(game: str) -> None:
    assert not is_nested_game(starting_square_moves(Match(game).game))


def squares(*names: str) -> set[Square]:
    return {(8 - int(name[1]), ord(name[0]) - ord("a")) for name in names}


def square(name: str) -> Square:
    return next(iter(squares(name)))


@pytest.fixture
def chess(need: Callable[[str], None]) -> str:
    need("chess")
    return "chess"


def test_chess_goes_from_a_square_to_another(chess: str) -> None:
    found = looked_at(Match(chess))
    assert found.squares_of_move["e4"] == squares("e2", "e4")
    assert found.squares_of_move["Nf3"] == squares("g1", "f3")
    first = found.choose_square(square("e2"))
    assert (first.move, set(first.possible_moves), first.chosen_squares) == (None, {"e3", "e4"}, (square("e2"),))
    assert found.choose_square(square("e4"), first.chosen_squares).move == "e4"
    assert found.choose_square(square("e2"), first.chosen_squares).chosen_squares == ()
    assert found.choose_square(square("g1"), first.chosen_squares).chosen_squares == (square("g1"),)
    assert found.choose_square(square("e5")) == found.choose_square(square("a8"))
    assert not found.choose_square(square("e5")).possible_moves


def at(game: str, position: str) -> SquareMoves:
    return looked_at(Match(game, position))


def test_castling_is_the_king_s_move_of_two_squares_though_the_rook_goes_too(chess: str) -> None:
    found = at(chess, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    assert found.squares_of_move["O-O"] == squares("e1", "f1", "g1", "h1")
    assert found.choose_square(square("g1"), (square("e1"),)).move == "O-O"
    assert found.choose_square(square("c1"), (square("e1"),)).move == "O-O-O"
    assert found.choose_square(square("f1"), (square("e1"),)).move == "Kf1"
    assert found.choose_square(square("f1"), (square("h1"),)).move == "Rf1"


def test_en_passant_touches_the_pawn_that_is_taken_and_needs_two_squares(chess: str) -> None:
    found = at(chess, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
    assert found.squares_of_move["exd6"] == squares("e5", "d5", "d6")
    assert found.choose_square(square("d6"), (square("e5"),)).move == "exd6"
    assert found.choose_square(square("e6"), (square("e5"),)).move == "e6"


def test_of_promotions_one_is_to_be_named(chess: str) -> None:
    found = at(chess, "8/4P3/8/8/8/k7/8/4K3 w - - 0 1")
    touched = found.choose_square(square("e8"), (square("e7"),))
    assert touched.is_ambiguous
    assert {name.rstrip("+#")[-1] for name in touched.possible_moves} == set("QRBN")
    assert touched.move is None


class Boxes:
    """Dots and boxes, one row: a position is the lines drawn, who owns each box, and who moves."""

    def __init__(self, boxes: int = 2) -> None:
        self.boxes = boxes
        self.sides = [{(0, x), (2, x), (1, x - 1), (1, x + 1)} for x in range(1, 2 * boxes, 2)]
        self.lines = sorted(set.union(*self.sides))

    def start(self) -> Any:
        return (frozenset(), (".",) * self.boxes, 1)

    def turn(self, state: Any) -> int:
        return int(state[2])

    def utility(self, state: Any) -> float | None:
        return None if "." in state[1] else state[1].count("X") - state[1].count("O")

    def moves(self, state: Any) -> list[Square]:
        return [line for line in self.lines if line not in state[0]]

    def play(self, state: Any, move: Square) -> Any:
        lines = state[0] | {move}
        mine = "X" if state[2] == 1 else "O"
        owners = tuple(
            mine if owner == "." and side <= lines else owner for owner, side in zip(state[1], self.sides, strict=True)
        )
        return (lines, owners, state[2] if owners != state[1] else -state[2])

    def label(self, move: Square) -> str:
        return f"{'abcde'[move[1]]}{move[0] + 1}"

    def show(self, state: Any) -> str:
        width = 2 * self.boxes + 1
        rows = [["+" if not x % 2 and not y % 2 else "." for x in range(width)] for y in range(3)]
        for y, x in state[0]:
            rows[y][x] = "|" if y % 2 else "-"
        for k, owner in enumerate(state[1]):
            rows[1][2 * k + 1] = owner
        return "\n".join(["".join(row) for row in rows] + ["MAX..." if state[2] == 1 else "MIN..."])


@given(st.integers(0, 10**6), st.integers(0, 5))
def test_a_line_of_the_mover_is_no_square_and_a_line_that_closes_a_box_is_one_click(seed: int, plies: int) -> None:
    match, rng = Match(Boxes()), random.Random(seed)
    for _ in range(plies):
        match.move(rng.choice(list(match.legal)))
    found = looked_at(match)
    for line in match.game.lines:  # type: ignore[attr-defined]
        name = match.game.label(line)  # type: ignore[attr-defined]
        assert found.choose_square(line).move == (name if name in match.legal else None)
    for column in range(found.board.columns):
        assert found.choose_square((3, column)).move is None
        assert not found.moves_meant_by((3, column))


def test_a_number_of_plies_that_every_move_changes_is_no_square() -> None:
    class Counted:
        """Four squares; below them stands how many are taken."""

        def start(self) -> str:
            return "...."

        def turn(self, state: str) -> int:
            return 1

        def utility(self, state: str) -> float | None:
            return None if "." in state else 0.0

        def moves(self, state: str) -> list[int]:
            return [at for at in range(4) if state[at] == "."]

        def play(self, state: str, move: int) -> str:
            return state[:move] + "X" + state[move + 1 :]

        def show(self, state: str) -> str:
            return f"{state[:2]}\n{state[2:]}\n{state.count('X')} "

    found = looked_at(Match(Counted()))
    assert found.choose_square((0, 1)).move == "1"
    assert found.choose_square((2, 0)).move is None


def test_a_king_alone_goes_from_its_square_though_every_move_changes_that(chess: str) -> None:
    found = at(chess, "4k3/8/8/8/4r3/8/8/4K3 w - - 0 1")
    assert all(square("e1") in squares for squares in found.squares_of_move.values())
    assert found.choose_square(square("d2")).move is None
    assert found.choose_square(square("d2"), (square("e1"),)).move == "Kd2"


def test_a_board_that_a_move_leaves_as_it_is_has_no_squares_to_click() -> None:
    class Blind:
        """A game whose board says nothing of its moves."""

        def start(self) -> int:
            return 0

        def turn(self, state: int) -> int:
            return 1

        def utility(self, state: int) -> float | None:
            return 0.0 if state > 1 else None

        def moves(self, state: int) -> list[int]:
            return [1, 2]

        def play(self, state: int, move: int) -> int:
            return state + move

        def board(self, state: int) -> Board:
            return Board((("", ""), ("", "")))

    match = Match(Blind())
    assert square_moves_of(match, match.legal) is None
