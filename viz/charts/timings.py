"""What searches took, measured beside one another: times, and nodes where they are known, on logarithmic scales."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from types import MappingProxyType
from typing import Any

from tracer.errors import PlyscopeError
from tracer.measuring.documents import Summary, machine_line, summarise
from tracer.measuring.measured import Measured, Place, Stage
from tracer.text import clean, nearest
from viz.charts import plot, sheet
from viz.charts.axes import Axes, round_numbers, written
from viz.charts.cells import mix
from viz.paper.canvas import Canvas, Paint
from viz.pictures.theme import LIGHT, Theme

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
SIGN, WIDE = 4.5, 1.2
"""Sizes of a sign and of a line, in points."""
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
        PlyscopeError: the suffix is none of `viz.charts.plot.FORMATS`, what it shall fit is none of `FITS`.
    """
    if fit is not None and fit not in FITS:
        raise PlyscopeError(f"--fit is {', '.join(FITS)}, not {clean(fit, 40)!r}{nearest(fit, FITS)}")
    wanted = suffix.lower().lstrip(".")
    if wanted not in plot.FORMATS:
        there = ", ".join(plot.FORMATS)
        raise PlyscopeError(f"no chart as {clean(suffix)!r}{nearest(wanted, plot.FORMATS)}; there are: {there}")


def draw(
    measured: Measured,
    *,
    theme: Theme | str = LIGHT,
    width: float = WIDTH,
    height: float | None = None,
    title: str = "",
) -> Canvas:
    """Draw what was measured.

    Lines go through the averages, bars are the bootstrap's intervals, faint points are all timings.

    Args:
        measured: what was measured.
        theme: the colours.
        width: inches.
        height: inches of all; None is what `HEIGHT` and the words need.
        title: what stands above it in place of the games.

    Raises:
        PlyscopeError: nothing was timed.
    """
    looks = plot.looks(theme)
    curves = list(_curves(measured))
    if not any(any(curve.timings) for curve in curves):
        raise PlyscopeError("nothing was timed that could be drawn")
    counted = any(one.nodes for curve in curves for one in curve.found)
    around = sheet.Around(
        title=clean(title or ", ".join(dict.fromkeys(one.game for one in measured.stages))),
        lines=[*([measured.subject] if measured.subject else []), _means(measured)],
        signs=[_sign(curve, looks) for curve in curves],
        note=machine_line(measured),
        theme=looks,
        titled=True,
    )
    panels = 2 if counted else 1
    size = (sheet.room(width, panels, GAP), 72 * HEIGHT)
    laid_out = sheet.lay_out(around, size, width=width, panels=panels, gap=GAP)
    if height is not None:
        size = (size[0], max(72.0, size[1] + 72 * height - laid_out.height))
        laid_out = sheet.lay_out(around, size, width=width, panels=panels, gap=GAP)
    for number, axes in enumerate(laid_out.axes):
        axes.title("nodes visited" if number else "time of a search")
        _across(axes, measured)
        _up(axes, curves, nodes=bool(number))
        for curve in curves:
            _curve(axes, curve, nodes=bool(number))
    return laid_out.canvas


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
            yield Curve(f"{clean(name)}{_told_apart(key, groups)}", column, group, xs, found, timings, key is not None)


def _told_apart(key: Any, groups: dict[Any, Any]) -> str:
    """What of a group stands behind its searches' names: what not all groups have in common."""
    if len(groups) < 2:
        return ""
    differ = [word for k, word in enumerate(key) if len({other[k] for other in groups}) > 1 and word]
    words = [f"computer {word}" if word == key[2] else clean(str(word), LABEL) for word in differ]
    return f", {', '.join(words)}" if words else ""


def _colour(curve: Curve, theme: Theme) -> str:
    colours = plot.line_colours(theme)
    return colours[curve.column % len(colours)]


def _line(curve: Curve, theme: Theme) -> Paint | None:
    """What leads from one stage to the next."""
    if not curve.joined:
        return None
    return Paint(line=_colour(curve, theme), width=WIDE, dashes=plot.dashes(curve.group, WIDE))


def _mark(curve: Curve, theme: Theme) -> Paint:
    colour = _colour(curve, theme)
    return Paint(fill=theme.background if curve.group % 2 else colour, line=colour, width=0.9)


def _marker(curve: Curve) -> str:
    return MARKERS[curve.column % len(MARKERS)]


