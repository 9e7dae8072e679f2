"""How a role looks. Colours tell roles apart at a glance; shape, line or a sign tells them apart without colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tracer.comparing.union_tree import BOTH, CHANGED, ONLY_A, ONLY_B, Side
from tracer.errors import PlyscopeError
from tracer.text import clean, nearest
from viz.pictures.roles import Kind, NodeType, Role

MOVE_TEXT_SCALE = 0.85
"""Size of a move, in sizes of a node's text, but"""
SMALL_TEXT_SIZE = 9.0
"""points at least, where the text has them: what is smaller is read with effort."""
VISIT_WIDTH_OFFSET = -0.2
"""Points that an edge is wider than by visits: the thinnest is thinner than others, and seen."""


@dataclass(frozen=True, slots=True)
class Look:
    """A node as it is drawn."""

    shape: str
    """house and invhouse (pentagons that point up and down), triangle and invtriangle (small, the text beside them),
    ellipse, box, cylinder, hexagon, subtree (a small triangle, the text below it), plain."""
    fill: str
    line: str
    """Colour of the outline."""
    text: str
    """Colour of the text."""
    style: str = "filled"
    """Words with commas between them: filled, rounded, dashed, dotted, dashdotted."""
    width: float = 1.0
    """Of the outline, in points."""
    size: float = 11.0
    """Of the text, in points."""
    stacked: bool = False
    """Another one of the kind is seen behind it."""


@dataclass(frozen=True, slots=True)
class EdgeLook:
    """An edge as it is drawn: how the node below it was reached."""

    line: str
    style: str = "solid"
    """solid, dashed, dotted or dashdotted."""
    width: float = 1.0
    head: str = "none"
    """tee: a bar across the end at the node below; or none."""


@dataclass(frozen=True, slots=True)
class Tint:
    """Colours in place of a look's own, where they show something else; words in the node say it too."""

    fill: str
    line: str
    """Colour of the outline and of the edge above."""
    text: str
    width: float = 2.2
    """Of the outline and of the edge above, in points."""


