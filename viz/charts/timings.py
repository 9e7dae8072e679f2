"""What searches took, measured beside one another: times, and nodes where they are known, on logarithmic scales."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, BinaryIO

from tracer.errors import PlyscopeError
from tracer.measuring.documents import machine_line
from tracer.measuring.measured import Measured, Place, Stage
from tracer.measuring.summary import Summary, summarise
from tracer.text import clean, nearest
from viz.charts import plot, sheet
from viz.charts.cells import mix
from viz.libraries import demand
from viz.pictures.theme import LIGHT, Theme

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH = 8.0
"""Inches of the figure: a slide, or a page without its margins."""
FITS: Mapping[str, tuple[float, float | None, int]] = MappingProxyType(
    {"slide": (WIDTH, WIDTH * 9 / 16, 240), "page": (160 / 25.4, None, 300), "column": (85 / 25.4, None, 600)}
)
"""Width and height in inches, and dots an inch, for what a chart is shown on; a bitmap of a slide has 1920×1080."""
HEIGHT = 3.0
"""Inches of the axes."""
GAP = 0.75
"""Inches between axes."""
MARKERS = "os^Dv*"
NAMED = 4
"""Positions up to which each is named; of more, each has its number."""
LABEL = 18
"""Characters of such a name."""
APART = 0.5
"""Of the room of a position, what the signs of its searches take beside one another."""
BESIDE = 0.012
"""Of the breadth of a chart, how far right of its sign the timings of a search stand."""
LEAST_NUMBERS = 3
"""At a scale."""
_TIMES = ((1e-9, "ns"), (1e-6, "µs"), (1e-3, "ms"), (1.0, "s"))


@dataclass(frozen=True)
class Curve:
    """One search at several stages."""

    label: str
    column: int
    group: int
    """Of a side, or of a position to several depths: it chooses the dashes."""
    xs: Sequence[float]
    found: Sequence[Summary]
    timings: Sequence[Sequence[float]]
    """All that were made at each stage."""
    joined: bool
    """Whether a line leads from one to the next."""


def check(suffix: str, fit: str | None = None) -> None:
    """Refuse what cannot be drawn, before anything is measured.

    Raises:
        PlyscopeError: the suffix is none of `viz.charts.plot.FORMATS`, what it shall fit is none of `FITS`, or
            matplotlib is missing.
    """
    if fit is not None and fit not in FITS:
        raise PlyscopeError(f"--fit is {', '.join(FITS)}, not {clean(fit, 40)!r}{nearest(fit, FITS)}")
    wanted = suffix.lower().lstrip(".")
    if wanted not in plot.FORMATS:
        there = ", ".join(plot.FORMATS)
        raise PlyscopeError(f"no chart as {clean(suffix)!r}{nearest(wanted, plot.FORMATS)}; there are: {there}")
    demand("matplotlib")


def write(
    measured: Measured, stream: BinaryIO, format: str, *, theme: Theme | str = LIGHT, fit: str | None = None
) -> None:
    """Write a chart of what was measured as `svg`, `png` or `pdf`.

    Args:
        measured: what was measured.
        stream: where to.
        format: one of `viz.charts.plot.FORMATS`.
        theme: the colours.
        fit: one of `FITS`, what it is shown on; None is nothing in particular.

    Raises:
        PlyscopeError: there is no such format, matplotlib is missing, or nothing was timed.
    """
    with plot.drawing():
        width, height, dpi = FITS[fit] if fit is not None else (WIDTH, None, plot.DPI)
        plot.save(figure(measured, theme=theme, width=width, height=height, dpi=dpi), stream, format)


def figure(
    measured: Measured,
    *,
    theme: Theme | str = LIGHT,
    width: float = WIDTH,
    height: float | None = None,
    dpi: int = plot.DPI,
    title: str = "",
) -> Figure:
    """What was measured as a matplotlib figure. Call it inside `plot.drawing`.

    Lines go through the averages, bars are the bootstrap's intervals, faint points are all timings.

    Args:
        measured: what was measured.
        theme: the colours.
        width: inches.
        height: inches of all; None is what `HEIGHT` and the words need.
        dpi: dots an inch of a bitmap.
        title: what stands above it in place of the games.

    Raises:
        PlyscopeError: nothing was timed.
    """
    looks = plot.looks(theme)
    curves = list(_curves(measured))
    if not any(any(curve.timings) for curve in curves):
        raise PlyscopeError("nothing was timed that could be drawn")
    counted = any(one.nodes for curve in curves for one in curve.found)
    stage = next(iter(measured.stages))
    around = sheet.Around(
        title=clean(title or ", ".join(dict.fromkeys(one.game for one in measured.stages))),
        lines=[*([measured.subject] if measured.subject else []), _means(measured)],
        signs=[_sign(curve, looks) for curve in curves],
        note=machine_line(measured),
        theme=looks,
        titled=True,
    )
    panels = 2 if counted else 1
    pixels = (sheet.dots(width, dpi, panels, GAP), round(HEIGHT * dpi))
    laid_out = sheet.lay_out(around, pixels, width=width, dpi=dpi, panels=panels, gap=GAP)
    if height is not None:
        spare = round(height * dpi) - int(laid_out.figure.get_figheight() * dpi)
        pixels = (pixels[0], max(dpi, pixels[1] + spare))
        laid_out = sheet.lay_out(around, pixels, width=width, dpi=dpi, panels=panels, gap=GAP)
    for number, axes in enumerate(laid_out.axes):
        axes.set_title(
            "nodes visited" if number else "time of a search", loc="left", size=plot.TEXT, color=looks.text, pad=3
        )
        for curve in curves:
            _draw(axes, curve, looks, nodes=bool(number))
        _across(axes, measured, stage)
        _up(axes, looks, nodes=bool(number))
    return laid_out.figure


def _means(measured: Measured) -> str:
    several = any(len(places) > 1 for places in measured.stages.values())
    what = "the mean over the games of each game's median" if several else "the median of the timings"
    barred = any(curve.interval for one in _curves(measured) for curve in one.found)
    bars = "; bars: its 95 % interval (bootstrap)" if barred else ""
    return f"lines and signs: {what}{bars}; points beside them: every timing"


def _curves(measured: Measured) -> Iterator[Curve]:
    groups: dict[Any, dict[Stage, list[Place]]] = {}
    for stage, places in measured.stages.items():
        by_position = stage.round is None and stage.depth is None
        key = None if by_position else (stage.game, stage.position, stage.side)
        groups.setdefault(key, {})[stage] = places
    for group, (key, stages) in enumerate(groups.items()):
        for column, name in enumerate(measured.columns):
            shift = 0.0
            if key is None and len(measured.columns) > 1:
                shift = APART * (column / (len(measured.columns) - 1) - 0.5)
            xs = [float(stage.round or stage.depth or place) + shift for place, stage in enumerate(stages, 1)]
            found = [summarise(places, column) for places in stages.values()]
            timings = [[one for place in places for one in place.cells[column].seconds] for places in stages.values()]
            yield Curve(
                f"\u200a{clean(name)}{_told_apart(key, groups)}", column, group, xs, found, timings, key is not None
            )


def _told_apart(key: Any, groups: dict[Any, Any]) -> str:
    """What of a group stands behind its searches' names: what not all groups have in common."""
    if len(groups) < 2:
        return ""
    differ = [word for k, word in enumerate(key) if len({other[k] for other in groups}) > 1 and word]
    words = [f"computer {word}" if word == key[2] else clean(str(word), LABEL) for word in differ]
    return f", {', '.join(words)}" if words else ""


