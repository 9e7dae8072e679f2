"""What all widgets share that paint lines of their own: a line once for each look, in colours one can read."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from rich.segment import Segment
from rich.style import Style
from textual.cache import LRUCache
from textual.color import BLACK, WHITE, Color
from textual.geometry import Region, Size
from textual.reactive import Reactive
from textual.strip import Strip
from textual.widget import Widget


def changes(before: Sequence[Hashable], now: Sequence[Hashable], width: int) -> list[Region]:
    """The regions of the lines that differ, by how each looks; lines that follow one another are one region.

    >>> changes("abcd", "axyd", 5)
    [Region(x=0, y=1, width=5, height=2)]
    >>> changes("ab", "abc", 5), changes("abc", "c", 5)
    ([Region(x=0, y=2, width=5, height=1)], [Region(x=0, y=0, width=5, height=3)])
    >>> changes("ab", "ab", 5)
    []
    """
    found: list[Region] = []
    for y, (old, new) in enumerate(zip_longest(before, now)):
        if old == new:
            continue
        if found and found[-1].bottom == y:
            found[-1] = Region(0, found[-1].y, width, found[-1].height + 1)
        else:
            found.append(Region(0, y, width, 1))
    return found


PLAIN, FAINT = 4.5, 3.0
"""Contrast of text at least, and of text that is meant to stand back (WCAG 2, 1.4.3)."""
STANDS_BACK = frozenset({"ahead", "pruned", "pruned-detail", "off"})
"""Names of styles of text that stands back."""
LINES = frozenset({"guide", "bar", "edge"})
"""Names of styles of what is no text."""
NEARER = 0.05
"""By so much of the way to black or white a colour is changed at a time."""


def contrast(one: Color, other: Color) -> float:
    """How well two colours are told apart, from 1 to 21: the contrast ratio of WCAG 2.

    >>> round(contrast(BLACK, WHITE)), round(contrast(Color.parse("#777777"), WHITE), 1)
    (21, 4.5)
    """
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def legible(style: Style, name: str, ground: Style) -> Style:
    """A style on a ground, its colour changed no more than it has to be to be read there.

    Args:
        style: colour and ground of a text.
        name: the name of the style, by which it is text, text that stands back, or none.
        ground: the style whose ground is laid under it instead of its own.
    """
    laid = style + Style(bgcolor=ground.bgcolor)
    if laid.color is None or laid.bgcolor is None or name in LINES:
        return laid
    if laid.color.triplet is None or laid.bgcolor.triplet is None:
        return laid  # the terminal's own colours, which nobody knows
    colour, under = Color.from_rich_color(laid.color), Color.from_rich_color(laid.bgcolor)
    return laid + Style(color=_nearer(colour, under, FAINT if name in STANDS_BACK else PLAIN).rich_color)


@lru_cache(maxsize=1024)
def _nearer(colour: Color, ground: Color, least: float) -> Color:
    end = max(BLACK, WHITE, key=lambda one: contrast(one, ground))
    part, found = 0.0, colour
    while contrast(found, ground) < least and part < 1:
        part += NEARER
        found = colour.blend(end, min(part, 1))
    return found


def _luminance(colour: Color) -> float:
    """How bright a colour is to the eye, from 0 to 1."""
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


STRIPS = 1_024
"""Painted lines that are kept: several screens."""

Look = TypeVar("Look", bound=Hashable)
"""All that the look of a line depends on, but for the widget's width and styles."""


class Edges(NamedTuple):
    """What stands around the lines of a widget of some size."""

    size: Size
    """Of the widget, its frame included."""
    inside: Region
    """Where the lines are."""
    left: list[Segment]
    right: list[Segment]
    ground: Color
    """Behind it all."""
    rows: dict[int, Strip]
    """The rows above and below the lines, by their number."""


class Placed(Widget):
    """Has nothing larger than itself inside, so that once laid out it is laid out.

    Textual lays the whole screen out a second time for a widget whose size is another after the first.
    """

    virtual_size: Reactive[Size] = Reactive(Size(0, 0))
    """As large as it is."""


