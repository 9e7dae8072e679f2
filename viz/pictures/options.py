"""What shapes a drawing, as callers give it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, TypedDict

from tracer.errors import PlyscopeError
from tracer.text import clean, nearest
from tracer.tracing import Trace
from viz.pictures.fits import DEFAULT_FIT, DisplaySize, parse_display_size
from viz.pictures.labels import LabelOptions, TextPlacement
from viz.pictures.node_masks import Spot, View, condition_view, neighbourhood_view, views_by_name
from viz.pictures.selection import MAX_NODES, check_budget
from viz.pictures.sides import Sides
from viz.pictures.theme import LIGHT, Theme, theme_by_name

LAYOUTS = ("dot",)
"""Graphviz's layouts that draw trees without overlaps; without one the drawing is laid out here."""
POINTS_OF_VIEW = ("max", "mover")
BOUNDS = ("proved", "classical")
ICICLE_MASSES = ("branches", "nodes")
ICICLE_AXES = ("nodes", "steps")
SINGLE_SEARCH_OPTIONS = ("merge", "unvisited", "step", "ranges", "history", "numbers", "types")
"""What a drawing of two searches has not: what it would say is true of one of them."""

ICICLE_OPTIONS = ("mass", "across")
"""What drawings and other charts have not."""
STILL_OPTIONS = ("merge", "layout", "sides", "unvisited")
"""What an animation has not."""
DURATION_OPTION = "seconds"
"""What an animation has that moves by itself."""
ANIMATION_OPTIONS = ("every", DURATION_OPTION)
"""What a still picture has not."""
MIN_SECONDS, MAX_SECONDS = 1, 600
"""Seconds of an animation."""


