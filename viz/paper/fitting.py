"""As many nodes as can be read where a picture is shown, growing the way in which they are read best."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tracer.tracing import Trace
from viz.paper.compose import Page
from viz.paper.places import place
from viz.pictures.boxes import Picture
from viz.pictures.drawing import Drafts
from viz.pictures.fits import Fit
from viz.pictures.options import settings
from viz.pictures.roles import Kind

DOWNWARDS = 0.8
"""A tree grows to the right only where it shows so much less else, in nodes or in the size of its text."""


def picture(trace: Trace, *, most: int | None = None, since: int | None = None, **options: Any) -> Picture:
    """What is drawn of a trace, so that it can be read where it is shown; see `Options.fit`.

    Where the options say how many nodes are drawn, or how deep, they are, and the picture is as large as they need.

    Args:
        trace: what was recorded.
        most: nodes at most, where the options do not say how many.
        since: as for `viz.pictures.drawing.frame`.
        **options: what shapes the drawing.

    Raises:
        PlyscopeError: an option is wrong, the budget draws nothing, a position is wanted and the trace has no game, or
            the sides are those of another trace.
    """
    wanted = settings(options)
    if most is not None and wanted.max_nodes is None:
        wanted = replace(wanted, max_nodes=min(most, wanted.budget))
    drafts = Drafts(trace, wanted, since)
    fit = wanted.shown_on
    if fit is None:
        return drafts.picture()
    ways = (False, True) if wanted.sideways is None else (wanted.sideways,)
    if any(options.get(name) is not None for name in ("max_nodes", "ply", "nodes")):
        asked = replace(drafts.picture(), fit=fit)
        return max(
            [replace(asked, sideways=way) for way in ways],
            key=lambda one: Page(place(one)).read * (DOWNWARDS if one.sideways else 1.0),
        )
    found = [_Fitting(drafts, wanted.budget, fit, way) for way in ways]
    best = max(found, key=lambda one: one.drawn * (DOWNWARDS if one.sideways else 1.0))
    return replace(drafts.picture(best.count, best.ply), fit=fit, sideways=best.sideways)


class _Fitting:
    """The most that fits of a drawing that grows one way: as deep as its best line is seen, then as many nodes."""

    def __init__(self, drafts: Drafts, most: int, fit: Fit, sideways: bool) -> None:
        self.drafts, self.fit, self.sideways = drafts, fit, sideways
        most = min(most, len(drafts.trace))
        self.count, self.ply = most, drafts.deepest
        if not self._fits(self.count, self.ply):
            # With a node a ply, nothing but the first line is drawn.
            self.ply = _last(lambda ply: self._fits(min(ply + 1, most), ply), self.ply)
            self.count = _last(lambda count: self._fits(count, self.ply), most)
        boxes = self._draft(self.count, self.ply).boxes
        self.drawn = sum(box.role.kind is not Kind.STUB for box in boxes)

    def _draft(self, count: int, ply: int) -> Picture:
        drawn = self.drafts.picture(count, ply, reasons=False)
        return replace(drawn, fit=self.fit, sideways=self.sideways)

    def _fits(self, count: int, ply: int) -> bool:
        return Page(place(self._draft(count, ply))).fits


def _last(holds: Callable[[int], bool], most: int) -> int:
    """The last number that something holds for, where it holds for 1 and up to some number."""
    low, high = 1, most + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low
