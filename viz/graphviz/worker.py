"""Draws DOT from stdin to stdout: the process that `viz.graphviz.render` starts with format and memory limit.

Graphviz is C code that can crash or run for ever, so it runs here and never in the process of a user. This file is run
by its path and imports nothing of plyscope, which makes it start fast and from anywhere.
"""

from __future__ import annotations

import contextlib
import sys

NO_GRAPHVIZ = 3
"""Exit code: neither pygraphviz nor a `dot` command is installed."""
FAILED = 4
"""Exit code: Graphviz refused; stderr says why."""


def draw_dot(dot: bytes, format: str) -> bytes:
    """Draw with the Graphviz that pygraphviz brings along, or else with the `dot` command.

    Raises:
        graphviz.ExecutableNotFound: neither is there.
    """
    try:
        import pygraphviz
    except ModuleNotFoundError:  # one that is there and cannot be loaded is a failure
        import graphviz

        piped_image: bytes = graphviz.pipe("dot", format, dot, quiet=True)
        return piped_image
    image: bytes = pygraphviz.AGraph(string=dot.decode()).draw(format=format, prog="dot")
    return image


def limit_memory(memory: int) -> None:
    """Bound the addresses of this process, where the system can."""
    try:
        import resource
    except ImportError:  # Windows
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    # macOS knows this limit and refuses to set it.
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (memory if hard < 0 else min(memory, hard), hard))


def main(format: str, memory: str) -> int:
    """Draw stdin; the result is the exit code."""
    limit_memory(int(memory))
    dot = sys.stdin.buffer.read()
    try:
        drawn = draw_dot(dot, format)
    except Exception as error:  # whatever it is, the parent reports it in one line
        sys.stderr.write(f"{type(error).__name__}: {error}\n")
        return NO_GRAPHVIZ if type(error).__name__ == "ExecutableNotFound" else FAILED
    sys.stdout.buffer.write(drawn)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
