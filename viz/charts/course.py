"""How a search came to its answer: N and Q of the root's moves, its proof numbers, or what each pass answered."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from tracer.text import clean, number
from tracer.tracing import Trace
from viz.charts import plot, sheet
from viz.charts.answers import SIGNS
from viz.charts.cells import mix
from viz.charts.chart import Chart
from viz.charts.ends import End, name_ends, room
from viz.charts.followed import Line, Panel, panels
from viz.pictures.best_first import counted
from viz.pictures.legend import outcome, result
from viz.pictures.theme import LIGHT, Theme

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH = 8.0
"""Inches of the figure: a slide, or a page without its margins."""
HEIGHT = 3.0
"""Inches of the axes."""
LINEAR = 300.0
"""The greatest proof number up to which the scale is linear; beyond it is logarithmic."""
NAMED = 24
"""Passes up to which each is numbered, and their best moves stand at them."""
_MEANINGS = {"o": "= exact", "^": "≥ at least", "v": "≤ at most", "s": "no bound"}


def figure(
    trace: Trace,
    *,
    root: int = 0,
    theme: Theme | str = LIGHT,
    width: float = WIDTH,
    dpi: int | None = None,
    title: str | None = None,
    subtitle: str | None = None,
) -> Figure:
    """The course of a search as a matplotlib figure. Call it inside `plot.drawing`.

    Args:
        trace: what was recorded.
        root: the node whose moves are followed, whose proof numbers, or whose passes.
        theme: the colours.
        width: inches.
        dpi: dots an inch of a bitmap; None is 200.
        title: what stands above it in place of what was searched.
        subtitle: what stands below that in place of the result.

    Raises:
        PlyscopeError: an option is wrong, or the search has no course.
    """
    looks, dpi = plot.looks(theme), plot.DPI if dpi is None else dpi
    drawn = panels(trace, root, looks)
    names = room([_end(line) for panel in drawn for line in panel.lines if line.name])
    gap, margins = names + sheet.LEFT, sheet.Margins(right=names + sheet.EDGE)
    pixels = (sheet.dots(width, dpi, len(drawn), gap, margins), round(HEIGHT * dpi))
    around = sheet.Around(
        title=clean(title or trace.header.title),
        lines=[clean(subtitle) if subtitle else _result(trace, root)],
        signs=list(_signs(drawn, looks)),
        note=" ".join(panel.note for panel in drawn if panel.note),
        theme=looks,
        titled=any(panel.title for panel in drawn),
    )
    laid_out = sheet.lay_out(around, pixels, width=width, dpi=dpi, panels=len(drawn), gap=gap, margins=margins)
    for axes, panel in zip(laid_out.axes, drawn, strict=True):
        scale = _draw(axes, panel, looks)
        name_ends(axes, [_end(line, scale) for line in panel.lines if line.name], HEIGHT * 72)
    return laid_out.figure


def _result(trace: Trace, root: int) -> str:
    if not root:
        return result(trace)
    after = f"after {clean(' '.join(trace.node(root).path), 60)}"
    counts = [counted(trace, root)] if trace.columns.log is not None else []
    return " · ".join([after, outcome(trace, root), *counts])


def _end(line: Line, scale: Callable[[float], float] = float) -> End:
    return End(scale(line.ys[-1]), line.name, line.colour, line.bold)


def _draw(axes: Axes, panel: Panel, theme: Theme) -> Callable[[float], float]:
    """Draw lines, and give where a number stands on the axis."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    axes.set_title(panel.title, loc="left", size=plot.TEXT, color=theme.text, pad=3)
    last = max(line.xs[-1] for line in panel.lines)
    axes.set_xlim(*((0.5, last + 0.5) if panel.answers else (0, last)))
    axes.set_xlabel(panel.across, labelpad=3)
    axes.xaxis.set_major_locator(
        MaxNLocator(NAMED if panel.answers and last <= NAMED else 5, integer=True, steps=[1, 2, 5, 10])
    )
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: plot.abbreviate(value)))
    scale = _numbers(axes, panel, theme)
    for order, line in enumerate(panel.lines):
        axes.plot(
            line.xs,
            [scale(y) for y in line.ys],
            color=line.colour,
            linestyle=line.dashes,
            linewidth=line.width,
            drawstyle="steps-post" if line.stepped else "default",
            zorder=2 + order / 99,
        )
    _mark(axes, panel, theme)
    return scale


