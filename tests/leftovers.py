"""A plugin: no process that a test started outlives the tests, and whoever left one is named.

Every process inherits two variables: one that marks this run of the tests, and pytest's own with the test at work.
"""

import contextlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from children import hear_signals
from patience import wait_until

MARK = "PLYSCOPE_TESTS"
GRACE = 30.0
"""Seconds that processes get to end after the last test: a browser takes some under load."""
HELPERS = (b"resource_tracker", b"forkserver")
"""Python's own, which end with the process they help."""
LEFT = pytest.StashKey[list[str]]()


def pytest_configure(config: pytest.Config) -> None:
    hear_signals()
    if not hasattr(config, "workerinput"):  # workers have the mark of the process that started them
        os.environ[MARK] = uuid4().hex


def left() -> dict[int, tuple[str, str]]:
    """The processes of this run beside this one: the test that started each, and its command."""
    mark = f"{MARK}={os.environ[MARK]}".encode()
    return {pid: found for pid, found in _marked(mark) if pid != os.getpid()}


def _marked(mark: bytes) -> Iterator[tuple[int, tuple[str, str]]]:
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            variables = (folder / "environ").read_bytes().split(b"\0")
            command = (folder / "cmdline").read_bytes()
        except OSError:
            continue  # it has ended, or is somebody else's
        if mark in variables and not any(helper in command for helper in HELPERS):
            tests = [one.partition(b"=")[2] for one in variables if one.startswith(b"PYTEST_CURRENT_TEST=")]
            test = b"".join(tests).decode(errors="replace").rpartition(" (")[0]
            yield int(folder.name), (test or "no test", command.replace(b"\0", b" ").decode(errors="replace")[:150])


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail where a process is left, end it, and let `--last-failed` run its test again."""
    if hasattr(session.config, "workerinput"):
        return
    try:
        wait_until(lambda: not left(), "no process left", seconds=GRACE)
    except AssertionError:
        found = left()
        session.config.stash[LEFT] = [f"{test} left process {pid}: {what}" for pid, (test, what) in found.items()]
        if found and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        _end(found)
        _remember(session.config, {test for test, _ in found.values()})


def _end(found: dict[int, tuple[str, str]]) -> None:
    for pid in found:
        with contextlib.suppress(ProcessLookupError):  # one of them ended with another
            os.kill(pid, signal.SIGKILL)


def _remember(config: pytest.Config, tests: set[str]) -> None:
    if config.cache is not None:
        failed = config.cache.get("cache/lastfailed", {})
        config.cache.set("cache/lastfailed", failed | dict.fromkeys(tests, True))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if found := config.stash.get(LEFT, []):
        terminalreporter.section("processes left behind", red=True)
        for line in found:
            terminalreporter.line(line)
