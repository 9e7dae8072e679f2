"""A plugin: `--failures FILE` keeps one line a failure, for whoever reads the end of a long output alone."""

from pathlib import Path
from typing import Any

import pytest
from leftovers import LEFT

WIDEST = 300
"""Characters of one line."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--failures", metavar="FILE", help="write a line for each failure, if the tests get to their end")


def pytest_terminal_summary(terminalreporter: Any, exitstatus: int, config: pytest.Config) -> None:
    """Write the file, even an empty one, unless the tests broke off."""
    if (path := config.getoption("--failures")) and exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        reports = [report for kind in ("failed", "error") for report in terminalreporter.stats.get(kind, [])]
        lines = [*map(line, reports), *config.stash.get(LEFT, [])]
        Path(path).write_text("".join(f"{one[:WIDEST]}\n" for one in lines), encoding="utf-8")


def line(report: Any) -> str:
    """The test, where it was if not in the test itself, and why."""
    when = getattr(report, "when", "call")
    return f"{report.nodeid}{'' if when == 'call' else f' ({when})'}: {reason(report.longrepr)}"


def reason(longrepr: Any) -> str:
    r"""The first line of the error.

    >>> reason("Traceback …\nValueError: no such move\n")
    'ValueError: no such move'
    """
    crash = getattr(longrepr, "reprcrash", None)
    if crash is not None:
        return str(crash.message).strip().partition("\n")[0]
    return str(longrepr).strip().rpartition("\n")[2]
