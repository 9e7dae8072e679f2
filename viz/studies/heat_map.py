"""Heat maps: a middle of the searches at each pair of values of two parameters, a panel a group."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tracer.errors import PlyscopeError
from tracer.recording.columns import Floats
from tracer.text import clean
from viz.charts.plot import abbreviate
from viz.studies.dataset import ALL_ROWS_LABEL, Categories, Dataset, join_categories
from viz.studies.study_figure import SMALL_TEXT_SIZE, StudyFigure, set_log_ticks
from viz.studies.study_question import (
    MAX_PANELS,
    Answer,
    Question,
    StudyChart,
    column_name,
    describe_row_count,
    make_caption,
    refuse_too_many,
)
from viz.studies.summary import average_header, average_of, iter_sorted_groups

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOUR_MAP = "cividis"
"""A scale that grows evenly in print and for every kind of colour vision."""
MAX_VALUES = 60
"""On an axis."""
MAX_NUMBERED_FIELDS = 150
"""Fields that have their number in them."""
VALUE_AXIS = "of"
"""The scale of the colours, where it grows by factors."""


def answer_heat_map(dataset: Dataset, question: Question) -> Answer:
    """A panel for each group.

    Raises:
        PlyscopeError: there are no such numbers, or too many values on an axis.
    """
    columns = (*question.by, dataset.require_column(question.x), dataset.require_column(question.y))
    rows = dataset.read({VALUE_AXIS: dataset.parse_column(question.of)}, tuple(dict.fromkeys(columns)), question.where)
    numbers = rows.numbers[VALUE_AXIS]
    has_value = np.isfinite(numbers) & ((numbers > 0) | (VALUE_AXIS not in question.log))
    if not has_value.any():
        raise PlyscopeError(f"{dataset.name}: no search has {clean(question.of, 60)}")
    xs, ys = (rows.groups[name] for name in (question.x, question.y))
    for name, categories in ((question.x, xs), (question.y, ys)):
        if len(categories.values) > MAX_VALUES:
            raise PlyscopeError(
                f"{clean(name, 60)} has {len(categories.values):,} values; a heat map has {MAX_VALUES} a side"
            )
    group_columns = {
        name: Categories(rows.groups[name].codes[has_value], rows.groups[name].values) for name in question.by
    }
    panels = join_categories(group_columns, int(has_value.sum()))
    refuse_too_many(panels, "by", question.by, MAX_PANELS)
    field_values: Floats = np.full((len(panels.values), len(ys.values), len(xs.values)), np.nan)
    table: list[list[Any]] = []
    for field_key, values in iter_sorted_groups(
        numbers[has_value], panels.codes, xs.codes[has_value], ys.codes[has_value]
    ):
        panel_index, x_index, y_index = map(int, field_key)
        field_summary = average_of(values, question.middle)
        field_values[panel_index, y_index, x_index] = field_summary.middle
        table.append([panels.labels[panel_index], xs.labels[x_index], ys.labels[y_index], *field_summary.table_cells])

    def draw_map(easel: StudyFigure) -> None:
        _draw_heat_map(easel, question, field_values, panels.labels, (xs.labels, ys.labels))

    header = [",".join(question.by) or "searches", question.x, question.y, *average_header(question.middle)]
    explanation = f"Each field is the {question.middle} of {column_name(question.of)}."
    caption = make_caption(describe_row_count(rows, int(has_value.sum())), question, explanation)
    title = f"{column_name(question.y)} over {column_name(question.x)}; colour = {column_name(question.of)}"
    return Answer(header, table, caption, draw_map, len(panels.values), title)


def _draw_heat_map(
    easel: StudyFigure, question: Question, fields: Floats, names: list[str], labels: tuple[list[str], list[str]]
) -> None:
    from matplotlib.colors import LogNorm, Normalize
    from matplotlib.ticker import FuncFormatter

    panels = easel.add_panels(names if names != [ALL_ROWS_LABEL] else [""])
    lowest, highest = float(np.nanmin(fields)), float(np.nanmax(fields))
    norm = LogNorm(lowest, highest) if VALUE_AXIS in question.log and lowest < highest else Normalize(lowest, highest)
    image: Any = None
    for panel, panel_values in zip(panels, fields, strict=True):
        image = panel.imshow(panel_values, COLOUR_MAP, norm=norm, origin="lower", aspect="auto")
        panel.grid(visible=False)
        easel.set_categories(panel, labels[0])
        panel.set_yticks(range(len(labels[1])), labels[1])
        if np.isfinite(fields).sum() <= MAX_NUMBERED_FIELDS:
            _draw_field_values(panel, panel_values, norm)
    easel.name_axes(panels, column_name(question.x), column_name(question.y))
    colour_bar = easel.figure.colorbar(image, ax=panels, format=FuncFormatter(lambda value, _: abbreviate(value)))
    if isinstance(norm, LogNorm):
        set_log_ticks(colour_bar.ax.yaxis, lowest, highest)
    colour_bar.set_label(column_name(question.of), color=easel.theme.text)
    colour_bar.ax.tick_params(colors=easel.theme.text)


def _draw_field_values(panel: Axes, values: Floats, norm: Any) -> None:
    """The number in each field, where there is room."""
    for (y, x), value in np.ndenumerate(values):
        if np.isfinite(value):
            is_light = float(norm(value)) > 0.5
            text = abbreviate(float(f"{value:.3g}"))
            panel.text(
                x,
                y,
                text,
                ha="center",
                va="center",
                fontsize=SMALL_TEXT_SIZE - 1,
                color="#000000" if is_light else "#ffffff",
            )


HEAT = StudyChart(
    name="heat",
    shows="a heat map over two parameters",
    answer=answer_heat_map,
    defaults={"x": "width", "y": "depth", "of": "visited", "by": "search", "log": VALUE_AXIS},
)
