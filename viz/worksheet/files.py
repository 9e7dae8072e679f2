"""Pages as a file: PDF, LaTeX with TikZ pictures, or a page of HTML that prints one exercise on each sheet of paper."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence

from tracer.errors import PlyscopeError
from tracer.text import clean
from viz.formats import pdf, svg
from viz.formats.registry import find_format
from viz.latex.tex import escape_tex
from viz.libraries import demand
from viz.paper.canvas import Anchor, Canvas, Ellipse, Paint, Path, Rectangle, Text, format_length, iter_flat_shapes

ANCHOR_NAMES = {Anchor.START: "base west", Anchor.MIDDLE: "base", Anchor.END: "base east"}
TEXT_SCALE = 1.1
"""TeX's letters are narrower than those of the drawing's font at the same size."""


def tex_lines(pages: Sequence[Canvas]) -> Iterator[str]:
    """The document, line by line; it needs the packages standalone and TikZ."""
    yield r"\RequirePackage{fix-cm}"
    yield r"\documentclass[tikz, border=0pt]{standalone}"
    for colour in sorted({colour for page in pages for colour in _page_colours(page)}):
        yield rf"\definecolor{{{_colour_name(colour)}}}{{HTML}}{{{colour.lstrip('#').upper()}}}"
    yield r"% A character that this document has no font for: a small frame, whatever the character."
    yield r"\newcommand{\plyscopeother}[1]{{\setlength{\fboxsep}{0pt}\fbox{\rule{0pt}{1.1ex}\hspace{.8ex}}}}"
    yield r"\newcommand{\plyscopescissors}{\plyscopeother{2702}}"
    yield r"\newcommand{\plyscopecross}{\plyscopeother{2717}}"
    yield r"\newcommand{\at}[6]{\node[anchor=#1, inner sep=0pt, text=#2, font=\fontsize{#3bp}{#3bp}\selectfont]"
    yield r"  at (#4, #5) {#6};}"
    yield r"\begin{document}"
    for page in pages:
        yield r"\begin{tikzpicture}[x=1bp, y=-1bp]"
        size = f"{format_length(page.width)}, {format_length(page.height)}"
        yield rf"  \path[use as bounding box] (0, 0) rectangle ({size});"
        yield from (f"  {_shape_line(shape)}" for shape in iter_flat_shapes(page.shapes))
        yield r"\end{tikzpicture}"
    yield r"\end{document}"


def _shape_line(shape: Rectangle | Ellipse | Path | Text) -> str:
    if isinstance(shape, Text):
        text = rf"\textbf{{{escape_tex(shape.text)}}}" if shape.outline else escape_tex(shape.text)
        numbers = (format_length(first_control) for first_control in (shape.size * TEXT_SCALE, shape.x, shape.y))
        arguments = (ANCHOR_NAMES[shape.anchor], _colour_name(shape.colour), *numbers, text)
        return r"\at" + "".join(f"{{{argument}}}" for argument in arguments)
    options = _paint_options(shape.paint)
    if isinstance(shape, Rectangle):
        end = _format_point(shape.x + shape.width, shape.y + shape.height)
        corner = f"{_format_point(shape.x, shape.y)} rectangle {end}"
        rounded = f", rounded corners={format_length(shape.radius)}bp" if shape.radius else ""
        return rf"\path[{options}{rounded}] {corner};"
    if isinstance(shape, Ellipse):
        size = f"x radius={format_length(shape.across)}, y radius={format_length(shape.down)}"
        return rf"\path[{options}] {_format_point(shape.x, shape.y)} ellipse [{size}];"
    start, *other_points = (_format_point(*point) for point in shape.points)
    if shape.curved:
        curves = (other_points[index : index + 3] for index in range(0, len(other_points), 3))
        path = "".join(
            f" .. controls {first_control} and {second_control} .. {end}"
            for first_control, second_control, end in curves
        )
    else:
        path = "".join(f" -- {point}" for point in other_points)
    return rf"\path[{options}] {start}{path}{' -- cycle' if shape.closed else ''};"


def _paint_options(paint: Paint) -> str:
    options = [f"fill={_colour_name(paint.fill)}"] if paint.fill else []
    if paint.line:
        options += [f"draw={_colour_name(paint.line)}", f"line width={format_length(paint.width)}bp"]
    if paint.line and paint.pattern:
        steps = " ".join(
            f"{'off' if index % 2 else 'on'} {format_length(length)}bp" for index, length in enumerate(paint.pattern)
        )
        options.append(f"dash pattern={steps}")
    return ", ".join(options)


def _page_colours(page: Canvas) -> Iterator[str]:
    for shape in iter_flat_shapes(page.shapes):
        if isinstance(shape, Text):
            yield shape.colour
        else:
            yield from filter(None, (shape.paint.fill, shape.paint.line))


def _colour_name(colour: str) -> str:
    return f"colour{colour.lstrip('#').lower()}"


def _format_point(x: float, y: float) -> str:
    return f"({format_length(x)}, {format_length(y)})"


PAGE_STYLE = """
@page upright { size: A4 portrait; margin: 0 }
@page lengthwise { size: A4 landscape; margin: 0 }
body { margin: 0; background: #d8dce2 }
section { background: #fff; margin: 12px auto; break-after: page; break-inside: avoid; overflow: hidden }
section.upright { page: upright; width: 210mm; height: 297mm }
section.lengthwise { page: lengthwise; width: 297mm; height: 210mm }
section svg { display: block; width: 100%; height: 100% }
@media screen { section.upright, section.lengthwise { max-width: 100%; height: auto } }
@media print { body { background: none } section { margin: 0 } section:last-child { break-after: auto } }
""".strip()


def encode_html(pages: Sequence[Canvas]) -> bytes:
    """The pages in one file that loads nothing."""
    lines = ["<!doctype html>", '<html lang="en">', "<head>", '<meta charset="utf-8">']
    lines += [f"<title>{svg.escape_xml(pages[0].title)}</title>", f"<style>{PAGE_STYLE}</style>", "</head>", "<body>"]
    for page in pages:
        direction = "upright" if page.width < page.height else "lengthwise"
        lines += [f'<section class="{direction}">', *svg.svg_lines(page), "</section>"]
    return "\n".join([*lines, "</body>", "</html>", ""]).encode()


def encode_latex(pages: Sequence[Canvas]) -> bytes:
    """The pages as TikZ pictures."""
    return "\n".join([*tex_lines(pages), ""]).encode()


WRITERS: dict[str, Callable[[Sequence[Canvas]], bytes]] = {
    "pdf": pdf.encode_pages,
    "tex": encode_latex,
    "html": encode_html,
}
"""What writes a worksheet, by the name of the format; the same pages give the same bytes."""


def find_writer(path: str | os.PathLike[str], format: str | None = None) -> Callable[[Sequence[Canvas]], bytes]:
    """What makes a file of pages, by the file's suffix or the format's name.

    Raises:
        PlyscopeError: a worksheet is no such file, or a library is missing.
    """
    file_format = find_format(path, format)
    if file_format.name not in WRITERS:
        raise PlyscopeError(
            f"a worksheet is .{', .'.join(WRITERS)}; {clean(os.fspath(path), 80)} would be .{file_format.name}"
        )
    demand(*file_format.needs)
    return WRITERS[file_format.name]
