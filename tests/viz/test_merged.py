"""Positions drawn once: what their boxes say, where they stand, and that nothing covers anything."""

import random
from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import pytest

import tracer
import viz
from tracer.games.rules import show
from viz.paper import tidy_layout
from viz.paper.canvas import Paint, Rectangle
from viz.paper.fitting import fit_picture
from viz.paper.picture_drawing import PictureDrawing, draw_picture
from viz.paper.tree_layout import lay_out
from viz.pictures.boxes import MoveText, NodeName
from viz.pictures.roles import Kind

GAMES = ("tictactoe", "nim:1,2,3", "mnk:3,2,2", "nim:3,2")


def test_a_position_is_called_as_the_game_writes_it_and_the_moves_stand_at_the_edges() -> None:
    trace = tracer.trace("nim:3,2")
    drawn = viz.picture(trace, merge=True, fit="none")
    for box in drawn.boxes:
        assert box.lines[0] == show(trace.need_game(), trace.state(box.node))
        assert type(box.lines[0]) is NodeName
        assert [type(line) for line in box.lines[1:]].count(MoveText) == 0
        assert box.edge == ((trace.label(box.node),) if box.parent >= 0 else ())
    assert len({box.lines[0] for box in drawn.boxes}) == len(drawn.boxes)
    assert all(link.lines for link in drawn.links)
    assert {(link.parent, link.child) for link in drawn.links}.isdisjoint(
        (box.parent, number) for number, box in enumerate(drawn.boxes) if box.parent >= 0
    )


def test_small_boards_are_drawn_and_the_positions_of_larger_ones_are_numbered() -> None:
    small = viz.picture(tracer.trace("mnk:3,2,2"), merge=True)
    assert all(box.board is not None for box in small.boxes if box.role.kind is not Kind.STUB)
    large = viz.picture(tracer.trace("connect4:5,4,4", depth=3), merge=True)
    named = [box.lines[0] for box in large.boxes if box.role.kind is not Kind.STUB]
    assert named == [f"P{number}" for number in range(1, len(named) + 1)]


def test_a_budget_of_boxes_is_one_of_positions() -> None:
    trace = tracer.trace("nim:1,2,3")
    drawn = viz.picture(trace, merge=True, max_nodes=60, fit="none")
    boxes = [box for box in drawn.boxes if box.role.kind is not Kind.STUB]
    assert len(boxes) == len({trace.state(node) for node in range(len(trace))}) == 40
    assert drawn.heading[-1] != "278 of 278 drawn"
    assert not any(box.role.kind is Kind.STUB for box in drawn.boxes)
    assert len(viz.picture(trace, merge=True, max_nodes=20, fit="none").boxes) <= 40


def test_nodes_that_are_not_visited_yet_are_counted_where_positions_are_merged() -> None:
    trace = tracer.trace("tictactoe", "puct", iterations=60)
    stubs = [box for box in viz.picture(trace, merge=True).boxes if box.role.kind is Kind.STUB]
    assert any("not visited yet" in line for stub in stubs for line in stub.lines)


