"""The explorer in a real terminal: tmux draws it, keys go in, the screen is read back."""

import os
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from patience import PATIENCE, PAUSE

ROOT = Path(__file__).parents[2]


class Terminal:
    """A shell in a tmux server of its own."""

    def __init__(self, width: int, height: int) -> None:
        self.server = f"plyscope-{uuid4().hex[:12]}"
        # A size in the environment would hold against every resizing.
        kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
        environment = {**kept, "TERM": "screen-256color", "LC_ALL": "C.UTF-8"}
        command = ["new-session", "-d", "-s", "it", "-x", str(width), "-y", str(height), "sh"]
        tmux = ["tmux", "-u", "-L", self.server, "-f", "/dev/null"]
        subprocess.run([*tmux, *command], check=True, cwd=ROOT, env=environment)

    def tmux(self, *words: str) -> str:
        done = subprocess.run(["tmux", "-u", "-L", self.server, *words], check=True, capture_output=True, text=True)
        return done.stdout

    def screen(self) -> str:
        return self.tmux("capture-pane", "-p", "-t", "it")

    def flags(self) -> str:
        """Alternate screen, mouse, cursor: 0 0 1 in a terminal as a shell wants it."""
        return self.tmux(
            "display-message", "-p", "-t", "it", "#{alternate_on} #{mouse_any_flag} #{cursor_flag}"
        ).strip()

    def press(self, *keys: str) -> None:
        self.tmux("send-keys", "-t", "it", *keys)

    def type(self, text: str) -> None:
        self.tmux("send-keys", "-t", "it", "-l", text)
        self.press("Enter")

    def explore(self, *words: str) -> None:
        self.type(f"{shlex.join([sys.executable, '-m', 'tui.cli', 'explore', *words])}; echo left with $?")

    def until(self, holds: Callable[[str], bool], what: str) -> str:
        """The screen as soon as a condition holds."""
        deadline = time.monotonic() + PATIENCE
        while not holds(shown := self.screen()):
            if time.monotonic() > deadline:
                pytest.fail(f"never saw {what}; the screen is\n{shown}")
            time.sleep(PAUSE)
        return shown

    def settled(self, text: str) -> str:
        """The screen with a text on it as soon as it does not change any more."""
        before = ""

        def same(screen: str) -> bool:
            nonlocal before
            before, last = screen, before
            return text in screen and screen == last

        return self.until(same, f"{text} at rest")

    def shows(self, *texts: str) -> str:
        return self.until(lambda screen: all(text in screen for text in texts), " and ".join(texts))

    def close(self) -> None:
        """End the server, and remove the socket that it leaves behind."""
        socket = Path(self.tmux("display-message", "-p", "#{socket_path}").strip())
        self.tmux("kill-server")
        socket.unlink(missing_ok=True)


@pytest.fixture
def terminal(need: Callable[[str], None]) -> Iterator[Callable[[int, int], Terminal]]:
    """Starts terminals; all are gone after the test."""
    need("tmux")
    started: list[Terminal] = []

    def start(width: int, height: int) -> Terminal:
        started.append(Terminal(width, height))
        return started[-1]

    yield start
    for one in started:
        one.close()


def test_a_hundred_steps_a_cutoff_back_and_out_at_eighty_columns(terminal):
    shell = terminal(80, 24)
    shell.explore("tictactoe")
    screen = shell.shows("step 0 of 43,523", "the root entered", "q quit")
    assert "❯◆▾ ▲ root" in screen
    shell.press("$")
    shell.shows("step 43,523 of 43,523", "the root returned 0")
    shell.press(*["Tab"] * 4)
    shell.shows("visited", "18,297", "6,930")
    shell.press("0")
    shell.shows("step 0 of 43,523", "not reached")
    shell.until(
        lambda shown: any(row.split()[:3] == ["visited", "1", "18,297"] for row in shown.splitlines()), "1 visit"
    )
    shell.press("Tab")
    screen = shell.shows("MAX to move; no move has been searched yet")
    for _ in range(10):
        shell.press(*"n" * 10)
    screen = shell.settled("step 103 of 43,523")
    assert screen.count("◆") >= 2
    shell.press("x")
    shell.until(lambda shown: "step 103 of" not in shown, "another step")
    screen = shell.shows("cutoff at", "✂")
    assert "cutoff: move" in screen
    shell.press("X")
    shell.until(lambda shown: "cutoff at" in shown and shown != screen, "the cutoff before")
    shell.press("b")
    shell.until(lambda shown: "◆ ✂" not in shown, "the step before the cutoff")
    shell.press("q")
    shell.shows("left with 0")
    assert shell.flags() == "0 0 1"
    assert "plyscope  tictactoe" not in shell.screen()
    shell.type("echo all is $((40 + 2))")
    shell.shows("all is 42")


def panel_of_the_step(screen: str) -> list[str]:
    """The lines of the panel beside the tree that tells of the step."""
    rows = screen.splitlines()
    first = next(place for place, row in enumerate(rows) if "─ this step─" in row)
    last = next(place for place, row in enumerate(rows) if "─ search─" in row)
    return [line for row in rows[first + 1 : last] if (line := row.rpartition("│")[2].strip())]


def test_every_step_of_the_textbook_tree_is_explained_word_for_word(terminal, golden):
    shell = terminal(120, 40)
    shell.explore("[[3,12,8],[2,4,6],[14,5,2]]")
    shell.shows("step 0 of 23", "q quit")
    shell.press("\\")
    told = []
    for step in range(24):
        screen = shell.settled(f"step {step} of 23")
        told += [*panel_of_the_step(screen), ""]
        if step == 12:
            # In the middle of the walk the terminal shrinks and grows again.
            shell.tmux("resize-window", "-t", "it", "-x", "80", "-y", "24")
            shell.until(lambda shown: "─ counts─" not in shown and "step 12 of 23" in shown, "the narrow screen")
            shell.tmux("resize-window", "-t", "it", "-x", "120", "-y", "40")
            assert panel_of_the_step(shell.settled("─ counts─")) == panel_of_the_step(screen)
        shell.press("n")
    golden("textbook-walk.txt", "\n".join(told))
    shell.shows("the end; n once more starts over", "step 23 of 23")
    shell.press("n")
    shell.shows("from the start again", "step 0 of 23")
    shell.press("q")
    shell.shows("left with 0")
    assert shell.flags() == "0 0 1"


def test_a_terminal_that_grows_while_it_runs_gets_the_panels_beside_the_tree(terminal):
    shell = terminal(80, 24)
    shell.explore("[[3,12,8],[2,4,6],[14,5,2]]")
    shell.shows("step 0 of 23", "q quit")
    shell.press("$")
    narrow = shell.shows("step 23 of 23", "q quit")
    assert "call stack" not in narrow
    shell.tmux("resize-window", "-t", "it", "-x", "200", "-y", "60")
    wide = shell.shows("call stack", "in the end", "q quit")
    assert any("node" in row and "window" in row and "this step" in row for row in wide.splitlines())
    shell.tmux("resize-window", "-t", "it", "-x", "80", "-y", "24")
    shell.until(lambda shown: "call stack" not in shown and "q quit" in shown, "the narrow screen again")
    shell.press("q")
    shell.shows("left with 0")
    assert shell.flags() == "0 0 1"
