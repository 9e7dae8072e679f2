"""What the chart `course` follows: N and Q of moves, proof numbers, or the answers of passes, as lines to be drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from tracer.errors import PlyscopeError
from tracer.recording.columns import Ints
from tracer.recording.log_numbers import log_of
from tracer.text import MOVE_LIMIT, clean, number
from tracer.tracing import Trace
from viz.charts import plot
from viz.charts.passes import Answer, answers
from viz.pictures.theme import Theme

Floats = npt.NDArray[np.float64]
MOST_POINTS = 400
"""Iterations at which the numbers are drawn: about a point each."""


@dataclass(frozen=True)
class Course:
    """What became of a move, or of several together."""

    children: Sequence[int]
    visits: Floats
    """N at some iterations."""
    means: Floats
    """Q at them, MAX's view; NaN before the first visit."""


@dataclass(frozen=True)
class Courses:
    """Those of a node's moves."""

    iterations: Ints
    """At which the numbers are drawn, counted from 1, ascending; the last one is the last of the search."""
    moves: list[Course]
    """The most visited move first, of several the first."""
    others: Course | None
    """All others together."""


def courses(trace: Trace, node: int, most: int) -> Courses:
    """The visits and means of a node's moves over the iterations. O(rows × moves).

    Args:
        trace: a Monte Carlo tree search.
        node: whose moves.
        most: moves that have a line of their own; where there are more, the others are together.
    """
    log, columns = log_of(trace.columns), trace.columns
    children = np.array(trace.children(node))
    last = len(log) - 1
    at = np.unique(np.linspace(0, last, min(len(log), MOST_POINTS)).round().astype(np.int64))
    inside = (log.node > node) & (log.node < columns.end[node])
    which = np.where(inside, np.searchsorted(children, log.node, side="right") - 1, -1)
    counted = np.bincount(which[inside], minlength=len(children))
    order = np.argsort(-counted, kind="stable")
    lines = [[int(place)] for place in order]
    if len(lines) > most:
        lines[most:] = [[place for line in lines[most:] for place in line]]

    def course(places: list[int]) -> Course:
        mine = np.isin(which, places)
        visits = np.cumsum(mine)[at].astype(np.float64)
        sums = np.cumsum(np.where(mine, log.x, 0.0))[at]
        means = np.divide(sums, visits, out=np.full(len(at), np.nan), where=visits > 0)
        return Course([int(children[place]) for place in sorted(places)], visits, means)

    found = [course(places) for places in lines]
    others = found.pop() if len(children) > most else None
    return Courses(log.iteration[at].astype(np.int64) + 1, found, others)


def thinned(xs: npt.NDArray[Any], ys: Floats, most: int = MOST_POINTS) -> tuple[npt.NDArray[Any], Floats]:
    """A line of many points with the first, least, greatest and last of each stretch of it, where it has so many."""
    if len(xs) <= 4 * most:
        return xs, ys
    kept: set[int] = set()
    for stretch in np.array_split(np.arange(len(xs)), most):
        part = ys[stretch]
        kept |= {int(stretch[0]), int(stretch[-1]), int(stretch[part.argmin()]), int(stretch[part.argmax()])}
    chosen = np.array(sorted(kept))
    return xs[chosen], ys[chosen]


LINES = 6
"""Moves that have a line of their own: as many as there are dashes."""


@dataclass(frozen=True)
class Line:
    """One line."""

    xs: Sequence[float]
    ys: Sequence[float]
    name: str
    """At its end; nothing where it has none."""
    colour: str
    dashes: tuple[float, ...] = ()
    """Lengths drawn and left out in turn, in line widths."""
    width: float = 1.3
    bold: bool = False
    stepped: bool = False
    """Whether a number holds until the next one."""


@dataclass(frozen=True)
class Panel:
    """What is drawn between two axes."""

    title: str
    across: str
    """What is counted across."""
    lines: Sequence[Line]
    note: str = ""
    from_zero: bool = False
    """Whether its numbers are counts."""
    proofs: bool = False
    """Whether they are proof numbers, which may be infinite."""
    answers: Sequence[Answer] = field(default=())
    """Of passes."""


def panels(trace: Trace, root: int, theme: Theme) -> list[Panel]:
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
        return [_of_passes(trace, root, theme)]
    if log.has_merits:
        raise PlyscopeError(f"{name} goes by merits, which --chart merits draws; a course has visits or proof numbers")
    if not (len(trace.children(root)) if log.counts_visits else len(log.rows_of(root))):
        raise PlyscopeError(f"node {root} of {name} has nothing to follow: choose another root")
    return _of_visits(trace, root, theme) if log.counts_visits else [_of_proofs(trace, root, theme)]


def _of_visits(trace: Trace, root: int, theme: Theme) -> list[Panel]:
    found, best = courses(trace, root, LINES), trace.best_child(root)
    colours = plot.line_colours(theme)
    looks = [(colours[place], plot.DASHES[place], 1.3) for place in range(LINES)]
    drawn = [*zip(found.moves, looks, strict=False)]
    if found.others is not None:  # beneath the rest
        drawn.insert(0, (found.others, (theme.edge, (1.0, 1.0), 0.9)))

    def lines(*, mean: bool) -> list[Line]:
        made = []
        for course, (colour, dashes, width) in drawn:
            bold = best in course.children
            ys, name = (course.means if mean else course.visits), _name(trace, course, mean=mean)
            made.append(
                Line(found.iterations.tolist(), ys.tolist(), name, colour, dashes, width * (1.5 if bold else 1), bold)
            )
        return made

    note = "Bold is the most visited move, which is the answer." if best is not None else ""
    if found.others is not None and (many := len(found.others.children)) > 1:
        note += f" Dotted are the other {many} moves together: their visits, and the mean over all of these."
    return [
        Panel("N: visits", "iterations", lines(mean=False), note.strip(), from_zero=True),
        Panel("Q: mean value, MAX's view", "iterations", lines(mean=True)),
    ]


def _name(trace: Trace, course: Course, *, mean: bool) -> str:
    """What stands at the end of a line: the move, or how many, with the last number."""
    last = number(round(float(course.means[-1]), 3)) if mean else f"{int(course.visits[-1]):,}"
    if (many := len(course.children)) > 1:
        return f"{many} others {last}"
    return f"{clean(trace.label(course.children[0]), MOVE_LIMIT)} {last}"


def _of_proofs(trace: Trace, root: int, theme: Theme) -> Panel:
    log, colours = log_of(trace.columns), plot.line_colours(theme)
    rows, end = log.rows_of(root), int(log.iteration[-1]) + 1
    lines = []
    for place, (name, numbers) in enumerate((("pn", log.x), ("dn", log.y))):
        xs, ys = thinned(log.iteration[rows] + 1, numbers[rows])
        known = [*ys.tolist(), ys.item(-1)]
        said = f"{name} {number(known[-1])}"
        lines.append(Line([*xs.tolist(), end], known, said, colours[place], plot.DASHES[place], stepped=True))
    note = "pn, dn: leaves, at least, that must be proved, or disproved, so that MAX reaches the goal, or cannot"
    return Panel("", "iterations", lines, f"{note}.", proofs=True)


def _of_passes(trace: Trace, root: int, theme: Theme) -> Panel:
    found = answers(trace, root)
    ys = [one.value if np.isfinite(one.value) else np.nan for one in found]
    line = Line([one.place for one in found], ys, "", theme.edge, width=0.8)
    return Panel("value that each pass returned", "passes", [line], answers=found)
