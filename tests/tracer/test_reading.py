"""How the answers of a function are read: the same way at all of its calls, whatever one of them alone may mean."""

import re
from typing import Any

import pytest

import tracer
from tracer.calling.returned_answer import Answer, AnswerReader, AskedPosition
from tracer.games.root_positions import resolve_position

GAME = tracer.game("tictactoe")
NAMES = [f"{column}{row}" for row in "123" for column in "abc"]


def asked(moves: str) -> AskedPosition:
    return AskedPosition(GAME, resolve_position(GAME, moves) if moves else GAME.start())


def read(*calls: tuple[str, Any], returns: str = "") -> tuple[list[tuple[float | None, str | None]], AnswerReader]:
    """What was read of some calls, when all had been heard of."""
    reading = AnswerReader(returns)
    for moves, returned in calls:
        reading.learn(asked(moves), returned)
    answers = [reading.read(asked(moves), returned) for moves, returned in calls]
    return [(one.value, one.move) for one in answers], reading


@pytest.mark.parametrize("square", range(9))
def test_a_row_and_a_column_are_a_square(square: int) -> None:
    pair = divmod(square, 3)
    assert read(("", pair), returns="move")[0] == [(None, NAMES[square])]
    assert read(("", pair))[0] == [(None, NAMES[square])]


def test_a_pair_that_may_be_several_things_accuses_nobody_and_a_line_says_what_to_say() -> None:
    reading = AnswerReader()
    reading.learn(asked("a1"), (1, 1))
    assert not reading.read(asked("a1"), (1, 1)).sure
    assert reading.note == (
        "returned (1, 1), read as the row and column of a square; that is not sure: "
        "say --returns move or value,move or move,value"
    )
    assert AnswerReader("move").read(asked("a1"), (1, 1)).sure


def test_calls_tell_together_what_pairs_are() -> None:
    assert read(("a1", (1, 1)), ("", (0, 8)))[0] == [(1.0, "b1"), (0.0, "c3")]
    both, reading = read(("a1", (0, 4)), ("a1/b2", (0, 1)))
    assert both == [(0.0, "b2"), (0.0, "b1")]
    assert reading.note == ""
    assert read(("a1", (4, 0)), ("a1/b2", (1, -1)))[0] == [(0.0, "b2"), (-1.0, "b1")]


def test_a_number_that_is_no_legal_move_once_is_a_value_everywhere() -> None:
    both, reading = read(("b2", 0), ("a1", 0), ("b2", 1))
    assert both == [(0.0, None), (0.0, None), (1.0, None)]
    assert re.search("returned 0, .*values everywhere", reading.note)
    both, reading = read(("b2", 0), ("a1", 1))
    assert both == [(None, "a1"), (None, "b1")]
    assert "read as a move; or say --returns value" in reading.note


@pytest.mark.parametrize("returned", ["z9", None, (), (9, 9), [None, None], "", object()])
def test_what_is_no_answer_is_wrong(returned: Any) -> None:
    reading = AnswerReader()
    reading.learn(asked(""), returned)
    answer = reading.read(asked(""), returned)
    assert answer.wrong
    assert answer.move is None


def test_a_value_with_a_move_that_is_none_is_wrong_and_without_one_it_is_not() -> None:
    assert AnswerReader().read(asked(""), (0.5, "z9")).wrong == "(0.5, 'z9')"
    assert AnswerReader().read(asked(""), (0.5, None)) == Answer(0.5)
    assert not AnswerReader().read(asked("a1/a2/b1/b2/c1"), (1, None)).wrong, "the game is over"


def test_a_square_that_several_moves_change_is_none() -> None:
    """A move of chess changes two squares, and one of Connect Four the lowest free one."""
    game = tracer.game("connect4")
    asked = AskedPosition(game, game.start())
    assert [AnswerReader("move").read(asked, (5, column)).move for column in (0, 6)] == list(asked.legal_moves)[::6]
    assert AnswerReader("move").read(asked, (0, 0)).wrong
