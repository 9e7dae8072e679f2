"""Record a game-tree search, ask it anything, draw it.

>>> import plyscope
>>> trace = plyscope.trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]], "alphabeta")
>>> trace.value, trace.best_move, len(trace)
(3.0, 'a1', 13)
>>> print(plyscope.to_dot(trace, max_nodes=1).splitlines()[0])
digraph plyscope {

Each name is loaded when it is first asked for. The packages `tracer`, `viz` and `tui` are the parts of plyscope.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
"""As `typing.TYPE_CHECKING`: loading `typing` would delay the command."""
if TYPE_CHECKING:
    from typing import Any

    from tracer import (
        CHANCE,
        GAMES,
        MAX,
        MIN,
        SEARCHES,
        BestFirstRecorder,
        Board,
        Bound,
        Event,
        Finding,
        Game,
        GameError,
        Header,
        Moment,
        Node,
        Null,
        Pass,
        PlyscopeError,
        Recorder,
        RowKind,
        SearchInterrupted,
        Stand,
        Status,
        Stop,
        Trace,
        TraceFileError,
        Turn,
        attach,
        check,
        compare,
        explain,
        game,
        load,
        read_lines,
        search,
        trace,
    )
    from viz import (
        CHARTS,
        FORMATS,
        Picture,
        draw,
        draw_diff,
        panels,
        picture,
        to_dot,
        to_html,
        to_mermaid,
        to_svg,
        to_tikz,
        widget,
    )

__all__ = [
    "CHANCE",
    "CHARTS",
    "FORMATS",
    "GAMES",
    "MAX",
    "MIN",
    "SEARCHES",
    "BestFirstRecorder",
    "Board",
    "Bound",
    "Event",
    "Finding",
    "Game",
    "GameError",
    "Header",
    "Moment",
    "Node",
    "Null",
    "Pass",
    "Picture",
    "PlyscopeError",
    "Recorder",
    "RowKind",
    "SearchInterrupted",
    "Stand",
    "Status",
    "Stop",
    "Trace",
    "TraceFileError",
    "Turn",
    "attach",
    "check",
    "compare",
    "draw",
    "draw_diff",
    "explain",
    "game",
    "load",
    "panels",
    "picture",
    "read_lines",
    "search",
    "to_dot",
    "to_html",
    "to_mermaid",
    "to_svg",
    "to_tikz",
    "trace",
    "widget",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'plyscope' has no attribute {name!r}")
    from importlib import import_module

    try:
        tracer = import_module("tracer")
        if "viz" not in sys.modules:
            tracer.Trace.draw_with(_picture)
        found = getattr(tracer if name in tracer.__all__ else import_module("viz"), name)
    except (AttributeError, ImportError, SyntaxError) as error:
        raise ImportError(foreign_part() or str(error)) from error
    globals()[name] = found
    return found


def _picture(trace: Trace) -> str:
    """Return the picture of a trace that a notebook shows; from then on `viz` draws it."""
    from viz import CELL, to_svg

    return to_svg(trace, fit=CELL)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def main() -> None:
    """Run the command `plyscope`; it ends the process."""
    if wrong := foreign_part():
        print(f"plyscope: {wrong}", file=sys.stderr)  # noqa: T201  # nothing of plyscope's can be loaded
        sys.exit(2)
    from tui import cli

    cli.main()


def foreign_part() -> str:
    """Return what is wrong if Python would import somebody else's `tracer`, `viz` or `tui`; empty if nothing is."""
    from importlib.util import find_spec

    found = {part: find_spec(part) for part in ("tracer", "viz", "tui")}
    if missing := [part for part, spec in found.items() if spec is None]:
        return f"its package {missing[0]} is missing: install plyscope again"
    foreign = {part: spec.origin for part, spec in found.items() if spec is not None and not _is_ours(spec.origin)}
    if not foreign:
        return ""
    places = " and ".join(file or f"a folder {part}" for part, file in foreign.items())
    return f"{places} would be imported in place of plyscope's own {' and '.join(foreign)}: {_remedy([*foreign])}"


def _is_ours(file: str | None) -> bool:
    """Return whether the text of a package names plyscope, as those of all its parts do, or cannot be read."""
    if file is None:
        return False
    try:
        with open(file, "rb") as text:  # noqa: PTH123  # `pathlib` would delay the command
            return b"plyscope" in text.read(4_096)
    except OSError:  # it is in an archive
        return True


def _remedy(parts: list[str]) -> str:
    """Return what to do about packages of these names: they were installed over plyscope's, or stand before them."""
    from importlib.metadata import packages_distributions

    installed = packages_distributions()
    others = sorted({name for part in parts for name in installed.get(part, ()) if name.lower() != "plyscope"})
    if not others:
        return "rename what stands there, or take its folder off Python's path"
    return f"uninstall {' and '.join(others)}, and install plyscope again (pip install --force-reinstall plyscope)"


if __name__ == "__main__":
    main()
