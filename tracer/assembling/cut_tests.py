"""The tests by which a function leaves its loop over the moves, read in its text."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from functools import cache, cached_property
from itertools import pairwise
from types import CodeType
from typing import NamedTuple

from tracer.deciding.call import Path
from tracer.deciding.function_text import (
    assignments,
    called_name,
    functions_of_file,
    is_call,
    lines_within,
    text_of_function,
)

_LOOPS = (ast.For, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_SHORT = {"any", "all", "next"}
"""What takes no more of a generator than it needs."""


class Leaving(NamedTuple):
    """How a function may skip its further moves after one of its calls; not at all without an argument."""

    returns: frozenset[int] = frozenset()
    """The lines of the returns that skip them."""
    otherwise: bool = False
    """Whether anything else may skip them: a break, or the condition of a loop or of a call."""
    everywhere: frozenset[int] = frozenset()
    """The lines of all returns of the function."""
    whole: bool = False
    """Whether it leaves all loops around the call: where one is left and another goes on, neither is a test's fault."""

    @property
    def is_possible(self) -> bool:
        """Whether there is a way to skip moves."""
        return self.otherwise or bool(self.returns)

    def is_taken(self, line: int) -> bool | None:
        """Whether a call that returned on a line skipped moves; None where that line does not tell."""
        if line in self.returns:
            return True
        return None if self.otherwise or (self.returns and line not in self.everywhere) else False


