"""What a drawing is shown on: its smallest text is read there, most of it is tree, and nothing is written over."""

import json
import random
import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from strategies import AIMA, WIKIPEDIA

import tracer
import viz
from tracer.errors import PlyscopeError
from tracer.time.moments import event_at
from viz.formats import png
from viz.paper import column_layout, film, fitting, font
from viz.paper.canvas import Anchor, Canvas, Group, Text, iter_flat_shapes
from viz.paper.picture_drawing import PictureDrawing, draw_picture
from viz.paper.tree_layout import lay_out
from viz.pictures import picture_drafts
from viz.pictures.boxes import Picture
from viz.pictures.fits import NAMED_SIZES, parse_display_size
from viz.pictures.roles import Kind

CASES: dict[str, tuple[Any, dict[str, Any]]] = {
    "textbook": (AIMA, {}),
    "wikipedia": (WIKIPEDIA, {}),
    "tic-tac-toe": ("tictactoe", {}),
    "connect four": ("connect4", {"depth": 4}),
    "nim": ("nim:1,2,3", {}),
    "wide": ("random:b=30,d=2", {}),
    "chain": ("random:b=1,d=25", {}),
    "chess 2": ("chess", {"depth": 2}),
    "chess 3": ("chess", {"depth": 3}),
}
ROUNDING = 1e-6


Need = Callable[[str], None]
_TRACES: dict[str, tracer.Trace] = {}


def traced(name: str, need: Need) -> tracer.Trace:
    game, options = CASES[name]
    if game == "chess":
        need("chess")
    if name not in _TRACES:
        _TRACES[name] = tracer.trace(game, **options)
    return _TRACES[name]


def page(drawn: Picture) -> PictureDrawing:
    return PictureDrawing(lay_out(drawn))


def smallest(canvas: Canvas, shown_on: str) -> float:
    """The smallest text of a drawing that fills something, in sizes of what is read there."""
    on = parse_display_size(shown_on)
    assert on is not None
    scale = on.scale(canvas.width, canvas.height)
    return min(text.size for text in canvas.iter_texts()) * scale / on.min_text_size


def overlaps(canvas: Canvas) -> list[tuple[str, str]]:
    """Texts that are written over one another."""
    found = sorted(((*_reach(text), text) for text in canvas.iter_texts()), key=lambda one: one[0])
    return [
        (a.text, b.text)
        for number, (_, end, a) in enumerate(found)
        for left, _, b in found[number + 1 :]
        if left < end - 0.5 and _level(a, b)
    ]


def strays(drawn: Picture) -> list[tuple[str, str]]:
    """Texts that stand over a node which they do not belong to, each with the node's name."""
    whole = page(drawn)
    figures = {
        box.name: (*whole.box_corner(place), figure.width, figure.height)
        for place, (box, figure) in enumerate(zip(drawn.boxes, whole.layout.figures, strict=True))
    }
    texts = [
        (text, shape.name if isinstance(shape, Group) else "")
        for shape in whole.draw_canvas().shapes
        for text in iter_flat_shapes([shape])
        if isinstance(text, Text)
    ]
    found = list[tuple[str, str]]()
    for text, owner in texts:
        left, right = _reach(text)
        top, bottom = text.y - font.CAPITAL * text.size, text.y
        found += [
            (text.text, name)
            for name, (x, y, width, height) in figures.items()
            if name != owner
            and left < x + width - 0.5
            and x < right - 0.5
            and top < y + height - 0.5
            and y < bottom - 0.5
        ]
    return found


def _reach(text: Text) -> tuple[float, float]:
    """Where a text begins and ends."""
    width = font.text_width(text.text, text.size)
    left = text.x - {Anchor.START: 0.0, Anchor.MIDDLE: width / 2, Anchor.END: width}[text.anchor]
    return left, left + width


def _level(a: Text, b: Text) -> bool:
    """Whether two texts stand at one height, as far as capitals reach."""
    return a.y - font.CAPITAL * a.size < b.y - 0.5 and b.y - font.CAPITAL * b.size < a.y - 0.5


