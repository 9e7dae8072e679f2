"""The stairs of merits of SSS* and DUAL*, and of the passes of MTD(f): beside one another they have the same steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, zip_longest

import numpy as np

from tracer.errors import PlyscopeError
from tracer.recording.log import GAMMA4
from tracer.recording.log_numbers import log_of
from tracer.recording.status import HORIZON, TERMINAL
from tracer.text import clean, is_null, number
from tracer.tracing import Trace
from viz.charts import plot, sheet
from viz.charts.axes import TEXT, Axes, is_drawn, round_numbers, written
from viz.charts.passes import answers
from viz.charts.plot import Chart
from viz.paper import font
from viz.paper.canvas import Canvas, Paint
from viz.pictures.headings import result
from viz.pictures.theme import LIGHT, Theme


@dataclass(frozen=True)
class Tread:
    """A number that the search went by for a while."""

    level: float
    """A merit, or what a pass asked for; MAX's view."""
    length: int
    """States taken, or nodes visited."""
    leaves: int
    """Evaluated meanwhile."""
    came: str = ""
    """What a pass returned."""


@dataclass(frozen=True)
class Stairs:
    """Those of one search."""

    treads: Sequence[Tread]
    across: str
    """What is counted across."""

    @property
    def edges(self) -> list[int]:
        """Where the treads begin, and where the last one ends."""
        return [0, *accumulate(tread.length for tread in self.treads)]

    @property
    def falls(self) -> bool:
        """Whether its numbers are less in the end than they were."""
        return self.treads[-1].level <= self.treads[0].level


def stairs(trace: Trace) -> Stairs:
    """The stairs of a search.

    Raises:
        PlyscopeError: it has neither merits nor null windows.
    """
    log = trace.columns.log
    if log is not None and log.has_merits:
        return Stairs(_merits(trace), "states taken, each by its merit")
    if log is None and 0 in trace.drivers:
        found = answers(trace, 0)
        if all(is_null(one.alpha, one.beta) or _is_unit(one.alpha, one.beta) for one in found):
            return Stairs(_passes(trace), "nodes visited, in passes that ask for a number")
    raise PlyscopeError(
        f"{trace.header.title} has no merits: -a sss and -a dual have, "
        "and -a mtdf has passes in null windows that stand beside them"
    )


def _is_unit(alpha: float, beta: float) -> bool:
    """Whether it is a null window of whole numbers."""
    return beta - alpha == 1 and alpha == int(alpha)


def _merits(trace: Trace) -> list[Tread]:
    log = log_of(trace.columns)
    begins = np.flatnonzero([True, *(log.x[1:] != log.x[:-1])])
    ends = [*begins[1:].tolist(), len(log)]
    evaluated = np.concatenate([[0], np.cumsum(log.kind == GAMMA4)])
    return [
        Tread(log.x.item(begin), end - begin, int(evaluated[end] - evaluated[begin]))
        for begin, end in zip(begins.tolist(), ends, strict=True)
    ]


def _passes(trace: Trace) -> list[Tread]:
    """What each pass asked for: its window lies at what the pass before returned, above it or below."""
    found, before = [], -np.inf
    for one in answers(trace, 0):
        level = one.alpha if one.alpha == before else one.beta
        found.append(Tread(level, one.visited, one.leaf_evaluations, one.said))
        before = one.value
    return found


def leaf_order(trace: Trace) -> Iterator[tuple[str, ...]]:
    """The moves to each leaf in the order in which they were evaluated; passes are none."""
    columns, log = trace.columns, trace.columns.log
    if log is not None:
        leaves = log.node[log.kind == GAMMA4]
    else:
        leaves = np.flatnonzero((columns.status == TERMINAL) | (columns.status == HORIZON))
    passes = trace.passes
    for leaf in leaves.tolist():
        yield tuple(trace.label(node) for node in trace.ancestry(leaf)[1:] if columns.move.item(node) not in passes)


def same_leaves(traces: Sequence[Trace]) -> bool:
    """Whether several searches evaluated the same leaves in the same order."""
    return all(len(set(leaves)) == 1 for leaves in zip_longest(*map(leaf_order, traces)))


