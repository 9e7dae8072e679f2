"""A game in a real terminal: whatever ends the program, the game is in a file, and the terminal is as it was."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest
from children import Children
from terminals import Terminal

from tracer.playing.game_file import load


class Plays(Protocol):
    def __call__(self, *words: str) -> Terminal:
        """A terminal in which a game is begun."""


@pytest.fixture
def plays(launch: Children, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Plays]:
    """Begins games in terminals."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    monkeypatch.delenv("NO_COLOR", raising=False)
    terminals: list[Terminal] = []

    def start(*words: str) -> Terminal:
        terminals.append(Terminal(launch, "play", *words, cwd=tmp_path))
        return terminals[-1]

    yield start
    for terminal in terminals:
        terminal.close()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
@pytest.mark.parametrize("named", [False, True])
def test_a_signal_saves_the_game(plays: Plays, tmp_path: Path, number: signal.Signals, named: bool) -> None:
    file = "mine.plyscope" if named else "tictactoe.plyscope"
    terminal = plays("tictactoe", "--min", "alphabeta:depth=6", *(("-o", file) if named else ()))
    terminal.shows(b"your move")
    os.write(terminal.leader, b"\r")
    terminal.shows(b"plays a1")
    terminal.command.send_signal(number)
    assert terminal.ends() == 128 + number
    assert load(tmp_path / file).match.labels == ["b2", "a1"]
    assert file.encode() in terminal.text


def test_ctrl_c_saves_the_game_amid_a_search(plays: Plays, tmp_path: Path) -> None:
    terminal = plays("connect4", "--min", "alphabeta:depth=14")
    terminal.shows(b"your move")
    os.write(terminal.leader, b"\r")
    terminal.shows(b"thinks: ")
    os.write(terminal.leader, b"\x03")
    assert terminal.ends() == 0
    assert load(tmp_path / "connect4.plyscope").match.labels == ["4"]


def test_a_player_who_never_ends_does_not_hold_the_program(plays: Plays, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text("def choose(*_):\n    while True:\n        pass\n")
    terminal = plays("tictactoe", "--min", "own.py:choose")
    terminal.shows(b"your move")
    os.write(terminal.leader, b"\r")
    terminal.shows(b"thinks")
    os.write(terminal.leader, b"\x03")
    assert terminal.ends() == 0
    assert load(tmp_path / "tictactoe.plyscope").match.labels == ["b2"]
