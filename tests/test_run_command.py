"""`plyscope run`: a script is run as Python runs it, and the search in it recorded."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from attached import OWN_CODE
from commands import plyscope

import tracer

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
        status = plyscope("run", *words)
        assert (sys.path, sys.argv) == before
        return (status, *capfd.readouterr())

    return call


def test_a_script_is_recorded_and_its_output_goes_through(run: Run) -> None:
    code, out, err = run("own/script.py", "--attach", "search", "-o", "t.plyscope", "--", "a", "--debug", "-o")
    assert code == 0
    assert out.startswith("helped ['a', '--debug', '-o']\nvalue 3\nvalue 9\nvalue 6\nscript.py, search\n")
    assert err == (
        "plyscope: search: assumed that the position is node; values are MAX's; maximizing says who moves; "
        "no alpha and beta\nsaved to t-1.plyscope, t-2.plyscope, t-3.plyscope\n"
    )
    trace = tracer.load("t-3.plyscope")
    assert (trace.value, len(trace), trace.text(0)) == (6, 4, "1 5 6")


def table(out: str) -> list[list[str]]:
    """The rows of the table that is printed of several searches."""
    lines = out.splitlines()
    head = next(number for number, line in enumerate(lines) if line.startswith("search  value"))
    return [line.split() for line in lines[head + 1 :]]


@pytest.mark.parametrize("words", [(), ("-o", "t.plyscope")])
def test_each_search_has_a_row_with_its_own_counts(run: Run, words: tuple[str, ...]) -> None:
    code, out, err = run("own/script.py", "--attach", "search", *words)
    assert code == 0
    rows = [
        ["1", "3", "a1", "7", "4", "0", "0"],
        ["2", "9", "a2", "5", "2", "0", "0"],
        ["3", "6", "a3", "4", "3", "0", "0"],
    ]
    assert [row[:7] for row in table(out)] == rows
    assert all(float(seconds) >= 0 for *_, seconds in table(out))
    saved = (
        "saved to t-1.plyscope, t-2.plyscope, t-3.plyscope" if words else "not saved: -o FILE keeps them, a file each"
    )
    assert err.splitlines()[1:] == [saved]


def test_a_row_has_cutoffs_and_pruned_branches(run: Run, tmp_path: Path) -> None:
    (tmp_path / "twice.py").write_text(
        "from examples.own_code.module_globals import minimax\n" + "minimax(9, True, -1000, 1000)\n" * 2
    )
    (tmp_path / "examples").symlink_to(OWN_CODE.parent)
    for words in ((), ("-o", "t.plyscope")):
        code, out, _ = run("twice.py", "--attach", "minimax", "--game", "tictactoe", *words)
        assert code == 0
        assert [row[:7] for row in table(out)] == [
            [number, "0", "a1", "18,297", "7,330", "8,180", "6,930"] for number in ("1", "2")
        ]


def test_a_large_search_that_is_in_a_file_is_not_read_again(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.terminal.recorded_searches.MAX_NODES_COUNTED_AT_ONCE", 5)
    _, out, _ = run("own/script.py", "--attach", "search", "-o", "t.plyscope")
    assert [row[:7] for row in table(out)][:2] == [
        ["1", "3", "–", "7", "–", "–", "0"],
        ["2", "9", "a2", "5", "2", "0", "0"],
    ]


@pytest.mark.parametrize(
    ("which", "number", "value"), [("1", 1, 3), ("first", 1, 3), ("2", 2, 9), ("longest", 1, 3), ("3", 3, 6)]
)
@pytest.mark.parametrize("words", [(), ("-o", "t.plyscope")])
def test_one_of_several_searches_is_kept(
    run: Run, tmp_path: Path, which: str, number: int, value: float, words: tuple[str, ...]
) -> None:
    code, out, err = run("own/script.py", "--attach", "search", "--search", which, *words)
    assert code == 0
    assert f"\n{'value':<17}  {value:>6}\n" in out
    assert f"search {number} of 3; --search N, first, longest or all takes others\n" in err
    assert sorted(path.name for path in tmp_path.glob("*.plyscope")) == ["t.plyscope"] * bool(words)
    if words:
        assert tracer.load("t.plyscope").value == value


def test_a_search_that_was_not_made_cannot_be_kept(run: Run) -> None:
    assert run("own/script.py", "--attach", "search", "--search", "4")[0::2] == (
        2, "plyscope: search: assumed that the position is node; values are MAX's; maximizing says who moves; "
        "no alpha and beta\nplyscope: --search 4: the script made 3\n",
    )  # fmt: skip


MANY = """
def search(node):
    return node if isinstance(node, int) else max(map(search, node))

