"""A trace written to a file or a stream, in the format of its suffix; what cannot be written is refused beforehand."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, cast

from tracer.errors import PlyscopeError
from tracer.text import clean, nearest
from tracer.tracing import Trace
from viz import beside, numbered, target
from viz.charts import plot
from viz.charts.registry import CHARTS
from viz.formats import dot
from viz.formats.format import DrawingOptions, Format
from viz.formats.registry import FORMATS, find_format, page_writer
from viz.graphviz.render import RenderError
from viz.libraries import demand
from viz.paper import fitting
from viz.paper.film import CHOICES_TEXT, FRAME_CHOICES
from viz.paper.picture_drawing import PictureDrawing
from viz.paper.tree_layout import lay_out
from viz.pictures.options import (
    ANIMATION_OPTIONS,
    DURATION_OPTION,
    STILL_OPTIONS,
    options_of_whole_trace,
    parse_settings,
    refuse_options,
    refuse_single_search_options,
    selected_views,
)


def check(
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    chart: str | None = None,
    animate: str | None = None,
    two: bool = False,
    **options: Any,
) -> None:
    """Refuse what `write_file` would refuse whatever the trace: before a search that takes long.

    Args:
        path: the file.
        format: where the suffix of the file does not tell it.
        chart: the chart that is asked for.
        animate: what an animation has a frame for.
        two: whether two searches are to be drawn as one tree.
        **options: what shapes a drawing.

    Raises:
        PlyscopeError: the format, an option or the place is wrong, or a library is missing.
    """
    found = find_format(path, format)
    if numbered.is_pattern(path):
        _check_numbered(found, chart, animate, two=two, options=options)
        demand(*found.needs)
        target.check(Path(numbered.numbered(path, 0)))
        return
    selected_views(parse_settings(options))
    if two:
        _check_two(found, chart, animate, options)
    _writer(found, chart, animate, options)
    if chart is not None or options.get("layout") is None:
        demand(*found.needs)
    if os.fspath(path) != "-":
        target.check(Path(path))


def check_beside(
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    chart: str | None = None,
    animate: str | None = None,
    **options: Any,
) -> None:
    """Refuse what cannot be drawn beside one another, whatever the traces; see `check`.

    Raises:
        PlyscopeError: the format, an option or the place is wrong, or a library is missing.
    """
    found = find_format(path, format)
    if chart is not None and chart in CHARTS and CHARTS[chart].several:
        check(path, format=format, chart=chart, animate=animate, **options)
        return
    beside.check(found, chart, animate, options)
    if numbered.is_pattern(path):
        raise PlyscopeError(f"{numbered.WHAT} show one search as it went on: give one search")
    check(path, format=format, **options)


def beside_content(
    traces: Sequence[Trace],
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    options: Sequence[DrawingOptions],
) -> bytes:
    """The content of a file with several searches beside one another, from left to right, each with what it counted.

    A chart that compares searches has all of them in it.

    Args:
        traces: what was recorded.
        path: the file, which is not written.
        format: where the suffix of the file does not tell it.
        options: what shapes the picture of each.

    Raises:
        PlyscopeError: the format or an option is wrong, or a tool is missing.
    """
    found, chart = find_format(path, format), options[0].get("chart")
    shapes = _shapes_of_trees(options)
    if chart is None:
        return beside.data(traces, found, shapes)
    stream = BytesIO()
    _chart_writer(found, chart, None, shapes[0])(traces, stream)
    return stream.getvalue()


def _shapes_of_trees(options: Sequence[DrawingOptions]) -> list[DrawingOptions]:
    return [{name: value for name, value in one.items() if name not in ("chart", "animate")} for one in options]


def excess(traces: Sequence[Trace], path: str, *, format: str | None = None, options: Sequence[DrawingOptions]) -> str:
    """What is to be said of a drawing that is larger than what it is shown on, as it has all that was asked for.

    Args:
        traces: one trace, or those that are drawn beside one another.
        path: the file.
        format: where the suffix of the file does not tell it.
        options: what shapes the picture of each.

    Returns:
        A sentence; or nothing where the drawing fits, is no still one in plyscope's own layout, or is to be as large as
        it comes.

    Raises:
        PlyscopeError: the format or an option is wrong.
    """
    first, found = options[0], find_format(path, format)
    asked = [name for name in fitting.SIZE_OPTIONS if first.get(name) is not None]
    others = [name for name in ("chart", "animate", "layout") if first.get(name) is not None]
    if not asked or others or found.page is None or numbered.is_pattern(path):
        return ""
    shapes = _shapes_of_trees(options)
    fit = parse_settings(shapes[0]).display_size
    if fit is None:
        return ""
    if len(traces) == 1:
        sheet = PictureDrawing(lay_out(fitting.fit_picture(traces[0], **{**shapes[0], "reasons": False}))).sheet
        width, height = sheet.width * sheet.scale, sheet.height * sheet.scale
    else:
        width, height = beside.together(traces, shapes).size
    if width <= fit.width + 1 and height <= fit.height + 1:
        return ""
    name = "the drawing" if path == "-" else clean(path)
    wanted = " and ".join(f"--{one.replace('_', '-')}" for one in asked)
    return (
        f"{name} has {fit.describe_size(width, height)}, more than the "
        f"{fit.describe_size(fit.width, fit.height)} of --fit: "
        f"all that {wanted} asks for cannot be read there, so ask for less or for --fit none"
    )


def options_for(
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    chart: str | None = None,
    animate: str | None = None,
    **options: Any,
) -> dict[str, Any]:
    """Of what is asked for a file and others beside it, what the file has.

    Raises:
        PlyscopeError: there is no such format.
    """
    found = find_format(path, format)
    if found.takes is not None:
        return {name: value for name, value in options.items() if name in found.takes}
    if moves := found.moves or animate is not None or numbered.is_pattern(path):
        lacks: tuple[str, ...] = STILL_OPTIONS
    else:
        lacks = () if chart is not None else found.lacks
    lacks = lacks if moves else (*lacks, *ANIMATION_OPTIONS)
    lacks = (*lacks, DURATION_OPTION) if numbered.is_pattern(path) else lacks
    fits = {name: value for name, value in options.items() if name not in lacks}
    return {"chart": chart, "animate": animate, **fits}


def write_stream(
    trace: Trace,
    stream: BinaryIO,
    format: str,
    *,
    chart: str | None = None,
    animate: str | None = None,
    **options: Any,
) -> None:
    """Write a trace to a binary stream, such as stdout; see `write_file`.

    Raises:
        PlyscopeError: there is no such format, an option is wrong, or a tool is missing.
    """
    _writer(find_format("-", format), chart, animate, options)(trace, stream)


def write_file(
    trace: Trace,
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    chart: str | None = None,
    animate: str | None = None,
    progress: target.Progress | None = None,
    **options: Any,
) -> list[str]:
    """Write a trace to a file; a failure leaves an older file of that name as it was.

    Where Graphviz is asked for a picture and cannot draw it, its DOT is written beside it, so nothing is lost but the
    layout.

    Args:
        trace: what was recorded.
        path: the file; or of several numbered ones the pattern, as `step-%02d.svg`: the search as it went on, a file a
            frame.
        format: where the suffix of the file does not tell it.
        chart: draw the whole trace as one of `CHARTS`, such as an `icicle`, instead of its tree.
        animate: draw the search as it went on, a frame an `event`, a `cutoff` or an `iteration`.
        progress: called while the file is written.
        **options: what shapes a drawing; see `viz.Options`.

    Returns:
        The names of the files that were written.

    Raises:
        PlyscopeError: the format, an option or the place is wrong, or a tool is missing.
    """
    found = find_format(path, format)
    if numbered.is_pattern(path):
        _check_numbered(found, chart, animate, two=False, options=options)
        return numbered.write(
            trace, path, page_writer(found, numbered.WHAT), animate or FRAME_CHOICES[0], options, progress
        )
    file = Path(path)
    write_to = _writer(found, chart, animate, options)
    try:
        with target.replacement(file) as stream:
            write_to(trace, stream if progress is None else cast("BinaryIO", target.Counting(stream, progress)))
    except RenderError as error:
        beside = file.with_name(f"{file.name}.dot")
        with target.replacement(beside) as stream:
            dot.FORMAT.write(trace, stream, options)
        raise RenderError(f"{error}; the drawing as DOT is in {clean(str(beside))}") from error
    return [str(file)]


def _writer(
    found: Format, chart: str | None, animate: str | None, options: DrawingOptions
) -> Callable[[Trace, BinaryIO], None]:
    """What writes a format with some options.

    Raises:
        PlyscopeError: the format has no use for one of them.
    """
    _check_frames(animate)
    if options.get("sides") is not None:
        _check_two(found, chart, animate, options)
    if chart is not None:
        return _chart_writer(found, chart, animate, options)
    if animate is not None:
        return _film_writer(found, animate, options)
    shape = found.shape(options)
    return lambda trace, stream: found.write(trace, stream, shape)


def _check_frames(animate: str | None) -> None:
    if animate is not None and animate not in FRAME_CHOICES:
        raise PlyscopeError(f"animate {clean(animate)!r} is unknown; choose {CHOICES_TEXT}")


def _chart_writer(
    found: Format, chart: str, animate: str | None, options: DrawingOptions
) -> Callable[[Any, BinaryIO], None]:
    if chart not in CHARTS:
        raise PlyscopeError(f"no chart {clean(chart)!r}{nearest(chart, CHARTS)}; there are: {', '.join(CHARTS)}")
    if found.name not in plot.CHART_FORMATS or animate is not None:
        raise PlyscopeError(f"a chart is a still picture: .{' .'.join(plot.CHART_FORMATS)}")
    shape = options_of_whole_trace(f"the chart {chart}", CHARTS[chart].takes, options)
    dots: DrawingOptions = {"dpi": shape.get("dpi") or plot.DEFAULT_DPI}

    def write(traces: Any, stream: BinaryIO) -> None:
        stream.write(page_writer(found, f"the chart {chart}")(CHARTS[chart].draw(traces, **shape), dots))

    return write


def _film_writer(found: Format, what: str, options: DrawingOptions) -> Callable[[Trace, BinaryIO], None]:
    write = found.animate
    if write is None:
        moving = [f".{one.name}" for one in FORMATS.values() if one.animate]
        raise PlyscopeError(f"an animation is a file of {', '.join(moving[:-1])} or {moving[-1]}, not .{found.name}")
    refuse_options("an animation", STILL_OPTIONS, options)
    return lambda trace, stream: write(trace, stream, what, options)


def _check_numbered(
    found: Format, chart: str | None, animate: str | None, *, two: bool, options: DrawingOptions
) -> None:
    """Refuse what numbered files cannot hold.

    Raises:
        PlyscopeError: it is no search as it went on, in a picture of plyscope's own layout.
    """
    page_writer(found, numbered.WHAT)
    if chart is not None or two:
        raise PlyscopeError(f"{numbered.WHAT} show one search as it went on: leave out {'diff' if two else 'chart'}")
    _check_frames(animate)
    refuse_options(numbered.WHAT, (*STILL_OPTIONS, DURATION_OPTION, *({"dpi"} & set(found.lacks))), options)
    parse_settings(options)


def _check_two(found: Format, chart: str | None, animate: str | None, options: DrawingOptions) -> None:
    """Refuse what two searches cannot be written to.

    Raises:
        PlyscopeError: it is no still drawing of a tree, or has an option that is one search's.
    """
    if chart is not None or animate is not None or not found.draws:
        drawn = " .".join(one.name for one in FORMATS.values() if one.draws)
        raise PlyscopeError(f"two searches are drawn as one tree, in a still picture of .{drawn}")
    refuse_single_search_options(options)
