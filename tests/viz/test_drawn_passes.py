"""The iterations of a driver, drawn beside one another."""

from pathlib import Path

import numpy as np
import pytest

import tracer
from tracer.errors import PlyscopeError
from tracer.recording.status import PRUNED
from tracer.text import number
from tui.program import run
from viz.beside import SEEN, ground, shapes_of_passes, together
from viz.export import beside_content
from viz.paper.canvas import Canvas, Group
from viz.pictures.fits import parse_display_size
from viz.pictures.headings import iteration_heading

TREE = "[[3,12,8],[2,4,6],[14,5,2]]"


def texts(trace: tracer.Trace, **options: object) -> list[str]:
    """What is written on the canvas of all passes."""
    shapes = shapes_of_passes(trace, options)
    return [text.text for text in together([trace] * len(shapes), shapes).iter_texts()]


@pytest.mark.parametrize("search", ["mtdf", "deepening"])
def test_each_pass_has_a_picture_with_its_window_its_answer_and_its_counts(search: str) -> None:
    trace = tracer.trace(TREE, search)
    said = " ".join(texts(trace, fit="none"))
    for one in trace.children(0):
        status = trace.columns.status[one : trace.columns.end[one]]
        visited, pruned = np.count_nonzero(status != PRUNED), np.count_nonzero(status == PRUNED)
        title, came = iteration_heading(trace, one)
        assert trace.label(one) in title
        assert f" {number(float(trace.columns.value[one]))} · {visited} visited · {pruned} pruned" in came
        assert title in said
        assert came in said
    assert trace.header.title in said


def test_a_search_without_passes_has_none_to_draw() -> None:
    with pytest.raises(PlyscopeError, match="has no passes: -a deepening"):
        shapes_of_passes(tracer.trace(TREE), {})


def test_the_command_draws_them(tmp_path: Path) -> None:
    file = tmp_path / "p.svg"
    assert run(["export", TREE, "-a", "mtdf", "--passes", "-o", str(file)]) == 0
    drawn = file.read_bytes()
    trace = tracer.trace(TREE, "mtdf")
    shapes = shapes_of_passes(trace, {})
    assert len(shapes) > 1
    assert drawn == beside_content([trace] * len(shapes), str(file), options=shapes)


@pytest.mark.parametrize(
    "words", [("-a", "mtdf", "-a", "deepening"), ("-a", "mtdf", "--root", "a1"), ("--chart", "icicle")]
)
def test_what_does_not_go_with_passes_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    assert run(["export", TREE, "--passes", "-o", str(tmp_path / "p.svg"), *words]) != 0
    assert capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def drawn(trace: tracer.Trace, **options: object) -> Canvas:
    """All passes on one canvas."""
    shapes = shapes_of_passes(trace, options)
    return together([trace] * len(shapes), shapes)


def test_of_many_passes_some_are_drawn_so_that_they_can_be_read_and_the_others_are_counted() -> None:
    trace = tracer.trace("tictactoe", "deepening")
    canvas = drawn(trace)
    said = [text.text for text in canvas.iter_texts()]
    assert {text for text in said if text.startswith("depth ")} == {"depth 1", "depth 7", "depth 8", "depth 9"}
    visits = sum((36, 163, 492, 1692, 3281))
    line = f"left out: 5 passes, depth 2 to depth 6, {visits:,} visited; "
    assert f"{line}--fit none draws all, --chart passes counts them" in said
    assert any(text.text.startswith("left out: 5 passes") for text in drawn(trace, caption=False).iter_texts())
    slide = parse_display_size("slide")
    assert (
        min(text.size for text in canvas.iter_texts()) * slide.scale(canvas.width, canvas.height)
        >= slide.min_text_size - 1e-6
    )
    for place in range(4):
        assert sum(text.name.startswith(f"p{place}.n") for text in groups(canvas)) >= SEEN


def groups(canvas: Canvas) -> list[Group]:
    return [shape for shape in canvas.shapes if isinstance(shape, Group)]


def test_as_large_as_they_come_all_are_drawn_in_lines() -> None:
    trace = tracer.trace("tictactoe", "deepening", depth=9)
    canvas = drawn(trace, fit="none", max_nodes=4)
    said = {text.text for text in canvas.iter_texts()}
    assert {f"depth {k}" for k in range(1, 10)} <= said
    assert not any(text.startswith("left out: ") for text in said)
    tops = {round(ground(canvas, f"p{place}.")[1]) for place in range(9)}
    assert len(tops) < 9
    assert ground(canvas, "p5.")[1] > ground(canvas, "p0.")[3]


def test_what_is_asked_for_is_drawn_of_all() -> None:
    trace = tracer.trace("tictactoe", "deepening")
    said = {text.text for text in drawn(trace, ply=0).iter_texts()}
    assert {f"depth {k}" for k in range(1, 10)} <= said
