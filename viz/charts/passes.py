"""The passes of drivers: a bar each, as long as the pass had visits, with what it asked beside it and what it answered.

A bar is made of leaf evaluations, answers of a table and inner nodes. Of very many passes those in the middle are one
row that counts them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tracer.count.groups import PassCounts, passes_of
from tracer.errors import PlyscopeError
from tracer.recording.status import EXACT, LOWER, UPPER
from tracer.text import MOVE_LIMIT, clean
from tracer.tracing import Trace
from viz.charts import plot, sheet
from viz.charts.axes import AXIS, TEXT, Axes
from viz.charts.cells import Cell, CellLook, cell_looks
from viz.charts.plot import Chart
from viz.paper import font
from viz.paper.canvas import Anchor, Canvas, Paint
from viz.pictures.headings import pass_title, result
from viz.pictures.labels import value
from viz.pictures.theme import LIGHT, Theme

WITH_PASSES = "-a deepening, -a engine and -a mtdf have, and programs that call their search so"


@dataclass(frozen=True)
class Answer(PassCounts):
    """One pass, with what is written of it."""

    place: int
    """From 1 on, in the order of the search."""
    title: str
    """What it is called, with its window."""
    said: str
    """The value with what it says of the true one, as in `≥ 3`."""
    move: str
    """Its best move; nothing where the window let it find none."""


def answers(trace: Trace, root: int) -> list[Answer]:
    """The passes of the driver at a node, in the order of the search; those of drivers among them after each. O(n).

    Raises:
        PlyscopeError: it is no driver.
    """
    if root not in trace.drivers:
        place = f"node {root} of {trace.header.title}" if root else trace.header.title
        elsewhere = min(trace.drivers, default=None)
        path = "" if elsewhere is None else clean("/".join(trace.node(elsewhere).path), 60)
        where = f"--root {path} has" if path else WITH_PASSES
        raise PlyscopeError(f"{place} has no passes: {where}")
    return [
        Answer(
            **vars(one),
            place=place,
            title=pass_title(trace, one.node),
            said=value(trace, one.node),
            move="" if one.best is None else clean(trace.label(one.best), MOVE_LIMIT),
        )
        for place, one in enumerate(passes_of(trace, root), 1)
    ]


SIGNS = {EXACT: "o", LOWER: "^", UPPER: "v"}
"""Signs of what answers say of the true value."""


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


def draw(
    traces: Trace | Sequence[Trace],
    *,
    root: int = 0,
    max_nodes: int | None = None,
    theme: Theme | str = LIGHT,
    width: float = WIDTH,
    dpi: int | None = None,
    title: str | None = None,
    subtitle: str | None = None,
) -> Canvas:
    """Draw the passes of one search, or of several below one another.

    Args:
        traces: what was recorded.
        root: the driver whose passes are drawn.
        max_nodes: passes of a search that are drawn one by one; None is 24.
        theme: the colours.
        width: inches.
        dpi: dots an inch of a bitmap, which change nothing else.
        title: what stands above it in place of what was searched.
        subtitle: what stands below that in place of the result.

    Raises:
        PlyscopeError: an option is wrong, or a search has no passes.
    """
    searches = [traces] if isinstance(traces, Trace) else list(traces)
    if root and len(searches) > 1:
        raise PlyscopeError("a root is a node of one search: draw the passes of each for itself, or leave it out")
    sheet.check_dots(dpi)
    looks, most = plot.looks(theme), max_nodes or MOST_ROWS
    known = [answers(trace, root) for trace in searches]
    rows = list(_all_rows(searches, known, most))
    bars = [row for row in rows if row.parts]
    longest = max((sum(row.parts) for row in bars), default=0) or 1
    left, right = (
        max((font.width(text, TEXT) for text in column), default=0.0)
        for column in ([row.said for row in bars], [row.came for row in bars])
    )
    edge = sheet.EDGE + GAP / 72
    margins = sheet.Margins(left / 72 + edge, right / 72 + edge)
    if width - margins.left - margins.right < LEAST_BAR:
        width = margins.left + margins.right + LEAST_BAR
    around = sheet.Around(
        title=clean(title or _title(searches)),
        lines=[clean(subtitle)] if subtitle else [result(searches[0])] if len(searches) == 1 else [],
        signs=list(_signs(rows, looks)),
        note="A bar is as long as its pass had visits; beside it what it returned, and by which move."
        + (" Indented are passes of a pass." if any(one.level for found in known for one in found) else ""),
        theme=looks,
        numbered=False,
    )
    size = (sheet.room(width, margins=margins), 72 * ROW * len(rows))
    laid_out = sheet.lay_out(around, size, width=width, margins=margins)
    _bars(laid_out.axes[0], rows, longest, left + GAP)
    return laid_out.canvas


def _title(traces: Sequence[Trace]) -> str:
    if len(traces) == 1:
        return traces[0].header.title
    one_game = len({(trace.header.game, trace.header.position) for trace in traces}) == 1
    return f"{traces[0].header.game_and_position}: passes" if one_game else f"passes of {len(traces)} searches"


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


def _bars(axes: Axes, rows: Sequence[Row], longest: int, before: float) -> None:
    """Draw the rows; `before`: points from the left edge to where bars begin."""
    axes.across, axes.up = (0, longest), (0.5 - len(rows), 0.5)
    looks, theme = _looks(axes.theme), axes.theme
    for place, row in enumerate(rows):
        begin, middle = 0, axes.y(-place)
        for part, count in zip(PARTS, row.parts, strict=False):
            left, high = axes.x(begin), BAR * axes.height / len(rows)
            axes.shapes += sheet.area(left, middle - high / 2, axes.x(begin + count) - left, high, looks[part])
            begin += count
        if row.parts:
            axes.text(row.said, axes.x(0) - GAP, middle, anchor=Anchor.END)
            axes.text(row.came, axes.x(begin) + GAP, middle)
            # Where the bars begin, though one is too short to be seen.
            axes.line([0, 0], [-place - 0.5, -place + 0.5], Paint(line=theme.edge, width=AXIS))
        else:  # from the left edge on
            axes.text(
                row.said, axes.x(0) - before, middle, colour=theme.text if row.bold else theme.faint, bold=row.bold
            )


def _looks(theme: Theme) -> dict[str, CellLook]:
    looks = cell_looks(theme)
    return dict(zip(PARTS, (looks[Cell.TERMINAL], looks[Cell.TABLE], looks[Cell.MAX]), strict=True))


def _signs(rows: Sequence[Row], theme: Theme) -> Iterator[sheet.Sign]:
    """What bars are made of, as far as it occurs."""
    looks = _looks(theme)
    for place, (part, meaning) in enumerate(PARTS.items()):
        if any(row.parts and row.parts[place] for row in rows):
            yield sheet.swatch(meaning, looks[part])


CHART = Chart(
    name="passes",
    shows="visits and leaf evaluations of each pass, with its window and answer",
    draw=draw,
    takes=("root", "max_nodes", "theme", "dpi", "title", "subtitle"),
    several=True,
)
