"""Widgets that paint lines of their own, each once for each look, in colours one can read; among them the panels."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from rich.segment import Segment
from rich.style import Style
from rich.text import Span, Text
from textual.cache import LRUCache
from textual.color import BLACK, WHITE, Color
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import Reactive
from textual.strip import Strip
from textual.widget import Widget

from tui.model.browser import Browser


def changed_regions(old_lines: Sequence[Hashable], new_lines: Sequence[Hashable], width: int) -> list[Region]:
    """The regions of the lines that differ, by how each looks; lines that follow one another are one region.

    >>> changed_regions("abcd", "axyd", 5)
    [Region(x=0, y=1, width=5, height=2)]
    >>> changed_regions("ab", "abc", 5), changed_regions("abc", "c", 5)
    ([Region(x=0, y=2, width=5, height=1)], [Region(x=0, y=0, width=5, height=3)])
    >>> changed_regions("ab", "ab", 5)
    []
    """
    regions: list[Region] = []
    for y, (old, new) in enumerate(zip_longest(old_lines, new_lines)):
        if old == new:
            continue
        if regions and regions[-1].bottom == y:
            regions[-1] = Region(0, regions[-1].y, width, regions[-1].height + 1)
        else:
            regions.append(Region(0, y, width, 1))
    return regions


MIN_CONTRAST, MIN_FAINT_CONTRAST = 4.5, 3.0
"""Contrast of text at least, and of text that is meant to stand back (WCAG 2, 1.4.3)."""
FAINT_STYLES = frozenset({"ahead", "pruned", "pruned-detail", "off"})
"""Names of styles of text that stands back."""
NON_TEXT_STYLES = frozenset({"guide", "bar", "edge"})
"""Names of styles of what is no text."""
BLEND_STEP = 0.05
"""By so much of the way to black or white a colour is changed at a time."""


def contrast_ratio(first: Color, second: Color) -> float:
    """How well two colours are told apart, from 1 to 21: the contrast ratio of WCAG 2.

    >>> round(contrast_ratio(BLACK, WHITE)), round(contrast_ratio(Color.parse("#777777"), WHITE), 1)
    (21, 4.5)
    """
    darker, lighter = sorted((_luminance(first), _luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


def make_legible(style: Style, name: str, ground_style: Style) -> Style:
    """A style on a ground, its colour changed no more than it has to be to be read there.

    Args:
        style: colour and ground of a text.
        name: the name of the style, by which it is text, text that stands back, or none.
        ground_style: the style whose ground is laid under it instead of its own.
    """
    style_on_ground = style + Style(bgcolor=ground_style.bgcolor)
    if style_on_ground.color is None or style_on_ground.bgcolor is None or name in NON_TEXT_STYLES:
        return style_on_ground
    if style_on_ground.color.triplet is None or style_on_ground.bgcolor.triplet is None:
        return style_on_ground  # the terminal's own colours, which nobody knows
    colour, ground_colour = Color.from_rich_color(style_on_ground.color), Color.from_rich_color(style_on_ground.bgcolor)
    return style_on_ground + Style(
        color=_blend_to_contrast(
            colour, ground_colour, MIN_FAINT_CONTRAST if name in FAINT_STYLES else MIN_CONTRAST
        ).rich_color
    )


@lru_cache(maxsize=1024)
def _blend_to_contrast(colour: Color, ground: Color, min_contrast: float) -> Color:
    nearest_extreme = max(BLACK, WHITE, key=lambda one: contrast_ratio(one, ground))
    blend_share, blended = 0.0, colour
    while contrast_ratio(blended, ground) < min_contrast and blend_share < 1:
        blend_share += BLEND_STEP
        blended = colour.blend(nearest_extreme, min(blend_share, 1))
    return blended


def _luminance(colour: Color) -> float:
    red, green, blue = (
        channel / 12.92 if channel <= 0.03928 else ((channel + 0.055) / 1.055) ** 2.4 for channel in colour.normalized
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


class NodeClicked(Message):
    """A node of a tree was clicked, or a line of a panel that speaks of one."""

    def __init__(self, browser: Browser, node: int, *, toggles: bool = False, is_in_panel: bool = False) -> None:
        super().__init__()
        self.browser, self.node, self.is_in_panel = browser, node, is_in_panel
        self.toggles = toggles
        """Whether it is then to be expanded, collapsed or entered: it was clicked on its mark, or twice."""


class TitleChanged(Message):
    """What stands above a tree may be another now: its columns have other widths, or it shows something else."""


MAX_CACHED_STRIPS = 1_024
"""Painted lines that are kept: several screens."""

Look = TypeVar("Look", bound=Hashable)
"""All that the look of a line depends on, but for the widget's width and styles."""


