"""Visited nodes, pruned branches and pruned nodes ply by ply, on a logarithmic scale; of one search or of several."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tracer.errors import PlyscopeError
from tracer.text import clean
from tracer.tracing import Trace
from viz.charts import plot, sheet
from viz.charts.cells import mix
from viz.charts.chart import Chart
from viz.pictures.legend import result
from viz.pictures.roles import Kind
from viz.pictures.theme import LIGHT, Theme

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH = 6.5
HEIGHT = 2.6
"""Inches of the axes."""
GAP = 0.18
"""Inches between axes."""
ZERO = -0.7
"""Where 0 stands, in decades: below 1, with a line between, for a logarithmic scale has no zero."""
BREAK = -0.35
ZERO_MARKER = 3.5
"""Size of a sign at 0, in points."""
MOST_MARKERS = 40
"""Plies that are marked one by one; of more, so many."""
MARKERS = "os^Dv*"
MOST_TRACES = len(MARKERS)
QUANTITIES = ("visited", "pruned_branches", "pruned_nodes", "table_nodes")
NAMES = {
    "visited": "visited",
    "pruned_branches": "pruned branches",
    "pruned_nodes": "pruned nodes",
    "table_nodes": "nodes below table hits",
}


@dataclass(frozen=True)
class Line:
    """One quantity of one search."""

    label: str
    counts: Sequence[float]
    """By ply."""
    estimated: bool
    colour: str
    number: int
    """Chooses marker and dashes, so that colour is not needed."""


def figure(
    traces: Trace | Sequence[Trace],
    *,
    pruned_nodes: bool = True,
    theme: Theme | str = LIGHT,
    width: float = WIDTH,
    dpi: int | None = None,
    title: str | None = None,
    subtitle: str | None = None,
) -> Figure:
    """A plot of counts by ply as a matplotlib figure. Call it inside `plot.drawing`.

    One search is one plot with a line for each quantity; several are compared in a plot for each quantity.

    Args:
        traces: what was recorded; at most six.
        pruned_nodes: also what is below pruned branches and table hits; that needs the game, and takes a second or two.
        theme: the colours.
        width: inches.
        dpi: dots an inch of a bitmap; None is 200.
        title: what stands above it in place of what was searched.
        subtitle: what stands below that in place of the result.

    Raises:
        PlyscopeError: an option is wrong, or there are no traces, or too many.
    """
    searches = [traces] if isinstance(traces, Trace) else list(traces)
    if not 1 <= len(searches) <= MOST_TRACES:
        raise PlyscopeError(f"{len(searches)} traces cannot be plotted together: give 1 to {MOST_TRACES}")
    looks, dpi = plot.looks(theme), plot.DPI if dpi is None else dpi
    levels = [_levels(trace, with_game=pruned_nodes) for trace in searches]
    panels = _one(searches[0], levels[0], looks) if len(searches) == 1 else _several(searches, levels, looks)
    around = sheet.Around(
        title=clean(title or _title(searches)),
        lines=[clean(subtitle)] if subtitle else [result(searches[0])] if len(searches) == 1 else [],
        signs=_signs(searches, panels, looks),
        note=" ".join(_notes(searches, asked=pruned_nodes)),
        theme=looks,
    )
    across = sheet.dots(width, dpi, len(panels), GAP)
    laid_out = sheet.lay_out(around, (across, round(HEIGHT * dpi)), width=width, dpi=dpi, panels=len(panels), gap=GAP)
    for axes, (name, lines) in zip(laid_out.axes, panels, strict=True):
        axes.set_title(name, loc="left", size=plot.TEXT, color=looks.text, pad=3)
        _draw(axes, lines, looks, ply=across * 72 / dpi / max(len(line.counts) for line in lines))
    _scale(laid_out.axes, [line for _, lines in panels for line in lines], looks)
    return laid_out.figure


Panels = list[tuple[str, list[Line]]]
"""Each with its title."""


def _levels(trace: Trace, *, with_game: bool) -> dict[str, list[float]]:
    """The quantities that are known, by ply. Of table hits there is something to say only where there are some."""
    rows = trace.counts.by_ply(with_game=with_game)
    known = [name for name in QUANTITIES if name in rows[0] and (name != "table_nodes" or trace.counts.table_hits)]
    found = {name: [float(row[name] or 0) for row in rows] for name in known}
    if "pruned_nodes" in found and _is_estimated(trace, "pruned_nodes"):
        # The branches themselves are pruned nodes, and counted: no estimate goes below them.
        found["pruned_nodes"] = list(map(max, found["pruned_nodes"], found["pruned_branches"]))
    return found


def _one(trace: Trace, levels: dict[str, list[float]], theme: Theme) -> Panels:
    colours = {
        "visited": theme.kinds[Kind.MAX].line,
        "pruned_branches": theme.cutoff,
        "pruned_nodes": theme.edge,
        "table_nodes": theme.kinds[Kind.TABLE].line,
    }
    lines = [
        Line(_total(trace, name), counts, _is_estimated(trace, name), colours[name], QUANTITIES.index(name))
        for name, counts in levels.items()
    ]
    return [("", lines)]


def _several(traces: Sequence[Trace], levels: Sequence[dict[str, list[float]]], theme: Theme) -> Panels:
    colours = plot.line_colours(theme)
    return [
        (
            NAMES[name],
            [
                Line("", known[name], _is_estimated(trace, name), colours[number], number)
                for number, (trace, known) in enumerate(zip(traces, levels, strict=True))
                if name in known
            ],
        )
        for name in QUANTITIES
        if any(name in known for known in levels)
    ]


def _is_estimated(trace: Trace, name: str) -> bool:
    counts = trace.counts
    totals = {"pruned_nodes": counts.pruned_total, "table_nodes": counts.table_total} if name.endswith("_nodes") else {}
    total = totals.get(name)
    return total is not None and not total.exact


def _total(trace: Trace, name: str) -> str:
    """A quantity with its sum, and how far off it may be where that is an estimate."""
    sum_ = getattr(trace.counts, name)
    if not _is_estimated(trace, name):
        least = "" if "pruned" not in name or trace.counts.pruned_branches_exact else "at least "
        return f"{NAMES[name]}: {least}{sum_:,}"
    total = trace.counts.pruned_total if name == "pruned_nodes" else trace.counts.table_total
    assert total is not None
    return f"{NAMES[name]}: ≈ {plot.abbreviate(sum_)} ± {plot.abbreviate(total.margin)}"


def _title(traces: Sequence[Trace]) -> str:
    if len(traces) == 1:
        return traces[0].header.title
    if not _is_one_game(traces):
        return f"{len(traces)} searches"
    return traces[0].header.place


def _is_one_game(traces: Sequence[Trace]) -> bool:
    return len({(trace.header.game, trace.header.position) for trace in traces}) == 1


def _names(traces: Sequence[Trace]) -> list[str]:
    """What tells some searches apart: of one game the search alone."""
    alone = _is_one_game(traces)
    return [trace.header.search_title if alone else trace.header.title for trace in traces]


def _signs(traces: Sequence[Trace], panels: Panels, theme: Theme) -> list[Any]:
    """What the legend explains: quantities, or searches with their counts."""
    lines = panels[0][1]
    if len(traces) == 1:
        return [_sign(line, theme) for line in lines]
    # A label that began with a low line would be left out.
    labels = [f"\u200a{name}: {result(trace)}" for name, trace in zip(_names(traces), traces, strict=True)]
    return [_sign(replace(line, label=label), theme) for line, label in zip(lines, labels, strict=True)]


def _sign(line: Line, theme: Theme) -> Any:
    from matplotlib.lines import Line2D

    return Line2D([], [], label=line.label, **_style(line, theme))


def _style(line: Line, theme: Theme) -> dict[str, Any]:
    return {
        "color": line.colour,
        "linestyle": plot.DASHES[line.number],
        "linewidth": 1.2,
        "marker": MARKERS[line.number],
        # What is drawn later is smaller, so that of signs in one place all are seen.
        "markersize": 4.2 + min(line.number, 3) * 1.2,
        "markeredgewidth": 0.9,
        "markerfacecolor": theme.background if line.estimated else line.colour,
    }


def _notes(traces: Sequence[Trace], *, asked: bool) -> Iterator[str]:
    """What the lines do not say themselves."""
    without = [name for name, trace in zip(_names(traces), traces, strict=True) if trace.game is None]
    if asked and without:
        of = f" of {', '.join(without)}" if len(traces) > 1 else ""
        yield f"Pruned nodes{of} are not known: they need the game."
    if asked and any(_is_estimated(trace, name) for trace in traces for name in QUANTITIES):
        yield (
            "Hollow signs are estimates from random samples; 95 in 100 of their sums lie within ± of the truth."
            if len(traces) == 1
            else "Hollow signs are estimates from random samples."
        )


def _draw(axes: Axes, lines: Sequence[Line], theme: Theme, ply: float) -> None:
    """Lines where there is something, and signs in the row of 0 where there is nothing. A ply is so many points."""
    for line in lines:
        decades = [math.log10(count) if count > 0 else math.nan for count in line.counts]
        style = _style(line, theme)
        axes.plot(
            range(len(decades)), decades, markevery=_every(line), **style, clip_on=False, zorder=3 - line.number / 9
        )
    for line in lines:
        places = [place for place, count in enumerate(line.counts) if count == 0][:: _every(line)]
        style = _style(line, theme) | {"linestyle": "none", "markersize": ZERO_MARKER}
        beside = [place + _shift(lines, line, place, ply) for place in places]
        axes.plot(beside, [ZERO] * len(places), **style, clip_on=False, zorder=3)


def _every(line: Line) -> int:
    return max(1, len(line.counts) // MOST_MARKERS)


def _shift(lines: Sequence[Line], line: Line, place: int, ply: float) -> float:
    """Plies by which a sign at 0 stands beside the others that are at 0 at the same ply."""
    there = [other for other in lines if place < len(other.counts) and other.counts[place] == 0]
    apart = min((ZERO_MARKER + 1.5) / ply, 0.8 / len(there))
    return (there.index(line) - (len(there) - 1) / 2) * apart


def _scale(panels: Sequence[Axes], lines: Sequence[Line], theme: Theme) -> None:
    """The same axes for all panels: plies across, decades up, and 0 below them."""
    from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator

    largest = max((count for line in lines for count in line.counts), default=1)
    top = max(1, math.ceil(math.log10(max(largest, 1)) + 0.02))
    decades = list(range(0, top + 1, max(1, top // 8)))
    plies = max(len(line.counts) for line in lines)
    for number, axes in enumerate(panels):
        axes.set_xlim(-0.5, plies - 0.5)
        axes.set_ylim(ZERO - 0.2, top)
        axes.set_xlabel("ply", labelpad=3)
        axes.xaxis.set_major_locator(MaxNLocator(10, integer=True, steps=[1, 2, 5, 10]))
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: plot.abbreviate(value)))
        labels = [plot.abbreviate(10.0**decade) for decade in decades]
        axes.set_yticks([ZERO, *decades], ["0", *labels])
        small = [decade + math.log10(k) for decade in range(top) for k in range(2, 10)] if top <= 8 else []
        axes.yaxis.set_minor_locator(FixedLocator(small))
        axes.tick_params(axis="y", which="minor", length=1.5, width=0.4, color=theme.edge)
        axes.hlines(
            decades, -0.5, plies - 0.5, colors=mix(theme.background, theme.edge, 0.22), linewidths=0.5, zorder=0
        )
        axes.axhline(BREAK, color=theme.edge, linewidth=0.6, linestyle=(0, (1, 2)), zorder=1)
        if number:
            axes.tick_params(axis="y", which="both", labelleft=False)
    panels[0].set_ylabel("nodes (log scale)", labelpad=4)


CHART = Chart(
    name="plies",
    shows="the counts by ply",
    figure=figure,
    takes=("theme", "dpi", "title", "subtitle"),
    several=True,
)
