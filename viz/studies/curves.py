"""Curves: a middle of each group over an axis, with a band around it that has the spread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from viz.studies.dataset import Dataset
from viz.studies.study_figure import StudyFigure, make_legend_label
from viz.studies.study_question import (
    Answer,
    NoPointsError,
    Question,
    StudyChart,
    StudyPoints,
    column_name,
    describe_average,
    describe_row_count,
    make_caption,
    read_points,
)
from viz.studies.summary import GroupCurve, average_header, group_curves

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MINIMAL_TREE, FULL_TREE = "minimal", "full_tree_nodes"
"""Columns of what is below and above every search."""
BOUND_LABELS = {MINIMAL_TREE: "minimal tree", FULL_TREE: "full tree (minimax)"}
_BOUND_DASHES: tuple[Any, ...] = ((0, (1, 1.5)), (0, (5, 3)))


@dataclass(frozen=True)
class CurvePanel:
    """One chart of several beside one another, or the only one."""

    label: str
    lines: Sequence[GroupCurve]
    bounds: Sequence[GroupCurve]
    """What the lines lie between, or are relative to."""


def answer_lines(dataset: Dataset, question: Question) -> Answer:
    """Curves of the groups.

    Raises:
        PlyscopeError: the dataset has no such numbers.
    """
    return answer_with_curves(read_points(dataset, question), question, lambda _: [])


def answer_nodes(dataset: Dataset, question: Question) -> Answer:
    """Curves of the groups between the minimal tree and the full one."""
    study_points = read_points(dataset, question)
    bound_points: list[tuple[str, StudyPoints]] = []
    for column, label in BOUND_LABELS.items():
        if column in dataset.column_types and not study_points.x_labels:
            with suppress(NoPointsError):
                bound_points.append((label, read_points(dataset, replace(question, y=column, by=(), log=()))))

    def bound_curves(panel_label: str) -> list[GroupCurve]:
        panel_points = [(label, points_of_bound.of_panel(panel_label)) for label, points_of_bound in bound_points]
        labelled_curves = [
            (label, curve)
            for label, points_of_bound in panel_points
            for curve in group_curves(points_of_bound.groups, points_of_bound.xs, points_of_bound.ys, question.middle)
        ]
        return [replace(curve, label=label) for label, curve in labelled_curves]

    bounds_text = ", between the minimal and the full tree" if bound_points else ""
    title = f"{column_name(question.y)} over {column_name(question.x)}{bounds_text}"
    return replace(answer_with_curves(study_points, question, bound_curves), title=title)


def answer_with_curves(
    study_points: StudyPoints,
    question: Question,
    bounds: Callable[[str], list[GroupCurve]],
    row_count: str = "",
) -> Answer:
    """Curves of points, a panel for each value of some columns.

    `bounds` gives for a panel the lines between which the others lie; `row_count` stands in place of how many rows
    there are.
    """
    panels = []
    for label in study_points.panels.labels:
        panel_points = study_points.of_panel(label)
        if panel_points.count:
            curves = group_curves(panel_points.groups, panel_points.xs, panel_points.ys, question.middle)
            panels.append(CurvePanel(label, curves, bounds(label)))
    places = study_points.x_labels
    table = [
        [
            *([panel.label] if question.panels else []),
            curve.label,
            places[int(x)] if places else float(x),
            *summary.table_cells,
        ]
        for panel in panels
        for curve in (*panel.lines, *panel.bounds)
        for x, summary in zip(curve.xs, curve.averages, strict=True)
        if summary.count
    ]
    row_count = row_count or describe_row_count(study_points.rows, study_points.count)
    caption = make_caption(row_count, question, describe_average(question))
    names = [",".join(question.panels)] if question.panels else []
    header = [*names, ",".join(question.by) or "searches", question.x, *average_header(question.middle)]
    return Answer(header, table, caption, lambda easel: _draw_curves(easel, question, panels, places), len(panels))


def _draw_curves(easel: StudyFigure, question: Question, panels: Sequence[CurvePanel], places: Sequence[str]) -> None:
    panel_axes = easel.add_panels([panel.label for panel in panels] if question.panels else [""])
    for axes, panel in zip(panel_axes, panels, strict=True):
        for curve, dashes in zip(panel.bounds, _BOUND_DASHES, strict=False):
            middles = [summary.middle for summary in curve.averages]
            label, colour = make_legend_label(curve.label), easel.theme.faint
            axes.plot(curve.xs, middles, color=colour, linestyle=dashes, linewidth=1.2, label=label)
        for index, curve in enumerate(panel.lines):
            _draw_curve(easel, axes, curve, (index + 0.5) / len(panel.lines) - 0.5 if places else None)
        if places:
            easel.set_categories(axes, places)
    for axes in panel_axes:
        easel.set_scales(axes, question.log, with_x_numbers=not places)
    easel.name_axes(panel_axes, column_name(question.x), column_name(question.y))
    easel.add_legend(panel_axes, column_name(", ".join(question.by)))


def _draw_curve(easel: StudyFigure, axes: Axes, curve: GroupCurve, shift: float | None) -> None:
    """A curve with its band; at places that are no numbers, marks with bars, beside those of other groups."""
    middles = np.array([summary.middle for summary in curve.averages])
    low, high = (np.array([getattr(summary, end) for summary in curve.averages]) for end in ("low", "high"))
    look = easel.line_style(curve.group_index)
    if shift is None:
        axes.fill_between(curve.xs, low, high, color=look["color"], alpha=0.15, linewidth=0)
        axes.plot(curve.xs, middles, label=make_legend_label(curve.label), **look)
        return
    axes.errorbar(
        curve.xs + 0.6 * shift, middles, yerr=[middles - low, high - middles], label=make_legend_label(curve.label),
        elinewidth=1.0, capsize=2.5, **{**look, "linestyle": "none"},
    )  # fmt: skip


LINES = StudyChart(
    name="lines",
    shows="any number over any parameter, a line a group",
    answer=answer_lines,
    defaults={"x": "depth", "y": "visited", "by": "search", "panels": ""},
)
NODES = StudyChart(
    name="nodes",
    shows="nodes by depth, with the minimal tree below and the full tree above",
    answer=answer_nodes,
    defaults={"x": "depth", "y": "visited", "by": "search", "panels": "", "log": "y"},
)
FIRST_MOVE = StudyChart(
    name="first-move",
    shows="the share of cutoffs that the first move made, by depth",
    answer=answer_lines,
    defaults={"x": "depth", "y": "first_move_share", "by": "search", "panels": ""},
)
