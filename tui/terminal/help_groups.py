"""The groups of a command's options: help shows the common ones, and others where their word is given.

`plyscope count --help` shows the groups `COMMON` and names the others. `--help WORD` shows the group whose title begins
with that word, and `--help all` shows everything. An option is in the group that its `rich_help_panel` names.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Annotated, Any, Protocol, TypeVar, get_args

from tracer.errors import PlyscopeError
from tracer.text import clean

ARGUMENTS, OPTIONS, OF_A_SEARCH = "Arguments", "Options", "The search"
DETAILS, OF_ONE_SEARCH = "Details of the search", "Algorithms with options of their own"
COMMON = (ARGUMENTS, OPTIONS, OF_A_SEARCH)
ALL = "all"
"""The word that shows all groups."""


class Parameter(Protocol):
    """An argument or an option, as Typer has it."""

    param_type_name: str
    hidden: bool
    rich_help_panel: str | None


Some = TypeVar("Some", bound=Parameter)


def grouped(parameters: Iterable[Some]) -> list[tuple[str, list[Some]]]:
    """Those that are not hidden, by their groups: arguments and plain options first, those of searches last."""
    found: dict[str, list[Some]] = {ARGUMENTS: [], OPTIONS: []}
    for parameter in parameters:
        if not parameter.hidden:
            usual = ARGUMENTS if parameter.param_type_name == "argument" else OPTIONS
            found.setdefault(parameter.rich_help_panel or usual, []).append(parameter)
    for last in (OF_A_SEARCH, DETAILS, OF_ONE_SEARCH):
        found[last] = found.pop(last, [])
    return [(group, some) for group, some in found.items() if some]


def word_of(group: str) -> str:
    """Return the word that shows a group: the first of its title.

    >>> word_of("Details of the search")
    'details'
    """
    return group.split(maxsplit=1)[0].lower()


def take_group(words: list[str], groups: Iterable[str]) -> tuple[str, list[str]]:
    """Return the group that help is asked for, and the words of a command line without it.

    Args:
        words: the words behind a command.
        groups: the titles of its groups; a word behind `--help` that begins none of them is left where it is.

    Raises:
        PlyscopeError: `--help=WORD` names no group.

    >>> take_group(["tictactoe", "--help", "timing"], ["Timing"]), take_group(["--help", "tictactoe"], ["Timing"])
    (('timing', ['tictactoe', '--help']), ('', ['--help', 'tictactoe']))
    """
    known = [*map(word_of, groups), ALL]
    own = words.index("--") if "--" in words else len(words)  # what follows is for a script
    for place, word in enumerate(words[:own]):
        if word.startswith("--help="):
            asked = word.removeprefix("--help=")
            if asked not in known:
                raise PlyscopeError(f"--help is {', '.join(known)}, not {clean(asked, 40)!r}")
            return asked, [*words[:place], "--help", *words[place + 1 :]]
        if word in ("-h", "--help") and words[place + 1 : own][:1] and words[place + 1] in known:
            return words[place + 1], [*words[: place + 1], *words[place + 2 :]]
    return "", words


def without_tables(text: str) -> str:
    """A help text without its tables: what keeps its lines and is no example."""
    return "\n\n".join(
        part for part in text.split("\n\n") if not part.startswith("\b\n") or part[2:].startswith(("plyscope ", "./"))
    )


def name_words(parameters: list[Any]) -> list[Any]:
    """Have options that may be repeated show what one word of theirs is. Gives them."""
    for parameter in parameters:
        if parameter.param_type_name == "option" and parameter.multiple and parameter.metavar is None:
            (one,) = get_args(parameter.type_descriptor.annotation)
            parameter.metavar = f"<{one.__name__}>"
    return parameters


def in_group(group: str, kinds: dict[str, tuple[Any, Any]]) -> dict[str, tuple[Any, Any]]:
    """Options, each `Annotated` for Typer beside its default, as those of a group."""
    return {name: (_of(group, kind), default) for name, (kind, default) in kinds.items()}


def _of(group: str, kind: Any) -> Any:
    what, option = get_args(kind)
    mine = copy.copy(option)
    mine.rich_help_panel = group
    return Annotated[what, mine]
