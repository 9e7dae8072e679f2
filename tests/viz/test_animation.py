"""The frames of an animation: all of one size, nothing moves, and each says what happens in it."""

from __future__ import annotations

import re
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
from tracer.text import number
from tracer.time.moments import Event, event_at, frame
from tracer.tracing import Trace
from tracer.why import explain
from viz.paper import captions, font
from viz.paper.canvas import Anchor, Canvas, Dash, Ellipse, Group, Path, Rectangle, Text, iter_flat_shapes
from viz.paper.film import draw_frames
from viz.paper.fitting import fit_picture
from viz.pictures.options import Options
from viz.pictures.roles import Kind, Role
from viz.pictures.theme import LIGHT

HALF = 1e-6
"""By which sums of lengths may differ."""


@cache
def aima() -> Trace:
    return tracer.trace(AIMA)


@cache
def tictactoe() -> Trace:
    return tracer.trace("tictactoe")


def moments(trace: Trace) -> list[int]:
    """The steps at which something else is there than before: what a node skips in a row comes at once."""
    return sorted({*range(trace.steps)} - {*trace.landmarks.skipped_along.tolist()})


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
        for shape in iter_flat_shapes(canvas.shapes):
            for x, y in shape.points if isinstance(shape, Path) else [(shape.x, shape.y)]:
                assert -HALF <= x <= canvas.width + HALF
                assert -HALF <= y <= canvas.height + HALF


@given(
    st.integers(0, 2**32), st.sampled_from(["alphabeta", "minimax"]), st.booleans(), st.sampled_from(["node", "edge"])
)
@settings(max_examples=15)
def test_nothing_moves_and_every_frame_has_one_size(seed: int, search: str, sideways: bool, windows: str) -> None:
    trace = tracer.trace([bushy_tree(seed, evaluated=False)], search)
    hold(draw_frames(trace, sideways=sideways, windows=windows, max_nodes=25))


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
    hold(draw_frames(aima() if "ranges" in options else tictactoe(), **options))


@pytest.mark.parametrize(
    ("source", "options", "said"),
    [
        (
            "chess",
            {"depth": 2},
            ["19 moves at a3 returned 0 each", "✂ alpha cutoff at a4: 0 ≤ alpha 0; 19 moves pruned"],
        ),
        ("random:b=5,d=5", {}, []),
        ([[1] * 6, [[[[[2, 3]]]]], [2, 2, 2, 2, 2]], {}, ["5 moves at a1 returned 1 each"]),
    ],
)
def test_what_folds_in_a_picture_folds_in_each_frame_and_happens_at_once(
    source: Any, options: dict[str, Any], said: list[str]
) -> None:
    trace = tracer.trace(source, **options)
    drawn = draw_frames(trace)
    hold(drawn)
    whole = fit_picture(trace)
    assert any(box.count > 1 for box in whole.boxes)
    events = [" ".join(text.text for text in canvas.iter_texts()) for canvas in drawn]
    assert all(any(one in event for event in events) for one in said)
    folded = {name for name in groups(drawn[-1]) if any(word in shown(drawn[-1], name) for word in ("×", "plies"))}
    assert folded
    for name in folded:
        seen = [shown(canvas, name) for canvas in drawn if name in groups(canvas)]
        numbers = {re.sub(r".*?((✗ )?×[\d,]+|[\d,]+ plies).*", r"\1", text) for text in seen}
        assert len(numbers) == 1, "it is there as a whole"
    alone = draw_frames(trace, fold=False)
    hold(alone)
    assert not [name for name in groups(alone[-1]) if "×" in shown(alone[-1], name)]


def test_all_of_chess_at_depth_2_moves_on_one_slide() -> None:
    """As many nodes as in the still picture, all that the search met."""
    drawn = draw_frames(tracer.trace("chess", depth=2))
    assert not any(" drawn" in text.text for text in drawn[-1].iter_texts())