@dataclass(frozen=True)
class Theme:
    """The looks of one picture. `LIGHT` is the default."""

    kinds: Mapping[Kind, Look]
    background: str
    text: str
    faint: str
    """Colour of what is only there to be complete: stubs, the legend's words."""
    edge: str
    pruned: str
    """Colour of a pruned branch, node and edge."""
    variation: str
    """Colour of the principal variation."""
    cutoff: str
    """Colour of a cutoff's mark."""
    sides: Mapping[Side, Tint]
    """In a drawing of two searches."""
    types: Mapping[NodeType, Tint]
    """In a drawing of node types."""
    means: Sequence[str]
    """Of nodes in Monte Carlo tree search by their mean, from best for MIN to best for MAX: `MEAN_COLOUR_COUNT`."""
    highlight: str
    """Colour of a line that is asked to stand out."""
    last: str
    """Colour of the square that the last move changed."""
    font: str = "DejaVu Sans,Verdana,sans-serif"
    mono: str = "DejaVu Sans Mono,Menlo,Consolas,monospace"
    small: float = field(default=SMALL_TEXT_SIZE)
    """Of stubs, marks and the legend, in points."""

    def node_look(self, role: Role) -> Look:
        """How a node of a role looks."""
        look = self.kinds[role.kind]
        look = replace(look, stacked=True) if role.stacked else look
        style = "filled,dotted" if role.unfinished else look.style
        if role.side is not None and not role.pruned:
            return _apply_tint(look, self.sides[role.side], style)
        if role.node_type is not None:
            look = replace(_apply_tint(look, self.types[role.node_type], style), width=look.width)
        elif role.quality is not None:
            look = replace(look, fill=self.means[role.quality], line=self.mean_line, text=self.kinds[Kind.MAX].text)
        return replace(
            look,
            line=self.highlight if role.highlighted else self.variation if role.on_pv else look.line,
            style=style,
            width=3.0 if role.on_pv or role.highlighted else 1.6 if role.unfinished else look.width,
        )

    @property
    def mean_line(self) -> str:
        """Colour of the outline of a node that has a mean: no player's."""
        return self.kinds[Kind.TERMINAL].line

    def move_colour(self, look: Look) -> str:
        """The colour of a move in a node of a look: lighter than a value where the node has no text of its own."""
        return self.faint if look.text == self.text else look.text

    def edge_look(self, role: Role) -> EdgeLook:
        """How the edge to a node of a role looks."""
        if role.pruned or role.kind in (Kind.UNVISITED, Kind.ELSEWHERE):
            line = self.highlight if role.highlighted else self.kinds[role.kind].line
            style = "dashdotted" if role.kind is Kind.SKIPPED else "dashed" if role.pruned else "dotted"
            return EdgeLook(line, style, width=3.0 if role.highlighted else 1.0)
        if role.kind is Kind.STUB:
            return EdgeLook(self.faint, "dotted")
        if role.side is not None:
            side_tint, has_cutoff = self.sides[role.side], bool(role.refutes)
            line = self.cutoff if has_cutoff and role.side is BOTH else side_tint.line
            return EdgeLook(line, width=side_tint.width, head="tee" if has_cutoff else "none")
        colour = self.cutoff if role.refutes else self.variation if role.is_best else self.edge
        colour, width = (self.variation, 3.0) if role.on_pv else (colour, 1.0)
        colour, width = (self.highlight, 3.0) if role.highlighted else (colour, width)
        width = VISIT_WIDTH_OFFSET + role.visits if role.visits else width
        width = max(width, 1.4 if role.refutes else 2.0 if role.is_best else 1.0)
        return EdgeLook(colour, width=width, head="tee" if role.refutes else "none")

    def with_triangles(self) -> Theme:
        """The same, MAX and MIN drawn as triangles with their text beside them, as textbooks do."""
        shapes = {Kind.MAX: "triangle", Kind.MIN: "invtriangle"}
        kinds = {kind: replace(look, shape=shapes.get(kind, look.shape)) for kind, look in self.kinds.items()}
        return replace(self, kinds=kinds)


def _apply_tint(look: Look, tint: Tint, style: str) -> Look:
    return replace(look, fill=tint.fill, line=tint.line, text=tint.text, width=tint.width, style=style)


def _make_theme(
    *,
    player: tuple[tuple[str, str, str], tuple[str, str, str]],
    chance: tuple[str, str, str],
    table: tuple[str, str, str],
    plain: tuple[str, str, str],
    horizon: str,
    grey: tuple[str, str, str],
    unvisited: tuple[str, str],
    faint: str,
    background: str,
    **others: Any,
) -> Theme:
    """A theme by its colours; shapes and lines are the same in all. Three colours are fill, line and text.

    `others` are those fields of `Theme` that have one colour each, and its tints.
    """
    return Theme(
        kinds={
            Kind.MAX: Look("house", *player[0]),
            Kind.MIN: Look("invhouse", *player[1]),
            Kind.CHANCE: Look("ellipse", *chance),
            Kind.TERMINAL: Look("box", *plain, size=9.5),
            Kind.HORIZON: Look("box", horizon, *plain[1:], style="filled,rounded", size=9.5),
            Kind.TABLE: Look("cylinder", *table, size=9.5),
            Kind.CHAIN: Look("hexagon", *plain, size=9.5),
            Kind.PRUNED: Look("box", *grey, style="filled,dashed", size=9.5),
            Kind.SKIPPED: Look("box", grey[0], grey[1], faint, style="filled,rounded,dashdotted", size=9.5),
            Kind.SUBTREE: Look("subtree", *grey, style="filled,dashed", size=9.5),
            Kind.UNVISITED: Look("box", background, *unvisited, style="filled,dotted", size=SMALL_TEXT_SIZE),
            Kind.ELSEWHERE: Look("box", grey[0], grey[1], faint, style="filled,rounded,dotted", size=9.5),
            Kind.STUB: Look("plain", background, faint, faint, style="", size=9.0),
        },
        background=background,
        faint=faint,
        pruned=grey[1],
        **others,
    )


