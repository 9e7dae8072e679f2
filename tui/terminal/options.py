"""The options of the commands: what they are called, what they mean, and how the shell completes them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import wraps
from itertools import chain
from typing import Annotated, Any

import typer

import tracer
from tracer.count.sizes import LONG_BUDGET
from tracer.errors import PlyscopeError
from tracer.games.game_variants import EVALUATION_FORMS
from tracer.games.registry import GAMES
from tracer.recording.memory_limit import parse_size
from tracer.run.search_arguments import OPTION_PARSERS, iter_search_options, search_name
from tracer.searches.ordering import ORDERS
from tracer.searches.registry import ALIASES, SEARCHES
from tracer.text import clean, typed_number
from tui.terminal.command_options import DETAILS_GROUP, SEARCH_GROUP, SEARCH_SPECIFIC_GROUP, add_options, put_in_group

BOUNDS = ("proved", "classical")
"""What signs before values say: what is proved, or what the nodes' windows prove alone."""


@dataclass(frozen=True)
class Options:
    """The options of a search as the command line gives them; None where they were not given."""

    search: str | None = None
    depth: int | None = None
    alpha: float | None = None
    beta: float | None = None
    fail: str | None = None
    cut: str | None = None
    order: str | None = None
    evaluate: str | None = None
    prefer: str | None = None
    position: str | None = None
    max_nodes: int | None = None
    max_memory: str | None = None
    option: list[str] | None = None
    """Options that searches have of their own, each written NAME=VALUE."""

    def flags(self) -> list[str]:
        """The flags that were used."""
        set_names = [name for name, value in vars(self).items() if value is not None and name != "option"]
        option_names = [_OPTION_NAMES.get(name, name).replace("_", "-") for name in set_names]
        return [
            f"--{option_name}"
            for option_name in dict.fromkeys([*option_names, *(text.partition("=")[0] for text in self.option or ())])
        ]

    def for_search(self, search: str | None, *, is_compared: bool = False) -> Options:
        """These of a search, which may bring more behind its name, for itself alone.

        Args:
            search: its name, with or without options of its own; None is the usual one.
            is_compared: whether it stands beside others; then it takes what makes sense there of the options
                that all are given.

        >>> found = Options(depth=4).for_search("deepening:with=table,hash,depth=3")
        >>> found.search, found.depth, found.option
        ('deepening', 3, ['with=table,hash'])
        """
        name, _, text = (search or "").partition(":")
        search_options = replace(self, search=name or None)
        search_options = search_options._without_unsupported() if is_compared else search_options
        search_specific: list[str] = []
        for option_name, value in iter_search_options(name, text):
            if option_name in OPTION_PARSERS:
                search_options = replace(search_options, **{option_name: OPTION_PARSERS[option_name](value)})
            else:
                search_specific.append(f"{option_name}={value}")
        if not search_specific:
            return search_options
        return replace(search_options, option=[*(search_options.option or ()), *search_specific])

    def _without_unsupported(self) -> Options:
        entry = SEARCHES.get(search_name(self.search or ""))
        if entry is None:
            return self
        unsupported = {name for name in ("alpha", "beta", "fail", "cut") if _OPTION_NAMES[name] not in entry.options}
        foreign_words = {option.word for search in SEARCHES.values() for option in search.own} - {
            own_option.word for own_option in entry.own
        }
        own_options = [text for text in self.option or () if text.partition("=")[0].strip() not in foreign_words]
        return replace(self, option=own_options or None, **dict.fromkeys(unsupported))

    def limits(self) -> dict[str, Any]:
        """What ends the search early, as `tracer.trace` takes it."""
        return search_limits(self.max_nodes, self.max_memory)

    def arguments(self) -> dict[str, Any]:
        """As `tracer.trace` takes them, but for the search and the number of nodes."""
        window = None
        if self.alpha is not None or self.beta is not None:
            window = (
                -float("inf") if self.alpha is None else self.alpha,
                float("inf") if self.beta is None else self.beta,
            )
        names = ("depth", "fail", "cut", "order", "evaluate", "prefer", "position")
        common_options = {name: getattr(self, name) for name in names}
        return common_options | {"window": window} | dict(map(_parse_option, self.option or ()))


def search_limits(max_nodes: int | None, max_memory: str | None) -> dict[str, Any]:
    """What ends a recording early, as `tracer.trace` takes it."""
    return {"max_nodes": max_nodes, "max_memory": None if max_memory is None else parse_size(max_memory)}


