"""Charts as files, and what is drawn between their axes in numbers."""

import math
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

import tracer
from viz.charts import plot
from viz.charts.axes import Axes
from viz.charts.icicle_slices import PlySlices, choose_spans, sum_slices
from viz.charts.plot import Chart
from viz.formats.registry import FORMATS
from viz.paper.canvas import Canvas, Paint

SVG = "{http://www.w3.org/2000/svg}"


def content(chart: Chart, traces: Any, format: str = "svg", **options: Any) -> bytes:
    """A chart as the content of a file."""
    page = FORMATS[format].page
    assert page is not None
    return page(chart.draw(traces, **options), {"dpi": options.get("dpi") or plot.DEFAULT_DPI})


def texts(chart: Chart, traces: Any, **options: Any) -> list[str]:
    """The texts of a chart, as an XML parser reads them."""
    return texts_of(content(chart, traces, **options))


def texts_of(svg: bytes | str) -> list[str]:
    return ["".join(text.itertext()).replace("\u00a0", " ") for text in ET.fromstring(svg).iter(f"{SVG}text")]


@dataclass
class Drawn:
    """What was drawn between two axes, in their numbers."""

    axes: Axes
    marks: list[tuple[str, float, float, float, Paint]] = field(default_factory=list)
    """Kind, across, up, size."""
    lines: list[tuple[list[float], list[float], Paint]] = field(default_factory=list)
    """Without those of which nothing is a number."""
    ups: list[tuple[float, str]] = field(default_factory=list)
    """The numbers of the upright axis."""
    names: list[str] = field(default_factory=list)
    """How those of the other axis are written."""


def between_axes(draw: Callable[[], Canvas]) -> list[Drawn]:
    """What a chart draws between each of its axes."""
    found: dict[int, Drawn] = {}
    mark, line, up, across = Axes.draw_mark, Axes.draw_line, Axes.draw_y_axis, Axes.draw_x_axis

    def of(axes: Axes) -> Drawn:
        return found.setdefault(id(axes), Drawn(axes))

    def marked(axes: Axes, kind: str, x: float, y: float, size: float, paint: Paint) -> None:
        of(axes).marks.append((kind, x, y, size, paint))
        mark(axes, kind, x, y, size, paint)

    def lined(axes: Axes, xs: Any, ys: Any, paint: Paint, **how: Any) -> None:
        if any(map(math.isfinite, ys)):
            of(axes).lines.append((list(xs), list(ys), paint))
        line(axes, xs, ys, paint, **how)

    def numbered_up(axes: Axes, ticks: Any, **how: Any) -> None:
        of(axes).ups += ticks
        up(axes, ticks, **how)

    def numbered_across(axes: Axes, ticks: Any, name: str) -> None:
        of(axes).names += [text for _, text in ticks]
        across(axes, ticks, name)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Axes, "draw_mark", marked)
        patch.setattr(Axes, "draw_line", lined)
        patch.setattr(Axes, "draw_y_axis", numbered_up)
        patch.setattr(Axes, "draw_x_axis", numbered_across)
        draw()
    return list(found.values())


def slices(
    trace: tracer.Trace, columns: int, *, root: int = 0, across: str = "nodes", mass: str = "branches", rows: int = 400
) -> PlySlices:
    """A trace summed up by ply and column."""
    return sum_slices(trace, choose_spans(trace, root=root, unit_choice=across, mass=mass), columns, rows)
