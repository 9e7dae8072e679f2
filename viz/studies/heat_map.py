"""Heat maps: a middle of the searches at each pair of values of two parameters, a panel a group."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tracer.errors import PlyscopeError
from tracer.recording.columns import Floats
from tracer.text import clean
from viz.charts.plot import abbreviate
from viz.studies.dataset import ALL, Categories, Dataset, joined
from viz.studies.easel import SMALL, Easel, factors
from viz.studies.question import (
    MOST_PANELS,
    Answer,
    Question,
    StudyChart,
    column_name,
    count_of_rows,
    need_few,
    words_of_condition,
)
from viz.studies.summary import header_of, middle_of, sorted_groups

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = "cividis"
"""A scale that grows evenly in print and for every kind of colour vision."""
MOST_VALUES = 60
"""On an axis."""
MOST_TOLD = 150
"""Fields that have their number in them."""
OF = "of"
"""The scale of the colours, where it grows by factors."""


def answer(dataset: Dataset, question: Question) -> Answer:
    """A panel for each group.

    Raises:
        PlyscopeError: there are no such numbers, or too many values on an axis.
    """
    columns = (*question.by, dataset.need(question.x), dataset.need(question.y))
    rows = dataset.read({OF: dataset.number(question.of)}, tuple(dict.fromkeys(columns)), question.where)
    numbers = rows.numbers[OF]
    kept = np.isfinite(numbers) & ((numbers > 0) | (OF not in question.log))
    if not kept.any():
        raise PlyscopeError(f"{dataset.name}: no search has {clean(question.of, 60)}")
    xs, ys = (rows.groups[name] for name in (question.x, question.y))
    for name, one in ((question.x, xs), (question.y, ys)):
        if len(one.values) > MOST_VALUES:
            raise PlyscopeError(
                f"{clean(name, 60)} has {len(one.values):,} values; a heat map has {MOST_VALUES} a side"
            )
    by = {name: Categories(rows.groups[name].codes[kept], rows.groups[name].values) for name in question.by}
    panels = joined(by, int(kept.sum()))
    need_few(panels, "by", question.by, MOST_PANELS)
    fields: Floats = np.full((len(panels.values), len(ys.values), len(xs.values)), np.nan)
    table: list[list[Any]] = []
    for key, values in sorted_groups(numbers[kept], panels.codes, xs.codes[kept], ys.codes[kept]):
        panel, x, y = map(int, key)
        middle = middle_of(values, question.middle)
        fields[panel, y, x] = middle.middle
        table.append([panels.labels[panel], xs.labels[x], ys.labels[y], *middle.told])

    def draw(easel: Easel) -> None:
        _draw(easel, question, fields, panels.labels, (xs.labels, ys.labels))

    header = [",".join(question.by) or "searches", question.x, question.y, *header_of(question.middle)]
    said = [f"Each field is the {question.middle} of {column_name(question.of)}."]
    caption = [*count_of_rows(rows, int(kept.sum())), *said, *words_of_condition(question)]
    title = f"{column_name(question.y)} over {column_name(question.x)}; colour = {column_name(question.of)}"
    return Answer(header, table, caption, draw, len(panels.values), title)


def _draw(
    easel: Easel, question: Question, fields: Floats, names: list[str], labels: tuple[list[str], list[str]]
) -> None:
    from matplotlib.colors import LogNorm, Normalize
    from matplotlib.ticker import FuncFormatter

    panels = easel.panels(names if names != [ALL] else [""])
    low, high = float(np.nanmin(fields)), float(np.nanmax(fields))
    norm = LogNorm(low, high) if OF in question.log and low < high else Normalize(low, high)
    image: Any = None
    for panel, field in zip(panels, fields, strict=True):
        image = panel.imshow(field, COLOURS, norm=norm, origin="lower", aspect="auto")
        panel.grid(visible=False)
        easel.categories(panel, labels[0])
        panel.set_yticks(range(len(labels[1])), labels[1])
        if np.isfinite(fields).sum() <= MOST_TOLD:
            _tell(panel, field, norm)
    easel.name(panels, column_name(question.x), column_name(question.y))
    bar = easel.figure.colorbar(image, ax=panels, format=FuncFormatter(lambda value, _: abbreviate(value)))
    if isinstance(norm, LogNorm):
        factors(bar.ax.yaxis, low, high)
    bar.set_label(column_name(question.of), color=easel.theme.text)
    bar.ax.tick_params(colors=easel.theme.text)


def _tell(panel: Axes, field: Floats, norm: Any) -> None:
    """The number in each field, where there is room."""
    for (y, x), value in np.ndenumerate(field):
        if np.isfinite(value):
            light = float(norm(value)) > 0.5
            text = abbreviate(float(f"{value:.3g}"))
            panel.text(
                x, y, text, ha="center", va="center", fontsize=SMALL - 1, color="#000000" if light else "#ffffff"
            )


HEAT = StudyChart(
    name="heat",
    shows="a heat map over two parameters",
    answer=answer,
    defaults={"x": "width", "y": "depth", "of": "visited", "by": "search", "log": OF},
)
