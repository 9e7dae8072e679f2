"""LaTeX with TikZ: a tree that `forest` lays out, every look a TikZ style of the preamble.

What `forest` has not (subtrees in columns, several ways to one position, text below triangles, searches beside one
another) is drawn where plyscope's own layout has it.

Text from a trace passes through `escape_tex`; names and styles are made here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from tracer.comparing.union_tree import BOTH
from tracer.errors import PlyscopeError
from tracer.tracing import Trace
from viz.formats.format import DrawingOptions, Format, write_lines
from viz.latex import overlays
from viz.latex import styles as tikz_styles
from viz.latex.styles import TRIANGLE_COMMANDS, board_table
from viz.latex.tex import escape_tex
from viz.paper import column_layout, film
from viz.paper.canvas import Canvas
from viz.paper.fitting import fit_picture
from viz.paper.picture_drawing import draw_picture
from viz.pictures.best_first import MEAN_COLOUR_COUNT
from viz.pictures.boxes import (
    Box,
    LegendEntry,
    MoveText,
    Picture,
    PiecedLine,
    StruckNumber,
    ValueText,
    with_move_colons,
)
from viz.pictures.legend import GLYPHS, without_colours
from viz.pictures.options import DURATION_OPTION, refuse_options
from viz.pictures.roles import Kind, NodeType, Role

MAX_NODES = 150
"""More of them than this, and forest takes very long or stops with "Dimension too large"."""
MAX_FRAMES = 100
"""Of a slide: TeX reads all of them for each."""
DEFAULT_NODES = 75
"""A budget of nodes that stays below: each of them has at most one stub."""
MAX_SIDE = 12_000.0
"""Of a drawing, in points: TeX's own limit is 16,384."""
ENTRIES_PER_ROW = 2
"""A legend wider than this would be wider than a small tree."""
LETTER_WIDTH, SMALL_LETTER_WIDTH, LINE_HEIGHT, NODE_SEPARATION, SQUARE_SIDE = 5.2, 4.0, 11.0, 14.0, 10.0
"""Points, about: of a letter in a node and at an edge, of a line, between two nodes, of a square of a board."""
FAN_ROOM, LANE_GAP, MIN_NODE_WIDTH, SIBLING_GAP = 18.0, 6.0, 12.0, 5.0
"""Points: for edges to spread before they run straight beside their text, around that text, of the narrowest node, and
between two nodes without text at their edges."""
LEGEND_ROLES = (
    *(Role(kind, side=side) for kind in Kind for side in (None, BOTH)),
    *(Role(Kind.TERMINAL, side=side) for side in tikz_styles.SIDE_STYLES),
    *(Role(Kind.TERMINAL, node_type=kind) for kind in NodeType),
    *(Role(Kind.TERMINAL, quality=quality) for quality in range(MEAN_COLOUR_COUNT)),
)
"""Roles that legends show."""
HOUSE_TIP_SHARE = 0.053
"""Height of a flat house's tip, in its widths: half the tangent of the 6 degrees by which its roof rises."""
WIDE_LETTERS = "MWmw@%"
"""Letters that are as wide as two."""
HELP_LINES = """
% A game-tree search. Compile with pdflatex; it needs the packages standalone and forest, which are in TeX Live
% (in Debian: texlive-pictures and texlive-latex-extra).
%
% In a paper of your own: copy what stands between the two lines of dashes into its preamble, or into a file
% that it \\input{}s, and \\begin{forest} ... \\end{forest} into a figure. Each kind of node and edge is one
% style, each colour one name: change them there, and every tree of the paper changes.
""".strip().split("\n")


def write_tikz(trace: Trace, stream: BinaryIO, options: DrawingOptions) -> None:
    """Write a picture as a LaTeX document.

    Raises:
        PlyscopeError: TeX cannot draw that much.
    """
    picture = fit_picture(trace, **options)
    if not is_drawable_by_forest(picture):
        write_lines(overlays.figure_lines(draw_picture(picture)), stream)
        return
    if len(picture.boxes) > DEFAULT_NODES and options.get("max_nodes") is None:
        picture = fit_picture(trace, default_max_nodes=DEFAULT_NODES, with_columns=False, **options)
    write_lines(document_lines(picture), stream)


def is_drawable_by_forest(picture: Picture) -> bool:
    """Whether forest can lay out a picture: a tree with nothing in columns, and no text below triangles."""
    has_text_below_triangles = picture.sideways and any(
        picture.theme.node_look(box.role).shape in TRIANGLE_COMMANDS for box in picture.boxes
    )
    return not (picture.links or has_text_below_triangles or column_layout.find_columns(picture))


