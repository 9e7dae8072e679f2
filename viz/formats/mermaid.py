"""Mermaid: a picture as a flow chart, which GitHub, GitLab and many notebooks draw inside Markdown.

Text from a trace stands in quotes and passes through `quote`; ids and classes are made here.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import BinaryIO

from tracer.errors import PlyscopeError
from tracer.games.board import Board, Squares
from tracer.tracing import Trace
from viz.formats.format import Drawing, Format, write_lines
from viz.pictures.boxes import Box, Picture
from viz.pictures.drawing import picture
from viz.pictures.labels import Pieces, Struck, Value
from viz.pictures.roles import Role
from viz.pictures.selection import MAX_NODES
from viz.pictures.theme import EdgeLook, Look

EDGES = 500
"""Mermaid refuses to draw more, unless its page is configured otherwise."""
CHARACTERS = 50_000
"""The same, of the text of a chart."""
SHAPES = {
    "house": ("[/", "\\]"),
    "triangle": ("[/", "\\]"),
    "invhouse": ("[\\", "/]"),
    "invtriangle": ("[\\", "/]"),
    "ellipse": ("([", "])"),
    "cylinder": ("[(", ")]"),
    "hexagon": ("{{", "}}"),
    "rounded": ("(", ")"),
}
"""What stands around the text of a node; any other shape is a box. MAX is narrow at its top, MIN at its foot."""
BOX = ("[", "]")
DASHES = {"dashed": "5 3", "dotted": "2 3", "dashdotted": "6 3 1 3"}
_ENCODED = re.compile(r"(?![A-Za-z0-9 ,=()\[\]≥≤∞−αβ·→\u2009]|[-.](?=[0-9])).")
_NOTHING = "#160;"
"""A space that keeps its place."""
_JOINER = "#8288;"
"""A word joiner, which is not seen: it parts what Mermaid takes for a formula or a line's end even if it is encoded."""
_PARTED = re.compile(r"#36;(?=#36;)|#92;(?=n)")
_SIGNS = {"△": "⏢", "▽": "⏢ upside down", "▵": "n nodes"}
"""Signs of the legend that are drawn otherwise here."""


def write(trace: Trace, stream: BinaryIO, options: Drawing) -> None:
    """Write a picture as a flow chart.

    Raises:
        PlyscopeError: Mermaid would refuse to draw that much.
    """
    write_lines(lines(picture(trace, **options)), stream)


def quote(*lines: str) -> str:
    """Text as a Mermaid string that is shown as it is, line by line.

    Mermaid writes a character by its number, `#35;`. Everything that could mean something to it, to the Markdown in it
    or to HTML is written so; in front of a digit a point and a hyphen mean nothing.

    >>> print(quote('say "hi"', "[−∞, 0.5]", ""))
    "say #34;hi#34;<br/>[−∞, 0.5]<br/>#160;"
    """
    return f'"{"<br/>".join(map(_encoded, lines)) or _NOTHING}"'


def _encoded(line: str) -> str:
    if isinstance(line, Pieces):
        return "".join(map(_encoded, line.pieces))
    text = _ENCODED.sub(lambda found: f"#{ord(found[0])};", line)
    shown = _PARTED.sub(lambda found: found[0] + _JOINER, text) or _NOTHING
    if isinstance(line, Struck):
        return f"<s>{shown}</s>"
    return f"<b>{shown}</b>" if isinstance(line, Value) else shown


def lines(drawn: Picture, *, fenced: bool = False) -> Iterator[str]:
    """The chart, line by line; `fenced` puts it into a block of Markdown, and the legend below it.

    Layers in the margin are not drawn, for a flow chart has none; nor is the legend where there is no Markdown.

    Raises:
        PlyscopeError: Mermaid would refuse to draw that much.
    """
    edges = len(drawn.boxes) - 1 + len(drawn.links)
    chart = list(_Chart(drawn).lines()) if edges <= EDGES else []
    characters = sum(len(line) + 1 for line in chart)
    if not chart or characters > CHARACTERS:
        nodes = sum(box.name.startswith("n") for box in drawn.boxes)
        # A stub, a position never visited and a link go with the nodes that they belong to.
        share = CHARACTERS / characters if chart else EDGES / edges
        fewer = max(1, min(MAX_NODES, int(0.9 * share * nodes)))
        raise PlyscopeError(
            f"Mermaid draws at most {EDGES} edges and {CHARACTERS:,} characters: "
            f"draw fewer nodes (--max-nodes {fewer}), or write .svg"
        )
    yield from ["```mermaid", *chart, "```", *_legend(drawn)] if fenced else chart


def _legend(drawn: Picture) -> Iterator[str]:
    """The signs and what they mean, as a paragraph; all of it is our own words."""
    if drawn.legend:
        entries = [f"**{_sign(entry.sign)}** {entry.meaning}" for entry in drawn.legend]
        yield from ("", " · ".join([*entries, drawn.note]))


