"""The preamble of a TikZ drawing: one style for each thing that can be drawn, in the colours of a theme."""

from __future__ import annotations

from collections.abc import Iterator

from tracer.comparing.union_tree import BOTH, CHANGED, ONLY_A, ONLY_B
from tracer.games.board import Board, Squares
from viz.latex.tex import escape_tex
from viz.paper.boards import DARK_SQUARE, LAST_MOVE_COLOUR, LIGHT_SQUARE, PIECE_COLOUR
from viz.pictures.best_first import MEAN_COLOUR_COUNT
from viz.pictures.roles import Kind, NodeType, Role
from viz.pictures.theme import LIGHT as WIDTHS
from viz.pictures.theme import EdgeLook, Look, Theme, Tint

BLACK_PIECES = "♚♛♜♝♞♟"
"""Written as small letters; White's pieces are capitals, as in Forsyth's notation."""
BOARD_COMMANDS = r"""
% Boards: a square, a square on a colour, a table of squares.
\ifdefined\plyscopeside\else\newlength{\plyscopeside}\fi
\setlength{\plyscopeside}{9pt}
\providecommand{\plyscopecell}[1]{\makebox[\plyscopeside]{\rule[-.24\plyscopeside]{0pt}{\plyscopeside}\textcolor{plyscopetext}{#1}}}
\providecommand{\plyscopeletter}[1]{\makebox[.62em]{\rule[-.3ex]{0pt}{2.1ex}\textcolor{plyscopetext}{#1}}}
\providecommand{\plyscopeon}[2]{{\setlength{\fboxsep}{0pt}\colorbox{#1}{#2}}}
\providecommand{\plyscopeboard}[2]{{\setlength{\tabcolsep}{0pt}\renewcommand{\arraystretch}{0}\scriptsize
  \color{plyscopefaint}\begin{tabular}{#1}#2\end{tabular}}}
\providecommand{\plyscopeX}{\textcolor{plyscopeMAXline}{\textsf{X}}}
\providecommand{\plyscopeO}{\textcolor{plyscopeMINline}{\textsf{O}}}
\providecommand{\plyscopehole}[2]{\begin{tikzpicture}[x=\plyscopeside, y=\plyscopeside, baseline=-.26\plyscopeside]
  \path[use as bounding box] (-.42,-.5) rectangle (.42,.5); \path[fill=plyscopebackground] circle (.43);
  \path[fill=#1] circle (.37); \draw[plyscopebackground, line width=.6pt] #2;\end{tikzpicture}}
\ifdefined\plyscopediscX\else\newsavebox{\plyscopediscX}\fi
\ifdefined\plyscopediscO\else\newsavebox{\plyscopediscO}\fi
\ifdefined\plyscopenodisc\else\newsavebox{\plyscopenodisc}\fi
\sbox{\plyscopediscX}{\plyscopehole{plyscopeMAXline}{(-.15,-.15) -- (.15,.15) (-.15,.15) -- (.15,-.15)}}
\sbox{\plyscopediscO}{\plyscopehole{plyscopeMINline}{circle (.18)}}
\sbox{\plyscopenodisc}{\plyscopehole{plyscopebackground}{}}
""".strip().split("\n")


def board_table(board: Board) -> str:
    """A position, as a table of squares."""
    cells = [
        " & ".join(_square_text(board, row, column) for column in range(board.columns)) for row in range(board.rows)
    ]
    has_lines = board.squares is Squares.LINES
    columns = ("|" if has_lines else "").join("c" * board.columns)
    rows = (r"\\\hline " if has_lines else r"\\").join(cells)
    return rf"\plyscopeboard{{{columns}}}{{{rows}}}"