def test_of_several_frames_one_is_taken_with_the_first_and_the_last() -> None:
    every, some = draw_frames(aima()), draw_frames(aima(), every=5)
    told = [canvas.description.partition(" of ")[0] for canvas in some]
    assert told == [f"step {step}" for step in (0, 5, 10, 16, 21, 23)]
    assert [groups(one).keys() for one in some] == [groups(every[place]).keys() for place in (0, 5, 10, 15, 20, 22)]
    hold(some)
    with pytest.raises(PlyscopeError, match="every is 0"):
        draw_frames(aima(), every=0)


def test_each_event_of_a_drawn_node_has_its_frame_with_what_happens_as_its_caption() -> None:
    trace = aima()
    drawn = draw_frames(trace)
    for step, canvas in zip(moments(trace), drawn, strict=True):
        title, counts, event, *_ = (shape.text for shape in canvas.shapes if isinstance(shape, Text))
        assert title == trace.header.title
        assert counts.startswith(f"step {step} of {trace.steps - 1} · ")
        assert event == explain.event(trace, step)
        assert canvas.title == title
        assert event in canvas.description


def test_a_caption_that_is_too_long_is_shortened_to_its_line() -> None:
    trace = tictactoe()
    nodes = trace.ancestry(5)
    drawn = draw_frames(trace, nodes=nodes, sideways=False)
    captioned = [[shape.text for shape in canvas.shapes if isinstance(shape, Text)][3] for canvas in drawn]
    steps = sorted(step for node in nodes for step in (trace.entered(node), trace.left(node)))
    wanted = [
        font.shorten_to_width(explain.event(trace, step), captions.LINE_SIZE, captions.MIN_LINE_WIDTH) for step in steps
    ]
    assert captioned == wanted


def test_the_caption_says_what_part_of_the_tree_is_drawn() -> None:
    drawn = draw_frames(tictactoe(), root=1, ply=1, max_nodes=9)
    for canvas in drawn:
        lines = [shape.text for shape in canvas.shapes if isinstance(shape, Text)][:5]
        assert lines[3] == "9 of 3,464 drawn"
    # From the entry of its top to its return.
    steps = [canvas.description.partition(" of ")[0] for canvas in (drawn[0], drawn[-1])]
    assert steps == [f"step {tictactoe().entered(1)}", f"step {tictactoe().left(1):,}"]


def test_the_node_in_hand_has_a_halo_around_it() -> None:
    """One in each frame, behind all nodes and edges, as a frame of its node."""
    trace = aima()
    for step, canvas in zip(moments(trace), draw_frames(trace), strict=True):
        (halo,) = halos(canvas)
        group = groups(canvas)[f"n{event_at(trace, step)[1]}"]
        points = [
            (x, y)
            for shape in iter_flat_shapes(group.shapes)
            for x, y in (shape.points if isinstance(shape, Path) else [(shape.x, shape.y)])
        ]
        assert all(halo.x < x < halo.x + halo.width and halo.y < y < halo.y + halo.height for x, y in points)
        after = canvas.shapes[canvas.shapes.index(halo) :]
        assert {*groups(canvas).values()} <= set(after)
        assert not [shape for shape in canvas.shapes[: canvas.shapes.index(halo)] if isinstance(shape, Group)]


def test_where_the_node_in_hand_is_left_out_the_halo_is_at_the_node_above_it() -> None:
    trace = tictactoe()
    drawn = draw_frames(trace, animate="cutoff", ply=1)
    assert len(drawn) == 2 + sum(1 for node in (0, *trace.children(0)) if trace.columns.cutoff[node])
    for canvas in drawn:
        (halo,) = halos(canvas)
        inside = [name for name, group in groups(canvas).items() if halo.x < _middle(group) < halo.x + halo.width]
        assert any(name.startswith("n") for name in inside)


def _middle(group: Group) -> float:
    return next(shape.x for shape in iter_flat_shapes(group.shapes) if isinstance(shape, Text))


