"""Other people's games on the command line: traces of them, and what a spec may be."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from commands import plyscope

import tracer
from tracer import PlyscopeError


def run(words: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    return (plyscope(*words), *capsys.readouterr())


def test_a_trace_is_written_counted_and_opened_again(
    need: Callable[[str], None], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    need("chess")
    file = str(tmp_path / "chess.plyscope")
    assert run(["trace", "chess", "--depth", "2", "--position", "e4/e5", "-o", file], capsys)[0] == 0
    code, out, _ = run(["count", file], capsys)
    assert code == 0
    assert "pruned_nodes" in out.replace(" ", "_")
    picture = tmp_path / "chess.svg"
    assert run(["export", file, "-o", str(picture), "--show", "board"], capsys)[0] == 0
    assert "♟" in picture.read_text(encoding="utf-8")


def test_no_package_is_imported_unless_it_is_asked_for() -> None:
    code = (
        "import sys, tracer, tracer.games.adapters.game_adapters; tracer.trace([[1, 2], 3]); tracer.load; "
        "print(*sorted({name.partition('.')[0] for name in sys.modules} & {'chess', 'pyspiel', 'easyAI', 'scipy'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"


def test_a_users_module_may_be_called_almost_like_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mychess.py").write_text("import tracer\n\n\ndef game():\n    return tracer.game('nim:1,2')\n")
    monkeypatch.chdir(tmp_path)
    assert tracer.trace("mychess:game").value == 1
    with pytest.raises(PlyscopeError, match=r"unknown game 'chesss:game' \(did you mean chess\?\)"):
        tracer.game("chesss:game")


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("def game(): return 5", "game.py:game is no game: it has no start"),
        ("def game(): raise ValueError('no\\x1b')", "game.py:game raised ValueError: no␛"),
        ("game = 5", "game.py:game is no game: it has no start"),
        ("import no_such_module_at_all", "cannot import .*game.py: No module named 'no_such_module_at_all'"),
        ("1 / 0", "game.py:game raised ZeroDivisionError"),
        ("def (", "game.py:game raised SyntaxError"),
        ("", "game.py has no 'game'"),
    ],
)
def test_a_file_that_gives_no_game_is_refused_in_one_line(tmp_path: Path, source: str, problem: str) -> None:
    (tmp_path / "game.py").write_text(source)
    with pytest.raises(PlyscopeError, match=problem):
        tracer.game(f"{tmp_path}/game.py:game")


def test_a_file_without_the_functions_is_told_what_makes_a_game(tmp_path: Path) -> None:
    (tmp_path / "empty.py").write_text("")
    with pytest.raises(
        PlyscopeError, match=r"empty\.py has no functions start, .*; name the game in it: .*empty\.py:NAME"
    ):
        tracer.game(f"{tmp_path}/empty.py")
