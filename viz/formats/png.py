"""PNG, through resvg: no browser, no font and no other program of the machine is needed."""

from __future__ import annotations

from dataclasses import replace
from typing import BinaryIO, cast

from tracer.errors import PlyscopeError
from tracer.tracing import Trace
from viz.formats import dot, svg
from viz.formats.format import Drawing, Format
from viz.libraries import message_for_missing
from viz.paper import font
from viz.paper.canvas import Canvas
from viz.paper.compose import compose
from viz.paper.fitting import picture
from viz.pictures.fits import Fit
from viz.pictures.options import Options, settings

DPI = 144
"""Dots an inch: sharp on today's screens."""
LARGEST_SIDE = 32_767
"""Pixels that programs which show pictures can take."""
MOST_PIXELS = 200_000_000
"""Of which each takes four bytes while the picture is drawn."""


def write(trace: Trace, stream: BinaryIO, options: Drawing) -> None:
    """Write a picture as a bitmap, by the layout that is asked for.

    Raises:
        RenderError: Graphviz is asked for, and is missing or fails.
    """
    drawn = picture(trace, **options)
    if drawn.layout is not None:
        stream.write(dot.render(replace(drawn, dpi=drawn.dpi or DPI), "png"))
        return
    canvas = compose(drawn)
    stream.write(data(canvas, drawn.dpi or dots(canvas, drawn.fit)))


def data(canvas: Canvas, dpi: int | None = None) -> bytes:
    """A drawing as the content of a PNG file.

    Args:
        canvas: the drawing.
        dpi: dots an inch; None is `DPI`.

    Raises:
        PlyscopeError: the picture would be too large, or resvg is not installed.
    """
    dpi = DPI if dpi is None else dpi
    _check(canvas, dpi)
    try:
        import resvg_py
    except ImportError as error:
        raise PlyscopeError(message_for_missing("resvg_py")) from error
    # Fonts of the machine only where a character asks for them: what they draw is not the same everywhere.
    alone = not any(font.lacks(text.text) for text in canvas.texts())
    drawn: bytes = resvg_py.svg_to_bytes(
        svg_string=svg.text(canvas),
        background=canvas.background,
        dpi=float(dpi),
        font_files=[str(font.FILE)],
        skip_system_fonts=alone,
        font_family=font.FAMILY,
        sans_serif_family=font.FAMILY,
    )
    return bytes(drawn)


def page(canvas: Canvas, options: Drawing) -> bytes:
    """A drawing with as many dots as its options ask for."""
    return data(canvas, options.get("dpi") or dots(canvas, settings(cast("Options", options)).shown_on))


def dots(canvas: Canvas, fit: Fit | None) -> int:
    """Dots an inch: as many as what the drawing is shown on has, and where it is smaller than that, as are sharp."""
    if fit is None:
        return DPI
    return max(fit.dpi, min(int(fit.dpi * fit.scale(*canvas.size)), DPI))


def _check(canvas: Canvas, dpi: int) -> None:
    if dpi < 1:
        raise PlyscopeError(f"dpi is {dpi}: give 1 or more (the default is {DPI})")
    width, height = (round(length * dpi / 72) for length in canvas.size)
    if max(width, height) > LARGEST_SIDE or width * height > MOST_PIXELS:
        raise PlyscopeError(
            f"the picture would have {width:,} × {height:,} pixels, more than programs can show: "
            "draw fewer nodes or plies, give fewer dots an inch, or draw .svg or .pdf"
        )


FORMAT = Format(
    name="png",
    holds="a bitmap",
    about="Every program opens it. It is the drawing of an .svg at 144 dots an inch, or as many as --dpi says.",
    write=write,
    lacks=("reasons",),
    needs=("resvg_py",),
    is_text=False,
    page=page,
)
