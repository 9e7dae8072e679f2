"""Scripts whose data, modules and disks are against it: `plyscope run` lets them run on as with Python itself."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest
from children import Children
from patience import PATIENCE

import tracer

NEGAMAX = """
def search({0}):
    if depth == 0: return {1}
    best = {2}
    for i in range(3): best = max(best, -search({3}, depth - 1))
    return best
"""
NUMBERED = NEGAMAX.format("n, depth", "leaf(n)", "leaf(-99)", "n * 3 + i") + "print(float(search(1, 4)) < 0)\n"
OBJECTS = (
    NEGAMAX.format("board, depth", "board.n % 7", "-99", "Board(board.n * 3 + i)") + "print(search(Board(1), 4))\n"
)
NUMBER = """
class Number{0}:
    def __init__(self, value): self.value = value
    def __neg__(self): return Number(-self.value)
    def __lt__(self, other): return self.value < other.value
    def __gt__(self, other): return self.value > other.value
    {1}
def leaf(n): return Number(n % 7)
print(search(1, 4).value)
"""
BOARD = """
class Board:
    def __init__(self, n): self.n = n
    {}
"""
SCRIPTS = {
    "huge fractions": "from fractions import Fraction\ndef leaf(n): return Fraction(10**400 + n, 3)\n"
    + NUMBERED.replace("float(search(1, 4))", "search(1, 4)"),
    "huge numbers": "def leaf(n): return [5, 10**400][n % 2]\n"
    + NUMBERED.replace("float(search(1, 4))", "search(1, 4)"),
    "decimals": "from decimal import Decimal\ndef leaf(n): return Decimal(n % 7)\n" + NUMBERED,
    "an equality that raises": NUMBERED.split("print")[0]
    + NUMBER.format("", "def __eq__(self, other): raise TypeError\n    def __float__(self): return float(self.value)"),
    "a float that raises": NUMBERED.split("print")[0] + NUMBER.format("", "def __float__(self): raise LookupError"),
    "a float that exits": NUMBERED.split("print")[0] + NUMBER.format("", "def __float__(self): raise SystemExit(4)"),
    "a class that exits": BOARD.format("@property\n    def __class__(self): raise SystemExit(4)") + OBJECTS,
    "a text that exits": BOARD.format("def __repr__(self): raise SystemExit(4)") + OBJECTS,
    "a hash that interrupts": BOARD.format("def __hash__(self): raise KeyboardInterrupt('own')") + OBJECTS,
    "an equality that exits": BOARD.format(
        "def __eq__(self, other): raise SystemExit(4)\n    def __hash__(self): return 1"
    )
    + OBJECTS,
    "a hash without end": BOARD.format("def __hash__(self): return hash(self)") + OBJECTS,
    "attributes that raise late": BOARD.format(
        "seen = 0\n"
        "    def __getattribute__(self, name):\n"
        "        import sys\n"
        "        if sys._getframe(1).f_code.co_filename != __file__: Board.seen += 1\n"
        "        if Board.seen > 4_000 and name != 'n': raise SystemExit(4)\n"
        "        return object.__getattribute__(self, name)"
    )
    + OBJECTS.replace("Board(1), 4", "Board(1), 6"),
    "a low recursion limit": "def leaf(n): return n % 7\nimport sys\nsys.setrecursionlimit(60)\n" + NUMBERED,
    "an import that raises": "def leaf(n): return n % 7\nimport builtins, sys\n"
    "builtins.__import__ = lambda *a, **k: sys if a[0] == 'sys' else 1 / 0\n" + NUMBERED,
    "functions that are gone": "def leaf(n): return n % 7\nimport builtins\nfor name in "
    "'bool dict tuple vars'.split(): setattr(builtins, name, None)\n" + NUMBERED,
    "a length that is always 42": "def leaf(n): return n % 7\nimport builtins\nbuiltins.len = lambda x: 42\n"
    + NUMBERED,
}


def python(folder: Path, *words: str, limit: int | None = None) -> subprocess.CompletedProcess[str]:
    """What comes of Python's own command; a limit is that of the bytes of each file."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    command = [sys.executable, *words]
    if limit is not None:
        command = ["sh", "-c", f'ulimit -f {limit}; exec "$@"', "sh", *command]
    return subprocess.run(
        command, cwd=folder, env=environment, timeout=PATIENCE, capture_output=True, text=True, check=False
    )


def plyscope(folder: Path, *words: str, limit: int | None = None) -> subprocess.CompletedProcess[str]:
    """What comes of `plyscope run`."""
    return python(folder, "-m", "tui.cli", "run", *words, limit=limit)


