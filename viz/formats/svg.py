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
from viz.formats.format import DrawingOptions, Format, picture_writer
from viz.paper import film, font
from viz.paper.canvas import Anchor, Canvas, Ellipse, Group, Paint, Path, Point, Rectangle, Shape, Text, format_length
from viz.pictures.boxes import Picture

DEFAULT_TEXT_SIZE = 11.0
"""Of text that does not say its own, in points."""
_INVALID_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SHAPE_WITH_TITLE = re.compile(r"(<title>(n\d+)</title>\s*<(polygon|ellipse|path)\b[^<>]*)/>")
"""A node as Graphviz writes it: its name, which is ours, and then the first piece of its outline."""
FrameSpan = tuple[int, int]
"""The frames in which something is seen: the first, and one past the last."""


def animate_svg(trace: Trace, stream: BinaryIO, frame_choice: str, options: DrawingOptions) -> None:
    """Write an animation, which moves by itself and needs no script."""
    canvases = film.draw_frames(trace, animate=frame_choice, timed=True, **options)
    stream.write(animation_text(canvases, film.frame_seconds(len(canvases), options.get("seconds"))).encode())


def _draw_by_graphviz(picture: Picture) -> bytes:
    """A picture as Graphviz draws it, where cutoffs and pruned branches say why to whoever rests on them.

    Raises:
        RenderError: Graphviz is missing or fails.
    """
    reasons = {box.name: box.why for box in picture.boxes}

    def with_reason(shape: re.Match[str]) -> str:
        start, name, tag = shape.groups()
        why = reasons[name]
        return f"{start}><title>{escape(why)}</title></{tag}>" if why else shape[0]

    return _SHAPE_WITH_TITLE.sub(with_reason, dot.render_picture(picture, "svg").decode()).encode()


def encode_svg_page(canvas: Canvas, _: DrawingOptions) -> bytes:
    """A drawing as the content of an SVG file."""
    return svg_text(canvas).encode()


def svg_text(canvas: Canvas) -> str:
    """A drawing as the text of an SVG file, whose unit is the point."""
    return "\n".join([*svg_lines(canvas), ""])


def svg_lines(canvas: Canvas, body: Iterable[str] | None = None) -> Iterator[str]:
    """The lines of a file that has a drawing's size and words; None is a body of the drawing's shapes."""
    width, height = format_length(canvas.width), format_length(canvas.height)
    full_width, full_height = map(format_length, canvas.size)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{full_width}pt" height="{full_height}pt" '
        f'viewBox="0 0 {width} {height}" role="img" font-family="{font.FALLBACKS}" '
        f'font-size="{format_length(DEFAULT_TEXT_SIZE)}" '
        'text-anchor="middle">'
    )
    if canvas.title:
        yield f"<title>{escape_xml(canvas.title)}</title>"
    if canvas.description:
        yield f"<desc>{escape_xml(canvas.description)}</desc>"
    yield f'<rect width="{width}" height="{height}" fill="{escape_xml(canvas.background)}"/>'
    yield from shape_elements(canvas.shapes) if body is None else body
    yield "</svg>"


def escape_xml(text: str) -> str:
    r"""Text as it stands in an element or an attribute; what XML cannot hold becomes the replacement character.

    >>> escape_xml('<a href="x">&\x00')
    '&lt;a href=&quot;x&quot;&gt;&amp;�'
    """
    return escape(_INVALID_XML.sub("\ufffd", text))


def shape_elements(shapes: Iterable[Shape]) -> Iterator[str]:
    """Shapes as elements."""
    for shape in shapes:
        if isinstance(shape, Text):
            yield _text_element(shape)
        elif isinstance(shape, Path):
            yield _path_element(shape)
        elif isinstance(shape, Rectangle):
            yield _rectangle_element(shape)
        elif isinstance(shape, Ellipse):
            yield (
                f'<ellipse cx="{format_length(shape.x)}" cy="{format_length(shape.y)}" '
                f'rx="{format_length(shape.across)}" '
                f'ry="{format_length(shape.down)}"{_paint_attributes(shape.paint)}/>'
            )
        else:
            yield from _group_elements(shape)


def _group_elements(group: Group) -> Iterator[str]:
    name = f' id="{escape_xml(group.name)}"' if group.name else ""
    title = f"<title>{escape_xml(group.title)}</title>" if group.title else ""
    yield f"<g{name}>{title}"
    yield from shape_elements(group.shapes)
    yield "</g>"


def _text_element(shape: Text) -> str:
    size = "" if shape.size == DEFAULT_TEXT_SIZE else f' font-size="{format_length(shape.size)}"'
    anchor = "" if shape.anchor is Anchor.MIDDLE else f' text-anchor="{shape.anchor}"'
    colour = _escape_colour(shape.colour)
    bold = f' stroke="{colour}" stroke-width="{format_length(shape.outline)}"' if shape.outline else ""
    # Runs of spaces would shrink to one.
    text = escape_xml(shape.text).replace("  ", "\u00a0 ")
    position = f'x="{format_length(shape.x)}" y="{format_length(shape.y)}"'
    return f'<text {position}{size}{anchor} fill="{colour}"{bold}>{text}</text>'


