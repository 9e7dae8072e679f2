"""What shapes a drawing, as callers give it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, TypedDict, cast

from tracer.errors import PlyscopeError
from tracer.text import clean, nearest
from tracer.tracing import Trace
from viz.pictures.fits import SLIDE, Fit, fit
from viz.pictures.labels import Labels, Place
from viz.pictures.selection import MAX_NODES, check
from viz.pictures.sides import Sides
from viz.pictures.theme import LIGHT, Theme, theme
from viz.pictures.views import Spot, View, matches, neighbourhood, views

LAYOUTS = ("dot",)
"""Graphviz's layouts that draw trees without overlaps; without one the drawing is laid out here."""
POINTS_OF_VIEW = ("max", "mover")
BOUNDS = ("proved", "classical")
MASSES = ("branches", "nodes")
AXES = ("nodes", "steps")
OF_ONE = ("merge", "unvisited", "step", "ranges", "history", "numbers", "types")
"""What a drawing of two searches has not: what it would say is true of one of them."""

OF_AN_ICICLE = ("mass", "across")
"""What drawings and other charts have not."""
OF_STILLS = ("merge", "layout", "sides", "unvisited")
"""What an animation has not."""
TIME = "seconds"
"""What an animation has that moves by itself."""
OF_FILMS = ("every", TIME)
"""What a still picture has not."""
SHORTEST, LONGEST = 1, 600
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
        need_one_of("moves", self.moves, (Place.NODE, Place.EDGE))
        need_one_of("windows", self.windows, tuple(Place))
        need_one_of("view", self.view, POINTS_OF_VIEW)
        need_one_of("bounds", self.bounds, BOUNDS)
        if isinstance(self.theme, str):
            theme(self.theme)
        if self.mass is not None:
            need_one_of("mass", self.mass, MASSES)
        need_one_of("across", self.across, AXES)
        if self.layout is not None:
            need_one_of("layout", self.layout, LAYOUTS)
            if self.fit is not None:
                raise PlyscopeError(f"Graphviz's {self.layout} fits nothing to a page: leave out fit, or layout")
        self._check_film()
        if (self.title or self.subtitle) and not self.caption:
            raise PlyscopeError("title and subtitle stand in the caption: leave them out, or have a caption")
        fit(self.fit or SLIDE)
        check(self.budget, self.ply)
        if self.unvisited < 0:
            raise PlyscopeError(
                f"unvisited is {self.unvisited}: give the plies to draw below pruned branches, 0 or more"
            )
        if self.dpi is not None and self.dpi < 1:
            raise PlyscopeError(f"dpi is {self.dpi}: give 1 or more dots an inch")
        if self.sides is not None:
            check_two({name: getattr(self, name) for name in OF_ONE})
        if self.history and (self.ranges or self.windows != Place.NODE):
            lost = "ranges" if self.ranges else f"windows {self.windows}"
            raise PlyscopeError(f"history writes windows in the nodes: leave out {lost}")
        if self.merge and (self.history or self.ranges or self.windows == Place.EDGE):
            lost = "history" if self.history else "ranges" if self.ranges else f"windows {self.windows}"
            raise PlyscopeError(
                f"a position that is drawn once has as many windows as visits: leave out {lost}, or merge"
            )
        if self.merge and self.unvisited:
            raise PlyscopeError("merge and unvisited do not go together: draw one after the other")

    def _check_film(self) -> None:
        if self.every < 1:
            raise PlyscopeError(f"every is {self.every}: give 1 for each frame of an animation, 2 for each second one")
        if self.seconds is not None and not SHORTEST <= self.seconds <= LONGEST:
            raise PlyscopeError(f"seconds is {self.seconds:g}: give {SHORTEST} to {LONGEST} for an animation")

    @property
    def budget(self) -> int:
        """Nodes drawn at most."""
        return MAX_NODES if self.max_nodes is None else self.max_nodes

    @property
    def folds(self) -> bool:
        """Whether a box may stand for several nodes."""
        return self.fold and not self.merge

    @property
    def windows_alone(self) -> bool:
        """Whether windows are written, and neither ranges nor what the windows were."""
        return self.labels.windows is not Place.NONE and not (self.ranges or self.history)

    @property
    def shown_on(self) -> Fit | None:
        """What the drawing is to fit; None where it is as large as it comes, and where Graphviz places the nodes."""
        return fit(self.fit or SLIDE) if self.layout is None else None

    @property
    def looks(self) -> Theme:
        """The theme."""
        known = theme(self.theme) if isinstance(self.theme, str) else self.theme or LIGHT
        return known.with_triangles() if self.triangles else known

    @property
    def labels(self) -> Labels:
        """What is written of a node."""
        return Labels(
            moves=Place.EDGE if self.merge else Place(self.moves),
            # A position has as many windows as visits.
            windows=Place.NONE if self.merge else Place(self.windows),
            numbers=self.numbers,
            history=self.history,
            mover=self.view == "mover",
            types=self.types,
        )


