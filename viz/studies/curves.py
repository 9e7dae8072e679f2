"""Curves: a middle of each group over an axis, with a band around it that has the spread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tracer.errors import PlyscopeError
from tracer.recording.columns import Floats
from tracer.text import clean
from viz.studies import wording
from viz.studies.categories import Categories, joined
from viz.studies.dataset import Dataset, Rows
from viz.studies.easel import MOST_GROUPS, Easel
from viz.studies.question import Answer, Question, StudyChart
from viz.studies.summary import Curve, curves

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MINIMAL, FULL = "minimal", "full_tree_nodes"
"""Columns of what is below and above every search."""
BOUNDS = {MINIMAL: "minimal tree", FULL: "full tree (minimax)"}
HEADER = ("count", "middle", "low", "high")


@dataclass(frozen=True)
class Points:
    """Rows that have a place in a chart."""

    rows: Rows
    groups: Categories
    xs: Floats
    ys: Floats
    places: Sequence[str]
    """What is written on the axis at 0, 1, 2 …; none where x is a number."""

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.xs)


def points(dataset: Dataset, question: Question) -> Points:
    """The rows that have numbers on both axes; x may be a column of texts, too.

    Raises:
        PlyscopeError: there are none, or so many groups that nobody can tell them apart.
    """
    texts = dataset.has_text(question.x)
    numbers = {"y": dataset.number(question.y)} | ({} if texts else {"x": dataset.number(question.x)})
    rows = dataset.read(numbers, (*question.by, *((question.x,) if texts else ())), question.where)
    ys = rows.numbers["y"]
    column = rows.groups.get(question.x)
    xs = rows.numbers["x"] if column is None or not texts else column.codes.astype(np.float64)
    kept = np.isfinite(xs) & np.isfinite(ys)
    for axis, values in (("x", xs), ("y", ys)):
        kept &= values > 0 if axis in question.log and not (axis == "x" and texts) else True
    if not kept.any():
        raise PlyscopeError(f"{dataset.name}: no search has {clean(question.y, 60)} and {clean(question.x, 60)}")
    parts = [rows.groups[name] for name in question.by]
    groups = joined([Categories(part.codes[kept], part.values) for part in parts], int(kept.sum()))
    need_few(groups, question)
    return Points(rows, groups, xs[kept], ys[kept], column.labels if column is not None and texts else ())


def need_few(groups: Categories, question: Question, most: int = MOST_GROUPS) -> None:
    """Refuse more groups than can be told apart.

    Raises:
        PlyscopeError: there are.
    """
    if len(groups.values) > most:
        raise PlyscopeError(
            f"--by {clean(','.join(question.by))} makes {len(groups.values):,} groups, and {most} can be told apart: "
            "--where wants fewer"
        )


def answer(dataset: Dataset, question: Question) -> Answer:
    """Curves of the groups.

    Raises:
        PlyscopeError: the dataset has no such numbers.
    """
    return answer_of(points(dataset, question), question, [])


def answer_nodes(dataset: Dataset, question: Question) -> Answer:
    """Curves of the groups between the minimal tree and the full one."""
    found = points(dataset, question)
    bounds: list[Curve] = []
    for column, label in BOUNDS.items():
        if column in dataset.kinds and not found.places:
            numbers = {"x": dataset.number(question.x), "y": dataset.number(column)}
            rows = dataset.read(numbers, where=question.where)
            xs, ys = rows.numbers["x"], rows.numbers["y"]
            kept = np.isfinite(xs) & np.isfinite(ys)
            bounds += curves(Categories(np.zeros(kept.sum(), np.int64), [label]), xs[kept], ys[kept], question.middle)
    return answer_of(found, question, bounds)


def answer_of(found: Points, question: Question, bounds: Sequence[Curve], said: Sequence[str] | None = None) -> Answer:
    """Curves of points, with some lines that they lie between."""
    lines = curves(found.groups, found.xs, found.ys, question.middle)
    places = found.places
    table = [
        [curve.label, places[int(x)] if places else float(x), one.count, one.middle, one.low, one.high]
        for curve in (*lines, *bounds)
        for x, one in zip(curve.xs, curve.middles, strict=True)
    ]
    rows = wording.of_rows(found.rows, found.count) if said is None else list(said)

    def draw(easel: Easel) -> None:
        axes = easel.axes()[0]
        for curve, dashes in zip(bounds, ((0, (1, 1.5)), (0, (5, 3))), strict=False):
            middles = [one.middle for one in curve.middles]
            axes.plot(curve.xs, middles, color=easel.theme.faint, linestyle=dashes, linewidth=1.2, label=curve.label)
        for beside, curve in enumerate(lines):
            _line(easel, axes, curve, (beside + 0.5) / len(lines) - 0.5 if places else None)
        easel.name(axes, wording.named(question.x), wording.named(question.y))
        if places:
            easel.categories(axes, places)
        easel.scale(axes, question.log, numbered=not places)
        easel.legend(axes, wording.named(", ".join(question.by)))

    said_of = [*rows, wording.of_middle(question), *wording.of_condition(question)]
    header = [",".join(question.by) or "searches", question.x, *HEADER]
    return Answer([*header[:3], question.middle, *header[4:]], table, said_of, draw)


def _line(easel: Easel, axes: Axes, curve: Curve, beside: float | None) -> None:
    """A curve with its band; at places that are no numbers, marks with bars, beside those of other groups."""
    middles = np.array([one.middle for one in curve.middles])
    low, high = (np.array([getattr(one, end) for one in curve.middles]) for end in ("low", "high"))
    look = easel.look(curve.place)
    if beside is None:
        axes.fill_between(curve.xs, low, high, color=look["color"], alpha=0.15, linewidth=0)
        axes.plot(curve.xs, middles, label=curve.label, **look)
        return
    axes.errorbar(
        curve.xs + 0.6 * beside, middles, yerr=[middles - low, high - middles], label=curve.label, elinewidth=1.0,
        capsize=2.5, **{**look, "linestyle": "none"},
    )  # fmt: skip


LINES = StudyChart(
    name="lines",
    shows="any number over any parameter, a line a group",
    answer=answer,
    defaults={"x": "depth", "y": "visited", "by": "search"},
)
NODES = StudyChart(
    name="nodes",
    shows="nodes by depth, with the minimal tree below and the full tree above",
    answer=answer_nodes,
    defaults={"x": "depth", "y": "visited", "by": "search", "log": "y"},
)
FIRST_MOVE = StudyChart(
    name="first-move",
    shows="the share of cutoffs that the first move made, by depth",
    answer=answer,
    defaults={"x": "depth", "y": "first_move_share", "by": "search"},
)
