"""What the tests stand on: signals that were ignored are heard, leftover processes are named, CI says what failed.

And a sample of many cases leaves out no function.
"""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from cases import COMPARING, left_out
from choosing import PLUGINS
from patience import PATIENCE, wait_until

ROOT = Path(__file__).parents[1]
IGNORING = """
import signal, subprocess, sys
for name in ("SIGINT", "SIGHUP"):
    signal.signal(getattr(signal, name), signal.SIG_IGN)
subprocess.run([sys.executable, *sys.argv[1:]], check=True)
"""
"""Starts Python as `nohup python … &` in a script does."""
HEARING = """
import signal, subprocess, sys
from children import hear_signals
hear_signals()
told = "import signal; print([signal.getsignal(one).__class__.__name__ for one in (signal.SIGHUP, signal.SIGINT)])"
subprocess.run([sys.executable, "-c", told], check=True)
"""
LEAVING = """
import subprocess

def test_that_leaves_a_process():
    subprocess.Popen(["sleep", "1000"], start_new_session=True)

def test_that_is_clean():
    subprocess.run(["true"], check=True)
"""
MANY = """
import pytest

@pytest.mark.parametrize("letter", "abc")
@pytest.mark.parametrize("number", range(7))
def test_of_many_cases(number, letter):
    pass

@pytest.mark.parametrize("number", [1, 2])
def test_of_few_cases(number):
    pass

@pytest.mark.parametrize("number", range(7))
def test_that_is_long(number):
    pass

class TestOther:
    def test_of_few_cases(self):
        pass
"""
ENTRIES = """
import pytest

@pytest.mark.parametrize("name", ["first", "new", "old", "last"])
def test_of_entries(name):
    pass

@pytest.mark.parametrize("name", ["first-1", "new:2-1", "renewed-3", "last-4"], ids=str)
def test_that_is_long(name):
    pass
"""
LISTED = """entry first
entry old
entry last
test-ci test_it.py::test_that_is_long
test test_it.py::test_of_few_cases
"""
FUNCTIONS = {f"test_it.py::{name}" for name in ("test_of_many_cases", "test_of_few_cases", "test_that_is_long")} | {
    "test_it.py::TestOther::test_of_few_cases"
}
SAMPLE = """
test_it.py::test_of_many_cases[0-a]
test_it.py::test_of_many_cases[3-b]
test_it.py::test_of_many_cases[6-c]
test_it.py::test_of_few_cases[1]
test_it.py::test_that_is_long[0]
test_it.py::TestOther::test_of_few_cases
"""
MAKE = """#!/bin/sh
kept=$(echo "$*" | sed -nE 's/.*--failures ([^ ]+).*/\\1/p')
case "$*" in
*WORKERS=0*--last-failed*) test "$HOW" = unsteady && : >"$kept" && exit; echo "t.py::a: boom again" >"$kept"; exit 2;;
*WORKERS=0*) test "$HOW" = broken && : >"$kept" && exit; exit 2;;
*--failures*) test "$HOW" = broken && exit 2; echo "t.py::a: boom" >"$kept"; exit 2;;
esac
"""
"""A `make` whose tests fail once, twice, or do not get to their end the first time."""


