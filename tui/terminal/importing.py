"""What a program imports: modules of its own rather than those that plyscope has loaded under their names."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import FrozenImporter, PathFinder
from pathlib import Path
from types import ModuleType

_PYTHONS = {"__main__", "encodings", *sys.builtin_module_names}
"""What Python itself has loaded before a program begins, beside its frozen modules."""


@contextmanager
def imports_of_its_own(folder: str | None) -> Iterator[None]:
    """Let a program import what it likes, and put everything back that plyscope needs for its own imports.

    Args:
        folder: where its own modules are, which come first; None where they do not.
    """
    modules, loaded = sys.modules, dict(sys.modules)
    builtin = dict(builtins.__dict__)
    lists = [(name, getattr(sys, name), list(getattr(sys, name))) for name in ("path", "meta_path", "path_hooks")]
    for name in () if folder is None else _hidden(folder, loaded):
        del sys.modules[name]
    try:
        yield
    finally:
        builtins.__dict__.update(builtin)
        sys.modules = modules
        modules.update(loaded)
        for name, listed, entries in lists:
            listed[:] = entries
            setattr(sys, name, listed)


def _hidden(folder: str, loaded: dict[str, ModuleType]) -> list[str]:
    """The loaded modules that a program cannot mean, since its folder has others of their names.

    What is in a package, and in none of the program's, stays: plyscope and NumPy import some of it at work.
    """
    hidden: list[str] = []
    inside = {"": [folder]}
    for name in sorted(set(loaded) - _PYTHONS):  # a package comes before what is in it
        above = name.rpartition(".")[0]
        spec = None if above not in inside else PathFinder.find_spec(name, inside[above])
        if spec is None or spec.loader is None or FrozenImporter.find_spec(name) is not None:
            continue  # what has no loader is no more than a folder, which is found last
        file = getattr(loaded[name], "__file__", None)
        if file is None or Path(file).resolve() != Path(spec.origin or "").resolve():
            hidden.append(name)
            inside[name] = list(spec.submodule_search_locations or ())
    return hidden
