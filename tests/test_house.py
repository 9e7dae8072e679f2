"""The plan of the house: rooms, whom each may ask, and names that mean one thing. Lazy and typing imports count too."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from operator import attrgetter
from pathlib import Path

import pytest

import tracer
import tui
import viz

PACKAGES = {package.__name__: Path(str(package.__file__)).parent for package in (tracer, viz, tui)}
BELOW = {"tracer": set[str](), "viz": {"tracer"}, "tui": {"tracer", "viz"}}
FILES = [(name, path) for name, folder in PACKAGES.items() for path in sorted(folder.rglob("*.py"))]
pytestmark = pytest.mark.every_case(quick=True)
ROOMS = [
    (name, path.parent.name)
    for name, path in FILES
    if path.name == "__init__.py" and path.parent.parent == PACKAGES[name]
]
ROOT = PACKAGES["tracer"].parent
FLAT = 12
"""Files that may lie flat in a package."""
SAME_JOB = {"boards", "reading", "registry", "why"}
"""Names of files that do in two rooms what they do in one."""


@cache
def imported(path: Path) -> tuple[str, ...]:
    """The full names of all that a file imports of plyscope, wherever in it and whatever for."""
    names: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path} imports from {'.' * node.level}"
            names += [f"{node.module}.{alias.name}" for alias in node.names]
    return tuple(name for name in names if name.split(".")[0] in PACKAGES)


def module_of(package: str, path: Path) -> str:
    """The name under which a file is imported."""
    parts = path.relative_to(PACKAGES[package].parent).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def asked(package: str, path: Path) -> set[str]:
    """The rooms and flat files of its own package, and the packages below, that a file asks."""
    parts = [name.split(".") for name in imported(path)]
    return {words[1] if words[0] == package and len(words) > 1 else words[0] for words in parts}


def rooms_asked(package: str) -> dict[str, set[str]]:
    """For each room and flat file of a package, whom it asks."""
    rooms: dict[str, set[str]] = {}
    for name, path in FILES:
        if name == package:
            place = path.relative_to(PACKAGES[package]).parts[0].removesuffix(".py")
            rooms.setdefault(place, set()).update(asked(package, path) - {place})
    return rooms


@pytest.mark.parametrize("package", PACKAGES)
def test_packages_ask_only_those_below(package: str) -> None:
    for name, path in FILES:
        if name == package:
            above = {word.split(".")[0] for word in imported(path)} - BELOW[package] - {package}
            assert not above, f"{path} imports {', '.join(sorted(above))}, which {package} may not"


@pytest.mark.parametrize(("package", "room"), ROOMS)
def test_a_room_asks_whom_it_says_and_nobody_else(package: str, room: str) -> None:
    text = (PACKAGES[package] / room / "__init__.py").read_text(encoding="utf-8")
    said = re.fullmatch(r'"""[^"\n]+\n(?:[^"\n]+\n)?\nMay ask: ([a-z, ]+)\.\n"""\n', text)
    assert said, "its __init__.py says in three lines what it knows and whom it may ask"
    asks = rooms_asked(package)[room]
    assert set(said[1].split(", ")) == asks, f"its __init__.py should say: May ask: {', '.join(sorted(asks))}."


def demand_no_circle(asked_by: dict[str, set[str]]) -> None:
    try:
        TopologicalSorter(asked_by).prepare()
    except CycleError as error:
        pytest.fail(f"these import one another: {' → '.join(reversed(error.args[1]))}")


@pytest.mark.parametrize("package", PACKAGES)
def test_no_rooms_ask_each_other_in_a_circle(package: str) -> None:
    demand_no_circle(rooms_asked(package))


def test_no_files_import_each_other_in_a_circle() -> None:
    modules = {module_of(name, path): path for name, path in FILES}

    def targets(path: Path) -> Iterator[str]:
        for name in imported(path):
            parts = name.split(".")
            yield next(known for size in range(len(parts), 0, -1) if (known := ".".join(parts[:size])) in modules)

    graph = {module: set(targets(path)) - {module} for module, path in modules.items()}
    demand_no_circle(graph)


@pytest.mark.parametrize("package", PACKAGES)
def test_few_files_lie_flat(package: str) -> None:
    assert len(list(PACKAGES[package].glob("*.py"))) <= FLAT


@pytest.mark.parametrize("package", PACKAGES)
def test_a_name_of_a_file_means_one_thing(package: str) -> None:
    names = Counter(path.stem for name, path in FILES if name == package and path.stem != "__init__")
    twice = {name for name, count in names.items() if count > 1} - SAME_JOB
    assert not twice, f"several files: {[str(path) for _name, path in FILES if path.stem in twice]}"


def test_no_two_modules_of_tests_have_one_name() -> None:
    """Each would be found alone, and one of them not beside the other. Benchmarks are never run beside tests."""
    modules = [path for path in Path(__file__).parent.rglob("test_*.py") if path.parent.name != "bench"]
    assert len({path.name for path in modules}) == len(modules)


@pytest.mark.parametrize("package", ["tracer", "viz"])
def test_no_room_or_flat_file_has_the_name_of_a_public_one(package: str) -> None:
    public = set({"tracer": tracer, "viz": viz}[package].__all__)
    assert not set(rooms_asked(package)) & public


def prose() -> Iterator[tuple[Path, str]]:
    """The pages for people, and all source text: its docstrings, comments and messages name things too."""
    folders = [*PACKAGES.values(), ROOT / "examples"]
    sources = (
        path for folder in folders for path in sorted(folder.rglob("*")) if path.suffix in (".py", ".js", ".css")
    )
    pages = sorted((ROOT / "docs" / "developing").glob("*.md"))
    for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *pages, *sources):
        yield path, path.read_text(encoding="utf-8")


@cache
def is_there(name: str) -> bool:
    """Whether a name with points leads to something: a module, or what is reached from one."""
    words = name.split(".")
    for size in range(len(words), 0, -1):
        try:
            found = import_module(".".join(words[:size]))
        except ModuleNotFoundError:
            continue
        try:
            attrgetter(".".join(words[size:]))(found) if size < len(words) else None
        except AttributeError:
            return False
        return True
    return False


def test_what_a_docstring_a_message_or_a_page_names_is_there() -> None:
    assert is_there("tracer.Board")
    assert not is_there("tracer.board.Board")
    for path, text in prose():
        for name in re.findall(r"(?<![\w./-])(?:tracer|viz|tui)(?:\.[A-Za-z_]\w*)+", text):
            assert is_there(name), f"{path} names {name}, which is not there"
        for name in re.findall(r"(?<![\w./-])(?:tracer|viz|tui|tests|examples)(?:/\w+)+\.(?:py|js|css)\b", text):
            assert (ROOT / name).exists() or "NAME" in name, f"{path} names {name}, which is not there"
