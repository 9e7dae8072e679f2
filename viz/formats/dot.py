"""DOT: a picture line by line, for Graphviz and for people who go on there.

Everything from a trace passes through `quote_dot` or `_escape_html`; ids are made here, and only the attributes
listed here are ever written.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator

from tracer.games.board import Board, Squares
from viz.formats.format import Format, lines_writer
from viz.graphviz import render as graphviz
from viz.pictures.boxes import (
    Box,
    ExtraEdge,
    LegendEntry,
    MoveText,
    Picture,
    PiecedLine,
    StruckNumber,
    ValueText,
    with_move_colons,
)
from viz.pictures.roles import Kind, Role
from viz.pictures.theme import MOVE_TEXT_SCALE, EdgeLook, Look, Theme

ALLOWED_ATTRIBUTES = frozenset(
    (
        *("arrowhead", "arrowsize", "bgcolor", "color", "constraint", "dpi", "fillcolor", "fontcolor"),
        *("fontname", "fontsize", "headlabel", "headport", "height", "label", "labelangle"),
        *("labeldistance", "labeljust", "labelloc", "margin", "nodesep", "ordering", "outputorder"),
        *("pad", "penwidth", "peripheries", "rankdir", "ranksep", "shape", "splines", "style"),
        *("tailport", "width"),
    )
)
"""All that may be written. None of them can name a file, an address or a script."""
SQUARE_SIDE = 13
"""Of a square of a board, in points."""
SUBTREE_SIGN_SIZE = 18
"""Of the triangle that stands for a subtree, in points: a sign above the text, for Graphviz has no such shape."""
REPLACED_SHAPES = {"subtree": "plain"}
"""Shapes that Graphviz has by another name."""
MAX_LABELLED_BOXES = 1_000
"""Nodes up to which text at edges has room of its own: the layout takes quadratic time for that."""
ENTRIES_PER_ROW = 3
"""A legend wider than this would widen small trees."""
SIGN_WIDTH = 26
"""Of every sign of the legend, in points."""


def quote_dot(*lines: str) -> str:
    r"""Text as a DOT string that Graphviz shows as it is, line by line.

    In a DOT string `\` begins an escape, and `&` an HTML entity even where the text is not HTML.

    >>> print(quote_dot('a "b" \\N', "<i>&amp;"))
    "a \"b\" \\N\n<i>&amp;amp;"
    >>> print(quote_dot("ends in \\"))
    "ends in \\"
    """
    escaped = [line.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;") for line in lines]
    return '"' + r"\n".join(escaped) + '"'


def render_picture(picture: Picture, format: str) -> bytes:
    """A picture as Graphviz draws it: `svg`, `png` or `pdf`.

    Raises:
        RenderError: Graphviz is missing or fails.
    """
    return graphviz.render_dot("\n".join(dot_lines(picture)), format)


def dot_lines(picture: Picture) -> Iterator[str]:
    """The DOT of a picture, line by line."""
    yield "digraph plyscope {"
    yield from _default_statements(picture)
    for box in picture.boxes:
        yield _node_statement(picture, box)
        if box.parent >= 0:
            yield _edge_statement(picture, picture.boxes[box.parent].name, box.name, box.role, box.edge)
    for link in picture.links:
        yield _link_statement(picture, link)
    yield from _layer_statements(picture)
    yield "}"


def _default_statements(picture: Picture) -> Iterator[str]:
    theme = picture.theme
    caption = _caption_label(picture)
    page = {"label": caption, "labelloc": "t", "labeljust": "l"} if caption else {}
    layout = {"rankdir": "LR", "nodesep": "0.06", "ranksep": "0.45"} if picture.sideways else {"ranksep": "0.5"}
    if picture.dpi is not None:
        layout["dpi"] = str(picture.dpi)
    # Where a box has several edges above it, the order of the moves cannot be kept everywhere.
    order = {} if picture.links else {"ordering": "out"}
    yield _statement(
        "graph",
        **page,
        bgcolor=quote_dot(theme.background),
        fontname=quote_dot(theme.font),
        fontcolor=quote_dot(theme.text),
        pad='"0.2"',
        nodesep=layout.pop("nodesep", "0.1"),
        **order,
        outputorder="edgesfirst",
        splines="line" if not picture.sideways and not _has_edge_texts(picture) else "true",
        **layout,
    )
    yield _statement("node", fontname=quote_dot(theme.font), margin='"0.06,0.055"', width="0", height="0")
    ports = {"tailport": "e", "headport": "w"} if picture.sideways else {"tailport": "s", "headport": "n"}
    if picture.links:
        ports = {}
    mark = {"labelangle": "0", "labeldistance": "2" if picture.sideways else "1.6"}
    size = str(theme.small)
    yield _statement("edge", fontname=quote_dot(theme.font), fontsize=size, arrowsize="0.8", **mark, **ports)


def _node_statement(picture: Picture, box: Box) -> str:
    look = picture.theme.node_look(box.role)
    label = _node_label(picture, box, look)
    if box.board is not None:
        label = _label_with_board(box, box.board, look, picture.theme)
    return _statement(
        box.name if "." not in box.name else quote_dot(box.name),
        label=label,
        shape="box" if box.board is not None else REPLACED_SHAPES.get(look.shape, look.shape),
        **({"peripheries": "2"} if look.stacked else {}),
        **(
            {"style": quote_dot(_graphviz_style(look.style))}
            if look.style and look.shape not in REPLACED_SHAPES
            else {}
        ),
        fillcolor=quote_dot(look.fill),
        color=quote_dot(look.line),
        fontcolor=quote_dot(look.text),
        fontsize=f"{look.size:g}",
        penwidth=f"{look.width:g}",
    )


def _node_label(picture: Picture, box: Box, look: Look) -> str:
    """The text in a box; as HTML that Graphviz reads where a move stands lighter and a value bold."""
    separator = " · " if box.role.kind is Kind.STUB else "  "
    if look.shape != "subtree" and all(type(line) is str for line in box.lines):
        return quote_dot(separator.join(box.lines)) if picture.sideways else quote_dot(*box.lines)
    texts = [
        _styled_text(line, look, picture.theme)
        for line in (with_move_colons(box.lines) if picture.sideways else box.lines)
    ]
    if look.shape == "subtree":
        texts.insert(0, _coloured_text("◁" if picture.sideways else "△", look.line, SUBTREE_SIGN_SIZE))
    return f"<{'&#160; '.join(texts) if picture.sideways else '<BR/>'.join(texts)}>"


def _styled_text(line: str, look: Look, theme: Theme) -> str:
    if isinstance(line, PiecedLine):
        return "".join(_styled_text(piece, look, theme) for piece in line.pieces)
    text = _escape_html(line).replace("  ", "&#160; ")
    if isinstance(line, ValueText):
        return f"<B>{text}</B>"
    if isinstance(line, StruckNumber):
        return f"<S>{text}</S>"
    if isinstance(line, MoveText):
        return _coloured_text(text, theme.move_colour(look), round(MOVE_TEXT_SCALE * look.size, 1))
    return text


def _edge_statement(
    picture: Picture, parent_name: str, child_name: str, role: Role, texts: Iterable[str], **attributes: str
) -> str:
    look = picture.theme.edge_look(role)
    edge_texts = list(texts)
    # A label at the edge's head takes no part in the layout, and may lie on its neighbour's.
    label_attribute = "label" if edge_texts and len(picture.boxes) <= MAX_LABELLED_BOXES else "headlabel"
    label = {label_attribute: _edge_label(role, edge_texts, picture.theme)} if role.mark or edge_texts else {}
    parent_name, child_name = (quote_dot(name) if "." in name else name for name in (parent_name, child_name))
    return _statement(f"{parent_name} -> {child_name}", **_line_attributes(look), **label, **attributes)


def _has_edge_texts(picture: Picture) -> bool:
    """Whether text stands at edges, which then lead past it."""
    return len(picture.boxes) <= MAX_LABELLED_BOXES and any(box.edge for box in picture.boxes)


def _graphviz_style(style: str) -> str:
    """A style as Graphviz has it, which draws no dashes and dots in turn: rounded corners tell those nodes apart."""
    return style.replace("dashdotted", "dashed")


def _line_attributes(look: EdgeLook) -> dict[str, str]:
    return {
        "color": quote_dot(look.line),
        "style": _graphviz_style(look.style),
        "penwidth": f"{look.width:g}",
        "arrowhead": look.head,
    }


def _link_statement(picture: Picture, link: ExtraEdge) -> str:
    boxes = picture.boxes
    # A way back up would turn the layers round.
    upwards = {"constraint": "false"} if boxes[link.child].ply <= boxes[link.parent].ply else {}
    return _edge_statement(picture, boxes[link.parent].name, boxes[link.child].name, link.role, link.lines, **upwards)


def _layer_statements(picture: Picture) -> Iterator[str]:
    """The players in the margin: a column of texts, each in the rank of its ply."""
    theme = picture.theme
    by_ply = {box.ply: quote_dot(box.name) for box in reversed(picture.boxes)}
    for ply, player in enumerate(picture.layers):
        yield _statement(
            f"l{ply}", label=quote_dot(player), shape="plain", fontcolor=quote_dot(theme.faint), fontsize="10"
        )
        yield f"  {{rank=same; l{ply}; {by_ply[ply]}}}"
        if ply:
            yield _statement(f"l{ply - 1} -> l{ply}", style="invis")


def _label_with_board(box: Box, board: Board, look: Look, theme: Theme) -> str:
    """The text of a box above its board, as a table that Graphviz reads as HTML."""
    text_rows = "".join(
        _table_row(_coloured_text(_styled_text(line, look, theme), look.text, theme.small)) for line in box.lines
    )
    has_lines = board.squares is not Squares.TEXT
    cells = "".join(
        f"<TR>{''.join(_square_cell(board, row, column, look, theme) for column in range(board.columns))}</TR>"
        for row in range(board.rows)
    )
    border = f'CELLBORDER="{1 if has_lines else 0}" CELLSPACING="0" CELLPADDING="0" COLOR="{theme.faint}"'
    board_table = f'<TABLE BORDER="0" {border}>{cells}</TABLE>'
    return f"<{_html_table(text_rows + f'<TR><TD>{board_table}</TD></TR>', spacing=1)}>"


def _square_cell(board: Board, row: int, column: int, look: Look, theme: Theme) -> str:
    cell = board.cells[row][column]
    size = f'WIDTH="{SQUARE_SIDE}" HEIGHT="{SQUARE_SIDE}" FIXEDSIZE="TRUE"'
    colour = {"X": theme.kinds[Kind.MAX].line, "O": theme.kinds[Kind.MIN].line}.get(cell, look.text)
    background = f' BGCOLOR="{theme.last}"' if (row, column) in board.last else ""
    return f"<TD {size}{background}>{_coloured_text(_escape_html(cell), colour, 10) if cell else ''}</TD>"


def _edge_label(role: Role, texts: Iterable[str], theme: Theme) -> str:
    """The text beside an edge. It hides the line behind it."""
    texts_with_mark = [_coloured_text(_escape_html(text), theme.faint, theme.small) for text in texts if text]
    texts_with_mark += [_coloured_text(role.mark, theme.cutoff, theme.small)] if role.mark else []
    rows = "".join(f'<TR><TD BGCOLOR="{theme.background}">{row_text}</TD></TR>' for row_text in texts_with_mark)
    return f"<{_html_table(rows, spacing=0)}>"


def _caption_label(picture: Picture) -> str:
    """What stands above the drawing, as HTML that Graphviz reads; empty where nothing does."""
    theme = picture.theme
    rows = [
        _table_row(_coloured_text(_escape_html(line), theme.text, 10 if index else 13))
        for index, line in enumerate(picture.heading)
    ]
    entry_rows = [
        picture.legend[index : index + ENTRIES_PER_ROW] for index in range(0, len(picture.legend), ENTRIES_PER_ROW)
    ]
    if entry_rows:
        body = "".join(f"<TR>{''.join(_legend_cells(entry, theme) for entry in row)}</TR>" for row in entry_rows)
        rows.append(_table_row(_html_table(body, spacing=4)))
    if picture.note:
        rows.append(_table_row(_coloured_text(_escape_html(picture.note), theme.faint)))
    return f"<{_html_table(''.join(rows), spacing=1)}>" if rows else ""


def _legend_cells(entry: LegendEntry, theme: Theme) -> str:
    border = ""
    if entry.look is not None:
        style = ",".join(word for word in _graphviz_style(entry.look.style).split(",") if word != "filled")
        border = f' BORDER="1" COLOR="{entry.look.line}" BGCOLOR="{entry.look.fill}"'
        border += f' STYLE="{style}"' if style else ""
    text = _styled_text(entry.sign, theme.kinds[Kind.STUB], theme)
    sign = f'<TD WIDTH="{SIGN_WIDTH}"{border}>{_coloured_text(text, entry.colour)}</TD>'
    return f'{sign}<TD ALIGN="LEFT">{_coloured_text(_escape_html(entry.meaning), theme.faint)}</TD>'


def _escape_html(text: str) -> str:
    r"""Text for the HTML that Graphviz reads.

    It still puts names in place of `\N` if nothing parts the two, and a cell with nothing but `]` is an error to it.

    >>> print(_escape_html(r"\N <b> ]"))
    \&#8288;N &lt;b&gt; &#93;
    """
    return html.escape(text).replace("\\", "\\&#8288;").replace("]", "&#93;")


def _statement(subject: str, **attributes: str) -> str:
    unknown = attributes.keys() - ALLOWED_ATTRIBUTES
    assert not unknown, unknown
    return f"  {subject} [{', '.join(f'{name}={value}' for name, value in attributes.items())}];"


def _coloured_text(text: str, colour: str, size: float = 9) -> str:
    return f'<FONT COLOR="{colour}" POINT-SIZE="{size:g}">{text}</FONT>'


def _table_row(content: str) -> str:
    return f'<TR><TD ALIGN="LEFT">{content}</TD></TR>'


def _html_table(rows: str, *, spacing: int) -> str:
    return f'<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="{spacing}" CELLPADDING="1">{rows}</TABLE>'


FORMAT = Format(
    name="dot",
    holds="the drawing for Graphviz",
    about="Graphviz draws it: `dot -Tpdf tree.dot`. Names and shapes can be edited before that.",
    write=lines_writer(dot_lines),
    aliases=("gv",),
    lacks=("reasons", "fit", "layout"),
)
