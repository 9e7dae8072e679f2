"""A user's own function that chooses a move, as something that is measured; and what it is called with."""

from __future__ import annotations

import contextlib
import copy
import inspect
import io
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import CodeType
from typing import Any

from tracer.errors import OURS, PlyscopeError
from tracer.games.adapters.functions import Functions
from tracer.games.adapters.position import Named, Position
from tracer.games.registry import function
from tracer.games.rules import AnyGame, blame, label, show
from tracer.measuring.contender import Answer, Counted
from tracer.measuring.home import Home
from tracer.text import clean, message_of

GAME_WORDS = ("game", "rules")
"""What the argument is called that takes the game, where it stands behind the position."""
DEPTH = "depth"
"""What the argument is called that takes the plies."""
RETURNS = ("move", "value", "value,move", "move,value")
"""What a function may return."""


class TimedFunction:
    """A function that is called with a position, or with a game and a position, and returns a move, a value, or both.

    What it is called with is what its program knows: of an adapted game the program's own object, a copy each time, of
    a built-in game the position as `tracer.Game` has it, or the board as text where the argument is a text. An argument
    named `depth` gets the depth. Its file's imports from beside it are its own.

    Args:
        spec: `file.py:name` or `package.module:name`; its code is run.
        depth: plies, for a function that takes them; None leaves them out.
        returns: one of `RETURNS`: what it returns, where a number may be a move and a value.
        max_nodes: nodes of it that are counted at most; None is any number.

    Raises:
        PlyscopeError: there is no such function, or it takes other arguments.
    """

    def __init__(self, spec: str, depth: int | None = None, returns: str = "", max_nodes: int | None = None) -> None:
        self.name, self._depth, self._returns, self._max_nodes = spec.strip(), depth, returns, max_nodes
        module = self.name.rpartition(":")[0]
        self._home = Home(Path(module)) if module.endswith(".py") else None
        with self._inside():
            self._function = function(self.name)
        self._met: list[tuple[CodeType, ...]] = []
        """The functions of the searches in it, as far as they were recorded."""
        self._takes = _Arguments(self.name, self._function)

    @contextmanager
    def _inside(self) -> Iterator[None]:
        """Have its imports find its own modules, and keep what it prints away from the table."""
        with (
            contextlib.redirect_stdout(io.StringIO()),
            self._home.entered() if self._home else contextlib.nullcontext(),
        ):
            yield

    def ready(self, game: AnyGame, state: Any, depth: int | None = None) -> ReadyFunction:
        """Its search of a position; see `Contender`."""
        plies = self._depth if depth is None else depth
        call = partial(self._takes.given, game, state, plies)
        legal = legal_moves(game, state)
        return ReadyFunction(self._function, call, legal, self.around, self._returns, self._met, self._max_nodes)

    @contextmanager
    def around(self) -> Iterator[None]:
        """Its own modules, and caches of functools as they are at first; says of an error that it is the function's.

        Raises:
            PlyscopeError: whatever it raised.
        """
        with self._inside():
            self._forget()
            try:
                yield
            except OURS:
                raise
            except BaseException as error:
                raise PlyscopeError(f"{clean(self.name)} raised {message_of(error)}") from error

    def _forget(self) -> None:
        """Clear what `functools.cache` keeps of its program, so that no search is answered by the one before it."""
        own = getattr(self._function, "__globals__", {})
        for held in [own, *(vars(module) for module in (self._home.modules if self._home else []))]:
            for value in list(held.values()):
                clear = getattr(value, "cache_clear", None) if hasattr(value, "__wrapped__") else None
                if callable(clear):
                    clear()


class _Arguments:
    """What a function is called with."""

    def __init__(self, name: str, called: Callable[..., Any]) -> None:
        try:
            signature = inspect.signature(called)
        except (TypeError, ValueError):  # written in C
            signature = inspect.Signature([inspect.Parameter("position", inspect.Parameter.POSITIONAL_ONLY)])
        kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
        known = [one for one in signature.parameters.values() if one.kind in kinds and one.name != DEPTH]
        needed = [one for one in known if one.default is inspect.Parameter.empty]
        taken = needed or known[:1]
        if not 1 <= len(taken) <= 2:
            raise PlyscopeError(
                f"{clean(name)} takes {len(taken)} arguments: one is called with the position, two with the game and "
                f"the position; others need a default, and {DEPTH} gets the depth"
            )
        self._depth = DEPTH in signature.parameters
        self._game_last = len(taken) == 2 and taken[1].name in GAME_WORDS
        self._game = len(taken) == 2
        position = taken[0] if self._game_last or not self._game else taken[1]
        self._as_text = position.annotation in (str, "str") or isinstance(position.default, str)
        self._in_one_line = isinstance(position.default, str) and "\n" not in position.default

    def given(self, game: AnyGame, state: Any, depth: int | None) -> tuple[list[Any], dict[str, Any]]:
        """The arguments, those of a position that may change a copy each time."""
        position = self._text(game, state) if self._as_text else own_position(game, state)
        places = [position]
        if self._game:
            places = [position, own_game(game)] if self._game_last else [own_game(game), position]
        return places, {DEPTH: depth} if self._depth and depth is not None else {}

    def _text(self, game: AnyGame, state: Any) -> str:
        with blame(game):
            text = show(game, state)
        return text.replace("\n", "") if self._in_one_line else text


