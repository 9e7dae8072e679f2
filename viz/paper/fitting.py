"""As many nodes as can be read where a picture is shown, growing the way in which they are read best."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any, cast

from tracer.tracing import Trace
from viz.paper.compose import Page
from viz.paper.places import place
from viz.paper.sheets import LEGEND
from viz.pictures.boxes import Picture
from viz.pictures.drawing import Drafts
from viz.pictures.fits import Fit
from viz.pictures.options import Options, settings
from viz.pictures.roles import Kind


@dataclass(frozen=True, slots=True)
class Way:
    """A way in which a tree may grow."""

    sideways: bool
    stacked: bool
    weight: float
    """It is taken where it shows more, in nodes or in the size of their text: each of them counts so much."""

    def shape(self, drawn: Picture) -> Picture:
        """A picture that grows so."""
        return replace(drawn, sideways=self.sideways, stacked=self.stacked)


WAYS = (Way(False, False, 1.0), Way(False, True, 0.85), Way(True, False, 0.75))
WORDS = (("legend", "note"), ("legend",), ())
"""What is said of the signs: a small tree has no room for all of it."""
ENOUGH = 12
"""Nodes for which a legend may be so large that no more of them fit."""

SHALLOWER = 2
"""Plies by which a tree may be less deep than would fit, to have more nodes."""
FIRST = 16
"""The number that is tried first: large drawings take longer to try."""
Draft = Callable[[int, int], Picture]
"""A picture of so many nodes and plies at most."""


def picture(
    trace: Trace,
    *,
    most: int | None = None,
    since: int | None = None,
    share: float = 1.0,
    stacks: bool = True,
    **options: Any,
) -> Picture:
    """What is drawn of a trace, so that it can be read where it is shown; see `Options.fit`.

    Where the options say how many nodes are drawn, or how deep, they are, and the picture is as large as they need.

    Args:
        trace: what was recorded.
        most: nodes at most, where the options do not say how many.
        since: as for `viz.pictures.drawing.frame`.
        share: of the width that it is shown on. Where other pictures have the rest, the legend stands below them all,
            and no picture goes without its signs.
        stacks: whether leaves may stand below one another.
        **options: what shapes the drawing.

    Raises:
        PlyscopeError: an option is wrong, the budget draws nothing, a position is wanted and the trace has no game, or
            the sides are those of another trace.
    """
    wanted = settings(cast("Options", options))
    if most is not None and wanted.max_nodes is None:
        wanted = replace(wanted, max_nodes=min(most, wanted.budget))
    drafts = Drafts(trace, wanted, since)
    draft = cache(partial(drafts.picture, reasons=False))
    fit = wanted.shown_on
    if fit is None:
        return drafts.picture()
    fit = replace(fit, width=fit.width * share)
    ways = [way for way in WAYS if wanted.sideways in (None, way.sideways) and (stacks or not way.stacked)]
    if any(options.get(name) is not None for name in ("max_nodes", "ply", "nodes")):
        asked = replace(drafts.picture(), fit=fit)
        found = [_Directed(asked, way) for way in ways]
        return max(found, key=lambda one: one.page.read * one.weight).picture
    fittings = list[_Fitting]()
    for words in WORDS if share == 1 else WORDS[-1:]:
        fittings += [_Fitting(drafts, draft, words, wanted.budget, fit, way) for way in ways]
        if any(one.is_lawful and one.is_enough for one in fittings):
            break
    best = max(fittings, key=lambda one: (one.is_lawful, one.is_small, one.drawn * one.weight))
    return best.picture(with_words=share < 1)


class _Directed:
    """A picture that grows one way."""

    def __init__(self, drawn: Picture, way: Way) -> None:
        self.picture = way.shape(drawn)
        self.page = Page(place(self.picture))
        self.weight = way.weight


class _Fitting:
    """The most that fits of a drawing that grows one way: as deep as its best line is seen, then as many nodes."""

    def __init__(
        self,
        drafts: Drafts,
        draft: Draft,
        words: tuple[str, ...],
        most: int,
        fit: Fit,
        way: Way,
    ) -> None:
        self.drafts, self.draft, self.words, self.fit, self.way = drafts, draft, words, fit, way
        most = min(most, len(drafts.trace))
        self.count, self.ply = most, drafts.deepest
        page = self._page(self.count, self.ply) if most == len(drafts.trace) else None
        if page is None or not page.fits:
            # With a node a ply, nothing but the first line is drawn.
            deepest = _last(lambda ply: self._page(min(ply + 1, most), ply).fits, self.ply)
            # A tree that is less deep has room for more.
            plies = range(max(1, deepest - SHALLOWER), deepest + 1)
            tried = [(self._most(ply, most), ply) for ply in plies]
            self.count, self.ply = max(tried, key=lambda one: (_drawn(self._page(*one)), one[1]))
            page = self._page(self.count, self.ply)
        self.drawn = _drawn(page)
        self.is_lawful = page.fits and page.sheet.excess <= 1
        self.is_small = page.sheet.share_of_legend <= LEGEND
        self.is_enough = self.drawn >= min(ENOUGH, most)
        self.weight = way.weight

    def _most(self, ply: int, most: int) -> int:
        return _last(lambda count: self._page(count, ply).fits, most)

    def picture(self, *, with_words: bool) -> Picture:
        """What is drawn then, with the reasons; and with all that is said of the signs, whether it fits or not."""
        drawn = self.drafts.picture(self.count, self.ply)
        return self.way.shape(replace(drawn, fit=self.fit)) if with_words else self._shaped(drawn)

    def _page(self, count: int, ply: int) -> Page:
        return Page(place(self._shaped(self.draft(count, ply))))

    def _shaped(self, drawn: Picture) -> Picture:
        found = self.way.shape(replace(drawn, fit=self.fit))
        if "note" not in self.words:
            found = replace(found, note="")
        return found if "legend" in self.words else replace(found, legend=())


def _drawn(page: Page) -> int:
    """The nodes on a page."""
    return sum(box.role.kind is not Kind.STUB for box in page.picture.boxes)


def _last(holds: Callable[[int], bool], most: int) -> int:
    """The last number up to `most` that something holds for, where it holds for 1 and up to some number."""
    low, high = 1, min(FIRST, most + 1)
    while high <= most and holds(high):
        low, high = high, min(2 * high, most + 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low
