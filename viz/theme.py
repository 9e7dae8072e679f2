"""How a role looks. Colours tell roles apart at a glance; shape, line or a sign tells them apart without colour."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tracer.difference.union import BOTH, CHANGED, ONLY_A, ONLY_B, Side
from viz.roles import Kind, Role


@dataclass(frozen=True, slots=True)
class Look:
    """A node as it is drawn."""

    shape: str
    fill: str
    line: str
    """Colour of the outline."""
    text: str
    """Colour of the text."""
    style: str = "filled"
    width: float = 1.0
    """Of the outline, in points."""
    size: float = 11.0
    """Of the text, in points."""


@dataclass(frozen=True, slots=True)
class EdgeLook:
    """An edge as it is drawn: how the node below it was reached."""

    line: str
    style: str = "solid"
    width: float = 1.0
    head: str = "none"


@dataclass(frozen=True, slots=True)
class SideLook:
    """What tells in a drawing of two searches whose a node is, beside the words in it."""

    fill: str
    line: str
    """Colour of the outline and of the edge above."""
    text: str
    width: float = 2.2
    """Of the outline and of the edge above, in points."""


# Orange, blue and purple stay apart for every kind of colour vision; what both have is left white.
SIDES: Mapping[Side, SideLook] = {
    BOTH: SideLook("#ffffff", "#64707f", "#1a202c", width=1.0),
    ONLY_A: SideLook("#fbd9b5", "#b35900", "#4a2500"),
    ONLY_B: SideLook("#cfe3f7", "#0b5fa5", "#08294a"),
    CHANGED: SideLook("#ead7f0", "#7d3c98", "#331440"),
}


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
    font: str = "DejaVu Sans,Verdana,sans-serif"
    mono: str = "DejaVu Sans Mono,Menlo,Consolas,monospace"
    small: float = field(default=9.0)
    """Of stubs, marks and the legend, in points."""
    sides: Mapping[Side, SideLook] = field(default_factory=lambda: SIDES)
    """In a drawing of two searches."""

    def node(self, role: Role) -> Look:
        """How a node of a role looks."""
        look = self.kinds[role.kind]
        if role.side is not None and role.kind is not Kind.PRUNED:
            side = self.sides[role.side]
            style = "filled,dotted" if role.unfinished else look.style
            return replace(look, fill=side.fill, line=side.line, text=side.text, width=side.width, style=style)
        return Look(
            shape=look.shape,
            fill=look.fill,
            line=self.variation if role.on_pv else look.line,
            text=look.text,
            style="filled,dotted" if role.unfinished else look.style,
            width=3.0 if role.on_pv else 1.6 if role.unfinished else look.width,
            size=look.size,
        )

    def edge_to(self, role: Role) -> EdgeLook:
        """How the edge to a node of a role looks."""
        if role.kind is Kind.PRUNED:
            return EdgeLook(self.pruned, "dashed")
        if role.side is not None:
            side, refutes = self.sides[role.side], bool(role.refutes)
            line = self.cutoff if refutes and role.side is BOTH else side.line
            return EdgeLook(line, width=side.width, head="tee" if refutes else "none")
        colour = self.variation if role.on_pv else self.cutoff if role.refutes else self.edge
        width = 3.0 if role.on_pv else 1.4 if role.refutes else 1.0
        return EdgeLook(colour, width=width, head="tee" if role.refutes else "none")


# Tints of the Okabe-Ito palette, which stays apart for every kind of colour vision.
LIGHT = Theme(
    kinds={
        Kind.MAX: Look("house", "#dcebf9", "#2b6cb0", "#10243a"),
        Kind.MIN: Look("invhouse", "#fdeccf", "#b7791f", "#3a2708"),
        Kind.CHANCE: Look("ellipse", "#f1e3f3", "#8e4b98", "#2e1233"),
        Kind.TERMINAL: Look("box", "#ffffff", "#4a5568", "#1a202c", size=9.5),
        Kind.HORIZON: Look("box", "#f7fafc", "#4a5568", "#1a202c", style="filled,rounded", size=9.5),
        Kind.TABLE: Look("cylinder", "#e6f4ee", "#2f7d63", "#0f2b22", size=9.5),
        Kind.PRUNED: Look("box", "#f7f7f7", "#a3a3a3", "#8a8a8a", style="filled,dashed", size=9.5),
    },
    background="#ffffff",
    text="#1a202c",
    faint="#5b6472",
    edge="#64707f",
    pruned="#a3a3a3",
    variation="#00805a",
    cutoff="#c22f2f",
)
