"""Scripts that `plyscope run` runs: they do, say and end as with Python itself, whatever is recorded beside."""

from __future__ import annotations

import signal
import subprocess
import sys
import zipapp
from pathlib import Path

import pytest
from children import Children
from patience import PATIENCE, wait_until
from scripts import plyscope, python, same

import tracer

SEARCH = """
import atexit, os, sys, threading, time

def search(node):
    return node if isinstance(node, int) else max(-search(child) for child in node)

print("value", search([[1, 2], [3]]), flush=True)
"""
SCRIPTS = {
    "plain": "",
    "its own facts": "print(__name__, __file__, __package__, __spec__, __doc__, sys.argv, sys.path[0])",
    "a guard": "if __name__ == '__main__': print('main')",
    "an exception": "def fail():\n    raise ValueError('own')\nfail()",
    "a chain of exceptions": "try:\n    1 / 0\nexcept ZeroDivisionError as error:\n    raise KeyError('x') from error",
    "no Exception": "class Odd(BaseException): pass\nraise Odd('odd')",
    "exit 3": "sys.exit(3)",
    "exit 0": "sys.exit()",
    "exit True": "sys.exit(True)",
    "exit with words": "sys.exit('no more')",
    "quit": "quit()",
    "exit": "exit(4)",
    "input at the end": "print(input('? '), input('? '), input('? '))",
    "input": "print(input('? '), sys.stdin.read())",
    "another folder": "os.mkdir('sub'); os.chdir('sub'); print(os.getcwd()); raise ValueError",
    "a hook of its own": "sys.excepthook = lambda *found: print('hooked', found[0].__name__)\n1 / 0",
    "no such module": "import nothing_of_that_name",
    "annotations": "def f(x: nothing): pass",
    "a thread": "threading.Thread(target=lambda: print('in a thread', search([4, 5]))).start()",
    "a thread that fails": "threading.Thread(target=lambda: search(None)).start()",
    "a thread that outlives an exception": (
        "def late():\n    time.sleep(0.2)\n    print('late', sys.modules['__main__'].__name__)\n"
        "threading.Thread(target=late).start()\nraise ValueError"
    ),
    "a daemon": "threading.Thread(target=lambda: time.sleep(1000), daemon=True).start()",
    "a pool that is left open": (
        "from concurrent.futures import ThreadPoolExecutor\npool = ThreadPoolExecutor(2)\n"
        "for number in range(4): pool.submit(lambda n: time.sleep(0.05 * n) or print(n, flush=True), number)"
    ),
    "pickles": "import pickle\nclass A: pass\nprint(type(pickle.loads(pickle.dumps(A()))) is A)",
    "a closed stdout": "sys.stdout.close()",
    "a closed stderr": "sys.stderr.close()",
    "numbers that are closed": "os.close(1); os.close(2)",
    "no stdout": "sys.stdout = None",
    "another stdout": "sys.stdout = open('log', 'w'); print('into the log', flush=True)",
    "another file as stdout": "os.dup2(os.open('log', os.O_WRONLY | os.O_CREAT), 1); print('into the log', flush=True)",
    "os._exit": "sys.stdout.flush(); os._exit(5)",
}
SYNTAX = "def search(:\n"


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_runs_and_ends_as_with_python(tmp_path: Path, name: str) -> None:
    folders = tmp_path / "a" / "here", tmp_path / "b" / "here"
    found = []
    for folder, words in zip(folders, ([], ["--attach", "search", "-o", "t.plyscope", "--"]), strict=True):
        (folder / "own").mkdir(parents=True)
        (folder / "own" / "script.py").write_text(SEARCH + SCRIPTS[name])
        command = plyscope if words else python
        found.append(command(folder, "own/script.py", *words, "3", "--debug"))
    same(found[1], found[0])
    first = folders[1] / ("t-1.plyscope" if (folders[1] / "t-1.plyscope").exists() else "t.plyscope")
    assert tracer.load(first).value == 3
    if name != "os._exit":
        assert (
            f"saved to {'t-1.plyscope, t-2.plyscope' if first.name == 't-1.plyscope' else 't.plyscope'}\n"
            in found[1].stderr
        )


def test_a_search_in_a_thread_is_recorded(tmp_path: Path) -> None:
    (tmp_path / "s.py").write_text(
        SEARCH.replace("print(", "threading.Thread(target=lambda: print(")[:-1] + ").start()"
    )
    done = plyscope(tmp_path, "s.py", "--attach", "search", "-o", "t.plyscope")
    assert (done.returncode, done.stdout.startswith("value 3\n")) == (0, True)
    assert (len(tracer.load(tmp_path / "t.plyscope")), tracer.load(tmp_path / "t.plyscope").value) == (6, 3)


