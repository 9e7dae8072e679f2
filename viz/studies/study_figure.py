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
from viz.studies.dataset import ALL_ROWS_LABEL

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DEFAULT_WIDTH, DEFAULT_HEIGHT, ROW_HEIGHT = 5.0, 3.6, 1.6
"""Inches, and how much higher another row of panels makes it. At 9 points, text can be read in the column of a paper
and, 1920 pixels wide, on a slide."""
TEXT_SIZE, SMALL_TEXT_SIZE = 9.0, 7.5
"""Points."""
FIGURE_DPI = 384
"""Of a bitmap, which is then 1920 pixels wide."""
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "*", "h", "d")
"""Told apart without colour."""
MAX_GROUPS = len(MARKERS)
TITLE_CHARACTERS, CAPTION_CHARACTERS = 58, 88
"""Characters of a line of the title and of the caption at most, in a figure of `WIDTH`."""
MARGIN = 0.012
"""Of the width, left and right of the words."""
AXIS_CHARACTERS = 60
"""Characters that have room along the axis of one panel in a figure of `WIDTH`."""
UPRIGHT_CHARACTERS = 24
"""Characters of a line of what an upright axis is."""
LINE_SPACING = 1.25
"""Lines of text below one another, in sizes of the text."""
MAX_FINE_DECADES, MIN_LOG_DECADES = 3.0, 0.5
"""Powers of ten on an axis up to which 2 and 5 are numbered, and below which it is numbered as any other."""
PANELS_PER_ROW = 3
MAX_PANELS_ABREAST, MIN_PANEL_HEIGHT = 4, 0.9
"""So many panels stand in one row where two rows would have less than so many inches each, as on a slide."""
MIN_LEGEND_TITLE_HEIGHT = 2.6
"""Inches below the words of less than which a legend has no title of its own."""
AXIS_AND_LEGEND_ROOM = 1.2
"""Inches that the axis and the legend take below the panels."""
MAX_MARKED_PLACES = 12
"""Places of an axis up to which each has its number."""
MAX_CATEGORY_LENGTH = 30
"""Characters of a label on an axis."""


