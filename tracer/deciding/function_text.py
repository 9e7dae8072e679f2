"""The text of a function as a tree: where it stands in its file, and what it assigns to what."""

from __future__ import annotations

import ast
import inspect
import linecache
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from functools import cached_property, lru_cache, wraps
from textwrap import dedent
from tokenize import TokenError
from types import CodeType
from typing import Concatenate, ParamSpec, TypeGuard, TypeVar

_P = ParamSpec("_P")
_T = TypeVar("_T")


def remembered(read: Callable[Concatenate[CodeType, _P], _T]) -> Callable[Concatenate[CodeType, _P], _T]:
    """Let a function that reads code remember what it read lately; equal functions of two files are two."""
    known: Callable[..., _T] = lru_cache(maxsize=256)(lambda _file, *args, **words: read(*args, **words))

    @wraps(read)
    def look_up(code: CodeType, /, *args: _P.args, **words: _P.kwargs) -> _T:
        return known(code.co_filename, code, *args, **words)

    return look_up


class FunctionText:
    """The text of a function, parsed.

    Args:
        lines: its lines, as they stand in their file.
        first: the number of the first of them in the file; 0 of a module's text, which is all of it.

    Raises:
        SyntaxError: what stands there is a part of something, as a lambda may be.
    """

    def __init__(self, lines: list[str], first: int) -> None:
        self.lines_before = max(first - 1, 0)
        """What its line numbers lack to those of its file."""
        self.indent = len(lines[0]) - len(lines[0].lstrip())
        """How far it is indented there."""
        self.parts = list(ast.walk(ast.parse(dedent("".join(lines)))))
        """All that it consists of, the whole first."""
        self.function = next((node for node in self.parts if isinstance(node, ast.FunctionDef)), None)
        """The function itself; None of a lambda."""

    @cached_property
    def above(self) -> dict[ast.AST, ast.AST]:
        """What is around each part."""
        return {below: node for node in self.parts for below in ast.iter_child_nodes(node)}

    @cached_property
    def own(self) -> list[ast.AST]:
        """The parts of the function that are not inside other functions."""
        others = ast.FunctionDef | ast.ClassDef
        nearest = [next((one for one in self.around(node) if isinstance(one, others)), None) for node in self.parts]
        return [node for node, one in zip(self.parts, nearest, strict=True) if one is self.function is not None]

    def lines_of(self, nodes: Iterable[ast.stmt | ast.expr]) -> frozenset[int]:
        """Return the lines of the file that some parts take."""
        return frozenset(line + self.lines_before for node in nodes for line in lines_within(node))

    def around(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield what is around a part, the nearest first."""
        while (above := self.above.get(node)) is not None:
            yield above
            node = above


@remembered
def text_of_function(code: CodeType) -> FunctionText | None:
    """Return the text of a function; None where there is none, or it cannot be read."""
    try:
        return FunctionText(*inspect.getsourcelines(code))
    except (OSError, TypeError, SyntaxError, ValueError, LookupError, RecursionError, TokenError):
        return None


def may_branch(code: CodeType) -> bool:
    """Return whether a function has more than one way through its text; True where that cannot be read."""
    text = text_of_function(code)
    branches = (ast.If, ast.IfExp, ast.BoolOp, ast.ExceptHandler, ast.While, ast.For, ast.Match)
    return text is None or any(isinstance(node, branches) for node in text.parts)


def functions_called(code: CodeType) -> list[ast.FunctionDef]:
    """Return the functions of its own file that a function calls by their names, itself left out."""
    text = text_of_function(code)
    names = {called_name(node.func) for node in text.parts if isinstance(node, ast.Call)} if text is not None else set()
    return [one for one in functions_of_file(code.co_filename) if one.name in names - {code.co_name}]


def functions_of_file(file: str) -> list[ast.FunctionDef]:
    """Return all functions of a file."""
    try:
        parts = ast.walk(ast.parse("".join(linecache.getlines(file))))
    except (SyntaxError, ValueError, RecursionError):
        return []
    return [node for node in parts if isinstance(node, ast.FunctionDef)]


def lines_within(node: ast.stmt | ast.expr) -> range:
    """Return the lines that a statement or an expression takes."""
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def called_name(function: ast.AST) -> str:
    """Return the name of a called function, without the object it belongs to; empty for any other expression."""
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def is_call(node: ast.AST, names: Collection[str]) -> TypeGuard[ast.Call]:
    """Return whether a part of a text calls one of some functions."""
    return isinstance(node, ast.Call) and called_name(node.func) in names


def names_used(code: CodeType) -> Iterator[str]:
    """Yield the names that a function looks up beyond its own variables, in its comprehensions and lambdas too."""
    yield from code.co_names
    yield from code.co_freevars
    for inner in code.co_consts:
        if isinstance(inner, CodeType) and inner.co_name.startswith("<"):
            yield from names_used(inner)


def names_in(part: ast.AST) -> set[str]:
    """Return the variables that a part of a text names."""
    return {node.id for node in ast.walk(part) if isinstance(node, ast.Name)}


def names_of(codes: Iterable[CodeType]) -> frozenset[str]:
    """Return the names by which functions are called; a lambda's is that of the variable which gets it."""
    return frozenset(name for code in codes for name in _names_of_one(code))


def _names_of_one(code: CodeType) -> frozenset[str]:
    if code.co_name != "<lambda>":
        return frozenset((code.co_name,))
    text = text_of_function(code)
    return frozenset(
        name
        for node in (() if text is None else text.parts)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda)
        for target in node.targets
        for name in names_in(target)
    )


def assigned(node: ast.AST) -> Iterator[tuple[list[ast.expr], ast.expr]]:
    """Yield what a statement or an expression assigns to, with the value; several at once each with its own."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            parts, values = list(parts_of_target([target])), getattr(node.value, "elts", [])
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


def parts_of_target(targets: Iterable[ast.expr]) -> Iterator[ast.expr]:
    """Yield the variables, attributes and elements that some targets consist of."""
    for target in targets:
        if isinstance(target, ast.Tuple | ast.List):
            yield from parts_of_target(target.elts)
        elif isinstance(target, ast.Starred):
            yield from parts_of_target([target.value])
        else:
            yield target


def truth_of(test: ast.expr, path: str, value: Hashable) -> bool | None:
    """Return whether a condition is true by what a variable holds; None where it asks for anything else."""
    if ast.unparse(test) == path:
        return bool(value)
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        found = truth_of(test.operand, path, value)
        return None if found is None else not found
    if isinstance(test, ast.BoolOp):
        return next((found for part in test.values if (found := truth_of(part, path, value)) is not None), None)
    if not isinstance(test, ast.Compare) or len(test.ops) != 1 or ast.unparse(test.left) != path:
        return None
    try:
        known = ast.literal_eval(test.comparators[0])
    except ValueError:
        return None
    if isinstance(test.ops[0], ast.Eq | ast.Is):
        return bool(value == known)
    if isinstance(test.ops[0], ast.NotEq | ast.IsNot):
        return bool(value != known)
    numbers = isinstance(value, int | float) and isinstance(known, int | float)
    return bool(value > known) if numbers and isinstance(test.ops[0], ast.Gt) else None
