"""The passes of drivers: a bar each, as long as the pass had visits, with what it asked beside it and what it answered.

A bar is made of leaf evaluations, answers of a table and inner nodes. Of very many passes those in the middle are one
row that counts them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tracer.count.groups import PassCounts, passes_of
from tracer.errors import PlyscopeError
from tracer.recording.status import EXACT, LOWER, UPPER
from tracer.text import MOVE_LIMIT, clean
from tracer.tracing import Trace
from tracer.why.sentences import format_count
from viz.charts import chart_sheet
from viz.charts.axes import AXIS_WIDTH, TEXT_SIZE, Axes
from viz.charts.cell_kinds import CellKind, CellLook, cell_looks
from viz.charts.plot import Chart
from viz.paper import font
from viz.paper.canvas import Anchor, Canvas, Paint
from viz.pictures.headings import describe_result, is_one_position, iteration_title, search_names
from viz.pictures.labels import value
from viz.pictures.theme import Theme

SEARCHES_WITH_PASSES = "-a deepening, -a engine and -a mtdf have, and programs that call their search so"


@dataclass(frozen=True)
class PassAnswer(PassCounts):
    """One pass, with what is written of it."""

    number: int
    """From 1 on, in the order of the search."""
    title: str
    """What it is called, with its window."""
    value_text: str
    """The value with what it says of the true one, as in `≥ 3`."""
    move: str
    """Its best move; nothing where the window let it find none."""


def collect_passes(trace: Trace, root: int) -> list[PassAnswer]:
    """The passes of the driver at a node, in the order of the search; those of drivers among them after each. O(n).

    Raises:
        PlyscopeError: it is no driver.
    """
    if root not in trace.drivers:
        place = f"node {root} of {trace.header.title}" if root else trace.header.title
        other_driver = min(trace.drivers, default=None)
        path = "" if other_driver is None else clean("/".join(trace.node(other_driver).path), 60)
        hint = f"--root {path} has" if path else SEARCHES_WITH_PASSES
        raise PlyscopeError(f"{place} has no passes: {hint}")
    return [
        PassAnswer(
            **vars(counts),
            number=place,
            title=iteration_title(trace, counts.node),
            value_text=value(trace, counts.node),
            move="" if counts.best is None else clean(trace.label(counts.best), MOVE_LIMIT),
        )
        for place, counts in enumerate(passes_of(trace, root), 1)
    ]


BOUND_SIGNS = {EXACT: "o", LOWER: "^", UPPER: "v"}
"""Signs of what answers say of the true value."""


ROW_HEIGHT = 0.2
"""Inches of a row."""
MAX_ROWS = 24
"""Passes that are drawn one by one, so that on a slide their text can be read."""
BAR_HEIGHT_SHARE = 0.66
"""Height of a bar in that of its row."""
TEXT_GAP = 6.0
"""Points between a bar and the text beside it."""
MIN_BAR_WIDTH = 1.6
"""Inches that the longest bar has at least."""
MAX_TITLE_LENGTH = 48
"""Characters kept of what a pass is called."""
LEVEL_INDENT = "    "
BAR_PARTS = {"evaluated": "leaf evaluations", "answered": "answers of the table", "inner": "inner nodes"}
"""What a bar is made of, from its beginning."""


@dataclass(frozen=True)
class PassRow:
    """A line of the chart."""

    title_text: str
    """Left of the bar."""
    part_counts: tuple[int, ...] = ()
    """As `BAR_PARTS`; none of a row that is text alone."""
    result_text: str = ""
    """Right of the bar."""
    is_bold: bool = False


def draw_passes(
    traces: Trace | Sequence[Trace],
    *,
    root: int = 0,
    max_nodes: int | None = None,
    **look_options: Any,
) -> Canvas:
    """Draw the passes of one search, or of several below one another.

    `root` is the driver, `max_nodes` how many passes of a search are drawn one by one; `look_options` are those of
    `ChartLook`.

    Raises:
        PlyscopeError: an option is wrong, or a search has no passes.
    """
    searches = [traces] if isinstance(traces, Trace) else list(traces)
    if root and len(searches) > 1:
        raise PlyscopeError("a root is a node of one search: draw the passes of each for itself, or leave it out")
    look = chart_sheet.ChartLook(**look_options)
    max_rows = max_nodes or MAX_ROWS
    answers_by_search = [collect_passes(trace, root) for trace in searches]
    rows = list(_rows_of_searches(searches, answers_by_search, max_rows))
    bar_rows = [row for row in rows if row.part_counts]
    max_visits = max((sum(row.part_counts) for row in bar_rows), default=0) or 1
    left_width, right_width = (
        max((font.text_width(text, TEXT_SIZE) for text in column), default=0.0)
        for column in ([row.title_text for row in bar_rows], [row.result_text for row in bar_rows])
    )
    edge_width = chart_sheet.SHEET_EDGE + TEXT_GAP / 72
    margins = chart_sheet.Margins(left_width / 72 + edge_width, right_width / 72 + edge_width)
    look = replace(look, width=max(look.width, margins.left + margins.right + MIN_BAR_WIDTH))
    drawn_sheet = look.lay_out(
        _chart_title(searches),
        [describe_result(searches[0])] if len(searches) == 1 else [],
        72 * ROW_HEIGHT * len(rows),
        margins=margins,
        signs=list(_legend_signs(rows, look.colours)),
        note="A bar is as long as its pass had visits. Beside it stand the value that was returned, and its move."
        + (
            " Indented are passes of a pass."
            if any(answer.level for search_answers in answers_by_search for answer in search_answers)
            else ""
        ),
        has_numbers=False,
    )
    _draw_bars(drawn_sheet.axes[0], rows, max_visits, left_width + TEXT_GAP)
    return drawn_sheet.canvas


def _chart_title(traces: Sequence[Trace]) -> str:
    if len(traces) == 1:
        return traces[0].header.title
    is_one_game = is_one_position(traces)
    return f"{traces[0].header.game_and_position}: passes" if is_one_game else f"passes of {len(traces)} searches"


def _rows_of_searches(
    traces: Sequence[Trace], answers_by_search: Sequence[Sequence[PassAnswer]], max_rows: int
) -> Iterator[PassRow]:
    for trace, name, answers in zip(traces, search_names(traces), answers_by_search, strict=True):
        if len(traces) > 1:
            yield PassRow(name, is_bold=True)
            yield PassRow(describe_result(trace))
        yield from _rows_of_search(answers, max_rows)


def _rows_of_search(answers: Sequence[PassAnswer], max_rows: int) -> Iterator[PassRow]:
    """The passes of one search; of too many the first and the last ones, with a row between that counts the others."""
    if len(answers) <= max_rows:
        yield from map(_make_row, answers)
        return
    first_count = max(max_rows // 2, 1)
    last_start = len(answers) - max(max_rows - first_count, 1)
    yield from map(_make_row, answers[:first_count])
    left_out = answers[first_count:last_start]
    # A pass of a pass is counted with that.
    top_level = [answer for answer in left_out if answer.level == min(answer_below.level for answer_below in left_out)]
    count = f"+{format_count(len(left_out), 'pass')}"
    visits = sum(answer.visited for answer in top_level)
    yield PassRow(f"{count}, {visits:,} visited: left out, --max-nodes {len(answers)} draws all")
    yield from map(_make_row, answers[last_start:])


def _make_row(answer: PassAnswer) -> PassRow:
    inner_count = answer.visited - answer.leaf_evaluations - answer.table_hits
    texts = [
        f"{answer.value_text}",
        answer.move,
        f"{answer.visited:,} visited",
        f"{answer.leaf_evaluations:,} evaluated",
    ]
    texts += [f"{answer.table_hits:,} from the table"] if answer.table_hits else []
    title_text = f"{LEVEL_INDENT * answer.level}{clean(answer.title, MAX_TITLE_LENGTH)}"
    return PassRow(
        title_text,
        (answer.leaf_evaluations, answer.table_hits, inner_count),
        " · ".join(text for text in texts if text),
    )


def _draw_bars(axes: Axes, rows: Sequence[PassRow], max_visits: int, left_room: float) -> None:
    """Draw the rows; `left_room`: points from the left edge to where bars begin."""
    axes.x_range, axes.y_range = (0, max_visits), (0.5 - len(rows), 0.5)
    part_looks, theme = _part_looks(axes.theme), axes.theme
    for index, row in enumerate(rows):
        bar_start, middle_y = 0, axes.y_position(-index)
        for part, count in zip(BAR_PARTS, row.part_counts, strict=False):
            left, bar_height = axes.x_position(bar_start), BAR_HEIGHT_SHARE * axes.height / len(rows)
            axes.shapes += chart_sheet.area_shapes(
                left, middle_y - bar_height / 2, axes.x_position(bar_start + count) - left, bar_height, part_looks[part]
            )
            bar_start += count
        if row.part_counts:
            axes.draw_text(row.title_text, axes.x_position(0) - TEXT_GAP, middle_y, anchor=Anchor.END)
            axes.draw_text(row.result_text, axes.x_position(bar_start) + TEXT_GAP, middle_y)
            # Where the bars begin, though one is too short to be seen.
            axes.draw_line([0, 0], [-index - 0.5, -index + 0.5], Paint(line=theme.edge, width=AXIS_WIDTH))
        else:  # from the left edge on
            axes.draw_text(
                row.title_text,
                axes.x_position(0) - left_room,
                middle_y,
                colour=theme.text if row.is_bold else theme.faint,
                bold=row.is_bold,
            )


def _part_looks(theme: Theme) -> dict[str, CellLook]:
    looks = cell_looks(theme)
    return dict(zip(BAR_PARTS, (looks[CellKind.TERMINAL], looks[CellKind.TABLE], looks[CellKind.MAX]), strict=True))


def _legend_signs(rows: Sequence[PassRow], theme: Theme) -> Iterator[chart_sheet.LegendSign]:
    """What bars are made of, as far as it occurs."""
    looks = _part_looks(theme)
    for place, (part, meaning) in enumerate(BAR_PARTS.items()):
        if any(row.part_counts and row.part_counts[place] for row in rows):
            yield chart_sheet.area_sign(meaning, looks[part])


CHART = Chart(
    name="passes",
    shows="visits and leaf evaluations of each pass, with its window and answer",
    draw=draw_passes,
    takes=("root", "max_nodes", "theme", "dpi", "title", "subtitle"),
    several=True,
)
