"""The explorer's start in a terminal of its own, on the clock on the wall: its sign of life, and a small tree."""

import fcntl
import os
import pty
import signal
import statistics
import sys
import termios
from collections.abc import Callable
from pathlib import Path
from struct import pack
from time import perf_counter
from typing import Any

import pytest

TREE = "[[3,5],[2,9]]"
"""Four leaves."""
FORMS: tuple[tuple[str, ...], ...] = (
    (TREE, "root"),
    (TREE, "-a", "minimax", "root"),
    (TREE, "--depth", "3", "--alpha", "0", "root"),
    (TREE, "-a", "minimax", "-a", "alphabeta", "root"),
    ("--tour", "root"),
    ("textbook",),
)
"""The words of the command line in all their forms, and what the first screen says."""
EXPLORE = (sys.executable, "-m", "tui.cli", "explore")
YARDSTICK = (sys.executable, "-c", "import numpy, textual.app")
ROUNDS = 7
LIFE = 0.2
"""Seconds until the first sign of life, on a machine that imports NumPy and Textual in half a second."""
USUAL = 0.5
STARTS = 1.6
"""Until the tree is drawn ÷ importing NumPy and Textual in a process of their own."""


def seconds(words: tuple[str, ...], text: bytes | None) -> tuple[float, float]:
    """Seconds until a command writes anything, and until it has written a text, or ends."""
    started = perf_counter()
    child, leader = pty.fork()
    if child == 0:
        os.execve(words[0], words, {**os.environ, "TERM": "xterm-256color", "PLYSCOPE_CONFIG": ""})
    fcntl.ioctl(leader, termios.TIOCSWINSZ, pack("HHHH", 24, 80, 0, 0))
    life, written = 0.0, b""
    while text is None or text not in written:
        try:
            chunk = os.read(leader, 65_536)
        except OSError:  # the other end is closed
            chunk = b""
        if not chunk:
            break
        written += chunk
        life = life or perf_counter() - started
    done = perf_counter() - started
    if text is not None:
        assert text in written, written
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(leader)
    return life, done


@pytest.mark.parametrize("form", FORMS)
def test_a_small_tree(benchmark: Any, report: Callable[[str], None], form: tuple[str, ...]) -> None:
    *words, text = form
    command = (*EXPLORE, *words)
    seconds(command, text.encode())  # the files are warm from here on
    plain, drawn = [], []
    for _ in range(ROUNDS):
        plain.append(seconds(YARDSTICK, None)[1])
        drawn.append(seconds(command, text.encode())[1])
    benchmark.pedantic(lambda: seconds(command, text.encode()), rounds=1)
    ratio = statistics.median(one / other for one, other in zip(drawn, plain, strict=True))
    report(
        f"explore {' '.join(words):<37} is drawn {min(drawn):.2f} s after the program's start, {ratio:.2f} times "
        f"importing NumPy and Textual ({min(plain):.2f} s; bound {STARTS:g})"
    )
    assert ratio < STARTS


def test_the_sign_of_life(benchmark: Any, report: Callable[[str], None], large: Path) -> None:
    plain = min(seconds(YARDSTICK, None)[1] for _ in range(3))
    lives = [seconds((*EXPLORE, str(large)), b"opening")[0] for _ in range(ROUNDS)]
    benchmark.pedantic(lambda: seconds((*EXPLORE, str(large)), b"opening"), rounds=1)
    bound = LIFE * max(plain / USUAL, 1)
    report(
        f"explorer: the sign of life of a file of {large.stat().st_size / 1e6:,.0f} MB comes after {min(lives):.3f} to "
        f"{max(lives):.3f} s (bound {bound:.2f})"
    )
    assert statistics.median(lives) < bound