@pytest.mark.parametrize("shown_on", ["slide", "page", "column", "square", "800x600"])
@pytest.mark.parametrize("name", CASES)
def test_what_is_drawn_can_be_read_where_it_is_shown(name: str, shown_on: str, need: Need) -> None:
    drawn = fitting.fit_picture(traced(name, need), fit=shown_on)
    canvas, sheet = draw_picture(drawn), page(drawn).sheet
    assert smallest(canvas, shown_on) >= 1 - ROUNDING
    assert sheet.share_of_tree >= (0.5 if nodes(drawn) > fitting.FAMILIAR_SIZE else 0.45)
    assert sheet.share_of_legend <= 0.1
    assert overlaps(canvas) == []
    assert strays(drawn) == []


@pytest.mark.parametrize("name", CASES)
def test_a_file_is_as_large_as_what_it_is_shown_on_at_most(name: str, need: Need) -> None:
    trace = traced(name, need)
    for shown_on in ("slide", "page", "column"):
        on = parse_display_size(shown_on)
        assert on is not None
        width, height = draw_picture(fitting.fit_picture(trace, fit=shown_on)).size
        assert width <= on.width + 1
        assert height <= on.height + 1


@pytest.mark.parametrize("shown_on", ["slide", "390x844"])
@pytest.mark.parametrize("name", ["textbook", "tic-tac-toe", "connect four", "chess 2"])
def test_boards_and_animations_can_be_read_where_they_are_shown(name: str, shown_on: str, need: Need) -> None:
    trace = traced(name, need)
    board = {} if name == "textbook" else {"board": True}
    drawn = fitting.fit_picture(trace, fit=shown_on, **board)
    assert overlaps(draw_picture(drawn)) == []
    assert strays(drawn) == []
    if nodes(drawn) > 1:
        assert smallest(draw_picture(drawn), shown_on) >= 1 - ROUNDING
    for shapes in ({}, board):
        frames = film.draw_frames(trace, animate="cutoff", fit=shown_on, **shapes)
        on = parse_display_size(shown_on)
        assert on is not None
        for canvas in frames:
            assert overlaps(canvas) == []
        if len(frames) > 2:
            assert smallest(frames[-1], shown_on) >= 1 - ROUNDING
            assert frames[-1].size <= (on.width + 1, on.height + 1)


def test_more_room_shows_more_nodes() -> None:
    trace = tracer.trace("tictactoe")
    counts = [nodes(fitting.fit_picture(trace, fit=size)) for size in ("600x400", "1200x800", "2400x1080")]
    assert all(fewer < more for fewer, more in pairwise(counts))


def nodes(drawn: Picture) -> int:
    return sum(box.role.kind is not Kind.STUB for box in drawn.boxes)


def test_a_number_of_nodes_or_plies_that_is_asked_for_is_drawn() -> None:
    trace = tracer.trace("tictactoe")
    assert nodes(fitting.fit_picture(trace, max_nodes=150)) == 150
    assert nodes(fitting.fit_picture(trace, ply=1)) == 10
    assert nodes(fitting.fit_picture(trace, max_nodes=3)) == 3


def test_of_what_is_asked_for_the_signs_give_way_where_they_have_no_room() -> None:
    trace = tracer.trace("tictactoe", position="XO./.OX/X..")
    drawn = fitting.fit_picture(trace, ply=2, board=True, windows="none", fit="column")
    assert page(drawn).is_readable
    assert not drawn.legend
    assert fitting.fit_picture(trace, ply=2, board=True, windows="none").legend
    assert fitting.fit_picture(tracer.trace("tictactoe"), max_nodes=300, fit="column").legend


def has_windows(drawn: Picture) -> bool:
    return any("(" in line for box in drawn.boxes for line in (*box.lines, *box.edge))


