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
from tracer.games.preferring import FORMS
from tracer.games.registry import GAMES
from tracer.recording.memory import parse_size
from tracer.run.search_arguments import OPTION_PARSERS, iter_search_options, search_name
from tracer.searches.ordering import ORDERS
from tracer.searches.registry import ALIASES, SEARCHES
from tracer.text import clean, typed_number
from tui.terminal.command import DETAILS, OF_A_SEARCH, OF_ONE_SEARCH, add_options, in_group

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
        given = [name for name, value in vars(self).items() if value is not None and name != "option"]
        words = [_OF_THE_SEARCH.get(name, name).replace("_", "-") for name in given]
        return [
            f"--{word}" for word in dict.fromkeys([*words, *(text.partition("=")[0] for text in self.option or ())])
        ]

    def of(self, search: str | None, *, beside: bool = False) -> Options:
        """These of a search, which may bring more behind its name, for itself alone.

        Args:
            search: its name, with or without options of its own; None is the usual one.
            beside: whether it stands beside others; then it takes what makes sense there of those that all are given.

        Raises:
            PlyscopeError: what it brings is no option.

        >>> one = Options(depth=4).of("deepening:with=table,hash,depth=3")
        >>> one.search, one.depth, one.option
        ('deepening', 3, ['with=table,hash'])
        """
        name, _, text = (search or "").partition(":")
        found = replace(self, search=name or None)
        found = found._restricted() if beside else found
        own: list[str] = []
        for word, value in iter_search_options(name, text):
            if word in OPTION_PARSERS:
                found = replace(found, **{word: OPTION_PARSERS[word](value)})
            else:
                own.append(f"{word}={value}")
        return replace(found, option=[*(found.option or ()), *own]) if own else found

    def _restricted(self) -> Options:
        """Those that the search has."""
        entry = SEARCHES.get(search_name(self.search or ""))
        if entry is None:
            return self
        lacking = {name for name in ("alpha", "beta", "fail", "cut") if _OF_THE_SEARCH[name] not in entry.options}
        others = {option.word for other in SEARCHES.values() for option in other.own} - {own.word for own in entry.own}
        own = [text for text in self.option or () if text.partition("=")[0].strip() not in others]
        return replace(self, option=own or None, **dict.fromkeys(lacking))

    def limits(self) -> dict[str, Any]:
        """What ends the search early, as `tracer.trace` takes it."""
        return limits(self.max_nodes, self.max_memory)

    def arguments(self) -> dict[str, Any]:
        """As `tracer.trace` takes them, but for the search and the number of nodes.

        Raises:
            PlyscopeError: an option of the search's own is not written NAME=VALUE.
        """
        window = None
        if self.alpha is not None or self.beta is not None:
            window = (
                -float("inf") if self.alpha is None else self.alpha,
                float("inf") if self.beta is None else self.beta,
            )
        return {
            "depth": self.depth,
            "window": window,
            "fail": self.fail,
            "cut": self.cut,
            "order": self.order,
            "evaluate": self.evaluate,
            "prefer": self.prefer,
            "position": self.position,
            **dict(map(_own_option, self.option or ())),
        }


def limits(max_nodes: int | None, max_memory: str | None) -> dict[str, Any]:
    """What ends a recording early, as `tracer.trace` takes it."""
    return {"max_nodes": max_nodes, "max_memory": None if max_memory is None else parse_size(max_memory)}


_OF_THE_SEARCH = {"alpha": "window", "beta": "window", "fail": "fail", "cut": "cut"}
"""The option of a search for which a flag stands that not every search has."""


def _own_option(text: str) -> tuple[str, str]:
    name, equals, value = (part.strip() for part in text.partition("="))
    if not name or not equals:
        raise PlyscopeError(f"an option is written NAME=VALUE, not {clean(text, 80)!r}")
    if name in tracer.Options.__annotations__:
        raise PlyscopeError(f"{name} is no option of one search alone: it has a flag of its own")
    return name, value


