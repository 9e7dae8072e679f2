"""DOT to SVG, PNG or PDF, in a child process with a limit of time and one of memory."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

from tracer.errors import PlyscopeError
from tracer.extras import command_to_install
from tracer.text import clean
from viz.graphviz import worker

TIME_LIMIT = 60.0
"""Seconds a drawing may take: a picture that people can read takes one or two."""
MEMORY_LIMIT = 4 << 30
"""Bytes of addresses that the child may use: a picture that people can read takes a hundredth of it."""
INSTALL_HINT = "install Graphviz from https://graphviz.org/download (apt install graphviz)"
NOISE_PREFIXES = ("Fontconfig", "Pango", "(process:", "Warning:")
"""How lines of stderr begin that say nothing of what went wrong."""


class RenderError(PlyscopeError):
    """The DOT is good, but it could not be drawn; a caller may still keep the DOT."""


def worker_command(format: str) -> list[str]:
    """The command of the child. `-P` keeps the current folder from shadowing what it imports."""
    return [sys.executable, "-P", str(Path(worker.__file__)), format, str(MEMORY_LIMIT)]


def render_dot(dot: str, format: str, *, time_limit: float = TIME_LIMIT) -> bytes:
    """Draw DOT with the layout `dot` of Graphviz.

    Args:
        dot: the drawing, from `viz.formats.dot`; never from elsewhere, for DOT can name files.
        format: `svg`, `png` or `pdf`.
        time_limit: seconds.

    Raises:
        RenderError: Graphviz is missing, failed, crashed, or took too long.
    """
    pipe = subprocess.PIPE
    try:
        # A session of its own, so that whatever the child starts can be ended with it.
        child = subprocess.Popen(  # noqa: S603  # our own command
            worker_command(format), stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
        )
    except OSError as error:
        raise RenderError(f"cannot start Python to draw the picture: {error.strerror}") from error
    with child:
        try:
            image, complaints = child.communicate(dot.encode(), timeout=time_limit)
        except subprocess.TimeoutExpired:
            raise RenderError(
                f"Graphviz did not finish within {time_limit:g} seconds: draw fewer nodes (max_nodes, ply)"
            ) from None
        finally:
            # After a time-out, and after Ctrl-C, which does not reach another session.
            if child.poll() is None:
                _kill_child(child)
    _check_result(child.returncode, image, complaints.decode(errors="replace"))
    assert isinstance(image, bytes)
    return image


def _kill_child(child: subprocess.Popen[bytes]) -> None:
    if os.name == "posix":
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
    else:
        child.kill()


def _check_result(exit_code: int, image: bytes, complaints: str) -> None:
    if exit_code == 0 and image:
        return
    if exit_code == worker.NO_GRAPHVIZ:
        raise RenderError(f"drawing needs Graphviz: {command_to_install('graphviz')}, or {INSTALL_HINT}")
    lines = [line.strip() for line in complaints.splitlines() if line.strip() and not line.startswith(NOISE_PREFIXES)]
    reason = f": {clean(lines[-1])}" if lines else ""
    if exit_code < 0:
        raise RenderError(f"Graphviz crashed (signal {-exit_code}){reason}; fewer nodes may help (max_nodes, ply)")
    raise RenderError(f"Graphviz failed{reason}" if exit_code else "Graphviz drew nothing")