@pytest.mark.parametrize(
    ("shown_on", "options", "least"),
    [
        ("400x320", {}, 13),
        ("400x300", {}, 13),
        ("400x320", {"windows": "edge"}, 13),
        ("400x320", {"sideways": True}, 11),
        ("400x300", {"step": 12}, 9),
        ("480x240", {}, 6),
        ("300x500", {}, 6),
    ],
)
def test_where_few_nodes_fit_the_windows_give_way_before_they_do(
    shown_on: str, options: dict[str, Any], least: int
) -> None:
    """Before them the signs, at a step as in the end; the heading still counts what is drawn."""
    drawn = fitting.fit_picture(tracer.trace(AIMA), fit=shown_on, **options)
    canvas = draw_picture(drawn)
    assert nodes(drawn) >= least
    assert not has_windows(drawn)
    assert not drawn.legend
    assert smallest(canvas, shown_on) >= 1 - ROUNDING
    assert overlaps(canvas) == []
    if "step" not in options:
        assert any(line == f"{nodes(drawn)} of 13 drawn" for line in drawn.heading) == (nodes(drawn) < 13)


def test_where_many_nodes_fit_and_in_animations_windows_stay() -> None:
    """So they do where they are asked for as ranges or with what they were."""
    assert has_windows(fitting.fit_picture(tracer.trace(AIMA), fit="800x600"))
    assert has_windows(fitting.fit_picture(tracer.trace("tictactoe")))
    assert any(
        "α" in line
        for box in fitting.fit_picture(tracer.trace(AIMA), fit="500x400", history=True).boxes
        for line in box.lines
    )
    frames = film.draw_frames(tracer.trace(AIMA), fit="500x400")
    assert any("∞)" in text.text for text in frames[0].iter_texts())


@pytest.mark.parametrize(("shown_on", "least"), [("500x400", 11), ("400x300", 8), ("300x500", 8)])
def test_a_small_animation_shows_the_tree_and_its_whole_heading(shown_on: str, least: int) -> None:
    """Where its nodes have no room for windows, it goes without them."""
    frames = film.draw_frames(tracer.trace(AIMA), fit=shown_on)
    on = parse_display_size(shown_on)
    assert on is not None
    values = [text.text for text in frames[-1].iter_texts() if re.fullmatch(r"[=≤≥] \d+|\d+", text.text)]
    assert len(values) >= least
    for canvas in frames:
        assert canvas.size <= (on.width + 1, on.height + 1)
        assert max(_reach(text)[1] for text in canvas.iter_texts()) <= canvas.width
        assert overlaps(canvas) == []
    assert smallest(frames[-1], shown_on) >= 1 - ROUNDING


def test_text_of_a_small_picture_is_as_small_as_that_around_it() -> None:
    fits = ("300x200", "500x400", "400x650", "1000x480", "1920x1080")
    sizes = [on.min_text_size for size in fits if (on := parse_display_size(size))]
    assert sizes == [8.25, 8.25, 9.375, 10.5, 10.5]


def test_a_chain_whose_nodes_all_have_room_is_drawn_as_all_of_them_with_its_signs() -> None:
    for options in ({}, {"history": True}, {"step": 26}):
        drawn = fitting.fit_picture(tracer.trace("random:b=1,d=25"), **options)
        assert nodes(drawn) == 26
        assert drawn.legend


def test_a_direction_that_is_asked_for_is_taken() -> None:
    trace = tracer.trace("tictactoe")
    for sideways in (False, True):
        drawn = fitting.fit_picture(trace, sideways=sideways)
        assert drawn.sideways is sideways
        assert page(drawn).is_readable


def test_as_large_as_it_comes_is_what_was_drawn_without() -> None:
    trace = tracer.trace("tictactoe")
    assert fitting.fit_picture(trace, fit="none") == picture_drafts.picture(trace)


def test_what_it_is_shown_on_has_a_name_or_a_size() -> None:
    assert parse_display_size("1920x1080") == NAMED_SIZES["slide"]
    for wrong in ("slides", "0x100", "99999x10", "10"):
        with pytest.raises(PlyscopeError, match=r"fit is"):
            viz.to_svg(tracer.trace(AIMA), fit=wrong)
    with pytest.raises(PlyscopeError, match=r"has no fit: leave it out"):
        viz.to_dot(tracer.trace(AIMA), fit="page")


