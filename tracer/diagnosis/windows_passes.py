"""Iterations that failed at an end of their window, and whose bound was taken for the value all the same."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from tracer.diagnosis.case import Case
from tracer.recording.columns import NO_DEPTH
from tracer.recording.status import OPEN
from tracer.text import number


def failed_passes(case: Case) -> Iterator[int]:
    """The last iterations of a depth of which only a bound is known, though their driver goes on as with a value.

    It does so where it returns that number, or where it leaves the end closed at which the iteration had failed.
    """
    for driver in sorted(case.trace.drivers) if case.windowed else ():
        passes = [one for one in case.visits(driver) if case.move[one] in case.trace.iterations]
        if not passes or any(case.status[one] == OPEN for one in passes):
            continue
        depths = [list(group) for _, group in groupby(passes, lambda one: _depth(case, one))]
        for mine, after in zip(depths, [*depths[1:], None], strict=True):
            low = max(case.claims[one][0] for one in mine)
            high = min(case.claims[one][1] for one in mine)
            if low < high and _is_taken_for_a_value(case, driver, mine[-1], after):
                yield mine[-1]


def _depth(case: Case, node: int) -> int:
    """The depth of an iteration; the same for all where none was told."""
    return NO_DEPTH if case.depth is None else case.depth[node]


def _is_taken_for_a_value(case: Case, driver: int, one: int, after: list[int] | None) -> bool:
    """Whether a driver uses what an iteration returned, which failed at an end that is not the driver's own."""
    value, low = case.value[one], case.value[one] <= case.alpha[one]
    own, end = (case.alpha, case.alpha[one]) if low else (case.beta, case.beta[one])
    if end == own[driver] or not (case.alpha[driver] < value < case.beta[driver]):
        return False
    if after is None:
        return value == case.value[driver]
    return own[after[0]] != own[driver]


def say_failed(case: Case, node: int) -> str:
    """What is wrong with an iteration that failed, in a sentence."""
    value, low = number(case.value[node]), case.value[node] <= case.alpha[node]
    return (
        f"the iteration {case.trace.label(node)} returned {value} for the window ({number(case.alpha[node])}, "
        f"{number(case.beta[node])}), which only says that it is at {'most' if low else 'least'} {value}, but its "
        "driver went on as if that were the value, without searching again"
    )
