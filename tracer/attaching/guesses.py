"""What is assumed where nobody said it: from the names of functions and arguments, and from the code itself."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Iterable
from textwrap import dedent
from types import CodeType, FrameType, ModuleType
from typing import Any

from tracer.attaching.targets import plain
from tracer.attaching.variables import parameters
from tracer.errors import PlyscopeError
from tracer.games.rules import MAX, MIN, Turn
from tracer.text import clean

WINDOWS = (("alpha", "beta"), ("α", "β"), ("a", "b"), ("alfa", "beta"))
DEPTH = (
    "depth",
    "remaining_depth",
    "remaining",
    "depth_left",
    "plies",
    "ply",
    "d",
    "profondeur",
    "profundidad",
    "tiefe",
)
STATE = ("state", "board", "node", "position", "pos", "grid", "game_state", "gamestate", "s")
_STATES = (
    *STATE,
    "current_state",
    "current_board",
    "cells",
    "squares",
    "tree",
    "plateau",
    "tablero",
    "tabuleiro",
    "brett",
)
"""What an argument may be called as well."""
MOVE = ("move", "last_move", "action")
TURN = re.compile(
    r"(is_?)?(maxi|mini)(mi[sz]\w*)?(_?player|_?turn)?|is_?(max|min)\w*|(max|min)_?(player|turn)"
    r"|(is_?)?(my|our|ai|bot|computer|cpu|opponents?|enemy|human)_?turn|is_?(ai|bot|computer|opponent|human)"
)
"""Arguments that are true or false for one of the two."""
PLAYER = (
    "player",
    "turn",
    "mover",
    "side",
    "to_move",
    "current_player",
    "current",
    "color",
    "colour",
    "mark",
    "symbol",
    "joueur",
    "jugador",
    "spieler",
)
TABLE = {"memo", "table", "tt", "cache", "cached", "seen", "transposition", "transpositions"}
_WORDS = re.compile(r"[A-Z]?[a-zα-ω]+|[A-Z]+(?![a-z])|\d+")
_SIDE = re.compile(r"(max|min)(imi[sz]\w*|value|player|node|turn|ab)?")
_TURNS: dict[Any, Turn] = {
    **dict.fromkeys((1, "max", "x", "white", "w", "maximizer", "maximiser", "+", "+1"), MAX),
    **dict.fromkeys((-1, 2, "min", "o", "black", "b", "minimizer", "minimiser", "-", "-1"), MIN),
}


def side(name: str) -> Turn | None:
    """The player whose function has this name, such as `max_value` or `minimize`; None if the name tells neither.

    >>> side("minValue").name, side("minimax_max").name, side("alpha_beta")
    ('MIN', 'MAX', None)
    """
    words = [word.lower() for word in _WORDS.findall(name)]
    sides = {found[1] for word in words if (found := _SIDE.fullmatch(word))}
    return None if len(sides) != 1 else Turn[sides.pop().upper()]


def window(code: CodeType) -> tuple[str, str] | None:
    """The arguments that are alpha and beta; None unless there are both."""
    names = {name.lower().lstrip("_"): name for name in parameters(code)}
    return next(((names[low], names[high]) for low, high in WINDOWS if low in names and high in names), None)


def argument(code: CodeType, known: Iterable[str]) -> str | None:
    """The first of some names that is an argument of the function."""
    names = {name.lower().lstrip("_"): name for name in reversed(parameters(code))}
    return next((names[name] for name in known if name in names), None)


def position(frame: FrameType) -> str | None:
    """Where the position is: an argument, an attribute of `self`, a variable of the closure or of the module."""
    code = frame.f_code
    if (name := argument(code, _STATES)) is not None:
        return name
    for holder in ("self", "game"):
        if holder in parameters(code):
            there = next((name for name in STATE[:-1] if hasattr(frame.f_locals[holder], name)), None)
            if there is not None:
                return f"{holder}.{there}"
    if (name := next((name for name in STATE[:-1] if name in code.co_freevars), None)) is not None:
        return name
    return next((name for name in STATE[:-1] if name in code.co_names and _is_data(frame.f_globals.get(name))), None)


def _is_data(value: Any) -> bool:
    return value is not None and not callable(value) and not isinstance(value, ModuleType)


def turn_argument(code: CodeType) -> str | None:
    """The argument that is true or false for MAX, such as `maximizing_player`."""
    return next((name for name in parameters(code) if TURN.fullmatch(name.lower())), None)


def as_turn(name: str, code: CodeType) -> Callable[[Any], Turn]:
    """How to read a player from what an argument, or a callable given as `turn`, says."""
    opposite = re.match(r"(is_?)?(min|opponent|enemy|human)", name.lower()) is not None
    truth = TURN.fullmatch(name.lower()) is not None

    def read(value: Any) -> Turn:
        kind = type(value)
        if kind is bool or (truth and kind is int and value in (0, 1)):
            return MAX if bool(value) is not opposite else MIN
        if kind is Turn:
            return value  # type: ignore[no-any-return]  # its type was just seen
        word = value.strip().lower() if isinstance(value, str) else getattr(value, "name", value)
        word = word.lower() if isinstance(word, str) else word
        try:
            return _TURNS[word]
        except (KeyError, TypeError):
            shown = clean(repr(value), 60)
            raise PlyscopeError(
                f"{plain(code)}: cannot tell who moves from {clean(name)} = {shown}; say it with "
                "turn=lambda frame: …, which gives True where MAX moves (tracer.MAX, tracer.MIN, 1 and -1 do as well)"
            ) from None

    return read


def negates(codes: Iterable[CodeType]) -> bool:
    """Whether functions are a negamax: so they are called, or they negate, by `-` or `not`, what they return."""
    codes = list(codes)
    names = {code.co_name for code in codes}
    return any("nega" in name.lower() for name in names) or any(_negates(code, names) for code in codes)


def unread(codes: Iterable[CodeType]) -> bool:
    """Whether the source of a function is not there to be looked at."""
    return any(_source(code) is None for code in codes)


def _source(code: CodeType) -> list[ast.AST] | None:
    try:
        return list(ast.walk(ast.parse(dedent(inspect.getsource(code)))))
    except (OSError, TypeError, SyntaxError, ValueError, RecursionError):  # no source, or only a part of an expression
        return None


def _negates(code: CodeType, names: set[str]) -> bool:
    nodes = _source(code)
    if nodes is None:
        return False
    answers = {
        name.id
        for node in nodes
        if isinstance(node, ast.Assign | ast.NamedExpr) and _calls(node.value, names)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        for name in ast.walk(target)
        if isinstance(name, ast.Name)
    }
    negated = [
        node.operand for node in nodes if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.Not)
    ]
    return any(_calls(operand, names) or _stem(operand) in answers for operand in negated)


def _calls(expression: ast.AST, names: set[str]) -> bool:
    """Whether an expression has a call of one of some functions in it."""
    called = [node.func for node in ast.walk(expression) if isinstance(node, ast.Call)]
    return any((func.id if isinstance(func, ast.Name) else getattr(func, "attr", "")) in names for func in called)


def _stem(expression: ast.AST) -> str | None:
    """The variable of which an expression is an element or an attribute."""
    while isinstance(expression, ast.Subscript | ast.Attribute):
        expression = expression.value
    return expression.id if isinstance(expression, ast.Name) else None


def table(codes: Iterable[CodeType]) -> str | None:
    """The variable or attribute of functions whose name says that it keeps the values of positions."""
    for code in codes:
        for name in (*parameters(code), *code.co_freevars, *code.co_names, *code.co_varnames):
            if TABLE & {word.lower() for word in _WORDS.findall(name)}:
                return name
    return None


def is_cached(frame: FrameType) -> bool:
    """Whether a function is wrapped in `functools.cache` or `lru_cache` where it, or its class, is kept."""
    name = frame.f_code.co_name
    holders = [frame.f_globals, frame.f_locals, *(vars(kind) for kind in type(frame.f_locals.get("self")).__mro__)]
    return any(
        hasattr(wrapper := holder.get(name), "cache_info")
        and getattr(getattr(wrapper, "__wrapped__", None), "__code__", None) is frame.f_code
        for holder in holders
    )


def element(returned: Any) -> int | None:
    """Which element of a returned tuple is the value: the only number in it, or else the first; None if none is."""
    if not isinstance(returned, tuple | list):
        return None
    return next((k for k, item in enumerate(returned) if is_number(item) and type(item) is not bool), None)


def is_number(value: Any) -> bool:
    """Whether a value can stand in the column of values: Python's numbers, and what else turns into a float."""
    if isinstance(value, int | float):
        return True
    if isinstance(value, str | bytes | complex) or not hasattr(type(value), "__float__"):
        return False
    try:
        float(value)
    except (TypeError, ValueError, OverflowError):
        return False
    return True
