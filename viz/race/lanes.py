"""A race: one icicle of the full tree for each search below one another, all filled equally fast.

A lane has a row a ply, as the overview of one search has it, and below them a row of all nodes, in which each node has
one part: there what is hatched is as large as the number of the nodes that the search has not visited.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tracer.comparing.first_visits import Race, Runner
from tracer.errors import PlyscopeError
from tracer.text import clean
from viz.charts import chart_sheet, icicle_tiles, plot
from viz.charts.axes import NUMBER_GAP, SMALL_TEXT_SIZE, TEXT_SIZE, TICK_LENGTH, Axes, make_ticks, round_numbers
from viz.charts.cell_kinds import CELL_NAMES, CellKind, CellLook, cell_codes, cell_looks
from viz.charts.icicle_slices import choose_spans
from viz.paper import font
from viz.paper.canvas import Anchor, Canvas, Group, Rectangle
from viz.pictures.fits import DisplaySize
from viz.pictures.theme import Theme
from viz.race.filling import Plan, filled, rectangles

WIDTH, ROW = 8.0, 14.4
"""Inches of a race that is as large as it comes, and points of its rows."""
HIGHEST = 26.0
"""Points of a row at most."""
HEAD, BETWEEN, ABOVE_ALL = 13.0, 7.0, 2.0
"""Points of the words above a lane, between two lanes, and above the row of all nodes."""
LEAST = 2
"""Pixels of a row; of a deeper tree several plies share one."""
THINNEST = 6.0
"""Points of the row of all nodes at least."""
FREE = 0.42
"""Inches left of the lanes, for the numbers of plies."""
NAME = 0.4
"""Of the width of a lane, what the name of its search takes at most."""
MIDDLE = 10.0
"""Points between the name of a search and its count."""
COARSER = 2.0
"""How much wider hatchings are than in a still overview: a race is often shown smaller than it is."""
ALL = "all"
"""Stands at the row of all nodes."""
SHARED = "All searches visit equally many nodes a second; one that is done stands still."


@dataclass(frozen=True, slots=True)
class Look:
    """How a race is drawn."""

    fit: DisplaySize | None
    """What it is shown on; None is as it comes."""
    theme: Theme
    title: str = ""
    """What stands above it in place of the game."""

    @property
    def scale(self) -> float:
        """How much larger than the drawing its file is."""
        return 1.0 if self.fit is None else self.fit.min_text_size / SMALL_TEXT_SIZE

    @property
    def dot(self) -> float:
        """Points of a pixel in the drawing."""
        return 72 / (plot.DEFAULT_DPI if self.fit is None else self.fit.dpi * self.scale)


def frames(race: Race, count: int, look: Look, *, whole: bool) -> list[Canvas]:
    """Draw a race.

    Args:
        race: what is drawn.
        count: frames.
        look: how it is drawn.
        whole: whether each frame has its lanes anew; otherwise it has those of the first one, with all that has changed
            until then above them.

    Raises:
        PlyscopeError: it cannot be read on what it is shown on.
    """
    laid_out, plan = _lay_out(race, look)
    axes = list(_axes(laid_out.axes[0], len(race.runners), plan, look.dot))
    lanes = [
        list(rectangles(one, filled(race, runner, count, plan, look.theme), look.dot, whole=whole))
        for one, runner in zip(axes, race.runners, strict=True)
    ]
    still = Group(tuple(shape for one in axes for shape in _around(one, race, plan, look)))
    last = axes[-1]
    last.draw_x_axis(
        make_ticks(round_numbers(0, len(race.tree), 8, integers_only=True), plot.abbreviate),
        f"nodes of {_full_tree(race)}, in the order of its moves",
    )
    # A group keeps its order where a moving picture sorts its shapes: hatchings stand on their areas.
    around = Group(tuple(laid_out.canvas.shapes))
    below, canvas = Group(tuple(last.shapes)), replace(laid_out.canvas, scale=look.scale, shapes=(around,))
    shown: list[Rectangle] = []
    found = []
    for frame in range(count):
        shown += [rectangle for lane in lanes for rectangle in lane[frame]]
        words = [text for one in _words(axes, race, race.visits_at(frame, count)) for text in one.shapes]
        found.append(replace(canvas, shapes=(*canvas.shapes, *shown, still, below, *words)))
        shown = [] if whole else shown
    return found


def _lay_out(race: Race, look: Look) -> tuple[chart_sheet.ChartSheet, Plan]:
    """Divide the room: as high as there is room for, and no higher than `HIGHEST` a row.

    Raises:
        PlyscopeError: it cannot be read there.
    """
    fit, dot, count = look.fit, look.dot, len(race.runners)
    width = WIDTH if fit is None else fit.width / look.scale / 72
    if fit is not None and width < chart_sheet.MIN_WIDTH:
        raise PlyscopeError(
            f"a race cannot be read on {fit.describe_size(fit.width, fit.height)}: give a wider fit, or none"
        )
    margins = chart_sheet.Margins(left=FREE)
    columns = int(chart_sheet.panel_width(width, margins=margins) / dot)
    plies = int(race.tree.columns.ply.max()) + 1
    around = chart_sheet.FrameTexts(
        title=clean(look.title or title(race)),
        lines=[SHARED],
        signs=[chart_sheet.area_sign(*one) for one in key(race, look.theme)],
        note=note(len(race.tree), columns, _full_tree(race)),
        theme=look.theme,
    )
    between = HEAD * count + BETWEEN * (count - 1)
    if fit is None:
        row = ROW
    else:
        others = chart_sheet.lay_out_sheet(around, (columns * dot, 0), width=width, margins=margins).height
        free = (fit.height / look.scale - others - between) / count - ABOVE_ALL - dot
        row = min(free / (plies + 1), (free - THINNEST) / plies)
    high = max(LEAST, int(min(row, HIGHEST) / dot))
    lowest = max(high, round(THINNEST / dot))
    rows = plies
    if fit is not None and row < LEAST * dot:
        rows = max(1, int((free / dot - lowest) / LEAST))
    rows = -(-plies // -(-plies // min(rows, plies)))  # as many as are filled by bands of equally many plies
    plan = Plan(columns, rows, high, round(ABOVE_ALL / dot), lowest, round(COARSER * 72 / dot))
    size = (columns * dot, count * plan.height * dot + between)
    laid_out = chart_sheet.lay_out_sheet(around, size, width=width, margins=margins)
    if fit is not None and laid_out.height * look.scale > fit.height + 1:
        raise PlyscopeError(
            f"{count} searches cannot be read on {fit.describe_size(fit.width, fit.height)}: "
            "race fewer, or give a higher fit, "
            "or none"
        )
    return laid_out, plan


def title(race: Race) -> str:
    """Return what stands above a race: the game, its position and how deep it is searched.

    >>> import tracer
    >>> title(Race(tracer.trace("nim:1,2,3", "minimax", depth=2), [])), title(Race(tracer.trace("nim:1,2,3"), []))
    ('nim:1,2,3, depth 2', 'nim:1,2,3')
    """
    header = race.tree.header
    return header.game_and_position if header.depth is None else f"{header.game_and_position}, depth {header.depth}"


def _full_tree(race: Race) -> str:
    depth = race.tree.header.depth
    return "the full tree" if depth is None else f"the full tree to depth {depth}"


def note(nodes: int, columns: int, tree: str = "the full tree") -> str:
    """Return how a lane of a tree of some nodes is read.

    >>> note(549_946, 1_436)[:94]
    'Each column is 383 nodes of the full tree; coloured: visited; hatched: never visited. A row is'
    >>> note(13, 1_436)[:76]
    'Coloured: visited; hatched: never visited. A row is a ply, and a node is as '
    """
    share = nodes / columns
    if share <= 1:
        seen, row = "Coloured: visited; hatched: never visited.", "a node is as wide as all nodes at or below it"
    else:
        each = f"{share:,.0f}" if share >= 10 else f"{share:.1f}"
        seen = f"Each column is {each} nodes of {tree}; coloured: visited; hatched: never visited."
        row = "it is filled from the top by the share of the column that is at or below its nodes"
    return f"{seen} A row is a ply, and {row}. The row {ALL} has each node once."


def key(race: Race, theme: Theme) -> Iterator[tuple[str, CellLook]]:
    """Yield what the colours mean: words and the look of a cell."""
    there = set(cell_codes(race.tree.columns, slice(0, len(race.tree))).tolist())
    for cell, look in cell_looks(theme).items():
        if cell in there:
            yield CELL_NAMES[cell], look
    yield "not visited", cell_looks(theme)[CellKind.PRUNED]


def _axes(area: Axes, count: int, plan: Plan, dot: float) -> Iterator[Axes]:
    """The lanes from the top down, each on whole pixels."""
    left, high = round(area.left / dot) * dot, plan.height * dot
    for number in range(count):
        top = area.top + number * (HEAD + high + BETWEEN) + HEAD
        yield Axes(left, round(top / dot) * dot, plan.columns * dot, high, area.theme)


def _around(axes: Axes, race: Race, plan: Plan, look: Look) -> Iterator[Group]:
    """The numbers of a lane's plies, and the lines between nodes that are wide enough for them."""
    plies, total = int(race.tree.columns.ply.max()) + 1, len(race.tree)
    band = -(-plies // plan.rows)
    within = Axes(axes.left, axes.top, axes.width, plan.rows * plan.row * look.dot, axes.theme)
    within.x_range, within.y_range = (0, total), (-plan.rows * band, 0)
    page = icicle_tiles.TileScale(axes.width / total, plan.row * look.dot / band, 1.0)
    axes.x_range = (0, total)
    if band == 1 and page.ply_height > 2 * icicle_tiles.DIVISION_WIDTH:
        wide = list(
            icicle_tiles.iter_tiles(
                race.tree, choose_spans(race.tree, mass="branches"), icicle_tiles.DIVISION_WIDTH * 6 / page.unit_width
            )
        )
        icicle_tiles.draw_divisions(within, wide, page)
    every = next(one for one in (1, 2, 5, *(10**power for power in range(1, 6))) if one * page.ply_height >= TEXT_SIZE)
    within.draw_y_axis([(-ply - 0.5, plot.abbreviate(ply)) for ply in range(0, plies, every)])
    low = axes.top + axes.height - plan.all * look.dot / 2
    if low - within.y_position(-((plies - 1) // every * every) - 0.5) >= TEXT_SIZE:
        within.draw_text(ALL, axes.left - TICK_LENGTH - NUMBER_GAP, low, colour=axes.theme.faint, anchor=Anchor.END)
    yield Group(tuple(within.shapes))


def _words(axes: Sequence[Axes], race: Race, visits: Sequence[int]) -> Iterator[Axes]:
    """What stands above each lane: the search, how many nodes it has visited, and in the end what it never visits."""
    names = [font.shorten_to_width(runner.name, TEXT_SIZE, axes[0].width * NAME) for runner in race.runners]
    right = max(font.text_width(name, TEXT_SIZE) for name in names) + MIDDLE
    for one, name, runner, count in zip(axes, names, race.runners, visits, strict=True):
        words = Axes(one.left, one.top, one.width, one.height, one.theme)
        words.draw_text(name, one.left, one.top - HEAD / 2, bold=True)
        words.draw_text(told(runner, count), one.left + right, one.top - HEAD / 2)
        yield words


def told(runner: Runner, visits: int) -> str:
    """Return what is said of a search in a race after so many visits.

    >>> import numpy as np
    >>> one = Runner("alphabeta", np.array([1, 2, 3, 0]), 3)
    >>> told(one, 2), told(one, 3)
    ('2 visited', '3 visited, done: 1 of 4 nodes (25.0 %) never visited')
    """
    if visits < runner.visited:
        return f"{visits:,} visited"
    share = 100 * runner.never / len(runner.first)
    never = f"{runner.never:,} of {len(runner.first):,} nodes ({share:.1f} %) never visited"
    ending = "stopped" if runner.stopped else "done"
    return f"{visits:,} visited, {ending}: {never if runner.never else 'all nodes'}"