def encode_figure(canvas: Canvas, options: DrawingOptions) -> bytes:
    """A drawing as a document of its own."""
    return "".join(f"{line}\n" for line in overlays.figure_lines(canvas)).encode()


def animate_slide(trace: Trace, stream: BinaryIO, frame_choice: str, options: DrawingOptions) -> None:
    """Write the search as the overlays of a slide, one a frame.

    Raises:
        PlyscopeError: there are too many frames.
    """
    refuse_options("a slide of LaTeX", (DURATION_OPTION,), options)
    fit = options.get("fit") or overlays.SLIDE_FIT
    canvases = film.draw_frames(trace, animate=frame_choice, max_frames=MAX_FRAMES, **{**options, "fit": fit})
    write_lines(overlays.slide_lines(canvases), stream)


def document_lines(picture: Picture) -> Iterator[str]:
    """The document, line by line.

    Raises:
        PlyscopeError: TeX cannot draw that much.
    """
    _check_size(picture)
    yield from HELP_LINES
    yield r"\documentclass[border=6pt]{standalone}"
    yield overlays.RULE_LINE
    yield from tikz_styles.preamble_lines(
        picture.theme, with_means=any(box.role.quality is not None for box in picture.boxes)
    )
    yield overlays.RULE_LINE
    yield r"\begin{document}"
    if picture.theme.background != overlays.WHITE:
        yield r"\pagecolor{plyscopebackground}\color{plyscopetext}"
    yield r"{\plyscopefont\begin{tabular}{@{}l@{}}"
    for index, text in enumerate(picture.heading):
        yield (rf"  \textbf{{{escape_tex(text)}}}\\" if index == 0 else rf"  {{\small {escape_tex(text)}}}\\")
    yield r"  \\[-1ex]" if picture.heading else "  %"
    yield from _forest_lines(picture)
    yield from _legend_lines(picture)
    yield r"\end{tabular}}"
    yield r"\end{document}"


def _check_size(picture: Picture) -> None:
    """Refuse what TeX would refuse less clearly."""
    if len(picture.boxes) > MAX_NODES:
        raise PlyscopeError(
            f"TeX draws at most {MAX_NODES} nodes, and here are {len(picture.boxes):,} with the stubs: draw fewer "
            f"(--max-nodes {DEFAULT_NODES}), or write .svg or .pdf"
        )
    breadths, lengths = defaultdict[int, float](float), defaultdict[int, float](float)
    child_distances = _child_distances(picture)
    for box in picture.boxes:
        width, height = _box_extent(picture, box)
        breadths[box.ply] += (height if picture.sideways else width) + max(NODE_SEPARATION, child_distances[box.parent])
        lengths[box.ply] = max(lengths[box.ply], (width if picture.sideways else height) + 2 * NODE_SEPARATION)
    if max(*breadths.values(), sum(lengths.values())) > MAX_SIDE:
        raise PlyscopeError(
            "the drawing is larger than any page that TeX can make: draw fewer nodes (--max-nodes, --ply), "
            "let it grow the other way, or write .svg or .pdf"
        )


def _box_extent(picture: Picture, box: Box) -> tuple[float, float]:
    """Width and height of a box at most, about, in points; where the tree grows to the right, a node is a line high."""
    separator = " · " if box.role.kind is Kind.STUB else "  "
    texts = [separator.join(box.lines)] if picture.sideways and box.board is None else box.lines
    width = max(map(_text_width, texts), default=0)
    height = LINE_HEIGHT * len(texts)
    if box.board is None:
        return width, height
    return max(width, SQUARE_SIDE * box.board.columns), height + SQUARE_SIDE * box.board.rows


def _text_width(text: str) -> float:
    return LETTER_WIDTH * (len(text) + sum(map(text.count, WIDE_LETTERS)))


def _typeset_lines(picture: Picture, box: Box) -> list[str]:
    """The lines in a box for TeX: a move smaller and lighter, a value bold."""
    separator = r" $\cdot$ " if box.role.kind is Kind.STUB else r"\enskip "
    is_row = picture.sideways and box.board is None
    lines = [_styled_text(line) for line in (with_move_colons(box.lines) if is_row else box.lines)]
    return [separator.join(lines)] if is_row else lines


def _styled_text(line: str) -> str:
    if isinstance(line, PiecedLine):
        return "".join(map(_styled_text, line.pieces))
    if isinstance(line, MoveText):
        return rf"\plyscopemove{{{escape_tex(line)}}}"
    if isinstance(line, StruckNumber):
        return rf"\plyscopeunseen{{{escape_tex(line)}}}"
    return rf"\textbf{{{escape_tex(line)}}}" if isinstance(line, ValueText) else escape_tex(line)


