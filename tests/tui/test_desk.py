"""What lies before who plays: a board whose squares are as large as there is room for, words and rows in hand."""

from collections.abc import Sequence

import pytest
from gaming import Scripted, play, session
from hypothesis import given
from hypothesis import strategies as st

from tracer.games.board import Board
from tracer.playing.choice import Choice
from tracer.playing.match import Match
from tui.model.playing.board_drawing import (
    NO_AXIS_NAMES,
    SQUARE_SIZES,
    BoardFrame,
    BoardMarks,
    BoardText,
    fit_board,
    format_board,
)
from tui.model.playing.move_lists import flow_words, played_move_rows, word_at
from tui.model.playing.play_model import BOARD, LEGAL, PLAYED, PlayModel, judge_move
from tui.model.playing.session import Session

SPACE = 60, 20


def plain_lines(lines: Sequence[Sequence[BoardText]]) -> list[str]:
    """The characters of some lines."""
    return ["".join(piece.text for piece in line) for line in lines]


def desk(game: str = "tictactoe", **players: object) -> PlayModel:
    found = PlayModel(session(game, **players))  # type: ignore[arg-type]
    drawn(found)
    return found


def drawn(found: PlayModel) -> list[str]:
    return plain_lines(found.board_lines(*SPACE))


@given(st.integers(1, 24), st.integers(1, 24), st.integers(1, 120), st.integers(1, 50), st.data())
def test_squares_are_the_largest_that_fit_and_the_cursor_is_in_sight(rows, columns, width, height, data):
    board = Board(tuple(("",) * columns for _ in range(rows)))
    cursor = data.draw(st.integers(0, rows - 1)), data.draw(st.integers(0, columns - 1))
    frame = fit_board(board, width, height, cursor)
    fitting = [size for size in SQUARE_SIZES if size[0] * columns <= width and size[1] * rows <= height]
    assert (frame.square_width, frame.square_height) == (fitting[0] if fitting else SQUARE_SIZES[-1])
    assert frame.first_row <= cursor[0] < frame.first_row + frame.row_count <= rows
    assert frame.first_column <= cursor[1] < frame.first_column + frame.column_count <= columns
    lines = plain_lines(format_board(board, frame, BoardMarks(cursor)))
    assert len(lines) == frame.row_count * frame.square_height
    assert {len(line) for line in lines} == {frame.column_count * frame.square_width}
    assert fitting or (len(lines) <= height and len(lines[0]) <= width)


@given(st.integers(0, 5), st.integers(0, 4), st.integers(0, 10), st.integers(0, 4))
def test_a_place_of_the_drawing_is_the_square_that_stands_there(row, column, right, down):
    board = Board(tuple(tuple(f"{row}{column}" for column in range(5)) for row in range(6)))
    frame = fit_board(board, 55, 30)
    assert (frame.square_width, frame.square_height) == (11, 5)
    assert frame.square_at(column * 11 + right, row * 5 + down) == (row, column)
    assert frame.square_at(55, 0) is frame.square_at(0, 30) is frame.square_at(-1, 0) is None


def test_every_mark_can_be_told_without_colours():
    board = Board((("X", "O", "", "", ""),))
    frame = BoardFrame(3, 1, 0, 0, 1, 5)
    marks = BoardMarks(cursor=(0, 0), chosen=((0, 1),), last=((0, 2),), hint_squares=((0, 3),), targets=((0, 4),))
    assert plain_lines(format_board(board, frame, marks)) == ["[X]<O>(·) ★  • "]


def test_the_names_of_columns_and_rows_stand_at_a_chequered_board(need):
    need("chess")
    found = desk("chess")
    lines = drawn(found)
    assert lines[16].split() == list("abcdefgh")
    assert [line[0] for line in lines[:16:2]] == list("87654321")
    assert found.click(BOARD, 2 + 5 * 3 + 4, 7).notice == "no legal move changes this square"
    assert found.cursor == (3, 3)


def test_above_columns_in_which_discs_fall_stand_their_moves():
    found = desk("connect4:5,4,4")
    assert drawn(found)[0].split() == list("12345")
    assert found.click(BOARD, 0, 0).notice == ""
    assert found.session.match.labels == []
    found.click(BOARD, 1, 1)
    assert found.session.match.labels == ["1"]


def test_a_click_on_a_square_plays_there_and_one_beside_the_board_does_nothing():
    found = desk(other=Scripted("a1"))
    width = (found.board_width(*SPACE) - 2) // 3
    found.click(BOARD, width + 3, 6)
    assert found.session.match.labels == ["b2"]
    assert "turn" in found.click(BOARD, 2, 0).notice
    found.click(BOARD, 59, 19)
    assert found.session.match.labels == ["b2"]


def test_arrows_stay_on_the_board_and_enter_plays_what_it_says():
    found = desk()
    for down, right in ((-1, 0), (-1, 0), (0, 1), (0, 1), (0, 1)):
        found.move(down, right)
    assert found.cursor == (0, 2)
    assert found.enter_hint == "⏎ plays c1"
    assert "⏎ plays c1" in drawn(found)
    found.choose()
    found.read_position()
    assert found.session.match.labels == ["c1"]
    assert found.enter_hint == ""
    assert "no legal move" in found.choose().notice


def test_a_game_without_a_board_is_played_from_the_list():
    found = desk("[[3, 12], [2, 4]]")
    assert found.active_part == LEGAL
    found.legal_lines(40, 5)
    second = found.legal_labels[1]
    found.move(0, 1)
    found.choose()
    assert found.session.match.labels == [second]
    assert found.turn_to_next_part() == PLAYED
    assert found.turn_to_next_part() == LEGAL