def _sign(sign: str) -> str:
    if isinstance(sign, Pieces):
        return "".join(f"~~{piece}~~" if isinstance(piece, Struck) else piece for piece in sign.pieces)
    return _SIGNS.get(sign, sign)


@dataclass
class _Chart:
    """One chart while it is written."""

    drawn: Picture
    classes: dict[tuple[Look, bool], str] = field(default_factory=dict)
    """Names of the looks met so far, without a board and with one."""
    edges: dict[EdgeLook, list[int]] = field(default_factory=lambda: defaultdict(list))
    """Numbers of the edges of each look; Mermaid numbers edges as they come."""

    def lines(self) -> Iterator[str]:
        """The whole of it."""
        drawn = self.drawn
        if drawn.heading:
            yield from ("---", f"title: {_yaml(' · '.join(drawn.heading))}", "---")
        yield f"flowchart {'LR' if drawn.sideways else 'TD'}"
        for box in drawn.boxes:
            yield self._node(box)
        for box in drawn.boxes:
            if box.parent >= 0:
                yield self._edge(box.parent, box.name, box.role, box.edge)
        for link in drawn.links:
            yield self._edge(link.parent, drawn.boxes[link.child].name, link.role, link.lines)
        yield from self._looks()

    def _node(self, box: Box) -> str:
        look, text = self.drawn.theme.node(box.role), [*box.lines, *(_rows(box.board) if box.board else ())]
        known = self.classes.setdefault((look, box.board is not None), _class(box))
        left, right = SHAPES.get("rounded" if "rounded" in look.style else look.shape, BOX)
        return f"  {_id(box.name)}{left}{quote(*text)}{right}:::{known}"

    def _edge(self, parent: int, child: str, role: Role, text: Sequence[str]) -> str:
        look = self.drawn.theme.edge_to(role)
        numbers = sum(map(len, self.edges.values()))
        self.edges[look].append(numbers)
        parts = [*text, *([role.mark] if role.mark else ())]
        label = f"|{quote(*parts)}|" if parts else ""
        return f"  {_id(self.drawn.boxes[parent].name)} {_arrow(look)}{label} {_id(child)}"

    def _looks(self) -> Iterator[str]:
        for (look, has_board), name in self.classes.items():
            yield f"  classDef {name} {_style(look)}{',font-family:monospace' if has_board else ''}"
        for edge, numbers in self.edges.items():
            dash = f",stroke-dasharray:{DASHES[edge.style]}" if edge.style in DASHES else ""
            listed = ",".join(map(str, numbers))
            yield f"  linkStyle {listed} stroke:{edge.line},stroke-width:{edge.width:g}px{dash}"


def _id(name: str) -> str:
    return name.replace(".", "_")


def _class(box: Box) -> str:
    """A name for the look of a box that says what it is; another look has another name."""
    role = box.role
    parts = [role.kind.name]
    parts += [role.side.name] if role.side is not None else []
    parts += [role.node_type.name] if role.node_type is not None else []
    parts += [f"q{role.quality}"] if role.quality is not None else []
    parts += ["pv"] if role.on_pv else []
    parts += ["stacked"] if role.stacked else []
    parts += ["open"] if role.unfinished else []
    parts += ["board"] if box.board is not None else []
    return "_".join(parts).lower()


def _style(look: Look) -> str:
    words = look.style.split(",")
    dash = next((f",stroke-dasharray:{DASHES[word]}" for word in words if word in DASHES), "")
    line = "transparent" if look.shape == "plain" else look.line
    fill = "transparent" if look.shape == "plain" else look.fill
    return f"fill:{fill},stroke:{line},color:{look.text},stroke-width:{look.width:g}px{dash}"


def _arrow(look: EdgeLook) -> str:
    end = "x" if look.head == "tee" else ""
    return f"--{end or '-'}"


def _rows(board: Board) -> Iterator[str]:
    """A board as text: Mermaid draws none."""
    empty = " " if board.squares is Squares.TEXT else "·"
    for row in board.cells:
        yield " ".join((cell or empty) for cell in row)


def _yaml(text: str) -> str:
    """Text as a YAML string; Mermaid looks for its directives there too, so only plain characters stand as they are."""
    return '"' + re.sub(r"[^A-Za-z0-9 ,.·=≥≤∞−αβ-]", lambda found: _escape(found[0]), text) + '"'


def _escape(character: str) -> str:
    code = ord(character)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


LACKS = ("fit", "triangles", "layers", "layout", "dpi", "reasons")
"""What a flow chart has no place for."""
FORMAT = Format(
    name="mmd",
    holds="the drawing for Mermaid",
    about="GitHub, GitLab and mermaid.live draw it. Mermaid places the nodes; there is no legend.",
    write=write,
    aliases=("mermaid",),
    lacks=(*LACKS, "legend"),
)
