"""PDF, through reportlab: a page of the drawing's size, with the font in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import partial
from io import BytesIO
from itertools import chain
from typing import Any

from tracer.tracing import Trace
from viz.formats import dot
from viz.formats.format import DrawingOptions, Format, picture_writer
from viz.libraries import load
from viz.paper import font
from viz.paper.canvas import Anchor, Canvas, Ellipse, Paint, Path, Rectangle, Text, iter_flat_shapes

MAX_SIDE = 14_400.0
"""Points of a page that readers of PDF take (PDF 1.7, Annex C); a larger drawing is drawn smaller."""
FILLED_MODE, OUTLINED_MODE = 0, 2
"""How letters are drawn (PDF 1.7, 9.3.6)."""
MAX_NAMED_GLYPHS = 3
"""Characters that the font lacks of which a message has the first ones."""
_REPLACEMENT = "\ufffd"
"""In place of a character that the font lacks."""

_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]+(?: +[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]+)*"
)
"""Hebrew and Arabic, which PDF wants in the order in which it is seen."""


def encode_pdf_page(canvas: Canvas, _: DrawingOptions) -> bytes:
    """A drawing as one page of its size."""
    return encode_pages([canvas])


def encode_pages(canvases: Sequence[Canvas]) -> bytes:
    """Drawings as the pages of one PDF file, which has the title of the first; the same drawings give the same bytes.

    Raises:
        PlyscopeError: reportlab is not installed.
    """
    metrics = load("reportlab.pdfbase.pdfmetrics")
    if font.FAMILY not in metrics.getRegisteredFontNames():
        metrics.registerFont(load("reportlab.pdfbase.ttfonts").TTFont(font.FAMILY, str(font.FILE)))
    stream = BytesIO()
    page = load("reportlab.pdfgen.canvas").Canvas(stream, invariant=1, pageCompression=1, initialFontName=font.FAMILY)
    page.setTitle(_without_surrogates(canvases[0].title))
    page.setSubject(_without_surrogates(canvases[0].description))
    page.setCreator("plyscope")
    for canvas in canvases:
        scale = min(canvas.scale, MAX_SIDE / max(canvas.width, canvas.height))
        page.setPageSize((canvas.width * scale, canvas.height * scale))
        # From y upwards to y downwards.
        page.transform(scale, 0, 0, -scale, 0, canvas.height * scale)
        background = Rectangle(0, 0, canvas.width, canvas.height, Paint(fill=canvas.background))
        _draw_shapes(page, [background, *iter_flat_shapes(canvas.shapes)])
        page.showPage()
    page.save()
    return stream.getvalue()


def _without_surrogates(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def _draw_shapes(page: Any, shapes: Iterable[Rectangle | Ellipse | Path | Text]) -> None:
    for shape in shapes:
        if isinstance(shape, Text):
            _draw_text(page, shape)
            continue
        if isinstance(shape, Rectangle) and shape.png:
            _draw_bitmap(page, shape)
            continue
        _set_paint(page, shape.paint)
        paint_modes = {"fill": int(bool(shape.paint.fill)), "stroke": int(bool(shape.paint.line))}
        if isinstance(shape, Rectangle):
            if shape.radius:
                page.roundRect(shape.x, shape.y, shape.width, shape.height, shape.radius, **paint_modes)
            else:
                page.rect(shape.x, shape.y, shape.width, shape.height, **paint_modes)
        elif isinstance(shape, Ellipse):
            left, top = shape.x - shape.across, shape.y - shape.down
            page.ellipse(left, top, shape.x + shape.across, shape.y + shape.down, **paint_modes)
        else:
            page.drawPath(_make_path(page, shape), **paint_modes)


def _draw_bitmap(page: Any, shape: Rectangle) -> None:
    from reportlab.lib.utils import ImageReader

    page.saveState()
    # They would stand on their heads.
    page.transform(1, 0, 0, -1, shape.x, shape.y + shape.height)
    page.drawImage(ImageReader(BytesIO(shape.png)), 0, 0, shape.width, shape.height)
    page.restoreState()


def _make_path(page: Any, shape: Path) -> Any:
    path = page.beginPath()
    if shape.pairs:
        for start, end in zip(shape.points[::2], shape.points[1::2], strict=True):
            path.moveTo(*start)
            path.lineTo(*end)
        return path
    path.moveTo(*shape.points[0])
    if shape.curved:
        for index in range(1, len(shape.points), 3):
            path.curveTo(*shape.points[index], *shape.points[index + 1], *shape.points[index + 2])
    else:
        for point in shape.points[1:]:
            path.lineTo(*point)
    if shape.closed:
        path.close()
    return path


def describe_missing_glyphs(trace: Trace) -> str:
    """What is to be said of names whose characters a PDF cannot show; nothing where it shows all of them.

    >>> import tracer
    >>> describe_missing_glyphs(tracer.trace('{"children": {"左": 3, "α": 5}}'))
    'its font has no 左, and a .pdf shows � there: .svg and .png take fonts of this machine'
    """
    texts = chain(trace.move_labels, trace.names.values(), (trace.header.title,))
    characters = {character for text in texts if not text.isascii() for character in text}
    missing = sorted(filter(font.lacks_glyph, filter(str.isprintable, characters)))
    if not missing:
        return ""
    more = f" and {len(missing) - MAX_NAMED_GLYPHS:,} more" if len(missing) > MAX_NAMED_GLYPHS else ""
    return (
        f"its font has no {' '.join(missing[:MAX_NAMED_GLYPHS])}{more}, and a .pdf shows {_REPLACEMENT} there: "
        ".svg and .png take fonts of this machine"
    )


def _set_paint(page: Any, paint: Paint) -> None:
    if paint.fill:
        page.setFillColor(paint.fill)
    if paint.line:
        page.setStrokeColor(paint.line)
        page.setLineWidth(paint.width)
        page.setDash(list(paint.pattern))


def _draw_text(page: Any, shape: Text) -> None:
    visible_text = "".join(_REPLACEMENT if font.lacks_glyph(character) else character for character in shape.text)
    visible_text = (
        _RIGHT_TO_LEFT.sub(lambda match: match[0][::-1], visible_text)
        if font.is_right_to_left(visible_text)
        else visible_text
    )
    width = font.text_width(visible_text, shape.size)
    start = shape.x - {Anchor.START: 0.0, Anchor.MIDDLE: width / 2, Anchor.END: width}[shape.anchor]
    page.setFillColor(shape.colour)
    page.saveState()
    # Letters would stand on their heads.
    page.transform(1, 0, 0, -1, start, shape.y)
    page.setFont(font.FAMILY, shape.size)
    if shape.outline:
        page.setStrokeColor(shape.colour)
        page.setLineWidth(shape.outline)
        page.setDash([])
    page.drawString(0, 0, visible_text, mode=OUTLINED_MODE if shape.outline else FILLED_MODE)
    page.restoreState()


FORMAT = Format(
    name="pdf",
    holds="a picture for print",
    about=(
        "LaTeX (`\\includegraphics`), every viewer and printers open it. It is one page of the drawing's size, with "
        "its font in it."
    ),
    write=picture_writer(encode_pdf_page, partial(dot.render_picture, format="pdf")),
    lacks=("dpi", "reasons"),
    needs=("reportlab",),
    page=encode_pdf_page,
    is_text=False,
)
