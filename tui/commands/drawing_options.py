"""The options of a drawing on the command line: their names, what they mean, and how the shell completes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any

import typer

from tracer.errors import PlyscopeError
from tracer.run.search_arguments import iter_search_options
from tracer.text import clean, nearest
from tui.terminal.command_options import OPTIONS_GROUP, add_options, put_in_group
from tui.terminal.options import BOUNDS, BOUNDS_HELP, complete_from

FIELDS_OF_OPTIONS: Mapping[str, tuple[Any, str]] = {
    "board": (False, "--show board"),
    "ranges": (False, "--show ranges"),
    "history": (False, "--show history"),
    "numbers": (False, "--show numbers"),
    "types": (False, "--show types"),
    "last_cutoffs": (False, "--show last-cutoffs"),
    "layers": (False, "--show layers"),
    "triangles": (False, "--show triangles"),
    "unvisited": (0, "--show unvisited:2"),
    "legend": (True, "--hide legend"),
    "caption": (True, "--hide caption"),
    "reasons": (True, "--hide reasons"),
    "windows": ("node", "--hide windows"),
    "moves": ("node", "--edges moves"),
    "fold": (True, "--boxes nodes"),
    "merge": (False, "--boxes positions"),
    "find": (None, "--only CONDITION"),
    "subtitle": (None, "--title"),
    "mass": (None, "--chart icicle:mass=branches"),
    "across": ("nodes", "--chart icicle:across=steps"),
    "every": (1, "--animate event:every=2"),
    "seconds": (None, "--animate event:seconds=15"),
}
"""Fields of `viz.Options` that are values of an option: their default, and how they are written."""
ONLY_WORDS = ("pv", "cutoffs")
FIELDS_OF_BOXES: Mapping[str, dict[str, bool]] = {"folded": {}, "nodes": {"fold": False}, "positions": {"merge": True}}
EDGE_TEXTS = ("moves", "windows")
NODES_PANEL, LOOK_PANEL = "Nodes of the drawing", "Look of the drawing"


def _fields_of_option(option: str) -> dict[str, str]:
    spellings = (spelling.partition(" ") for _, spelling in FIELDS_OF_OPTIONS.values())
    option_values = [value.partition(":")[0] for name, _, value in spellings if name == option]
    return {option_value: option_value.replace("-", "_") for option_value in option_values}


FIELDS_OF_SHOW = _fields_of_option("--show")
FIELDS_OF_HIDE = _fields_of_option("--hide")


def current_spelling(name: str) -> str:
    """Return a field of `viz.Options` as the command line writes it.

    >>> current_spelling("max_nodes"), current_spelling("last_cutoffs")
    ('--max-nodes', '--show last-cutoffs')
    """
    return FIELDS_OF_OPTIONS[name][1] if name in FIELDS_OF_OPTIONS else f"--{name.replace('_', '-')}"


def _option(
    text: str, *completions: str, kind: Any = str | None, default: Any = None, flag: str = ""
) -> tuple[Any, Any]:
    option = typer.Option(*filter(None, [flag]), help=text, autocompletion=complete_from(completions))
    return Annotated[kind, option], default


OptionTexts = list[str] | None
_THEME_NAMES = ("light", "dark", "print", "colour-blind")
_OPTIONS_BY_PANEL: dict[str, dict[str, tuple[Any, Any]]] = {
    OPTIONS_GROUP: {
        "chart": _option(
            "The whole trace as icicle, plies, course, passes or merits; icicle:across=steps,mass=branches.",
            *("icicle", "plies", "course", "passes", "merits"),
            *("icicle:across=steps", "icicle:mass=branches", "icicle:mass=nodes"),
        ),
        "animate": _option(
            "A frame for each event, cutoff or iteration; event:every=3,seconds=20 for fewer frames [15 s].",
            *("event", "cutoff", "iteration"),
        ),
    },
    NODES_PANEL: {
        "root": _option("The subtree at the end of these moves, such as b2/a1.", kind=str, default=""),
        "ply": _option("Depth of the drawing: down to this ply only.", kind=int | None),
        "step": _option("The tree as it was at this step.", kind=int | None),
        "max_nodes": _option("Boxes drawn at most [what fits]; the rest becomes counted stubs.", kind=int | None),
        "only": _option(
            "Only this: pv (with refutations), cutoffs, or nodes that fulfil a condition, such as "
            "'cutoff and ply == 3'; may be repeated.",
            *ONLY_WORDS,
            kind=OptionTexts,
        ),
        "near": _option("Only the neighbourhood of the node at the end of these moves."),
        "boxes": _option(
            "One for what is repeated (folded), for each of the nodes, or for each of the positions.",
            *FIELDS_OF_BOXES,
            kind=str,
            default="folded",
        ),
    },
    "Text of the drawing": {
        "show": _option(
            "Any of board (positions), numbers (of visits), types (PV, cut and all nodes in colours), ranges "
            "(known of values, for windows), history (old alphas and betas, struck out), layers (MAX and MIN "
            "in the margin), triangles (small ones, for MAX and MIN), last-cutoffs (those that skip nothing), "
            "unvisited:2 (plies below pruned branches, in grey); with commas, or repeated.",
            *FIELDS_OF_SHOW,
            kind=OptionTexts,
        ),
        "hide": _option(
            "Any of legend, caption (what was searched), windows, reasons (in an .svg, why nodes were cut, "
            "where one rests on them).",
            *FIELDS_OF_HIDE,
            kind=OptionTexts,
        ),
        "edges": _option("Write these at edges: moves, windows.", *EDGE_TEXTS, kind=OptionTexts),
        "bounds": _option(BOUNDS_HELP, *BOUNDS, kind=str, default="proved"),
        "view": _option(
            "Whose view values are: max, or mover as in a negamax.", "max", "mover", kind=str, default="max"
        ),
        "notes": _option("Words in a node: b2/a1='the refutation'; may be repeated.", flag="--note", kind=OptionTexts),
        "highlight": _option("Let the line to the end of these moves stand out; may be repeated.", kind=OptionTexts),
    },
    LOOK_PANEL: {
        "fit": _option(
            "What it is read on: slide, page, column, square, 1600x900 (pixels), or none: as it comes [slide].",
            *("slide", "page", "column", "square", "none"),
        ),
        "theme": _option(
            "light, dark, print or colour-blind [light; a page is as the reader's system].", *_THEME_NAMES
        ),
        "sideways": _option("The direction [what fits].", flag="--sideways/--downwards", kind=bool | None),
        "title": _option(
            "A title instead of what was searched; a second --title replaces the result.",
            kind=OptionTexts,
        ),
        "layout": _option("Let Graphviz place the nodes: dot.", "dot"),
        "dpi": _option("Dots an inch of a .png [144].", kind=int | None),
    },
}
"""The options of a drawing with their defaults, by groups; moves stand for nodes."""
_DRAWING_OPTIONS = {
    name: kind for group, kinds in _OPTIONS_BY_PANEL.items() for name, kind in put_in_group(group, kinds).items()
}


def drawing_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of a drawing, handed over together as its keyword argument `drawing`.

    They are fields of `viz.Options`, `chart` and `animate`; `root` and `near` are paths of moves, for a command line
    knows no ids.
    """
    return add_options(command, "drawing", _DRAWING_OPTIONS, _fields_from_options)


