"""The two arguments that a function hands on to itself swapped and negated, whatever they are called: its window."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from types import CodeType

from tracer.deciding.call import parameters
from tracer.deciding.function_text import (
    FunctionText,
    assignments,
    called_name,
    names_in,
    names_of,
    names_used,
    text_of_function,
)
from tracer.deciding.loops import arguments_of


def turned_arguments(code: CodeType) -> tuple[str, str] | None:
    """Return the lower and the upper end of a negamax's window, by its text; None where that tells of none.

    A call of itself that is negated gets each of them negated in the place of the other, as they are or narrower, and
    they are compared with each other or with something that is no argument. Most functions do not call themselves, and
    their text is not read.
    """
    may_be = len(parameters(code)) > 1 and code.co_name in {"<lambda>", *names_used(code)}
    return _turned_in(code, code.co_filename) if may_be else None


@lru_cache(maxsize=256)
def _turned_in(code: CodeType, _file: str) -> tuple[str, str] | None:
    """Return the same by the file, too: equal functions of two files are two."""
    text, names = text_of_function(code), names_of((code,))
    if text is None:
        return None
    for call in text.parts:
        if isinstance(call, ast.Call) and called_name(call.func) in names and _is_negated(text, call):
            given = arguments_of(call, code) or {}
            for one, other in combinations([name for name in parameters(code) if name in given], 2):
                swapped = _is_turned(given[one], other, one) and _is_turned(given[other], one, other)
                if swapped and _are_compared(text, one, other, {*given}):
                    return (other, one) if _is_raised(text, other) and not _is_raised(text, one) else (one, other)
    return None


def _is_negated(text: FunctionText, call: ast.Call) -> bool:
    """Return whether what a call returns is negated, or subtracted from something, in its own statement."""
    node: ast.AST = call
    while isinstance(above := text.above.get(node), ast.expr):
        if node in _turned_parts(above):
            return True
        node = above
    return False


def _turned_parts(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what an expression negates, or subtracts from something."""
    match node:
        case ast.UnaryOp(ast.USub(), operand):
            yield operand
        case ast.BinOp(_, ast.Sub(), right):
            yield right


def _is_turned(value: ast.expr, name: str, own: str) -> bool:
    """Return whether a value is made of the negative of an argument, and not of another one."""
    turned = {one for node in ast.walk(value) for part in _turned_parts(node) for one in names_in(part)}
    return name in turned and own not in names_in(value)


def _are_compared(text: FunctionText, one: str, other: str, arguments: set[str]) -> bool:
    """Return whether a test compares both, or one of them with a variable that is no argument."""
    for node in text.parts:
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Gt | ast.GtE | ast.Lt | ast.LtE):
            sides = {side.id for side in (node.left, *node.comparators) if isinstance(side, ast.Name)}
            if len(sides) > 1 and sides & {one, other} and not sides & arguments - {one, other}:
                return True
    return False


def _is_raised(text: FunctionText, name: str) -> bool:
    """Return whether a variable becomes the greater of itself and something else."""
    for targets, value in assignments(text.parts):
        if any(isinstance(one, ast.Name) and one.id == name for one in targets):
            if isinstance(value, ast.Call) and called_name(value.func) == "max" and name in names_in(value):
                return True
            test = getattr(text.above.get(_statement(text, value)), "test", None)
            match test:
                case ast.Compare(_, [ast.Gt() | ast.GtE()], [ast.Name(id=less)]) if less == name:
                    return True
                case ast.Compare(ast.Name(id=less), [ast.Lt() | ast.LtE()]) if less == name:
                    return True
    return False


def _statement(text: FunctionText, node: ast.AST) -> ast.AST:
    """Return the statement in which an expression stands."""
    while not isinstance(node, ast.stmt):
        node = text.above[node]
    return node
