"""The preamble of a TikZ drawing: one style for each thing that can be drawn, in the colours of a theme."""

from __future__ import annotations

from collections.abc import Iterator

from tracer.comparing.union_tree import BOTH, CHANGED, ONLY_A, ONLY_B
from tracer.games.board import Board, Squares
from viz.latex.tex import tex
from viz.paper.boards import DARK_SQUARE, INK, LAST_SQUARE, LIGHT_SQUARE
from viz.pictures.best_first import QUALITIES
from viz.pictures.roles import Kind, NodeType, Role
from viz.pictures.theme import LIGHT as WIDTHS
from viz.pictures.theme import EdgeLook, Look, Theme, Tint

BLACK = "♚♛♜♝♞♟"
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


def table(board: Board) -> str:
    """A position, as a table of squares."""
    cells = [" & ".join(_square(board, row, column) for column in range(board.columns)) for row in range(board.rows)]
    has_lines = board.squares is Squares.LINES
    columns = ("|" if has_lines else "").join("c" * board.columns)
    rows = (r"\\\hline " if has_lines else r"\\").join(cells)
    return rf"\plyscopeboard{{{columns}}}{{{rows}}}"


def _square(board: Board, row: int, column: int) -> str:
    cell, is_last = board.cells[row][column], (row, column) in board.last
    ground = "plyscopelast" if is_last else ""
    if board.squares is Squares.HOLES:
        disc = {"X": r"\usebox{\plyscopediscX}", "O": r"\usebox{\plyscopediscO}"}
        text, ground = disc.get(cell) or tex(cell) or r"\usebox{\plyscopenodisc}", ground or "plyscopeedge"
    elif board.squares is Squares.CHEQUERED:
        piece = tex(cell).lower() if cell in BLACK else tex(cell)
        text = rf"\textcolor{{plyscopeink}}{{{piece}}}" if piece else ""
        ground = f"plyscope{'last' if is_last else 'dark' if (row + column) % 2 else 'light'}square"
    elif board.squares is Squares.LINES:
        text = {"X": r"\plyscopeX{}", "O": r"\plyscopeO{}"}.get(cell) or tex(cell)
    else:
        text = rf"\texttt{{{tex(cell)}}}" if cell else ""
    square = rf"\plyscope{'letter' if board.squares is Squares.TEXT else 'cell'}{{{text}}}"
    return rf"\plyscopeon{{{ground}}}{{{square}}}" if ground else square


