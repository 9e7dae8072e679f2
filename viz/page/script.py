"""The script and the style of a page, each put together as one text from small files in `page/`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from viz.pictures.roles import Kind
from viz.pictures.theme import THEMES, Theme

FOLDER = Path(__file__).parent
MODULES = (
    *(
        "kinds",
        "names",
        "data",
        "log",
        "unpack",
        "cutoffs",
        "words",
        "reasons",
        "rows",
        "visits",
        "why",
        "model",
        "course",
        "dom",
        "board",
        "layout",
        "shapes",
        "cause",
        "edges",
        "camera",
        "tree",
        "icicle",
        "overlay",
        "source",
        "windows",
        "panels",
    ),
    *(
        "outline",
        "address",
        "keys",
        "controls",
        "search",
        "edit",
        "predict",
        "tools",
        "main",
    ),
)
"""In an order in which each stands after what it imports."""
PLAYGROUND = (
    *MODULES,
    "blake",
    "random",
    "squares",
    "treetext",
    "notation",
    "questions",
    "choices",
    "follow",
    "grow",
    "sheet",
    "dropped",
    "desk",
)
"""The modules of the playground."""
ACCENTS: Mapping[str, str] = {"light": "#5a3fd1", "dark": "#b6a4ff", "print": "#000000", "colour-blind": "#000000"}
"""Colour of the open path, the current node and the focus, by the theme's name: one that means nothing else there."""
_KINDS = {
    Kind.MAX: "max",
    Kind.MIN: "min",
    Kind.CHANCE: "chance",
    Kind.TERMINAL: "terminal",
    Kind.HORIZON: "horizon",
    Kind.TABLE: "table",
    Kind.PRUNED: "pruned",
}
_IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./(\w+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)


def _imported(name: str) -> str:
    return _IMPORT.sub(r"const \1 = rooms.\2;", read(f"{name}.js"))


def _module(name: str) -> str:
    """A module as a room of its own: it imports from the rooms before it, and returns what it exports."""
    text = _imported(name)
    exports = ", ".join(found[2] for found in _EXPORT.finditer(text))
    body = _EXPORT.sub(r"\1", text)
    return f"rooms.{name} = (() => {{\n{body}return {{ {exports} }};\n}})();\n"


@cache
def rooms(modules: tuple[str, ...] = MODULES) -> str:
    """The modules as one text that makes the constant `rooms`: by the name of a module, what it exports."""
    return "const rooms = {};\n" + "".join(map(_module, modules))


@cache
def page_script() -> str:
    """What a page runs. Its names are its own, and strict."""
    return f'(() => {{\n"use strict";\n{rooms()}{_imported("boot")}}})();\n'


@cache
def playground_script() -> str:
    """What the playground runs."""
    return f'(() => {{\n"use strict";\n{rooms(PLAYGROUND)}{_imported("playground")}}})();\n'


@cache
def widget_script() -> str:
    """What a notebook imports: a module with anywidget's `render`."""
    return rooms() + _imported("widget")


@cache
def style() -> str:
    """The colours of every theme, and the style that uses them."""
    blocks = [
        f".plyscope {{ {_colours('light')} }}",
        f"@media (prefers-color-scheme: dark) {{ .plyscope:not([data-theme]) {{ {_colours('dark')} }} }}",
        *(f'.plyscope[data-theme="{name}"] {{ {_colours(name)} }}' for name in THEMES),
    ]
    return "\n".join((*blocks, read("page.css")))


def read(name: str) -> str:
    """A file of the page."""
    return (FOLDER / name).read_text("utf-8")


def _colours(name: str) -> str:
    theme: Theme = THEMES[name]
    colours = {
        f"{shown}-{part}": getattr(theme.kinds[kind], part)
        for kind, shown in _KINDS.items()
        for part in ("fill", "line", "text")
    }
    named = ("background", "text", "faint", "edge", "variation", "cutoff", "last")
    colours |= {name_: getattr(theme, name_) for name_ in named}
    colours |= {f"mean-{quality}": fill for quality, fill in enumerate(theme.means)}
    colours |= {"accent": ACCENTS[name], "font": f"{theme.font}", "mono": theme.mono}
    scheme = "dark" if name == "dark" else "light"
    return " ".join((f"color-scheme: {scheme};", *(f"--{name_}: {value};" for name_, value in colours.items())))
