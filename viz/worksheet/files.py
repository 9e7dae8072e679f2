"""Pages as a file: PDF, LaTeX with TikZ pictures, or a page of HTML that prints one exercise on each sheet of paper."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence

from tracer.errors import PlyscopeError
from tracer.text import clean
from viz.formats import pdf, svg
from viz.formats.registry import find
from viz.latex.tex import tex
from viz.libraries import demand
from viz.paper.canvas import Anchor, Canvas, Ellipse, Paint, Path, Rectangle, Text, flatten, number

ANCHORS = {Anchor.START: "base west", Anchor.MIDDLE: "base", Anchor.END: "base east"}
WIDEN = 1.1
"""TeX's letters are narrower than those of the drawing's font at the same size."""


def document(pages: Sequence[Canvas]) -> Iterator[str]:
    """The document, line by line; it needs the packages standalone and TikZ."""
    yield r"\RequirePackage{fix-cm}"
    yield r"\documentclass[tikz, border=0pt]{standalone}"
    for colour in sorted({colour for page in pages for colour in _colours(page)}):
        yield rf"\definecolor{{{_name(colour)}}}{{HTML}}{{{colour.lstrip('#').upper()}}}"
    yield r"% A character that this document has no font for: a small frame, whatever the character."
    yield r"\newcommand{\plyscopeother}[1]{{\setlength{\fboxsep}{0pt}\fbox{\rule{0pt}{1.1ex}\hspace{.8ex}}}}"
    yield r"\newcommand{\plyscopescissors}{\plyscopeother{2702}}"
    yield r"\newcommand{\plyscopecross}{\plyscopeother{2717}}"
    yield r"\newcommand{\at}[6]{\node[anchor=#1, inner sep=0pt, text=#2, font=\fontsize{#3bp}{#3bp}\selectfont]"
    yield r"  at (#4, #5) {#6};}"
    yield r"\begin{document}"
    for page in pages:
        yield r"\begin{tikzpicture}[x=1bp, y=-1bp]"
        yield rf"  \path[use as bounding box] (0, 0) rectangle ({number(page.width)}, {number(page.height)});"
        yield from (f"  {_line(shape)}" for shape in flatten(page.shapes))
        yield r"\end{tikzpicture}"
    yield r"\end{document}"


def _line(shape: Rectangle | Ellipse | Path | Text) -> str:
    if isinstance(shape, Text):
        words = rf"\textbf{{{tex(shape.text)}}}" if shape.outline else tex(shape.text)
        numbers = (number(one) for one in (shape.size * WIDEN, shape.x, shape.y))
        arguments = (ANCHORS[shape.anchor], _name(shape.colour), *numbers, words)
        return r"\at" + "".join(f"{{{argument}}}" for argument in arguments)
    options = _options(shape.paint)
    if isinstance(shape, Rectangle):
        corner = f"{_point(shape.x, shape.y)} rectangle {_point(shape.x + shape.width, shape.y + shape.height)}"
        rounded = f", rounded corners={number(shape.radius)}bp" if shape.radius else ""
        return rf"\path[{options}{rounded}] {corner};"
    if isinstance(shape, Ellipse):
        size = f"x radius={number(shape.across)}, y radius={number(shape.down)}"
        return rf"\path[{options}] {_point(shape.x, shape.y)} ellipse [{size}];"
    first, *rest = (_point(*point) for point in shape.points)
    if shape.curved:
        curves = (rest[place : place + 3] for place in range(0, len(rest), 3))
        way = "".join(f" .. controls {one} and {two} .. {end}" for one, two, end in curves)
    else:
        way = "".join(f" -- {point}" for point in rest)
    return rf"\path[{options}] {first}{way}{' -- cycle' if shape.closed else ''};"


def _options(paint: Paint) -> str:
    found = [f"fill={_name(paint.fill)}"] if paint.fill else []
    if paint.line:
        found += [f"draw={_name(paint.line)}", f"line width={number(paint.width)}bp"]
    if paint.line and paint.pattern:
        steps = " ".join(
            f"{'off' if place % 2 else 'on'} {number(length)}bp" for place, length in enumerate(paint.pattern)
        )
        found.append(f"dash pattern={steps}")
    return ", ".join(found)


def _colours(page: Canvas) -> Iterator[str]:
    for shape in flatten(page.shapes):
        if isinstance(shape, Text):
            yield shape.colour
        else:
            yield from filter(None, (shape.paint.fill, shape.paint.line))


def _name(colour: str) -> str:
    return f"colour{colour.lstrip('#').lower()}"


def _point(x: float, y: float) -> str:
    return f"({number(x)}, {number(y)})"


STYLE = """
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


def html(pages: Sequence[Canvas]) -> bytes:
    """The pages in one file that loads nothing."""
    lines = ["<!doctype html>", '<html lang="en">', "<head>", '<meta charset="utf-8">']
    lines += [f"<title>{svg.quote(pages[0].title)}</title>", f"<style>{STYLE}</style>", "</head>", "<body>"]
    for page in pages:
        direction = "upright" if page.width < page.height else "lengthwise"
        lines += [f'<section class="{direction}">', *svg.lines(page), "</section>"]
    return "\n".join([*lines, "</body>", "</html>", ""]).encode()


def latex(pages: Sequence[Canvas]) -> bytes:
    """The pages as TikZ pictures."""
    return "\n".join([*document(pages), ""]).encode()


KINDS: dict[str, Callable[[Sequence[Canvas]], bytes]] = {"pdf": pdf.book, "tex": latex, "html": html}
"""What writes a worksheet, by the name of the format; the same pages give the same bytes."""


def writer(path: str | os.PathLike[str], format: str | None = None) -> Callable[[Sequence[Canvas]], bytes]:
    """What makes a file of pages, by the file's suffix or the format's name.

    Raises:
        PlyscopeError: a worksheet is no such file, or a library is missing.
    """
    found = find(path, format)
    if found.name not in KINDS:
        raise PlyscopeError(f"a worksheet is .{', .'.join(KINDS)}; {clean(os.fspath(path), 80)} would be .{found.name}")
    demand(*found.needs)
    return KINDS[found.name]
