"""Visited nodes, pruned branches and pruned nodes ply by ply, on a logarithmic scale; of one search or of several."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tracer.errors import PlyscopeError
from tracer.text import clean
from tracer.tracing import Trace
from viz.charts import plot, sheet
from viz.charts.axes import Axes, round_numbers, written
from viz.charts.plot import Chart
from viz.paper.canvas import Canvas, Paint
from viz.pictures.headings import result
from viz.pictures.roles import Kind
from viz.pictures.theme import LIGHT, Theme

WIDTH = 6.5
HEIGHT = 2.6
"""Inches of the axes."""
GAP = 0.18
"""Inches between axes."""
ZERO = -0.7
"""Where 0 stands, in decades: below 1, with a line between, for a logarithmic scale has no zero."""
BREAK = -0.35
WIDE = 1.2
"""Of a line, in points."""
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


def draw(
    traces: Trace | Sequence[Trace],
    *,
    pruned_nodes: bool = True,
    theme: Theme | str = LIGHT,
    width: float = WIDTH,
    dpi: int | None = None,
    title: str | None = None,
    subtitle: str | None = None,
) -> Canvas:
    """Draw counts by ply.

    One search is one plot with a line for each quantity; several are compared in a plot for each quantity.

    Args:
        traces: what was recorded; at most six.
        pruned_nodes: also what is below pruned branches and table hits; that needs the game, and takes a second or two.
        theme: the colours.
        width: inches.
        dpi: dots an inch of a bitmap, which change nothing else.
        title: what stands above it in place of what was searched.
        subtitle: what stands below that in place of the result.

    Raises:
        PlyscopeError: an option is wrong, or there are no traces, or too many.
    """
    searches = [traces] if isinstance(traces, Trace) else list(traces)
    if not 1 <= len(searches) <= MOST_TRACES:
        raise PlyscopeError(f"{len(searches)} traces cannot be plotted together: give 1 to {MOST_TRACES}")
    sheet.check_dots(dpi)
    looks = plot.looks(theme)
    levels = [_levels(trace, with_game=pruned_nodes) for trace in searches]
    panels = _one(searches[0], levels[0], looks) if len(searches) == 1 else _several(searches, levels, looks)
    around = sheet.Around(
        title=clean(title or _title(searches)),
        lines=[clean(subtitle)] if subtitle else [result(searches[0])] if len(searches) == 1 else [],
        signs=_signs(searches, panels, looks),
        note=" ".join(_notes(searches, asked=pruned_nodes)),
        theme=looks,
        titled=True,
    )
    size = (sheet.room(width, len(panels), GAP), 72 * HEIGHT)
    laid_out = sheet.lay_out(around, size, width=width, panels=len(panels), gap=GAP)
    _scale(laid_out.axes, [line for _, lines in panels for line in lines])
    for place, (axes, (name, lines)) in enumerate(zip(laid_out.axes, panels, strict=True)):
        axes.title(" · ".join(filter(None, (name, "" if place else "nodes (log scale)"))))
        _lines(axes, lines)
    return laid_out.canvas


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
    return traces[0].header.game_and_position


def _is_one_game(traces: Sequence[Trace]) -> bool:
    return len({(trace.header.game, trace.header.position) for trace in traces}) == 1


def _names(traces: Sequence[Trace]) -> list[str]:
    """What tells some searches apart: of one game the search alone."""
    alone = _is_one_game(traces)
    return [trace.header.search_title if alone else trace.header.title for trace in traces]


def _signs(traces: Sequence[Trace], panels: Panels, theme: Theme) -> list[sheet.Sign]:
    """What the legend explains: quantities, or searches with their counts."""
    lines = panels[0][1]
    if len(traces) > 1:
        labels = [f"{name}: {result(trace)}" for name, trace in zip(_names(traces), traces, strict=True)]
        lines = [replace(line, label=label) for line, label in zip(lines, labels, strict=True)]
    return [
        sheet.line_sign(line.label, _paint(line), MARKERS[line.number], _size(line), _sign(line, theme))
        for line in lines
    ]


def _paint(line: Line) -> Paint:
    return Paint(line=line.colour, width=WIDE, dashes=plot.dashes(line.number, WIDE))


def _size(line: Line) -> float:
    """Points of its signs: what is drawn later is smaller, so that of signs in one place all are seen."""
    return 4.2 + min(line.number, 3) * 1.2


def _sign(line: Line, theme: Theme) -> Paint:
    return Paint(fill=theme.background if line.estimated else line.colour, line=line.colour, width=0.9)


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


def _lines(axes: Axes, lines: Sequence[Line]) -> None:
    """Lines where there is something, and signs in the row of 0 where there is nothing."""
    ply = axes.width / (axes.across[1] - axes.across[0])
    for line in reversed(lines):
        decades = [math.log10(count) if count > 0 else math.nan for count in line.counts]
        axes.line(range(len(decades)), decades, _paint(line))
        for place in range(0, len(decades), _every(line)):
            if not math.isnan(decades[place]):
                axes.mark(MARKERS[line.number], place, decades[place], _size(line), _sign(line, axes.theme))
    for line in lines:
        for place in [place for place, count in enumerate(line.counts) if count == 0][:: _every(line)]:
            beside = place + _shift(lines, line, place, ply)
            axes.mark(MARKERS[line.number], beside, ZERO, ZERO_MARKER, _sign(line, axes.theme))


def _every(line: Line) -> int:
    return max(1, len(line.counts) // MOST_MARKERS)


def _shift(lines: Sequence[Line], line: Line, place: int, ply: float) -> float:
    """Plies by which a sign at 0 stands beside the others that are at 0 at the same ply."""
    there = [other for other in lines if place < len(other.counts) and other.counts[place] == 0]
    apart = min((ZERO_MARKER + 1.5) / ply, 0.8 / len(there))
    return (there.index(line) - (len(there) - 1) / 2) * apart


def _scale(panels: Sequence[Axes], lines: Sequence[Line]) -> None:
    """The same axes for all panels: plies across, decades up, and 0 below them."""
    largest = max((count for line in lines for count in line.counts), default=1)
    top = max(1, math.ceil(math.log10(max(largest, 1)) + 0.02))
    decades = list(range(0, top + 1, max(1, top // 8)))
    plies = max(len(line.counts) for line in lines)
    small = [decade + math.log10(k) for decade in range(top) for k in range(2, 10)] if top <= 8 else []
    labels: list[tuple[float, str]] = [(ZERO, "0"), *((decade, plot.abbreviate(10.0**decade)) for decade in decades)]
    for number, axes in enumerate(panels):
        axes.across, axes.up = (-0.5, plies - 0.5), (ZERO - 0.2, top)
        axes.guide(decades)
        axes.part(BREAK)
        axes.number_across(written(round_numbers(0, plies - 1, 10, whole=True), plot.abbreviate), "ply")
        axes.number_up(labels, small=small, labelled=not number)


CHART = Chart(
    name="plies",
    shows="the counts by ply",
    draw=draw,
    takes=("theme", "dpi", "title", "subtitle"),
    several=True,
)
