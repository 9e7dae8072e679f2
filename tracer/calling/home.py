"""Where a user's file lies: what it imports from beside itself is its own, also where another file's has that name."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

OURS = {"tracer", "viz", "tui"}
"""Packages that are nobody else's, wherever they lie."""


class Home:
    """The folder of a file, with the modules that were imported from there; two versions of a program have one each.

    Args:
        file: the file.
    """

    def __init__(self, file: Path) -> None:
        self._folder = file.resolve().parent
        self._names = frozenset(_names_in(self._folder)) - OURS - sys.stdlib_module_names
        """What may be imported from there."""
        self._modules: dict[str, ModuleType] = {}
        """Those of its own, while nobody is inside."""

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Have imports find what lies in the folder, and no module of such a name from elsewhere."""
        away = {name: module for name, module in list(sys.modules.items()) if self._is_beside(name)}
        for name in away:
            del sys.modules[name]
        sys.modules.update(self._modules)
        before = sys.path[:]
        sys.path.insert(0, str(self._folder))
        try:
            yield
        finally:
            sys.path[:] = before  # whatever the program did to it
            self._modules = {name: module for name, module in list(sys.modules.items()) if self._is_beside(name)}
            for name in self._modules:
                del sys.modules[name]
            sys.modules.update(away)

    @property
    def modules(self) -> list[ModuleType]:
        """Those that were imported from there."""
        return list(self._modules.values())

    def _is_beside(self, name: str) -> bool:
        """Whether a module of that name lies in the folder, by its first word."""
        return name.removeprefix("plyscope_file_").partition(".")[0] in self._names


def _names_in(folder: Path) -> Iterator[str]:
    """The modules and packages of a folder, by name."""
    try:
        for path in sorted(folder.iterdir()):
            if path.suffix == ".py" or (path / "__init__.py").is_file():
                yield path.stem
    except OSError:  # whoever opens the file will say so
        return
