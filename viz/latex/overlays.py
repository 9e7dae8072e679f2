"""Drawings in plyscope's own layout: one as a figure, several as overlays of a slide of Beamer, or as pages.

All is drawn where that layout has it: a figure is what an SVG shows, and nothing moves from one overlay to the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from viz.latex.tex import escape_tex
from viz.paper import font
from viz.paper.canvas import Anchor, Canvas, Ellipse, Paint, Path, Rectangle, Text, iter_flat_shapes

SLIDE_WIDTH, SLIDE_HEIGHT = 440.0, 240.0
"""Points of a slide (16:9) that a drawing may take."""
SLIDE_FIT = "1280x720"
"""What the drawing is made to fit: on a slide of Beamer its smallest text is 5 points high, as \\tiny is."""
WHITE = "#ffffff"
"""Paper, which is not painted."""
LETTER_SCALE = 1.12
"""Computer Modern's letters are smaller and narrower than DejaVu's: so much larger they fit as well."""
SLIDE_HELP = """
% A game-tree search on one slide, step by step. Compile with pdflatex; it needs Beamer, which is in TeX Live
% (in Debian: texlive-latex-recommended and texlive-pictures).
%
% In a talk of your own: copy what stands between the two lines of dashes into its preamble, or into a file that
% it \\input{}s, and the frame into the talk. The scale of the drawing is that of \\scalebox. Every step is drawn
% alone, in one \\only, and all have the same bounding box: leave out the steps that you do not tell.
""".strip().split("\n")
FIGURE_HELP = """
% A game-tree search. Compile with pdflatex; it needs the packages standalone and TikZ, which are in TeX Live
% (in Debian: texlive-pictures and texlive-latex-extra).
%
% In a paper of your own: copy what stands between the two lines of dashes into its preamble, or into a file that
% it \\input{}s, and the \\scalebox into a figure. Names say what they stand for, so those of several figures agree.
""".strip().split("\n")
TEXT_COMMANDS = r"""
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
ANCHOR_OPTIONS = {Anchor.START: ", anchor=base west", Anchor.MIDDLE: "", Anchor.END: ", anchor=base east"}
RULE_LINE = "% " + 30 * "-"


def slide_lines(canvases: Sequence[Canvas]) -> Iterator[str]:
    """The document of some drawings of one size, line by line."""
    last_canvas, names = canvases[-1], _StyleNames(canvases)
    yield from _head_lines(SLIDE_HELP, r"\documentclass[aspectratio=169]{beamer}", names)
    yield r"\setbeamertemplate{navigation symbols}{}"
    yield rf"\setbeamercolor{{background canvas}}{{bg={names.colour_name(last_canvas.background)}}}"
    yield r"\begin{document}"
    yield r"\begin{frame}[plain]"
    # The drawing is wider than Beamer's text, and still in the middle of the slide.
    yield r"\noindent\makebox[\textwidth]{%"
    yield _picture_start(min(SLIDE_WIDTH / last_canvas.width, SLIDE_HEIGHT / last_canvas.height))
    yield _bounding_box(last_canvas)
    for frame_number, canvas in enumerate(canvases, start=1):
        yield rf"  \only<{frame_number}>{{%"
        yield from names.shape_lines(canvas, "    ")
        yield "  }"
    yield r"\end{tikzpicture}}}"
    yield r"\end{frame}"
    yield r"\end{document}"


def figure_lines(canvas: Canvas) -> Iterator[str]:
    """The document of one drawing, as large as it is in a file, line by line."""
    names = _StyleNames([canvas])
    yield from _head_lines(FIGURE_HELP, r"\documentclass{standalone}", names)
    yield r"\begin{document}"
    if canvas.background != WHITE:
        yield rf"\pagecolor{{{names.colour_name(canvas.background)}}}"
    yield _picture_start(canvas.scale)
    yield _bounding_box(canvas)
    yield from names.shape_lines(canvas)
    yield r"\end{tikzpicture}}"
    yield r"\end{document}"


def page_lines(canvases: Sequence[Canvas]) -> Iterator[str]:
    """The document of some drawings, each a page of its own size, line by line."""
    names = _StyleNames(canvases, font_command=r"\rmfamily")
    yield r"\documentclass[tikz, border=0pt]{standalone}"
    yield from names.preamble_lines()
    yield r"\begin{document}"
    for canvas in canvases:
        yield r"\begin{tikzpicture}[x=1bp, y=-1bp]"
        yield _bounding_box(canvas)
        yield from names.shape_lines(canvas)
        yield r"\end{tikzpicture}"
    yield r"\end{document}"


def _head_lines(help_lines: Sequence[str], document_class: str, names: _StyleNames) -> Iterator[str]:
    yield from (*help_lines, document_class, RULE_LINE, *names.preamble_lines(), RULE_LINE)


def _picture_start(scale: float) -> str:
    return rf"\scalebox{{{scale:.3f}}}{{\begin{{tikzpicture}}[x=1pt, y=-1pt]"


