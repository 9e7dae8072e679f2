"""The recording as a map: where nodes are, what became of them, and how one moves about."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from screens import recording
from strategies import AIMA, cases

import tracer
from tracer.count.spared import count
from tui.model.browser import Browser
from tui.model.map_samples import TONE_COUNT, CellFate
from tui.model.recording_map import RecordingMap
from tui.widgets.map_view import FATE_GLYPHS, draw_legend, draw_map_rows, draw_mark_row

SIZES = ((80, 11), (68, 33), (120, 4), (9, 2))


def mapped(
    spec: object = AIMA, size: tuple[int, int] = (78, 6), step: int | None = None
) -> tuple[Browser, RecordingMap]:
    view = Browser(recording(spec))
    if step is not None:
        view.time.go_to_step(step)
    shown = RecordingMap(view)
    shown.map_size = size
    return view, shown


def glyphs(shown: RecordingMap) -> list[str]:
    return ["".join(FATE_GLYPHS[CellFate(fate)] for fate in row) for row in shown.draw_cells().fates.tolist()]


def test_the_textbook_tree_at_its_cutoff():
    view, shown = mapped(step=12)
    assert glyphs(shown) == [
        "█" * 78,
        "      " + "★" * 24 + "▓" * 24 + "·" * 24,
        "            " + "★" * 6 + "░" * 12 + "      " + "░" * 6 + "✗" * 12 + "      " + "·" * 18,
    ]
    assert shown.title == "root · 11 visited, 2 pruned branches (# counts what lies below) · plies 0 to 2"
    view.spared_nodes = count(view.trace)
    assert shown.title == "root · 13 nodes: 11 visited, 2 pruned · plies 0 to 2"
    view.time.finish()
    assert glyphs(shown)[1] == "      " + "★" * 24 + "▓" * 48


def test_plies_are_as_high_as_there_is_room_and_share_rows_where_there_is_none():
    view, shown = mapped("tictactoe", (80, 33))
    shown.draw_cells()
    assert (shown.ply_count, shown.ply_heights) == (10, [8, 8, 8, 6, 6, 6, 6, 6, 6, 6])
    for size, heights in (
        (9, [2] * 8 + [1] * 2),
        (6, [2] * 2 + [1] * 8),
        (5, [2] * 2 + [1] * 6),
        (3, [2] * 2 + [1] * 2),
    ):
        shown.map_size = (80, size)
        shown.draw_cells()
        assert shown.ply_heights == heights
        assert len(draw_map_rows(shown, view)) == size
    assert shown.title.startswith("root · 18,297 visited, 6,930 pruned branches (")
    assert shown.title.endswith("· plies 0 to 3 of 9")
    shown.can_halve_rows, shown.map_size = False, (80, 3)
    shown.draw_cells()
    assert shown.ply_heights == [2, 2, 2]


def test_pruned_nodes_have_their_room_once_they_are_counted():
    view, shown = mapped("tictactoe", (400, 10))
    before = (shown.draw_cells().fates == CellFate.PRUNED).mean()
    view.spared_nodes = count(view.trace)
    assert (shown.node_positions.total_width, shown.range_length) == (549_946, 549_946)
    assert shown.title == "root · 549,946 nodes: 18,297 visited, 531,649 pruned · plies 0 to 9"
    fate = shown.draw_cells().fates
    assert (fate == CellFate.PRUNED).mean() > before
    # Whatever is no node that was visited is pruned, from the ply of its branch down to the last one.
    assert (fate[-2:] == CellFate.PRUNED).mean() > 0.9
    extents = [shown._node_extent(node) for node in view.trace.children(0)]
    assert [stop for _, stop in extents[:-1]] == [start for start, _ in extents[1:]]
    assert (extents[0][0], extents[-1][1]) == (1, 549_946)
    view.time.start()
    assert not (shown.draw_cells().fates == CellFate.PRUNED).any()


def test_what_is_in_sight_stays_there_when_pruned_nodes_get_their_room():
    view, shown = mapped("tictactoe", (80, 10))
    third = view.trace.children(0)[2]
    view.select(third)
    shown.enter_node()
    view.spared_nodes = count(view.trace)
    cells = shown.draw_cells()
    assert set(cells.middle_nodes[0].tolist()) == {third}
    assert shown.title.startswith("root › c1 · ")
    ends = shown.node_positions.position_of(third), shown.node_positions.position_of(int(view.trace.columns.end[third]))
    assert (shown.range_start, shown.range_start + shown.range_length) == ends
    for place in (0, third, third + 1, len(view.trace) - 1):
        assert shown.node_positions.nodes_at(np.array([shown.node_positions.position_of(place)])).tolist() == [place]


def test_one_zooms_about_the_selected_node_and_back():
    view, shown = mapped("tictactoe")
    view.select(9_000)
    for _ in range(40):
        shown.zoom_in()
        assert int(shown.range_start) <= 9_000 < shown.range_start + shown.range_length
        shown.draw_cells()
    assert shown.zoom_in() == "the map cannot be nearer"
    assert shown.range_length == 4
    for _ in range(40):
        shown.zoom_out()
    assert (shown.range_start, shown.range_length) == (0, len(view.trace))
    assert shown.zoom_out() == "this is the whole recording"


def test_the_wheel_keeps_what_is_under_the_pointer_there():
    _, shown = mapped("tictactoe")
    place = shown.range_start + 0.3 * shown.range_length
    assert shown.zoom(3, 0.3) == ""
    assert shown.range_start + 0.3 * shown.range_length == pytest.approx(place)


def test_one_pans_as_far_as_the_recording_goes():
    _, shown = mapped("tictactoe")
    assert shown.pan_right() == "the recording ends here"
    shown.zoom(4, 0)
    assert shown.pan_left() == "the recording begins here"
    assert shown.pan_right() == ""
    assert shown.range_start == pytest.approx(shown.range_length / 4)
    shown.pan(1e9)
    assert shown.range_start + shown.range_length == len(shown._browser.trace)


def test_enter_makes_the_selected_node_the_top_and_selecting_what_is_outside_leaves_it():
    view, shown = mapped("tictactoe")
    second = view.trace.children(0)[1]
    view.select(second)
    assert shown.enter_node() == ""
    cells = shown.draw_cells()
    assert shown.top_ply == 1
    assert set(cells.middle_nodes[0].tolist()) == {second}
    assert shown.title.startswith("root › b1 · ")
    assert shown.enter_node() == "the map is of this node already; - zooms out"
    assert shown.go_up() == ""
    shown.draw_cells()
    assert (shown.top_ply, shown.range_length) == (0, len(view.trace))
    view.select(second)
    shown.enter_node()
    view.select(view.trace.children(0)[-1] + 1)
    shown.draw_cells()
    assert shown.range_start <= view.selected < shown.range_start + shown.range_length
    view.select(int(np.flatnonzero(view.trace.columns.end == np.arange(len(view.trace)) + 1)[5]))
    assert shown.enter_node() == "there is nothing below this node"
    assert shown.show_all() == ""
    assert shown.range_length == len(view.trace)


def test_panning_by_hand_is_not_undone_until_another_node_is_selected():
    view, shown = mapped("tictactoe")
    shown.zoom(100, 0)
    view.select(1)
    shown.draw_cells()
    shown.pan(9_000)
    first = shown.range_start
    shown.draw_cells()
    assert shown.range_start == first
    view.select(2)
    shown.draw_cells()
    assert shown.range_start <= 2


def test_arrows_go_to_parent_child_and_siblings():
    view, shown = mapped()
    for key, node in (("go_down", 1), ("go_right", 5), ("go_right", 9), ("go_left", 5), ("go_left", 1), ("go_up", 0)):
        assert getattr(shown, key)() == ""
        assert view.selected == node
    assert shown.go_right() == shown.go_left() == "nothing stands beside this node here"
    assert shown.go_up() == "this is the root"
    view.select(9)
    assert shown.go_right() == "nothing stands beside this node here"
    view.select(10)
    assert shown.go_down() == "there is nothing below this node"
    assert shown.go_left() == "nothing stands beside this node here"


def test_what_is_under_a_cell_is_its_node_or_what_is_above_it():
    _, shown = mapped()
    shown.draw_cells()
    assert [shown.node_at(x, 2) for x in (0, 8, 14, 20, 26, 32)] == [0, 1, 2, 3, 4, 5]
    assert [shown.node_at(20, ply) for ply in range(3)] == [0, 1, 3]
    assert shown.node_at(78, 0) is None
    assert shown.node_at(-1, 0) is None


def test_the_principal_variation_and_the_open_path_are_seen_however_narrow_they_are():
    view, shown = mapped("tictactoe", (40, 12), step=20_000)
    fate = shown.draw_cells().fates
    path = view.trace.ancestry(view.cursor.last_met_node)
    open_plies = [ply for ply, node in enumerate(path) if view.cursor.phase(node).value == "open"]
    assert all(np.isin(fate[ply], (CellFate.OPEN, CellFate.CUT)).any() for ply in open_plies)
    variation = view.cursor.principal_variation()
    assert all((fate[ply] == CellFate.VARIATION).any() for ply in range(1, len(variation)))


@given(case=cases(), data=st.data())
def test_every_row_is_as_wide_as_the_map_and_every_key_says_whether_it_did_something(case, data):
    view = Browser(tracer.trace(case.game, "alphabeta", position=case.position))
    view.spared_nodes = count(view.trace) if data.draw(st.booleans()) else None
    shown = RecordingMap(view)
    keys = ("zoom_in", "zoom_out", "pan_left", "pan_right", "enter_node", "go_up", "go_down", "go_left", "go_right")
    for _ in range(data.draw(st.integers(1, 8))):
        shown.map_size, shown.can_halve_rows = data.draw(st.sampled_from(SIZES)), data.draw(st.booleans())
        view.cursor.go_to_step(data.draw(st.integers(0, view.cursor.last)))
        before = (shown.range_start, shown.range_length, view.selected)
        notice = getattr(shown, data.draw(st.sampled_from(keys)))()
        assert bool(notice) == (before == (shown.range_start, shown.range_length, view.selected))
        assert (
            0 <= shown.range_start <= shown.range_start + shown.range_length <= shown.node_positions.total_width + 1e-6
        )
        width = shown.map_size[0]
        for row in draw_map_rows(shown, view):
            assert sum(cell_len(piece.text) for piece in row) == width
        assert sum(len(piece.text) for piece in draw_mark_row(shown, view)) == width
        cells = shown.draw_cells()
        assert ((cells.tones > 0) == (cells.fates != CellFate.NOTHING)).all()
        assert cells.tones.max() == TONE_COUNT
        assert cells.middle_nodes[0].min() >= 0


def test_blocks_have_names_where_there_is_room():
    view, shown = mapped("tictactoe", (120, 20))
    names = [
        piece.text.strip() for row in draw_map_rows(shown, view)[::2] for piece in row if piece.ink_name == "label"
    ]
    assert names[0] == "root =0 18,297"
    assert "a1 =0" in names[1]
    view.time.start()
    names = [piece.text for row in draw_map_rows(shown, view) for piece in row if piece.ink_name == "label"]
    assert "root … 1" in names or "root …" in names
    assert "b1" in names


def test_the_marks_say_where_the_selected_node_and_that_of_the_step_are():
    view, shown = mapped("tictactoe", (80, 12), step=20_000)
    shown.draw_cells()
    row = draw_mark_row(shown, view)
    assert [piece.ink_name for piece in row if piece.text == "◆"] == ["now"]
    assert row[shown.column_of(view.cursor.node)].text == "◆"
    text = "".join(piece.text for piece in row)
    assert text.startswith("0 ")
    assert text.endswith(" 25,226")
    shown.pan(0)
    shown.zoom(1_000, 1)
    assert "".join(piece.text for piece in draw_mark_row(shown, view)).startswith("‹")


def test_no_mark_stands_in_a_number():
    view, shown = mapped("tictactoe", (80, 12))
    shown.draw_cells()
    ends = {"0", "25,226"}
    for node in (0, 1, 24_000, 24_900, 25_226):
        view.select(node)
        for step in (0, 5, view.cursor.last - 9, view.cursor.last):
            view.cursor.go_to_step(step)
            text = "".join(piece.text for piece in draw_mark_row(shown, view))
            assert {"❯", "◆"} <= set(text)
            assert len(text) == 80
            assert {word for word in re.split("[ ❯◆]+", text) if word} <= ends


def test_the_legend_names_as_much_as_fits():
    assert sum(len(piece.text) for piece in draw_legend(68, is_plain=False)) <= 68
    said = "".join(piece.text for piece in draw_legend(68, is_plain=True))
    assert [
        name for name in ("variation", "cut", "returned", "open", "pruned branch", "ahead") if name not in said
    ] == []
    assert "ahead" not in "".join(piece.text for piece in draw_legend(40, is_plain=True))


def test_a_recording_that_grows_is_shown_whole_if_it_was():
    early, trace = tracer.trace("tictactoe", max_nodes=900), tracer.trace("tictactoe")
    view = Browser(early)
    shown = RecordingMap(view)
    shown.draw_cells()
    view.extend_trace(trace)
    shown.draw_cells()
    assert shown.range_length == len(trace)


def test_five_thousand_plies_are_mapped():
    view, shown = mapped("[" * 5000 + "3" + "]" * 5000, (80, 10))
    assert len(draw_map_rows(shown, view)) == 10
    view.select(4_000)
    assert shown.enter_node() == ""
    shown.draw_cells()
    assert shown.top_ply == 4_000
    assert len(draw_map_rows(shown, view)) == 10
