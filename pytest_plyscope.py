"""plyscope in tests: the fixture `record_search`, two options of pytest, and what a failing test prints.

pytest loads this module wherever plyscope is installed. It imports nothing of plyscope before a test asks for it.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tracer.testing.record_search import RecordSearch

_RECORDED = pytest.StashKey["RecordSearch"]()
_PASSED = pytest.StashKey[bool]()
_PAGES = pytest.StashKey[tuple[int, list[str]]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("plyscope", "searches that tests record (fixture record_search)")
    group.addoption("--plyscope-html", metavar="DIR", help="write a page of each recorded search into this folder")
    group.addoption(
        "--plyscope-update", action="store_true", help="write known numbers of nodes instead of comparing with them"
    )


@pytest.fixture
def record_search(request: pytest.FixtureRequest) -> Iterator[RecordSearch]:
    """Record the searches of a test.

    `with record_search(negamax, game="tictactoe") as recorded:` records, and `recorded` has the assertions.
    The traces of a failing test are kept, and it prints the command that opens them.
    """
    try:
        from tracer.testing.record_search import RecordSearch
    except ImportError as error:
        import plyscope

        raise ImportError(plyscope.foreign_part() or str(error)) from error

    item, config = request.node, request.config
    found = RecordSearch(item.path, _name(item), update=config.getoption("plyscope_update"))
    if (kept := _kept(config)) is not None:
        found.remove_kept(kept / _place(item))
    item.stash[_RECORDED] = found
    yield found
    if folder := config.getoption("plyscope_html"):
        item.stash[_PAGES] = _write_pages(found, Path(config.invocation_params.dir, folder, _place(item)))


def _write_pages(found: RecordSearch, folder: Path) -> tuple[int, list[str]]:
    """Write a page of each trace of a test; return how many were written, and why others were not."""
    from tracer.errors import PlyscopeError
    from viz import draw

    written, refused = 0, []
    for trace, path in zip(found.traces, found.iter_files(folder, ".html"), strict=False):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            draw(trace, path)
            written += 1
        except (PlyscopeError, OSError) as error:
            refused.append(f"no page {path.name}: {error}")
    return written, refused


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Keep the traces of a failing test, and give the report what is summed up at the end."""
    report = yield
    found = item.stash.get(_RECORDED, None)
    if found is None:
        return report
    if report.when == "call":
        item.stash[_PASSED] = report.passed
    if report.failed and found.traces:
        kept = _kept(item.config)
        here = item.config.invocation_params.dir
        text = (
            "traces are not kept without pytest's cache"
            if kept is None
            else found.keep_recordings(kept / _place(item), here)
        )
        report.sections.append(("plyscope", text))
    if report.when == "teardown":
        pages, refused = item.stash.get(_PAGES, (0, []))
        # An attribute of a report reaches the process that sums up, whichever process ran the test.
        vars(report)["plyscope"] = {
            "module": str(item.path),
            "test": _name(item),
            "learned": found.learned if item.stash.get(_PASSED, False) else None,
            "pages": pages,
            "refused": refused,
            "watchers": sorted(found.watchers) if found.traces else [],
        }
        del item.stash[_RECORDED]
    return report


def _name(item: pytest.Item) -> str:
    """Return the name of a test in its module."""
    return item.nodeid.partition("::")[2] or item.name


def _place(item: pytest.Item) -> Path:
    """Return a folder for the files of a module of tests, relative to that of all modules."""
    root = item.config.rootpath
    return item.path.relative_to(root) if item.path.is_relative_to(root) else Path(item.path.name)


def _kept(config: pytest.Config) -> Path | None:
    """Return the folder of traces that are kept; None if pytest has no cache."""
    cache = getattr(config, "cache", None)
    if cache is None:
        return None
    cache.set("plyscope/kept", True)  # pytest then tells git to ignore the cache
    return Path(config.rootpath, os.path.expandvars(config.getini("cache_dir"))) / "plyscope"


def pytest_configure(config: pytest.Config) -> None:
    """Sum up in the process that prints the results."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Summary(config), "plyscope-summary")


class _Summary:
    """What the tests of all processes report of their recordings."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._learned: dict[Path, dict[str, dict[str, int]]] = {}
        self._watchers: set[str] = set()
        self._pages, self._lines = 0, list[str]()

    def pytest_sessionstart(self) -> None:
        """Remove what was kept, if pytest clears its cache."""
        if self._config.getoption("cacheclear", False) and (kept := _kept(self._config)) is not None:
            shutil.rmtree(kept, ignore_errors=True)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Gather what a report tells."""
        found = getattr(report, "plyscope", None)
        if found is None:
            return
        if self._config.getoption("plyscope_update") and found["learned"] is not None:
            self._learned.setdefault(Path(found["module"]), {})[found["test"]] = found["learned"]
        self._pages += found["pages"]
        self._lines += found["refused"]
        self._watchers.update(found["watchers"])

    def pytest_sessionfinish(self) -> None:
        """Write the known numbers of nodes."""
        for module, numbers in self._learned.items():
            from tracer.errors import PlyscopeError
            from tracer.testing import record_search

            path = record_search.known_nodes_file(module)
            try:
                record_search.write_known_nodes(path, numbers)
            except PlyscopeError as error:
                self._lines.append(str(error))
            else:
                if any(numbers.values()):
                    self._lines.append(f"wrote known numbers of nodes to {os.path.relpath(path)}")

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print what was written, and what other tools change."""
        if self._pages:
            pages = f"{self._pages:,} page{'' if self._pages == 1 else 's'}"
            self._lines.append(f"wrote {pages} into {self._config.getoption('plyscope_html')}")
        if self._watchers:
            self._lines.append(
                f"{' and '.join(sorted(self._watchers))} watched the recorded searches too: nodes, values and findings "
                "are the same, but the seconds of a recording are not those of the search"
            )
        for line in self._lines:
            terminalreporter.line(f"plyscope: {line}")
