"""The text of a function as a tree: where it stands in its file, and what it assigns to what."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable, Iterator
from textwrap import dedent
from tokenize import TokenError
from types import CodeType


def function_of(code: CodeType) -> tuple[ast.FunctionDef, int] | None:
    """Return a function's tree, and what its line numbers lack to those of its file; None where there is no text."""
    try:
        lines, first = inspect.getsourcelines(code)
        tree = ast.parse(dedent("".join(lines)))
    except (OSError, TypeError, SyntaxError, ValueError, LookupError, RecursionError, TokenError):
        return None
    function = next((node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)), None)
    return None if function is None else (function, first - 1)


def lines_within(node: ast.stmt | ast.expr) -> range:
    """Return the lines that a statement or an expression takes."""
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def assigned(node: ast.AST) -> Iterator[tuple[list[ast.expr], ast.expr]]:
    """Yield what a statement or an expression assigns to, with the value; several at once each with its own."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            parts, values = list(_parts(target)), getattr(node.value, "elts", [])
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple) and len(parts) == len(values):
                yield from (([one], mine) for one, mine in zip(parts, values, strict=True))
            else:
                yield parts, node.value
    elif isinstance(node, ast.NamedExpr | ast.AugAssign) or (
        isinstance(node, ast.AnnAssign) and node.value is not None
    ):
        assert node.value is not None
        yield [node.target], node.value


def assignments(nodes: Iterable[ast.AST]) -> Iterator[tuple[list[ast.expr], ast.expr]]:
    """Yield the same of all of some nodes."""
    for node in nodes:
        yield from assigned(node)


def _parts(target: ast.expr) -> Iterator[ast.expr]:
    """Yield the variables, attributes and elements that a target consists of."""
    if isinstance(target, ast.Tuple | ast.List):
        for one in target.elts:
            yield from _parts(one)
    elif isinstance(target, ast.Starred):
        yield from _parts(target.value)
    else:
        yield target
