"""One program under Python's own command and under `plyscope run`, and that they say the same and end alike."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from patience import PATIENCE

Done = subprocess.CompletedProcess[str]


def python(folder: Path, *words: str, redirected: str = "", **variables: str) -> Done:
    """Run Python's own command in a folder; two lines are piped in.

    Args:
        folder: where it runs.
        words: its arguments.
        redirected: what a shell does with its streams, such as `>&-`.
        variables: of its environment.
    """
    command = [sys.executable, *words]
    if redirected:
        command = ["bash", "-c", f'exec "$@" {redirected}', "bash", *command]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)} | variables
    return subprocess.run(
        command, cwd=folder, input="one\ntwo", env=environment, timeout=PATIENCE, capture_output=True, text=True,
        errors="backslashreplace", check=False,
    )  # fmt: skip


def plyscope(folder: Path, *words: str, redirected: str = "", **variables: str) -> Done:
    """Run `plyscope run` in a folder, as `python` does."""
    return python(folder, "-m", "tui.cli", "run", *words, redirected=redirected, **variables)


def same(ours: Done, theirs: Done) -> None:
    """Hold both to the same end, and ours to begin with all that Python's says; what was assumed may come before."""
    assert ours.returncode == theirs.returncode, ours.stderr
    assert _plain(ours.stdout).startswith(_plain(theirs.stdout))
    said = "".join(
        line for line in ours.stderr.splitlines(keepends=True) if not line.startswith("plyscope: search: assumed")
    )
    expected = "".join(line for line in theirs.stderr.splitlines(keepends=True) if "<frozen runpy>" not in line)
    assert _plain(said).startswith(_plain(expected))


def _plain(text: str) -> str:
    """A text without addresses, the folder in which it ran, and marks below lines, which Python lacks at its end."""
    text = re.sub(r"^ *[~^]+ *\n", "", text, flags=re.MULTILINE)
    return re.sub(r"/\w/here/", "/here/", re.sub(r"0x[0-9a-f]+", "0x", text))
