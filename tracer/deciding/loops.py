"""The loops of a function: where they are in its instructions."""

from __future__ import annotations

import dis
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from types import CodeType

_ENDS = {"RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS", "RERAISE"}
"""What nothing follows."""


@dataclass(frozen=True)
class Loop:
    """A loop over something, a comprehension included where it stands in its function."""

    names: tuple[str, ...]
    """The variables that it goes over."""
    inside: frozenset[int]
    """The offsets of its instructions, and of what the interpreter keeps behind each."""


@lru_cache(maxsize=256)
def loops_of(code: CodeType) -> list[Loop]:
    """Return the loops of a function over something, an outer one before those inside it."""
    found = list(dis.get_instructions(code))
    before: dict[int, list[int]] = {one.offset: [] for one in found}
    for number, one in enumerate(found):
        if one.opcode in (*dis.hasjrel, *dis.hasjabs):
            before[one.argval].append(one.offset)
        if one.opname not in _ENDS and not one.opname.startswith(("JUMP_FORWARD", "JUMP_BACKWARD", "JUMP_ABSOLUTE")):
            before.setdefault(found[min(number + 1, len(found) - 1)].offset, []).append(one.offset)
    ends = dict(pairwise([*before, len(code.co_code)]))
    loops = []
    for number, begin in enumerate(found):
        if begin.opname == "FOR_ITER":
            first = number  # which long loops jump to: what makes the argument longer
            while first and found[first - 1].opname == "EXTENDED_ARG":
                first -= 1
            heads = {one.offset for one in found[first : number + 1]}
            inside = [unit for one in _inside(before, heads, begin.offset) for unit in range(one, ends[one], 2)]
            loops.append(Loop(tuple(_stored(found[number + 1 :])), frozenset(inside)))
    return loops


def in_a_for_loop(code: CodeType, offset: int) -> bool:
    """Whether an instruction of a function stands in a loop over something, a comprehension included."""
    return any(offset in loop.inside for loop in loops_of(code))


def _inside(before: dict[int, list[int]], heads: set[int], head: int) -> set[int]:
    """Return what leads back to the head of a loop, without what comes before it."""
    waiting = [one for start in heads for one in before[start] if one > head]
    inside = {*heads, *waiting}
    while waiting:
        for one in before[waiting.pop()]:
            if one not in inside:
                inside.add(one)
                waiting.append(one)
    return inside


def _stored(following: list[dis.Instruction]) -> list[str]:
    """Return the names of the variables that the first instructions of a loop store into."""
    names: list[str] = []
    for one in following:
        if one.opname.startswith("STORE_") and one.opname not in ("STORE_SUBSCR", "STORE_ATTR"):
            names += one.argval if isinstance(one.argval, tuple) else [one.argval]
            if one.opname.startswith("STORE_FAST_LOAD_FAST"):
                return names[:-1]
        elif not one.opname.startswith(("UNPACK_", "EXTENDED_ARG", "CACHE")):
            break
    return [str(name) for name in names]
