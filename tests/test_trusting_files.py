"""Nothing that a file from elsewhere says makes code run, however it is spelt."""

from __future__ import annotations

import json
import os
import sys
from io import StringIO
from pathlib import Path

import pytest
from commands import plyscope

from tracer.errors import PlyscopeError
from tracer.games.registry import load_function
from tracer.playing.opponents import runs_code
from tracer.sweeping.cells import check_searches, count
from tracer.sweeping.study import read

EVALUATIONS = (
    "zero.py:foo",
    "rollouts.py:foo",
    "evaluate=rollouts:foo",
    "evaluate=rollouts.py:foo",
    "rollouts:9,own.py:foo",
    "rollouts:٣",
    "Zero:foo",
    "own:foo",
    "./own.py:foo",
    "evaluate=evaluate=rollouts::foo",
    "rollouts:1:foo",
    "zero,own.py:foo",
)
"""Of which none is built in."""
PLAYERS = (
    *(f"alphabeta:depth=2,evaluate={how}" for how in EVALUATIONS),
    *(f"alphabeta:evaluate = {how},depth=2" for how in EVALUATIONS),
    *(f"alphabeta:evaluate=zero,evaluate={how}" for how in EVALUATIONS),
    *(f"negascout:evaluate={how}" for how in EVALUATIONS),
    "own.py:foo",
    "own:foo,record",
    "alphabeta.py:foo",
    "human:foo",
    "uci:sh -c 'touch ran'",
)


@pytest.fixture(autouse=True)
def _code_that_tells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that say so when they are run, under every name that is tried."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", StringIO(""))
    for name in ("zero", "rollouts", "own", "evaluate=rollouts", "alphabeta", "human", "Zero", "zero,own"):
        Path(f"{name}.py").write_text("open('ran', 'w').close()\ndef foo(*a): return 0.0\n", encoding="utf-8")


def test_the_files_would_be_run() -> None:
    load_function("evaluate=rollouts.py:foo")
    assert Path("ran").exists()


@pytest.mark.parametrize("word", PLAYERS)
@pytest.mark.parametrize("side", ["max", "min"])
def test_no_player_of_a_file_is_code(word: str, side: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = {"format": "plyscope game 1", "game": "connect4:5,4,4", "position": None, "settings": {}, "moves": []}
    Path("g.json").write_text(
        json.dumps(said | {"sides": {"max": "alphabeta:depth=1"} | {side: word}}), encoding="utf-8"
    )
    assert plyscope("play", "g.json", "--plain") == 2
    assert "Traceback" not in capsys.readouterr().err
    assert not Path("ran").exists()


@pytest.mark.parametrize(
    "word", ["human", "random:3", "alphabeta:depth=2", "uct:evaluate=rollouts:20", "pvs:evaluate=zero"]
)
def test_what_runs_no_code_plays_on(word: str) -> None:
    assert not runs_code(word)


@pytest.mark.parametrize("spec", ["own.py:foo", "own:foo", "own.py", " own.py:foo", "tictactoe.py:foo"])
@pytest.mark.parametrize("command", ["play", "explore", "count"])
def test_no_game_of_a_file_is_code(spec: str, command: str) -> None:
    said = {"format": "plyscope game 1", "game": spec, "position": None, "sides": {}, "settings": {}, "moves": []}
    Path("g.json").write_text(json.dumps(said), encoding="utf-8")
    assert plyscope(command, "g.json") == 2
    assert not Path("ran").exists()


@pytest.mark.parametrize("how", EVALUATIONS)
def test_no_evaluation_of_a_study_is_code(how: str) -> None:
    search = f'[[search]]\nsearch = "alphabeta"\ndepth = 1\nevaluate = {json.dumps(how)}\n'
    text = f'[[game]]\ngame = "connect4:5,4,4"\n{search}'
    study = read(text, folder=os.curdir)
    count(study)
    with pytest.raises(PlyscopeError):
        check_searches(study)
    assert not Path("ran").exists()
