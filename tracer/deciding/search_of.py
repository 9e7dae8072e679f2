"""Which of the functions that were called are a search: they call one another, and numbers go up through them."""

from __future__ import annotations

import dis
import inspect
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import CodeType
from typing import Any

import networkx as nx

from tracer.deciding.call import Call, Copy, Log, plain
from tracer.deciding.players import inner_calls
from tracer.deciding.returned import value_places

_HALF, _SURE, _FEW = 0.5, 0.95, 4
_TINY = 1e-9


@dataclass(frozen=True)
class Found:
    """A search among the calls of a program."""

    codes: tuple[CodeType, ...]
    """Its functions, in the order of their first calls."""
    numbers: tuple[int, ...]
    """Its calls, by their numbers in the log."""
    memo: str | None = None
    """What answers some calls itself, where they were made before."""


def find_search(log: Log, known: Sequence[tuple[CodeType, ...]] = ()) -> Found | None:
    """The search among the calls of a program; None where none of its recursions returns numbers.

    Of several the first is taken in which the value of most calls is that of one of their children, or between them.
    Searches that are known need not call themselves.

    Args:
        log: the calls.
        known: the functions of searches that were found before.
    """
    there = set(log.codes())
    groups = _recursions(log)
    for codes in map(set, known):
        if codes & there:
            groups = [group for group in groups if not group & codes] + [
                codes.union(*(group for group in groups if group & codes))
            ]
    groups = [codes for codes in groups if _return_numbers(log, codes)]
    if not groups:
        return None
    sound = [codes for codes in groups if _goes_up(log, codes) >= _HALF or any(codes & set(one) for one in known)]
    if not sound:
        return None
    codes = min(sound, key=lambda codes: next(n for n, call in enumerate(log.calls) if call.code in codes))
    gone, memo = hands_on(log, codes)
    codes -= gone
    order = tuple(code for code in log.codes() if code in codes)
    return Found(order, tuple(number for number, call in enumerate(log.calls) if call.code in codes), memo)


def only(log: Log, codes: tuple[CodeType, ...], first: int = 0) -> tuple[Log, dict[int, int]]:
    """The calls of some functions alone, and their old numbers by the new ones; others between them are left out."""
    wanted, kept = set(codes), Log()
    new: dict[int, int] = {-1: -1}
    old: dict[int, int] = {}
    for number, call in enumerate(log.calls[first:], first):
        above = new.get(call.above, -1)
        if call.code not in wanted:
            new[number] = above
            continue
        between, made = call.between, call
        while made.above >= first and log.calls[made.above].code not in wanted:
            made = log.calls[made.above]  # it is this one that the caller's line made
        if call.above >= 0 and log.calls[call.above].code not in wanted:
            between = (log.calls[call.above].code, *between)
        new[number] = kept.add(_with_above(call, above, between, made.called_at))
        old[new[number]] = number
    return kept, old


def _with_above(call: Call, above: int, between: tuple[CodeType, ...], called_at: int) -> Call:
    return replace(call, above=above, between=between, called_at=called_at)


def in_a_for_loop(code: CodeType, offset: int) -> bool:
    """Whether an instruction of a function stands in a loop over something, a comprehension included."""
    return any(begin <= offset <= end for begin, end in _for_loops(code))


@lru_cache(maxsize=256)
def _for_loops(code: CodeType) -> list[tuple[int, int]]:
    """Where the loops over something begin and end."""
    heads: dict[int, int] = {}
    for instruction in dis.get_instructions(code):
        if instruction.opname == "FOR_ITER":
            heads[instruction.offset] = instruction.offset
        elif instruction.opname.startswith("JUMP_BACKWARD") and instruction.argval in heads:
            heads[instruction.argval] = instruction.offset
    return list(heads.items())


def _recursions(log: Log) -> list[set[CodeType]]:
    """Functions that call themselves or one another, with those in between."""
    graph: nx.DiGraph[CodeType] = nx.DiGraph()
    for above, call in log.edges():
        graph.add_edge(above.code, call.code)
    return [
        set(codes)
        for codes in nx.strongly_connected_components(graph)
        if len(codes) > 1 or graph.has_edge(*(next(iter(codes)),) * 2)
    ]


