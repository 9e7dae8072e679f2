"""The options of a drawing on the command line: their names, what they mean, and how the shell completes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any

import typer

from tracer.errors import PlyscopeError
from tracer.run.search_arguments import iter_search_options
from tracer.text import clean, nearest
from tui.terminal.command import OPTIONS, add_options, in_group
from tui.terminal.options import BOUNDS, BOUNDS_HELP

MERGED: Mapping[str, tuple[Any, Any, str]] = {
    "board": (bool, False, "--show board"),
    "ranges": (bool, False, "--show ranges"),
    "history": (bool, False, "--show history"),
    "numbers": (bool, False, "--show numbers"),
    "types": (bool, False, "--show types"),
    "last_cutoffs": (bool, False, "--show last-cutoffs"),
    "layers": (bool, False, "--show layers"),
    "triangles": (bool, False, "--show triangles"),
    "unvisited": (int, 0, "--show unvisited:2"),
    "legend": (bool, True, "--hide legend"),
    "caption": (bool, True, "--hide caption"),
    "reasons": (bool, True, "--hide reasons"),
    "windows": (str, "node", "--hide windows"),
    "moves": (str, "node", "--edges moves"),
    "fold": (bool, True, "--boxes nodes"),
    "merge": (bool, False, "--boxes positions"),
    "find": (str | None, None, "--only CONDITION"),
    "subtitle": (str | None, None, "--title"),
    "mass": (str | None, None, "--chart icicle:mass=branches"),
    "across": (str, "nodes", "--chart icicle:across=steps"),
    "every": (int, 1, "--animate event:every=2"),
    "seconds": (float | None, None, "--animate event:seconds=15"),
}
"""Fields of `viz.Options` that are values of another option: their type, their default, and how they are written.