def _bounding_box(canvas: Canvas) -> str:
    return rf"  \useasboundingbox (0,0) rectangle ({_format_point(canvas.width, canvas.height)});"


class _StyleNames:
    """Names of all colours and of all ways to paint.

    A name says what it stands for, so that drawings whose preambles are read one after another stay as they are.
    """

    def __init__(self, canvases: Sequence[Canvas], font_command: str = r"\sffamily") -> None:
        self._font_command = font_command
        shapes = [shape for canvas in canvases for shape in iter_flat_shapes(canvas.shapes)]
        paints = dict.fromkeys(shape.paint for shape in shapes if not isinstance(shape, Text))
        used_colours = [canvases[-1].background, *(shape.colour for shape in shapes if isinstance(shape, Text))]
        used_colours += [colour for paint in paints for colour in (paint.fill, paint.line) if colour]
        self._colour_names = {colour: f"ply{_hex_digits(colour)}" for colour in dict.fromkeys(used_colours)}
        self._paint_names = {paint: " ".join(["ply", *_paint_words(paint)]) for paint in paints}

    def colour_name(self, colour: str) -> str:
        """The name of a colour."""
        return self._colour_names[colour]

    def preamble_lines(self) -> Iterator[str]:
        """The package, the colours, the styles and the commands."""
        yield r"\usepackage{tikz}"
        for colour, name in self._colour_names.items():
            yield rf"\definecolor{{{name}}}{{HTML}}{{{_hex_digits(colour)}}}"
        yield r"\tikzset{"
        yield rf"  ply text/.style={{inner sep=0pt, outer sep=0pt, anchor=base, font={self._font_command}}},"
        for paint, name in self._paint_names.items():
            yield f"  {name}/.style={{{', '.join(self._paint_options(paint))}}},"
        yield "}"
        yield from TEXT_COMMANDS

    def _paint_options(self, paint: Paint) -> Iterator[str]:
        if paint.fill:
            yield f"fill={self._colour_names[paint.fill]}"
        if paint.line:
            yield f"draw={self._colour_names[paint.line]}"
            yield f"line width={paint.width:g}pt"
        if paint.pattern and paint.line:
            lengths = [f"{word} {length:g}pt" for word, length in zip(("on", "off") * 2, paint.pattern, strict=False)]
            yield f"dash pattern={' '.join(lengths)}"

    def shape_lines(self, canvas: Canvas, indent: str = "  ") -> Iterator[str]:
        """Yield the shapes of a drawing, a line each."""
        return (indent + self._shape_text(shape) for shape in iter_flat_shapes(canvas.shapes))

    def _shape_text(self, shape: Rectangle | Ellipse | Path | Text) -> str:
        if isinstance(shape, Text):
            width = font.text_width(shape.text, shape.size)
            text = rf"\textbf{{{escape_tex(shape.text)}}}" if shape.outline else escape_tex(shape.text)
            size = shape.size * LETTER_SCALE / 10
            look = f"{{{size:.3g}}}{{{self._colour_names[shape.colour]}{ANCHOR_OPTIONS[shape.anchor]}}}"
            return rf"\plytext{{{_format_point(shape.x, shape.y)}}}{look}{{{text}}}{{{width / size:.2f}pt}}"
        style = self._paint_names[shape.paint]
        if isinstance(shape, Rectangle):
            style += f", rounded corners={shape.radius:g}pt" if shape.radius else ""
            ends = _format_point(shape.x, shape.y), _format_point(shape.x + shape.width, shape.y + shape.height)
            return rf"\path[{style}] ({ends[0]}) rectangle ({ends[1]});"
        if isinstance(shape, Ellipse):
            radii = f"x radius={shape.across:.2f}pt, y radius={shape.down:.2f}pt"
            return rf"\path[{style}] ({_format_point(shape.x, shape.y)}) ellipse [{radii}];"
        return rf"\path[{style}] {_path_text(shape)};"


def _path_text(path: Path) -> str:
    start, *other_points = (f"({_format_point(*point)})" for point in path.points)
    if path.curved:
        curves = [other_points[index : index + 3] for index in range(0, len(other_points), 3)]
        text = start + "".join(
            f" .. controls {first_control} and {second_control} .. {end}"
            for first_control, second_control, end in curves
        )
    else:
        text = " -- ".join([start, *other_points])
    return f"{text} -- cycle" if path.closed else text


def _format_point(x: float, y: float) -> str:
    return f"{x:.2f},{y:.2f}"


def _hex_digits(colour: str) -> str:
    """The six digits of a colour, as TeX reads them."""
    return colour.lstrip("#").upper()


def _paint_words(paint: Paint) -> Iterator[str]:
    if paint.fill:
        yield f"fill {_hex_digits(paint.fill)}"
    if paint.line:
        yield f"line {_hex_digits(paint.line)} {paint.width:g}"
    if paint.pattern and paint.line:
        yield " ".join(["dash", *(f"{length:g}" for length in paint.pattern)])