for number in range(150):
    search([number, 1])
"""


@pytest.mark.parametrize("words", [(), ("-o", "t.plyscope")])
def test_more_than_a_hundred_searches_fill_neither_disk_nor_table(
    run: Run, tmp_path: Path, words: tuple[str, ...]
) -> None:
    (tmp_path / "many.py").write_text(MANY)
    code, out, err = run("many.py", "--attach", "search", *words)
    *rows, rest = table(out)
    assert (code, len(rows)) == (0, 100)
    assert " ".join(rest) == "… and 50 more searches, which visited 150 nodes"
    assert "the first 100 searches are kept, and all others counted: --search N or longest keeps another\n" in err
    names = {path.name for path in tmp_path.glob("*.plyscope")}
    assert names == ({f"t-{number}.plyscope" for number in range(1, 101)} if words else set())
    assert ("saved to t-1.plyscope, t-2.plyscope … t-100.plyscope" in err) == bool(words)


def test_what_cannot_take_a_search_back_takes_the_first(run: Run) -> None:
    code, _, err = run("own/script.py", "--attach", "search", "-o", "/dev/null")
    assert (code, "search 1 of 3; /dev/null takes one, --search N another" in err) == (0, True)
    code, out, err = run("own/script.py", "--attach", "search", "-o", "/dev/null", "--search", "longest")
    assert (code, out) == (2, "")
    assert "--search longest needs a file: /dev/null cannot take back what was written" in err


def test_an_example_with_a_game(run: Run) -> None:
    words = ("--attach", "max_value, min_value", "--root", "alpha_beta_search", "--game", "tictactoe")
    code, out, _ = run(str(OWN_CODE / "closures.py"), *words)
    assert code == 0
    assert out.startswith("X plays on square 0\ntictactoe, max_value, min_value\n")
    assert "18,297" in out
    assert "6,930" in out


def test_a_lambda_names_functions_of_the_script(run: Run) -> None:
    Path("s.py").write_text(
        "import operator\n\ndef moves_of(node):\n    return [] if isinstance(node, int) else [*map(str, node)]\n\n"
        "def search(node, alpha, beta):\n    if isinstance(node, int):\n        return node\n    for child in node:\n"
        "        alpha = max(alpha, operator.neg(search(child, -beta, -alpha)))\n        if alpha >= beta:\n"
        "            break\n    return alpha\n\nsearch([[3, 5], [2, 9, 8]], -99, 99)\n"
    )
    words = ("s.py", "--attach", "search", "-o", "t.plyscope")
    assert run(*words, "--moves", 'lambda frame: moves_of(frame["node"])')[0] == 0
    assert tracer.load("t.plyscope").counts.pruned_branches == 2
    code, _, err = run(*words, "--moves", "lambda frame: moves_off(frame)")
    assert (code, "NameError" in err) == (2, True)


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
        (("own/missing.py", "--attach", "x"), "there is no script own/missing.py"),
        (("own/script.py", "--attach", "x", "--config", "no.toml"), "cannot read no.toml: No such file or directory"),
        (
            ("own/script.py", "--attach", "x", "--search", "0"),
            "--search is a number from 1 on, first, longest or all, not '0'",
        ),
        (("own/script.py", "--attach", "x", "--search", "last"), "first, longest or all, not 'last'"),
        (("--attach", "x"), "name a script, or a module with -m"),
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
    assert f'Traceback (most recent call last):\n  File "{Path("own/script.py").absolute()}", line ' in err
    assert "ValueError: the script's own\n" in err
    assert "saved to t-1.plyscope, t-2.plyscope, t-3.plyscope" in err
    assert tracer.load("t-3.plyscope").value == 6
    assert "script.py, search\n" in out


def test_an_exception_within_the_search_leaves_open_nodes(run: Run) -> None:
    code, _, err = run("own/script.py", "--attach", "search", "-o", "t.plyscope", "--", "fail", "deep")
    assert code == 1
    assert "TypeError: 'NoneType' object is not iterable\n" in err
    assert "search 4 stopped by an exception\nsaved to t-1.plyscope, t-2.plyscope … t-4.plyscope\n" in err
    trace = tracer.load("t-4.plyscope")
    assert (trace.value, trace.unfinished, trace.header.stopped) == (None, 3, "by an exception")


@pytest.mark.parametrize(("word", "code", "told"), [("3", 3, ""), ("0", 0, ""), ("why", 1, "no more\n")])
def test_the_exit_code_is_the_scripts(run: Run, word: str, code: int, told: str) -> None:
    found, _, err = run("own/script.py", "--attach", "search", "-o", "t.plyscope", "--", "leave", word)
    assert found == code
    assert told in err
    assert err.endswith("saved to t-1.plyscope, t-2.plyscope, t-3.plyscope\n")


def test_ctrl_c_keeps_the_trace(run: Run) -> None:
    code, _, err = run("own/script.py", "--attach", "search", "-o", "t.plyscope", "--", "stop")
    assert code == 130
    files = "t-1.plyscope, t-2.plyscope, t-3.plyscope"
    assert err.endswith(f"plyscope: the script was interrupted; what was recorded is in {files}\n")
    assert tracer.load("t-3.plyscope").value == 6


def test_a_script_that_goes_elsewhere_leaves_the_trace_where_it_was_asked_for(run: Run, tmp_path: Path) -> None:
    before = Path.cwd()
    (tmp_path / "own" / "far").mkdir()
    far = tmp_path / "own" / "away.py"
    far.write_text("import os\nos.chdir('own/far')\n" + (tmp_path / "own" / "script.py").read_text())
    code, _, err = run("own/away.py", "--attach", "search", "-o", "t.plyscope")
    assert (code, err.endswith("saved to t-1.plyscope, t-2.plyscope, t-3.plyscope\n")) == (0, True)
    assert sorted(path.name for path in before.glob("*.plyscope")) == [f"t-{number}.plyscope" for number in (1, 2, 3)]


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


LAST = '''
def search(node, top):
    """Returns the best value with the last move, or with none."""
    if isinstance(node, int):
        return node, None
    best = -99 if top else 99
    for move, child in enumerate(node):
        value, _ = search(child, not top)
        best = max(best, value) if top else min(best, value)
    return best, move if top else None

print(search([[3, 12, 8], [2, 4, 6], [3, 5, 4]], True))
'''


def test_no_move_is_called_best_of_which_nobody_knows_that_it_was_chosen(
    run: Run, capfd: pytest.CaptureFixture[str]
) -> None:
    Path("last.py").write_text(LAST)
    said = run("last.py", "-o", "last.plyscope")[1]
    for words in (("count", "last.plyscope"), ("why", "last.plyscope"), ("export", "last.plyscope", "-o", "x.dot")):
        assert plyscope(*words) == 0
        said += capfd.readouterr().out
    said += Path("x.dot").read_text()
    assert "(3, 2)" in said
    assert "… first found by" in said
    assert "first with this value" in said
    assert "best move" not in said
    assert "is best" not in said
