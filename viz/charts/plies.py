"""Visited nodes, pruned branches and pruned nodes ply by ply, on a logarithmic scale; of one search or of several."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tracer.errors import PlyscopeError
from tracer.tracing import Trace
from viz.charts import chart_sheet, plot
from viz.charts.axes import Axes, make_ticks, round_numbers
from viz.charts.plot import Chart
from viz.paper.canvas import Canvas, Paint
from viz.pictures.headings import describe_result, search_names, title_of_all
from viz.pictures.roles import Kind
from viz.pictures.theme import Theme

WIDTH = 6.5
HEIGHT = 2.6
"""Inches of the axes."""
PANEL_GAP = 0.18
"""Inches between axes."""
ZERO_POSITION = -0.7
"""Where 0 stands, in decades: below 1, with a line between, for a logarithmic scale has no zero."""
ZERO_SEPARATOR = -0.35
ZERO_MARKER = 3.5
"""Size of a sign at 0, in points."""
MAX_MARKERS = 40
"""Plies that are marked one by one; of more, so many."""
MAX_TRACES = len(plot.MARKERS)
QUANTITIES = ("visited", "pruned_branches", "pruned_nodes", "table_nodes")
QUANTITY_NAMES = {
    "visited": "visited",
    "pruned_branches": "pruned branches",
    "pruned_nodes": "pruned nodes",
    "table_nodes": "nodes below table hits",
}


@dataclass(frozen=True)
class PlyLine:
    """One quantity of one search."""

    label: str
    counts: Sequence[float]
    """By ply."""
    is_estimated: bool
    colour: str
    style_index: int
    """Chooses marker and dashes, so that colour is not needed."""


def draw_plies(
    traces: Trace | Sequence[Trace],
    **look_options: Any,
) -> Canvas:
    """Draw counts by ply.

    One search is one plot with a line for each quantity; several are compared in a plot for each quantity.

    There are at most six; `look_options` are those of `ChartLook`.

    Raises:
        PlyscopeError: an option is wrong, or there are no traces, or too many.
    """
    searches = [traces] if isinstance(traces, Trace) else list(traces)
    if not 1 <= len(searches) <= MAX_TRACES:
        raise PlyscopeError(f"{len(searches)} traces cannot be plotted together: give 1 to {MAX_TRACES}")
    look = chart_sheet.ChartLook(**{"width": WIDTH, **look_options})
    colours = look.colours
    counts_by_search = [_counts_by_quantity(trace) for trace in searches]
    panels = (
        _panel_of_one_search(searches[0], counts_by_search[0], colours)
        if len(searches) == 1
        else _panels_of_searches(searches, counts_by_search, colours)
    )
    drawn_sheet = look.lay_out(
        title_of_all(searches),
        [describe_result(searches[0])] if len(searches) == 1 else [],
        72 * HEIGHT,
        panels=len(panels),
        gap=PANEL_GAP,
        signs=_legend_signs(searches, panels, colours),
        note=" ".join(_reading_notes(searches)),
        has_panel_titles=True,
    )
    _set_up_axes(drawn_sheet.axes, [line for _, lines in panels for line in lines])
    for index, (axes, (name, lines)) in enumerate(zip(drawn_sheet.axes, panels, strict=True)):
        axes.draw_title(" · ".join(filter(None, (name, "" if index else "nodes (log scale)"))))
        _draw_lines(axes, lines)
    return drawn_sheet.canvas


NamedPanels = list[tuple[str, list[PlyLine]]]
"""Each with its title."""


def _counts_by_quantity(trace: Trace) -> dict[str, list[float]]:
    """The quantities that are known, by ply. Of table hits there is something to say only where there are some."""
    ply_rows = trace.counts.by_ply(with_game=True)
    known_names = [
        name for name in QUANTITIES if name in ply_rows[0] and (name != "table_nodes" or trace.counts.table_hits)
    ]
    counts = {name: [float(row[name] or 0) for row in ply_rows] for name in known_names}
    if "pruned_nodes" in counts and _is_estimated(trace, "pruned_nodes"):
        # The branches themselves are pruned nodes, and counted: no estimate goes below them.
        counts["pruned_nodes"] = list(map(max, counts["pruned_nodes"], counts["pruned_branches"]))
    return counts


def _panel_of_one_search(trace: Trace, counts_by_quantity: dict[str, list[float]], theme: Theme) -> NamedPanels:
    colours = {
        "visited": theme.kinds[Kind.MAX].line,
        "pruned_branches": theme.cutoff,
        "pruned_nodes": theme.edge,
        "table_nodes": theme.kinds[Kind.TABLE].line,
    }
    lines = [
        PlyLine(_describe_total(trace, name), counts, _is_estimated(trace, name), colours[name], QUANTITIES.index(name))
        for name, counts in counts_by_quantity.items()
    ]
    return [("", lines)]


def _panels_of_searches(
    traces: Sequence[Trace], counts_by_search: Sequence[dict[str, list[float]]], theme: Theme
) -> NamedPanels:
    colours = plot.line_colours(theme)
    return [
        (
            QUANTITY_NAMES[name],
            [
                PlyLine("", counts_by_quantity[name], _is_estimated(trace, name), colours[style_index], style_index)
                for style_index, (trace, counts_by_quantity) in enumerate(zip(traces, counts_by_search, strict=True))
                if name in counts_by_quantity
            ],
        )
        for name in QUANTITIES
        if any(name in counts_by_quantity for counts_by_quantity in counts_by_search)
    ]


def _is_estimated(trace: Trace, name: str) -> bool:
    counts = trace.counts
    totals = {"pruned_nodes": counts.pruned_total, "table_nodes": counts.table_total} if name.endswith("_nodes") else {}
    total = totals.get(name)
    return total is not None and not total.exact


def _describe_total(trace: Trace, name: str) -> str:
    """A quantity with its sum, and how far off it may be where that is an estimate."""
    sum_ = getattr(trace.counts, name)
    if not _is_estimated(trace, name):
        at_least = "" if "pruned" not in name or trace.counts.pruned_branches_exact else "at least "
        return f"{QUANTITY_NAMES[name]}: {at_least}{sum_:,}"
    total = trace.counts.pruned_total if name == "pruned_nodes" else trace.counts.table_total
    assert total is not None
    return f"{QUANTITY_NAMES[name]}: ≈ {plot.abbreviate(sum_)} ± {plot.abbreviate(total.margin)}"


def _legend_signs(traces: Sequence[Trace], panels: NamedPanels, theme: Theme) -> list[chart_sheet.LegendSign]:
    """What the legend explains: quantities, or searches with their counts."""
    lines = panels[0][1]
    if len(traces) > 1:
        labels = [f"{name}: {describe_result(trace)}" for name, trace in zip(search_names(traces), traces, strict=True)]
        lines = [replace(line, label=label) for line, label in zip(lines, labels, strict=True)]
    return [
        chart_sheet.line_sign(
            line.label,
            plot.curve_paint(line.colour, line.style_index),
            plot.MARKERS[line.style_index],
            _marker_size(line),
            plot.marker_paint(line.colour, theme, is_hollow=line.is_estimated),
        )
        for line in lines
    ]


def _marker_size(line: PlyLine) -> float:
    """Points of its signs: what is drawn later is smaller, so that of signs in one place all are seen."""
    return 4.2 + min(line.style_index, 3) * 1.2


def _reading_notes(traces: Sequence[Trace]) -> Iterator[str]:
    """What the lines do not say themselves."""
    names_without_game = [name for name, trace in zip(search_names(traces), traces, strict=True) if trace.game is None]
    if names_without_game:
        searches_text = f" of {', '.join(names_without_game)}" if len(traces) > 1 else ""
        yield f"Pruned nodes{searches_text} are not known: they need the game."
    if any(_is_estimated(trace, name) for trace in traces for name in QUANTITIES):
        yield (
            "Hollow signs are estimates from random samples; 95 in 100 of their sums lie within ± of the truth."
            if len(traces) == 1
            else "Hollow signs are estimates from random samples."
        )


def _draw_lines(axes: Axes, lines: Sequence[PlyLine]) -> None:
    """Lines where there is something, and signs in the row of 0 where there is nothing."""
    ply_width = axes.width / (axes.x_range[1] - axes.x_range[0])
    zero_marks: list[tuple[str, float, float, float, Paint]] = []
    for line in reversed(lines):
        decades = [math.log10(count) if count > 0 else math.nan for count in line.counts]
        marks_at_zero: list[tuple[str, float, float, float, Paint]] = []
        marker, interval = plot.MARKERS[line.style_index], max(1, len(line.counts) // MAX_MARKERS)
        paint = plot.marker_paint(line.colour, axes.theme, is_hollow=line.is_estimated)
        axes.draw_line(range(len(decades)), decades, plot.curve_paint(line.colour, line.style_index))
        for ply_index in range(0, len(decades), interval):
            if not math.isnan(decades[ply_index]):
                axes.draw_mark(marker, ply_index, decades[ply_index], _marker_size(line), paint)
        for ply_index in [ply_index for ply_index, count in enumerate(line.counts) if count == 0][::interval]:
            shifted_ply = ply_index + _zero_marker_shift(lines, line, ply_index, ply_width)
            marks_at_zero.append((marker, shifted_ply, ZERO_POSITION, ZERO_MARKER, paint))
        zero_marks = [*marks_at_zero, *zero_marks]
    for mark in zero_marks:
        axes.draw_mark(*mark)


def _zero_marker_shift(lines: Sequence[PlyLine], line: PlyLine, ply_index: int, ply_width: float) -> float:
    """Plies by which a sign at 0 stands beside the others that are at 0 at the same ply."""
    lines_at_zero = [
        other_line for other_line in lines if ply_index < len(other_line.counts) and other_line.counts[ply_index] == 0
    ]
    shift_step = min((ZERO_MARKER + 1.5) / ply_width, 0.8 / len(lines_at_zero))
    return (lines_at_zero.index(line) - (len(lines_at_zero) - 1) / 2) * shift_step


def _set_up_axes(panels: Sequence[Axes], lines: Sequence[PlyLine]) -> None:
    """The same axes for all panels: plies across, decades up, and 0 below them."""
    max_count = max((count for line in lines for count in line.counts), default=1)
    top_decade = max(1, math.ceil(math.log10(max(max_count, 1)) + 0.02))
    decades = list(range(0, top_decade + 1, max(1, top_decade // 8)))
    plies = max(len(line.counts) for line in lines)
    minor_ticks = (
        [decade + math.log10(factor) for decade in range(top_decade) for factor in range(2, 10)]
        if top_decade <= 8
        else []
    )
    labels: list[tuple[float, str]] = [
        (ZERO_POSITION, "0"),
        *((decade, plot.abbreviate(10.0**decade)) for decade in decades),
    ]
    for index, axes in enumerate(panels):
        axes.x_range, axes.y_range = (-0.5, plies - 0.5), (ZERO_POSITION - 0.2, top_decade)
        axes.draw_guides(decades)
        axes.draw_separator(ZERO_SEPARATOR)
        axes.draw_x_axis(make_ticks(round_numbers(0, plies - 1, 10, integers_only=True), plot.abbreviate), "ply")
        axes.draw_y_axis(labels, unlabelled=minor_ticks, with_labels=not index)


CHART = Chart(
    name="plies",
    shows="the counts by ply",
    draw=draw_plies,
    takes=("theme", "dpi", "title", "subtitle"),
    several=True,
)
