"""What is on the screen, taken elsewhere: the clipboard, pictures, diagrams."""

import json
import os
import re
from pathlib import Path

import pytest
from screens import HOSTILE, answer, ask, fill, notice, running, shown, told
from strategies import AIMA
from textual.widgets import Input

import viz
from tui.screens.ask import Ask
from tui.screens.explorer import Explorer
from tui.screens.prompt import Prompt


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def copied(monkeypatch):
    """What apps copy to the clipboard."""
    found: list[str] = []
    monkeypatch.setattr("tui.app.ExplorerApp.copy_to_clipboard", lambda _, text: found.append(text))
    return found


def drawn(path: Path) -> set[int]:
    """The nodes of a DOT file, the stubs of what is folded left out."""
    return {int(node) for node in re.findall(r"^\s*n(\d+) \[", path.read_text(encoding="utf-8"), re.MULTILINE)}


async def test_the_path_and_the_position_are_copied(copied):
    app = shown()
    async with running(app) as pilot:
        await pilot.press("y")
        app.browser.select(3)
        await pilot.press("y", "Y")
        assert copied == ["", "a1/b1/c1", "XOX\n...\n..."]
        assert told(app) == [
            "path copied: the root, an empty path",
            "path copied: a1/b1/c1",
            "position copied: XOX / ... / ...",
        ]


async def test_a_trace_without_a_game_has_no_position_to_copy(copied):
    app = shown(AIMA)
    async with running(app) as pilot:
        app.browser.trace.game = None
        await pilot.press("Y")
        assert copied == []
        assert "game" in notice(app)


async def test_what_is_copied_cannot_act_in_the_terminal_it_is_pasted_into(copied):
    app = shown(json.dumps({"children": {label: {"value": 1} for label in HOSTILE}}))
    async with running(app) as pilot:
        for node in range(1, len(HOSTILE) + 1):
            app.browser.select(node)
            await pilot.press("y")
        app.browser.trace.game.show = lambda _: "a\x1b]0;b\x07\nc"
        await pilot.press("Y")
        assert copied[0] == HOSTILE[0]
        assert copied[-1] == "a␛]0;b␇\nc"
        assert all(character not in text for text in copied for character in "\x1b\x07\u202e")


async def test_the_screen_is_written_as_a_picture_and_never_over_another(folder):
    app = shown(AIMA)
    async with running(app) as pilot:
        await pilot.press("ctrl+s", "0", "ctrl+s")
        pictures = [folder / "plyscope-screen.svg", folder / "plyscope-screen-2.svg"]
        assert "of&#160;23" in pictures[0].read_text()
        assert pictures[0].read_text() != pictures[1].read_text()
        assert told(app) == [f"the screen is in {path.name}" for path in pictures]


async def test_a_picture_that_cannot_be_written_is_answered(monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    app = shown(AIMA)
    async with running(app) as pilot:
        monkeypatch.setattr(Path, "write_text", full)
        await pilot.press("ctrl+s")
        assert notice(app) == "cannot write plyscope-screen.svg: No space left on device"


async def test_a_diagram_has_the_nodes_of_the_rows_and_no_others(folder):
    app = shown()
    async with running(app) as pilot:
        app.browser.tree.expand_to(2)
        app.browser.select(1)
        app.browser.tree.collapse_siblings()
        await ask(pilot, "ctrl+e", "tree.dot")
        assert isinstance(app.screen, Explorer)
        assert told(app) == ["wrote tree.dot"]
        assert drawn(folder / "tree.dot") == set(app.browser.drawable_nodes())


async def test_filters_order_and_another_root_shape_the_diagram_too(folder):
    app = shown(AIMA)
    async with running(app):
        for arrange, rows in (
            ("tree.next_order", 13),
            ("tree.toggle_cutoffs", 7),
            ("tree.toggle_pruned", 5),
            ("tree.show_all", 13),
            ("tree.reroot", 4),
        ):
            app.browser.select(5)
            app.browser.run_action(arrange)
            app.screen.writer.diagram(f"{arrange}.dot")
            expected = {app.browser.rows.node_in_row(row) for row in range(len(app.browser.rows))}
            assert drawn(folder / f"{arrange}.dot") == expected
            assert len(expected) == rows


async def test_a_picture_is_offered_first_and_the_name_is_judged_while_it_is_typed(folder):
    (folder / "there.svg").write_text("")
    app = shown(AIMA)
    async with running(app) as pilot:
        await pilot.press("ctrl+e")
        assert app.screen.query_one(Input).value == "tree.svg"
        for typed, said in (
            ("tree.svg", "the same folding, the same root"),
            ("there.svg", "replaces the file that is there"),
            ("tree", "does not tell the format"),
            ("tree.xyz", "no format for '.xyz' files"),
            ("t.csv", "csv is not the tree as it is shown: give svg, png, pdf, dot, tex, mmd, md, or html"),
            ("t.gif", "gif is not the tree as it is shown"),
            ("t.html", "a page to step through, that begins here"),
            ("[/].zz\x1b", "'.zz␛'"),
        ):
            await fill(pilot, typed)
            assert said in answer(app), typed
        await fill(pilot, "t.csv")
        await pilot.press("enter")
        assert isinstance(app.screen, Prompt)
        await pilot.press("escape")
        assert sorted(path.name for path in folder.iterdir()) == ["there.svg"]


async def test_a_page_begins_at_the_step_of_the_explorer(folder):
    app = shown(AIMA)
    async with running(app) as pilot:
        app.browser.cursor.go_to_step(0)
        app.browser.run_action("time.step_forward")
        await ask(pilot, "ctrl+e", "tree.html")
        assert (folder / "tree.html").read_text() == viz.to_html(app.browser.trace, step=1)


async def test_a_diagram_that_cannot_be_written_is_answered():
    app = shown(AIMA)
    async with running(app) as pilot:
        await ask(pilot, "ctrl+e", "no/such/folder/tree.dot")
        assert "cannot write no/such/folder/tree.dot: there is no folder no/such/folder" in notice(app)


@pytest.mark.parametrize(("key", "name"), [("ctrl+e", "pipe.svg"), ("ctrl+w", "pipe.plyscope")])
async def test_a_pipe_is_refused_and_not_waited_for(folder, key, name):
    os.mkfifo(folder / name)
    app = shown(AIMA)
    async with running(app) as pilot:
        await ask(pilot, key, name)
        assert notice(app) == f"{name} is a pipe or a device: take the name of a file"
        assert (folder / name).is_fifo()


async def test_more_rows_than_can_be_drawn_are_refused_with_what_to_do(folder):
    app = shown()
    async with running(app) as pilot:
        app.browser.tree.expand_all()
        await ask(pilot, "ctrl+e", "tree.dot")
        assert "25,227 rows are too many for a diagram: fold some" in notice(app)
        assert not list(folder.iterdir())


async def test_a_session_in_a_browser_writes_and_starts_nothing(folder):
    app = shown(AIMA, served=True)
    async with running(app) as pilot:
        for key, what in (("ctrl+e", "writes no files"), ("ctrl+s", "writes no files"), ("ctrl+n", "starts no other")):
            await pilot.press(key)
            assert isinstance(app.screen, Explorer)
            assert what in notice(app)
        assert not list(folder.iterdir())


def test_every_drawing_can_hold_what_is_shown():
    for suffix in ("svg", "png", "pdf", "dot", "gv"):
        assert Ask._judge_file(f"x.{suffix}").is_acceptable
