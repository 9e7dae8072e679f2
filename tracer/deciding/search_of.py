"""Which of the functions that were called are a search: they call one another, and numbers go up through them."""

from __future__ import annotations

import dis
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType

import networkx as nx

from tracer.deciding.call import Call, Log
from tracer.deciding.players import Inner, inner_calls
from tracer.deciding.returned import value_places

_HALF = 0.5


@dataclass(frozen=True)
class Found:
    """A search among the calls of a program."""

    codes: tuple[CodeType, ...]
    """Its functions, in the order of their first calls."""
    numbers: tuple[int, ...]
    """Its calls, by their numbers in the log."""


def find_search(log: Log, known: Sequence[tuple[CodeType, ...]] = ()) -> Found | None:
    """The search among the calls of a program; None where none of its recursions returns numbers.

    Of several the one is taken in which the value of most calls is that of one of its children, or their mean; of
    equal ones that with the most calls. What it calls that is a recursion of the same kind, such as a quiescence
    search, belongs to it. Searches that are known need not call themselves.

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
    ranked = sorted(groups, key=lambda codes: (_goes_up(log, codes) >= _HALF, _calls(log, codes)), reverse=True)
    codes = set(ranked[0])
    for other in ranked[1:]:
        if _belongs(log, codes, other) and _goes_up(log, codes | other) >= _HALF:
            codes |= other
    codes -= _hands_on(log, codes)
    order = tuple(code for code in log.codes() if code in codes)
    return Found(order, tuple(number for number, call in enumerate(log.calls) if call.code in codes))


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
        between = call.between
        if call.above >= 0 and log.calls[call.above].code not in wanted:
            between = (log.calls[call.above].code, *between)
        new[number] = kept.add(_with_above(call, above, between))
        old[new[number]] = number
    return kept, old


def _with_above(call: Call, above: int, between: tuple[CodeType, ...]) -> Call:
    return Call(
        call.code, above, call.seen, between, call.after, call.called_at, call.left_at, call.numbers, call.shown
    )


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


def _calls(log: Log, codes: set[CodeType]) -> int:
    return sum(call.code in codes for call in log.calls)


def _return_numbers(log: Log, codes: set[CodeType]) -> bool:
    """Whether most calls that have returned, returned a number or something with one in it."""
    returned = [call.numbers for call in log.calls if call.code in codes and call.numbers is not None]
    return not returned or sum(map(bool, returned)) > _HALF * len(returned) - 1


def _goes_up(log: Log, codes: set[CodeType]) -> float:
    """The part of the inner calls whose value is that of a child, negated perhaps, or the mean."""
    kept, _ = only(log, tuple(codes))
    inner = inner_calls(kept, value_places(kept))
    right = sum(one.value in (max(one.below), min(one.below), -min(one.below)) or _is_mean(one) for one in inner)
    return right / len(inner) if inner else _HALF


def _is_mean(one: Inner) -> bool:
    return abs(one.value - sum(one.below) / len(one.below)) < 1e-9


def _belongs(log: Log, codes: set[CodeType], other: set[CodeType]) -> bool:
    """Whether the outermost calls of a recursion are made by another one, and mostly return what that returns then."""
    edges = [(above, call) for above, call in log.edges() if above.code in codes and call.code in other]
    callers = [None if call.above < 0 else log.calls[call.above].code for call in log.calls if call.code in other]
    outermost = sum(caller not in other for caller in callers)
    if not edges or len(edges) < _HALF * outermost:
        return False
    same = sum(
        {abs(number) for number in call.numbers.values()} & {abs(number) for number in above.numbers.values()} != set()
        for above, call in edges
        if call.numbers is not None and above.numbers is not None
    )
    return same > _HALF * len(edges)


def _hands_on(log: Log, codes: set[CodeType]) -> set[CodeType]:
    """Functions that only hand on to another one, or are only handed on to: one of each such pair is no node.

    A wrapper that does not always call what it wraps, such as a memo, is called for every position: it stays, and what
    is wrapped goes. One that always does goes itself.
    """
    gone: set[CodeType] = set()
    for code in codes:
        below = [
            [child for child in log.below[number] if log.calls[child].code in codes]
            for number, call in enumerate(log.calls)
            if call.code is code and call.numbers is not None
        ]
        counts = Counter(map(len, below))
        called = {log.calls[child].code for children in below for child in children}
        if len(counts) > 2 or max(counts, default=0) != 1 or len(called) != 1 or called & (gone | {code}):
            continue
        (inner,) = called
        callers = {log.calls[call.above].code for call in log.calls if call.code is inner and call.above >= 0}
        same = all(
            log.calls[child].numbers == log.calls[log.calls[child].above].numbers
            for children in below
            for child in children
        )
        if callers == {code} and same:
            gone.add(inner if counts[0] else code)
    return gone if gone < codes else set()
