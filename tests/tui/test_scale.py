"""The line of time: which steps a cell stands for, what is marked, and how its scale names the moves."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive_replay import ENTERED, Replay
from rich.cells import cell_len
from strategies import AIMA, cases

import tracer
from tui.model.browser import Browser
from tui.model.time_scale import (
    BEST,
    COUNT_SHADES,
    HEIGHTS,
    HIT,
    KEPT,
    MIN_SHOWN_STEPS,
    WRONG,
    MarkedSteps,
    ShownRange,
    TimeScale,
    draw_move_row,
    draw_time_line,
)

NOTHING = MarkedSteps(*[np.empty(0, np.int64)] * 4)


def opened(spec: object = "tictactoe", search: str = "alphabeta") -> Browser:
    return Browser(tracer.trace(spec, search))  # type: ignore[arg-type]


@given(first=st.integers(0, 500), length=st.integers(0, 2_000), cells=st.integers(1, 120))
def test_each_step_has_one_cell_and_the_ends_have_the_first_and_the_last(first, length, cells):
    stretch = ShownRange(first, first + length, cells)
    edges = stretch.cell_edges.tolist()
    assert len(edges) == cells + 1
    for step in range(first, first + length + 1):
        cell = stretch.cell_of(step)
        assert 0 <= cell < cells
        assert edges[cell] <= step < edges[cell + 1]
    assert (stretch.step_at(-3), stretch.step_at(cells + 3)) == (first, first if cells == 1 else first + length)
    assert all(
        abs(stretch.cell_of(stretch.step_at(cell)) - cell) <= max(cells // max(length, 1), 1) for cell in range(cells)
    )


@given(
    case=cases(),
    search=st.sampled_from(["alphabeta", "minimax"]),
    cells=st.integers(1, 60),
    part=st.floats(0, 1),
    zooms=st.integers(0, 6),
)
def test_what_stands_in_a_cell_is_what_a_plain_replay_counts_there(case, search, cells, part, zooms):
    view = Browser(tracer.trace(case.game, search, position=case.position, max_nodes=400))
    view.time.go_to_step(int(part * view.cursor.last))
    for _ in range(zooms):
        view.scale.zoom_in()
    stretch, replay = view.scale.shown_range(cells), Replay(view.trace)
    told, it = [0] * cells, replay.recording
    cut = {step: replay.known[step].cut_now for step in replay.cutoffs}
    steps = [step for step, node in cut.items() if node is not None and it.skips(node)]
    leaves = [
        step
        for step, (event, node) in enumerate(it.events)
        if event == ENTERED and it.trace.counts.is_leaf[node]
    ]  # fmt: skip
    for step in steps or leaves:
        if stretch.first_step <= step <= stretch.last_step:
            told[stretch.cell_of(step)] += 1
    most = max(*told, 1)
    expected = [HEIGHTS[-(-count * (len(HEIGHTS) - 1) // most)] for count in told]
    best = [0] * cells
    for step in replay.new_best:
        if stretch.first_step <= step <= stretch.last_step:
            best[stretch.cell_of(step)] += 1
    for cell, count in enumerate(best):
        begin = max((place for place in range(cell) if not best[place]), default=-1)
        following = next((place for place in range(cell, cells) if not best[place]), cells)
        if count:
            shaded = max(best) > 1 and following - begin > 3 and cell > begin + 1
            expected[cell] = COUNT_SHADES[(count - 1) * 3 // max(best)] if shaded else BEST
    assert draw_time_line(view.cursor, stretch, NOTHING) == "".join(expected)


def test_hits_breakpoints_findings_and_bookmarks_are_marked_and_what_is_rarer_hides_the_rest():
    view = opened(AIMA)
    line = draw_time_line(
        view.cursor,
        ShownRange(0, 23, 24),
        MarkedSteps(np.array([3, 20]), np.array([6]), np.array([4, 20]), np.array([6, 9])),
    )
    assert [line[step] for step in (3, 4, 6, 9, 20)] == [HIT, WRONG, KEPT, KEPT, WRONG]


def test_of_very_many_new_best_moves_the_line_shows_the_first_and_how_dense_they_are():
    view = opened([[number // 2 if number < 3_000 else number] for number in range(4_000)], "minimax")
    line = draw_time_line(view.cursor, ShownRange(0, view.cursor.last, 80), NOTHING)
    assert len(line) == 80
    assert line.count(BEST) == 1
    assert (line[2], line[70]) == (COUNT_SHADES[1], COUNT_SHADES[2])
    one = np.array([view.cursor.last // 2])
    line = draw_time_line(view.cursor, ShownRange(0, view.cursor.last, 80), NOTHING._replace(findings=one))
    assert line[38:42] == f"{line[38]}{WRONG}{BEST}{line[41]}"
    assert {line[38], line[41]} <= set(COUNT_SHADES)


def test_the_scale_says_where_each_move_at_the_root_begins():
    view = opened(AIMA)
    row = draw_move_row(view.trace, ShownRange(0, 23, 24))
    for label, node in (("a1", 1), ("a2", 5), ("a3", 9)):
        assert row[view.trace.entered(node) :].startswith(f"╵{label}")
    assert draw_move_row(view.trace, ShownRange(0, 23, 4)) == "╵╵a3"


def test_a_scale_of_what_lies_below_one_move_names_the_moves_there_after_its_path():
    view = opened()
    trace = view.trace
    first, last = trace.entered(1), trace.left(1)
    row = draw_move_row(trace, ShownRange(first + 1, last - 1, 100))
    assert row.startswith("a1▸")
    assert "╵b3" in row
    assert len(row) == 100
    amid = trace.entered(trace.children(1)[2])
    assert "‹" in draw_move_row(trace, ShownRange(amid + 1, last, 100))


def test_labels_of_two_cells_keep_what_follows_in_its_place():
    view = opened('{"children": {"王王": [1, 2], "王": [3]}}')
    stretch = ShownRange(0, view.cursor.last, 80)
    row = draw_move_row(view.trace, stretch)
    assert cell_len(row) == 80
    for label in ("王王", "王"):
        place = row.rindex(f"╵{label}")
        assert cell_len(row[:place]) == stretch.cell_of(view.trace.entered(view.trace.find(label).index))


def test_one_zooms_about_the_current_step_down_to_a_few_steps_and_back_to_all():
    view = opened()
    view.time.go_to_step(30_000)
    before = view.scale.shown_range(100).cell_of(30_000)
    while not view.scale.zoom_in():
        stretch = view.scale.shown_range(100)
        assert abs(stretch.cell_of(30_000) - before) <= 100 // MIN_SHOWN_STEPS
    assert stretch.last_step - stretch.first_step == MIN_SHOWN_STEPS
    while not view.scale.zoom_out():
        stretch = view.scale.shown_range(100)
        assert 0 <= stretch.first_step <= 30_000 <= stretch.last_step <= view.cursor.last
    assert view.scale.is_whole


def test_a_line_that_is_closer_goes_along_with_the_step_that_leaves_it():
    view = opened()
    view.time.start()
    for _ in range(8):
        view.scale.zoom_in()
    first, last, _ = view.scale.shown_range(80)
    view.time.go_to_step(last)
    assert view.scale.shown_range(80)[:2] == (first, last)
    view.time.step_forward()
    following = view.scale.shown_range(80)
    assert following.first_step < view.cursor.step < following.last_step
    assert following.last_step - following.first_step == last - first
    view.time.finish()
    assert view.scale.shown_range(80).last_step == view.cursor.last


@pytest.mark.parametrize("spec", [[3], [[3]], "[" * 3_000 + "3" + "]" * 3_000])
def test_recordings_of_one_move_and_of_thousands_of_plies_have_a_line(spec):
    view = opened(spec, "minimax")
    for cells in (1, 2, 40):
        stretch = view.scale.shown_range(cells)
        assert len(draw_time_line(view.cursor, stretch, NOTHING)) == cells
        assert len(draw_move_row(view.trace, stretch)) == cells
    assert TimeScale(view).zoom_out() == "the line of time shows the whole search"
