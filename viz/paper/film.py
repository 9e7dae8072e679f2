"""A search as it went on: a drawing whose nodes appear when they are met and get their values when they return.

Everything stands from the first frame on where it stands in the last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from math import ceil
from typing import Any, cast

import numpy as np

from tracer.count.sizes import Subtrees
from tracer.errors import PlyscopeError
from tracer.recording.columns import Bools
from tracer.recording.log_numbers import log_of
from tracer.recording.status import PRUNED
from tracer.text import number
from tracer.time.moments import event_at, first_step, last_pruned_together
from tracer.tracing import Trace
from tracer.why import explain
from tracer.why.sentences import describe_moves, format_path
from viz.paper import captions, fitting, font, sheets
from viz.paper.canvas import Canvas
from viz.paper.compose import Page
from viz.paper.places import place, place_like, rooms
from viz.pictures import best_first, headings, legend
from viz.pictures.boxes import Picture
from viz.pictures.drawing import as_it_was, frame
from viz.pictures.folding import Together
from viz.pictures.labels import Place
from viz.pictures.legend import Entry
from viz.pictures.options import OF_STILLS, Options, refuse, settings
from viz.pictures.roles import Kind

EVENT, CUTOFF, ITERATION = EVENTS = ("event", "cutoff", "iteration")
"""What may have a frame."""
DURATION = 15.0
"""Seconds that an animation lasts at most, unless others are asked for."""
SLOWEST, FASTEST = 1.0, 0.5
"""Seconds for which a frame stands, at most; and at least where frames can be left out."""
LAST = 0.25
"""Of the whole: for how long the last frame stands."""
MOST_FRAMES = 600
"""More is not watched to its end."""
LESS = 0.85
"""Of the nodes that are drawn: how many are tried next, where not all of them fit at all times."""
FEW = 6
"""Nodes that are too few for their windows to be worth the room of more: in a film windows are what changes."""
SEPARATOR = " · "
"""Between the parts of a line of a heading."""
OPEN_SIGN = "open"
"""Of a node that has not returned, in a legend."""


def times(count: int, seconds: float | None) -> list[float]:
    """Return for how many seconds each of some frames stands, of which an animation lasts so many at most.

    >>> times(3, None), times(31, 12)[-2:]
    ([1.0, 1.0, 3.75], [0.3, 3.0])
    """
    whole = DURATION if seconds is None else seconds
    last = LAST * whole
    return [*[min(SLOWEST, (whole - last) / max(1, count - 1))] * (count - 1), last]


def frames(
    trace: Trace, *, animate: str = EVENT, most: int = MOST_FRAMES, timed: bool = False, **options: Any
) -> list[Canvas]:
    """The drawings of an animation, all of one size.

    Args:
        trace: what was recorded.
        animate: a frame an `event` of a node that is drawn, or a `cutoff` of one; what happens in one box, which stands
            for several nodes, is one event. Of a best-first search an event is a row of its log that changes the
            numbers of such a node, and a frame may be an `iteration` instead.
        most: frames at most.
        timed: whether it moves by itself: of more frames than its seconds have time for some are left out.
        **options: what shapes the drawing; `step` is where the animation ends.

    Raises:
        PlyscopeError: an option is wrong, or there are too many frames.
    """
    refuse("an animation", OF_STILLS, options)
    _check_kind(trace, animate)
    if trace.columns.log is not None:
        options["fold"] = False  # who comes first of those that would share a box changes as nodes come
    wanted = settings(cast("Options", options))
    step: int | None = options.pop("step", None)
    if step is not None:
        trace = as_it_was(trace, wanted, step)
    asked = any(options.get(name) is not None for name in fitting.ASKED)
    # Each node is met and returns.
    budget = most * wanted.every // 2

    def fitted(**changed: Any) -> _Film:
        fewer, shaped = budget, {**options, **changed}
        while True:
            whole = fitting.picture(trace, most=fewer, since=trace.steps - 1, **shaped)
            film = _Film(trace, whole, animate, most, shaped, timed=timed)
            if asked or film.page.fits or fewer == 1:
                return film
            # What nodes say in the course of time takes more room than what they say in the end.
            fewer = max(1, int(LESS * len(film.runs)))

    film = fitted()
    if not asked and wanted.windows_alone and trace.header.windowed and not film.is_enough:
        film = max(film, fitted(windows=Place.NONE.value), key=lambda one: len(one.runs))
    return list(film.canvases())


def _check_kind(trace: Trace, animate: str) -> None:
    if trace.columns.log is None and animate == ITERATION:
        raise PlyscopeError("iterations are those of a best-first search: animate event or cutoff")
    if trace.columns.log is not None and animate == CUTOFF:
        raise PlyscopeError("a best-first search has no cutoffs: animate event or iteration")


def _rows(trace: Trace, runs: Sequence[range], animate: str) -> list[int]:
    """The steps of a best-first search that have a frame, from where the node at the top is there to the end."""
    columns, top, log = trace.columns, runs[0].start, log_of(trace.columns)
    first, last = trace.entered(top), trace.steps - 1
    if animate == ITERATION:
        found = set((trace.landmarks.iterations[1:] - 1).tolist())
    elif log.counts_visits:
        found = set(log.rows_below(top, columns.end.item(top)).tolist())
    else:
        found = {step for run in runs for step in (trace.entered(run.start), *log.rows_of(run.start).tolist())}
    return sorted(step for step in found | {first, last} if first <= step <= last)


def _steps(trace: Trace, runs: Sequence[range], animate: str) -> list[int]:
    """The steps that have a frame, from the entry of the node at the top to its return."""
    if trace.columns.log is not None:
        return _rows(trace, runs, animate)
    columns, top = trace.columns, runs[0]
    visits = [run for run in runs if columns.status[run.start] != PRUNED]
    first, last = trace.entered(top[-1]), min(trace.left(top.start) if visits else 0, trace.steps - 1)
    last = max(first, last)
    if animate == CUTOFF:
        cut = (node for run in visits for node in run if columns.cutoff[node])
        found = {trace.landmarks.cutoff_step(node) for node in cut}
    else:
        # Leaves that share a box are there when the last one has returned.
        found = {first_step(trace, run[-1]) for run in runs if run not in visits or not _are_leaves(trace, run)}
        found |= {trace.left(run[-1] if _are_leaves(trace, run) else run.start) for run in visits}
    return sorted(step for step in found | {first, last} if first <= step <= last)


def _are_leaves(trace: Trace, run: range) -> bool:
    """Whether a box stands for several leaves."""
    return len(run) > 1 and bool(trace.columns.parent[run[1]] != run.start)


class _Film:
    """An animation while it is drawn."""

    def __init__(
        self, trace: Trace, whole: Picture, animate: str, most: int, options: dict[str, Any], *, timed: bool
    ) -> None:
        self.trace, self.options, wanted = trace, options, settings(cast("Options", options))
        self.runs = [range(box.node, box.node + box.count) for box in whole.boxes if box.role.kind is not Kind.STUB]
        self.together = Together(self.runs, Subtrees(trace)) if wanted.folds else None
        every = _steps(trace, self.runs, animate)
        other = "cutoffs" if trace.columns.log is None else "iterations"
        self.steps = steps = sorted({*every[:: wanted.every], every[-1]})
        if timed and wanted.every == 1:
            self.steps = steps = self._fewer(steps, wanted.seconds)
        if len(steps) > most:
            raise PlyscopeError(
                f"the animation would have {len(steps):,} frames, and {most} is the most: draw fewer nodes "
                f"(max_nodes, ply, root), take fewer frames (every={ceil(len(every) / most)}), or animate {other}"
            )
        self.drawn = whole.heading[2:]
        stubs = any(box.role.kind is Kind.STUB for box in whole.boxes)
        self.is_enough = not stubs or len(self.runs) >= FEW
        """Whether windows may take the room of more nodes."""
        self.shown = [self._shown(step, before, whole) for before, step in zip([steps[0], *steps], steps, strict=False)]
        # A node has room for whatever it says in the course of time.
        self.rooms = rooms((*self.shown, whole), place(whole))
        bare = replace(whole, legend=self._legend(whole), heading=self._widest(whole))
        self.page = Page(place(bare, self.rooms))
        self.whole = bare

    def _fewer(self, steps: list[int], seconds: float | None) -> list[int]:
        """As many steps as there is time for: of some in a row one at which a node was cut, or the last."""
        whole = DURATION if seconds is None else seconds
        most = max(2, 1 + int((1 - LAST) * whole / FASTEST))
        if len(steps) <= most:
            return steps
        marks = self.trace.landmarks
        cut = {marks.cutoff_step(node) for node in np.flatnonzero(self.trace.columns.cutoff).tolist()}
        ends = [(len(steps) - 1) * place // (most - 1) for place in range(most)]
        rows = [steps[before + 1 : end + 1] for before, end in pairwise(ends)]
        return [steps[0], *(next((step for step in row if step in cut), row[-1]) for row in rows[:-1]), steps[-1]]

    def canvases(self) -> Iterator[Canvas]:
        """A drawing for each step."""
        whole, size, room = self.whole, self.page.sheet.size, self.page.sheet.room
        for step, shown in zip(self.steps, self.shown, strict=True):
            heading = self._heading(shown, step, size, room)
            still = replace(shown, heading=heading, legend=whole.legend, layers=whole.layers)
            yield Page(place_like(still, self.page.places, self.rooms), like=self.page).canvas()

    def _shown(self, step: int, before: int, whole: Picture) -> Picture:
        """What is drawn of a step."""
        there = self._there(step)
        nodes = [node for run in self.runs for node in run if there[node]]
        options = {**self.options, "nodes": nodes, "step": step, "reasons": False}
        shown = frame(self.trace, before, self.together, **options)
        if self.trace.columns.born is not None:  # whose nodes are numbered otherwise before all are there
            ids = np.flatnonzero(there).tolist()
            boxes = tuple(replace(box, node=ids[box.node], name=f"{box.name[0]}{ids[box.node]}") for box in shown.boxes)
            shown = replace(shown, boxes=boxes)
        return replace(shown, sideways=whole.sideways, rows=whole.rows)

    def _there(self, step: int) -> Bools:
        """Which nodes the search had met by a step."""
        born = self.trace.columns.born
        if born is not None:
            there: Bools = born <= step
            return there
        return np.arange(len(self.trace)) <= last_pruned_together(self.trace, step)

    def _widest(self, whole: Picture) -> tuple[str, ...]:
        """The widest of each line of the headings: the narrowest page has room for it."""
        headings_ = [
            self._heading(shown, step, 1.0, sheets.NARROWEST)
            for step, shown in zip([*self.steps, self.steps[-1]], [*self.shown, whole], strict=True)
        ]
        sizes = (captions.TITLE, *[captions.LINE] * (len(headings_[0]) - 1))
        return tuple(
            max(lines, key=lambda line: font.width(line, size))
            for size, lines in zip(sizes, zip(*headings_, strict=True), strict=False)
        )

    def _heading(self, shown: Picture, step: int, size: float, room: float) -> tuple[str, ...]:
        """As many lines in each frame, so that nothing moves: the search, the counts, what is drawn, what happens."""
        if not shown.heading:
            return ()
        title, result = shown.heading[:2]
        if self.options.get("subtitle"):
            counts = result
        else:
            counts = f"step {step:,} of {self.trace.steps - 1:,} · {result.removesuffix(headings.SO_FAR)}"
        lines = (title, counts, *self.drawn, self._event(step))
        sizes = (captions.TITLE, *[captions.LINE] * (len(lines) - 1))
        return tuple(_cut(line, size * one, room) for line, one in zip(lines, sizes, strict=True))

    def _event(self, step: int) -> str:
        """What happens at a step, to all that share a box."""
        trace, node = self.trace, event_at(self.trace, step)[1]
        run = next((run for run in self.runs if node in run), range(node, node + 1))
        if trace.columns.status[node] == PRUNED or not _are_leaves(trace, run):
            return explain.event(trace, step)
        at, value = format_path(trace, int(trace.columns.parent[node])), number(float(trace.columns.value[node]))
        return f"{describe_moves(trace, run)} at {at} returned {value} each"

    def _legend(self, whole: Picture) -> tuple[Entry, ...]:
        """The signs of the last frame, and of what is only seen before it, such as an open node."""
        if not whole.legend:
            return ()
        log = self.trace.columns.log
        open_sign = OPEN_SIGN if log is None else best_first.open_sign(log, goes_on=True)[0]
        open_ = [entry for shown in self.shown for entry in shown.legend if entry.sign == open_sign]
        best = [entry for shown in self.shown for entry in shown.legend if entry.sign == legend.BEST]
        shapes = [entry for entry in whole.legend if entry.look and entry.sign != open_sign]
        words = [entry for entry in whole.legend if not entry.look]
        return (*shapes, *open_[:1], *words, *best[:1])


def _cut(line: str, size: float, room: float) -> str:
    """A line of a heading without the last of its parts, where they have no room."""
    while SEPARATOR in line and font.width(line, size) > room:
        line = line.rpartition(SEPARATOR)[0]
    return font.shorten(line, size, room)