def _style(curve: Curve, theme: Theme) -> dict[str, Any]:
    colours = plot.line_colours(theme)
    return {
        "color": colours[curve.column % len(colours)],
        "linestyle": plot.DASHES[curve.group % len(plot.DASHES)] if curve.joined else "none",
        "linewidth": 1.2,
        "marker": MARKERS[curve.column % len(MARKERS)],
        "markersize": 4.5,
        "markeredgewidth": 0.9,
        "markerfacecolor": theme.background if curve.group % 2 else colours[curve.column % len(colours)],
    }


def _sign(curve: Curve, theme: Theme) -> Any:
    from matplotlib.lines import Line2D

    return Line2D([], [], label=curve.label, **_style(curve, theme))


def _draw(axes: Axes, curve: Curve, theme: Theme, *, nodes: bool) -> None:
    style = _style(curve, theme)
    heights = [one.nodes if nodes else one.average for one in curve.found]
    known = [(x, y, one) for x, y, one in zip(curve.xs, heights, curve.found, strict=True) if y]
    axes.plot([x for x, _, _ in known], [y for _, y, _ in known], **style, zorder=3, clip_on=False)
    if nodes:
        return
    pale = mix(theme.background, style["color"], 0.55)
    hollow = curve.group % 2
    beside = BESIDE * (max(curve.xs) - min(curve.xs) + 1) * (-1 if hollow else 1)
    look: dict[str, Any] = {
        "markeredgewidth": 0.6 if hollow else 0,
        "markerfacecolor": theme.background if hollow else pale,
    }
    for x, timings in zip(curve.xs, curve.timings, strict=True):
        axes.plot(
            [x + beside] * len(timings), timings, "o", color=pale, markersize=2.6 if hollow else 2.2, **look, zorder=1
        )
    for x, _, one in known:
        if one.interval is not None:
            axes.plot([x, x], one.interval, color=style["color"], linewidth=1.8, solid_capstyle="butt", zorder=2)


