"""Moves whose value a function works out in its loop instead of searching them, such as those that win at once."""

from __future__ import annotations

import ast
from functools import lru_cache
from types import CodeType

from tracer.deciding.function_text import assigned, called_name, text_of_function


def values_moves_itself(code: CodeType, names: frozenset[str]) -> bool:
    """Return whether a function's loop over the moves gives some a value without a call.

    A call that returns without one need not have been answered by a table then, and its value need not be that of a
    move which was searched.

    Args:
        code: the function.
        names: those of the functions of the search.
    """
    return _values_moves_itself(code, code.co_filename, names)


@lru_cache(maxsize=256)
def _values_moves_itself(code: CodeType, _file: str, names: frozenset[str]) -> bool:
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
    return any(isinstance(part, ast.Call) and called_name(part.func) in names for part in ast.walk(node))


def _targets(node: ast.AST) -> set[str]:
    """Return the variables that get a value in a part of the text."""
    return {ast.unparse(one) for part in ast.walk(node) for targets, _ in assigned(part) for one in targets}
