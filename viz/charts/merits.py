"""The stairs of merits of SSS* and DUAL*, and of the passes of MTD(f): beside one another they have the same steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, zip_longest
from typing import Any

import numpy as np

from tracer.errors import PlyscopeError
from tracer.recording.log import GAMMA4
from tracer.recording.log_numbers import log_of
from tracer.recording.status import HORIZON, TERMINAL
from tracer.text import clean, is_null, number
from tracer.tracing import Trace
from viz.charts import chart_sheet, plot
from viz.charts.axes import TEXT_SIZE, Axes, is_drawn, make_ticks, round_numbers
from viz.charts.passes import collect_passes
from viz.charts.plot import Chart
from viz.paper import font
from viz.paper.canvas import Canvas, Paint
from viz.pictures.headings import describe_result, is_one_position, search_names, title_of_all


@dataclass(frozen=True)
class MeritStep:
    """A number that the search went by for a while."""

    level: float
    """A merit, or what a pass asked for; MAX's view."""
    length: int
    """States taken, or nodes visited."""
    leaf_count: int
    """Evaluated meanwhile."""
    returned_text: str = ""
    """What a pass returned."""


@dataclass(frozen=True)
class MeritStairs:
    """Those of one search."""

    steps: Sequence[MeritStep]
    x_name: str
    """What is counted across."""

    @property
    def edges(self) -> list[int]:
        """Where the treads begin, and where the last one ends."""
        return [0, *accumulate(step.length for step in self.steps)]

    @property
    def goes_down(self) -> bool:
        """Whether its numbers are less in the end than they were."""
        return self.steps[-1].level <= self.steps[0].level


def merit_stairs(trace: Trace) -> MeritStairs:
    """The stairs of a search.

    Raises:
        PlyscopeError: it has neither merits nor null windows.
    """
    log = trace.columns.log
    if log is not None and log.has_merits:
        return MeritStairs(_merit_steps(trace), "states taken, each by its merit")
    if log is None and 0 in trace.drivers:
        pass_answers = collect_passes(trace, 0)
        # Of whole numbers a window of width 1 is a null window, too.
        if all(
            is_null(answer.alpha, answer.beta)
            or (answer.beta - answer.alpha == 1 and answer.alpha == int(answer.alpha))
            for answer in pass_answers
        ):
            return MeritStairs(_pass_steps(trace), "nodes visited, in passes that ask for a number")
    raise PlyscopeError(
        f"{trace.header.title} has no merits: -a sss and -a dual have, "
        "and -a mtdf has passes in null windows that stand beside them"
    )


def _merit_steps(trace: Trace) -> list[MeritStep]:
    log = log_of(trace.columns)
    starts = np.flatnonzero([True, *(log.x[1:] != log.x[:-1])])
    ends = [*starts[1:].tolist(), len(log)]
    evaluated_before = np.concatenate([[0], np.cumsum(log.kind == GAMMA4)])
    return [
        MeritStep(log.x.item(start), end - start, int(evaluated_before[end] - evaluated_before[start]))
        for start, end in zip(starts.tolist(), ends, strict=True)
    ]


def _pass_steps(trace: Trace) -> list[MeritStep]:
    """What each pass asked for: its window lies at what the pass before returned, above it or below."""
    steps, previous_value = [], -np.inf
    for answer in collect_passes(trace, 0):
        level = answer.alpha if answer.alpha == previous_value else answer.beta
        steps.append(MeritStep(level, answer.visited, answer.leaf_evaluations, answer.value_text))
        previous_value = answer.value
    return steps


def iter_leaf_paths(trace: Trace) -> Iterator[tuple[str, ...]]:
    """The moves to each leaf in the order in which they were evaluated; passes are none."""
    columns, log = trace.columns, trace.columns.log
    if log is not None:
        leaves = log.node[log.kind == GAMMA4]
    else:
        leaves = np.flatnonzero((columns.status == TERMINAL) | (columns.status == HORIZON))
    passes = trace.passes
    for leaf in leaves.tolist():
        yield tuple(trace.label(node) for node in trace.ancestry(leaf)[1:] if columns.move.item(node) not in passes)


def have_same_leaves(traces: Sequence[Trace]) -> bool:
    """Whether several searches evaluated the same leaves in the same order."""
    return all(len(set(leaves)) == 1 for leaves in zip_longest(*map(iter_leaf_paths, traces)))


