"""What searches took, measured beside one another: times, and nodes where they are known, on logarithmic scales."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil, floor, log10
from typing import Any

from tracer.errors import PlyscopeError
from tracer.measuring.measurements import MeasuredPlace, Measurements, Stage
from tracer.measuring.result_documents import TimingSummary, machine_line, summarise_places
from tracer.text import clean, nearest
from viz.charts import chart_sheet, plot
from viz.charts.axes import Axes, make_ticks, round_numbers
from viz.charts.cell_kinds import mix_colours
from viz.paper.canvas import Canvas, Paint
from viz.pictures.theme import LIGHT, Theme

WIDTH = 8.0
"""Inches of the figure: a slide, or a page without its margins."""
FIT_DPI = {None: plot.DEFAULT_DPI, "slide": 240, "page": 300, "column": 600}
"""Dots an inch of a bitmap by what it is shown on."""
HEIGHT = 3.0
"""Inches of the axes."""
PANEL_GAP = 0.75
"""Inches between axes."""
SIGN_SIZE = 4.5
"""Size of a sign, in points."""
MAX_NAMED_POSITIONS = 4
"""Positions up to which each is named; of more, each has its number."""
MAX_LABEL_LENGTH = 18
"""Characters of such a name."""
COLUMN_SPREAD = 0.5
"""Of the room of a position, what the signs of its searches take beside one another."""
POINT_SHIFT = 0.012
"""Of the breadth of a chart, how far right of its sign the timings of a search stand."""
MIN_NUMBERS = 3
"""At a scale."""
_TIME_UNITS = ((1e-9, "ns"), (1e-6, "µs"), (1e-3, "ms"), (1.0, "s"))


@dataclass(frozen=True)
class TimingCurve:
    """One search at several stages."""

    label: str
    column: int
    group: int
    """Of a side, or of a position to several depths: it chooses the dashes."""
    xs: Sequence[float]
    summaries: Sequence[TimingSummary]
    timings: Sequence[Sequence[float]]
    """All that were made at each stage."""
    is_joined: bool
    """Whether a line leads from one to the next."""


def check_chart_options(suffix: str) -> None:
    """Refuse what cannot be drawn, before anything is measured.

    Raises:
        PlyscopeError: the suffix is none of `viz.charts.plot.CHART_FORMATS`.
    """
    chart_format = suffix.lower().lstrip(".")
    if chart_format not in plot.CHART_FORMATS:
        known_formats = ", ".join(plot.CHART_FORMATS)
        raise PlyscopeError(
            f"no chart as {clean(suffix)!r}{nearest(chart_format, plot.CHART_FORMATS)}; there are: {known_formats}"
        )


def draw_timings(
    measured: Measurements,
    *,
    theme: Theme | str = LIGHT,
    width: float = WIDTH,
    height: float | None = None,
    title: str = "",
) -> Canvas:
    """Draw what was measured.

    Lines go through the averages, bars are the bootstrap's intervals, faint points are all timings.

    `width` and `height` are inches; a height of None is what `HEIGHT` and the words need.

    Raises:
        PlyscopeError: nothing was timed.
    """
    look = chart_sheet.ChartLook(theme=theme, width=width, title=title)
    curves = list(_iter_curves(measured))
    if not any(any(curve.timings) for curve in curves):
        raise PlyscopeError("nothing was timed that could be drawn")
    has_node_counts = any(item.nodes for curve in curves for item in curve.summaries)
    lay_out = partial(
        look.lay_out,
        ", ".join(dict.fromkeys(item.game for item in measured.stages)),
        [*([measured.subject] if measured.subject else []), _describe_averages(measured)],
        panels=2 if has_node_counts else 1,
        gap=PANEL_GAP,
        signs=[_legend_sign(curve, look.colours) for curve in curves],
        note=machine_line(measured),
        has_panel_titles=True,
    )
    drawn_sheet = lay_out(72 * HEIGHT)
    if height is not None:
        drawn_sheet = lay_out(max(72.0, 72 * (HEIGHT + height) - drawn_sheet.height))
    for panel_index, axes in enumerate(drawn_sheet.axes):
        axes.draw_title("nodes visited" if panel_index else "time of a search")
        _set_up_x_axis(axes, measured)
        _set_up_y_axis(axes, curves, with_nodes=bool(panel_index))
        for curve in curves:
            _draw_curve(axes, curve, with_nodes=bool(panel_index))
    return drawn_sheet.canvas


def _describe_averages(measured: Measurements) -> str:
    has_several_places = any(len(places) > 1 for places in measured.stages.values())
    average_name = (
        "the mean over the games of each game's median" if has_several_places else "the median of the timings"
    )
    has_intervals = any(curve.interval for one in _iter_curves(measured) for curve in one.summaries)
    interval_text = "; bars: its 95 % interval (bootstrap)" if has_intervals else ""
    return f"lines and signs: {average_name}{interval_text}; points beside them: every timing"


def _iter_curves(measured: Measurements) -> Iterator[TimingCurve]:
    groups: dict[Any, dict[Stage, list[MeasuredPlace]]] = {}
    for stage, places in measured.stages.items():
        by_position = stage.round is None and stage.depth is None
        key = None if by_position else (stage.game, stage.position, stage.side)
        groups.setdefault(key, {})[stage] = places
    for group, (key, stages) in enumerate(groups.items()):
        for column, name in enumerate(measured.columns):
            shift = 0.0
            if key is None and len(measured.columns) > 1:
                shift = COLUMN_SPREAD * (column / (len(measured.columns) - 1) - 0.5)
            xs = [float(stage.round or stage.depth or place) + shift for place, stage in enumerate(stages, 1)]
            summaries = [summarise_places(places, column) for places in stages.values()]
            timings = [
                [seconds for place in places for seconds in place.cells[column].seconds] for places in stages.values()
            ]
            yield TimingCurve(
                f"{clean(name)}{_distinguishing_suffix(key, groups)}",
                column,
                group,
                xs,
                summaries,
                timings,
                key is not None,
            )


def _distinguishing_suffix(key: Any, groups: dict[Any, Any]) -> str:
    """What of a group stands behind its searches' names: what not all groups have in common."""
    if len(groups) < 2:
        return ""
    distinct_words = [
        word for index, word in enumerate(key) if len({other_key[index] for other_key in groups}) > 1 and word
    ]
    words = [f"computer {word}" if word == key[2] else clean(str(word), MAX_LABEL_LENGTH) for word in distinct_words]
    return f", {', '.join(words)}" if words else ""


