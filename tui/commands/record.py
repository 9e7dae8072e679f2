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
from tracer.file.series import Written
from tracer.text import clean, title_of_spec
from tracer.tracing import SearchInterrupted
from tui.terminal.count_report import print_summary
from tui.terminal.options import (
    GameArgument,
    GameOption,
    MaxMemoryOption,
    MaxNodesOption,
    Options,
    search_limits,
    search_options,
)
from tui.terminal.output import align_columns, need_trace_output, print_message, print_output
from tui.terminal.progress import show_search_progress
from tui.terminal.trace_source import Interrupted, is_trace_file, record_search, recorded_file_note, write_recording


@search_options
def trace(
    game: GameArgument,
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
    need_trace_output(output, game)
    recorded = record_search(game, options) if output is None else write_recording(game, options, output)
    print_summary(recorded, output or "")
    _print_place(output)


def import_lines(
    source: Annotated[str, typer.Argument(help="A file of the line protocol, or - for a pipe.", show_default=False)],
    output: Annotated[str | None, typer.Option("--output", "-o", help="The trace file, written meanwhile.")] = None,
    game: GameOption = None,
    max_nodes: MaxNodesOption = None,
    max_memory: MaxMemoryOption = None,
) -> None:
    """Record a search in any language, from the lines that it prints.

    They are JSON Lines. A line says that a node was entered, left, or pruned; the first one says which search that is.

    \b
    ./engine > engine.jsonl && plyscope import engine.jsonl -o t.plyscope
    ./engine | plyscope import - -o t.plyscope
    plyscope import engine.jsonl --game mygames:Checkers

    A search in C or C++ need not write lines: `plyscope formats --header` prints a header that writes the trace file.
    """
    from tracer.lines.reading import read_lines, write_lines

    if Path(source).is_file() and is_trace_file(source):  # a named pipe must not be looked into
        raise PlyscopeError(f"{clean(source)} is a trace already; `plyscope count {clean(source)}` counts it")
    if source == "-" and sys.stdin.isatty():
        raise PlyscopeError("- reads a pipe, and nothing is piped in: ./engine | plyscope import -")
    need_trace_output(output, source, game)
    stream = sys.stdin.buffer if source == "-" else source
    read_options: dict[str, Any] = {
        "name": "stdin" if source == "-" else None,
        "game": game,
        **search_limits(max_nodes, max_memory),
    }
    recorded: tracer.Trace | Written
    with show_search_progress("import", max_nodes) as report:
        if output is None:
            try:
                recorded = read_lines(stream, progress=report, **read_options)
            except SearchInterrupted as interrupt:
                visited = interrupt.trace.columns.visited
                raise Interrupted(f"interrupted after {visited:,} nodes") from None
            first_move = recorded.label(min(1, len(recorded) - 1))
        else:
            summary = write_lines(stream, output, progress=report, **read_options)
            recorded, first_move = summary, summary.first_move
            if summary.error is not None:
                raise Interrupted(f"interrupted after {summary.visited:,} nodes{recorded_file_note(output)}")
    _report_unknown_moves(recorded.header, first_move)
    print_summary(recorded, output or "")
    _print_place(output)


def _print_place(output: str | None) -> None:
    print_message("not saved: -o FILE keeps it" if output is None else f"saved to {clean(output)}")


def _report_unknown_moves(header: tracer.Header, move: str) -> None:
    from tracer.lines.tree_event_recorder import OTHER_MOVES

    if header.game.endswith(OTHER_MOVES):
        name = title_of_spec(header.game.removesuffix(OTHER_MOVES))
        print_message(f"{clean(name)} knows none of the moves at the root, such as {move!r}: kept without its rules")


def demo(
    folder: Annotated[Path, typer.Argument(help="Where the files go.")] = Path("plyscope-demo"),
) -> None:
    """Record, count and draw tic-tac-toe, and say what to type next.

    \b
    plyscope demo
    plyscope demo elsewhere
    """
    import viz
    from tui.terminal.count_report import collect_counts, format_counts_table

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise tracer.PlyscopeError(f"cannot make the folder {folder}: {error.strerror}") from error
    minimax_trace, alphabeta_trace = (tracer.trace("tictactoe", search) for search in ("minimax", "alphabeta"))
    trace_file, picture = folder / "tictactoe.plyscope", folder / "tictactoe.svg"
    alphabeta_trace.save(trace_file)
    print_output("Tic-tac-toe, searched to the end twice and recorded:\n")
    print_output(
        format_counts_table(
            [collect_counts(trace, with_pv=False, with_plies=False) for trace in (minimax_trace, alphabeta_trace)]
        )
    )
    viz.draw(alphabeta_trace, picture)
    print_output(
        f"\n{picture}  the alpha-beta tree, pruned branches grey and dashed\n{trace_file}  the recording\n\nNext:"
    )
    next_commands = (
        (f"explore {trace_file}", "step through it"),
        (f"export {trace_file} -o part.svg --root b2 --show board", "draw another part"),
        ("count connect4:5,4,4 -a minimax -a alphabeta --depth 6", "count another game"),
        ("explore '[[3,12,8],[2,4,6],[14,5,2]]'", "a tree of your own"),
    )
    rows = [(f"  {_shell_command()} {command_words}", purpose) for command_words, purpose in next_commands]
    print_output(align_columns(rows, left=(0, 1)))


def _shell_command() -> str:
    """What to type for `plyscope`: its name, or its place where the name is not known to the shell."""
    if shutil.which("plyscope"):
        return "plyscope"
    if Path(sys.argv[0]).name == "plyscope":
        return min(sys.argv[0], os.path.relpath(sys.argv[0]), key=len)
    return f"{sys.executable} -m tui.cli"