def _square_text(board: Board, row: int, column: int) -> str:
    cell, is_last = board.cells[row][column], (row, column) in board.last
    background = "plyscopelast" if is_last else ""
    if board.squares is Squares.HOLES:
        disc_boxes = {"X": r"\usebox{\plyscopediscX}", "O": r"\usebox{\plyscopediscO}"}
        text = disc_boxes.get(cell) or escape_tex(cell) or r"\usebox{\plyscopenodisc}"
        background = background or "plyscopeedge"
    elif board.squares is Squares.CHEQUERED:
        piece = escape_tex(cell).lower() if cell in BLACK_PIECES else escape_tex(cell)
        text = rf"\textcolor{{plyscopeink}}{{{piece}}}" if piece else ""
        background = f"plyscope{'last' if is_last else 'dark' if (row + column) % 2 else 'light'}square"
    elif board.squares is Squares.LINES:
        text = {"X": r"\plyscopeX{}", "O": r"\plyscopeO{}"}.get(cell) or escape_tex(cell)
    else:
        text = rf"\texttt{{{escape_tex(cell)}}}" if cell else ""
    square = rf"\plyscope{'letter' if board.squares is Squares.TEXT else 'cell'}{{{text}}}"
    return rf"\plyscopeon{{{background}}}{{{square}}}" if background else square


NODE_STYLES = {
    Kind.MAX: "plyscope MAX",
    Kind.MIN: "plyscope MIN",
    Kind.CHANCE: "plyscope chance",
    Kind.TERMINAL: "plyscope terminal",
    Kind.HORIZON: "plyscope horizon",
    Kind.TABLE: "plyscope table",
    Kind.CHAIN: "plyscope only moves",
    Kind.PRUNED: "plyscope pruned",
    Kind.SUBTREE: "plyscope pruned subtree",
    Kind.SKIPPED: "plyscope not searched",
    Kind.UNVISITED: "plyscope unvisited",
    Kind.ELSEWHERE: "plyscope elsewhere",
    Kind.STUB: "plyscope stub",
}
"""Styles of nodes by what they are."""
SIDE_STYLES = {
    BOTH: "plyscope both",
    ONLY_A: "plyscope only A",
    ONLY_B: "plyscope only B",
    CHANGED: "plyscope changed",
}
"""Added where a node is one of two searches'."""
TYPE_STYLES = {NodeType.PV: "plyscope PV node", NodeType.CUT: "plyscope cut node", NodeType.ALL: "plyscope all node"}
"""Added where node types are shown."""
MEAN_STYLES = tuple(f"plyscope mean {number}" for number in range(MEAN_COLOUR_COUNT))
"""Added where nodes have means, from the best for MIN to the best for MAX; defined where there are some."""
HIGHLIGHT_STYLE = "plyscope highlighted"
UNCOLOURED_OPTIONS = "draw=plyscopetext, fill=plyscopebackground, text=plyscopetext"
VARIATION_STYLE = "plyscope pv"
OPEN_STYLE = "plyscope open"
TEE_STYLE = "plyscope tee"
STACKED_STYLE = "plyscope stacked"
EDGE_STYLES = {
    kind: f"{NODE_STYLES[kind]} edge"
    for kind in (Kind.PRUNED, Kind.SUBTREE, Kind.SKIPPED, Kind.UNVISITED, Kind.ELSEWHERE, Kind.STUB)
}
"""Styles of edges by what they lead to; the rest is `plyscope edge`, `plyscope pv edge` or `plyscope cutoff edge`."""
TRIANGLE_COMMANDS = {"triangle": r"\plyscopeup", "invtriangle": r"\plyscopedown"}
"""Shapes that stand beside their text."""
SHAPE_OPTIONS = {
    "house": "plyscope house",
    "invhouse": "plyscope house upside down",
    "ellipse": "ellipse, inner sep=1pt",
    "hexagon": "signal, signal to=east and west, signal pointer angle=150",
    "cylinder": "cylinder, shape border rotate=90, aspect=.25",
}
FONTS_BY_SIZE = (
    (10.5, r"\plyscopefont\small"),
    (9.25, r"\plyscopefont\footnotesize"),
    (0.0, r"\plyscopefont\scriptsize"),
)
"""The size of text from so many points on."""
LINE_WIDTH_SCALE = 0.6
"""Lines are drawn thinner in print than on a screen."""


def node_styles(role: Role) -> list[str]:
    """The styles of a node, which together are how its theme has it look."""
    side, node_type = role.side, role.node_type
    # What comes later wins: a node that is open is drawn as thick as the variation or the side it is on.
    styles = [
        NODE_STYLES[role.kind],
        *([STACKED_STYLE] if role.stacked else []),
        *([OPEN_STYLE] if role.unfinished else []),
    ]
    if side is not None and not role.pruned:
        return [*styles, SIDE_STYLES[side]]
    styles += [TYPE_STYLES[node_type]] if node_type is not None else []
    styles += [MEAN_STYLES[role.quality]] if node_type is None and role.quality is not None else []
    styles += [VARIATION_STYLE] if role.on_pv else []
    return [*styles, HIGHLIGHT_STYLE] if role.highlighted else styles


