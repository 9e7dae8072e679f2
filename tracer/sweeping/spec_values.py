"""What a study's file gives: keys that are known, and values that make a dimension."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeAlias

from tracer.errors import PlyscopeError
from tracer.games.registry import builtin_game
from tracer.sweeping.result_columns import MAX_INTEGER
from tracer.text import clean, nearest, short

Value: TypeAlias = bool | int | float | str
"""What a parameter may be."""
PARAMETER_NAME = re.compile(r"\{([^\W\d]\w*)\}")
"""A parameter within a text."""
SEED = "seed"
MAX_SEEDS = 1_000_000


def check_keys(table: Mapping[str, Any], known_keys: Iterable[str], block_name: str) -> None:
    """Refuse a key that is unknown."""
    known_keys = list(known_keys)
    for name in table:
        if name not in known_keys:
            raise PlyscopeError(
                f"{block_name} has no key {clean(name, 40)!r}{nearest(name, known_keys)}; "
                f"there are: {', '.join(known_keys)}"
            )


def parse_values(name: str, raw_value: Any) -> tuple[Value, ...]:
    """The values of a parameter: a list, or one alone."""
    values = tuple(raw_value) if isinstance(raw_value, list) else (raw_value,)
    if not values:
        raise PlyscopeError(f"{name} has no values, so that there is nothing to search")
    seen_values: set[tuple[type, Value]] = set()
    for value in values:
        if not isinstance(value, bool | int | float | str) or value != value:
            raise PlyscopeError(f"{name} has values that are numbers, texts, true or false, not {short(value)}")
        if isinstance(value, int) and not -MAX_INTEGER <= value <= MAX_INTEGER:
            raise PlyscopeError(f"{name}: the number {short(value)} is too large")
        if (type(value), value) in seen_values:
            raise PlyscopeError(f"{name} has {short(value)} twice")
        seen_values.add((type(value), value))
    return values


def parse_seeds(value: Any) -> tuple[int, ...]:
    """The seeds: so many from 0 on, or a list."""
    if value is None:
        return ()
    if type(value) is int:
        if not 1 <= value <= MAX_SEEDS:
            raise PlyscopeError(f"seeds is how many there are, 1 to {MAX_SEEDS:,}, or a list; not {short(value)}")
        return tuple(range(value))
    if not isinstance(value, list) or not all(type(seed) is int for seed in value):
        raise PlyscopeError(f"seeds is how many there are, or a list of whole numbers; not {short(value)}")
    parse_values("seeds", value)
    return tuple(value)


def parameter_names(text: str) -> tuple[str, ...]:
    """The parameters that a text speaks of, each once.

    >>> parameter_names("random:b={width},d={height},seed={seed}")
    ('width', 'height', 'seed')
    """
    return tuple(dict.fromkeys(PARAMETER_NAME.findall(text)))


def fill_parameters(text: str, values: Mapping[str, Value]) -> str:
    """A text with the values of its parameters in their places.

    >>> fill_parameters("random:b={width}", {"width": 3})
    'random:b=3'
    """
    return PARAMETER_NAME.sub(lambda match: write_value(values[match[1]]) if match[1] in values else match[0], text)


def write_value(value: Value) -> str:
    """A value as specs and options write it.

    >>> write_value(True), write_value(2.0), write_value(0.5), write_value(float("inf"))
    ('yes', '2', '0.5', 'inf')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and math.isfinite(value) and value.is_integer() and abs(value) < 2**53:
        return str(int(value))
    return str(value)


_FILE_PREFIX = re.compile(r"(.+\.(?:py|json))(?::[^:/\\]*)?", re.DOTALL | re.IGNORECASE)
"""A game or an evaluation in a file, perhaps with its name in it."""
_NO_DIGEST = ""
"""The digest of a file that is not there."""


def file_in_spec(text: str) -> str | None:
    """The file in which a game or an evaluation stands, as it is written; None where it is in none.

    >>> (
    ...     file_in_spec("own.py:Game"),
    ...     file_in_spec("tree.json"),
    ...     file_in_spec("package.module:name"),
    ...     file_in_spec("[[1, 2]]"),
    ... )
    ('own.py', 'tree.json', None, None)
    """
    if text.lstrip()[:1] in ("[", "{", "("):
        return None
    match = _FILE_PREFIX.fullmatch(text.strip())
    return None if match is None else match[1]


def locate_spec(text: str, folder: str) -> str:
    """The same game or evaluation, with its file looked for in a folder.

    >>> locate_spec("own.py:Game", "/study"), locate_spec("tictactoe", "/study")
    ('/study/own.py:Game', 'tictactoe')
    """
    return text if file_in_spec(text) is None else os.path.join(folder, text.strip())  # noqa: PTH118  # the name stays


def spec_file_digests(texts: Iterable[str], folder: str) -> dict[str, str]:
    """What is in the files of games and evaluations, in few signs, by the files as the study writes them."""
    digest_by_file: dict[str, str] = {}
    for text in texts:
        name = file_in_spec(text)
        if name is not None and name not in digest_by_file and builtin_or_none(text) is None:
            digest_by_file[name] = file_digest(os.path.join(folder, name))  # noqa: PTH118
            if digest_by_file[name] == _NO_DIGEST:
                raise PlyscopeError(f"there is no file {clean(name)} beside the study, in {clean(folder)}")
    return digest_by_file


def builtin_or_none(text: str) -> object:
    """The built-in game of this name, if there is one; what is wrong with it is said elsewhere."""
    try:
        return builtin_game(text)
    except PlyscopeError:
        return None


def file_digest(path: str) -> str:
    """What is in a file, in few signs; empty where it cannot be read."""
    try:
        return blake2b(Path(path).read_bytes(), digest_size=16).hexdigest()
    except (OSError, ValueError):
        return _NO_DIGEST


def changed_files(known_digests: Mapping[str, str], folder: str) -> list[str]:
    """The files that are not here, or not as they are known."""
    return [name for name, digest in known_digests.items() if file_digest(os.path.join(folder, name)) != digest]  # noqa: PTH118