def _forest_lines(picture: Picture) -> Iterator[str]:
    """The tree, and what is drawn over it."""
    yield r"\begin{forest}"
    yield f"  plyscope tree{_growth_options(picture)}"
    inner_boxes, child_distances = {box.parent for box in picture.boxes}, _child_distances(picture)
    open_boxes: list[int] = []
    for index, box in enumerate(picture.boxes):
        while open_boxes and open_boxes[-1] != box.parent:
            open_boxes.pop()
            yield _indent(len(open_boxes), "]")
        yield _indent(
            len(open_boxes), f"[{_node_text(picture, box, child_distances[index])}{'' if index in inner_boxes else ']'}"
        )
        open_boxes += [index] if index in inner_boxes else []
    yield from (_indent(depth, "]") for depth in reversed(range(len(open_boxes))))
    yield from _layer_lines(picture)
    yield r"\end{forest}\\"


def _indent(depth: int, text: str) -> str:
    # A deep chain would be more space than text.
    return "  " * min(depth + 1, 12) + text


def _growth_options(picture: Picture) -> str:
    """What differs from a plain tree that grows downwards: the direction, and room for text at the edges."""
    if picture.sideways:
        max_edge_text = max(len("  ".join([*box.edge, box.role.mark])) if box.edge else 0 for box in picture.boxes)
        # To forest a house is a box, so that room for its tip is left here; board or not, it is as wide as its text.
        max_tip = max(HOUSE_TIP_SHARE * _box_extent(picture, box)[0] for box in picture.boxes)
        length = 38 + SMALL_LETTER_WIDTH * max_edge_text
        return f", plyscope sideways, for tree={{l sep={length:.0f}pt, s sep={3 + max_tip:.0f}pt}}"
    max_edge_rows = max(len(_edge_lines(box)) for box in picture.boxes)
    lane_height = LINE_HEIGHT * max_edge_rows + LANE_GAP
    if max_edge_rows:
        return f", plyscope lanes={lane_height:.0f}pt, for tree={{l sep={FAN_ROOM + lane_height:.0f}pt}}"
    return ""


def _edge_lines(box: Box) -> list[str]:
    """The lines beside the edge to a box; a mark alone stands on it."""
    return [*box.edge, *filter(None, [box.role.mark])] if box.edge and box.parent >= 0 else []


def _child_distances(picture: Picture) -> list[float]:
    """How far apart the boxes below each stand, so that the text at an edge ends before the next edge of its ply."""
    distances = [SIBLING_GAP] * len(picture.boxes)
    for index, box in reversed(list(enumerate(picture.boxes))):
        if box.parent >= 0 and not picture.sideways:
            edge_text_width = max(
                (SMALL_LETTER_WIDTH / LETTER_WIDTH * _text_width(line) for line in _edge_lines(box)), default=0.0
            )
            # Two subtrees are as far apart as the boxes in them.
            distances[box.parent] = max(
                distances[box.parent], distances[index], edge_text_width + LANE_GAP - MIN_NODE_WIDTH
            )
    return distances


def _node_text(picture: Picture, box: Box, child_distance: float) -> str:
    look, styles = picture.theme.node_look(box.role), tikz_styles.node_styles(box.role)
    rows = _typeset_lines(picture, box)
    if box.board is not None:
        rows.append(board_table(box.board))
    if look.shape in TRIANGLE_COMMANDS:
        rows = [
            rf"\plyscopebeside{{{TRIANGLE_COMMANDS[look.shape]}{{{', '.join(styles)}}}}}{{{_join_in_braces(rows)}}}"
        ]
        styles = ["plyscope beside", "plyscope triangle"]
    elif look.shape == "subtree":
        shape = rf"\plyscopesubtree{'aside' if picture.sideways else ''}{{{', '.join(styles)}}}"
        rows, styles = ([rf"{shape}\enskip {rows[0]}"] if picture.sideways else [shape, *rows]), ["plyscope below"]
    if picture.sideways and look.shape in ("house", "invhouse") and box.board is None:
        styles = [*styles, "plyscope flat"]
    distance_option = [f"s sep={child_distance:.0f}pt"] if child_distance > SIBLING_GAP else []
    options = [*styles, f"name={_tikz_name(box.name)}", *distance_option]
    if box.parent >= 0:
        edge_styles = tikz_styles.edge_styles(box.role)
        label = _edge_label(picture, box.edge, box.role.mark)
        options += [f"edge={{{', '.join(edge_styles)}}}"] if edge_styles != ["plyscope edge"] else []
        options += [f"edge label={{{label}}}"] if label else []
    return ", ".join([f"{{{_join_in_braces(rows)}}}", *options])


