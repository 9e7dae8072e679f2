"""The charts of studies that there are, and how one is asked for: a new chart is its line here."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import partial
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, BinaryIO

from tracer.condition.row_conditions import MAX_LISTED_COLUMNS
from tracer.errors import PlyscopeError
from tracer.sweeping.result_columns import IDENTITY_COLUMNS, RESULT_COLUMNS
from tracer.text import clean, nearest
from viz import target
from viz.charts import plot
from viz.charts.axes import TEXT_SIZE
from viz.libraries import demand, load
from viz.studies import curves, heat_map, point_clouds, ratios
from viz.studies.dataset import Dataset
from viz.studies.study_figure import DEFAULT_HEIGHT, DEFAULT_WIDTH, ROW_HEIGHT, StudyFigure, count_panel_columns
from viz.studies.study_question import Answer, Question, StudyChart, column_name
from viz.studies.summary import MEAN, MEDIAN

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FONT_NAME = "DejaVu Sans"
"""Comes with matplotlib, so that it is the same everywhere."""
_MATPLOTLIB_OPTIONS: dict[str, Any] = {
    "font.family": [FONT_NAME],
    "font.size": TEXT_SIZE,
    "svg.fonttype": "none",
    "svg.hashsalt": "plyscope",
    "pdf.fonttype": 42,
    # A label is never read as TeX.
    "text.parse_math": False,
    "text.usetex": False,
    "axes.linewidth": 0.6,
    "hatch.linewidth": 0.6,
    "path.simplify": False,
}
_METADATA: dict[str, dict[str, None]] = {
    "svg": {"Date": None, "Creator": None},
    "png": {"Software": None},
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}


@contextmanager
def matplotlib_settings() -> Iterator[None]:
    """Set up matplotlib as plots need it, whatever the user's own settings are.

    Raises:
        PlyscopeError: matplotlib is not installed.
    """
    with load("matplotlib.style").context([_MATPLOTLIB_OPTIONS], after_reset=True), warnings.catch_warnings():
        # What the font has no picture of is drawn as a box.
        warnings.filterwarnings("ignore", "Glyph .* missing from")
        yield


def save_figure(figure: Figure, stream: BinaryIO, format: str) -> None:
    """Write a figure as `svg`, `png` or `pdf`, inside `matplotlib_settings`."""
    figure.savefig(stream, format=format, metadata=_METADATA[format], facecolor=figure.get_facecolor())


_ALL_CHARTS = (
    curves.LINES,
    curves.NODES,
    point_clouds.ORDERING,
    curves.FIRST_MOVE,
    point_clouds.BOXES,
    heat_map.HEAT,
    ratios.RATIO,
)
STUDY_CHARTS: Mapping[str, StudyChart] = MappingProxyType({chart.name: chart for chart in _ALL_CHARTS})
"""By their names."""
AXIS_OPTIONS = ("x", "y", heat_map.VALUE_AXIS)
LIST_OPTIONS = ("by", "panels", "log")
COMMON_OPTIONS = ("x", "y", "by", "where", "log", "middle")
"""What can be asked of every chart."""
NO_COLUMN = "none"
fit_size = partial(plot.fit_size, slide_width=DEFAULT_WIDTH)
MIN_SIDE, MAX_SIDE = 1.5, 40.0
"""Inches."""


@dataclass(frozen=True)
class Drawing:
    """A chart of a study before it is drawn."""

    answer: Answer
    """What is drawn; its `table` has the numbers behind it, as `plyscope plot` prints them without a file."""
    title: str
    """What stands above it."""


def ask(results: str | os.PathLike[str], chart: str, given: Mapping[str, str | None]) -> Drawing:
    """Ask a dataset for a chart.

    Args:
        results: the folder that a sweep wrote.
        chart: the name of a chart, as `plyscope plot --list` has them.
        given: the options of `plyscope plot` by their names (`x`, `y`, `by`, `panels`, `where` …) as text, lists with
            commas; None and what is missing are the chart's own, `none` is an empty one.

    Raises:
        PlyscopeError: there is no such chart, column or row, or a file cannot be read.
    """
    if chart not in STUDY_CHARTS:
        raise PlyscopeError(
            f"no chart {clean(chart)!r}{nearest(chart, STUDY_CHARTS)}; there are: {', '.join(STUDY_CHARTS)}"
        )
    study_chart = STUDY_CHARTS[chart]
    question = _make_question(study_chart, {name: text for name, text in given.items() if text is not None})
    dataset = Dataset(results)
    for axis in AXIS_OPTIONS:
        if given.get(axis) is None and (default_column := study_chart.defaults.get(axis)) is not None:
            _require_default_column(dataset, chart, axis, default_column)
    answer = study_chart.answer(dataset, question)
    group_text = f" by {column_name(', '.join(question.by))}" if question.by and chart in ("lines", "boxes") else ""
    if answer.title:
        return Drawing(answer, answer.title)
    return Drawing(answer, f"{column_name(question.of or question.y)} over {column_name(question.x)}{group_text}")


def write(
    drawing: Drawing,
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    theme: str = "light",
    title: str | None = None,
    width: float = DEFAULT_WIDTH,
    height: float | None = None,
) -> None:
    """Draw a chart into a file, whole or not at all.

    Args:
        drawing: what `ask` gave.
        path: the file.
        format: `svg`, `png` or `pdf`, where the suffix does not tell.
        theme: the colours.
        title: what stands above it in place of what is drawn.
        width: inches.
        height: inches; None is what the panels need.

    Raises:
        PlyscopeError: there is no such format or theme, or the file cannot be written.
    """
    content = chart_content(drawing, chart_format(path, format), theme=theme, title=title, width=width, height=height)
    with target.replacement(Path(path)) as stream:
        stream.write(content)


def chart_content(
    drawing: Drawing,
    format: str,
    *,
    theme: str,
    title: str | None,
    width: float = DEFAULT_WIDTH,
    height: float | None = None,
) -> bytes:
    """A chart as the content of a file; the same dataset gives the same bytes."""
    stream = BytesIO()
    colours = plot.resolve_theme(theme)
    columns = count_panel_columns(drawing.answer.panels)
    height = DEFAULT_HEIGHT + ROW_HEIGHT * (-(-drawing.answer.panels // columns) - 1) if height is None else height
    for side in (width, height):
        if not MIN_SIDE <= side <= MAX_SIDE:
            raise PlyscopeError(f"a figure has {MIN_SIDE:g} to {MAX_SIDE:g} inches a side, not {side:g}")
    with matplotlib_settings():
        figure = StudyFigure(
            colours, drawing.title if title is None else title, drawing.answer.caption, width=width, height=height
        )
        drawing.answer.draw(figure)
        save_figure(figure.figure, stream, format)
    return stream.getvalue()


def chart_format(path: str | os.PathLike[str], format: str | None = None) -> str:
    """The format of a file.

    Raises:
        PlyscopeError: it is none of those that plots have; or matplotlib is missing.
    """
    demand("matplotlib")
    format_name = (format or Path(path).suffix).lower().lstrip(".")
    if format_name not in plot.CHART_FORMATS:
        raise PlyscopeError(f"a plot is a file of .{' .'.join(plot.CHART_FORMATS)}, not {clean(os.fspath(path), 60)!r}")
    return format_name


def _require_default_column(dataset: Dataset, chart: str, axis: str, default_column: str) -> None:
    """What a chart shows along an axis where nobody says it has to be there."""
    if default_column in dataset.column_types:
        return
    parameter_names = [
        clean(name, 40) for name in dataset.column_types if name not in IDENTITY_COLUMNS and name not in RESULT_COLUMNS
    ]
    parameters_hint = (
        f"; parameters of this study: {', '.join(parameter_names[:MAX_LISTED_COLUMNS])}" if parameter_names else ""
    )
    raise PlyscopeError(
        f"{dataset.name} has no column {default_column!r}, which {chart} has as its {axis}: "
        f"give --{axis}{parameters_hint}"
    )


def _make_question(chart: StudyChart, given_options: Mapping[str, str]) -> Question:
    """What is asked, with what the chart itself says where the user does not."""
    allowed_options = (*COMMON_OPTIONS, *chart.defaults)
    for name in given_options:
        if name not in allowed_options:
            option_names = (MEAN if option == "middle" else option for option in dict.fromkeys(allowed_options))
            raise PlyscopeError(f"the chart {chart.name} has no --{name}; it has --{', --'.join(option_names)}")
    option_texts = {"by": "", "panels": "", "log": "", "middle": MEDIAN, **chart.defaults, **given_options}
    question_fields = {option.name for option in fields(Question)}
    values = {
        name: tuple(part.strip() for part in text.split(",") if part.strip() not in ("", NO_COLUMN))
        if name in LIST_OPTIONS
        else text
        for name, text in option_texts.items()
        if name in question_fields
    }
    for axis in values["log"]:
        if axis not in AXIS_OPTIONS:
            raise PlyscopeError(
                f"--log has axes: x, y, x,y{', of' if chart.name == 'heat' else ''} or none; not {clean(axis, 20)!r}"
            )
    if values["middle"] not in (MEDIAN, MEAN):
        raise PlyscopeError(f"the middle is {MEDIAN} or {MEAN}, not {clean(str(values['middle']), 20)!r}")
    return Question(**values)  # type: ignore[arg-type]  # by the names of its fields