def test_a_game_that_tells_its_positions_is_told_where_no_squares_mean_moves():
    found = desk("pig:20")
    play(found.session, ["roll"])
    found.session.match.undo()
    assert drawn(found)[:2] == ["MAX has 0 of 20", "MIN has 0 of 20"]
    assert "MAX has the turn" in drawn(found)
    assert "100 turns left" in drawn(found)


def test_columns_and_rows_have_the_names_that_moves_call_them_by():
    lines = drawn(desk())
    assert [line[0] for line in lines if line[:1] in tuple("123")] == list("123")
    assert lines[-2].split() == list("abc")
    played = desk()
    play(played.session, ["b2", "a1", "c3"])
    played.read_position()
    assert drawn(played)[-2].split() == list("abc")
    assert {line[:2] for line in drawn(desk("mnk:11,11,5"))} >= {" 1", "10", "11"}


def test_a_game_whose_labels_name_no_squares_has_no_names():
    assert desk("connect4:5,4,4")._axis_names == NO_AXIS_NAMES
    assert drawn(desk("connect4:5,4,4"))[-2].strip() == ""


def test_heaps_of_nim_are_rows_with_their_names_and_a_counter_takes_what_is_right_of_it():
    found = desk("nim:1,3,5")
    lines = drawn(found)
    assert [(line[0], line.count("●")) for line in lines if line[:1] in tuple("abc")] == [("a", 1), ("b", 3), ("c", 5)]
    assert found.enter_hint.startswith("⏎ plays b")
    for square, move in (((2, 2), "c3"), ((1, 0), "b3"), ((2, 1), "c1"), ((0, 0), "a1"), ((2, 0), "c1")):
        found.read_position()
        found.choose_square(square)
        assert found.session.match.labels[-1] == move
    assert found.session.match.utility is not None
    assert "no legal move" in desk("nim:1,3,5").choose_square((0, 3)).notice


def test_the_moves_that_squares_leave_open_begin_with_what_the_game_evaluates_best_for_who_moves(need):
    need("chess")
    for start, rows in (("8/P6k/8/8/8/8/8/K7 w - - 0 1", (1, 0)), ("k7/8/8/8/8/8/p6K/8 b - - 0 1", (6, 7))):
        found = PlayModel(Session(Match("chess", start), {}))
        found.choose_square((rows[0], 0))
        among = found.choose_square((rows[1], 0)).candidates
        assert [name.partition("=")[2][0] for name in among] == ["Q", "R", "B", "N"]


def test_the_row_in_hand_is_one_of_the_moves_made():
    found = desk(other=Scripted("a1", "c1"))
    play(found.session, ["b2", "b1"])
    found.read_position()
    assert found.selected_move is None
    found.turn_to_next_part()
    found.turn_to_next_part()
    assert (found.active_part, found.selected_move) == (PLAYED, 3)
    found.move(-1, 0)
    found.move(-1, 0)
    assert found.selected_move == 1
    lines = plain_lines(found.made_lines(60, 5))
    assert [line[0] for line in lines[1:]] == [" ", "❯", " ", " "]
    found.click(PLAYED, 3, 1)
    assert found.selected_move == 0


@given(st.lists(st.text("abc1", min_size=1, max_size=6), min_size=1, max_size=40), st.integers(8, 60))
def test_each_word_is_found_where_it_stands(words, width):
    lines = flow_words(words, width)
    assert [word.text for line in lines for word in line] == words
    for y, line in enumerate(lines):
        for word in line:
            assert word.left_column + len(word.text) < width
            assert word_at(lines, word.left_column + 1, y) == word.word_index
    assert word_at(lines, 0, len(lines)) is None


def test_columns_for_which_there_is_no_room_are_left_out():
    game = play(session(other=Scripted("a1")), ["b2"])
    found = PlayModel(game)
    assert all(len(line) <= 20 for line in plain_lines(found.made_lines(20, 9)))
    assert "1,234" not in "".join(plain_lines(found.made_lines(14, 9)))
    assert "1,234" in "".join(plain_lines(found.made_lines(60, 9)))


@pytest.mark.parametrize(
    ("typed", "good", "completed"),
    [("", False, 9), ("c", False, 3), ("b2", True, 0), ("B2", True, 0), ("z9", False, 0)],
)
def test_what_is_typed_is_judged_as_it_will_be_taken(typed, good, completed):
    answer = judge_move(Match("tictactoe"), typed)
    assert (answer.is_acceptable, len(answer.completions)) == (good, completed)
    assert ("no legal move" in answer.text) == (typed == "z9")


def test_what_was_recommended_is_marked_on_the_board_and_in_the_list():
    game = session(other="alphabeta:depth=2")
    found = PlayModel(game)
    game.set_hint(game.seats.adviser(game.match.game, game.settings).choose(game.match))
    assert "★" in "".join(drawn(found))
    assert "★" in "".join(plain_lines(found.legal_lines(40, 4)))


def test_what_is_known_of_a_hint_does_not_stand_beside_another_move():
    found = desk()
    for word in ("b2", "a1"):
        hint = Choice(move=found.session.match.find("a1"), value=0.5, visited=18_297, seconds=0.25, line=("a1", "c1"))
        found.session.set_hint(hint)
        found.session.play(word)
        if word == "b2":
            assert played_move_rows(found.session.match)[0] == ("1", "▲ b2", "", "", "", "a1 0.5", "human hint: a1")
            found.session.undo()
    assert played_move_rows(found.session.match) == [("1", "▲ a1", "0.5", "18,297", "0.25 s", "", "human hint: a1")]


def test_a_hint_without_a_line_is_told_from_another_move_too():
    found = desk()
    found.session.set_hint(Choice(move=found.session.match.find("a1"), value=0.5))
    found.session.play("b2")
    assert played_move_rows(found.session.match)[0][2:6] == ("", "", "", "a1 0.5")
