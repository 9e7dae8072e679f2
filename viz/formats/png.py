"""PNG, through resvg: no browser, no font and no other program of the machine is needed."""

from __future__ import annotations

from dataclasses import replace

from tracer.errors import PlyscopeError
from viz.formats import dot, svg
from viz.formats.format import DrawingOptions, Format, picture_writer
from viz.libraries import load
from viz.paper import font
from viz.paper.canvas import Canvas
from viz.pictures.boxes import Picture
from viz.pictures.fits import DisplaySize
from viz.pictures.options import parse_settings

DEFAULT_DPI = 144
"""Dots an inch: sharp on today's screens."""
MAX_SIDE = 32_767
"""Pixels that programs which show pictures can take."""
MAX_PIXELS = 200_000_000
"""Of which each takes four bytes while the picture is drawn."""


def _draw_by_graphviz(picture: Picture) -> bytes:
    return dot.render_picture(replace(picture, dpi=picture.dpi or DEFAULT_DPI), "png")


def encode_png(canvas: Canvas, dpi: int | None = None) -> bytes:
    """A drawing as the content of a PNG file.

    `dpi` is dots an inch; None is `DEFAULT_DPI`.

    Raises:
        PlyscopeError: the picture would be too large, or resvg is not installed.
    """
    dpi = DEFAULT_DPI if dpi is None else dpi
    _check_size(canvas, dpi)
    resvg = load("resvg_py")
    # Fonts of the machine only where a character asks for them: what they draw is not the same everywhere.
    has_all_glyphs = not any(font.lacks_glyph(text.text) for text in canvas.iter_texts())
    image: bytes = resvg.svg_to_bytes(
        svg_string=svg.svg_text(canvas),
        background=canvas.background,
        dpi=float(dpi),
        font_files=[str(font.FILE)],
        skip_system_fonts=has_all_glyphs,
        font_family=font.FAMILY,
        sans_serif_family=font.FAMILY,
    )
    return bytes(image)


def encode_png_page(canvas: Canvas, options: DrawingOptions) -> bytes:
    """A drawing with as many dots as its options ask for."""
    return encode_png(canvas, options.get("dpi") or choose_dpi(canvas, parse_settings(options).display_size))


def choose_dpi(canvas: Canvas, display_size: DisplaySize | None) -> int:
    """Return the dots per inch: those of the display, or more, up to the default, if the drawing is smaller than it."""
    if display_size is None:
        return DEFAULT_DPI
    return max(display_size.dpi, min(int(display_size.dpi * display_size.scale(*canvas.size)), DEFAULT_DPI))


def _check_size(canvas: Canvas, dpi: int) -> None:
    if dpi < 1:
        raise PlyscopeError(f"dpi is {dpi}: give 1 or more (the default is {DEFAULT_DPI})")
    width, height = (round(length * dpi / 72) for length in canvas.size)
    if max(width, height) > MAX_SIDE or width * height > MAX_PIXELS:
        raise PlyscopeError(
            f"the picture would have {width:,} × {height:,} pixels, more than programs can show: "
            "draw fewer nodes or plies, give fewer dots an inch, or draw .svg or .pdf"
        )


FORMAT = Format(
    name="png",
    holds="a bitmap",
    about="Every program opens it. It is the drawing of an .svg at 144 dots an inch, or as many as --dpi says.",
    write=picture_writer(encode_png_page, _draw_by_graphviz),
    lacks=("reasons",),
    needs=("resvg_py",),
    is_text=False,
    page=encode_png_page,
)