Options that are called as the fields, such as --board and --no-legend, do the same and are not listed.
"""
VIEWS = ("pv", "cutoffs")
BOXES: Mapping[str, dict[str, bool]] = {"folded": {}, "nodes": {"fold": False}, "positions": {"merge": True}}
EDGES = ("moves", "windows")
NODES, LOOK = "Nodes of the drawing", "Look of the drawing"


def _values(option: str) -> dict[str, str]:
    """Return the fields that are values of an option, by their values."""
    spellings = (spelling.partition(" ") for _, _, spelling in MERGED.values())
    words = [value.partition(":")[0] for name, _, value in spellings if name == option]
    return {word: word.replace("-", "_") for word in words}


SHOWN = _values("--show")
HIDDEN = _values("--hide")


def _former(name: str, kind: Any, default: Any) -> tuple[Any, Any]:
    """Return the option that is called as a field is, which help does not list."""
    flag = name.replace("_", "-")
    names = f"--{flag}/--no-{flag}" if default is True else f"--{flag}"
    option = MERGED[name][2].split()[0].removeprefix("--")
    group = next(group for group, kinds in _BY_GROUP.items() if option in kinds)
    return Annotated[kind, typer.Option(names, hidden=True, rich_help_panel=group)], default


def spelled(name: str) -> str:
    """Return a field of `viz.Options` as the command line writes it.

    >>> spelled("max_nodes"), spelled("last_cutoffs")
    ('--max-nodes', '--show last-cutoffs')
    """
    return MERGED[name][2] if name in MERGED else f"--{name.replace('_', '-')}"


def _option(text: str, *words: str, name: str = "") -> Any:
    def complete(incomplete: str) -> list[str]:
        return [word for word in words if word.startswith(incomplete)]

    return typer.Option(*filter(None, [name]), help=text, autocompletion=complete)


Words = list[str] | None
_THEMES = ("light", "dark", "print", "colour-blind")
_BY_GROUP: dict[str, dict[str, tuple[Any, Any]]] = {
    OPTIONS: {
        "chart": (
            Annotated[
                str | None,
                _option(
                    "The whole trace as icicle, plies, course, passes or merits; icicle:across=steps,mass=branches.",
                    *("icicle", "plies", "course", "passes", "merits"),
                    *("icicle:across=steps", "icicle:mass=branches", "icicle:mass=nodes"),
                ),
            ],
            None,
        ),
        "animate": (
            Annotated[
                str | None,
                _option(
                    "A frame for each event, cutoff or iteration; event:every=3,seconds=20 for fewer frames [15 s].",
                    *("event", "cutoff", "iteration"),
                ),
            ],
            None,
        ),
    },
    NODES: {
        "root": (Annotated[str, _option("The subtree at the end of these moves, such as b2/a1.")], ""),
        "ply": (Annotated[int | None, _option("Depth of the drawing: down to this ply only.")], None),
        "step": (Annotated[int | None, _option("The tree as it was at this step.")], None),
        "max_nodes": (
            Annotated[int | None, _option("Boxes drawn at most [what fits]; the rest becomes counted stubs.")],
            None,
        ),
        "only": (
            Annotated[
                Words,
                _option(
                    "Only this: pv (with refutations), cutoffs, or nodes that fulfil a condition, such as "
                    "'cutoff and ply == 3'; may be repeated.",
                    *VIEWS,
                ),
            ],
            None,
        ),
        "near": (Annotated[str | None, _option("Only the neighbourhood of the node at the end of these moves.")], None),
        "boxes": (
            Annotated[
                str,
                _option(
                    "One for what is repeated (folded), for each of the nodes, or for each of the positions.", *BOXES
                ),
            ],
            "folded",
        ),
    },
    "Text of the drawing": {
        "show": (
            Annotated[
                Words,
                _option(
                    "Any of board (positions), numbers (of visits), types (PV, cut and all nodes in colours), ranges "
                    "(known of values, for windows), history (old alphas and betas, struck out), layers (MAX and MIN "
                    "in the margin), triangles (small ones, for MAX and MIN), last-cutoffs (those that skip nothing), "
                    "unvisited:2 (plies below pruned branches, in grey); with commas, or repeated.",
                    *SHOWN,
                ),
            ],
            None,
        ),
        "hide": (
            Annotated[
                Words,
                _option(
                    "Any of legend, caption (what was searched), windows, reasons (in an .svg, why nodes were cut, "
                    "where one rests on them).",
                    *HIDDEN,
                ),
            ],
            None,
        ),
        "edges": (Annotated[Words, _option("Write these at edges: moves, windows.", *EDGES)], None),
        "bounds": (Annotated[str, _option(BOUNDS_HELP, *BOUNDS)], "proved"),
        "view": (
            Annotated[str, _option("Whose view values are: max, or mover as in a negamax.", "max", "mover")],
            "max",
        ),
        "notes": (
            Annotated[Words, _option("Words in a node: b2/a1='the refutation'; may be repeated.", name="--note")],
            None,
        ),
        "highlight": (
            Annotated[Words, _option("Let the line to the end of these moves stand out; may be repeated.")],
            None,
        ),
    },
    LOOK: {
        "fit": (
            Annotated[
                str | None,
                _option(
                    "What it is read on: slide, page, column, square, 1600x900 (pixels), or none: as it comes [slide].",
                    *("slide", "page", "column", "square", "none"),
                ),
            ],
            None,
        ),
        "theme": (
            Annotated[
                str | None,
                _option(
                    "light, dark, print or colour-blind [light; a page is as the reader's system].",
                    *_THEMES,
                ),
            ],
            None,
        ),
        "sideways": (
            Annotated[bool | None, _option("The direction [what fits].", name="--sideways/--downwards")],
            None,
        ),
        "title": (
            Annotated[
                Words,
                _option("What stands above it in place of what was searched; a second one: in place of the result."),
            ],
            None,
        ),
        "layout": (Annotated[str | None, _option("Let Graphviz place the nodes: dot.", "dot")], None),
        "dpi": (Annotated[int | None, _option("Dots an inch of a .png [144].")], None),
    },
}
"""The options of a drawing with their defaults, by groups; moves stand for nodes."""
_OF_A_DRAWING = {name: kind for group, kinds in _BY_GROUP.items() for name, kind in in_group(group, kinds).items()}
_FORMER = {name: _former(name, kind, default) for name, (kind, default, _) in MERGED.items()}


def drawing_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of a drawing, handed over together as its keyword argument `drawing`.

    They are fields of `viz.Options`, `chart` and `animate`; `root` and `near` are paths of moves, for a command line
    knows no ids.
    """
    return add_options(command, "drawing", _OF_A_DRAWING | _FORMER, _fields)