def same_levels(found: Sequence[Stairs]) -> bool:
    """Whether several searches went by the same numbers, and evaluated as many leaves for each."""
    one, *others = ([(tread.level, tread.leaves) for tread in known.treads] for known in found)
    return all(other == one for other in others)


WIDTH = 8.0
"""Inches of the figure: a slide, or a page without its margins."""
HEIGHT = 3.0
"""Inches of the axes."""
GAP = 0.25
"""Inches between axes, which have one scale."""
MOST_TRACES = 4
LEADING = 1.5
"""Points from one number to the next at least, in text sizes: those with less room have no text."""
BESIDE = 2.5
"""Points between a step and its words."""
BEYOND = 0.16
"""Where ∞ stands beyond the finite numbers, as a share of their range."""


def draw(
    traces: Trace | Sequence[Trace],
    *,
    theme: Theme | str = LIGHT,
    width: float = WIDTH,
    dpi: int | None = None,
    title: str | None = None,
    subtitle: str | None = None,
) -> Canvas:
    """Draw the stairs of one search, or of several beside one another.

    Args:
        traces: what was recorded, at most four.
        theme: the colours.
        width: inches.
        dpi: dots an inch of a bitmap, which change nothing else.
        title: what stands above it in place of what was searched.
        subtitle: what stands below that in place of the result.

    Raises:
        PlyscopeError: an option is wrong, a search has neither merits nor passes, or there are too many.
    """
    searches = [traces] if isinstance(traces, Trace) else list(traces)
    if not 1 <= len(searches) <= MOST_TRACES:
        raise PlyscopeError(f"{len(searches)} searches cannot stand beside one another: give 1 to {MOST_TRACES}")
    sheet.check_dots(dpi)
    looks = plot.looks(theme)
    found = [stairs(trace) for trace in searches]
    levels = sorted({tread.level for known in found for tread in known.treads})
    scale = _scale(levels)
    high = HEIGHT * 72 / (scale.top - scale.bottom)  # points of a number
    shown = _with_room(levels, [scale.at(level) * high for level in levels])
    one_game = len({(trace.header.game, trace.header.position) for trace in searches}) == 1
    names = [clean(trace.header.search_title if one_game else trace.header.title, 60) for trace in searches]
    alone = len(searches) == 1
    several = searches[0].header.game_and_position if one_game else f"{len(searches)} searches"
    said = [f"{name}: {result(trace)}" for name, trace in zip(names, searches, strict=True)]
    around = sheet.Around(
        title=clean(title or (searches[0].header.title if alone else several)),
        lines=[clean(subtitle)] if subtitle else [result(searches[0])] if alone else said,
        signs=[],
        note=" ".join(_notes(searches, found, one_game=one_game, without_words=len(levels) - len(shown))),
        theme=looks,
        titled=True,
    )
    size = (sheet.room(width, len(found), GAP), 72 * HEIGHT)
    laid_out = sheet.lay_out(around, size, width=width, panels=len(found), gap=GAP)
    counted = "merit" if searches[0].columns.log is not None else "asked for"
    for place, (axes, name, known) in enumerate(zip(laid_out.axes, names, found, strict=True)):
        axes.title(" · ".join(filter(None, ("" if alone else name, "" if place else counted))))
        _dress(axes, known, shown, scale, labelled=not place)
        _steps(axes, known, shown, scale)
    return laid_out.canvas


def _notes(traces: Sequence[Trace], found: Sequence[Stairs], *, one_game: bool, without_words: int) -> Iterator[str]:
    """What stands at the steps, and what the stairs have in common."""
    passes = ", and what the pass returned" if any(trace.columns.log is None for trace in traces) else ""
    yield f"At a step: its number, the leaves that were evaluated for it{passes}."
    if without_words:
        yield f"{without_words:,} number{' has' if without_words == 1 else 's have'} no room for words."
    if len(traces) > 1 and one_game and same_levels(found):
        yield (
            "The same numbers, and the same leaves in the same order."
            if same_leaves(traces)
            else "The same numbers, each with as many leaves."
        )


