"""`plyscope serve`: the explorer in a browser."""

from __future__ import annotations

import errno
import os
import secrets
import shlex
import shutil
import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated

import typer

import tracer
from tracer.errors import PlyscopeError
from tracer.extras import command_to_install
from tracer.file.draft import lock
from tracer.text import clean
from tui.terminal.options import GameOption, Options, SourceArgument, search_options
from tui.terminal.output import print_message
from tui.terminal.parent_process import SEARCHED_VARIABLE, SERVED_VARIABLE
from tui.terminal.trace_source import get_trace, is_trace_file

DEFAULT_PORT = 8000
FOLDER_PREFIX = "plyscope-served-"
"""How the names of folders for recordings that are served begin."""


@search_options
def serve(
    source: SourceArgument,
    host: Annotated[str, typer.Option(help="The name or address to listen on.")] = "localhost",
    port: Annotated[int, typer.Option(min=1, max=65_535, help="The port to listen on.")] = DEFAULT_PORT,
    token: Annotated[bool, typer.Option(help="Ask for the token that is in the printed address.")] = True,
    allow_host: Annotated[
        list[str] | None, typer.Option(help="Another name, or name:port, under which browsers ask for it.")
    ] = None,
    sessions: Annotated[int, typer.Option(min=1, max=1_000, help="Sessions, one a page, at one time.")] = 8,
    game: GameOption = None,
    *,
    options: Options,
) -> None:
    """Show the explorer in a browser.

    Each page that is opened has a session of its own. It begins where `explore` does: at the first step of a game,
    and at the end of a trace file.

    The printed address holds a token, without which nobody gets in. On localhost, where it listens unless told
    otherwise, only this machine reaches it; elsewhere, name each host as browsers ask for it (--allow-host).
    A session can look at the given search and nothing else: it writes no files, and searches its own positions only.

    \b
    plyscope serve tictactoe
    plyscope serve t.plyscope --port 8080
    plyscope serve t.plyscope --host 0.0.0.0 --allow-host lab.example.org
    """
    if sys.platform == "win32":
        raise PlyscopeError("serve needs Linux or macOS; on Windows it runs in WSL, and explore needs no browser")
    try:
        from tui.commands.web_server import ExplorerServer, is_loopback, need_host
    except ModuleNotFoundError as error:
        raise PlyscopeError(f"serving needs the package {error.name}: {command_to_install('serve')}") from None
    if not is_loopback(host) and not token:
        print_message(f"warning: anybody who reaches {clean(host)} can look at this search; there is no token")
    for name in allow_host or []:
        need_host(name)
    import asyncio

    with _explain_listen_errors(host, port):  # before a search is recorded that may take long
        asyncio.run(_try_to_listen(host, port))
    with _saved_recording(source, options, game) as (path, own_game):
        explore_command = [
            sys.executable,
            "-m",
            "tui.cli",
            "explore",
            path,
            *(["--game", own_game] if own_game else []),
        ]
        server = ExplorerServer(
            f"exec {shlex.join(explore_command)}",
            host,
            port,
            f"plyscope {clean(source)}",
            token=secrets.token_urlsafe(24) if token else "",
            allowed_hosts=allow_host or [],
            max_sessions=sessions,
        )
        with _explain_listen_errors(host, port), _session_environment(is_searched=not is_trace_file(source)):
            server.serve()


@contextmanager
def _session_environment(*, is_searched: bool) -> Iterator[None]:
    """Let the sessions know, by what they inherit, that they are served, by whom, and if it was searched for them."""
    variables = {SERVED_VARIABLE: str(os.getpid())} | ({SEARCHED_VARIABLE: "1"} if is_searched else {})
    os.environ.update(variables)
    try:
        yield
    finally:
        for name in variables:
            del os.environ[name]


@contextmanager
def _explain_listen_errors(host: str, port: int) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        is_name_error = isinstance(error, socket.gaierror) or error.errno is None
        reason = error.strerror if is_name_error else os.strerror(error.errno or 0)
        hint = "try another --port" if error.errno in (errno.EADDRINUSE, errno.EACCES) else "is --host right?"
        raise PlyscopeError(f"cannot listen at {clean(host)}, port {port}: {reason}; {hint}") from None


async def _try_to_listen(host: str, port: int) -> None:
    import asyncio

    server = await asyncio.start_server(lambda *_: None, host, port)
    server.close()
    await server.wait_closed()


@contextmanager
def _saved_recording(source: str, options: Options, game: str | None) -> Iterator[tuple[str, str | None]]:
    """The file of the trace, recorded first where the source is a game; and the game to be named beside it."""
    trace = get_trace(source, options, game)
    if is_trace_file(source):
        yield str(Path(source).resolve()), game
        return
    with _temporary_folder() as folder:
        path = folder / "served.plyscope"
        trace.save(path)
        yield str(path), source if tracer.load(path).game is None else None


@contextmanager
def _temporary_folder() -> Iterator[Path]:
    """A folder that goes with this process; where that is killed, the next one that needs such a folder removes it."""
    _remove_abandoned_folders()
    folder, handle = _create_locked_folder()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(handle)


def _create_locked_folder() -> tuple[Path, int]:
    while True:
        folder = Path(tempfile.mkdtemp(prefix=FOLDER_PREFIX))
        with suppress(FileNotFoundError):  # before it was locked, another one took it for left behind
            handle = os.open(folder, os.O_RDONLY)
            if lock(handle) and folder.exists():
                return folder, handle
            os.close(handle)


def _remove_abandoned_folders() -> None:
    """Remove the folders of servers that were killed: nobody has them locked."""
    for folder in Path(tempfile.gettempdir()).glob(f"{FOLDER_PREFIX}*"):
        with suppress(OSError):
            handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            if os.fstat(handle).st_uid == os.geteuid() and lock(handle, surely=True):
                shutil.rmtree(folder)
            os.close(handle)