def look_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command what a moving picture of several searches takes of the look of a drawing, as its `look`."""
    kinds: dict[str, tuple[Any, Any]] = {
        "fit": _BY_GROUP[LOOK]["fit"],
        "theme": (Annotated[str, _option(f"{', '.join(_THEMES[:-1])} or {_THEMES[-1]}.", *_THEMES)], _THEMES[0]),
        "title": (Annotated[str, _option("Title of the picture, instead of the game.")], ""),
    }
    return add_options(command, "look", in_group(LOOK, kinds), dict)


def _fields(options: dict[str, Any]) -> dict[str, Any]:
    """Return what was given as fields of `viz.Options`.

    Raises:
        PlyscopeError: an option has no such value.
    """
    for word in _listed(options.pop("show")):
        name, _, plies = word.partition(":")
        field = SHOWN[_one_of("--show", name, SHOWN)]
        options[field] = _number(int, word, plies or "1") if field == "unvisited" else True
    for word in _listed(options.pop("hide")):
        field = HIDDEN[_one_of("--hide", word, HIDDEN)]
        options[field] = "none" if field == "windows" else False
    options |= {_one_of("--edges", word, EDGES): "edge" for word in _listed(options.pop("edges"))}
    options |= BOXES[_one_of("--boxes", options.pop("boxes"), BOXES)]
    _agree(options)
    only, titles = options["only"] or [], options.pop("title") or []
    conditions = [*filter(None, [options["find"]]), *(word for word in only if word not in VIEWS)]
    if len(titles) > 2:
        raise PlyscopeError("--title stands twice at most: what was searched, and the result")
    options["title"] = titles[0] if titles else None
    options["subtitle"] = titles[1] if len(titles) > 1 else options["subtitle"]
    options["find"] = (
        " or ".join(f"({one})" for one in conditions) if len(conditions) > 1 else next(iter(conditions), None)
    )
    options["only"] = tuple(word for word in only if word in VIEWS)
    _need_names(only)
    options["highlight"] = tuple(options["highlight"] or ())
    return (
        options
        | _with_words(options, "chart", {"mass": str, "across": str})
        | _with_words(options, "animate", {"every": int, "seconds": float})
    )


def _agree(options: Mapping[str, Any]) -> None:
    """Refuse what `viz.Options` refuses of windows, in the words of the command line.

    Raises:
        PlyscopeError: two options do not go together.
    """
    windows = {"edge": "--edges windows", "none": "--hide windows"}.get(options["windows"])
    ranges, history = (spelled(name) if options[name] else None for name in ("ranges", "history"))
    if history and (lost := ranges or windows):
        raise PlyscopeError(f"{history} writes windows in the nodes: leave out {lost}")
    lost = history or ranges or (windows if options["windows"] == "edge" else None)
    if options["merge"] and lost:
        raise PlyscopeError(
            f"a position that is drawn once has as many windows as visits: leave out {lost}, or {spelled('merge')}"
        )
    if options["merge"] and options["unvisited"] > 0:
        raise PlyscopeError(f"{spelled('merge')} and --show unvisited do not go together: draw one after the other")


def _need_names(only: Iterable[str]) -> None:
    """Refuse single words that are neither parts of a drawing nor names of conditions.

    Raises:
        PlyscopeError: one is neither.
    """
    for word in only:
        if word.isidentifier() and word not in VIEWS:
            from tracer.condition.vocabulary import CONSTANTS, NAMES

            if word not in NAMES and word not in CONSTANTS:
                near = nearest(word, VIEWS) or nearest(word, NAMES)
                raise PlyscopeError(
                    f"--only has no value {word!r}{near}; there are: {', '.join(VIEWS)}, and conditions, such as "
                    f"'cutoff and ply == 3'; their names are: {', '.join((*NAMES, *CONSTANTS))}"
                )


def _with_words(options: Mapping[str, Any], name: str, known: Mapping[str, Callable[[str], Any]]) -> dict[str, Any]:
    """Return an option with the fields that stand behind its word, as in `icicle:across=steps`."""
    word, _, text = (options[name] or "").partition(":")
    given = {_one_of(f"--{name} {word}", one, known, "option"): value for one, value in iter_search_options(word, text)}
    return {name: word or None, **{one: _number(known[one], f"{one}={value}", value) for one, value in given.items()}}


def _listed(words: Words) -> list[str]:
    return [word.strip() for text in words or () for word in text.split(",")]


def _one_of(option: str, word: str, known: Iterable[str], what: str = "value") -> str:
    if word not in known:
        near = nearest(word, known)
        raise PlyscopeError(f"{option} has no {what} {clean(word, 40)!r}{near}; there are: {', '.join(known)}")
    return word


def _number(kind: Callable[[str], Any], word: str, text: str) -> Any:
    try:
        return kind(text)
    except ValueError:
        raise PlyscopeError(f"{clean(word, 40)}: give a {'whole ' * (kind is int)}number") from None
