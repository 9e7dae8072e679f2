"""`plyscope trace`, `import` and `demo`: record a search, import one, or try plyscope out."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

import tracer
from tracer.errors import PlyscopeError
from tracer.text import clean, title_of_spec
from tracer.tracing import SearchInterrupted
from tui.terminal.options import GameSpec, MaxMemory, MaxNodes, Options, OwnGame, limits, search_options
from tui.terminal.output import emit, say, spare_others
from tui.terminal.progress import progress
from tui.terminal.report import print_summary, print_written
from tui.terminal.source import Interrupted, file_note, is_trace_file, record, write


@search_options
def trace(
    game: GameSpec,
    output: Annotated[str | None, typer.Option("--output", "-o", help="The trace file, written while it runs.")] = None,
    *,
    options: Options,
) -> None:
    """Record a search.

    \b
    plyscope trace tictactoe -o t.plyscope
    plyscope trace connect4 -a alphabeta-memo --depth 6 -o c4.plyscope
    plyscope trace '[[3,12,8],[2,4,6],[14,5,2]]'
    """
    if is_trace_file(game):
        raise PlyscopeError(f"{clean(game)} is a recorded trace already; `plyscope count {clean(game)}` counts it")
    if output is None:
        print_summary(record(game, options))
        say("not saved: -o FILE keeps it")
        return
    spare_others(output, game)
    written = write(game, options, output)
    print_written(written, output)
    say(f"saved to {clean(output)}")


def import_lines(
    source: Annotated[str, typer.Argument(help="A file of the line protocol, or - for a pipe.", show_default=False)],
    output: Annotated[str | None, typer.Option("--output", "-o", help="The trace file, written meanwhile.")] = None,
    game: OwnGame = None,
    max_nodes: MaxNodes = None,
    max_memory: MaxMemory = None,
) -> None:
    """Record a search in any language, from the lines that it prints.

    They are JSON Lines. A line says that a node was entered, left, or pruned; the first one says which search that is.

    \b
    ./engine > engine.jsonl && plyscope import engine.jsonl -o t.plyscope
    ./engine | plyscope import - -o t.plyscope
    plyscope import engine.jsonl --game mygames:Checkers

    A search in C or C++ need not write lines: `plyscope formats --header` prints a header that writes the trace file.
    """
    from tracer.lines.reading import write_lines

    if Path(source).is_file() and is_trace_file(source):  # a named pipe must not be looked into
        raise PlyscopeError(f"{clean(source)} is a trace already; `plyscope count {clean(source)}` counts it")
    if source == "-" and sys.stdin.isatty():
        raise PlyscopeError("- reads a pipe, and nothing is piped in: ./engine | plyscope import -")
    spare_others(output, source, game)
    stream = sys.stdin.buffer if source == "-" else source
    said = {"name": "stdin" if source == "-" else None, "game": game, **limits(max_nodes, max_memory)}
    if output is None:
        with progress("import", lambda: max_nodes) as report:
            recorded = _read(stream, progress=report, **said)
        _tell_other_moves(recorded.header, recorded.label(min(1, len(recorded) - 1)))
        print_summary(recorded)
        say("not saved: -o FILE keeps it")
        return
    with progress("import", lambda: max_nodes) as report:
        written = write_lines(stream, output, progress=report, **said)
    if written.error is not None:
        raise Interrupted(f"interrupted after {written.visited:,} nodes{file_note(output)}")
    _tell_other_moves(written.header, written.first_move)
    print_written(written, output)
    say(f"saved to {clean(output)}")


def _read(stream: Any, **said: Any) -> tracer.Trace:
    from tracer.lines.reading import read_lines

    try:
        return read_lines(stream, **said)
    except SearchInterrupted as interrupt:
        visited = int(interrupt.trace.columns.visited_before[-1])
        raise Interrupted(f"interrupted after {visited:,} nodes") from None


def _tell_other_moves(header: tracer.Header, move: str) -> None:
    """Say it where the game is not that of the moves."""
    from tracer.lines.tree_event_recorder import OTHER_MOVES

    if header.game.endswith(OTHER_MOVES):
        name = title_of_spec(header.game.removesuffix(OTHER_MOVES))
        say(f"{clean(name)} knows none of the moves at the root, such as {move!r}: kept without its rules")


def demo(
    folder: Annotated[Path, typer.Argument(help="Where the files go.")] = Path("plyscope-demo"),
) -> None:
    """Record, count and draw tic-tac-toe, and say what to type next.

    \b
    plyscope demo
    plyscope demo elsewhere
    """
    import viz
    from tui.terminal.report import counts_table, facts

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise tracer.PlyscopeError(f"cannot make the folder {folder}: {error.strerror}") from error
    plain, pruned = (tracer.trace("tictactoe", search) for search in ("minimax", "alphabeta"))
    trace_file, picture = folder / "tictactoe.plyscope", folder / "tictactoe.svg"
    pruned.save(trace_file)
    emit("Tic-tac-toe, searched to the end twice and recorded:\n")
    emit(counts_table([facts(trace, line=False, by_ply=False) for trace in (plain, pruned)]))
    viz.draw(pruned, picture)
    emit(f"\n{picture}  the alpha-beta tree, pruned branches grey and dashed\n{trace_file}  the recording\n\nNext:")
    steps = (
        (f"explore {trace_file}", "step through it"),
        (f"export {trace_file} -o part.svg --root b2 --show board", "draw another part"),
        ("count connect4:5,4,4 -a minimax -a alphabeta --depth 6", "count another game"),
        ("explore '[[3,12,8],[2,4,6],[14,5,2]]'", "a tree of your own"),
    )
    width = max(len(words) for words, _ in steps)
    for words, what in steps:
        emit(f"  {_command()} {words.ljust(width)}  {what}")


def _command() -> str:
    """What to type for `plyscope`: its name, or its place where the name is not known to the shell."""
    if shutil.which("plyscope"):
        return "plyscope"
    if Path(sys.argv[0]).name == "plyscope":
        return min(sys.argv[0], os.path.relpath(sys.argv[0]), key=len)
    return f"{sys.executable} -m tui.cli"
