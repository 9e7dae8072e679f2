"""The command as somebody types it, run in this process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tui import cli

Run = Callable[..., tuple[int, str, str]]


def plyscope(*words: str) -> int:
    """Run the command; gives its exit status."""
    with pytest.raises(SystemExit) as done:
        cli.main(list(words))
    return int(done.value.code or 0)


def running(*first: str, **environment: str) -> Any:
    """A fixture that runs what begins with some words, in an empty folder; gives exit status, stdout and stderr."""

    @pytest.fixture
    def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        monkeypatch.chdir(tmp_path)
        return lambda *words: (plyscope(*first, *words), *capsys.readouterr())

    return run
