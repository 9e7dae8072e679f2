"""`plyscope serve`: the explorer in a browser."""

from __future__ import annotations

import os
import shlex
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import typer

import tracer
from tracer.errors import PlyscopeError
from tracer.text import clean
from tui.commands.explore import SERVED
from tui.options import Options, OwnGame, Source, searching
from tui.output import say
from tui.source import get_trace, is_trace_file

RESTING_PORT = 8000


@searching
def serve(
    source: Source,
    host: Annotated[str, typer.Option(help="The name or address to listen on.")] = "localhost",
    port: Annotated[int, typer.Option(min=1, max=65_535, help="The port to listen on.")] = RESTING_PORT,
    game: OwnGame = None,
    *,
    options: Options,
) -> None:
    """Show the explorer in a browser.

    Each page that is opened has a session of its own.

    Nobody is asked for a password. On localhost, where it listens unless told otherwise, only this machine reaches it.
    A session can look at the given search and nothing else: it writes no files and starts no other search.

    \b
    plyscope serve tictactoe
    plyscope serve t.plyscope --port 8080
    """
    try:
        from tui.server import ExplorerServer, is_loopback
    except ModuleNotFoundError as error:
        raise PlyscopeError(f"serving needs the package {error.name}: pip install 'plyscope[serve]'") from None
    if not is_loopback(host):
        say(f"warning: anybody who reaches {clean(host)} can look at this search; there is no password")
    with tempfile.TemporaryDirectory(prefix="plyscope-") as folder:
        path, own = _recorded(source, options, game, Path(folder))
        words = [sys.executable, "-m", "tui.cli", "explore", path]
        os.environ[SERVED] = "1"
        ExplorerServer(shlex.join(words + (["--game", own] if own else [])), host, port, f"plyscope {source}").serve()


def _recorded(source: str, options: Options, game: str | None, folder: Path) -> tuple[str, str | None]:
    """The file of the trace, recorded first where the source is a game; and the game to be named beside it."""
    trace = get_trace(source, options, game)
    if is_trace_file(source):
        return str(Path(source).resolve()), game
    path = folder / "served.plyscope"
    trace.save(path)
    return str(path), source if tracer.load(path).game is None else None
