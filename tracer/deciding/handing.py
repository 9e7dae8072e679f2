"""Functions of a search that hand their position on to others: of two at one position one is no node, or no move."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Collection
from types import CodeType

from tracer.deciding import guesses
from tracer.deciding.answers_taken import Text, text_of
from tracer.deciding.call import Call, Copy, Handed, Log, Path, parameters, plain, snapshot
from tracer.deciding.function_text import names_of
from tracer.deciding.position_parts import changed_part, counts
from tracer.deciding.returned import is_number
from tracer.deciding.thresholds import HALF, SURELY, USUAL
from tracer.games.rules import MAX, MIN


def handed(log: Log, codes: Collection[CodeType]) -> Handed:
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
    for pair in pairs:
        calls, below = [], []
        other = 0
        for number, call in enumerate(log.calls):
            if call.code is not pair[0] or call.numbers is None:
                continue
            children = [log.calls[child] for child in log.below[number] if log.calls[child].code in codes]
            if any(child.code is pair[1] for child in children):
                if len(children) == 1 and children[0].numbers is not None:
                    calls.append(call)
                    below.append(children)
                else:
                    other += 1
        given = _given(calls, [children[0] for children in below])
        if given and given >= SURELY * (len(calls) + other) and _at_one_position(log, calls, below):
            found.add(pair)
    return frozenset(found)


def _given(calls: list[Call], children: list[Call]) -> int:
    """How many calls return what their only child does, at the places where most do, or an end of their window."""
    same: Counter[tuple[Path, Path]] = Counter()
    clamped: Counter[Path] = Counter()
    for call, child in zip(calls, children, strict=True):
        for place, value in (call.numbers or {}).items():
            equal = [other for other, below in (child.numbers or {}).items() if below == value]
            same.update((place, other) for other in equal)
            clamped[place] += not equal and place in own_ends(call)
    return max((times + clamped[place] for (place, _other), times in same.items()), default=0)


def own_ends(call: Call) -> list[Path]:
    """The places at which a call returns an argument of its own that is a number, as a value that is clamped."""
    own = {held for name in parameters(call.code) if is_number(held := call.seen.get(name))}
    return [place for place, value in (call.numbers or {}).items() if value in own]


def hands_on(log: Log, codes: set[CodeType], *, rooted: bool = False) -> tuple[set[CodeType], str | None]:
    """Functions that are only handed on to, or only hand on, of two at one position one is no node; the memo's name.

    What always calls another function once and returns what that returns, such as a lambda, is none; a memo neither,
    which calls what it wraps for a position that is new; nor what only makes a move for its caller. Where others end
    games themselves and hand on all that goes on, such as one that tells MAX from MIN, it is those they hand on to.

    Args:
        log: the calls.
        codes: the functions.
        rooted: whether one of those handed on to may be called from elsewhere, too, as the root.
    """
    gone: set[CodeType] = set()
    memo = None
    for code in log.codes():
        if code not in codes:
            continue
        calls = [call for call in log.calls if call.code is code and call.numbers is not None]
        below = [
            [log.calls[child] for child in log.below[number] if log.calls[child].code in codes]
            for number, call in enumerate(log.calls)
            if call.code is code and call.numbers is not None
        ]
        inner = {child.code for children in below for child in children}
        if guesses.side(code.co_name) in (MAX, MIN) and any(map(guesses.names_chance, inner)):
            continue
        if _only_moves(log, codes, calls, below):
            gone.add(code)
            continue
        if not any(below) or any(
            len(children) > 1 or any(child.code is code or not _gives(call, child) for child in children)
            for call, children in zip(calls, below, strict=True)
        ):
            continue
        if inner & gone or not _at_one_position(log, calls, below):
            continue
        if all(below) or _repeats(calls, below):
            gone.add(code)
            memo = memo if all(below) else plain(code)
        elif all(
            (above := log.calls[call.above].code) is code or (rooted and above not in codes)
            for call in log.calls
            if call.code in inner and call.above >= 0
        ):
            gone |= inner
    return (gone, memo) if gone < codes else (set(), None)


def _only_moves(log: Log, codes: set[CodeType], calls: list[Call], below: list[list[Call]]) -> bool:
    """Whether a function makes a move for its caller, calls the search for that alone, and returns what this returned.

    It may search the move again, with another window, turn the value over and add what the move earns. Its caller moves
    itself nowhere.

    Args:
        log: all calls.
        codes: the functions of the search.
        calls: those of the function that have returned.
        below: the calls that each of them made.
    """
    if not calls or not all(below):
        return False
    code, first, last = calls[0].code, [children[0] for children in below], [children[-1] for children in below]
    found = {child.code for children in below for child in children}
    if code in found:
        return False
    back = 0  # the calls that return a number that their child returned, or its negative, so far as that has returned
    for call, child in zip(calls, last, strict=True):
        values, its = (call.numbers or {}).values(), child.numbers
        back += its is None or any(value in (one, -one) for value in values for one in its.values())
    if back < SURELY * len(calls) and not _adds(text_of(code, names_of(found))):
        return False
    again = [(children[0], other) for children in below for other in children[1:]]
    if again and not _at_one_position(log, [one for one, _ in again], [[other] for _, other in again]):
        return False
    firsts: dict[int, Call] = {}
    for call in log.calls:
        if call.code is code and call.above >= 0 and log.calls[call.above].code in codes:
            firsts.setdefault(call.above, call)
    above = [log.calls[number] for number in firsts]
    if not above or any(one.code not in found for one in above):
        return False
    before, after = [*zip(above, firsts.values(), strict=True)], [*zip(calls, first, strict=True)]
    boards = {path for one in above for path, held in one.seen.items() if isinstance(held, Copy)}
    boards = {path for path in boards if not counts(log, path)}
    if any((changed_part(before, path) or 0) > HALF for path in boards):
        return False
    if any((changed_part(after, path) or 0) >= USUAL for path in boards):
        return True
    handed_to = [[call] for call in firsts.values()]
    return _at_one_position(log, above, handed_to) and not _at_one_position(log, calls, below)


def _adds(text: Text | None) -> bool:
    """Return whether a text adds something to what the search returned, and chooses nothing of that."""
    return text is not None and text.adds and not text.kinds([text.root])


def _gives(call: Call, child: Call) -> bool:
    """Whether a call returns what its child returned, or the one number of it."""
    if child.numbers is None or call.numbers is None or child.numbers == call.numbers:
        return child.numbers == call.numbers
    return call.numbers.keys() == {""} and call.numbers[""] in child.numbers.values()


def _repeats(calls: list[Call], below: list[list[Call]]) -> bool:
    """Whether the calls that make none have the arguments of an earlier one that did."""
    met: list[dict[str, object]] = []
    for call, children in zip(calls, below, strict=True):
        arguments = _arguments(call)
        if children:
            met.append(arguments)
        elif arguments not in met:
            return False
    return True


def _at_one_position(log: Log, calls: list[Call], below: list[list[Call]]) -> bool:
    """Whether nothing changes between them: no board, and not that one of the arguments which differs most.

    The ends of a window are no position, and may be narrower; no argument is asked where a board changes with moves.
    """
    both = [(call, children[0]) for call, children in zip(calls, below, strict=True) if children]
    boards = {path for above, _child in both for path, held in above.seen.items() if isinstance(held, Copy)}
    still = set()
    for path in boards:
        if counts(log, path):
            continue
        part = changed_part(both, path)
        if part is not None and part > HALF:
            return False
        still |= set() if part is None else {path}
    if any(_is_moved(log, calls, below, path) for path in still):
        return True
    pairs = [(_arguments(call), _arguments(child)) for call, child in both]
    held: dict[str, set[object]] = {}
    for _above, arguments in pairs:
        for path, value in arguments.items():
            held.setdefault(path, set()).add(value)
    for call in below[0]:
        for end in guesses.window(call.code) or ():
            held.pop(end, None)
    most = max(held, key=lambda path: len(held[path]), default=None)
    if most is None or len(held[most]) < 2:
        return bool(boards)
    return all(arguments.get(most) in above.values() for above, arguments in pairs)


def _is_moved(log: Log, calls: list[Call], below: list[list[Call]], path: Path) -> bool:
    """Whether a board is another one at most other calls that their function makes: it is what moves change."""
    code, handed_to = calls[0].code, {child.code for children in below for child in children}
    edges = [(above, call) for above, call in log.edges() if above.code is code and call.code not in handed_to]
    return (changed_part(edges, path) or 0) > HALF


def _arguments(call: Call) -> dict[str, object]:
    """What a call got, by the names of its arguments and of what is inside them."""
    flags = call.code.co_flags
    starred = bool(flags & inspect.CO_VARARGS) + bool(flags & inspect.CO_VARKEYWORDS)
    names = call.code.co_varnames[: call.code.co_argcount + call.code.co_kwonlyargcount + starred]
    return {path: snapshot(held) for path, held in call.seen.items() if path.split("[")[0] in names}
