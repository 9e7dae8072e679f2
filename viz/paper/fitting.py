"""As many nodes as can be read where a picture is shown, growing the way in which they are read best."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from tracer.tracing import Trace
from viz.paper.compose import Page
from viz.paper.places import place
from viz.pictures.boxes import Picture
from viz.pictures.drawing import Drafts
from viz.pictures.fits import Fit
from viz.pictures.options import Options, settings
from viz.pictures.roles import Kind

DOWNWARDS = 0.8
"""A tree grows to the right only where it shows so much less else, in nodes or in the size of its text."""


WORDS = (("legend", "note"), ("legend",), ())
"""What is said of the signs: a small tree has no room for all of it."""
ENOUGH = 12
"""Nodes for which a legend may be so large that no more of them fit."""

FIRST = 16
"""The number that is tried first: large drawings take longer to try."""


def picture(
    trace: Trace, *, most: int | None = None, since: int | None = None, share: float = 1.0, **options: Any
) -> Picture:
    """What is drawn of a trace, so that it can be read where it is shown; see `Options.fit`.

    Where the options say how many nodes are drawn, or how deep, they are, and the picture is as large as they need.

    Args:
        trace: what was recorded.
        most: nodes at most, where the options do not say how many.
        since: as for `viz.pictures.drawing.frame`.
        share: of the width that it is shown on. Where other pictures have the rest, the legend stands below them all,
            and no picture goes without its signs.
        **options: what shapes the drawing.

    Raises:
        PlyscopeError: an option is wrong, the budget draws nothing, a position is wanted and the trace has no game, or
            the sides are those of another trace.
    """
    wanted = settings(cast("Options", options))
    if most is not None and wanted.max_nodes is None:
        wanted = replace(wanted, max_nodes=min(most, wanted.budget))
    drafts = Drafts(trace, wanted, since)
    fit = wanted.shown_on
    if fit is None:
        return drafts.picture()
    fit = replace(fit, width=fit.width * share)
    ways = (False, True) if wanted.sideways is None else (wanted.sideways,)
    if any(options.get(name) is not None for name in ("max_nodes", "ply", "nodes")):
        asked = replace(drafts.picture(), fit=fit)
        found = [_Directed(asked, way) for way in ways]
        return max(found, key=lambda one: one.page.read * one.weight).picture
    fittings = list[_Fitting]()
    for words in WORDS if share == 1 else WORDS[-1:]:
        fittings += [_Fitting(drafts, words, wanted.budget, fit, way) for way in ways]
        if any(one.is_lawful and one.is_enough for one in fittings):
            break
    return max(fittings, key=lambda one: (one.is_lawful, one.drawn * one.weight)).picture(with_words=share < 1)


class _Directed:
    """A picture that grows one way."""

    def __init__(self, drawn: Picture, sideways: bool) -> None:
        self.picture = replace(drawn, sideways=sideways)
        self.page = Page(place(self.picture))
        self.weight = DOWNWARDS if sideways else 1.0


class _Fitting:
    """The most that fits of a drawing that grows one way: as deep as its best line is seen, then as many nodes."""

    def __init__(self, drafts: Drafts, words: tuple[str, ...], most: int, fit: Fit, sideways: bool) -> None:
        self.drafts, self.words, self.fit, self.sideways = drafts, words, fit, sideways
        most = min(most, len(drafts.trace))
        self.count, self.ply = most, drafts.deepest
        page = self._page(self.count, self.ply) if most == len(drafts.trace) else None
        if page is None or not page.fits:
            # With a node a ply, nothing but the first line is drawn.
            self.ply = _last(lambda ply: self._page(min(ply + 1, most), ply).fits, self.ply)
            self.count = _last(lambda count: self._page(count, self.ply).fits, most)
            page = self._page(self.count, self.ply)
        self.drawn = sum(box.role.kind is not Kind.STUB for box in page.picture.boxes)
        self.is_lawful = page.fits and page.sheet.excess <= 1
        self.is_enough = self.drawn >= min(ENOUGH, most)
        self.weight = DOWNWARDS if sideways else 1.0

    def picture(self, *, with_words: bool) -> Picture:
        """What is drawn then, with the reasons; and with all that is said of the signs, whether it fits or not."""
        drawn = self.drafts.picture(self.count, self.ply)
        return replace(drawn, fit=self.fit, sideways=self.sideways) if with_words else self._shaped(drawn)

    def _page(self, count: int, ply: int) -> Page:
        return Page(place(self._shaped(self.drafts.picture(count, ply, reasons=False))))

    def _shaped(self, drawn: Picture) -> Picture:
        found = replace(drawn, fit=self.fit, sideways=self.sideways)
        if "note" not in self.words:
            found = replace(found, note="")
        return found if "legend" in self.words else replace(found, legend=())


def _last(holds: Callable[[int], bool], most: int) -> int:
    """The last number up to `most` that something holds for, where it holds for 1 and up to some number."""
    low, high = 1, min(FIRST, most + 1)
    while high <= most and holds(high):
        low, high = high, min(2 * high, most + 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low
