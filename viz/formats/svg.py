"""SVG: the same drawing gives the same text, and nothing in it links, loads or runs."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from html import escape
from typing import BinaryIO

from tracer.tracing import Trace
from viz.formats import dot
from viz.formats.format import Drawing, Format
from viz.paper import film, font
from viz.paper.canvas import Anchor, Canvas, Ellipse, Group, Paint, Path, Point, Rectangle, Shape, Text, number
from viz.paper.compose import compose
from viz.paper.fitting import picture
from viz.pictures.boxes import Picture

SIZE = 11.0
"""Of text that does not say its own, in points."""
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SHAPE = re.compile(r"(<title>(n\d+)</title>\s*<(polygon|ellipse|path)\b[^<>]*)/>")
"""A node as Graphviz writes it: its name, which is ours, and then the first piece of its outline."""
Span = tuple[int, int]
"""The frames in which something is seen: the first, and one past the last."""


def write(trace: Trace, stream: BinaryIO, options: Drawing) -> None:
    """Write a picture, by the layout that is asked for.

    Raises:
        RenderError: Graphviz is asked for, and is missing or fails.
    """
    drawn = picture(trace, **options)
    stream.write((text(compose(drawn)) if drawn.layout is None else graphviz_text(drawn)).encode())


def animate(trace: Trace, stream: BinaryIO, what: str, options: Drawing) -> None:
    """Write an animation, which moves by itself and needs no script."""
    drawn = film.frames(trace, animate=what, timed=True, **options)
    stream.write(film_text(drawn, film.times(len(drawn), options.get("seconds"))).encode())


def graphviz_text(drawn: Picture) -> str:
    """A picture as Graphviz draws it, where cutoffs and pruned branches say why to whoever rests on them.

    Raises:
        RenderError: Graphviz is missing or fails.
    """
    reasons = {box.name: box.why for box in drawn.boxes}

    def with_reason(shape: re.Match[str]) -> str:
        start, name, tag = shape.groups()
        why = reasons[name]
        return f"{start}><title>{escape(why)}</title></{tag}>" if why else shape[0]

    return _SHAPE.sub(with_reason, dot.render(drawn, "svg").decode())


def text(canvas: Canvas) -> str:
    """A drawing as the text of an SVG file, whose unit is the point."""
    return "\n".join([*lines(canvas), ""])


def lines(canvas: Canvas) -> Iterator[str]:
    """The lines of the file."""
    yield from document(canvas, shapes(canvas.shapes))


def document(canvas: Canvas, body: Iterable[str]) -> Iterator[str]:
    """The lines of a file that has a drawing's size and words, and a body of its own."""
    width, height = number(canvas.width), number(canvas.height)
    wide, tall = map(number, canvas.size)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}pt" height="{tall}pt" '
        f'viewBox="0 0 {width} {height}" role="img" font-family="{font.FALLBACKS}" font-size="{number(SIZE)}" '
        'text-anchor="middle">'
    )
    if canvas.title:
        yield f"<title>{quote(canvas.title)}</title>"
    if canvas.description:
        yield f"<desc>{quote(canvas.description)}</desc>"
    yield f'<rect width="{width}" height="{height}" fill="{quote(canvas.background)}"/>'
    yield from body
    yield "</svg>"


def quote(text: str) -> str:
    r"""Text as it stands in an element or an attribute; what XML cannot hold becomes the replacement character.

    >>> quote('<a href="x">&\x00')
    '&lt;a href=&quot;x&quot;&gt;&amp;�'
    """
    return escape(_NOT_XML.sub("\ufffd", text))


def shapes(drawn: Iterable[Shape]) -> Iterator[str]:
    """Shapes as elements."""
    for shape in drawn:
        if isinstance(shape, Text):
            yield _text(shape)
        elif isinstance(shape, Path):
            yield _path(shape)
        elif isinstance(shape, Rectangle):
            yield _rectangle(shape)
        elif isinstance(shape, Ellipse):
            yield (
                f'<ellipse cx="{number(shape.x)}" cy="{number(shape.y)}" rx="{number(shape.across)}" '
                f'ry="{number(shape.down)}"{_paint(shape.paint)}/>'
            )
        else:
            yield from _group(shape)


