"""GIF: the search as an animation, a bitmap a frame."""

from __future__ import annotations

import io
from collections.abc import Sequence
from math import sqrt
from typing import Any, BinaryIO, cast

from tracer.errors import PlyscopeError
from tracer.tracing import Trace
from viz.formats import png
from viz.formats.format import Drawing, Format
from viz.libraries import message_for_missing
from viz.paper import film
from viz.paper.canvas import Canvas, Ellipse, Path, Rectangle, Text, flatten
from viz.pictures.options import OF_STILLS, Options, settings

MOST_FRAMES = 200
"""Each of them is a picture of its own."""
COLOURS = 128
"""Enough for the theme's colours and the edges between them."""
DPI = 96
"""Dots an inch of a frame that is as large as it comes."""
PIXELS = 1920 * 1080
"""Of a frame at most: those of a slide."""


def write(trace: Trace, stream: BinaryIO, options: Drawing) -> None:
    """Write an animation with a frame an event."""
    animate(trace, stream, "event", options)


def animate(trace: Trace, stream: BinaryIO, what: str, options: Drawing) -> None:
    """Write an animation.

    Raises:
        PlyscopeError: there are too many frames, or resvg or Pillow is missing.
    """
    drawn = film.frames(trace, animate=what, most=MOST_FRAMES, timed=True, **options)
    last, shown_on = drawn[-1], settings(cast("Options", options)).shown_on
    most = int(72 * sqrt(PIXELS / (last.size[0] * last.size[1])))
    dots = DPI if shown_on is None else png.dots(last, shown_on)
    times = film.times(len(drawn), options.get("seconds"))
    stream.write(data(drawn, times, options.get("dpi") or max(1, min(dots, most))))


def data(drawn: Sequence[Canvas], times: Sequence[float], dots: int) -> bytes:
    """Drawings as the content of a GIF file, each for its seconds.

    Raises:
        PlyscopeError: resvg or Pillow is missing.
    """
    try:
        from PIL import Image
    except ImportError as error:
        raise PlyscopeError(message_for_missing("PIL")) from error

    def bitmap(canvas: Canvas) -> Any:
        return Image.open(io.BytesIO(png.data(canvas, dots))).convert("RGB")

    # One palette for all: a frame then differs only where something happens.
    palette = _palette(drawn, [bitmap(canvas) for canvas in (drawn[len(drawn) // 2], drawn[-1])])
    first, *others = (bitmap(canvas).quantize(palette=palette, dither=Image.Dither.NONE) for canvas in drawn)
    durations = [10 * round(100 * time) for time in times]  # a GIF counts in hundredths of a second
    stream = io.BytesIO()
    first.save(stream, "GIF", save_all=True, append_images=others, duration=durations, loop=0, optimize=True)
    return stream.getvalue()


def _palette(drawn: Sequence[Canvas], bitmaps: Sequence[Any]) -> Any:
    """The colours of the drawings as they are, and between them those that are most in some bitmaps of them."""
    from PIL import Image, ImageColor

    used = {canvas.background for canvas in drawn} | {
        colour for canvas in drawn for shape in flatten(canvas.shapes) for colour in _colours(shape)
    }
    exact = [ImageColor.getrgb(colour) for colour in sorted(used - {""})][: COLOURS // 2]
    sample = Image.new("RGB", (bitmaps[0].width, sum(one.height for one in bitmaps)))
    for number, one in enumerate(bitmaps):
        sample.paste(one, (0, number * one.height))
    between = sample.quantize(COLOURS - len(exact), Image.Quantize.MAXCOVERAGE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette([*(level for colour in exact for level in colour), *between])
    return palette


def _colours(shape: Rectangle | Ellipse | Path | Text) -> tuple[str, ...]:
    return (shape.colour,) if isinstance(shape, Text) else (shape.paint.fill, shape.paint.line)


FORMAT = Format(
    name="gif",
    holds="the search as an animation",
    about=(
        "Every browser and slide program shows it. --animate says what its frames are; an .svg and a .tex can "
        "move, too."
    ),
    write=write,
    lacks=OF_STILLS,
    needs=("resvg_py", "PIL"),
    is_text=False,
    animate=animate,
    moves=True,
)
