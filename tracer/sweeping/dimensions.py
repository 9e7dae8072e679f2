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
from tracer.sweeping.given import SEED, Value, filled, names_in, values_of, written
from tracer.sweeping.measures import FIXED, MEASURED
from tracer.text import clean, nearest, short

MISSING = ("refuse", "skip")
"""What is done where a search lacks an option: the first is the default."""
OF_GAMES = ("game", "positions", "plies", "sample")
OF_SEARCHES = ("search", "missing")
_EVERY = tuple(name for name in Options.__annotations__ if name != "position")
OPTIONS = tuple(dict.fromkeys([*_EVERY, *(option.word for search in SEARCHES.values() for option in search.own)]))
"""The options that one search or another has, as people write them."""
MOST_POSITIONS = 250_000
"""Positions of a game at most."""
MOST_SETUPS = 100_000
"""Searches with options of a study at most."""
LONGEST = 64 * 2**20
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
    def seeded(self) -> bool:
        """Whether the seed is one of the parameters."""
        return SEED in names_in(self.game)

    @property
    def plain(self) -> dict[str, Any]:
        """All that it is, as JSON has it."""
        values = {name: list(each) for name, each in self.values.items()}
        return {**vars(self), "values": values, "positions": list(self.positions)}


class Setup(NamedTuple):
    """A search with its options."""

    search: str
    options: tuple[tuple[str, Value], ...]
    """By the words with which people write them, in the order of the study."""

    @property
    def seeded(self) -> bool:
        """Whether an option speaks of the seed."""
        return any(_speaks_of_seed(value) for _, value in self.options)

    def with_seed(self, seed: int | None) -> Setup:
        """The same with the seed in the place of its name."""
        if seed is None or not self.seeded:
            return self
        known = {SEED: seed}
        options = ((word, filled(value, known) if isinstance(value, str) else value) for word, value in self.options)
        return Setup(self.search, tuple(options))

    @property
    def text(self) -> str:
        """The options as they stand behind the name of a search."""
        return ",".join(f"{word}={written(value)}" for word, value in self.options)


@dataclass(frozen=True)
class Searches:
    """Searches, and every value of their options."""

    names: tuple[str, ...]
    values: Mapping[str, tuple[Value, ...]]
    """By the words with which people write options."""
    missing: str = MISSING[0]

    @property
    def seeded(self) -> bool:
        """Whether an option speaks of the seed."""
        return any(_speaks_of_seed(value) for values in self.values.values() for value in values)

    @property
    def plain(self) -> dict[str, Any]:
        """All that it is, as JSON has it."""
        return {**vars(self), "values": {word: list(each) for word, each in self.values.items()}}

    @property
    def columns(self) -> dict[str, tuple[Value, ...]]:
        """The columns of the options, with their values."""
        return {column_of(word): values for word, values in self.values.items()}

    @property
    def most(self) -> int:
        """How many setups there are at most."""
        return len(self.names) * prod(map(len, self.values.values()))

    def setups(self) -> Iterator[Setup]:
        """Each search with each combination of the options that it has, once."""
        for name in self.names:
            lacking = self.lacking(name)
            known = {word: values for word, values in self.values.items() if word not in lacking}
            for chosen in product(*known.values()):
                yield Setup(name, tuple(zip(known, chosen, strict=True)))

    def lacking(self, name: str) -> list[str]:
        """The options that a search does not have."""
        entry = SEARCHES[name]
        has = {*entry.options, *(option.word for option in entry.own), "evaluate"}
        return [word for word in self.values if word not in has]


def _speaks_of_seed(value: Value) -> bool:
    return isinstance(value, str) and SEED in names_in(value)


def column_of(word: str) -> str:
    """The column of an option: its word, or where a count is called so, that with `option_` before it.

    >>> column_of("depth"), column_of("iterations")
    ('depth', 'option_iterations')
    """
    name = word.replace("-", "_")
    return f"option_{name}" if name in FIXED or name in MEASURED or name == SEED else name


def read_searches(given: dict[str, Any]) -> Searches:
    """A `[[search]]` of a study.

    Raises:
        PlyscopeError: something in it is wrong.
    """
    for word in given:
        if word not in (*OF_SEARCHES, *OPTIONS):
            known = [*OF_SEARCHES, *OPTIONS]
            raise PlyscopeError(f"no search has an option {clean(word, 40)!r}{nearest(word, known)}")
    if "search" not in given:
        raise PlyscopeError("a [[search]] has no search: name one, or a list of them")
    names = values_of("search", given["search"])
    if not all(isinstance(name, str) for name in names):
        raise PlyscopeError(f"search is the name of a search, or a list of names; not {short(given['search'])}")
    missing = given.get("missing", MISSING[0])
    if missing not in MISSING:
        raise PlyscopeError(f"missing is {' or '.join(MISSING)}, not {short(missing)}")
    found = tuple(find_search(str(name)).name for name in names)
    values_of("search", list(found))  # two names may be of one search
    values = {word: _option_values(word, each) for word, each in given.items() if word not in OF_SEARCHES}
    searches = Searches(found, values, missing)
    _need_options(searches)
    if (combinations := searches.most) > MOST_SETUPS:
        raise PlyscopeError(
            f"{combinations:,} searches with options are more than {MOST_SETUPS:,}: split the [[search]]"
        )
    return searches