NODES = {
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
SIDES = {
    BOTH: "plyscope both",
    ONLY_A: "plyscope only A",
    ONLY_B: "plyscope only B",
    CHANGED: "plyscope changed",
}
"""Added where a node is one of two searches'."""
TYPES = {NodeType.PV: "plyscope PV node", NodeType.CUT: "plyscope cut node", NodeType.ALL: "plyscope all node"}
"""Added where node types are shown."""
MEANS = tuple(f"plyscope mean {number}" for number in range(QUALITIES))
"""Added where nodes have means, from the best for MIN to the best for MAX; defined where there are some."""
HIGHLIGHTED = "plyscope highlighted"
UNCOLOURED = "draw=plyscopetext, fill=plyscopebackground, text=plyscopetext"
VARIATION, OPEN, TEE, STACKED = "plyscope pv", "plyscope open", "plyscope tee", "plyscope stacked"
EDGES = {
    Kind.PRUNED: "plyscope pruned edge",
    Kind.SUBTREE: "plyscope pruned subtree edge",
    Kind.SKIPPED: "plyscope not searched edge",
    Kind.UNVISITED: "plyscope unvisited edge",
    Kind.ELSEWHERE: "plyscope elsewhere edge",
    Kind.STUB: "plyscope stub edge",
}
"""Styles of edges by what they lead to; the rest is `plyscope edge`, `plyscope pv edge` or `plyscope cutoff edge`."""
TRIANGLES = {"triangle": r"\plyscopeup", "invtriangle": r"\plyscopedown"}
"""Shapes that stand beside their text."""
SHAPES = {
    "house": "plyscope house",
    "invhouse": "plyscope house upside down",
    "ellipse": "ellipse, inner sep=1pt",
    "hexagon": "signal, signal to=east and west, signal pointer angle=150",
    "cylinder": "cylinder, shape border rotate=90, aspect=.25",
}
FONTS = ((10.5, r"\plyscopefont\small"), (9.25, r"\plyscopefont\footnotesize"), (0.0, r"\plyscopefont\scriptsize"))
"""The size of text from so many points on."""
THIN = 0.6
"""Lines are drawn thinner in print than on a screen."""


def node(role: Role) -> list[str]:
    """The styles of a node, which together are how its theme has it look."""
    side, kind = role.side, role.node_type
    # What comes later wins: a node that is open is drawn as thick as the variation or the side it is on.
    styles = [NODES[role.kind], *([STACKED] if role.stacked else []), *([OPEN] if role.unfinished else [])]
    if side is not None and not role.pruned:
        return [*styles, SIDES[side]]
    styles += [TYPES[kind]] if kind is not None else []
    styles += [MEANS[role.quality]] if kind is None and role.quality is not None else []
    styles += [VARIATION] if role.on_pv else []
    return [*styles, HIGHLIGHTED] if role.highlighted else styles


def edge(role: Role) -> list[str]:
    """The styles of the edge to a node."""
    if role.kind in EDGES:
        return [EDGES[role.kind], *([HIGHLIGHTED] if role.highlighted else [])]
    if role.side is not None:
        main = [f"{SIDES[role.side]} edge"]
        main += ["draw=plyscopecutoff"] if role.refutes and role.side is BOTH else []
    else:
        main = [f"plyscope {'pv ' if role.on_pv else 'cutoff ' if role.refutes else ''}edge"]
    main += [HIGHLIGHTED] if role.highlighted else []
    main += [f"line width={_points(WIDTHS.edge_to(role).width)}"] if role.visits else []
    return [*main, TEE] if role.refutes else main


def preamble(theme: Theme, *, means: bool = False) -> Iterator[str]:
    """Packages, colours, styles and commands, line by line; `means`: also those of nodes that have means."""
    yield from PACKAGES
    yield from _colours(theme)
    of_means = MEANS if means else ()
    for number, name in enumerate(of_means):
        yield from _three(name, theme.node(Role(Kind.MAX, quality=number)))
    yield r"\tikzset{"
    yield from SHARED
    for kind, name in NODES.items():
        yield f"  {name}/.style={{{_node(theme.kinds[kind], name)}}},"
    for side, name in SIDES.items():
        yield f"  {name}/.style={{{_tint(name)}, line width={_points(theme.sides[side].width)}}},"
    for name in TYPES.values():
        yield f"  {name}/.style={{{_tint(name)}}},"
    for name in of_means:
        yield f"  {name}/.style={{{_tint(name)}}},"
    yield f"  {VARIATION}/.style={{draw=plyscopepv, line width={_points(theme.node(_ON_PV).width)}}},"
    yield f"  {OPEN}/.style={{dotted, line width={_points(theme.node(_UNFINISHED).width)}}},"
    bold = theme.node(Role(Kind.MAX, highlighted=True)).width
    yield f"  {HIGHLIGHTED}/.style={{draw=plyscopehighlight, line width={_points(bold)}}},"
    for name, colour, look in _edges(theme):
        yield f"  {name}/.style={{draw={colour}, line width={_points(look.width)}, {look.style}}},"
    yield "}"
    yield from COMMANDS
    yield from BOARD_COMMANDS


_ON_PV, _UNFINISHED = Role(Kind.MAX, on_pv=True), Role(Kind.MAX, unfinished=True)
PACKAGES = (
    r"\usepackage{forest}",
    r"\useforestlibrary{edges}",
    r"\usetikzlibrary{arrows.meta, backgrounds, shadows, shapes.geometric, shapes.symbols}",
)
SHARED = (
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
COMMANDS = r"""
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


def _colours(theme: Theme) -> Iterator[str]:
    """Every colour of a theme by a name."""
    for kind, name in NODES.items():
        yield from _three(name, theme.kinds[kind])
    for side, name in SIDES.items():
        yield from _three(name, theme.sides[side])
    for node_type, name in TYPES.items():
        yield from _three(name, theme.types[node_type])
    rest = {
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
        "lastsquare": LAST_SQUARE,
        "ink": INK,
    }
    for name, colour in rest.items():
        yield _defined(f"plyscope{name}", colour)


def _three(name: str, look: Look | Tint) -> Iterator[str]:
    yield "".join(_defined(_part(name, part), getattr(look, part)) for part in ("fill", "line", "text"))


def _part(name: str, part: str) -> str:
    return name.replace(" ", "") + part


def _defined(name: str, colour: str) -> str:
    return f"\\definecolor{{{name}}}{{HTML}}{{{colour.lstrip('#').upper()}}}"


def _tint(name: str) -> str:
    return f"draw={_part(name, 'line')}, fill={_part(name, 'fill')}, text={_part(name, 'text')}"


def _node(look: Look, name: str) -> str:
    """The options of a node; a triangle's are its triangle's, too."""
    font = next(size for least, size in FONTS if look.size >= least)
    if look.shape == "plain":
        return f"text={_part(name, 'text')}, font={font}"
    words = [word for word in look.style.split(",") if word in ("dashed", "dotted", "dashdotted")]
    words += ["rounded corners=3pt"] if "rounded" in look.style else []
    words += [SHAPES[look.shape]] if look.shape in SHAPES else []
    return ", ".join([_tint(name), f"font={font}", f"line width={_points(look.width)}", *words])


def _points(width: float) -> str:
    return f"{width * THIN:.2g}pt"


def _edges(theme: Theme) -> Iterator[tuple[str, str, EdgeLook]]:
    """Each style of an edge with its colour and how it looks."""
    plain = Kind.MAX
    yield "plyscope edge", "plyscopeedge", theme.edge_to(Role(plain))
    yield "plyscope pv edge", "plyscopepv", theme.edge_to(Role(plain, on_pv=True))
    yield "plyscope cutoff edge", "plyscopecutoff", theme.edge_to(Role(plain, refutes="α"))
    for kind, name in EDGES.items():
        yield name, _part(NODES[kind], "line"), theme.edge_to(Role(kind))
    for side, name in SIDES.items():
        yield f"{name} edge", _part(name, "line"), theme.edge_to(Role(plain, side=side))
