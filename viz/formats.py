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
from viz import dot, svg, table
from viz.dot import Options
from viz.render import RenderError, render
from viz.select import MAX_NODES

PNG_DPI = 144
"""Dots an inch of a bitmap: sharp on today's screens."""


@dataclass(frozen=True)
class Format:
    """A kind of file that a trace can be written to."""

    name: str
    write: Callable[[Trace, BinaryIO, Options], None]
    aliases: tuple[str, ...] = ()
    """Other suffixes."""


def _write_dot(trace: Trace, stream: BinaryIO, options: Options) -> None:
    for line in dot.draw(trace, **options):
        stream.write(f"{line}\n".encode())


def _write_svg(trace: Trace, stream: BinaryIO, options: Options) -> None:
    stream.write(svg.text(trace, **options).encode())


def _drawn(name: str, dpi: int | None = None) -> Format:
    def write(trace: Trace, stream: BinaryIO, options: Options) -> None:
        stream.write(render(dot.text(trace, **_with_dpi(options, dpi)), name))

    return Format(name, write)


def _with_dpi(options: Options, dpi: int | None) -> Options:
    return options if dpi is None or options.get("dpi") else {**options, "dpi": dpi}


def _tabular(name: str, write: Callable[[Trace, BinaryIO], None]) -> Format:
    def checked(trace: Trace, stream: BinaryIO, options: Options) -> None:
        whole: Options = {"root": 0, "max_nodes": MAX_NODES, "ply": None, "board": False}
        asked = [option.replace("_", "-") for option, value in options.items() if value != whole.get(option)]
        if asked:
            raise PlyscopeError(f"{name} holds the whole trace: leave out {', '.join(asked)}, which shape drawings")
        write(trace, stream)

    return Format(name, checked)


FORMATS: dict[str, Format] = {
    found.name: found
    for found in (
        Format("svg", _write_svg),
        _drawn("png", PNG_DPI),
        _drawn("pdf"),
        Format("dot", _write_dot, aliases=("gv",)),
        _tabular("csv", table.write_csv),
        _tabular("parquet", table.write_parquet),
    )
}


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
    wanted = Path(path).suffix.lower().lstrip(".")
    if not wanted:
        name = "stdout" if os.fspath(path) == "-" else clean(repr(os.fspath(path)))
        raise PlyscopeError(f"{name} does not tell the format: give one of {known}")
    if wanted not in suffixes:
        raise PlyscopeError(f"no format for '.{clean(wanted)}' files{nearest(wanted, suffixes)}; there are: {known}")
    return suffixes[wanted]


def write(trace: Trace, stream: BinaryIO, format: str, **options: Any) -> None:
    """Write a trace to a binary stream, such as stdout.

    Raises:
        PlyscopeError: there is no such format, an option is wrong, or a tool is missing.
    """
    find("-", format).write(trace, stream, cast("Options", options))


def export(trace: Trace, path: str | os.PathLike[str], *, format: str | None = None, **options: Any) -> None:
    """Write a trace to a file; a failure leaves an older file of that name as it was.

    Where a picture cannot be drawn, its DOT is written beside it, so nothing is lost but the layout.

    Args:
        trace: what was recorded.
        path: the file.
        format: where the suffix of the file does not tell it.
        **options: what shapes a drawing; see `viz.dot.Options`.

    Raises:
        PlyscopeError: the format, an option or the place is wrong, or a tool is missing.
    """
    target, found = Path(path), find(path, format)
    try:
        with _replacing(target) as stream:
            found.write(trace, stream, cast("Options", options))
    except RenderError as error:
        beside = target.with_name(f"{target.name}.dot")
        with _replacing(beside) as stream:
            _write_dot(trace, stream, cast("Options", options))
        raise RenderError(f"{error}; the drawing as DOT is in {clean(str(beside))}") from error


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