def edge_styles(role: Role) -> list[str]:
    """The styles of the edge to a node."""
    if role.kind in EDGE_STYLES:
        return [EDGE_STYLES[role.kind], *([HIGHLIGHT_STYLE] if role.highlighted else [])]
    if role.side is not None:
        styles = [f"{SIDE_STYLES[role.side]} edge"]
        styles += ["draw=plyscopecutoff"] if role.refutes and role.side is BOTH else []
    else:
        styles = [f"plyscope {'pv ' if role.on_pv else 'cutoff ' if role.refutes else ''}edge"]
    styles += [HIGHLIGHT_STYLE] if role.highlighted else []
    styles += [f"line width={_line_width(WIDTHS.edge_look(role).width)}"] if role.visits else []
    return [*styles, TEE_STYLE] if role.refutes else styles


def preamble_lines(theme: Theme, *, with_means: bool = False) -> Iterator[str]:
    """Packages, colours, styles and commands, line by line; `with_means`: also those of nodes that have means."""
    yield from PACKAGE_LINES
    yield from _colour_definitions(theme)
    mean_styles = MEAN_STYLES if with_means else ()
    for index, name in enumerate(mean_styles):
        yield from _look_colours(name, theme.node_look(Role(Kind.MAX, quality=index)))
    yield r"\tikzset{"
    yield from SHARED_STYLES
    for kind, name in NODE_STYLES.items():
        yield f"  {name}/.style={{{_node_options(theme.kinds[kind], name)}}},"
    for side, name in SIDE_STYLES.items():
        yield f"  {name}/.style={{{_tint_options(name)}, line width={_line_width(theme.sides[side].width)}}},"
    for name in (*TYPE_STYLES.values(), *mean_styles):
        yield f"  {name}/.style={{{_tint_options(name)}}},"
    yield f"  {VARIATION_STYLE}/.style={{draw=plyscopepv, line width={_line_width(theme.node_look(_PV_ROLE).width)}}},"
    yield f"  {OPEN_STYLE}/.style={{dotted, line width={_line_width(theme.node_look(_UNFINISHED_ROLE).width)}}},"
    highlight_width = theme.node_look(Role(Kind.MAX, highlighted=True)).width
    yield f"  {HIGHLIGHT_STYLE}/.style={{draw=plyscopehighlight, line width={_line_width(highlight_width)}}},"
    for name, colour, look in _edge_looks(theme):
        yield f"  {name}/.style={{draw={colour}, line width={_line_width(look.width)}, {look.style}}},"
    yield "}"
    yield from TRIANGLE_MACROS
    yield from BOARD_COMMANDS


