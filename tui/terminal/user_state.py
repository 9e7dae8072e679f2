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

FOLDER_VARIABLE = "PLYSCOPE_CONFIG"
"""The environment variable that names the folder; where it is empty, nothing is remembered or explained."""
STATE_FILE = "state.json"
MAX_RECENT = 20
"""Recordings that are remembered."""
MAX_STATE_BYTES = 1 << 18
"""Bytes of the file at most."""


class UserState:
    """The file in the user's configuration folder."""

    def __init__(self, folder: Path | None) -> None:
        self._file = None if folder is None else folder / STATE_FILE
        self._is_explained = folder is None

    @property
    def is_explained(self) -> bool:
        """Whether the user wants the signs and keys explained no more."""
        return self._is_explained or self._read_state().get("explained") is True

    def mark_explained(self) -> None:
        """Remember that the signs and keys were explained."""
        self._is_explained = True  # for this start, wherever it can be kept
        self._update_state(explained=True)

    @property
    def recent_files(self) -> list[Path]:
        """The recordings that were explored last and are still there, the last one first."""
        entries = self._read_state().get("recent")
        paths = [Path(entry) for entry in entries if isinstance(entry, str)] if isinstance(entries, list) else []
        return [path for path in paths[:MAX_RECENT] if _is_file(path)]

    def add_recent_file(self, recording: str) -> None:
        """Remember that a recording was explored."""
        if self._file is not None:
            path = Path(os.path.abspath(recording))  # noqa: PTH100  # a link keeps the name by which it is known
            other_paths = [str(other_path) for other_path in self.recent_files if other_path != path]
            self._update_state(recent=[str(path), *other_paths][:MAX_RECENT])

    def _read_state(self) -> dict[str, Any]:
        if self._file is None:
            return {}
        try:
            with open_regular(self._file) as file:
                state = json.loads(file.read(MAX_STATE_BYTES) or b"")
        except (OSError, PlyscopeError, ValueError, RecursionError):
            return {}
        return state if isinstance(state, dict) else {}

    def _update_state(self, **changes: Any) -> None:
        if self._file is None:
            return
        with contextlib.suppress(OSError, ValueError):
            text = json.dumps(self._read_state() | changes, indent=1)
            self._file.parent.mkdir(parents=True, exist_ok=True)
            temporary_file = self._file.with_name(f"{STATE_FILE}.{os.getpid()}")
            temporary_file.write_text(text, encoding="utf-8")
            temporary_file.replace(self._file)


def load_user_state() -> UserState:
    """That of whoever runs the program: `PLYSCOPE_CONFIG`, or `plyscope` in `XDG_CONFIG_HOME`, or in `~/.config`."""
    folder_setting = os.environ.get(FOLDER_VARIABLE)
    if folder_setting is not None:
        return UserState(Path(folder_setting) if folder_setting else None)
    config_folder = os.environ.get("XDG_CONFIG_HOME", "")
    if not Path(config_folder).is_absolute():  # as the specification of these folders has it
        try:
            config_folder = str(Path.home() / ".config")
        except RuntimeError:  # nobody knows whose home that would be
            return UserState(None)
    return UserState(Path(config_folder) / "plyscope")


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
