"""What holds for every chart: whoever adds one is told here what is missing."""

import importlib
import io
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from charted import content
from hostile import HOSTILE, hostile_trace
from strategies import AIMA

import tracer
from tracer.errors import PlyscopeError
from tracer.recording.header import Header
from tracer.recording.recorder import Recorder
from tracer.recording.status import EXPANDED, TERMINAL
from tracer.text import MOVE_LIMIT, clean
from viz import export
from viz.charts import plot, registry
from viz.charts.registry import CHARTS
from viz.pictures.theme import THEMES

SVG = "{http://www.w3.org/2000/svg}"


def example(name: str) -> Any:
    """What a chart is drawn of."""
    if name == "course":
        return tracer.trace(AIMA, "uct", iterations=40)
    if name in ("passes", "merits"):
        driven = tracer.trace(AIMA, "mtdf", guess=float("inf"), table="path")
        return driven if name == "passes" else [tracer.trace(AIMA, "sss"), driven]
    return tracer.trace(AIMA)


def hostile(name: str) -> tracer.Trace:
    """The same with names that someone might have meant to do harm."""
    if name in ("icicle", "plies"):
        return hostile_trace()
    if name == "course":
        record = tracer.BestFirstRecorder()
        root = record.add(None, None, 1)
        for move in HOSTILE[:6]:
            record.iteration()
            record.update(record.add(root, move, -1), 1.0)
        columns, moves = record.finish()
        return tracer.Trace(columns, moves, Header(game=HOSTILE[0], search=HOSTILE[1]))
    record = Recorder()
    driver = record.enter(None, 1)
    for number, label in enumerate(HOSTILE):
        node = record.enter(tracer.Pass(label), 1, number, number + 1)
        record.leave(record.enter(label, -1, number, number + 1), 99, TERMINAL)
        record.leave(node, 99, EXPANDED)
    record.leave(driver, 99, EXPANDED)
    columns, moves = record.finish()
    return tracer.Trace(columns, moves, Header(game=HOSTILE[0], search=HOSTILE[1]))


def drawn(name: str, trace: Any, format: str = "svg", **options: Any) -> bytes:
    return content(CHARTS[name], trace, format, **options)


def test_every_file_with_a_chart_has_its_line_in_the_registry() -> None:
    files = (path for path in Path(registry.__file__).parent.glob("*.py"))
    modules = [importlib.import_module(f"viz.charts.{path.stem}") for path in files if path.stem != "__init__"]
    assert {module.CHART.name for module in modules if hasattr(module, "CHART")} == set(CHARTS)


@pytest.mark.parametrize("name", CHARTS)
def test_it_looks_as_it_did(name: str, golden: Callable[[str, str], None]) -> None:
    golden(f"aima-{name}.svg", drawn(name, example(name)).decode())


@pytest.mark.parametrize("name", CHARTS)
@pytest.mark.parametrize("format", plot.CHART_FORMATS)
def test_the_same_trace_gives_the_same_bytes(name: str, format: str) -> None:
    assert drawn(name, example(name), format, dpi=60) == drawn(name, example(name), format, dpi=60)


@pytest.mark.parametrize("name", CHARTS)
@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_is_drawn_and_is_another_one(name: str, theme: str) -> None:
    trace = example(name)
    assert (drawn(name, trace, theme=theme) == drawn(name, trace)) == (theme == "light")


@pytest.mark.parametrize("name", CHARTS)
def test_an_svg_needs_no_library(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("matplotlib", "resvg_py", "reportlab", "PIL"):
        monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setattr("viz.libraries.find_spec", lambda _: None)
    export.check("x.svg", chart=name)
    assert drawn(name, example(name)).startswith(b"<svg")
    for suffix in ("png", "pdf"):
        with pytest.raises(PlyscopeError, match="render"):
            export.check(f"x.{suffix}", chart=name)


@pytest.mark.parametrize("name", CHARTS)
def test_titles_are_those_that_are_asked_for(name: str) -> None:
    said = drawn(name, example(name), title="Figure 1", subtitle="an example").decode()
    assert ">Figure 1<" in said
    assert ">an example<" in said


@pytest.mark.parametrize("name", CHARTS)
def test_hostile_names_are_text(name: str) -> None:
    trace = hostile(name)
    found = ["".join(text.itertext()) for text in ET.fromstring(drawn(name, trace)).iter(f"{SVG}text")]
    said = " ".join(found)
    assert said == clean(said, len(said))
    if name in ("course", "passes"):
        assert sum(any(clean(label, MOVE_LIMIT)[:8] in text for text in found) for label in HOSTILE[:6]) >= 5
    for format in ("png", "pdf"):
        assert drawn(name, trace, format, dpi=50)


@pytest.mark.parametrize("name", CHARTS)
def test_on_a_slide_its_text_can_be_read(name: str) -> None:
    """A bitmap is no larger than that shrinking it to 1920 by 1080 pixels leaves text of 14."""
    from PIL import Image

    width, height = Image.open(io.BytesIO(drawn(name, example(name), "png"))).size
    text = 7.0 * plot.DEFAULT_DPI / 72  # the note's, in pixels
    assert text * min(1, 1920 / width, 1080 / height) >= 14
