"""Games that a program's own objects name: a `chess.Board`, a state of OpenSpiel, a game of easyAI."""

from __future__ import annotations

from collections.abc import Iterator
from types import CodeType, FrameType
from typing import Any

from tracer.assembling.containing import attributes_of, comes_from_outside
from tracer.deciding.call import parameters
from tracer.deciding.thresholds import ENTRIES, FEW
from tracer.errors import PlyscopeError
from tracer.games.adapters.adapting import game_of
from tracer.games.rules import AnyGame


class GamesMet:
    """Looks for such an object among the variables of calls, until there is one."""

    def __init__(self) -> None:
        self._times: dict[CodeType, int] = {}
        self.words = ""
        """By what the game was known."""

    def look(self, frame: FrameType) -> AnyGame | None:
        """The game that a variable of a call names; None where none does."""
        times = self._times[frame.f_code] = self._times.get(frame.f_code, 0) + 1
        if times > FEW:
            return None
        for name, held in _variables(frame):
            try:
                game = game_of(held)
            except PlyscopeError:  # a variant that nobody knows here
                continue
            except BaseException as error:  # whatever somebody's object does when it is looked at
                if comes_from_outside(error):
                    raise
                continue
            if game is not None:
                kind = type(held)
                named = f"{kind.__module__.partition('.')[0]}.{kind.__name__}"
                self.words = f"it has a {named}" if name == "self" else f"{name} is a {named}"
                return game
        return None


def _variables(frame: FrameType) -> Iterator[tuple[str, Any]]:
    """The arguments of a call, what it uses of the closure and the module, and the attributes of all these."""
    code, local, module = frame.f_code, frame.f_locals, frame.f_globals
    found = [(name, local[name]) for name in (*parameters(code), *code.co_freevars) if name in local]
    found += [(name, module[name]) for name in code.co_names if name in module]
    yield from found
    for name, held in found:
        if not isinstance(held, type) and not callable(held):
            for attribute, one in list(attributes_of(held).items())[:ENTRIES]:
                yield f"{name}.{attribute}", one
