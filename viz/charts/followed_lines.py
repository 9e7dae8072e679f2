"""What the chart `course` follows: N and Q of moves, proof numbers, or the answers of passes, as lines to be drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from tracer.errors import PlyscopeError
from tracer.recording.columns import Floats, Ints
from tracer.recording.log_numbers import log_of
from tracer.text import MOVE_LIMIT, clean, number
from tracer.tracing import Trace
from viz.charts import plot
from viz.charts.passes import PassAnswer, collect_passes
from viz.pictures.best_first import PROOF_NUMBERS_NOTE
from viz.pictures.theme import Theme

MAX_POINTS = 400
"""Iterations at which the numbers are drawn: about a point each."""


@dataclass(frozen=True)
class MoveCourse:
    """What became of a move, or of several together."""

    children: Sequence[int]
    visits: Floats
    """N at some iterations."""
    means: Floats
    """Q at them, MAX's view; NaN before the first visit."""


def follow_moves(trace: Trace, node: int, max_lines: int) -> tuple[Ints, list[MoveCourse]]:
    """The visits and means of a node's moves over the iterations. O(rows × moves).

    Where there are more moves than `max_lines`, the others are together.

    Returns:
        The iterations, counted from 1 and ascending, of which the last one is the search's; and the moves, the most
        visited one first, of several the first; all others together come last.
    """
    log, columns = log_of(trace.columns), trace.columns
    children = np.array(trace.children(node))
    last_row = len(log) - 1
    sampled_rows = np.unique(np.linspace(0, last_row, min(len(log), MAX_POINTS)).round().astype(np.int64))
    is_below = (log.node > node) & (log.node < columns.end[node])
    child_of_row = np.where(is_below, np.searchsorted(children, log.node, side="right") - 1, -1)
    visit_counts = np.bincount(child_of_row[is_below], minlength=len(children))
    order = np.argsort(-visit_counts, kind="stable")
    child_groups = [[int(child_index)] for child_index in order]
    if len(child_groups) > max_lines:
        child_groups[max_lines:] = [[child_index for line in child_groups[max_lines:] for child_index in line]]

    def make_course(child_indices: list[int]) -> MoveCourse:
        is_of_group = np.isin(child_of_row, child_indices)
        visits = np.cumsum(is_of_group)[sampled_rows].astype(np.float64)
        sums = np.cumsum(np.where(is_of_group, log.x, 0.0))[sampled_rows]
        means = np.divide(sums, visits, out=np.full(len(sampled_rows), np.nan), where=visits > 0)
        return MoveCourse([int(children[child_index]) for child_index in sorted(child_indices)], visits, means)

    iterations: Ints = log.iteration[sampled_rows].astype(np.int64) + 1
    return iterations, [make_course(child_indices) for child_indices in child_groups]


def thin_line(xs: npt.NDArray[Any], ys: Floats, max_stretches: int = MAX_POINTS) -> tuple[npt.NDArray[Any], Floats]:
    """A line of many points with the first, least, greatest and last of each stretch of it, where it has so many."""
    if len(xs) <= 4 * max_stretches:
        return xs, ys
    kept_indices: set[int] = set()
    for stretch in np.array_split(np.arange(len(xs)), max_stretches):
        stretch_ys = ys[stretch]
        kept_indices |= {
            int(stretch[0]),
            int(stretch[-1]),
            int(stretch[stretch_ys.argmin()]),
            int(stretch[stretch_ys.argmax()]),
        }
    indices = np.array(sorted(kept_indices))
    return xs[indices], ys[indices]


MAX_MOVE_LINES = 6
"""Moves that have a line of their own: as many as there are dashes."""


@dataclass(frozen=True)
class ChartLine:
    """One line."""

    xs: Sequence[float]
    ys: Sequence[float]
    name: str
    """At its end; nothing where it has none."""
    colour: str
    dashes: tuple[float, ...] = ()
    """Lengths drawn and left out in turn, in line widths."""
    width: float = 1.3
    is_bold: bool = False
    is_stepped: bool = False
    """Whether a number holds until the next one."""


@dataclass(frozen=True)
class CoursePanel:
    """What is drawn between two axes."""

    title: str
    x_name: str
    """What is counted across."""
    lines: Sequence[ChartLine]
    note: str = ""
    starts_at_zero: bool = False
    """Whether its numbers are counts."""
    shows_proofs: bool = False
    """Whether they are proof numbers, which may be infinite."""
    answers: Sequence[PassAnswer] = field(default=())
    """Of passes."""


