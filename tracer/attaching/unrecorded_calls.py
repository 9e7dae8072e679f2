"""Functions that a search calls with its window and that are not recorded: how often they are called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from types import CodeType, FrameType, FunctionType
from typing import Any

from tracer.deciding import guesses
from tracer.deciding.function_text import names_used
from tracer.deciding.thresholds import LEVELS
from tracer.games.object_attributes import instance_dict


class UnrecordedCalls:
    """Counts the calls of such functions."""

    def __init__(self) -> None:
        self._named: dict[CodeType, list[CodeType]] = {}
        """Those that each function with a window names."""
        self.calls: Counter[CodeType] = Counter()
        """The calls of each that is left out."""

    def meet(self, frame: FrameType) -> None:
        """Take a function that is called for the first time."""
        if _has_window_arguments(frame.f_code):
            self._named[frame.f_code] = [
                one for one in _iter_named_codes(frame, frame.f_code) if _is_windowed_search(frame, one)
            ]

    def of(self, codes: Collection[CodeType], part: Collection[CodeType] = ()) -> set[CodeType]:
        """Return what is left out of a search."""
        named = {one for code in codes for one in self._named.get(code, ())}
        return named - {*codes, *part}


def _has_window_arguments(code: CodeType, like: CodeType | None = None) -> bool:
    """Whether two arguments are ends by their names; a and b are only where a function like it has them, too."""
    pair = guesses.window(code) or guesses.argument_pair(code, guesses.ENDS)
    return pair is not None and (pair != ("a", "b") or like is None or guesses.window(like) == pair)


def _is_windowed_search(frame: FrameType, code: CodeType) -> bool:
    """Whether a function has a window and calls itself, also by way of others but for its caller, whose frame it is."""
    if not _has_window_arguments(code, like=frame.f_code):
        return False
    reached, visited = {code}, {frame.f_code}
    for _ in range(LEVELS):
        visited |= reached
        if any(code.co_name in names_used(inner) for inner in reached):
            return True
        reached = {inner for outer in reached for inner in _iter_named_codes(frame, outer)} - visited
    return False


def _iter_named_codes(frame: FrameType, code: CodeType) -> Iterator[CodeType]:
    """The functions that names in a function may stand for, as a call sees them, methods of its objects among them."""
    local_variables = frame.f_locals
    objects = [*local_variables.values(), *instance_dict(local_variables.get("self")).values()]
    holders: list[Any] = [local_variables, frame.f_globals]
    holders += [vars(class_) for class_ in dict.fromkeys(base for one in objects for base in type(one).__mro__)]
    for name in dict.fromkeys(names_used(code)):
        function = next((holder[name] for holder in holders if isinstance(holder.get(name), FunctionType)), None)
        if function is not None:
            yield function.__code__
