"""The pytest plugin, as tests of other people meet it: each test here runs pytest on a module of theirs."""

from __future__ import annotations

import json
import re
import shlex
import sys
from pathlib import Path

import pytest
from attached import LINES

import tracer
from tracer.findings import kept_findings
from tui import program

pytest_plugins = ["pytester"]
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="its shells quote otherwise")
PLUGIN = ("-p", "pytest_plyscope")
NODES = tracer.trace("tictactoe", "minimax", position="XOX/.O./...").counts.visited
ENGINE = f"""
LINES = {LINES!r}

def score(board):
    for a, b, c in LINES:
        if board[a] == board[b] == board[c] != ".":
            return 1 if board[a] == "X" else -1
    return None if "." in board else 0

def minimax(board, is_max, first=-9):
    result = score(board)
    if result is not None:
        return result
    best = first if is_max else 9
    for square in range(9):
        if board[square] == ".":
            child = board[:square] + "XO"[not is_max] + board[square + 1:]
            value = minimax(child, not is_max, first)
            best = max(best, value) if is_max else min(best, value)
    return best
"""
START = """
import pytest
from engine import minimax
START = "XOX.O...."
"""
TESTS = f"""{START}
def test_sound(record_search):
    with record_search(minimax, game="tictactoe") as recorded:
        minimax(START, True)
    recorded.assert_sound()
    recorded.assert_nodes("start", {NODES})
    recorded.assert_same_value_as("minimax")
    assert record_search.signature(lambda: minimax(START, True), minimax) == {NODES}

class TestSick:
    @pytest.mark.parametrize("board", ["OO.X.X..."])
    def test_lost(self, record_search, board):
        with record_search(minimax, game="tictactoe") as recorded:
            minimax(board, True, 0)
        recorded.assert_sound()

def test_known(record_search):
    with record_search(minimax, game="tictactoe") as recorded:
        minimax(START, True)
    recorded.assert_nodes("start")

def test_own_words(record_search):
    with record_search(minimax, game="tictactoe") as recorded:
        value = minimax(START, True)
    assert value == 7

@pytest.mark.xfail
def test_expected(record_search):
    with record_search(minimax):
        assert minimax(START, True) == 7

def test_plain():
    assert minimax(START, True) == 0
"""


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other plugin is loaded but those that are named."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")


@pytest.fixture
def folder(pytester: pytest.Pytester) -> Path:
    """A folder with an engine and its tests."""
    pytester.makepyfile(engine=ENGINE, test_engine_of_somebody=TESTS)
    return pytester.path


def commands(lines: list[str]) -> list[list[str]]:
    """The words of the commands that were printed."""
    return [shlex.split(line)[1:] for line in lines if re.match(r"plyscope (explore|why) ", line)]


def test_a_failing_test_prints_what_is_wrong_and_how_to_open_it(pytester, folder, capsys, monkeypatch):
    done = pytester.runpytest_inprocess(*PLUGIN)
    done.assert_outcomes(passed=2, failed=3, xfailed=1)
    kept = folder / ".pytest_cache" / "plyscope" / "test_engine_of_somebody.py"
    names = {path.name.partition("-")[0].removesuffix(".plyscope") for path in kept.iterdir()}
    assert names == {"TestSick.test_lost", "test_known", "test_own_words"}
    assert "plyscope" not in (folder / ".pytest_cache" / ".gitignore").read_text()  # all of it is left out
    printed = commands(done.outlines)
    assert [words[0] for words in printed] == ["explore", "why", "explore", "explore"]
    monkeypatch.chdir(folder)
    path = Path(printed[0][1])
    trace = tracer.load(path)
    (finding,) = [one for one in kept_findings(path, trace) if one.severity == "error"]
    assert (finding.disease, printed[1][2]) == ("best-initialised", f"#{finding.node}")
    done.stdout.fnmatch_lines([f"E *AssertionError: {finding.disease} in tictactoe*", f"E *{finding.place}*"])
    assert program.run(printed[1]) == 0
    assert capsys.readouterr().out
    assert tracer.load(printed[2][1]).counts.visited == NODES