def test_an_error_of_syntax_is_shown_as_python_shows_it(tmp_path: Path) -> None:
    (tmp_path / "s.py").write_text(SYNTAX)
    (tmp_path / "nul.py").write_bytes(b"a = 1\0")
    for name in ("s.py", "nul.py"):
        theirs, ours = python(tmp_path, name), plyscope(tmp_path, name, "--attach", "search")
        assert (ours.returncode, theirs.returncode) == (1, 1)
        assert "SyntaxError: " in theirs.stderr
        assert "SyntaxError: " in ours.stderr
        assert ours.stderr.endswith("no search was recorded\n")
        assert "tui" not in ours.stderr
    assert plyscope(tmp_path, "s.py", "--attach", "search").stderr.startswith(python(tmp_path, "s.py").stderr)


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package in a folder, with a `__main__`, a module that imports relatively, and one that is no program."""
    folder = tmp_path / "pack"
    (folder / "sub").mkdir(parents=True)
    (folder / "__init__.py").write_text("import sys; print('init', sys.argv[0], sys.path[0])\n")
    (folder / "helper.py").write_text(SEARCH.replace("print(", "found = (", 1).replace(", flush=True", ""))
    facts = "print(__name__, __package__, __spec__.name, __file__, sys.argv, sys.path[0])\n"
    (folder / "play.py").write_text("import sys\nfrom .helper import found\n" + facts + "if len(sys.argv) > 1: 1 / 0\n")
    (folder / "__main__.py").write_text("import sys\nfrom pack import helper\nprint(helper.found)\n" + facts)
    (folder / "sub" / "__init__.py").write_text("")
    (folder / "broken.py").write_text("import nothing_of_that_name\n")
    (folder / "bad.py").write_text(SYNTAX)
    return tmp_path


@pytest.mark.parametrize("module", ["pack", "pack.play", "pack.__main__", "pack.broken", "pack.bad", "this"])
@pytest.mark.parametrize("words", [[], ["a", "-m", "--attach"]])
def test_a_module_runs_and_ends_as_with_python(package: Path, module: str, words: list[str]) -> None:
    theirs = python(package, "-m", module, *words)
    ours = plyscope(package, "-m", module, "--attach", "search", "-o", "t.plyscope", "--", *words)
    if module == "this":  # it has no search
        assert (ours.returncode, "search was never called" in ours.stderr) == (2, True)
        assert ours.stdout == theirs.stdout
    elif module == "pack.bad":
        assert (ours.returncode, theirs.returncode) == (1, 1)
        assert theirs.stderr.split("  File ")[-1] in ours.stderr
    else:
        same(ours, theirs)
        assert (package / "t.plyscope").exists() == (module != "pack.broken")


@pytest.mark.parametrize(
    ("module", "problem"),
    [
        ("nope", "there is no module nope"),
        ("pack.nope", "there is no module pack.nope"),
        ("nope.play", "there is no module nope.play"),
        ("pack.play.nope", "there is no module pack.play.nope"),
        (".play", "there is no module .play"),
        ("pack.sub", "pack.sub is a package without a __main__"),
        ("sys", "sys has no Python code to run"),
    ],
)
def test_a_module_that_is_none_is_said_in_one_line(package: Path, module: str, problem: str) -> None:
    done = plyscope(package, "-m", module, "--attach", "search")
    assert (done.returncode, done.stderr.splitlines()[-1]) == (2, f"plyscope: {problem}")
    assert "Traceback" not in done.stderr


def test_a_search_in_the_main_file_of_a_package_has_the_name_of_both(package: Path) -> None:
    (package / "pack" / "__main__.py").write_text(SEARCH)
    said = plyscope(package, "-m", "pack", "--attach", "search", "-o", "t.plyscope").stdout
    assert "pack/__main__.py, search\n" in said


def test_folders_and_archives_run_as_with_python(package: Path) -> None:
    (package / "pack" / "__main__.py").write_text(
        SEARCH + "import helper\nprint(helper.found, sys.argv, sys.path[0])\n"
    )
    zipapp.create_archive(package / "pack", package / "pack.pyz")
    for name in ("pack", "pack.pyz"):
        theirs = python(package, name, "x")
        same(plyscope(package, name, "--attach", "search", "--", "x"), theirs)
        assert theirs.returncode == 0
    assert "there is no script pack/sub" in plyscope(package, "pack/sub", "--attach", "search").stderr


POOL = """
import multiprocessing
{search}
if __name__ == "__main__":
    with multiprocessing.get_context("{way}").Pool(2) as pool:
        print(pool.map(search, [[1, 2], [[3]], [4, [5]]]))
