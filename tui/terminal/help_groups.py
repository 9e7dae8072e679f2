"""The groups in which help lists the options of a command."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Annotated, Any, Protocol, TypeVar, get_args

ARGUMENTS, OPTIONS = "Arguments", "Options"
OF_A_SEARCH, OF_ONE_SEARCH = "The search", "Of one search alone"


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
    for last in (OF_A_SEARCH, OF_ONE_SEARCH):
        found[last] = found.pop(last, [])
    return [(group, some) for group, some in found.items() if some]


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
