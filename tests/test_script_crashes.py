"""A program that crashes is shown to crash as under Python, and its searches up to then as those of any other."""

from __future__ import annotations

from pathlib import Path

import pytest
from scripts import plyscope, python, same

import tracer

SEARCH = """
import sys

def minimax(node, maximizing=True):
    if node == "fail": raise ValueError("own")
    if isinstance(node, int): return node
    values = [minimax(child, not maximizing) for child in node]
    return max(values) if maximizing else min(values)

def negamax(board, alpha, beta, depth):
    for square in range(9):
        alpha = max(alpha, -negamax(board + str(square), -beta, -alpha, depth + 1))
        if alpha >= beta: break
    return alpha

"""
FOUND = "print(minimax([[3, 12], [2, 4]]))\n"
ASSUMED = ("plyscope: minimax: assumed", "plyscope: negamax: assumed")
CRASHES = {
    "in the driver": FOUND + "def drive(): raise ValueError\ndrive()",
    "in a search": FOUND + "minimax([[3, 12], ['fail', 4]])",
    "a module that is missing": FOUND + "import nothing_of_that_name",
    "a module that is no Python": FOUND + "import broken",
    "a text that is no Python": FOUND + "exec('def f(:')",
    "exit 3": FOUND + "sys.exit(3)",
    "Ctrl-C that the program raises": FOUND + "raise KeyboardInterrupt",
    "a name that is missing": FOUND + "print(no_such_name)",
}
ENDLESS = {
    "uncaught": "negamax('', -1, 1, 0)",
    "that another comes from": "try: negamax('', -1, 1, 0)\nexcept RecursionError as it: raise ValueError from it",
    "that another follows": "try: negamax('', -1, 1, 0)\nexcept RecursionError: 1 / 0",
    "in a group": (
        "try: negamax('', -1, 1, 0)\nexcept RecursionError as error: raise ExceptionGroup('some', [error]) from None"
    ),
}


def crash(folder: Path, text: str, *words: str, endless: bool = False) -> tuple[str, str]:
    """Run a program under both, hold them to the same end, and give stdout and stderr of ours.

    Of an endless recursion the last call may be another one.
    """
    (folder / "s.py").write_text(SEARCH + text)
    (folder / "broken.py").write_text("def f(:\n")
    ours, theirs = plyscope(folder, "s.py", *words), python(folder, "s.py")
    said = ours.stderr.splitlines(keepends=True)
    ours.stderr = "".join(line for line in said if not line.startswith(ASSUMED))
    if endless:
        assert ours.returncode == theirs.returncode == 1
        assert ours.stderr.splitlines()[:2] == theirs.stderr.splitlines()[:2]
    else:
        same(ours, theirs)
    assert "/tui/" not in ours.stderr
    assert "/tracer/" not in ours.stderr
    return ours.stdout, ours.stderr


@pytest.mark.parametrize("name", CRASHES)
def test_the_searches_up_to_a_crash_are_saved_and_shown_with_their_command(tmp_path: Path, name: str) -> None:
    out, err = crash(tmp_path, CRASHES[name], "-o", "t.plyscope")
    assert "the same as plyscope run s.py --attach minimax --output t.plyscope --state node\n" in err
    first = "t-1.plyscope" if name == "in a search" else "t.plyscope"
    assert f"saved to {first}" in err
    assert tracer.load(tmp_path / first).value == 3
    assert "s.py, minimax\n" in out


@pytest.mark.parametrize("name", ENDLESS)
@pytest.mark.parametrize("words", [(), ("--attach", "negamax")], ids=["found", "named"])
def test_an_endless_recursion_is_shown_from_the_programs_first_line_to_its_last(
    tmp_path: Path, name: str, words: tuple[str, ...]
) -> None:
    _, err = crash(tmp_path, ENDLESS[name], *words, "-o", "t.plyscope", endless=True)
    assert err.count("in <module>\n") == (1 if name == "uncaught" else 2)
    assert "saved to t.plyscope" in err
    findings = tracer.check(tracer.load(tmp_path / "t.plyscope"))
    assert [finding.disease for finding in findings] == ["never-ends"]


def test_a_search_of_which_no_call_returned_is_proposed_and_returns_no_numbers(tmp_path: Path) -> None:
    text = "def walk(board, first):\n    return max(walk(board + mark, not first) for mark in 'ab')\nwalk('', True)"
    _, err = crash(tmp_path, text, endless=True)
    assert "\n  walk: plyscope run s.py --attach walk\n" in err
    assert "walk calls itself, and no call returned a number; if it is a search, name it: --attach walk" in err
    assert "returns numbers" not in err


def test_what_is_no_python_at_all_is_shown_alone(tmp_path: Path) -> None:
    _, err = crash(tmp_path, "def f(:\n", "-o", "t.plyscope")
    assert err.endswith("SyntaxError: invalid syntax\nno search was recorded\n")
    assert not (tmp_path / "t.plyscope").exists()
