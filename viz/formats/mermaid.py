"""Mermaid: a picture as a flow chart, alone or in a fenced block of Markdown with its legend below it.

Text from a trace stands in quotes and passes through `quote_mermaid`; ids and classes are made here.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from tracer.errors import PlyscopeError
from tracer.games.board import Board, Squares
from viz.formats.format import Format, lines_writer
from viz.pictures.boxes import Box, Picture, PiecedLine, StruckNumber, ValueText
from viz.pictures.roles import Role
from viz.pictures.selection import MAX_NODES
from viz.pictures.theme import EdgeLook, Look

MAX_EDGES = 500
"""Mermaid refuses to draw more, unless its page is configured otherwise."""
MAX_CHARACTERS = 50_000
"""The same, of the text of a chart."""
SHAPE_BRACKETS = {
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
BOX_BRACKETS = ("[", "]")
DASH_LENGTHS = {"dashed": "5 3", "dotted": "2 3", "dashdotted": "6 3 1 3"}
_ENCODED_CHARACTER = re.compile(r"(?![A-Za-z0-9 ,=()\[\]≥≤∞−αβ·→\u2009]|[-.](?=[0-9])).")
_EMPTY_TEXT = "#160;"
"""A space that keeps its place."""
_WORD_JOINER = "#8288;"
"""A word joiner, which is not seen: it parts what Mermaid takes for a formula or a line's end even if it is encoded."""
_SPLIT_SEQUENCE = re.compile(r"#36;(?=#36;)|#92;(?=n)")
_TEXT_SIGNS = {"△": "⏢", "▽": "⏢ upside down", "▵": "n nodes"}
"""Signs of the legend that are drawn otherwise here."""


def quote_mermaid(*lines: str) -> str:
    """Text as a Mermaid string that is shown as it is, line by line.

    Mermaid writes a character by its number, `#35;`. Everything that could mean something to it, to the Markdown in it
    or to HTML is written so; in front of a digit a point and a hyphen mean nothing.

    >>> print(quote_mermaid('say "hi"', "[−∞, 0.5]", ""))
    "say #34;hi#34;<br/>[−∞, 0.5]<br/>#160;"
    """
    return f'"{"<br/>".join(map(_encode_line, lines)) or _EMPTY_TEXT}"'


def _encode_line(line: str) -> str:
    if isinstance(line, PiecedLine):
        return "".join(map(_encode_line, line.pieces))
    text = _ENCODED_CHARACTER.sub(lambda match: f"#{ord(match[0])};", line)
    safe_text = _SPLIT_SEQUENCE.sub(lambda match: match[0] + _WORD_JOINER, text) or _EMPTY_TEXT
    if isinstance(line, StruckNumber):
        return f"<s>{safe_text}</s>"
    return f"<b>{safe_text}</b>" if isinstance(line, ValueText) else safe_text


def mermaid_lines(picture: Picture, *, in_markdown: bool = False) -> Iterator[str]:
    """The chart, line by line; `in_markdown` puts it into a block of Markdown, and the legend below it.

    Layers in the margin are not drawn, for a flow chart has none; nor is the legend where there is no Markdown.

    Raises:
        PlyscopeError: Mermaid would refuse to draw that much.
    """
    edge_count = len(picture.boxes) - 1 + len(picture.links)
    chart_lines = list(_FlowChart(picture).chart_lines()) if edge_count <= MAX_EDGES else []
    character_count = sum(len(line) + 1 for line in chart_lines)
    if not chart_lines or character_count > MAX_CHARACTERS:
        node_count = sum(box.name.startswith("n") for box in picture.boxes)
        # A stub, a position never visited and a link go with the nodes that they belong to.
        allowed_share = MAX_CHARACTERS / character_count if chart_lines else MAX_EDGES / edge_count
        suggested_nodes = max(1, min(MAX_NODES, int(0.9 * allowed_share * node_count)))
        raise PlyscopeError(
            f"Mermaid draws at most {MAX_EDGES} edges and {MAX_CHARACTERS:,} characters: "
            f"draw fewer nodes (--max-nodes {suggested_nodes}), or write .svg"
        )
    yield from ["```mermaid", *chart_lines, "```", *_legend_paragraph(picture)] if in_markdown else chart_lines


def _legend_paragraph(picture: Picture) -> Iterator[str]:
    """The signs and what they mean, as a paragraph; all of it is our own words."""
    if picture.legend:
        entries = [f"**{_markdown_sign(entry.sign)}** {entry.meaning}" for entry in picture.legend]
        yield from ("", " · ".join([*entries, picture.note]))


def _markdown_sign(sign: str) -> str:
    if isinstance(sign, PiecedLine):
        return "".join(f"~~{piece}~~" if isinstance(piece, StruckNumber) else piece for piece in sign.pieces)
    return _TEXT_SIGNS.get(sign, sign)