def test_the_commands_name_a_game_that_no_file_may_run(pytester, monkeypatch, capsys):
    pytester.makepyfile(
        games="""
        class Take:
            def start(self): return 5, 1
            def turn(self, state): return state[1]
            def utility(self, state): return None if state[0] else -state[1]
            def moves(self, state): return [taken for taken in (1, 2) if taken <= state[0]]
            def play(self, state, taken): return state[0] - taken, -state[1]
        """,
        test_take="""
        import pytest
        def minimax(state, first=9):
            stones, turn = state
            if not stones:
                return -turn
            best = -first * turn
            for taken in (1, 2):
                if taken <= stones:
                    value = minimax((stones - taken, -turn), first)
                    best = max(best, value) if turn > 0 else min(best, value)
            return best
        OWN = "games.py:Take"
        @pytest.mark.parametrize(("game", "first"), [(OWN, 0), (OWN, 9), ("nim:5", 9), (None, 9)])
        def test_take(record_search, game, first):
            with record_search(minimax, game=game, state="state"):
                minimax((5, 1), first)
            raise AssertionError
        """,
    )
    done = pytester.runpytest_inprocess(*PLUGIN, "-p", "no:xdist")
    done.assert_outcomes(failed=4)
    own = ["--game", "games.py:Take"]
    printed = commands(done.outlines)
    assert [words[0] for words in printed] == ["explore", "why", "explore", "explore", "explore"]
    assert [words[-2:] == own for words in printed] == [True, True, True, False, False]
    monkeypatch.chdir(pytester.path)
    capsys.readouterr()
    assert program.run(printed[1]) == 0
    assert tracer.load(printed[0][1], printed[0][3]).game is not None
    assert tracer.load(printed[0][1]).game is None


def test_workers_of_xdist_keep_learn_and_write_as_one_process_does(pytester, folder):
    workers = ("-p", "xdist.plugin", "-n2")
    learned = pytester.runpytest_subprocess(*PLUGIN, *workers, "--plyscope-update", "--plyscope-html", "pages")
    learned.assert_outcomes(passed=3, failed=2, xfailed=1)
    assert json.loads((folder / "test_engine_of_somebody.nodes.json").read_text()) == {"test_known": {"start": NODES}}
    assert len(commands(learned.outlines)) == 3
    pages = sorted(path.name.partition("-")[0] for path in (folder / "pages" / "test_engine_of_somebody.py").iterdir())
    names = ["TestSick.test_lost", "test_expected.html", "test_known.html", "test_own_words.html", "test_sound.html"]
    assert pages == [*names[:4], "test_sound", "test_sound.html"]
    learned.stdout.fnmatch_lines(
        ["plyscope: wrote known numbers*test_engine_of_somebody.nodes.json", "plyscope: wrote 6 pages*"]
    )
    known = pytester.runpytest_subprocess(*PLUGIN, *workers, "-k", "known or sound")
    known.assert_outcomes(passed=2)
    kept = folder / ".pytest_cache" / "plyscope" / "test_engine_of_somebody.py"
    assert {path.name.partition("-")[0] for path in kept.iterdir()} == {"TestSick.test_lost", "test_own_words.plyscope"}
    assert "plyscope:" not in str(known.stdout)


def test_what_was_kept_goes_with_its_test_and_with_the_cache(pytester, folder):
    kept = folder / ".pytest_cache" / "plyscope" / "test_engine_of_somebody.py"
    pytester.runpytest_inprocess(*PLUGIN, "-k", "known or own_words").assert_outcomes(failed=2)
    assert len([*kept.iterdir()]) == 2
    (folder / "test_engine_of_somebody.nodes.json").write_text(
        json.dumps({"test_known": {"start": NODES}, "test_gone": {"a": 1}})
    )
    pytester.runpytest_inprocess(*PLUGIN, "-k", "known").assert_outcomes(passed=1)
    assert [path.name for path in kept.iterdir()] == ["test_own_words.plyscope"]
    pytester.runpytest_inprocess(*PLUGIN, "-k", "plain", "--cache-clear").assert_outcomes(passed=1)
    assert not kept.exists()