# Orange, blue and purple stay apart for every kind of colour vision; what both have is left white.
_SIDES: Mapping[Side, Tint] = {
    BOTH: Tint("#ffffff", "#64707f", "#1a202c", width=1.0),
    ONLY_A: Tint("#fbd9b5", "#b35900", "#4a2500"),
    ONLY_B: Tint("#cfe3f7", "#0b5fa5", "#08294a"),
    CHANGED: Tint("#ead7f0", "#7d3c98", "#331440"),
}
_TYPES: Mapping[NodeType, Tint] = {
    NodeType.PV: Tint("#f9c9c4", "#a92b20", "#3f0f0b"),
    NodeType.CUT: Tint("#cfe3f7", "#0b5fa5", "#08294a"),
    NodeType.ALL: Tint("#fff1b8", "#8a6d00", "#332900"),
}
_DARK_SIDES: Mapping[Side, Tint] = {
    BOTH: Tint("#262c36", "#8b98a9", "#e8edf4", width=1.0),
    ONLY_A: Tint("#4a2f14", "#f0a35a", "#ffe5c9"),
    ONLY_B: Tint("#14324f", "#6cb2f2", "#d9ecff"),
    CHANGED: Tint("#3d2347", "#c994dd", "#f5e2fb"),
}
_DARK_TYPES: Mapping[NodeType, Tint] = {
    NodeType.PV: Tint("#4f1e1b", "#f08a80", "#ffdcd8"),
    NodeType.CUT: Tint("#14324f", "#6cb2f2", "#d9ecff"),
    NodeType.ALL: Tint("#443a10", "#dcc04a", "#fff3c2"),
}
# Greys whose steps a laser printer and a photocopier keep; lines and words carry the rest.
_GREY_SIDES: Mapping[Side, Tint] = {
    BOTH: Tint("#ffffff", "#555555", "#000000", width=1.0),
    ONLY_A: Tint("#d9d9d9", "#000000", "#000000"),
    ONLY_B: Tint("#a6a6a6", "#000000", "#000000"),
    CHANGED: Tint("#ffffff", "#000000", "#000000", width=3.0),
}
_GREY_TYPES: Mapping[NodeType, Tint] = {
    NodeType.PV: Tint("#b3b3b3", "#000000", "#000000"),
    NodeType.CUT: Tint("#ffffff", "#000000", "#000000"),
    NodeType.ALL: Tint("#dedede", "#000000", "#000000"),
}

# From MIN's orange to MAX's blue, or from white to grey: the numbers stand in the nodes.
_MEANS = ("#f0b45c", "#f7cf94", "#fdeccf", "#ffffff", "#dcebf9", "#b3d1f0", "#86b4e3")
_DARK_MEANS = ("#7a5410", "#5b400f", "#3d2f14", "#262c36", "#1b3550", "#1d4a73", "#1f639f")
_GREY_MEANS = ("#ffffff", "#f3f3f3", "#e7e7e7", "#dadada", "#cdcdcd", "#bfbfbf", "#b0b0b0")
_BLIND_MEANS = ("#f2ad4e", "#f8ca8a", "#ffe7c4", "#ffffff", "#d3e8f6", "#a3cfec", "#72b4e0")

