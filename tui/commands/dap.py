"""`plyscope dap`: step through a recording in an editor that knows the Debug Adapter Protocol."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable
from typing import Annotated

import typer

from tracer.errors import PlyscopeError
from tui.terminal.output import print_message

HOST = "127.0.0.1"
"""Only this machine: who speaks to the adapter can have scripts run."""


def dap(
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65_535, help="Listen on this port of this machine, for one editor after another."),
    ] = None,
) -> None:
    """Let an editor step through a search, forwards and backwards.

    It speaks the Debug Adapter Protocol over its standard streams, or over a port of this machine. An editor starts it.
    With --port 0 a free port is chosen, and printed.

    \b
    plyscope dap
    plyscope dap --port 4711
    """
    if port is not None:
        _listen_for_editors(port)
        return
    if sys.stdin.isatty():
        raise PlyscopeError("dap is started by an editor; --port 4711 lets one connect")
    if sys.platform == "win32":
        import msvcrt

        for stream in (0, 1):
            msvcrt.setmode(stream, os.O_BINARY)
    output_descriptor = os.dup(1)
    os.dup2(2, 1)  # what is printed anywhere is for people, and no message
    try:
        _serve_editor(lambda max_bytes: os.read(0, max_bytes), lambda data: _write_all(output_descriptor, data))
    except KeyboardInterrupt:  # by which editors end what they have started
        return
    finally:
        os.dup2(output_descriptor, 1)
        os.close(output_descriptor)


def _listen_for_editors(port: int) -> None:
    with socket.socket() as server:
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            server.bind((HOST, port))
        except OSError as error:
            raise PlyscopeError(f"cannot listen on port {port}: {error.strerror}") from error
        server.listen()
        print_message(f"the debug adapter listens on {HOST}:{server.getsockname()[1]} (Ctrl-C ends it)")
        while True:
            client, _ = server.accept()
            with client:
                _serve_editor(client.recv, client.sendall)


def _serve_editor(read: Callable[[int], bytes], write: Callable[[bytes], object]) -> None:
    from tui.adapter.adapter import Adapter
    from tui.adapter.wire import Wire

    Adapter(Wire(read, write)).serve()


def _write_all(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]
