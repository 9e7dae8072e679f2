"""From a file's suffix to what writes it."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, cast

from tracer.errors import PlyscopeError
from tracer.text import clean, nearest
from tracer.tracing import Trace
from viz import target
from viz.formats import writers
from viz.graphviz.render import RenderError
from viz.libraries import demand
from viz.pictures.options import OF_STILLS, Options, changed, of_two, parts, settings


@dataclass(frozen=True)
class Format:
    """A kind of file that a trace can be written to."""

    name: str
    write: Callable[[Trace, BinaryIO, writers.Drawing], None]
    holds: str
    """What is in it, in a few words."""
    takes: tuple[str, ...] | None = None
    """The options that shape it; None stands for all that shape a picture. The others hold the whole trace."""
    aliases: tuple[str, ...] = ()
    """Other suffixes."""
    moves: bool = False
    """Whether it moves by itself."""
    lacks: tuple[str, ...] = ()
    """Of the options that shape a picture those that it has no place for."""
    needs: tuple[str, ...] = ()
    """The libraries that draw it, unless Graphviz does."""

    @property
    def draws(self) -> bool:
        """Whether it is a still drawing of chosen nodes."""
        return self.takes is None and not self.moves


@dataclass(frozen=True)
class Chart:
    """A picture of a whole trace, however large."""

    write: Callable[[Trace, BinaryIO, str, writers.Drawing], None]
    takes: tuple[str, ...]


_NOT_OF_A_CHART = ("triangles", "layers", "layout", "dpi")
"""What Mermaid's flow charts have not."""
FORMATS: dict[str, Format] = {
    found.name: found
    for found in (
        Format("svg", writers.svg, "a picture for pages", lacks=("dpi",)),
        Format("png", writers.png, "a bitmap", needs=("resvg_py",)),
        Format("pdf", writers.pdf, "a picture for print", lacks=("dpi",), needs=("reportlab",)),
        Format("dot", writers.dot, "the drawing for Graphviz", aliases=("gv",)),
        Format(
            "tex", writers.tikz, "the drawing for LaTeX: TikZ with forest", aliases=("tikz",), lacks=("layout", "dpi")
        ),
        Format("mmd", writers.mermaid, "the drawing for Mermaid", aliases=("mermaid",), lacks=_NOT_OF_A_CHART),
        Format(
            "md",
            writers.markdown,
            "the drawing for Mermaid, in Markdown",
            aliases=("markdown",),
            lacks=_NOT_OF_A_CHART,
        ),
        Format(
            "gif", writers.gif, "the search as an animation", moves=True, lacks=OF_STILLS, needs=("resvg_py", "PIL")
        ),
        Format(
            "html",
            writers.html,
            "a page to step through, that needs nothing else",
            ("root", "step", "theme"),
            aliases=("htm",),
        ),
        Format("csv", writers.csv, "a table, a row a node", ()),
        Format("parquet", writers.parquet, "the same table, packed", (), needs=("pyarrow",)),
        Format("json", writers.node_link, "node-link data, as networkx reads it", ()),
        Format("graphml", writers.graphml, "a graph for other programs", ()),
        Format("speedscope.json", writers.speedscope, "a flame graph for speedscope.app", ("root",)),
        Format("efg", writers.efg, "an extensive game for Gambit", ()),
    )
}
CHARTS = {
    "icicle": Chart(writers.icicle, ("root", "theme", "dpi", "mass", "across")),
    "plies": Chart(writers.plies, ("theme", "dpi")),
}
"""By the name that the command line knows."""
EVENTS = ("event", "cutoff")
"""What an animation may have a frame for."""


def find(path: str | os.PathLike[str], format: str | None = None) -> Format:
    """The format of a file: the one named, or else the one of its suffix.

    Raises:
        PlyscopeError: there is none; the message has the list.
    """
    suffixes = {suffix: found for found in FORMATS.values() for suffix in (found.name, *found.aliases)}
    known = ", ".join(FORMATS)
    if format:
        wanted = format.lower().lstrip(".")
        if wanted not in suffixes:
            raise PlyscopeError(f"no format {clean(format)!r}{nearest(wanted, suffixes)}; there are: {known}")
        return suffixes[wanted]
    parts = Path(path).name.lower().split(".")[1:]
    if not parts or not parts[-1]:
        name = "stdout" if os.fspath(path) == "-" else clean(repr(os.fspath(path)))
        raise PlyscopeError(f"{name} does not tell the format: give one of {known}")
    # The longest suffix that is known, as in `t.speedscope.json`.
    for first in range(len(parts)):
        if (suffix := ".".join(parts[first:])) in suffixes:
            return suffixes[suffix]
    wanted = parts[-1]
    raise PlyscopeError(f"no format for '.{clean(wanted)}' files{nearest(wanted, suffixes)}; there are: {known}")