def course_panels(trace: Trace, root: int, theme: Theme) -> list[CoursePanel]:
    """What can be followed at a node of a search.

    Raises:
        PlyscopeError: nothing can.
    """
    log, name = trace.columns.log, trace.header.title
    if log is None:
        if not trace.drivers:
            raise PlyscopeError(
                f"{name} has no course: -a uct and -a puct have visits, -a pns and -a dfpn proof numbers, "
                "-a deepening and -a mtdf passes"
            )
        return [_pass_panel(trace, root, theme)]
    if log.has_merits:
        raise PlyscopeError(f"{name} goes by merits, which --chart merits draws; a course has visits or proof numbers")
    if not (len(trace.children(root)) if log.counts_visits else len(log.rows_of(root))):
        raise PlyscopeError(f"node {root} of {name} has nothing to follow: choose another root")
    return _visit_panels(trace, root, theme) if log.counts_visits else [_proof_panel(trace, root, theme)]


def _visit_panels(trace: Trace, root: int, theme: Theme) -> list[CoursePanel]:
    iterations, courses = follow_moves(trace, root, MAX_MOVE_LINES)
    best_child, others = trace.best_child(root), courses[MAX_MOVE_LINES:]
    colours = plot.line_colours(theme)
    line_looks = [(colours[index], plot.DASHES[index], 1.3) for index in range(MAX_MOVE_LINES)]
    # All others are beneath the rest.
    courses_with_looks: list[tuple[MoveCourse, tuple[str, tuple[float, ...], float]]] = [
        (course, (theme.edge, (1.0, 1.0), 0.9)) for course in others
    ]
    courses_with_looks += zip(courses, line_looks, strict=False)

    def make_lines(*, with_means: bool) -> list[ChartLine]:
        chart_lines = []
        for course, (colour, dashes, width) in courses_with_looks:
            is_best = best_child in course.children
            ys, name = (course.means if with_means else course.visits), _line_name(trace, course, with_means=with_means)
            chart_lines.append(
                ChartLine(
                    iterations.tolist(),
                    ys.tolist(),
                    name,
                    colour,
                    dashes,
                    width * (1.5 if is_best else 1),
                    is_best,
                )
            )
        return chart_lines

    note = "The most visited move, which is the answer, is bold." if best_child is not None else ""
    if others and (other_count := len(others[0].children)) > 1:
        note += f" The other {other_count} moves together are dotted: their visits, and the mean of all of these."
    return [
        CoursePanel("N: visits", "iterations", make_lines(with_means=False), note.strip(), starts_at_zero=True),
        CoursePanel("Q: mean value, MAX's view", "iterations", make_lines(with_means=True)),
    ]


def _line_name(trace: Trace, course: MoveCourse, *, with_means: bool) -> str:
    """What stands at the end of a line: the move, or how many, with the last number."""
    last = number(round(float(course.means[-1]), 3)) if with_means else f"{int(course.visits[-1]):,}"
    if (move_count := len(course.children)) > 1:
        return f"{move_count} others {last}"
    return f"{clean(trace.label(course.children[0]), MOVE_LIMIT)} {last}"


def _proof_panel(trace: Trace, root: int, theme: Theme) -> CoursePanel:
    log, colours = log_of(trace.columns), plot.line_colours(theme)
    rows, last_iteration = log.rows_of(root), int(log.iteration[-1]) + 1
    lines = []
    for index, (name, numbers) in enumerate((("pn", log.x), ("dn", log.y))):
        xs, ys = thin_line(log.iteration[rows] + 1, numbers[rows])
        values = [*ys.tolist(), ys.item(-1)]
        line_name = f"{name} {number(values[-1])}"
        lines.append(
            ChartLine(
                [*xs.tolist(), last_iteration], values, line_name, colours[index], plot.DASHES[index], is_stepped=True
            )
        )
    return CoursePanel("", "iterations", lines, f"{PROOF_NUMBERS_NOTE}.", shows_proofs=True)


def _pass_panel(trace: Trace, root: int, theme: Theme) -> CoursePanel:
    pass_answers = collect_passes(trace, root)
    ys = [answer.value if np.isfinite(answer.value) else np.nan for answer in pass_answers]
    line = ChartLine([answer.number for answer in pass_answers], ys, "", theme.edge, width=0.8)
    return CoursePanel("value that each pass returned", "passes", [line], answers=pass_answers)
