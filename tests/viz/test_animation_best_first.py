"""Animations of best-first searches: nodes come anywhere, and get other numbers as long as the search goes on."""

import re
from typing import Any

import pytest
from strategies import AIMA, BEST_FIRST

import tracer
import viz
from tracer import PlyscopeError
from tracer.tracing import Trace
from tracer.why import explain
from viz.paper.canvas import Canvas, Group, Path, Rectangle, Text, iter_flat_shapes
from viz.paper.film import draw_frames


def groups(canvas: Canvas) -> dict[str, Group]:
    return {shape.name: shape for shape in canvas.shapes if isinstance(shape, Group)}


def middle(group: Group) -> float:
    """Where across the outline of a node stands, which is a leaf's until it has children."""
    shape = group.shapes[0]
    if isinstance(shape, Path):
        across = [x for x, _ in shape.points]
        return round((min(across) + max(across)) / 2, 6)
    assert isinstance(shape, Rectangle)
    return round(shape.x + shape.width / 2, 6)


def texts(canvas: Canvas) -> list[str]:
    return [shape.text for shape in iter_flat_shapes(canvas.shapes) if isinstance(shape, Text)]


def small(search: str) -> Trace:
    options: dict[str, Any] = {"iterations": 40} if search in ("uct", "puct") else {}
    goal = {"goal": "5"} if search in ("pns", "dfpn") else {}
    return tracer.trace(AIMA, search, **options, **goal)


@pytest.mark.parametrize("search", BEST_FIRST)
def test_nodes_come_when_they_are_made_and_stay_where_they_stand(search: str) -> None:
    trace = small(search)
    drawn = draw_frames(trace)
    assert len(drawn) == trace.steps
    assert len({(canvas.width, canvas.height) for canvas in drawn}) == 1
    places: dict[str, set[float]] = {}
    for step, canvas in enumerate(drawn):
        found = {name: group for name, group in groups(canvas).items() if re.fullmatch(r"n\d+", name)}
        assert trace.columns.born is not None
        assert set(found) == {f"n{node}" for node in range(len(trace)) if trace.columns.born[node] <= step}
        for name, group in found.items():
            places.setdefault(name, set()).add(middle(group))
        assert explain.event(trace, step) in texts(canvas)
    assert all(len(seen) == 1 for seen in places.values())


def test_each_frame_has_the_numbers_of_its_step() -> None:
    trace = small("uct")
    for step, canvas in enumerate(draw_frames(trace)):
        said = " ".join(texts(canvas))
        assert f"N {step + 1}, Q" in said


def test_a_frame_may_be_an_iteration_or_each_second_one() -> None:
    trace = tracer.trace("nim:1,2,2", "pns")
    iterations = trace.landmarks.iterations
    assert len(draw_frames(trace, animate="iteration")) == len(iterations)
    uct = small("uct")
    assert len(draw_frames(uct, animate="iteration")) == len(draw_frames(uct))
    assert len(draw_frames(uct, every=4)) == 11
    assert len(draw_frames(uct, step=9)) == 10


def test_part_of_a_tree_is_animated_from_where_its_top_is_there() -> None:
    trace = tracer.trace("nim:1,2,3", "uct", iterations=60)
    child = trace.children(0)[-1]
    log = trace.columns.log
    assert log is not None
    below = {step for step in range(trace.steps) if child <= log.node[step] < trace.columns.end[child]}
    assert len(draw_frames(trace, root=child, max_nodes=8)) == len(below | {trace.steps - 1})


def test_what_it_has_not_is_refused(tmp_path: Any) -> None:
    with pytest.raises(PlyscopeError, match="no cutoffs: animate event or iteration"):
        viz.draw(small("uct"), tmp_path / "t.gif", animate="cutoff")
    with pytest.raises(PlyscopeError, match="those of a best-first search"):
        viz.draw(tracer.trace(AIMA), tmp_path / "t.gif", animate="iteration")
    with pytest.raises(PlyscopeError, match=r"take fewer frames \(every=3\), or animate iterations"):
        draw_frames(tracer.trace("nim:1,1", "uct", iterations=60), max_frames=24)
