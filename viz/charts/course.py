"""How a search came to its answer: N and Q of the root's moves, its proof numbers, or what each pass answered."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from tracer.text import number
from tracer.tracing import Trace
from viz.charts import chart_sheet, plot
from viz.charts.axes import TEXT_SIZE, Axes, is_drawn, make_ticks, round_numbers
from viz.charts.followed_lines import ChartLine, CoursePanel, course_panels
from viz.charts.passes import BOUND_SIGNS
from viz.charts.plot import Chart
from viz.paper import font
from viz.paper.canvas import Anchor, Canvas, Paint, Path
from viz.pictures.best_first import describe_work_below
from viz.pictures.headings import describe_result, describe_subtree
from viz.pictures.theme import Theme

NAME_SPACING = 1.25
"""Height of a name in its size."""
NAME_DISTANCE = 14.0
"""Points from the axes to the names."""
CONNECTOR_GAP = 3.0
"""Points from the axes to where the line to a name begins, and from its end to the name."""


def names_width(names: Iterable[str]) -> float:
    """Inches that the names of some lines take."""
    widest = max((font.text_width(name, TEXT_SIZE) for name in names), default=0.0)
    return (NAME_DISTANCE + CONNECTOR_GAP + widest) / 72


def spread_positions(
    positions: Sequence[float], min_distance: float, lower_end: float, upper_end: float
) -> list[float]:
    """Places as near as can be to those wanted, each so far from the next, in one order, between two ends.

    Where there is no room for all they are nearer to one another, and evenly spread.

    >>> (
    ...     spread_positions([1, 1, 9], 2, 0, 10),
    ...     spread_positions([5, 5, 5], 2, 0, 10),
    ...     spread_positions([9, 9.5], 2, 0, 10),
    ... )
    ([0.0, 2.0, 9.0], [3.0, 5.0, 7.0], [8.0, 10.0])
    """
    if len(positions) > 1:
        min_distance = min(min_distance, (upper_end - lower_end) / (len(positions) - 1))
    order = sorted(range(len(positions)), key=lambda index: (positions[index], index))
    groups: list[tuple[float, int]] = []  # the middle of each, and how many it has

    def clamp_middle(middle: float, count: int) -> float:
        half_width = min_distance * (count - 1) / 2
        return min(max(middle, lower_end + half_width), upper_end - half_width)

    for index in order:
        middle, count = clamp_middle(positions[index], 1), 1
        while groups and middle - groups[-1][0] < min_distance * (count + groups[-1][1]) / 2:
            previous_middle, member_count = groups.pop()
            middle = (middle * count + previous_middle * member_count) / (count + member_count)
            count = count + member_count
            middle = clamp_middle(middle, count)
        groups.append((middle, count))
    spread = [middle + min_distance * (rank - (count - 1) / 2) for middle, count in groups for rank in range(count)]
    new_positions = dict(zip(order, spread, strict=True))
    return [round(new_positions[index], 6) for index in range(len(positions))]


ScaleFunction = Callable[[float], float]
"""From a number to where it stands on an axis."""
HEIGHT = 3.0
"""Inches of the axes."""
MAX_LINEAR_PROOF = 300.0
"""The greatest proof number up to which the scale is linear; beyond it is logarithmic."""
MAX_NAMED_PASSES = 24
"""Passes up to which each is numbered, and their best moves stand at them."""
_BOUND_MEANINGS = {"o": "= exact", "^": "≥ at least", "v": "≤ at most", "s": "no bound"}


def draw_course(
    trace: Trace,
    *,
    root: int = 0,
    **look_options: Any,
) -> Canvas:
    """Draw the course of a search.

    `root` is the node whose moves, proof numbers or passes are followed; `look_options` are those of `ChartLook`.

    Raises:
        PlyscopeError: an option is wrong, or the search has no course.
    """
    look = chart_sheet.ChartLook(**look_options)
    colours = look.colours
    drawn_panels = course_panels(trace, root, colours)
    name_width = names_width(line.name for panel in drawn_panels for line in panel.lines if line.name)
    gap, margins = name_width + chart_sheet.LEFT_MARGIN, chart_sheet.Margins(right=name_width + chart_sheet.SHEET_EDGE)
    drawn_sheet = look.lay_out(
        trace.header.title,
        [_describe_course_result(trace, root)],
        72 * HEIGHT,
        panels=len(drawn_panels),
        gap=gap,
        margins=margins,
        signs=list(_pass_legend(drawn_panels, colours)),
        note=" ".join(panel.note for panel in drawn_panels if panel.note),
        has_panel_titles=any(panel.title for panel in drawn_panels),
    )
    for axes, panel in zip(drawn_sheet.axes, drawn_panels, strict=True):
        scale = _draw_panel(axes, panel)
        _draw_line_names(axes, [line for line in panel.lines if line.name], scale)
    return drawn_sheet.canvas


def _describe_course_result(trace: Trace, root: int) -> str:
    if not root:
        return describe_result(trace)
    return describe_subtree(trace, root, describe_work_below(trace, root) if trace.columns.log is not None else "")


def _draw_line_names(axes: Axes, lines: Sequence[ChartLine], scale: ScaleFunction) -> None:
    """Write the names of lines right of the axes, each where its line ends, or near."""
    right_edge = axes.left + axes.width
    wanted_positions = [axes.y_position(scale(line.ys[-1])) for line in lines]
    positions = spread_positions(wanted_positions, TEXT_SIZE * NAME_SPACING, axes.top, axes.top + axes.height)
    for line, wanted_y, name_y in zip(lines, wanted_positions, positions, strict=True):
        axes.draw_text(line.name, right_edge + NAME_DISTANCE, name_y, colour=line.colour, bold=line.is_bold)
        connector = ((right_edge + CONNECTOR_GAP / 2, wanted_y), (right_edge + NAME_DISTANCE - CONNECTOR_GAP, name_y))
        axes.shapes.append(Path(connector, Paint(line=line.colour, width=0.5)))


def _draw_panel(axes: Axes, panel: CoursePanel) -> ScaleFunction:
    """Draw lines, and give where a number stands on the axis."""
    axes.draw_title(panel.title)
    last_x = max(line.xs[-1] for line in panel.lines)
    axes.x_range = (0.5, last_x + 0.5) if panel.answers else (0.0, max(last_x, 1))
    scale = _set_up_number_axis(axes, panel)
    max_numbers = MAX_NAMED_PASSES if panel.answers and last_x <= MAX_NAMED_PASSES else 5
    numbers = round_numbers(1 if panel.answers else 0, max(last_x, 1), max_numbers, integers_only=True)
    axes.draw_x_axis(make_ticks(numbers, plot.abbreviate), panel.x_name)
    for line in panel.lines:
        dashes = tuple(length * line.width for length in line.dashes)
        paint = Paint(line=line.colour, width=line.width, dashes=dashes)
        axes.draw_line(line.xs, [scale(y) for y in line.ys], paint, is_stepped=line.is_stepped)
    _draw_pass_signs(axes, panel, scale)
    return scale


def _set_up_number_axis(axes: Axes, panel: CoursePanel) -> ScaleFunction:
    drawn_values = [float(y) for line in panel.lines for y in line.ys if is_drawn(y)]
    lowest, highest = (min(drawn_values), max(drawn_values)) if drawn_values else (0.0, 1.0)
    if panel.shows_proofs:
        return _set_up_proof_axis(axes, highest, with_infinity=any(math.inf in list(line.ys) for line in panel.lines))
    lowest = 0.0 if panel.starts_at_zero else lowest
    padding = max(highest - lowest, 1e-9 * max(abs(highest), 1), 0.02 if highest == lowest else 0) * (
        0.14 if panel.answers else 0.05
    )
    axes.y_range = (lowest if panel.starts_at_zero else lowest - padding, highest + padding)
    numbers = round_numbers(*axes.y_range, 8, integers_only=panel.starts_at_zero)
    axes.draw_guides(numbers)
    axes.draw_y_axis(
        make_ticks(numbers, plot.abbreviate if panel.starts_at_zero else lambda value: number(round(value, 12)))
    )
    return lambda value: value if is_drawn(value) else math.nan


def _set_up_proof_axis(axes: Axes, highest: float, *, with_infinity: bool) -> ScaleFunction:
    """An axis from 0 to ∞, which stands above a line across; logarithmic where the numbers are large."""
    highest = max(highest, 1.0)
    if highest <= MAX_LINEAR_PROOF:
        scale: ScaleFunction = float
        ticks = round_numbers(0, highest, 6, integers_only=True)
    else:
        scale = _scale_logarithmically
        powers = range(0, math.ceil(math.log10(highest)) + 1, max(1, math.ceil(math.log10(highest) / 12)))
        ticks = [0.0, *(10.0**power for power in powers if 10.0**power <= highest)]
    top_position = scale(highest)
    infinity_position = top_position * 1.14
    axes.y_range = (0.0, infinity_position + top_position * 0.03 if with_infinity else top_position * 1.04)
    axes.draw_guides([*map(scale, ticks), *([infinity_position] if with_infinity else [])])
    if with_infinity:
        axes.draw_separator(top_position * 1.07)
    infinity_ticks = [(infinity_position, "∞")] if with_infinity else []
    axes.draw_y_axis([*((scale(tick), plot.abbreviate(tick)) for tick in ticks), *infinity_ticks])
    axes.draw_title("pn, dn" if scale is float else "pn, dn (log scale)")
    return lambda value: scale(value) if is_drawn(value) else infinity_position


def _scale_logarithmically(value: float) -> float:
    return math.log10(1 + value)


def _draw_pass_signs(axes: Axes, panel: CoursePanel, scale: ScaleFunction) -> None:
    """The signs of passes, and their best moves where these have room."""
    paint = Paint(fill=axes.theme.variation, line=axes.theme.variation)
    for answer in panel.answers:
        if is_drawn(answer.value):
            axes.draw_mark(
                "s" if answer.bound is None else BOUND_SIGNS[answer.bound], answer.number, scale(answer.value), 5, paint
            )
    if len(panel.answers) > MAX_NAMED_PASSES:
        return
    pass_width = axes.width / max(len(panel.answers), 1)
    values = [answer.value for answer in panel.answers]
    for previous_value, answer, next_value in zip(
        [math.nan, *values], panel.answers, [*values[1:], math.nan], strict=False
    ):
        if answer.move and is_drawn(answer.value) and font.text_width(answer.move, TEXT_SIZE) <= pass_width:
            # Where the line comes and goes below, or level, there is room above.
            neighbour_values = [value for value in (previous_value, next_value) if is_drawn(value)]
            is_above = sum(neighbour_values) <= answer.value * len(neighbour_values)
            y = axes.y_position(scale(answer.value)) + (-1 if is_above else 1) * (6 + TEXT_SIZE / 2)
            axes.draw_text(answer.move, axes.x_position(answer.number), y, anchor=Anchor.MIDDLE)


def _pass_legend(panels: Sequence[CoursePanel], theme: Theme) -> Iterator[chart_sheet.LegendSign]:
    """The legend of passes; all other lines have their names at their ends."""
    used_signs = {
        "s" if answer.bound is None else BOUND_SIGNS[answer.bound] for panel in panels for answer in panel.answers
    }
    paint = Paint(fill=theme.variation, line=theme.variation)
    for sign, meaning in _BOUND_MEANINGS.items():
        if sign in used_signs:
            yield chart_sheet.line_sign(meaning, None, sign, 5, paint)


CHART = Chart(
    name="course",
    shows="N and Q of the root's moves over the iterations, its proof numbers, or the answers of its passes",
    draw=draw_course,
    takes=("root", "theme", "dpi", "title", "subtitle"),
)
