"""From a file's suffix to what writes it."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, cast

from tracer.errors import PlyscopeError
from tracer.text import clean, nearest
from tracer.trace import Trace
from viz import writers
from viz.options import Options, changed, parts, settings
from viz.render import RenderError

Progress = Callable[[int], None]
"""Called with the bytes written so far."""


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

    @property
    def draws(self) -> bool:
        """Whether it is a still drawing of chosen nodes."""
        return self.takes is None and not self.moves


@dataclass(frozen=True)
class Chart:
    """A picture of a whole trace, however large."""

    write: Callable[[Trace, BinaryIO, str, writers.Drawing], None]
    takes: tuple[str, ...]


FORMATS: dict[str, Format] = {
    found.name: found
    for found in (
        Format("svg", writers.svg, "a picture for pages"),
        Format("png", writers.png, "a bitmap"),
        Format("pdf", writers.pdf, "a picture for print"),
        Format("dot", writers.dot, "the drawing for Graphviz", aliases=("gv",)),
        Format("tex", writers.tikz, "the drawing for LaTeX: TikZ with forest", aliases=("tikz",)),
        Format("mmd", writers.mermaid, "the drawing for Mermaid", aliases=("mermaid",)),
        Format("md", writers.markdown, "the drawing for Mermaid, in Markdown", aliases=("markdown",)),
        Format("gif", writers.gif, "the search as an animation", moves=True),
        Format(
            "html",
            writers.html,
            "a page to step through, that needs nothing else",
            ("root", "step", "theme"),
            aliases=("htm",),
        ),
        Format("csv", writers.csv, "a table, a row a node", ()),
        Format("parquet", writers.parquet, "the same table, packed", ()),
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
    **options: Any,
) -> None:
    """Refuse what `export` would refuse whatever the trace: before a search that takes long.

    Raises:
        PlyscopeError: the format or an option is wrong.
    """
    _writer(find(path, format), chart, animate, options)
    parts(settings(cast("Options", options)))


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
    progress: Progress | None = None,
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
        **options: what shapes a drawing; see `viz.options.Options`.

    Raises:
        PlyscopeError: the format, an option or the place is wrong, or a tool is missing.
    """
    target = Path(path)
    write_to = _writer(find(path, format), chart, animate, options)
    try:
        with _replacing(target) as stream:
            write_to(trace, stream if progress is None else cast("BinaryIO", _Counting(stream, progress)))
    except RenderError as error:
        beside = target.with_name(f"{target.name}.dot")
        with _replacing(beside) as stream:
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
        return lambda trace, stream: writers.animated(trace, stream, found.name, animate, options)
    shape = options if found.takes is None else _taken(found.name, found.takes, options)
    return lambda trace, stream: found.write(trace, stream, shape)


def _taken(what: str, takes: tuple[str, ...], options: writers.Drawing) -> writers.Drawing:
    """The options that differ from their defaults, if all of them are taken.

    Raises:
        PlyscopeError: one is not.
    """
    asked = changed(cast("Options", options))
    if others := [name.replace("_", "-") for name in asked if name not in takes]:
        raise PlyscopeError(f"{what} holds the whole trace: leave out {', '.join(others)}, which shape drawings")
    return asked


class _Counting:
    """A stream that says how much was written."""

    def __init__(self, stream: BinaryIO, progress: Progress) -> None:
        self._stream, self._progress = stream, progress
        self._written = 0

    def write(self, data: Any) -> int:
        """Write, and say so."""
        self._written += len(data)
        self._progress(self._written)
        return self._stream.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def _replacing(target: Path) -> Iterator[BinaryIO]:
    """A new file that takes the place of `target` when all went well, and vanishes otherwise."""
    try:
        if target.is_dir():
            raise PlyscopeError(f"cannot write {clean(str(target))}: it is a folder")
        if target.exists() and not target.is_file():
            # A device or a pipe, such as /dev/stdout: it is written into, never replaced.
            with target.open("wb") as stream:
                yield stream
            return
        # Through a link, so that the link stays one.
        with _draft(Path(os.path.realpath(target))) as stream:
            yield stream
    except BrokenPipeError:
        raise
    except OSError as error:
        raise PlyscopeError(f"cannot write {clean(str(target))}: {error.strerror or error}") from error


@contextmanager
def _draft(target: Path) -> Iterator[BinaryIO]:
    handle, name = tempfile.mkstemp(prefix=f".{target.name[:40]}.", suffix=".draft", dir=target.parent)
    draft = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
        draft.chmod(target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
        draft.replace(target)
    finally:
        with contextlib.suppress(FileNotFoundError):
            draft.unlink()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