def check_two(options: Mapping[str, Any]) -> None:
    """Refuse what a drawing of two searches has not.

    Raises:
        PlyscopeError: one of these options is asked for.
    """
    if asked := [name for name in changes(options) if name in OF_ONE]:
        raise PlyscopeError(f"a drawing of two searches has no {' and no '.join(asked)}: draw each search for itself")


def wanted_views(wanted: Settings) -> list[View]:
    """The parts that are wanted; none where all is.

    Raises:
        PlyscopeError: there is no such part, or the condition is none.
    """
    chosen = views(wanted.only)
    chosen += [] if wanted.near is None else [neighbourhood(wanted.near)]
    return chosen + ([] if wanted.find is None else [matches(wanted.find)])


def settings(options: Options) -> Settings:
    """Options, checked.

    Raises:
        PlyscopeError: an option is wrong, or there is none of its name.
    """
    known = [field.name for field in fields(Settings)]
    for name in options:
        if name not in known:
            raise PlyscopeError(f"no option {clean(name)!r}{nearest(name, known)}; there are: {', '.join(known)}")
    return Settings(**cast("Any", options))


def reading(trace: Trace, bounds: str) -> Trace:
    """A trace as its bounds are asked for.

    Raises:
        PlyscopeError: there are no such bounds.
    """
    need_one_of("bounds", bounds, BOUNDS)
    return trace.classical() if bounds == "classical" else trace


def changes(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that are not at their defaults."""
    defaults = {field.name: field.default for field in fields(Settings)}
    return {name: value for name, value in options.items() if value != defaults.get(name)}


def take(what: str, takes: tuple[str, ...], options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that are not at their defaults, if all of them are taken by what holds a whole trace.

    Raises:
        PlyscopeError: one is not.
    """
    asked = changes(options)
    others = [name for name in asked if name not in takes]
    if lost := [name for name in others if name in OF_AN_ICICLE]:
        raise PlyscopeError(f"{what} has no {' and no '.join(lost)}: mass and across shape an icicle alone")
    if others:
        raise PlyscopeError(
            f"{what} holds the whole trace: leave out {', '.join(others).replace('_', '-')}, which only drawings take"
        )
    return asked


def refuse(what: str, lacks: tuple[str, ...], options: Mapping[str, Any]) -> None:
    """Refuse options that would change nothing.

    Raises:
        PlyscopeError: one of them is asked for.
    """
    if asked := [name for name in changes(options) if name in lacks]:
        raise PlyscopeError(f"{what} has no {' and no '.join(asked)}: leave it out")


def need_one_of(name: str, value: str, known: tuple[str, ...]) -> None:
    """Refuse a value that an option does not have.

    Raises:
        PlyscopeError: it is none of those known.
    """
    if value not in known:
        raise PlyscopeError(
            f"{name} is {clean(str(value))!r}{nearest(str(value), known)}; there are: {', '.join(known)}"
        )
