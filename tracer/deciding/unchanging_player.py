"""A player who is never handed on: the text tells two players apart by what is the same at all calls of a search."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator
from types import CodeType

from tracer.deciding import guesses
from tracer.deciding.answers_taken import BOTH, Text, text_of
from tracer.deciding.call import Path, parameters
from tracer.deciding.function_text import called_name, names_of, truth_of
from tracer.deciding.seen_values import NONE, Evidence
from tracer.deciding.thresholds import FEW
from tracer.games.rules import Turn


def find_only_side(evidence: Evidence) -> tuple[Path, Turn] | None:
    """Return the variable by which a condition decides between the greatest and the least, and what it decides.

    It is the same at all calls, and so is what all values are that are not means. The name of the only function with a
    window tells the same as such a variable. None if there is neither.
    """
    chosen = [one.mode for one in evidence.informative_calls if one.mode in BOTH]
    modes = set(chosen)
    if len(modes) != 1 or len(chosen) < FEW or not _is_deep(evidence):
        return None
    only = Turn[next(iter(modes)).upper()]
    if len(evidence.codes) == 1 and guesses.window(code := evidence.codes[0]) and guesses.side(code.co_name) == only:
        return code.co_name, only
    for text in _texts_of(evidence.codes):
        for test, kind in text.sides:
            for path, value in _iter_unchanging(evidence, {*map(ast.unparse, ast.walk(test))}):
                decides = truth_of(test, path, value)
                if decides is not None and modes == ({kind} if decides else BOTH - {kind}):
                    return path, only
    return None


def find_unchanging_opponent(evidence: Evidence) -> Path | None:
    """Return the argument that never changes, though the text of a negamax asks a function about it and its opposite.

    As it does with `moves(color)` and `moves(-color)`. None where there is none, or something else takes turns.
    """
    if evidence.takes_turns or not _is_deep(evidence):
        return None
    names = names_of(evidence.with_between)
    for text in _texts_of(evidence.codes):
        calls = [node for node in ast.walk(text.root) if isinstance(node, ast.Call)]
        asked = [
            (ast.unparse(call.func), place, one)
            for call in calls
            if called_name(call.func) not in names
            for place, one in enumerate(call.args)
        ]
        handed = {(function, place, one.id) for function, place, one in asked if isinstance(one, ast.Name)}
        opposed = {(function, place, name.id) for function, place, one in asked if (name := _opposed(one)) is not None}
        for path, _value in _iter_unchanging(evidence, {name for *_, name in handed & opposed} - evidence.ends):
            if all(path in parameters(code) for code in evidence.codes):
                return path
    return None


def _opposed(node: ast.AST) -> ast.Name | None:
    """Return what an expression is the opposite of, as in `-color`, `not vertical` and `1 - player`; None for none."""
    match node:
        case ast.UnaryOp(ast.USub() | ast.Not(), ast.Name() as name):
            return name
        case ast.BinOp(ast.Constant(int()), ast.Sub(), ast.Name() as name):
            return name
    return None


def _iter_unchanging(evidence: Evidence, names: set[str]) -> Iterator[tuple[Path, Hashable]]:
    """Yield the variables of some names that hold the same at all calls which have them, each with that."""
    for path in evidence.paths:
        held = set(evidence.keys(path)) - {NONE} if path in names else set()
        if len(held) == 1:
            yield path, held.pop()


def _is_deep(evidence: Evidence) -> bool:
    """Return whether somebody chose at several plies."""
    plies: list[int] = []
    for call in evidence.log.calls:
        plies.append(0 if call.above < 0 else plies[call.above] + 1)
    return len({plies[one.number] for one in evidence.inner if len(one.below) > 1}) >= FEW


def _texts_of(codes: list[CodeType]) -> list[Text]:
    return [text for code in codes if (text := text_of(code, names_of(codes))) is not None]
