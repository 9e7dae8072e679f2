"""Which nodes of a search were cut: the one place where that is decided of recordings from outside.

A value that has reached the end of its window is no cutoff yet. One is claimed where moves are known to be skipped,
where the call returned on a line inside its loop, and where its function has a test that leaves the loop over the
moves and nothing shows that it went on. Every reader takes it from the column `cutoff`; none decides it once more.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from functools import cache, cached_property
from itertools import pairwise
from types import CodeType
from typing import NamedTuple

import numpy as np

from tracer.assembling.batch import Batch
from tracer.assembling.call_rows import SoFar
from tracer.deciding.call import Path
from tracer.deciding.function_text import (
    assignments,
    called_name,
    functions_of_file,
    is_call,
    lines_within,
    text_of_function,
)
from tracer.recording.columns import Bools, Floats, Ints
from tracer.recording.withdrawn_cutoffs import Withdrawn, rarely_cuts

_INFINITY = float("inf")
_LOOPS = (ast.For, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_SHORT = {"any", "all", "next"}
"""What takes no more of a generator than it needs."""
_SO_FAR = np.dtype([(name, type(default)) for name, default in SoFar._field_defaults.items()], align=True)


class Siblings:
    """Follows the children of all calls of a batch. Values are the parent's view: greater is better for its mover."""

    def __init__(self, batch: Batch, *, windowed: bool) -> None:
        self._batch = batch
        told = self._told = np.full(len(batch), np.array(SoFar(), _SO_FAR))
        told[: batch.carried_over_count] = [batch.visit(row).so_far for row in range(batch.carried_over_count)]
        self.reached, self.ignored, self.passed = told["reached"], told["ignored"], told["passed"]
        self.best, self.move, self.called_at = told["best"], told["move"], told["called_at"]
        self.sign = np.where(batch.turn > 0, 1.0, -1.0)
        self.far: Floats = np.where(batch.turn > 0, batch.beta, -batch.alpha)
        """The end of its window at which a call is cut, its mover's view."""
        self.went_on: Ints = np.empty(0, np.int64)
        """The calls that were made after a sibling that reached the end, each by its parent and whether beyond it."""
        self.beyond = np.empty(0, bool)
        self.went_on_after: Ints = np.empty(0, np.int64)
        """The line of the call for that sibling."""
        self._follow(windowed=windowed)

    def so_far(self, row: int) -> SoFar:
        """Return what the children of a call that is still open have told."""
        return SoFar(*self._told[row].item())

    def _follow(self, *, windowed: bool) -> None:
        batch = self._batch
        rows = np.flatnonzero(batch.parent >= 0)
        if not len(rows):
            return
        child = rows[np.argsort(batch.parent[rows], kind="stable")]
        fresh = child >= batch.carried_over_count  # of the others only what they returned is new
        parent = batch.parent[child]
        first = np.append(True, parent[1:] != parent[:-1])
        value = batch.value[child]
        returned = value == value
        mine = np.where(returned, self.sign[parent] * value, -_INFINITY)
        before = self.sign[parent] * self.best[parent]
        best = np.fmax(_running_best(mine, first), before)
        reached = returned & (mine >= self.far[parent]) if windowed else np.zeros(len(child), bool)
        move, called_at = batch.move[child], batch.called_at[child]
        previous_reached = np.where(first, self.reached[parent], np.append(False, reached[:-1]))
        previous_best = np.where(first, before, np.append(0.0, best[:-1]))
        previous_move = np.where(first, self.move[parent], np.append(-1, move[:-1]))
        previous_line = np.where(first, self.called_at[parent], np.append(0, called_at[:-1]))
        previous_reached &= fresh
        self.ignored[parent[previous_reached]] = True
        other = previous_reached & (previous_move != move) & ~batch.is_no_move(previous_move)
        self.went_on, self.beyond = parent[other], (previous_best != self.far[parent])[other]
        self.went_on_after = previous_line[other]
        self.passed[self.went_on[self.beyond]] = True
        last = np.append(first[1:], True)
        self.reached[parent[last]] = reached[last]
        self.best[parent[last]] = np.where(best[last] == -_INFINITY, np.nan, self.sign[parent[last]] * best[last])
        at = np.maximum.accumulate(np.where(returned, np.arange(len(child)), -1))[last]
        some = at >= np.flatnonzero(first)
        self.move[parent[last][some]] = move[at[some]]
        self.called_at[parent[last][some]] = called_at[at[some]]