class Options(TypedDict, total=False):
    """What shapes a drawing: which nodes are drawn, what is written of them, and how they look."""

    root: Spot
    """The node at the top. Nodes are named by their ids in the trace, whatever the step, by paths such as `a2/b1`,
    or as `plyscope.Node`."""
    fit: str | None
    """What a drawing is shown on: `slide` (1920x1080 pixels; so does None), `page` (the text of A4), `column` (85 mm),
    `square` (1080x1080 pixels), a size such as `1600x900`, or `none`. There its smallest text can be read: 14 pixels
    high, 11 where no side is longer than 500, in print 7 points. It chooses how many nodes are drawn where
    neither `max_nodes` nor `ply` says so, the direction, whether subtrees stand in columns, a node a row, and where the
    legend stands. Where fewer than a dozen nodes fit, it leaves out first the legend, then the windows, and nodes last;
    an animation keeps the windows of half a dozen."""
    max_nodes: int | None
    """Boxes drawn at most; the rest becomes counted stubs. None is what fits, at most 200, or what the format takes."""
    ply: int | None
    """Plies drawn below the root; None draws as deep as the nodes reach."""
    step: int | None
    """Draw the tree as it was at this step of the recording, with its event; None draws it as it is in the end."""
    only: Iterable[str]
    """Draw only these parts, `pv` (with refutations) and `cutoffs`, and what `near` and `find` add to them."""
    near: Spot | None
    """Draw only the neighbourhood of this node, and what `only` and `find` add to it."""
    find: str | None
    """Draw only the nodes that fulfil a condition, such as `cutoff and ply == 3`, and what `only` and `near` add."""
    nodes: Iterable[Spot] | None
    """Just these nodes, each with its parent but for the first; then root, max_nodes, ply and views do not matter."""
    highlight: Spot | Iterable[Spot]
    """Nodes to which the lines from the root are drawn so that they stand out."""
    notes: Mapping[int, str] | Mapping[str, str] | Mapping[Spot, str] | None
    """Words of your own that stand in nodes, below all else."""
    fold: bool
    """Draw as one box more than three pruned siblings, leaves that differ in their moves alone, or only moves in a row;
    and say of pruned branches how many nodes they spared. Where positions are merged, nothing folds."""
    unvisited: int
    """Plies of the game tree that are drawn in grey below pruned branches; the search never visited them."""
    merge: bool
    """Draw each position once, with how often it was visited, however many paths lead to it; moves stand at edges, and
    windows, of which a position has as many as visits, nowhere."""
    sides: Sides | None
    """Whose each node is, where the trace drawn is the union of two."""
    board: bool
    """Draw positions inside the nodes."""
    moves: str
    """Where moves stand: `node` or `edge`."""
    windows: str
    """Where windows stand: `node`, `edge` or `none`."""
    ranges: bool
    """Write what is known of a node's value in place of its window; see `viz.pictures.ranges`."""
    history: bool
    """Write alpha and beta at each inner node with all that they were, the old ends struck out, as on paper."""
    numbers: bool
    """Write in each node which visit it was, from 1 on."""
    last_cutoffs: bool
    """Mark the cutoffs after a last move too, which skip nothing."""
    types: bool
    """Colour nodes by their type: PV, cut and all nodes (Knuth & Moore 1975)."""
    bounds: str
    """What signs before values say: what is `proved`, or the `classical`: what the nodes' windows prove alone."""
    view: str
    """Whose view values and windows are: `max`, or `mover` as in a negamax."""
    triangles: bool
    """Draw MAX and MIN as triangles with their text beside them."""
    layers: bool
    """Write in the margin who moves at each ply."""
    sideways: bool | None
    """Grow to the right instead of downwards; None decides by what fits, or by the width."""
    theme: Theme | str | None
    """The colours: light, dark, print or colour-blind; None is light, or for a page what the reader's system says."""
    legend: bool
    """Explain the signs."""
    caption: bool
    """Say above the drawing what was searched, with its counts."""
    title: str | None
    """What stands first above the drawing, in place of what was searched."""
    subtitle: str | None
    """What stands below the title, in place of the result."""
    reasons: bool
    """Say in an SVG of a small tree why nodes were cut and branches pruned, to whoever rests on them."""
    layout: str | None
    """Let Graphviz's `dot` place the nodes, on a page as large as it comes."""
    dpi: int | None
    """Dots an inch of a bitmap."""
    mass: str | None
    """Of an icicle: whether a pruned branch is as wide as one of the `branches`, or as the `nodes` never visited.

    None is as the nodes, where they can be counted.
    """
    across: str
    """Of an icicle: what is counted across, `nodes` or `steps`."""
    every: int
    """Of an animation: so many of its frames are one; the first and the last are always there."""
    seconds: float | None
    """How long an animation lasts at most; None is 15. Of more frames than there is time for some are left out."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Options that were checked, with the defaults for what was not given. The fields are those of `Options`."""

    root: int = 0
    fit: str | None = None
    max_nodes: int | None = None
    ply: int | None = None
    step: int | None = None
    only: Iterable[str] = ()
    near: int | None = None
    find: str | None = None
    nodes: Iterable[int] | None = None
    highlight: Iterable[int] = ()
    notes: Mapping[int, str] | None = None
    fold: bool = True
    unvisited: int = 0
    merge: bool = False
    sides: Sides | None = None
    board: bool = False
    moves: str = "node"
    windows: str = "node"
    ranges: bool = False
    history: bool = False
    numbers: bool = False
    last_cutoffs: bool = False
    types: bool = False
    bounds: str = "proved"
    view: str = "max"
    triangles: bool = False
    layers: bool = False
    sideways: bool | None = None
    theme: Theme | str | None = None
    legend: bool = True
    caption: bool = True
    title: str | None = None
    subtitle: str | None = None
    reasons: bool = True
    layout: str | None = None
    dpi: int | None = None
    mass: str | None = None
    across: str = "nodes"
    every: int = 1
    seconds: float | None = None

    def __post_init__(self) -> None:
        check_choice("moves", self.moves, (TextPlacement.NODE, TextPlacement.EDGE))
        check_choice("windows", self.windows, tuple(TextPlacement))
        check_choice("view", self.view, POINTS_OF_VIEW)
        check_choice("bounds", self.bounds, BOUNDS)
        if isinstance(self.theme, str):
            theme_by_name(self.theme)
        if self.mass is not None:
            check_choice("mass", self.mass, ICICLE_MASSES)
        check_choice("across", self.across, ICICLE_AXES)
        if self.layout is not None:
            check_choice("layout", self.layout, LAYOUTS)
            if self.fit is not None:
                raise PlyscopeError(f"Graphviz's {self.layout} fits nothing to a page: leave out fit, or layout")
        self._check_animation()
        if (self.title or self.subtitle) and not self.caption:
            raise PlyscopeError("title and subtitle stand in the caption: leave them out, or have a caption")
        parse_display_size(self.fit or DEFAULT_FIT)
        check_budget(self.node_budget, self.ply)
        if self.unvisited < 0:
            raise PlyscopeError(
                f"unvisited is {self.unvisited}: give the plies to draw below pruned branches, 0 or more"
            )
        if self.dpi is not None and self.dpi < 1:
            raise PlyscopeError(f"dpi is {self.dpi}: give 1 or more dots an inch")
        if self.sides is not None:
            refuse_single_search_options({name: getattr(self, name) for name in SINGLE_SEARCH_OPTIONS})
        other_windows = "ranges" if self.ranges else f"windows {self.windows}"
        if self.history and (self.ranges or self.windows != TextPlacement.NODE):
            raise PlyscopeError(f"history writes windows in the nodes: leave out {other_windows}")
        if self.merge and (self.history or self.ranges or self.windows == TextPlacement.EDGE):
            raise PlyscopeError(
                "a position that is drawn once has as many windows as visits: leave out "
                f"{'history' if self.history else other_windows}, or merge"
            )
        if self.merge and self.unvisited:
            raise PlyscopeError("merge and unvisited do not go together: draw one after the other")

    def _check_animation(self) -> None:
        if self.every < 1:
            raise PlyscopeError(f"every is {self.every}: give 1 for each frame of an animation, 2 for each second one")
        if self.seconds is not None and not MIN_SECONDS <= self.seconds <= MAX_SECONDS:
            raise PlyscopeError(f"seconds is {self.seconds:g}: give {MIN_SECONDS} to {MAX_SECONDS} for an animation")

    @property
    def node_budget(self) -> int:
        """Nodes drawn at most."""
        return MAX_NODES if self.max_nodes is None else self.max_nodes

    @property
    def may_fold(self) -> bool:
        """Whether a box may stand for several nodes."""
        return self.fold and not self.merge

    @property
    def shows_plain_windows(self) -> bool:
        """Whether windows are written, and neither ranges nor what the windows were."""
        return self.label_options.windows is not TextPlacement.NONE and not (self.ranges or self.history)

    @property
    def display_size(self) -> DisplaySize | None:
        """What the drawing is to fit; None where it is as large as it comes, and where Graphviz places the nodes."""
        return parse_display_size(self.fit or DEFAULT_FIT) if self.layout is None else None

    @property
    def drawing_theme(self) -> Theme:
        """The theme."""
        base_theme = theme_by_name(self.theme) if isinstance(self.theme, str) else self.theme or LIGHT
        return base_theme.with_triangles() if self.triangles else base_theme

    @property
    def label_options(self) -> LabelOptions:
        """What is written of a node."""
        return LabelOptions(
            moves=TextPlacement.EDGE if self.merge else TextPlacement(self.moves),
            # A position has as many windows as visits.
            windows=TextPlacement.NONE if self.merge else TextPlacement(self.windows),
            shows_visit_numbers=self.numbers,
            shows_window_history=self.history,
            from_mover_view=self.view == "mover",
            shows_types=self.types,
        )


