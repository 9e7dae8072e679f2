"""A study: which games, positions, searches and options are put together, as a TOML file says it.

Every list is a dimension, and each cell of their product is one search. `read` checks all that can be wrong before the
first search: no key is unknown, and no value is without use.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

from tracer.condition.row_conditions import FLOAT, INT, TEXT, TRUTH, parse_rows
from tracer.errors import PlyscopeError
from tracer.recording.memory_limit import parse_size
from tracer.sweeping.result_columns import COUNT_COLUMNS, IDENTITY_COLUMNS, RESULT_COLUMNS, study_columns
from tracer.sweeping.spec_values import Value, check_keys, parse_seeds
from tracer.sweeping.study_blocks import MAX_SETUPS, Games, Searches, Setup, read_games, read_searches
from tracer.text import clean

Block = TypeVar("Block")
STUDY_KEYS = ("title", "seeds", "max-nodes", "max-time", "max-memory", "keep", "game", "search")
DEFAULT_MAX_NODES = 2_000_000
"""Nodes that a cell may visit where the study does not say."""
MAX_STUDY_BYTES = 2**20
"""Bytes of a study's file at most."""
_KEY_PART = r"""(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*"""
_DEEP_KEY = re.compile(rf"(?:^|[{{,\[])[ \t]*(?:{_KEY_PART}){{32}}", re.MULTILINE)
"""A key of many parts, which takes the square of their number to be read."""


@dataclass(frozen=True)
class Study:
    """A study that has been read."""

    games: tuple[Games, ...]
    searches: tuple[Searches, ...]
    title: str = ""
    seeds: tuple[int, ...] = ()
    """The values of the parameter `seed`."""
    max_nodes: int = DEFAULT_MAX_NODES
    """Visited nodes after which a search is stopped."""
    max_time: float | None = None
    """Seconds after which a search is stopped; None is no limit."""
    keep: str | None = None
    """The condition on a row for which the trace of its search is kept."""
    is_trusted: bool = False
    """Whether games and evaluations may be Python code that the study names."""
    parameters: Mapping[str, str] = field(default_factory=dict)
    """The columns of its parameters, with their types."""
    folder: str = ""
    """The folder of its file, in which the files lie that it names."""
    max_memory: int | None = None
    """Bytes that a search may take; None is a share of what the machine has."""

    @property
    def setups(self) -> list[Setup]:
        """Each search with each combination of its options."""
        return [setup for searches in self.searches for setup in searches.iter_setups()]

    @property
    def columns(self) -> dict[str, str]:
        """The columns of its dataset, in their order, with their types."""
        return study_columns(self.parameters)

    @property
    def as_json(self) -> dict[str, Any]:
        """All that it is, as JSON has it: two studies are the same where this is.

        A limit of memory is not in it: it makes a row fail, and changes none.
        """
        blocks = {
            "game": [block.as_json for block in self.games],
            "search": [block.as_json for block in self.searches],
        }
        limits = {"max-nodes": self.max_nodes, "max-time": self.max_time, "keep": self.keep}
        return {"title": self.title, "seeds": list(self.seeds), **limits, **blocks}

    @property
    def digest(self) -> str:
        """What tells it from another study."""
        return blake2b(json.dumps(self.as_json).encode(), digest_size=16).hexdigest()

    def limited(
        self,
        max_nodes: int | None = None,
        max_time: float | None = None,
        keep: str | None = None,
        max_memory: str | None = None,
    ) -> Study:
        """The same study with other limits, where they are given.

        Args:
            max_nodes: visited nodes after which a search is stopped.
            max_time: seconds after which it is.
            keep: the condition on a row for which the trace is kept, such as `visited > 10 * minimal`.
            max_memory: bytes that a search may take, such as `2G`.

        Raises:
            PlyscopeError: they are none.
        """
        study = replace(
            self,
            max_nodes=self.max_nodes if max_nodes is None else max_nodes,
            max_time=self.max_time if max_time is None else max_time,
            keep=self.keep if keep is None else keep,
            max_memory=self.max_memory if max_memory is None else parse_size(max_memory),
        )
        _check_limits(study)
        return study


def load(path: str | os.PathLike[str], *, trusted: bool = False) -> Study:
    """The study in a file.

    Args:
        path: a TOML file.
        trusted: whether Python code may be run because the study names it.

    Raises:
        PlyscopeError: it cannot be read, or says something that is wrong.
    """
    path_text = clean(os.fspath(path))
    try:
        file = Path(path)
        if not file.is_file():
            raise PlyscopeError(f"there is no study {path_text}" if not file.exists() else f"{path_text} is no file")
        if file.stat().st_size > MAX_STUDY_BYTES:
            raise PlyscopeError(f"{path_text}: a study has at most {MAX_STUDY_BYTES:,} bytes")
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        raise PlyscopeError(
            f"cannot read the study {path_text}: {getattr(error, 'strerror', None) or 'no UTF-8 text'}"
        ) from None
    try:
        return read(text, folder=file.parent, trusted=trusted)
    except PlyscopeError as error:
        raise PlyscopeError(f"{path_text}: {error}") from None


