"""Counts the calls of functions of a script, with nothing but `sys.setprofile`: an oracle for recordings of searches.

It is run as a program, so that nothing of plyscope is there: `python style_counter.py SCRIPT OUTPUT`, with what is to
be counted as JSON on stdin.
"""

import contextlib
import io
import json
import sys
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

Call = dict[str, Any]
"""One call: `parent` (index, −1 at the outermost), `above` (whether it is the root function above the others), `turn`,
`window`, `position` and `same` as the expressions gave them, `value`, what was returned, and `line`, where. None is
none."""


class Way:
    """One choice of functions whose calls are the nodes of a search; each outermost call begins a search."""

    def __init__(self, said: dict[str, Any]) -> None:
        self.said = said
        self.functions, self.root, self.each = set(said["functions"]), said["root"], said["each"]
        self.pass_: Any = None
        self.last = 0
        """The number of the pass in hand."""
        self.searches: list[list[Call]] = []
        self.stack: list[tuple[FrameType, int]] = []

    def enter(self, frame: FrameType, name: str) -> None:
        if name not in self.functions and (name != self.root or self.stack):
            return
        if not self.stack:
            self.searches.append([])
            self.pass_ = None
        elif self.each and len(self.stack) == 1:
            self.look_for_a_pass(self.stack[0][0])
        above = self.last if self.each and len(self.stack) == 1 else self.stack[-1][1] if self.stack else -1
        calls = self.searches[-1]
        told = {key: self.told(self.said[key], name, frame) for key in ("position", "same")}
        calls.append(
            {
                "parent": above,
                "above": name not in self.functions,
                "driver": name not in self.functions and bool(self.said["driver"] or self.each),
                "turn": self.told(self.said["turn"], name, frame),
                "side": self.told(self.said["side"], name, frame),
                "window": [self.told(end, name, frame) for end in self.said["window"]],
                **{key: None if value is None else repr(value) for key, value in told.items()},
                "value": None,
                "line": 0,
            }
        )
        self.stack.append((frame, len(calls) - 1))

    def look_for_a_pass(self, root: FrameType) -> None:
        """Each value of a variable of the root's is a pass below it."""
        now = eval(self.each, root.f_globals, root.f_locals)
        if now != self.pass_:
            calls = self.searches[-1]
            self.pass_, self.last = now, len(calls)
            calls.append({**calls[0], "parent": 0, "driver": False})

    def told(self, expression: Any, name: str, frame: FrameType) -> Any:
        """What an expression of the call's variables gives; functions may have each their own. PLY is the distance.

        That is the number of calls above, a driver's left out.
        """
        if isinstance(expression, dict):
            expression = expression.get(name)
        if expression is None:
            return None
        try:
            return eval(
                expression, {**frame.f_globals, **frame.f_locals, "PLY": max(len(self.stack) - self.said["driver"], 0)}
            )
        except NameError:  # the function above the search has other variables
            return None

    def leave(self, frame: FrameType, returned: Any) -> None:
        if self.stack and self.stack[-1][0] is frame:
            _, number = self.stack.pop()
            call = self.searches[-1][number]
            call["value"], call["line"] = _number(returned, self.said["value"]), frame.f_lineno


def _number(returned: Any, where: int | str | None) -> float | None:
    if isinstance(where, int) and isinstance(returned, tuple | list):
        returned = returned[where]
    elif isinstance(where, str):
        returned = returned.get(where) if isinstance(returned, dict) else getattr(returned, where, None)
    if isinstance(returned, bool):
        return 1.0 if returned else -1.0
    return float(returned) if isinstance(returned, int | float) else None


def count(script: str, ways: list[Way]) -> None:
    """Run a script and count."""
    code = compile(Path(script).read_text(encoding="utf-8"), script, "exec")
    names: dict[CodeType, str | None] = {}

    def listen(frame: FrameType, event: str, returned: Any) -> None:
        called = frame.f_code
        if called not in names:
            names[called] = called.co_qualname.replace("<locals>.", "") if called.co_filename == script else None
        name = names[called]
        if name is None or event not in ("call", "return"):
            return
        for way in ways:
            way.enter(frame, name) if event == "call" else way.leave(frame, returned)

    with contextlib.redirect_stdout(io.StringIO()):
        sys.setprofile(listen)
        try:
            exec(code, {"__name__": "__main__", "__file__": script})
        finally:
            sys.setprofile(None)


if __name__ == "__main__":
    WAYS = [Way(said) for said in json.load(sys.stdin)]
    count(sys.argv[1], WAYS)
    Path(sys.argv[2]).write_text(json.dumps([way.searches for way in WAYS]), encoding="utf-8")
