"""The games, and the names by which they are found.

A new game is one file here, and its name in the import below and in `MODULES`. What follows the colon in a spec are its
parameters. Other people's games are made into games by `tracer.games.adapters`.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.machinery
import importlib.util
import os
import re
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from tracer.errors import OURS, PlyscopeError
from tracer.games import connect4, mnk, nim, pig, piglet, race, random_tree, tictactoe, tiles
from tracer.games.adapters import chess, openspiel
from tracer.games.game_entry import GameEntry
from tracer.games.rules import AnyGame, blame
from tracer.games.tree import TreeGame
from tracer.games.tree_text import MAX_TEXT_LENGTH, MIN_ROOT_HINT
from tracer.text import clean, message_of, nearest

MODULES = (tictactoe, mnk, connect4, nim, random_tree, pig, piglet, race, tiles, chess, openspiel)
"""Each has an `ENTRY`."""
GAMES: dict[str, GameEntry] = {module.ENTRY.name: module.ENTRY for module in MODULES}
"""The built-in games by what stands before the colon of a spec: each says its `form`, an `example` and a `summary`."""

READ_BLOCK_BYTES = 1 << 20
"""Bytes of a file that are read at once."""
OTHER_FORMS = (
    ("'[[3,12,8],[2,4,6],[14,5,2]]'", "A tree given by hand as nested lists (JSON)"),
    ("tree.json", "The same from a file, with optional names of nodes and moves"),
    ("package.module:name", "Your own game: an object, class or function without arguments that gives one"),
    ("path/file.py:name", "The same from a file; AIMA's and easyAI's games too, and a file of functions without :name"),
)


def builtin_game(spec: str) -> AnyGame | None:
    """The built-in game or inline tree that a spec names, or None: this never reads a file or runs foreign code.

    Raises:
        PlyscopeError: the parameters are wrong.
    """
    spec = spec.strip()
    if spec[:1] in ("[", "{", "("):
        return TreeGame.from_text(spec)
    name, _, parameters = spec.partition(":")
    is_allowed = name in GAMES and re.fullmatch(GAMES[name].safe_parameters, parameters.strip(), re.DOTALL)
    return GAMES[name].make(parameters.strip()) if is_allowed else None


def game(spec: str) -> AnyGame:
    """The game that a spec names: `tictactoe`, `mnk:4,4,3`, a nested list, a `.json` file, or `package.module:name`.

    Also `path/file.py:name`, or `path/file.py` alone for a file of functions. Python that a spec names is run.

    Args:
        spec: the text; `plyscope games` lists the forms.

    Raises:
        PlyscopeError: there is no such game, or its parameters are wrong.
    """
    if "\0" in spec:
        raise PlyscopeError(f"unknown game {clean(spec)!r}: no name and no path has a null character")
    built_in = builtin_game(spec)
    if built_in is not None:
        return built_in
    if spec.lower().endswith(".json"):
        return _load_tree_file(Path(spec))
    game_name, _, parameters = spec.strip().partition(":")
    if game_name in GAMES:
        return GAMES[game_name].make(parameters.strip())
    if match := re.fullmatch(r"(.+\.py)(?::([^\W\d]\w*(?:\.[^\W\d]\w*)*))?", spec.strip(), re.DOTALL):
        return _load_user_game(match[1], match[2] or "")
    module, has_colon, name = spec.partition(":")
    is_dotted_name = re.fullmatch(r"[^\W\d]\w*(\.[^\W\d]\w*)*", module)
    if (
        has_colon
        and is_dotted_name
        and re.fullmatch(r"[^\W\d]\w*(\.[^\W\d]\w*)*", name)
        and (not nearest(module, GAMES) or _is_importable_module(module))
    ):
        return _load_user_game(module, name)
    if re.match(r"\W*(MAX|MIN)\b[^\[{]*[\[{]", spec, re.IGNORECASE):
        raise PlyscopeError(f"unknown game {clean(spec)!r}; {MIN_ROOT_HINT}")
    if os.path.isfile(spec):  # noqa: PTH113  # of a name that is too long it says no
        if spec.lower().endswith((".jsonl", ".ndjson")):
            raise PlyscopeError(f"{clean(spec)} has lines of a search: `plyscope import` makes a trace of them")
        raise PlyscopeError(
            f"unknown game {clean(spec)!r}: the name of a file with a tree ends in .json, with a game in .py"
        )
    raise PlyscopeError(f"unknown game {clean(spec)!r}{nearest(module, GAMES)}; `plyscope games` lists them")


def _refuse_unreadable_file(path: Path) -> None:
    """Refuse what is too large, or may never begin, or never end, when it is read.

    What is not there is for whoever opens it.
    """
    try:
        file_stat = path.stat()
    except (OSError, ValueError):
        return
    mode = file_stat.st_mode
    if file_stat.st_size > MAX_TEXT_LENGTH:
        raise PlyscopeError(f"{clean(str(path))}: {file_stat.st_size:,} bytes are more than a tree or a game may have")
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise PlyscopeError(f"{clean(str(path))} is no file but a pipe or a device; save what comes from it to a file")


def _load_tree_file(path: Path) -> AnyGame:
    _refuse_unreadable_file(path)
    try:
        text = _read_limited(path, MAX_TEXT_LENGTH).decode("utf-8-sig")
    except OSError as error:
        raise PlyscopeError(f"cannot read the tree file {clean(str(path))}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise PlyscopeError(f"the tree file {clean(str(path))} is not UTF-8 text") from error
    return TreeGame.from_text(text, clean(str(path)), title=clean(path.stem))


def _read_limited(path: Path, max_bytes: int) -> bytes:
    """What is in a file, one byte more than may be at most; what it does not give at once is not waited for."""
    content = bytearray()
    with open(path, "rb", buffering=0, opener=_open_without_waiting) as file:
        while block := file.read(min(max_bytes + 1 - len(content), READ_BLOCK_BYTES)):
            content += block
    return bytes(content)


def _open_without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _is_importable_module(module: str) -> bool:
    """Whether there is a module of that name, or a package that it may be in: `mychess` is no misspelt `chess`."""
    top_package = module.partition(".")[0]
    return importlib.machinery.PathFinder.find_spec(top_package, [str(Path.cwd()), *sys.path]) is not None


def _load_user_game(module: str, name: str) -> AnyGame:
    """A user's game: imported from the current folder or the path, or from a file; without a name the whole module."""
    from tracer.games.adapters.game_adapters import instantiate_game

    spec = f"{module}:{name}" if name else module
    with _importable(module):
        loaded = _load_attribute(module, name)
        if not name and not hasattr(loaded, "next_states") and not hasattr(loaded, "play"):
            shown_module = clean(module)
            raise PlyscopeError(
                f"{shown_module} has no functions start, next_states, finished, utility; "
                f"name the game in it: {shown_module}:NAME"
                + (f"; plyscope run {shown_module} records a search in it" if shown_module.endswith(".py") else "")
            )
        with blame(loaded):
            return as_game(instantiate_game(loaded, spec), spec)


