"""The charts of studies that there are, and how one is asked for: a new chart is its line here."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, BinaryIO

from tracer.condition.row_conditions import MAX_LISTED_COLUMNS
from tracer.errors import PlyscopeError
from tracer.sweeping.measures import FIXED, MEASURED
from tracer.text import clean, nearest
from viz import target
from viz.charts import plot
from viz.charts.axes import TEXT
from viz.libraries import demand, message_for_missing
from viz.studies import clouds, curves, heat_map, ratios
from viz.studies.dataset import Dataset
from viz.studies.easel import HEIGHT, ROW, WIDTH, Easel, columns_of
from viz.studies.question import Answer, Question, StudyChart, column_name
from viz.studies.summary import MEAN, MEDIAN

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FONT = "DejaVu Sans"
"""Comes with matplotlib, so that it is the same everywhere."""
_RC: dict[str, Any] = {
    "font.family": [FONT],
    "font.size": TEXT,
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
    try:
        import matplotlib.style
    except ImportError as error:
        raise PlyscopeError(message_for_missing("matplotlib")) from error
    with matplotlib.style.context([_RC], after_reset=True), warnings.catch_warnings():
        # What the font has no picture of is drawn as a box.
        warnings.filterwarnings("ignore", "Glyph .* missing from")
        yield


def save(figure: Figure, stream: BinaryIO, format: str) -> None:
    """Write a figure as `svg`, `png` or `pdf`, inside `matplotlib_settings`."""
    figure.savefig(stream, format=format, metadata=_METADATA[format], facecolor=figure.get_facecolor())


_ALL = (
    curves.LINES,
    curves.NODES,
    clouds.ORDERING,
    curves.FIRST_MOVE,
    clouds.BOXES,
    heat_map.HEAT,
    ratios.RATIO,
)
STUDY_CHARTS: Mapping[str, StudyChart] = MappingProxyType({chart.name: chart for chart in _ALL})
"""By their names."""
AXES = ("x", "y", heat_map.OF)
LISTS = ("by", "panels", "log")
ALWAYS = ("x", "y", "by", "where", "log", "middle")
"""What can be asked of every chart."""
NONE = "none"
FITS: Mapping[str, tuple[float, float | None]] = MappingProxyType(
    {"slide": (WIDTH, WIDTH * 9 / 16), "page": (160 / 25.4, None), "column": (85 / 25.4, None)}
)
"""Width and height in inches for what a chart is shown on: a bitmap of a slide has 1920×1080 pixels."""
LEAST, MOST = 1.5, 40.0
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
    found = STUDY_CHARTS[chart]
    question = _question(found, {name: text for name, text in given.items() if text is not None})
    dataset = Dataset(results)
    for axis in AXES:
        if given.get(axis) is None and (usual := found.defaults.get(axis)) is not None:
            _need_usual(dataset, chart, axis, usual)
    answer = found.answer(dataset, question)
    by = f" by {column_name(', '.join(question.by))}" if question.by and chart in ("lines", "boxes") else ""
    if answer.title:
        return Drawing(answer, answer.title)
    return Drawing(answer, f"{column_name(question.of or question.y)} over {column_name(question.x)}{by}")


def write(
    drawing: Drawing,
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    theme: str = "light",
    title: str | None = None,
    width: float = WIDTH,
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
    content = content_of(drawing, format_of(path, format), theme=theme, title=title, width=width, height=height)
    with target.replacement(Path(path)) as stream:
        stream.write(content)


def content_of(
    drawing: Drawing, format: str, *, theme: str, title: str | None, width: float = WIDTH, height: float | None = None
) -> bytes:
    """A chart as the content of a file; the same dataset gives the same bytes."""
    stream = BytesIO()
    looks = plot.looks(theme)
    columns = columns_of(drawing.answer.panels)
    height = HEIGHT + ROW * (-(-drawing.answer.panels // columns) - 1) if height is None else height
    for side in (width, height):
        if not LEAST <= side <= MOST:
            raise PlyscopeError(f"a figure has {LEAST:g} to {MOST:g} inches a side, not {side:g}")
    with matplotlib_settings():
        easel = Easel(
            looks, drawing.title if title is None else title, drawing.answer.caption, width=width, height=height
        )
        drawing.answer.draw(easel)
        save(easel.figure, stream, format)
    return stream.getvalue()


def size_of(fit: str | None) -> tuple[float, float | None]:
    """Width and height in inches for what a chart is shown on; None is nothing in particular.

    Raises:
        PlyscopeError: it is none of `FITS`.
    """
    if fit is None:
        return WIDTH, None
    if fit not in FITS:
        raise PlyscopeError(f"--fit is {', '.join(FITS)}, not {clean(fit, 40)!r}{nearest(fit, FITS)}")
    return FITS[fit]


def format_of(path: str | os.PathLike[str], format: str | None = None) -> str:
    """The format of a file.

    Raises:
        PlyscopeError: it is none of those that plots have; or matplotlib is missing.
    """
    demand("matplotlib")
    wanted = (format or Path(path).suffix).lower().lstrip(".")
    if wanted not in plot.FORMATS:
        raise PlyscopeError(f"a plot is a file of .{' .'.join(plot.FORMATS)}, not {clean(os.fspath(path), 60)!r}")
    return wanted


def _need_usual(dataset: Dataset, chart: str, axis: str, usual: str) -> None:
    """What a chart shows along an axis where nobody says it has to be there."""
    if usual in dataset.kinds:
        return
    own = [clean(name, 40) for name in dataset.kinds if name not in FIXED and name not in MEASURED]
    such = f"; parameters of this study: {', '.join(own[:MAX_LISTED_COLUMNS])}" if own else ""
    raise PlyscopeError(f"{dataset.name} has no column {usual!r}, which {chart} has as its {axis}: give --{axis}{such}")


def _question(chart: StudyChart, given: Mapping[str, str]) -> Question:
    """What is asked, with what the chart itself says where the user does not."""
    takes = (*ALWAYS, *chart.defaults)
    for name in given:
        if name not in takes:
            told = (MEAN if one == "middle" else one for one in dict.fromkeys(takes))
            raise PlyscopeError(f"the chart {chart.name} has no --{name}; it has --{', --'.join(told)}")
    texts = {"by": "", "panels": "", "log": "", "middle": MEDIAN, **chart.defaults, **given}
    known = {one.name for one in fields(Question)}
    values = {
        name: tuple(word.strip() for word in text.split(",") if word.strip() not in ("", NONE))
        if name in LISTS
        else text
        for name, text in texts.items()
        if name in known
    }
    for axis in values["log"]:
        if axis not in AXES:
            raise PlyscopeError(
                f"--log has axes: x, y, x,y{', of' if chart.name == 'heat' else ''} or none; not {clean(axis, 20)!r}"
            )
    if values["middle"] not in (MEDIAN, MEAN):
        raise PlyscopeError(f"the middle is {MEDIAN} or {MEAN}, not {clean(str(values['middle']), 20)!r}")
    return Question(**values)  # type: ignore[arg-type]  # by the names of its fields