def read(text: str, *, folder: str | os.PathLike[str] = ".", trusted: bool = False) -> Study:
    """The study that a text says.

    Args:
        text: TOML.
        folder: where the files lie that it names.
        trusted: whether Python code may be run because the study names it.

    Raises:
        PlyscopeError: it says something that is wrong.

    >>> study = read('''
    ... seeds = 4
    ... [[game]]
    ... game = "random:b=3,d=2,seed={seed}"
    ... [[search]]
    ... search = ["minimax", "alphabeta"]
    ... ''')
    >>> study.seeds, study.parameters
    ((0, 1, 2, 3), {'seed': 'int64'})
    """
    if _DEEP_KEY.search(text):
        raise PlyscopeError("no study: a key has more than 32 parts")
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also of a number that is too long to be read
        raise PlyscopeError(f"no TOML: {clean(str(error))}") from None
    check_keys(table, STUDY_KEYS, "a study")
    games = tuple(_read_blocks(table, "game", lambda block: read_games(block, Path(folder))))
    searches = tuple(_read_blocks(table, "search", read_searches))
    if (setups := sum(block.max_setups for block in searches)) > MAX_SETUPS:
        raise PlyscopeError(f"{setups:,} searches with options are more than {MAX_SETUPS:,}: split the study")
    title = table.get("title", "")
    if not isinstance(title, str):
        raise PlyscopeError("title is a text")
    study = Study(
        games,
        searches,
        clean(title),
        parse_seeds(table.get("seeds")),
        table.get("max-nodes", DEFAULT_MAX_NODES),
        table.get("max-time"),
        table.get("keep"),
        trusted,
        folder=os.path.abspath(folder),  # noqa: PTH100  # links stay links
        max_memory=_parse_memory(table.get("max-memory")),
    )
    study = replace(study, parameters=_parameters(study))
    _check_seeds(study)
    _check_limits(study)
    return study


def _read_blocks(table: Mapping[str, Any], name: str, read_one: Callable[[dict[str, Any]], Block]) -> Iterator[Block]:
    """What the blocks of a name say; what is wrong in one of several says in which."""
    blocks = _blocks(table, name)
    for number, block in enumerate(blocks, start=1):
        try:
            yield read_one(block)
        except PlyscopeError as error:
            raise PlyscopeError(f"[[{name}]] {number}: {error}" if len(blocks) > 1 else str(error)) from error


def _blocks(table: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    blocks = table.get(name)
    if not isinstance(blocks, list) or not blocks or not all(isinstance(block, dict) for block in blocks):
        raise PlyscopeError(f"a study has a [[{name}]] or several")
    return blocks


def _parameters(study: Study) -> dict[str, str]:
    """The columns of all parameters: of the games, the seed, and the options of the searches."""
    values_by_name: dict[str, list[Value]] = {}
    for games in study.games:
        for name, values in games.values.items():
            if name in IDENTITY_COLUMNS or name in RESULT_COLUMNS:
                name_owner = "a count" if name in COUNT_COLUMNS else "a column of every study"
                raise PlyscopeError(f"the parameter {name} has the name of {name_owner}; call it otherwise")
            values_by_name.setdefault(name, []).extend(values)
    game_names = set(values_by_name)
    if study.seeds:
        values_by_name["seed"] = list(study.seeds)
    for searches in study.searches:
        for name, values in searches.columns.items():
            if name in game_names:
                raise PlyscopeError(
                    f"a game and a search both have a parameter {name}; call that of the game otherwise"
                )
            values_by_name.setdefault(name, []).extend(values)
    return {name: _column_type(values) for name, values in values_by_name.items()}


def _column_type(values: list[Value]) -> str:
    """The type of a column that has these values."""
    types = {type(value) for value in values}
    if types == {bool}:
        return TRUTH
    if types == {int}:
        return INT
    return FLOAT if types <= {int, float} else TEXT


def _check_seeds(study: Study) -> None:
    is_seed_used = any(block.is_seeded for block in study.games) or any(block.is_seeded for block in study.searches)
    if is_seed_used and not study.seeds:
        raise PlyscopeError("{seed} is used, and there are no seeds: give seeds = 10, or a list")
    if study.seeds and not is_seed_used:
        raise PlyscopeError("seeds are given, and no game and no option has {seed} in it")


def _parse_memory(value: Any) -> int | None:
    if value is None:
        return None
    if not isinstance(value, str):
        raise PlyscopeError('max-memory is a size such as "512M" or "4G"')
    return parse_size(value)


def _check_limits(study: Study) -> None:
    nodes, time = study.max_nodes, study.max_time
    if type(nodes) is not int or nodes < 1:
        raise PlyscopeError("max-nodes is a whole number of at least 1")
    if time is not None and (type(time) not in (int, float) or not 0 < time < float("inf")):
        raise PlyscopeError("max-time is a number of seconds, above 0")
    if study.keep is not None:
        if not isinstance(study.keep, str):
            raise PlyscopeError('keep is a condition, such as "visited > 10 * minimal"')
        parse_rows(study.keep, study.columns)
