"""A trace in a notebook: a picture once viz is there, and no import of viz in the tracer."""

import base64
import re
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from xml.etree import ElementTree

import pytest
from hostile import hostile_trace
from strategies import AIMA

import tracer
import viz
from tracer.errors import PlyscopeError

ALONE = (
    f"import sys, tracer; found = tracer.trace({AIMA}); "
    "print(found._repr_svg_(), found._repr_mimebundle_(), 'viz' in sys.modules)"
)
TOGETHER = (
    f"import tracer, viz; found = tracer.trace({AIMA}); print(found._repr_svg_() == viz.to_svg(found, fit=viz.CELL))"
)


def said(code: str) -> str:
    """What a fresh interpreter prints."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def test_without_viz_a_trace_has_no_picture_and_loads_none() -> None:
    """A notebook then shows its line of text."""
    assert said(ALONE) == "None {} False"


def test_importing_viz_gives_a_trace_its_picture() -> None:
    assert said(TOGETHER) == "True"


def test_the_picture_of_a_hostile_trace_is_xml() -> None:
    shown = hostile_trace()._repr_svg_()
    assert shown == viz.to_svg(hostile_trace(), fit=viz.CELL)
    assert ElementTree.fromstring(shown).tag.endswith("svg")


def test_an_image_of_it_is_never_wider_than_its_cell() -> None:
    """Notebooks that show SVG as it is cut what is wider than a cell; they prefer HTML."""
    shown = tracer.trace(AIMA)._repr_mimebundle_()
    image = r'<img src="data:image/svg\+xml;base64,([^"]+)" alt="[^"<]+" style="max-width: 100%; height: auto">'
    found = re.fullmatch(image, shown["text/html"])
    assert found is not None
    assert base64.b64decode(found[1]).decode() == shown["image/svg+xml"]
    assert re.fullmatch(image, hostile_trace()._repr_mimebundle_()["text/html"])


def test_who_draws_traces_may_be_another() -> None:
    """Whoever has a picture of his own registers it, and viz again afterwards."""
    try:
        tracer.Trace.draw_with(lambda trace: f"<svg>{len(trace)}</svg>")
        assert tracer.trace(AIMA)._repr_svg_() == "<svg>13</svg>"
    finally:
        tracer.Trace.draw_with(partial(viz.to_svg, fit=viz.CELL))


def test_a_trace_shows_itself_within_a_cell() -> None:
    shown = tracer.trace("tictactoe")._repr_svg_()
    assert shown is not None
    width, height = (float(length) for length in re.findall(r'(?:width|height)="([\d.]+)pt"', shown)[:2])
    assert width <= 750 + 1
    assert height <= 465 + 1


def test_a_page_and_a_widget_have_the_bounds_that_are_asked_for(need: Callable[[str], None]) -> None:
    """The last node of the textbook tree is exact by what its moves prove, and at most 2 by its window alone."""
    trace = tracer.trace(AIMA)
    assert viz.to_html(trace, bounds="classical") == viz.to_html(trace.classical()) != viz.to_html(trace)
    with pytest.raises(PlyscopeError, match="bounds is 'x'"):
        viz.to_html(trace, bounds="x")
    need("anywidget")
    assert viz.widget(trace, bounds="classical").data == viz.widget(trace.classical()).data != viz.widget(trace).data
