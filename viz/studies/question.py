"""What is asked of a dataset, and what a chart makes of the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from viz.studies.dataset import Dataset
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
