"""Which of the functions that were called are a search: they call one another, and numbers go up through them."""

from __future__ import annotations

import dis
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from inspect import CO_VARARGS
from types import CodeType, FrameType, MappingProxyType

from tracer.deciding import guesses
from tracer.deciding.answers_taken import negates, uses_its_window
from tracer.deciding.backed_up_values import inner_calls, kept_places, plies, use_kept, value_places, ways_up
from tracer.deciding.call import Call, Log, parameters, plain
from tracer.deciding.function_text import names_used
from tracer.deciding.handing import find_handing_pairs, hands_on, loops_over_moves, own_ends
from tracer.deciding.returned import inside
from tracer.deciding.seen_values import Evidence
from tracer.deciding.thresholds import FEW, HALF, LEVELS, SURELY
from tracer.deciding.two_sides import chooses_for_two

_CALLED = {"LOAD_GLOBAL", "LOAD_DEREF", "LOAD_CLASSDEREF"}
"""What stands before a call of something by its name."""
_JUMPS = {*dis.hasjrel, *dis.hasjabs}
"""What may pass over what follows."""
_OF_CONTAINERS = {name for kind in (str, bytes, list, dict, set) for name in dir(kind)}
"""The names of the methods that texts and containers have."""


@dataclass(frozen=True)
class Found:
    """A search among the calls of a program."""

    codes: tuple[CodeType, ...]
    """Its functions, in the order of their first calls."""
    numbers: tuple[int, ...]
    """Its calls, by their numbers in the log."""
    group: frozenset[CodeType]
    """Its functions with all that call one another with them, such as those that only hand on."""
    memo: str | None = None
    """What answers some calls itself, where they were made before."""


def find_search(
    log: Log,
    earlier: Sequence[tuple[CodeType, ...]] = (),
    refused: Collection[CodeType] = (),
    named: Collection[str] = (),
    alike: Mapping[CodeType, Collection[CodeType]] = MappingProxyType({}),
) -> Found | None:
    """The search among the calls of a program; None where none of its recursions returns numbers.

    Of several the first is taken in which the value of most calls is that of one of their children, or between them, or
    one of which the user named a function to say who moves there. Searches that are known need not call themselves.
    Functions that are `alike`, as they stand in for one another, are of one search.
    """
    there = set(log.codes())
    groups = _recursions(log)
    for codes in (*groups, *({code} for code in there.difference(*groups) if calls_itself(code))):
        use_kept(log, kept_places(restrict_log(log, tuple(codes))[0]))
    for codes in map(set, earlier):
        if codes & there:
            groups = [group for group in groups if not group & codes] + [
                codes.union(*(group for group in groups if group & codes))
            ]
    groups = [codes for codes in groups if not codes <= set(refused) and _return_numbers(log, codes)]
    sound = [
        codes
        for codes in groups
        if any(codes & set(one) for one in earlier)
        or _has_a_window(log, codes)
        or any(guesses.is_called(plain(code), one) for code in codes for one in named)
        or 2 * sum(good := _taken(log, codes).values()) >= len(good)
        or chooses_for_two(Evidence(calls := restrict_log(log, tuple(codes))[0], value_places(calls)))
    ]
    if not sound:
        return None
    group = min(sound, key=lambda codes: next(n for n, call in enumerate(log.calls) if call.code in codes))
    codes = group - {code for code in group if any(is_inside(code, outer) for outer in group)}  # the body of a loop
    loops = loops_over_moves(log, codes)
    gone, memo = hands_on(log, codes - loops, rooted=True)
    codes -= gone | loops
    codes |= _below(log, codes) - loops
    codes |= {code for code in there - codes - gone if codes.intersection(alike.get(code, ()))}
    order = tuple(code for code in log.codes() if code in codes)
    numbers = tuple(number for number, call in enumerate(log.calls) if call.code in codes)
    return Found(order, numbers, frozenset(group | codes), memo)


def _below(log: Log, codes: set[CodeType]) -> set[CodeType]:
    """Recursions that a search goes on in, such as a quiescence search, before the last move or after it."""
    called = {call.code for above, call in log.edges() if above.code in codes} - codes
    recursions = [group for group in _recursions(log) if group & called and not group & codes]
    alone = [{code} for code in called.difference(*recursions) if calls_itself(code)]
    found: set[CodeType] = set()
    for group in (*recursions, *alone):
        if any(not _walks_down(log, code) for code in group) and _takes_from(log, codes, group):
            found |= group
    return found


