"""Pages as a file: PDF, LaTeX with TikZ pictures, or a page of HTML that prints one exercise on each sheet of paper."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from tracer.errors import PlyscopeError
from tracer.text import clean
from viz.formats import pdf, svg
from viz.formats.registry import find_format
from viz.latex import overlays
from viz.libraries import demand
from viz.paper.canvas import Canvas

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
    return "".join(f"{line}\n" for line in overlays.page_lines(pages)).encode()


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