def _path_element(shape: Path) -> str:
    paint = _paint_attributes(shape.paint)
    if shape.curved:
        start, *other_points = shape.points
        return (
            f'<path d="M{_format_points([start])}C{_format_points(other_points)}{"Z" if shape.closed else ""}"{paint}/>'
        )
    if shape.pairs:
        ends = zip(shape.points[::2], shape.points[1::2], strict=True)
        lines = "".join([f"M{_format_points([start_point])}L{_format_points([end])}" for start_point, end in ends])
        return f'<path d="{lines}"{paint}/>'
    return f'<{"polygon" if shape.closed else "polyline"} points="{_format_points(shape.points)}"{paint}/>'


def _format_points(points: Iterable[Point]) -> str:
    return " ".join([f"{format_length(x)},{format_length(y)}" for x, y in points])


def _rectangle_element(shape: Rectangle) -> str:
    radius = f' rx="{format_length(shape.radius)}"' if shape.radius else ""
    position = f'x="{format_length(shape.x)}" y="{format_length(shape.y)}"'
    position += f' width="{format_length(shape.width)}" height="{format_length(shape.height)}"'
    if shape.png:
        data = base64.b64encode(shape.png).decode()
        sharp_attributes = (
            'preserveAspectRatio="none" image-rendering="optimizeSpeed" style="image-rendering:pixelated"'
        )
        return f'<image {position} {sharp_attributes} href="data:image/png;base64,{data}"/>'
    return f"<rect {position}{radius}{_paint_attributes(shape.paint)}/>"


@lru_cache(maxsize=1 << 10)
def _escape_colour(colour: str) -> str:
    return escape_xml(colour)


@lru_cache(maxsize=1 << 10)
def _paint_attributes(paint: Paint) -> str:
    fill = f' fill="{escape_xml(paint.fill or "none")}"'
    if not paint.line:
        return fill
    width = "" if paint.width == 1 else f' stroke-width="{format_length(paint.width)}"'
    dashes = ",".join(map(format_length, paint.pattern))
    dash = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'{fill} stroke="{escape_xml(paint.line)}"{width}{dash}'


def animation_text(canvases: Sequence[Canvas], seconds: Sequence[float]) -> str:
    """Every shape once for each time that it is seen; it stands still while the pointer is on it.

    What moves not, such as to a printer, shows the last frame.
    """
    frame_count = len(canvases)
    total_seconds = sum(seconds)
    shapes_with_spans = _shapes_with_spans(canvases)
    spans = sorted({span for _, span in shapes_with_spans} - {(0, frame_count)})
    rules = []
    for start, end in spans:
        percentages = [f"{100 * sum(seconds[:frame]) / total_seconds:.3f}%" for frame in (start, end)]
        hidden_before = "0%{visibility:hidden}" if start else ""
        hidden_after = f"{percentages[1]}{{visibility:hidden}}" if end < frame_count else "100%{visibility:visible}"
        rules.append(
            f"@keyframes s{start}-{end}{{{hidden_before}{percentages[0]}{{visibility:visible}}{hidden_after}}}"
        )
        initial_style = "" if end == frame_count else "visibility:hidden;"
        rules.append(f".s{start}-{end}{{{initial_style}animation:s{start}-{end} {total_seconds:g}s infinite step-end}}")
    rules.append("svg:hover *{animation-play-state:paused}")
    rules.append("@media print,(prefers-reduced-motion){*{animation:none!important}}")
    body = [f"<style>{''.join(rules)}</style>"]
    for shape, span in shapes_with_spans:
        # A name belongs to one element: to the one that stays.
        named_shape = replace(shape, name="") if isinstance(shape, Group) and span[1] < frame_count else shape
        lines = "".join(shape_elements([named_shape]))
        body.append(lines if span == (0, frame_count) else f'<g class="s{span[0]}-{span[1]}">{lines}</g>')
    return "".join(f"{line}\n" for line in svg_lines(canvases[-1], body))


def _shapes_with_spans(canvases: Sequence[Canvas]) -> list[tuple[Shape, FrameSpan]]:
    """Each shape with the frames in which it is seen without a break, from the back to the front."""
    spans: dict[Shape, list[int]] = {}
    shapes_with_spans: list[tuple[Shape, FrameSpan]] = []
    for frame, canvas in enumerate(canvases):
        for shape in canvas.shapes:
            open_span = spans.get(shape)
            if open_span is not None and open_span[1] == frame:
                open_span[1] = frame + 1
                continue
            if open_span is not None:
                shapes_with_spans.append((shape, (open_span[0], open_span[1])))
            spans[shape] = [frame, frame + 1]
    shapes_with_spans += [(shape, (start, end)) for shape, (start, end) in spans.items()]
    return sorted(shapes_with_spans, key=lambda entry: (*_stacking_order(entry[0]), entry[1]))


def _stacking_order(shape: Shape) -> tuple[int, float]:
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
    write=picture_writer(encode_svg_page, _draw_by_graphviz),
    lacks=("dpi",),
    page=encode_svg_page,
    animate=animate_svg,
)
