"""The rooms of viz: what each says that it may ask is what it imports, and nobody asks back."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import viz

FOLDER = Path(viz.__file__).parent
FILES = sorted(FOLDER.rglob("*.py"))
ROOMS = sorted(path.parent.name for path in FILES if path.name == "__init__.py" and path.parent != FOLDER)
SAME_JOB = {"boards", "registry"}
"""Names of files that do in two rooms what they do in one."""


def imported(path: Path) -> Iterator[str]:
    """The full names of all that a file imports of plyscope, wherever in it and whatever for."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        yield from (name for name in names if name.split(".")[0] in ("tracer", "viz", "tui"))


def asked(path: Path) -> set[str]:
    """The packages, rooms and flat files that a file of viz asks."""
    parts = [name.split(".") for name in imported(path)]
    return {words[1] if words[0] == "viz" else words[0] for words in parts}


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_asks_whom_it_says_and_nobody_else(room: str) -> None:
    said = re.fullmatch(r'"""[^"]+\n\nMay ask: ([a-z, ]+)\.\n"""\n', (FOLDER / room / "__init__.py").read_text())
    assert said, "its __init__.py says in three lines what it knows and whom it may ask"
    found = set().union(*(asked(path) for path in (FOLDER / room).glob("*.py"))) - {room}
    assert set(said[1].split(", ")) == found


def test_no_two_rooms_ask_each_other() -> None:
    """Nor in any larger circle; a flat file counts as a room."""
    rooms: dict[str, set[str]] = {}
    for path in FILES:
        place = path.relative_to(FOLDER).parts[0].removesuffix(".py")
        rooms.setdefault(place, set()).update(asked(path) - {place})
    order = list(TopologicalSorter(rooms).static_order())
    assert order.index("pictures") < order.index("paper") < order.index("formats") < order.index("export")


def test_no_two_files_import_each_other() -> None:
    modules = {".".join(("viz", *path.relative_to(FOLDER).with_suffix("").parts)): path for path in FILES}
    graph = {
        module: {name if name in modules else name.rpartition(".")[0] for name in imported(path)} & modules.keys()
        for module, path in modules.items()
    }
    list(TopologicalSorter(graph).static_order())


def test_few_files_lie_flat_and_none_is_named_as_another_or_as_a_function() -> None:
    assert len(list(FOLDER.glob("*.py"))) <= 12
    names = Counter(path.stem for path in FILES if path.stem != "__init__")
    assert {name for name, count in names.items() if count > 1} <= SAME_JOB
    assert not (names.keys() | set(ROOMS)) & set(viz.__all__)
