"""The explorer says what it does before it loads anything that takes a while, and leaves nothing of that behind."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest
from children import Children
from strategies import AIMA
from terminals import Terminal

import tracer

ENTER = b"\x1b[?1049h"
"""The alternate screen: from here on Textual draws."""
STOPPED_AT = """
import os, signal, sys
class Finder:
    def find_spec(self, name, path, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), {number})
sys.meta_path.insert(0, Finder())
from tui.cli import main
main()
"""


class Opens(Protocol):
    def __call__(self, *words: str, code: str | None = None, verb: str = "explore") -> Terminal:
        """A terminal in which the explorer, or a game, is started; `code` is run in the place of the command."""


@pytest.fixture
def opens(launch: Children, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Opens]:
    """Starts the explorer in terminals."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    terminals: list[Terminal] = []

    def start(*words: str, code: str | None = None, verb: str = "explore") -> Terminal:
        command = (sys.executable, *(("-m", "tui.cli") if code is None else ("-c", code)))
        terminals.append(Terminal(launch, verb, *words, command=command, cwd=tmp_path))
        return terminals[-1]

    yield start
    for terminal in terminals:
        terminal.close()


@pytest.mark.parametrize("module", ["numpy", "typer", "textual"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_line_is_there_before_anything_is_loaded_and_gone_after_a_signal(
    opens: Opens, module: str, number: signal.Signals
) -> None:
    terminal = opens(str(AIMA), code=STOPPED_AT.format(module=module, number=int(number)))
    assert terminal.ends() == 128 + number
    assert terminal.text.decode().startswith("\rplyscope starts …")
    assert terminal.rows == []


def test_a_file_is_named_with_its_size(opens: Opens, tmp_path: Path) -> None:
    tracer.trace("tictactoe", "minimax", depth=6, output=tmp_path / "large.plyscope")
    megabytes = round((tmp_path / "large.plyscope").stat().st_size / 1_000_000)
    terminal = opens("large.plyscope")
    terminal.shows(b" quit")
    before = terminal.text.partition(ENTER)[0].decode()
    assert before.startswith(f"\ropening large.plyscope, {megabytes} MB …")
    assert f"checking large.plyscope, {megabytes} MB …" in before
    # It is the last word, which stands until the screen is there.
    assert before.rpartition("checking")[2].rstrip(" \r").endswith("laying out 73,450 nodes …")
    terminal.text = before.encode()
    assert terminal.rows == []


def test_a_name_that_a_terminal_would_obey_is_shown(opens: Opens, tmp_path: Path) -> None:
    name = "\x1b]0;owned\x07" + "x" * 100 + ".plyscope"
    tracer.trace(AIMA).save(tmp_path / name)
    terminal = opens(name)
    terminal.shows(ENTER)
    before = terminal.text.partition(ENTER)[0]
    assert before.startswith(b"\ropening ?]0;owned?xxx")
    assert b"\x1b" not in before
    terminal.text = before
    assert terminal.rows == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nope.plyscope",), "plyscope: nope.plyscope cannot be opened as a trace"),
        (("nope",), "plyscope: unknown game 'nope'"),
        (("tictactoe", "--nope"), "plyscope: No such option: --nope"),
    ],
)
def test_after_an_error_its_line_alone_is_there(opens: Opens, words: tuple[str, ...], said: str) -> None:
    terminal = opens(*words)
    assert terminal.ends() == 2
    assert terminal.text.decode().startswith("\rplyscope starts …")
    assert "".join(terminal.rows).startswith(said)


def test_a_search_says_how_far_it_is_and_ctrl_c_ends_it(opens: Opens) -> None:
    terminal = opens("mnk:4,4,4")
    terminal.shows(b"searching mnk:4,4,4: ")
    terminal.shows(b" nodes/s")
    os.write(terminal.leader, b"\x03")
    assert terminal.ends() == 130
    assert len(terminal.rows) == 1
    assert "plyscope: interrupted after" in terminal.rows[0]


def test_a_terminal_that_obeys_nothing_is_told_nothing(opens: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    code = "import os; os.environ['TERM'] = 'dumb'\n" + STOPPED_AT.format(module="numpy", number=int(signal.SIGINT))
    terminal = opens(str(AIMA), code=code)
    assert terminal.ends() == 130
    assert terminal.text == b""


def test_a_game_says_that_it_starts_and_plain_lines_do_not(opens: Opens) -> None:
    at_once = STOPPED_AT.format(module="numpy", number=int(signal.SIGINT))
    terminal = opens("tictactoe", code=at_once, verb="play")
    assert terminal.ends() == 128 + signal.SIGINT
    assert terminal.text.decode().startswith("\rplyscope starts …")
    assert terminal.rows == []
    plain = opens("tictactoe", "--plain", code=at_once, verb="play")
    assert plain.ends() == 128 + signal.SIGINT
    assert b"starts" not in plain.text
