"""Extras: packages that a plain installation lacks, and the command that adds them to this one."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

_CHECKOUT = Path(__file__).parents[1]
"""The folder of the packages: a checkout, or where an installation keeps all packages."""


def command_to_install(extra: str) -> str:
    """Return the command that adds an extra to this installation, quoted for the shell.

    It names what this installation came from, because a checkout, a folder or a wheel may be of a version that no
    index has. It is typed for the program that installed it: pip, pipx or uv.
    """
    options, requirement = _requirement(extra)
    words = [*_installer(), *options, requirement]
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)


def _requirement(extra: str) -> tuple[list[str], str]:
    """Return the options and the requirement by which an installer finds this version with an extra."""
    project = _CHECKOUT / "pyproject.toml"
    if project.is_file() and 'name = "plyscope"' in project.read_text(encoding="utf-8"):
        return ["--editable"], f"{_CHECKOUT}[{extra}]"
    from importlib.metadata import PackageNotFoundError, distribution  # takes a while to load
    from urllib.request import url2pathname

    try:
        origin = json.loads(distribution("plyscope").read_text("direct_url.json") or "{}")
    except PackageNotFoundError:
        origin = {}
    url = str(origin.get("url", ""))
    path = url2pathname(urlsplit(url).path) if url.startswith("file:") else ""
    if os.path.exists(path) and "vcs_info" not in origin:  # noqa: PTH110  # an empty text is no path
        return [], f"{path}[{extra}]"
    if "vcs_info" in origin:
        version = origin["vcs_info"]
        return [], f"plyscope[{extra}] @ {version['vcs']}+{url}@{version['commit_id']}"
    return [], f"plyscope[{extra}]"


def _installer() -> list[str]:
    """Return the words that begin an installation into the environment of this Python."""
    environment = Path(sys.prefix)
    if (environment / "pipx_metadata.json").is_file():
        return ["pipx", "install", "--force"]
    if (environment / "uv-receipt.toml").is_file():
        return ["uv", "tool", "install", "--force"]
    if find_spec("pip") is None:
        return ["uv", "pip", "install", "--python", sys.executable]
    found = shutil.which("pip")
    if found is not None and Path(found).parent == Path(sys.executable).parent:
        return ["pip", "install"]
    return [sys.executable, "-m", "pip", "install"]
