"""What a drawing is shown on: its smallest text is read there, most of it is tree, and nothing is written over."""

from __future__ import annotations

import json
import random
import re
from itertools import pairwise
from typing import Any

import pytest

import tracer
import viz
from tracer.errors import PlyscopeError
from tracer.time.moments import event_at
from viz.formats import png
from viz.paper import fitting, font, stacks
from viz.paper.canvas import Anchor, Canvas, Text
from viz.paper.compose import Page, compose
from viz.paper.places import place
from viz.pictures import drawing
from viz.pictures.boxes import Picture
from viz.pictures.fits import FITS, fit
from viz.pictures.roles import Kind

AIMA = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
CASES: dict[str, tuple[Any, dict[str, Any]]] = {
    "textbook": (AIMA, {}),
    "tic-tac-toe": ("tictactoe", {}),
    "connect four": ("connect4", {"depth": 4}),
    "nim": ("nim:1,2,3", {}),
    "wide": ("random:b=30,d=2", {}),
}
ROUNDING = 1e-6


def traced(name: str) -> tracer.Trace:
    game, options = CASES[name]
    return tracer.trace(game, **options)


def page(drawn: Picture) -> Page:
    return Page(place(drawn))


def smallest(canvas: Canvas, shown_on: str) -> float:
    """The smallest text of a drawing that fills something, in sizes of what is read there."""
    on = fit(shown_on)
    assert on is not None
    scale = on.scale(canvas.width, canvas.height)
    return min(text.size for text in canvas.texts()) * scale / on.smallest


def overlaps(canvas: Canvas) -> list[tuple[str, str]]:
    """Texts that are written over one another."""
    found = []
    for text in canvas.texts():
        width = font.width(text.text, text.size)
        left = text.x - {Anchor.START: 0.0, Anchor.MIDDLE: width / 2, Anchor.END: width}[text.anchor]
        found.append((left, left + width, text))
    found.sort(key=lambda one: one[0])
    return [
        (a.text, b.text)
        for number, (_, end, a) in enumerate(found)
        for left, _, b in found[number + 1 :]
        if left < end - 0.5 and _level(a, b)
    ]


def _level(a: Text, b: Text) -> bool:
    """Whether two texts stand at one height, as far as capitals reach."""
    return a.y - font.CAPITAL * a.size < b.y - 0.5 and b.y - font.CAPITAL * b.size < a.y - 0.5


@pytest.mark.parametrize("shown_on", ["slide", "page", "column", "square", "800x600"])
@pytest.mark.parametrize("name", CASES)
def test_what_is_drawn_can_be_read_where_it_is_shown(name: str, shown_on: str) -> None:
    drawn = fitting.picture(traced(name), fit=shown_on)
    canvas, sheet = compose(drawn), page(drawn).sheet
    assert smallest(canvas, shown_on) >= 1 - ROUNDING
    assert sheet.share_of_tree >= 0.5
    assert sheet.share_of_legend <= 0.1
    assert overlaps(canvas) == []


@pytest.mark.parametrize("name", CASES)
def test_a_file_is_as_large_as_what_it_is_shown_on_at_most(name: str) -> None:
    trace = traced(name)
    for shown_on in ("slide", "page", "column"):
        on = fit(shown_on)
        assert on is not None
        width, height = compose(fitting.picture(trace, fit=shown_on)).size
        assert width <= on.width + 1
        assert height <= on.height + 1


def test_more_room_shows_more_nodes() -> None:
    trace = tracer.trace("tictactoe")
    counts = [nodes(fitting.picture(trace, fit=size)) for size in ("600x400", "1200x800", "2400x1080")]
    assert all(fewer < more for fewer, more in pairwise(counts))


def nodes(drawn: Picture) -> int:
    return sum(box.role.kind is not Kind.STUB for box in drawn.boxes)


def test_a_number_of_nodes_or_plies_that_is_asked_for_is_drawn() -> None:
    trace = tracer.trace("tictactoe")
    assert nodes(fitting.picture(trace, max_nodes=150)) == 150
    assert nodes(fitting.picture(trace, ply=1)) == 10
    assert nodes(fitting.picture(trace, max_nodes=3)) == 3