class StudyFigure:
    """A figure to draw on; inside `plotting.drawing`.

    `width` and `height` are inches.
    """

    def __init__(
        self,
        theme: Theme,
        title: str,
        caption: Sequence[str],
        *,
        width: float = DEFAULT_WIDTH,
        height: float = DEFAULT_HEIGHT,
    ) -> None:
        from matplotlib.figure import Figure

        self.theme = theme
        self.colours = line_colours(theme)
        scale = width / DEFAULT_WIDTH
        text_width = 72 * width * (1 - 3 * MARGIN)  # letters of pixels are a little wider than those of the outline
        titles = wrap_to_width(
            clean(title), round(TITLE_CHARACTERS * scale), text_width, size=TEXT_SIZE + 1.5, weight="bold"
        )
        lines = wrap_to_width(
            " ".join(map(clean, caption)), round(CAPTION_CHARACTERS * scale), text_width, size=SMALL_TEXT_SIZE
        )
        self.figure: Figure = Figure(
            figsize=(width, height), dpi=FIGURE_DPI, layout="constrained", facecolor=theme.background
        )
        heading_points = 6 + LINE_SPACING * ((TEXT_SIZE + 1.5) * len(titles) + SMALL_TEXT_SIZE * len(lines))
        figure_points = 72 * height
        self._panel_room = height - heading_points / 72
        """Inches below the words."""
        engine = self.figure.get_layout_engine()
        assert engine is not None
        engine.set(rect=(0, 0, 1, 1 - heading_points / figure_points))  # type: ignore[call-arg]  # of the constrained layout
        text_top = 1 - 4 / figure_points
        text_style: dict[str, Any] = {"ha": "left", "va": "top", "linespacing": LINE_SPACING, "in_layout": False}
        self.figure.text(
            MARGIN,
            text_top,
            "\n".join(titles),
            fontsize=TEXT_SIZE + 1.5,
            fontweight="bold",
            color=theme.text,
            **text_style,
        )
        text_top -= LINE_SPACING * (TEXT_SIZE + 1.5) * len(titles) / figure_points
        self.figure.text(MARGIN, text_top, "\n".join(lines), fontsize=SMALL_TEXT_SIZE, color=theme.faint, **text_style)

    def add_panels(self, names: Sequence[str]) -> list[Axes]:
        """Places for charts with these names, row by row, all with the same scale."""
        columns = count_panel_columns(len(names))
        if len(names) == MAX_PANELS_ABREAST and (self._panel_room - AXIS_AND_LEGEND_ROOM) / 2 < MIN_PANEL_HEIGHT:
            columns = MAX_PANELS_ABREAST
        self._rows, self._columns = -(-len(names) // columns), columns
        grid = self.figure.subplots(-(-len(names) // columns), columns, sharex=True, sharey=True, squeeze=False)
        all_axes: list[Axes] = list(grid.ravel())
        for axes in all_axes[len(names) :]:
            axes.set_visible(False)
        for axes, name in zip(all_axes, names, strict=False):
            self._style_axes(axes)
            axes.set_title(clean(name), fontsize=SMALL_TEXT_SIZE + 1, color=self.theme.text)
        for axes in all_axes[max(0, len(names) - columns) : len(names)]:
            axes.tick_params(labelbottom=True)
        return all_axes[: len(names)]

    def _max_y_labels(self) -> int:
        return max(2, int((self._panel_room - AXIS_AND_LEGEND_ROOM) / self._rows * 72 / (1.6 * TEXT_SIZE)))

    def _style_axes(self, axes: Axes) -> None:
        axes.set_facecolor(self.theme.background)
        axes.tick_params(colors=self.theme.text, labelsize=TEXT_SIZE - 0.5, which="both", width=0.6)
        axes.grid(visible=True, axis="y", color=self.theme.edge, alpha=0.25, linewidth=0.5)
        axes.set_axisbelow(True)
        for name, spine in axes.spines.items():
            spine.set_visible(name in ("left", "bottom"))
            spine.set_color(self.theme.edge)

    def name_axes(self, panels: Sequence[Axes], x: str, y: str) -> None:
        """Say what the axes are, below the lowest panels and left of the first ones."""
        columns = self._columns
        for index, axes in enumerate(panels):
            if index + columns >= len(panels):
                axes.set_xlabel(x, color=self.theme.text, fontsize=TEXT_SIZE)
            if index % columns == 0:
                axes.set_ylabel(textwrap.fill(y, UPRIGHT_CHARACTERS), color=self.theme.text, fontsize=TEXT_SIZE)

    def line_style(self, index: int) -> dict[str, Any]:
        """How the line of a group looks: colour, dashes and marker."""
        return {
            "color": self.colours[index % len(self.colours)],
            "linestyle": (0, lengths) if (lengths := DASHES[index % len(DASHES)]) else "-",
            "marker": MARKERS[index % len(MARKERS)],
            "markersize": 4.5,
            "markeredgecolor": self.theme.background,
            "markeredgewidth": 0.5,
            "linewidth": 1.5,
        }

    def add_legend(self, panels: Sequence[Axes], title: str = "") -> None:
        """Explain the lines of all panels below them."""
        handles_by_label: dict[str, Any] = {}
        for axes in panels:
            handles_by_label |= dict(zip(*reversed(axes.get_legend_handles_labels()), strict=True))
        handles, labels = list(handles_by_label.values()), list(handles_by_label)
        if labels == [ALL_ROWS_LABEL] or not labels:
            return
        columns = count_legend_columns(
            labels, round((TITLE_CHARACTERS + 14) * self.figure.get_figwidth() / DEFAULT_WIDTH)
        )
        title = "" if self._panel_room < MIN_LEGEND_TITLE_HEIGHT else title
        self.figure.legend(
            handles, labels, loc="outside lower left", ncols=columns,
            title=title or None, alignment="left", frameon=False, fontsize=TEXT_SIZE - 0.5,
            title_fontsize=TEXT_SIZE - 0.5,
            labelcolor=self.theme.text, handlelength=3.0, columnspacing=1.4,
        ).get_title().set_color(self.theme.text)  # fmt: skip

    def set_categories(self, axes: Axes, labels: Sequence[str]) -> None:
        """Name the places of an axis that has no numbers."""
        short_labels = [
            label if len(label) <= MAX_CATEGORY_LENGTH else label[: MAX_CATEGORY_LENGTH - 1] + "…" for label in labels
        ]
        axis_characters = AXIS_CHARACTERS * self.figure.get_figwidth() / DEFAULT_WIDTH / self._columns
        is_turned = are_labels_crowded(short_labels, axis_characters)
        axes.set_xticks(
            range(len(short_labels)),
            short_labels,
            rotation=30 if is_turned else 0,
            ha="right" if is_turned else "center",
        )
        axes.set_xlim(-0.5, len(short_labels) - 0.5)

    def set_scales(self, axes: Axes, log_axes: Sequence[str], *, with_x_numbers: bool = True) -> None:
        """Have an axis grow by factors where that is wished, and write large numbers short."""
        from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator

        short_formatter = FuncFormatter(lambda value, _: abbreviate(value))
        for axis_name, axis in (("x", axes.xaxis), ("y", axes.yaxis)):
            if axis_name == "x" and not with_x_numbers:
                continue
            if axis_name in log_axes:
                (axes.set_xscale if axis_name == "x" else axes.set_yscale)("log")
                limits = axes.get_xlim() if axis_name == "x" else axes.get_ylim()
                set_log_ticks(axis, min(limits), max(limits), self._max_y_labels() if axis_name == "y" else None)
                continue
            if axis_name == "x" and (x_positions := _whole_x_positions(axes)):
                axis.set_major_locator(FixedLocator(x_positions))
            elif axis_name == "x":
                axis.set_major_locator(MaxNLocator(nbins=8, steps=[1, 2, 5, 10], integer=_has_whole_x(axes)))
            axis.set_major_formatter(short_formatter)


def count_legend_columns(labels: Sequence[str], max_characters: int) -> int:
    """In how many columns, filled one after another, some labels stand in so many characters.

    >>> (
    ...     count_legend_columns(["a", "b", "c"], 72),
    ...     count_legend_columns(["minimal tree", "full tree (minimax)", "a", "pvs", "mtdf"], 72),
    ... )
    (3, 3)
    """
    for columns in range(len(labels), 1, -1):
        rows = -(-len(labels) // columns)
        widths = [max(map(len, labels[index : index + rows])) + 8 for index in range(0, len(labels), rows)]
        if sum(widths) <= max_characters:
            return len(widths)
    return 1


def are_labels_crowded(labels: Sequence[str], max_characters: float) -> bool:
    """Whether some labels, centred at even places of so many characters in all, run into one another.

    >>> (
    ...     are_labels_crowded(["random", "strong", "0.5", "best"], 60),
    ...     are_labels_crowded(["random", "strong", "0.5", "best"], 20),
    ... )
    (False, True)
    """
    widest = max((len(left) + len(right) for left, right in pairwise(labels)), default=0) / 2
    return widest + 1 > max_characters / len(labels) or sum(map(len, labels)) > max_characters


def wrap_to_width(text: str, max_characters: int, max_points: float, **font: Any) -> list[str]:
    """A text in lines of so many characters at most, each of which fits into so many points."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font_properties = FontProperties(**font)
    for characters in range(max_characters, 1, -1):
        lines = textwrap.wrap(text, characters)
        if all(
            text_to_path.get_text_width_height_descent(line, font_properties, False)[0] <= max_points for line in lines
        ):
            return lines
    return textwrap.wrap(text, 1)


def make_legend_label(label: str) -> str:
    """A label that matplotlib does not leave out of a legend, as it does what begins with a low line."""
    return f" {label}" if label.startswith("_") else label


def count_panel_columns(panels: int) -> int:
    """How many of some panels stand beside one another.

    >>> [count_panel_columns(panels) for panels in (1, 2, 3, 4, 5, 6)]
    [1, 2, 3, 2, 3, 3]
    """
    return 2 if panels == 4 else min(panels, PANELS_PER_ROW)


def set_log_ticks(axis: Any, low: float, high: float, max_labels: int | None = None) -> None:
    """Number an axis that grows by factors: tens, and where there are few of them 2 and 5, or 3, between them.

    `max_labels` is how many numbers have room at it; None is many.
    """
    from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullLocator

    decades = log10(high / low) if low > 0 else 0.0
    subdivisions: tuple[float, ...] = (
        (1.0, 2.0, 5.0) if decades <= MAX_FINE_DECADES and (max_labels is None or 3 * decades <= max_labels) else (1.0,)
    )
    if len(subdivisions) == 1 and 2 * decades <= (4 if max_labels is None else max(3, max_labels)):
        subdivisions = (1.0, 3.0)
    axis.set_major_locator(
        LogLocator(subs=subdivisions, numticks=30) if decades > MIN_LOG_DECADES else MaxNLocator(nbins=6)
    )
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda value, _: abbreviate(float(f"{value:.6g}"))))


def _whole_x_positions(axes: Axes) -> list[float]:
    """The whole numbers at which lines have points, where there are few and they are not crowded; else none."""
    positions = sorted({float(x) for line in axes.get_lines() for x in line.get_xdata()})  # type: ignore[union-attr,arg-type]
    if not 1 <= len(positions) <= MAX_MARKED_PLACES or not all(x.is_integer() for x in positions):
        return []
    min_distance = min((b - a for a, b in pairwise(positions)), default=1.0)
    return positions if min_distance * MAX_MARKED_PLACES >= positions[-1] - positions[0] else []


def _has_whole_x(axes: Axes) -> bool:
    return all(float(x).is_integer() for line in axes.get_lines() for x in line.get_xdata())  # type: ignore[union-attr,arg-type]
