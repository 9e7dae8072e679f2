"""`plyscope demo`: everything in ten seconds, without a terminal."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Annotated

import typer

import tracer
from tui.terminal.output import emit


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
