"""What is said of a chart: how many searches it has, what was left out, and what its marks are."""

from __future__ import annotations

from viz.studies.dataset import Rows
from viz.studies.question import Question
from viz.studies.summary import MEDIAN


def of_rows(rows: Rows, drawn: int, unit: str = "searches", lonely: int = 0) -> list[str]:
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


def of_middle(question: Question) -> str:
    """What is drawn of each group: a middle, and a spread around it."""
    if question.middle == MEDIAN:
        return "Medians, and the middle half of the searches."
    return "Means, and their 95 % confidence intervals by Student's t."


def of_condition(question: Question) -> list[str]:
    """Which rows were wanted."""
    return [f"Where {question.where}."] if question.where else []


def named(text: str) -> str:
    """A column as it is read: without its underlines.

    >>> named("first_move_share")
    'first move share'
    """
    return text.replace("_", " ")