@pytest.mark.parametrize("name", SCRIPTS)
@pytest.mark.parametrize("named", [False, True])
def test_what_the_data_of_a_script_raises_never_gets_into_it(tmp_path: Path, name: str, named: bool) -> None:
    (tmp_path / "s.py").write_text(SCRIPTS[name] + "import sys; sys.exit(5)\n")
    theirs = python(tmp_path, "s.py")
    assert (theirs.returncode, theirs.stderr) == (5, "")
    ours = plyscope(tmp_path, "s.py", *["--attach", "search"] * named)
    assert (ours.returncode, ours.stdout.startswith(theirs.stdout)) == (5, True), ours.stderr
    assert "Traceback" not in ours.stderr


def test_a_recording_that_gives_up_keeps_what_it_has_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "s.py").write_text(
        dedent("""
        class Late:
            def __init__(self, number): self.number = number
            def __deepcopy__(self, memo):
                if self.number > 3_000: raise SystemExit(4)
                return self
            def __eq__(self, other): return self.number == other.number
            def __hash__(self): return 1

        def search(n, depth):
            if depth == 0: return n.number % 7
            return max(-search(Late(n.number * 3 + i), depth - 1) for i in range(3))

        print(search(Late(1), 7))
        """)
    )
    theirs = python(tmp_path, "s.py")
    ours = plyscope(tmp_path, "s.py", "-o", "t.plyscope")
    assert (theirs.returncode, theirs.stderr) == (0, "")
    assert (ours.returncode, ours.stdout.startswith(theirs.stdout)) == (0, True), ours.stderr
    assert "the position is a Late, which cannot be copied: 4; say what it is with state=" in ours.stderr
    assert "nothing more is recorded, and the program goes on" in ours.stderr
    kept = tracer.load(tmp_path / "t.plyscope")
    assert 400 < len(kept) < 3_280
    assert kept.header.stopped == "by an error while it was recorded"


@pytest.mark.skipif(not hasattr(os, "setsid"), reason="needs a handler of SIGALRM")
def test_what_a_signals_handler_raises_goes_through(tmp_path: Path) -> None:
    (tmp_path / "s.py").write_text(
        dedent("""
        import os, signal

        class Over(Exception): pass

        class Slow:
            def __init__(self, n): self.n = n
            def __eq__(self, other): return self.n == other.n
            def __hash__(self):
                if self.n > 4_000: os.kill(os.getpid(), signal.SIGUSR1)
                return self.n

        def stop(number, frame): raise Over

        def search(board, depth):
            if depth == 0: return board.n % 7
            return max(-search(Slow(board.n * 3 + i), depth - 1) for i in range(3))

        signal.signal(signal.SIGUSR1, stop)
        try: search(Slow(1), 8)
        except Over: print("over")
        """)
    )
    ours = plyscope(tmp_path, "s.py", "--attach", "search")
    assert (ours.returncode, ours.stdout.startswith("over\n")) == (0, True), ours.stderr
    assert "nothing more is recorded" not in ours.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of a file's size")
@pytest.mark.parametrize(("end", "code"), [("", 2), ("raise SystemExit(5)", 5)])
def test_a_full_disk_ends_the_recording_and_not_the_script(tmp_path: Path, end: str, code: int) -> None:
    (tmp_path / "s.py").write_text(
        "def search(n, depth):\n"
        "    return n % 7 if depth == 0 else max(-search(n * 3 + i, depth - 1) for i in range(3))\n"
        f"try: print('value', search(1, 9))\nexcept BaseException as error: print(error)\nprint('went on')\n{end}\n"
    )
    done = plyscope(tmp_path, "s.py", "-o", "t.plyscope", limit=400)
    kept = tracer.load(tmp_path / "t.plyscope")
    assert (done.returncode, done.stdout) == (code, python(tmp_path, "s.py").stdout), done.stderr
    assert (
        f"t.plyscope: File too large; it holds the first {len(kept):,} nodes; nothing more is recorded" in done.stderr
    )
    assert "--attach" not in done.stderr


SEARCH = """
def search(node):
    return node if isinstance(node, int) else max(-search(child) for child in node)
print(search([[1, 2], [3]]))
"""
OWN = ("random", "logging", "tracer", "json", "typer", "numpy", "warnings", "time", "os", "encodings", "tui")


