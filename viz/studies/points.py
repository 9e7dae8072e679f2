"""Rows that have a place in a chart: two numbers, a group and a panel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tracer.errors import PlyscopeError
from tracer.recording.columns import Array, Floats
from tracer.text import clean
from viz.studies.dataset import Categories, Dataset, Rows, joined
from viz.studies.easel import MOST_GROUPS
from viz.studies.question import Question

MOST_PANELS = 12


class NoPointsError(PlyscopeError):
    """No row has numbers on both axes."""


@dataclass(frozen=True)
class Points:
    """Rows that have a place in a chart."""

    rows: Rows
    """All that was read."""
    groups: Categories
    panels: Categories
    """The chart in which each is drawn, where there are several beside one another."""
    xs: Floats
    ys: Floats
    places: Sequence[str]
    """What is written on the axis at 0, 1, 2 …; none where x is a number."""

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.xs)

    def only(self, which: Array) -> Points:
        """Some of them, or all in another order."""
        groups, panels = (Categories(one.codes[which], one.values) for one in (self.groups, self.panels))
        return Points(self.rows, groups, panels, self.xs[which], self.ys[which], self.places)

    def panel(self, label: str) -> Points:
        """Those of one panel."""
        labels = self.panels.labels
        return self.only(self.panels.codes == (labels.index(label) if label in labels else -1))


def points(dataset: Dataset, question: Question) -> Points:
    """The rows that have numbers on both axes; x may be a column of texts, too.

    Raises:
        PlyscopeError: there are none, or so many groups that nobody can tell them apart.
    """
    texts = dataset.has_text(question.x)
    numbers = {"y": dataset.number(question.y)} | ({} if texts else {"x": dataset.number(question.x)})
    columns = (*question.by, *question.panels, *((question.x,) if texts else ()))
    found = placed(dataset.read(numbers, tuple(dict.fromkeys(columns)), question.where), question, texts=texts)
    kept = np.isfinite(found.xs) & np.isfinite(found.ys)
    kept &= found.ys > 0 if "y" in question.log else True
    kept &= found.xs > 0 if "x" in question.log and not texts else True
    if not kept.any():
        raise NoPointsError(f"{dataset.name}: no search has {clean(question.y, 60)} and {clean(question.x, 60)}")
    found = found.only(kept)
    need_few(found.groups, "by", question.by, MOST_GROUPS)
    need_few(found.panels, "panels", question.panels, MOST_PANELS)
    return found


def placed(rows: Rows, question: Question, *, texts: bool) -> Points:
    """All rows with their groups and panels, whether or not they have numbers; `texts` says that x is no number."""
    column = rows.groups[question.x] if texts else None
    xs = rows.numbers["x"] if column is None else column.codes.astype(np.float64)
    groups, panels = (
        joined({name: rows.groups[name] for name in names}, len(rows)) for names in (question.by, question.panels)
    )
    return Points(rows, groups, panels, xs, rows.numbers["y"], () if column is None else column.labels_of(question.x))


def need_few(categories: Categories, option: str, names: Sequence[str], most: int) -> None:
    """Refuse more groups or panels than can be told apart; only those that have rows count.

    Raises:
        PlyscopeError: there are.
    """
    count = len(np.unique(categories.codes))
    if count > most:
        groups = option == "by" and most == MOST_GROUPS
        raise PlyscopeError(
            f"--{option} {clean(','.join(names))} makes {count:,} {'groups' if groups else 'panels'}, and {most} "
            f"{'can be told apart' if groups else 'have room in a figure'}: --where wants fewer"
        )