def have_same_levels(all_stairs: Sequence[MeritStairs]) -> bool:
    """Whether several searches went by the same numbers, and evaluated as many leaves for each."""
    first_levels, *other_levels = ([(step.level, step.leaf_count) for step in stairs.steps] for stairs in all_stairs)
    return all(levels == first_levels for levels in other_levels)


HEIGHT = 3.0
"""Inches of the axes."""
PANEL_GAP = 0.25
"""Inches between axes, which have one scale."""
MAX_TRACES = 4
MIN_LABEL_SPACING = 1.5
"""Points from one number to the next at least, in text sizes: those with less room have no text."""
LABEL_GAP = 2.5
"""Points between a step and its words."""
INFINITY_GAP_SHARE = 0.16
"""Where ∞ stands beyond the finite numbers, as a share of their range."""


def draw_merits(
    traces: Trace | Sequence[Trace],
    **look_options: Any,
) -> Canvas:
    """Draw the stairs of one search, or of several beside one another.

    There are at most four; `look_options` are those of `ChartLook`.

    Raises:
        PlyscopeError: an option is wrong, a search has neither merits nor passes, or there are too many.
    """
    searches = [traces] if isinstance(traces, Trace) else list(traces)
    if not 1 <= len(searches) <= MAX_TRACES:
        raise PlyscopeError(f"{len(searches)} searches cannot stand beside one another: give 1 to {MAX_TRACES}")
    look = chart_sheet.ChartLook(**look_options)
    all_stairs = [merit_stairs(trace) for trace in searches]
    levels = sorted({step.level for search_stairs in all_stairs for step in search_stairs.steps})
    scale = _make_scale(levels)
    points_per_unit = HEIGHT * 72 / (scale.top - scale.bottom)  # points of a number
    labelled_levels = _levels_with_room(levels, [scale.position_of(level) * points_per_unit for level in levels])
    names, is_single = [clean(name, 60) for name in search_names(searches)], len(searches) == 1
    result_lines = [f"{name}: {describe_result(trace)}" for name, trace in zip(names, searches, strict=True)]
    drawn_sheet = look.lay_out(
        title_of_all(searches),
        [describe_result(searches[0])] if is_single else result_lines,
        72 * HEIGHT,
        panels=len(all_stairs),
        gap=PANEL_GAP,
        signs=[],
        note=" ".join(_reading_notes(searches, all_stairs, unlabelled_count=len(levels) - len(labelled_levels))),
        has_panel_titles=True,
    )
    level_name = "merit" if searches[0].columns.log is not None else "asked for"
    for index, (axes, name, search_stairs) in enumerate(zip(drawn_sheet.axes, names, all_stairs, strict=True)):
        axes.draw_title(" · ".join(filter(None, ("" if is_single else name, "" if index else level_name))))
        _draw_axes(axes, search_stairs, labelled_levels, scale, with_labels=not index)
        _draw_stairs(axes, search_stairs, labelled_levels, scale)
    return drawn_sheet.canvas


def _reading_notes(
    traces: Sequence[Trace], all_stairs: Sequence[MeritStairs], *, unlabelled_count: int
) -> Iterator[str]:
    """What stands at the steps, and what the stairs have in common."""
    has_passes = any(trace.columns.log is None for trace in traces)
    contents = "its number, the leaves evaluated for it, and what the pass returned"
    yield f"At each step stand {contents if has_passes else 'its number and the leaves evaluated for it'}."
    if unlabelled_count:
        yield f"{unlabelled_count:,} number{' has' if unlabelled_count == 1 else 's have'} no room for words."
    if len(traces) > 1 and is_one_position(traces) and have_same_levels(all_stairs):
        yield (
            "The same numbers, and the same leaves in the same order."
            if have_same_leaves(traces)
            else "The same numbers, each with as many leaves."
        )


@dataclass(frozen=True)
class MeritScale:
    """An axis of numbers, the infinite ones a little beyond the others."""

    low: float
    high: float
    """Of the finite ones."""
    has_minus_infinity: bool
    has_plus_infinity: bool
    """Whether there are infinite ones."""

    @property
    def infinity_gap(self) -> float:
        """From the finite numbers to an infinite one."""
        return INFINITY_GAP_SHARE * (self.high - self.low)

    def position_of(self, level: float) -> float:
        """Where a number stands."""
        if is_drawn(level):
            return level
        return self.high + self.infinity_gap if level > 0 else self.low - self.infinity_gap

    @property
    def bottom(self) -> float:
        """The end of the axis."""
        return self.low - self.infinity_gap * (1.4 if self.has_minus_infinity else 0.5)

    @property
    def top(self) -> float:
        """The other end, with room for text above the highest number."""
        return self.high + self.infinity_gap * (1.6 if self.has_plus_infinity else 0.7)


