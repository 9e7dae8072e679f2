"""Where the command writes: results to stdout, notes for the person at the terminal to stderr."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shutil
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

import typer

from tracer.errors import PlyscopeError
from tracer.file.output import is_stream, need_another
from tracer.file.series import need_trace
from tracer.recording.header import Header
from tracer.text import clean, number
from tracer.tracing import Trace
from tracer.why.sentences import format_count
from tui.terminal import status_line
from tui.terminal.standard_streams import print_beside_script, redirect_to_null


class OutputClosed(Exception):  # noqa: N818  # nothing is wrong
    """The reader of our stdout went away, as `head` does. No OSError, which Typer would take for a failure."""


@contextlib.contextmanager
def detect_closed_output() -> Iterator[None]:
    """Notice that nobody gets what is written to stdout.

    Raises:
        ReaderGone: its reader went away.
        PlyscopeError: it cannot be written, because a disk is full or it is closed.
    """
    try:
        yield
    except BrokenPipeError:
        redirect_to_null(1)
        raise OutputClosed from None
    except OSError as error:
        redirect_to_null(1)
        if sys.platform == "win32" and error.errno == errno.EINVAL:  # Windows knows no broken pipe
            raise OutputClosed from None
        raise PlyscopeError(f"cannot write to stdout: {error.strerror or error}") from error


def print_output(text: str) -> None:
    """Print a result."""
    status_line.clear_status()
    with detect_closed_output():
        try:
            typer.echo(text)
        except ValueError as error:
            raise PlyscopeError(f"cannot write to stdout: {clean(str(error))}") from error


def write_content(path: str, content: bytes) -> None:
    """Write a file and report its name; `-` is stdout.

    Raises:
        ReaderGone: the reader of stdout went away.
        PlyscopeError: it cannot be written.
    """
    from viz.target import replacement  # not before something is written

    if path == "-":
        with detect_closed_output():
            sys.stdout.buffer.write(content)
            sys.stdout.buffer.flush()
        return
    with replacement(Path(path)) as stream:
        stream.write(content)
    print_message(f"wrote {clean(path)}")


def need_output_not_source(output: str | None, *sources: str | None) -> None:
    """Refuse an output that is a file which the command reads: a trace, a tree, a script, or the file of a game."""
    for source in sources:
        module, is_module_spec, _ = (source or "").rpartition(":")
        for file in (
            source,
            (source or "").rpartition("#")[0],
            module,
            f"{module.replace('.', '/')}.py" if is_module_spec else None,
        ):
            if file:
                need_another(output, file)


def need_writable(path: str, *sources: str | None) -> None:
    """Refuse an output that is none: a file that the command reads, a folder, or in none; `-` is stdout."""
    from viz import target  # not before something is written

    need_output_not_source(path, *sources)
    if path != "-":
        target.check(Path(path))


def need_trace_output(output: str | None, *sources: str | None) -> None:
    """Refuse a name for a trace that a file has which the command reads, or something else than a trace."""
    if output is None:
        return
    if output == "-":
        raise PlyscopeError("a trace is written to a file, such as -o t.plyscope, not to stdout")
    need_output_not_source(output, *sources)
    if not is_stream(output):
        need_trace(Path(output))


def print_json(document: Any) -> None:
    """Print plain types as JSON, all in one line."""
    print_output(json.dumps(document, ensure_ascii=False))


def align_columns(rows: Sequence[Sequence[str]], left: Collection[int] = (0,)) -> str:
    """Columns under one another, numbers to the right; the columns to the `left` are numbered, −1 being the last."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    is_left = [k in left or k - len(widths) in left for k in range(len(widths))]
    lines = (
        "  ".join(cell.ljust(width) if to_left else cell.rjust(width) for cell, width, to_left in aligned_cells)
        for aligned_cells in (zip(row, widths, is_left, strict=True) for row in rows)
    )
    return "\n".join(line.rstrip() for line in lines)


def print_message(text: str) -> None:
    """Tell the person at the terminal something that is no result."""
    status_line.clear_status()
    if print_beside_script(text):
        return
    try:
        typer.echo(text, err=True)
    except (OSError, ValueError):  # nobody is there to be told
        redirect_to_null(2)


def report_stop(header: Header) -> None:
    """Print why a search that ran just now ended early, where it did."""
    if header.stopped:
        print_message(f"{header.search} stopped {clean(header.stopped)}")


def report_ending(name: str, trace: Trace, notices: Sequence[str]) -> None:
    """Print to stderr, in one line, what an unfinished recording holds; and what is wrong with the file of a game."""
    if trace.header.stopped or (trace.value is None and trace.columns.log is None):
        visited = format_count(trace.columns.visited, "visited node")
        value = "no value" if trace.value is None else f"value {number(trace.value)}"
        reason = f"it stopped {clean(trace.header.stopped)}" if trace.header.stopped else "its root never returned"
        print_message(f"{name} is unfinished: it holds {visited}, {value}; {reason}")
    for notice in notices:
        print_message(notice)


def has_terminal() -> bool:
    """Whether a person can look at a screen and press keys."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def terminal_width() -> int | None:
    """Columns of the terminal that results are printed to; None where they go elsewhere."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


@contextlib.contextmanager
def stderr_on_terminal() -> Iterator[None]:
    """Have stderr lead to the terminal that stdout is, where it leads elsewhere: there Textual draws.

    Raises:
        PlyscopeError: stderr is closed.
    """
    stream = sys.__stderr__
    if stream is None or stream.closed:
        raise PlyscopeError("explore draws through stderr, which is closed here: leave 2>&- out")
    if stream.isatty() or not has_terminal():
        yield
        return
    stream.flush()
    stderr_copy = os.dup(stream.fileno())
    os.dup2(sys.stdout.fileno(), stream.fileno())
    try:
        yield
    finally:
        stream.flush()
        os.dup2(stderr_copy, stream.fileno())
        os.close(stderr_copy)


@contextlib.contextmanager
def show_writing(path: str) -> Iterator[Callable[[int], None] | None]:
    """Show on stderr how far a file is while it is written; nothing where that is no terminal.

    Gives the function to call with the bytes written so far.
    """
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield None
        return
    from rich.console import Console
    from rich.filesize import decimal
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = [SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn()]
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(f"drawing {clean(path)}")

        def report(written: int) -> None:
            bar.update(task, description=f"writing {clean(path)}, {decimal(written)}")

        yield report