class CutTests:
    """The tests of one function that compare with an end of its window.

    Args:
        code: the function.
        ends: the variables that hold the ends; where there are none, any test may be one.
        names: the names of the functions of the search.
    """

    def __init__(self, code: CodeType, ends: Collection[Path], names: Collection[str]) -> None:
        self._ends, self._names = set(ends), frozenset(names)
        self._ends |= {path.split("[")[0] for path in ends}
        parts = [path.split("[")[0].split(".") for path in ends]
        shared = set.intersection(*map(set, parts)) if parts else set()
        self._own = {name for part in parts for name in part} - shared if len(parts) > 1 else set()
        """The names that tell one end from the other, as `low` does in `window.low.points`."""
        for part in parts:
            self._ends |= {".".join(part[: at + 1]) for at, name in enumerate(part) if name in self._own}
        owners = {part[0] for part in parts if len(part) > 1}
        self._owner = owners.pop() if len(owners) == 1 and len(parts) > 1 and "self" not in owners else None
        """The argument that has both ends, which a test may hand on as a whole."""
        self._are_inside = all(len(part) > 1 for part in parts)
        self._file = code.co_filename
        self._text = text = text_of_function(code)
        self._nodes, self._above = ([], {}) if text is None else (text.own, text.above)
        self.after = cache(self._after)
        """Returns how the function may skip moves after its call on a line of its file; None if that is unknown."""

    def _after(self, line: int) -> Leaving | None:
        if self._text is None or self._text.function is None:
            return None
        line -= self._text.lines_before
        loops = [node for node in self._nodes if isinstance(node, _LOOPS) and line in lines_within(node)]
        calls = [call for call in self._nodes if is_call(call, self._names)]
        if not loops and not any(line in lines_within(call) for call in calls):
            return None  # a helper makes the calls, and may have the loop
        places: list[ast.AST] = [*loops] or [self._text.function]
        returns = [node for node in self._nodes if isinstance(node, ast.Return)]
        skipping = [
            [
                node
                for node in returns
                if self._is_below(node, place) and (loops or node.lineno > line) and self._is_guarded(node, place)
            ]
            for place in places
        ]
        tests = [node for node in self._nodes if isinstance(node, ast.If | ast.IfExp) and self._asks(node.test)]
        stops = [self._may_stop(loop, tests, calls) for loop in loops]
        if not loops:
            stops = [any(self._is_below(call, test) for test in tests for call in calls)]
        whole = all(stop or found for stop, found in zip(stops, skipping, strict=True))
        lines = self._text.lines_of(node for some in skipping for node in some)
        return Leaving(lines, any(stops), self._text.lines_of(returns), whole)

    def _may_stop(self, loop: ast.AST, tests: list[ast.If | ast.IfExp], calls: list[ast.Call]) -> bool:
        """Whether a loop may end early without a return, or pass moves over."""
        if isinstance(loop, ast.While) and self._asks(loop.test):
            return True
        if not isinstance(loop, ast.For | ast.While):
            user = self._above.get(loop)
            short = isinstance(user, ast.Call) and called_name(user.func) in _SHORT
            return short or any(self._asks(one) for part in loop.generators for one in part.ifs)  # type: ignore[attr-defined]
        inside = [node for node in self._nodes if self._is_below(node, loop)]
        if any(
            isinstance(node, ast.Break) and self._loop_of(node) is loop and self._is_guarded(node, loop)
            for node in inside
        ):
            return True
        if any(isinstance(node, ast.Raise) and self._is_guarded(node, loop) for node in inside):
            return True
        mine = [call for call in calls if self._is_below(call, loop)]
        first = min((call.lineno for call in mine), default=0)
        passed = (node for node in inside if isinstance(node, ast.Continue) and node.lineno < first)
        if any(self._is_guarded(node, loop) for node in passed):
            return True
        within = [test for test in tests if self._is_below(test, loop)]
        return bool(mine) and any(all(self._is_below(call, test) for call in mine) for test in within)

    def _is_guarded(self, node: ast.AST, place: ast.AST) -> bool:
        """Whether a test that compares with an end of the window decides whether a statement of a place is run."""
        while node is not place:
            above = self._above[node]
            if isinstance(above, ast.If | ast.While) and self._asks(above.test):
                return True
            for name in ("body", "orelse", "finalbody"):
                block = getattr(above, name, None)
                if isinstance(block, list) and node in block:
                    before = (one for one in block[: block.index(node)] if isinstance(one, ast.If))
                    asking = (part for one in before if self._asks(one.test) for part in ast.walk(one))
                    if any(isinstance(part, ast.Continue) for part in asking):
                        return True
            node = above
        return False

    def _asks(self, test: ast.AST) -> bool:
        """Whether a condition looks at an end of the window, or at what was made of one."""
        if not self._ends:
            return any(isinstance(node, ast.Compare) for node in ast.walk(test))
        parts = [node for node in ast.walk(test) if isinstance(node, ast.expr)]
        if any(ast.unparse(node) in self._linked or called_name(node) in self._helpers for node in parts):
            return True
        whole = [node for node in parts if ast.unparse(node) == self._owner]
        return any(not isinstance(self._above.get(node), ast.Attribute) for node in whole)

    @cached_property
    def _helpers(self) -> set[str]:
        """The functions and properties of the file that look at both ends, such as `window.is_empty`."""
        functions = functions_of_file(self._file) if len(self._own) > 1 and self._are_inside else []
        return {one.name for one in functions if self._own <= set(map(called_name, ast.walk(one)))} - self._names

    @cached_property
    def _linked(self) -> set[str]:
        """The variables that hold an end of the window, or what was made of one; no value that a call returned."""
        found, before = set(self._ends) | set(self._taken_apart()), 0
        while len(found) > before:
            before = len(found)
            for targets, value in assignments(self._nodes):
                if any(ast.unparse(node) in found for node in self._without_calls(value)):
                    found |= {ast.unparse(one) for one in targets}
        return found

    def _taken_apart(self) -> Iterator[str]:
        """Yield the two variables that something is taken apart into which has both ends as its attributes."""
        owners = {path.rpartition(".")[0] for path in self._ends}
        for targets, value in assignments(self._nodes):
            if len(owners) == 1 and len(targets) == len(self._ends):
                inside = (node for node in self._without_calls(value) if ast.unparse(node) in owners)
                if any(not isinstance(self._above.get(node), ast.Attribute) for node in inside):
                    yield from map(ast.unparse, targets)

    def _without_calls(self, value: ast.expr) -> Iterator[ast.AST]:
        """Yield what an expression is made of, but for calls of the search."""
        waiting: list[ast.AST] = [value]
        while waiting:
            node = waiting.pop()
            if not is_call(node, self._names):
                yield node
                waiting += ast.iter_child_nodes(node)

    def _is_below(self, node: ast.AST, place: ast.AST) -> bool:
        return node is place or (self._text is not None and place in self._text.around(node))

    def _loop_of(self, node: ast.AST) -> ast.AST | None:
        pairs = pairwise([node, *(() if self._text is None else self._text.around(node))])
        loops = (two for one, two in pairs if isinstance(two, ast.For | ast.While) and one not in two.orelse)
        return next(loops, None)