class Canvas(Placed, Generic[Look]):
    """A widget of lines. It keeps them as they go to the terminal, with the frame around them.

    Textual works the frames and colours of all widgets out again whenever a line of one has changed, and that takes
    longer than all else that is done for a frame.
    """

    PREFIX: ClassVar[str]
    """What the names of its styles begin with in the style sheet."""

    def __init__(self, *children: Widget, id: str | None = None) -> None:
        super().__init__(*children, id=id)
        self._looks: list[Look] | None = None
        self._made_for = Size(0, 0)
        """The widget's size then."""
        self._seen: list[Look] = []
        """The looks that are on the screen."""
        self._strips: LRUCache[tuple[Look | None, int], Strip] = LRUCache(STRIPS)
        self._edges: Edges | None = None
        self._base: Style | None = None
        self._styles: dict[tuple[str, str], Style] = {}

    @abstractmethod
    def make_looks(self) -> list[Look]:
        """How the lines in sight look now, from the top; below the last of them the widget is empty."""

    @abstractmethod
    def paint(self, look: Look, width: int) -> Strip:
        """A line, as wide as it is to be."""

    @property
    def base(self) -> Style:
        """The style of what has no other."""
        if self._base is None:
            self._base = self.rich_style
        return self._base

    def style_of(self, name: str, ground: str = "") -> Style:
        """A style by its name, on the ground of another where one is named; the plain one where there is no name."""
        if (name, ground) not in self._styles:
            self._styles[name, ground] = self._make_style(name, ground) if name or ground else Style()
        return self._styles[name, ground]

    def _make_style(self, name: str, ground: str) -> Style:
        style, under = (
            self.get_component_rich_style(f"{self.PREFIX}--{one}") if one else None for one in (name, ground)
        )
        style = style or self.base
        return legible(style, name, under or style)

    @property
    def looks(self) -> list[Look]:
        """How the lines in sight look."""
        if self._looks is None or self._made_for != self.size:
            self._made_for = self.size
            self._looks = self._seen = self.make_looks()
        return self._looks

    def update(self) -> None:
        """Paint anew the lines that are others now, and no more: painting takes longer than all the rest of a frame."""
        self._looks = None
        if self.display and (width := self.size.width):
            before = self._seen
            if others := changes(before, self.looks, width):
                self.refresh(*others)

    def refresh(self, *regions: Region, **options: Any) -> Self:
        """Paint anew: how the lines look is found out when they are asked for."""
        if not regions:
            self._looks = None
        return super().refresh(*regions, **options)

    def render_line(self, y: int) -> Strip:
        """One line, without the frame."""
        looks, width = self.looks, self.size.width
        return self.paint(looks[y], width) if y < len(looks) else Strip.blank(width, self.base)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Some lines with the frame around them, as they go to the terminal."""
        edges = self._edged()
        strips = [self._framed(y, edges) for y in crop.line_range]
        columns = crop.column_span
        return strips if columns == (0, edges.size.width) else [strip.crop(*columns) for strip in strips]

    def _edged(self) -> Edges:
        """What stands around the lines; found out anew where the widget has another width."""
        size, known = self.outer_size, self._edges
        if known is not None and known.size == size:
            return known
        inside = size.region.shrink(self.styles.gutter)
        if known is not None and known.size.width == size.width:
            above = {y: strip for y, strip in known.rows.items() if y < inside.y}
            edges = known._replace(size=size, inside=inside, rows=above)
        else:
            around = super().render_lines(Region(0, inside.y, size.width, 1))[0]
            left, right = around.crop(0, inside.x), around.crop(inside.right, size.width)
            edges = Edges(size, inside, list(left), list(right), self.background_colors[1], {})
        self._edges = edges
        return edges

    def _framed(self, y: int, edges: Edges) -> Strip:
        inside, looks = edges.inside, self.looks
        if not inside.y <= y < inside.bottom:
            if y not in edges.rows:
                edges.rows[y] = super().render_lines(Region(0, y, edges.size.width, 1))[0]
            return edges.rows[y]
        place = y - inside.y
        look = looks[place] if place < len(looks) else None
        strip = self._strips.get((look, inside.width))
        if strip is None:
            line = Strip.blank(inside.width, self.base) if look is None else self.paint(look, inside.width)
            for one in self.get_line_filters():
                line = line.apply_filter(one, edges.ground)
            strip = Strip([*edges.left, *line, *edges.right], edges.size.width)
            self._strips[look, inside.width] = strip
        return strip

    def notify_style_update(self) -> None:
        """Forget what was painted in other colours."""
        super().notify_style_update()
        self._strips.clear()
        self._styles.clear()
        self._looks = self._edges = self._base = None