def _group(group: Group) -> Iterator[str]:
    name = f' id="{quote(group.name)}"' if group.name else ""
    title = f"<title>{quote(group.title)}</title>" if group.title else ""
    yield f"<g{name}>{title}"
    yield from shapes(group.shapes)
    yield "</g>"


def _text(shape: Text) -> str:
    size = "" if shape.size == SIZE else f' font-size="{number(shape.size)}"'
    anchor = "" if shape.anchor is Anchor.MIDDLE else f' text-anchor="{shape.anchor}"'
    colour = _colour(shape.colour)
    bold = f' stroke="{colour}" stroke-width="{number(shape.outline)}"' if shape.outline else ""
    # Runs of spaces would shrink to one.
    shown = quote(shape.text).replace("  ", "\u00a0 ")
    place = f'x="{number(shape.x)}" y="{number(shape.y)}"'
    return f'<text {place}{size}{anchor} fill="{colour}"{bold}>{shown}</text>'


def _path(shape: Path) -> str:
    paint = _paint(shape.paint)
    if shape.curved:
        first, *rest = shape.points
        return f'<path d="M{_points([first])}C{_points(rest)}{"Z" if shape.closed else ""}"{paint}/>'
    if shape.pairs:
        ends = zip(shape.points[::2], shape.points[1::2], strict=True)
        return f'<path d="{"".join([f"M{_points([begin])}L{_points([end])}" for begin, end in ends])}"{paint}/>'
    return f'<{"polygon" if shape.closed else "polyline"} points="{_points(shape.points)}"{paint}/>'


def _points(points: Iterable[Point]) -> str:
    return " ".join([f"{number(x)},{number(y)}" for x, y in points])


def _rectangle(shape: Rectangle) -> str:
    radius = f' rx="{number(shape.radius)}"' if shape.radius else ""
    place = f'x="{number(shape.x)}" y="{number(shape.y)}" width="{number(shape.width)}" height="{number(shape.height)}"'
    if shape.png:
        data = base64.b64encode(shape.png).decode()
        sharp = 'preserveAspectRatio="none" image-rendering="optimizeSpeed" style="image-rendering:pixelated"'
        return f'<image {place} {sharp} href="data:image/png;base64,{data}"/>'
    return f"<rect {place}{radius}{_paint(shape.paint)}/>"


@lru_cache(maxsize=1 << 10)
def _colour(colour: str) -> str:
    return quote(colour)


@lru_cache(maxsize=1 << 10)
def _paint(paint: Paint) -> str:
    """The attributes of a shape's paint."""
    fill = f' fill="{quote(paint.fill or "none")}"'
    if not paint.line:
        return fill
    width = "" if paint.width == 1 else f' stroke-width="{number(paint.width)}"'
    dashes = ",".join(map(number, paint.pattern))
    dash = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'{fill} stroke="{quote(paint.line)}"{width}{dash}'


def film_text(drawn: Sequence[Canvas], times: Sequence[float]) -> str:
    """Every shape once for each time that it is seen; it stands still while the pointer is on it.

    What moves not, such as to a printer, shows the last frame.
    """
    count = len(drawn)
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
    rules.append("svg:hover *{animation-play-state:paused}")
    rules.append("@media print,(prefers-reduced-motion){*{animation:none!important}}")
    last = drawn[-1]
    body = [f"<style>{''.join(rules)}</style>"]
    for shape, span in seen:
        # A name belongs to one element: to the one that stays.
        named = replace(shape, name="") if isinstance(shape, Group) and span[1] < count else shape
        lines = "".join(shapes([named]))
        body.append(lines if span == (0, count) else f'<g class="s{span[0]}-{span[1]}">{lines}</g>')
    return "".join(f"{line}\n" for line in document(last, body))


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


FORMAT = Format(
    name="svg",
    holds="a picture for pages",
    about=(
        "Every browser and Inkscape open it. It asks for nothing from elsewhere and runs nothing. Of a small "
        "tree, resting on a cutoff or a pruned branch says why it was cut."
    ),
    write=write,
    lacks=("dpi",),
    page=lambda canvas, _: text(canvas).encode(),
    animate=animate,
)