def _takes_from(log: Log, codes: set[CodeType], group: set[CodeType]) -> bool:
    """Whether a search takes values from a recursion: it hands positions on to it, or has its window and its values."""
    if any(below in group and above in codes for above, below in find_handing_pairs(log, codes | group)):
        return True
    if not all(_may_have_a_window(log, code) for code in group):
        return False
    above = {call.above for call in log.calls if call.code in group}
    found = _taken(log, codes | group)
    taken = {call: found[number] for number in above & found.keys() if (call := log.calls[number]).code in codes}
    right = sum(taken.values())
    clamped = sum(not good and bool(own_ends(call)) for call, good in taken.items())
    return 2 * right > len(taken) and right + clamped >= SURELY * len(taken)


def _walks_down(log: Log, code: CodeType) -> bool:
    """Whether a function follows one line and returns what is found at its end, as an evaluation may.

    Where no call has made another one, its text tells whether it negates what it returns. What has a window is none.
    """
    if _may_have_a_window(log, code):
        return False
    inner = [
        (call, children)
        for call, below in log.families(code)
        if call.numbers is not None and (children := [one for one in below if one.code is code])
    ]
    if not inner:
        return not negates((code,))
    return all(len(below) == 1 and below[0].numbers == call.numbers for call, below in inner)


def _may_have_a_window(log: Log, code: CodeType) -> bool:
    calls = log.of(code)
    numbers = [
        path for path in parameters(code) if all(type(call.entry_values.get(path)) in (int, float) for call in calls)
    ]
    return len(numbers) >= 2


def is_inside(inner: CodeType, outer: CodeType) -> bool:
    """Whether a function is written inside another one."""
    return inner.co_qualname.startswith(f"{outer.co_qualname}.<locals>.")


@lru_cache(maxsize=1024)
def calls_itself(code: CodeType) -> bool:
    """Whether a function calls something of its own name that may be itself.

    An attribute is another one where it is called in any case, for then the function would never end; where it is read
    of what is no module and the function is no method; and where texts or lists have one of that name, unless it is
    read of the function's own object.
    """
    holders = code.co_varnames[:1] if code.co_name in _OF_CONTAINERS else None
    is_method, always, before = "." in code.co_qualname.rpartition("<locals>.")[2], True, ("", "")
    for one in dis.get_instructions(code):
        if one.argval == code.co_name and one.opname in _CALLED:
            return True
        called = sys.version_info >= (3, 12) and one.opname == "LOAD_ATTR" and bool((one.arg or 0) & 1)
        if one.argval == code.co_name and (called or one.opname == "LOAD_METHOD") and not always:
            kind, name = before
            if (is_method or kind == "LOAD_GLOBAL") and (holders is None or name in holders):
                return True
        always = always and one.opcode not in _JUMPS
        before = one.opname, one.argval[-1] if isinstance(one.argval, tuple) and one.argval else one.argval
    return False


def stands_in_for(code: CodeType, other: CodeType, caller: CodeType) -> bool:
    """Whether one of two functions that the same call has called is as the other one, such as a leaf's and a node's.

    It has its name, or the names of its arguments if the caller found it in a table: one that the caller names, by way
    of a variable too, is called as any other function is, such as an evaluation. A wrapper, which takes any arguments,
    may call all sorts of functions.
    """
    if code is other:
        return False
    if code.co_name == other.co_name or "_" in (code.co_name, other.co_name):
        return True
    is_like = not caller.co_flags & CO_VARARGS and parameters(code) == parameters(other) != ()
    return is_like and code.co_name not in names_used(caller)


def may_recurse(frame: FrameType) -> bool:
    """Whether the functions that a function names, and those that these name, name it in turn.

    A name that texts or lists have as well, such as `pop`, is taken for theirs where the function calls it of another.
    """
    function = frame.f_code
    if function.co_name in function.co_names and function.co_name in _OF_CONTAINERS and not calls_itself(function):
        return False
    names, met = {*function.co_names, *function.co_freevars}, {function}
    for _ in range(LEVELS):
        if function.co_name in names:
            return True
        found = {code for name in names if (code := _code_named(name, frame)) is not None}
        if function in found:
            return True
        found -= met
        met |= found
        names = {name for code in found for name in (*code.co_names, *code.co_freevars)}
    return function.co_name in names


def _code_named(name: str, frame: FrameType) -> CodeType | None:
    """The code of the function that a name stands for in a call."""
    classes = map(vars, type(frame.f_locals.get("self")).__mro__)
    codes = (getattr(holder.get(name), "__code__", None) for holder in (frame.f_locals, frame.f_globals, *classes))
    return next((code for code in codes if isinstance(code, CodeType)), None)


