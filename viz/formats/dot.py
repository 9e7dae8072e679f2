"""DOT: a picture line by line, for Graphviz and for people who go on there.

Everything from a trace passes through `quote` or `_escape`; ids are made here, and only the attributes listed here
are ever written.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from tracer.games.board import Board, Squares
from tracer.tracing import Trace
from viz.formats.format import Drawing, Format, write_lines
from viz.graphviz import render as graphviz
from viz.pictures.boxes import Box, Link, Picture
from viz.pictures.drawing import picture
from viz.pictures.labels import Move, Pieces, Struck, Value, in_a_row
from viz.pictures.legend import Entry
from viz.pictures.roles import Kind, Role
from viz.pictures.theme import MOVE, EdgeLook, Look, Theme

ATTRIBUTES = frozenset(
    (
        *("arrowhead", "arrowsize", "bgcolor", "color", "constraint", "dpi", "fillcolor", "fontcolor"),
        *("fontname", "fontsize", "headlabel", "headport", "height", "label", "labelangle"),
        *("labeldistance", "labeljust", "labelloc", "margin", "nodesep", "ordering", "outputorder"),
        *("pad", "penwidth", "peripheries", "rankdir", "ranksep", "shape", "splines", "style"),
        *("tailport", "width"),
    )
)
"""All that may be written. None of them can name a file, an address or a script."""
SQUARE = 13
"""Of a square of a board, in points."""
SUBTREE = 18
"""Of the triangle that stands for a subtree, in points: a sign above the text, for Graphviz has no such shape."""
SHAPES = {"subtree": "plain"}
"""Shapes that Graphviz has by another name."""
LABELLED = 1_000
"""Nodes up to which text at edges has room of its own: the layout takes quadratic time for that."""
ENTRIES_A_ROW = 3
"""A legend wider than this would widen small trees."""
SIGN_WIDTH = 26
"""Of every sign of the legend, in points."""


def quote(*lines: str) -> str:
    r"""Text as a DOT string that Graphviz shows as it is, line by line.

    In a DOT string `\` begins an escape, and `&` an HTML entity even where the text is not HTML.

    >>> print(quote('a "b" \\N', "<i>&amp;"))
    "a \"b\" \\N\n<i>&amp;amp;"
    >>> print(quote("ends in \\"))
    "ends in \\"
    """
    escaped = [line.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;") for line in lines]
    return '"' + r"\n".join(escaped) + '"'


def write(trace: Trace, stream: BinaryIO, options: Drawing) -> None:
    """Write the drawing that Graphviz would lay out."""
    write_lines(lines(picture(trace, **options)), stream)


def render(drawn: Picture, format: str) -> bytes:
    """A picture as Graphviz draws it: `svg`, `png` or `pdf`.

    Raises:
        RenderError: Graphviz is missing or fails.
    """
    return graphviz.render("\n".join(lines(drawn)), format)


def lines(drawn: Picture) -> Iterator[str]:
    """The DOT of a picture, line by line."""
    yield "digraph plyscope {"
    yield from _defaults(drawn)
    for box in drawn.boxes:
        yield _node(drawn, box)
        if box.parent >= 0:
            yield _edge(drawn, drawn.boxes[box.parent].name, box.name, box.role, box.edge)
    for link in drawn.links:
        yield _link(drawn, link)
    yield from _layers(drawn)
    yield "}"


def _defaults(drawn: Picture) -> Iterator[str]:
    theme = drawn.theme
    caption = _caption(drawn)
    page = {"label": caption, "labelloc": "t", "labeljust": "l"} if caption else {}
    layout = {"rankdir": "LR", "nodesep": "0.06", "ranksep": "0.45"} if drawn.sideways else {"ranksep": "0.5"}
    if drawn.dpi is not None:
        layout["dpi"] = str(drawn.dpi)
    # Where a box has several edges above it, the order of the moves cannot be kept everywhere.
    order = {} if drawn.links else {"ordering": "out"}
    yield _statement(
        "graph",
        **page,
        bgcolor=quote(theme.background),
        fontname=quote(theme.font),
        fontcolor=quote(theme.text),
        pad='"0.2"',
        nodesep=layout.pop("nodesep", "0.1"),
        **order,
        outputorder="edgesfirst",
        splines="line" if not drawn.sideways and not _has_words(drawn) else "true",
        **layout,
    )
    yield _statement("node", fontname=quote(theme.font), margin='"0.06,0.03"', width="0", height="0")
    ports = {"tailport": "e", "headport": "w"} if drawn.sideways else {"tailport": "s", "headport": "n"}
    if drawn.links:
        ports = {}
    mark = {"labelangle": "0", "labeldistance": "2" if drawn.sideways else "1.6"}
    size = str(theme.small)
    yield _statement("edge", fontname=quote(theme.font), fontsize=size, arrowsize="0.8", **mark, **ports)


def _node(drawn: Picture, box: Box) -> str:
    look = drawn.theme.node(box.role)
    label = _text(drawn, box, look)
    if box.board is not None:
        label = _with_board(box, box.board, look, drawn.theme)
    return _statement(
        box.name if "." not in box.name else quote(box.name),
        label=label,
        shape="box" if box.board is not None else SHAPES.get(look.shape, look.shape),
        **({"peripheries": "2"} if look.stacked else {}),
        **({"style": quote(_style(look.style))} if look.style and look.shape not in SHAPES else {}),
        fillcolor=quote(look.fill),
        color=quote(look.line),
        fontcolor=quote(look.text),
        fontsize=f"{look.size:g}",
        penwidth=f"{look.width:g}",
    )


def _text(drawn: Picture, box: Box, look: Look) -> str:
    """The text in a box; as HTML that Graphviz reads where a move stands lighter and a value bold."""
    joint = " · " if box.role.kind is Kind.STUB else "  "
    if look.shape != "subtree" and all(type(line) is str for line in box.lines):
        return quote(joint.join(box.lines)) if drawn.sideways else quote(*box.lines)
    parts = [_styled(line, look, drawn.theme) for line in (in_a_row(box.lines) if drawn.sideways else box.lines)]
    if look.shape == "subtree":
        parts.insert(0, _coloured("◁" if drawn.sideways else "△", look.line, SUBTREE))
    return f"<{'&#160; '.join(parts) if drawn.sideways else '<BR/>'.join(parts)}>"


def _styled(line: str, look: Look, theme: Theme) -> str:
    if isinstance(line, Pieces):
        return "".join(_styled(piece, look, theme) for piece in line.pieces)
    text = _escape(line).replace("  ", "&#160; ")
    if isinstance(line, Value):
        return f"<B>{text}</B>"
    if isinstance(line, Struck):
        return f"<S>{text}</S>"
    if isinstance(line, Move):
        return _coloured(text, theme.move_in(look), round(MOVE * look.size, 1))
    return text


def _edge(drawn: Picture, above: str, below: str, role: Role, words: Iterable[str], **more: str) -> str:
    look = drawn.theme.edge_to(role)
    found = list(words)
    # A label at the edge's head takes no part in the layout, and may lie on its neighbour's.
    kind = "label" if found and len(drawn.boxes) <= LABELLED else "headlabel"
    mark = {kind: _mark(role, found, drawn.theme)} if role.mark or found else {}
    above, below = (quote(name) if "." in name else name for name in (above, below))
    return _statement(f"{above} -> {below}", **_line(look), **mark, **more)


def _has_words(drawn: Picture) -> bool:
    """Whether text stands at edges, which then lead past it."""
    return len(drawn.boxes) <= LABELLED and any(box.edge for box in drawn.boxes)


def _style(words: str) -> str:
    """A style as Graphviz has it, which draws no dashes and dots in turn: rounded corners tell those nodes apart."""
    return words.replace("dashdotted", "dashed")


def _line(look: EdgeLook) -> dict[str, str]:
    return {
        "color": quote(look.line),
        "style": _style(look.style),
        "penwidth": f"{look.width:g}",
        "arrowhead": look.head,
    }


def _link(drawn: Picture, link: Link) -> str:
    boxes = drawn.boxes
    # A way back up would turn the layers round.
    upwards = {"constraint": "false"} if boxes[link.child].ply <= boxes[link.parent].ply else {}
    return _edge(drawn, boxes[link.parent].name, boxes[link.child].name, link.role, link.lines, **upwards)


def _layers(drawn: Picture) -> Iterator[str]:
    """The players in the margin: a column of texts, each in the rank of its ply."""
    theme = drawn.theme
    by_ply = {box.ply: quote(box.name) for box in reversed(drawn.boxes)}
    for ply, words in enumerate(drawn.layers):
        yield _statement(f"l{ply}", label=quote(words), shape="plain", fontcolor=quote(theme.faint), fontsize="10")
        yield f"  {{rank=same; l{ply}; {by_ply[ply]}}}"
        if ply:
            yield _statement(f"l{ply - 1} -> l{ply}", style="invis")


def _with_board(box: Box, board: Board, look: Look, theme: Theme) -> str:
    """The text of a box above its board, as a table that Graphviz reads as HTML."""
    words = "".join(_row(_coloured(_styled(line, look, theme), look.text, theme.small)) for line in box.lines)
    lines_ = board.squares is not Squares.TEXT
    cells = "".join(
        f"<TR>{''.join(_square(board, row, column, look, theme) for column in range(board.columns))}</TR>"
        for row in range(board.rows)
    )
    border = f'CELLBORDER="{1 if lines_ else 0}" CELLSPACING="0" CELLPADDING="0" COLOR="{theme.faint}"'
    drawn = f'<TABLE BORDER="0" {border}>{cells}</TABLE>'
    return f"<{_table(words + f'<TR><TD>{drawn}</TD></TR>', spacing=1)}>"


def _square(board: Board, row: int, column: int, look: Look, theme: Theme) -> str:
    cell = board.cells[row][column]
    size = f'WIDTH="{SQUARE}" HEIGHT="{SQUARE}" FIXEDSIZE="TRUE"'
    colour = {"X": theme.kinds[Kind.MAX].line, "O": theme.kinds[Kind.MIN].line}.get(cell, look.text)
    ground = f' BGCOLOR="{theme.last}"' if (row, column) in board.last else ""
    return f"<TD {size}{ground}>{_coloured(_escape(cell), colour, 10) if cell else ''}</TD>"


def _mark(role: Role, words: Iterable[str], theme: Theme) -> str:
    """The text beside an edge. It hides the line behind it."""
    parts = [_coloured(_escape(word), theme.faint, theme.small) for word in words if word]
    parts += [_coloured(role.mark, theme.cutoff, theme.small)] if role.mark else []
    rows = "".join(f'<TR><TD BGCOLOR="{theme.background}">{part}</TD></TR>' for part in parts)
    return f"<{_table(rows, spacing=0)}>"


def _caption(drawn: Picture) -> str:
    """What stands above the drawing, as HTML that Graphviz reads; empty where nothing does."""
    theme = drawn.theme
    rows = [_row(_coloured(_escape(line), theme.text, 10 if k else 13)) for k, line in enumerate(drawn.heading)]
    signs = [drawn.legend[k : k + ENTRIES_A_ROW] for k in range(0, len(drawn.legend), ENTRIES_A_ROW)]
    if signs:
        body = "".join(f"<TR>{''.join(_entry(entry, theme) for entry in row)}</TR>" for row in signs)
        rows.append(_row(_table(body, spacing=4)))
    if drawn.note:
        rows.append(_row(_coloured(_escape(drawn.note), theme.faint)))
    return f"<{_table(''.join(rows), spacing=1)}>" if rows else ""


def _entry(entry: Entry, theme: Theme) -> str:
    border = ""
    if entry.look is not None:
        style = ",".join(word for word in _style(entry.look.style).split(",") if word != "filled")
        border = f' BORDER="1" COLOR="{entry.look.line}" BGCOLOR="{entry.look.fill}"'
        border += f' STYLE="{style}"' if style else ""
    text = _styled(entry.sign, theme.kinds[Kind.STUB], theme)
    sign = f'<TD WIDTH="{SIGN_WIDTH}"{border}>{_coloured(text, entry.colour)}</TD>'
    return f'{sign}<TD ALIGN="LEFT">{_coloured(_escape(entry.meaning), theme.faint)}</TD>'


def _escape(text: str) -> str:
    r"""Text for the HTML that Graphviz reads.

    It still puts names in place of `\N` if nothing parts the two, and a cell with nothing but `]` is an error to it.

    >>> print(_escape(r"\N <b> ]"))
    \&#8288;N &lt;b&gt; &#93;
    """
    return html.escape(text).replace("\\", "\\&#8288;").replace("]", "&#93;")


def _statement(subject: str, **attributes: str) -> str:
    unknown = attributes.keys() - ATTRIBUTES
    assert not unknown, unknown
    return f"  {subject} [{', '.join(f'{name}={value}' for name, value in attributes.items())}];"


def _coloured(text: str, colour: str, size: float = 9) -> str:
    return f'<FONT COLOR="{colour}" POINT-SIZE="{size:g}">{text}</FONT>'


def _row(content: str) -> str:
    return f'<TR><TD ALIGN="LEFT">{content}</TD></TR>'


def _table(rows: str, *, spacing: int) -> str:
    return f'<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="{spacing}" CELLPADDING="1">{rows}</TABLE>'


FORMAT = Format(
    name="dot",
    holds="the drawing for Graphviz",
    about="Graphviz draws it: `dot -Tpdf tree.dot`. Names and shapes can be edited before that.",
    write=write,
    aliases=("gv",),
    lacks=("reasons", "fit", "layout"),
)
