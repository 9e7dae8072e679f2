"""The screen that offers what can be explored, and what is remembered from one start to the next."""

from __future__ import annotations

import os
import shlex
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from children import Children
from screens import answer, fill, running, shown, text, until
from strategies import AIMA
from terminals import Terminal
from textual.pilot import Pilot

import tracer
from tracer.bookmarks import Bookmark, Bookmarks
from tracer.stepping.recorded_program import program_notes
from tui.app import ExplorerApp
from tui.screens.explorer import Explorer
from tui.screens.help import Help
from tui.screens.prompt import Prompt
from tui.screens.search_form import SearchForm
from tui.screens.start_screen import MAX_FILES_LISTED, TEXTBOOK, StartChoices, StartScreen
from tui.terminal.script_recording import choose_recording_file
from tui.terminal.trace_source import TraceRequest
from tui.terminal.user_state import FOLDER_VARIABLE, MAX_RECENT, STATE_FILE, UserState, load_user_state
from tui.widgets.hint_strips import Hints

BESIDE = """
import sys
board = [int(word) for word in sys.argv[1:]]
def best(left, mine):
    if not any(left):
        return -1 if mine else 1
    values = [best(left[:k] + [size - take] + left[k + 1:], not mine)
              for k, size in enumerate(left) for take in range(1, size + 1)]
    return max(values) if mine else min(values)
print("the best is", best(board, True))
"""


def lines(app: ExplorerApp) -> list[str]:
    """The names of the lines, without headings."""
    return [choice.name for choice in app.screen.query_one(StartChoices)._choices if choice is not None]


async def choose(pilot: Pilot[None], name: str) -> None:
    """Go to a line and press enter."""
    choices = pilot.app.screen.query_one(StartChoices)
    for _ in choices._choices:
        if choices.highlighted_choice is not None and choices.highlighted_choice.name == name:
            break
        await pilot.press("down")
    assert choices.highlighted_choice is not None
    assert choices.highlighted_choice.name == name
    await pilot.press("enter")


async def test_enter_explores_the_textbook_tree_from_its_first_step():
    app = ExplorerApp(None)
    async with running(app) as pilot:
        assert isinstance(app.screen, StartScreen)
        assert "❯ the textbook tree" in text(app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Explorer))
        assert app.browser.cursor.step == 0
        assert len(app.browser.trace) == 13
        await pilot.press("q")
        assert isinstance(app.screen, StartScreen)
        await pilot.press("escape")
        await until(pilot, lambda: app.return_code is not None)
    assert app.return_code == 0


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_each_game_is_explored_as_the_line_below_says(size):
    app = ExplorerApp(None)
    async with running(app, size) as pilot:
        await choose(pilot, "nim:1,3,5")
        await until(pilot, lambda: isinstance(app.screen, Explorer))
        assert app.browser.trace.counts.visited == 6_077
        await pilot.press("q")
        await choose(pilot, "connect4:5,4,4 --depth 8")
        await until(pilot, lambda: isinstance(app.screen, Explorer))
        assert app.browser.trace.header.depth == 8
        await pilot.press("q")
        if size[0] == 80:
            assert "the same: plyscope explore connect4:5,4,4 --depth=8" in text(app)


