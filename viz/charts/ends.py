"""Names of lines at their ends: nobody has to look from a line to a legend and back, or to tell colours apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from viz.charts.axes import TEXT, Axes
from viz.paper import font
from viz.paper.canvas import Paint, Path

LEADING = 1.25
"""Height of a name in its size."""
AWAY = 14.0
"""Points from the axes to the names."""
TOUCH = 3.0
"""Points from the axes to where the line to a name begins, and from its end to the name."""


@dataclass(frozen=True)
class End:
    """The end of a line."""

    y: float
    text: str
    colour: str
    """Of the name, and of the thin line to it."""
    bold: bool = False


def room(ends: Sequence[End]) -> float:
    """Inches that the names of some lines take."""
    return (AWAY + TOUCH + max((font.width(end.text, TEXT) for end in ends), default=0.0)) / 72


def spread(places: Sequence[float], apart: float, low: float, high: float) -> list[float]:
    """Places as near as can be to those wanted, each so far from the next, in one order, between two ends.

    Where there is no room for all they are nearer to one another, and evenly spread.

    >>> spread([1, 1, 9], 2, 0, 10), spread([5, 5, 5], 2, 0, 10), spread([9, 9.5], 2, 0, 10)
    ([0.0, 2.0, 9.0], [3.0, 5.0, 7.0], [8.0, 10.0])
    """
    if len(places) > 1:
        apart = min(apart, (high - low) / (len(places) - 1))
    order = sorted(range(len(places)), key=lambda place: (places[place], place))
    groups: list[tuple[float, int]] = []  # the middle of each, and how many it has

    def held(middle: float, count: int) -> float:
        half = apart * (count - 1) / 2
        return min(max(middle, low + half), high - half)

    for place in order:
        middle, count = held(places[place], 1), 1
        while groups and middle - groups[-1][0] < apart * (count + groups[-1][1]) / 2:
            before, many = groups.pop()
            middle, count = (middle * count + before * many) / (count + many), count + many
            middle = held(middle, count)
        groups.append((middle, count))
    found = [middle + apart * (k - (count - 1) / 2) for middle, count in groups for k in range(count)]
    settled = dict(zip(order, found, strict=True))
    return [round(settled[place], 6) for place in range(len(places))]


def name_ends(axes: Axes, ends: Sequence[End]) -> None:
    """Write the names of lines right of the axes, each where its line ends, or near."""
    right = axes.left + axes.width
    wanted = [axes.y(end.y) for end in ends]
    places = spread(wanted, TEXT * LEADING, axes.top, axes.top + axes.height)
    for end, at, place in zip(ends, wanted, places, strict=True):
        axes.text(end.text, right + AWAY, place, colour=end.colour, bold=end.bold)
        line = ((right + TOUCH / 2, at), (right + AWAY - TOUCH, place))
        axes.shapes.append(Path(line, Paint(line=end.colour, width=0.5)))
