"""Infer the move that is played from the object that the root, or the function above it, returned."""

from __future__ import annotations

import ast
import dis
import math
import re
from collections.abc import Hashable, Mapping
from functools import lru_cache
from types import CodeType, FrameType
from typing import Any, NamedTuple

from tracer.attaching.loop_variables import Variables, handed_to_each, returns_its_loop, telling
from tracer.attaching.move_variables import Left, left_in
from tracer.deciding.call import Path
from tracer.deciding.function_text import text_of_function
from tracer.deciding.thresholds import ENTRIES, LEVELS
from tracer.games.comparable_objects import is_interruption, safe_repr, wrap_comparable
from tracer.games.object_attributes import attributes_of
from tracer.games.snapshots import freeze

Parts = tuple[tuple[tuple[str, Hashable], ...], ...]
"""A returned object, its elements, and their elements, each with its name or index."""
NOTHING: Parts = ((("", None),),)
"""What the parts begin with if None was returned."""


class Child(NamedTuple):
    """A child of the root."""

    label: str
    """The move as people write it."""
    move: Hashable
    """What names it."""
    position: Hashable
    """A copy of the position; None where there is none."""
    variables: Variables = ()
    """What the loops held that made the call."""


def parts_of(returned: Any) -> Parts:
    """Return copies of a returned object and of its elements; nothing if they cannot be copied."""
    try:
        held, found = [("", returned)], []
        for _ in range(LEVELS):
            found.append(tuple((name, freeze(one)) for name, one in held))
            held = [inside for _, whole in held for inside in _inside(whole)]
        return tuple(found)
    except BaseException as error:  # somebody's objects
        if is_interruption(error):
            raise
        return ()


def _inside(held: Any) -> list[tuple[str, Any]]:
    """Return the elements or attributes of an object with their names; none of a text or of a large object."""
    if isinstance(held, str | bytes):
        return []
    if isinstance(held, Mapping):
        found = [(str(name), one) for name, one in held.items()]
    elif isinstance(held, tuple | list):
        found = [(str(place), one) for place, one in enumerate(held)]
    else:
        found = list(attributes_of(held).items())
    return found if len(found) <= ENTRIES else []


def beside_value(parts: Parts, place: Path) -> Parts:
    """Return the parts without the value, which stands at a place inside the returned object, if at any."""
    if not place or not parts:
        return parts
    name = place.strip("[].'")
    return (tuple(one for one in parts[1] if one[0] != name), *parts[2:])


class Answer(NamedTuple):
    """What tells the move that a root, or the function above it, chose."""

    returned: Parts = ()
    """What it returned."""
    left: Left = ()
    """What it left in attributes, in variables, and on the board."""
    code: CodeType | None = None
    """Its function."""

    def beside_value(self, place: Path) -> Answer:
        """Return the same without the value, which stands at a place inside the returned object, if at any."""
        return self._replace(returned=beside_value(self.returned, place))

    def played(self, children: list[Child], value: float) -> tuple[str | None] | None:
        """Return the move as `played` does: the one that was returned, or else the one that was left."""
        variables = telling([one.variables for one in children], self.code)
        children = [one._replace(variables=mine) for one, mine in zip(children, variables, strict=True)]
        unlike = math.nan if self.code is not None and returns_its_loop(self.code) else value
        found = played(self._of_the_loop(children), children, unlike)
        if found == (None,) and self.code is not None and _never_moves(self.code):
            found = None
        if found is not None and found != (None,):
            return found
        left = {played(((one,),), children, value) for one in self.left} - {None, (None,)}
        return left.pop() if len(left) == 1 else found if not left else None

    def kept_below(self, children: list[Child]) -> str | None:
        """Return as text what was left in the place of the move, if it is one, and none of the root's.

        It has the kind of what the loops over the moves held, and another call below the root has left it there.
        """
        moves = [held for one in children for _, held in one.variables]
        kinds, known = {type(held) for held in moves}, {one.move for one in children} | {*moves}
        left = [held for _, held in self.left if held is not None and type(held) in kinds - {bool, float}]
        return safe_repr(left[0]) if len(left) == 1 and left[0] not in known else None

    def _of_the_loop(self, children: list[Child]) -> Parts:
        """Return the parts without the numbers beside the move: no variable of the loop over the moves gives them."""
        if self.code is None or not self.returned[1:] or not children:
            return self.returned
        whole, elements, *inside = self.returned
        loops = {part for name, _held in children[0].variables for part in name.split(",")}
        moves = [bool(loops & names) for names in handed_to_each(self.code, len(elements))]
        if not any(moves):
            return self.returned
        kept = (one for one, is_move in zip(elements, moves, strict=True) if is_move or type(one[1]) is not int)
        return (whole, tuple(kept), *inside)