_OPTION_NAMES = {"alpha": "window", "beta": "window", "fail": "fail", "cut": "cut"}
"""The option of a search for which a flag stands that not every search has."""


def _parse_option(text: str) -> tuple[str, str]:
    name, equals, value = (part.strip() for part in text.partition("="))
    if not name or not equals:
        raise PlyscopeError(f"an option is written NAME=VALUE, not {clean(text, 80)!r}")
    if name in tracer.Options.__annotations__:
        raise PlyscopeError(f"{name} is no option of one search alone: it has a flag of its own")
    return name, value


def _parse_window(text: str) -> tuple[float, float]:
    """The ends of a window.

    >>> _parse_window("−1,∞")
    (-1.0, inf)
    """
    try:
        alpha, beta = map(typed_number, text.split(","))
    except ValueError:
        raise PlyscopeError(f"--window is ALPHA,BETA, such as 0,1 or -inf,3, not {clean(text, 40)!r}") from None
    return alpha, beta


def complete_from(*words: Iterable[str]) -> Callable[[str], list[str]]:
    """Return what completes a word of the command line from some words, as they are when it is asked."""
    return lambda incomplete: [word for word in chain(*words) if word.startswith(incomplete)]


complete_source = complete_from(GAMES)
"""Games; the shell adds files."""
complete_search = complete_from(SEARCHES, ALIASES)
complete_bounds = complete_from(BOUNDS)
complete_order = complete_from([order.removesuffix("SEED") for order in ORDERS])
"""Move orders that every game has."""

