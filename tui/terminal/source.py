"""What a command works on: a trace file is opened, anything else is a game to be searched now."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

import tracer
from tracer.errors import GameError, PlyscopeError
from tracer.file.output import need_another
from tracer.file.reading import looks_like_trace, open_regular
from tracer.file.written import Written
from tracer.games.rules import blame
from tracer.run.plan import prepare
from tracer.run.run import write as write_search
from tracer.searches.registry import DEFAULT, find
from tracer.text import clean
from tracer.tracing import SearchInterrupted
from tui.terminal import status
from tui.terminal.options import Options

QUICK_COUNT = 20_000
"""Positions looked at to learn the total for a progress bar: some hundredths of a second."""


MEGABYTE = 1_000_000
EVERY = 0.1
"""Seconds between two things that are said of how far it is."""


class Interrupted(Exception):  # noqa: N818  # the user wished it
    """Ctrl-C during a search; the message says what was kept. No KeyboardInterrupt: Typer would swallow it."""


def is_trace_file(source: str) -> bool:
    """Whether a source is a trace file rather than a game: by its name, or by the first bytes of a file.

    Raises:
        PlyscopeError: it is a pipe or a device.
    """
    path = Path(source)
    if path.suffix == ".plyscope":
        return True
    try:
        with open_regular(path) as file:
            return looks_like_trace(file.read(16) or b"")
    except (OSError, ValueError):
        return False
    except PlyscopeError as error:
        if path.is_dir():  # which may have the name of a game
            return False
        raise PlyscopeError(f"{clean(source)} cannot be read: {error}") from error


def spare_sources(output: str | None, *sources: str | None) -> None:
    """Refuse an output that is a file which the command reads: a trace, a tree, a script, or the file of a game.

    Raises:
        PlyscopeError: it is one of them.
    """
    for source in sources:
        module, colon, _ = (source or "").rpartition(":")
        for file in (source, module, f"{module.replace('.', '/')}.py" if colon else None):
            if file:
                need_another(output, file)


def get_trace(source: str, options: Options, game: str | None = None) -> tracer.Trace:
    """Open a trace file, or record a search with progress on stderr.

    Args:
        source: a trace file, a game, a tree file, or a nested list.
        options: the search and its options.
        game: the game of a trace file that names none of the built-in ones.

    Raises:
        PlyscopeError: something in this is wrong.
        Interrupted: Ctrl-C.
    """
    if is_trace_file(source):
        if options.flags():
            raise PlyscopeError(f"{clean(source)} is a recorded trace: {', '.join(options.flags())} cannot change it")
        return _load(source, game)
    if game is not None:
        raise PlyscopeError(f"--game says what a trace file is about; {clean(source)!r} is a game already")
    return record(source, options)


def get_two(
    command: str, a: str, b: str | None, searches: Sequence[str], game: str | None, options: Options
) -> tuple[tracer.Trace, tracer.Trace]:
    """Two traces to be compared: files are opened, games searched.

    Args:
        command: the command that wants them, for what is said of wrong words.
        a: a trace file or a game.
        b: another one; None is `a` with another search.
        searches: none, one for both, or one for each.
        game: the game of trace files that name none of the built-in ones.
        options: the other options; of two searches, each takes those it has.

    Raises:
        PlyscopeError: these are not two; or whatever `get_trace` refuses.
        Interrupted: Ctrl-C.
    """
    sources = (a, a if b is None else b)
    files = [is_trace_file(source) for source in sources]
    if b is None and (files[0] or len(searches) != 2):
        raise PlyscopeError(
            f"two are compared: `plyscope {command} A B` (trace files or games), or one game with two searches, "
            f"`plyscope {command} GAME -a minimax -a alphabeta`"
        )
    if len(searches) > 2 or (len(searches) == 2 and any(files)):
        raise PlyscopeError(f"-a is given {len(searches)} times: give one search for each game that is searched")
    names = searches if len(searches) == 2 else [searches[0] if searches else None] * 2
    mixed = any(files) and not all(files)
    found = []
    for source, name, is_file in zip(sources, names, files, strict=True):
        # What is meant for a game beside a file, or for a file beside a game, goes there alone.
        given = Options() if mixed and is_file else replace(options, search=name)
        given = given.restrict() if len(searches) == 2 else given
        found.append(get_trace(source, given, None if mixed and not is_file else game))
    return found[0], found[1]


def record(source: str, options: Options) -> tracer.Trace:
    """Record a search of a game, with progress on stderr.

    Raises:
        PlyscopeError: the game, the search or an option is wrong.
        Interrupted: Ctrl-C.
    """
    name = options.search or DEFAULT
    found = tracer.game(source)
    try:
        with progress(f"searching {source}", lambda: _total(found, name, options)) as report:
            return tracer.trace(found, name, progress=report, **options.limits(), **options.arguments())
    except SearchInterrupted as interrupt:
        visited = int(interrupt.trace.columns.visited_before[-1])
        raise Interrupted(f"interrupted after {visited:,} nodes") from None


def write(source: str, options: Options, output: str) -> Written:
    """Record a search of a game into a file, with progress on stderr.

    Raises:
        PlyscopeError: the game, the search or an option is wrong, or the file cannot be written.
        Interrupted: Ctrl-C.
    """
    name = options.search or DEFAULT
    found = tracer.game(source)
    with progress(f"searching {source}", lambda: _total(found, name, options)) as report:
        written = write_search(prepare(found, name, **options.arguments()), output, progress=report, **options.limits())
    if isinstance(written.error, GameError):
        written.error.add_note(file_note(output))
        raise written.error
    if written.error is not None:
        raise Interrupted(f"interrupted after {written.visited:,} nodes{file_note(output)}")
    return written


def file_note(output: str | None) -> str:
    """What is said of a recording that ended early, where it was written to a file."""
    return "" if output is None else f"; what was recorded is in {clean(output)}"


def _total(game: Any, name: str, options: Options) -> int | None:
    """How many nodes the search will visit, where that is known beforehand."""
    if not find(name).exhaustive:
        return options.max_nodes
    from tracer.count.sizes import Sizes, TooMany

    plan = prepare(game, name, **options.arguments())
    try:
        depth = float("inf") if options.depth is None else options.depth
        with blame(game):
            nodes = sum(Sizes(game, QUICK_COUNT).levels(plan.start, depth))
    except (TooMany, GameError):  # the search itself will say what is wrong with the game
        return options.max_nodes
    return min(nodes, options.max_nodes or nodes)


@contextmanager
def progress(label: str, total: Callable[[], int | None]) -> Iterator[Callable[[int], None] | None]:
    """Show nodes, nodes a second and the time on stderr while a search runs; nothing where that is no terminal.

    Gives the function to call with the number of nodes so far. `total` is asked once, for how much of all that is.
    """
    if not status.is_possible():
        yield None
        return
    status.show(f"{label} …")
    most, started = total(), monotonic()

    def report(nodes: int) -> None:
        elapsed = monotonic() - started
        share = f" of {most:,}, {nodes / most:.0%}" if most else ""
        rate = f", {nodes / elapsed:,.0f} nodes/s" if elapsed > 0 else ""
        status.show(f"{label}: {nodes:,} nodes{share}{rate}, {elapsed // 60:.0f}:{elapsed % 60:02.0f}")

    try:
        yield report
    finally:
        status.clear()


def _load(path: str, game: str | None) -> tracer.Trace:
    """Open a trace file, and show on stderr how far that is."""
    shown = monotonic()

    def report(read: int, size: int) -> None:
        nonlocal shown
        if read == size:
            status.show(f"checking {path}, {size / MEGABYTE:,.0f} MB …")
        elif monotonic() > shown + EVERY:
            shown = monotonic()
            status.show(f"opening {path}: {read / MEGABYTE:,.0f} of {size / MEGABYTE:,.0f} MB")

    try:
        return tracer.load(path, game, progress=report if status.is_possible() else None)
    finally:
        status.clear()
