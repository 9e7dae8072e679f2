"""Several pictures in a grid: each as it is alone, beside and below the others, all explained once."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any
from xml.etree import ElementTree

import pytest
from hostile import hostile_trace
from hypothesis import given
from hypothesis import strategies as st
from strategies import AIMA

import tracer
import viz
from tracer.errors import PlyscopeError
from viz import panels
from viz.formats import pdf, svg
from viz.paper import canvas
from viz.paper.canvas import Canvas, Ellipse, Group, Paint, Path, Rectangle, Text
from viz.paper.grid import arrange_grid
from viz.paper.grid import draw_panels as drawn
from viz.paper.picture_drawing import draw_picture
from viz.pictures.boxes import Picture
from viz.pictures.picture_drafts import picture

PAINT = Paint("#000000")
SIZES = st.lists(st.tuples(st.integers(1, 60), st.integers(1, 60)), min_size=1, max_size=9)
STAGES = (3, 8, 14, 23)
"""Steps of the search of the textbook's tree."""


def sheet(width: float, height: float, background: str = "#ffffff") -> Canvas:
    """A drawing that is filled by one group."""
    whole = Group((Rectangle(0, 0, width, height, PAINT),), "n0")
    return Canvas(width, height, background, (whole,), f"{width} by {height}", "more")


def stages() -> list[Picture]:
    """The search at some steps."""
    trace = tracer.trace(AIMA)
    return [picture(trace, step=step) for step in STAGES]


def names(text: str) -> list[str]:
    return [one.attrib["id"] for one in ElementTree.fromstring(text).iter() if "id" in one.attrib]


@given(SIZES, st.integers(1, 4))
def test_drawings_stand_in_rows_and_columns_as_wide_and_high_as_they_need(
    sizes: list[tuple[int, int]], columns: int
) -> None:
    """None covers another, all of a column begin at its left and all of a row at its top."""
    whole = arrange_grid([sheet(*size) for size in sizes], columns)
    found = [shape for shape in canvas.iter_flat_shapes(whole.shapes) if isinstance(shape, Rectangle)]
    assert [(one.width, one.height) for one in found] == sizes
    for one, other in combinations(found, 2):
        apart = one.x + one.width <= other.x or other.x + other.width <= one.x
        assert apart or one.y + one.height <= other.y or other.y + other.height <= one.y
    for k, one in enumerate(found):
        assert one.x == found[k % columns].x
        assert one.y == found[k - k % columns].y
    assert whole.width == sum(max(size[0] for size in sizes[k::columns]) for k in range(min(columns, len(sizes))))
    rows = [sizes[k : k + columns] for k in range(0, len(sizes), columns)]
    assert whole.height == sum(max(size[1] for size in row) for row in rows)


def test_names_stay_apart_also_in_a_grid_of_grids() -> None:
    inner = arrange_grid([sheet(1, 1), sheet(2, 2)], 2)
    found = names(svg.svg_text(arrange_grid([inner, inner], 1)))
    assert found == ["p0.p0.n0", "p0.p1.n0", "p1.p0.n0", "p1.p1.n0"]


def test_background_and_words_are_those_of_the_drawings() -> None:
    whole = arrange_grid([sheet(1, 1, "#101010"), sheet(2, 2)], 2)
    assert whole.background == "#101010"
    assert whole.title == "1 by 1 · 2 by 2"
    assert whole.description == "1 by 1. more. 2 by 2. more"


@pytest.mark.parametrize(
    "shape",
    [
        Rectangle(1, 2, 3, 4, PAINT, 5.0),
        Ellipse(1, 2, 3, 4, PAINT),
        Path(((1, 2), (3, 4)), PAINT),
        Text(1, 2, "x", 9, "#000000"),
        Group((Text(1, 2, "x", 9, "#000000"), Group((Path(((1, 2), (3, 4)), PAINT),), "inner")), "outer", "why"),
    ],
)
def test_a_shape_moves_as_a_whole(shape: canvas.Shape) -> None:
    """And back again to where it was."""
    there = canvas.move_shape(shape, 10, 20)
    assert there != shape
    assert canvas.move_shape(there, -10, -20) == shape
    for one, other in zip(canvas.iter_flat_shapes([shape]), canvas.iter_flat_shapes([there]), strict=True):
        first, moved = (shape.points[0] if isinstance(shape, Path) else (shape.x, shape.y) for shape in (one, other))
        assert moved == (first[0] + 10, first[1] + 20)