def _edge_label(picture: Picture, text: Sequence[str], mark: str) -> str:
    """What stands at an edge: its text, and the mark of a cutoff; a mark alone stands on it."""
    if not text:
        style = "plyscope mark aside" if picture.sideways else "plyscope mark"
        return f"node[{style}]{{{escape_tex(mark)}}}" if mark else ""
    lines = [escape_tex(line) for line in text] + ([rf"\color{{plyscopecutoff}}{escape_tex(mark)}"] if mark else [])
    style, separator = ("plyscope words aside", r"\enskip ") if picture.sideways else ("plyscope words", r"\\")
    return f"node[{style}]{{{_join_in_braces(lines, separator)}}}"


def _join_in_braces(lines: Sequence[str], separator: str = r"\\") -> str:
    # TeX reads what follows the end of a line as an option where it is a bracket.
    return separator.join(f"{{{line}}}" for line in lines)


def _tikz_name(name: str) -> str:
    """TikZ takes what follows a dot for an anchor."""
    return name.replace(".", "-")


def _layer_lines(picture: Picture) -> Iterator[str]:
    """Who moves at each ply, in the margin."""
    first_names: dict[int, str] = {}
    for box in picture.boxes:
        if box.role.kind in (Kind.MAX, Kind.MIN):
            first_names.setdefault(box.ply, _tikz_name(box.name))
    shift, side, anchor = ("yshift=6pt", "north", "south") if picture.sideways else ("xshift=-8pt", "west", "east")
    if any(picture.layers):
        yield rf"  \coordinate (plyscope margin) at ([{shift}]current bounding box.{side});"
    for ply, text in enumerate(picture.layers):
        if text:
            name = first_names[ply]
            coordinate = f"{name} |- plyscope margin" if picture.sideways else f"plyscope margin |- {name}"
            yield rf"  \node[plyscope layer, anchor={anchor}] at ({coordinate}) {{{escape_tex(text)}}};"


def _legend_lines(picture: Picture) -> Iterator[str]:
    if picture.legend:
        entries = [_legend_sign(picture, entry) for entry in picture.legend]
        rows = [entries[start : start + ENTRIES_PER_ROW] for start in range(0, len(entries), ENTRIES_PER_ROW)]
        body = r"\\[3pt]".join(" & ".join(row) for row in rows)
        yield rf"  {{\scriptsize\color{{plyscopefaint}}\begin{{tabular}}{{@{{}}{'cl' * ENTRIES_PER_ROW}@{{}}}}"
        yield rf"    {body}"
        yield r"  \end{tabular}}\\"
    if picture.note:
        yield rf"  {{\scriptsize\color{{plyscopefaint}}{escape_tex(picture.note)}}}\\"


def _legend_sign(picture: Picture, entry: LegendEntry) -> str:
    """A sign, drawn as it is in the tree, and what it means."""
    if entry.look is None:
        sign = rf"\textcolor[HTML]{{{entry.colour.lstrip('#').upper()}}}{{{_styled_text(entry.sign)}}}"
        return f"{sign} & {escape_tex(entry.meaning)}"
    theme = picture.theme
    styles_by_look = {
        without_colours(theme.node_look(Role(kind)), theme): [style, tikz_styles.UNCOLOURED_OPTIONS]
        for kind, style in tikz_styles.NODE_STYLES.items()
    } | {theme.node_look(role): tikz_styles.node_styles(role) for role in LEGEND_ROLES}
    styles = ", ".join(styles_by_look.get(entry.look, ["plyscope terminal", tikz_styles.OPEN_STYLE]))
    text = "" if entry.sign in GLYPHS.values() else escape_tex(entry.sign)
    if entry.look.shape == "subtree":
        return rf"\plyscopesubtree{{{styles}}} & {escape_tex(entry.meaning)}"
    if entry.look.shape in TRIANGLE_COMMANDS:
        return f"{TRIANGLE_COMMANDS[entry.look.shape]}{{{styles}}} & {escape_tex(entry.meaning)}"
    return rf"\tikz[baseline=-.5ex]\node[{styles}, plyscope sign]{{{text}}}; & {escape_tex(entry.meaning)}"


FORMAT = Format(
    name="tex",
    holds="the drawing for LaTeX: TikZ with forest",
    about=(
        "LaTeX with the package forest sets it. All looks are TikZ styles in one block of the preamble, to be "
        "changed there; it holds a page of its own, and --animate makes a Beamer slide."
    ),
    write=write_tikz,
    aliases=("tikz",),
    lacks=("layout", "dpi", "reasons"),
    page=encode_figure,
    animate=animate_slide,
)
