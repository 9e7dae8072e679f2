"""The sheet that a chart of a study is drawn on: matplotlib's figure with the looks that all of them share."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import pairwise
from math import log10
from typing import TYPE_CHECKING, Any

from tracer.text import clean
from viz.charts.plot import DASHES, abbreviate, line_colours
from viz.pictures.theme import Theme
from viz.studies.dataset import ALL

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH, HEIGHT, ROW = 5.0, 3.6, 1.6
"""Inches, and how much higher another row of panels makes it. At 9 points, text can be read in the column of a paper
and, 1920 pixels wide, on a slide."""
TEXT, SMALL = 9.0, 7.5
"""Points."""
DPI = 384
"""Of a bitmap, which is then 1920 pixels wide."""
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "*", "h", "d")
"""Told apart without colour."""
MOST_GROUPS = len(MARKERS)
TITLE, CAPTION = 58, 88
"""Characters of a line of the title and of the caption at most, in a figure of `WIDTH`."""
MARGIN = 0.012
"""Of the width, left and right of the words."""
PLACES = 60
"""Characters that have room along the axis of one panel in a figure of `WIDTH`."""
UPRIGHT = 24
"""Characters of a line of what an upright axis is."""
LEADING = 1.25
"""Lines of text below one another, in sizes of the text."""
FEW, FINEST = 3.0, 0.5
"""Powers of ten on an axis up to which 2 and 5 are numbered, and below which it is numbered as any other."""
PANELS_A_ROW = 3
ABREAST, FLAT = 4, 0.9
"""So many panels stand in one row where two rows would have less than so many inches each, as on a slide."""
LOW = 2.6
"""Inches below the words of less than which a legend has no title of its own."""
BELOW = 1.2
"""Inches that the axis and the legend take below the panels."""
MOST_PLACES = 12
"""Places of an axis up to which each has its number."""
LONGEST = 30
"""Characters of a label on an axis."""


class Easel:
    """A figure to draw on; inside `plotting.drawing`.

    Args:
        theme: the colours.
        title: what stands above all.
        caption: sentences below the title.
        width: inches.
        height: inches.
    """

    def __init__(
        self, theme: Theme, title: str, caption: Sequence[str], *, width: float = WIDTH, height: float = HEIGHT
    ) -> None:
        from matplotlib.figure import Figure

        self.theme = theme
        self.colours = line_colours(theme)
        scale = width / WIDTH
        room = 72 * width * (1 - 3 * MARGIN)  # letters of pixels are a little wider than those of the outline
        titles = wrapped(clean(title), round(TITLE * scale), room, size=TEXT + 1.5, weight="bold")
        lines = wrapped(" ".join(map(clean, caption)), round(CAPTION * scale), room, size=SMALL)
        self.figure: Figure = Figure(figsize=(width, height), dpi=DPI, layout="constrained", facecolor=theme.background)
        above = 6 + LEADING * ((TEXT + 1.5) * len(titles) + SMALL * len(lines))
        points = 72 * height
        self._room = height - above / 72
        """Inches below the words."""
        engine = self.figure.get_layout_engine()
        assert engine is not None
        engine.set(rect=(0, 0, 1, 1 - above / points))  # type: ignore[call-arg]  # of the constrained layout
        top = 1 - 4 / points
        looks: dict[str, Any] = {"ha": "left", "va": "top", "linespacing": LEADING, "in_layout": False}
        self.figure.text(
            MARGIN, top, "\n".join(titles), fontsize=TEXT + 1.5, fontweight="bold", color=theme.text, **looks
        )
        top -= LEADING * (TEXT + 1.5) * len(titles) / points
        self.figure.text(MARGIN, top, "\n".join(lines), fontsize=SMALL, color=theme.faint, **looks)

    def panels(self, names: Sequence[str]) -> list[Axes]:
        """Places for charts with these names, row by row, all with the same scale."""
        columns = columns_of(len(names))
        if len(names) == ABREAST and (self._room - BELOW) / 2 < FLAT:
            columns = ABREAST
        self._rows, self._columns = -(-len(names) // columns), columns
        grid = self.figure.subplots(-(-len(names) // columns), columns, sharex=True, sharey=True, squeeze=False)
        found: list[Axes] = list(grid.ravel())
        for axes in found[len(names) :]:
            axes.set_visible(False)
        for axes, name in zip(found, names, strict=False):
            self._dress(axes)
            axes.set_title(clean(name), fontsize=SMALL + 1, color=self.theme.text)
        for axes in found[max(0, len(names) - columns) : len(names)]:
            axes.tick_params(labelbottom=True)
        return found[: len(names)]

    def _labels(self) -> int:
        """Numbers that have room at an upright axis."""
        return max(2, int((self._room - BELOW) / self._rows * 72 / (1.6 * TEXT)))

    def _dress(self, axes: Axes) -> None:
        axes.set_facecolor(self.theme.background)
        axes.tick_params(colors=self.theme.text, labelsize=TEXT - 0.5, which="both", width=0.6)
        axes.grid(visible=True, axis="y", color=self.theme.edge, alpha=0.25, linewidth=0.5)
        axes.set_axisbelow(True)
        for name, spine in axes.spines.items():
            spine.set_visible(name in ("left", "bottom"))
            spine.set_color(self.theme.edge)

    def name(self, panels: Sequence[Axes], x: str, y: str) -> None:
        """Say what the axes are, below the lowest panels and left of the first ones."""
        columns = self._columns
        for place, axes in enumerate(panels):
            if place + columns >= len(panels):
                axes.set_xlabel(x, color=self.theme.text, fontsize=TEXT)
            if place % columns == 0:
                axes.set_ylabel(textwrap.fill(y, UPRIGHT), color=self.theme.text, fontsize=TEXT)

    def look(self, place: int) -> dict[str, Any]:
        """How the line of a group looks: colour, dashes and marker."""
        return {
            "color": self.colours[place % len(self.colours)],
            "linestyle": (0, lengths) if (lengths := DASHES[place % len(DASHES)]) else "-",
            "marker": MARKERS[place % len(MARKERS)],
            "markersize": 4.5,
            "markeredgecolor": self.theme.background,
            "markeredgewidth": 0.5,
            "linewidth": 1.5,
        }

    def legend(self, panels: Sequence[Axes], title: str = "") -> None:
        """Explain the lines of all panels below them."""
        known: dict[str, Any] = {}
        for axes in panels:
            known |= dict(zip(*reversed(axes.get_legend_handles_labels()), strict=True))
        handles, labels = list(known.values()), list(known)
        if labels == [ALL] or not labels:
            return
        columns = side_by_side(labels, round((TITLE + 14) * self.figure.get_figwidth() / WIDTH))
        title = "" if self._room < LOW else title
        self.figure.legend(
            handles, labels, loc="outside lower left", ncols=columns,
            title=title or None, alignment="left", frameon=False, fontsize=TEXT - 0.5, title_fontsize=TEXT - 0.5,
            labelcolor=self.theme.text, handlelength=3.0, columnspacing=1.4,
        ).get_title().set_color(self.theme.text)  # fmt: skip

    def categories(self, axes: Axes, labels: Sequence[str]) -> None:
        """Name the places of an axis that has no numbers."""
        short = [label if len(label) <= LONGEST else label[: LONGEST - 1] + "…" for label in labels]
        room = PLACES * self.figure.get_figwidth() / WIDTH / self._columns
        turned = crowded(short, room)
        axes.set_xticks(range(len(short)), short, rotation=30 if turned else 0, ha="right" if turned else "center")
        axes.set_xlim(-0.5, len(short) - 0.5)

    def scale(self, axes: Axes, log: Sequence[str], *, numbered: bool = True) -> None:
        """Have an axis grow by factors where that is wished, and write large numbers short."""
        from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator

        short = FuncFormatter(lambda value, _: abbreviate(value))
        for name, axis in (("x", axes.xaxis), ("y", axes.yaxis)):
            if name == "x" and not numbered:
                continue
            if name in log:
                (axes.set_xscale if name == "x" else axes.set_yscale)("log")
                limits = axes.get_xlim() if name == "x" else axes.get_ylim()
                factors(axis, min(limits), max(limits), self._labels() if name == "y" else None)
                continue
            if name == "x" and (found := _few_places(axes)):
                axis.set_major_locator(FixedLocator(found))
            elif name == "x":
                axis.set_major_locator(MaxNLocator(nbins=8, steps=[1, 2, 5, 10], integer=_whole(axes)))
            axis.set_major_formatter(short)


def side_by_side(labels: Sequence[str], room: int) -> int:
    """In how many columns, filled one after another, some labels stand in so many characters.

    >>> side_by_side(["a", "b", "c"], 72), side_by_side(["minimal tree", "full tree (minimax)", "a", "pvs", "mtdf"], 72)
    (3, 3)
    """
    for columns in range(len(labels), 1, -1):
        rows = -(-len(labels) // columns)
        widths = [max(map(len, labels[k : k + rows])) + 8 for k in range(0, len(labels), rows)]
        if sum(widths) <= room:
            return len(widths)
    return 1


def crowded(labels: Sequence[str], room: float) -> bool:
    """Whether some labels, centred at even places of so many characters in all, run into one another.

    >>> crowded(["random", "strong", "0.5", "best"], 60), crowded(["random", "strong", "0.5", "best"], 20)
    (False, True)
    """
    widest = max((len(left) + len(right) for left, right in pairwise(labels)), default=0) / 2
    return widest + 1 > room / len(labels) or sum(map(len, labels)) > room


def wrapped(text: str, most: int, room: float, **font: Any) -> list[str]:
    """A text in lines of so many characters at most, each of which fits into so many points.

    Args:
        text: words.
        most: characters.
        room: points.
        **font: its size, its weight.
    """
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    looks = FontProperties(**font)
    for characters in range(most, 1, -1):
        lines = textwrap.wrap(text, characters)
        if all(text_to_path.get_text_width_height_descent(line, looks, False)[0] <= room for line in lines):
            return lines
    return textwrap.wrap(text, 1)


def legible(label: str) -> str:
    """A label that matplotlib does not leave out of a legend, as it does what begins with a low line."""
    return f" {label}" if label.startswith("_") else label


def columns_of(panels: int) -> int:
    """How many of some panels stand beside one another.

    >>> [columns_of(panels) for panels in (1, 2, 3, 4, 5, 6)]
    [1, 2, 3, 2, 3, 3]
    """
    return 2 if panels == 4 else min(panels, PANELS_A_ROW)


def factors(axis: Any, low: float, high: float, room: int | None = None) -> None:
    """Number an axis that grows by factors: tens, and where there are few of them 2 and 5, or 3, between them.

    Args:
        axis: the axis.
        low: where it begins.
        high: where it ends.
        room: numbers that have room at it; None is many.
    """
    from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullLocator

    decades = log10(high / low) if low > 0 else 0.0
    between: tuple[float, ...] = (1.0, 2.0, 5.0) if decades <= FEW and (room is None or 3 * decades <= room) else (1.0,)
    if len(between) == 1 and 2 * decades <= (4 if room is None else max(3, room)):
        between = (1.0, 3.0)
    axis.set_major_locator(LogLocator(subs=between, numticks=30) if decades > FINEST else MaxNLocator(nbins=6))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda value, _: abbreviate(float(f"{value:.6g}"))))


def _few_places(axes: Axes) -> list[float]:
    """The whole numbers at which lines have points, where there are few and they are not crowded; else none."""
    found = sorted({float(x) for line in axes.get_lines() for x in line.get_xdata()})  # type: ignore[union-attr,arg-type]
    if not 1 <= len(found) <= MOST_PLACES or not all(x.is_integer() for x in found):
        return []
    apart = min((b - a for a, b in pairwise(found)), default=1.0)
    return found if apart * MOST_PLACES >= found[-1] - found[0] else []


def _whole(axes: Axes) -> bool:
    """Whether all places of lines are whole numbers."""
    return all(float(x).is_integer() for line in axes.get_lines() for x in line.get_xdata())  # type: ignore[union-attr,arg-type]