@dataclass
class _FlowChart:
    picture: Picture
    class_by_look: dict[tuple[Look, bool], str] = field(default_factory=dict)
    """Names of the looks met so far, without a board and with one."""
    edges_by_look: dict[EdgeLook, list[int]] = field(default_factory=lambda: defaultdict(list))
    """Numbers of the edges of each look; Mermaid numbers edges as they come."""

    def chart_lines(self) -> Iterator[str]:
        """The whole of it."""
        picture = self.picture
        if picture.heading:
            yield from ("---", f"title: {_quote_yaml(' · '.join(picture.heading))}", "---")
        yield f"flowchart {'LR' if picture.sideways else 'TD'}"
        for box in picture.boxes:
            yield self._node_line(box)
        for box in picture.boxes:
            if box.parent >= 0:
                yield self._edge_line(box.parent, box.name, box.role, box.edge)
        for link in picture.links:
            yield self._edge_line(link.parent, picture.boxes[link.child].name, link.role, link.lines)
        yield from self._style_lines()

    def _node_line(self, box: Box) -> str:
        look = self.picture.theme.node_look(box.role)
        text = [*box.lines, *(_board_rows(box.board) if box.board else ())]
        class_name = self.class_by_look.setdefault((look, box.board is not None), _class_name(box))
        left_bracket, right_bracket = SHAPE_BRACKETS.get(
            "rounded" if "rounded" in look.style else look.shape, BOX_BRACKETS
        )
        return f"  {_node_id(box.name)}{left_bracket}{quote_mermaid(*text)}{right_bracket}:::{class_name}"

    def _edge_line(self, parent: int, child: str, role: Role, text: Sequence[str]) -> str:
        look = self.picture.theme.edge_look(role)
        edge_number = sum(map(len, self.edges_by_look.values()))
        self.edges_by_look[look].append(edge_number)
        texts = [*text, *([role.mark] if role.mark else ())]
        label = f"|{quote_mermaid(*texts)}|" if texts else ""
        return f"  {_node_id(self.picture.boxes[parent].name)} {_arrow_text(look)}{label} {_node_id(child)}"

    def _style_lines(self) -> Iterator[str]:
        for (look, has_board), name in self.class_by_look.items():
            yield f"  classDef {name} {_node_style(look)}{',font-family:monospace' if has_board else ''}"
        for edge, edge_numbers in self.edges_by_look.items():
            dash = f",stroke-dasharray:{DASH_LENGTHS[edge.style]}" if edge.style in DASH_LENGTHS else ""
            number_list = ",".join(map(str, edge_numbers))
            yield f"  linkStyle {number_list} stroke:{edge.line},stroke-width:{edge.width:g}px{dash}"


def _node_id(name: str) -> str:
    return name.replace(".", "_")


def _class_name(box: Box) -> str:
    """A name for the look of a box that says what it is; another look has another name."""
    role = box.role
    words = [role.kind.name]
    words += [role.side.name] if role.side is not None else []
    words += [role.node_type.name] if role.node_type is not None else []
    words += [f"q{role.quality}"] if role.quality is not None else []
    words += ["pv"] if role.on_pv else []
    words += ["stacked"] if role.stacked else []
    words += ["open"] if role.unfinished else []
    words += ["board"] if box.board is not None else []
    return "_".join(words).lower()


def _node_style(look: Look) -> str:
    words = look.style.split(",")
    dash = next((f",stroke-dasharray:{DASH_LENGTHS[word]}" for word in words if word in DASH_LENGTHS), "")
    line = "transparent" if look.shape == "plain" else look.line
    fill = "transparent" if look.shape == "plain" else look.fill
    return f"fill:{fill},stroke:{line},color:{look.text},stroke-width:{look.width:g}px{dash}"


def _arrow_text(look: EdgeLook) -> str:
    end = "x" if look.head == "tee" else ""
    return f"--{end or '-'}"


def _board_rows(board: Board) -> Iterator[str]:
    """A board as text: Mermaid draws none."""
    empty = " " if board.squares is Squares.TEXT else "·"
    for row in board.cells:
        yield " ".join((cell or empty) for cell in row)


def _quote_yaml(text: str) -> str:
    """Text as a YAML string; Mermaid looks for its directives there too, so only plain characters stand as they are."""
    return '"' + re.sub(r"[^A-Za-z0-9 ,.·=≥≤∞−αβ-]", lambda match: _escape_character(match[0]), text) + '"'


def _escape_character(character: str) -> str:
    code = ord(character)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


MISSING_OPTIONS = ("fit", "triangles", "layers", "layout", "dpi", "reasons")
"""What a flow chart has no place for."""
FORMAT = Format(
    name="mmd",
    holds="the drawing for Mermaid",
    about="GitHub, GitLab and mermaid.live draw it. Mermaid places the nodes; there is no legend.",
    write=lines_writer(mermaid_lines),
    aliases=("mermaid",),
    lacks=(*MISSING_OPTIONS, "legend"),
)
MARKDOWN_FORMAT = Format(
    name="md",
    holds="the drawing for Mermaid, in Markdown",
    about=(
        "The same in a fenced block, which GitHub, GitLab and many notebooks draw inside a page of Markdown, with "
        "its legend below it."
    ),
    write=lines_writer(partial(mermaid_lines, in_markdown=True)),
    aliases=("markdown",),
    lacks=MISSING_OPTIONS,
)