def test_each_picture_is_drawn_as_it_is_alone() -> None:
    """Its legend apart."""
    pictures = stages()
    texts = Counter(text.text for text in drawn(pictures).iter_texts())
    alone = [draw_picture(replace(one, legend=(), note="")) for one in pictures]
    for text, count in Counter(text.text for one in alone for text in one.iter_texts()).items():
        assert texts[text] >= count
    groups = [shape for shape in drawn(pictures).shapes if isinstance(shape, Group)]
    assert [group.name for group in groups] == [
        f"p{k}.{box.name}" for k, one in enumerate(pictures) for box in one.boxes
    ]


def test_what_several_legends_explain_is_explained_once_below_all() -> None:
    pictures = stages()
    page = drawn(pictures, columns=2)
    lowest = max(y for shape in page.shapes if isinstance(shape, Group) for y in _downs(shape))
    places = {text.text: text for text in page.iter_texts()}
    texts = Counter(text.text for text in page.iter_texts())
    for meaning in {entry.meaning for one in pictures for entry in one.legend} | {pictures[0].note}:
        assert texts[meaning] == 1
        assert lowest < places[meaning].y < page.height


def _downs(group: Group) -> list[float]:
    return [
        y
        for shape in canvas.iter_flat_shapes([group])
        for _, y in (shape.points if isinstance(shape, Path) else [(0, shape.y)])
    ]


def test_a_heading_stands_above_all_and_is_the_title() -> None:
    page = drawn(stages(), heading=("Four stages", "of one search"))
    first, second, *others = page.iter_texts()
    assert (first.text, second.text) == ("Four stages", "of one search")
    assert first.y < second.y < min(text.y for text in others)
    assert page.title == "Four stages"
    assert page.description.startswith("of one search. ")


def test_without_headings_and_legends_there_are_the_trees_alone() -> None:
    bare = [replace(one, heading=(), legend=(), note="") for one in stages()]
    alone = [draw_picture(one) for one in bare]
    page = drawn(bare, columns=2)
    assert page.height == max(one.height for one in alone[:2]) + max(one.height for one in alone[2:])
    assert page.title == ""


def test_nodes_stand_where_another_picture_has_them() -> None:
    """So stages can be compared: the root of each is at the same place of its panel."""
    pictures = stages()
    whole = pictures[-1]
    page = drawn([replace(one, heading=("x",)) for one in pictures], columns=1, full_tree=whole)
    roots = [shape for shape in page.shapes if isinstance(shape, Group) and shape.name.endswith(".n0")]
    middles = [
        {round(text.x, 6) for text in canvas.iter_flat_shapes([root]) if isinstance(text, Text)} for root in roots
    ]
    assert len(middles) == len(pictures)
    assert all(middle == middles[0] for middle in middles)
    tops = [min(_downs(root)) for root in roots]
    assert len({round(lower - upper, 6) for upper, lower in pairwise(tops)}) == 1


def test_panels_are_the_text_of_an_svg_file() -> None:
    text = viz.panels(stages(), columns=2)
    assert text == panels(stages(), columns=2)
    found = names(text)
    assert len(found) == len(set(found)) > 20


def test_panels_become_pdf_as_well(need: Any) -> None:
    need("reportlab")
    assert pdf.encode_pages([drawn(stages())]).startswith(b"%PDF")


def test_hostile_labels_are_text() -> None:
    hostile = picture(hostile_trace(), max_nodes=20)
    root = ElementTree.fromstring(panels([hostile, hostile], heading=("<b>&\x00",)))
    assert {one.tag.partition("}")[2] for one in root.iter()} <= {
        "svg", "title", "desc", "g", "rect", "ellipse", "path", "polygon", "polyline", "text",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"pictures": []}, "no picture: give one or more"),
        ({"columns": 0}, "columns is 0: give 1 or more"),
        ({"pictures": [picture(tracer.trace(AIMA), layout="dot")]}, "leave out layout"),
        ({"like": picture(tracer.trace([1, 2]))}, "n2 is not in the picture whose places are taken"),
    ],
)
def test_what_draws_nothing_is_refused(options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(PlyscopeError, match=complaint):
        panels(options.pop("pictures", stages()), **options)
