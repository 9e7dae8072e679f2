"""LaTeX with TikZ: a tree that `forest` lays out, every look a TikZ style of the preamble.

What `forest` has not (subtrees in columns, several ways to one position, text below triangles, searches beside one
another) is drawn where plyscope's own layout has it.

Text from a trace passes through `tex`; names and styles are made here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from tracer.comparing.union_tree import BOTH
from tracer.errors import PlyscopeError
from tracer.tracing import Trace
from viz.formats.format import Drawing, Format, write_lines
from viz.latex import overlays
from viz.latex import styles as tikz_styles
from viz.latex.styles import TRIANGLES, table
from viz.latex.tex import tex
from viz.paper import film, stacks
from viz.paper.canvas import Canvas
from viz.paper.compose import compose
from viz.paper.fitting import picture
from viz.pictures.best_first import QUALITIES
from viz.pictures.boxes import Box, Picture
from viz.pictures.labels import Move, Pieces, Struck, Value, in_a_row
from viz.pictures.legend import GLYPHS, Entry, uncoloured
from viz.pictures.options import TIME, refuse
from viz.pictures.roles import Kind, NodeType, Role

NODES = 150
"""More of them than this, and forest takes very long or stops with "Dimension too large"."""
MOST_FRAMES = 100
"""Of a slide: TeX reads all of them for each."""
BUDGET = 75
"""A budget of nodes that stays below: each of them has at most one stub."""
LONGEST = 12_000.0
"""Of a drawing, in points: TeX's own limit is 16,384."""
ENTRIES_A_ROW = 2
"""A legend wider than this would be wider than a small tree."""
LETTER, SMALL, LINE, SEPARATION, SQUARE = 5.2, 4.0, 11.0, 14.0, 10.0
"""Points, about: of a letter in a node and at an edge, of a line, between two nodes, of a square of a board."""
FAN, CLOSE, NARROW, GAP = 18.0, 6.0, 12.0, 5.0
"""Points: for edges to spread before they run straight beside their text, around that text, of the narrowest node, and
between two nodes without text at their edges."""
EXPLAINED = (
    *(Role(kind, side=side) for kind in Kind for side in (None, BOTH)),
    *(Role(Kind.TERMINAL, side=side) for side in tikz_styles.SIDES),
    *(Role(Kind.TERMINAL, node_type=kind) for kind in NodeType),
    *(Role(Kind.TERMINAL, quality=quality) for quality in range(QUALITIES)),
)
"""Roles that legends show."""
TIP = 0.053
"""Height of a flat house's tip, in its widths: half the tangent of the 6 degrees by which its roof rises."""
WIDE = "MWmw@%"
"""Letters that are as wide as two."""
HELP = """
% A game-tree search. Compile with pdflatex; it needs the packages standalone and forest, which are in TeX Live
% (in Debian: texlive-pictures and texlive-latex-extra).
%
% In a paper of your own: copy what stands between the two lines of dashes into its preamble, or into a file
% that it \\input{}s, and \\begin{forest} ... \\end{forest} into a figure. Each kind of node and edge is one
% style, each colour one name: change them there, and every tree of the paper changes.
""".strip().split("\n")
RULE = "% " + 30 * "-"


def write(trace: Trace, stream: BinaryIO, options: Drawing) -> None:
    """Write a picture as a LaTeX document.

    Raises:
        PlyscopeError: TeX cannot draw that much.
    """
    drawn = picture(trace, **options)
    if not is_plain(drawn):
        write_lines(overlays.figure(compose(drawn)), stream)
    elif len(drawn.boxes) > BUDGET and options.get("max_nodes") is None:
        write_lines(lines(picture(trace, most=BUDGET, columns=False, **options)), stream)
    else:
        write_lines(lines(drawn), stream)


def is_plain(drawn: Picture) -> bool:
    """Whether forest can lay out a picture: a tree with nothing in columns, and no text below triangles."""
    over = drawn.sideways and any(drawn.theme.node(box.role).shape in TRIANGLES for box in drawn.boxes)
    return not (drawn.links or over or stacks.stacks(drawn))


def page(canvas: Canvas, options: Drawing) -> bytes:
    """A drawing as a document of its own."""
    return "".join(f"{line}\n" for line in overlays.figure(canvas)).encode()


