"""The rooms of the packages as a picture: which imports which, read from the code."""

from __future__ import annotations

import ast
import itertools
import re
from functools import cache
from pathlib import Path

import graphviz
import networkx as nx

from making.page import ROOT

PACKAGES = ("tui", "viz", "tracer")
"""The packages, the one that imports the others first."""
_LOOK = {
    "graph": {
        "rankdir": "TB",
        "compound": "true",
        "nodesep": "0.18",
        "ranksep": "0.35",
        "fontname": "sans-serif",
        "fontsize": "15",
    },
    "node": {
        "shape": "box",
        "style": "rounded,filled",
        "fillcolor": "white",
        "fontname": "sans-serif",
        "height": "0.3",
    },
    "edge": {"arrowsize": "0.6", "color": "#7a7a7a"},
}


@cache
def rooms() -> dict[str, set[str]]:
    """Return for each room, such as `tracer.count`, the rooms that it imports."""
    found: dict[str, set[str]] = {}
    for package in PACKAGES:
        for folder in sorted(path.parent for path in (ROOT / package).glob("*/__init__.py")):
            found[f"{package}.{folder.name}"] = {name for path in folder.rglob("*.py") for name in _imports(path)}
    return {room: {name for name in names if name in found and name != room} for room, names in found.items()}


def _imports(path: Path) -> set[str]:
    names = set[str]()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {".".join(name.split(".")[:2]) for name in names}


def purpose(room: str) -> str:
    """Return the sentence in which a room says what it knows."""
    text = (ROOT / room.replace(".", "/") / "__init__.py").read_text(encoding="utf-8")
    return re.sub(r"\s+", " ", text.split('"""')[1].partition("May ask")[0]).strip()


def draw(name: str) -> None:
    """Write a picture of the rooms as SVG. Imports that follow from others are left out.

    Args:
        name: the file, such as `rooms.svg`.
    """
    graph = nx.transitive_reduction(nx.DiGraph(rooms()))
    picture = graphviz.Digraph(
        graph_attr=_LOOK["graph"], node_attr=_LOOK["node"], edge_attr=_LOOK["edge"], format="svg"
    )
    for package in PACKAGES:
        with picture.subgraph(name=f"cluster_{package}") as part:
            part.attr(label=package, style="rounded,filled", color="#d0d0d0", fillcolor="#f4f4f4")
            for room in rooms():
                if room.startswith(f"{package}."):
                    part.node(room, room.partition(".")[2], tooltip=purpose(room))
    for one, other in sorted(graph.edges):
        if one.split(".")[0] == other.split(".")[0]:
            picture.edge(one, other)
    for above, below in itertools.pairwise(PACKAGES):
        ends = {"ltail": f"cluster_{above}", "lhead": f"cluster_{below}"}
        picture.edge(_last(above), _first(below), penwidth="2", **ends)
    Path(name).write_bytes(picture.pipe())


def _last(package: str) -> str:
    """Return a room of a package that imports no other room of it."""
    return next(room for room, names in rooms().items() if room.startswith(f"{package}.") and not _own(room, names))


def _first(package: str) -> str:
    """Return a room of a package that no other room of it imports."""
    asked = {name for room, names in rooms().items() for name in _own(room, names)}
    return next(room for room in rooms() if room.startswith(f"{package}.") and room not in asked)


def _own(room: str, names: set[str]) -> set[str]:
    return {name for name in names if name.split(".")[0] == room.split(".", maxsplit=1)[0]}