def test_a_pruned_branch_appears_dashed_when_it_is_pruned() -> None:
    trace = aima()
    drawn = dict(zip(moments(trace), draw_frames(trace), strict=True))
    for node in range(len(trace)):
        first = next(step for step, canvas in drawn.items() if f"n{node}" in groups(canvas))
        assert first == (12 if node == 8 else trace.entered(node)), "b3 is pruned with b2"
        box = groups(drawn[first])[f"n{node}"].shapes[0]
        assert isinstance(box, Path | Rectangle)
        pruned = trace.columns.status[node] == PRUNED
        assert box.paint.dash is (Dash.DASHED if pruned else Dash.DOTTED)
        assert event_at(trace, first)[0] is (Event.PRUNED if pruned else Event.ENTERED)


def test_a_value_appears_when_its_node_returns() -> None:
    trace = aima()
    for step, canvas in zip(moments(trace), draw_frames(trace), strict=True):
        for name, group in groups(canvas).items():
            node = int(name[1:])
            if trace.columns.status[node] == PRUNED:
                continue
            texts = {shape.text for shape in iter_flat_shapes(group.shapes) if isinstance(shape, Text)}
            assert any(text == "open" or text.startswith("best ") for text in texts) is (step < trace.left(node))


def shown(canvas: Canvas, name: str) -> str:
    """The text of a node, one line after the other."""
    found = " ".join(
        shape.text.strip() for shape in iter_flat_shapes([groups(canvas)[name]]) if isinstance(shape, Text)
    )
    return found.replace("( ", "(").replace(" ,", ",").replace(" )", ")")


def underlined(canvas: Canvas, name: str) -> list[str]:
    """The texts of a node that have a line below them: what changed."""
    shapes = list(iter_flat_shapes([groups(canvas)[name]]))
    lines = [one.points for one in shapes if isinstance(one, Path) and len(one.points) == 2 and not one.closed]
    texts = [one for one in shapes if isinstance(one, Text)]
    return [one.text for one in texts if any(0 < line[0][1] - one.y < 4 and _over(one, line) for line in lines)]


def _over(text: Text, line: tuple[Any, ...]) -> bool:
    width = font.text_width(text.text, text.size)
    left = text.x - (width / 2 if text.anchor is Anchor.MIDDLE else 0)
    return abs(line[0][0] - left) < HALF and abs(line[1][0] - left - width) < HALF


@given(st.integers(0, 2**32), st.booleans(), st.sampled_from(["event", "cutoff"]))
@settings(max_examples=15)
def test_open_nodes_have_the_window_and_the_best_value_of_the_step(seed: int, sideways: bool, every: str) -> None:
    """And what returned has its last window; what is other than in the frame before is underlined, and nothing else."""
    trace = tracer.trace([bushy_tree(seed, evaluated=False)])
    drawn = draw_frames(trace, animate=every, max_nodes=25, sideways=sideways)
    steps = [int(canvas.description.removeprefix("step ").partition(" of ")[0].replace(",", "")) for canvas in drawn]
    before = steps[0]
    for step, canvas in zip(steps, drawn, strict=True):
        for name in groups(canvas):
            node = int(name[1:])
            if not name.startswith("n") or trace.columns.status[node] == PRUNED:
                continue
            now = frame(trace, node, step)
            alpha, beta = number(now.alpha), number(now.beta)
            text = shown(canvas, name)
            assert (f"α {alpha} ≥ β {beta}" if now.alpha >= now.beta else f"({alpha}, {beta})") in text
            changed = []
            then = frame(trace, node, max(before, trace.entered(node)))
            if step < trace.left(node):
                assert ("open" if now.best is None else f"best {number(now.best)}") in text
                changed += [f"best {number(now.best)}"] if now.best != then.best else []
            changed += [alpha] if now.alpha != then.alpha else []
            changed += [beta] if now.beta != then.beta else []
            assert underlined(canvas, name) == changed
        before = step


def test_the_best_move_so_far_has_a_line_of_its_own() -> None:
    """At MIN's node of the textbook, that of 14, then 5; the principal variation is the root's."""
    trace = aima()
    best = LIGHT.edge_look(Role(Kind.TERMINAL, is_best=True))
    found = []
    for canvas in draw_frames(trace):
        found.append([shape for shape in canvas.shapes if isinstance(shape, Path) and shape.paint.width == best.width])
        assert "best so far" in {text.text for text in canvas.iter_texts()}
    for step, lines in zip(moments(trace), found, strict=True):
        open_ = [node for node in (1, 5, 9) if trace.entered(node) < step < trace.left(node)]
        wanted = [node for node in open_ if frame(trace, node, step).best is not None]
        # The child whose value cut has the cutoff's line.
        wanted = [node for node in wanted if not trace.landmarks.is_cut(node, step)]
        assert len(lines) == len(wanted)
        assert all(line.paint.line == LIGHT.variation for line in lines)


