"""Windows with all that they were: as one writes them by hand, in every format the same."""

import pathlib
import subprocess
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from strategies import AIMA, Case, searched

import tracer
import viz
from tracer.errors import PlyscopeError
from tracer.recording.status import EXPANDED, PRUNED
from tracer.text import number
from tracer.time.landmarks import window_ends
from viz.export import write_stream
from viz.paper import fitting
from viz.paper.canvas import Canvas, Group, Path, Text, iter_flat_shapes
from viz.paper.picture_drawing import draw_picture
from viz.pictures.boxes import Box, PiecedLine, StruckNumber, UnseenValue
from viz.pictures.labels import MAX_OLD_ENDS
from viz.pictures.picture_drafts import picture


def written(box: Box) -> tuple[list[str], list[str]] | None:
    """The old ends and the standing ones of a box's window, α's first; None where it has none."""
    line = next((line for line in box.lines if isinstance(line, PiecedLine)), None)
    if line is None:
        return None
    old = [str(piece) for piece in line.pieces if isinstance(piece, StruckNumber)]
    upper, _, lower = line.replace("\u2009", "").removeprefix("α ").partition("  β ")
    assert [*upper.split("→")[:-1], *lower.split("→")[:-1]] in (old, [*old[:1], "…", *old[1:]])
    return old, [upper.split("→")[-1], lower.split("→")[-1]]


@given(searched())
def test_inner_nodes_have_every_end_and_the_last_ones_stand(
    found: tuple[Case, dict[str, Any], tuple[float, float]],
) -> None:
    case, options, window = found
    trace = tracer.trace(case.game, position=case.position, window=window, **options)
    for box in picture(trace, history=True, max_nodes=40, legend=False).boxes:
        text = written(box)
        if not box.name.startswith("n") or trace.columns.status[box.node] != EXPANDED:
            assert text is None
            continue
        alphas, betas = window_ends(trace, box.node, trace.steps - 1)
        old = [number(end) for end in (*alphas[:-1], *betas[:-1])]
        assert text == (
            old if len(old) <= MAX_OLD_ENDS else [old[0], *old[1 - MAX_OLD_ENDS :]],
            [number(alphas[-1]), number(betas[-1])],
        )


def test_the_textbook_on_paper() -> None:
    """MAX writes at α, MIN at β; the mover's view turns both round."""
    lines = {box.name: box.lines[-1].replace("\u2009", "") for box in picture(tracer.trace(AIMA), history=True).boxes}
    assert [lines[name] for name in ("n0", "n1", "n5", "n9")] == [
        f"α {number(float('-inf'))}→3  β ∞",
        f"α {number(float('-inf'))}  β ∞→3",
        "α 3  β ∞→2",
        "α 3  β ∞→14→5→2",
    ]
    assert not isinstance(picture(tracer.trace(AIMA), history=True).boxes[2].lines[-1], PiecedLine)
    turned = picture(tracer.trace(AIMA), history=True, view="mover").boxes[5].lines[-1].replace("\u2009", "")
    assert turned == f"α {number(float('-inf'))}→{number(-2)}  β {number(-3)}"


def test_at_a_step_there_are_the_ends_of_that_time() -> None:
    trace = tracer.trace(AIMA)
    boxes = picture(trace, history=True, step=trace.entered(11)).boxes
    assert written(boxes[9]) == (["∞"], ["3", "14"])


def strikes(canvas: Canvas, name: str) -> list[str]:
    """The texts of a node that have a line through them."""
    group = next(shape for shape in canvas.shapes if isinstance(shape, Group) and shape.name == name)
    shapes = list(iter_flat_shapes([group]))
    lines = [one.points for one in shapes if isinstance(one, Path) and not one.closed and len(one.points) == 2]
    return [
        one.text
        for one in shapes
        if isinstance(one, Text)
        and any(0 < one.x - line[0][0] < 3 and 0 < one.y - line[0][1] < one.size for line in lines)
    ]


@pytest.mark.parametrize("sideways", [False, True])
@pytest.mark.parametrize("triangles", [False, True])
def test_the_old_ends_alone_are_struck_out(sideways: bool, triangles: bool) -> None:
    drawn = picture(tracer.trace(AIMA), history=True, sideways=sideways, triangles=triangles)
    canvas = draw_picture(drawn)
    assert strikes(canvas, "n9") == ["∞", "14", "5"]
    assert strikes(canvas, "n5") == ["∞"]


