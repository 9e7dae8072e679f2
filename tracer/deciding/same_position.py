"""Calls that a function makes of itself at its own position, such as a less deep search for the move to try first."""

from __future__ import annotations

import ast
from functools import lru_cache
from types import CodeType

from tracer.deciding import guesses
from tracer.deciding.answers_taken import text_of
from tracer.deciding.call import Call, Copy, Log, Path, parameters
from tracer.deciding.function_text import FunctionText, called_name, lines_within, names_of, text_of_function
from tracer.deciding.loops import arguments_of
from tracer.deciding.position_parts import changed_part, is_counter, only_grows, snapshot_of
from tracer.deciding.thresholds import HALF

_ELSEWHERE = (ast.UnaryOp, ast.BinOp, ast.For, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda)
"""What turns a value, or goes over moves."""


@lru_cache(maxsize=256)
def lines_at_same_position(code: CodeType) -> frozenset[int]:
    """Return the lines of a file on which a function calls itself and hands on all that it got, but for the depth.

    None of these calls stands in a loop over moves. In a negamax the others are negated, so that one of these is for
    the same player whatever its window is. The text does not show whether the board changed before the call.
    """
    text, names = text_of_function(code), names_of((code,))
    taken = text_of(code, names)
    if text is None or taken is None:
        return frozenset()
    calls = [node for node in text.parts if isinstance(node, ast.Call) and called_name(node.func) in names]
    found = [call for call in calls if _hands_on_all(text, call, code, negamax=taken.negates)]
    others = {line for call in calls if call not in found for line in lines_within(call)}
    return frozenset(line + text.lines_before for call in found for line in {*lines_within(call)} - others)


def _hands_on_all(text: FunctionText, call: ast.Call, code: CodeType, *, negamax: bool) -> bool:
    around: ast.AST | None = text.above.get(call)
    while around is not None and around is not text.function:
        if isinstance(around, _ELSEWHERE):
            return False
        around = text.above.get(around)
    given = arguments_of(call, code)
    if given is None:
        return False
    ends = guesses.window(code) or ()
    free = set(ends) if negamax else set()
    names = [name for name in parameters(code) if name not in free]
    if not negamax and given.keys() < {*names}:
        return False
    arguments = {name: given[name] for name in names if name in given}
    same = {name for name, value in arguments.items() if isinstance(value, ast.Name) and value.id == name}
    rest = [value for name, value in arguments.items() if name not in same and not _is_less(value, name)]
    return bool(same or negamax) and all(negamax and isinstance(value, ast.Constant) for value in rest)


def _is_less(value: ast.expr, name: str) -> bool:
    """Return whether an expression makes a number smaller that an argument has: a depth."""
    if isinstance(value, ast.Call) and called_name(value.func) in ("max", "min", "int"):
        return any(_is_less(one, name) for one in value.args)
    if not isinstance(value, ast.BinOp) or not isinstance(value.op, ast.Sub | ast.FloorDiv | ast.RShift):
        return False
    return (isinstance(value.left, ast.Name) and value.left.id == name) or _is_less(value.left, name)


def note_same_positions(log: Log) -> None:
    """Mark the calls of a log that are no moves, as they are made at their callers' positions for the same player."""
    edges = [(above, call) for above, call in log.edges() if above.code is call.code]
    made = [(above, call) for above, call in edges if call.called_at in lines_at_same_position(call.code)]
    lines = {(call.code, call.called_at) for _above, call in made}
    for code in dict.fromkeys(call.code for _above, call in made):
        others = [edge for edge in edges if edge[1].code is code and (code, edge[1].called_at) not in lines]
        moved = _changed_by_moves(log, others)
        for above, call in made:
            if call.code is code and _is_same(above, call, moved):
                log.leave_out(call)


def _changed_by_moves(log: Log, moves: list[tuple[Call, Call]]) -> list[Path]:
    paths = dict.fromkeys(path for above, _call in moves for path in above.entry_values)
    return [
        path
        for path in paths
        if (changed_part(moves, path) or 0) > HALF and not is_counter(log, path) and not only_grows(log, path)
    ]


def _is_same(above: Call, call: Call, moved: list[Path]) -> bool:
    """Return whether nothing of that changed, but for numbers among the arguments: these the text has told of."""
    changed = [path for path in moved if snapshot_of(above, path) != snapshot_of(call, path)]
    plain = [
        path for path in changed if path in parameters(call.code) and not isinstance(call.entry_values.get(path), Copy)
    ]
    return changed == plain and len(changed) < len(moved)
