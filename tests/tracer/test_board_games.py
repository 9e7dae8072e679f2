"""The rules of the built-in games, held to plain reimplementations of them and to their own words."""

from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import played

import tracer
from tracer.games.rules import MAX, MIN

BOARDS = [
    "tictactoe", "mnk:4,3,3", "mnk:5,5,4", "mnk:2,6,3", "mnk:1,5,2", "mnk:3,1,1", "mnk:10,9,5", "mnk:26,2,4",
    "connect4", "connect4:5,4,4", "connect4:4,5,3", "connect4:3,3,2", "connect4:1,6,3", "connect4:8,1,4",
    "connect4:20,20,7",
]  # fmt: skip
OTHERS = ["nim", "nim:1,3,5,7,misere", "nim:0,2,0,4", "nim:1,1,1,1,1", "random:b=3,d=5", "random:b=1,d=9,turn=MIN"]
CHOICES = st.lists(st.integers(0, 400), max_size=90)


def cells(game: Any, state: Any) -> dict[tuple[int, int], str]:
    """The squares of a board as it is shown, by column and row."""
    rows = game.show(state).split("\n")
    return {(column, row): cell for row, line in enumerate(rows) for column, cell in enumerate(line)}


def has_row(board: dict[tuple[int, int], str], player: str, length: int) -> bool:
    """Whether a player has so many in a row, square by square in every direction."""
    return any(
        all(board.get((column + right * k, row + down * k)) == player for k in range(length))
        for column, row in board
        for right, down in ((1, 0), (0, 1), (1, 1), (1, -1))
    )


@pytest.mark.parametrize("spec", BOARDS)
@given(CHOICES)
def test_a_board_game_is_over_where_a_plain_scan_finds_a_row(spec: str, choices: list[int]) -> None:
    game: Any = tracer.game(spec)
    state = played(game, choices)
    board = cells(game, state)
    stones = [sum(cell == player for cell in board.values()) for player in "XO"]
    assert game.turn(state) == (MAX if stones[0] == stones[1] else MIN)
    wins = [player for player in "XO" if has_row(board, player, game.in_a_row)]
    assert len(wins) <= 1
    win = 1_000 if "connect4" in spec else 1
    expected = {"X": win, "O": -win}[wins[0]] if wins else None if "." in board.values() else 0
    assert game.utility(state) == expected
    assert -win < game.evaluate(state) < win
    if win > 1:  # whole numbers, far below a win
        assert isinstance(game.evaluate(state), int)
        assert abs(game.evaluate(state)) <= win / 2


@pytest.mark.parametrize("spec", BOARDS)
@given(CHOICES)
def test_a_move_fills_one_empty_square_of_a_board(spec: str, choices: list[int]) -> None:
    game: Any = tracer.game(spec)
    state = played(game, choices)
    if game.utility(state) is not None:
        return
    board, mark = cells(game, state), "X" if game.turn(state) is MAX else "O"
    moves = game.moves(state)
    for move in moves:
        after = cells(game, game.play(state, move))
        changed = [square for square in board if board[square] != after[square]]
        assert [(board[square], after[square]) for square in changed] == [(".", mark)]
        column, row = changed[0]
        if "connect4" in spec:
            assert game.label(move) == str(column + 1)
            assert all(board[column, below] != "." for below in range(row + 1, game.rows))
        else:
            assert game.label(move) == "abcdefghijklmnopqrstuvwxyz"[column] + str(row + 1)
    empty = sum(cell == "." for cell in board.values())
    open_columns = len({column for (column, _), cell in board.items() if cell == "."})
    assert len(moves) == (open_columns if "connect4" in spec else empty)


@pytest.mark.parametrize("spec", BOARDS + OTHERS[:4])
@given(CHOICES)
def test_what_a_game_shows_it_reads_back(spec: str, choices: list[int]) -> None:
    game: Any = tracer.game(spec)
    state = played(game, choices)
    shown = game.show(state)
    for text in (shown, shown.replace("\n", "/"), f" {shown.lower()}\n", shown.replace(".", "-")):
        assert game.parse(text) == state