def test_a_direction_that_is_asked_for_is_taken() -> None:
    trace = tracer.trace("tictactoe")
    for sideways in (False, True):
        drawn = fitting.picture(trace, sideways=sideways)
        assert drawn.sideways is sideways
        assert page(drawn).fits


def test_as_large_as_it_comes_is_what_was_drawn_without() -> None:
    trace = tracer.trace("tictactoe")
    assert fitting.picture(trace, fit="none") == drawing.picture(trace)


def test_what_it_is_shown_on_has_a_name_or_a_size() -> None:
    assert fit("1920x1080") == FITS["slide"]
    for wrong in ("slides", "0x100", "99999x10", "10"):
        with pytest.raises(PlyscopeError, match=r"fit is"):
            viz.to_svg(tracer.trace(AIMA), fit=wrong)
    with pytest.raises(PlyscopeError, match=r"has no fit: leave it out"):
        viz.to_dot(tracer.trace(AIMA), fit="page")


def test_a_bitmap_has_the_pixels_of_what_it_is_shown_on_at_most() -> None:
    canvas = compose(fitting.picture(tracer.trace("tictactoe"), fit="slide"))
    dots = png._dots(canvas, FITS["slide"])
    width, height = (round(length * dots / 72) for length in canvas.size)
    assert width <= 1921
    assert height <= 1081
    assert max(width / 1920, height / 1080) > 0.9


def test_the_node_of_a_step_comes_first_is_marked_and_is_named() -> None:
    trace = tracer.trace("tictactoe")
    for options in ({"max_nodes": 40}, {}):
        drawn = fitting.picture(trace, step=1304, **options)
        assert drawn.event is not None
        assert drawn.boxes[drawn.event].node == event_at(trace, 1304)[1]
        assert re.match(r"step 1,304 of [\d,]+: .*cutoff at", drawn.heading[-1])
        theme = drawn.theme
        assert f'fill="{theme.last}" stroke="{theme.text}"' in viz.to_svg(trace, step=1304, **options)


TREES = 50


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
        drawn = fitting.picture(trace, **options)
        canvas, sheet = compose(drawn), page(drawn).sheet
        what = (game, options, len(trace))
        assert smallest(canvas, "slide") >= 1 - ROUNDING, what
        assert overlaps(canvas) == [], what
        assert sheet.share_of_legend <= 0.1, what
        if nodes(drawn) > 4:
            assert sheet.share_of_tree >= 0.5, what


def named(rng: random.Random) -> str:
    """A tree whose moves have long names."""
    leaves = [{"children": {f"reply {k}": rng.randint(-9, 9) for k in range(5)}} for _ in range(4)]
    return json.dumps({"children": {f"a rather long name of move {k}": leaf for k, leaf in enumerate(leaves)}})


def test_many_siblings_stand_below_one_another() -> None:
    drawn = fitting.picture(tracer.trace("random:b=30,d=2"))
    assert drawn.stacked
    places = place(drawn)
    assert all(box in places.trunks for column in stacks.stacks(drawn) for row in column for box in row)
    children = [box for box, one in enumerate(drawn.boxes) if one.parent == 0 and box in places.trunks]
    assert len(children) >= 2 * stacks.ROWS
    assert len({places.tops[box] for box in children}) > 1


def test_a_long_line_of_moves_is_folded_into_columns() -> None:
    drawn = fitting.picture(tracer.trace("random:b=1,d=25"), fold=False)
    assert nodes(drawn) == 26
    found, canvas = page(drawn), compose(drawn)
    assert smallest(canvas, "slide") >= 1 - ROUNDING
    assert found.sheet.share_of_tree >= 0.5
    assert overlaps(canvas) == []
    assert set(found.places.ways) == set(range(1, 26))
    for child, way in found.places.ways.items():
        # From the foot of one node to the head of the next.
        assert way[0] == (found.places.across[child - 1], found.places.foot(child - 1))
        assert way[-1] == (found.places.across[child], found.places.head(child))
    assert len(set(found.places.across)) == 4
