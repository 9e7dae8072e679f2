"""What all widgets share that paint lines of their own: each line is painted once for each look that it has."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from rich.segment import Segment
from rich.style import Style
from textual.cache import LRUCache
from textual.color import Color
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from tui.widgets.changes import changes
from tui.widgets.legible import legible
from tui.widgets.placed import Placed

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