def test_the_legend_says_that_each_position_is_drawn_once() -> None:
    drawn = viz.picture(tracer.trace("nim:3,2"), merge=True)
    assert [entry.meaning for entry in drawn.legend if entry.sign == "n×"] == ["visits; each position is drawn once"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("sideways", [None, False])
@pytest.mark.parametrize("fit", ["slide", "page", "none"])
def test_no_box_and_no_text_at_an_edge_covers_another(game: str, sideways: bool | None, fit: str) -> None:
    drawn = fit_picture(tracer.trace(game), merge=True, sideways=sideways, fit=fit)
    page = PictureDrawing(lay_out(drawn))
    boxes = [(*page.box_corner(box), figure) for box, figure in enumerate(page.layout.figures)]
    rectangles = [(x, y, x + figure.width, y + figure.height) for x, y, figure in boxes]
    grounds = [
        (shape.x, shape.y, shape.x + shape.width, shape.y + shape.height)
        for shape in draw_picture(drawn).shapes
        if isinstance(shape, Rectangle) and shape.paint == Paint(fill=drawn.theme.background)
    ]
    labelled = [box for box in drawn.boxes if box.parent >= 0 and (box.edge or box.role.mark)]
    assert len(grounds) == len(drawn.links) + len(labelled)
    for one, other in combinations(rectangles, 2):
        assert not common(one, other)
    for ground in grounds:
        assert not any(common(ground, box) for box in rectangles)
    assert not any(common(*pair) for pair in combinations(grounds, 2))


def test_all_positions_of_a_small_game_are_on_a_slide() -> None:
    trace = tracer.trace("nim:1,2,3")
    drawn = fit_picture(trace, merge=True)
    assert not any(box.role.kind is Kind.STUB for box in drawn.boxes)
    assert len(drawn.boxes) == len({trace.state(node) for node in range(len(trace))})
    assert PictureDrawing(lay_out(drawn)).is_readable


def test_a_cutoff_is_marked_at_every_way_that_brought_it_about() -> None:
    drawn = fit_picture(tracer.trace("nim:1,2,3"), merge=True)
    marks = [link.role.mark for link in drawn.links if link.role.mark]
    marks += [box.role.mark for box in drawn.boxes if box.parent >= 0 and box.role.mark]
    assert len(marks) > 10
    assert sum(
        "✂" in text.text for text in PictureDrawing(lay_out(replace(drawn, legend=()))).draw_canvas().iter_texts()
    ) == len(marks)


def test_one_way_between_two_positions_is_drawn_once() -> None:
    drawn = fit_picture(tracer.trace("nim:3,4,5"), merge=True)
    pairs = [(link.parent, link.child) for link in drawn.links]
    assert len(set(pairs)) == len(pairs)


def test_positions_to_which_several_ways_lead_come_first() -> None:
    drawn = fit_picture(tracer.trace("tictactoe"), merge=True)
    assert drawn.links
    assert PictureDrawing(lay_out(drawn)).is_readable


def test_a_way_to_a_position_that_is_drawn_is_drawn_whatever_the_budget() -> None:
    trace = tracer.trace("nim:1,2,3")
    drawn = viz.picture(trace, merge=True, max_nodes=20, fit="none")
    boxes = [box for box in drawn.boxes if box.role.kind is not Kind.STUB]
    where = {trace.state(box.node): number for number, box in enumerate(drawn.boxes) if box in boxes}
    joined = {(link.parent, link.child) for link in drawn.links}
    joined |= {(box.parent, number) for number, box in enumerate(drawn.boxes)}
    ply = max(trace.columns.ply[box.node] for box in boxes)
    for box in boxes:
        for child in trace.children(box.node):
            if trace.state(child) in where and trace.columns.ply[child] <= ply:
                assert (where[trace.state(box.node)], where[trace.state(child)]) in joined


def common(one: tuple[float, ...], other: tuple[float, ...], spare: float = 1.0) -> bool:
    across, down = (min(one[k + 2], other[k + 2]) - max(one[k], other[k]) for k in (0, 1))
    return across > spare and down > spare


@pytest.mark.parametrize("seed", range(50))
def test_boxes_of_a_row_stand_apart_and_near_to_what_they_are_joined_to(seed: int) -> None:
    luck = random.Random(seed)
    plies = [0, *sorted(luck.randint(1, 5) for _ in range(40))]
    edges = [(luck.choice([k for k, ply in enumerate(plies) if ply < plies[box]]), box) for box in range(1, 41)]
    edges += [tuple(luck.sample(range(41), 2)) for _ in range(20)]  # type: ignore[misc]  # pairs
    before, after = ([luck.uniform(5, 60) for _ in plies] for _ in range(2))
    across = tidy_layout.layered_coordinates(plies, edges, before, after, box_gap=8.0)
    assert abs(min(at - reach for at, reach in zip(across, before, strict=True))) < 1e-9
    for ply in set(plies):
        row = sorted((box for box in range(41) if plies[box] == ply), key=across.__getitem__)
        for left, right in pairwise(row):
            assert across[right] - across[left] >= after[left] + 8.0 + before[right] - 1e-6
    packed, left = [0.0] * 41, dict.fromkeys(plies, 0.0)
    for box, ply in enumerate(plies):
        packed[box], left[ply] = left[ply] + before[box], left[ply] + before[box] + after[box] + 8.0
    length = [sum(abs(found[one] - found[other]) for one, other in edges) for found in (across, packed)]
    assert length[0] < length[1]
    assert across == tidy_layout.layered_coordinates(plies, edges, before, after, box_gap=8.0)


@pytest.mark.parametrize("search", ["alphabeta-memo", "minimax-memo", "mtdf"])
@pytest.mark.parametrize("game", ["nim:1,2,3", "mnk:3,2,2"])
def test_a_way_on_which_the_table_answered_says_so_and_the_legend_with_it(game: str, search: str) -> None:
    trace = tracer.trace(game, search)
    drawn = viz.picture(trace, merge=True, fit="none", max_nodes=5_000)
    assert not any(box.role.kind in (Kind.STUB, Kind.TABLE) for box in drawn.boxes)
    ways = {(box.parent, place): box.edge for place, box in enumerate(drawn.boxes) if box.parent >= 0}
    ways |= {(link.parent, link.child): link.lines for link in drawn.links}
    where = {trace.state(box.node): place for place, box in enumerate(drawn.boxes)}
    closed = np.flatnonzero(trace.columns.status == tracer.Status.TABLE).tolist()
    hits = {(where[trace.state(int(trace.columns.parent[one]))], where[trace.state(one)]) for one in closed}
    hits = {(above, below) for above, below in hits if above != below}
    assert hits
    said = {way for way, lines in ways.items() if lines and lines[0].endswith(" hit")}
    assert said == hits
    assert [entry.sign for entry in drawn.legend].count("hit") == 1
    assert not any(entry.meaning == Kind.TABLE.value for entry in drawn.legend)
    plain = viz.picture(tracer.trace(game), merge=True)
    assert not any(entry.sign == "hit" for entry in plain.legend)


@pytest.mark.parametrize("game", ["nim:1,2,3", "nim:3,2", "mnk:3,2,2"])
def test_no_hit_covers_anything(game: str) -> None:
    drawn = fit_picture(tracer.trace(game, "alphabeta-memo"), merge=True)
    grounds = [
        (shape.x, shape.y, shape.x + shape.width, shape.y + shape.height)
        for shape in draw_picture(drawn).shapes
        if isinstance(shape, Rectangle) and shape.paint == Paint(fill=drawn.theme.background)
    ]
    assert not any(common(*pair) for pair in combinations(grounds, 2))