def _make_scale(levels: Sequence[float]) -> MeritScale:
    finite = [level for level in levels if is_drawn(level)] or [0.0]
    lowest, highest = min(finite), max(finite)
    padding = 0.5 * max(abs(lowest), 1.0) * (lowest == highest)
    below, above = (any(not is_drawn(level) and level * side > 0 for level in levels) for side in (-1, 1))
    return MeritScale(lowest - padding, highest + padding, has_minus_infinity=below, has_plus_infinity=above)


def _levels_with_room(levels: Sequence[float], positions: Sequence[float]) -> list[float]:
    """Those of some ascending numbers, at so many points, that can have text; the first and the last one have."""
    kept_indices = [0]
    for index in range(1, len(levels)):
        if positions[index] - positions[kept_indices[-1]] >= MIN_LABEL_SPACING * TEXT_SIZE:
            kept_indices.append(index)
    last_index = len(levels) - 1
    if kept_indices[-1] != last_index:
        kept_indices[-1] = last_index if len(kept_indices) > 1 else kept_indices[-1]
    return [levels[index] for index in kept_indices]


def _draw_axes(
    axes: Axes, stairs: MeritStairs, labelled_levels: Sequence[float], scale: MeritScale, *, with_labels: bool
) -> None:
    axes.x_range, axes.y_range = (0, _x_axis_end(stairs, labelled_levels, axes.width)), (scale.bottom, scale.top)
    axes.draw_guides([scale.position_of(level) for level in labelled_levels])
    for has_infinity, finite_end, direction in (
        (scale.has_plus_infinity, scale.high, 1),
        (scale.has_minus_infinity, scale.low, -1),
    ):
        if has_infinity:
            axes.draw_separator(finite_end + direction * scale.infinity_gap / 2)
    axes.draw_x_axis(make_ticks(round_numbers(*axes.x_range, 5, integers_only=True), plot.abbreviate), stairs.x_name)
    axes.draw_y_axis([(scale.position_of(level), number(level)) for level in labelled_levels], with_labels=with_labels)


def _draw_stairs(axes: Axes, stairs: MeritStairs, labelled_levels: Sequence[float], scale: MeritScale) -> None:
    """The stairs, with words at those steps that have room."""
    ys = [scale.position_of(step.level) for step in stairs.steps]
    paint = Paint(line=axes.theme.variation, width=1.8)
    axes.draw_line(stairs.edges, [*ys, ys[-1]], paint, is_stepped=True)
    for step, start, y in zip(stairs.steps, stairs.edges, ys, strict=False):
        if step.level in labelled_levels:
            # To the right there is room above falling stairs, and below rising ones.
            label_offset = (LABEL_GAP + TEXT_SIZE / 2) * (-1 if stairs.goes_down else 1)
            axes.draw_text(_step_label(step), axes.x_position(start) + LABEL_GAP, axes.y_position(y) + label_offset)


def _step_label(step: MeritStep) -> str:
    leaves = f"{step.leaf_count:,} lea{'f' if step.leaf_count == 1 else 'ves'}"
    return " · ".join(filter(None, [number(step.level), leaves, step.returned_text]))


def _x_axis_end(stairs: MeritStairs, labelled_levels: Sequence[float], axis_width: float) -> float:
    """What is counted across to the end of the axis, so many points away: as much as the words need."""
    total = float(stairs.edges[-1])
    for step, start in zip(stairs.steps, stairs.edges, strict=False):
        if (
            step.level in labelled_levels
            and (room_left := axis_width - font.text_width(_step_label(step), TEXT_SIZE) - 2 * LABEL_GAP) > 0
        ):
            total = max(total, start * axis_width / room_left)
    return total


CHART = Chart(
    name="merits",
    shows="the merits of SSS* and DUAL*, and what the passes of MTD(f) ask for, as stairs",
    draw=draw_merits,
    takes=("theme", "dpi", "title", "subtitle"),
    several=True,
)
