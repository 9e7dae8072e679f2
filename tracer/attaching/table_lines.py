"""The lines on which a function returns what its table holds, told by its text."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from textwrap import dedent
from tokenize import TokenError
from types import CodeType

from tracer.deciding import guesses

_READ = {"get", "lookup", "probe", "find", "fetch", "retrieve", "setdefault"}
"""Methods that give an entry of a table."""
_NO_LINES: frozenset[int] = frozenset()


_known: dict[int, tuple[CodeType, frozenset[int]]] = {}
"""By the identity of a function's code, which is kept; its hash takes long."""


def table_lines(code: CodeType) -> frozenset[int]:
    """The lines of a file on which a function returns an entry of a table, or a part of one.

    A table is what its name says to be one, or what gets an entry under the very key under which one is looked for. A
    board is none: its squares are those of moves, over which a loop goes.
    """
    known = _known.get(id(code)) or _known.setdefault(id(code), (code, _lines_of(code)))
    return known[1]


def _lines_of(code: CodeType) -> frozenset[int]:
    try:
        lines, first = inspect.getsourcelines(code)
        tree = ast.parse(dedent("".join(lines)))
        function = next((node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)), None)
    except (OSError, TypeError, SyntaxError, ValueError, LookupError, RecursionError, TokenError):
        return _NO_LINES
    if function is None:
        return _NO_LINES
    reads = _Reads(function, guesses.table((code,)))
    entries = reads.variables()
    if not (reads.keys or reads.named):
        return _NO_LINES
    said = {
        line
        for node in ast.walk(function)
        if isinstance(node, ast.Return) and node.value is not None and reads.is_entry(node.value, entries)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    return frozenset(line + first - 1 for line in said)


class _Reads:
    """What a function reads of tables."""

    def __init__(self, function: ast.FunctionDef, named: str | None) -> None:
        self._function, self.named = function, named
        nodes = list(ast.walk(function))
        looped = {
            name.id
            for node in nodes
            if isinstance(node, ast.For | ast.comprehension)
            for name in ast.walk(node.target)
            if isinstance(name, ast.Name)
        }
        self.keys = {
            (ast.unparse(node.value), ast.unparse(node.slice))
            for node in nodes
            if isinstance(node, ast.Subscript)
            and isinstance(node.ctx, ast.Store)
            and not {name.id for name in ast.walk(node.slice) if isinstance(name, ast.Name)} & looped
        }
        """What gets entries, each with the key."""

    def variables(self) -> set[str]:
        """The variables that hold an entry, or a part of one, and nothing else ever, once they do."""
        found: set[str] = set()
        for _ in range(3):
            before = len(found)
            for targets, value in self._assigned():
                if self.is_entry(value, found):
                    found |= {one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)}
            if len(found) == before:
                break
        return found

    def _assigned(self) -> Iterator[tuple[list[ast.expr], ast.expr]]:
        for node in ast.walk(self._function):
            if isinstance(node, ast.Assign):
                target, value = node.targets[0], node.value
                if (
                    isinstance(target, ast.Tuple)
                    and isinstance(value, ast.Tuple)
                    and len(target.elts) == len(value.elts)
                ):
                    yield from (([one], mine) for one, mine in zip(target.elts, value.elts, strict=True))
                else:
                    yield node.targets, value
            elif isinstance(node, ast.NamedExpr):
                yield [node.target], node.value

    def is_entry(self, value: ast.expr, variables: set[str]) -> bool:
        """Whether an expression is an entry of a table, or a part of one, or the better of that and something else."""
        if isinstance(value, ast.Name):
            return value.id in variables
        if isinstance(value, ast.Attribute | ast.Starred):
            return self.is_entry(value.value, variables)
        if isinstance(value, ast.UnaryOp):
            return self.is_entry(value.operand, variables)
        if isinstance(value, ast.Tuple):
            return any(self.is_entry(one, variables) for one in value.elts)
        if isinstance(value, ast.IfExp):
            return self.is_entry(value.body, variables)
        if isinstance(value, ast.Subscript):
            return self._is_table(value.value, ast.unparse(value.slice)) or self.is_entry(value.value, variables)
        if not isinstance(value, ast.Call):
            return False
        called = value.func
        if isinstance(called, ast.Attribute) and called.attr in _READ and value.args:
            return self._is_table(called.value, ast.unparse(value.args[0]))
        clamped = isinstance(called, ast.Name) and called.id in ("max", "min")
        return clamped and any(self.is_entry(one, variables) for one in value.args)

    def _is_table(self, held: ast.expr, key: str) -> bool:
        whole = ast.unparse(held)
        name = whole.rpartition(".")[2]
        return (whole, key.strip("()")) in {(one, key_.strip("()")) for one, key_ in self.keys} or name == self.named
