"""What is asked of a dataset, and what a chart makes of the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from viz.studies.dataset import Dataset, Rows
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