def test_a_search_without_windows_moves_its_best_value() -> None:
    trace = tracer.trace(AIMA, "minimax")
    canvas = draw_frames(trace)[trace.entered(3)]
    assert shown(canvas, "n1") == "1 best 3" or shown(canvas, "n1").endswith("best 3")
    assert underlined(canvas, "n1") == ["best 3"]
    assert not any("α" in text.text for text in canvas.iter_texts())


def test_old_ends_are_kept_where_the_history_is_wanted() -> None:
    trace = aima()
    drawn = draw_frames(trace, history=True)
    canvas = drawn[moments(trace).index(trace.entered(12))]
    assert shown(canvas, "n9").replace("\u2009", "").endswith("best 5 α 3 β ∞ → 14 → 5")
    assert underlined(canvas, "n9") == ["best 5", "5"]
    assert not any("α" in shown(one, name) for one in drawn for name in ("n2", "n10") if name in groups(one))
    hold(drawn)


def test_an_animation_ends_at_the_step_that_is_asked_for() -> None:
    trace = aima()
    drawn = draw_frames(trace, step=13)
    assert len(drawn) == 14
    assert explain.event(trace, 13) in drawn[-1].description
    assert {name for name in groups(drawn[-1]) if name.startswith("n")} == {f"n{node}" for node in range(9)}


def test_the_legend_is_that_of_the_whole_and_explains_an_open_node() -> None:
    legends = [{text.text for text in canvas.iter_texts()} for canvas in draw_frames(aima())]
    for wanted in (
        "not returned yet",
        "principal variation",
        "pruned branch",
        "α cutoff (at MIN): later moves skipped",
    ):
        assert all(wanted in texts for texts in legends)
    assert "never returned a value" not in legends[0]


def test_cutoffs_have_a_frame_each_between_the_first_and_the_last() -> None:
    trace = aima()
    drawn = draw_frames(trace, animate="cutoff")
    events = [[shape.text for shape in canvas.shapes if isinstance(shape, Text)][2] for canvas in drawn]
    cutoffs = [explain.event(trace, int(step)) for step in trace.landmarks.cutoff_steps]
    assert len(cutoffs) == 2
    assert events == [explain.event(trace, 0), *cutoffs, explain.event(trace, trace.steps - 1)]


def test_a_search_that_was_stopped_ends_with_its_last_event() -> None:
    trace = tracer.trace("tictactoe", max_nodes=12)
    drawn = draw_frames(trace, fit="none")
    hold(drawn)
    assert len(drawn) == trace.steps
    assert explain.event(trace, trace.steps - 1) in drawn[-1].description


def test_one_node_is_an_animation_too() -> None:
    """Of its entry and its return; a pruned branch has one frame."""
    assert len(draw_frames(tracer.trace([5]), max_nodes=1)) == 2
    assert len(draw_frames(aima(), root=7)) == 1


def test_hostile_labels_move_nothing() -> None:
    hold(draw_frames(hostile_trace(), max_nodes=30))


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"max_nodes": 500}, r"the animation would have [\d,]+ frames, and 600 is the most: draw fewer nodes"),
        ({"step": 9_999_999}, "there is no step 9999999"),
        ({"step": 3, "root": 9}, "the node at the top is not met by step 3"),
        ({"merge": True}, "an animation has no merge"),
        ({"layout": "dot"}, "an animation has no layout"),
        ({"unvisited": 1}, "an animation has no unvisited"),
        ({"colour": "red"}, "no option 'colour'"),
        ({"nodes": []}, "at least one"),
    ],
)
def test_what_cannot_be_animated_is_refused(options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(PlyscopeError, match=complaint):
        draw_frames(tictactoe(), **options)
