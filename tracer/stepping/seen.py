"""The variables of a call as texts, without running a line of the program's: no `repr` of its classes, no property."""

from __future__ import annotations

from enum import Enum
from types import FrameType
from typing import Any

from tracer.assembling.texts import position_text
from tracer.text import HUGE, SHOWN, clean

LONGEST = 60
"""Characters of a value."""
FEW = 8
"""Elements of a tuple that is shown whole."""


def written(value: Any) -> str | None:
    """A number, a text, a truth value, None, or a short tuple of these as a text; None for anything else.

    >>> written(0.5), written((1, "a")), written([1]), written(True)
    ('0.5', "(1, 'a')", None, 'True')
    """
    if type(value) is tuple:
        inner = [None if type(one) is tuple else written(one) for one in value[: FEW + 1]]
        if len(value) > FEW or None in inner:
            return None
        return clean(f"({', '.join(map(str, inner))}{',' if len(inner) == 1 else ''})", LONGEST)
    if type(value) is int:
        return repr(value) if -HUGE < value < HUGE else f"a number of more than {SHOWN} digits"
    if type(value) is str:
        return clean(repr(value[: 2 * LONGEST]), LONGEST)
    if value is None or type(value) in (float, bool, complex):
        return repr(value)
    if isinstance(value, Enum):
        return clean(f"{type(value).__name__}.{value._name_}", LONGEST)
    if type(value).__module__ == "numpy" and getattr(value, "shape", None) == ():
        return written(value.item())
    return None


def variables(frame: FrameType) -> dict[str, str]:
    """The variables of a call that can be written: its own, and the attributes of its `self`."""
    found = {}
    for name, value in dict(frame.f_locals).items():
        text = written(value)
        if text is not None:
            found[clean(name)] = text
    for name, value in _attributes(frame).items():
        text = written(value)
        if text is not None:
            found[clean(f"self.{name}")] = text
    return found


def shared_variables(frame: FrameType) -> dict[str, str]:
    """The variables of the module which the function names, and which can be written."""
    space = frame.f_globals
    texts = {name: written(space[name]) for name in frame.f_code.co_names if name in space}
    return {clean(name): text for name, text in texts.items() if text is not None}


def find_position(frame: FrameType, text: str) -> str | None:
    """The variable whose text is that of a position: `board`, `self.board`, or one of the module."""
    local = dict(frame.f_locals)
    named = {frame.f_code.co_names[k]: None for k in range(len(frame.f_code.co_names))}
    candidates = [
        *local,
        *(f"self.{name}" for name in _attributes(frame)),
        *(name for name in named if name in frame.f_globals and name not in local),
    ]
    for name in candidates:
        value = read(frame, name)
        if not callable(value) and position_text(value) == text:
            return name
    return None


def read(frame: FrameType, name: str) -> Any:
    """The value of a variable as `find_position` names it; None where it has none."""
    if name.startswith("self."):
        return _attributes(frame).get(name[5:])
    return frame.f_locals[name] if name in frame.f_locals else frame.f_globals.get(name)


def _attributes(frame: FrameType) -> dict[str, Any]:
    """What the call's `self` holds, as far as it is in its own dictionary."""
    try:
        found = object.__getattribute__(frame.f_locals["self"], "__dict__")
    except (KeyError, AttributeError):
        return {}
    return found if type(found) is dict else {}
