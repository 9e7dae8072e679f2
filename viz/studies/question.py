"""What is asked of a dataset, the rows that have a place in the answer, and what is said of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tracer.errors import PlyscopeError
from tracer.recording.columns import Array, Floats
from tracer.text import clean
from viz.studies.dataset import Categories, Dataset, Rows, joined
from viz.studies.easel import MOST_GROUPS
from viz.studies.summary import MEDIAN

if TYPE_CHECKING:
    from viz.studies.easel import Easel


@dataclass(frozen=True, kw_only=True)
class Question:
    """What is asked of a dataset."""

    x: str
    """A column, or a formula over columns."""
    y: str
    by: tuple[str, ...] = ()
    """Columns whose values are told apart."""
    panels: tuple[str, ...] = ()
    """Columns for whose values there are charts beside one another."""
    where: str = ""
    """A condition on rows; empty wants all."""
    log: tuple[str, ...] = ()
    """Axes whose numbers grow by factors: `x`, `y`."""
    middle: str = MEDIAN
    """`median` or `mean`."""
    base: str = ""
    """The group that others are compared with."""
    of: str = ""
    """What colours stand for."""


@dataclass(frozen=True)
class Answer:
    """A chart before it is drawn."""

    header: Sequence[str]
    """The columns of the table behind it."""
    table: Sequence[Sequence[str | float | int | None]]
    caption: Sequence[str]
    """What is to be said of it: how many searches there are, and what was left out."""
    draw: Callable[[Easel], None]
    panels: int = 1
    """Charts beside one another."""
    title: str = ""
    """What is drawn, where that is more than a number over another."""


@dataclass(frozen=True, kw_only=True)
class StudyChart:
    """A chart of a study: its entry in the registry, which stands at the end of its own file."""

    name: str
    """As the command line knows it."""
    shows: str
    """In a few words."""
    answer: Callable[[Dataset, Question], Answer]
    defaults: Mapping[str, str]
    """What is asked where the user does not say: options of the command by their names, lists with commas."""


def count_of_rows(rows: Rows, drawn: int, unit: str = "searches", lonely: int = 0) -> list[str]:
    """How many searches are drawn, and how many are not and why; `lonely` is how many have no partner."""
    said = f"{drawn:,} {unit}"
    left = [
        (rows.stopped, "stopped by a limit"),
        (rows.failed, "with an error"),
        (len(rows) - drawn if unit == "searches" else 0, "without such a number"),
        (lonely, "without a partner or such a number"),
    ]
    out = [f"{count:,} {why}" for count, why in left if count]
    return [f"{said}; left out: {', '.join(out)}." if out else f"{said}."]


def words_of_middle(question: Question) -> str:
    """What is drawn of each group: a middle, and a spread around it."""
    if question.middle == MEDIAN:
        return "Medians, and the middle half of the searches."
    return "Means, and their 95 % confidence intervals by Student's t."


def words_of_condition(question: Question) -> list[str]:
    """Which rows were wanted."""
    return [f"Where {question.where}."] if question.where else []


def column_name(text: str) -> str:
    """A column as it is read: without its underlines.

    >>> column_name("first_move_share")
    'first move share'
    """
    return text.replace("_", " ")


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