def reachable(game: Any) -> set[Any]:
    """Every position that some sequence of moves leads to."""
    found, fresh = {game.start()}, [game.start()]
    while fresh:
        state = fresh.pop()
        if game.utility(state) is None:
            after = {game.play(state, move) for move in game.moves(state)} - found
            found |= after
            fresh.extend(after)
    return found


def accepted(game: Any, text: str) -> Any:
    try:
        return game.parse(text)
    except ValueError:
        return None


@pytest.mark.parametrize(
    "spec", ["tictactoe", "mnk:3,2,2", "mnk:2,4,3", "mnk:3,3,2", "mnk:2,1,1", "connect4:3,3,3", "connect4:3,3,2",
             "connect4:2,4,3", "connect4:4,2,3", "connect4:5,2,2"]
)  # fmt: skip
def test_exactly_the_reachable_boards_are_accepted(spec: str) -> None:
    """Every filling of a small board is tried against the set of positions that play can lead to."""
    game: Any = tracer.game(spec)
    known = reachable(game)
    seen = set()
    for squares in product(".XO", repeat=game.columns * game.rows):
        text = "".join(squares)
        rows = "/".join(text[k : k + game.columns] for k in range(0, len(text), game.columns))
        state = accepted(game, rows)
        assert state is None or state in known, rows
        if state is not None:
            seen.add(state)
    assert seen == known


@pytest.mark.parametrize("spec", ["nim:1,3", "nim:2,2", "nim:0,2,1", "nim:1,1,1,misere", "nim:4"])
def test_exactly_the_reachable_heaps_are_accepted(spec: str) -> None:
    game: Any = tracer.game(spec)
    known = reachable(game)
    texts = [
        f"{','.join(map(str, heaps))} {turn}"
        for heaps in product(range(6), repeat=len(game.heaps))
        for turn in ("MAX", "MIN")
    ]
    assert {state for text in texts if (state := accepted(game, text)) is not None} == known


REFUSED = [
    ("tictactoe", "XX./.../...", "X begins"),
    ("tictactoe", "OO./X../...", "X begins"),
    ("tictactoe", "XXX/OOO/...", "no game leads to this position"),
    ("tictactoe", "XXX/OO./O..", "no game leads to this position"),
    ("tictactoe", "XO/XO", "3 rows of 3 squares"),
    ("tictactoe", "XO?/.../...", r"not '\?'"),
    ("tictactoe", "", "3 rows of 3 squares"),
    ("connect4:3,3,3", "X../.../...", "hangs in the air"),
    ("connect4:3,3,3", ".../.../O..", "X begins"),
    ("connect4:3,3,3", "11112", "move 4 of 11112, column 1, is not legal"),
    ("connect4:3,3,3", "1212123", "move 6 of 1212123|is not legal"),
    ("connect4:3,3,3", "0", "column 0, is not legal"),
    ("connect4:3,3,3", ".../XX./OO.", "cannot have taken turns"),
    ("nim:1,3,5,7", "1,3,5", "cannot come from 1,3,5,7"),
    ("nim:1,3,5,7", "2,3,5,7", "cannot come from 1,3,5,7"),
    ("nim:1,3,5,7", "1,3,5,7 MIN", "MIN cannot be to move"),
    ("nim:1,3,5,7", "many", "a position is the heaps and who moves"),
    ("nim:1,3,5,7", "9" * 300, "a position is the heaps"),
]


