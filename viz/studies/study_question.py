"""What is asked of a dataset, the rows that have a place in the answer, and what is said of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tracer.errors import PlyscopeError
from tracer.recording.columns import Array, Floats
from tracer.text import clean
from viz.studies.dataset import Categories, Dataset, StudyRows, join_categories
from viz.studies.study_figure import MAX_GROUPS
from viz.studies.summary import MEDIAN

if TYPE_CHECKING:
    from viz.studies.study_figure import StudyFigure


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
    draw: Callable[[StudyFigure], None]
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


def describe_row_count(rows: StudyRows, drawn: int, unit: str = "searches", unpaired: int = 0) -> str:
    """How many searches are drawn, and how many are not and why; `unpaired` is how many have no partner."""
    left_out_counts = [
        (rows.stopped_count, "stopped by a limit"),
        (rows.failed_count, "with an error"),
        (len(rows) - drawn if unit == "searches" else 0, "without such a number"),
        (unpaired, "without a partner or such a number"),
    ]
    left_out_texts = [f"{count:,} {reason}" for count, reason in left_out_counts if count]
    left_out = f"; left out: {', '.join(left_out_texts)}" if left_out_texts else ""
    return f"{drawn:,} {unit}{left_out}."


def make_caption(row_count: str, question: Question, *explanations: str) -> list[str]:
    """How many searches are drawn, what is to be said of the drawing, and which rows were wanted."""
    return [row_count, *explanations, *([f"Where {question.where}."] if question.where else [])]


def describe_average(question: Question) -> str:
    """What is drawn of each group: a middle, and a spread around it."""
    if question.middle == MEDIAN:
        return "Medians, and the middle half of the searches."
    return "Means, and their 95 % confidence intervals by Student's t."


def column_name(text: str) -> str:
    """A column as it is read: without its underlines.

    >>> column_name("first_move_share")
    'first move share'
    """
    return text.replace("_", " ")


MAX_PANELS = 12


class NoPointsError(PlyscopeError):
    """No row has numbers on both axes."""


@dataclass(frozen=True)
class StudyPoints:
    """Rows that have a place in a chart."""

    rows: StudyRows
    """All that was read."""
    groups: Categories
    panels: Categories
    """The chart in which each is drawn, where there are several beside one another."""
    xs: Floats
    ys: Floats
    x_labels: Sequence[str]
    """What is written on the axis at 0, 1, 2 …; none where x is a number."""

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.xs)

    def select(self, selection: Array) -> StudyPoints:
        """Some of them, or all in another order."""
        groups, panels = (
            Categories(categories.codes[selection], categories.values) for categories in (self.groups, self.panels)
        )
        return StudyPoints(self.rows, groups, panels, self.xs[selection], self.ys[selection], self.x_labels)

    def of_panel(self, label: str) -> StudyPoints:
        """Those of one panel."""
        labels = self.panels.labels
        return self.select(self.panels.codes == (labels.index(label) if label in labels else -1))


def read_points(dataset: Dataset, question: Question) -> StudyPoints:
    """The rows that have numbers on both axes; x may be a column of texts, too.

    Raises:
        PlyscopeError: there are none, or so many groups that nobody can tell them apart.
    """
    has_text_x = dataset.has_text(question.x)
    numbers = {"y": dataset.parse_column(question.y)} | ({} if has_text_x else {"x": dataset.parse_column(question.x)})
    columns = (*question.by, *question.panels, *((question.x,) if has_text_x else ()))
    study_points = locate_rows(
        dataset.read(numbers, tuple(dict.fromkeys(columns)), question.where), question, has_text_x=has_text_x
    )
    is_drawable = np.isfinite(study_points.xs) & np.isfinite(study_points.ys)
    is_drawable &= study_points.ys > 0 if "y" in question.log else True
    is_drawable &= study_points.xs > 0 if "x" in question.log and not has_text_x else True
    if not is_drawable.any():
        raise NoPointsError(f"{dataset.name}: no search has {clean(question.y, 60)} and {clean(question.x, 60)}")
    study_points = study_points.select(is_drawable)
    refuse_too_many(study_points.groups, "by", question.by, MAX_GROUPS)
    refuse_too_many(study_points.panels, "panels", question.panels, MAX_PANELS)
    return study_points


def locate_rows(rows: StudyRows, question: Question, *, has_text_x: bool) -> StudyPoints:
    """All rows with their groups and panels, whether or not they have numbers; `has_text_x`: x is no number."""
    x_column = rows.groups[question.x] if has_text_x else None
    xs = rows.numbers["x"] if x_column is None else x_column.codes.astype(np.float64)
    groups, panels = (
        join_categories({name: rows.groups[name] for name in names}, len(rows))
        for names in (question.by, question.panels)
    )
    return StudyPoints(
        rows, groups, panels, xs, rows.numbers["y"], () if x_column is None else x_column.labels_of(question.x)
    )


def refuse_too_many(categories: Categories, option: str, names: Sequence[str], max_count: int) -> None:
    """Refuse more groups or panels than can be told apart; only those that have rows count.

    Raises:
        PlyscopeError: there are.
    """
    count = len(np.unique(categories.codes))
    if count > max_count:
        is_of_groups = option == "by" and max_count == MAX_GROUPS
        raise PlyscopeError(
            f"--{option} {clean(','.join(names))} makes {count:,} {'groups' if is_of_groups else 'panels'}, "
            f"and {max_count} "
            f"{'can be told apart' if is_of_groups else 'have room in a figure'}: --where wants fewer"
        )