def _window(text: str) -> tuple[float, float]:
    """The ends of a window.

    >>> _window("−1,∞")
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

Source = Annotated[
    str,
    typer.Argument(
        help="A trace file, a game such as connect4:5,4,4 (`plyscope games`), a tree file, or a nested list.",
        autocompletion=complete_source,
    ),
]
GameSpec = Annotated[str, typer.Argument(help="A game (`plyscope games`).", autocompletion=complete_source)]
Search = Annotated[
    str | None,
    typer.Option(
        "--search",
        "-a",
        help="The search, also with options: mtdf:guess=3 [alphabeta].",
        autocompletion=complete_search,
        show_default=False,
    ),
]
Searches = Annotated[
    list[str] | None,
    typer.Option(
        "--search",
        "-a",
        help="A search; give several to compare, also with options: mtdf:guess=3.",
        autocompletion=complete_search,
        rich_help_panel=OF_A_SEARCH,
    ),
]
Depth = Annotated[int | None, typer.Option("--depth", "-d", help="Plies to search; to the end of the game without it.")]
Window = Annotated[
    str | None,
    typer.Option(
        metavar="ALPHA,BETA", help="The window at the root, MAX's view: 0,1 or -inf,3 [-inf,inf].", show_default=False
    ),
]
Alpha = Annotated[float | None, typer.Option(hidden=True)]
Beta = Annotated[float | None, typer.Option(hidden=True)]
Fail = Annotated[str | None, typer.Option(help="soft, or hard: values clamped to the window [soft].")]
Cut = Annotated[str | None, typer.Option(help="The cutoff test: >= or > [>=]; with --fail hard, > never cuts.")]
Order = Annotated[
    str | None,
    typer.Option(
        help=f"Move order: {', '.join(ORDERS)}, or one of the game's own [natural].", autocompletion=complete_order
    ),
]
Evaluate = Annotated[
    str | None,
    typer.Option(help=f"The evaluation at the horizon: {', '.join(FORMS)} [the game's own]."),
]
Prefer = Annotated[
    str | None,
    typer.Option(help="fast: win soon, lose late: a payoff loses a thousandth with each ply [payoffs as they are]."),
]
Position = Annotated[str | None, typer.Option("--position", "-p", help="The root: a board, or moves such as b2/a1.")]
MaxNodes = Annotated[int | None, typer.Option(help="Stop the search after so many visited nodes.")]
MaxMemory = Annotated[str | None, typer.Option(help="Stop the search when plyscope takes so much memory: 512M, 4G.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
OwnGame = Annotated[str | None, typer.Option("--game", help="The game of a trace file, if it is not built in.")]


_OF_A_SEARCH = {"search": Search, "depth": Depth, "position": Position, "order": Order}
_DETAILS = {
    "evaluate": Evaluate,
    "window": Window,
    "alpha": Alpha,
    "beta": Beta,
    "fail": Fail,
    "cut": Cut,
    "prefer": Prefer,
    "max_nodes": MaxNodes,
    "max_memory": MaxMemory,
}
"""Every field of `Options` as a command line takes it; what a search has of its own has a flag of its own."""


PROVED_HELP = "Whether = ≥ ≤ say what is proved, or the classical: by windows."
BOUNDS_HELP = f"{PROVED_HELP} L,U: between which numbers star1, star2 search."
"""`--bounds` where it is of what is shown as well as of the search: two numbers are the search's."""
MaxMoves = Annotated[
    int | None,
    typer.Option(
        min=1,
        help=f"Moves looked at before pruned nodes are estimated [{LONG_BUDGET:,}, fewer in slow games].",
        show_default=False,
    ),
]
Bounds = Annotated[
    str,
    typer.Option(
        help=BOUNDS_HELP,
        autocompletion=complete_bounds,
    ),
]


def is_classical(bounds: str) -> bool:
    """Whether the classical bounds are asked for.

    Raises:
        PlyscopeError: there are no such bounds.
    """
    if bounds not in BOUNDS:
        raise PlyscopeError(f"--bounds is {' or '.join(BOUNDS)}, not {clean(bounds, 80)!r}")
    return bounds == BOUNDS[1]


_OWN = dict.fromkeys(option.word for search in SEARCHES.values() for option in search.own)
"""The options that one search or another has of its own; each has a flag, too."""


def _own_flag(word: str, *, hidden: bool) -> Any:
    """An option with the searches that have it, each with what it is there."""
    said: dict[str, list[str]] = {}
    for search in SEARCHES.values():
        for one in search.own:
            if one.word == word:
                values = f": {', '.join(one.choices)}" if one.choices else ""
                said.setdefault(f"{one.summary}{values}", []).append(search.name)
    only = " only" if len(said) == 1 else ""
    text = " ".join(f"{what[:1].upper()}{what[1:]} ({', '.join(names)}{only})." for what, names in said.items())
    return Annotated[str | None, typer.Option(f"--{word}", help=text, hidden=hidden)]


def search_options(command: Callable[..., None], *, lists_own: bool = True) -> Callable[..., None]:
    """Give a command the options of a search, handed over together as its keyword argument `options`.

    An option that the command declares itself is left to it.
    """
    declared = inspect.signature(command).parameters
    kinds = in_group(OF_A_SEARCH, {name: (kind, None) for name, kind in _OF_A_SEARCH.items()})
    kinds |= in_group(DETAILS, {name: (kind, None) for name, kind in _DETAILS.items()})
    words = [word for word in _OWN if word not in declared]
    own = in_group(OF_ONE_SEARCH, {f"own_{word}": (_own_flag(word, hidden=not lists_own), None) for word in words})
    if "bounds" in declared:
        command = _with_numbers_for_the_search(command)
    return add_options(command, "options", kinds | own, _together)


def _with_numbers_for_the_search(command: Callable[..., None]) -> Callable[..., None]:
    """Two numbers as `--bounds` are an option of the search, whatever else the command calls so."""

    @wraps(command)
    def run(*, bounds: str, options: Options, **given: Any) -> None:
        if "," in bounds:
            options, bounds = replace(options, option=[*(options.option or ()), f"bounds={bounds}"]), BOUNDS[0]
        command(bounds=bounds, options=options, **given)

    return run


def _together(given: dict[str, Any]) -> Options:
    """All options, those of one search's own among them."""
    own = {name.removeprefix("own_"): value for name, value in given.items() if name.startswith("own_")}
    given = {name: value for name, value in given.items() if not name.startswith("own_")}
    window = given.pop("window")
    if window is not None:
        given["alpha"], given["beta"] = _window(window)
    said = [f"{word}={value}" for word, value in own.items() if value is not None]
    options = Options(**given, option=said or None)
    return options.of(options.search)
