"""How a function answers without a call, told by its text: by its table, or by moves that it values itself."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable
from types import CodeType
from typing import NamedTuple

from tracer.deciding import guesses
from tracer.deciding.function_text import (
    assigned,
    assignments,
    functions_called,
    is_call,
    lines_within,
    names_in,
    remembered,
    text_of_function,
)

_READ = {"get", "lookup", "probe", "find", "fetch", "retrieve", "setdefault"}
"""Methods that give an entry of a table."""


class TableLines(NamedTuple):
    """The lines of a file on which a function returns, and what a table may hold is its value."""

    sure: frozenset[int]
    """Those of returns that have nothing else."""
    perhaps: frozenset[int]
    """Those of returns that have it on some ways through the function, and something else on others."""
    plain: frozenset[int]
    """Those of returns of numbers as they stand, and of what the function never assigns to: no table gave these."""
    may_read: bool = True
    """Whether the function, or one of its file that it calls, names a table or has what looks like one."""


_MANGLED = re.compile(r"\._[^\W_]\w*?__(?=\w)")
"""Before the name of a private attribute, as Python has it in the object."""
_PLAIN = ast.Constant | ast.UnaryOp | ast.BinOp | ast.operator | ast.unaryop | ast.expr_context
"""What an expression of numbers consists of, beside variables."""
_NOWHERE = TableLines(frozenset(), frozenset(), frozenset())


@remembered
def table_lines(code: CodeType, kept: str = "") -> TableLines:
    """Return the lines of a file on which a function returns, and its value is an entry of a table, or a part of one.

    A table is what its name says to be one, or what gets an entry under the very key under which one is looked for. A
    board is none: its squares are those of moves, over which a loop goes.

    Args:
        code: the function.
        kept: the attribute or entry of an argument that has its value as it returns; empty if it returns the value.
    """
    text = text_of_function(code)
    if text is None or text.function is None:
        return _NOWHERE
    ways = _Ways(text.function, guesses.table((code,)), kept)
    if ways.keys or ways.named:
        ways.follow(text.function.body, _Held(), ends=True)
    plain = set() if kept else _plain_lines(text.parts)
    named = guesses.table((code,)) is not None or any(map(_names_a_table, functions_called(code)))
    found = ways.sure, ways.perhaps, plain
    sure, perhaps, numbers = (frozenset(line + text.lines_before for line in lines) for lines in found)
    return TableLines(sure, perhaps, numbers, named or bool(ways.keys))


def _names_a_table(function: ast.FunctionDef) -> bool:
    """Return whether a name in a function says that it keeps the values of positions."""
    names = (getattr(node, "id", getattr(node, "attr", "")) for node in ast.walk(function))
    return any(map(guesses.words_of_table, names))


def _plain_lines(nodes: list[ast.AST]) -> set[int]:
    """Return the lines on which a function returns numbers as they stand, or what it never assigns to, alone."""
    stored = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    lines: dict[bool, set[int]] = {True: set(), False: set()}
    for node in nodes:
        if isinstance(node, ast.Return):
            parts = [] if node.value is None else list(ast.walk(node.value))
            plain = all(
                isinstance(part, _PLAIN) or (isinstance(part, ast.Name) and part.id not in stored) for part in parts
            )
            lines[plain].update(lines_within(node))
    return lines[True] - lines[False]


class _Held(NamedTuple):
    """The variables that hold an entry of a table, or a part of one, at a place of a function."""

    always: frozenset[str] = frozenset()
    """Those that do on each way there."""
    sometimes: frozenset[str] = frozenset()
    """Those that do on one way there at least."""
    always_own: frozenset[str] = frozenset()
    """The entries that this call itself has written on each way there: to read them is no answer of the table."""
    sometimes_own: frozenset[str] = frozenset()
    """Those that it has written on one way there at least."""

    def with_(self, targets: list[ast.expr], *, always: bool, sometimes: bool) -> _Held:
        """Return what they are after an assignment."""
        names = {ast.unparse(target) for target in targets}

        def kept(variables: frozenset[str], held: bool) -> frozenset[str]:
            left = {one for one in variables if one not in names and re.split(r"[.\[]", one)[0] not in names}
            return frozenset(left | names if held else left)

        own = {ast.unparse(target) for target in targets if isinstance(target, ast.Subscript)}
        return _Held(
            kept(self.always, always),
            kept(self.sometimes, sometimes),
            *(one - own if sometimes else one | own for one in (self.always_own, self.sometimes_own)),
        )


def _join(ways: Iterable[_Held | None]) -> _Held | None:
    """Return what holds where several ways meet; None where none of them comes there."""
    there = [way for way in ways if way is not None]
    if not there:
        return None
    columns = [*zip(*there, strict=True)]
    always, always_own = (frozenset[str].intersection(*columns[place]) for place in (0, 2))
    sometimes, sometimes_own = (frozenset[str]().union(*columns[place]) for place in (1, 3))
    return _Held(always, sometimes, always_own, sometimes_own)


class _Ways:
    """Follows the ways through a function, and notes what its returns give back."""

    def __init__(self, function: ast.FunctionDef, named: str | None, kept: str) -> None:
        nodes, self.named = list(ast.walk(function)), named
        over = [node.target for node in nodes if isinstance(node, ast.For | ast.comprehension)]
        looped = {name for target in over for name in names_in(target)}
        self.keys = {
            (ast.unparse(node.value), ast.unparse(node.slice))
            for node in nodes
            if isinstance(node, ast.Subscript)
            and isinstance(node.ctx, ast.Store)
            and not isinstance(node.slice, ast.Constant)
            and not names_in(node.slice) & looped
        }
        """What gets entries, each with the key; under a key that never changes it is a record."""
        self._kept = {kept, _MANGLED.sub(".__", kept)} - {""}
        self._jumps: list[_Held] = []
        """What held where the loop in hand was left, or begun anew."""
        self.sure: set[int] = set()
        self.perhaps: set[int] = set()

    def follow(self, block: list[ast.stmt], held: _Held | None, *, ends: bool = False) -> _Held | None:
        """Return what holds after some statements; None where no way leads on."""
        for statement in block:
            if held is None:
                return None
            held = self._after(statement, held, ends=ends and statement is block[-1])
        return held

    def _after(self, statement: ast.stmt, held: _Held, *, ends: bool) -> _Held | None:
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            return held
        if isinstance(statement, ast.For | ast.While):
            return self._after_loop(statement, self._assign(_head(statement), held))
        if isinstance(statement, ast.Break | ast.Continue):
            self._jumps.append(held)
            return None
        if isinstance(statement, ast.Raise):
            return None
        if isinstance(statement, ast.If):
            held = self._assign(_head(statement), held)
            blocks = statement.body, statement.orelse
            return _join([self.follow(block, held, ends=ends) for block in blocks])
        if isinstance(statement, ast.Try):
            done = self.follow(statement.body, held)
            caught = [self.follow(handler.body, held) for handler in statement.handlers]
            met = _join([self.follow(statement.orelse, done), *caught])
            return self.follow(statement.finalbody, met)
        if isinstance(statement, ast.With):
            return self.follow(statement.body, held, ends=ends)
        if isinstance(statement, ast.Match):
            return _join([held, *(self.follow(case.body, held, ends=ends) for case in statement.cases)])
        held = self._assign(statement, held)
        if isinstance(statement, ast.Return) or (ends and self._kept):
            self._note(statement, held)
        return None if isinstance(statement, ast.Return) else held

    def _after_loop(self, loop: ast.For | ast.While, held: _Held) -> _Held | None:
        outer, self._jumps = self._jumps, []
        met: _Held | None = held
        for _ in range(2):
            met = _join([held, self.follow(loop.body, met), *self._jumps])
        left, self._jumps = self._jumps, outer
        return _join([self.follow(loop.orelse, met), *left])

    def _assign(self, node: ast.AST | None, held: _Held) -> _Held:
        """Return what holds after all that a statement without a block, or an expression, assigns."""
        parts = [] if node is None else [*assignments(ast.walk(node))]
        plain = [(targets, value) for targets, value in parts if not isinstance(node, ast.AugAssign)]
        told = [(targets, *self._is_entry(value, held)) for targets, value in plain]
        for targets, always, sometimes in told:
            held = held.with_(targets, always=always, sometimes=sometimes)
        return held

    def _is_entry(self, value: ast.expr, held: _Held) -> tuple[bool, bool]:
        always = self._may_be_entry(value, held.always, held.sometimes_own)
        sometimes = self._may_be_entry(value, held.sometimes, held.always_own)
        return always and not _has_another_answer(value), sometimes

    def _may_be_entry(self, value: ast.expr, variables: Collection[str], own: Collection[str]) -> bool:
        """Return whether an expression is an entry of a table, a part of one, or the better of one and another."""
        if isinstance(value, ast.Name | ast.Attribute | ast.Subscript) and ast.unparse(value) in variables:
            return True
        match value:
            case ast.Attribute(one) | ast.Starred(one) | ast.UnaryOp(_, one) | ast.IfExp(_, one):
                parts = [one]
            case ast.Tuple(parts) | ast.Call(ast.Name("max" | "min"), parts):
                pass
            case ast.Subscript(one, key) if ast.unparse(value) not in own:
                if self._is_table(one, ast.unparse(key)):
                    return True
                parts = [one]
            case ast.Call(ast.Attribute(table, method), [key, *_]) if method in _READ:
                return self._is_table(table, ast.unparse(key))
            case _:
                return False
        return any(self._may_be_entry(one, variables, own) for one in parts)

    def _is_table(self, held: ast.expr, key: str) -> bool:
        whole = ast.unparse(held)
        name = whole.rpartition(".")[2]
        return (whole, key.strip("()")) in {(one, key_.strip("()")) for one, key_ in self.keys} or name == self.named

    def _note(self, statement: ast.stmt, held: _Held) -> None:
        always = sometimes = False
        if self._kept:
            always, sometimes = bool(self._kept & held.always), bool(self._kept & held.sometimes)
        elif isinstance(statement, ast.Return) and statement.value is not None:
            always, sometimes = self._is_entry(statement.value, held)
        if sometimes:
            (self.sure if always else self.perhaps).update(lines_within(statement))


def _has_another_answer(value: ast.expr) -> bool:
    """Return whether a table is asked with something to give in place of an entry that is no constant, as a bound."""
    return any(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in _READ
        and any(isinstance(part, ast.Name | ast.Attribute) for one in node.args[1:] for part in ast.walk(one))
        for node in ast.walk(value)
    )


def _head(statement: ast.If | ast.For | ast.While) -> ast.expr:
    """Return what is asked, or gone over, before the block of a statement."""
    return statement.iter if isinstance(statement, ast.For) else statement.test


@remembered
def values_moves_itself(code: CodeType, names: frozenset[str]) -> bool:
    """Return whether a function's loop over the moves gives some a value without a call.

    A call that returns without one need not have been answered by a table then, and its value need not be that of a
    move which was searched.

    Args:
        code: the function.
        names: those of the functions of the search.
    """
    text = text_of_function(code)
    loops = [] if text is None else [node for node in text.parts if isinstance(node, ast.For | ast.While)]
    for node in (node for loop in loops for statement in loop.body for node in ast.walk(statement)):
        if isinstance(node, ast.IfExp):
            if _calls(node.body, names) != _calls(node.orelse, names):
                return True
        elif isinstance(node, ast.If):
            blocks = ast.Module(node.body, []), ast.Module(node.orelse, [])
            if _calls(blocks[0], names) != _calls(blocks[1], names) and _targets(blocks[0]) & _targets(blocks[1]):
                return True
    return False


def _calls(node: ast.AST, names: frozenset[str]) -> bool:
    return any(is_call(part, names) for part in ast.walk(node))


def _targets(node: ast.AST) -> set[str]:
    """Return the variables that get a value in a part of the text."""
    return {ast.unparse(one) for part in ast.walk(node) for targets, _ in assigned(part) for one in targets}