def check(
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    chart: str | None = None,
    animate: str | None = None,
    two: bool = False,
    **options: Any,
) -> None:
    """Refuse what `export` would refuse whatever the trace: before a search that takes long.

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
    found = find(path, format)
    parts(settings(cast("Options", options)))
    if two:
        _of_two(found, chart, animate, options)
    _writer(found, chart, animate, options)
    if chart is not None:
        demand("matplotlib")
    elif options.get("layout") is None:
        demand(*found.needs)
    if os.fspath(path) != "-":
        target.check(Path(path))


def fitting(
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    chart: str | None = None,
    animate: str | None = None,
    **options: Any,
) -> writers.Drawing:
    """Of what is asked for a file and others beside it, what the file has.

    Raises:
        PlyscopeError: there is no such format.
    """
    found = find(path, format)
    if found.takes is not None:
        return {name: value for name, value in options.items() if name in found.takes}
    lacks = () if chart is not None else OF_STILLS if animate is not None else found.lacks
    fits = {name: value for name, value in options.items() if name not in lacks}
    return {"chart": chart, "animate": animate, **fits}


def write(
    trace: Trace,
    stream: BinaryIO,
    format: str,
    *,
    chart: str | None = None,
    animate: str | None = None,
    **options: Any,
) -> None:
    """Write a trace to a binary stream, such as stdout; see `export`.

    Raises:
        PlyscopeError: there is no such format, an option is wrong, or a tool is missing.
    """
    _writer(find("-", format), chart, animate, options)(trace, stream)


def export(
    trace: Trace,
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    chart: str | None = None,
    animate: str | None = None,
    progress: target.Progress | None = None,
    **options: Any,
) -> None:
    """Write a trace to a file; a failure leaves an older file of that name as it was.

    Where Graphviz is asked for a picture and cannot draw it, its DOT is written beside it, so nothing is lost but the
    layout.

    Args:
        trace: what was recorded.
        path: the file.
        format: where the suffix of the file does not tell it.
        chart: draw the whole trace as an `icicle`, or its counts by `plies`, instead of its tree.
        animate: draw the search as it went on, a frame an `event` or a `cutoff`.
        progress: called while the file is written.
        **options: what shapes a drawing; see `viz.Options`.

    Raises:
        PlyscopeError: the format, an option or the place is wrong, or a tool is missing.
    """
    file = Path(path)
    write_to = _writer(find(path, format), chart, animate, options)
    try:
        with target.replacing(file) as stream:
            write_to(trace, stream if progress is None else cast("BinaryIO", target.Counting(stream, progress)))
    except RenderError as error:
        beside = file.with_name(f"{file.name}.dot")
        with target.replacing(beside) as stream:
            writers.dot(trace, stream, options)
        raise RenderError(f"{error}; the drawing as DOT is in {clean(str(beside))}") from error


def _writer(
    found: Format, chart: str | None, animate: str | None, options: writers.Drawing
) -> Callable[[Trace, BinaryIO], None]:
    """What writes a format with some options.

    Raises:
        PlyscopeError: the format has no use for one of them.
    """
    if animate is not None and animate not in EVENTS:
        raise PlyscopeError(f"animate is {clean(animate)!r}; there are: {', '.join(EVENTS)}")
    if options.get("sides") is not None:
        _of_two(found, chart, animate, options)
    if chart is not None:
        if chart not in CHARTS:
            raise PlyscopeError(f"no chart {clean(chart)!r}{nearest(chart, CHARTS)}; there are: {', '.join(CHARTS)}")
        if found.name not in writers.PLOTTED or animate is not None:
            raise PlyscopeError(f"a chart is a still picture: .{' .'.join(writers.PLOTTED)}")
        plot = CHARTS[chart]
        shape = _taken(f"the chart {chart}", plot.takes, options)
        return lambda trace, stream: plot.write(trace, stream, found.name, shape)
    if animate is not None:
        if found.name not in writers.ANIMATED:
            raise PlyscopeError(f"an animation is a file of .{' or .'.join(writers.ANIMATED)}, not .{found.name}")
        _refuse("an animation", OF_STILLS, options)
        return lambda trace, stream: writers.animated(trace, stream, found.name, animate, options)
    if found.takes is None and (
        across := [name for name in ("mass", "across") if name in changed(cast("Options", options))]
    ):
        raise PlyscopeError(f"{' and '.join(across)} shape an icicle, and this is a tree: ask for the chart icicle")
    _refuse(f"a .{found.name} file", found.lacks, options)
    shape = options if found.takes is None else _taken(found.name, found.takes, options)
    return lambda trace, stream: found.write(trace, stream, shape)


def _of_two(found: Format, chart: str | None, animate: str | None, options: writers.Drawing) -> None:
    """Refuse what two searches cannot be written to.

    Raises:
        PlyscopeError: it is no still drawing of a tree, or has an option that is one search's.
    """
    if chart is not None or animate is not None or not found.draws:
        drawn = " .".join(one.name for one in FORMATS.values() if one.draws)
        raise PlyscopeError(f"two searches are drawn as one tree, in a still picture of .{drawn}")
    of_two(options)


def _refuse(what: str, lacks: tuple[str, ...], options: writers.Drawing) -> None:
    """Refuse options that would have no effect.

    Raises:
        PlyscopeError: one of them is asked for.
    """
    if asked := [name for name in changed(cast("Options", options)) if name in lacks]:
        raise PlyscopeError(f"{what} has no {' and no '.join(asked)}: leave it out")


def _taken(what: str, takes: tuple[str, ...], options: writers.Drawing) -> writers.Drawing:
    """The options that differ from their defaults, if all of them are taken.

    Raises:
        PlyscopeError: one is not.
    """
    asked = changed(cast("Options", options))
    if others := [name.replace("_", "-") for name in asked if name not in takes]:
        raise PlyscopeError(f"{what} holds the whole trace: leave out {', '.join(others)}, which shape drawings")
    return asked
