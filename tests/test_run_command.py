"""`plyscope run`: a script is run as Python runs it, and the search in it recorded."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from attached import OWN_CODE

import tracer
from tui import cli

Run = Callable[..., tuple[int, str, str]]

SCRIPT = '''
"""A minimax on lists, which prints what it was given."""
import sys
from helper import NAME

def search(node, maximizing=True):
    if isinstance(node, int):
        return node
    values = [search(child, not maximizing) for child in node]
    return max(values) if maximizing else min(values)

if __name__ == "__main__":
    print(NAME, sys.argv[1:])
    for tree in ([[3, 12], [2, 4]], [[7], [9]], [1, 5, 6]):
        print("value", search(tree))
    if "fail" in sys.argv:
        def broken(node):
            raise ValueError("the script's own")
        search([[1, None], 2]) if "deep" in sys.argv else broken(0)
    if "leave" in sys.argv:
        sys.exit(int(sys.argv[-1]) if sys.argv[-1].isdigit() else "no more")
    if "stop" in sys.argv:
        raise KeyboardInterrupt
'''


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `plyscope run` in a folder beside the script's; gives exit code, stdout and stderr."""
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "script.py").write_text(SCRIPT)
    (tmp_path / "own" / "helper.py").write_text('NAME = "helped"')
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "helper", raising=False)

    def call(*words: str) -> tuple[int, str, str]:
        before = list(sys.path), list(sys.argv)
        with pytest.raises(SystemExit) as done:
            cli.main(["run", *words])
        assert (sys.path, sys.argv) == before
        out, err = capfd.readouterr()
        return int(done.value.code or 0), out, err

    return call


def test_a_script_is_recorded_and_its_output_goes_through(run: Run) -> None:
    code, out, err = run("own/script.py", "--attach", "search", "-o", "t.plyscope", "--", "a", "--debug", "-o")
    assert code == 0
    assert out.startswith("helped ['a', '--debug', '-o']\nvalue 3\nvalue 9\nvalue 6\nscript.py, search\n")
    assert err == (
        "plyscope: search: assumed that the position is node; values are MAX's; maximizing says who moves; "
        "no alpha and beta\npruned nodes need the game: --game package.module:name\n"
        "search 3 of 3; --search N takes another\nsaved to t.plyscope\n"
    )
    trace = tracer.load("t.plyscope")
    assert (trace.value, len(trace), trace.text(0)) == (6, 4, "156")


def test_one_of_several_searches_is_kept(run: Run) -> None:
    code, _, err = run("own/script.py", "--attach", "search", "--search", "1", "-o", "t.plyscope")
    assert (code, tracer.load("t.plyscope").value) == (0, 3)
    assert "search 1 of 3; --search N takes another" in err
    assert run("own/script.py", "--attach", "search", "--search", "4")[0::2] == (
        2, "plyscope: search: assumed that the position is node; values are MAX's; maximizing says who moves; "
        "no alpha and beta\nplyscope: --search 4: the script made 3\n",
    )  # fmt: skip


def test_an_example_with_a_game(run: Run) -> None:
    words = ("--attach", "max_value, min_value", "--root", "alpha_beta_search", "--game", "tictactoe")
    code, out, _ = run(str(OWN_CODE / "closures.py"), *words)
    assert code == 0
    assert out.startswith("X plays on square 0\ntictactoe, max_value, min_value\n")
    assert "18,297" in out
    assert "6,930" in out


def test_lambdas_and_elements(run: Run) -> None:
    words = ("--state", 'lambda frame: "".join(map("".join, frame["self"].board))', "--value", "0")
    turn = ("--turn", 'lambda frame: sum(row.count(".") for row in frame["self"].board) % 2 == 1')
    code, out, err = run(
        str(OWN_CODE / "board_class.py"),
        "--attach",
        "TicTacToe.max,TicTacToe.min",
        "--game",
        "tictactoe",
        *words,
        *turn,
    )
    assert (code, "6,930" in out) == (0, True)
    assert err == (
        "plyscope: TicTacToe.max, TicTacToe.min: assumed that the window is alpha, beta; values are MAX's\n"
        "not saved: -o FILE keeps it\n"
    )


