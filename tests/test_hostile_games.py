"""Games of strangers that end the program, raise odd things or meddle: one line that says whose fault it is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from commands import Run, running
from patience import PATIENCE

GAMES = """
import logging, sys, threading, warnings
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
class Warns(Base):
    def start(self):
        warnings.warn("beware\\x1b[2J\\nof this")
        return super().start()
class Ends(Base):
    def play(self, state, move): raise GeneratorExit
class Move:
    def __init__(self, number): self.number = number
    def __str__(self): raise SystemExit(0)
    __repr__ = __str__
class EndsInTheLabel(Base):
    def moves(self, state): return [Move(move) for move in super().moves(state)]
    def play(self, state, move): return super().play(state, move.number)
class EndsInTheHash(EndsInTheLabel):
    def moves(self, state):
        kind = type("Kind", (Move,), {"__hash__": lambda self: sys.exit(0)})
        return [kind(move) for move in Base.moves(self, state)]
class TextForANumber(Base):
    def utility(self, state): return None if state[0] > 0 else "1"
class ListForANumber(Base):
    def utility(self, state): return None if state[0] > 0 else [1, 2]
class Unhashable(Base):
    def utility(self, state): return None if state[0] > 0 else type("Number", (float,), {"__hash__": None})(-state[1])
class RaisesWhatEnds(Base):
    def play(self, state, move): raise KeyError(Move(1))
class RaisesInTheEnd(Base):
    def __del__(self): raise ValueError("in the end")
class Logs(Base):
    def start(self):
        logging.getLogger("game").warning("beware\\x1b[2J\\nof this")
        return super().start()
class LogsAnError(Base):
    def start(self):
        try: raise ValueError("of this\\x1b[2J\\n")
        except ValueError: logging.getLogger("game").exception("beware\\x1b[2J\\nof this")
        return super().start()
class RaisesInAThread(Base):
    def start(self):
        thread = threading.Thread(target=lambda: [][0])
        thread.start(), thread.join()
        return super().start()
"""


empty = running()


@pytest.fixture
def run(empty: Run, tmp_path: Path) -> Run:
    """Runs the command in a folder with the games."""
    (tmp_path / "odd.py").write_text(GAMES)
    return empty


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
        ("Ends", "raised GeneratorExit"),
        ("EndsInTheLabel", "raised SystemExit: 0"),
        ("EndsInTheHash", "raised SystemExit: 0"),
        ("RaisesWhatEnds", "raised KeyError"),
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


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("TextForANumber", "utility() gives '1'; it must be a number"),
        ("ListForANumber", "utility() gives [1, 2]; it must be a number"),
        ("Unhashable", ""),
    ],
)
def test_what_a_game_gives_beside_a_trace_is_the_games_error(run: Run, game: str, words: str) -> None:
    run("trace", "odd.py:Base", "-o", "t.plyscope")
    code, _, err = run("check", "t.plyscope", "--game", f"odd.py:{game}")
    assert code == (2 if words else 0), err
    assert words in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("EndsInTheLabel", "raised SystemExit: 0"),
        ("EndsInTheHash", "raised SystemExit: 0"),
        ("Ends", "raised GeneratorExit"),
    ],
)
@pytest.mark.parametrize("command", ["check", "export"])
def test_what_a_game_does_beside_a_trace_is_the_games_error(run: Run, command: str, game: str, words: str) -> None:
    run("trace", "odd.py:Base", "-o", "t.plyscope")
    more = ["-o", "t.svg", "--show", "unvisited:9"] if command == "export" else []
    code, _, err = run(command, "t.plyscope", "--game", f"odd.py:{game}", *more)
    assert code == 2, err
    assert words in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("game", ["Warns", "Logs", "LogsAnError"])
def test_what_a_game_warns_of_is_one_line_that_no_terminal_obeys(tmp_path: Path, game: str) -> None:
    (tmp_path / "odd.py").write_text(GAMES)
    words = [sys.executable, "-m", "tui.cli", "trace", f"odd.py:{game}", "-o", "t.plyscope"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=240)
    assert done.returncode == 0
    said, *rest = done.stderr.splitlines()
    assert "beware␛[2J␊of this" in said
    assert "Traceback" not in said
    assert all(line == said or "saved to" in line for line in rest)
    assert "\x1b" not in done.stderr


@pytest.mark.parametrize("name", ["tree.json", "game.py:Game"])
def test_a_file_that_is_far_too_large_is_not_read(run: Run, tmp_path: Path, name: str) -> None:
    file = tmp_path / name.partition(":")[0]
    with file.open("wb") as sparse:
        sparse.truncate(100 << 30)
    code, _, err = run("count", name)
    assert (code, err) == (2, f"plyscope: {file.name}: 107,374,182,400 bytes are more than a tree or a game may have\n")


@pytest.mark.parametrize("name", ["tree.json", "t.plyscope"])
def test_a_file_that_gives_nothing_for_now_is_not_waited_for(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    """As /proc/kmsg does, which is a regular file by its kind."""
    (tmp_path / name).symlink_to("pipe")
    os.mkfifo(tmp_path / "pipe")
    writer = os.open(tmp_path / "pipe", os.O_RDWR)
    monkeypatch.setattr("stat.S_ISREG", lambda mode: True)
    try:
        code, _, err = run("count", name)
    finally:
        os.close(writer)
    assert (code, err.count("\n")) == (2, 1)
    assert "Traceback" not in err


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
    "a key of many parts": ".".join("a" * 5_000) + " = 1",
    "many lines": "a = 1\n" * 20_000,
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
        ["trace", "nim:1,2", "--window", "0"],
        ["trace", "nim:1,2", "--window", "nan,1"],
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