_PV_ROLE, _UNFINISHED_ROLE = Role(Kind.MAX, on_pv=True), Role(Kind.MAX, unfinished=True)
PACKAGE_LINES = (
    r"\usepackage{forest}",
    r"\useforestlibrary{edges}",
    r"\usetikzlibrary{arrows.meta, backgrounds, shadows, shapes.geometric, shapes.symbols}",
)
SHARED_STYLES = (
    "  plyscope house/.style={signal, signal to=north, signal from=nowhere, signal pointer angle=150},",
    "  plyscope house upside down/.style={plyscope house, signal to=south},",
    "  plyscope flat/.style={signal pointer angle=168},",
    "  plyscope tee/.style={-{Bar[width=7pt]}},",
    "  plyscope mark/.style={pos=.62, inner sep=1pt, fill=plyscopebackground, text=plyscopecutoff,",
    "    font=\\plyscopefont\\scriptsize},",
    "  plyscope words/.style={pos=.45, anchor=west, inner sep=1.5pt, text=plyscopetext, align=left,",
    "    font=\\plyscopefont\\scriptsize},",
    "  plyscope aside/.style={pos=1, anchor=east, xshift=-6pt, inner xsep=2pt},",
    "  plyscope mark aside/.style={plyscope mark, plyscope aside},",
    "  plyscope words aside/.style={plyscope words, plyscope aside, anchor=south east, inner ysep=.5pt},",
    "  plyscope beside/.style={shape=plyscope beside, inner sep=1pt, text=plyscopetext, font=\\plyscopefont\\small},",
    "  plyscope below/.style={inner sep=1pt, text=plyscopeprunedsubtreetext, font=\\plyscopefont\\footnotesize},",
    "  plyscope stacked/.style={copy shadow={shadow xshift=1.5pt, shadow yshift=-1.5pt}},",
    "  plyscope sign/.style={inner sep=1.5pt, minimum width=18pt, minimum height=8pt, font=\\plyscopefont\\tiny},",
    "  plyscope layer/.style={font=\\plyscopefont\\small\\bfseries, text=plyscopefaint},",
)
TRIANGLE_MACROS = r"""
% The font of all text.
\providecommand{\plyscopefont}{\sffamily}
\forestset{plyscope tree/.style={for tree={
  align=center, inner sep=2.5pt, s sep=5pt, l sep=26pt, tier/.option=level, edge={plyscope edge},
  minimum width=12pt, minimum height=9pt, parent anchor=children, child anchor=parent,
  edge path={\noexpand\path[\forestoption{edge}] (!u.parent anchor) \plyscopelane -- (.child anchor)
    \forestoption{edge label};}}}}
% Edges run straight before they end, beside their text.
\providecommand{\plyscopelane}{}
\forestset{plyscope lanes/.style={for tree={anchor=north}, TeX={\def\plyscopelane{-- ([yshift=#1].child anchor)}}}}
\forestset{plyscope sideways/.style={forked edges, for tree={
  grow'=east, anchor=west, fork sep=14pt}}}
\forestset{plyscope triangle/.style={anchor=tip, child anchor=tip, parent anchor=foot, for children={
  edge path={\noexpand\path[\forestoption{edge}] (!u.foot) -- (!u.foot |- !u.south) \plyscopelane -- (.child anchor)
    \forestoption{edge label};}}}}
% A character that this document has no font for: a small frame, whatever the character.
\providecommand{\plyscopeother}[1]{{\setlength{\fboxsep}{0pt}\fbox{\rule{0pt}{1.1ex}\hspace{.8ex}}}}
\ifdefined\plyscopecut\else\newsavebox{\plyscopecut}\fi
\sbox{\plyscopecut}{\tikz[baseline=-.6ex, line width=.5pt, draw=plyscopecutoff, x=1ex, y=1ex]
  {\draw (2,.55) -- (.55,-.25) (2,-.55) -- (.55,.25) (.3,.4) circle (.3) (.3,-.4) circle (.3);}}
\providecommand{\plyscopescissors}{\usebox{\plyscopecut}}
\providecommand{\plyscopecross}{\tikz[baseline=0pt, line width=.6pt, x=1ex, y=1ex]
  \draw (0,.2) -- (1.1,1.3) (0,1.3) -- (1.1,.2);}
% A move, which is lighter than a value.
\providecommand{\plyscopemove}[1]{{\scriptsize #1}}
% A value that no search came to see, struck through.
\ifdefined\plyscopebox\else\newsavebox{\plyscopebox}\fi
\providecommand{\plyscopeunseen}[1]{\sbox{\plyscopebox}{#1}\rlap{\rule[.5ex]{\wd\plyscopebox}{.4pt}}\usebox{\plyscopebox}}
% MAX and MIN as triangles beside their text; the argument is the styles. Edges meet the triangle, not the text.
\providecommand{\plyscopeup}[1]{\tikz[baseline=1.5pt]\path[#1] (0,0) -- (12pt,0) -- (6pt,9pt) -- cycle;}
\providecommand{\plyscopedown}[1]{\tikz[baseline=1.5pt]\path[#1] (0,9pt) -- (12pt,9pt) -- (6pt,0) -- cycle;}
\providecommand{\plyscopebeside}[2]{#1\hspace{2pt}\begin{tabular}[t]{@{}l@{}}#2\end{tabular}}
\makeatletter
\pgfdeclareshape{plyscope beside}{
  \inheritsavedanchors[from=rectangle]
  \foreach \side in {center, base, mid, north, south, east, west, north east, north west, south east, south west}
    {\inheritanchor[from=rectangle]{\side}}
  \inheritanchorborder[from=rectangle]
  \inheritbackgroundpath[from=rectangle]
  \anchor{tip}{\northeast\pgf@ya=\pgf@y\southwest\advance\pgf@x7pt\pgf@y=\pgf@ya}
  \anchor{foot}{\northeast\pgf@ya=\pgf@y\southwest\advance\pgf@x7pt\advance\pgf@ya-11pt\pgf@y=\pgf@ya}
}
\makeatother
% A pruned subtree: a triangle above its text, or before it.
\providecommand{\plyscopesubtree}[1]{\tikz\path[#1] (0,0) -- (18pt,0) -- (9pt,9pt) -- cycle;}
\providecommand{\plyscopesubtreeaside}[1]{\tikz[baseline=1.5pt]\path[#1] (9pt,0) -- (9pt,9pt) -- (0,4.5pt) -- cycle;}
""".strip("\n").split("\n")


