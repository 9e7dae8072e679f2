"""Under which name a game is kept, and how often."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from itertools import count
from pathlib import Path

from tracer.games.rules import AnyGame, spec_of
from tracer.playing.choice import Choice

SUFFIX = ".plyscope"
"""Of a file that keeps a game with its searches."""
LONGEST = 40
"""Characters of a name that is made for a file."""
NODE = 48
"""Bytes of a node in a file, about."""
SMALL, PER_SECOND = 4 << 20, 1 << 20
"""Bytes of a game that is written after every move; of a larger one as many a second at most."""


def free_name(game: AnyGame) -> str:
    """A name for a file in this folder that nothing has."""
    stem = re.sub(r"[^A-Za-z0-9]+", "-", spec_of(game))[:LONGEST].strip("-") or "game"
    names = (f"{stem}{'' if number == 1 else f'-{number}'}{SUFFIX}" for number in count(1))
    return next(name for name in names if not os.path.lexists(name))


def pause_after(choices: Sequence[Choice]) -> float:
    """Seconds for which a game is not written again, that playing does not wait for writing."""
    size = sum(choice.visited or 0 for choice in choices if choice.recorded) * NODE
    return size / PER_SECOND if size > SMALL else 0.0


def is_same(path: str, other: str | None) -> bool:
    """Whether two names are of one file that is there."""
    try:
        return other is not None and Path(path).samefile(other)
    except OSError:
        return False