async def test_what_was_just_searched_begins_at_its_first_step_and_a_recording_at_its_last(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    tracer.trace(AIMA).save("t.plyscope")
    app = ExplorerApp(None)
    async with running(app) as pilot:
        await until(pilot, lambda: "t.plyscope" in lines(app))
        for line, step in (("nim:1,3,5", 0), ("t.plyscope", 23)):
            await choose(pilot, line)
            await until(pilot, lambda: isinstance(app.screen, Explorer))
            assert app.browser.cursor.step == step
            await pilot.press("q")
    for source, searched, step in (("nim:1,3,5", False, 0), ("t.plyscope", False, None), ("t.plyscope", True, 0)):
        assert TraceRequest(source, is_just_searched=searched).step == step


async def test_a_question_mark_shows_the_help_here_too_first_the_keys_of_this_screen():
    app = ExplorerApp(None)
    async with running(app) as pilot:
        await pilot.press("question_mark")
        assert isinstance(app.screen, Help)
        said = text(app)
        assert said.index("⏎           explore") < said.index("o           options") < said.index("one step on")
        await pilot.press("question_mark")
        assert isinstance(app.screen, StartScreen)


async def test_the_mouse_chooses_too():
    app = ExplorerApp(None)
    async with running(app) as pilot:
        await pilot.click(StartChoices, offset=(5, 4))
        await until(pilot, lambda: isinstance(app.screen, Explorer) and app.screen.is_mounted)
        assert app.browser.trace.header.game == "tictactoe"


async def test_options_are_those_of_the_line_in_hand():
    app = ExplorerApp(None)
    async with running(app) as pilot:
        await pilot.press("down", "down", "down", "down", "o")
        form = app.screen
        assert isinstance(form, SearchForm)
        assert form._read_request().source == "connect4:5,4,4"
        assert form._read_request().options.depth == 8
        await pilot.press("escape")
        assert isinstance(app.screen, StartScreen)
        await choose(pilot, "any search or file …")
        assert isinstance(app.screen, SearchForm)


async def test_recordings_of_this_folder_and_recent_ones_are_listed(tmp_path, monkeypatch):
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    for place, name in enumerate(("old.plyscope", "new.plyscope", "[b]x\x1b.plyscope")):
        tracer.trace(AIMA).save(name)
        os.utime(name, (place, place))
    tracer.trace(AIMA).save(tmp_path / "elsewhere.plyscope")
    (tmp_path / "text.plyscope").write_text("no recording any more")
    memory = UserState(tmp_path / "config")
    for path in ("gone.plyscope", "here/new.plyscope", "elsewhere.plyscope", "text.plyscope"):
        memory.add_recent_file(str(tmp_path / path))
    app = ExplorerApp(None, memory=memory)
    async with running(app) as pilot:
        await until(pilot, lambda: "elsewhere.plyscope" in lines(app))
        listed = lines(app)
        assert listed[-4:] == ["[b]x\x1b.plyscope", "new.plyscope", "old.plyscope", "elsewhere.plyscope"]
        assert "[b]x␛.plyscope" in text(app)
        await choose(pilot, "new.plyscope")
        await until(pilot, lambda: isinstance(app.screen, Explorer))
        assert memory.recent_files[0] == folder / "new.plyscope"


async def test_of_many_recordings_the_newest_are_listed_and_the_rest_counted(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for number in range(MAX_FILES_LISTED + 3):
        (tmp_path / f"{number:03}.plyscope").touch()
        os.utime(tmp_path / f"{number:03}.plyscope", (number, number))
    app = ExplorerApp(None)
    async with running(app, (80, 90)) as pilot:
        await until(pilot, lambda: f"{MAX_FILES_LISTED} newest of {MAX_FILES_LISTED + 3}" in text(app))
        assert lines(app)[-1] == "003.plyscope"


async def test_a_file_that_is_no_recording_is_answered_and_the_screen_stays(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.plyscope").write_text("nothing of the kind")
    app = ExplorerApp(None)
    async with running(app) as pilot:
        await until(pilot, lambda: "x.plyscope" in lines(app))
        await choose(pilot, "x.plyscope")
        await until(pilot, lambda: any("no trace file" in note.message for note in app._notifications))
        await until(pilot, lambda: isinstance(app.screen, StartScreen))


async def test_a_tree_is_typed():
    app = ExplorerApp(None)
    async with running(app) as pilot:
        await choose(pilot, "type a tree …")
        assert isinstance(app.screen, Prompt)
        await fill(pilot, "[[5,[1]],[2")
        await pilot.press("enter")
        assert isinstance(app.screen, Prompt)
        await fill(pilot, "[[5,[1]],[2]]")
        assert answer(app) == "enter explores it"
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Explorer))
        assert app.browser.trace.header.game == "[[5,[1]],[2]]"


async def test_a_script_is_asked_for_and_the_screen_is_left(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my search.py").write_text(BESIDE)
    app = ExplorerApp(None)
    async with running(app) as pilot:
        await choose(pilot, "record my script …")
        await fill(pilot, "none.py")
        assert answer(app) == "there is no file none.py"
        await fill(pilot, "'my search.py' 1 2")
        await pilot.press("enter")
        await until(pilot, lambda: app.return_code is not None)
    assert app.script == ["my search.py", "1", "2"]


def test_a_script_is_run_recorded_and_explored(
    launch: Children, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "nim.py").write_text(BESIDE)
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    command = (sys.executable, "-m", "tui.cli")
    terminal = Terminal(launch, "explore", command=command, cwd=tmp_path)
    terminal.shows(b"textbook")
    os.write(terminal.leader, b"\x1b[F" + b"\x1b[A")
    terminal.shows("❯ record my script".encode())
    for keys, said in ((b"\r", b"with its arguments"), (b"nim.py 1 2", b"runs nim.py"), (b"\r", b"the best is")):
        os.write(terminal.leader, keys)
        terminal.shows(said)
    terminal.shows(b"nim.plyscope")
    terminal.shows(b" back")
    os.write(terminal.leader, b"q")  # back to the first screen, from which one goes on
    terminal.shows(b" quit")
    os.write(terminal.leader, b"q")
    assert terminal.ends() == 0
    terminal.close()
    assert tracer.load(tmp_path / "nim.plyscope").value is not None


def test_another_try_of_a_script_takes_the_file_of_the_one_before(tmp_path, monkeypatch):
    """But not where somebody added something to it, or it is of another script."""
    monkeypatch.chdir(tmp_path)
    for name in ("nim.py", "other.py"):
        Path(name).write_text(BESIDE)
    assert choose_recording_file("nim.py", ["1"]) == "nim.plyscope"
    trace = tracer.trace(AIMA)
    trace.with_columns(trace.columns, replace(trace.header, notes=program_notes("nim.py", ["1"]))).save("nim.plyscope")
    assert choose_recording_file("nim.py", ["1"]) == "nim.plyscope"
    assert choose_recording_file("nim.py", ["2"]) == "nim-2.plyscope"
    Path("other.plyscope").write_bytes(Path("nim.plyscope").read_bytes())
    assert choose_recording_file("other.py", ["1"]) == "other-2.plyscope"
    Bookmarks(tracer.load("nim.plyscope"), "nim.plyscope").add(Bookmark("here", 3, 2))
    assert choose_recording_file("nim.py", ["1"]) == "nim-2.plyscope"


def test_a_script_that_searches_nothing_leads_back_with_the_reason_and_the_remedy(
    launch: Children, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "fac.py").write_text("def fac(n):\n    return 1 if n < 2 else n * fac(n - 1)\n\n\nfac(5)\n")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    terminal = Terminal(launch, "explore", command=(sys.executable, "-m", "tui.cli"), cwd=tmp_path)
    terminal.shows(b"textbook")
    os.write(terminal.leader, b"\x1b[F" + b"\x1b[A")
    terminal.shows("❯ record my script".encode())
    for keys, said in ((b"\r", b"with its arguments"), (b"fac.py", b"runs fac.py"), (b"\r", b"recorded no search")):
        os.write(terminal.leader, keys)
        terminal.shows(said)
    terminal.shows(b"fac.py recorded no search: fac calls itself")
    terminal.shows(b"plyscope run --attach")
    terminal.shows(b"a tour")
    os.write(terminal.leader, b"q")
    assert terminal.ends() == 0
    terminal.close()


def test_it_is_drawn_on_the_terminal_wherever_errors_go(
    launch: Children, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    command = ("sh", "-c", f"{shlex.quote(sys.executable)} -m tui.cli explore tictactoe --depth 1 2>err.log")
    terminal = Terminal(launch, command=command, cwd=tmp_path)
    terminal.shows(b" quit")
    os.write(terminal.leader, b"q")
    assert terminal.ends() == 0
    terminal.close()
    assert (tmp_path / "err.log").read_bytes() == b""


def test_the_first_start_explains_the_signs_until_escape(tmp_path: Path) -> None:
    memory = UserState(tmp_path / "made" / "for it")
    assert not memory.is_explained
    memory.mark_explained()
    assert UserState(tmp_path / "made" / "for it").is_explained


async def test_the_strip_is_there_until_escape_and_for_good(tmp_path):
    app = ExplorerApp(tracer.trace(AIMA), "AIMA", memory=UserState(tmp_path))
    async with running(app) as pilot:
        assert all(words in text(app) for words in ("x next cutoff", "T picture", "esc hides this"))
        await pilot.resize_terminal(80, 40)
        await pilot.pause()
        assert "✂ cutoff" in text(app), "where there is room for it"
        await pilot.press("0", "space", "escape")
        assert app.screen.query(Hints), "escape pauses first"
        await pilot.press("escape")
        await until(pilot, lambda: not app.screen.query(Hints))
    second = ExplorerApp(tracer.trace(AIMA), "AIMA", memory=UserState(tmp_path))
    async with running(second):
        assert not second.screen.query(Hints)


@pytest.mark.parametrize("size", [(40, 12), (20, 8), (200, 60)])
async def test_the_strip_always_says_how_to_get_rid_of_it(tmp_path, size):
    app = ExplorerApp(tracer.trace(AIMA), "AIMA", memory=UserState(tmp_path))
    async with running(app, size) as pilot:
        assert "esc hides this" in text(app)
        await pilot.click(Hints)
        await until(pilot, lambda: not app.screen.query(Hints))
    assert UserState(tmp_path).is_explained


async def test_without_a_memory_nothing_is_explained():
    app = shown(AIMA)
    async with running(app):
        assert not app.screen.query(Hints)


@pytest.mark.parametrize(
    "content",
    [b"", b"no json", b"[1]", b"{" * 9_999, b'{"recent": 3, "explained": "x"}', b'{"recent": [3, "\\u0000"]}', b"\xff"],
)
def test_whatever_stands_in_the_file_is_no_error(tmp_path: Path, content: bytes) -> None:
    (tmp_path / STATE_FILE).write_bytes(content)
    memory = UserState(tmp_path)
    assert not memory.is_explained
    assert memory.recent_files == []
    tracer.trace(AIMA).save(tmp_path / "t.plyscope")
    memory.add_recent_file(str(tmp_path / "t.plyscope"))
    assert UserState(tmp_path).recent_files == [tmp_path / "t.plyscope"]


def test_where_nothing_can_be_written_nothing_is_said(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    os.mkfifo(tmp_path / STATE_FILE)
    for folder in (tmp_path / "file", tmp_path / "file" / "below", Path("/proc/nowhere")):
        memory = UserState(folder)
        memory.add_recent_file("t.plyscope")
        memory.mark_explained()
        assert memory.is_explained, "for this start"
        assert not UserState(folder).is_explained
    assert not UserState(tmp_path).is_explained, "a pipe is not waited for"
    assert capfd.readouterr() == ("", "")


def test_so_many_recordings_are_remembered_each_once(tmp_path: Path) -> None:
    memory = UserState(tmp_path)
    for number in [*range(MAX_RECENT + 5), 3]:
        (tmp_path / f"{number}.plyscope").touch()
        memory.add_recent_file(str(tmp_path / f"{number}.plyscope"))
    names = [int(path.stem) for path in memory.recent_files]
    assert names == [3, *(number for number in range(MAX_RECENT + 4, 0, -1) if number != 3)][:MAX_RECENT]


def test_the_folder_is_that_of_the_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(FOLDER_VARIABLE)
    monkeypatch.setenv("HOME", str(tmp_path))
    for base, folder in (
        (str(tmp_path / "c"), tmp_path / "c" / "plyscope"),
        ("relative", tmp_path / ".config" / "plyscope"),
        ("", tmp_path / ".config" / "plyscope"),
    ):
        monkeypatch.setenv("XDG_CONFIG_HOME", base)
        load_user_state().mark_explained()
        assert (folder / STATE_FILE).exists()
    monkeypatch.setenv(FOLDER_VARIABLE, "")
    assert load_user_state().is_explained

    def nobody() -> Path:
        raise RuntimeError("no home")

    monkeypatch.delenv(FOLDER_VARIABLE)
    monkeypatch.setattr(Path, "home", nobody)
    assert load_user_state().is_explained


def test_the_command_below_explores_the_same() -> None:
    app = ExplorerApp(None)
    assert isinstance(app.get_default_screen(), StartScreen)
    assert shlex.split(f"plyscope explore {shlex.quote(TEXTBOOK)}")[-1] == TEXTBOOK
