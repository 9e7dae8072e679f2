"""A user's own function that chooses a move: found by its name, and called with what its program knows."""

from __future__ import annotations

import copy
import inspect
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
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

GAME_PARAMETER_NAMES = ("game", "rules")
"""What the argument is called that takes the game, where it stands behind the position."""
DEPTH_PARAMETER = "depth"
"""What the argument is called that takes the plies."""
_PACKAGES = {"tracer", "viz", "tui"}
"""Plyscope's own packages, wherever they lie."""
_POSITIONAL_KINDS = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


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
        self.name = spec.strip() if isinstance(spec, str) else function_name(spec)
        """As it was named."""
        module = self.name.rpartition(":")[0] if isinstance(spec, str) else ""
        self._module_folder = ModuleFolder(Path(module)) if module.endswith(".py") else None
        with self._in_module_folder():
            self.function: Callable[..., Any] = load_function(self.name) if isinstance(spec, str) else spec
        try:
            signature = inspect.signature(self.function)
        except (TypeError, ValueError):  # written in C
            signature = inspect.Signature([inspect.Parameter("position", inspect.Parameter.POSITIONAL_ONLY)])
        parameters = _find_position_parameters(self.name, list(signature.parameters.values()))
        self._depth = signature.parameters.get(DEPTH_PARAMETER)
        self._game = len(parameters) == 2
        self._game_last = self._game and parameters[1].name in GAME_PARAMETER_NAMES
        position_parameter = parameters[0] if self._game_last or not self._game else parameters[1]
        self._as_text = position_parameter.annotation in (str, "str") or isinstance(position_parameter.default, str)
        self._in_one_line = isinstance(position_parameter.default, str) and "\n" not in position_parameter.default

    @property
    def modules(self) -> Sequence[ModuleType]:
        """What was imported from beside its file."""
        return self._module_folder.modules if self._module_folder else []

    def arguments_for(self, game: AnyGame, state: Any, depth: int | None = None) -> tuple[list[Any], dict[str, Any]]:
        """The arguments, those of a position that may change a copy each time.

        Raises:
            PlyscopeError: it wants a depth, and there is none.
        """
        position: Any
        convert_position = copy_position if self._game and not self._game_last else unwrap_position
        if self._as_text:
            with blame(game):
                position = show(game, state).replace("\n", "" if self._in_one_line else "\n")
        else:
            position = convert_position(game, state)
        arguments = [position]
        if self._game:
            arguments = [position, unwrap_game(game)] if self._game_last else [game, position]
        if self._depth is None:
            return arguments, {}
        if depth is None and self._depth.default is inspect.Parameter.empty:
            raise PlyscopeError(f"{clean(self.name)} wants a {DEPTH_PARAMETER}: say one, as in --depth 4")
        return arguments, {} if depth is None else {DEPTH_PARAMETER: depth}

    @contextmanager
    def around(self) -> Iterator[None]:
        """What must be around a call: its own modules; says of an error that it is the function's."""
        with self._in_module_folder():
            try:
                yield
            except OURS:
                raise
            except BaseException as error:
                raise PlyscopeError(f"{clean(self.name)} raised {message_of(error)}") from error

    def _in_module_folder(self) -> AbstractContextManager[None]:
        return nullcontext() if self._module_folder is None else self._module_folder.imports_allowed()


