"""A sick program as its author has it, and what `sys.settrace` sees of it: for the tests of the debug adapter."""

import runpy
import sys
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from specimens.specimen import FOLDER
from window_styles import NEGAMAX

SICK = ("best = max(best, value)", "best = value")
"""The edit that makes it sick: it keeps the last value, and not the best one."""
DISEASE = "best-not-kept"
PLAIN = (int, float, str, bool, type(None))


def write_script(folder: Path) -> Path:
    """Write the program, which runs its search."""
    text = (FOLDER / f"{NEGAMAX.file}.py").read_text("utf-8")
    assert text.count(SICK[0]) == 1
    path = folder / "sick.py"
    path.write_text(f"{text.replace(*SICK)}\n\nprint('value', {NEGAMAX.run}())\n", "utf-8")
    return path


def line_of(script: Path, text: str) -> int:
    """Return the number of the first line with a text."""
    return next(number for number, line in enumerate(script.read_text().splitlines(), 1) if text in line)


class Moment(NamedTuple):
    """A call or a return of the program's function."""

    kind: str
    calls: list[tuple[int, dict[str, str]]]
    """Of each open call, the innermost first, its line and its variables."""


def moments_of(path: Path) -> list[Moment]:
    """What happens as the program runs, seen by the interpreter's own tracing alone."""
    found: list[Moment] = []
    stack: list[FrameType] = []

    def told(kind: str) -> None:
        found.append(Moment(kind, [(frame.f_lineno, variables(frame)) for frame in reversed(stack)]))

    def inside(frame: FrameType, event: str, _argument: Any) -> Any:
        if event == "return":
            told("return")
            stack.pop()
        return inside

    def calls(frame: FrameType, event: str, _argument: Any) -> Any:
        if event != "call" or frame.f_code.co_name not in NEGAMAX.functions:
            return None
        stack.append(frame)
        told("call")
        return inside

    before = sys.gettrace()
    sys.settrace(calls)
    try:
        runpy.run_path(str(path), run_name="__main__")
    finally:
        sys.settrace(before)
    return found


def variables(frame: FrameType) -> dict[str, str]:
    """The variables of a call that are numbers, texts, or short tuples of them."""
    return {
        name: repr(value)
        for name, value in frame.f_locals.items()
        if type(value) in PLAIN or (type(value) is tuple and all(type(one) in PLAIN for one in value))
    }
