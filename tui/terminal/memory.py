"""What is remembered of a user from one start to the next: recordings explored, and whether the signs were explained.

It is a convenience: where it cannot be read, nothing is remembered, and where it cannot be written, nothing is said.
"""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from typing import Any

from tracer.errors import PlyscopeError
from tracer.file.reading import open_regular

FOLDER = "PLYSCOPE_CONFIG"
"""The environment variable that names the folder; where it is empty, nothing is remembered or explained."""
FILE = "state.json"
MOST = 20
"""Recordings that are remembered."""
LARGEST = 1 << 18
"""Bytes of the file at most."""


class Memory:
    """The file in the user's configuration folder.

    Args:
        folder: where it is; None remembers nothing, and has explained everything.
    """

    def __init__(self, folder: Path | None) -> None:
        self._file = None if folder is None else folder / FILE
        self._explained = folder is None

    @property
    def explained(self) -> bool:
        """Whether the user wants the signs and keys explained no more."""
        return self._explained or self._read().get("explained") is True

    def explain_no_more(self) -> None:
        """Remember that the signs and keys were explained."""
        self._explained = True  # for this start, wherever it can be kept
        self._write(explained=True)

    @property
    def recent(self) -> list[Path]:
        """The recordings that were explored last and are still there, the last one first."""
        found = self._read().get("recent")
        paths = [Path(one) for one in found if isinstance(one, str)] if isinstance(found, list) else []
        return [path for path in paths[:MOST] if _is_file(path)]

    def remember(self, recording: str) -> None:
        """Remember that a recording was explored."""
        if self._file is not None:
            path = Path(os.path.abspath(recording))  # noqa: PTH100  # a link keeps the name by which it is known
            others = [str(one) for one in self.recent if one != path]
            self._write(recent=[str(path), *others][:MOST])

    def _read(self) -> dict[str, Any]:
        if self._file is None:
            return {}
        try:
            with open_regular(self._file) as file:
                found = json.loads(file.read(LARGEST) or b"")
        except (OSError, PlyscopeError, ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}

    def _write(self, **news: Any) -> None:
        if self._file is None:
            return
        with contextlib.suppress(OSError, ValueError):
            text = json.dumps(self._read() | news, indent=1)
            self._file.parent.mkdir(parents=True, exist_ok=True)
            beside = self._file.with_name(f"{FILE}.{os.getpid()}")
            beside.write_text(text, encoding="utf-8")
            beside.replace(self._file)


def users_memory() -> Memory:
    """That of whoever runs the program: `PLYSCOPE_CONFIG`, or `plyscope` in `XDG_CONFIG_HOME`, or in `~/.config`."""
    named = os.environ.get(FOLDER)
    if named is not None:
        return Memory(Path(named) if named else None)
    base = os.environ.get("XDG_CONFIG_HOME", "")
    if not Path(base).is_absolute():  # as the specification of these folders has it
        try:
            base = str(Path.home() / ".config")
        except RuntimeError:  # nobody knows whose home that would be
            return Memory(None)
    return Memory(Path(base) / "plyscope")


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