def _curve_colour(curve: TimingCurve, theme: Theme) -> str:
    colours = plot.line_colours(theme)
    return colours[curve.column % len(colours)]


def _curve_paint(curve: TimingCurve, theme: Theme) -> Paint | None:
    """What leads from one stage to the next."""
    return plot.curve_paint(_curve_colour(curve, theme), curve.group) if curve.is_joined else None


def _marker(curve: TimingCurve, theme: Theme) -> tuple[str, float, Paint]:
    """The sign of a curve, its size, and how it is drawn."""
    paint = plot.marker_paint(_curve_colour(curve, theme), theme, is_hollow=bool(curve.group % 2))
    return plot.MARKERS[curve.column % len(plot.MARKERS)], SIGN_SIZE, paint


def _legend_sign(curve: TimingCurve, theme: Theme) -> chart_sheet.LegendSign:
    return chart_sheet.line_sign(curve.label, _curve_paint(curve, theme), *_marker(curve, theme))


def _curve_heights(curve: TimingCurve, *, with_nodes: bool) -> list[float | None]:
    return [summary.nodes if with_nodes else summary.average for summary in curve.summaries]


def _draw_curve(axes: Axes, curve: TimingCurve, *, with_nodes: bool) -> None:
    theme, colour = axes.theme, _curve_colour(curve, axes.theme)
    known_points = [
        (x, log10(y), summary)
        for x, y, summary in zip(curve.xs, _curve_heights(curve, with_nodes=with_nodes), curve.summaries, strict=True)
        if y
    ]
    if not with_nodes:
        pale_colour, is_hollow = mix_colours(theme.background, colour, 0.55), curve.group % 2
        point_shift = POINT_SHIFT * (max(curve.xs) - min(curve.xs) + 1) * (-1 if is_hollow else 1)
        point_paint = (
            Paint(fill=theme.background, line=pale_colour, width=0.6) if is_hollow else Paint(fill=pale_colour)
        )
        for x, timings in zip(curve.xs, curve.timings, strict=True):
            for seconds in timings:
                axes.draw_mark("o", x + point_shift, log10(seconds), 2.6 if is_hollow else 2.2, point_paint)
        for x, _, summary in known_points:
            if summary.interval is not None:
                axes.draw_line([x, x], [log10(end) for end in summary.interval], Paint(line=colour, width=1.8))
    if (paint := _curve_paint(curve, theme)) is not None:
        axes.draw_line([x for x, _, _ in known_points], [y for _, y, _ in known_points], paint)
    sign, size, paint = _marker(curve, theme)
    for x, y, _ in known_points:
        axes.draw_mark(sign, x, y, size, paint)


