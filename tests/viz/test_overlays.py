"""A search as the overlays of a slide: one a frame, of one size, and TeX typesets them."""

import io
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from forests import untex
from hostile import hostile_trace
from strategies import AIMA

import tracer
from tracer.errors import PlyscopeError
from viz.export import write_stream
from viz.latex import overlays as beamer
from viz.paper import film
from viz.paper.canvas import Canvas, Rectangle, Text, iter_flat_shapes

Need = Callable[[str], None]


def frames(trace: tracer.Trace, **options: Any) -> list[Canvas]:
    return film.draw_frames(trace, **{"fit": beamer.SLIDE_FIT, **options})


def document(trace: tracer.Trace, **options: Any) -> str:
    stream = io.BytesIO()
    write_stream(trace, stream, "tex", **{"animate": "event", **options})
    return stream.getvalue().decode()


def overlays(text: str) -> dict[int, list[str]]:
    """The lines of each overlay, by its number."""
    found: dict[int, list[str]] = {}
    for number, body in re.findall(r"^  \\only<(\d+)>\{%\n(.*?)^  \}$", text, re.DOTALL | re.MULTILINE):
        assert int(number) not in found
        found[int(number)] = body.splitlines()
    return found


def typeset(text: str, folder: Path) -> Path:
    """The PDF that pdflatex makes of a document, without an error."""
    (folder / "film.tex").write_text(text, encoding="utf-8")
    done = subprocess.run(
        ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "film.tex"],
        cwd=folder, capture_output=True, text=True, timeout=200, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-2_000:]
    return folder / "film.pdf"


@pytest.mark.parametrize("every", ["event", "cutoff"])
def test_every_frame_is_an_overlay_with_its_shapes_and_its_text(every: str) -> None:
    trace = tracer.trace(AIMA)
    drawn, found = frames(trace, animate=every), overlays(document(trace, animate=every))
    assert list(found) == list(range(1, len(drawn) + 1))
    for canvas, lines in zip(drawn, found.values(), strict=True):
        shapes = list(iter_flat_shapes(canvas.shapes))
        assert len(lines) == len(shapes)
        for shape, line in zip(shapes, lines, strict=True):
            assert line.startswith(r"    \plytext{" if isinstance(shape, Text) else r"    \path[")
            if isinstance(shape, Text) and shape.text.isascii() and "-" not in shape.text:
                assert untex(shape.text) in line or shape.text in line.replace("~", " ")
            if isinstance(shape, Rectangle):
                assert f"({shape.x:.2f},{shape.y:.2f}) rectangle" in line


def test_all_overlays_have_one_bounding_box() -> None:
    drawn, text = frames(tracer.trace(AIMA)), document(tracer.trace(AIMA))
    assert text.count(r"\useasboundingbox") == 1
    assert f"rectangle ({drawn[0].width:.2f},{drawn[0].height:.2f});" in text
    assert text.index(r"\useasboundingbox") < text.index(r"\only<1>")


def test_every_colour_and_style_is_defined_once_and_used() -> None:
    text = document(tracer.trace(AIMA), theme="dark")
    defined = re.findall(r"\\definecolor\{(ply[0-9A-F]{6})\}", text)
    styles = re.findall(r"^  (ply (?:fill|line) [^/]+)/\.style", text, re.MULTILINE)
    assert len(defined) == len(set(defined)) > 10
    assert set(re.findall(r"\{(ply[0-9A-F]{6})\}", text)) | set(re.findall(r"=(ply[0-9A-F]{6})", text)) == set(defined)
    assert set(re.findall(r"\\path\[(ply [^],]+)", text)) == set(styles)


def test_too_many_steps_for_a_slide_are_refused() -> None:
    with pytest.raises(PlyscopeError, match="100 is the most: draw fewer nodes"):
        document(tracer.trace("tictactoe"), max_nodes=80)
    assert len(overlays(document(tracer.trace("tictactoe")))) <= 100
    assert len(overlays(document(tracer.trace("tictactoe"), max_nodes=80, every=3))) <= 100


