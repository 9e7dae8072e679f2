"""Functions of a search that hand their position on, to others or to themselves: such a call is no node, or no move."""

from __future__ import annotations

import ast
import inspect
from collections import Counter
from collections.abc import Collection
from itertools import takewhile
from types import CodeType

from tracer.deciding import guesses
from tracer.deciding.answers_taken import text_of
from tracer.deciding.call import Call, Copy, Handoffs, Log, Path, parameters, plain, snapshot
from tracer.deciding.function_text import FunctionText, called_name, is_call, names_of, remembered, text_of_function
from tracer.deciding.loops import arguments_of
from tracer.deciding.position_parts import changed_part, is_counter, only_grows, snapshot_of
from tracer.deciding.returned import is_number
from tracer.deciding.thresholds import FEW, HALF, SURELY, USUAL
from tracer.games.rules import MAX, MIN

_ELSEWHERE = (ast.UnaryOp, ast.BinOp, ast.For, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda)
"""What turns a value, or goes over moves."""


def find_handing_pairs(log: Log, codes: Collection[CodeType]) -> Handoffs:
    """Functions, and others to which they hand their position and the search on, as one does to a quiescence search.

    Where the first calls the second, that is its only call, at the same position, and it returns what that returns.
    From a player's function to chance's, by their names, it is a move, such as to roll.
    """
    found = set()
    pairs = dict.fromkeys(
        (above.code, call.code)
        for above, call in log.edges()
        if above.code is not call.code and above.code in codes and call.code in codes
        if not (guesses.side(above.code.co_name) in (MAX, MIN) and guesses.names_chance(call.code))
    )
    families = [(call, [one for one in below if one.code in codes]) for call, below in log.families()]
    for pair in pairs:
        made = [
            (call, below)
            for call, below in families
            if call.code is pair[0] and call.numbers is not None and pair[1] in {one.code for one in below}
        ]
        alone = [(call, below[0]) for call, below in made if len(below) == 1 and below[0].numbers is not None]
        given = _given(alone)
        if given and given >= SURELY * len(made) and _at_one_position(log, alone):
            found.add(pair)
    return frozenset(found)


def _given(pairs: Collection[tuple[Call, Call]]) -> int:
    """How many calls return what their only child does, at the places where most do, or an end of their window.

    A value that is negated is handed on as well, by mistake: the position is the same, and so is the player.
    """
    same: Counter[tuple[Path, Path]] = Counter()
    clamped: Counter[Path] = Counter()
    for call, child in pairs:
        for place, value in (call.numbers or {}).items():
            equal = [other for other, below in (child.numbers or {}).items() if value in (below, -below)]
            same.update((place, other) for other in equal)
            clamped[place] += not equal and place in own_ends(call)
    return max((times + clamped[place] for (place, _other), times in same.items()), default=0)


def own_ends(call: Call) -> list[Path]:
    """The places at which a call returns an argument of its own that is a number, as a value that is clamped."""
    arguments = {held for name in parameters(call.code) if is_number(held := call.entry_values.get(name))}
    return [place for place, value in (call.numbers or {}).items() if value in arguments]


def hands_on(log: Log, codes: set[CodeType], *, rooted: bool = False) -> tuple[set[CodeType], str | None]:
    """Functions that are only handed on to, or only hand on, of two at one position one is no node; the memo's name.

    What always calls another function once and returns what that returns, such as a lambda, is none; a memo neither,
    which calls what it wraps for a position that is new; nor what is the loop over moves, or only makes a move for its
    caller. Where others end games themselves and hand on all that goes on, such as one that tells MAX from MIN, it is
    those they hand on to.

    Args:
        log: the calls.
        codes: the functions.
        rooted: whether one of those handed on to may be called from elsewhere, too, as the root.
    """
    gone: set[CodeType] = set()
    memo = None
    if loops := loops_over_moves(log, codes):
        return loops, None
    for code in log.codes():
        if code not in codes:
            continue
        families = _families(log, code, codes)
        inner = {child.code for _call, below in families for child in below}
        if guesses.side(code.co_name) in (MAX, MIN) and any(map(guesses.names_chance, inner)):
            continue
        if _only_moves(log, codes, families):
            gone.add(code)
            continue
        handing = [(call, below[0]) for call, below in families if below]
        if not handing or any(
            len(below) > 1 or any(child.code is code or not _gives(call, child) for child in below)
            for call, below in families
        ):
            continue
        if inner & gone or not _at_one_position(log, handing):
            continue
        if len(handing) == len(families) or _repeats(families):
            gone.add(code)
            memo = memo if len(handing) == len(families) else plain(code)
        elif all(
            (above := log.calls[call.above].code) is code or (rooted and above not in codes)
            for call in log.calls
            if call.code in inner and call.above >= 0
        ):
            gone |= inner
    return (gone, memo) if gone < codes else (set(), None)


def _families(log: Log, code: CodeType, codes: set[CodeType]) -> list[tuple[Call, list[Call]]]:
    """The calls of a function that have returned a number, each with those of the search that it made."""
    families = [(call, below) for call, below in log.families(code) if call.numbers is not None]
    return [(call, [one for one in below if one.code in codes]) for call, below in families]


def loops_over_moves(log: Log, codes: set[CodeType]) -> set[CodeType]:
    """Functions that are the loop over moves, as programs without loops have it.

    Such a one has another function search a move, calls itself for those after it, and returns what that returned.
    """
    found = set()
    for code in codes if len(codes) > 1 else ():
        families = _families(log, code, codes)
        going_on = [(call, below) for call, below in families if code in {child.code for child in below}]
        others = [{child.code for child in below[:-1]} for _call, below in going_on]
        if sum(map(bool, others)) >= FEW and all(
            below[-1].code is code and code not in other and _gives(call, below[-1])
            for (call, below), other in zip(going_on, others, strict=True)
        ):
            found.add(code)
    return found if found < codes else set()


