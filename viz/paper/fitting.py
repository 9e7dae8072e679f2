"""As many nodes as can be read where a picture is shown, growing the way in which they are read best."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any, cast

from tracer.tracing import Trace
from viz.paper.compose import Page
from viz.paper.places import Places, place
from viz.paper.sheets import LEGEND
from viz.pictures.boxes import Picture
from viz.pictures.drawing import Drafts
from viz.pictures.fits import Fit
from viz.pictures.labels import Place
from viz.pictures.options import Options, Settings, settings
from viz.pictures.roles import Kind
from viz.pictures.theme import SMALL


@dataclass(frozen=True, slots=True)
class Way:
    """A way in which a tree may grow."""

    sideways: bool
    rows: int
    """Of a column at most, where nodes stand below one another; 0 where none do."""
    weight: float
    """It is taken where it shows more, in nodes or in the size of their text: each of them counts so much."""

    def shape(self, drawn: Picture) -> Picture:
        """A picture that grows so."""
        return replace(drawn, sideways=self.sideways, rows=self.rows)


COLUMNS = (0.75, 0.6, 0.45, 0.3)
"""Heights of columns that are tried, in heights of what the picture is shown on."""
ROW = 29.0
"""Height of a row, about, in points."""


def ways(fit: Fit, *, columns: bool = True) -> Iterator[Way]:
    """The ways in which a tree may grow where it is shown, with columns or without."""
    yield Way(False, 0, 1.0)
    rows = fit.height * SMALL / fit.smallest / ROW
    yield from (Way(False, max(1, round(share * rows)), 0.8) for share in COLUMNS if columns)
    yield Way(True, 0, 0.75)


WORDS = (("legend", "note"), ("legend",), ())
"""What is said of the signs: a small tree has no room for all of it."""
ENOUGH = 12
"""Nodes for which a legend may be so large, and windows may take so much room, that no more of them fit."""

SHALLOWER = 2
"""Plies by which a tree may be less deep than would fit, to have more nodes; in columns a ply takes no room."""
FAMILIAR, NEARLY = 20, 1.1
"""Nodes of a tree that stands as it does in books, and by how much less of the picture than others it may be then."""
FILLED = 0.5
"""Of what a picture is shown on: what the first of the ways takes that a whole tree may grow, where it is taken."""
TINY = 4
"""Nodes of a tree that may be less than half of the picture, so that its signs are explained."""
MORE = (1.15, 1.3, 1.5)
"""Times the nodes that fit: how many are tried then."""
WHOLE = 100
"""Nodes of a tree of which it is tried first whether all of them fit."""
FIRST = 16
"""The number that is tried first: large drawings take longer to try."""
ASKED = ("max_nodes", "ply", "nodes")
"""Options that say what is drawn, whether it fits or not."""
Draft = Callable[[int, int], Picture]
"""A picture of so many nodes and plies, at most."""


def picture(
    trace: Trace,
    *,
    most: int | None = None,
    since: int | None = None,
    within: Fit | None = None,
    among: Sequence[Way] = (),
    columns: bool = True,
    **options: Any,
) -> Picture:
    """What is drawn of a trace, so that it can be read where it is shown; see `Options.fit`.

    Where the options say how many nodes are drawn, or how deep, they are, and the picture is as large as they need.

    Args:
        trace: what was recorded.
        most: nodes at most, where the options do not say how many.
        since: as for `viz.pictures.drawing.frame`.
        within: the part that it has of what it is shown on. Others have the rest, the legend stands below them all, and
            no picture goes without its signs.
        among: the ways in which it may grow; none are all.
        columns: whether nodes may stand below one another.
        **options: what shapes the drawing.

    Raises:
        PlyscopeError: an option is wrong, the budget draws nothing, a position is wanted and the trace has no game, or
            the sides are those of another trace.
    """
    wanted = settings(cast("Options", options))
    if most is not None and wanted.max_nodes is None:
        wanted = replace(wanted, max_nodes=min(most, wanted.budget))
    drafts = Drafts(trace, wanted, since)
    fit = within or wanted.shown_on
    if fit is None:
        return drafts.picture()
    # In the margin stands who moves at a ply, where its nodes stand in one line; in columns nothing stands at edges.
    columns = columns and not wanted.layers and not wanted.merge
    possible = [way for way in among or ways(fit, columns=columns) if wanted.sideways in (None, way.sideways)]
    if any(options.get(name) is not None for name in ASKED):
        return _asked(replace(drafts.picture(), fit=fit), fit, possible, WORDS if within is None else WORDS[:1])
    best = _shown(trace, wanted, fit, possible, drafts=drafts, is_beside=within is not None)
    # Pictures beside one another, and the frames of a film, say the same of their nodes.
    if within is None and since is None and wanted.windows_alone:
        ended = best if wanted.step is None else _shown(trace, replace(wanted, step=None), fit, possible)
        if _has_no_room_for_windows(ended, trace, wanted, fit, possible):
            best = _shown(trace, replace(wanted, windows=Place.NONE), fit, possible)
    return best.picture(with_words=within is not None)


def _shown(
    trace: Trace,
    wanted: Settings,
    fit: Fit,
    possible: Sequence[Way],
    *,
    drafts: Drafts | None = None,
    is_beside: bool = False,
) -> _Fitting:
    """What shows most; all of a small tree where that can be read and no other tree is beside it."""
    drafts = drafts or Drafts(trace, wanted)
    if not is_beside and (whole := _whole(trace, wanted, drafts, fit, possible)) is not None:
        return whole
    words = WORDS[-1:] if is_beside else WORDS
    best = _best(drafts, words, fit, possible)
    # What folds to next to nothing is no picture, and has no room for its signs.
    if wanted.folds and not (best.is_lawful and (best.words or not best.shows_all)):
        each = _best(Drafts(trace, replace(wanted, fold=False), drafts.since), words, fit, possible)
        best = each if each.is_lawful and (each.shows_all or not best.is_lawful) else best
    return best


def _has_no_room_for_windows(
    ended: _Fitting, trace: Trace, wanted: Settings, fit: Fit, possible: Sequence[Way]
) -> bool:
    """Whether a picture of few nodes shows more without its windows in the end: at a step it is drawn as then."""
    if ended.is_enough:
        return False
    bare = _shown(trace, replace(wanted, windows=Place.NONE, step=None), fit, possible)
    return (bare.is_lawful, bare.is_read, bare.seen) > (ended.is_lawful, ended.is_read, ended.seen)


def _asked(drawn: Picture, fit: Fit, possible: Sequence[Way], words: Sequence[tuple[str, ...]]) -> Picture:
    """What is drawn whether it fits or not: with as many words as it fits with, or all of them where it never does."""
    tried, grown = list[_Directed](), [(way, place(way.shape(drawn))) for way in possible]
    for said in words:
        found = [_Directed(places, way, said) for way, places in grown]
        tried.append(_first_to_fill(found, fit))
        if tried[-1].page.fits:
            return tried[-1].picture
    return tried[0].picture


def _worded(drawn: Picture, words: tuple[str, ...]) -> Picture:
    """A picture that says only so much of the signs."""
    found = drawn if "note" in words else replace(drawn, note="")
    return found if "legend" in words else replace(found, legend=())


def _first_to_fill(found: Sequence[_Directed], fit: Fit) -> _Directed:
    """Of the same nodes the first way that fills what they are shown on, or else the one with the largest text."""
    read = [one for one in found if one.page.fits]
    full = next((one for one in read if one.page.share >= FILLED), None)
    key = (lambda one: one.page.text * one.way.weight) if read else (lambda one: one.page.read)
    return max(read or found, key=key) if full is None else full


def _whole(trace: Trace, wanted: Settings, drafts: Drafts, fit: Fit, possible: Sequence[Way]) -> _Fitting | None:
    """All of a small tree, where it can be read; None where that is not possible.

    At a step it grows as it does in the end: what is shown step by step does not turn.
    """
    if len(trace) > WHOLE:
        return None
    is_step = wanted.step is not None
    ended = Drafts(trace, replace(wanted, step=None)) if is_step else drafts
    found = _whole_way(ended, fit, possible)
    if wanted.folds and (found is None or found.page.share < FILLED):  # what folds to next to nothing is no picture
        unfolded = Drafts(trace, replace(wanted, fold=False, step=None))
        each = _whole_way(unfolded, fit, possible)
        if each is not None and (found is None or each.page.share >= FILLED):
            drafts = Drafts(trace, replace(wanted, fold=False), drafts.since)
            found = each
    if found is None:
        return None
    draft = cache(partial(drafts.picture, reasons=False))
    first = WORDS.index(found.words)
    tried = (_Fitting(drafts, draft, said, fit, found.way, FIRST) for said in WORDS[first:])
    return next((one for one in tried if one.is_read and one.shows_all), None)


def _whole_way(drafts: Drafts, fit: Fit, possible: Sequence[Way]) -> _Directed | None:
    """How all of a tree grows, with as many words as it may."""
    drawn = replace(drafts.picture(drafts.most, drafts.deepest, reasons=False), fit=fit)
    if any(box.role.kind is Kind.STUB for box in drawn.boxes) or _drawn(drawn) > drafts.wanted.budget:
        return None
    size = len(drafts.trace)
    grown = [(way, place(way.shape(drawn))) for way in possible]
    for said in WORDS:
        tried = [_Directed(places, way, said) for way, places in grown]
        found = [one for one in tried if one.is_lawful(size)]
        if found:
            return _first_to_fill(found, fit)
    return None


def _best(drafts: Drafts, words: Sequence[tuple[str, ...]], fit: Fit, possible: Sequence[Way]) -> _Fitting:
    """What shows most, with as many words as it may."""
    tried, draft = list[_Fitting](), cache(partial(drafts.picture, reasons=False))
    for said in words:
        for way in possible:
            first = tried[-1].count if tried else FIRST
            tried.append(_Fitting(drafts, draft, said, fit, way, first))
            # Nothing shows more than all.
            if tried[-1].is_lawful and tried[-1].shows_all:
                return tried[-1]
        if any(one.is_lawful and one.is_enough for one in tried):
            break
    return max(tried, key=lambda one: (one.is_lawful, one.is_small, one.line, one.seen * one.weight))


class _Directed:
    """A picture that grows one way, with as much said of the signs as some words say: they move nothing in the tree."""

    def __init__(self, places: Places, way: Way, words: tuple[str, ...]) -> None:
        self.picture, self.way, self.words = _worded(places.picture, words), way, words
        self.page = Page(replace(places, picture=self.picture))

    def is_lawful(self, size: int) -> bool:
        """Whether a tree of some nodes can be read and is most of its page."""
        page = self.page.sheet
        is_tiny = size <= TINY and page.share_of_legend <= LEGEND
        is_familiar = size <= FAMILIAR and not self.way.rows and not self.way.sideways
        return self.page.fits and (is_tiny or page.excess <= (NEARLY if is_familiar else 1.0))


class _Fitting:
    """The most that fits of a drawing that grows one way: as deep as its best line is seen, then as many nodes."""

    def __init__(
        self,
        drafts: Drafts,
        draft: Draft,
        words: tuple[str, ...],
        fit: Fit,
        way: Way,
        first: int,
    ) -> None:
        self.drafts, self.draft, self.words, self.fit, self.way = drafts, draft, words, fit, way
        self.count, self.ply = drafts.most, drafts.deepest
        self._pages = dict[tuple[int, int], Page]()
        if (len(drafts.trace) > WHOLE and not drafts.wanted.merge) or not self._fits(self.count, self.ply):
            # With a node a ply, nothing but the first line is drawn.
            deepest = _last(lambda ply: self._fits(min(ply + 1, drafts.most), ply), self.ply)
            found = list[tuple[tuple[int, int, int], int]]()
            # A tree that is less deep has room for more.
            for ply in range(deepest, max(0, deepest - (0 if way.rows else SHALLOWER) - 1), -1):
                count = self._most(ply, found[-1][1] if found else first)
                found.append(((*_seen(self._page(count, ply)), ply), count))
            (_, _, self.ply), self.count = max(found)
        page = self._page(self.count, self.ply)
        self.line, self.seen = _seen(page)
        self.is_small = page.sheet.share_of_legend <= LEGEND
        self.shows_all = not any(box.role.kind is Kind.STUB for box in page.picture.boxes)
        is_tiny = self.shows_all and len(drafts.trace) <= TINY
        self.is_read, self.excess = page.fits, page.sheet.excess
        self.is_lawful = page.fits and (page.sheet.excess <= 1 or (is_tiny and self.is_small))
        self.is_enough = self.shows_all or _drawn(page.picture) >= ENOUGH
        self.weight = way.weight

    def _most(self, ply: int, first: int) -> int:
        found = _last(lambda count: self._fits(count, ply), self.drafts.most, first)
        tried = list[int]()
        if self.drafts.wanted.merge:
            # The last node of a position that is left out takes its stub away.
            tried = [round(more * found) for more in MORE] + [self.drafts.most]
        elif self.way.rows:
            # Where one more node moves a subtree into a column, more of them may fit than fewer.
            tried = [round(more * found) for more in MORE]
        return max([found, *(count for count in tried if self._fits(count, ply))])

    def _fits(self, count: int, ply: int) -> bool:
        if not self.drafts.has_room(count, ply):
            return False
        drawn = self.draft(count, ply)
        return _drawn(drawn) <= self.drafts.wanted.budget and self._page(count, ply).fits

    def picture(self, *, with_words: bool) -> Picture:
        """What is drawn then, with the reasons; and with all that is said of the signs, whether it fits or not."""
        drawn = self.drafts.picture(self.count, self.ply)
        if self.drafts.wanted.history:
            fuller = self.drafts.picture(self.count, self.ply, all_ends=True)
            page = Page(place(self._shaped(fuller)))
            drawn = fuller if page.fits and page.sheet.excess <= 1 else drawn
        return self.way.shape(replace(drawn, fit=self.fit)) if with_words else self._shaped(drawn)

    def _page(self, count: int, ply: int) -> Page:
        if (count, ply) not in self._pages:
            self._pages[count, ply] = Page(place(self._shaped(self.draft(count, ply))))
        return self._pages[count, ply]

    def _shaped(self, drawn: Picture) -> Picture:
        return _worded(self.way.shape(replace(drawn, fit=self.fit)), self.words)


def _drawn(picture: Picture) -> int:
    """The boxes that stand for nodes."""
    return sum(box.role.kind is not Kind.STUB for box in picture.boxes)


def _seen(page: Page) -> tuple[int, int]:
    """What is seen on a page: how deep the lines to marked nodes are; for how many nodes the boxes and links stand."""
    drawn = page.picture
    line = sum(drawn.boxes[place].ply for place in drawn.marked)
    return line, sum(box.count for box in drawn.boxes if box.role.kind is not Kind.STUB) + len(drawn.links)


def _last(holds: Callable[[int], bool], most: int, first: int = FIRST) -> int:
    """The last number up to `most` that something holds for, where it holds for 1 and up to some number.

    A `first` that is near it is found fast.
    """
    low, high, step = 1, most + 1, max(1, first // 4)
    tried = min(first, most)
    while low < tried < high:
        if holds(tried):
            low, tried = tried, min(tried + step, most)
        else:
            high, tried = tried, max(tried - step, 1)
        step *= 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low
