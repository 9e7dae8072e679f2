"""Positions drawn as real boards."""

from typing import Any

import pytest

from tracer.games.board import Board, Squares
from viz.paper import boards
from viz.paper.canvas import Ellipse, Group, Path, Rectangle, Text
from viz.paper.picture_drawing import draw_picture
from viz.pictures.boxes import Box, Picture
from viz.pictures.roles import Kind, Role
from viz.pictures.theme import DARK, LIGHT


def one_node(board: Board, theme: Any = LIGHT) -> Group:
    box = Box("n0", 0, -1, 0, Role(Kind.MAX), (), board=board)
    return next(
        s for s in draw_picture(Picture((box,), (), (), (), "", (), theme, False)).shapes if isinstance(s, Group)
    )


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_marks_are_crosses_and_rings_in_the_colours_of_the_players(theme: Any) -> None:
    """And the last move stands on a ground of its own."""
    cells = (("X", "O", ""), ("", "X", ""), ("", "", "7"))
    shapes = one_node(Board(cells, Squares.LINES, frozenset({(1, 1)})), theme).shapes
    crosses = [s for s in shapes if isinstance(s, Path) and s.paint.line == theme.kinds[Kind.MAX].line and not s.closed]
    rings = [s for s in shapes if isinstance(s, Ellipse)]
    assert len(crosses) == 4
    assert [ring.paint.line for ring in rings] == [theme.kinds[Kind.MIN].line]
    assert [s.text for s in shapes if isinstance(s, Text)] == ["7"]
    (last,) = [s for s in shapes if isinstance(s, Rectangle)]
    assert last.paint.fill == theme.last
    assert last.x < crosses[2].points[0][0] < last.x + last.width
    assert last.y < crosses[2].points[0][1] < last.y + last.height


def test_discs_differ_without_colour() -> None:
    """A cross or a ring stands on each, and every square has its hole."""
    shapes = one_node(Board((("", "", ""), ("X", "O", "")), Squares.HOLES)).shapes
    filled = [s.paint.fill for s in shapes if isinstance(s, Ellipse)]
    assert filled.count(LIGHT.background) == 6
    assert filled.count(LIGHT.kinds[Kind.MAX].line) == filled.count(LIGHT.kinds[Kind.MIN].line) == 1
    crosses = [s for s in shapes if isinstance(s, Path) and s.paint.line == LIGHT.background]
    rings = [s for s in shapes if isinstance(s, Ellipse) and s.paint.line == LIGHT.background]
    assert (len(crosses), len(rings)) == (2, 1)


def test_a_chequered_board_begins_with_a_light_square() -> None:
    shapes = one_node(Board((("♜", "", ""), ("", "", "♙")), Squares.CHEQUERED)).shapes
    ground, *dark = [s for s in shapes if isinstance(s, Rectangle) and s.paint.fill]
    assert [(s.x - ground.x, s.y - ground.y) for s in dark] == [(10, 0), (0, 10), (20, 10)]
    assert [s.text for s in shapes if isinstance(s, Text)] == ["♜", "♙"]


def test_a_board_of_text_stands_on_a_grid() -> None:
    """Characters below one another, however wide they are."""
    shapes = one_node(Board((("W", "i", "."), ("1", "", "日")))).shapes
    places = {s.text: (s.x, s.y) for s in shapes if isinstance(s, Text)}
    assert places["W"][0] == places["1"][0]
    assert places["."][0] == places["日"][0]
    assert places["i"][0] - places["W"][0] == pytest.approx(boards.CHARACTER_SIZE[0])
    assert set(places) == {"W", "i", ".", "1", "日"}
