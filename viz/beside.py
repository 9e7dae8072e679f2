"""Several searches beside one another, each with what it counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tracer.errors import PlyscopeError
from tracer.tracing import Trace
from viz.formats.format import Drawing, Format
from viz.formats.registry import page
from viz.paper.fitting import picture
from viz.paper.grid import canvas
from viz.pictures.boxes import Picture
from viz.pictures.options import refuse

WHAT = "several searches beside one another"
LACKS = ("layout", "sides")
"""Options of one picture alone."""


def check(found: Format, chart: str | None, animate: str | None, options: Drawing) -> None:
    """Refuse what several searches cannot be drawn as.

    Raises:
        PlyscopeError: it is no still picture of trees in plyscope's own layout.
    """
    page(found, WHAT)
    if chart is not None or animate is not None:
        raise PlyscopeError(f"{WHAT} are still pictures of trees: leave out {'chart' if chart else 'animate'}")
    refuse(WHAT, LACKS, options)


def data(traces: Sequence[Trace], found: Format, options: Sequence[Drawing]) -> bytes:
    """Several searches as the content of a picture file, from left to right, all growing the same way.

    Where all are of one position, its game is the heading of all; what their legends explain is explained once.

    Args:
        traces: what was recorded.
        found: the format.
        options: what shapes the picture of each.

    Raises:
        PlyscopeError: the format draws no pages, or an option is wrong.
    """
    drawn = _drawn(traces, options)
    if len({one.sideways for one in drawn}) > 1:
        drawn = _drawn(traces, [{**shape, "sideways": drawn[0].sideways} for shape in options])
    longest = max((one.note for one in drawn), key=len)
    drawn = [replace(one, note=longest) for one in drawn]
    heading: tuple[str, ...] = ()
    if len({(trace.header.game, trace.header.position) for trace in traces}) == 1 and all(one.heading for one in drawn):
        heading = (traces[0].header.place,)
        drawn = [_without_game(one, trace) for one, trace in zip(drawn, traces, strict=True)]
    return page(found, WHAT)(canvas(drawn, columns=len(drawn), heading=heading), options[0])


def _drawn(traces: Sequence[Trace], options: Sequence[Drawing]) -> list[Picture]:
    share = 1 / len(traces)
    return [
        picture(trace, share=share, columns=False, **{**shape, "reasons": False})
        for trace, shape in zip(traces, options, strict=True)
    ]


def _without_game(drawn: Picture, trace: Trace) -> Picture:
    """A picture whose heading begins with the search."""
    return replace(drawn, heading=(trace.header.search_title, *drawn.heading[1:]))
