"""Engines that play chess through UCI: one of Debian's, and some that die, hang, or play what is not legal."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from patience import wait_until

from tracer.errors import PlyscopeError
from tracer.games.rules import label
from tracer.playing import uci_engine
from tracer.playing.choice import Choice
from tracer.playing.game_file import load, save
from tracer.playing.match import Match
from tracer.playing.opponents import player_of
from tracer.playing.player import Player
from tracer.playing.settings import Settings

FAKE = """
import os, subprocess, sys, time
how, pids = sys.argv[1:]
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(300)"]) if how == "parent" else None
with open(pids, "a") as file:
    print(os.getpid(), file=file)
    if child is not None:
        print(child.pid, file=file)
if how == "mute":
    time.sleep(1000)
for line in sys.stdin:
    word = line.split(" ")[0].strip()
    if word == "uci":
        print("id name fake", "option name Style type string default solid", "uciok", sep="\\n", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        if how == "dies":
            os._exit(3)
        if how == "hangs":
            time.sleep(1000)
        huge = {"digits": "9" * 4000, "counts": 2**70}.get(how)
        score, nodes = "mate -2" if how == "mated" else f"cp {huge or -50}", huge or 1234
        print("info depth 3 score", score, "nodes", nodes, "pv e2e4 e7e5 g1f3", flush=True)
        print("bestmove", {"illegal": "e2e5", "nonsense": "castle", "none": "(none)"}.get(how, "e2e4"), flush=True)
    elif word == "quit" and how != "stays":
        break
"""


@pytest.fixture(autouse=True)
def _chess(need: Callable[[str], None], monkeypatch: pytest.MonkeyPatch) -> None:
    need("chess")
    monkeypatch.setattr(uci_engine, "ANSWER_SECONDS", 2.0)


class Fakes:
    """Starts fake engines, and knows the processes that were started."""

    def __init__(self, folder: Path) -> None:
        self._script, self._pids = folder / "fake.py", folder / "pids"
        self._script.write_text(FAKE)
        self.players: list[Player] = []

    def __call__(self, how: str, options: str = "time=200ms") -> Player:
        """One that behaves in a way."""
        word = f"uci:{sys.executable} {self._script} {how} {self._pids},{options}"
        player = player_of(word, "chess")
        assert player is not None
        self.players.append(player)
        return player

    def alive(self) -> list[int]:
        """The processes that run still."""
        known = map(int, self._pids.read_text().split()) if self._pids.exists() else ()
        return [pid for pid in known if _runs(pid)]

    def gone(self) -> bool:
        """Whether all have ended, soon."""
        return bool(wait_until(lambda: not self.alive(), "the engines end"))


def _runs(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return Path(f"/proc/{pid}").exists()
    return state != "Z"


@pytest.fixture
def fakes(tmp_path: Path) -> Iterator[Fakes]:
    """Fake engines; none is left after the test."""
    found = Fakes(tmp_path)
    yield found
    for player in found.players:
        player.close()


def test_its_score_its_nodes_and_its_line_are_the_choices(fakes: Fakes) -> None:
    match = Match("chess")
    player = fakes("good")
    choice = player.choose(match)
    assert choice is not None
    assert (label(match.game, choice.move), choice.value, choice.visited) == ("e4", -0.5, 1234)
    assert choice.line == ("e4", "e5", "Nf3")
    assert (choice.by, choice.trace) == (player.word, None)
    assert choice.seconds is not None
    assert len(fakes.alive()) == 1
    player.close()
    player.close()
    assert fakes.gone()


def test_a_mate_is_worth_what_the_game_says(fakes: Fakes) -> None:
    choice = fakes("mated").choose(Match("chess"))
    assert choice is not None
    assert (choice.value, choice.note, choice.depth) == (-1000, "mate in 2", None)


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("dies", r"the engine .* has died: .*exit code: 3"),
        ("hangs", "does not answer, and was ended"),
        ("mute", "does not answer, and was ended"),
        ("illegal", "illegal uci: 'e2e5'"),
        ("nonsense", "uci.*castle"),
        ("none", "played None, which is no legal move"),
    ],
)
def test_an_engine_that_fails_is_one_line_and_no_process_is_left(fakes: Fakes, how: str, said: str) -> None:
    player = fakes(how)
    with pytest.raises(PlyscopeError, match=said) as error:
        player.choose(Match("chess"))
    assert "\n" not in str(error.value)
    assert fakes.gone()


def test_one_that_dies_between_two_moves_has_died_when_it_is_asked_and_then_begins_again(fakes: Fakes) -> None:
    player = fakes("good")
    assert player.choose(Match("chess")) is not None
    os.kill(fakes.alive()[0], signal.SIGKILL)
    assert fakes.gone()
    wait_until(player._engine_process.returncode.done, "its end is known")  # type: ignore[attr-defined]
    with pytest.raises(PlyscopeError, match="has died since its last move: exit code -9"):
        player.choose(Match("chess"))
    assert player.choose(Match("chess")) is not None


@pytest.mark.parametrize("how", ["stays", "parent"])
def test_one_that_does_not_go_is_ended_and_so_is_what_it_has_started(fakes: Fakes, how: str) -> None:
    player = fakes(how)
    assert player.choose(Match("chess")) is not None
    assert len(fakes.alive()) == (2 if how == "parent" else 1)
    player.close()
    assert fakes.gone()


def test_an_engine_that_is_cancelled_chooses_nothing_and_may_be_asked_again(fakes: Fakes) -> None:
    player = fakes("hangs", "time=900s")
    assert player.choose(Match("chess"), lambda: True) is None
    assert fakes.gone()
    again = fakes("good")
    assert again.choose(Match("chess")) is not None


def test_its_options_are_its_own(fakes: Fakes) -> None:
    assert fakes("good", "depth=3,Style=wild, nodes=9").choose(Match("chess")) is not None
    assert fakes("good", "style=wild").choose(Match("chess")) is not None  # capitals do not matter


def test_an_option_that_it_has_not_is_refused_before_the_game(fakes: Fakes) -> None:
    with pytest.raises(PlyscopeError, match=r"has no option 'Stile' \(did you mean Style\?\).* there are: Style"):
        fakes("good", "Stile=wild")
    assert fakes.gone()


@pytest.mark.parametrize("executable", [False, True])
def test_a_file_in_the_current_folder_is_an_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, executable: bool
) -> None:
    (tmp_path / "mine.py").write_text(f"#!{sys.executable}\n{FAKE}")
    (tmp_path / "mine.py").chmod(0o755 if executable else 0o644)
    (tmp_path / "mine.txt").write_text("no engine")
    monkeypatch.chdir(tmp_path)
    player = player_of("uci:mine.py good pids,time=200ms", "chess")
    assert player is not None
    try:
        choice = player.choose(Match("chess"))
    finally:
        player.close()
    assert choice is not None
    with pytest.raises(PlyscopeError, match=r"mine\.txt is a file that cannot be run: make it executable"):
        player_of("uci:mine.txt", "chess")


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("uci:", "name the engine's program"),
        ("uci:there-is-no-such-engine", "there is no program there-is-no-such-engine"),
        ("uci:sh 'unclosed", "No closing quotation"),
        ("uci:sh,fast", "not 'fast'"),
        ("uci:sh,time=soon", "a time is written as"),
        ("uci:sh,depth=0", "whole number, 1 or more"),
        ("uci:sh,nodes=many", "whole number, 1 or more"),
    ],
)
def test_a_wrong_word_is_one_line(word: str, said: str) -> None:
    with pytest.raises(PlyscopeError, match=said):
        player_of(word, "chess")


def test_what_is_no_engine_has_died_when_it_is_asked() -> None:
    player = player_of("uci:true", "chess")
    assert player is not None
    with pytest.raises(PlyscopeError, match=r"has died|does not answer"):
        player.choose(Match("chess"))
    player.close()


def play(match: Match, players: list[Player], moves: int) -> None:
    """Some moves of a game between two."""
    for number in range(moves):
        if not match.legal:
            break
        choice = players[number % 2].choose(match)
        assert choice is not None
        match.play(choice)


def test_a_game_against_stockfish(need: Callable[[str], None]) -> None:
    need("stockfish")
    match = Match("chess")
    found: list[Any] = [
        player_of("alphabeta:depth=1", match.game),
        player_of("uci:stockfish,time=20s,nodes=3000", match.game, Settings()),
    ]
    try:
        play(match, found, 60)
    finally:
        for player in found:
            player.close()
    theirs: list[Choice] = [choice for choice in match.choices if choice.by.startswith("uci:")]
    assert len(theirs) >= 2
    assert all(choice.value is not None and choice.visited and choice.line for choice in theirs)
    assert all(choice.line[0] == match.label(number) for number, choice in enumerate(match.choices))
    last = theirs[-1].value
    assert last is not None
    assert last < 0, "a search of one ply is no match for it; Black is MIN"
    if not match.legal:
        assert match.utility is not None
        assert match.utility <= 0


def test_stockfish_finds_a_mate(need: Callable[[str], None]) -> None:
    need("stockfish")
    match = Match("chess", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    player = player_of("uci:stockfish,depth=6,Threads=1", match.game)
    assert player is not None
    try:
        choice = player.choose(match)
    finally:
        player.close()
    assert choice is not None
    assert (label(match.game, choice.move), choice.value, choice.note) == ("Ra8#", 1000, "mate in 1")


def test_the_time_that_an_engine_takes_to_start_is_not_that_of_its_first_move(
    fakes: Fakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, player = [0.0], fakes("good")
    monkeypatch.setattr(uci_engine, "perf_counter", lambda: now[0])
    start = player._get_engine  # type: ignore[attr-defined]

    def slowly() -> object:
        now[0] += 5
        return start()

    monkeypatch.setattr(player, "_get_engine", slowly)
    choice = player.choose(Match("chess"))
    assert choice is not None
    assert choice.seconds == 0


def test_a_score_is_told_with_the_depth_that_the_engine_says(fakes: Fakes) -> None:
    choice = fakes("good").choose(Match("chess"))
    assert choice is not None
    assert (choice.value, choice.depth) == (-0.5, 3)


def test_one_that_does_not_leave_is_not_waited_for(fakes: Fakes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its time to leave is no part of its time to answer."""
    player = fakes("stays")
    player.choose(Match("chess"))
    monkeypatch.setattr(uci_engine, "QUIT_SECONDS", 0.0)
    monkeypatch.setattr(player._engine_process, "timeout", 60.0)  # type: ignore[union-attr]
    player.close()
    assert fakes.gone()


@pytest.mark.parametrize("how", ["counts", "digits"])
def test_numbers_that_no_file_keeps_are_left_out(fakes: Fakes, how: str, tmp_path: Path) -> None:
    match = Match("chess")
    choice = fakes(how).choose(match)
    assert choice is not None
    assert (choice.value, choice.visited) == (None, None)
    match.play(choice)
    save(match, tmp_path / "g.json", sides={}, settings=Settings())
    assert load(tmp_path / "g.json").match.labels == ["e4"]
