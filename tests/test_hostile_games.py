"""Games of strangers that end the program, raise odd things or meddle: one line that says whose fault it is."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from patience import PATIENCE

from tui import cli

Run = Callable[..., tuple[int, str, str]]

GAMES = """
import sys, threading
from tracer import MAX, MIN

class Base:
    def start(self): return (4, MAX)
    def turn(self, state): return state[1]
    def utility(self, state): return None if state[0] > 0 else -int(state[1])
    def moves(self, state): return [k for k in (1, 2) if k <= state[0]]
    def play(self, state, move): return (state[0] - move, MIN if state[1] is MAX else MAX)
    def evaluate(self, state): return 0

class Odd(Exception):
    def __str__(self): raise ValueError("no words")

class Exits(Base):
    def play(self, state, move): sys.exit(0)
class ExitsWithWords(Base):
    def moves(self, state): raise SystemExit("\\x1b[2Jbye")
class ExitsWhenMade(Base):
    def __init__(self): sys.exit(0)
class HasNoWords(Base):
    def play(self, state, move): raise Odd
class HasNoName(Base):
    def play(self, state, move): raise type("\\x1b[2J", (Exception,), {})
class HidesItself(Base):
    def __getattribute__(self, name): raise RuntimeError("nobody is at home")
class Property(Base):
    @property
    def label(self): raise KeyError("label")
class Huge(Base):
    def utility(self, state): return 10**5_000 if state[0] <= 0 else None
class Long(Base):
    def utility(self, state): return "x" * 10**6 if state[0] <= 0 else None
class WritesBadly(Base):
    def turn(self, state): return Wrong()
class Wrong:
    def __repr__(self): raise KeyError("repr")
class GoneReader(Base):
    def play(self, state, move): raise BrokenPipeError
class EndOfFile(Base):
    def play(self, state, move): raise EOFError

class TakesStdout(Base):
    def moves(self, state):
        sys.stdout = None
        return super().moves(state)
class ClosesStreams(Base):
    def moves(self, state):
        sys.stdout.close(), sys.stderr.close()
        return super().moves(state)
class RaisesInTheEnd(Base):
    def __del__(self): raise ValueError("in the end")
class RaisesInAThread(Base):
    def start(self):
        thread = threading.Thread(target=lambda: [][0])
        thread.start(), thread.join()
        return super().start()