def _numbers(axes: Axes, panel: Panel, theme: Theme) -> Callable[[float], float]:
    """Set up the axis of the numbers."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    known = [float(y) for line in panel.lines for y in line.ys if math.isfinite(y)]
    low, high = (min(known), max(known)) if known else (0.0, 1.0)
    if panel.proofs:
        return _proof_numbers(axes, high, theme, infinite=any(math.inf in list(line.ys) for line in panel.lines))
    low = 0.0 if panel.from_zero else low
    pad = max(high - low, 1e-9 * max(abs(high), 1), 0.02 if high == low else 0) * (0.14 if panel.answers else 0.05)
    axes.set_ylim(low if panel.from_zero else low - pad, high + pad)
    axes.yaxis.set_major_locator(MaxNLocator(8, integer=panel.from_zero, steps=[1, 2, 2.5, 5, 10]))
    formatter = plot.abbreviate if panel.from_zero else lambda value: number(round(value, 12))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: formatter(value)))
    _guide(axes, [tick for tick in axes.get_yticks() if low - pad <= tick <= high + pad], theme)
    return float


def _proof_numbers(axes: Axes, high: float, theme: Theme, *, infinite: bool) -> Callable[[float], float]:
    """An axis from 0 to ∞, which stands above a line across; logarithmic where the numbers are large."""
    from matplotlib.ticker import MaxNLocator

    high = max(high, 1.0)
    if high <= LINEAR:
        step: Callable[[float], float] = float
        ticks = [
            float(tick)
            for tick in MaxNLocator(6, integer=True, steps=[1, 2, 5, 10]).tick_values(0, high)
            if 0 <= tick <= high
        ]
    else:
        step = _decades
        ticks = [0.0, *(10.0**power for power in range(math.ceil(math.log10(high)) + 1) if 10.0**power <= high)]
    top = step(high)
    above = top * 1.14
    names = [plot.abbreviate(tick) for tick in ticks]
    places = [step(tick) for tick in ticks]
    if infinite:
        axes.axhline(top * 1.07, color=theme.edge, linewidth=0.6, linestyle=(0, (1, 2)), zorder=1)
        places, names = [*places, above], [*names, "∞"]
    axes.set_ylim(0, above + top * 0.03 if infinite else top * 1.04)
    axes.set_yticks(places, names)
    axes.set_ylabel("pn, dn" if step is float else "pn, dn (log scale)", labelpad=4)
    _guide(axes, places, theme)
    return lambda value: above if value == math.inf else step(value)


def _decades(value: float) -> float:
    return math.log10(1 + value)


def _guide(axes: Axes, places: Sequence[float], theme: Theme) -> None:
    """Faint lines across."""
    for place in places:
        axes.axhline(place, color=mix(theme.background, theme.edge, 0.22), linewidth=0.5, zorder=0)


def _mark(axes: Axes, panel: Panel, theme: Theme) -> None:
    """The signs of passes, and their best moves where these have room."""
    for one in panel.answers:
        if math.isfinite(one.value):
            sign = "s" if one.bound is None else SIGNS[one.bound]
            axes.plot([one.place], [one.value], sign, markersize=5, color=theme.variation, zorder=3)
    if len(panel.answers) > NAMED:
        return
    room = axes.get_window_extent().width * 72 / axes.figure.dpi / max(len(panel.answers), 1)
    values = [one.value for one in panel.answers]
    for before, one, after in zip([math.nan, *values], panel.answers, [*values[1:], math.nan], strict=False):
        if one.move and math.isfinite(one.value) and plot.extent(one.move, plot.TEXT) <= room:
            # Where the line comes and goes below, or level, there is room above.
            around = [value for value in (before, after) if math.isfinite(value)]
            above = sum(around) <= one.value * len(around)
            axes.annotate(
                one.move,
                (one.place, one.value),
                xytext=(0, 6 if above else -6),
                textcoords="offset points",
                ha="center",
                va="bottom" if above else "top",
                size=plot.TEXT,
                color=theme.text,
            )


def _signs(drawn: Sequence[Panel], theme: Theme) -> Iterator[Any]:
    """The legend of passes; all other lines have their names at their ends."""
    from matplotlib.lines import Line2D

    found = {"s" if one.bound is None else SIGNS[one.bound] for panel in drawn for one in panel.answers}
    for sign, meaning in _MEANINGS.items():
        if sign in found:
            yield Line2D([], [], marker=sign, linestyle="none", color=theme.variation, markersize=5, label=meaning)


CHART = Chart(
    name="course",
    shows="N and Q of the root's moves over the iterations, its proof numbers, or the answers of its passes",
    figure=figure,
    takes=("root", "theme", "dpi", "title", "subtitle"),
)