def _running_best(values: Floats, first: Bools) -> Floats:
    levels, rank = np.unique(values, return_inverse=True)
    begun = (np.cumsum(first) - 1) * len(levels)
    found: Floats = levels[np.maximum.accumulate(rank.reshape(-1) + begun) - begun]
    return found


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
        mine = [call for call in calls if self._is_below(call, loop)]
        first = min((call.lineno for call in mine), default=0)
        leaving = (
            node
            for node in inside
            if isinstance(node, ast.Raise)
            or (isinstance(node, ast.Break) and self._loop_of(node) is loop)
            or (isinstance(node, ast.Continue) and node.lineno < first)
        )
        if any(self._is_guarded(node, loop) for node in leaving):
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


class Stops:
    """Decides of each call that returns whether it was cut, and remembers what speaks for a test and against it."""

    def __init__(self, tests_of: Callable[[CodeType], CutTests]) -> None:
        self._tests_of = cache(tests_of)
        self._past: Counter[int] = Counter()
        """By player: how often a call went on after a value beyond the end of its window."""
        self._stopped: Counter[int] = Counter()
        """How often a call surely skipped moves."""
        self._perhaps: Counter[int] = Counter()
        """How often one has a test, and ended with a value beyond the end; it may have had no move left."""
        self._past_equal: Counter[int] = Counter()
        """How often a call went on after a value at the very end."""
        self._stopped_equal = 0
        """How often a call surely skipped moves after such a value."""
        self._has_test = False
        """Whether any call surely has a test."""
        self.never = True
        """Whether no call could have skipped moves."""

    def cut(self, batch: Batch, siblings: Siblings, expanded: Ints) -> Bools:
        """Return which calls were cut, and remember what they tell of the search."""
        self._go_on(batch, siblings)
        rows = batch.returned_rows[expanded]
        ways, which = self._ways(batch, rows, siblings.called_at[rows])
        possible = np.array([way is None or way.is_possible for way in ways], bool)
        self.never = self.never and not possible.any()
        value, far = siblings.sign[rows] * batch.values[expanded], siblings.far[rows]
        moved = batch.children[rows] > batch.passes[rows]
        due = (value >= far) & moved & ~(siblings.ignored[rows] & ~siblings.reached[rows])
        skipped = np.isin(expanded, [place for place, moves in batch.skipped.items() if moves])
        lines = batch.lines[expanded]
        kinds, kind = np.unique(which << 32 | (lines + 1), return_inverse=True)
        pairs = [(ways[one >> 32], (one & 0xFFFFFFFF) - 1) for one in kinds.tolist()]
        answers = [None if way is None else way.is_taken(line) for way, line in pairs]
        taken = np.array([one is True for one in answers], bool)[kind.reshape(-1)]
        passed_by = np.array([one is False for one in answers], bool)[kind.reshape(-1)]
        surely = due & (taken | (skipped & ~passed_by))
        found: Bools = due & ~passed_by & (surely | ~siblings.passed[rows])
        surely &= found
        at_end = value == far
        self._has_test = self._has_test or bool(surely.any())
        self._stopped.update(batch.turn[rows[surely]].tolist())
        self._stopped_equal += int((surely & at_end).sum())
        read = np.array([way is not None for way in ways], bool)[which]
        self._perhaps.update(batch.turn[rows[found & read & ~at_end]].tolist())
        return found

    def _go_on(self, batch: Batch, siblings: Siblings) -> None:
        """Note which calls went on after a child that reached the end of the window."""
        if not len(siblings.went_on):
            return
        ways, which = self._ways(batch, siblings.went_on, siblings.went_on_after)
        told = np.array([way is None or way.whole for way in ways], bool)[which]
        self._has_test = self._has_test or bool((told & np.array([way is not None for way in ways], bool)[which]).any())
        turns, beyond = batch.turn[siblings.went_on], siblings.beyond
        self._past.update(turns[told & beyond].tolist())
        self._past_equal.update(turns[told & ~beyond].tolist())

    def _ways(self, batch: Batch, rows: Ints, lines: Ints) -> tuple[list[Leaving | None], Ints]:
        """How calls may skip moves after their child that was called on a line, and which of these ways is whose."""
        ways, which = batch.ways(rows, lines)
        return [self._tests_of(code).after(line) for code, line in ways], which

    def withdrawn(self, *, mixed: bool) -> Withdrawn:
        """Return which of the cutoffs are none, by all that was seen."""
        never = (turn for turn in (1, -1) if not self._stopped[turn])
        turns = tuple(turn for turn in never if rarely_cuts(self._past[turn], 0, self._perhaps[turn]))
        on = any(count for turn, count in self._past_equal.items() if turn not in turns)
        return Withdrawn(on and not mixed and not self._stopped_equal, turns)

    def is_strict(self, withdrawn: Withdrawn) -> bool:
        """Return whether the search has a test, by which it cuts only beyond the end of its windows."""
        return withdrawn.strict and self._has_test
