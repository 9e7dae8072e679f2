"""What every test can ask for: golden files, processes that end with it, and tools that may be missing."""

import gc
import importlib.util
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from children import Children
from hypothesis import settings
from strategies import PROFILE  # which loads it, for every test
from unix_only import is_for_unix

collect_ignore = ["styles", "options"]  # they run as they are imported
collect_ignore_glob = ["*/conftest.py"]  # which have one name
pytest_plugins = ["leftovers", "failures", "cases"]
os.environ.setdefault("PLYSCOPE_CONFIG", "")  # no test reads or writes what is remembered of whoever runs it
GAMES = "/usr/games"
"""Where Debian puts engines of chess; it is not on every path."""
GOLDEN = Path(__file__).parent / "golden"
USED = "_hypothesis_internal_use_settings"
"""Where hypothesis keeps the settings of a test: nothing public changes them."""
MODULES = (
    "build",
    "hatchling",
    "chess",
    "easyAI",
    "pyspiel",
    "pygraphviz",
    "pyarrow",
    "playwright",
    "textual_serve",
    "resvg_py",
    "reportlab",
    "PIL",
    "fontTools",
    "anywidget",
    "matplotlib",
    "duckdb",
    "pandas",
    "distributed",
)
"""Optional tools that are Python packages; any other name is a command."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--update` writes what is compared otherwise."""
    parser.addoption("--update", action="store_true", help="write the golden files instead of comparing with them")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """`-n auto`: the cores that this process may use; at least two, and no more than memory is sure to bear."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(max(cores, 2), 8)


def pytest_itemcollected(item: pytest.Item) -> None:
    """A run that is not thorough draws no more examples than its profile has, also where a test asks for more."""
    test = getattr(item, "obj", None)
    asked = getattr(test, USED, None)
    if PROFILE != "thorough" and asked is not None:
        most = min(asked.max_examples, settings.default.max_examples)
        setattr(test, USED, settings(asked, max_examples=most))


def pytest_collection_finish() -> None:
    """Collect garbage rarely, and never go through what was imported and collected: that took a sixth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out what needs modules that Windows has not, where it has not; None says nothing of a file."""
    return True if os.name == "nt" and is_for_unix(collection_path) else None


@pytest.fixture
def launch() -> Iterator[Children]:
    """Starts processes; none is left after the test."""
    children = Children()
    yield children
    children.end()


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compares a text with the golden file of a name; with `--update` it writes the file."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update"):
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(text.encode())
        assert path.exists(), f"no golden file {name}: pytest --update writes it"
        assert text == path.read_bytes().decode(), f"{name} differs; if that is meant, pytest --update"

    return compare


def need(tool: str) -> None:
    """Skip a test where an optional tool is missing; fail it there if PLYSCOPE_REQUIRE_ALL is 1."""
    there = importlib.util.find_spec(tool) if tool in MODULES else shutil.which(tool) or shutil.which(tool, path=GAMES)
    if there is None:
        if os.environ.get("PLYSCOPE_REQUIRE_ALL") == "1":
            pytest.fail(f"{tool} is not installed, and PLYSCOPE_REQUIRE_ALL is 1")
        pytest.skip(f"{tool} is not installed")


@pytest.fixture(name="need", scope="session")
def _need() -> Callable[[str], None]:
    """`need`, without an import: test folders may have a conftest of their own."""
    return need
