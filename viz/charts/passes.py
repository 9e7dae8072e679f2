"""The passes of drivers: a bar each, as long as the pass had visits, with what it asked beside it and what it answered.

A bar is made of leaf evaluations, answers of a table and inner nodes. Of very many passes those in the middle are one
row that counts them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tracer.errors import PlyscopeError
from tracer.text import clean
from tracer.tracing import Trace
from viz.charts import plot, sheet
from viz.charts.answers import Answer, answers
from viz.charts.cells import Cell, CellLook, cell_looks
from viz.charts.chart import Chart
from viz.pictures.legend import result
from viz.pictures.theme import LIGHT, Theme

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH = 8.0
"""Inches of the figure: a slide, or a page without its margins."""
ROW = 0.2
"""Inches of a row."""
MOST_ROWS = 24
"""Passes that are drawn one by one, so that on a slide their text can be read."""
BAR = 0.66
"""Height of a bar in that of its row."""
GAP = 6.0
"""Points between a bar and the text beside it."""
LEAST_BAR = 1.6
"""Inches that the longest bar has at least."""
TITLE = 48
"""Characters kept of what a pass is called."""
INDENT = "    "
PARTS = {"evaluated": "leaf evaluations", "answered": "answers of the table", "inner": "inner nodes"}
"""What a bar is made of, from its beginning."""


@dataclass(frozen=True)
class Row:
    """A line of the chart."""

    said: str
    """Left of the bar."""
    parts: tuple[int, ...] = ()
    """As `PARTS`; none of a row that is text alone."""
    came: str = ""
    """Right of the bar."""
    bold: bool = False


def figure(
    traces: Trace | Sequence[Trace],
    *,
    root: int = 0,
    max_nodes: int | None = None,
    theme: Theme | str = LIGHT,
    width: float = WIDTH,
    dpi: int | None = None,
    title: str | None = None,
    subtitle: str | None = None,
) -> Figure:
    """The passes of one search, or of several below one another, as a matplotlib figure; inside `plot.drawing`.

    Args:
        traces: what was recorded.
        root: the driver whose passes are drawn.
        max_nodes: passes of a search that are drawn one by one; None is 24.
        theme: the colours.
        width: inches.
        dpi: dots an inch of a bitmap; None is 200.
        title: what stands above it in place of what was searched.
        subtitle: what stands below that in place of the result.

    Raises:
        PlyscopeError: an option is wrong, or a search has no passes.
    """
    searches = [traces] if isinstance(traces, Trace) else list(traces)
    if root and len(searches) > 1:
        raise PlyscopeError("a root is a node of one search: draw the passes of each for itself, or leave it out")
    looks, dpi, most = plot.looks(theme), plot.DPI if dpi is None else dpi, max_nodes or MOST_ROWS
    known = [answers(trace, root) for trace in searches]
    rows = list(_all_rows(searches, known, most))
    bars = [row for row in rows if row.parts]
    longest = max((sum(row.parts) for row in bars), default=0) or 1
    left, right = (
        max(map(_extent, column), default=0) for column in ([row.said for row in bars], [row.came for row in bars])
    )
    edge = sheet.EDGE + GAP / 72
    margins = sheet.Margins(left / 72 + edge, right / 72 + edge)
    if width - margins.left - margins.right < LEAST_BAR:
        width = margins.left + margins.right + LEAST_BAR
    pixels = (sheet.dots(width, dpi, margins=margins), round(ROW * len(rows) * dpi))
    around = sheet.Around(
        title=clean(title or _title(searches)),
        lines=[clean(subtitle)] if subtitle else [result(searches[0])] if len(searches) == 1 else [],
        signs=list(_signs(rows, looks)),
        note="A bar is as long as its pass had visits; beside it what it returned, and by which move."
        + (" Indented are passes of a pass." if any(one.level for found in known for one in found) else ""),
        theme=looks,
        numbered=False,
    )
    laid_out = sheet.lay_out(around, pixels, width=width, dpi=dpi, margins=margins)
    _draw(laid_out.axes[0], rows, longest, looks, left + GAP)
    return laid_out.figure


def _title(traces: Sequence[Trace]) -> str:
    if len(traces) == 1:
        return traces[0].header.title
    one_game = len({(trace.header.game, trace.header.position) for trace in traces}) == 1
    return f"{traces[0].header.place}: passes" if one_game else f"passes of {len(traces)} searches"


def _all_rows(traces: Sequence[Trace], known: Sequence[Sequence[Answer]], most: int) -> Iterator[Row]:
    one_game = len({(trace.header.game, trace.header.position) for trace in traces}) == 1
    for trace, found in zip(traces, known, strict=True):
        if len(traces) > 1:
            name = trace.header.search_title if one_game else trace.header.title
            yield Row(name, bold=True)
            yield Row(result(trace))
        yield from _rows(found, most)


def _rows(found: Sequence[Answer], most: int) -> Iterator[Row]:
    """The passes of one search; of too many the first and the last ones, with a row between that counts the others."""
    if len(found) <= most:
        yield from map(_row, found)
        return
    first = max(most // 2, 1)
    last = len(found) - max(most - first, 1)
    yield from map(_row, found[:first])
    between = found[first:last]
    # A pass of a pass is counted with that.
    top = [one for one in between if one.level == min(other.level for other in between)]
    count = f"+{len(between):,} pass{'' if len(between) == 1 else 'es'}"
    visits = sum(one.visited for one in top)
    yield Row(f"{count}, {visits:,} visited: left out, --max-nodes {len(found)} draws all")
    yield from map(_row, found[last:])


def _row(one: Answer) -> Row:
    inner = one.visited - one.leaf_evaluations - one.table_hits
    parts = [f"{one.said}", one.move, f"{one.visited:,} visited", f"{one.leaf_evaluations:,} evaluated"]
    parts += [f"{one.table_hits:,} from the table"] if one.table_hits else []
    said = f"{INDENT * one.level}{clean(one.title, TITLE)}"
    return Row(said, (one.leaf_evaluations, one.table_hits, inner), " · ".join(part for part in parts if part))


def _extent(text: str) -> float:
    return plot.extent(text, plot.TEXT) if text else 0.0


def _draw(axes: Axes, rows: Sequence[Row], longest: int, theme: Theme, before: float) -> None:
    """Draw the rows; `before`: points from the left edge to where bars begin."""
    axes.set_xlim(0, longest)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_yticks([])
    axes.set_xticks([])
    for side in ("left", "bottom"):
        axes.spines[side].set_visible(False)
    looks = _looks(theme)
    for place, row in enumerate(rows):
        begin = 0
        for part, count in zip(PARTS, row.parts, strict=False):
            look = looks[part]
            bar: dict[str, Any] = {
                "facecolor": look.fill,
                "edgecolor": look.stripe,
                "hatch": look.hatch,
                "linewidth": 0,
            }
            axes.barh(place, count, BAR, begin, **bar)
            begin += count
        if row.parts:
            _say(axes, row.said, (0, place), -GAP, theme.text)
            _say(axes, row.came, (begin, place), GAP, theme.text)
        else:  # from the left edge on
            colour = theme.text if row.bold else theme.faint
            axes.annotate(
                row.said,
                (0, place),
                xytext=(-before, 0),
                textcoords="offset points",
                va="center",
                size=plot.TEXT,
                color=colour,
                weight="bold" if row.bold else "normal",
                annotation_clip=False,
            )
    for place, row in enumerate(rows):
        if row.parts:  # a line at which the bars begin, though one is too short to be seen
            axes.plot([0, 0], [place - 0.5, place + 0.5], color=theme.edge, linewidth=0.6, clip_on=False)


def _say(axes: Axes, text: str, at: tuple[float, int], away: float, colour: str, *, bold: bool = False) -> None:
    """Write in a row, so many points right of a place, or left of it."""
    axes.annotate(
        text,
        at,
        xytext=(away, 0),
        textcoords="offset points",
        ha="left" if away > 0 else "right",
        va="center",
        size=plot.TEXT,
        color=colour,
        weight="bold" if bold else "normal",
        annotation_clip=False,
    )


def _looks(theme: Theme) -> dict[str, CellLook]:
    looks = cell_looks(theme)
    return dict(zip(PARTS, (looks[Cell.TERMINAL], looks[Cell.TABLE], looks[Cell.MAX]), strict=True))


def _signs(rows: Sequence[Row], theme: Theme) -> Iterator[Any]:
    """What bars are made of, as far as it occurs."""
    from matplotlib.patches import Patch

    looks = _looks(theme)
    for place, (part, meaning) in enumerate(PARTS.items()):
        if any(row.parts and row.parts[place] for row in rows):
            look = looks[part]
            yield Patch(facecolor=look.fill, edgecolor=look.stripe, hatch=look.hatch, linewidth=0, label=meaning)


CHART = Chart(
    name="passes",
    shows="visits and leaf evaluations of each pass, with its window and answer",
    figure=figure,
    takes=("root", "max_nodes", "theme", "dpi", "title", "subtitle"),
    several=True,
)
