"""A search as it went on: a drawing whose nodes appear when they are met and get their values when they return.

Everything stands from the first frame on where it stands in the last.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import sqrt
from typing import Any, BinaryIO, cast

from tracer.errors import PlyscopeError
from tracer.recording.status import PRUNED
from tracer.time.moments import event_at, last_met
from tracer.tracing import Trace
from tracer.why import explain
from viz.formats import png, svg
from viz.libraries import REMEDIES
from viz.paper import captions, font
from viz.paper.canvas import Canvas, Ellipse, Group, Paint, Path, Rectangle, Shape, Text, flat
from viz.paper.compose import Page
from viz.paper.places import place, placed_like, rooms
from viz.pictures.drawing import Picture, picture
from viz.pictures.legend import Entry
from viz.pictures.options import OF_STILLS, Options, changed
from viz.pictures.roles import Kind
from viz.pictures.selection import MAX_NODES

SECONDS = 1.0
"""For which a frame stands."""
LAST = 4.0
"""Seconds for which the last one does."""
MOST_FRAMES = {"svg": 600, "gif": 200}
"""More is not watched to its end, and of a GIF each is a picture of its own."""
COLOURS = 128
"""Of a GIF: enough for the theme's colours and the edges between them."""
DPI = 96
"""Dots an inch of a GIF, unless it would have too many pixels."""
HALO = 4.0
"""How far the ground behind the node in hand reaches beyond it."""
OPEN_SIGN = "open"
"""Of a node that has not returned, in a legend."""
PIXELS = 1_200_000
"""Of a frame: what a page shows without scrolling."""


