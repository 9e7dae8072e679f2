"""The played move is marked where another one is best: in pictures and on the page; else nothing changes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pages import Open, told

import tracer
from tracer.tracing import Trace
from tracer.why.explain import why
from tracer.why.selective_reasons import describe_worse_played_move, find_worse_played_move
from viz.formats import dot, mermaid, tikz
from viz.formats.dot import dot_lines
from viz.pictures.labels import PLAYED_LABEL, TextPlacement
from viz.pictures.picture_drafts import picture

TREE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
MIN_MOVES = '{"turn": "MIN", "children": [[3, 5], [3, 9], [1, 2]]}'
TIES = [[3, 5], [3, 9], [1, 2]]


def playing(move: str | None, tree: object = TREE, search: str = "minimax") -> Trace:
    """A search whose program is known to have played a move."""
    trace = tracer.trace(tree, search)
    return trace.with_columns(trace.columns, replace(trace.header, notes={"played": move}))


@pytest.mark.parametrize(
    ("trace", "said"),
    [
        (playing("a2"), "played a2 (exactly 2); the search's best is a1 (exactly 3)"),
        (playing("a2", search="alphabeta"), "played a2 (at most 2); the search's best is a1 (exactly 3)"),
        (playing("a2", TIES, "alphabeta"), "played a2 (at most 3); the search's best is a1 (exactly 3)"),
        (
            playing("a2", MIN_MOVES),
            "played a2 (exactly 9); the search's best is a3 (exactly 2)",
        ),
        (playing(None), "None was returned instead of a move"),
    ],
)
def test_a_heading_names_the_played_move_and_the_best_one(trace: Trace, said: str) -> None:
    assert said in picture(trace).heading


@pytest.mark.parametrize(
    "trace", [playing("a1"), playing("a2", TIES), playing("nowhere"), tracer.trace(TREE), playing("a1", TIES)]
)
def test_nothing_is_said_where_the_played_move_is_as_good_as_the_best_or_is_not_known(trace: Trace) -> None:
    plain = trace.with_columns(trace.columns, replace(trace.header, notes={}))
    assert find_worse_played_move(trace) is None
    assert describe_worse_played_move(trace) == ""
    assert list(dot_lines(picture(trace))) == list(dot_lines(picture(plain)))


def test_the_edge_to_the_played_move_alone_has_the_word_and_the_legend_explains_it() -> None:
    drawn = picture(playing("a2"))
    assert [box.name for box in drawn.boxes if PLAYED_LABEL in box.edge] == ["n5"]
    assert [entry.meaning for entry in drawn.legend if entry.sign == PLAYED_LABEL] == [
        "the move that the program chose"
    ]
    assert all(
        PLAYED_LABEL in "\n".join(write(drawn)) for write in (dot.dot_lines, tikz.document_lines, mermaid.mermaid_lines)
    )
    assert PLAYED_LABEL in picture(playing("a2"), moves=TextPlacement.EDGE).boxes[5].edge


def test_the_best_line_looks_as_it_does_without_the_mark() -> None:
    trace = playing("a2")
    plain = tracer.trace(TREE, "minimax")
    roles = [[box.role for box in picture(one).boxes] for one in (trace, plain)]
    assert roles[0] == roles[1]


def test_a_small_drawing_has_the_played_move_in_it_and_a_drawing_of_another_part_says_nothing_of_it() -> None:
    wide = playing("a30", [[k] for k in range(40, 0, -1)])
    assert any(PLAYED_LABEL in box.edge for box in picture(wide, max_nodes=5).boxes)
    assert not any("played" in text for text in picture(playing("a2"), root=1).heading)


def test_alike_leaves_do_not_hide_the_played_one() -> None:
    drawn = picture(playing("a6", [9, 1, 1, 1, 1, 1, 1, 1, 1]))
    assert [box.count for box in drawn.boxes if PLAYED_LABEL in box.edge] == [1]


def test_no_step_before_the_root_has_returned_shows_what_was_played() -> None:
    trace = playing("a2")
    drawn = [picture(trace, step=step) for step in (trace.steps - 2, trace.steps - 1)]
    assert [any(PLAYED_LABEL in box.edge for box in one.boxes) for one in drawn] == [False, True]


def test_the_page_says_what_python_says_and_marks_the_played_move(tab, open_page: Open) -> None:
    trace = playing("a2", search="alphabeta")
    last = trace.steps - 1
    assert told(tab, trace, [(0, last)])["why"] == [[[one.text, one.kind, one.node] for one in why(trace, 0, last)]]
    page = open_page(trace, f"#step={last}").page
    assert "played a2 (at most 2); the search's best is a1 (exactly 3)" in page.inner_text(".result")
    assert "the move that the program chose" in page.inner_text(".legend")
    assert page.get_by_role("treeitem").filter(has_text=PLAYED_LABEL).count() == 1
    other = open_page(playing("a1"), f"#step={last}").page
    assert PLAYED_LABEL not in other.inner_text("body")