def _need_options(searches: Searches) -> None:
    """Refuse options that a search lacks, unless that is allowed; and one that none of the searches has."""
    lacking = {name: searches.lacking(name) for name in searches.names}
    for word in searches.values:
        if all(word in words for words in lacking.values()):
            raise PlyscopeError(f"{', '.join(searches.names)}: no option {word}")
    said = [f"{name} has no option {' and '.join(words)}" for name, words in lacking.items() if words]
    if said and searches.missing != "skip":
        raise PlyscopeError(f'{"; ".join(said)}: give them a [[search]] of their own, or say missing = "skip"')


def _option_values(word: str, given: Any) -> tuple[Value, ...]:
    """The values of an option; a window is a pair of numbers, and becomes a text of both."""
    if word != "window":
        return values_of(word, given)
    pairs = given if isinstance(given, list) and all(isinstance(one, list) for one in given) else [given]
    for pair in pairs:
        if not isinstance(pair, list) or len(pair) != 2 or not all(type(end) in (int, float) for end in pair):
            raise PlyscopeError(f"window is [alpha, beta], or a list of such pairs; not {short(pair)}")
    return values_of(word, [",".join(map(written, pair)) for pair in pairs])


def read_games(given: dict[str, Any], folder: Path) -> Games:
    """A `[[game]]` of a study.

    Raises:
        PlyscopeError: something in it is wrong.
    """
    spec = given.get("game")
    if not isinstance(spec, str) or not spec.strip():
        raise PlyscopeError("a [[game]] has no game: give its spec, such as connect4:5,4,4")
    used = names_in(spec)
    values: dict[str, tuple[Value, ...]] = {}
    for name, each in given.items():
        if name in OF_GAMES:
            continue
        if name == SEED:
            raise PlyscopeError("the values of {seed} are seeds = 10, or a list, above all [[game]]")
        if name not in used:
            hint = nearest(name, [*OF_GAMES, *used])
            there = f"it has {', '.join(f'{{{one}}}' for one in used)}" if used else "it has none"
            raise PlyscopeError(f"the game {clean(spec, 80)!r} has no {{{clean(name, 40)}}} in it{hint}; {there}")
        values[name] = values_of(name, each)
    for name in used:
        if name in OF_GAMES:
            raise PlyscopeError(f"{name} is a key of [[game]]: the parameter in {clean(spec, 80)!r} needs another name")
        if name != SEED and name not in values:
            raise PlyscopeError(f"the game {clean(spec, 80)!r} has {{{name}}} in it, and there is no {name} = […]")
    positions, plies, sample = _positions(given, folder), given.get("plies"), given.get("sample")
    if plies is not None and (positions or type(plies) is not int or not 0 <= plies <= 1_000):
        raise PlyscopeError("plies is a whole number, and stands in the place of positions")
    if sample is not None and (type(sample) is not int or sample < 1 or not (positions or plies is not None)):
        raise PlyscopeError("sample is how many of the positions, or of those after some plies, are drawn: at least 1")
    return Games(spec.strip(), values, positions, plies, sample)


def _positions(given: Mapping[str, Any], folder: Path) -> tuple[str, ...]:
    """The positions that are listed, or stand in a file, each once; none where the game's start is meant."""
    found = given.get("positions")
    if found is None:
        return ()
    lines: Sequence[Any] = _lines(folder / found) if isinstance(found, str) else found
    if not isinstance(lines, list) or not all(isinstance(one, str) for one in lines):
        raise PlyscopeError("positions is the name of a file with a position a line, or a list of positions")
    kept = tuple(dict.fromkeys(line for line in lines if line.strip()))
    if not kept:
        raise PlyscopeError("positions has none in it, so that there is nothing to search")
    if len(kept) > MOST_POSITIONS:
        raise PlyscopeError(f"{len(kept):,} positions are more than {MOST_POSITIONS:,}")
    return kept


def _lines(path: Path) -> list[str]:
    where = clean(os.fspath(path))
    try:
        if not path.is_file():
            raise PlyscopeError(f"there is no file of positions {where}")
        if path.stat().st_size > LONGEST:
            raise PlyscopeError(f"{where}: a file of positions has at most {LONGEST:,} bytes")
        lines = path.read_text(encoding="utf-8-sig").splitlines()
        return [line for line in lines if not line.lstrip().startswith("#")]
    except (OSError, ValueError) as error:
        raise PlyscopeError(f"cannot read {where}: {getattr(error, 'strerror', None) or 'no UTF-8 text'}") from None
