"""`plyscope play` in plain lines: what is printed at each turn, what may be typed, how a game is kept, how it ends."""

import io
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from children import Children
from commands import plyscope
from patience import PATIENCE

import tracer
from tracer.playing.game_file import load

ROOT = Path(__file__).parent.parent
Play = Callable[..., tuple[int, str, str]]


@pytest.fixture
def play(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Plays in an empty folder with lines that are typed; gives exit code, stdout and stderr."""
    monkeypatch.chdir(tmp_path)

    def call(*words: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(
            sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed.split("|")) if typed else "")
        )
        return (plyscope("play", *words), *capsys.readouterr())

    return call


def test_two_searches_play_to_the_end_without_a_word(play: Play) -> None:
    code, out, err = play("tictactoe", "--max", "alphabeta", "--min", "alphabeta")
    assert (code, err) == (0, "")
    assert "▲ alphabeta plays a1: value 0, 18,297 nodes" in out
    assert out.endswith("the game is over after 9 moves: nobody wins, 0 for MAX\n")


def test_a_person_plays_against_a_search_and_is_told_all_there_is(play: Play) -> None:
    code, out, err = play("tictactoe", typed="b2")
    assert (code, err) == (0, "")
    assert "move 1: ▲ MAX to move, human\nlegal: a1 b1 c1 a2 b2 c2 a3 b3 c3\n" in out
    assert "\n...\n.X.\n...\nmove 2: ▼ MIN to move, alphabeta\n" in out
    assert "▼ alphabeta plays a1: value 0, " in out
    assert " nodes, " in out
    assert out.endswith("legal: b1 c1 a2 c2 a3 b3 c3\n")


def test_whoever_says_who_plays_max_plays_min(play: Play) -> None:
    _, out, _ = play("tictactoe", "--max", "alphabeta-memo")
    assert "▲ alphabeta-memo plays a1" in out
    assert "move 2: ▼ MIN to move, human" in out


def test_an_illegal_move_is_one_line_that_lists_the_legal_ones(play: Play) -> None:
    code, out, err = play("tictactoe", "-p", "XOX/OXO/...", typed="a1|zz|b3")
    assert (code, err) == (0, "")
    assert "'a1' is no legal move" in out
    assert out.count("there are: a3, b3, c3\n") == 2


def test_hints_come_when_asked_or_at_each_turn(play: Play) -> None:
    assert "hint:" not in play("tictactoe", typed="b2")[1]
    assert "hint: a1 (alphabeta): value 0, 18,297 nodes" in play("tictactoe", typed="h")[1]
    out = play("tictactoe", "--hint", "minimax", typed="b2")[1]
    assert out.count("hint: ") == 2
    assert "(minimax): value 0, 549,946 nodes" in out


def test_moves_are_taken_back_and_made_again_and_sides_change(play: Play) -> None:
    _, out, _ = play("tictactoe", typed="b2|undo|moves|redo|moves|swap")
    assert "took back: 0 of 2 moves" in out
    assert "no move was made yet" in out
    assert "made again: 2 of 2 moves" in out
    assert "1.b2 2.a1\n" in out
    assert "▲ MAX alphabeta · ▼ MIN human" in out
    assert "move 4: ▼ MIN to move, human" in out


def test_why_not_a_move_names_the_line_that_refutes_it(play: Play) -> None:
    _, out, _ = play("tictactoe", "-p", "X../.O./X..", "--min", "human", typed="why b1|why|why a1")
    assert "b1 is worth exactly 1, and a2 0, which is better for MIN." in out
    assert "b1 is answered by a2." in out
    assert "why not which move?" in out
    assert "'a1' was no legal move there" in out


def test_why_a_move_that_was_just_made_says_whose_it_is_and_what_a_search_says_of_it(play: Play) -> None:
    _, out, _ = play("tictactoe", "-p", "X../.O./X..", "--min", "human", "--max", "alphabeta", typed="b1|why b1|why B1")
    assert out.count("b1 was played, move 1 by human:\nb1 is worth exactly 1, and a2 0, which is better for MIN.") == 2
    _, out, _ = play("tictactoe", "-p", "X../.O./X..", "--min", "human", "--max", "alphabeta", typed="b1|why a2")
    assert "a2 was played, move 2 by alphabeta:\na2 is what it plays, worth 1." in out


def test_why_at_the_end_speaks_of_the_last_move_of_a_search_and_says_whose(play: Play) -> None:
    _, out, _ = play("tictactoe", "-p", "XX./OO./...", "--max", "alphabeta", "--min", "human", typed="why a3")
    assert "MAX wins" in out
    assert "why not, in the place of c1, move 1 by alphabeta:\n" in out


@pytest.mark.parametrize("word", ["Quit", "QUIT", "q", "Exit"])
def test_leaving_is_written_small_or_large(play: Play, word: str) -> None:
    _, out, _ = play("tictactoe", typed=f"{word}|b2")
    assert "no legal move" not in out
    assert "move 2" not in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--prefer", "fast", "--min", "dfpn"), "--prefer fast has no effect on dfpn"),
        (("--prefer", "fast", "--hint", "pns"), "--prefer fast has no effect on pns"),
        (("--ties", "random:3", "--min", "puct"), "--ties random:3 has no effect on puct"),
        (("--ties", "random:3", "--prefer", "fast", "--min", "alphabeta"), ""),
    ],
)
def test_what_has_no_effect_on_a_player_is_said(play: Play, words: tuple[str, ...], said: str) -> None:
    assert play("tictactoe", *words)[2] == (f"{said}\n" if said else "")


def test_what_was_expected_stands_beside_what_was_played(play: Play) -> None:
    _, out, _ = play("tictactoe", typed="b2|c3|expected")
    assert "expected a1 b1" in out
    assert "played was a1 c3" in out
    assert "MAX played c3, not b1" in out


def test_a_game_is_kept_and_goes_on(play: Play, tmp_path: Path) -> None:
    code, _, err = play("tictactoe", "-o", "g.plyscope", "--ties", "random:3", typed="b2")
    assert (code, err) == (0, "wrote g.plyscope\n")
    kept = load(tmp_path / "g.plyscope")
    assert len(kept.match.choices) == 2
    assert kept.settings.ties == "random:3"
    assert kept.match.choices[1].trace is not None
    code, out, err = play("g.plyscope", typed="moves|undo|save other.json")
    assert code == 0
    assert "1.b2 2." in out
    assert "wrote other.json" in out
    assert len(load(tmp_path / "other.json").match.choices) == 0


@pytest.mark.parametrize("name", ["g.plyscope", "g.json"])
def test_another_game_is_refused_as_the_file_of_this_one_before_and_while_it_is_played(
    play: Play, tmp_path: Path, name: str
) -> None:
    assert play("tictactoe", "-o", name, typed="b2")[0] == 0
    before = (tmp_path / name).read_bytes()
    code, out, err = play("tictactoe", "-o", name, typed="a1")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"{name} is there already: take another name, such as g-2" in err
    code, out, _ = play("tictactoe", typed=f"a1|save {name}|save other.json|save other.json")
    assert (code, out.count(f"{name} is there already"), out.count("wrote other.json")) == (0, 1, 2)
    assert (tmp_path / name).read_bytes() == before
    assert play(name, "-o", name, typed="c3")[0] == 0
    assert len(load(tmp_path / name).match.choices) == 4


def test_a_single_search_is_no_place_for_a_game(play: Play, tmp_path: Path) -> None:
    tracer.trace([3, 12]).save(tmp_path / "search.plyscope")
    before = (tmp_path / "search.plyscope").read_bytes()
    code, out, err = play("tictactoe", "-o", "search.plyscope", typed="b2")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "something else is there than a game" in err
    assert (tmp_path / "search.plyscope").read_bytes() == before


def _started(launch: Children, folder: Path) -> subprocess.Popen[str]:
    """A game that is played in lines, its first move and the reply to it made."""
    child = launch(
        sys.executable, "-m", "tui.cli", "play", "tictactoe", "--plain", "-o", "g.plyscope",
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write("b2\n")
    child.stdin.flush()
    while not (line := child.stdout.readline()).startswith("move 3"):
        assert line
    return child


def test_a_game_whose_program_is_killed_is_kept_to_its_last_move(launch: Children, tmp_path: Path) -> None:
    child = _started(launch, tmp_path)
    child.kill()
    child.wait(timeout=PATIENCE)
    assert load(tmp_path / "g.plyscope").match.labels == ["b2", "a1"]


def test_a_game_that_nobody_reads_any_more_is_played_on_and_kept(launch: Children, tmp_path: Path) -> None:
    child = _started(launch, tmp_path)
    assert child.stdin is not None
    assert child.stdout is not None
    assert child.stderr is not None
    child.stdout.close()
    child.stdin.write("b1\n")
    child.stdin.close()
    assert child.stderr.read() == "wrote g.plyscope\n"
    assert child.wait(timeout=PATIENCE) == 0
    assert load(tmp_path / "g.plyscope").match.labels == ["b2", "a1", "b1", "b3"]


def test_a_file_makes_nothing_run_by_naming_it(play: Play, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text("open('ran', 'w').close()\ndef f(game, state): return game.moves(state)[0]\n")
    assert play("tictactoe", "--min", "own.py:f", "-o", "g.plyscope", typed="b2")[0] == 0
    (tmp_path / "ran").unlink()
    code, out, err = play("g.plyscope")
    assert (code, out) == (2, "")
    assert "MIN is played by own.py:f, which would be run: say --min yourself" in err
    assert not (tmp_path / "ran").exists()
    assert play("g.plyscope", "--min", "own.py:f")[0] == 0


def test_a_player_who_fails_ends_the_game_with_one_line_and_it_is_kept(play: Play, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text("def f(position): return 'b2' if not any(position) else 1 / 0\n")
    code, _, err = play("tictactoe", "--max", "alphabeta-memo", "--min", "own.py:f", "-o", "g.json")
    assert code == 2
    assert err.count("\n") == 1
    assert "own.py:f raised" in err
    assert err.endswith("; wrote g.json\n")
    assert len(load(tmp_path / "g.json").match.choices) == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("tictactoe", "--ties", "last"), "ties is first or random:SEED"),
        (("tictactoe", "--time", "soon"), "a time is written as 2s"),
        (("tictactoe", "--time", "1s", "--min", "alphabeta"), "-a deepening does"),
        (("tictactoe", "--max", "nobody"), "nobody is called 'nobody'"),
        (("tictactoe", "--prefer", "slow"), "prefer is value or fast"),
        (("tictactoe", "--book", "none.json"), "none.json cannot be opened as a book"),
        (("tictactoe", "-p", "a1/a1"), "'a1' is no legal move"),
        (("tictactoe", "-o", "none/g.plyscope"), "its folder does not exist"),
        (("tictactoe", "-o", "g.pgn"), "PGN is for chess"),
        (("tictactoe", "-o", "g.txt"), "the suffix says how a game is kept"),
        (("pig:10", "--min", "alphabeta"), "expectiminimax does"),
        (("nogame",), "unknown game 'nogame'"),
    ],
)
def test_what_cannot_be_is_one_line_before_the_game_begins(play: Play, words: tuple[str, ...], said: str) -> None:
    code, out, err = play(*words)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_dice_fall_by_their_seed(play: Play) -> None:
    first = play("pig:10", "--max", "random:1", "--min", "random:2", "--seed", "4")
    again = play("pig:10", "--max", "random:1", "--min", "random:2", "--seed", "4")
    other = play("pig:10", "--max", "random:1", "--min", "random:2", "--seed", "5")
    assert first == again != other
    assert "● chance plays " in first[1]


@pytest.mark.parametrize("words", [(), ("-o", "g.plyscope")])
def test_ctrl_c_keeps_a_game_without_a_file_too(launch: Children, tmp_path: Path, words: tuple[str, ...]) -> None:
    child = launch(
        sys.executable, "-m", "tui.cli", "play", "tictactoe", "--plain", *words,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write("b2\n")
    child.stdin.flush()
    while not (line := child.stdout.readline()).startswith("move 3"):
        assert line
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=PATIENCE)
    assert child.returncode == 130
    assert "the game was interrupted" in err
    assert err.count("\n") == 1
    name = "g.plyscope" if words else "tictactoe.plyscope"
    assert f"wrote {name}" in err
    assert load(tmp_path / name).match.labels == ["b2", "a1"]
    if words:
        assert len(load(tmp_path / "g.plyscope").match.choices) == 2


@pytest.mark.parametrize("name", ["-", ".", "~/", "mine", "mine.plyscope", "nowhere/g.json"])
def test_a_file_that_cannot_keep_the_game_is_refused_before_it(play: Play, tmp_path: Path, name: str) -> None:
    (tmp_path / "mine.plyscope").write_text("a thesis")
    code, out, err = play("tictactoe", "--max", "random", "--min", "random", "-o", name)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.plyscope"]
    assert (tmp_path / "mine.plyscope").read_text() == "a thesis"


@pytest.mark.parametrize(("device", "status"), [("/dev/null", 0), ("/dev/full", 2)])
def test_a_device_is_written_into_and_said_where_it_cannot(
    play: Play, tmp_path: Path, device: str, status: int
) -> None:
    if not os.path.exists(device):  # noqa: PTH110
        pytest.skip(f"there is no {device}")
    code, out, err = play("tictactoe", "--max", "random", "--min", "random", "-o", device)
    assert code == status
    assert "the game is over" in out
    assert (f"wrote {device}" in err) == (not status)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("method", ["__eq__", "__repr__", "__str__", "__hash__"])
def test_what_a_function_returns_is_its_own_affair(play: Play, tmp_path: Path, method: str) -> None:
    (tmp_path / "own.py").write_text(
        f"class Odd:\n    def {method}(self, *others): raise SystemExit(7)\ndef f(position): return Odd()\n"
    )
    code, _, err = play("tictactoe", "--max", "own.py:f", "--min", "random")
    assert code == 2
    assert "own.py:f" in err
    assert "mistake of plyscope" not in err


def test_a_file_is_where_it_was_meant_though_a_function_goes_elsewhere(play: Play, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(
        "import os\ndef f(game, state):\n    os.chdir('/')\n    return game.moves(state)[0]\n"
    )
    code, _, err = play("tictactoe", "--max", "own.py:f", "--min", "random", "-o", "o.json")
    assert (code, err) == (0, "wrote o.json\n")
    assert load(tmp_path / "o.json").match.utility is not None
