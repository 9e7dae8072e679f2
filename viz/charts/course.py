"""How a search came to its answer: N and Q of the root's moves, its proof numbers, or what each pass answered."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tracer.text import clean, number
from tracer.tracing import Trace
from viz.charts import plot, sheet
from viz.charts.axes import TEXT, Axes, is_drawn, round_numbers, written
from viz.charts.followed import Line, Panel, panels
from viz.charts.passes import SIGNS
from viz.charts.plot import Chart
from viz.paper import font
from viz.paper.canvas import Anchor, Canvas, Paint, Path
from viz.pictures.best_first import counted
from viz.pictures.headings import outcome, result
from viz.pictures.theme import LIGHT, Theme

NAME_LEADING = 1.25
"""Height of a name in its size."""
AWAY = 14.0
"""Points from the axes to the names."""
TOUCH = 3.0
"""Points from the axes to where the line to a name begins, and from its end to the name."""


@dataclass(frozen=True)
class End:
    """The end of a line."""

    y: float
    text: str
    colour: str
    """Of the name, and of the thin line to it."""
    bold: bool = False


def room(ends: Sequence[End]) -> float:
    """Inches that the names of some lines take."""
    return (AWAY + TOUCH + max((font.width(end.text, TEXT) for end in ends), default=0.0)) / 72


def spread(places: Sequence[float], apart: float, low: float, high: float) -> list[float]:
    """Places as near as can be to those wanted, each so far from the next, in one order, between two ends.

    Where there is no room for all they are nearer to one another, and evenly spread.

    >>> spread([1, 1, 9], 2, 0, 10), spread([5, 5, 5], 2, 0, 10), spread([9, 9.5], 2, 0, 10)
    ([0.0, 2.0, 9.0], [3.0, 5.0, 7.0], [8.0, 10.0])
    """
    if len(places) > 1:
        apart = min(apart, (high - low) / (len(places) - 1))
    order = sorted(range(len(places)), key=lambda place: (places[place], place))
    groups: list[tuple[float, int]] = []  # the middle of each, and how many it has

    def held(middle: float, count: int) -> float:
        half = apart * (count - 1) / 2
        return min(max(middle, low + half), high - half)

    for place in order:
        middle, count = held(places[place], 1), 1
        while groups and middle - groups[-1][0] < apart * (count + groups[-1][1]) / 2:
            before, many = groups.pop()
            middle, count = (middle * count + before * many) / (count + many), count + many
            middle = held(middle, count)
        groups.append((middle, count))
    found = [middle + apart * (k - (count - 1) / 2) for middle, count in groups for k in range(count)]
    settled = dict(zip(order, found, strict=True))
    return [round(settled[place], 6) for place in range(len(places))]


def name_ends(axes: Axes, ends: Sequence[End]) -> None:
    """Write the names of lines right of the axes, each where its line ends, or near."""
    right = axes.left + axes.width
    wanted = [axes.y(end.y) for end in ends]
    places = spread(wanted, TEXT * NAME_LEADING, axes.top, axes.top + axes.height)
    for end, at, place in zip(ends, wanted, places, strict=True):
        axes.text(end.text, right + AWAY, place, colour=end.colour, bold=end.bold)
        line = ((right + TOUCH / 2, at), (right + AWAY - TOUCH, place))
        axes.shapes.append(Path(line, Paint(line=end.colour, width=0.5)))


Scale = Callable[[float], float]
"""From a number to where it stands on an axis."""
WIDTH = 8.0
"""Inches of the figure: a slide, or a page without its margins."""
HEIGHT = 3.0
"""Inches of the axes."""
LINEAR = 300.0
"""The greatest proof number up to which the scale is linear; beyond it is logarithmic."""
NAMED = 24
"""Passes up to which each is numbered, and their best moves stand at them."""
_MEANINGS = {"o": "= exact", "^": "≥ at least", "v": "≤ at most", "s": "no bound"}


def draw(
    trace: Trace,
    *,
    root: int = 0,
    theme: Theme | str = LIGHT,
    width: float = WIDTH,
    dpi: int | None = None,
    title: str | None = None,
    subtitle: str | None = None,
) -> Canvas:
    """Draw the course of a search.

    Args:
        trace: what was recorded.
        root: the node whose moves are followed, whose proof numbers, or whose passes.
        theme: the colours.
        width: inches.
        dpi: dots an inch of a bitmap, which change nothing else.
        title: what stands above it in place of what was searched.
        subtitle: what stands below that in place of the result.

    Raises:
        PlyscopeError: an option is wrong, or the search has no course.
    """
    sheet.check_dots(dpi)
    looks = plot.looks(theme)
    drawn = panels(trace, root, looks)
    names = room([_end(line) for panel in drawn for line in panel.lines if line.name])
    gap, margins = names + sheet.LEFT, sheet.Margins(right=names + sheet.EDGE)
    size = (sheet.room(width, len(drawn), gap, margins), 72 * HEIGHT)
    around = sheet.Around(
        title=clean(title or trace.header.title),
        lines=[clean(subtitle) if subtitle else _result(trace, root)],
        signs=list(_signs(drawn, looks)),
        note=" ".join(panel.note for panel in drawn if panel.note),
        theme=looks,
        titled=any(panel.title for panel in drawn),
    )
    laid_out = sheet.lay_out(around, size, width=width, panels=len(drawn), gap=gap, margins=margins)
    for axes, panel in zip(laid_out.axes, drawn, strict=True):
        scale = _panel(axes, panel)
        name_ends(axes, [_end(line, scale) for line in panel.lines if line.name])
    return laid_out.canvas


def _result(trace: Trace, root: int) -> str:
    if not root:
        return result(trace)
    after = f"after {clean(' '.join(trace.node(root).path), 60)}"
    counts = [counted(trace, root)] if trace.columns.log is not None else []
    return " · ".join([after, outcome(trace, root), *counts])


def _end(line: Line, scale: Scale = float) -> End:
    return End(scale(line.ys[-1]), line.name, line.colour, line.bold)


def _panel(axes: Axes, panel: Panel) -> Scale:
    """Draw lines, and give where a number stands on the axis."""
    axes.title(panel.title)
    last = max(line.xs[-1] for line in panel.lines)
    axes.across = (0.5, last + 0.5) if panel.answers else (0.0, max(last, 1))
    scale = _numbers(axes, panel)
    most = NAMED if panel.answers and last <= NAMED else 5
    numbers = round_numbers(1 if panel.answers else 0, max(last, 1), most, whole=True)
    axes.number_across(written(numbers, plot.abbreviate), panel.across)
    for line in panel.lines:
        dashes = tuple(length * line.width for length in line.dashes)
        paint = Paint(line=line.colour, width=line.width, dashes=dashes)
        axes.line(line.xs, [scale(y) for y in line.ys], paint, stepped=line.stepped)
    _mark(axes, panel, scale)
    return scale


def _numbers(axes: Axes, panel: Panel) -> Scale:
    """Set up the axis of the numbers."""
    known = [float(y) for line in panel.lines for y in line.ys if is_drawn(y)]
    low, high = (min(known), max(known)) if known else (0.0, 1.0)
    if panel.proofs:
        return _proof_numbers(axes, high, infinite=any(math.inf in list(line.ys) for line in panel.lines))
    low = 0.0 if panel.from_zero else low
    pad = max(high - low, 1e-9 * max(abs(high), 1), 0.02 if high == low else 0) * (0.14 if panel.answers else 0.05)
    axes.up = (low if panel.from_zero else low - pad, high + pad)
    numbers = round_numbers(*axes.up, 8, whole=panel.from_zero)
    axes.guide(numbers)
    axes.number_up(written(numbers, plot.abbreviate if panel.from_zero else lambda value: number(round(value, 12))))
    return lambda value: value if is_drawn(value) else math.nan


def _proof_numbers(axes: Axes, high: float, *, infinite: bool) -> Scale:
    """An axis from 0 to ∞, which stands above a line across; logarithmic where the numbers are large."""
    high = max(high, 1.0)
    if high <= LINEAR:
        step: Scale = float
        ticks = round_numbers(0, high, 6, whole=True)
    else:
        step = _decades
        powers = range(0, math.ceil(math.log10(high)) + 1, max(1, math.ceil(math.log10(high) / 12)))
        ticks = [0.0, *(10.0**power for power in powers if 10.0**power <= high)]
    top = step(high)
    above = top * 1.14
    axes.up = (0.0, above + top * 0.03 if infinite else top * 1.04)
    axes.guide([*map(step, ticks), *([above] if infinite else [])])
    if infinite:
        axes.part(top * 1.07)
    beyond = [(above, "∞")] if infinite else []
    axes.number_up([*((step(tick), plot.abbreviate(tick)) for tick in ticks), *beyond])
    axes.title("pn, dn" if step is float else "pn, dn (log scale)")
    return lambda value: step(value) if is_drawn(value) else above


def _decades(value: float) -> float:
    return math.log10(1 + value)


def _mark(axes: Axes, panel: Panel, scale: Scale) -> None:
    """The signs of passes, and their best moves where these have room."""
    paint = Paint(fill=axes.theme.variation, line=axes.theme.variation)
    for one in panel.answers:
        if is_drawn(one.value):
            axes.mark("s" if one.bound is None else SIGNS[one.bound], one.place, scale(one.value), 5, paint)
    if len(panel.answers) > NAMED:
        return
    room = axes.width / max(len(panel.answers), 1)
    values = [one.value for one in panel.answers]
    for before, one, after in zip([math.nan, *values], panel.answers, [*values[1:], math.nan], strict=False):
        if one.move and is_drawn(one.value) and font.width(one.move, TEXT) <= room:
            # Where the line comes and goes below, or level, there is room above.
            around = [value for value in (before, after) if is_drawn(value)]
            above = sum(around) <= one.value * len(around)
            y = axes.y(scale(one.value)) + (-1 if above else 1) * (6 + TEXT / 2)
            axes.text(one.move, axes.x(one.place), y, anchor=Anchor.MIDDLE)


def _signs(drawn: Sequence[Panel], theme: Theme) -> Iterator[sheet.Sign]:
    """The legend of passes; all other lines have their names at their ends."""
    found = {"s" if one.bound is None else SIGNS[one.bound] for panel in drawn for one in panel.answers}
    paint = Paint(fill=theme.variation, line=theme.variation)
    for sign, meaning in _MEANINGS.items():
        if sign in found:
            yield sheet.line_sign(meaning, None, sign, 5, paint)


CHART = Chart(
    name="course",
    shows="N and Q of the root's moves over the iterations, its proof numbers, or the answers of its passes",
    draw=draw,
    takes=("root", "theme", "dpi", "title", "subtitle"),
)
