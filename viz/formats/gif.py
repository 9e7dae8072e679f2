"""GIF: the search as an animation, a bitmap a frame."""

from __future__ import annotations

import io
from collections.abc import Sequence
from math import sqrt
from typing import Any, BinaryIO

from tracer.tracing import Trace
from viz.formats import png
from viz.formats.format import DrawingOptions, Format
from viz.libraries import load
from viz.paper import film
from viz.paper.canvas import Canvas, Text, iter_flat_shapes
from viz.pictures.options import STILL_OPTIONS, parse_settings

MAX_FRAMES = 200
"""Each of them is a picture of its own."""
COLOUR_COUNT = 128
"""Enough for the theme's colours and the edges between them."""
DEFAULT_DPI = 96
"""Dots an inch of a frame that is as large as it comes."""
MAX_PIXELS = 1920 * 1080
"""Of a frame at most: those of a slide."""


def animate_gif(trace: Trace, stream: BinaryIO, frame_choice: str, options: DrawingOptions) -> None:
    """Write an animation.

    Raises:
        PlyscopeError: there are too many frames, or resvg or Pillow is missing.
    """
    canvases = film.draw_frames(trace, animate=frame_choice, max_frames=MAX_FRAMES, timed=True, **options)
    last_canvas, display_size = canvases[-1], parse_settings(options).display_size
    max_dpi = int(72 * sqrt(MAX_PIXELS / (last_canvas.size[0] * last_canvas.size[1])))
    dpi = DEFAULT_DPI if display_size is None else png.choose_dpi(last_canvas, display_size)
    seconds = film.frame_seconds(len(canvases), options.get("seconds"))
    stream.write(encode_gif(canvases, seconds, options.get("dpi") or max(1, min(dpi, max_dpi))))


def encode_gif(canvases: Sequence[Canvas], seconds: Sequence[float], dpi: int) -> bytes:
    """Drawings as the content of a GIF file, each for its seconds.

    Raises:
        PlyscopeError: resvg or Pillow is missing.
    """
    images = load("PIL.Image")

    def make_bitmap(canvas: Canvas) -> Any:
        return images.open(io.BytesIO(png.encode_png(canvas, dpi))).convert("RGB")

    # One palette for all: a frame then differs only where something happens.
    palette = _make_palette(canvases, [make_bitmap(canvas) for canvas in (canvases[len(canvases) // 2], canvases[-1])])
    first_image, *other_images = (
        make_bitmap(canvas).quantize(palette=palette, dither=images.Dither.NONE) for canvas in canvases
    )
    durations = [10 * round(100 * frame_time) for frame_time in seconds]  # a GIF counts in hundredths of a second
    stream = io.BytesIO()
    first_image.save(
        stream, "GIF", save_all=True, append_images=other_images, duration=durations, loop=0, optimize=True
    )
    return stream.getvalue()


def _make_palette(canvases: Sequence[Canvas], bitmaps: Sequence[Any]) -> Any:
    """The colours of the drawings as they are, and between them those that are most in some bitmaps of them."""
    from PIL import Image, ImageColor

    used_colours = {canvas.background for canvas in canvases} | {
        colour
        for canvas in canvases
        for shape in iter_flat_shapes(canvas.shapes)
        for colour in ((shape.colour,) if isinstance(shape, Text) else (shape.paint.fill, shape.paint.line))
    }
    exact_colours = [ImageColor.getrgb(colour) for colour in sorted(used_colours - {""})][: COLOUR_COUNT // 2]
    sample = Image.new("RGB", (bitmaps[0].width, sum(bitmap.height for bitmap in bitmaps)))
    for index, bitmap in enumerate(bitmaps):
        sample.paste(bitmap, (0, index * bitmap.height))
    sampled_colours = sample.quantize(COLOUR_COUNT - len(exact_colours), Image.Quantize.MAXCOVERAGE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette([*(level for colour in exact_colours for level in colour), *sampled_colours])
    return palette


FORMAT = Format(
    name="gif",
    holds="the search as an animation",
    about=(
        "Every browser and slide program shows it. --animate says what its frames are; an .svg and a .tex can "
        "move, too."
    ),
    write=lambda trace, stream, options: animate_gif(trace, stream, "event", options),
    lacks=STILL_OPTIONS,
    needs=("resvg_py", "PIL"),
    is_text=False,
    animate=animate_gif,
    moves=True,
)
