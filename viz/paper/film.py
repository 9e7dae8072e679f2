"""A search as it went on: a drawing whose nodes appear when they are met and get their values when they return.

Everything stands from the first frame on where it stands in the last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, cast

from tracer.errors import PlyscopeError
from tracer.recording.status import PRUNED
from tracer.time.moments import last_met
from tracer.tracing import Trace
from tracer.why import explain
from viz.paper import captions, fitting, font
from viz.paper.canvas import Canvas
from viz.paper.compose import Page
from viz.paper.places import place, place_like, rooms
from viz.pictures import legend
from viz.pictures.boxes import Picture
from viz.pictures.drawing import as_it_was, frame
from viz.pictures.legend import Entry
from viz.pictures.options import OF_STILLS, Options, refuse, settings
from viz.pictures.roles import Kind

SECONDS = 1.0
"""For which a frame stands."""
LAST = 4.0
"""Seconds for which the last one does."""
MOST_FRAMES = 600
"""More is not watched to its end."""
LESS = 0.85
"""Of the nodes that are drawn: how many are tried next, where not all of them fit at all times."""
SEPARATOR = " · "
"""Between the parts of a line of a heading."""
OPEN_SIGN = "open"
"""Of a node that has not returned, in a legend."""


def frames(trace: Trace, *, every: str = "event", most: int = MOST_FRAMES, **options: Any) -> list[Canvas]:
    """The drawings of an animation, all of one size.

    Args:
        trace: what was recorded.
        every: a frame an `event` of a node that is drawn, or a `cutoff` of one.
        most: frames at most.
        **options: what shapes the drawing; `step` is where the animation ends.

    Raises:
        PlyscopeError: an option is wrong, or there are too many frames.
    """
    refuse("an animation", OF_STILLS, options)
    # Nodes that one box would stand for are met one after another.
    options["fold"] = False
    step: int | None = options.pop("step", None)
    if step is not None:
        trace = as_it_was(trace, settings(cast("Options", options)), step)
    asked = any(options.get(name) is not None for name in ("max_nodes", "ply", "nodes"))
    # Each node is met and returns.
    fewer = most // 2
    while True:
        whole = fitting.picture(trace, most=fewer, since=trace.steps - 1, **options)
        film = _Film(trace, whole, every, most, options)
        if asked or film.page.fits or fewer == 1:
            return list(film.canvases())
        # What nodes say in the course of time takes more room than what they say in the end.
        fewer = max(1, int(LESS * len(film.nodes)))


def _visits(whole: Picture) -> list[int]:
    """The nodes that are drawn, ascending."""
    return [box.node for box in whole.boxes if box.role.kind is not Kind.STUB]


def _steps(trace: Trace, nodes: Sequence[int], every: str) -> list[int]:
    """The steps that have a frame, from the entry of the node at the top to its return."""
    columns, top = trace.columns, nodes[0]
    visits = [node for node in nodes if columns.status[node] != PRUNED]
    first, last = trace.entered(top), min(trace.left(top) if visits else trace.entered(top), trace.steps - 1)
    if every == "cutoff":
        found = {trace.landmarks.cutoff_step(node) for node in visits if columns.cutoff[node]}
    else:
        found = {trace.entered(node) for node in nodes} | {trace.left(node) for node in visits}
    return sorted(step for step in found | {first, last} if step <= last)


class _Film:
    """An animation while it is drawn."""

    def __init__(self, trace: Trace, whole: Picture, every: str, most: int, options: dict[str, Any]) -> None:
        self.trace, self.options = trace, options
        self.nodes = _visits(whole)
        self.steps = steps = _steps(trace, self.nodes, every)
        if len(steps) > most:
            raise PlyscopeError(
                f"the animation would have {len(steps):,} frames, and {most} is the most: draw fewer nodes "
                "(max_nodes, ply, root), or animate cutoffs"
            )
        self.drawn = whole.heading[2:]
        self.shown = [self._shown(step, before, whole) for before, step in zip([steps[0], *steps], steps, strict=False)]
        # A node has room for whatever it says in the course of time.
        self.rooms = rooms((*self.shown, whole), place(whole))
        lines = ("",) * (3 + len(self.drawn)) if whole.heading else ()
        bare = replace(whole, legend=self._legend(whole), heading=lines)
        self.page = Page(place(bare, self.rooms))
        self.whole = replace(bare, heading=self._heading(whole, steps[-1]))

    def canvases(self) -> Iterator[Canvas]:
        """A drawing for each step."""
        whole = self.whole
        for step, shown in zip(self.steps, self.shown, strict=True):
            still = replace(shown, heading=self._heading(shown, step), legend=whole.legend, layers=whole.layers)
            yield Page(place_like(still, self.page.places, self.rooms), like=self.page).canvas()

    def _shown(self, step: int, before: int, whole: Picture) -> Picture:
        """What is drawn of a step."""
        met = last_met(self.trace, step)
        nodes = [node for node in self.nodes if node <= met]
        shown = frame(self.trace, before, **{**self.options, "nodes": nodes, "step": step, "reasons": False})
        return replace(shown, sideways=whole.sideways, rows=whole.rows)

    def _heading(self, shown: Picture, step: int) -> tuple[str, ...]:
        """As many lines in each frame, so that nothing moves: the search, the counts, what is drawn, what happens."""
        if not shown.heading:
            return ()
        title, result = shown.heading[:2]
        if self.options.get("subtitle"):
            counts = result
        else:
            counts = f"step {step:,} of {self.trace.steps - 1:,} · {result.removesuffix(legend.SO_FAR)}"
        lines = (title, counts, *self.drawn, explain.event(self.trace, step))
        size, room = self.page.sheet.size, self.page.sheet.room
        sizes = (captions.TITLE, *[captions.LINE] * (len(lines) - 1))
        return tuple(_cut(line, size * one, room) for line, one in zip(lines, sizes, strict=True))

    def _legend(self, whole: Picture) -> tuple[Entry, ...]:
        """The signs of the last frame, and of what is only seen before it: an open node, which the first one has."""
        if not whole.legend:
            return ()
        open_ = [entry for entry in self.shown[0].legend if entry.sign == OPEN_SIGN]
        best = [entry for shown in self.shown for entry in shown.legend if entry.sign == legend.BEST]
        shapes = [entry for entry in whole.legend if entry.look and entry.sign != OPEN_SIGN]
        words = [entry for entry in whole.legend if not entry.look]
        return (*shapes, *open_, *words, *best[:1])


def _cut(line: str, size: float, room: float) -> str:
    """A line of a heading without the last of its parts, where they have no room."""
    while SEPARATOR in line and font.width(line, size) > room:
        line = line.rpartition(SEPARATOR)[0]
    return font.shorten(line, size, room)