def test_a_configuration_and_what_outdoes_it(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(
        '[attach]\nattach = ["minimax"]\ngame = "tictactoe"\nstate = "nothing"\n'
        'turn = "is_maximizing"\nvalue = "lambda v: v"\n'
    )
    script = str(OWN_CODE / "module_globals.py")
    code, out, _ = run(script, "--config", "a.toml", "--state", "board")
    assert (code, "18,297" in out) == (0, True)
    code, _, err = run(script, "--config", "a.toml")
    assert code == 2
    assert "plyscope: state='nothing': minimax has no variable 'nothing'" in err


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[attach]\nstat = 'board'", "a.toml: no option 'stat' (did you mean state?); there are: attach, root, state,"),
        ("[attach]\nstate = 3", "a.toml: state is a text, not 3"),
        ("[attach]\nattach = [1]", "a.toml: attach is a text, not [1]"),
        ("[attack]\nstate = 'board'", "a.toml has no table [attach]"),
        ("attach = 3", "a.toml has no table [attach]"),
        ("[attach", "a.toml is no TOML: "),
        ("\\xff", "a.toml is no TOML: "),
    ],
)
def test_a_configuration_that_is_wrong(run: Run, tmp_path: Path, text: str, problem: str) -> None:
    (tmp_path / "a.toml").write_text(text)
    code, _, err = run("own/script.py", "--config", "a.toml")
    assert (code, err.count("\n")) == (2, 1)
    assert err.startswith(f"plyscope: {problem}")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("own/script.py",), "--attach names the functions of the search: --attach max_value,min_value"),
        (("own/missing.py", "--attach", "x"), "there is no script own/missing.py"),
        (("own/script.py", "--attach", "x", "--config", "no.toml"), "cannot read no.toml: No such file or directory"),
        (("own/script.py", "--attach", "x", "--search", "0"), "--search counts from 1, the first search of the script"),
        (("own/script.py", "--attach", "x", "-o", "no/t.plyscope"), "cannot write no/t.plyscope: it is a folder, or"),
        (("own/script.py", "--attach", "x", "--state", "lambda frame"), "--state lambda frame: "),
        (("own/script.py", "--attach", "x", "--game", "chess9"), "chess9"),
    ],
)
def test_what_is_wrong_is_said_before_the_script_runs(run: Run, words: tuple[str, ...], problem: str) -> None:
    code, out, err = run(*words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert problem in err


def test_a_function_that_is_never_called(run: Run) -> None:
    code, out, err = run("own/script.py", "--attach", "serach")
    assert (code, out.count("value")) == (2, 3)
    assert "plyscope: serach was never called while it was to be recorded (did you mean search?)" in err


def test_an_exception_is_shown_as_python_shows_it_and_the_trace_saved(run: Run) -> None:
    code, out, err = run("own/script.py", "--attach", "search", "-o", "t.plyscope", "--", "fail")
    assert code == 1
    assert err.index("Traceback (most recent call last):\n") < err.index('  File "own/script.py", line ')
    assert "runpy" not in err
    assert "ValueError: the script's own\n" in err
    assert "saved to t.plyscope" in err
    assert tracer.load("t.plyscope").value == 6
    assert "script.py, search\n" in out


def test_an_exception_within_the_search_leaves_open_nodes(run: Run) -> None:
    code, _, err = run("own/script.py", "--attach", "search", "-o", "t.plyscope", "--", "fail", "deep")
    assert code == 1
    assert "TypeError: 'NoneType' object is not iterable\n" in err
    assert "search stopped by an exception\n" in err
    trace = tracer.load("t.plyscope")
    assert (trace.value, trace.unfinished, trace.header.stopped) == (None, 3, "by an exception")


@pytest.mark.parametrize(("word", "code", "told"), [("3", 3, ""), ("0", 0, ""), ("why", 1, "no more\n")])
def test_the_exit_code_is_the_scripts(run: Run, word: str, code: int, told: str) -> None:
    found, _, err = run("own/script.py", "--attach", "search", "-o", "t.plyscope", "--", "leave", word)
    assert found == code
    assert told in err
    assert err.endswith("saved to t.plyscope\n")


def test_ctrl_c_keeps_the_trace(run: Run) -> None:
    code, _, err = run("own/script.py", "--attach", "search", "-o", "t.plyscope", "--", "stop")
    assert code == 130
    assert err.endswith("plyscope: the script was interrupted; what was recorded is in t.plyscope\n")
    assert tracer.load("t.plyscope").value == 6


def test_a_script_that_goes_elsewhere_leaves_the_trace_where_it_was_asked_for(run: Run, tmp_path: Path) -> None:
    before = Path.cwd()
    (tmp_path / "own" / "far").mkdir()
    far = tmp_path / "own" / "away.py"
    far.write_text("import os\nos.chdir('own/far')\n" + (tmp_path / "own" / "script.py").read_text())
    code, _, err = run("own/away.py", "--attach", "search", "-o", "t.plyscope")
    assert (code, err.endswith("saved to t.plyscope\n")) == (0, True)
    assert (before / "t.plyscope").exists()


def test_an_error_of_syntax_is_shown(run: Run, tmp_path: Path) -> None:
    (tmp_path / "own" / "wrong.py").write_text("def search(:\n")
    code, _, err = run("own/wrong.py", "--attach", "search")
    assert code == 1
    assert "SyntaxError" in err
    assert err.endswith("no search was recorded\n")


def test_a_configuration_is_a_file_of_some_lines(run: Run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for where, problem in (
        ("/dev/zero", "a pipe or a device"),
        ("pipe", "a pipe or a device"),
        (".", "Is a directory"),
    ):
        code, out, err = run("own/script.py", "--config", where)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert problem in err
