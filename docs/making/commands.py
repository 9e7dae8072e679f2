"""Running a command as a reader types it: plyscope in a fork of this process, everything else by the shell."""

from __future__ import annotations

import io
import os
import shlex
import subprocess
import sys
import tempfile
import traceback
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn
from unittest.mock import patch

import tui.commands.explore
import tui.commands.web_server
import viz.export
from tui import cli

ROOT = Path(__file__).parents[2]
LOADED = (tui.commands.explore, tui.commands.web_server, viz.export)
"""What commands need, and what is then imported once and not again in each fork."""
LONGEST = 120
"""Seconds that a command of the shell may take."""
PYTEST = {
    "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    "PYTEST_PLUGINS": "pytest_plyscope",
    "PYTEST_ADDOPTS": "-c /dev/null --rootdir=.",
}
"""What makes `pytest` run as with plyscope installed, with no other plugin, and with no configuration."""
_OF_THE_SHELL = set("|<>;&$`*")
BIN = """#!/bin/sh
exec "{python}" -c 'from tui.cli import main; main()' "$@"
"""


def run(command: str, folder: Path) -> tuple[int, str]:
    """Run a command in a folder, without input. Gives its exit code and what it printed, as a terminal shows it."""
    words = shlex.split(command)
    if words[0] != "plyscope" or _OF_THE_SHELL & set("".join(_unquoted(command))):
        return _by_shell(command, folder)
    return forked(lambda: _plyscope(words[1:]), folder)


def forked(work: Callable[[], None], folder: Path) -> tuple[int, str]:
    """Do something in a fork of this process, in a folder, without input. Gives its exit code and what it printed."""
    with tempfile.TemporaryFile() as out:
        sys.stdout.flush()
        sys.stderr.flush()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # other threads hold nothing that is needed here
            child = os.fork()
        if child == 0:
            _become(work, folder, out.fileno())
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        out.seek(0)
        return code, out.read().decode(errors="replace")


def _become(work: Callable[[], None], folder: Path, out: int) -> NoReturn:
    """Be a process of its own: its folder and its streams; ends with what it did."""
    code = 1
    try:
        os.chdir(folder)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(out, 1)
        os.dup2(out, 2)
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stdout, sys.stderr = _unbuffered(1), _unbuffered(2)
        work()
        code = 0
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _unbuffered(number: int) -> io.TextIOWrapper:
    """A stream whose text is there at once, so that both streams' stand in the order in which a terminal shows them."""
    return io.TextIOWrapper(open(number, "wb", buffering=0, closefd=False), encoding="utf-8", write_through=True)


def _plyscope(words: list[str]) -> None:
    """Be `plyscope` with some words; what waits for a person or a browser begins and ends at once."""
    sys.argv = ["plyscope", *words]
    with (
        patch.dict(os.environ, {"PLYSCOPE_CONFIG": "", "PATH": _path()}),
        patch("tui.app.run", lambda app: 0),
        patch("tui.commands.web_server.ExplorerServer.serve", lambda server: None),
        patch("tui.commands.explore.has_terminal", lambda: True),
        patch("tui.commands.play.has_terminal", lambda: True),
        patch("tui.commands.run.has_terminal", lambda: True),
        patch("tui.commands.run.run_child", lambda command, environment: 0),
        patch("tui.commands.dap._listen_for_editors", lambda port: None),
    ):
        cli.main(words)


def _path() -> str:
    """Where programs are looked for: `python` is this one."""
    return f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"


def _by_shell(command: str, folder: Path) -> tuple[int, str]:
    """Run a line of the shell, in which `plyscope` is this one, and `python` this Python."""
    with tempfile.TemporaryDirectory() as tools:
        program = Path(tools) / "plyscope"
        program.write_text(BIN.format(python=sys.executable), encoding="utf-8")
        program.chmod(0o755)
        path = f"{tools}{os.pathsep}{_path()}"
        environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), "PLYSCOPE_CONFIG": ""}
        environment |= PYTEST
        done = subprocess.run(
            ["bash", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, timeout=LONGEST, check=False,
        )  # fmt: skip
    return done.returncode, done.stdout


def _unquoted(command: str) -> list[str]:
    """The parts of a command that stand in no quotes."""
    parts, quote = [""], ""
    for sign in command:
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "'\"":
            quote = sign
            parts.append("")
        else:
            parts[-1] += sign
    return parts
