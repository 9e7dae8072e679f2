"""Signs and labels of plyscope's own drawing: where they stand, and how lines are broken."""

import pytest
from strategies import AIMA

import tracer
from viz.paper import font
from viz.paper.canvas import Dash, Paint
from viz.paper.picture_drawing import draw_picture
from viz.pictures.boxes import Box, LegendEntry, Picture
from viz.pictures.picture_drafts import picture
from viz.pictures.roles import Kind, Role
from viz.pictures.theme import LIGHT


@pytest.mark.parametrize("count", range(1, 12))
def test_the_signs_stand_in_columns_of_which_the_last_alone_may_be_shorter(count: int) -> None:
    """Read downwards, in as few rows as fit."""
    entries = tuple(LegendEntry("x", None, LIGHT.text, f"what the sign {k} means here") for k in range(count))
    box = Box("n0", 0, -1, 0, Role(Kind.MAX), ("5",))
    drawn = draw_picture(Picture((box,), (), (), entries, "", (), LIGHT, False))
    said = [text for text in drawn.iter_texts() if text.text.startswith("what")]
    columns = [[one for one in said if one.x == x] for x in sorted({one.x for one in said})]
    assert [one.text for column in columns for one in column] == [entry.meaning for entry in entries]
    rows = len(columns[0])
    assert all(len(column) == rows for column in columns[:-1])
    assert len(columns[-1]) <= rows
    assert rows == -(-count // 2)


def test_a_move_and_the_mark_of_a_cutoff_share_a_row_where_they_are_short() -> None:
    """So that more of the edge is seen; a window is not made wider by a mark."""
    moves = draw_picture(picture(tracer.trace(AIMA), moves="edge", windows="none", caption=False, legend=False))
    (mark,) = [text for text in moves.iter_texts() if text.text == "✂ α"]
    move = max((text for text in moves.iter_texts() if text.y == mark.y and text.x < mark.x), key=lambda text: text.x)
    assert move.text == "b1"
    assert move.x + font.text_width(move.text, move.size) < mark.x < move.x + 20
    windows = draw_picture(picture(tracer.trace(AIMA), windows="edge", caption=False, legend=False))
    (mark,) = [text for text in windows.iter_texts() if text.text == "✂ α"]
    assert not [
        text for text in windows.iter_texts() if text.y == mark.y and abs(text.x - mark.x) < 30 and text is not mark
    ]


def test_dots_and_dashes_grow_with_a_wide_line() -> None:
    assert Paint(line="#000000", width=1.0, dash=Dash.DOTTED).pattern == Dash.DOTTED.pattern
    dash, gap = Paint(line="#000000", width=3.0, dash=Dash.DOTTED).pattern
    assert (dash, gap) == pytest.approx([1.5 * length for length in Dash.DOTTED.pattern])
    assert Paint(line="#000000", width=3.0).pattern == ()