@dataclass(frozen=True)
class Scale:
    """An axis of numbers, the infinite ones a little beyond the others."""

    low: float
    high: float
    """Of the finite ones."""
    below: bool
    above: bool
    """Whether there are infinite ones."""

    @property
    def beyond(self) -> float:
        """From the finite numbers to an infinite one."""
        return BEYOND * (self.high - self.low)

    def at(self, level: float) -> float:
        """Where a number stands."""
        if is_drawn(level):
            return level
        return self.high + self.beyond if level > 0 else self.low - self.beyond

    @property
    def bottom(self) -> float:
        """The end of the axis."""
        return self.low - self.beyond * (1.4 if self.below else 0.5)

    @property
    def top(self) -> float:
        """The other end, with room for text above the highest number."""
        return self.high + self.beyond * (1.6 if self.above else 0.7)


def _scale(levels: Sequence[float]) -> Scale:
    finite = [level for level in levels if is_drawn(level)] or [0.0]
    low, high = min(finite), max(finite)
    pad = 0.5 * max(abs(low), 1.0) * (low == high)
    below, above = (any(not is_drawn(level) and level * side > 0 for level in levels) for side in (-1, 1))
    return Scale(low - pad, high + pad, below=below, above=above)


def _with_room(levels: Sequence[float], places: Sequence[float]) -> list[float]:
    """Those of some ascending numbers, at so many points, that can have text; the first and the last one have."""
    shown = [0]
    for k in range(1, len(levels)):
        if places[k] - places[shown[-1]] >= LEADING * TEXT:
            shown.append(k)
    last = len(levels) - 1
    if shown[-1] != last:
        shown[-1] = last if len(shown) > 1 else shown[-1]
    return [levels[k] for k in shown]


def _dress(axes: Axes, known: Stairs, shown: Sequence[float], scale: Scale, *, labelled: bool) -> None:
    """The axes, with a faint line at each number."""
    axes.across, axes.up = (0, _across(known, shown, axes.width)), (scale.bottom, scale.top)
    axes.guide([scale.at(level) for level in shown])
    for is_there, end, side in ((scale.above, scale.high, 1), (scale.below, scale.low, -1)):
        if is_there:
            axes.part(end + side * scale.beyond / 2)
    axes.number_across(written(round_numbers(*axes.across, 5, whole=True), plot.abbreviate), known.across)
    axes.number_up([(scale.at(level), number(level)) for level in shown], labelled=labelled)


def _steps(axes: Axes, known: Stairs, shown: Sequence[float], scale: Scale) -> None:
    """The stairs, with words at those steps that have room."""
    ys = [scale.at(tread.level) for tread in known.treads]
    paint = Paint(line=axes.theme.variation, width=1.8)
    axes.line(known.edges, [*ys, ys[-1]], paint, stepped=True)
    for tread, start, y in zip(known.treads, known.edges, ys, strict=False):
        if tread.level in shown:
            # To the right there is room above falling stairs, and below rising ones.
            away = (BESIDE + TEXT / 2) * (-1 if known.falls else 1)
            axes.text(_said(tread), axes.x(start) + BESIDE, axes.y(y) + away)


def _said(tread: Tread) -> str:
    leaves = f"{tread.leaves:,} lea{'f' if tread.leaves == 1 else 'ves'}"
    return " · ".join(filter(None, [number(tread.level), leaves, tread.came]))


def _across(known: Stairs, shown: Sequence[float], room: float) -> float:
    """What is counted across to the end of the axis, so many points away: as much as the words need."""
    total = float(known.edges[-1])
    for tread, start in zip(known.treads, known.edges, strict=False):
        if tread.level in shown and (left := room - font.width(_said(tread), TEXT) - 2 * BESIDE) > 0:
            total = max(total, start * room / left)
    return total


CHART = Chart(
    name="merits",
    shows="the merits of SSS* and DUAL*, and what the passes of MTD(f) ask for, as stairs",
    draw=draw,
    takes=("theme", "dpi", "title", "subtitle"),
    several=True,
)
