"""The script and the style of a page, each put together as one text from small files in `page/`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import tracer
from viz.page.translation import translate
from viz.pictures.roles import Kind
from viz.pictures.theme import THEMES, Theme

SCRIPT_FOLDER = Path(__file__).parent
TRACER_FOLDER = Path(tracer.__file__).parent
TRANSLATED_MODULE = "why"
"""The module of the script that is translated from Python."""
TRANSLATED_FILES = (
    *("why/sentences.py", "why/explain.py", "why/explain_values.py", "why/explain_cutoffs.py", "why/cutoff_causes.py"),
    *("why/explain_visits.py", "why/explain_leaves.py", "why/explain_chance_nodes.py", "why/selective_reasons.py"),
    *(
        "why/explain_best_first.py",
        "why/selection_scores.py",
        "why/best_first_substeps.py",
        "why/code_at_step.py",
        "searches/pseudocode.py",
        "recording/node.py",
    ),
    *("questions/asking.py", "questions/marking.py", "questions/question.py"),
    *("searches/minimax.py", "searches/alphabeta.py", "searches/negamax_alphabeta.py", "searches/pvs.py"),
    *(
        "searches/contract.py",
        "recording/no_moves.py",
        "recording/status.py",
        "recording/log.py",
        "time/moments.py",
        "games/move_names.py",
        "searches/chance_bounds.py",
        "text.py",
    ),
)
"""Where it comes from, of which only what the script needs is translated."""
GIVEN_MODULES = ("kinds", "numbers", "python")
"""Modules whose names are not translated."""
ACCENT_COLORS: Mapping[str, str] = {
    "light": "#5a3fd1",
    "dark": "#b6a4ff",
    "print": "#000000",
    "colour-blind": "#000000",
}
"""Colour of the open path, the current node and the focus, by the theme's name: one that means nothing else there."""
_CSS_NAMES = {
    Kind.MAX: "max",
    Kind.MIN: "min",
    Kind.CHANCE: "chance",
    Kind.TERMINAL: "terminal",
    Kind.HORIZON: "horizon",
    Kind.TABLE: "table",
    Kind.PRUNED: "pruned",
}
_IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./(\w+)\.js";$', re.MULTILINE)
_COMMENT = re.compile(r"^ *(?://[^\n]*|/\*\*.*?\*/)\n", re.MULTILINE | re.DOTALL)
_EXPORT = re.compile(r"^export ((?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE)


def read_page_file(name: str) -> str:
    """A file of the page."""
    return (SCRIPT_FOLDER / name).read_text("utf-8")


@cache
def read_module(name: str) -> str:
    """Return a module of the script: a file without its comments, or what is translated from Python."""
    if name != TRANSLATED_MODULE:
        return _COMMENT.sub("", read_page_file(f"{name}.js"))
    texts = [path.read_text("utf-8") for path in SCRIPT_FOLDER.glob("*.js")]
    imports = [match[1] for text in texts for match in _IMPORT.finditer(text) if match[2] == name]
    roots = sorted({root for names in imports for root in names.strip("{ }").split(", ")})
    given = {match[2]: module for module in GIVEN_MODULES for match in _EXPORT.finditer(read_page_file(f"{module}.js"))}
    return translate((TRACER_FOLDER / path for path in TRANSLATED_FILES), roots, given)


@cache
def modules_below(name: str) -> tuple[str, ...]:
    """The modules that a script needs, each after what it imports."""
    imports: dict[str, list[str]] = {}
    pending = [name]
    while pending:
        module = pending.pop()
        imports[module] = [match[2] for match in _IMPORT.finditer(read_module(module))]
        pending += [one for one in imports[module] if one not in imports]
    *modules, _ = TopologicalSorter(imports).static_order()
    return tuple(modules)


def _replace_imports(name: str) -> str:
    return _IMPORT.sub(r"const \1 = rooms.\2;", read_module(name))


def _wrap_module(name: str) -> str:
    """A module as a room of its own: it imports from the rooms before it, and returns what it exports."""
    text = _replace_imports(name)
    exports = ", ".join(match[2] for match in _EXPORT.finditer(text))
    body = _EXPORT.sub(r"\1", text)
    return f"rooms.{name} = (() => {{\n{body}return {{ {exports} }};\n}})();\n"


@cache
def join_modules(name: str = "boot") -> str:
    """The modules below one as a text that makes the constant `rooms`: by the name of a module, what it exports."""
    return "const rooms = {};\n" + "".join(map(_wrap_module, modules_below(name)))


@cache
def make_script(name: str) -> str:
    """What a page runs: `boot` shows a recording, `playground` searches. Its names are its own, and strict."""
    return f'(() => {{\n"use strict";\n{join_modules(name)}{_replace_imports(name)}}})();\n'


@cache
def make_widget_script() -> str:
    """What a notebook imports: a module with anywidget's `render`."""
    return join_modules() + _replace_imports("widget")


@cache
def make_style() -> str:
    """The colours of every theme, and the style that uses them."""
    blocks = [
        f".plyscope {{ {_color_variables('light')} }}",
        f"@media (prefers-color-scheme: dark) {{ .plyscope:not([data-theme]) {{ {_color_variables('dark')} }} }}",
        *(f'.plyscope[data-theme="{name}"] {{ {_color_variables(name)} }}' for name in THEMES),
    ]
    return "\n".join((*blocks, read_page_file("page.css")))


def _color_variables(name: str) -> str:
    theme: Theme = THEMES[name]
    colours = {
        f"{css_name}-{color_part}": getattr(theme.kinds[kind], color_part)
        for kind, css_name in _CSS_NAMES.items()
        for color_part in ("fill", "line", "text")
    }
    color_names = ("background", "text", "faint", "edge", "variation", "cutoff", "last")
    colours |= {name_: getattr(theme, name_) for name_ in color_names}
    colours |= {f"mean-{quality}": fill for quality, fill in enumerate(theme.means)}
    colours |= {"accent": ACCENT_COLORS[name], "font": f"{theme.font}", "mono": theme.mono}
    scheme = "dark" if name == "dark" else "light"
    return " ".join((f"color-scheme: {scheme};", *(f"--{name_}: {value};" for name_, value in colours.items())))