def _set_up_x_axis(axes: Axes, measured: Measurements) -> None:
    stages = measured.stages
    first_stage = next(iter(stages))
    if first_stage.round is not None or first_stage.depth is not None:
        x_values = [float(stage.round or stage.depth or 0) for stage in stages]
        axes.x_range = (min(x_values) - 0.3, max(x_values) + 0.3)
        numbers = round_numbers(min(x_values), max(x_values), 8, integers_only=True)
        name = "round: the computer's moves" if first_stage.round is not None else "depth in plies"
        axes.draw_x_axis(make_ticks(numbers, lambda value: f"{value:g}"), name)
        return
    is_named = len(stages) <= MAX_NAMED_POSITIONS
    names = [
        clean(
            stage.position or "start" if len({other_stage.game for other_stage in stages}) == 1 else stage.game,
            MAX_LABEL_LENGTH,
        )
        for stage in stages
    ]
    axes.x_range = (0.5, len(stages) + 0.5)
    ticks = [(float(number), names[number - 1] if is_named else str(number)) for number in range(1, len(stages) + 1)]
    axes.draw_x_axis(ticks, "position" if is_named else "position, in the order of the table")


def _set_up_y_axis(axes: Axes, curves: Sequence[TimingCurve], *, with_nodes: bool) -> None:
    """A logarithmic scale, with at least `MIN_NUMBERS` at it."""
    heights = [height for curve in curves for height in _curve_heights(curve, with_nodes=with_nodes) if height]
    if not with_nodes:
        heights += [number for curve in curves for timings in curve.timings for number in timings]
        heights += [end for curve in curves for number in curve.summaries for end in number.interval or ()]
    lowest, highest = log10(min(heights)), log10(max(heights))
    if highest - lowest < 1:
        middle = (lowest + highest) / 2
        lowest, highest = min(lowest, middle - log10(4)), max(highest, middle + log10(4))
    axes.y_range = (lowest - 0.05 * (highest - lowest), highest + 0.05 * (highest - lowest))
    lowest, highest = axes.y_range
    powers = range(ceil(lowest), floor(highest) + 1, max(1, (floor(highest) - ceil(lowest)) // 8))
    ticks: list[float] = [float(power) for power in powers]
    minor_powers = [
        power + log10(factor) for power in range(floor(lowest), ceil(highest) + 1) for factor in range(2, 10)
    ]
    if len(ticks) < MIN_NUMBERS:
        ticks += [power + log10(factor) for power in range(floor(lowest), ceil(highest) + 1) for factor in (2, 5)]
    ticks = sorted(number for number in ticks if lowest <= number <= highest)
    axes.draw_guides(ticks)
    format_number = plot.abbreviate if with_nodes else _format_time
    minor_ticks = [number for number in minor_powers if lowest <= number <= highest]
    axes.draw_y_axis([(number, format_number(10.0**number)) for number in ticks], unlabelled=minor_ticks)


def _format_time(seconds: float) -> str:
    """A time as an axis has it.

    >>> [_format_time(seconds) for seconds in (1e-6, 2e-4, 0.5, 100)]
    ['1 µs', '200 µs', '500 ms', '100 s']
    """
    unit, name = next((one for one in reversed(_TIME_UNITS) if seconds >= one[0] * 0.9995), _TIME_UNITS[0])
    return f"{seconds / unit:.4g} {name}"
