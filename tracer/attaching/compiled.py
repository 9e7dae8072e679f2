"""Generate the two hooks of a function from its reading: each has only the lines that the reading needs."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import lru_cache
from types import CodeType
from typing import Any

from tracer.assembling.call_rows import NO_TURN
from tracer.attaching.listeners import Enter, Leave, SearchHooks
from tracer.attaching.origins import calling_line
from tracer.attaching.variable_readers import VariableReaders
from tracer.attaching.variables import copy_move
from tracer.deciding.referee import UNKNOWN
from tracer.deciding.thresholds import LARGEST
from tracer.games.comparable_objects import is_interruption
from tracer.games.snapshots import PLAIN_TYPES

_NOBODY = (object(),)
"""Stands for the open call where there is none: its frame is no frame's caller."""
_MOST = int(LARGEST)
"""The same number as `LARGEST`: integers are compared with it sooner."""


def compiled(
    read: VariableReaders,
    recorder: Any | None,
    hooks: SearchHooks,
    asked: Mapping[str, Any],
    *,
    plain: bool,
    handed: bool,
    weighs: bool,
) -> tuple[Enter, Leave]:
    """Return the two hooks of a function for the calls of one search.

    They record the calls of the thread that the search runs in alone. A call is known to be made there by its caller's
    frame, mostly, which takes less long than asking for the thread.

    Args:
        read: how its calls are read.
        recorder: takes them; None where the search begins with the next one.
        hooks: those of the search.
        asked: what the hooks ask, by the names that their lines have for it.
        plain: whether a number that is returned is the value.
        handed: whether another function hands its position on to it.
        weighs: whether the outcomes of chance are weighed.
    """
    recorder = _Nowhere() if recorder is None else recorder
    namespace: dict[str, Any] = {
        "read": read,
        **{name: getattr(read, name) for name in ("code", "lines", "shortcut", "kind", "inside", "again_of")},
        "getframe": sys._getframe,
        "hooks": hooks,
        "is_elsewhere": hooks.is_elsewhere,
        "NOBODY": _NOBODY,
        "recorder": recorder,
        "stack": recorder.stack,
        "record": recorder.record,
        "entered": recorder.record.entered,
        "left": recorder.record.left,
        "sharing": recorder.sharing,
        "calling_line": calling_line,
        "frozen": copy_move,
        "UNKNOWN": UNKNOWN,
        "NO_TURN": NO_TURN,
        "PLAIN": PLAIN_TYPES,
        "LARGEST": LARGEST,
        "LEAST": -_MOST,
        "MOST": _MOST,
        "comes_from_outside": is_interruption,
        **asked,
        **{f"read_{name}": variable for name, variable in read.variables.items()},
    }
    lines = [*_begun("enter", "", 0), *_contained(_enter(read, handed=handed, weighs=weighs))]
    lines += [*_begun("leave", "returned, ", 1), *_contained(_leave(read, plain=plain))]
    exec(_made("\n".join(lines)), namespace)  # noqa: S102  # made of the lines below, and of names of arguments as texts
    return namespace["enter"], namespace["leave"]


@lru_cache(256)
def _made(text: str) -> CodeType:
    """Compile the text of two hooks once for all searches with the same text."""
    return compile(text, "<hooks>", "exec")


def _begun(name: str, argument: str, which: int) -> list[str]:
    """Return the lines with which a hook begins: the interpreter gives no frame, and calls it for any function."""
    return [
        f"def {name}(called, offset, {argument}frame=None):",
        " if frame is None:",
        "  frame = getframe(1)",
        f"  if called is not code: return hooks.others[{which}](called, offset, {argument}frame)",
    ]


def _contained(lines: list[str]) -> list[str]:
    """Return the lines inside a handler that keeps exceptions from the program."""
    after = [" except BaseException as error:", "  if not contains(error, frame): raise"]
    return [" try:", *(f" {line}" for line in lines), *after]


