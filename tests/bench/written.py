"""Writes a file in a process of its own, as users do, and prints JSON: python written.py TRACE KIND NODES FILE.

A kind is a format, or `graphviz`: the SVG that Graphviz makes of the same picture, or `unfolded`: an SVG of each node
by itself, at its natural size.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

from frames import most_memory
from yardsticks import plain_node

import tracer
from viz import FORMATS, export

ROUNDS, LONG = 3, 1.0
"""How often a file is written at most, and processor seconds after which it is not written again."""


def writer(trace: tracer.Trace, kind: str, nodes: int, target: Path) -> Callable[[], None]:
    """What writes the file: so many nodes as a picture, or all of the trace."""
    if kind == "graphviz":
        return lambda: by_graphviz(trace, nodes, target)
    if kind == "unfolded":
        return lambda: export.write_file(trace, target, format="svg", max_nodes=nodes, fit="none", fold=False)
    shaped = {"max_nodes": nodes} if FORMATS[kind].takes is None else {}
    # More nodes make a bitmap that is taller than programs can show, unless its dots are larger.
    shaped |= {"dpi": 72} if kind == "png" and nodes > 200 else {}
    return lambda: export.write_file(trace, target, format=kind, **shaped)


def by_graphviz(trace: tracer.Trace, nodes: int, target: Path) -> None:
    """The picture as Graphviz lays it out: in this process, so that its memory can be measured."""
    from viz.formats.dot import dot_lines
    from viz.graphviz.worker import draw_dot
    from viz.pictures.picture_drafts import picture

    drawing = "\n".join(dot_lines(picture(trace, max_nodes=nodes, layout="dot")))
    target.write_bytes(draw_dot(drawing.encode(), "svg", "dot"))


def forget_peak() -> None:
    """Begin anew to measure the most memory held (Linux: proc_pid_clear_refs(5))."""
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


def main() -> None:
    """Load, write, measure, print."""
    path, kind, nodes, target = sys.argv[1:]
    write = writer(tracer.load(path), kind, int(nodes), Path(target))
    forget_peak()
    before = most_memory()
    times: list[float] = []
    while len(times) < ROUNDS and sum(times) < LONG:
        started = process_time()
        write()
        times.append(process_time() - started)
    found = {"first": times[0], "seconds": min(times), "memory": most_memory() - before}
    print(json.dumps({**found, "plain": plain_node() * int(nodes)}))


if __name__ == "__main__":
    main()
