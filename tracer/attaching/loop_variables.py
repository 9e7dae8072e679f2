"""Read what the loops hold that make the calls of a root's moves: the variable that is returned names the move."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator
from functools import lru_cache
from itertools import islice
from types import CodeType, FrameType

from tracer.deciding.call import frames_above, parameters
from tracer.deciding.function_text import assigned, text_of_function
from tracer.deciding.loops import loops_of
from tracer.deciding.thresholds import TRIED
from tracer.games.comparable_objects import ContainedErrors
from tracer.games.snapshots import freeze

Variables = tuple[tuple[str, Hashable], ...]
"""Names, each with a copy of what it held."""
_HANDS_ON = frozenset(("max", "min", "sorted", "list", "tuple", "set", "dict", "next", "iter", "reversed", "choice"))
"""Functions that return what they are given, or a part of it."""
_TAKES = frozenset(("append", "appendleft", "add", "insert", "extend", "update", "setdefault"))
"""Methods that put what they are given into their object."""


def loop_variables(frame: FrameType, caller: FrameType | None) -> Variables:
    """Return the variables of the loops, comprehensions and lambdas in which a call was made, as they are.

    Args:
        frame: the call.
        caller: the frame up to which they are read; None reads a few.
    """
    found: dict[str, Hashable] = {}
    for above in islice(frames_above(frame), TRIED):
        code, frame_variables = above.f_code, above.f_locals
        names = [name for loop in loops_of(code) if above.f_lasti in loop.inside for name in loop.names]
        names += parameters(code) if code.co_name == "<lambda>" else ()
        for name in names:
            with ContainedErrors():
                if name in frame_variables:
                    found.setdefault(name, freeze(frame_variables[name]))
        if above is caller:
            break
    return tuple(found.items())


def telling(variables: list[Variables], code: CodeType | None) -> list[Variables]:
    """Return those of the variables at each call of which one tells what the function returns.

    They are handed on to what it returns, and differ from call to call; several together are a tuple, such as a row
    and a column.
    """
    returned_names = frozenset[str]() if code is None else handed_to_the_return(code)
    kept = [{name: value for name, value in one if name in returned_names} for one in variables]
    for one in kept:
        if len(one) > 1:
            one[",".join(one)] = tuple(one.values())
    names = [name for name in (kept[0] if kept else ()) if all(name in one for one in kept)]
    apart = [name for name in names if len({one[name] for one in kept}) == len(kept)]
    return [tuple((name, one[name]) for name in apart) for one in kept]


@lru_cache(maxsize=256)
def handed_to_the_return(code: CodeType) -> frozenset[str]:
    """Return the names of variables that what a function returns may hold: no sums of them, and no results of calls.

    None without the function's text.
    """
    nodes, into = _read(code)
    return _traced(into, [name for value in _returned(nodes) for name in _held(value)])


@lru_cache(maxsize=256)
def handed_to_each(code: CodeType, size: int) -> tuple[frozenset[str], ...]:
    """Return the same of each element of the tuples of a size that a function returns; nothing where it has none."""
    nodes, into = _read(code)
    waiting, met, tuples = _returned(nodes), set[str](), list[ast.Tuple]()
    while waiting:
        value = waiting.pop()
        if isinstance(value, ast.Tuple):
            tuples.append(value)
        elif isinstance(value, ast.Name) and value.id not in met:
            met.add(value.id)
            assignments = ((targets, value_node) for node in nodes for targets, value_node in assigned(node))
            waiting += [value_node for targets, value_node in assignments if value.id in map(ast.unparse, targets)]
        elif isinstance(value, ast.IfExp):
            waiting += [value.body, value.orelse]
        elif isinstance(value, ast.GeneratorExp | ast.ListComp):
            waiting.append(value.elt)
        elif isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in _HANDS_ON:
            waiting += value.args
    elements = zip(*(one.elts for one in tuples if len(one.elts) == size), strict=True)
    return tuple(_traced(into, [name for one in some for name in _held(one)]) for some in elements)


@lru_cache(maxsize=256)
def returns_its_loop(code: CodeType) -> bool:
    """Return whether all that a function returns comes from its loops, and nothing from a call: it returns no value."""
    nodes, _ = _read(code)
    names, returned = handed_to_the_return(code), _returned(nodes)
    assignments = ((targets, value_node) for node in nodes for targets, value_node in assigned(node))
    made = [
        value_node
        for targets, value_node in assignments
        if any(isinstance(one, ast.Name) and one.id in names for one in targets)
    ]
    parts = [part for value_node in (*made, *returned) for part in ast.walk(value_node)]
    return bool(names) and not any(isinstance(part, ast.Call | ast.BinOp) for part in parts)


def _read(code: CodeType) -> tuple[list[ast.AST], dict[str, set[str]]]:
    """Return the parts of a function's text, and the variables from which each of its variables takes something."""
    text = text_of_function(code)
    nodes = [] if text is None else text.parts
    into: dict[str, set[str]] = {}
    for name, sources in (pair for node in nodes for pair in _handed(node)):
        into.setdefault(name, set()).update(sources)
    return nodes, into


def _returned(nodes: list[ast.AST]) -> list[ast.expr]:
    return [node.value for node in nodes if isinstance(node, ast.Return) and node.value is not None]


def _traced(into: dict[str, set[str]], waiting: list[str]) -> frozenset[str]:
    """Return some variables with all those from which they take something."""
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += into.get(name, ())
    return frozenset(found)


def _handed(node: ast.AST) -> Iterator[tuple[str, set[str]]]:
    """Yield the variables that a statement or a loop puts something into, each with those that it takes this from."""
    for targets, value in assigned(node):
        for target in targets:
            key = _held(target.slice) if isinstance(target, ast.Subscript) else set()
            yield from ((name, _held(value) | key) for name in _held(target))
    if isinstance(node, ast.For | ast.comprehension):
        yield from ((name, _held(node.iter)) for name in _held(node.target))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _TAKES:
        yield from ((name, set().union(*map(_held, node.args))) for name in _held(node.func.value))


def _held(value: ast.expr) -> set[str]:
    """Return the variables that an expression holds as they are, or as a part."""
    if isinstance(value, ast.Name):
        return {value.id}
    if isinstance(value, ast.Call):
        name = getattr(value.func, "attr", getattr(value.func, "id", ""))
        keys = [one.value for one in value.keywords if one.arg == "key"]
        own = {one.arg for key in keys if isinstance(key, ast.Lambda) for one in key.args.args}
        parts = [value.func.value] if isinstance(value.func, ast.Attribute) else []
        return own.union(*map(_held, [*parts, *(value.args if keys or name in _HANDS_ON else ())]))
    if isinstance(value, ast.Tuple | ast.List | ast.Set):
        parts = value.elts
    elif isinstance(value, ast.Dict):
        parts = [one for one in (*value.keys, *value.values) if one is not None]
    elif isinstance(value, ast.DictComp):
        parts = [value.key, value.value]
    elif isinstance(value, ast.ListComp | ast.SetComp | ast.GeneratorExp):
        parts = [value.elt]
    elif isinstance(value, ast.IfExp):
        parts = [value.body, value.orelse]
    elif isinstance(value, ast.BoolOp):
        parts = value.values
    else:
        parts = [value.value] if isinstance(value, ast.Starred | ast.Subscript | ast.Attribute | ast.NamedExpr) else []
    return set[str]().union(*map(_held, parts))
