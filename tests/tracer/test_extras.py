"""The command that adds an extra: it fits how this installation came to be, and what it names exists."""

from __future__ import annotations

import json
import re
import shlex
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace

import pytest

from tracer import extras
from tracer.extras import command_to_install

ROOT = Path(__file__).parents[2]
PACKAGES = ("tracer", "viz", "tui")


def words_of(monkeypatch: pytest.MonkeyPatch, origin: dict[str, object], prefix: Path) -> list[str]:
    """The words of the command, in an environment that holds an installation from somewhere."""
    monkeypatch.setattr(extras, "_CHECKOUT", prefix / "lib")
    monkeypatch.setattr(sys, "prefix", str(prefix))
    monkeypatch.setattr(sys, "executable", str(prefix / "bin" / "python"))
    read = SimpleNamespace(read_text=lambda name: json.dumps(origin) if origin else None)
    monkeypatch.setattr(metadata, "distribution", lambda name: read)
    return shlex.split(command_to_install("render"))


def test_a_checkout_is_installed_again_where_it_lies() -> None:
    assert shlex.split(command_to_install("chess"))[-3:] == ["install", "--editable", f"{ROOT}[chess]"]


@pytest.mark.parametrize("name", ["plain", "with a space", "it's"])
def test_a_folder_or_a_wheel_is_named_by_its_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    for said in ("dir_info", "archive_info"):
        words = words_of(monkeypatch, {"url": (tmp_path / name).as_uri(), said: {}}, tmp_path)
        assert words == [sys.executable, "-m", "pip", "install", f"{tmp_path / name}[render]"]


@pytest.mark.parametrize(
    ("origin", "requirement"),
    [
        ({}, "plyscope[render]"),
        ({"url": "file:///no/longer/there", "dir_info": {}}, "plyscope[render]"),
        (
            {"url": "https://example.org/p.git", "vcs_info": {"vcs": "git", "commit_id": "ab12"}},
            "plyscope[render] @ git+https://example.org/p.git@ab12",
        ),
    ],
)
def test_what_no_folder_holds_is_named_by_where_it_came_from(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, origin: dict[str, object], requirement: str
) -> None:
    assert words_of(monkeypatch, origin, tmp_path)[-1] == requirement


@pytest.mark.parametrize(
    ("mark", "words"),
    [
        ("pipx_metadata.json", ["pipx", "install", "--force"]),
        ("uv-receipt.toml", ["uv", "tool", "install", "--force"]),
        ("bin/pip", ["pip", "install"]),
    ],
)
def test_it_is_typed_for_the_program_that_installed_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, mark: str, words: list[str]
) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / mark).touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert words_of(monkeypatch, {}, tmp_path)[:-1] == words


def test_an_environment_without_pip_is_served_by_uv(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    words = words_of(monkeypatch, {}, tmp_path)
    assert words == ["uv", "pip", "install", "--python", sys.executable, "plyscope[render]"]


def test_extras_that_code_names_exist_and_only_one_file_words_the_command() -> None:
    known = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    for path in (path for package in PACKAGES for path in (ROOT / package).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        named = re.findall(r"""command_to_install\(["'](\w+)["']\)|plyscope\[(\w+)\]""", text)
        assert {"".join(one) for one in named} <= set(known), path
        assert path.name == "extras.py" or not re.search(r"\bpipx? install|pipx", text), path