def test_a_bitmap_has_the_pixels_of_what_it_is_shown_on_at_most() -> None:
    canvas = draw_picture(fitting.fit_picture(tracer.trace("tictactoe"), fit="slide"))
    dots = png.choose_dpi(canvas, NAMED_SIZES["slide"])
    width, height = (round(length * dots / 72) for length in canvas.size)
    assert width <= 1921
    assert height <= 1081
    assert max(width / 1920, height / 1080) > 0.9


def test_the_node_of_a_step_comes_first_is_marked_and_is_named() -> None:
    trace = tracer.trace("tictactoe")
    for options in ({"max_nodes": 40}, {}):
        drawn = fitting.fit_picture(trace, step=1304, **options)
        assert [drawn.boxes[place].node for place in drawn.marked] == [event_at(trace, 1304)[1]]
        assert re.match(r"step 1,304 of [\d,]+: .*cutoff at", drawn.heading[-1])
        theme = drawn.theme
        assert f'fill="{theme.last}" stroke="{theme.text}"' in viz.to_svg(trace, step=1304, **options)


TREES = 12


@pytest.mark.parametrize("seed", range(4))
def test_random_trees_can_be_read_on_a_slide(seed: int) -> None:
    """Whatever their branching, depth and search, with windows at the edges, boards and long names."""
    rng = random.Random(seed)
    for _ in range(TREES):
        game = f"random:b={rng.randint(2, 9)},d={rng.randint(1, 4)},seed={rng.randint(0, 99)}"
        options: dict[str, Any] = {"windows": rng.choice(["node", "node", "edge", "none"])}
        if rng.random() < 0.2:
            game, options["board"] = "tictactoe", True
        elif rng.random() < 0.2:
            game = named(rng)
        trace = tracer.trace(
            game, rng.choice(["alphabeta", "minimax", "negamax-alphabeta"]), max_nodes=rng.choice([None, 500])
        )
        drawn = fitting.fit_picture(trace, **options)
        canvas, sheet = draw_picture(drawn), page(drawn).sheet
        what = (game, options, len(trace))
        assert smallest(canvas, "slide") >= 1 - ROUNDING, what
        assert overlaps(canvas) == [], what
        assert strays(drawn) == [], what
        assert sheet.share_of_legend <= 0.1, what
        if nodes(drawn) > 4:
            assert sheet.share_of_tree >= (0.5 if nodes(drawn) > fitting.FAMILIAR_SIZE else 0.45), what


TWELVE = [[[3, 5], [6, 9]], [[1, 2], [0, -1]], [[7, 4], [5, 8]]]
"""A tree of twelve leaves, of which a search visits or prunes all."""


@pytest.mark.parametrize("options", [{}, {"history": True}])
@pytest.mark.parametrize("tree", [TWELVE, AIMA, WIKIPEDIA])
def test_a_small_tree_stands_as_in_books_and_so_do_its_steps(tree: Any, options: dict[str, Any]) -> None:
    trace = tracer.trace(tree)
    for step in (None, *range(trace.steps)):
        drawn = fitting.fit_picture(trace, step=step, **options)
        assert not drawn.sideways
        assert column_layout.find_columns(drawn) == []
        assert smallest(draw_picture(drawn), "slide") >= 1 - ROUNDING
        assert overlaps(draw_picture(drawn)) == []
    assert fitting.fit_picture(trace, step=9, sideways=True).sideways


def named(rng: random.Random) -> str:
    """A tree whose moves have long names."""
    leaves = [{"children": {f"reply {k}": rng.randint(-9, 9) for k in range(5)}} for _ in range(4)]
    return json.dumps({"children": {f"a rather long name of move {k}": leaf for k, leaf in enumerate(leaves)}})


