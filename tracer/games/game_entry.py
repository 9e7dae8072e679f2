"""What a game says of itself to the registry, and how the parameters in a spec are read."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from tracer.errors import PlyscopeError
from tracer.games.rules import AnyGame
from tracer.text import clean, hyphened


class DemoSearch(NamedTuple):
    """A search of a game to begin with: alpha-beta, and so small that it is done in a second or two."""

    spec: str
    """The game with its parameters."""
    visited: int
    """How many nodes it visits."""
    depth: int | None = None
    """Plies, where the game is too large to be searched to its end."""


class Parameter(NamedTuple):
    """What a spec may say of a game."""

    word: str
    """Its name: `columns=5`; most games take their parameters in order, too."""
    summary: str
    default: str
    """As it is written where nothing is said."""
    min_value: int | None = None
    max_value: int | None = None
    """The limits of a number, both allowed."""


@dataclass(frozen=True, kw_only=True)
class GameEntry:
    """A game in the registry."""

    name: str
    """What stands before the colon in a spec."""
    make: Callable[[str], AnyGame]
    """Makes the game from the text behind the colon; without it, the text is empty."""
    form: str
    """How its spec is written, with example parameters: `mnk:4,4,3`, in brackets where they may be left out."""
    summary: str
    """One line."""
    test_specs: tuple[str, ...]
    """Specs of games with which the tests hold it to the contract: searched to their end, or a few plies deep."""
    parameters: tuple[Parameter, ...] = ()
    demo_search: DemoSearch | None = None
    """What a newcomer is offered."""
    needs: str = ""
    """The package that it cannot do without, where that may be missing."""
    safe_parameters: str = ".*"
    """The parameters with which a trace file may name the game; with others only its user may, who trusts them."""


def parse_whole_numbers(form: str, text: str, names: str) -> dict[str, int]:
    """Whole numbers, in order or by name: the parameters of most games.

    `form` is how the spec is written, `names` what the numbers are called, with spaces between.

    >>> parse_whole_numbers("mnk:4,4,3", "5,in_a_row=3", "columns rows in_a_row")
    {'columns': 5, 'in_a_row': 3}
    """
    words, name = names.split(), name_in_form(form)
    values: dict[str, int] = {}
    for index, item in enumerate(text.split(",") if text else []):
        word, _, value = item.rpartition("=")
        word = word.strip() or (words[index] if index < len(words) else "")
        if word not in words or word in values:
            raise PlyscopeError(f"{name}: parameters are {', '.join(words)}, such as {name}:{example_in_form(form)}")
        values[word] = parse_whole_number(name, word, value)
    return values


def parse_whole_number(name: str, word: str, value: str) -> int:
    """A whole number of at most nine digits; `name` is the game, `word` the parameter."""
    if not re.fullmatch(r"\s*[-−]?\d{1,9}\s*", value, re.ASCII):
        raise PlyscopeError(f"{name}: {word} is a whole number, not {clean(value, 40)!r}")
    return int(hyphened(value))


def name_in_form(form: str) -> str:
    """The game's name in the form of its spec.

    >>> name_in_form("connect4[:5,4,4]")
    'connect4'
    """
    return form.partition(":")[0].strip("[]")


def example_in_form(form: str) -> str:
    """The example of parameters in the form of a spec.

    >>> example_in_form("connect4[:5,4,4]"), example_in_form("nim:1,3,5,7[,misere]")
    ('5,4,4', '1,3,5,7,misere')
    """
    return form.partition(":")[2].replace("[", "").replace("]", "")
