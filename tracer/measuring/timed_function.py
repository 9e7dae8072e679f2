"""A user's own function that chooses a move, as something that is measured."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import CodeType
from typing import Any

from tracer.calling.answer_of import Answer
from tracer.calling.own_call import OwnCall
from tracer.calling.reading import Asked, Reading
from tracer.games.rules import AnyGame
from tracer.measuring.contender import Counted


class TimedFunction:
    """A function that is called as `OwnCall` says, and returns a move, a value, or both.

    Args:
        spec: `file.py:name` or `package.module:name`; its code is run.
        depth: plies, for a function that takes them; None leaves them out.
        returns: one of `RETURNS`: what it returns, where a number may be a move and a value.
        max_nodes: nodes of it that are counted at most; None is any number.

    Raises:
        PlyscopeError: there is no such function, or it takes other arguments.
    """

    def __init__(self, spec: str, depth: int | None = None, returns: str = "", max_nodes: int | None = None) -> None:
        self._depth, self._reading, self._max_nodes = depth, Reading(returns), max_nodes
        with contextlib.redirect_stdout(io.StringIO()):
            self._own = OwnCall(spec)
        self.name = self._own.name
        self._met: list[tuple[CodeType, ...]] = []
        """The functions of the searches in it, as far as they were recorded."""

    def ready(self, game: AnyGame, state: Any, depth: int | None = None) -> ReadyFunction:
        """Its search of a position; see `Contender`."""
        plies = self._depth if depth is None else depth
        call = partial(self._own.given, game, state, plies)
        asked = Asked(game, state)
        return ReadyFunction(self._own.function, call, asked, self.around, self._reading, self._met, self._max_nodes)

    @property
    def note(self) -> str:
        """How it is read what it returned; see `Contender`."""
        return self._reading.note

    @contextmanager
    def around(self) -> Iterator[None]:
        """What `OwnCall.around` says, with caches of functools as they are at first, and what it prints kept away.

        Raises:
            PlyscopeError: whatever it raised.
        """
        with contextlib.redirect_stdout(io.StringIO()), self._own.around():
            self._forget()
            yield

    def _forget(self) -> None:
        """Clear what `functools.cache` keeps of its program, so that no search is answered by the one before it."""
        own = getattr(self._own.function, "__globals__", {})
        for held in [own, *(vars(module) for module in self._own.modules)]:
            for value in list(held.values()):
                clear = getattr(value, "cache_clear", None) if hasattr(value, "__wrapped__") else None
                if callable(clear):
                    clear()


class ReadyFunction:
    """A function with a position."""

    may_remember = True

    def __init__(
        self,
        called: Callable[..., Any],
        arguments: Callable[[], tuple[list[Any], dict[str, Any]]],
        asked: Asked,
        around: Callable[[], contextlib.AbstractContextManager[None]],
        reading: Reading,
        met: list[tuple[CodeType, ...]],
        max_nodes: int | None,
    ) -> None:
        self._called, self._arguments, self._around = called, arguments, around
        self._asked, self._reading, self._met, self._max_nodes = asked, reading, met, max_nodes

    def once(self) -> Callable[[], Any]:
        """The function with its arguments."""
        places, named = self._arguments()
        return partial(self._called, *places, **named)

    def around(self) -> contextlib.AbstractContextManager[None]:
        """See `TimedFunction.around`."""
        return self._around()

    def answer(self, returned: Any) -> Answer:
        """The move, the value, or both, as all that it returned until now can be read."""
        self._reading.hear(self._asked, returned)
        return self._reading.read(self._asked, returned)

    def count(self, *, everything: bool) -> Counted:
        """Record what it does, as `plyscope run` records a program, and count."""
        from tracer.measuring.recorded import count_calls  # which loads a good deal

        with self._around():
            return count_calls(self._called, self.once, self._met, self._max_nodes, everything=everything)