@pytest.mark.parametrize("source", [AIMA, "tictactoe", "nim:1,2,3"])
def test_all_text_of_a_slide_is_read_at_the_back_of_a_room(source: Any) -> None:
    """Its smallest text is as large as the smallest that Beamer has, 5 points on a slide 256 points high."""
    for canvas in frames(tracer.trace(source), animate="cutoff"):
        scale = min(beamer.SLIDE_WIDTH / canvas.width, beamer.SLIDE_HEIGHT / canvas.height)
        assert min(text.size for text in canvas.iter_texts()) * scale * beamer.LETTER_SCALE >= 5


def test_the_same_search_gives_the_same_text() -> None:
    assert document(tracer.trace(AIMA)) == document(tracer.trace(AIMA))


@pytest.mark.parametrize(
    ("source", "options"),
    [
        ([[3, 12], [2, 4]], {}),
        (AIMA, {"history": True, "theme": "dark", "animate": "cutoff"}),
        (AIMA, {"triangles": True, "animate": "cutoff"}),
    ],
)
def test_tex_makes_a_page_of_each_overlay(need: Need, tmp_path: Path, source: Any, options: dict[str, Any]) -> None:
    """The legend stands at one place on all pages."""
    need("pdflatex")
    need("pdftotext")
    trace = tracer.trace(source)
    path = typeset(document(trace, **options), tmp_path)
    found = subprocess.run(["pdftotext", "-bbox", path, "-"], capture_output=True, text=True, check=True).stdout
    pages = found.split("<page ")[1:]
    assert len(pages) == len(frames(trace, animate=options.get("animate", "event")))
    word = re.compile(r'<word xMin="([\d.]+)" yMin="([\d.]+)"[^>]*>principal</word>')
    places = {tuple(round(float(place), 2) for place in word.findall(page)[0]) for page in pages}
    assert len(places) == 1
    ends = [
        tuple(map(float, found)) for page in pages for found in re.findall(r'xMin="([-.\d]+)".*?xMax="([-.\d]+)"', page)
    ]
    assert ends
    assert all(0 <= begin < end <= 454 for begin, end in ends), "the drawing is in the middle of the slide"


def test_tex_typesets_hostile_labels(need: Need, tmp_path: Path) -> None:
    need("pdflatex")
    typeset(document(hostile_trace(), animate="cutoff", max_nodes=20), tmp_path)


def test_figures_of_one_paper_keep_their_own_looks(need: Need, tmp_path: Path) -> None:
    """Whatever is read after a figure's preamble, its styles and colours are as they were."""
    need("pdflatex")
    figures = {
        "first": {"fit": "column", "theme": "light"},
        "second": {"fit": "column", "theme": "print", "highlight": [8]},
        "third": {"board": True},
        "fourth": {"theme": "colour-blind"},
    }
    meanings: dict[str, str] = {}
    for name, options in figures.items():
        stream = io.BytesIO()
        write_stream(
            tracer.trace("tictactoe", depth=2) if name == "third" else tracer.trace(AIMA), stream, "tex", **options
        )
        text = stream.getvalue().decode()
        (tmp_path / f"{name}.tex").write_text(text, encoding="utf-8")
        if name in ("first", "second"):
            found = re.findall(r"^  (ply [^/]+)/\.style=(.*),$", text, re.MULTILINE)
            found += re.findall(r"\\definecolor\{(ply[^}]+)\}(.*)$", text, re.MULTILINE)
            assert all(meanings.setdefault(key, value) == value for key, value in found)
    inputs = "".join(rf"\begin{{figure}}\input{{{name}.tex}}\end{{figure}}" for name in figures)
    head = r"\documentclass{article}\usepackage[subpreambles=true]{standalone}"
    for _ in range(2):
        typeset(rf"{head}\begin{{document}}{inputs}\end{{document}}", tmp_path)