def _across(axes: Axes, measured: Measured, stage: Stage) -> None:
    from matplotlib.ticker import MaxNLocator

    stages = measured.stages
    if stage.round is not None or stage.depth is not None:
        axes.set_xlabel("round: the computer's moves" if stage.round is not None else "depth in plies", labelpad=3)
        places = [float(one.round or one.depth or 0) for one in stages]
        axes.xaxis.set_major_locator(MaxNLocator(8, integer=True, steps=[1, 2, 5, 10]))
        axes.set_xlim(min(places) - 0.3, max(places) + 0.3)
        return
    few = len(stages) <= NAMED
    names = [
        clean(one.position or "start" if len({s.game for s in stages}) == 1 else one.game, LABEL) for one in stages
    ]
    axes.set_xticks(range(1, len(stages) + 1), names if few else list(map(str, range(1, len(stages) + 1))))
    axes.set_xlabel("position" if few else "position, in the order of the table", labelpad=3)
    axes.set_xlim(0.5, len(stages) + 0.5)


def _up(axes: Axes, theme: Theme, *, nodes: bool) -> None:
    """A logarithmic scale, with at least `LEAST_NUMBERS` at it."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    axes.set_yscale("log")
    low, high = axes.get_ylim()
    if high < 10 * low:
        middle = (low * high) ** 0.5
        axes.set_ylim(min(low, middle / 4), max(high, middle * 4))
    low, high = axes.get_ylim()
    few = sum(low <= tick <= high for tick in LogLocator(10, numticks=9).tick_values(low, high)) < LEAST_NUMBERS
    axes.yaxis.set_major_locator(LogLocator(10, subs=(1.0, 2.0, 5.0) if few else (1.0,), numticks=9))
    axes.yaxis.set_minor_locator(LogLocator(10, subs=range(2, 10), numticks=99))
    axes.yaxis.set_minor_formatter(NullFormatter())
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: plot.abbreviate(value) if nodes else _time(value)))
    axes.tick_params(axis="y", which="minor", length=1.5, width=0.4, color=theme.edge)
    axes.grid(axis="y", color=mix(theme.background, theme.edge, 0.22), linewidth=0.5)
    axes.set_axisbelow(True)


def _time(seconds: float) -> str:
    """A time as an axis has it.

    >>> [_time(seconds) for seconds in (1e-6, 2e-4, 0.5, 100)]
    ['1 µs', '200 µs', '500 ms', '100 s']
    """
    unit, name = next((one for one in reversed(_TIMES) if seconds >= one[0] * 0.9995), _TIMES[0])
    return f"{seconds / unit:.4g} {name}"
