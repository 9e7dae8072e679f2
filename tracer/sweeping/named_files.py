"""The files that a study names: they lie beside it, and numbers follow from what is in them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from pathlib import Path

from tracer.errors import PlyscopeError
from tracer.games.registry import builtin
from tracer.text import clean

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
        return builtin(text)
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