def animate(trace: Trace, stream: BinaryIO, what: str, options: Drawing) -> None:
    """Write the search as the overlays of a slide, one a frame.

    Raises:
        PlyscopeError: there are too many frames.
    """
    refuse("a slide of LaTeX", (TIME,), options)
    shown_on = options.get("fit") or overlays.SLIDE
    drawn = film.frames(trace, animate=what, most=MOST_FRAMES, **{**options, "fit": shown_on})
    write_lines(overlays.lines(drawn), stream)


def lines(drawn: Picture) -> Iterator[str]:
    """The document, line by line.

    Raises:
        PlyscopeError: TeX cannot draw that much.
    """
    _check(drawn)
    yield from HELP
    yield r"\documentclass[border=6pt]{standalone}"
    yield RULE
    yield from tikz_styles.preamble(drawn.theme, means=any(box.role.quality is not None for box in drawn.boxes))
    yield RULE
    yield r"\begin{document}"
    if drawn.theme.background != overlays.WHITE:
        yield r"\pagecolor{plyscopebackground}\color{plyscopetext}"
    yield r"{\plyscopefont\begin{tabular}{@{}l@{}}"
    for place, text in enumerate(drawn.heading):
        yield (rf"  \textbf{{{tex(text)}}}\\" if place == 0 else rf"  {{\small {tex(text)}}}\\")
    yield r"  \\[-1ex]" if drawn.heading else "  %"
    yield from _forest(drawn)
    yield from _legend(drawn)
    yield r"\end{tabular}}"
    yield r"\end{document}"


def _check(drawn: Picture) -> None:
    """Refuse what TeX would refuse less clearly."""
    if len(drawn.boxes) > NODES:
        raise PlyscopeError(
            f"TeX draws at most {NODES} nodes, and here are {len(drawn.boxes):,} with the stubs: draw fewer "
            f"(--max-nodes {BUDGET}), or write .svg or .pdf"
        )
    across, along = defaultdict[int, float](float), defaultdict[int, float](float)
    rooms = _rooms(drawn)
    for box in drawn.boxes:
        width, height = _extent(drawn, box)
        across[box.ply] += (height if drawn.sideways else width) + max(SEPARATION, rooms[box.parent])
        along[box.ply] = max(along[box.ply], (width if drawn.sideways else height) + 2 * SEPARATION)
    if max(*across.values(), sum(along.values())) > LONGEST:
        raise PlyscopeError(
            "the drawing is larger than any page that TeX can make: draw fewer nodes (--max-nodes, --ply), "
            "let it grow the other way, or write .svg or .pdf"
        )


def _extent(drawn: Picture, box: Box) -> tuple[float, float]:
    """Width and height of a box at most, about, in points."""
    texts = _inside(drawn, box)
    width = max(map(_width, texts), default=0)
    height = LINE * len(texts)
    if box.board is None:
        return width, height
    return max(width, SQUARE * box.board.columns), height + SQUARE * box.board.rows


def _width(text: str) -> float:
    return LETTER * (len(text) + sum(map(text.count, WIDE)))


def _inside(drawn: Picture, box: Box) -> Sequence[str]:
    """The lines in a box: one where the tree grows to the right, for there a node is a line high."""
    joint = " · " if box.role.kind is Kind.STUB else "  "
    return [joint.join(box.lines)] if drawn.sideways and box.board is None else box.lines


def _typeset(drawn: Picture, box: Box) -> list[str]:
    """The lines in a box for TeX: a move smaller and lighter, a value bold."""
    joint = r" $\cdot$ " if box.role.kind is Kind.STUB else r"\enskip "
    is_row = drawn.sideways and box.board is None
    lines = [_styled(line) for line in (in_a_row(box.lines) if is_row else box.lines)]
    return [joint.join(lines)] if is_row else lines


def _styled(line: str) -> str:
    if isinstance(line, Pieces):
        return "".join(map(_styled, line.pieces))
    if isinstance(line, Move):
        return rf"\plyscopemove{{{tex(line)}}}"
    if isinstance(line, Struck):
        return rf"\plyscopeunseen{{{tex(line)}}}"
    return rf"\textbf{{{tex(line)}}}" if isinstance(line, Value) else tex(line)