def write(trace: Trace, stream: BinaryIO, format: str, *, every: str = "event", **options: Any) -> None:
    """Write an animation as `svg` or `gif`; see `viz.Options` for what shapes it.

    Raises:
        PlyscopeError: an option is wrong, there are too many frames, or a tool is missing.
    """
    most = MOST_FRAMES[format]
    if options.get("max_nodes") is None:
        # Each node is met and returns.
        options["max_nodes"] = min(MAX_NODES, most // 2)
    drawn = frames(trace, every=every, most=most, **options)
    stream.write(_svg(drawn).encode() if format == "svg" else _gif(drawn, options.get("dpi")))


def frames(trace: Trace, *, every: str = "event", most: int = MOST_FRAMES["svg"], **options: Any) -> list[Canvas]:
    """The drawings of an animation, all of one size.

    Args:
        trace: what was recorded.
        every: a frame an `event` of a node that is drawn, or a `cutoff` of one.
        most: frames at most.
        **options: what shapes the drawing.

    Raises:
        PlyscopeError: an option is wrong, or there are too many frames.
    """
    asked = changed(cast("Options", options))
    for name in OF_STILLS:
        if name in asked:
            raise PlyscopeError(f"an animation has no {name}: leave it out")
    whole = picture(trace, **options)
    steps = _steps(trace, _visits(whole), every)
    if len(steps) > most:
        raise PlyscopeError(
            f"the animation would have {len(steps):,} frames, and {most} is the most: draw fewer nodes "
            "(max_nodes, ply, root), or animate cutoffs"
        )
    return list(_Film(trace, whole, steps, options).canvases())


def _visits(whole: Picture) -> list[int]:
    """The nodes that are drawn, ascending."""
    return [box.node for box in whole.boxes if box.role.kind is not Kind.STUB]


def _steps(trace: Trace, nodes: Sequence[int], every: str) -> list[int]:
    """The steps that have a frame, from the entry of the node at the top to its return."""
    columns, top = trace.columns, nodes[0]
    visits = [node for node in nodes if columns.status[node] != PRUNED]
    first, last = trace.entered(top), min(trace.left(top) if visits else trace.entered(top), trace.steps - 1)
    if every == "cutoff":
        found = {trace.landmarks.cutoff_step(node) for node in visits if columns.cutoff[node]}
    else:
        found = {trace.entered(node) for node in nodes} | {trace.left(node) for node in visits}
    return sorted(step for step in found | {first, last} if step <= last)


class _Film:
    """An animation while it is drawn."""

    def __init__(self, trace: Trace, whole: Picture, steps: Sequence[int], options: dict[str, Any]) -> None:
        self.trace, self.steps, self.options = trace, steps, options
        self.nodes, self.kinds = _visits(whole), {box.name: box.role.kind for box in whole.boxes}
        self.theme, self.drawn = whole.theme, whole.heading[2:]
        self.shown = [self._shown(step, whole.sideways) for step in steps]
        # A node has room for whatever it says in the course of time.
        self.rooms = rooms((*self.shown, whole))
        places = place(replace(whole, legend=_legend(whole, self.shown[0])), self.rooms)
        self.room = min(max(places.size[0], captions.NARROWEST), captions.WIDEST)
        self.whole = replace(places.picture, heading=self._heading(whole, steps[-1]))
        self.page = Page(replace(places, picture=self.whole))

    def canvases(self) -> Iterator[Canvas]:
        """A drawing for each step."""
        whole = self.whole
        for step, shown in zip(self.steps, self.shown, strict=True):
            frame = replace(shown, heading=self._heading(shown, step), legend=whole.legend, layers=whole.layers)
            page = Page(placed_like(frame, self.page.places, self.rooms), like=self.page)
            yield page.canvas(self._halo(page, step))

    def _shown(self, step: int, sideways: bool) -> Picture:
        """What is drawn of a step. A node has the shape from its entry on that it has in the end."""
        met = last_met(self.trace, step)
        nodes = [node for node in self.nodes if node <= met]
        shown = picture(self.trace, **{**self.options, "nodes": nodes, "step": step, "reasons": False})
        boxes = tuple(replace(box, role=replace(box.role, kind=self.kinds[box.name])) for box in shown.boxes)
        return replace(shown, boxes=boxes, sideways=sideways)

    def _heading(self, shown: Picture, step: int) -> tuple[str, ...]:
        """As many lines in each frame, so that nothing moves: the search, the counts, what is drawn, what happens."""
        if not self.options.get("caption", True):
            return ()
        title, result = shown.heading[:2]
        counts = f"step {step:,} of {self.trace.steps - 1:,} · {result.partition(' · ')[2]}"
        lines = (title, counts, *self.drawn, explain.event(self.trace, step))
        sizes = (captions.TITLE, *[captions.LINE] * (len(lines) - 1))
        return tuple(font.shorten(line, size, self.room) for line, size in zip(lines, sizes, strict=True))

    def _halo(self, page: Page, step: int) -> Iterator[Shape]:
        """A ground behind the node that a step is about, or behind the one that it is left out below."""
        drawn = {box.name: number for number, box in enumerate(page.picture.boxes)}
        line = self.trace.ancestry(event_at(self.trace, step)[1])
        number = next((drawn[f"n{node}"] for node in reversed(line) if f"n{node}" in drawn), None)
        if number is not None:
            (x, y), figure = page.corner(number), page.places.figures[number]
            size = figure.width + 2 * HALO, figure.height + 2 * HALO
            yield Rectangle(x - HALO, y - HALO, *size, Paint(self.theme.last, self.theme.text), HALO)


def _legend(whole: Picture, first: Picture) -> tuple[Entry, ...]:
    """The signs of the last frame, and that of a node that has not returned, which the first has."""
    open_ = [replace(entry, meaning="not returned yet") for entry in first.legend if entry.sign == OPEN_SIGN]
    shapes = [entry for entry in whole.legend if entry.look and entry.sign != OPEN_SIGN]
    return (*shapes, *open_, *(entry for entry in whole.legend if not entry.look))


def _svg(drawn: Sequence[Canvas]) -> str:
    """Every shape once for each time that it is seen; what moves not, such as to a printer, shows the last frame."""
    count = len(drawn)
    times = [SECONDS] * (count - 1) + [LAST]
    total = sum(times)
    seen = _seen(drawn)
    spans = sorted({span for _, span in seen} - {(0, count)})
    rules = []
    for begin, end in spans:
        names = [f"{100 * sum(times[:frame]) / total:.3f}%" for frame in (begin, end)]
        hidden = "0%{visibility:hidden}" if begin else ""
        rest = f"{names[1]}{{visibility:hidden}}" if end < count else "100%{visibility:visible}"
        rules.append(f"@keyframes s{begin}-{end}{{{hidden}{names[0]}{{visibility:visible}}{rest}}}")
        still = "" if end == count else "visibility:hidden;"
        rules.append(f".s{begin}-{end}{{{still}animation:s{begin}-{end} {total:g}s infinite step-end}}")
    rules.append("@media print,(prefers-reduced-motion){*{animation:none!important}}")
    last = drawn[-1]
    body = [f"<style>{''.join(rules)}</style>"]
    for shape, span in seen:
        # A name belongs to one element: to the one that stays.
        named = replace(shape, name="") if isinstance(shape, Group) and span[1] < count else shape
        lines = "".join(svg.shapes([named]))
        body.append(lines if span == (0, count) else f'<g class="s{span[0]}-{span[1]}">{lines}</g>')
    return "".join(f"{line}\n" for line in svg.document(last, body))


Span = tuple[int, int]
"""The frames in which something is seen: the first, and one past the last."""


def _seen(drawn: Sequence[Canvas]) -> list[tuple[Shape, Span]]:
    """Each shape with the frames in which it is seen without a break, from the back to the front."""
    spans: dict[Shape, list[int]] = {}
    found: list[tuple[Shape, Span]] = []
    for frame, canvas in enumerate(drawn):
        for shape in canvas.shapes:
            first = spans.get(shape)
            if first is not None and first[1] == frame:
                first[1] = frame + 1
                continue
            if first is not None:
                found.append((shape, (first[0], first[1])))
            spans[shape] = [frame, frame + 1]
    found += [(shape, (begin, end)) for shape, (begin, end) in spans.items()]
    return sorted(found, key=lambda one: (*_depth(one[0]), one[1]))


def _depth(shape: Shape) -> tuple[int, float]:
    """How far to the front a shape of a page is: halos, lines by their width, grounds of labels, text, nodes."""
    if isinstance(shape, Rectangle):
        return (0, 0) if shape.radius else (2, 0)
    if isinstance(shape, Path):
        return 1, shape.paint.width
    return (4, 0) if isinstance(shape, Group) else (3, 0)


def _gif(drawn: Sequence[Canvas], dpi: int | None) -> bytes:
    try:
        from PIL import Image
    except ImportError as error:
        raise PlyscopeError(REMEDIES["PIL"]) from error
    last = drawn[-1]
    dots = dpi or min(DPI, int(72 * sqrt(PIXELS / (last.width * last.height))))

    def bitmap(canvas: Canvas) -> Any:
        return Image.open(io.BytesIO(png.data(canvas, dots))).convert("RGB")

    # One palette for all: a frame then differs only where something happens.
    palette = _palette(drawn, [bitmap(canvas) for canvas in (drawn[len(drawn) // 2], last)])
    first, *others = (bitmap(canvas).quantize(palette=palette, dither=Image.Dither.NONE) for canvas in drawn)
    durations = [round(1000 * SECONDS)] * len(others) + [round(1000 * LAST)]
    stream = io.BytesIO()
    first.save(stream, "GIF", save_all=True, append_images=others, duration=durations, loop=0, optimize=True)
    return stream.getvalue()


def _palette(drawn: Sequence[Canvas], bitmaps: Sequence[Any]) -> Any:
    """The colours of the drawings as they are, and between them those that are most in some bitmaps of them."""
    from PIL import Image, ImageColor

    used = {canvas.background for canvas in drawn} | {
        colour for canvas in drawn for shape in flat(canvas.shapes) for colour in _colours(shape)
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
