"""Drawings in plyscope's own layout: one as a figure, or several as the overlays of one slide of Beamer.

All is drawn where that layout has it: a figure is what an SVG shows, and nothing moves from one overlay to the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from viz.latex.tex import tex
from viz.paper import font
from viz.paper.canvas import Anchor, Canvas, Ellipse, Paint, Path, Rectangle, Text, flatten

WIDTH, HEIGHT = 440.0, 240.0
"""Points of a slide (16:9) that a drawing may take."""
SLIDE = "1280x720"
"""What the drawing is made to fit: on a slide of Beamer its smallest text is 5 points high, as \\tiny is."""
WHITE = "#ffffff"
"""Paper, which is not painted."""
LETTER = 1.12
"""Computer Modern's letters are smaller and narrower than DejaVu's: so much larger they fit as well."""
HELP = """
% A game-tree search on one slide, step by step. Compile with pdflatex; it needs Beamer, which is in TeX Live
% (in Debian: texlive-latex-recommended and texlive-pictures).
%
% In a talk of your own: copy what stands between the two lines of dashes into its preamble, or into a file that
% it \\input{}s, and the frame into the talk. The scale of the drawing is that of \\scalebox. Every step is drawn
% alone, in one \\only, and all have the same bounding box: leave out the steps that you do not tell.
""".strip().split("\n")
HELP_OF_A_FIGURE = """
% A game-tree search. Compile with pdflatex; it needs the packages standalone and TikZ, which are in TeX Live
% (in Debian: texlive-pictures and texlive-latex-extra).
%
% In a paper of your own: copy what stands between the two lines of dashes into its preamble, or into a file that
% it \\input{}s, and the \\scalebox into a figure. Names say what they stand for, so those of several figures agree.
""".strip().split("\n")
COMMANDS = r"""
\ifdefined\plybox\else\newsavebox{\plybox}\fi
% Where a text stands, its size in tens of points, its colour and where it is anchored, the text, and the width that it
% may take.
\providecommand{\plytext}[5]{\node[ply text, scale=#2, text=#3] at (#1) {\sbox{\plybox}{#4}%
  \ifdim\wd\plybox>#5\resizebox{#5}{\height}{\usebox{\plybox}}\else\usebox{\plybox}\fi};}
% A character that this document has no font for: a small frame, whatever the character.
\providecommand{\plyscopeother}[1]{{\setlength{\fboxsep}{0pt}\fbox{\rule{0pt}{1.1ex}\hspace{.8ex}}}}
\providecommand{\plyscopescissors}{\tikz[baseline=-.6ex, line width=.5pt, x=1ex, y=1ex]
  {\draw (2,.55) -- (.55,-.25) (2,-.55) -- (.55,.25) (.3,.4) circle (.3) (.3,-.4) circle (.3);}}
\providecommand{\plyscopecross}{\tikz[baseline=0pt, line width=.6pt, x=1ex, y=1ex]
  \draw (0,.2) -- (1.1,1.3) (0,1.3) -- (1.1,.2);}
""".strip("\n").split("\n")
ANCHORS = {Anchor.START: ", anchor=base west", Anchor.MIDDLE: "", Anchor.END: ", anchor=base east"}
RULE = "% " + 30 * "-"


def lines(drawn: Sequence[Canvas]) -> Iterator[str]:
    """The document of some drawings of one size, line by line."""
    last = drawn[-1]
    names = _Names(drawn)
    yield from HELP
    yield r"\documentclass[aspectratio=169]{beamer}"
    yield RULE
    yield from names.preamble()
    yield RULE
    yield r"\setbeamertemplate{navigation symbols}{}"
    yield rf"\setbeamercolor{{background canvas}}{{bg={names.colour(last.background)}}}"
    yield r"\begin{document}"
    yield r"\begin{frame}[plain]"
    # The drawing is wider than Beamer's text, and still in the middle of the slide.
    yield r"\noindent\makebox[\textwidth]{%"
    yield from _begin(last, min(WIDTH / last.width, HEIGHT / last.height))
    for number, canvas in enumerate(drawn, start=1):
        yield rf"  \only<{number}>{{%"
        for shape in flatten(canvas.shapes):
            yield f"    {names.drawn(shape)}"
        yield "  }"
    yield r"\end{tikzpicture}}}"
    yield r"\end{frame}"
    yield r"\end{document}"


def figure(canvas: Canvas) -> Iterator[str]:
    """The document of one drawing, as large as it is in a file, line by line."""
    names = _Names([canvas])
    yield from HELP_OF_A_FIGURE
    yield r"\documentclass{standalone}"
    yield RULE
    yield from names.preamble()
    yield RULE
    yield r"\begin{document}"
    if canvas.background != WHITE:
        yield rf"\pagecolor{{{names.colour(canvas.background)}}}"
    yield from _begin(canvas, canvas.scale)
    for shape in flatten(canvas.shapes):
        yield f"  {names.drawn(shape)}"
    yield r"\end{tikzpicture}}"
    yield r"\end{document}"


def _begin(canvas: Canvas, scale: float) -> Iterator[str]:
    yield rf"\scalebox{{{scale:.3f}}}{{\begin{{tikzpicture}}[x=1pt, y=-1pt]"
    yield rf"  \useasboundingbox (0,0) rectangle ({_place(canvas.width, canvas.height)});"


class _Names:
    """Names of all colours and of all ways to paint.

    A name says what it stands for, so that drawings whose preambles are read one after another stay as they are.
    """

    def __init__(self, drawn: Sequence[Canvas]) -> None:
        shapes = [shape for canvas in drawn for shape in flatten(canvas.shapes)]
        paints = dict.fromkeys(shape.paint for shape in shapes if not isinstance(shape, Text))
        used = [drawn[-1].background, *(shape.colour for shape in shapes if isinstance(shape, Text))]
        used += [colour for paint in paints for colour in (paint.fill, paint.line) if colour]
        self._colours = {colour: f"ply{_digits(colour)}" for colour in dict.fromkeys(used)}
        self._paints = {paint: " ".join(["ply", *_said(paint)]) for paint in paints}

    def colour(self, colour: str) -> str:
        """The name of a colour."""
        return self._colours[colour]

    def preamble(self) -> Iterator[str]:
        """The package, the colours, the styles and the commands."""
        yield r"\usepackage{tikz}"
        for colour, name in self._colours.items():
            yield rf"\definecolor{{{name}}}{{HTML}}{{{_digits(colour)}}}"
        yield r"\tikzset{"
        yield r"  ply text/.style={inner sep=0pt, outer sep=0pt, anchor=base, font=\sffamily},"
        for paint, name in self._paints.items():
            yield f"  {name}/.style={{{', '.join(self._options(paint))}}},"
        yield "}"
        yield from COMMANDS

    def _options(self, paint: Paint) -> Iterator[str]:
        if paint.fill:
            yield f"fill={self._colours[paint.fill]}"
        if paint.line:
            yield f"draw={self._colours[paint.line]}"
            yield f"line width={paint.width:g}pt"
        if paint.pattern and paint.line:
            lengths = [f"{word} {length:g}pt" for word, length in zip(("on", "off") * 2, paint.pattern, strict=False)]
            yield f"dash pattern={' '.join(lengths)}"

    def drawn(self, shape: Rectangle | Ellipse | Path | Text) -> str:
        """A shape."""
        if isinstance(shape, Text):
            width = font.width(shape.text, shape.size)
            text = rf"\textbf{{{tex(shape.text)}}}" if shape.outline else tex(shape.text)
            size = shape.size * LETTER / 10
            look = f"{{{size:.3g}}}{{{self._colours[shape.colour]}{ANCHORS[shape.anchor]}}}"
            return rf"\plytext{{{_place(shape.x, shape.y)}}}{look}{{{text}}}{{{width / size:.2f}pt}}"
        style = self._paints[shape.paint]
        if isinstance(shape, Rectangle):
            style += f", rounded corners={shape.radius:g}pt" if shape.radius else ""
            ends = _place(shape.x, shape.y), _place(shape.x + shape.width, shape.y + shape.height)
            return rf"\path[{style}] ({ends[0]}) rectangle ({ends[1]});"
        if isinstance(shape, Ellipse):
            radii = f"x radius={shape.across:.2f}pt, y radius={shape.down:.2f}pt"
            return rf"\path[{style}] ({_place(shape.x, shape.y)}) ellipse [{radii}];"
        return rf"\path[{style}] {_way(shape)};"


def _way(path: Path) -> str:
    first, *rest = (f"({_place(*point)})" for point in path.points)
    if path.curved:
        curves = [rest[k : k + 3] for k in range(0, len(rest), 3)]
        way = first + "".join(f" .. controls {one} and {other} .. {end}" for one, other, end in curves)
    else:
        way = " -- ".join([first, *rest])
    return f"{way} -- cycle" if path.closed else way


def _place(x: float, y: float) -> str:
    return f"{x:.2f},{y:.2f}"


def _digits(colour: str) -> str:
    """The six digits of a colour, as TeX reads them."""
    return colour.lstrip("#").upper()


def _said(paint: Paint) -> Iterator[str]:
    """A way to paint in words of which TikZ makes a name."""
    if paint.fill:
        yield f"fill {_digits(paint.fill)}"
    if paint.line:
        yield f"line {_digits(paint.line)} {paint.width:g}"
    if paint.pattern and paint.line:
        yield " ".join(["dash", *(f"{length:g}" for length in paint.pattern)])