def _sign(curve: Curve, theme: Theme) -> sheet.Sign:
    return sheet.line_sign(curve.label, _line(curve, theme), _marker(curve), SIGN, _mark(curve, theme))


def _heights(curve: Curve, *, nodes: bool) -> list[float | None]:
    return [one.nodes if nodes else one.average for one in curve.found]


def _curve(axes: Axes, curve: Curve, *, nodes: bool) -> None:
    theme, colour = axes.theme, _colour(curve, axes.theme)
    known = [
        (x, log10(y), one) for x, y, one in zip(curve.xs, _heights(curve, nodes=nodes), curve.found, strict=True) if y
    ]
    if not nodes:
        pale, hollow = mix(theme.background, colour, 0.55), curve.group % 2
        beside = BESIDE * (max(curve.xs) - min(curve.xs) + 1) * (-1 if hollow else 1)
        point = Paint(fill=theme.background, line=pale, width=0.6) if hollow else Paint(fill=pale)
        for x, timings in zip(curve.xs, curve.timings, strict=True):
            for seconds in timings:
                axes.mark("o", x + beside, log10(seconds), 2.6 if hollow else 2.2, point)
        for x, _, one in known:
            if one.interval is not None:
                axes.line([x, x], [log10(end) for end in one.interval], Paint(line=colour, width=1.8))
    if (paint := _line(curve, theme)) is not None:
        axes.line([x for x, _, _ in known], [y for _, y, _ in known], paint)
    for x, y, _ in known:
        axes.mark(_marker(curve), x, y, SIGN, _mark(curve, theme))


def _across(axes: Axes, measured: Measured) -> None:
    stages = measured.stages
    stage = next(iter(stages))
    if stage.round is not None or stage.depth is not None:
        places = [float(one.round or one.depth or 0) for one in stages]
        axes.across = (min(places) - 0.3, max(places) + 0.3)
        numbers = round_numbers(min(places), max(places), 8, whole=True)
        name = "round: the computer's moves" if stage.round is not None else "depth in plies"
        axes.number_across(written(numbers, lambda value: f"{value:g}"), name)
        return
    few = len(stages) <= NAMED
    names = [
        clean(one.position or "start" if len({s.game for s in stages}) == 1 else one.game, LABEL) for one in stages
    ]
    axes.across = (0.5, len(stages) + 0.5)
    ticks = [(float(place), names[place - 1] if few else str(place)) for place in range(1, len(stages) + 1)]
    axes.number_across(ticks, "position" if few else "position, in the order of the table")


def _up(axes: Axes, curves: Sequence[Curve], *, nodes: bool) -> None:
    """A logarithmic scale, with at least `LEAST_NUMBERS` at it."""
    known = [height for curve in curves for height in _heights(curve, nodes=nodes) if height]
    if not nodes:
        known += [one for curve in curves for timings in curve.timings for one in timings]
        known += [end for curve in curves for one in curve.found for end in one.interval or ()]
    low, high = log10(min(known)), log10(max(known))
    if high - low < 1:
        middle = (low + high) / 2
        low, high = min(low, middle - log10(4)), max(high, middle + log10(4))
    axes.up = (low - 0.05 * (high - low), high + 0.05 * (high - low))
    low, high = axes.up
    tens = range(ceil(low), floor(high) + 1, max(1, (floor(high) - ceil(low)) // 8))
    ticks: list[float] = [float(power) for power in tens]
    between = [power + log10(k) for power in range(floor(low), ceil(high) + 1) for k in range(2, 10)]
    if len(ticks) < LEAST_NUMBERS:
        ticks += [power + log10(k) for power in range(floor(low), ceil(high) + 1) for k in (2, 5)]
    ticks = sorted(one for one in ticks if low <= one <= high)
    axes.guide(ticks)
    write = plot.abbreviate if nodes else _time
    small = [one for one in between if low <= one <= high]
    axes.number_up([(one, write(10.0**one)) for one in ticks], small=small)


def _time(seconds: float) -> str:
    """A time as an axis has it.

    >>> [_time(seconds) for seconds in (1e-6, 2e-4, 0.5, 100)]
    ['1 µs', '200 µs', '500 ms', '100 s']
    """
    unit, name = next((one for one in reversed(_TIMES) if seconds >= one[0] * 0.9995), _TIMES[0])
    return f"{seconds / unit:.4g} {name}"