def _colour_definitions(theme: Theme) -> Iterator[str]:
    for kind, name in NODE_STYLES.items():
        yield from _look_colours(name, theme.kinds[kind])
    for side, name in SIDE_STYLES.items():
        yield from _look_colours(name, theme.sides[side])
    for node_type, name in TYPE_STYLES.items():
        yield from _look_colours(name, theme.types[node_type])
    other_colours = {
        "background": theme.background,
        "text": theme.text,
        "faint": theme.faint,
        "edge": theme.edge,
        "pv": theme.variation,
        "cutoff": theme.cutoff,
        "highlight": theme.highlight,
        "last": theme.last,
        "lightsquare": LIGHT_SQUARE,
        "darksquare": DARK_SQUARE,
        "lastsquare": LAST_MOVE_COLOUR,
        "ink": PIECE_COLOUR,
    }
    for name, colour in other_colours.items():
        yield _define_colour(f"plyscope{name}", colour)


def _look_colours(name: str, look: Look | Tint) -> Iterator[str]:
    yield "".join(
        _define_colour(_colour_part_name(name, part), getattr(look, part)) for part in ("fill", "line", "text")
    )


def _colour_part_name(name: str, part: str) -> str:
    return name.replace(" ", "") + part


def _define_colour(name: str, colour: str) -> str:
    return f"\\definecolor{{{name}}}{{HTML}}{{{colour.lstrip('#').upper()}}}"


def _tint_options(name: str) -> str:
    line, fill, text = (_colour_part_name(name, part) for part in ("line", "fill", "text"))
    return f"draw={line}, fill={fill}, text={text}"


def _node_options(look: Look, name: str) -> str:
    """The options of a node; a triangle's are its triangle's, too."""
    font = next(size for min_size, size in FONTS_BY_SIZE if look.size >= min_size)
    if look.shape == "plain":
        return f"text={_colour_part_name(name, 'text')}, font={font}"
    options = [style for style in look.style.split(",") if style in ("dashed", "dotted", "dashdotted")]
    options += ["rounded corners=3pt"] if "rounded" in look.style else []
    options += [SHAPE_OPTIONS[look.shape]] if look.shape in SHAPE_OPTIONS else []
    return ", ".join([_tint_options(name), f"font={font}", f"line width={_line_width(look.width)}", *options])


def _line_width(width: float) -> str:
    return f"{width * LINE_WIDTH_SCALE:.2g}pt"


def _edge_looks(theme: Theme) -> Iterator[tuple[str, str, EdgeLook]]:
    """Each style of an edge with its colour and how it looks."""
    plain_kind = Kind.MAX
    yield "plyscope edge", "plyscopeedge", theme.edge_look(Role(plain_kind))
    yield "plyscope pv edge", "plyscopepv", theme.edge_look(Role(plain_kind, on_pv=True))
    yield "plyscope cutoff edge", "plyscopecutoff", theme.edge_look(Role(plain_kind, refutes="α"))
    for kind, name in EDGE_STYLES.items():
        yield name, _colour_part_name(NODE_STYLES[kind], "line"), theme.edge_look(Role(kind))
    for side, name in SIDE_STYLES.items():
        yield f"{name} edge", _colour_part_name(name, "line"), theme.edge_look(Role(plain_kind, side=side))