def test_what_was_wrong_with_a_recording_is_told_at_the_line_of_the_test(pytester):
    pytester.makepyfile("""
        def never():
            return 0
        def test_never(record_search):
            with record_search(never):
                pass
        def test_no_game(record_search):
            with record_search(never) as recorded:
                never()
            recorded.assert_same_value_as("minimax")
    """)
    done = pytester.runpytest_inprocess(*PLUGIN)
    done.assert_outcomes(failed=2)
    done.stdout.fnmatch_lines(
        ["E *PlyscopeError: never was never called*", "E *PlyscopeError: minimax searches a game*"]
    )
    assert not [line for line in done.outlines if re.match(r".*(attach\w*|recogn\w*|test\w*/[re]\w+)\.py:\d+", line)]


def test_numbers_of_a_failing_test_are_not_learned(pytester, folder):
    before = {"test_own_words": {"start": 5}, "test_sound": {"old": 6}}
    (folder / "test_engine_of_somebody.nodes.json").write_text(json.dumps(before))
    learned = pytester.runpytest_inprocess(*PLUGIN, "--plyscope-update", "-k", "known or own_words or sound")
    learned.assert_outcomes(passed=2, failed=1)
    after = {"test_known": {"start": NODES}, "test_own_words": {"start": 5}}
    assert json.loads((folder / "test_engine_of_somebody.nodes.json").read_text()) == after


def test_without_a_cache_nothing_is_kept(pytester, folder):
    done = pytester.runpytest_inprocess(*PLUGIN, "-p", "no:cacheprovider", "-k", "own_words")
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["traces are not kept without pytest's cache"])
    assert not (folder / ".pytest_cache").exists()


def test_nothing_is_imported_before_a_test_asks_for_it(pytester):
    pytester.makepyfile("""
        import sys
        def test_alone():
            assert "pytest_plyscope" in sys.modules
            assert not {"plyscope", "tracer", "viz", "tui", "numpy"} & set(sys.modules)
    """)
    pytester.runpytest_subprocess(*PLUGIN).assert_outcomes(passed=1)


def test_the_folder_of_somebody_else_called_tracer_is_named(pytester):
    (pytester.mkpydir("tracer") / "__init__.py").write_text("")
    pytester.makepyfile("def test_alone(record_search):\n    pass\n")
    done = pytester.runpytest_subprocess(*PLUGIN, "-p", "no:cacheprovider")
    done.assert_outcomes(errors=1)
    done.stdout.fnmatch_lines(["E *ImportError: *tracer/__init__.py would be imported in place of plyscope's own*"])


def test_a_tool_that_traces_changes_no_number_and_is_named(pytester, folder):
    pytester.makeconftest("""
        import sys, pytest
        @pytest.fixture(autouse=True)
        def trace():
            before, lines = sys.gettrace(), []
            def follow(frame, event, argument):
                if frame.f_code.co_name == "minimax" and event == "line":
                    lines.append(frame.f_lineno)
                return follow
            follow.__module__ = "somebody.tool"
            sys.settrace(follow)
            yield lines
            sys.settrace(before)
            assert len(lines) > 1_000
    """)
    done = pytester.runpytest_inprocess(*PLUGIN, "-k", "sound")
    done.assert_outcomes(passed=1)
    done.stdout.fnmatch_lines(["plyscope: somebody watched the recorded searches too*"])


def test_a_tool_that_leaves_no_hook_is_an_error_that_says_so(pytester, folder):
    pytester.makeconftest("""
        import sys, pytest
        @pytest.fixture(autouse=True)
        def hooked():
            monitoring = getattr(sys, "monitoring", None)
            if monitoring is None:
                sys.setprofile(lambda *event: None)
                yield
                sys.setprofile(None)
            else:
                free = [tool for tool in range(6) if monitoring.get_tool(tool) is None]
                for tool in free:
                    monitoring.use_tool_id(tool, "somebody")
                yield
                for tool in free:
                    monitoring.free_tool_id(tool)
    """)
    done = pytester.runpytest_inprocess(*PLUGIN, "-k", "sound")
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["E *PlyscopeError: * in use*"])
    assert "watched" not in str(done.stdout)


def test_a_page_that_cannot_be_written_fails_no_test(pytester, folder):
    (folder / "pages").write_text("")
    done = pytester.runpytest_inprocess(*PLUGIN, "-k", "sound", "--plyscope-html", "pages")
    done.assert_outcomes(passed=1)
    done.stdout.fnmatch_lines(["plyscope: no page test_sound.html: *"])