def test_many_siblings_stand_below_one_another() -> None:
    drawn = fitting.fit_picture(tracer.trace("random:b=30,d=2"))
    assert drawn.rows
    places, columns = lay_out(drawn), column_layout.find_columns(drawn)
    assert len(columns) >= 3
    for column in columns:
        assert len(column) <= drawn.rows
        tops = [places.box_starts[row.boxes[0]] for row in column]
        assert tops == sorted(tops)
        for row in column:
            box, *beside = row.boxes
            assert box in places.trunk_positions
            assert all(drawn.boxes[stub].parent == box and stub not in places.trunk_positions for stub in beside)
            # Deeper is further to the right.
            assert places.trunk_positions[box] == pytest.approx(
                places.trunk_positions[column[0].boxes[0]] + column_layout.ROW_INDENT * row.level
            )


def test_all_of_a_chess_search_of_two_plies_is_on_a_slide(need: Need) -> None:
    trace = traced("chess 2", need)
    drawn = fitting.fit_picture(trace)
    assert not any(box.role.kind is Kind.STUB for box in drawn.boxes)
    assert sum(box.count for box in drawn.boxes) == len(trace)


def test_where_the_players_stand_in_the_margin_each_ply_is_one_line(need: Need) -> None:
    drawn = fitting.fit_picture(traced("tic-tac-toe", need), layers=True)
    assert not drawn.rows
    assert "MAX" in [text.text for text in draw_picture(drawn).iter_texts()]


def test_what_folds_is_drawn_whole_whatever_the_budget() -> None:
    """Of twelve leaves, the first is the best, and the others differ in their moves alone."""
    trace = tracer.trace([[1] * 12, [0] * 12, [2] * 12], "minimax")
    counts = {
        tuple(box.count for box in viz.picture(trace, max_nodes=most).boxes if box.role.stacked)
        for most in range(2, 11)
    }
    assert counts == {(), (11,), (11, 11), (11, 11, 11)}


def test_open_nodes_fold_to_a_chain_but_for_the_node_of_the_event() -> None:
    trace = tracer.trace("random:b=1,d=25")
    drawn = viz.picture(trace, step=20, fit="none")
    assert [(box.count, box.role.kind) for box in drawn.boxes] == [(1, Kind.MAX), (19, Kind.CHAIN), (1, Kind.MAX)]
    assert drawn.boxes[1].role.unfinished
    assert drawn.marked == (2,)


@pytest.mark.parametrize("tree", ["[1, 2]", "7", "[[1]]", "[[1, 2], 3]"])
def test_a_small_tree_keeps_its_legend(tree: str) -> None:
    drawn = fitting.fit_picture(tracer.trace(json.loads(tree)) if tree != "7" else tracer.trace("random:b=2,d=0"))
    assert drawn.legend
    assert page(drawn).sheet.share_of_legend <= 0.1


@pytest.mark.parametrize(("sideways", "lines"), [(None, 4), (True, 7)])
def test_a_long_line_of_moves_is_folded_into_columns_or_rows(sideways: bool | None, lines: int) -> None:
    drawn = fitting.fit_picture(tracer.trace("random:b=1,d=25"), fold=False, sideways=sideways)
    assert nodes(drawn) == 26
    assert drawn.sideways is bool(sideways)
    found, canvas = page(drawn), draw_picture(drawn)
    assert smallest(canvas, "slide") >= 1 - ROUNDING
    assert found.sheet.share_of_tree >= 0.5
    assert overlaps(canvas) == []
    assert set(found.layout.chain_paths) == set(range(1, 26))
    for child, way in found.layout.chain_paths.items():
        # From the foot of one node to the head of the next.
        assert way[0] == (found.layout.axis_positions[child - 1], found.layout.edge_start(child - 1))
        assert way[-1] == (found.layout.axis_positions[child], found.layout.edge_end(child))
    assert len(set(found.layout.axis_positions)) == lines
    assert strays(drawn) == []


def test_a_tree_is_laid_out_once_for_each_way_in_which_it_may_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    """And not again for each amount of words beside it."""
    drawn = list[Picture]()
    monkeypatch.setattr(fitting, "lay_out", lambda picture: drawn.append(picture) or lay_out(picture))
    viz.to_svg(tracer.trace("tictactoe", max_nodes=600), max_nodes=500)
    assert len(drawn) == len({(one.sideways, one.rows) for one in drawn}) == len(fitting.COLUMN_SHARES) + 2