"""


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command in a folder with the games; gives exit code, stdout and stderr."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "odd.py").write_text(GAMES)

    def call(*words: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as done:
            cli.main(list(words))
        out, err = capsys.readouterr()
        return int(done.value.code or 0), out, err

    return call


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("Exits", "raised SystemExit: 0"),
        ("ExitsWithWords", "raised SystemExit: ␛[2Jbye"),
        ("ExitsWhenMade", "raised SystemExit: 0"),
        ("HasNoWords", "raised Odd"),
        ("HasNoName", "raised ␛[2J"),
        ("HidesItself", "raised RuntimeError: nobody is at home"),
        ("Property", "raised KeyError: 'label'"),
        ("Huge", "a number of more than 40 digits; it must be a finite number"),
        ("Long", "xxx…; it must be a finite number"),
        ("WritesBadly", "raised KeyError: 'repr'"),
        ("GoneReader", "raised BrokenPipeError"),
        ("EndOfFile", "raised EOFError"),
    ],
)
@pytest.mark.parametrize("command", ["count", "trace"])
def test_what_a_game_does_is_the_games_error(run: Run, command: str, game: str, words: str) -> None:
    code, out, err = run(command, f"odd.py:{game}")
    assert (code, out) == (2, "")
    assert err.startswith("plyscope: ")
    assert words in err
    assert err.count("\n") == 1
    assert len(err) < 1_100
    assert "\x1b" not in err


def test_a_script_that_is_no_game_is_an_error_and_not_the_end(run: Run, tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text("import sys\nsys.exit(0)\n")
    code, _, err = run("count", "script.py:Game")
    assert code == 2
    assert "script.py:Game raised SystemExit: 0" in err


@pytest.mark.parametrize(
    ("game", "code", "lines"),
    [("TakesStdout", 0, 0), ("ClosesStreams", 2, 0), ("RaisesInTheEnd", 0, 1), ("RaisesInAThread", 0, 1)],
)
def test_whoever_meddles_with_the_program_gets_no_traceback(tmp_path: Path, game: str, code: int, lines: int) -> None:
    (tmp_path / "odd.py").write_text(GAMES)
    words = [sys.executable, "-m", "tui.cli", "trace", f"odd.py:{game}", "-o", "t.plyscope"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=2 * PATIENCE)
    assert done.returncode == code
    said = [line for line in done.stderr.splitlines() if "saved to" not in line]
    assert len(set(said)) == lines
    assert all(line.startswith("plyscope: passed over ") for line in said)
    assert (tmp_path / "t.plyscope").is_file()


TOML = {
    "deep lists": "attach = " + "[" * 100_000,
    "deep tables": "[attach]\nattach = " + "{a = " * 5_000 + "1" + "}" * 5_000,
    "a text": "attach = 3",
    "a mixed list": '[attach]\nattach = ["search", 3]',
    "digits": '[attach]\nattach = "search"\nvalue = ' + "9" * 5_000,
    "a date": '[attach]\nattach = "search"\nalpha = 1979-05-27',
    "a NUL": '[attach]\nattach = "search\\u0000"',
    "no lambda": '[attach]\nattach = "search"\nstate = "lambda frame: ("',
    "a deep lambda": '[attach]\nattach = "search"\nstate = "lambda frame: ' + "(" * 5_000 + '"',
    "a NUL in a lambda": '[attach]\nattach = "search"\nstate = "lambda frame: \\u0000"',
    "escapes": '[attach]\n"\\u001b[2J" = "search"',
}


@pytest.mark.parametrize("name", TOML)
def test_a_configuration_that_makes_no_sense_is_one_line(run: Run, tmp_path: Path, name: str) -> None:
    (tmp_path / "a.toml").write_text(TOML[name])
    (tmp_path / "s.py").write_text("def search(n): return 1\nsearch(1)\n")
    code, out, err = run("run", "s.py", "--config", "a.toml")
    assert (code, out) == (2, "")
    assert err.startswith("plyscope: ")
    assert err.count("\n") == 1
    assert "\x1b" not in err
    assert len(err) < 1_100


@pytest.mark.parametrize(
    "words",
    [
        ["count", "a\0b"],
        ["count", "\ud800"],
        ["trace", "nim:1,2", "-o", "a\0b"],
        ["export", "nim:1,2", "-o", "\ud800.svg"],
        ["find", "nim:1,2", "cutoff", "--limit", "9" * 30],
        ["find", "nim:1,2", "cutoff", "--limit", "9" * 5_000],
        ["trace", "nim:1,2", "--depth", "9" * 30],
        ["trace", "nim:1,2", "--depth", "9" * 5_000],
        ["trace", "nim:1,2", "--alpha", "nan"],
        ["trace", "nim:1,2", "--alpha", "inf"],
        ["trace", "nim:1,2", "--max-nodes", "-1"],
        ["trace", "nim:1,2", "--fail", "x" * 10**5],
        ["trace", "random:seed=" + "9" * 5_000],
        ["trace", "nim:1,2", "--position", "\x1b[2J"],
        ["trace", "nim:1,2", "-o", ".."],
        ["trace", "nim:1,2", "-o", ""],
        ["run", "s.py", "--attach", "search", "--value", "9" * 5_000],
        ["count", "/"],
        ["count", ""],
        ["count", "."],
        ["diff", "nim:1,2", "-a", "minimax", "-a", "alphabeta", "--limit", "-1"],
        ["export", "nim:1,2", "-o", "t.svg", "--ply", "-1"],
        ["export", "nim:1,2", "-o", "t.svg", "--max-nodes", "-" + "9" * 30],
        ["import", "/"],
        ["import", ""],
        ["why", "nim:1,2", "9" * 5_000],
        ["why", "nim:1,2", "#-1"],
        ["find", "nim:1,2", "9" * 5_000 + " < value"],
        ["find", "nim:1,2", "(" * 10**5],
        ["count", "[" * 10**4],
        ["count", '{"value": 1e999}'],
        ["count", "[[NaN]]"],
        ["demo", "/dev/null/x"],
        ["serve", "nonsense", "--port", "99999"],
        ["serve", "nonsense", "--sessions", "0"],
    ],
    ids=lambda words: " ".join(words)[:60].encode("ascii", "backslashreplace").decode(),
)
def test_words_that_make_no_sense_are_one_line(run: Run, tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "s.py").write_text("def search(n): return 1\nsearch(1)\n")
    code, out, err = run(*words)
    assert (code, out) == (2, ""), err
    assert err.startswith("plyscope: ")
    problems = [line for line in err.splitlines() if "assumed" not in line]
    assert len(problems) == 1
    assert len(problems[0]) < 1_100
    assert "\x1b" not in err
    assert "\0" not in err
