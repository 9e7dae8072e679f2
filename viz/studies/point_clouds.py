"""Points: every search is seen, in a box of its group or in a cloud over two numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from tracer.recording.columns import Floats, Ints
from viz.studies.dataset import Categories, Dataset
from viz.studies.study_figure import StudyFigure, make_legend_label
from viz.studies.study_question import (
    Answer,
    Question,
    StudyChart,
    StudyPoints,
    column_name,
    describe_row_count,
    make_caption,
    read_points,
    refuse_too_many,
)
from viz.studies.summary import MEDIAN, Average, average_header, average_of, iter_sorted_groups

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MAX_DRAWN_POINTS = 100_000
"""Points that are drawn; of more, one of every so many in the order of the rows."""
MAX_VECTOR_POINTS = 2_000
"""More points than this are a bitmap within the drawing."""
MAX_BOXES = 60
BIN_COUNT = 12
"""Parts of an axis in each of which a cloud has a middle."""
GOLDEN_FRACTION = 0.6180339887498949
"""Whose multiples lie evenly between 0 and 1, wherever one ends."""


def answer_boxes(dataset: Dataset, question: Question) -> Answer:
    """A box of each group at each place: the middle half, the median, whiskers to all within 1.5 of its height."""
    study_points = _with_categorical_x(_sort_points(read_points(dataset, question)))
    group_count = len(study_points.groups.values)
    box_codes = study_points.xs.astype(np.int64) * group_count + study_points.groups.codes
    boxes = {
        int(key[0]): (average_of(values, MEDIAN), values)
        for key, values in iter_sorted_groups(study_points.ys, box_codes)
    }
    refuse_too_many(Categories(box_codes, ()), "by", (*question.by, question.x), MAX_BOXES)
    labels = study_points.groups.labels
    table = [
        [labels[key % group_count], study_points.x_labels[key // group_count], *summary.table_cells]
        for key, (summary, _) in sorted(boxes.items(), key=lambda item: (item[0] % group_count, item[0]))
    ]

    def draw_boxes(easel: StudyFigure) -> None:
        axes = easel.add_panels([""])[0]
        width = 0.8 / group_count
        named_groups: set[int] = set()
        for key, (summary, values) in boxes.items():
            group = key % group_count
            position = key // group_count + width * (group + 0.5 - group_count / 2)
            label = None if group in named_groups else make_legend_label(labels[group])
            _draw_box(easel, axes, group, position, width, summary, values, label)
            named_groups.add(group)
        jitter = (np.arange(study_points.count) * GOLDEN_FRACTION % 1 - 0.5) * width * 0.62
        positions = study_points.xs + width * (study_points.groups.codes + 0.5 - group_count / 2)
        _draw_dots(easel, axes, study_points, positions + jitter)
        easel.set_categories(axes, study_points.x_labels)
        easel.name_axes([axes], column_name(question.x), column_name(question.y))
        easel.set_scales(axes, question.log, with_x_numbers=False)
        easel.add_legend([axes], column_name(", ".join(question.by)))

    explanation = "Boxes have the middle half and the median, whiskers reach to all within 1.5 of their heights."
    return _make_answer(study_points, question, table, explanation, MEDIAN, draw_boxes)


def answer_ordering(dataset: Dataset, question: Question) -> Answer:
    """A cloud of each group, and its middle in each part of the axis."""
    study_points = _sort_points(read_points(dataset, question))
    min_x, max_x = float(study_points.xs.min()), float(study_points.xs.max())
    bin_indices = np.minimum(
        ((study_points.xs - min_x) / ((max_x - min_x) or 1.0) * BIN_COUNT).astype(np.int64), BIN_COUNT - 1
    )
    labels = study_points.groups.labels
    summaries_by_group: dict[int, list[tuple[float, Average]]] = {}
    table = []
    middles = zip(
        iter_sorted_groups(study_points.xs, study_points.groups.codes, bin_indices),
        iter_sorted_groups(study_points.ys, study_points.groups.codes, bin_indices),
        strict=True,
    )
    for (key, xs), (_, ys) in middles:
        x, summary = float(np.median(xs)), average_of(ys, question.middle)
        summaries_by_group.setdefault(int(key[0]), []).append((x, summary))
        table.append([labels[int(key[0])], x, *summary.table_cells])

    def draw_ordering(easel: StudyFigure) -> None:
        axes = easel.add_panels([""])[0]
        _draw_dots(easel, axes, study_points, study_points.xs)
        for group, summaries in sorted(summaries_by_group.items()):
            axes.plot(
                [x for x, _ in summaries],
                [summary.middle for _, summary in summaries],
                label=make_legend_label(labels[group]),
                **easel.line_style(group),
            )
        easel.name_axes([axes], column_name(question.x), column_name(question.y))
        easel.set_scales(axes, question.log)
        easel.add_legend([axes], column_name(", ".join(question.by)))

    explanation = f"A point is a search; the lines are the {question.middle}s of {BIN_COUNT} parts of the axis."
    return _make_answer(study_points, question, table, explanation, question.middle, draw_ordering)


def _make_answer(
    study_points: StudyPoints,
    question: Question,
    table: Sequence[Sequence[Any]],
    explanation: str,
    average: str,
    draw_chart: Any,
) -> Answer:
    drawn_count = len(_drawn_point_indices(study_points.count))
    sampling_note = f"{drawn_count:,} of {study_points.count:,} points are drawn."
    row_count = describe_row_count(study_points.rows, study_points.count)
    caption = make_caption(row_count, question, explanation, *[sampling_note] * (drawn_count < study_points.count))
    header = [",".join(question.by) or "searches", question.x, *average_header(average)]
    return Answer(header, table, caption, draw_chart)


def _sort_points(study_points: StudyPoints) -> StudyPoints:
    """The same in an order that does not depend on that of the rows, by which points have their places."""
    return study_points.select(np.lexsort((study_points.ys, study_points.xs, study_points.groups.codes)))


def _with_categorical_x(study_points: StudyPoints) -> StudyPoints:
    """The same, numbers on the axis being places, too."""
    if study_points.x_labels:
        return study_points
    values, codes = np.unique(study_points.xs, return_inverse=True)
    return replace(study_points, xs=codes.astype(np.float64), x_labels=[f"{x:.6g}" for x in values])


def _drawn_point_indices(count: int) -> Ints:
    return np.arange(0, count, -(-count // MAX_DRAWN_POINTS) if count > MAX_DRAWN_POINTS else 1)


def _draw_dots(easel: StudyFigure, axes: Axes, study_points: StudyPoints, xs: Floats) -> None:
    """The points of all groups, at some places of the axis."""
    drawn_indices, total_count = _drawn_point_indices(study_points.count), study_points.count
    marker_size, opacity = (
        (2.2, 0.45) if total_count <= MAX_VECTOR_POINTS else (1.0, max(0.06, min(0.35, 3_000 / total_count)))
    )
    for group in range(len(study_points.groups.values)):
        indices, look = drawn_indices[study_points.groups.codes[drawn_indices] == group], easel.line_style(group)
        axes.plot(
            xs[indices], study_points.ys[indices], linestyle="none", marker=look["marker"], markersize=marker_size,
            color=look["color"], alpha=opacity, markeredgewidth=0, rasterized=total_count > MAX_VECTOR_POINTS,
            zorder=1.5,
        )  # fmt: skip


def _draw_box(
    easel: StudyFigure,
    axes: Axes,
    group: int,
    position: float,
    width: float,
    summary: Average,
    values: Floats,
    label: str | None,
) -> None:
    whisker_reach = 1.5 * (summary.high - summary.low)
    values_in_reach = values[(values >= summary.low - whisker_reach) & (values <= summary.high + whisker_reach)]
    stats = {
        "med": summary.middle, "q1": summary.low, "q3": summary.high,
        "whislo": float(values_in_reach.min()), "whishi": float(values_in_reach.max()), "fliers": [],
    }  # fmt: skip
    colour = easel.line_style(group)["color"]
    line = {"color": colour, "linewidth": 1.2}
    axes.bxp(
        [stats], positions=[position], widths=[width * 0.8], showfliers=False, patch_artist=True, manage_ticks=False,
        boxprops={"facecolor": "none", "edgecolor": colour, "linewidth": 1.2}, capprops=line, whiskerprops=line,
        medianprops={"color": colour, "linewidth": 2.4}, label=label,
    )  # fmt: skip


BOXES = StudyChart(
    name="boxes",
    shows="distributions as boxes, with all points",
    answer=answer_boxes,
    defaults={"x": "search", "y": "visited", "by": "", "log": "y"},
)
ORDERING = StudyChart(
    name="ordering",
    shows="effective branching factor by the quality of move ordering, a point a search",
    answer=answer_ordering,
    defaults={"x": "first_move_share", "y": "effective_branching_factor", "by": "search"},
)
