"""As many nodes as can be read where a picture is shown, growing the way in which they are read best."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tracer.tracing import Trace
from viz.paper.page_division import MAX_LEGEND_SHARE
from viz.paper.picture_drawing import PictureDrawing
from viz.paper.placed_tree import TreeLayout
from viz.paper.tree_layout import lay_out
from viz.pictures.boxes import Picture
from viz.pictures.fits import DisplaySize
from viz.pictures.labels import TextPlacement
from viz.pictures.options import Settings, parse_settings
from viz.pictures.picture_drafts import PictureDrafts
from viz.pictures.theme import SMALL_TEXT_SIZE


@dataclass(frozen=True, slots=True)
class GrowthDirection:
    """A way in which a tree may grow."""

    sideways: bool
    max_rows: int
    """Of a column at most, where nodes stand below one another; 0 where none do."""
    weight: float
    """It is taken where it shows more, in nodes or in the size of their text: each of them counts so much."""

    def arrange(self, drawn: Picture) -> Picture:
        """A picture that grows so."""
        return replace(drawn, sideways=self.sideways, rows=self.max_rows)


COLUMN_SHARES = (0.75, 0.6, 0.45, 0.3)
"""Heights of columns that are tried, in heights of what the picture is shown on."""
ROW_HEIGHT = 29.0
"""Height of a row, about, in points."""


def growth_directions(fit: DisplaySize, *, with_columns: bool = True) -> Iterator[GrowthDirection]:
    """The ways in which a tree may grow where it is shown, with columns or without."""
    yield GrowthDirection(False, 0, 1.0)
    max_rows = fit.height * SMALL_TEXT_SIZE / fit.min_text_size / ROW_HEIGHT
    yield from (GrowthDirection(False, max(1, round(share * max_rows)), 0.8) for share in COLUMN_SHARES if with_columns)
    yield GrowthDirection(True, 0, 0.75)


LEGEND_CHOICES = (("legend", "note"), ("legend",), ())
"""What is said of the signs: a small tree has no room for all of it."""
MIN_NODES_BEFORE_CUTS = 12
"""Nodes for which a legend may be so large, and windows may take so much room, that no more of them fit."""

MAX_PLIES_LESS = 2
"""Plies by which a tree may be less deep than would fit, to have more nodes; in columns a ply takes no room."""
FAMILIAR_SIZE, FAMILIAR_EXCESS = 20, 1.1
"""Nodes of a tree that stands as it does in books, and by how much less of the picture than others it may be then."""
MIN_FILLED_SHARE = 0.5
"""Of what a picture is shown on: what the first of the ways takes that a whole tree may grow, where it is taken."""
MAX_TINY_TREE = 4
"""Nodes of a tree that may be less than half of the picture, so that its signs are explained."""
RETRY_FACTORS = (1.15, 1.3, 1.5)
"""Times the nodes that fit: how many are tried then."""
MAX_WHOLE_TREE = 100
"""Nodes of a tree of which it is tried first whether all of them fit."""
FIRST_GUESS = 16
"""The number that is tried first: large drawings take longer to try."""
SIZE_OPTIONS = ("max_nodes", "ply", "nodes")
"""Options that say what is drawn, whether it fits or not."""


def fit_picture(
    trace: Trace,
    *,
    default_max_nodes: int | None = None,
    previous_step: int | None = None,
    given_size: DisplaySize | None = None,
    directions: Sequence[GrowthDirection] = (),
    with_columns: bool = True,
    **options: Any,
) -> Picture:
    """What is drawn of a trace, so that it can be read where it is shown; see `Options.fit`.

    Where the options say how many nodes are drawn, or how deep, they are, and the picture is as large as they need.

    Args:
        trace: what was recorded.
        default_max_nodes: nodes at most, where the options do not say how many.
        previous_step: as for `viz.pictures.picture_drafts.animation_frame`.
        given_size: the part that it has of what it is shown on. Others have the rest, the legend stands below them all,
            and no picture goes without its signs.
        directions: the ways in which it may grow; none are all.
        with_columns: whether nodes may stand below one another.
        **options: what shapes the drawing.

    Raises:
        PlyscopeError: an option is wrong, the budget draws nothing, a position is wanted and the trace has no game, or
            the sides are those of another trace.
    """
    settings = parse_settings(options)
    if default_max_nodes is not None and settings.max_nodes is None:
        settings = replace(settings, max_nodes=min(default_max_nodes, settings.node_budget))
    drafts = PictureDrafts(trace, settings, previous_step)
    display_size = given_size or settings.display_size
    if display_size is None:
        return drafts.draft_picture()
    # In the margin stands who moves at a ply, where its nodes stand in one line; in columns nothing stands at edges.
    with_columns = with_columns and not settings.layers and not settings.merge
    allowed_directions = [
        direction
        for direction in directions or growth_directions(display_size, with_columns=with_columns)
        if settings.sideways in (None, direction.sideways)
    ]
    room = _Room(trace, display_size, allowed_directions, is_beside=given_size is not None)
    if any(options.get(name) is not None for name in SIZE_OPTIONS):
        return room.fit_asked_picture(drafts.draft_picture())
    best = room.best_fitting(settings, drafts)
    # Pictures beside one another, and the frames of a film, say the same of their nodes.
    if given_size is None and previous_step is None and settings.shows_plain_windows:
        final_fitting = best if settings.step is None else room.best_fitting(replace(settings, step=None))
        if not final_fitting.shows_enough:
            windowless_settings = replace(settings, windows=TextPlacement.NONE)
            # At a step it is drawn as in the end.
            windowless_fitting = room.best_fitting(replace(windowless_settings, step=None))
            if windowless_fitting.shown_extent > final_fitting.shown_extent:
                best = room.best_fitting(windowless_settings)
    return best.final_picture(with_words=given_size is not None)


@dataclass(frozen=True)
class _Room:
    """What a trace is fitted to, and the ways in which it may grow there."""

    trace: Trace
    display_size: DisplaySize
    directions: Sequence[GrowthDirection]
    is_beside: bool
    """Whether others stand beside it, which share its legend."""

    def best_fitting(self, settings: Settings, drafts: PictureDrafts | None = None) -> _Fitting:
        """What shows most; all of a small tree where that can be read and no other tree is beside it."""
        drafts = drafts or PictureDrafts(self.trace, settings)
        if not self.is_beside and (whole_tree_fitting := self._fit_whole_tree(settings, drafts)) is not None:
            return whole_tree_fitting
        best = self._best_of_directions(drafts)
        # What folds to next to nothing is no picture, and has no room for its signs.
        if settings.may_fold and not (best.is_lawful and (best.legend_parts or not best.shows_all)):
            unfolded_drafts = PictureDrafts(self.trace, replace(settings, fold=False), drafts.previous_step)
            unfolded_fitting = self._best_of_directions(unfolded_drafts)
            if unfolded_fitting.is_lawful and (unfolded_fitting.shows_all or not best.is_lawful):
                return unfolded_fitting
        return best

    def fit_asked_picture(self, asked_picture: Picture) -> Picture:
        """What is drawn whether it fits or not: with as many words as it fits with, or all where it never does."""
        best_arrangements = list[_Arrangement]()
        layouts = self._lay_out(asked_picture)
        for legend_parts in LEGEND_CHOICES[:1] if self.is_beside else LEGEND_CHOICES:
            arrangements = [_Arrangement(layout, direction, legend_parts) for direction, layout in layouts]
            best_arrangements.append(_choose_filling(arrangements))
            if best_arrangements[-1].page.is_readable:
                return best_arrangements[-1].picture
        return best_arrangements[0].picture

    def _lay_out(self, picture: Picture) -> list[tuple[GrowthDirection, TreeLayout]]:
        fitted_picture = replace(picture, fit=self.display_size)
        return [(direction, lay_out(direction.arrange(fitted_picture))) for direction in self.directions]

    def _fit_whole_tree(self, settings: Settings, drafts: PictureDrafts) -> _Fitting | None:
        """All of a small tree, where it can be read; None where that is not possible.

        At a step it grows as it does in the end: what is shown step by step does not turn.
        """
        if len(self.trace) > MAX_WHOLE_TREE:
            return None
        final_drafts = drafts if settings.step is None else PictureDrafts(self.trace, replace(settings, step=None))
        arrangement = self._arrange_whole_tree(final_drafts)
        if settings.may_fold and (
            arrangement is None or arrangement.page.filled_share < MIN_FILLED_SHARE
        ):  # what folds to next to nothing is no picture
            unfolded_drafts = PictureDrafts(self.trace, replace(settings, fold=False, step=None))
            unfolded_arrangement = self._arrange_whole_tree(unfolded_drafts)
            if unfolded_arrangement is not None and (
                arrangement is None or unfolded_arrangement.page.filled_share >= MIN_FILLED_SHARE
            ):
                drafts = PictureDrafts(self.trace, replace(settings, fold=False), drafts.previous_step)
                arrangement = unfolded_arrangement
        if arrangement is None:
            return None
        first_choice = LEGEND_CHOICES.index(arrangement.legend_parts)
        fittings = (
            _Fitting(drafts, legend_parts, self.display_size, arrangement.direction)
            for legend_parts in LEGEND_CHOICES[first_choice:]
        )
        return next((fitting for fitting in fittings if fitting.is_readable and fitting.shows_all), None)

    def _arrange_whole_tree(self, drafts: PictureDrafts) -> _Arrangement | None:
        """How all of a tree grows, with as many words as it may."""
        full_picture = drafts.draft_bare_picture(drafts.max_nodes, drafts.max_ply)
        if not full_picture.shows_all or len(full_picture.boxes) > drafts.settings.node_budget:
            return None
        layouts = self._lay_out(full_picture)
        for legend_parts in LEGEND_CHOICES:
            arrangements = [_Arrangement(layout, direction, legend_parts) for direction, layout in layouts]
            lawful = [arrangement for arrangement in arrangements if arrangement.is_lawful(len(drafts.trace))]
            if lawful:
                return _choose_filling(lawful)
        return None

    def _best_of_directions(self, drafts: PictureDrafts) -> _Fitting:
        """What shows most, with as many words as it may."""
        fittings = list[_Fitting]()
        for legend_parts in LEGEND_CHOICES[-1:] if self.is_beside else LEGEND_CHOICES:
            for direction in self.directions:
                first_guess = fittings[-1].node_count if fittings else FIRST_GUESS
                fittings.append(_Fitting(drafts, legend_parts, self.display_size, direction, first_guess))
                # Nothing shows more than all.
                if fittings[-1].is_lawful and fittings[-1].shows_all:
                    return fittings[-1]
            if any(fitting.is_lawful and fitting.shows_enough for fitting in fittings):
                break
        return max(fittings, key=lambda fitting: fitting.rank)


def _with_legend_parts(full_picture: Picture, legend_parts: tuple[str, ...]) -> Picture:
    picture = full_picture if "note" in legend_parts else replace(full_picture, note="")
    return picture if "legend" in legend_parts else replace(picture, legend=())


def _choose_filling(arrangements: Sequence[_Arrangement]) -> _Arrangement:
    """Of the same nodes the first way that fills what they are shown on, or else the one with the largest text."""
    readable = [one for one in arrangements if one.page.is_readable]
    first_filling = next((one for one in readable if one.page.filled_share >= MIN_FILLED_SHARE), None)
    sort_key = (
        (lambda one: one.page.shown_tree_text * one.direction.weight)
        if readable
        else (lambda one: one.page.shown_min_text)
    )
    return max(readable or arrangements, key=sort_key) if first_filling is None else first_filling


class _Arrangement:
    """A picture that grows one way, with as much said of the signs as its parts say: they move nothing in the tree."""

    def __init__(self, layout: TreeLayout, direction: GrowthDirection, legend_parts: tuple[str, ...]) -> None:
        self.picture, self.direction = _with_legend_parts(layout.picture, legend_parts), direction
        self.legend_parts = legend_parts
        self.page = PictureDrawing(replace(layout, picture=self.picture))

    def is_lawful(self, node_count: int) -> bool:
        """Whether a tree of some nodes can be read and is most of its page."""
        sheet = self.page.sheet
        is_tiny = node_count <= MAX_TINY_TREE and sheet.share_of_legend <= MAX_LEGEND_SHARE
        is_familiar = node_count <= FAMILIAR_SIZE and not self.direction.max_rows and not self.direction.sideways
        return self.page.is_readable and (is_tiny or sheet.excess <= (FAMILIAR_EXCESS if is_familiar else 1.0))


@dataclass(eq=False)
class _Fitting:
    """The most that fits of a drawing that grows one way: as deep as its best line is seen, then as many nodes."""

    drafts: PictureDrafts
    legend_parts: tuple[str, ...]
    display_size: DisplaySize
    direction: GrowthDirection
    first_guess: int = FIRST_GUESS

    def __post_init__(self) -> None:
        drafts = self.drafts
        self.node_count, self.ply = drafts.max_nodes, drafts.max_ply
        self._pages = dict[tuple[int, int], PictureDrawing]()
        if (len(drafts.trace) > MAX_WHOLE_TREE and not drafts.settings.merge) or not self._is_page_readable(
            self.node_count, self.ply
        ):
            # With a node a ply, nothing but the first line is drawn.
            max_ply = _last_holding(lambda ply: self._is_page_readable(min(ply + 1, drafts.max_nodes), ply), self.ply)
            candidates = list[tuple[tuple[int, int, int], int]]()
            # A tree that is less deep has room for more.
            for ply in range(max_ply, max(0, max_ply - (0 if self.direction.max_rows else MAX_PLIES_LESS) - 1), -1):
                count = self._max_fitting_nodes(ply, candidates[-1][1] if candidates else self.first_guess)
                candidates.append(((*_visible_extent(self._page(count, ply)), ply), count))
            (_, _, self.ply), self.node_count = max(candidates)
        page = self._page(self.node_count, self.ply)
        self.marked_depth, self.visible_count = _visible_extent(page)
        self.is_small = page.sheet.share_of_legend <= MAX_LEGEND_SHARE
        self.shows_all = page.picture.shows_all
        is_tiny = self.shows_all and len(drafts.trace) <= MAX_TINY_TREE
        self.is_readable = page.is_readable
        self.is_lawful = page.is_readable and (page.sheet.excess <= 1 or (is_tiny and self.is_small))
        self.shows_enough = self.shows_all or len(page.picture.node_boxes) >= MIN_NODES_BEFORE_CUTS

    @property
    def rank(self) -> tuple[bool, bool, int, float]:
        """The higher the better."""
        return self.is_lawful, self.is_small, self.marked_depth, self.visible_count * self.direction.weight

    @property
    def shown_extent(self) -> tuple[bool, bool, int]:
        """How much it shows, whichever way it grows."""
        return self.is_lawful, self.is_readable, self.visible_count

    def _max_fitting_nodes(self, ply: int, first_guess: int) -> int:
        fitting_count = _last_holding(
            lambda count: self._is_page_readable(count, ply), self.drafts.max_nodes, first_guess
        )
        # The last node of a position that is left out takes its stub away; and where one more node moves a subtree into
        # a column, more of them may fit than fewer.
        is_merged = self.drafts.settings.merge
        factors = RETRY_FACTORS if is_merged or self.direction.max_rows else ()
        larger_counts = [round(factor * fitting_count) for factor in factors] + [self.drafts.max_nodes] * is_merged
        return max([fitting_count, *(count for count in larger_counts if self._is_page_readable(count, ply))])

    def _is_page_readable(self, count: int, ply: int) -> bool:
        if not self.drafts.surely_fits(count, ply):
            return False
        picture = self.drafts.draft_bare_picture(count, ply)
        return len(picture.node_boxes) <= self.drafts.settings.node_budget and self._page(count, ply).is_readable

    def final_picture(self, *, with_words: bool) -> Picture:
        """What is drawn then, with the reasons; and with all that is said of the signs, whether it fits or not."""
        picture = self.drafts.draft_picture(self.node_count, self.ply)
        if self.drafts.settings.history:
            picture_with_all_ends = self.drafts.draft_picture(self.node_count, self.ply, all_ends=True)
            page = PictureDrawing(lay_out(self._arrange_picture(picture_with_all_ends)))
            picture = picture_with_all_ends if page.is_readable and page.sheet.excess <= 1 else picture
        if with_words:
            return self.direction.arrange(replace(picture, fit=self.display_size))
        return self._arrange_picture(picture)

    def _page(self, count: int, ply: int) -> PictureDrawing:
        if (count, ply) not in self._pages:
            self._pages[count, ply] = PictureDrawing(
                lay_out(self._arrange_picture(self.drafts.draft_bare_picture(count, ply)))
            )
        return self._pages[count, ply]

    def _arrange_picture(self, picture: Picture) -> Picture:
        return _with_legend_parts(self.direction.arrange(replace(picture, fit=self.display_size)), self.legend_parts)


def _visible_extent(page: PictureDrawing) -> tuple[int, int]:
    """What is seen on a page: how deep the lines to marked nodes are; for how many nodes the boxes and links stand."""
    picture = page.picture
    marked_depth = sum(picture.boxes[index].ply for index in picture.marked)
    return marked_depth, sum(box.count for box in picture.node_boxes) + len(picture.links)


def _last_holding(condition: Callable[[int], bool], max_number: int, first_guess: int = FIRST_GUESS) -> int:
    """The last number up to `max_number` that something holds for, where it holds for 1 and up to some number.

    A `first_guess` that is near it is found fast.
    """
    holding, failing, step = 1, max_number + 1, max(1, first_guess // 4)
    number = min(first_guess, max_number)
    while holding < number < failing:
        if condition(number):
            holding, number = number, min(number + step, max_number)
        else:
            failing, number = number, max(number - step, 1)
        step *= 2
    while failing - holding > 1:
        middle = (holding + failing) // 2
        holding, failing = (middle, failing) if condition(middle) else (holding, middle)
    return holding