class CanvasEdges(NamedTuple):
    """What stands around the lines of a widget of some size."""

    outer_size: Size
    """Of the widget, its frame included."""
    inner_region: Region
    """Where the lines are."""
    left_edge: list[Segment]
    right_edge: list[Segment]
    background: Color
    """Behind it all."""
    edge_rows: dict[int, Strip]
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
        self._looks_size = Size(0, 0)
        """The widget's size then."""
        self._screen_looks: list[Look] = []
        """The looks that are on the screen."""
        self._strips: LRUCache[tuple[Look | None, int], Strip] = LRUCache(MAX_CACHED_STRIPS)
        self._edges: CanvasEdges | None = None
        self._base: Style | None = None
        self._styles: dict[tuple[object, ...], Style] = {}

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
        style, ground_style = (
            self.get_component_rich_style(f"{self.PREFIX}--{style_name}") if style_name else None
            for style_name in (name, ground)
        )
        style = style or self.base
        return make_legible(style, name, ground_style or style)

    @property
    def looks(self) -> list[Look]:
        """How the lines in sight look."""
        if self._looks is None or self._looks_size != self.size:
            self._looks_size = self.size
            self._looks = self._screen_looks = self.make_looks()
        return self._looks

    def update(self) -> None:
        """Paint anew the lines that are others now, and no more: painting takes longer than all the rest of a frame."""
        self._looks = None
        if self.display and (width := self.size.width):
            old_looks = self._screen_looks
            if regions := changed_regions(old_looks, self.looks, width):
                self.refresh(*regions)

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
        edges = self._measure_edges()
        strips = [self._framed_line(y, edges) for y in crop.line_range]
        columns = crop.column_span
        return strips if columns == (0, edges.outer_size.width) else [strip.crop(*columns) for strip in strips]

    def _measure_edges(self) -> CanvasEdges:
        """What stands around the lines; found out anew where the widget has another width."""
        outer_size, edges_before = self.outer_size, self._edges
        if edges_before is not None and edges_before.outer_size == outer_size:
            return edges_before
        inner_region = outer_size.region.shrink(self.styles.gutter)
        if edges_before is not None and edges_before.outer_size.width == outer_size.width:
            rows_above = {y: strip for y, strip in edges_before.edge_rows.items() if y < inner_region.y}
            edges = edges_before._replace(outer_size=outer_size, inner_region=inner_region, edge_rows=rows_above)
        else:
            sample_row = super().render_lines(Region(0, inner_region.y, outer_size.width, 1))[0]
            left_edge = sample_row.crop(0, inner_region.x)
            right_edge = sample_row.crop(inner_region.right, outer_size.width)
            edges = CanvasEdges(
                outer_size, inner_region, list(left_edge), list(right_edge), self.background_colors[1], {}
            )
        self._edges = edges
        return edges

    def _framed_line(self, y: int, edges: CanvasEdges) -> Strip:
        inner_region, looks = edges.inner_region, self.looks
        if not inner_region.y <= y < inner_region.bottom:
            if y not in edges.edge_rows:
                edges.edge_rows[y] = super().render_lines(Region(0, y, edges.outer_size.width, 1))[0]
            return edges.edge_rows[y]
        index = y - inner_region.y
        look = looks[index] if index < len(looks) else None
        strip = self._strips.get((look, inner_region.width))
        if strip is None:
            line = Strip.blank(inner_region.width, self.base) if look is None else self.paint(look, inner_region.width)
            for line_filter in self.get_line_filters():
                line = line.apply_filter(line_filter, edges.background)
            strip = Strip([*edges.left_edge, *line, *edges.right_edge], edges.outer_size.width)
            self._strips[look, inner_region.width] = strip
        return strip

    def notify_style_update(self) -> None:
        """Forget what was painted in other colours."""
        super().notify_style_update()
        self._strips.clear()
        self._styles.clear()
        self._looks = self._edges = self._base = None


STYLES = (
    *("about", "strong", "event", "value", "wrong", "cut", "pruned", "ahead", "here", "what-if", "code"),
    *("max", "min", "chance", "last"),
)
"""Names of the styles of text in panels; the style sheet gives them colours."""


StyledLine = tuple[str, str | Style, tuple[Span, ...]]
"""A line of text: its characters, and the styles of all of it and of its parts."""


class Panel(Canvas[StyledLine]):
    """A panel beside, above or below the tree. It breaks its own lines, and paints those that are asked for."""

    PREFIX = "panel"
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"panel--{name}" for name in STYLES}
    LEAST: ClassVar[int] = 1
    """Lines below which it says too little."""

    def __init__(self, browser: Browser, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.browser = browser
        self._lines: list[Text] = []
        self._selected, self._first_line = browser.selected, 0

    @abstractmethod
    def lines(self) -> list[Text]:
        """What is said now, line by line, for the panel's width. Lines beyond its height can be scrolled to."""

    def rows_needed(self, width: int) -> int:
        """How many lines there are to say now where each has so many cells."""
        return len(self.lines() if self._looks is None or width != self.size.width else self._lines)

    def update(self) -> None:
        """Paint anew the lines that are others now; another node is read from the first line on."""
        if self.browser.selected != self._selected:
            self._selected, self._first_line = self.browser.selected, 0
        super().update()

    def make_looks(self) -> list[StyledLine]:
        """Make the lines, and say how those in sight look."""
        self._lines = self.lines()
        self._first_line = min(self._first_line, max(len(self._lines) - self.size.height, 0))
        visible_lines = self._lines[self._first_line : self._first_line + self.size.height]
        return [(text.plain, text.style, tuple(text.spans)) for text in visible_lines]

    def paint(self, look: StyledLine, width: int) -> Strip:
        """One line of the panel."""
        characters, style, spans = look
        text = Text(characters, style, spans=list(spans))
        if text.cell_len > width:
            text.truncate(max(width, 1), overflow="ellipsis")
        base = self.base + self.app.console.get_style(style)  # a text without spans would lose it
        pieces = [
            Segment(piece, base + span_style if span_style else base)
            for piece, span_style, _ in text.render(self.app.console, "")
        ]
        return Strip([*pieces, Segment(" " * (width - text.cell_len), base)], width)

    def scroll(self, pages: int) -> None:
        """Show what stands further down, or further up."""
        first_line = max(self._first_line + pages * max(self.size.height - 1, 1), 0)
        self._first_line = min(first_line, max(len(self._lines) - self.size.height, 0))
        self.refresh()

    def on_mouse_scroll_down(self) -> None:
        """The wheel scrolls."""
        self.scroll(1)

    def on_mouse_scroll_up(self) -> None:
        """The wheel scrolls back."""
        self.scroll(-1)
