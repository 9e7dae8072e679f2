"""The frames of an animation: all of one size, nothing moves, and each says what happens in it."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import Any

import pytest
from hostile import hostile_trace
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import AIMA, bushy_tree

import tracer
from tracer.errors import PlyscopeError
from tracer.recording.status import PRUNED
from tracer.time.moments import Event, event_at
from tracer.tracing import Trace
from tracer.why import explain
from viz.paper import captions, font
from viz.paper.canvas import Canvas, Dash, Ellipse, Group, Path, Rectangle, Text, flatten
from viz.paper.film import frames
from viz.pictures.options import Options
from viz.pictures.theme import LIGHT

HALF = 1e-6
"""By which sums of lengths may differ."""


@cache
def aima() -> Trace:
    return tracer.trace(AIMA)


@cache
def tictactoe() -> Trace:
    return tracer.trace("tictactoe")


def outline(group: Group) -> tuple[Any, ...]:
    """Where the outline of a node is, and of which shape."""
    shape = group.shapes[0]
    if isinstance(shape, Path):
        return shape.points
    if isinstance(shape, Rectangle):
        return shape.x, shape.y, shape.width, shape.height
    assert isinstance(shape, Ellipse)
    return shape.x, shape.y, shape.across, shape.down


def halos(canvas: Canvas) -> list[Rectangle]:
    """The grounds behind nodes in hand."""
    return [shape for shape in canvas.shapes if isinstance(shape, Rectangle) and shape.paint.fill == LIGHT.last]


def groups(canvas: Canvas) -> dict[str, Group]:
    return {shape.name: shape for shape in canvas.shapes if isinstance(shape, Group)}


def hold(drawn: list[Canvas]) -> None:
    """The laws of the frames of an animation."""
    assert len({(canvas.width, canvas.height, canvas.background) for canvas in drawn}) == 1
    places = defaultdict[str, set[Any]](set)
    before: set[str] = set()
    for canvas in drawn:
        found = groups(canvas)
        assert before <= set(found), "a node that was met is never lost"
        before = set(found)
        for name, group in found.items():
            if name.startswith("n"):
                places[name].add(outline(group))
    assert {name for name, seen in places.items() if len(seen) > 1} == set()
    for canvas in drawn:
        for shape in flatten(canvas.shapes):
            for x, y in shape.points if isinstance(shape, Path) else [(shape.x, shape.y)]:
                assert -HALF <= x <= canvas.width + HALF
                assert -HALF <= y <= canvas.height + HALF


@given(
    st.integers(0, 2**32), st.sampled_from(["alphabeta", "minimax"]), st.booleans(), st.sampled_from(["node", "edge"])
)
@settings(max_examples=15)
def test_nothing_moves_and_every_frame_has_one_size(seed: int, search: str, sideways: bool, windows: str) -> None:
    trace = tracer.trace([bushy_tree(seed, evaluated=False)], search)
    hold(frames(trace, sideways=sideways, windows=windows, max_nodes=25))


@pytest.mark.parametrize(
    "options",
    [
        {"ranges": True, "triangles": True, "layers": True},
        {"board": True, "max_nodes": 12},
        {"root": 1, "max_nodes": 8, "caption": False},
        {"sideways": True, "numbers": True, "types": True, "max_nodes": 15, "legend": False},
        {"only": ["pv"], "max_nodes": 30},
    ],
)
def test_nothing_moves_whatever_is_drawn(options: Options) -> None:
    """Text that grows narrower or wider in the course of time has room in the node from the beginning."""
    hold(frames(aima() if "ranges" in options else tictactoe(), **options))


def test_each_event_of_a_drawn_node_has_its_frame_with_what_happens_as_its_caption() -> None:
    trace = aima()
    drawn = frames(trace)
    assert len(drawn) == trace.steps
    for step, canvas in enumerate(drawn):
        title, counts, event, *_ = (shape.text for shape in canvas.shapes if isinstance(shape, Text))
        assert title == trace.header.title
        assert counts.startswith(f"step {step} of {trace.steps - 1} · ")
        assert event == explain.event(trace, step)
        assert canvas.title == title
        assert event in canvas.description


def test_a_caption_that_is_too_long_is_shortened_to_its_line() -> None:
    trace = tictactoe()
    nodes = trace.ancestry(5)
    drawn = frames(trace, nodes=nodes, sideways=False)
    captioned = [[shape.text for shape in canvas.shapes if isinstance(shape, Text)][3] for canvas in drawn]
    steps = sorted(step for node in nodes for step in (trace.entered(node), trace.left(node)))
    wanted = [font.shorten(explain.event(trace, step), captions.LINE, captions.NARROWEST) for step in steps]
    assert captioned == wanted


def test_the_caption_says_what_part_of_the_tree_is_drawn() -> None:
    drawn = frames(tictactoe(), root=1, ply=1, max_nodes=9)
    for canvas in drawn:
        lines = [shape.text for shape in canvas.shapes if isinstance(shape, Text)][:5]
        assert lines[3] == "9 of 3,464 drawn"
    # From the entry of its top to its return.
    steps = [canvas.description.partition(" of ")[0] for canvas in (drawn[0], drawn[-1])]
    assert steps == [f"step {tictactoe().entered(1)}", f"step {tictactoe().left(1):,}"]


def test_the_node_in_hand_has_a_halo_around_it() -> None:
    """One in each frame, behind all nodes and edges, as a frame of its node."""
    trace = aima()
    for step, canvas in enumerate(frames(trace)):
        (halo,) = halos(canvas)
        group = groups(canvas)[f"n{event_at(trace, step)[1]}"]
        points = [
            (x, y)
            for shape in flatten(group.shapes)
            for x, y in (shape.points if isinstance(shape, Path) else [(shape.x, shape.y)])
        ]
        assert all(halo.x < x < halo.x + halo.width and halo.y < y < halo.y + halo.height for x, y in points)
        after = canvas.shapes[canvas.shapes.index(halo) :]
        assert {*groups(canvas).values()} <= set(after)
        assert not [shape for shape in canvas.shapes[: canvas.shapes.index(halo)] if isinstance(shape, Group)]


def test_where_the_node_in_hand_is_left_out_the_halo_is_at_the_node_above_it() -> None:
    trace = tictactoe()
    drawn = frames(trace, every="cutoff", ply=1)
    assert len(drawn) == 2 + sum(1 for node in (0, *trace.children(0)) if trace.columns.cutoff[node])
    for canvas in drawn:
        (halo,) = halos(canvas)
        inside = [name for name, group in groups(canvas).items() if halo.x < _middle(group) < halo.x + halo.width]
        assert any(name.startswith("n") for name in inside)


def _middle(group: Group) -> float:
    return next(shape.x for shape in flatten(group.shapes) if isinstance(shape, Text))


def test_a_pruned_branch_appears_dashed_when_it_is_pruned() -> None:
    trace = aima()
    drawn = frames(trace)
    for node in range(len(trace)):
        first = next(step for step, canvas in enumerate(drawn) if f"n{node}" in groups(canvas))
        assert first == trace.entered(node)
        box = groups(drawn[first])[f"n{node}"].shapes[0]
        assert isinstance(box, Path | Rectangle)
        pruned = trace.columns.status[node] == PRUNED
        assert box.paint.dash is (Dash.DASHED if pruned else Dash.DOTTED)
        assert event_at(trace, first)[0] is (Event.PRUNED if pruned else Event.ENTERED)


def test_a_value_appears_when_its_node_returns() -> None:
    trace = aima()
    for step, canvas in enumerate(frames(trace)):
        for name, group in groups(canvas).items():
            node = int(name[1:])
            if trace.columns.status[node] == PRUNED:
                continue
            texts = {shape.text for shape in flatten(group.shapes) if isinstance(shape, Text)}
            assert ("open" in texts) is (step < trace.left(node))


def test_the_legend_is_that_of_the_whole_and_explains_an_open_node() -> None:
    legends = [{text.text for text in canvas.texts()} for canvas in frames(aima())]
    for wanted in (
        "not returned yet",
        "principal variation",
        "pruned branch",
        "α cutoff (at MIN): later moves skipped",
    ):
        assert all(wanted in texts for texts in legends)
    assert "the search stopped inside" not in legends[0]


def test_cutoffs_have_a_frame_each_between_the_first_and_the_last() -> None:
    trace = aima()
    drawn = frames(trace, every="cutoff")
    events = [[shape.text for shape in canvas.shapes if isinstance(shape, Text)][2] for canvas in drawn]
    cutoffs = [explain.event(trace, int(step)) for step in trace.landmarks.cutoff_steps]
    assert len(cutoffs) == 2
    assert events == [explain.event(trace, 0), *cutoffs, explain.event(trace, trace.steps - 1)]


def test_a_search_that_was_stopped_ends_with_its_last_event() -> None:
    trace = tracer.trace("tictactoe", max_nodes=12)
    drawn = frames(trace)
    hold(drawn)
    assert len(drawn) == trace.steps
    assert explain.event(trace, trace.steps - 1) in drawn[-1].description


def test_one_node_is_an_animation_too() -> None:
    """Of its entry and its return; a pruned branch has one frame."""
    assert len(frames(tracer.trace([5]), max_nodes=1)) == 2
    assert len(frames(aima(), root=7)) == 1


def test_hostile_labels_move_nothing() -> None:
    hold(frames(hostile_trace(), max_nodes=30))


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"max_nodes": 2_000}, r"the animation would have [\d,]+ frames, and 600 is the most: draw fewer nodes"),
        ({"step": 0}, "an animation has no step: leave it out"),
        ({"merge": True}, "an animation has no merge"),
        ({"layout": "dot"}, "an animation has no layout"),
        ({"unvisited": 1}, "an animation has no unvisited"),
        ({"colour": "red"}, "no option 'colour'"),
        ({"nodes": []}, "at least one"),
    ],
)
def test_what_cannot_be_animated_is_refused(options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(PlyscopeError, match=complaint):
        frames(tictactoe(), **options)