def played(parts: Parts, children: list[Child], value: float) -> tuple[str | None] | None:
    """Return the label of the move that was returned, in a tuple; `(None,)` if None was returned instead of a move.

    Args:
        parts: the returned object and its elements.
        children: the children of the root.
        value: the root's value, which is no move; either player's view. NaN if nothing of it can be that.

    Returns:
        None if the move cannot be inferred.
    """
    for named in parts:
        level = [part for _, part in named]
        others = [part for part in level if not _is_value(part, value)]
        numbers = tuple(part for part in level if type(part) is int)
        if len(numbers) > 1:  # a row and a column, or a value and a move: nobody knows which
            others = [numbers, *(part for part in others if type(part) is not int)]
        found = {label for part in others for label in _meant(part, children)}
        if found:
            return (found.pop(),) if len(found) == 1 else None
        if others == [None]:
            return (None,)
    return None


def _is_value(part: Hashable, value: float) -> bool:
    """Return whether a part is the value, in either player's view."""
    return isinstance(part, int | float) and abs(part) == abs(value)


def _meant(part: Hashable, children: list[Child]) -> set[str]:
    """Return the labels of the moves that a part may name."""
    if part is None or isinstance(part, bool | float):
        return set()
    alike = {one.label for one in children if part in (wrap_comparable(one.move), one.position)}
    if alike:
        return alike
    if isinstance(part, frozenset):  # what the search leaves of a node as it was
        return {one.label for one in children if part and _attributes(one.position) >= part}
    text = None
    if isinstance(part, int | str):
        text = str(part)
    elif isinstance(part, tuple) and part and all(type(one) is int for one in part):
        text = ",".join(map(str, part))
    named = None if text is None else re.compile(rf"{re.escape(text)}(=\S+)?")
    alike = {one.label for one in children if named is not None and named.fullmatch(one.label)}
    return alike or {one.label for one in children if any(part == held for _, held in one.variables)}


def _attributes(position: Hashable) -> frozenset[Hashable]:
    """Return the attributes of a copied object; none of anything else."""
    is_object = isinstance(position, tuple) and len(position) == 2 and isinstance(position[1], frozenset)
    return position[1] if is_object else frozenset()  # type: ignore[index]  # as just tested


def answer_of(frame: FrameType, returned: Any) -> Answer:
    """Return what the call of a search's root, or of the function above it, which returns now, tells of its choice.

    A function that only ever returns None returns nothing.
    """
    nothing = returned is None and not _may_return_more(frame.f_code)
    return Answer(() if nothing else parts_of(returned), left_in(frame), frame.f_code)


@lru_cache(maxsize=256)
def _never_moves(code: CodeType) -> bool:
    """Return whether a function returns values in tuples or dictionaries that all have None beside them."""
    text = text_of_function(code)
    nodes = [] if text is None else text.parts
    values = [node.value for node in nodes if isinstance(node, ast.Return) and node.value is not None]
    parts = [
        one.elts if isinstance(one, ast.Tuple | ast.List) else one.values if isinstance(one, ast.Dict) else []
        for one in values
    ]
    nothing = [any(isinstance(part, ast.Constant) and part.value is None for part in some) for some in parts]
    return bool(nothing) and all(nothing)


@lru_cache(maxsize=256)
def _may_return_more(code: CodeType) -> bool:
    """Return whether a function can return anything but None."""
    before: dis.Instruction | None = None
    for one in dis.get_instructions(code):
        nothing = before is not None and before.opname == "LOAD_CONST" and before.argval is None
        if one.opname == "RETURN_VALUE" and (one.is_jump_target or not nothing):
            return True
        if one.opname == "RETURN_CONST" and one.argval is not None:
            return True
        before = one
    return False