def _forest(drawn: Picture) -> Iterator[str]:
    """The tree, and what is drawn over it."""
    yield r"\begin{forest}"
    yield f"  plyscope tree{_growth(drawn)}"
    inner, rooms = {box.parent for box in drawn.boxes}, _rooms(drawn)
    open_: list[int] = []
    for place, box in enumerate(drawn.boxes):
        while open_ and open_[-1] != box.parent:
            open_.pop()
            yield _indented(len(open_), "]")
        yield _indented(len(open_), f"[{_node(drawn, box, rooms[place])}{'' if place in inner else ']'}")
        open_ += [place] if place in inner else []
    yield from (_indented(depth, "]") for depth in reversed(range(len(open_))))
    yield from _layers(drawn)
    yield r"\end{forest}\\"


def _indented(depth: int, text: str) -> str:
    # A deep chain would be more space than text.
    return "  " * min(depth + 1, 12) + text


def _growth(drawn: Picture) -> str:
    """What differs from a plain tree that grows downwards: the direction, and room for text at the edges."""
    if drawn.sideways:
        words = max(len("  ".join([*box.edge, box.mark])) if box.edge else 0 for box in drawn.boxes)
        # To forest a house is a box, so that room for its tip is left here; board or not, it is as wide as its text.
        tip = max(TIP * _extent(drawn, box)[0] for box in drawn.boxes)
        return f", plyscope sideways, for tree={{l sep={38 + SMALL * words:.0f}pt, s sep={3 + tip:.0f}pt}}"
    rows = max(len(_at_edge(box)) for box in drawn.boxes)
    lane = LINE * rows + CLOSE
    return f", plyscope lanes={lane:.0f}pt, for tree={{l sep={FAN + lane:.0f}pt}}" if rows else ""


def _at_edge(box: Box) -> list[str]:
    """The lines beside the edge to a box; a mark alone stands on it."""
    return [*box.edge, *filter(None, [box.mark])] if box.edge and box.parent >= 0 else []


def _rooms(drawn: Picture) -> list[float]:
    """How far apart the boxes below each stand, so that the text at an edge ends before the next edge of its ply."""
    rooms = [GAP] * len(drawn.boxes)
    for place, box in reversed(list(enumerate(drawn.boxes))):
        if box.parent >= 0 and not drawn.sideways:
            words = max((SMALL / LETTER * _width(line) for line in _at_edge(box)), default=0.0)
            # Two subtrees are as far apart as the boxes in them.
            rooms[box.parent] = max(rooms[box.parent], rooms[place], words + CLOSE - NARROW)
    return rooms


def _node(drawn: Picture, box: Box, room: float) -> str:
    look, styles = drawn.theme.node(box.role), tikz_styles.node(box.role)
    rows = _typeset(drawn, box)
    if box.board is not None:
        rows.append(table(box.board))
    if look.shape in TRIANGLES:
        rows = [rf"\plyscopebeside{{{TRIANGLES[look.shape]}{{{', '.join(styles)}}}}}{{{_braced(rows)}}}"]
        styles = ["plyscope beside", "plyscope triangle"]
    elif look.shape == "subtree":
        shape = rf"\plyscopesubtree{'aside' if drawn.sideways else ''}{{{', '.join(styles)}}}"
        rows, styles = ([rf"{shape}\enskip {rows[0]}"] if drawn.sideways else [shape, *rows]), ["plyscope below"]
    if drawn.sideways and look.shape in ("house", "invhouse") and box.board is None:
        styles = [*styles, "plyscope flat"]
    apart = [f"s sep={room:.0f}pt"] if room > GAP else []
    options = [*styles, f"name={_name(box.name)}", *apart, *_edge(drawn, box)]
    return ", ".join([f"{{{_braced(rows)}}}", *options])


def _edge(drawn: Picture, box: Box) -> Iterator[str]:
    """The options that draw the edge above a box."""
    if box.parent < 0:
        return
    if (styles := tikz_styles.edge(box.role)) != ["plyscope edge"]:
        yield f"edge={{{', '.join(styles)}}}"
    if words := _words(drawn, box.edge, box.mark):
        yield f"edge label={{{words}}}"


