"""A signal ends the command as Ctrl-C does: nothing is lost, and the terminal is left as it was."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from children import Children
from patience import PATIENCE, wait_until
from strategies import AIMA
from terminals import COMMAND, Terminal

import tracer
from tui.terminal.shutdown import divert_signals, handle_shutdown_signals

ENTER, LEAVE = b"\x1b[?1049h", (b"\x1b[?1049l", b"\x1b[?1000l", b"\x1b[?1003l", b"\x1b[?1006l", b"\x1b[?25h")
"""The alternate screen; and what undoes it, the reports of the mouse and the hidden cursor."""


@pytest.fixture
def explorer(launch: Children) -> Iterator[Terminal]:
    """The explorer at work."""
    terminal = Terminal(launch, "explore", str(AIMA))
    terminal.shows(b" quit")
    yield terminal
    terminal.close()


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)])
def test_a_signal_ends_the_explorer_and_leaves_the_terminal_as_it_was(
    explorer: Terminal, number: int, status: int
) -> None:
    assert ENTER in explorer.text
    before = len(explorer.text)
    explorer.command.send_signal(number)
    wait_until(lambda: not explorer.read(), "the end of what is written")
    assert explorer.command.wait(PATIENCE) == status
    after = explorer.text[before:]
    assert all(word in after for word in LEAVE)
    assert ENTER not in after
    assert b"Traceback" not in after


def test_a_signal_ends_the_explorer_in_a_dialog_too(explorer: Terminal) -> None:
    os.write(explorer.leader, b":")
    explorer.shows(b"Go to")
    before = len(explorer.text)
    explorer.command.send_signal(signal.SIGTERM)
    wait_until(lambda: not explorer.read(), "the end of what is written")
    assert explorer.command.wait(PATIENCE) == 143
    assert all(word in explorer.text[before:] for word in LEAVE)


@pytest.mark.parametrize("dialog", [(), (b":", b"Go to")])
def test_ctrl_z_gives_the_terminal_to_the_shell_and_the_explorer_comes_back(
    explorer: Terminal, dialog: tuple[bytes, ...]
) -> None:
    if dialog:
        os.write(explorer.leader, dialog[0])
        explorer.shows(dialog[1])
    explorer.text = b""
    os.write(explorer.leader, b"\x1a")
    wait_until(lambda: explorer.read() and all(word in explorer.text for word in LEAVE), "the shell's screen")
    stopped = os.waitid(os.P_PID, explorer.command.pid, os.WSTOPPED)
    assert stopped is not None
    assert stopped.si_status == signal.SIGSTOP
    explorer.text = b""
    explorer.command.send_signal(signal.SIGCONT)
    explorer.shows(ENTER)
    explorer.shows(dialog[1] if dialog else b" quit")
    explorer.command.send_signal(signal.SIGTERM)
    assert explorer.command.wait(PATIENCE) == 143


def test_ctrl_z_in_the_explorer_that_a_recorded_script_ended_in_stops_who_waits_for_it_too(
    launch: Children, tmp_path: Path
) -> None:
    (tmp_path / "mine.py").write_text(
        "def best(tree, mine):\n    if isinstance(tree, int):\n        return tree\n"
        "    return (max if mine else min)(best(one, not mine) for one in tree)\n\n"
        "print(best([[3, 12, 8], [2, 4, 6], [14, 5, 2]], True))\n"
    )
    terminal = Terminal(launch, "run", "mine.py", "--open", cwd=tmp_path)
    terminal.shows(b" quit")
    terminal.text = b""
    os.write(terminal.leader, b"\x1a")
    wait_until(lambda: terminal.read() and all(word in terminal.text for word in LEAVE), "the shell's screen")
    wait_until(
        lambda: os.waitid(os.P_PID, terminal.command.pid, os.WSTOPPED | os.WNOHANG) is not None,
        "the command is stopped",
    )
    terminal.text = b""
    os.killpg(terminal.command.pid, signal.SIGCONT)
    terminal.shows(ENTER)
    terminal.shows(b" quit")
    os.write(terminal.leader, b"q")
    assert terminal.ends() == 0


def test_the_explorer_ends_with_its_terminal(explorer: Terminal) -> None:
    explorer.close()
    assert explorer.command.wait(PATIENCE) == 129


def test_a_signal_ends_a_search_that_the_explorer_runs(launch: Children) -> None:
    terminal = Terminal(launch, "explore")
    terminal.shows(b"textbook")
    for keys, answer in (
        (b"o", b"Start"),
        (b"\x15", b"t.plyscope"),
        (b"mnk:4,4,4", b"mnk:4,4,4"),
        (b"\r", b"keeps what there is"),
    ):
        terminal.text = b""
        os.write(terminal.leader, keys)
        terminal.shows(answer)
    terminal.command.send_signal(signal.SIGTERM)
    wait_until(lambda: not terminal.read(), "the end of what is written")
    terminal.close()
    assert terminal.command.wait(PATIENCE) == 143


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
@pytest.mark.parametrize("shell", ["", "trap '' INT; "])
def test_a_signal_keeps_what_was_recorded(
    launch: Children, tmp_path: Path, number: int, status: int, shell: str
) -> None:
    """Also where SIGINT is ignored, as behind a shell's `&`."""
    words = [*COMMAND, "trace", "connect4", "--depth", "30", "-o", "c.plyscope"]
    child = launch("sh", "-c", f'{shell}exec "$@"', "sh", *words, cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    wait_until((tmp_path / "c.plyscope").exists, "the trace file")
    child.send_signal(number)
    _, err = child.communicate(timeout=PATIENCE)
    assert child.returncode == status
    assert "interrupted after" in err
    assert "c.plyscope" in err
    assert "Traceback" not in err
    assert tracer.load(tmp_path / "c.plyscope").header.stopped == "interrupted"


def test_a_signal_that_was_ignored_from_the_start_stays_so() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with handle_shutdown_signals(), divert_signals(pytest.fail):
            signal.raise_signal(signal.SIGHUP)
    finally:
        signal.signal(signal.SIGHUP, before)


def test_the_handlers_are_put_back_and_the_status_is_that_of_the_signal() -> None:
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.getsignal(number) for number in numbers]
    with handle_shutdown_signals() as shutdown:
        assert shutdown.status == 130
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
        assert shutdown.status == 143
        left: list[int] = []
        with divert_signals(left.append):
            for number in numbers:
                signal.raise_signal(number)
        assert left == [130, 143, 129]
    assert [signal.getsignal(number) for number in numbers] == before