def test_children_hear_the_signals_that_were_ignored() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tests")}
    words = [sys.executable, "-c", IGNORING, "-c", HEARING]
    done = subprocess.run(words, capture_output=True, text=True, check=True, env=environment, timeout=PATIENCE)
    assert done.stdout == "['Handlers', 'builtin_function_or_method']\n"
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_process_that_outlives_the_tests_is_named_and_ended(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(LEAVING, encoding="utf-8")
    (tmp_path / "conftest.py").write_text("import leftovers; leftovers.GRACE = 0.5", encoding="utf-8")
    words = [sys.executable, "-m", "pytest", "-p", "leftovers", "-p", "failures", "--failures", "kept", "test_it.py"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tests")}
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 1, done.stdout
    kept = (tmp_path / "kept").read_text(encoding="utf-8").split()
    assert (kept[0], kept[1], kept[-2:]) == ("test_it.py::test_that_leaves_a_process", "left", ["sleep", "1000"])
    command = Path("/proc", kept[3].rstrip(":"), "cmdline")
    wait_until(lambda: not command.exists() or not command.read_bytes(), "the process has ended")


def _collected(folder: Path, *words: str, seed: str = "1", tests: str = MANY) -> str:
    """What pytest says of the tests that it would run, of which two functions and three of four entries are listed."""
    (folder / "test_it.py").write_text(tests, encoding="utf-8")
    (folder / "left_out.txt").write_text(LISTED, encoding="utf-8")
    said = "import cases, pathlib\n"
    said += "cases.LEFT_OUT = pathlib.Path(__file__).with_name('left_out.txt')\n"
    said += "cases.entries = lambda: {'first', 'new', 'old', 'last'}"
    (folder / "conftest.py").write_text(said, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "cases", *words, "--collect-only", "-q"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tests"), "PYTHONHASHSEED": seed}
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True, env=environment).stdout


@pytest.mark.parametrize("seed", ["1", "2"])
def test_a_sample_has_cases_of_every_function_and_always_the_same(tmp_path: Path, seed: str) -> None:
    said = _collected(tmp_path, "--cases", "3", seed=seed)
    assert said.startswith(SAMPLE.lstrip())
    assert "6/31 tests collected (25 deselected)" in said


@pytest.mark.parametrize("run", ["test", "test-ci"])
def test_an_entry_that_is_not_listed_runs_every_case_of_its_own(tmp_path: Path, run: str) -> None:
    """Else a new search, game or format would be tested only where its place happens to be in a sample."""
    said = _collected(tmp_path, "--as", run, "--cases", "2", tests=ENTRIES)
    names = [line.partition("::")[2] for line in said.splitlines() if "::" in line]
    assert names == [
        "test_of_entries[first]",
        "test_of_entries[new]",
        "test_of_entries[last]",
        "test_that_is_long[new:2-1]",
    ]


@pytest.mark.parametrize(("run", "left"), [("test", LISTED.split()[7::2]), ("test-ci", LISTED.split()[7:8])])
def test_a_run_leaves_out_what_is_listed_of_it(tmp_path: Path, run: str, left: list[str]) -> None:
    said = _collected(tmp_path, "--as", run)
    names = {name.partition("[")[0] for name in said.split() if "::" in name}
    assert names == FUNCTIONS - set(left)


def test_the_value_of_every_search_is_compared_in_every_run() -> None:
    assert not set(COMPARING) & set(left_out())


def test_what_is_listed_is_there() -> None:
    """The name of a test that got another one, and that is run everywhere until it is measured, need not be kept."""
    places = [name.split("::") for name in left_out() if name.startswith("tests/")]
    texts = {file: (ROOT / file).read_text(encoding="utf-8") if (ROOT / file).is_file() else "" for file, *_ in places}
    assert not [(file, name) for file, *_, name in places if f"def {name}(" not in texts[file]]


@pytest.mark.parametrize(
    ("how", "code", "last"),
    [
        ("unsteady", 0, ["t.py::a: boom", "everything passed"]),
        ("broken", 0, ["the whole run", "everything passed"]),
        ("failing", 1, ["t.py::a: boom again"]),
    ],
)
def test_ci_fails_for_what_fails_twice_and_says_so_last(tmp_path: Path, how: str, code: int, last: list[str]) -> None:
    (tmp_path / "make").write_text(MAKE, encoding="utf-8")
    (tmp_path / "make").chmod(0o755)
    tools = ["dot", "tmux", "chromium", "pdflatex", "pdftotext", "ps", "gcc", "node", "npm", "ruby", "kpsewhich"]
    for tool in [*tools, "sudo", "apt-get"]:  # nothing is installed by a test
        (tmp_path / tool).symlink_to("/bin/true")
    environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "HOW": how, "TMPDIR": str(tmp_path)}
    done = subprocess.run(
        [ROOT / ".ci/run"], capture_output=True, text=True, check=False, env=environment, stdin=subprocess.DEVNULL
    )
    assert done.returncode == code
    assert done.stdout.splitlines()[-len(last) :] == last


def test_the_run_that_measures_all_tests_can_begin():
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")])}
    words = [sys.executable, "-m", "pytest", *PLUGINS, "-n", "0", "-q", "--collect-only", str(Path(__file__))]
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