def own_position(game: AnyGame, state: Any) -> Any:
    """A position as its program knows it: a copy of its own object where the game is adapted."""
    if not isinstance(state, Position):
        return state
    held = state.held[0] if isinstance(game, Functions) else state.held
    clone = getattr(held, "clone", None)
    with blame(game):
        return clone() if callable(clone) else copy.deepcopy(held)


def own_game(game: AnyGame) -> Any:
    """A game as its program knows it: its own object where it is adapted."""
    return getattr(game, "module" if isinstance(game, Functions) else "game", game)


class ReadyFunction:
    """A function with a position."""

    may_remember = True

    def __init__(
        self,
        called: Callable[..., Any],
        arguments: Callable[[], tuple[list[Any], dict[str, Any]]],
        legal: Mapping[str, Any],
        around: Callable[[], contextlib.AbstractContextManager[None]],
        returns: str,
        met: list[tuple[CodeType, ...]],
        max_nodes: int | None,
    ) -> None:
        self._called, self._arguments, self._around = called, arguments, around
        self._legal, self._returns, self._met, self._max_nodes = legal, returns, met, max_nodes

    def once(self) -> Callable[[], Any]:
        """The function with its arguments."""
        places, named = self._arguments()
        return partial(self._called, *places, **named)

    def around(self) -> contextlib.AbstractContextManager[None]:
        """See `TimedFunction.around`."""
        return self._around()

    def answer(self, returned: Any) -> Answer:
        """The move, the value, or both, in either order."""
        return read_answer(self._legal, returned, self._returns)

    def count(self, *, everything: bool) -> Counted:
        """Record what it does, as `plyscope run` records a program, and count."""
        from tracer.measuring.recorded import count_calls  # which loads a good deal

        with self._around():
            return count_calls(self._called, self.once, self._met, self._max_nodes, everything=everything)


def legal_moves(game: AnyGame, state: Any) -> dict[str, Any]:
    """The legal moves by their labels; none where the game is over."""
    with blame(game):
        return {} if game.utility(state) is not None else {label(game, move): move for move in game.moves(state)}


def read_answer(legal: Mapping[str, Any], returned: Any, returns: str = "") -> Answer:
    """What a function says with what it returned: a move is what is legal, or is called like what is.

    Args:
        legal: the legal moves by their labels.
        returned: what it returned.
        returns: one of `RETURNS`; where it is not said, what may be a move is one, and of two such the second.

    >>> legal = {"a1": 0, "b1": 1}
    >>> read_answer(legal, 1).move, read_answer(legal, "a1").move, read_answer(legal, (0.5, 1)), read_answer(legal, -1)
    ('b1', 'a1', Answer(value=0.5, move='b1'), Answer(value=-1.0, move=None))
    >>> read_answer(legal, (1, 0.5)), read_answer(legal, None)
    (Answer(value=0.5, move='b1'), Answer(value=None, move=None))
    >>> read_answer(legal, (0, 1)), read_answer(legal, (0, 1), "move,value"), read_answer(legal, 1, "value")
    (Answer(value=0.0, move='b1'), Answer(value=1.0, move='a1'), Answer(value=1.0, move=None))
    """
    parts = list(returned) if isinstance(returned, tuple | list) else [returned]
    if "," in returns and len(parts) == 2:
        said = dict(zip(returns.split(","), parts, strict=True))
        return Answer(_value(said["value"]), _move(legal, said["move"]))
    if returns == "value":
        return Answer(_value(parts[0]))
    if returns == "move" or (move := _move(legal, returned)) is not None:
        return Answer(None, _move(legal, returned))
    if len(parts) != 2:
        return Answer(_value(returned))
    for value, move in (parts, parts[::-1]):
        if _value(value) is not None and _move(legal, move) is not None:
            return Answer(_value(value), _move(legal, move))
    found = [part for part in map(_value, parts) if part is not None]
    return Answer(found[0] if found else None, _move(legal, parts[0]) or _move(legal, parts[1]))


def _move(legal: Mapping[str, Any], said: Any) -> str | None:
    """The label of the legal move that something is."""
    if said is None or isinstance(said, bool | float):
        return None
    for name, move in legal.items():
        try:
            if move == said or (isinstance(move, Named) and move.move in (said, str(said))):
                return name
        except Exception:  # noqa: S112  # somebody's own comparison
            continue
    try:
        text = str(said)
    except Exception:  # somebody's own class
        return None
    return text if text in legal else None


def _value(said: Any) -> float | None:
    """The number that something is; None where it is none, as NaN is not."""
    if isinstance(said, bool | str | bytes):
        return None
    try:
        value = float(said)
    except Exception:  # somebody's own class
        return None
    return None if value != value else value