# Tints of the Okabe-Ito palette, which stays apart for every kind of colour vision.
LIGHT = _make_theme(
    player=(("#dcebf9", "#2b6cb0", "#10243a"), ("#fdeccf", "#b7791f", "#3a2708")),
    chance=("#f1e3f3", "#8e4b98", "#2e1233"),
    table=("#e6f4ee", "#2f7d63", "#0f2b22"),
    plain=("#ffffff", "#4a5568", "#1a202c"),
    horizon="#f7fafc",
    grey=("#f7f7f7", "#a3a3a3", "#8a8a8a"),
    unvisited=("#b8b8b8", "#8a8a8a"),
    background="#ffffff",
    text="#1a202c",
    faint="#5b6472",
    edge="#64707f",
    variation="#00805a",
    cutoff="#c22f2f",
    highlight="#a3239b",
    last="#fff3a8",
    sides=_SIDES,
    types=_TYPES,
    means=_MEANS,
)
DARK = _make_theme(
    player=(("#17324d", "#63b3ed", "#e3f1fd"), ("#45310f", "#e0a84a", "#fdf0d8")),
    chance=("#3d2347", "#c994dd", "#f5e2fb"),
    table=("#153a2e", "#5fc3a0", "#d9f5ea"),
    plain=("#262c36", "#9aa7b8", "#e8edf4"),
    horizon="#1d222b",
    grey=("#20252d", "#6b7380", "#8b94a1"),
    unvisited=("#59616d", "#808a97"),
    background="#161a21",
    text="#e8edf4",
    faint="#9aa4b2",
    edge="#8b98a9",
    variation="#3ddc9f",
    cutoff="#ff7b72",
    highlight="#ff8df2",
    last="#5c5320",
    sides=_DARK_SIDES,
    types=_DARK_TYPES,
    means=_DARK_MEANS,
)
PRINT = _make_theme(
    player=(("#ffffff", "#000000", "#000000"), ("#e3e3e3", "#000000", "#000000")),
    chance=("#ffffff", "#000000", "#000000"),
    table=("#f0f0f0", "#000000", "#000000"),
    plain=("#ffffff", "#000000", "#000000"),
    horizon="#ffffff",
    grey=("#ffffff", "#8c8c8c", "#6e6e6e"),
    unvisited=("#a6a6a6", "#7a7a7a"),
    background="#ffffff",
    text="#000000",
    faint="#404040",
    edge="#4d4d4d",
    variation="#000000",
    cutoff="#000000",
    highlight="#000000",
    last="#d0d0d0",
    sides=_GREY_SIDES,
    types=_GREY_TYPES,
    means=_GREY_MEANS,
)
# The Okabe-Ito palette itself, at full strength in lines: blue against vermilion, and no red beside green.
COLOUR_BLIND = _make_theme(
    player=(("#cce5f6", "#0072b2", "#00263b"), ("#ffe3b3", "#b36b00", "#3d2500")),
    chance=("#f2d9e6", "#cc79a7", "#401a2e"),
    table=("#fbf7b8", "#8a8200", "#2e2b00"),
    plain=("#ffffff", "#333333", "#000000"),
    horizon="#f4f4f4",
    grey=("#f7f7f7", "#999999", "#7d7d7d"),
    unvisited=("#b8b8b8", "#858585"),
    background="#ffffff",
    text="#000000",
    faint="#4d4d4d",
    edge="#595959",
    variation="#0072b2",
    cutoff="#b84f00",
    highlight="#8a3b6b",
    last="#f0e442",
    sides=_SIDES,
    types=_TYPES,
    means=_BLIND_MEANS,
)
THEMES: Mapping[str, Theme] = {"light": LIGHT, "dark": DARK, "print": PRINT, "colour-blind": COLOUR_BLIND}
"""By the name that the command line knows."""


def theme_by_name(name: str) -> Theme:
    """A theme by its name.

    Raises:
        PlyscopeError: there is none of that name.
    """
    if name not in THEMES:
        raise PlyscopeError(f"no theme {clean(name)!r}{nearest(name, THEMES)}; there are: {', '.join(THEMES)}")
    return THEMES[name]


def theme_name(wanted: Theme) -> str:
    """The name of a theme.

    Raises:
        PlyscopeError: it is none of `THEMES`, and has none.
    """
    for name, theme in THEMES.items():
        if theme == wanted:
            return name
    raise PlyscopeError(f"a page has one of the themes {', '.join(THEMES)}, and no other")