def test_a_script_gets_its_own_modules_whatever_their_names(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    for name in OWN:
        (own / f"{name}.py").write_text(f"import sys; own = '{name}'; print(own, __name__)\n")
    (own / "rich").mkdir()
    (own / "rich" / "__init__.py").write_text("")
    (own / "rich" / "text.py").write_text("own = 'text'\n")
    (own / "csv").mkdir()  # a namespace is found last
    lines = [f"import {name}; print(getattr({name}, 'own', None))" for name in (*OWN, "rich.text", "csv")]
    (own / "s.py").write_text("\n".join([*lines, "print(rich.text.own, hasattr(csv, 'reader'))", SEARCH]))
    theirs, ours = python(tmp_path, "own/s.py"), plyscope(tmp_path, "own/s.py")
    assert "numpy numpy" in theirs.stdout
    assert (ours.returncode, ours.stdout.startswith(theirs.stdout)) == (0, True), ours.stdout + ours.stderr
    assert "visited nodes" in ours.stdout


SPOILT = {
    "finders": "sys.path = []; sys.meta_path.clear(); sys.path_hooks.clear()",
    "modules": "sys.modules.clear()",
    "no finders": "sys.meta_path = None",
}


@pytest.mark.parametrize("spoilt", SPOILT)
@pytest.mark.parametrize("early", [False, True])
def test_a_script_that_spoils_its_imports_is_reported_all_the_same(tmp_path: Path, spoilt: str, early: bool) -> None:
    lines = [f"import sys; {SPOILT[spoilt]}", SEARCH]
    (tmp_path / "s.py").write_text("\n".join(lines if early else reversed(lines)))
    done = plyscope(tmp_path, "s.py", "--attach", "search", "-o", "t.plyscope")
    assert (done.returncode, done.stdout.startswith("3\n")) == (0, True), done.stderr
    assert "Traceback" not in done.stderr
    if early and spoilt == "modules":  # Python itself can do little then
        assert "nothing more is recorded, and the program goes on" in done.stderr
    else:
        assert "visited nodes" in done.stdout
        assert tracer.load(tmp_path / "t.plyscope").value == 3


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
@pytest.mark.parametrize(
    "end", ["print('more', flush=True)", "print('more'); sys.exit(3)", "sys.stdout = None; sys.exit(3)"]
)
def test_a_script_whose_reader_is_gone_ends_as_with_python(tmp_path: Path, end: str) -> None:
    (tmp_path / "s.py").write_text(f"{SEARCH}import sys\ninput()\n{end}\n")
    codes = []
    for words in (["s.py"], ["-m", "tui.cli", "run", "s.py"]):
        with subprocess.Popen(
            [sys.executable, *words],
            cwd=tmp_path,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        ) as child:
            assert child.stdout is not None
            child.stdout.close()
            child.communicate(b"\n", PATIENCE)
        codes.append(child.returncode)
    assert codes[0]
    assert codes[1] == codes[0]


@pytest.mark.skipif(sys.platform == "win32", reason="needs descriptors")
@pytest.mark.parametrize("first", [0, 3])
def test_a_script_may_close_what_it_did_not_open(tmp_path: Path, first: int) -> None:
    (tmp_path / "s.py").write_text(f"{SEARCH}import os, sys\nsys.stdout.flush(); os.closerange({first}, 100)\n")
    ours = plyscope(tmp_path, "s.py")
    assert (ours.returncode, ours.stdout.startswith("3\n")) == (0, True), ours.stderr
    assert ("visited nodes" in ours.stdout) == (first == 3)


def test_the_command_loads_next_to_nothing_before_it_hears_ctrl_c(tmp_path: Path) -> None:
    looked = "import sys; before = set(sys.modules); import signal; import tui.cli; print(*set(sys.modules) - before)"
    done = python(tmp_path, "-c", looked)
    loaded = {name for name in done.stdout.split() if name.startswith(("tui", "tracer"))}
    assert (loaded, "typing" in done.stdout) == ({"tui", "tui.cli"}, False)


def test_a_file_that_is_no_trace_is_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "s.py").write_text(SEARCH)
    (tmp_path / "notes.txt").write_text("mine")
    (tmp_path / "empty").touch()
    done = plyscope(tmp_path, "s.py", "-o", "notes.txt")
    assert (done.returncode, done.stdout, (tmp_path / "notes.txt").read_text()) == (2, "", "mine")
    assert done.stderr == "plyscope: cannot write notes.txt: something else than a trace is there\n"
    for _ in range(2):  # a trace gives way to a trace
        assert plyscope(tmp_path, "s.py", "-o", "empty").returncode == 0
    assert tracer.load(tmp_path / "empty").value == 3


@pytest.fixture
def children() -> Iterator[Children]:
    """Processes that end with the test."""
    started = Children()
    yield started
    started.end()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_a_pipe_that_nobody_reads_is_waited_for_and_that_is_said(tmp_path: Path, children: Children) -> None:
    (tmp_path / "s.py").write_text(SEARCH)
    os.mkfifo(tmp_path / "pipe")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    words = [sys.executable, "-m", "tui.cli", "run", "s.py", "-o", "pipe"]
    child = children(
        *words, cwd=tmp_path, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    assert child.stderr is not None
    assert any("is a pipe that nobody reads yet" in line for line in iter(child.stderr.readline, ""))
    (tmp_path / "t.plyscope").write_bytes((tmp_path / "pipe").read_bytes())
    assert child.wait(PATIENCE) == 0
    assert tracer.load(tmp_path / "t.plyscope").value == 3
