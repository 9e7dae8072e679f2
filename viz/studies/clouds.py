"""Points: every search is seen, in a box of its group or in a cloud over two numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from tracer.recording.columns import Floats, Ints
from viz.studies.dataset import Categories, Dataset
from viz.studies.easel import Easel, legible
from viz.studies.question import (
    Answer,
    Points,
    Question,
    StudyChart,
    column_name,
    count_of_rows,
    need_few,
    points,
    words_of_condition,
)
from viz.studies.summary import MEDIAN, Middle, header_of, middle_of, sorted_groups

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_POINTS = 100_000
"""Points that are drawn; of more, one of every so many in the order of the rows."""
VECTORS = 2_000
"""More points than this are a bitmap within the drawing."""
MOST_BOXES = 60
BINS = 12
"""Parts of an axis in each of which a cloud has a middle."""
GOLDEN = 0.6180339887498949
"""Whose multiples lie evenly between 0 and 1, wherever one ends."""


def answer_boxes(dataset: Dataset, question: Question) -> Answer:
    """A box of each group at each place: the middle half, the median, whiskers to all within 1.5 of its height."""
    found = _at_places(_sorted(points(dataset, question)))
    groups = len(found.groups.values)
    code = found.xs.astype(np.int64) * groups + found.groups.codes
    boxes = {int(key[0]): (middle_of(values, MEDIAN), values) for key, values in sorted_groups(found.ys, code)}
    need_few(Categories(code, ()), "by", (*question.by, question.x), MOST_BOXES)
    labels = found.groups.labels
    table = [
        [labels[key % groups], found.places[key // groups], *one.told]
        for key, (one, _) in sorted(boxes.items(), key=lambda item: (item[0] % groups, item[0]))
    ]

    def draw(easel: Easel) -> None:
        axes = easel.panels([""])[0]
        width = 0.8 / groups
        named: set[int] = set()
        for key, (one, values) in boxes.items():
            group = key % groups
            place = key // groups + width * (group + 0.5 - groups / 2)
            _box(easel, axes, group, place, width, one, values, None if group in named else legible(labels[group]))
            named.add(group)
        shown = _drawn(found.count)
        at = found.xs + width * (found.groups.codes + 0.5 - groups / 2)
        aside = (shown * GOLDEN % 1 - 0.5) * width * 0.62
        for group in range(groups):
            mine = shown[found.groups.codes[shown] == group]
            beside = aside[found.groups.codes[shown] == group]
            _dots(easel, axes, group, at[mine] + beside, found.ys[mine], found.count)
        easel.categories(axes, found.places)
        easel.name([axes], column_name(question.x), column_name(question.y))
        easel.scale(axes, question.log, numbered=False)
        easel.legend([axes], column_name(", ".join(question.by)))

    said = "Boxes have the middle half and the median, whiskers reach to all within 1.5 of their heights."
    return _answer(found, question, table, said, MEDIAN, draw)


def answer_ordering(dataset: Dataset, question: Question) -> Answer:
    """A cloud of each group, and its middle in each part of the axis."""
    found = _sorted(points(dataset, question))
    low, high = float(found.xs.min()), float(found.xs.max())
    parts = np.minimum(((found.xs - low) / ((high - low) or 1.0) * BINS).astype(np.int64), BINS - 1)
    labels = found.groups.labels
    bins: dict[int, list[tuple[float, Middle]]] = {}
    table = []
    middles = zip(
        sorted_groups(found.xs, found.groups.codes, parts),
        sorted_groups(found.ys, found.groups.codes, parts),
        strict=True,
    )
    for (key, xs), (_, ys) in middles:
        x, one = float(np.median(xs)), middle_of(ys, question.middle)
        bins.setdefault(int(key[0]), []).append((x, one))
        table.append([labels[int(key[0])], x, *one.told])

    def draw(easel: Easel) -> None:
        axes = easel.panels([""])[0]
        shown = _drawn(found.count)
        for group in range(len(labels)):
            mine = shown[found.groups.codes[shown] == group]
            _dots(easel, axes, group, found.xs[mine], found.ys[mine], found.count)
        for group, line in sorted(bins.items()):
            axes.plot(
                [x for x, _ in line], [one.middle for _, one in line], label=legible(labels[group]), **easel.look(group)
            )
        easel.name([axes], column_name(question.x), column_name(question.y))
        easel.scale(axes, question.log)
        easel.legend([axes], column_name(", ".join(question.by)))

    said = f"A point is a search; the lines are the {question.middle}s of {BINS} parts of the axis."
    return _answer(found, question, table, said, question.middle, draw)


def _answer(
    found: Points,
    question: Question,
    table: Sequence[Sequence[Any]],
    said: str,
    middle: str,
    draw: Any,
) -> Answer:
    shown = len(_drawn(found.count))
    few = [f"{shown:,} of {found.count:,} points are drawn."] if shown < found.count else []
    caption = [*count_of_rows(found.rows, found.count), said, *few, *words_of_condition(question)]
    header = [",".join(question.by) or "searches", question.x, *header_of(middle)]
    return Answer(header, table, caption, draw)


def _sorted(found: Points) -> Points:
    """The same in an order that does not depend on that of the rows, by which points have their places."""
    return found.only(np.lexsort((found.ys, found.xs, found.groups.codes)))


def _at_places(found: Points) -> Points:
    """The same, numbers on the axis being places, too."""
    if found.places:
        return found
    values, codes = np.unique(found.xs, return_inverse=True)
    return replace(found, xs=codes.astype(np.float64), places=[f"{x:.6g}" for x in values])


def _drawn(count: int) -> Ints:
    """Which points are drawn."""
    return np.arange(0, count, -(-count // MOST_POINTS) if count > MOST_POINTS else 1)


def _dots(easel: Easel, axes: Axes, group: int, xs: Floats, ys: Floats, of: int) -> None:
    look = easel.look(group)
    size, strength = (2.2, 0.45) if of <= VECTORS else (1.0, max(0.06, min(0.35, 3_000 / of)))
    axes.plot(
        xs, ys, linestyle="none", marker=look["marker"], markersize=size, color=look["color"], alpha=strength,
        markeredgewidth=0, rasterized=of > VECTORS, zorder=1.5,
    )  # fmt: skip


def _box(
    easel: Easel,
    axes: Axes,
    group: int,
    place: float,
    width: float,
    one: Middle,
    values: Floats,
    label: str | None,
) -> None:
    reach = 1.5 * (one.high - one.low)
    inside = values[(values >= one.low - reach) & (values <= one.high + reach)]
    stats = {
        "med": one.middle, "q1": one.low, "q3": one.high,
        "whislo": float(inside.min()), "whishi": float(inside.max()), "fliers": [],
    }  # fmt: skip
    colour = easel.look(group)["color"]
    line = {"color": colour, "linewidth": 1.2}
    axes.bxp(
        [stats], positions=[place], widths=[width * 0.8], showfliers=False, patch_artist=True, manage_ticks=False,
        boxprops={"facecolor": "none", "edgecolor": colour, "linewidth": 1.2}, capprops=line, whiskerprops=line,
        medianprops={"color": colour, "linewidth": 2.4}, label=label,
    )  # fmt: skip


BOXES = StudyChart(
    name="boxes",
    shows="distributions as boxes, with all points",
    answer=answer_boxes,
    defaults={"x": "search", "y": "visited", "by": "", "log": "y"},
)
ORDERING = StudyChart(
    name="ordering",
    shows="effective branching factor by the quality of move ordering, a point a search",
    answer=answer_ordering,
    defaults={"x": "first_move_share", "y": "effective_branching_factor", "by": "search"},
)
