"""Which tests are for Unix alone: Windows leaves them out."""

from __future__ import annotations

import re
from pathlib import Path

_MODULES = re.compile(r"^(?:import|from) (?:fcntl|pty|resource|termios|terminals)\b", re.MULTILINE)
"""Modules that Windows has not, and one of ours that needs them."""


def is_for_unix(path: Path) -> bool:
    """Whether a file of tests imports such a module."""
    return path.suffix == ".py" and bool(_MODULES.search(path.read_text(encoding="utf-8")))