"""


@pytest.mark.parametrize("way", ["fork", "spawn"])
def test_a_search_in_other_processes_is_refused_with_a_sentence(tmp_path: Path, way: str) -> None:
    search = "\n".join(SEARCH.splitlines()[3:5])
    (tmp_path / "s.py").write_text(POOL.format(search=search, way=way))
    theirs = python(tmp_path, "s.py")
    ours = plyscope(tmp_path, "s.py", "--attach", "search", "-o", "t.plyscope")
    assert (theirs.returncode, ours.returncode, ours.stdout) == (0, 2, theirs.stdout)
    assert theirs.stdout == "[-1, 3, 5]\n"
    assert "other processes were started: a search in one of them is not recorded" in ours.stderr
    assert not list(tmp_path.glob("*.plyscope"))


def test_where_nothing_was_found_what_calls_itself_is_named_with_its_command(tmp_path: Path) -> None:
    (tmp_path / "my search.py").write_text(
        "def play(depth):\n"
        "    def hi(d): return 0 if d == 0 else max(lo(d - 1) for _ in range(2))\n"
        "    def lo(d): return 0 if d == 0 else min(hi(d - 1) for _ in range(2))\n"
        "    return hi(depth)\n"
        "class Player:\n"
        "    def best(self, d): return 0 if d == 0 else max(self.best(d - 1) for _ in range(2))\n"
        "    def other(self): return self.best(2)\n"
        "def best(): return play(2)\n"
        "import json\njson.dumps([[1]])\nbest()\nPlayer().other()\n"
    )
    words = ("my search.py", "--attach", "search", "--game", "nim:1,2", "-o", "a b.plyscope", "--", "3", "-q")
    done = plyscope(tmp_path, *words)
    start, end = "plyscope run 'my search.py' --attach ", " --game nim:1,2 --output 'a b.plyscope' -- 3 -q"
    assert done.returncode == 2
    assert done.stderr.splitlines()[:-1] == [
        "functions that were called, and that seem to call themselves or one another:",
        f"  hi, lo: {start}hi,lo{end}",
        f"  Player.best: {start}Player.best{end}",
    ]
    proposed = [*words[:2], "Player.best", "-o", "t.plyscope"]
    assert plyscope(tmp_path, *proposed).returncode == 0
    assert len(tracer.load(tmp_path / "t.plyscope")) == 7


def test_where_nothing_calls_itself_what_was_called_is_named(tmp_path: Path) -> None:
    (tmp_path / "s.py").write_text("import sys\ndef play(): pass\nplay()\nsys.exit(len(sys.argv) - 1)\n")
    done = plyscope(tmp_path, "s.py", "--attach", "search")
    assert (done.returncode, done.stderr.splitlines()[0]) == (2, "functions that were called: play")
    done = plyscope(tmp_path, "s.py", "--attach", "search", "--", "a", "b", "c")
    assert (done.returncode, "search was never called" in done.stderr) == (3, True)


STUBBORN = """
import signal, sys, threading, time

def search(node):
    return node if isinstance(node, int) else max(-search(child) for child in node)

def search_on():
    search([1])
    open("ready", "w").close()
    while True:
        search([1] * 100)

def wait():
    open("ready", "w").close()
    while True:
        time.sleep(0.01)

if sys.argv[1] == "thread":
    other = threading.Thread(target=search_on)
    other.start()
    while True:  # a signal that comes just before a wait without an end is heard only after it
        other.join(0.1)
search([1, [2, 3]])
if sys.argv[1] == "catches Ctrl-C":
    try:
        wait()
    except KeyboardInterrupt:
        sys.exit(7)
if sys.argv[1] == "ignores Ctrl-C":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    wait()
if sys.argv[1] == "has a thread":
    threading.Thread(target=wait).start()
    time.sleep(1000)
if sys.argv[1] == "handles SIGTERM":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(9))
    wait()
wait()
"""


@pytest.mark.parametrize(
    ("how", "number", "status"),
    [
        ("plain", "SIGINT", -signal.SIGINT),
        ("plain", "SIGTERM", -signal.SIGTERM),
        ("plain", "SIGHUP", -signal.SIGHUP),
        ("thread", "SIGINT", -signal.SIGINT),
        ("thread", "SIGTERM", -signal.SIGTERM),
        ("thread", "SIGHUP", -signal.SIGHUP),
        ("catches Ctrl-C", "SIGINT", 7),
        ("catches Ctrl-C", "SIGTERM", -signal.SIGTERM),
        ("ignores Ctrl-C", "SIGTERM", -signal.SIGTERM),
        ("ignores Ctrl-C", "SIGHUP", -signal.SIGHUP),
        ("has a thread", "SIGTERM", -signal.SIGTERM),
        ("handles SIGTERM", "SIGTERM", 9),
    ],
)
def test_a_signal_ends_a_script_and_keeps_what_was_recorded(
    tmp_path: Path, launch: Children, how: str, number: str, status: int
) -> None:
    (tmp_path / "s.py").write_text(STUBBORN)
    words = ("-m", "tui.cli", "run", "s.py", "--attach", "search", "-o", "t.plyscope", "--search", "first", "--", how)
    pipe = subprocess.PIPE
    child = launch(sys.executable, *words, cwd=tmp_path, stdout=pipe, stderr=pipe, text=True)
    wait_until(lambda: (tmp_path / "ready").exists() or child.poll() is not None, "the script to be ready")
    child.send_signal(signal.Signals[number])
    _, said = child.communicate(timeout=PATIENCE)
    assert (child.returncode, "KeyboardInterrupt" in said) == (status, status == -signal.SIGINT)
    assert "saved to t.plyscope\n" in said
    assert tracer.load(tmp_path / "t.plyscope").value == (-1 if how == "thread" else 2)
    if status < 0:
        ended = "interrupted" if number == "SIGINT" else f"ended by {number}"
        assert said.endswith(f"plyscope: the script was {ended}; what was recorded is in t.plyscope\n")
