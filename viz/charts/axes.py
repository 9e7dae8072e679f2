"""The area between two axes: numbers become places on paper, and lines, signs and text are drawn there."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from viz.charts.cell_kinds import mix_colours
from viz.paper.canvas import Anchor, Ellipse, Paint, Path, Point, Rectangle, Shape, Text
from viz.pictures.theme import Theme

TEXT_SIZE, SMALL_TEXT_SIZE = 7.5, 7.0
"""Sizes of text in points: the ordinary one, and that of notes and of text inside of areas."""
TICK_LENGTH, SMALL_TICK_LENGTH = 3.0, 1.5
"""Points of the line at a number of an axis, and of one without a number."""
AXIS_WIDTH = 0.6
"""Width of an axis in points."""
NUMBER_GAP = 2.5
"""Points between such a line and its number."""
GRID_STRENGTH = 0.22
"""How much of the colour of the axes is in a line across."""
BOLD_OUTLINE = 0.35
"""Width of the line around bold letters, in points."""
DOTTED_DASHES = (0.6, 1.2)
"""Of a line that parts numbers from what is none."""
_SIGN_POINTS: dict[str, tuple[Point, ...]] = {
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

MAX_DRAWN_NUMBER = 1e250
"""Numbers beyond it have no place between two axes: their distances would be infinite."""


def is_drawn(number: float) -> bool:
    """Return whether a number has a place between two axes: it is finite, and distances to others are."""
    return abs(number) <= MAX_DRAWN_NUMBER


Tick = tuple[float, str]
"""A number of an axis, and how it is written."""


def draw_sign(sign_name: str, x: float, y: float, size: float, paint: Paint) -> Shape:
    """Return a sign of so many points at a place."""
    if sign_name == "o":
        return Ellipse(x, y, size / 2, size / 2, paint)
    return Path(
        tuple((x + size * offset_x, y + size * offset_y) for offset_x, offset_y in _SIGN_POINTS[sign_name]),
        paint,
        closed=True,
    )


def round_numbers(low: float, high: float, max_count: int, *, integers_only: bool = False) -> list[float]:
    """Return evenly spaced round numbers between two, at most so many, or one more.

    >>> round_numbers(0, 17, 5), round_numbers(-1, 1, 8), round_numbers(0, 2, 8, integers_only=True)
    ([0.0, 5.0, 10.0, 15.0], [-1.0, -0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75, 1.0], [0.0, 1.0, 2.0])
    """
    if not low < high:
        return [low]
    exponent_of_step = math.floor(math.log10((high - low) / max_count))
    steps = (
        factor * 10.0**exponent
        for exponent in range(exponent_of_step, exponent_of_step + 3)
        for factor in (1, 2, 2.5, 5)
    )
    fitting_steps = (
        step for step in steps if (high - low) / step <= max_count and (not integers_only or step == int(step))
    )
    step = next(fitting_steps)
    tolerance = 1e-9 * (high - low) / step
    numbers = range(math.ceil(low / step - tolerance), math.floor(high / step + tolerance) + 1)
    return [round(number * step, 12 - exponent_of_step) for number in numbers]


@dataclass
class Axes:
    """An area of a sheet, by its top left corner, in points. What is drawn there is kept from the back to the front."""

    left: float
    top: float
    width: float
    height: float
    theme: Theme
    shapes: list[Shape] = field(default_factory=list)
    x_range: tuple[float, float] = (0.0, 1.0)
    """The numbers at the left and at the right end."""
    y_range: tuple[float, float] = (0.0, 1.0)
    """The numbers at the bottom and at the top."""

    def x_position(self, number: float) -> float:
        """Return where a number stands across, in points."""
        low, high = self.x_range
        return self.left + (number - low) / (high - low) * self.width

    def y_position(self, number: float) -> float:
        """Return where a number stands down the sheet, in points."""
        low, high = self.y_range
        return self.top + (high - number) / (high - low) * self.height

    def draw_text(
        self,
        text: str,
        x: float,
        y: float,
        *,
        colour: str = "",
        size: float = TEXT_SIZE,
        anchor: Anchor = Anchor.START,
        bold: bool = False,
    ) -> None:
        """Write a line of text whose middle has so many points from the top of the sheet."""
        colour = colour or self.theme.text
        self.shapes.append(Text.at_middle(x, y, text, size, colour, anchor, BOLD_OUTLINE if bold else 0.0))

    def draw_title(self, text: str) -> None:
        """Write a title above the area."""
        if text:
            self.draw_text(text, self.left, self.top - 0.85 * TEXT_SIZE)

    def draw_line(self, xs: Sequence[float], ys: Sequence[float], paint: Paint, *, is_stepped: bool = False) -> None:
        """Draw a line through numbers; it is broken where one is NaN. Stepped: a number holds until the next one."""
        points: list[Point] = []
        for x, y in [*zip(xs, ys, strict=True), (math.nan, math.nan)]:
            if math.isfinite(x) and math.isfinite(y):
                point = (self.x_position(x), self.y_position(y))
                points += [(point[0], points[-1][1]), point] if is_stepped and points else [point]
            elif points:
                self.shapes += [Path(tuple(points), paint)] if len(points) > 1 else []
                points = []

    def draw_rule(self, number: float, paint: Paint) -> None:
        """Draw a line across, at a number."""
        y = self.y_position(number)
        self.shapes.append(Path(((self.left, y), (self.left + self.width, y)), paint))

    def draw_guides(self, numbers: Sequence[float]) -> None:
        """Draw faint lines across, at some numbers."""
        for number in numbers:
            self.draw_rule(
                number, Paint(line=mix_colours(self.theme.background, self.theme.edge, GRID_STRENGTH), width=0.5)
            )

    def draw_separator(self, number: float) -> None:
        """Draw a dotted line across, which parts numbers from what is none."""
        self.draw_rule(number, Paint(line=self.theme.edge, width=AXIS_WIDTH, dashes=DOTTED_DASHES))

    def draw_mark(self, sign_name: str, x: float, y: float, size: float, paint: Paint) -> None:
        """Draw a sign at two numbers."""
        self.shapes.append(draw_sign(sign_name, self.x_position(x), self.y_position(y), size, paint))

    def draw_bar(self, start: float, end: float, top: float, bottom: float, paint: Paint) -> None:
        """Fill a rectangle between numbers."""
        left, top_position = self.x_position(start), self.y_position(top)
        self.shapes.append(
            Rectangle(left, top_position, self.x_position(end) - left, self.y_position(bottom) - top_position, paint)
        )

    def draw_x_axis(self, ticks: Sequence[Tick], axis_name: str) -> None:
        """Draw the axis below, with its numbers and what it counts."""
        axis_y = self.top + self.height
        self._draw_axis_line((self.left, axis_y), (self.left + self.width, axis_y))
        for number, text in ticks:
            x = self.x_position(number)
            self._draw_tick((x, axis_y), (x, axis_y + TICK_LENGTH))
            self.draw_text(
                text,
                x,
                axis_y + TICK_LENGTH + NUMBER_GAP + 0.5 * TEXT_SIZE,
                colour=self.theme.faint,
                anchor=Anchor.MIDDLE,
            )
        self.draw_text(
            axis_name,
            self.left + self.width / 2,
            axis_y + TICK_LENGTH + NUMBER_GAP + 1.9 * TEXT_SIZE,
            anchor=Anchor.MIDDLE,
        )

    def draw_y_axis(self, ticks: Sequence[Tick], *, unlabelled: Sequence[float] = (), with_labels: bool = True) -> None:
        """Draw the axis at the left, with its numbers; `unlabelled` are numbers that are not written."""
        self._draw_axis_line((self.left, self.top), (self.left, self.top + self.height))
        for number in unlabelled:
            self._draw_tick(
                (self.left, self.y_position(number)), (self.left - SMALL_TICK_LENGTH, self.y_position(number))
            )
        for number, text in ticks:
            y = self.y_position(number)
            self._draw_tick((self.left, y), (self.left - TICK_LENGTH, y))
            if with_labels:
                self.draw_text(
                    text, self.left - TICK_LENGTH - NUMBER_GAP, y, colour=self.theme.faint, anchor=Anchor.END
                )

    def _draw_axis_line(self, start: Point, end: Point) -> None:
        self.shapes.append(Path((start, end), Paint(line=self.theme.edge, width=AXIS_WIDTH)))

    _draw_tick = _draw_axis_line


def make_ticks(numbers: Sequence[float], format_number: Callable[[float], str]) -> list[Tick]:
    """Return numbers of an axis with how they are written."""
    return [(number, format_number(number)) for number in numbers]


def iter_hatch_lines(area: tuple[float, float, float, float], hatch: str, paint: Paint) -> Iterator[Shape]:
    """Give the lines of a hatching inside an area (left, top, right, bottom), which go on in the next one.

    >>> [path] = iter_hatch_lines((0, 0, 3, 3), "-", Paint(line="#000000"))
    >>> path.points
    ((0, 0.0), (3, 0.0), (0, 2.88), (3, 2.88))
    """
    left, top, right, bottom = area
    points: list[Point] = []
    if hatch in ("/", "x"):
        for offset in _period_multiples(left + top, right + bottom):
            points.append((max(left, offset - bottom), min(bottom, offset - left)))
            points.append((min(right, offset - top), max(top, offset - right)))
    if hatch in ("\\", "x"):
        for offset in _period_multiples(left - bottom, right - top):
            points.append((max(left, top + offset), max(top, left - offset)))
            points.append((min(right, bottom + offset), min(bottom, right - offset)))
    if hatch == "-":
        points = [point for offset in _period_multiples(top, bottom) for point in ((left, offset), (right, offset))]
    if hatch == ".":
        for y in _period_multiples(top, bottom):
            for x in _period_multiples(left, right):
                points += ((x, y), (min(x + paint.width, right), y))
    if points:
        yield Path(tuple(points), paint, pairs=True)


HATCH_PERIOD = 2.88
"""Points from one line of a hatching to the next."""


def _period_multiples(low: float, high: float) -> Iterator[float]:
    return (
        HATCH_PERIOD * factor for factor in range(math.ceil(low / HATCH_PERIOD), math.floor(high / HATCH_PERIOD) + 1)
    )
