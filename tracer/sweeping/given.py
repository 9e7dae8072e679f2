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
from tracer.sweeping.measures import LARGEST
from tracer.text import clean, nearest, short

Value: TypeAlias = bool | int | float | str
"""What a parameter may be."""
NAME = re.compile(r"\{([^\W\d]\w*)\}")
"""A parameter within a text."""
SEED = "seed"
MOST_SEEDS = 1_000_000


def need_keys(given: Mapping[str, Any], known: Iterable[str], what: str) -> None:
    """Refuse a key that is unknown.

    Raises:
        PlyscopeError: there is one; the nearest that is known is named.
    """
    known = list(known)
    for name in given:
        if name not in known:
            raise PlyscopeError(
                f"{what} has no key {clean(name, 40)!r}{nearest(name, known)}; there are: {', '.join(known)}"
            )


def values_of(name: str, given: Any) -> tuple[Value, ...]:
    """The values of a parameter: a list, or one alone.

    Raises:
        PlyscopeError: there are none, one is there twice, or one is neither number nor text.
    """
    values = tuple(given) if isinstance(given, list) else (given,)
    if not values:
        raise PlyscopeError(f"{name} has no values, so that there is nothing to search")
    seen: set[tuple[type, Value]] = set()
    for value in values:
        if not isinstance(value, bool | int | float | str) or value != value:
            raise PlyscopeError(f"{name} has values that are numbers, texts, true or false, not {short(value)}")
        if isinstance(value, int) and not -LARGEST <= value <= LARGEST:
            raise PlyscopeError(f"{name}: the number {short(value)} is too large")
        if (type(value), value) in seen:
            raise PlyscopeError(f"{name} has {short(value)} twice")
        seen.add((type(value), value))
    return values


def seeds_of(given: Any) -> tuple[int, ...]:
    """The seeds: so many from 0 on, or a list.

    Raises:
        PlyscopeError: it is neither.
    """
    if given is None:
        return ()
    if type(given) is int:
        if not 1 <= given <= MOST_SEEDS:
            raise PlyscopeError(f"seeds is how many there are, 1 to {MOST_SEEDS:,}, or a list; not {short(given)}")
        return tuple(range(given))
    if not isinstance(given, list) or not all(type(one) is int for one in given):
        raise PlyscopeError(f"seeds is how many there are, or a list of whole numbers; not {short(given)}")
    values_of("seeds", given)
    return tuple(given)


def names_in(text: str) -> tuple[str, ...]:
    """The parameters that a text speaks of, each once.

    >>> names_in("random:b={width},d={height},seed={seed}")
    ('width', 'height', 'seed')
    """
    return tuple(dict.fromkeys(NAME.findall(text)))


def filled(text: str, values: Mapping[str, Value]) -> str:
    """A text with the values of its parameters in their places.

    >>> filled("random:b={width}", {"width": 3})
    'random:b=3'
    """
    return NAME.sub(lambda found: written(values[found[1]]) if found[1] in values else found[0], text)


def written(value: Value) -> str:
    """A value as specs and options write it.

    >>> written(True), written(2.0), written(0.5), written(float("inf"))
    ('yes', '2', '0.5', 'inf')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and math.isfinite(value) and value.is_integer() and abs(value) < 2**53:
        return str(int(value))
    return str(value)


_FILE = re.compile(r"(.+\.(?:py|json))(?::[^:/\\]*)?", re.DOTALL | re.IGNORECASE)
"""A game or an evaluation in a file, perhaps with its name in it."""
_GONE = ""
"""The digest of a file that is not there."""


def file_of(text: str) -> str | None:
    """The file in which a game or an evaluation stands, as it is written; None where it is in none.

    >>> file_of("own.py:Game"), file_of("tree.json"), file_of("package.module:name"), file_of("[[1, 2]]")
    ('own.py', 'tree.json', None, None)
    """
    if text.lstrip()[:1] in ("[", "{", "("):
        return None
    found = _FILE.fullmatch(text.strip())
    return None if found is None else found[1]


def located(text: str, folder: str) -> str:
    """The same game or evaluation, with its file looked for in a folder.

    >>> located("own.py:Game", "/study"), located("tictactoe", "/study")
    ('/study/own.py:Game', 'tictactoe')
    """
    return text if file_of(text) is None else os.path.join(folder, text.strip())  # noqa: PTH118  # the name stays


def digests(texts: Iterable[str], folder: str) -> dict[str, str]:
    """What is in the files of games and evaluations, in few signs, by the files as the study writes them.

    Raises:
        PlyscopeError: one of them cannot be read.
    """
    found: dict[str, str] = {}
    for text in texts:
        name = file_of(text)
        if name is not None and name not in found and builtin_or_none(text) is None:
            found[name] = digest_of(os.path.join(folder, name))  # noqa: PTH118
            if found[name] == _GONE:
                raise PlyscopeError(f"there is no file {clean(name)} beside the study, in {clean(folder)}")
    return found


def builtin_or_none(text: str) -> object:
    """The built-in game of this name, if there is one; what is wrong with it is said elsewhere."""
    try:
        return builtin_game(text)
    except PlyscopeError:
        return None


def digest_of(path: str) -> str:
    """What is in a file, in few signs; empty where it cannot be read."""
    try:
        return blake2b(Path(path).read_bytes(), digest_size=16).hexdigest()
    except (OSError, ValueError):
        return _GONE


def differing(known: Mapping[str, str], folder: str) -> list[str]:
    """The files that are not here, or not as they are known."""
    return [name for name, digest in known.items() if digest_of(os.path.join(folder, name)) != digest]  # noqa: PTH118