def _enter(read: VariableReaders, *, handed: bool, weighs: bool) -> list[str]:
    """Return the lines of the hook for the start of a call; its row has the fields of `Entered`."""
    lines = [
        " global entered, stack",
        " up = stack[-1] if stack else NOBODY",
        " caller = frame.f_back",
        " if caller is not up[0] and is_elsewhere(): return",
        " local = frame.f_locals",
        *_position(read),
    ]
    low = "either" if read.variables["either"] is not None else "alpha"
    fields = {
        "told": _of(read, "turn", "NO_TURN"),
        "dice": _of(read, "dice", "NO_TURN"),
        "alpha": _of(read, low),
        "beta": _of(read, "beta"),
        "depth": _of(read, "depth"),
        "said": "None" if read.variables["move"] is None else "said",
        "legal": f"moves({_of(read, 'moves')})" if read.variables["moves"] is not None else "None",
    }
    if read.variables["move"] is not None:
        lines += [f" said = {_of(read, 'move')}", " if type(said) not in PLAIN: said = frozen(said)"]
    values = ", ".join(fields.values())
    lines += [
        " if len(stack) <= recorder.outer:",
        f"  return outermost(frame, read, held, at, {values})",
        " if caller is up[0]: line = up[6][caller.f_lasti >> 1]",
        " elif (line := calling_line(frame, up[0])) < 0 and rejoined(frame): return",
    ]
    if handed:
        before = fields["said"]
        lines.append(f" said = handed(id(up[8])) or {before}")
        values = ", ".join(({**fields, "said": "said"}).values())
    if read.changing:
        lines += [
            f" owner = {f'local[{read.owner!r}]' if read.owner else 'None'}",
            " if not sharing.has_one_owner and up[3] is not None:",
            "  if held is up[3] or type(held) is tuple: sharing.compare(up[3], up[5], held, owner)",
            "  else: sharing.was_compared = True",
        ]
    weight = "weight(frame, up[8])" if weighs else "None"
    again = "again_of(frame, held)" if read.is_read_again else "None"
    live = f"held, {again}, owner" if read.changing else f"None, {again if read.is_asked else None}, None"
    keeper = f", local.get({read.keeper!r})" if read.keeper else ""
    return [
        *lines,
        " if len(entered) >= record.due: record.beat()",
        f" row = up[1], code, line, at, {values}, {weight}",
        f" opened = frame, recorder.count, at, {live}, lines, None, code{keeper}",
        " entered += row",  # from here on lines call nothing, so no signal is handled between them
        " stack += (opened,)",
        " recorder.count += 1",
    ]


def _position(read: VariableReaders) -> list[str]:
    if read.variables["state"] is None:
        return [" held = at = None"]
    lines = [f" held = {_of(read, 'state')}"]
    if read.inside is not None:
        lines = [
            f" try: held = inside(local[{read.owner!r}])",
            " except (AttributeError, LookupError, TypeError): held = UNKNOWN",
        ]
    lines.append(" at = None")
    if read.shortcut is not None:
        lines += [
            " if type(held) is kind:",
            "  try: at = known(shortcut(held))",
            "  except BaseException as error:  # an element of it has no hash, or it raises",
            "   if comes_from_outside(error): raise",
        ]
    return [*lines, " if at is None and held is not UNKNOWN: at = met(read, held)"]


def _of(read: VariableReaders, name: str, otherwise: str = "None") -> str:
    variable = read.variables[name]
    if variable is None:
        return otherwise
    return f"local[{variable!r}]" if isinstance(variable, str) else f"read_{name}(frame)"


def _leave(read: VariableReaders, *, plain: bool) -> list[str]:
    """Return the lines of the hook for a return; its row has the fields of `Left`."""
    lines = [
        " global left, stack",
        " if not stack or (top := stack[-1])[0] is not frame: return",
        " after = None",
    ]
    now = "top[3] if top[4] is None else top[4]()" if read.is_read_again else "top[3]"
    is_live = "top[4] is not None" if read.is_asked else "top[3] is not None"
    if read.changing is False and not read.is_asked:
        pass
    elif read.shortcut is None:
        lines.append(f" if {is_live}: after = look_again(read, top)")
    else:
        lines += [
            f" if {is_live}:",
            "  try:",
            f"   now = {now}",
            "   same = type(now) is kind and shortcut(now) == top[2].snapshot",
            "  except BaseException as error:",
            "   if comes_from_outside(error): raise",
            "   same = False",
            "  if not same: after = look_again(read, top)",
        ]
    if read.keeper:
        lines.append(" number = value(top[9])")
    elif plain:
        lines += [
            " if (kind_of := type(returned)) is int and LEAST <= returned <= MOST: number = returned",
            " elif kind_of is float and -LARGEST <= returned <= LARGEST: number = returned",
            " else: number = value(returned)",
        ]
    else:
        lines.append(" number = value(returned)")
    return [
        *lines,
        " line = lines[frame.f_lasti >> 1]",
        " if number is None or top[7] is not None: return ended(top, line, number, returned, after)",
        " left += top[1], recorder.count, line, number, after",  # as above: run both or neither
        " del stack[-1]",
    ]


class _Nowhere:
    """Where a search is recorded that has not begun: its first call is the root."""

    outer, count, sharing = 1, 0, None

    def __init__(self) -> None:
        self.stack: list[Any] = []
        self.record = self
        self.entered: list[Any] = []
        self.left: list[Any] = []