def restrict_log(
    log: Log, codes: tuple[CodeType, ...], first: int = 0, root: Call | None = None
) -> tuple[Log, dict[int, int]]:
    """The calls of some functions alone, and their old numbers by the new ones; others between them are left out."""
    wanted, kept = set(codes), Log()
    new: dict[int, int] = {-1: -1}
    old: dict[int, int] = {}
    for number, call in enumerate(log.calls[first:], first):
        above = new.get(call.above, -1)
        if call.code not in wanted:
            new[number] = above
            if above >= 0 and guesses.side(call.code.co_name) is not None:
                kept.calls[above].through = kept.calls[above].through or call.code
            continue
        between, made = call.between, call
        callers = wanted if above >= 0 or root is None else {root.code}
        while made.above >= first and (over := log.calls[made.above]).code not in callers:
            made = over  # it is this one that the caller's line made
        if call.above >= 0 and log.calls[call.above].code not in wanted:
            between = (log.calls[call.above].code, *between)
        new[number] = kept.add(replace(call, above=above, between=between, called_at=made.called_at))
        old[new[number]] = number
    return kept, old


def _recursions(log: Log) -> list[set[CodeType]]:
    calls: dict[CodeType, dict[CodeType, None]] = {code: {} for code in log.codes()}
    for above, call in log.edges():
        calls[above.code][call.code] = None
    return list(circles(calls))


def circles(calls: Mapping[CodeType, Collection[CodeType]]) -> Iterator[set[CodeType]]:
    """Yield the groups of functions that lead to one another, and those that lead to themselves (Gabow 2000).

    Args:
        calls: the functions that each calls; every one of these is a key, too.
    """
    order: dict[CodeType, int] = {}
    path: list[CodeType] = []
    heads: list[CodeType] = []
    closed: set[CodeType] = set()
    for start in calls:
        walk = [] if start in order else [(start, iter(calls[start]))]
        while walk:
            code, below = walk[-1]
            if code not in order:
                order[code] = len(order)
                path.append(code)
                heads.append(code)
            if (one := next(below, None)) is None:
                walk.pop()
                if heads[-1] is code:
                    heads.pop()
                    group, path = set(path[path.index(code) :]), path[: path.index(code)]
                    closed |= group
                    if len(group) > 1 or code in calls[code]:
                        yield group
            elif one not in order:
                walk.append((one, iter(calls[one])))
            elif one not in closed:
                while order[heads[-1]] > order[one]:
                    heads.pop()


def _return_numbers(log: Log, codes: set[CodeType]) -> bool:
    """Whether most calls that have returned, returned a number or something with one in it, no list of any length."""
    calls = [call for call in log.calls if call.code in codes and call.numbers is not None]
    lengths = {call.length for call in calls} - {-1}
    return len(lengths) < 2 and (not calls or sum(bool(call.numbers) for call in calls) > HALF * len(calls) - 1)


def _taken(log: Log, codes: set[CodeType]) -> dict[int, bool]:
    """Whether the value of each inner call is that of a child, negated perhaps; where chance moves, between them.

    Chance moves at all calls of a function, or at all of an even or an odd number of plies below the first. With a
    window it may return a bound beyond the values below it; where names say that a function is chance's, whatever.
    """
    windowed = any(map(guesses.window, codes))
    kept, old = restrict_log(log, tuple(codes))
    inner, _passing = inner_calls(kept, value_places(kept))
    odd = plies(kept)
    between: dict[tuple[CodeType, int], list[str]] = {}
    for one in inner:
        if one.tells:
            kind = (kept.calls[one.number].code, odd[one.number])
            is_beyond = not min(one.below) <= one.value <= max(one.below) and -one.value not in one.below
            between.setdefault(kind, []).append("bound" if windowed and is_beyond else one.mode)
    chance = {
        kind
        for kind, found in between.items()
        if found.count("mean") >= FEW and found.count("mean") + found.count("bound") >= SURELY * len(found)
    }
    if len({guesses.side(code.co_name) for code in codes} - {None}) > 1:
        chance |= {kind for kind in between if guesses.names_chance(kind[0])}
    return {
        old[one.number]: bool(ways_up(one.value, one.below)) or (kept.calls[one.number].code, odd[one.number]) in chance
        for one in inner
    }


def _has_a_window(log: Log, codes: set[CodeType]) -> bool:
    """Whether a function's window has its own names: then it is a search, also where each move earns something."""
    named = any(guesses.window(code) not in (None, ("a", "b")) for code in codes)
    return named and uses_its_window(codes, {inside(path) for path in kept_places(log).values()})
