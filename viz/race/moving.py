"""A race as a file: an SVG and a GIF move by themselves, a page can be paused and dragged, a bitmap shows the end."""

from __future__ import annotations

import html
import math
import os
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from tracer.comparing.first_visits import Race
from tracer.errors import PlyscopeError
from tracer.text import clean, nearest
from viz.formats import gif, png, svg
from viz.libraries import demand
from viz.page import document
from viz.paper import film
from viz.paper.canvas import Canvas
from viz.pictures.fits import POINTS_PER_PIXEL
from viz.race.lanes import Look, frames, key, told

SECONDS = 8.0
"""That a race lasts, unless others are asked for."""
SHORTEST, LONGEST = 1.0, 60.0
LONGEST_GIF = 10.0
"""Seconds of a GIF at most: what waits for its end must not wait long."""
LARGEST_GIF = 2_000_000
"""Bytes of a GIF at most."""
A_SECOND = 10
"""Frames."""
SMALLER = 0.9
"""Of the dots with which a GIF should be small enough, how many are tried."""
COARSEST = 24
"""Dots an inch of a GIF at least."""
FORMATS = ("svg", "html", "gif", "png")
RIM, CONTROLS = 32, 152
"""Pixels of a page's width and height that are no picture: what is around it, and its heading, slider and keys."""
_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
_PIXELATED = ' style="image-rendering:pixelated"'
_FOLDER = Path(__file__).parent


def check(path: str | os.PathLike[str], format: str | None, seconds: float | None) -> str:
    """Return the format of a file.

    Raises:
        PlyscopeError: a race is none of it, a library is missing, or it would last too long.
    """
    wanted = (format or Path(path).suffix).lower().lstrip(".")
    if wanted not in FORMATS:
        there = ", ".join(FORMATS)
        raise PlyscopeError(f"no race as {clean(wanted, 40)!r}{nearest(wanted, FORMATS)}; there are: {there}")
    demand(*{"gif": gif.FORMAT.needs, "png": png.FORMAT.needs}.get(wanted, ()))
    longest = LONGEST_GIF if wanted == "gif" else LONGEST
    if seconds is not None and not SHORTEST <= seconds <= longest:
        raise PlyscopeError(f"a race as .{wanted} lasts {SHORTEST:g} to {longest:g} seconds, not {seconds:g}")
    return wanted


def content(race: Race, format: str, look: Look, seconds: float | None = None) -> bytes:
    """Return the content of a file with a race.

    It lasts so many seconds, of which the end stands for a quarter.

    Raises:
        PlyscopeError: the drawing cannot be made.
    """
    stand = times(race, seconds)
    look = _beside_controls(look) if format == "html" else look
    draw = partial(frames, race, len(stand), look)
    if format == "png":
        last = frames(race, 2, look, whole=True)[-1]
        return png.encode_png(last, png.choose_dpi(last, look.fit))
    if format == "gif":
        return _small_gif(draw(whole=True), stand, look)
    drawn = draw(whole=False)
    return (_page(race, drawn, stand, look) if format == "html" else svg.animation_text(drawn, stand)).encode()


def _beside_controls(look: Look) -> Look:
    """A race on a page has the room that the page's controls leave, so that its text is not made smaller."""
    fit, pixel = look.fit, POINTS_PER_PIXEL
    if fit is None or fit.height < 4 * CONTROLS * pixel:
        return look
    return replace(look, fit=replace(fit, width=fit.width - RIM * pixel, height=fit.height - CONTROLS * pixel))


def times(race: Race, seconds: float | None) -> list[float]:
    """Return for how many seconds each frame of a race stands: whole hundredths, together at most as many as asked."""
    whole = SECONDS if seconds is None else seconds
    last = film.LAST_FRAME_SHARE * whole
    count = min(round(A_SECOND * (whole - last)), race.longest) + 1
    return [*[math.floor(100 * (whole - last) / (count - 1)) / 100] * (count - 1), math.floor(100 * last) / 100]


def _small_gif(drawn: Sequence[Canvas], stand: Sequence[float], look: Look) -> bytes:
    """A GIF with as many dots as what it is shown on has, or fewer where its file would be too large."""
    dots = gif.DEFAULT_DPI if look.fit is None else look.fit.dpi
    most = int(72 * math.sqrt(gif.MAX_PIXELS / math.prod(drawn[-1].size)))
    dots = min(dots, most)
    while len(found := gif.encode_gif(drawn, stand, dots)) > LARGEST_GIF and dots > COARSEST:
        dots = max(COARSEST, int(SMALLER * dots * math.sqrt(LARGEST_GIF / len(found))))
    return found


def _page(race: Race, drawn: Sequence[Canvas], stand: Sequence[float], look: Look) -> str:
    """A page that plays the frames of a race, and shows the one that is dragged to."""
    count, theme = len(drawn), look.theme
    picture = _STYLE.sub("", svg.animation_text(drawn, stand)).replace(_PIXELATED, "")
    colours = (
        f":root{{--background:{theme.background};--text:{theme.text};--faint:{theme.faint};--edge:{theme.edge};"
        f"--accent:{theme.variation};--controls:{CONTROLS}px}}\n"
        f'svg g[class^="s"]:not([class$="-{count}"]){{visibility:hidden}}\n'
    )
    style = colours + (_FOLDER / "player.css").read_text("utf-8")
    said = [
        [told(runner, visits) for runner, visits in zip(race.runners, race.visits_at(frame, count), strict=True)]
        for frame in range(count)
    ]
    names = [runner.name for runner in race.runners]
    signs = [[words, cell.fill, cell.stripe if cell.hatch else ""] for words, cell in key(race, theme)]
    data = {"times": list(stand), "names": names, "said": said, "signs": signs}
    return document.fill_template(
        (_FOLDER / "player.html").read_text("utf-8"),
        title=html.escape(
            f"{drawn[-1].title}: a race of {', '.join(names[:-1])}{' and ' * (len(names) > 1)}{names[-1]}"
        ),
        style=style,
        picture=picture,
        last=str(count - 1),
        data=document.json_text(data),
        script=(_FOLDER / "player.js").read_text("utf-8"),
    )
