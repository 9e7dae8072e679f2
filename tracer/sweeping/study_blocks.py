"""The parts of a study: games with their parameters and positions, and searches with their options."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

from tracer.errors import PlyscopeError
from tracer.run.plan import Options
from tracer.searches.registry import SEARCHES, find_search
from tracer.sweeping.result_columns import IDENTITY_COLUMNS, RESULT_COLUMNS
from tracer.sweeping.spec_values import SEED, Value, fill_parameters, parameter_names, parse_values, write_value
from tracer.text import clean, nearest, short

MISSING_CHOICES = ("refuse", "skip")
"""What is done where a search lacks an option: the first is the default."""
GAME_KEYS = ("game", "positions", "plies", "sample")
SEARCH_KEYS = ("search", "missing")
_COMMON_OPTIONS = tuple(name for name in Options.__annotations__ if name != "position")
SEARCH_OPTIONS = tuple(
    dict.fromkeys([*_COMMON_OPTIONS, *(option.word for search in SEARCHES.values() for option in search.own)])
)
"""The options that one search or another has, as people write them."""
MAX_POSITIONS = 250_000
"""Positions of a game at most."""
MAX_SETUPS = 100_000
"""Searches with options of a study at most."""
MAX_FILE_BYTES = 64 * 2**20
"""Bytes of a file of positions at most."""


@dataclass(frozen=True)
class Games:
    """Games of one kind, with every value of their parameters, and the positions to be searched."""

    game: str
    """The spec, with `{name}` where a parameter stands."""
    values: Mapping[str, tuple[Value, ...]]
    """The parameters but the seed."""
    positions: tuple[str, ...] = ()
    """The roots; none is the start of the game."""
    plies: int | None = None
    """All positions after so many plies instead; None is none of that."""
    sample: int | None = None
    """So many of these positions at most, drawn by the first seed; None is all."""

    @property
    def is_seeded(self) -> bool:
        """Whether the seed is one of the parameters."""
        return SEED in parameter_names(self.game)

    @property
    def as_json(self) -> dict[str, Any]:
        """All that it is, as JSON has it."""
        values = {name: list(value_list) for name, value_list in self.values.items()}
        return {**vars(self), "values": values, "positions": list(self.positions)}


class Setup(NamedTuple):
    """A search with its options."""

    search: str
    options: tuple[tuple[str, Value], ...]
    """By the words with which people write them, in the order of the study."""

    @property
    def is_seeded(self) -> bool:
        """Whether an option speaks of the seed."""
        return any(_names_seed(value) for _, value in self.options)

    def with_seed(self, seed: int | None) -> Setup:
        """The same with the seed in the place of its name."""
        if seed is None or not self.is_seeded:
            return self
        parameters = {SEED: seed}
        options = (
            (name, fill_parameters(value, parameters) if isinstance(value, str) else value)
            for name, value in self.options
        )
        return Setup(self.search, tuple(options))

    @property
    def text(self) -> str:
        """The options as they stand behind the name of a search."""
        return ",".join(f"{word}={write_value(value)}" for word, value in self.options)


@dataclass(frozen=True)
class Searches:
    """Searches, and every value of their options."""

    names: tuple[str, ...]
    values: Mapping[str, tuple[Value, ...]]
    """By the words with which people write options."""
    missing: str = MISSING_CHOICES[0]

    @property
    def is_seeded(self) -> bool:
        """Whether an option speaks of the seed."""
        return any(_names_seed(value) for values in self.values.values() for value in values)

    @property
    def as_json(self) -> dict[str, Any]:
        """All that it is, as JSON has it."""
        return {**vars(self), "values": {name: list(value_list) for name, value_list in self.values.items()}}

    @property
    def columns(self) -> dict[str, tuple[Value, ...]]:
        """The columns of the options, with their values."""
        return {column_name(word): values for word, values in self.values.items()}

    @property
    def max_setups(self) -> int:
        """How many setups there are at most."""
        return len(self.names) * prod(map(len, self.values.values()))

    def iter_setups(self) -> Iterator[Setup]:
        """Each search with each combination of the options that it has, once."""
        for name in self.names:
            missing = self.missing_options(name)
            present_values = {word: values for word, values in self.values.items() if word not in missing}
            for combination in product(*present_values.values()):
                yield Setup(name, tuple(zip(present_values, combination, strict=True)))

    def missing_options(self, name: str) -> list[str]:
        """The options that a search does not have."""
        entry = SEARCHES[name]
        known_options = {*entry.options, *(option.word for option in entry.own), "evaluate"}
        return [word for word in self.values if word not in known_options]


def _names_seed(value: Value) -> bool:
    return isinstance(value, str) and SEED in parameter_names(value)


def column_name(word: str) -> str:
    """The column of an option: its word, or where a count is called so, that with `option_` before it.

    >>> column_name("depth"), column_name("iterations")
    ('depth', 'option_iterations')
    """
    name = word.replace("-", "_")
    return f"option_{name}" if name in IDENTITY_COLUMNS or name in RESULT_COLUMNS or name == SEED else name


def read_searches(table: dict[str, Any]) -> Searches:
    """A `[[search]]` of a study."""
    for option_name in table:
        if option_name not in (*SEARCH_KEYS, *SEARCH_OPTIONS):
            known_names = [*SEARCH_KEYS, *SEARCH_OPTIONS]
            raise PlyscopeError(
                f"no search has an option {clean(option_name, 40)!r}{nearest(option_name, known_names)}"
            )
    if "search" not in table:
        raise PlyscopeError("a [[search]] has no search: name one, or a list of them")
    given_names = parse_values("search", table["search"])
    if not all(isinstance(name, str) for name in given_names):
        raise PlyscopeError(f"search is the name of a search, or a list of names; not {short(table['search'])}")
    missing_choice = table.get("missing", MISSING_CHOICES[0])
    if missing_choice not in MISSING_CHOICES:
        raise PlyscopeError(f"missing is {' or '.join(MISSING_CHOICES)}, not {short(missing_choice)}")
    names = tuple(find_search(str(name)).name for name in given_names)
    parse_values("search", list(names))  # two names may be of one search
    values = {
        option_name: _option_values(option_name, given_values)
        for option_name, given_values in table.items()
        if option_name not in SEARCH_KEYS
    }
    searches = Searches(names, values, missing_choice)
    _check_options(searches)
    if (combinations := searches.max_setups) > MAX_SETUPS:
        raise PlyscopeError(
            f"{combinations:,} searches with options are more than {MAX_SETUPS:,}: split the [[search]]"
        )
    return searches


def _check_options(searches: Searches) -> None:
    missing_by_search = {name: searches.missing_options(name) for name in searches.names}
    for option_name in searches.values:
        if all(option_name in missing_names for missing_names in missing_by_search.values()):
            raise PlyscopeError(f"{', '.join(searches.names)}: no option {option_name}")
    problems = [
        f"{name} has no option {' and '.join(missing_names)}"
        for name, missing_names in missing_by_search.items()
        if missing_names
    ]
    if problems and searches.missing != "skip":
        raise PlyscopeError(f'{"; ".join(problems)}: give them a [[search]] of their own, or say missing = "skip"')


def _option_values(name: str, value: Any) -> tuple[Value, ...]:
    """The values of an option; a window is a pair of numbers, and becomes a text of both."""
    if name != "window":
        return parse_values(name, value)
    pairs = value if isinstance(value, list) and all(isinstance(candidate, list) for candidate in value) else [value]
    for pair in pairs:
        if not isinstance(pair, list) or len(pair) != 2 or not all(type(number) in (int, float) for number in pair):
            raise PlyscopeError(f"window is [alpha, beta], or a list of such pairs; not {short(pair)}")
    return parse_values(name, [",".join(map(write_value, pair)) for pair in pairs])


def read_games(table: dict[str, Any], folder: Path) -> Games:
    """A `[[game]]` of a study."""
    spec = table.get("game")
    if not isinstance(spec, str) or not spec.strip():
        raise PlyscopeError("a [[game]] has no game: give its spec, such as connect4:5,4,4")
    spec_names = parameter_names(spec)
    values: dict[str, tuple[Value, ...]] = {}
    for name, given_values in table.items():
        if name in GAME_KEYS:
            continue
        if name == SEED:
            raise PlyscopeError("the values of {seed} are seeds = 10, or a list, above all [[game]]")
        if name not in spec_names:
            hint = nearest(name, [*GAME_KEYS, *spec_names])
            known_text = (
                f"it has {', '.join(f'{{{spec_name}}}' for spec_name in spec_names)}" if spec_names else "it has none"
            )
            raise PlyscopeError(f"the game {clean(spec, 80)!r} has no {{{clean(name, 40)}}} in it{hint}; {known_text}")
        values[name] = parse_values(name, given_values)
    for name in spec_names:
        if name in GAME_KEYS:
            raise PlyscopeError(f"{name} is a key of [[game]]: the parameter in {clean(spec, 80)!r} needs another name")
        if name != SEED and name not in values:
            raise PlyscopeError(f"the game {clean(spec, 80)!r} has {{{name}}} in it, and there is no {name} = […]")
    positions, plies, sample = _positions(table, folder), table.get("plies"), table.get("sample")
    if plies is not None and (positions or type(plies) is not int or not 0 <= plies <= 1_000):
        raise PlyscopeError("plies is a whole number, and stands in the place of positions")
    if sample is not None and (type(sample) is not int or sample < 1 or not (positions or plies is not None)):
        raise PlyscopeError("sample is how many of the positions, or of those after some plies, are drawn: at least 1")
    return Games(spec.strip(), values, positions, plies, sample)


def _positions(table: Mapping[str, Any], folder: Path) -> tuple[str, ...]:
    """The positions that are listed, or stand in a file, each once; none where the game's start is meant."""
    listed = table.get("positions")
    if listed is None:
        return ()
    lines: Sequence[Any] = _read_position_lines(folder / listed) if isinstance(listed, str) else listed
    if not isinstance(lines, list) or not all(isinstance(entry, str) for entry in lines):
        raise PlyscopeError("positions is the name of a file with a position a line, or a list of positions")
    positions = tuple(dict.fromkeys(line for line in lines if line.strip()))
    if not positions:
        raise PlyscopeError("positions has none in it, so that there is nothing to search")
    if len(positions) > MAX_POSITIONS:
        raise PlyscopeError(f"{len(positions):,} positions are more than {MAX_POSITIONS:,}")
    return positions


def _read_position_lines(path: Path) -> list[str]:
    path_text = clean(os.fspath(path))
    try:
        if not path.is_file():
            raise PlyscopeError(f"there is no file of positions {path_text}")
        if path.stat().st_size > MAX_FILE_BYTES:
            raise PlyscopeError(f"{path_text}: a file of positions has at most {MAX_FILE_BYTES:,} bytes")
        lines = path.read_text(encoding="utf-8-sig").splitlines()
        return [line for line in lines if not line.lstrip().startswith("#")]
    except (OSError, ValueError) as error:
        raise PlyscopeError(f"cannot read {path_text}: {getattr(error, 'strerror', None) or 'no UTF-8 text'}") from None