@pytest.mark.parametrize(
    ("format", "struck"),
    [("dot", "<S>{}</S>"), ("tex", r"\plyscopeunseen{{{}}}"), ("mmd", "<s>{}</s>"), ("md", "<s>{}</s>")],
)
def test_every_text_format_strikes_them_out(format: str, struck: str) -> None:
    stream = BytesIO()
    write_stream(tracer.trace(AIMA), stream, format, history=True)
    text = stream.getvalue().decode()
    assert text.count(struck.format("14")) == text.count(struck.format("5")) == 1


def test_the_legend_explains_it_where_it_occurs() -> None:
    entry = picture(tracer.trace(AIMA), history=True).legend[-1]
    assert entry.sign.replace("\u2009", "") == "α a→b"
    assert "α and β from entry on" in picture(tracer.trace(AIMA), history=True).note
    alone = picture(tracer.trace([[3]]), history=True, root=2)
    assert not any(isinstance(one.sign, PiecedLine) for one in alone.legend)


def test_a_search_without_windows_has_none() -> None:
    drawn = picture(tracer.trace(AIMA, "minimax"), history=True)
    assert not any(isinstance(line, PiecedLine) for box in drawn.boxes for line in box.lines)
    assert drawn.boxes == picture(tracer.trace(AIMA, "minimax")).boxes


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"windows": "edge"}, "leave out windows edge"),
        ({"windows": "none"}, "leave out windows none"),
        ({"ranges": True}, "leave out ranges"),
    ],
)
def test_what_would_stand_in_its_place_is_refused(options: Any, complaint: str) -> None:
    with pytest.raises(PlyscopeError, match=complaint):
        picture(tracer.trace(AIMA), history=True, **options)


def test_two_searches_have_none() -> None:
    both = viz.side_by_side(tracer.trace(AIMA, "minimax"), tracer.trace(AIMA))
    with pytest.raises(PlyscopeError, match="no history"):
        picture(both.trace, sides=both, history=True)


def test_a_number_nobody_saw_and_an_old_end_are_told_apart() -> None:
    """Both are struck through; a pruned branch has no window."""
    trace = tracer.trace(AIMA)
    for box in picture(trace, history=True).boxes:
        unseen = [line for line in box.lines if isinstance(line, UnseenValue)]
        assert bool(unseen) == (trace.columns.status[box.node] == PRUNED)


@pytest.mark.parametrize("options", [{}, {"triangles": True}, {"triangles": True, "sideways": True, "theme": "print"}])
def test_tex_typesets_it(need: Any, tmp_path: pathlib.Path, options: Any) -> None:
    """Without an error, and with every end on the page."""
    need("pdflatex")
    need("pdftotext")
    viz.draw(tracer.trace(AIMA), tmp_path / "h.tex", history=True, **options)
    command = ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "h.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=200, check=False)
    assert done.returncode == 0, done.stdout[-2_000:]
    text = subprocess.run(["pdftotext", "h.pdf", "-"], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert text.count("→") >= 5
    assert "14" in text


def test_every_font_of_the_pdf_is_in_it(need: Any, tmp_path: pathlib.Path) -> None:
    need("reportlab")
    need("pdffonts")
    viz.draw(tracer.trace(AIMA), tmp_path / "h.pdf", history=True)
    listed = subprocess.run(["pdffonts", "h.pdf"], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    fonts = [line.split() for line in listed.splitlines()[2:]]
    assert fonts
    assert all(font[-5] == "yes" for font in fonts)


def test_all_old_ends_are_written_where_there_is_room() -> None:
    trace = tracer.trace([[value, 20] for value in range(1, 10)])
    alphas, _ = window_ends(trace, 0, trace.steps - 1)
    shown = written(fitting.fit_picture(trace, history=True).boxes[0])
    assert shown is not None
    assert shown[0] == [number(end) for end in alphas[:-1]]
    left_out = written(fitting.fit_picture(trace, history=True, fit="none").boxes[0])
    assert left_out is not None
    assert len(left_out[0]) == MAX_OLD_ENDS
