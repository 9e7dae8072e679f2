"""A user's own function that chooses a move: found by its name, and called with what its program knows."""

from __future__ import annotations

import copy
import inspect
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

from tracer.errors import OURS, PlyscopeError
from tracer.games.adapters.foreign_position import ForeignPosition
from tracer.games.adapters.module_functions import FunctionsGame
from tracer.games.registry import load_function
from tracer.games.rules import AnyGame, BuiltIn, blame, show
from tracer.text import clean, message_of

GAME_WORDS = ("game", "rules")
"""What the argument is called that takes the game, where it stands behind the position."""
DEPTH = "depth"
"""What the argument is called that takes the plies."""
_PACKAGES = {"tracer", "viz", "tui"}
"""Plyscope's own packages, wherever they lie."""
_PLACES = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


class OwnCall:
    """A function that is called with a position, or with a game and a position.

    With one argument it gets what its own program knows: of an adapted game the program's own object, such as a
    `chess.Board`, a copy each time; of every other game the position as `tracer.Game` has it. With two it gets
    plyscope's game and plyscope's position, so that `game.moves(position)` works for every game; the position of an
    adapted game has the program's object as `position.held`. Where the game comes behind the position, as AIMA's own
    searches take them, both are the program's own. A position whose annotation is `str` is the board as
    text. An argument named `depth` gets the depth. What its file imports from beside it is its own, whatever other
    files of that name do.

    Args:
        spec: `file.py:name` or `package.module:name`, whose code is run; or the function itself.

    Raises:
        PlyscopeError: there is no such function, or it takes other arguments.
    """

    def __init__(self, spec: str | Callable[..., Any]) -> None:
        self.name = spec.strip() if isinstance(spec, str) else name_of(spec)
        """As it was named."""
        module = self.name.rpartition(":")[0] if isinstance(spec, str) else ""
        self._home = Home(Path(module)) if module.endswith(".py") else None
        with self._at_home():
            self.function: Callable[..., Any] = load_function(self.name) if isinstance(spec, str) else spec
        self._takes = _Arguments(self.name, self.function)

    @property
    def modules(self) -> Sequence[ModuleType]:
        """What was imported from beside its file."""
        return self._home.modules if self._home else []

    def given(self, game: AnyGame, state: Any, depth: int | None = None) -> tuple[list[Any], dict[str, Any]]:
        """The arguments, those of a position that may change a copy each time.

        Raises:
            PlyscopeError: it wants a depth, and there is none.
        """
        return self._takes.given(game, state, depth)

    @contextmanager
    def around(self) -> Iterator[None]:
        """What must be around a call: its own modules; says of an error that it is the function's.

        Raises:
            PlyscopeError: whatever it raised.
        """
        with self._at_home():
            try:
                yield
            except OURS:
                raise
            except BaseException as error:
                raise PlyscopeError(f"{clean(self.name)} raised {message_of(error)}") from error

    @contextmanager
    def _at_home(self) -> Iterator[None]:
        if self._home is None:
            yield
        else:
            with self._home.entered():
                yield


class _Arguments:
    """What a function is called with."""

    def __init__(self, name: str, called: Callable[..., Any]) -> None:
        try:
            signature = inspect.signature(called)
        except (TypeError, ValueError):  # written in C
            signature = inspect.Signature([inspect.Parameter("position", inspect.Parameter.POSITIONAL_ONLY)])
        taken = _positions(name, list(signature.parameters.values()))
        self._name, self._depth = name, signature.parameters.get(DEPTH)
        self._game_last = len(taken) == 2 and taken[1].name in GAME_WORDS
        self._game = len(taken) == 2
        position = taken[0] if self._game_last or not self._game else taken[1]
        self._as_text = position.annotation in (str, "str") or isinstance(position.default, str)
        self._in_one_line = isinstance(position.default, str) and "\n" not in position.default

    def given(self, game: AnyGame, state: Any, depth: int | None) -> tuple[list[Any], dict[str, Any]]:
        own = untouched if self._game and not self._game_last else own_position
        position = self._text(game, state) if self._as_text else own(game, state)
        places = [position]
        if self._game:
            places = [position, own_game(game)] if self._game_last else [game, position]
        if self._depth is None:
            return places, {}
        if depth is None and self._depth.default is inspect.Parameter.empty:
            raise PlyscopeError(f"{clean(self._name)} wants a {DEPTH}: say one, as in --depth 4")
        return places, {} if depth is None else {DEPTH: depth}

    def _text(self, game: AnyGame, state: Any) -> str:
        with blame(game):
            text = show(game, state)
        return text.replace("\n", "") if self._in_one_line else text


def _positions(name: str, parameters: list[inspect.Parameter]) -> list[inspect.Parameter]:
    """The arguments for the position, and the game where it takes that.

    Raises:
        PlyscopeError: it takes others.
    """
    known = [one for one in parameters if one.kind in _PLACES and one.name != DEPTH]
    if known and known[0].name == "self":
        raise PlyscopeError(
            f"{clean(name)} is a method of a class, with nobody to call it on: name a function, or the method of an "
            "object, as in file.py:choose with choose = Engine().choose"
        )
    needed = [one for one in known if one.default is inspect.Parameter.empty]
    named = [
        one for one in parameters if one.kind is one.KEYWORD_ONLY and one.default is one.empty and one.name != DEPTH
    ]
    anything = [one for one in parameters if one.kind is one.VAR_POSITIONAL]
    taken = needed or known[:1] or anything
    if named or not 1 <= len(taken) <= 2:
        wants = ", ".join(one.name for one in [*taken, *named]) or "nothing"
        raise PlyscopeError(
            f"{clean(name)} wants {clean(wants, 60)}: it is called with the position, or with the game and the "
            f"position; others need a default, and {DEPTH} gets the depth"
        )
    return taken


def own_position(game: AnyGame, state: Any) -> Any:
    """A position as its program knows it: a copy of its own object where the game is adapted."""
    if not isinstance(state, ForeignPosition):
        return state
    return _copy(game, state.held[0] if isinstance(game, FunctionsGame) else state.held)


def own_game(game: AnyGame) -> Any:
    """A game as its program knows it: its own object where it is adapted."""
    if isinstance(game, BuiltIn):
        return game
    return getattr(game, "module" if isinstance(game, FunctionsGame) else "game", game)


def untouched(game: AnyGame, state: Any) -> Any:
    """A position as its game knows it, that may be changed: of an adapted game one with an object of its own."""
    if not isinstance(state, ForeignPosition):
        return state
    return replace(state, held=_copy(game, state.held))


def _copy(game: AnyGame, held: Any) -> Any:
    clone = getattr(held, "clone", None)  # of OpenSpiel, whose states are not Python's
    with blame(game):
        return clone() if callable(clone) else copy.deepcopy(held)


def name_of(called: Callable[..., Any]) -> str:
    """What a function is called, as a command line would name it."""
    kind = called if hasattr(called, "__qualname__") else type(called)
    return clean(f"{kind.__module__}:{kind.__qualname__}")


class Home:
    """The folder of a file, with the modules that were imported from there; two versions of a program have one each.

    Args:
        file: the file.
    """

    def __init__(self, file: Path) -> None:
        self._folder = file.resolve().parent
        self._names = frozenset(_names_in(self._folder)) - _PACKAGES - sys.stdlib_module_names
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