def refuse_single_search_options(options: Mapping[str, Any]) -> None:
    """Refuse what a drawing of two searches has not.

    Raises:
        PlyscopeError: one of these options is asked for.
    """
    if given_names := [name for name in changed_options(options) if name in SINGLE_SEARCH_OPTIONS]:
        raise PlyscopeError(
            f"a drawing of two searches has no {' and no '.join(given_names)}: draw each search for itself"
        )


def selected_views(settings: Settings) -> list[View]:
    """The parts that are wanted; none where all is.

    Raises:
        PlyscopeError: there is no such part, or the condition is none.
    """
    selected = views_by_name(settings.only)
    selected += [] if settings.near is None else [neighbourhood_view(settings.near)]
    return selected + ([] if settings.find is None else [condition_view(settings.find)])


def parse_settings(options: Mapping[str, Any]) -> Settings:
    """Options, checked.

    Raises:
        PlyscopeError: an option is wrong, or there is none of its name.
    """
    known = [field.name for field in fields(Settings)]
    for name in options:
        if name not in known:
            raise PlyscopeError(f"no option {clean(name)!r}{nearest(name, known)}; there are: {', '.join(known)}")
    return Settings(**options)


def with_bounds(trace: Trace, bounds: str) -> Trace:
    """A trace as its bounds are asked for.

    Raises:
        PlyscopeError: there are no such bounds.
    """
    check_choice("bounds", bounds, BOUNDS)
    return trace.classical() if bounds == "classical" else trace


def changed_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that are not at their defaults."""
    defaults = {field.name: field.default for field in fields(Settings)}
    return {name: value for name, value in options.items() if value != defaults.get(name)}


def options_of_whole_trace(drawing: str, allowed_names: tuple[str, ...], options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that are not at their defaults, if all of them are taken by what holds a whole trace.

    Raises:
        PlyscopeError: one is not.
    """
    given_options = changed_options(options)
    refused_names = [name for name in given_options if name not in allowed_names]
    if icicle_names := [name for name in refused_names if name in ICICLE_OPTIONS]:
        raise PlyscopeError(f"{drawing} has no {' and no '.join(icicle_names)}: mass and across shape an icicle alone")
    if refused_names:
        raise PlyscopeError(
            f"{drawing} holds the whole trace: leave out {', '.join(refused_names).replace('_', '-')}, "
            "which only drawings take"
        )
    return given_options


def refuse_options(drawing: str, refused_names: tuple[str, ...], options: Mapping[str, Any]) -> None:
    """Refuse options that would change nothing.

    Raises:
        PlyscopeError: one of them is asked for.
    """
    if given_names := [name for name in changed_options(options) if name in refused_names]:
        raise PlyscopeError(f"{drawing} has no {' and no '.join(given_names)}: leave it out")


def check_choice(name: str, value: str, choices: tuple[str, ...]) -> None:
    """Refuse a value that an option does not have.

    Raises:
        PlyscopeError: it is none of those known.
    """
    if value not in choices:
        raise PlyscopeError(
            f"{name} is {clean(str(value))!r}{nearest(str(value), choices)}; there are: {', '.join(choices)}"
        )
