"""Curves: a middle of each group over an axis, with a band around it that has the spread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from viz.studies.dataset import Dataset
from viz.studies.easel import Easel, legible
from viz.studies.question import (
    Answer,
    NoPointsError,
    Points,
    Question,
    StudyChart,
    column_name,
    count_of_rows,
    points,
    words_of_condition,
    words_of_middle,
)
from viz.studies.summary import Curve, curves, header_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MINIMAL, FULL = "minimal", "full_tree_nodes"
"""Columns of what is below and above every search."""
BOUNDS = {MINIMAL: "minimal tree", FULL: "full tree (minimax)"}
_BOUND_DASHES: tuple[Any, ...] = ((0, (1, 1.5)), (0, (5, 3)))


@dataclass(frozen=True)
class Panel:
    """One chart of several beside one another, or the only one."""

    label: str
    lines: Sequence[Curve]
    bounds: Sequence[Curve]
    """What the lines lie between, or are relative to."""


def answer(dataset: Dataset, question: Question) -> Answer:
    """Curves of the groups.

    Raises:
        PlyscopeError: the dataset has no such numbers.
    """
    return answer_of(points(dataset, question), question, lambda _: [])


def answer_nodes(dataset: Dataset, question: Question) -> Answer:
    """Curves of the groups between the minimal tree and the full one."""
    found = points(dataset, question)
    ends: list[tuple[str, Points]] = []
    for column, label in BOUNDS.items():
        if column in dataset.kinds and not found.places:
            with suppress(NoPointsError):
                ends.append((label, points(dataset, replace(question, y=column, by=(), log=()))))

    def bounds(panel: str) -> list[Curve]:
        here = [(label, end.panel(panel)) for label, end in ends]
        every = [(label, curve) for label, end in here for curve in curves(end.groups, end.xs, end.ys, question.middle)]
        return [replace(curve, label=label) for label, curve in every]

    between = ", between the minimal and the full tree" if ends else ""
    title = f"{column_name(question.y)} over {column_name(question.x)}{between}"
    return replace(answer_of(found, question, bounds), title=title)


def answer_of(
    found: Points, question: Question, bounds: Callable[[str], list[Curve]], said: Sequence[str] | None = None
) -> Answer:
    """Curves of points, a panel for each value of some columns.

    Args:
        found: the points.
        question: what was asked.
        bounds: for a panel, the lines between which the others lie.
        said: what is to be said of the rows, where that is not how many there are.
    """
    panels = []
    for label in found.panels.labels:
        here = found.panel(label)
        if here.count:
            panels.append(Panel(label, curves(here.groups, here.xs, here.ys, question.middle), bounds(label)))
    places = found.places
    table = [
        [*([panel.label] if question.panels else []), curve.label, places[int(x)] if places else float(x), *one.told]
        for panel in panels
        for curve in (*panel.lines, *panel.bounds)
        for x, one in zip(curve.xs, curve.middles, strict=True)
        if one.count
    ]
    rows = count_of_rows(found.rows, found.count) if said is None else list(said)
    said_of = [*rows, words_of_middle(question), *words_of_condition(question)]
    names = [",".join(question.panels)] if question.panels else []
    header = [*names, ",".join(question.by) or "searches", question.x, *header_of(question.middle)]
    return Answer(header, table, said_of, lambda easel: _draw(easel, question, panels, places), len(panels))


def _draw(easel: Easel, question: Question, panels: Sequence[Panel], places: Sequence[str]) -> None:
    every = easel.panels([panel.label for panel in panels] if question.panels else [""])
    for axes, panel in zip(every, panels, strict=True):
        for curve, dashes in zip(panel.bounds, _BOUND_DASHES, strict=False):
            middles = [one.middle for one in curve.middles]
            axes.plot(
                curve.xs, middles, color=easel.theme.faint, linestyle=dashes, linewidth=1.2, label=legible(curve.label)
            )
        for beside, curve in enumerate(panel.lines):
            _line(easel, axes, curve, (beside + 0.5) / len(panel.lines) - 0.5 if places else None)
        if places:
            easel.categories(axes, places)
    for axes in every:
        easel.scale(axes, question.log, numbered=not places)
    easel.name(every, column_name(question.x), column_name(question.y))
    easel.legend(every, column_name(", ".join(question.by)))


def _line(easel: Easel, axes: Axes, curve: Curve, beside: float | None) -> None:
    """A curve with its band; at places that are no numbers, marks with bars, beside those of other groups."""
    middles = np.array([one.middle for one in curve.middles])
    low, high = (np.array([getattr(one, end) for one in curve.middles]) for end in ("low", "high"))
    look = easel.look(curve.place)
    if beside is None:
        axes.fill_between(curve.xs, low, high, color=look["color"], alpha=0.15, linewidth=0)
        axes.plot(curve.xs, middles, label=legible(curve.label), **look)
        return
    axes.errorbar(
        curve.xs + 0.6 * beside, middles, yerr=[middles - low, high - middles], label=legible(curve.label),
        elinewidth=1.0, capsize=2.5, **{**look, "linestyle": "none"},
    )  # fmt: skip


LINES = StudyChart(
    name="lines",
    shows="any number over any parameter, a line a group",
    answer=answer,
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
    answer=answer,
    defaults={"x": "depth", "y": "first_move_share", "by": "search", "panels": ""},
)