def _words(drawn: Picture, text: Sequence[str], mark: str) -> str:
    """What stands at an edge: its text, and the mark of a cutoff; a mark alone stands on it."""
    if not text:
        style = "plyscope mark aside" if drawn.sideways else "plyscope mark"
        return f"node[{style}]{{{tex(mark)}}}" if mark else ""
    lines = [tex(line) for line in text] + ([rf"\color{{plyscopecutoff}}{tex(mark)}"] if mark else [])
    style, joint = ("plyscope words aside", r"\enskip ") if drawn.sideways else ("plyscope words", r"\\")
    return f"node[{style}]{{{_braced(lines, joint)}}}"


def _braced(lines: Sequence[str], joint: str = r"\\") -> str:
    # TeX reads what follows the end of a line as an option where it is a bracket.
    return joint.join(f"{{{line}}}" for line in lines)


def _name(name: str) -> str:
    """TikZ takes what follows a dot for an anchor."""
    return name.replace(".", "-")


def _layers(drawn: Picture) -> Iterator[str]:
    """Who moves at each ply, in the margin."""
    first: dict[int, str] = {}
    for box in drawn.boxes:
        if box.role.kind in (Kind.MAX, Kind.MIN):
            first.setdefault(box.ply, _name(box.name))
    shift, side, anchor = ("yshift=6pt", "north", "south") if drawn.sideways else ("xshift=-8pt", "west", "east")
    if any(drawn.layers):
        yield rf"  \coordinate (plyscope margin) at ([{shift}]current bounding box.{side});"
    for ply, text in enumerate(drawn.layers):
        if text:
            place = f"{first[ply]} |- plyscope margin" if drawn.sideways else f"plyscope margin |- {first[ply]}"
            yield rf"  \node[plyscope layer, anchor={anchor}] at ({place}) {{{tex(text)}}};"


def _legend(drawn: Picture) -> Iterator[str]:
    """The signs and the note, below the tree."""
    if drawn.legend:
        entries = [_sign(drawn, entry) for entry in drawn.legend]
        rows = [entries[first : first + ENTRIES_A_ROW] for first in range(0, len(entries), ENTRIES_A_ROW)]
        body = r"\\[3pt]".join(" & ".join(row) for row in rows)
        yield rf"  {{\scriptsize\color{{plyscopefaint}}\begin{{tabular}}{{@{{}}{'cl' * ENTRIES_A_ROW}@{{}}}}"
        yield rf"    {body}"
        yield r"  \end{tabular}}\\"
    if drawn.note:
        yield rf"  {{\scriptsize\color{{plyscopefaint}}{tex(drawn.note)}}}\\"


def _sign(drawn: Picture, entry: Entry) -> str:
    """A sign, drawn as it is in the tree, and what it means."""
    if entry.look is None:
        sign = rf"\textcolor[HTML]{{{entry.colour.lstrip('#').upper()}}}{{{_styled(entry.sign)}}}"
        return f"{sign} & {tex(entry.meaning)}"
    theme = drawn.theme
    known = {
        uncoloured(theme.node(Role(kind)), theme): [style, tikz_styles.UNCOLOURED]
        for kind, style in tikz_styles.NODES.items()
    } | {theme.node(role): tikz_styles.node(role) for role in EXPLAINED}
    styles = ", ".join(known.get(entry.look, ["plyscope terminal", tikz_styles.OPEN]))
    text = "" if entry.sign in GLYPHS.values() else tex(entry.sign)
    if entry.look.shape == "subtree":
        return rf"\plyscopesubtree{{{styles}}} & {tex(entry.meaning)}"
    if entry.look.shape in TRIANGLES:
        return f"{TRIANGLES[entry.look.shape]}{{{styles}}} & {tex(entry.meaning)}"
    return rf"\tikz[baseline=-.5ex]\node[{styles}, plyscope sign]{{{text}}}; & {tex(entry.meaning)}"


FORMAT = Format(
    name="tex",
    holds="the drawing for LaTeX: TikZ with forest",
    about=(
        "LaTeX with the package forest sets it. All looks are TikZ styles in one block of the preamble, to be "
        "changed there; it holds a page of its own, and --animate makes a Beamer slide."
    ),
    write=write,
    aliases=("tikz",),
    lacks=("layout", "dpi", "reasons"),
    page=page,
    animate=animate,
)