def _return_numbers(log: Log, codes: set[CodeType]) -> bool:
    """Whether most calls that have returned, returned a number or something with one in it, no list of any length."""
    returned = [call.numbers for call in log.calls if call.code in codes and call.numbers is not None]
    lengths = {call.length for call in log.calls if call.code in codes and call.length >= 0}
    if len(lengths) > 1:
        return False
    return not returned or sum(map(bool, returned)) > _HALF * len(returned) - 1


def _goes_up(log: Log, codes: set[CodeType]) -> float:
    """The part of the inner calls whose value is that of a child, negated perhaps; where chance moves, between them."""
    kept, _ = only(log, tuple(codes))
    inner = inner_calls(kept, value_places(kept))
    between: dict[CodeType, list[bool]] = {}
    for one in inner:
        if one.tells:
            between.setdefault(kept.calls[one.number].code, []).append(one.mode() == "mean")
    chance = {code for code, found in between.items() if len(found) >= _FEW and sum(found) >= _SURE * len(found)}
    right = sum(
        one.value in (max(one.below), min(one.below), -min(one.below))
        or abs(one.value - sum(one.below) / len(one.below)) < _TINY
        or kept.calls[one.number].code in chance
        for one in inner
    )
    return right / len(inner) if inner else _HALF


def hands_on(log: Log, codes: set[CodeType]) -> tuple[set[CodeType], str | None]:
    """Functions that are only handed on to, or only hand on, of two at one position one is no node; the memo's name.

    What always calls another function once and returns what that returns, such as a lambda, is none; a memo neither,
    which calls what it wraps for a position that is new. Where others end games themselves and hand on all that goes
    on, such as one that tells MAX from MIN, it is those they hand on to.
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
        if not any(below) or any(
            len(children) > 1 or any(child.numbers != call.numbers or child.code is code for child in children)
            for call, children in zip(calls, below, strict=True)
        ):
            continue
        inner = {child.code for children in below for child in children}
        if inner & gone or not _at_one_position(calls, below):
            continue
        if all(below) or _repeats(calls, below):
            gone.add(code)
            memo = memo if all(below) else plain(code)
        elif all(log.calls[call.above].code is code for call in log.calls if call.code in inner and call.above >= 0):
            gone |= inner
    return (gone, memo) if gone < codes else (set(), None)


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


def _at_one_position(calls: list[Call], below: list[list[Call]]) -> bool:
    """Whether nothing changes between them: no board, and not that one of the arguments which differs most."""
    both = [(call.seen, children[0].seen) for call, children in zip(calls, below, strict=True) if children]
    boards = {path for above, _seen in both for path, held in above.items() if isinstance(held, Copy)}
    for path in boards:
        known = [(above[path], seen[path]) for above, seen in both if path in above and path in seen]
        if 2 * sum(_snapshot(before) != _snapshot(after) for before, after in known) > len(known):
            return False
    pairs = [
        (_arguments(call), _arguments(children[0])) for call, children in zip(calls, below, strict=True) if children
    ]
    held: dict[str, set[object]] = {}
    for _above, arguments in pairs:
        for path, value in arguments.items():
            held.setdefault(path, set()).add(value)
    most = max(held, key=lambda path: len(held[path]), default=None)
    if most is None or len(held[most]) < 2:
        return bool(boards)
    return all(arguments.get(most) in above.values() for above, arguments in pairs)


def _snapshot(held: Any) -> Hashable:
    return held.snapshot if isinstance(held, Copy) else held


def _arguments(call: Call) -> dict[str, object]:
    """What a call got, by the names of its arguments and of what is inside them."""
    names = call.code.co_varnames[: call.code.co_argcount + call.code.co_kwonlyargcount + _starred(call.code)]
    return {
        path: held.snapshot if isinstance(held, Copy) else held
        for path, held in call.seen.items()
        if path.split("[")[0] in names
    }


def _starred(code: CodeType) -> int:
    """How many of a function's arguments take all others."""
    return bool(code.co_flags & inspect.CO_VARARGS) + bool(code.co_flags & inspect.CO_VARKEYWORDS)
