"""Windows and macOS, as far as they can be acted: what they lack is taken away, and what they refuse is refused."""

import errno
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from patience import PATIENCE
from unix_only import is_for_unix

import tracer
from tracer.errors import PlyscopeError
from tracer.file import draft
from tracer.file.draft import Draft
from tracer.file.series import Series
from tracer.recording import memory_limit
from tracer.text import split_words
from tui.terminal import output, standard_streams

ACTED = """
import builtins, os, select, signal, sys, sysconfig
# What is not plyscope's is loaded as it is here.
import asyncio, ctypes, graphviz, multiprocessing, networkx, numpy, pydantic.fields, rich.console, subprocess, tempfile
import textual.app, textual.drivers.linux_driver, typer
sysconfig.get_config_vars()
if sys.argv[1] == "win32":
    for module in ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"):
        sys.modules[module] = None
    gone = {
        os: "O_NONBLOCK O_TMPFILE O_DIRECTORY O_NOFOLLOW fork killpg geteuid getuid sysconf sched_getaffinity setsid",
        signal: "SIGHUP SIGKILL SIGALRM setitimer SIGUSR1 SIGTSTP",
        select: "poll PIPE_BUF",
    }
else:
    gone = {os: "O_TMPFILE sched_getaffinity"}
for module, names in gone.items():
    for name in names.split():
        delattr(module, name)
sys.platform = sys.argv[1]
real = open

def without_proc(file, *words, **more):
    if str(file).startswith("/proc"):
        raise FileNotFoundError(2, "no such file", file)
    return real(file, *words, **more)

builtins.open = without_proc
from tui import program

for words in sys.stdin.read().splitlines():
    status = program.run(words.split())
    assert not status, (words, status)
"""
COMMANDS = """\
trace nim:1,2 -o t.plyscope
trace nim:1,2,3 -o t.plyscope
count t.plyscope
export t.plyscope -o t.svg -o t.html -o t.csv
check t.plyscope
table nim:1,2 -a alphabeta-memo
bench nim:1,2 --runs 1
play nim:1,2 --max alphabeta --min random:1 --plain
run own.py
"""
OWN = """
def search(heap, player):
    if heap == 0:
        return -player
    return max(player * search(heap - k, -player) for k in (1, 2) if k <= heap) * player
print(search(4, 1))
"""


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_the_commands_need_nothing_that_a_platform_lacks(platform: str, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", ACTED, platform],
        input=COMMANDS,
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=2 * PATIENCE,
        env={**os.environ, "PYTHONPATH": str(Path(tracer.__file__).parent.parent), "PYTHONUTF8": "1"},
    )
    assert done.returncode == 0, done.stderr
    assert tracer.load(tmp_path / "t.plyscope").header.game == "nim:1,2,3"


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system on which a file that is open is neither moved nor removed, and every file has a name."""

    def refuse(path: str | os.PathLike[str]) -> None:
        for number in Path("/proc/self/fd").iterdir():
            try:
                if os.path.samestat(os.fstat(int(number.name)), Path(path).stat()):
                    raise PermissionError(13, "The process cannot access the file", str(path))
            except FileNotFoundError:
                return
            except PermissionError:
                raise
            except OSError:  # the number with which the folder was listed
                continue

    real_replace, real_unlink = Path.replace, Path.unlink

    def replace(self: Path, target: Path) -> Path:
        refuse(self)
        refuse(target)
        return real_replace(self, target)

    def unlink(self: Path, missing_ok: bool = False) -> None:
        refuse(self)
        real_unlink(self, missing_ok)

    monkeypatch.setattr(draft, "_NAMELESS", 0)
    monkeypatch.setattr(draft, "_MOVES_OPEN", False)
    monkeypatch.setattr(draft, "lock", lambda handle, surely=False: handle >= 0 and not surely)
    monkeypatch.setattr(Path, "replace", replace)
    monkeypatch.setattr(Path, "unlink", unlink)


needs_proc = pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="no list of open files")


@needs_proc
@pytest.mark.usefixtures("windows")
def test_files_are_written_and_replaced_where_no_open_file_can_be(tmp_path: Path) -> None:
    path = tmp_path / "t.plyscope"
    for spec in ("nim:1,2", "nim:1,2,3"):
        tracer.trace(spec).save(path)
        assert tracer.load(path).header.game == spec
        tracer.trace(spec, output=path)
        assert tracer.load(path).header.game == spec
    assert [one.name for one in tmp_path.iterdir()] == ["t.plyscope"]


@needs_proc
@pytest.mark.usefixtures("windows")
@pytest.mark.parametrize("before", [None, b"older"])
def test_a_file_grows_on_after_it_took_its_place(tmp_path: Path, before: bytes | None) -> None:
    path = tmp_path / "t"
    if before is not None:
        path.write_bytes(before)
    one = Draft(path)
    one.write(b"first\n")
    one.publish()
    one.write(b"second\n")
    other = one.successor()
    other.write(b"anew")
    assert path.read_bytes() == b"first\nsecond\n"
    with one.read_back() as stream:
        assert stream.read() == b"first\nsecond\n"
    one.give_way(other)
    other.publish()
    other.write(b" and on")
    other.close()
    assert path.read_bytes() == b"anew and on"


@needs_proc
@pytest.mark.usefixtures("windows")
def test_what_is_given_up_leaves_nothing_where_no_open_file_can_be_removed(tmp_path: Path) -> None:
    one = Draft(tmp_path / "t")
    one.write(b"never")
    one.discard()
    assert not list(tmp_path.iterdir())


@needs_proc
@pytest.mark.usefixtures("windows")
def test_a_second_recording_leaves_the_first_its_name_where_that_cannot_be_changed(tmp_path: Path) -> None:
    path = tmp_path / "t.plyscope"
    tracer.trace("nim:1,2").save(path)
    tracer.trace("nim:1,3").save(tmp_path / "t-1.plyscope")
    series = Series(path)
    assert series.begin(2) == tmp_path / "t-2.plyscope"
    assert tracer.load(series.file(1)).header.game == "nim:1,2"


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (r"C:\engines\sf.exe --threads 2", [r"C:\engines\sf.exe", "--threads", "2"]),
        (r'"C:\my engines\sf.exe" -x', [r"C:\my engines\sf.exe", "-x"]),
        ("'C:\\a b\\s.py' \"\"", [r"C:\a b\s.py", ""]),
    ],
)
def test_backslashes_of_windows_are_of_paths(monkeypatch: pytest.MonkeyPatch, command: str, words: list[str]) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert split_words(command) == words
    with pytest.raises(ValueError, match="closing"):
        split_words('"open')


@pytest.mark.parametrize(
    ("platform", "wished", "encoding"),
    [
        ("win32", None, "utf-8"),
        ("win32", "cp1252", "cp1252"),
        ("linux", None, "cp1252"),
    ],
)
def test_what_goes_to_a_program_on_windows_is_utf_8_unless_it_is_told_otherwise(
    monkeypatch: pytest.MonkeyPatch, platform: str, wished: str | None, encoding: str
) -> None:
    """And what a stream has no letter for is written as JSON escapes it."""
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    if wished:
        monkeypatch.setenv("PYTHONIOENCODING", wished)
    bytes_written = io.BytesIO()
    stream = standard_streams._make_safe_writer(io.TextIOWrapper(bytes_written, "cp1252", newline=""), 1)
    stream.write("é ≥")
    stream.flush()
    assert bytes_written.getvalue().decode(encoding) == ("é ≥" if encoding == "utf-8" else "é \\u2265")


def test_a_limit_of_memory_is_refused_where_the_system_tells_no_use_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr("builtins.open", lambda *_, **__: (_ for _ in ()).throw(FileNotFoundError(2, "")))
    with pytest.raises(PlyscopeError, match="a number of nodes instead"):
        memory_limit.resident_bytes()


def test_a_reader_that_leaves_on_windows_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "redirect_to_null", lambda _: None)

    def write() -> None:
        with output.detect_closed_output():
            raise OSError(errno.EINVAL, "Invalid argument")

    with pytest.raises(PlyscopeError, match="cannot write to stdout"):
        write()
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(output.OutputClosed):
        write()


def test_serve_says_that_it_is_not_for_windows(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from tui import program

    monkeypatch.setattr(sys, "platform", "win32")
    assert program.run(["serve", "tictactoe"]) == 2
    assert "serve needs Linux or macOS" in capsys.readouterr().err


def test_tests_that_need_unix_are_known() -> None:
    folder = Path(__file__).parent
    assert is_for_unix(folder / "terminals.py")
    assert is_for_unix(folder / "test_cli.py")
    assert not is_for_unix(Path(__file__))