SourceArgument = Annotated[
    str,
    typer.Argument(
        help="A trace file, a game such as connect4:5,4,4 (`plyscope games`), a tree file, or a nested list.",
        autocompletion=complete_source,
    ),
]
GameArgument = Annotated[str, typer.Argument(help="A game (`plyscope games`).", autocompletion=complete_source)]
SearchOption = Annotated[
    str | None,
    typer.Option(
        "--search",
        "-a",
        help="The search, also with options: mtdf:guess=3 [alphabeta].",
        autocompletion=complete_search,
        show_default=False,
    ),
]
SearchesOption = Annotated[
    list[str] | None,
    typer.Option(
        "--search",
        "-a",
        help="A search; give several to compare, also with options: mtdf:guess=3.",
        autocompletion=complete_search,
        rich_help_panel=SEARCH_GROUP,
    ),
]
DepthOption = Annotated[
    int | None, typer.Option("--depth", "-d", help="Plies to search; to the end of the game without it.")
]
WindowOption = Annotated[
    str | None,
    typer.Option(
        metavar="ALPHA,BETA", help="The window at the root, MAX's view: 0,1 or -inf,3 [-inf,inf].", show_default=False
    ),
]
AlphaOption = Annotated[float | None, typer.Option(hidden=True)]
BetaOption = Annotated[float | None, typer.Option(hidden=True)]
FailOption = Annotated[str | None, typer.Option(help="soft, or hard: values clamped to the window [soft].")]
CutOption = Annotated[str | None, typer.Option(help="The cutoff test: >= or > [>=]; with --fail hard, > never cuts.")]
OrderOption = Annotated[
    str | None,
    typer.Option(
        help=f"Move order: {', '.join(ORDERS)}, or one of the game's own [natural].", autocompletion=complete_order
    ),
]
EvaluateOption = Annotated[
    str | None,
    typer.Option(help=f"The evaluation at the horizon: {', '.join(EVALUATION_FORMS)} [the game's own]."),
]
PreferOption = Annotated[
    str | None,
    typer.Option(help="fast: win soon, lose late: a payoff loses a thousandth with each ply [payoffs as they are]."),
]
PositionOption = Annotated[
    str | None, typer.Option("--position", "-p", help="The root: a board, or moves such as b2/a1.")
]
MaxNodesOption = Annotated[int | None, typer.Option(help="Stop the search after so many visited nodes.")]
MaxNodesReadOption = Annotated[
    int | None, typer.Option(help="Stop the search after so many visited nodes; of a trace file, read no more nodes.")
]
MaxMemoryOption = Annotated[
    str | None, typer.Option(help="Stop the search when plyscope takes so much memory: 512M, 4G.")
]
FormatOption = Annotated[
    str | None, typer.Option("--format", "-f", help="The file format, if the file name has no suffix for it.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
GameOption = Annotated[str | None, typer.Option("--game", help="The game of a trace file, if it is not built in.")]


_SEARCH_OPTIONS = {"search": SearchOption, "depth": DepthOption, "position": PositionOption, "order": OrderOption}
_DETAIL_OPTIONS = {
    "evaluate": EvaluateOption,
    "window": WindowOption,
    "alpha": AlphaOption,
    "beta": BetaOption,
    "fail": FailOption,
    "cut": CutOption,
    "prefer": PreferOption,
    "max_nodes": MaxNodesReadOption,
    "max_memory": MaxMemoryOption,
}
"""Every field of `Options` as a command line takes it; what a search has of its own has a flag of its own."""


PROVED_HELP = "How = ≥ ≤ are decided: proved (by the tree) or classical (by windows)."
BOUNDS_HELP = f"{PROVED_HELP} L,U: the least and greatest value (star1 and star2 only)."
"""`--bounds` where it is of what is shown as well as of the search: two numbers are the search's."""
MaxMovesOption = Annotated[
    int | None,
    typer.Option(
        min=1,
        help=f"Moves looked at before pruned nodes are estimated [{LONG_BUDGET:,}, fewer in slow games].",
        show_default=False,
    ),
]
BoundsOption = Annotated[
    str,
    typer.Option(
        help=BOUNDS_HELP,
        autocompletion=complete_bounds,
    ),
]


def is_classical(bounds: str) -> bool:
    """Whether the classical bounds are asked for."""
    if bounds not in BOUNDS:
        raise PlyscopeError(f"--bounds is {' or '.join(BOUNDS)}, not {clean(bounds, 80)!r}")
    return bounds == BOUNDS[1]


_SEARCH_SPECIFIC_WORDS = dict.fromkeys(option.word for search in SEARCHES.values() for option in search.own)
"""The options that one search or another has of its own; each has a flag, too."""


def _search_specific_flag(word: str, *, hidden: bool) -> Any:
    searches_by_text: dict[str, list[str]] = {}
    for search in SEARCHES.values():
        for option in search.own:
            if option.word == word:
                values = f": {', '.join(option.choices)}" if option.choices else ""
                searches_by_text.setdefault(f"{option.summary}{values}", []).append(search.name)
    only_suffix = " only" if len(searches_by_text) == 1 else ""
    text = " ".join(
        f"{summary[:1].upper()}{summary[1:]} ({', '.join(names)}{only_suffix})."
        for summary, names in searches_by_text.items()
    )
    return Annotated[str | None, typer.Option(f"--{word}", help=text, hidden=hidden)]


def search_options(command: Callable[..., None], *, lists_own: bool = True) -> Callable[..., None]:
    """Give a command the options of a search, handed over together as its keyword argument `options`.

    An option that the command declares itself is left to it.
    """
    declared = inspect.signature(command).parameters
    options = put_in_group(SEARCH_GROUP, {name: (annotation, None) for name, annotation in _SEARCH_OPTIONS.items()})
    options |= put_in_group(DETAILS_GROUP, {name: (annotation, None) for name, annotation in _DETAIL_OPTIONS.items()})
    search_words = [word for word in _SEARCH_SPECIFIC_WORDS if word not in declared]
    search_specific = put_in_group(
        SEARCH_SPECIFIC_GROUP,
        {f"own_{word}": (_search_specific_flag(word, hidden=not lists_own), None) for word in search_words},
    )
    if "bounds" in declared:
        command = _with_star_bounds(command)
    return add_options(command, "options", options | search_specific, _combine_options)


def _with_star_bounds(command: Callable[..., None]) -> Callable[..., None]:
    """Two numbers as `--bounds` are an option of the search, whatever else the command calls so."""

    @wraps(command)
    def run_with_bounds(*, bounds: str, options: Options, **arguments: Any) -> None:
        if "," in bounds:
            options, bounds = replace(options, option=[*(options.option or ()), f"bounds={bounds}"]), BOUNDS[0]
        command(bounds=bounds, options=options, **arguments)

    return run_with_bounds


def _combine_options(values: dict[str, Any]) -> Options:
    search_specific = {name.removeprefix("own_"): value for name, value in values.items() if name.startswith("own_")}
    values = {name: value for name, value in values.items() if not name.startswith("own_")}
    window = values.pop("window")
    if window is not None:
        values["alpha"], values["beta"] = _parse_window(window)
    option_texts = [f"{word}={value}" for word, value in search_specific.items() if value is not None]
    options = Options(**values, option=option_texts or None)
    return options.for_search(options.search)