@pytest.mark.parametrize(("spec", "text", "message"), REFUSED)
def test_a_text_that_is_no_position_is_refused_with_the_reason(spec: str, text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        tracer.game(spec).parse(text)  # type: ignore[attr-defined]


def test_connect_four_reads_the_columns_played() -> None:
    game: Any = tracer.game("connect4")
    assert game.parse("4435") == played(game, [3, 3, 2, 4])
    assert game.show(game.parse("4435")).split("\n")[-2:] == ["...O...", "..XXO.."]


@given(st.lists(st.sampled_from("XO."), min_size=9, max_size=9), st.text(max_size=12))
def test_any_text_is_a_position_or_a_value_error(squares: list[str], text: str) -> None:
    for spec in ("tictactoe", "connect4:3,3,3", "nim:3,3", "connect4"):
        for given_text in ("".join(squares[:3]) + "/" + "".join(squares[3:6]) + "/" + "".join(squares[6:]), text):
            accepted(tracer.game(spec), given_text)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("mnk:0,3,3", "1 to 26 columns and rows"), ("mnk:3,3,4", "4 in a row do not fit"),
        ("mnk:3,3,3,3", "parameters are columns, rows, in_a_row"), ("mnk:three", "whole number"),
        ("mnk:3,columns=3", "parameters are"), ("connect4:21,1,4", "1 to 20"), ("connect4:3,3,1", "do not fit"),
        ("nim:-1", "0 to 1000 counters"), ("nim:1001", "0 to 1000"), ("nim:x", "a heap is a whole number"),
        ("nim:misere,misere", "a heap is a whole number"), ("tictactoe:4", "no parameters"),
        ("random:b=0", "b is 1 to"), ("random:d=-1", "d 0 to"), ("random:order=good", "order is one of"),
        ("random:3", "parameters are b, d, seed"), ("random:turn=max", "turn is MAX or MIN"),
        ("random:b=2,b=3", "parameters are"), ("ticktactoe", r"did you mean tictactoe\?"),
        ("draughts", "unknown game 'draughts'"), ("", "unknown game ''"), ("nowhere.json", "cannot read the tree file"),
    ],
)  # fmt: skip
def test_a_wrong_spec_is_refused_with_the_reason(spec: str, message: str) -> None:
    with pytest.raises(tracer.PlyscopeError, match=message):
        tracer.game(spec)


@cache
def random_tree(seed: int, order: str) -> Any:
    return tracer.game(f"random:b=3,d=4,seed={seed},order={order}")


@given(st.integers(0, 99))
def test_the_orders_of_a_random_tree_arrange_one_and_the_same_tree(seed: int) -> None:
    def leaves(game: Any) -> list[tuple[bytes, float]]:
        states = [game.start()]
        for _ in range(4):
            states = [game.play(state, move) for state in states for move in game.moves(state)]
        return sorted((state.path, game.utility(state)) for state in states)

    trees = [leaves(random_tree(seed, order)) for order in ("random", "best", "worst", "strong", "0.3")]
    assert all(tree == trees[0] for tree in trees)
    assert len({path for path, _ in trees[0]}) == 81


def test_uct_explores_by_what_a_win_is_worth() -> None:
    """So it searches the same tree, whatever the unit of payoffs is."""
    found = tracer.trace("connect4:4,4,3", "uct", iterations=60)
    assert found.header.options["c"] == pytest.approx(1_000 * 2**0.5)

    class InUnits(type(found.game)):  # type: ignore[misc]
        win = 1

    plain = tracer.trace(InUnits(4, 4, 3), "uct", iterations=60)
    assert "c" not in plain.header.options
    assert (plain.columns.move == found.columns.move).all()
    assert tracer.trace("tictactoe", "uct", iterations=2).header.options.get("c") is None
    assert tracer.trace("connect4:4,4,3", "uct", iterations=2, c=3).header.options["c"] == 3


def test_moves_of_heaps_that_are_too_large_are_not_listed() -> None:
    """Numbers of another game may be millions."""
    game = tracer.game("nim:1,2")
    assert len(game.moves(((1, 2), MAX))) == 3
    with pytest.raises(tracer.PlyscopeError, match="at most 1,000 counters"):
        game.moves(((10**12, 2), MAX))