def _find_position_parameters(name: str, parameters: list[inspect.Parameter]) -> list[inspect.Parameter]:
    """The arguments for the position, and the game where it takes that."""
    parameters = [parameter for parameter in parameters if parameter.name != DEPTH_PARAMETER]
    positional = [parameter for parameter in parameters if parameter.kind in _POSITIONAL_KINDS]
    if positional and positional[0].name == "self":
        raise PlyscopeError(
            f"{clean(name)} is a method of a class, with nobody to call it on: name a function, or the method of an "
            "object, as in file.py:choose with choose = Engine().choose"
        )
    demanded = [parameter for parameter in parameters if parameter.default is parameter.empty]
    required = [parameter for parameter in demanded if parameter.kind in _POSITIONAL_KINDS]
    keyword_only = [parameter for parameter in demanded if parameter.kind is parameter.KEYWORD_ONLY]
    variadic = [parameter for parameter in parameters if parameter.kind is parameter.VAR_POSITIONAL]
    accepted = required or positional[:1] or variadic
    if keyword_only or not 1 <= len(accepted) <= 2:
        names_text = ", ".join(parameter.name for parameter in [*accepted, *keyword_only]) or "nothing"
        raise PlyscopeError(
            f"{clean(name)} wants {clean(names_text, 60)}: it is called with the position, or with the game and the "
            f"position; others need a default, and {DEPTH_PARAMETER} gets the depth"
        )
    return accepted


def unwrap_position(game: AnyGame, state: Any) -> Any:
    """A position as its program knows it: a copy of its own object where the game is adapted."""
    if not isinstance(state, ForeignPosition):
        return state
    return _copy_held(game, state.held[0] if isinstance(game, FunctionsGame) else state.held)


def unwrap_game(game: AnyGame) -> Any:
    """A game as its program knows it: its own object where it is adapted."""
    if isinstance(game, BuiltIn):
        return game
    return getattr(game, "module" if isinstance(game, FunctionsGame) else "game", game)


def copy_position(game: AnyGame, state: Any) -> Any:
    """A position as its game knows it, that may be changed: of an adapted game one with an object of its own."""
    if not isinstance(state, ForeignPosition):
        return state
    return replace(state, held=_copy_held(game, state.held))


def _copy_held(game: AnyGame, held: Any) -> Any:
    clone_method = getattr(held, "clone", None)  # of OpenSpiel, whose states are not Python's
    with blame(game):
        return clone_method() if callable(clone_method) else copy.deepcopy(held)


def function_name(function: Callable[..., Any]) -> str:
    """What a function is called, as a command line would name it."""
    named_object = function if hasattr(function, "__qualname__") else type(function)
    return clean(f"{named_object.__module__}:{named_object.__qualname__}")


class ModuleFolder:
    """The folder of a file, with the modules that were imported from there; two versions of a program have one each."""

    def __init__(self, file: Path) -> None:
        self._folder = file.resolve().parent
        self._names = frozenset(_iter_module_names(self._folder)) - _PACKAGES - sys.stdlib_module_names
        """What may be imported from there."""
        self._modules: dict[str, ModuleType] = {}
        """Those of its own, while nobody is inside."""

    @contextmanager
    def imports_allowed(self) -> Iterator[None]:
        """Have imports find what lies in the folder, and no module of such a name from elsewhere."""
        hidden_modules = {name: module for name, module in list(sys.modules.items()) if self._is_beside(name)}
        for name in hidden_modules:
            del sys.modules[name]
        sys.modules.update(self._modules)
        path_before = sys.path[:]
        sys.path.insert(0, str(self._folder))
        try:
            yield
        finally:
            sys.path[:] = path_before  # whatever the program did to it
            self._modules = {name: module for name, module in list(sys.modules.items()) if self._is_beside(name)}
            for name in self._modules:
                del sys.modules[name]
            sys.modules.update(hidden_modules)

    @property
    def modules(self) -> list[ModuleType]:
        """Those that were imported from there."""
        return list(self._modules.values())

    def _is_beside(self, name: str) -> bool:
        """Whether a module of that name lies in the folder, by its first word."""
        return name.removeprefix("plyscope_file_").partition(".")[0] in self._names


def _iter_module_names(folder: Path) -> Iterator[str]:
    """The modules and packages of a folder, by name."""
    try:
        for path in sorted(folder.iterdir()):
            if path.suffix == ".py" or (path / "__init__.py").is_file():
                yield path.stem
    except OSError:  # whoever opens the file will say so
        return
