"""What tests of the page ask for: a browser, pages opened in it, and an empty one."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pages import WAIT, Open, Opener, Page, saved

from tracer.tracing import Trace
from viz.page import playground


@pytest.fixture(scope="module")
def browser(need: Callable[[str], None]) -> Iterator[Any]:
    """A browser without a window."""
    need("playwright")
    need("chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"], timeout=WAIT)
        yield found
        found.close()


@pytest.fixture
def open_page(browser: Any, tmp_path: Path) -> Iterator[Open]:
    """Opens pages of traces; after the test none of them may have asked for anything or complained."""
    opened: list[Page] = []

    def opener(trace: Trace, address: str = "", *, options: dict[str, Any] | None = None, **context: Any) -> Page:
        path = saved(trace, tmp_path / f"{len(opened)}.html", **(options or {}))
        opened.append(Page(browser, path, address, **context))
        return opened[-1]

    yield opener
    for page in opened:
        page.close()
        assert [url for url in page.asked if not url.startswith(("file:", "data:"))] == []
        assert len([url for url in page.asked if url.startswith("file:")]) == 1
        assert page.complaints == []


@pytest.fixture(scope="module")
def tab(browser: Any) -> Iterator[Any]:
    """An empty page, in which the script's parts are asked one by one."""
    found = browser.new_page()
    yield found
    found.close()


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Opener]:
    """Opens the playground; after the test it may not have asked for anything or complained."""
    path, found = tmp_path / "playground.html", list[Page]()
    path.write_text(playground.make_playground_page(), encoding="utf-8")

    def opener(address: str = "", **context: Any) -> Page:
        found.append(Page(browser, path, address, **context))
        return found[-1]

    yield opener
    for page in found:
        page.close()
        assert {url.partition("#")[0] for url in page.asked} == {path.as_uri()}
        assert page.complaints == []
