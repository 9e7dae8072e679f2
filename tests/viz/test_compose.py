"""Plyscope's own drawing: everything is there, nothing covers anything, edges pass no node."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import combinations, pairwise
from math import dist
from random import Random
from typing import Any

import pytest
from hostile import hostile_trace
from hypothesis import given
from hypothesis import strategies as st
from strategies import AIMA, WIKIPEDIA, bushy_tree

import tracer
from viz.formats import svg
from viz.paper import canvas, fitting, font
from viz.paper.canvas import Canvas, Dash, Ellipse, Group, Paint, Path, Point, Rectangle, Text
from viz.paper.picture_drawing import draw_picture
from viz.pictures.boxes import Box, ExtraEdge, Picture
from viz.pictures.options import Options
from viz.pictures.picture_drafts import picture
from viz.pictures.roles import Kind, Role
from viz.pictures.theme import LIGHT, THEMES

Extent = tuple[float, float, float, float]
"""Left, top, right, bottom."""
DRAWINGS: list[tuple[str, dict[str, Any]]] = [
    ("tictactoe", {"max_nodes": 60}),
    ("tictactoe", {"max_nodes": 60, "sideways": True, "moves": "edge", "windows": "edge", "layers": True}),
    ("tictactoe", {"max_nodes": 40, "board": True, "triangles": True, "layers": True}),
    ("tictactoe", {"max_nodes": 40, "moves": "edge", "windows": "edge", "sideways": False}),
    ("nim:3,2", {"merge": True}),
    ("[5]", {}),
    ("nim:3,2", {"merge": True, "sideways": True}),
]


def corners(shape: Rectangle | Ellipse | Path | Text) -> Iterator[Point]:
    """Points between which a shape lies."""
    if isinstance(shape, Rectangle):
        yield from ((shape.x, shape.y), (shape.x + shape.width, shape.y + shape.height))
    elif isinstance(shape, Ellipse):
        yield from ((shape.x - shape.across, shape.y - shape.down), (shape.x + shape.across, shape.y + shape.down))
    elif isinstance(shape, Path):
        yield from along(shape)
    else:
        width = font.text_width(shape.text, shape.size)
        left = shape.x - {"start": 0.0, "middle": width / 2, "end": width}[shape.anchor]
        yield from ((left, shape.y - 0.76 * shape.size), (left + width, shape.y + 0.2 * shape.size))


def extent(shapes: Iterable[canvas.Shape]) -> Extent:
    points = [point for shape in canvas.iter_flat_shapes(shapes) for point in corners(shape)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def overlap(one: Extent, other: Extent, spare: float = 0.5) -> bool:
    return (
        min(one[2], other[2]) - max(one[0], other[0]) > spare and min(one[3], other[3]) - max(one[1], other[1]) > spare
    )


def nodes(drawn: Canvas) -> dict[str, Group]:
    return {shape.name: shape for shape in drawn.shapes if isinstance(shape, Group)}


def lines(drawn: Canvas, theme: Any = LIGHT) -> list[Path]:
    """Edges and links: open paths in colours that only they have; bars are short."""
    return [
        shape
        for shape in drawn.shapes
        if isinstance(shape, Path) and not shape.closed and shape.paint.line != theme.faint and not is_bar(shape)
    ]


def is_bar(path: Path) -> bool:
    return len(path.points) == 2 and dist(*path.points) == pytest.approx(9)


def is_ground(shape: canvas.Shape, drawn: Canvas) -> bool:
    """Whether a shape is what the label of an edge stands on."""
    return isinstance(shape, Rectangle) and shape.paint == Paint(fill=drawn.background)


def along(path: Path) -> Iterator[Point]:
    """Points close to one another on a path."""
    steps = [k / 24 for k in range(25)]
    if not path.curved:
        for (x, y), (right, bottom) in pairwise(path.points):
            yield from ((x + t * (right - x), y + t * (bottom - y)) for t in steps)
        return
    for k in range(0, len(path.points) - 1, 3):
        four = path.points[k : k + 4]
        for t in steps:
            share = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            yield tuple(sum(s * point[axis] for s, point in zip(share, four, strict=True)) for axis in (0, 1))  # type: ignore[misc]  # two of them


def body(shape: canvas.Shape) -> Extent:
    """The extent of a shape; of a triangle what it fills at half its height, where edges to the right meet it."""
    left, top, right, bottom = extent([shape])
    spare = (right - left) / 4 if isinstance(shape, Path) and shape.closed and len(shape.points) == 3 else 0.0
    return left + spare, top, right - spare, bottom


def hold(drawn: Canvas) -> None:
    """The laws of a drawing."""
    extents = {name: extent(group.shapes) for name, group in nodes(drawn).items()}
    left, top, right, bottom = extent(drawn.shapes)
    assert left >= 0
    assert top >= 0
    assert right <= drawn.width
    assert bottom <= drawn.height
    for one, other in combinations(extents, 2):
        assert not overlap(extents[one], extents[other]), (one, other)
    grounds = [extent([shape]) for shape in drawn.shapes if is_ground(shape, drawn)]
    if not any(path.curved for path in lines(drawn)):
        # Links may lead anywhere, and so do their labels.
        assert not [pair for pair in combinations(grounds, 2) if overlap(*pair)]
    assert not [ground for ground in grounds if any(overlap(ground, node) for node in extents.values())]
    shapes = [body(shape) for group in nodes(drawn).values() for shape in group.shapes]
    for path in lines(drawn):
        reach = extent([path])
        near = [shape for shape in shapes if overlap(reach, shape, -1)]
        for x, y in along(path):
            # Within the width of an outline they may touch.
            assert not [1 for a, b, c, d in near if a + 1.7 < x < c - 1.7 and b + 1.7 < y < d - 1.7], path


def plain(drawn: Picture) -> Picture:
    """The tree alone."""
    return replace(drawn, heading=(), legend=(), note="")


@pytest.mark.parametrize(("game", "options"), DRAWINGS)
def test_nothing_covers_anything(game: str, options: Options) -> None:
    """Nor does anything stand outside the page."""
    hold(draw_picture(picture(tracer.trace(game), **options)))


@given(st.integers(0, 2**32), st.booleans(), st.sampled_from(["node", "edge"]), st.booleans())
def test_nothing_covers_anything_in_random_trees(seed: int, sideways: bool, moves: str, triangles: bool) -> None:
    tree = bushy_tree(seed, evaluated=False)
    trace = tracer.trace(tree if isinstance(tree, list) else [tree])
    drawn = picture(trace, sideways=sideways, moves=moves, windows=moves, triangles=triangles, max_nodes=60)
    hold(draw_picture(plain(drawn)))


@given(st.integers(0, 2**32), st.booleans())
def test_links_pass_no_node_wherever_they_lead(seed: int, sideways: bool) -> None:
    """Over several plies, back, and within a ply."""
    random = Random(seed)
    tree = [[random.randint(1, 9) for _ in range(random.randint(1, 4))] for _ in range(random.randint(1, 4))]
    drawn = plain(picture(tracer.trace(tree), sideways=sideways))
    count = len(drawn.boxes)
    links = [ExtraEdge(random.randrange(count), random.randrange(count), Role(Kind.MIN), ("way",)) for _ in range(6)]
    hold(draw_picture(replace(drawn, links=tuple(links))))


@pytest.mark.parametrize("sideways", [False, True])
def test_every_node_has_its_text_and_its_reason(sideways: bool) -> None:
    """In a group of its name."""
    drawn = picture(tracer.trace("tictactoe"), max_nodes=50, sideways=sideways)
    found = nodes(draw_picture(drawn))
    assert list(found) == [box.name for box in drawn.boxes]
    for box in drawn.boxes:
        texts = [shape.text for shape in found[box.name].shapes if isinstance(shape, Text)]
        joint = " · " if box.role.kind is Kind.STUB else "  "
        styled = any(type(line) is not str for line in box.lines)
        assert texts == ([joint.join(box.lines)] if sideways and not styled else list(box.lines))
        assert found[box.name].title == box.why


def test_parents_stand_over_the_middle_of_their_children_also_where_text_stands_beside_them() -> None:
    drawn = picture(tracer.trace(AIMA), triangles=True, sideways=False)
    found = nodes(draw_picture(drawn))
    axes = {name: sum(x for x, _ in corners(group.shapes[0])) / 3 for name, group in found.items() if len(name) == 2}  # type: ignore[arg-type]  # no group in a group
    children = [f"n{node}" for node in (1, 5, 9)]
    assert axes["n0"] == pytest.approx((axes[children[0]] + axes[children[-1]]) / 2)


@pytest.mark.parametrize("sideways", [False, True])
def test_the_labels_of_edges_stand_on_grounds_of_their_own(sideways: bool) -> None:
    """Moves, windows and marks, in one row between two plies."""
    drawn = draw_picture(
        picture(tracer.trace("tictactoe"), max_nodes=60, moves="edge", windows="edge", sideways=sideways)
    )
    grounds = [shape for shape in drawn.shapes if isinstance(shape, Rectangle) and is_ground(shape, drawn)]
    assert len(grounds) > 50
    middles = [round(s.x + s.width / 2 if sideways else s.y + s.height / 2, 3) for s in grounds]
    assert len(set(middles)) < 10


@pytest.mark.parametrize("sideways", [False, True])
@pytest.mark.parametrize("game", ["tictactoe", "nim:1,2,3", "random:b=4,d=3"])
def test_no_edge_passes_through_the_text_beside_it_or_another(game: str, sideways: bool) -> None:
    """Each text stands to the right of the end of its edge, or above it."""
    drawn = draw_picture(picture(tracer.trace(game), max_nodes=50, moves="edge", windows="edge", sideways=sideways))
    grounds = [extent([shape]) for shape in drawn.shapes if is_ground(shape, drawn)]
    assert len(grounds) > 20
    for path in lines(drawn):
        for x, y in along(path):
            assert not [1 for a, b, c, d in grounds if a < x < c and b < y < d]
    edges = [path.points for path in lines(drawn) if not is_bar(path) and len(path.points) > 2]
    for left, top, right, bottom in grounds:
        if sideways:
            assert any(0 < points[-1][1] - bottom < 6 and points[-2][0] <= left for points in edges)
        else:
            assert any(0 < left - points[-1][0] < 6 and points[-2][1] <= top for points in edges)
        assert right > left


@pytest.mark.parametrize("sideways", [False, True])
def test_a_link_back_turns_in_the_room_between_plies(sideways: bool) -> None:
    """Below its node and above its goal, so that it is seen to begin and to end there."""
    drawn = plain(picture(tracer.trace(AIMA), sideways=sideways, caption=False))
    page = draw_picture(replace(drawn, links=(ExtraEdge(5, 1, Role(Kind.MIN)),)))
    (link,) = [path for path in lines(page) if path.curved]
    places = [point[0 if sideways else 1] for point in along(link)]
    ends = extent(nodes(page)["n5"].shapes), extent(nodes(page)["n1"].shapes)
    assert max(places) > ends[0][2 if sideways else 3] + 5
    assert min(places) < ends[1][0 if sideways else 1] - 5


def test_a_cutoff_has_a_bar_and_a_mark_and_a_pruned_branch_is_dashed() -> None:
    drawn = draw_picture(picture(tracer.trace(AIMA), last_cutoffs=True))
    bars = [shape for shape in drawn.shapes if isinstance(shape, Path) and is_bar(shape)]
    assert [bar.paint.line for bar in bars] == [LIGHT.cutoff] * 2
    marks = [shape for shape in drawn.shapes if isinstance(shape, Text) and shape.colour == LIGHT.cutoff]
    assert [mark.text for mark in marks if mark.anchor == "middle"].count("✂ α") == 2  # one in the legend
    assert [path.paint.line for path in lines(drawn) if path.paint.dash is Dash.DASHED] == [LIGHT.pruned] * 2
    for name in ("n7", "n8"):
        assert nodes(drawn)[name].shapes[0].paint.dash is Dash.DASHED  # type: ignore[union-attr]  # an outline


def test_the_caption_says_what_was_searched_and_explains_every_sign() -> None:
    shown = picture(tracer.trace(AIMA))
    drawn = draw_picture(shown)
    texts = [text.text for text in drawn.iter_texts()]
    for wanted in (*shown.heading, shown.note, *(entry.meaning for entry in shown.legend)):
        assert wanted in texts
    assert drawn.title == shown.heading[0]
    assert shown.note in drawn.description
    assert drawn.background == LIGHT.background
    # A narrow tree is widened no more than the legend needs in two columns.
    assert drawn.width < 450


def test_without_caption_and_legend_there_is_the_tree_alone() -> None:
    drawn = draw_picture(picture(tracer.trace([5]), caption=False, legend=False))
    assert drawn.height < draw_picture(picture(tracer.trace([5]))).height - 50
    assert drawn.title == ""


@pytest.mark.parametrize("sideways", [False, True])
def test_players_stand_in_the_margin_beside_their_plies(sideways: bool) -> None:
    """To the left of the tree, or above it."""
    drawn = draw_picture(picture(tracer.trace(AIMA), layers=True, sideways=sideways))
    players = {text.text: text for text in drawn.shapes if isinstance(text, Text) and text.text in ("MAX", "MIN")}
    tops = {name: extent(group.shapes) for name, group in nodes(drawn).items()}
    for player, name in (("MAX", "n0"), ("MIN", "n1")):
        left, top, _, bottom = tops[name]
        text = players[player]
        assert (text.x == left if sideways else text.x < left) or text.x == pytest.approx(left)
        assert text.y < top if sideways else top < text.y < bottom


BESIDE = ("triangle", "invtriangle", "subtree")
"""Shapes whose text stands outside them."""


@pytest.mark.parametrize("kind", list(Kind))
def test_every_shape_has_room_for_its_text(kind: Kind) -> None:
    box = Box("n0", 0, -1, 0, Role(kind), ("a long move", "= 3", "[−∞, ∞]"))
    for theme in THEMES.values():
        for found in (theme, theme.with_triangles()):
            group = nodes(draw_picture(Picture((box,), (), (), (), "", (), found, False)))["n0"]
            texts = [s for s in group.shapes if isinstance(s, Text)]
            outlines = [s for s in group.shapes if not isinstance(s, Text | Group)]
            if not outlines or found.node_look(box.role).shape in BESIDE:
                continue
            left, top, right, bottom = extent(outlines)
            inner = extent(texts)
            assert left + 2 < inner[0]
            assert inner[2] < right - 2
            assert top + 1 < inner[1]
            assert inner[3] < bottom - 1


def test_text_that_runs_backwards_leaves_the_window_beside_it_as_it_is() -> None:
    """As pieces of their own, one beside the other."""
    box = Box("n0", 0, -1, 0, Role(Kind.MAX), ("שלום", "= 6", "[5, ∞]"))
    group = nodes(draw_picture(Picture((box,), (), (), (), "", (), LIGHT, True)))["n0"]
    texts = [s for s in group.shapes if isinstance(s, Text)]
    assert [text.text for text in texts] == ["שלום", "= 6", "[5, ∞]"]
    assert texts[0].x < texts[1].x < texts[2].x
    assert len({text.y for text in texts}) == 1


@pytest.mark.parametrize("sideways", [False, True])
def test_hostile_labels_are_drawn_as_text_of_bounded_width(sideways: bool) -> None:
    drawn = draw_picture(picture(hostile_trace(), sideways=sideways))
    hold(drawn)
    assert max(font.text_width(text.text, text.size) for text in drawn.iter_texts()) < 900


def test_a_very_long_line_is_shortened() -> None:
    box = Box("n0", 0, -1, 0, Role(Kind.MAX), ("y" * 10_000,), ("z" * 10_000,))
    drawn = draw_picture(
        Picture((box, replace(box, name="n1", parent=0, ply=1)), (), ("t" * 10_000,), (), "", (), LIGHT, False)
    )
    assert drawn.width < 1_000


def test_a_chain_of_5000_plies_is_drawn() -> None:
    """Without recursion."""
    boxes = tuple(Box(f"n{k}", k, k - 1, k, Role(Kind.MAX if k % 2 else Kind.MIN), (str(k),)) for k in range(5_000))
    drawn = draw_picture(Picture(boxes, (), (), (), "", (), LIGHT, False))
    assert len(nodes(drawn)) == 5_000
    assert drawn.height > 5_000 * 34


@pytest.mark.parametrize("enabled", [True, False])
def test_python_searches_for_cycles_afterwards_if_it_did_before(enabled: bool) -> None:
    """Also where drawing fails."""
    drawn = picture(tracer.trace(AIMA))
    was = gc.isenabled()
    try:
        (gc.enable if enabled else gc.disable)()
        draw_picture(drawn)
        assert gc.isenabled() is enabled
        with pytest.raises(ValueError, match="empty"):
            draw_picture(replace(drawn, boxes=()))
        assert gc.isenabled() is enabled
    finally:
        (gc.enable if was else gc.disable)()


def test_the_tree_of_wikipedia_is_drawn_as_it_was(golden: Callable[[str, str], None]) -> None:
    golden("wikipedia.svg", svg.svg_text(draw_picture(fitting.fit_picture(tracer.trace(WIKIPEDIA)))))


def test_two_hundred_nodes_are_drawn_as_they_were(golden: Callable[[str, str], None]) -> None:
    """Byte for byte; the reasons, which are tested elsewhere, would double the file."""
    drawn = picture(tracer.trace("tictactoe"), max_nodes=200)
    silent = replace(drawn, boxes=tuple(replace(box, why="") for box in drawn.boxes))
    golden("tictactoe-200.svg", svg.svg_text(draw_picture(silent)))