def load_function(spec: str) -> Callable[..., Any]:
    """A user's function, from `file.py:name` or `package.module:name`; its code is run.

    Raises:
        PlyscopeError: there is none.
    """
    module, _, name = spec.strip().rpartition(":")
    if not module or not re.fullmatch(r"[^\W\d]\w*(\.[^\W\d]\w*)*", name):
        raise PlyscopeError(f"a function is file.py:name or package.module:name, not {clean(spec)!r}")
    with _importable(module):
        loaded = _load_attribute(module, name)
    if not callable(loaded):
        raise PlyscopeError(f"{clean(spec)} is no function")
    return loaded  # type: ignore[no-any-return]


@contextmanager
def _importable(module: str) -> Iterator[None]:
    """Let modules be found that lie where a module does: beside its file, or in the current folder."""
    folder = str(Path(module).resolve().parent if module.endswith(".py") else Path.cwd())
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        sys.path.remove(folder)


def _load_attribute(module: str, name: str) -> Any:
    """What has a name in a module, which may be a file; without a name the module."""
    path, shown_module = Path(module), clean(module)
    is_file = path.suffix == ".py"
    if is_file:
        _refuse_unreadable_file(path)
    try:
        loaded: Any = _run_file(path) if is_file else importlib.import_module(module)
        for attribute in name.split(".") if name else ():
            loaded = getattr(loaded, attribute)
    except OURS:
        raise
    except ImportError as error:
        raise PlyscopeError(f"cannot import {shown_module}: {clean(str(error))}; is it here, or installed?") from error
    except AttributeError as error:
        raise PlyscopeError(f"{shown_module} has no {clean(name)!r}: {clean(str(error))}") from error
    except OSError as error:
        raise PlyscopeError(f"cannot read {shown_module}: {error.strerror or error}") from error
    except BaseException as error:  # a module may be a script that ends
        spec = f"{module}:{name}" if name else module
        raise PlyscopeError(f"{clean(spec)} raised {message_of(error)}") from error
    return loaded


def _run_file(path: Path) -> ModuleType:
    """A Python file as a module, which other imports of a module of that name do not see."""
    name = f"plyscope_file_{path.stem}"
    module_spec = importlib.util.spec_from_file_location(name, path)
    assert module_spec is not None
    assert module_spec.loader is not None
    module = importlib.util.module_from_spec(module_spec)
    sys.modules[name] = module  # dataclasses look for their module there
    module_spec.loader.exec_module(module)
    return module


def as_game(candidate: Any, spec: str | None = None) -> AnyGame:
    """A game from what a caller gave: a spec, nested lists, a networkx tree, or a game itself.

    Other people's games are adapted: objects and classes in the style of AIMA or easyAI, a `pyspiel.Game`, a
    `chess.Board`, a module of functions.

    Raises:
        PlyscopeError: it is none of these; the message names the missing functions.
    """
    if isinstance(candidate, str):
        return game(candidate)
    if isinstance(candidate, list):
        return TreeGame.from_lists(candidate)
    if isinstance(candidate, type):
        from tracer.games.adapters.game_adapters import instantiate_game

        candidate = instantiate_game(candidate)
    if type(candidate).__module__.startswith("networkx."):
        return TreeGame.from_networkx(candidate)
    missing = [
        name for name in ("start", "turn", "utility", "moves", "play") if not callable(getattr(candidate, name, None))
    ]
    if missing:
        from tracer.games.adapters.game_adapters import adapt_game

        adapted = adapt_game(candidate, spec)
        if adapted is not None:
            return adapted
        description = spec or type(candidate).__name__
        raise PlyscopeError(f"{description} is no game: it has no {', '.join(f'{name}()' for name in missing)}")
    if spec and not hasattr(candidate, "spec"):
        with contextlib.suppress(AttributeError):  # a class with __slots__ keeps its class name as its description
            candidate.spec = spec
    accepted: AnyGame = candidate
    return accepted