def look_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command what a moving picture of several searches takes of the look of a drawing, as its `look`."""
    options_of_look: dict[str, tuple[Any, Any]] = {
        "fit": _OPTIONS_BY_PANEL[LOOK_PANEL]["fit"],
        "theme": _option(
            f"{', '.join(_THEME_NAMES[:-1])} or {_THEME_NAMES[-1]}.", *_THEME_NAMES, kind=str, default=_THEME_NAMES[0]
        ),
        "title": _option("Title of the picture, instead of the game.", kind=str, default=""),
    }
    return add_options(command, "look", put_in_group(LOOK_PANEL, options_of_look), dict)


def _fields_from_options(options: dict[str, Any]) -> dict[str, Any]:
    options |= {name: default for name, (default, _) in FIELDS_OF_OPTIONS.items()}
    for option_value in _split_at_commas(options.pop("show")):
        name, _, ply_count = option_value.partition(":")
        field_name = FIELDS_OF_SHOW[_need_choice("--show", name, FIELDS_OF_SHOW)]
        options[field_name] = _parse_number(int, option_value, ply_count or "1") if field_name == "unvisited" else True
    for option_value in _split_at_commas(options.pop("hide")):
        field_name = FIELDS_OF_HIDE[_need_choice("--hide", option_value, FIELDS_OF_HIDE)]
        options[field_name] = "none" if field_name == "windows" else False
    options |= {
        _need_choice("--edges", option_value, EDGE_TEXTS): "edge"
        for option_value in _split_at_commas(options.pop("edges"))
    }
    options |= FIELDS_OF_BOXES[_need_choice("--boxes", options.pop("boxes"), FIELDS_OF_BOXES)]
    _refuse_conflicts(options)
    only, titles = options["only"] or [], options.pop("title") or []
    conditions = [option_value for option_value in only if option_value not in ONLY_WORDS]
    if len(titles) > 2:
        raise PlyscopeError("--title stands twice at most: what was searched, and the result")
    options["title"] = titles[0] if titles else None
    options["subtitle"] = titles[1] if len(titles) > 1 else None
    either_condition = " or ".join(f"({condition})" for condition in conditions)
    options["find"] = either_condition if len(conditions) > 1 else next(iter(conditions), None)
    options["only"] = tuple(option_value for option_value in only if option_value in ONLY_WORDS)
    _need_known_words(only)
    options["highlight"] = tuple(options["highlight"] or ())
    return (
        options
        | _split_suboptions(options, "chart", {"mass": str, "across": str})
        | _split_suboptions(options, "animate", {"every": int, "seconds": float})
    )


def _refuse_conflicts(options: Mapping[str, Any]) -> None:
    """Refuse what `viz.Options` refuses of windows, in the words of the command line."""
    windows_option = {"edge": "--edges windows", "none": "--hide windows"}.get(options["windows"])
    ranges_option, history_option = (
        current_spelling(name) if options[name] else None for name in ("ranges", "history")
    )
    if history_option and (conflicting_option := ranges_option or windows_option):
        raise PlyscopeError(f"{history_option} writes windows in the nodes: leave out {conflicting_option}")
    conflicting_option = history_option or ranges_option or (windows_option if options["windows"] == "edge" else None)
    if options["merge"] and conflicting_option:
        raise PlyscopeError(
            "a position that is drawn once has as many windows as visits: "
            f"leave out {conflicting_option}, or {current_spelling('merge')}"
        )
    if options["merge"] and options["unvisited"] > 0:
        raise PlyscopeError(
            f"{current_spelling('merge')} and --show unvisited do not go together: draw one after the other"
        )


def _need_known_words(only: Iterable[str]) -> None:
    """Refuse single words that are neither parts of a drawing nor names of conditions."""
    for condition in only:
        if condition.isidentifier() and condition not in ONLY_WORDS:
            from tracer.condition.vocabulary import CONSTANTS, NAMES

            if condition not in NAMES and condition not in CONSTANTS:
                suggestion = nearest(condition, ONLY_WORDS) or nearest(condition, NAMES)
                raise PlyscopeError(
                    f"--only has no value {condition!r}{suggestion}; there are: {', '.join(ONLY_WORDS)}, and "
                    f"conditions, such as 'cutoff and ply == 3'; their names are: {', '.join((*NAMES, *CONSTANTS))}"
                )


def _split_suboptions(
    options: Mapping[str, Any], name: str, parsers: Mapping[str, Callable[[str], Any]]
) -> dict[str, Any]:
    """Return an option with the fields that stand behind its word, as in `icicle:across=steps`."""
    word, _, text = (options[name] or "").partition(":")
    values_by_suboption = {
        _need_choice(f"--{name} {word}", suboption, parsers, "option"): value
        for suboption, value in iter_search_options(word, text)
    }
    return {
        name: word or None,
        **{
            suboption: _parse_number(parsers[suboption], f"{suboption}={value}", value)
            for suboption, value in values_by_suboption.items()
        },
    }


def _split_at_commas(option_texts: OptionTexts) -> list[str]:
    return [word.strip() for text in option_texts or () for word in text.split(",")]


def _need_choice(option: str, choice: str, choices: Iterable[str], noun: str = "value") -> str:
    if choice not in choices:
        suggestion = nearest(choice, choices)
        raise PlyscopeError(
            f"{option} has no {noun} {clean(choice, 40)!r}{suggestion}; there are: {', '.join(choices)}"
        )
    return choice


def _parse_number(number_type: Callable[[str], Any], option_text: str, number_text: str) -> Any:
    try:
        return number_type(number_text)
    except ValueError:
        raise PlyscopeError(f"{clean(option_text, 40)}: give a {'whole ' * (number_type is int)}number") from None
