"""What stands above each of two trees: as much as there is room for, and never a number that is cut."""

from dataclasses import replace

import pytest

import tracer
from tui.model.browser import Browser
from tui.screens.side_by_side import describe_status


@pytest.mark.parametrize(
    ("width", "lines"),
    [
        (
            76,
            (
                "alphabeta · value 0",
                "step 43,523/43,523 · visited 18,297/18,297",
                "cutoffs 8,180/8,180 · pruned branches 6,930/6,930",
            ),
        ),
        (
            40,
            (
                "alphabeta · value 0",
                "step 43,523 · visited 18,297/18,297",
                "✂ 8,180/8,180 · ✗ 6,930/6,930 branches",
            ),
        ),
        (30, ("alphabeta · value 0", "visited 18,297/18,297", "✂ 8,180/8,180 · ✗ 6,930/6,930")),
        (16, ("value 0", "18,297 visited", "✂ 8,180/8,180 · ✗ 6,930/6,930")),
    ],
)
def test_each_line_says_as_much_as_there_is_room_for(width, lines):
    assert describe_status(Browser(tracer.trace("tictactoe")), width) == lines


def test_a_search_without_cutoffs_and_one_that_has_not_ended_say_so():
    assert describe_status(Browser(tracer.trace("tictactoe", "minimax", max_nodes=9)), 60) == (
        "minimax · unfinished",
        "step 9/9 · visited 9/9",
        "no cutoffs",
    )


def test_pruned_branches_that_nobody_knows_are_said_to_be_unknown():
    recorder = tracer.Recorder()
    root = recorder.enter(None, 1, -9.0, 9.0)
    leaf = recorder.enter("a", -1, -9.0, 9.0)
    recorder.leave(leaf, 9.0, tracer.Status.TERMINAL)
    recorder.leave(root, 9.0, tracer.Status.EXPANDED, cutoff=True)
    columns, moves = recorder.finish()
    browser = Browser(tracer.Trace(columns, moves, tracer.Header()))
    assert describe_status(browser, 60)[2] == "cutoffs 1/1 · pruned branches unknown"


@pytest.mark.parametrize(
    ("width", "line"),
    [
        (80, "good.plyscope · alphabeta (window (−99, 99)) · value 3"),
        (40, "good.plyscope · alphabeta · value 3"),
        (30, "good.plyscope · value 3"),
        (18, "good…ope · value 3"),
        (10, "value 3"),
    ],
)
def test_the_file_says_which_of_two_it_is(width, line):
    trace = tracer.trace([[3, 12, 8], [2, 4, 6]])
    header = replace(trace.header, options={"window": (-99.0, 99.0)})
    browser = Browser(tracer.Trace(trace.columns, [], header, labels=trace.move_labels))
    assert describe_status(browser, width, "good.plyscope")[0] == line