def _only_moves(log: Log, codes: set[CodeType], families: list[tuple[Call, list[Call]]]) -> bool:
    """Whether a function makes a move for its caller, calls the search for that alone, and returns what this returned.

    It may search the move again, with another window, turn the value over and add what the move earns. Its caller moves
    itself nowhere.
    """
    if not families or not all(below for _call, below in families):
        return False
    code = families[0][0].code
    found = {child.code for _call, below in families for child in below}
    if code in found:
        return False
    back = 0  # the calls that return a number that their child returned, or its negative, so far as that has returned
    for call, below in families:
        values, its = (call.numbers or {}).values(), below[-1].numbers
        back += its is None or any(value in (one, -one) for value in values for one in its.values())
    text = text_of(code, names_of(found))
    adds = text is not None and text.adds and not text.kinds([text.root])
    if back < SURELY * len(families) and not adds:
        return False
    again = [(below[0], other) for _call, below in families for other in below[1:]]
    if again and not _at_one_position(log, again):
        return False
    firsts: dict[int, Call] = {}
    for call in log.of(code):
        if call.above >= 0 and log.calls[call.above].code in codes:
            firsts.setdefault(call.above, call)
    before = [(log.calls[number], call) for number, call in firsts.items()]
    after = [(call, below[0]) for call, below in families]
    if not before or any(above.code not in found for above, _call in before):
        return False
    boards = {path for path in _boards(before) if not is_counter(log, path)}
    if any((changed_part(before, path) or 0) > HALF for path in boards):
        return False
    if any((changed_part(after, path) or 0) >= USUAL for path in boards):
        return True
    return _at_one_position(log, before) and not _at_one_position(log, after)


def _gives(call: Call, child: Call) -> bool:
    """Whether a call returns what its child returned, or the one number of it."""
    if child.numbers is None or call.numbers is None or child.numbers == call.numbers:
        return child.numbers == call.numbers
    return call.numbers.keys() == {""} and call.numbers[""] in child.numbers.values()


def _repeats(families: list[tuple[Call, list[Call]]]) -> bool:
    """Whether the calls that make none have the arguments of an earlier one that did."""
    met: list[dict[str, object]] = []
    for call, below in families:
        arguments = _arguments(call)
        if below:
            met.append(arguments)
        elif arguments not in met:
            return False
    return True


def _at_one_position(log: Log, pairs: list[tuple[Call, Call]]) -> bool:
    """Whether nothing changes between them: no board, and not that one of the arguments which differs most.

    The ends of a window are no position, and may be narrower; no argument is asked where a board changes with moves.
    """
    boards = _boards(pairs)
    changed = {path: changed_part(pairs, path) for path in boards if not is_counter(log, path)}
    if any((part or 0) > HALF for part in changed.values()):
        return False
    still = [path for path, part in changed.items() if part is not None]
    code, handed_to = pairs[0][0].code, {child.code for _above, child in pairs}
    others = [(above, call) for above, call in log.edges() if above.code is code and call.code not in handed_to]
    if any((changed_part(others, path) or 0) > HALF for path in still):
        return True  # it is what moves change
    arguments = [(_arguments(above), _arguments(child)) for above, child in pairs]
    values_by_path: dict[str, set[object]] = {}
    for _above, below in arguments:
        for path, value in below.items():
            values_by_path.setdefault(path, set()).add(value)
    for end in guesses.window(pairs[0][1].code) or ():
        values_by_path.pop(end, None)
    most = max(values_by_path, key=lambda path: len(values_by_path[path]), default=None)
    if most is None or len(values_by_path[most]) < 2:
        return bool(boards)
    return all(below.get(most) in above.values() for above, below in arguments)


def _boards(pairs: list[tuple[Call, Call]]) -> set[Path]:
    return {path for above, _call in pairs for path, value in above.entry_values.items() if isinstance(value, Copy)}


def _arguments(call: Call) -> dict[str, object]:
    """What a call got, by the names of its arguments and of what is inside them."""
    flags = call.code.co_flags
    starred = bool(flags & inspect.CO_VARARGS) + bool(flags & inspect.CO_VARKEYWORDS)
    names = call.code.co_varnames[: len(parameters(call.code)) + starred]
    return {path: snapshot(value) for path, value in call.entry_values.items() if path.split("[")[0] in names}


@remembered
def lines_at_same_position(code: CodeType) -> frozenset[int]:
    """Return the lines of a file on which a function calls itself and hands on all that it got, but for the depth.

    None of these calls stands in a loop over moves. In a negamax the others are negated, so that one of these is for
    the same player whatever its window is. The text does not show whether the board changed before the call.
    """
    text, names = text_of_function(code), names_of((code,))
    taken = text_of(code, names)
    if text is None or taken is None:
        return frozenset()
    calls = [node for node in text.parts if is_call(node, names)]
    found = [call for call in calls if _hands_on_all(text, call, code, negamax=taken.negates)]
    return text.lines_of(found) - text.lines_of(call for call in calls if call not in found)


def _hands_on_all(text: FunctionText, call: ast.Call, code: CodeType, *, negamax: bool) -> bool:
    around = takewhile(lambda node: node is not text.function, text.around(call))
    given = arguments_of(call, code)
    if given is None or any(isinstance(node, _ELSEWHERE) for node in around):
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