AT_AN_IMPORT = """
import os, signal, sys
class Finder:
    def find_spec(self, name, path, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
sys.argv = ["plyscope", "export", "tictactoe", "-o", "tree.svg"]
from tui.cli import main
main()
"""


@pytest.mark.parametrize("module", ["tui.program", "typer", "numpy", "tracer.tracing", "viz"])
def test_ctrl_c_while_the_command_is_loaded_ends_it_quietly(launch: Children, tmp_path: Path, module: str) -> None:
    code = AT_AN_IMPORT.format(module=module)
    child = launch(sys.executable, "-c", code, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert child.communicate(timeout=PATIENCE) == ("", "")
    assert child.returncode == 130
    assert not (tmp_path / "tree.svg").exists()


def test_a_reader_of_the_help_that_goes_away_is_no_error(launch: Children) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    child = launch(*COMMAND, "--help", stdout=writer, stderr=subprocess.PIPE, text=True)
    os.close(writer)
    assert child.communicate(timeout=PATIENCE)[1] == ""
    assert child.returncode == 0


INSISTING = """
import signal, time
from tui.terminal import shutdown
shutdown.GRACE = 0.1
with shutdown.divert_signals(lambda status: None):
    signal.raise_signal(signal.SIGTERM)
    time.sleep(600)
"""


def test_a_screen_that_does_not_end_is_ended(launch: Children) -> None:
    """Its terminal may take nothing more, and so would hold it for ever."""
    assert launch(sys.executable, "-c", INSISTING).wait(PATIENCE) == 143
