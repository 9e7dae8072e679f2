"""Every command and every snippet of the README runs, and prints what stands there."""

from __future__ import annotations

import ast
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from patience import PATIENCE

import tracer
from tracer.measuring.timed_search import ReadySearch
from tracer.playing.game_file import save
from tracer.playing.match import Match
from tracer.playing.opponents import player_of
from tracer.playing.settings import Settings
from tui import cli

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def commands() -> Iterator[tuple[str, list[str]]]:
    """Each command with the lines that stand under it."""
    for block in blocks("console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *lines = part.rstrip("\n").split("\n")
            yield command, lines


MEASURED = re.compile(r"(?<![\w.])(?:≈[\d.,]+×|[\d.,]+ (?:ns|µs|ms|s)\b)")
"""A time, and how many times faster something is: they vary from run to run. Counts do not."""


def as_measured(text: str) -> str:
    """What `bench` prints, without what varies: the times, and the spaces that depend on how long they are.

    >>> as_measured("1   50.5 ms  ≈21.4×  30.06×  18,297") == as_measured("1  7.1 µs   ≈1,200×  30.06×  18,297")
    True
    """
    return re.sub(r" {2,}", "  ", MEASURED.sub("…", text))


def matches(expected: list[str], printed: str) -> bool:
    """Whether lines are what was printed; `…` at the end of a line stands for anything, alone for any lines."""
    pattern = "".join(
        r"(?:.*\n)*"
        if line.strip() == "…"
        else re.escape(line).replace(r"\…", "…").replace("…", ".*") + r"\n"
        if line.endswith("…")
        else re.escape(line) + r"\n"
        for line in expected
    )
    return re.fullmatch(pattern, printed) is not None


@pytest.fixture
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that has the examples."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def _timed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that is timed again answers at once: no time of the README is compared."""
    once = ReadySearch.once
    monkeypatch.setattr(ReadySearch, "once", cache(lambda ready: cache(once(ready))))


@pytest.mark.usefixtures("_timed_once")
def test_every_command_prints_what_the_readme_says(
    workplace: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    explored: list[tuple[int, str]] = []
    monkeypatch.setattr(
        "tui.app.run", lambda app: explored.append((len(app.get_default_screen().browser.trace), app.source))
    )
    monkeypatch.setattr("tui.commands.explore.has_terminal", lambda: True)
    seen = 0
    for command, expected in commands():
        program, *words = shlex.split(command)
        assert program == "plyscope"
        with pytest.raises(SystemExit) as done:
            cli.main(words)
        out, err = capfd.readouterr()
        assert (done.value.code or 0) == (1 if words[0] in ("diff", "check") else 0), (command, err)
        seen_as = as_measured if words[0] == "bench" else str
        assert matches([seen_as(line) for line in expected], seen_as(out + err)), f"{command} printed\n{out}{err}"
        seen += 1
    assert seen >= 7
    assert explored == [(18_297 + 6_930, "tictactoe"), (549_946, "tictactoe")]
    assert (workplace / "tree.svg").read_text(encoding="utf-8").count("<svg") == 1
    assert (workplace / "top.svg").read_text(encoding="utf-8").count("<svg") == 1
    assert (workplace / "tree.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_commands_within_sentences_run(workplace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    explored: list[str] = []
    monkeypatch.setattr("tui.app.run", lambda app: explored.append(app.source))
    monkeypatch.setattr("tui.commands.explore.has_terminal", lambda: True)
    monkeypatch.setattr("tui.commands.server.ExplorerServer.serve", lambda server: explored.append(server.title))
    tracer.trace([[3, 12]]).save(workplace / "running.plyscope")
    save(Match("tictactoe"), workplace / "game.plyscope", sides={}, settings=Settings())
    for command in re.findall(r"`(plyscope [^`]+)`", README):
        with pytest.raises(SystemExit) as done:
            cli.main(shlex.split(command)[1:])
        assert not done.value.code
    assert explored == ["[[3,12,8],[2,4,6],[14,5,2]]", "", "", "running.plyscope", "plyscope tictactoe", ""]


def test_the_python_of_contributing_runs_and_its_comments_are_true(
    workplace: Path, need: Callable[[str], None]
) -> None:
    need("pyarrow")
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## In Python")[2]
    snippets = re.findall(r"^```python\n(.*?)^```$", contributing, re.MULTILINE | re.DOTALL)
    assert len(snippets) == 2
    for snippet in snippets:
        run_snippet(snippet)
    assert {path.name for path in workplace.iterdir()} == {"examples", "match.plyscope", "small"}


def run_snippet(snippet: str) -> dict[str, object]:
    """Run it, and hold what it shows to the comments behind; gives its names."""
    names: dict[str, object] = {}
    lines = snippet.splitlines()
    for statement in ast.parse(snippet).body:
        line = lines[(statement.end_lineno or 1) - 1]
        comment = line.partition("#")[2]
        if re.match(r" [\d\"'(\[]", comment):
            assert isinstance(statement, ast.Expr)
            shown = eval(ast.unparse(statement.value), names)  # our own documents
            assert repr(shown).strip("()") == comment.strip(), line
        else:
            exec(ast.unparse(statement), names)
    return names


def test_every_python_snippet_runs_and_its_comments_are_true(workplace: Path) -> None:
    for snippet in blocks("python"):
        names = run_snippet(snippet)
        if callable(names.get("choose")):  # a player
            match = Match("tictactoe")
            player = player_of(names["choose"], match.game)  # type: ignore[arg-type]
            assert player is not None
            choice = player.choose(match)
            assert choice is not None
            match.play(choice)
            assert match.labels == ["b2"]
            continue
        trace = names["trace"]
        assert isinstance(trace, tracer.Trace)
        assert names["same"].value == trace.value  # type: ignore[attr-defined]
        assert (workplace / "c4.svg").exists()


@pytest.mark.parametrize("example", ["own_game.py", "own_search.py"])
def test_the_examples_run(workplace: Path, example: str) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / example)],
        capture_output=True, text=True, check=True, timeout=PATIENCE, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert "<Trace" in done.stdout
    assert done.stderr == ""


def test_links_and_pictures_exist() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists(), target
