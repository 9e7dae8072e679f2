"""The area between two axes: numbers become places on paper, and lines, signs and text are drawn there."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from viz.charts.cells import mix
from viz.paper import font
from viz.paper.canvas import Anchor, Ellipse, Paint, Path, Point, Rectangle, Shape, Text
from viz.pictures.theme import Theme

TEXT, SMALL = 7.5, 7.0
"""Sizes of text in points: the ordinary one, and that of notes and of text inside of areas."""
TICK, SMALL_TICK = 3.0, 1.5
"""Points of the line at a number of an axis, and of one without a number."""
AXIS = 0.6
"""Width of an axis in points."""
AWAY = 2.5
"""Points between such a line and its number."""
GRID = 0.22
"""How much of the colour of the axes is in a line across."""
BOLD = 0.35
"""Width of the line around bold letters, in points."""
DOTS = (0.6, 1.2)
"""Of a line that parts numbers from what is none."""
_SIGNS: dict[str, tuple[Point, ...]] = {
    "s": ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),
    "^": ((0, -0.5), (0.5, 0.5), (-0.5, 0.5)),
    "v": ((0, 0.5), (0.5, -0.5), (-0.5, -0.5)),
    "D": ((0, -0.7), (0.7, 0), (0, 0.7), (-0.7, 0)),
    "*": tuple(
        (reach * math.sin(turn * math.pi / 5), -reach * math.cos(turn * math.pi / 5))
        for turn in range(10)
        for reach in (0.25 if turn % 2 else 0.6,)
    ),
}
"""Outlines of signs of size 1 by their letters; `o` is a circle."""

GREATEST = 1e250
"""Numbers beyond it have no place between two axes: their distances would be infinite."""


def is_drawn(number: float) -> bool:
    """Return whether a number has a place between two axes: it is finite, and distances to others are."""
    return abs(number) <= GREATEST


Tick = tuple[float, str]
"""A number of an axis, and how it is written."""


def sign(kind: str, x: float, y: float, size: float, paint: Paint) -> Shape:
    """Return a sign of so many points at a place."""
    if kind == "o":
        return Ellipse(x, y, size / 2, size / 2, paint)
    return Path(tuple((x + size * right, y + size * down) for right, down in _SIGNS[kind]), paint, closed=True)


def round_numbers(low: float, high: float, most: int, *, whole: bool = False) -> list[float]:
    """Return evenly spaced round numbers between two, at most so many, or one more.

    >>> round_numbers(0, 17, 5), round_numbers(-1, 1, 8), round_numbers(0, 2, 8, whole=True)
    ([0.0, 5.0, 10.0, 15.0], [-1.0, -0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75, 1.0], [0.0, 1.0, 2.0])
    """
    if not low < high:
        return [low]
    power = math.floor(math.log10((high - low) / most))
    steps = (factor * 10.0**exponent for exponent in range(power, power + 3) for factor in (1, 2, 2.5, 5))
    fitting = (step for step in steps if (high - low) / step <= most and (not whole or step == int(step)))
    step = next(fitting)
    spare = 1e-9 * (high - low) / step
    numbers = range(math.ceil(low / step - spare), math.floor(high / step + spare) + 1)
    return [round(number * step, 12 - power) for number in numbers]


@dataclass
class Axes:
    """An area of a sheet, by its top left corner, in points. What is drawn there is kept from the back to the front."""

    left: float
    top: float
    width: float
    height: float
    theme: Theme
    shapes: list[Shape] = field(default_factory=list)
    across: tuple[float, float] = (0.0, 1.0)
    """The numbers at the left and at the right end."""
    up: tuple[float, float] = (0.0, 1.0)
    """The numbers at the bottom and at the top."""

    def x(self, number: float) -> float:
        """Return where a number stands across, in points."""
        low, high = self.across
        return self.left + (number - low) / (high - low) * self.width

    def y(self, number: float) -> float:
        """Return where a number stands down the sheet, in points."""
        low, high = self.up
        return self.top + (high - number) / (high - low) * self.height

    def text(
        self,
        text: str,
        x: float,
        y: float,
        *,
        colour: str = "",
        size: float = TEXT,
        anchor: Anchor = Anchor.START,
        bold: bool = False,
    ) -> None:
        """Write a line of text whose middle has so many points from the top of the sheet."""
        colour = colour or self.theme.text
        self.shapes.append(Text(x, font.middle(y, size), text, size, colour, anchor, BOLD if bold else 0.0))

    def title(self, text: str) -> None:
        """Write a title above the area."""
        if text:
            self.text(text, self.left, self.top - 0.85 * TEXT)

    def line(self, xs: Sequence[float], ys: Sequence[float], paint: Paint, *, stepped: bool = False) -> None:
        """Draw a line through numbers; it is broken where one is NaN. Stepped: a number holds until the next one."""
        points: list[Point] = []
        for x, y in [*zip(xs, ys, strict=True), (math.nan, math.nan)]:
            if math.isfinite(x) and math.isfinite(y):
                place = (self.x(x), self.y(y))
                points += [(place[0], points[-1][1]), place] if stepped and points else [place]
            elif points:
                self.shapes += [Path(tuple(points), paint)] if len(points) > 1 else []
                points = []

    def rule(self, number: float, paint: Paint) -> None:
        """Draw a line across, at a number."""
        y = self.y(number)
        self.shapes.append(Path(((self.left, y), (self.left + self.width, y)), paint))

    def guide(self, numbers: Sequence[float]) -> None:
        """Draw faint lines across, at some numbers."""
        for number in numbers:
            self.rule(number, Paint(line=mix(self.theme.background, self.theme.edge, GRID), width=0.5))

    def part(self, number: float) -> None:
        """Draw a dotted line across, which parts numbers from what is none."""
        self.rule(number, Paint(line=self.theme.edge, width=AXIS, dashes=DOTS))

    def mark(self, kind: str, x: float, y: float, size: float, paint: Paint) -> None:
        """Draw a sign at two numbers."""
        self.shapes.append(sign(kind, self.x(x), self.y(y), size, paint))

    def bar(self, begin: float, end: float, top: float, bottom: float, paint: Paint) -> None:
        """Fill a rectangle between numbers."""
        left, high = self.x(begin), self.y(top)
        self.shapes.append(Rectangle(left, high, self.x(end) - left, self.y(bottom) - high, paint))

    def number_across(self, ticks: Sequence[Tick], name: str) -> None:
        """Draw the axis below, with its numbers and what it counts."""
        low = self.top + self.height
        self._axis((self.left, low), (self.left + self.width, low))
        for number, text in ticks:
            x = self.x(number)
            self._tick((x, low), (x, low + TICK))
            self.text(text, x, low + TICK + AWAY + 0.5 * TEXT, colour=self.theme.faint, anchor=Anchor.MIDDLE)
        self.text(name, self.left + self.width / 2, low + TICK + AWAY + 1.9 * TEXT, anchor=Anchor.MIDDLE)

    def number_up(self, ticks: Sequence[Tick], *, small: Sequence[float] = (), labelled: bool = True) -> None:
        """Draw the axis at the left, with its numbers; `small` are numbers that are not written."""
        self._axis((self.left, self.top), (self.left, self.top + self.height))
        for number in small:
            self._tick((self.left, self.y(number)), (self.left - SMALL_TICK, self.y(number)))
        for number, text in ticks:
            y = self.y(number)
            self._tick((self.left, y), (self.left - TICK, y))
            if labelled:
                self.text(text, self.left - TICK - AWAY, y, colour=self.theme.faint, anchor=Anchor.END)

    def _axis(self, begin: Point, end: Point) -> None:
        self.shapes.append(Path((begin, end), Paint(line=self.theme.edge, width=AXIS)))

    _tick = _axis


def written(numbers: Sequence[float], write: Callable[[float], str]) -> list[Tick]:
    """Return numbers of an axis with how they are written."""
    return [(number, write(number)) for number in numbers]


def hatched(area: tuple[float, float, float, float], kind: str, paint: Paint) -> Iterator[Shape]:
    """Give the lines of a hatching inside an area (left, top, right, bottom), which go on in the next one.

    >>> [path] = hatched((0, 0, 3, 3), "-", Paint(line="#000000"))
    >>> path.points
    ((0, 0.0), (3, 0.0), (0, 2.88), (3, 2.88))
    """
    left, top, right, bottom = area
    points: list[Point] = []
    if kind in ("/", "x"):
        for place in _multiples(left + top, right + bottom):
            points.append((max(left, place - bottom), min(bottom, place - left)))
            points.append((min(right, place - top), max(top, place - right)))
    if kind in ("\\", "x"):
        for place in _multiples(left - bottom, right - top):
            points.append((max(left, top + place), max(top, left - place)))
            points.append((min(right, bottom + place), min(bottom, right - place)))
    if kind == "-":
        points = [point for place in _multiples(top, bottom) for point in ((left, place), (right, place))]
    if kind == ".":
        for down in _multiples(top, bottom):
            for across in _multiples(left, right):
                points += ((across, down), (min(across + paint.width, right), down))
    if points:
        yield Path(tuple(points), paint, pairs=True)


PERIOD = 2.88
"""Points from one line of a hatching to the next."""


def _multiples(low: float, high: float) -> Iterator[float]:
    return (PERIOD * count for count in range(math.ceil(low / PERIOD), math.floor(high / PERIOD) + 1))
