"""Why a command failed, in a file for the process that started it: what is said at the terminal may be out of sight."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

FILE = "PLYSCOPE_REASON"
"""The environment variable that names the file; what the command itself starts does not get it."""
_file = os.environ.pop(FILE, "")


def leave(reason: str) -> None:
    """Write it there, if somebody asked for it."""
    if _file:
        with contextlib.suppress(OSError):
            Path(_file).write_text(reason, encoding="utf-8")
