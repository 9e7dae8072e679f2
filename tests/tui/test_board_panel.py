"""The position, or why there is none."""

import pytest
from screens import running, shown
from strategies import AIMA

import tracer
from tracer.tracing import Trace
from tui.widgets.board import Board, draw_position, has_positions


class Loud:
    """A game that cannot draw its positions."""

    def start(self):
        return 0

    def turn(self, state):
        return tracer.MAX

    def utility(self, state):
        return 1 if state else None

    def moves(self, state):
        return [1]

    def play(self, state, move):
        return state + move

    def show(self, state):
        raise RuntimeError("no \x1b[31mink")


def plain(trace: Trace, node: int) -> list[str]:
    return [line.plain for line in draw_position(trace, node)]


def styles(trace: Trace, node: int) -> list[tuple[str, str]]:
    """The characters that have a style, row by row, with the last style that each was given."""
    return [
        (line.plain[span.start : span.end], str(span.style))
        for line in draw_position(trace, node)
        for span in line.spans
    ]


def test_a_position_is_what_the_game_draws():
    assert plain(tracer.trace("tictactoe"), 5) == ["XOX", "OX.", "..."]


def test_stones_have_the_colours_of_their_players_and_the_last_move_is_marked():
    trace = tracer.trace("tictactoe")
    assert sorted(styles(trace, 4)) == sorted([("X", "max"), ("O", "min"), ("X", "max"), ("O", "min"), ("O", "last")])
    assert not styles(trace, 0)


def test_a_position_that_is_a_text_and_no_board_is_left_as_it_is():
    assert not styles(tracer.trace([[3, 12], [2]]), 3)


def test_where_there_is_no_position_to_show_there_is_none_at_any_node():
    known = tracer.trace("tictactoe")
    without = Trace(known.columns, [], known.header, labels=known.move_labels)
    for trace in (without, tracer.trace(AIMA)):
        assert not has_positions(trace)
        assert not plain(trace, 5)
    assert has_positions(known)


def test_the_position_of_a_typed_tree_is_the_name_of_its_node_or_nothing():
    trace = tracer.trace('{"name": "start", "children": [{"name": "here", "value": 1}, 2]}')
    assert has_positions(trace)
    assert [plain(trace, node) for node in range(3)] == [["start"], ["here"], [""]]


def test_an_error_of_the_game_is_shown_and_harmless():
    assert " ".join(plain(tracer.trace(Loud()), 1)) == "Loud raised RuntimeError: no ␛[31mink"


@pytest.mark.parametrize("height", [32, 36, 50])
async def test_a_chess_board_is_shown_whole(height: int) -> None:
    """Its rows come before the rest of the program and of the counts, on a screen that is not low."""
    pytest.importorskip("chess")
    app = shown("chess:8/8/8/4pK2/4P3/2k5/8/8 b - - 0 1", depth=2)
    async with running(app, (120, height)) as pilot:
        await pilot.press("0", "n", "n", "n")
        board = app.screen.query_one(Board)
        assert board.size.height >= 8
        assert [board.render_line(y).text.strip() for y in range(8)] == plain(app.browser.trace, app.browser.selected)
