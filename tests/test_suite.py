"""What the tests stand on: signals that were ignored are heard, leftover processes are named, CI says what failed.

And a sample of many cases leaves out no function.
"""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
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

@pytest.mark.long
@pytest.mark.parametrize("number", range(7))
def test_that_is_long(number):
    pass

class TestOther:
    def test_of_few_cases(self):
        pass
"""
SAMPLE = """
test_it.py::test_of_many_cases[0-a]
test_it.py::test_of_many_cases[3-b]
test_it.py::test_of_many_cases[6-c]
test_it.py::test_of_few_cases[1]
test_it.py::test_of_few_cases[2]
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


@pytest.mark.long
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


@pytest.mark.parametrize("seed", ["1", "2"])
@pytest.mark.long
def test_a_sample_has_cases_of_every_function_and_always_the_same(tmp_path: Path, seed: str) -> None:
    (tmp_path / "test_it.py").write_text(MANY, encoding="utf-8")
    words = [sys.executable, "-m", "pytest", "-p", "cases", "--cases", "3", "--collect-only", "-q"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tests"), "PYTHONHASHSEED": seed}
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.startswith(SAMPLE.lstrip())
    assert "7/31 tests collected (24 deselected)" in done.stdout


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
    tools = ["dot", "tmux", "chromium", "pdflatex", "pdftotext", "ps", "gcc", "node", "ruby", "kpsewhich"]
    for tool in [*tools, "sudo", "apt-get"]:  # nothing is installed by a test
        (tmp_path / tool).symlink_to("/bin/true")
    environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "HOW": how, "TMPDIR": str(tmp_path)}
    done = subprocess.run(
        [ROOT / ".ci/run"], capture_output=True, text=True, check=False, env=environment, stdin=subprocess.DEVNULL
    )
    assert done.returncode == code
    assert done.stdout.splitlines()[-len(last) :] == last
