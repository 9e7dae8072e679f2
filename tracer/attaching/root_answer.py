"""Infer the move that is played from the object that the root, or the function above it, returned."""

from __future__ import annotations

import ast
import dis
import math
import re
from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import lru_cache
from itertools import islice
from types import CodeType, FrameType
from typing import Any, NamedTuple

from tracer.attaching.loop_variables import Variables, handed_to_each, returns_its_loop, telling
from tracer.deciding.call import Copy, Path, frames_above, parameters
from tracer.deciding.function_text import text_of_function
from tracer.deciding.returned import is_number
from tracer.deciding.thresholds import ENTRIES, LEVELS, TRIED
from tracer.games.comparable_objects import ContainedErrors, safe_repr, wrap_comparable
from tracer.games.object_attributes import attribute_or_none, attributes_of
from tracer.games.snapshots import freeze

Left = tuple[tuple[str, Hashable], ...]
"""What was left, each with its name."""
_CHOICE = re.compile(r"(^|_)(best|choice|chosen|selected|picked|pick|decision|next_move|next_action)(?![a-z])")
"""What in a name says that a choice is kept under it; `move` alone is the move to a node, or the one in hand."""
_OTHER = re.compile(
    r"(^|_)(last|prev\w*|killer\w*|current|cur|legal|valid|possible|hash|tt|depth|value|score|eval\w*|utility|count|"
    r"number|num|nodes?|time|index|order\w*|history|made|alpha|beta)(?![a-z])"
)
"""What says that something else is."""
_READS, _STORES = ("LOAD_ATTR", "LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF"), ("STORE_ATTR", "STORE_GLOBAL", "STORE_DEREF")


def left_in(frame: FrameType) -> Left:
    """Return copies of what a call, which returns now, left where one of the functions above it reads it.

    Only what its own function stores, under a name that stands for a move: in an attribute of one of its arguments, in
    a global variable, or in one of the function around it. No property and no other code of the program is run.
    """
    calling = islice((above.f_code for above in frames_above(frame) if above.f_code is not frame.f_code), TRIED)
    read = frozenset(name for code in calling for _, name in _names(code, _READS))
    stored = {(how, name) for how, name in _names(frame.f_code, _STORES) if name in read and is_for_a_choice(name)}
    changed = {name for how, name in _names(frame.f_code, _STORES) if how == "STORE_ATTR"}
    found: dict[str, Hashable] = {}
    for how, name in sorted(stored):
        for value, is_node in _held(frame, how, name):
            with ContainedErrors():
                found[f"{how} {name} {len(found)}"] = freeze(value)
                if is_node:  # what the search does not change of it tells it from its siblings
                    kept = frozenset((at, freeze(one)) for at, one in attributes_of(value).items() if at not in changed)
                    found[f"{how} {name} {len(found)}"] = kept
    return tuple(found.items())


def board_left(entry_text: Mapping[Path, Any], start: Hashable, now: Callable[[Path], Hashable]) -> Left:
    """Return the position that the function above a search leaves behind, if that is not the one it began with."""
    boards = [
        path for path, one in entry_text.items() if isinstance(one, Copy) and path[0] != "=" and one.snapshot == start
    ]
    left: Left = ()
    with ContainedErrors():
        left = tuple((path, now(path)) for path in boards)
    return () if any(position == start for _, position in left) else left


def is_for_a_choice(name: str) -> bool:
    """Return whether a name says that the chosen move is kept under it.

    >>> names = ("best_move", "bestMove", "choice", "move", "last_best", "best_value")
    >>> [name for name in names if is_for_a_choice(name)]
    ['best_move', 'bestMove', 'choice']
    """
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
    return _CHOICE.search(words) is not None and _OTHER.search(words) is None


@lru_cache(maxsize=256)
def _names(code: CodeType, operations: tuple[str, ...]) -> frozenset[tuple[str, str]]:
    """Return the names with which a function does one of some operations, each with that."""
    found = ((one.opname, one.argval) for one in dis.get_instructions(code) if one.opname in operations)
    return frozenset((how, name) for how, name in found if isinstance(name, str))


def _held(frame: FrameType, how: str, name: str) -> Iterator[tuple[Any, bool]]:
    """Yield what a name holds, and whether that is a node as the one that has it is; None is nothing."""
    if how == "STORE_ATTR":
        holders = [frame.f_locals[one] for one in parameters(frame.f_code) if one in frame.f_locals]
        found = [(attribute_or_none(holder, name), type(holder)) for holder in holders]
    else:
        found = [((frame.f_globals if how == "STORE_GLOBAL" else frame.f_locals).get(name), type(None))]
    is_value = name == "best"  # where it is a number
    yield from (
        (one, type(one) is kind) for one, kind in found if one is not None and not (is_value and is_number(one))
    )


ReturnedParts = tuple[tuple[tuple[str, Hashable], ...], ...]
"""A returned object, its elements, and their elements, each with its name or index."""
NONE_RETURNED: ReturnedParts = ((("", None),),)
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


def copy_parts(returned: Any) -> ReturnedParts:
    """Return copies of a returned object and of its elements; nothing if they cannot be copied."""
    with ContainedErrors():
        named_parts, levels = [("", returned)], []
        for _ in range(LEVELS):
            levels.append(tuple((name, freeze(part)) for name, part in named_parts))
            named_parts = [inside for _, part in named_parts for inside in _list_elements(part)]
        return tuple(levels)
    return ()


def _list_elements(collection: Any) -> list[tuple[str, Any]]:
    """Return the elements or attributes of an object with their names; none of a text or of a large object."""
    if isinstance(collection, str | bytes):
        return []
    if isinstance(collection, Mapping):
        found = [(str(name), one) for name, one in collection.items()]
    elif isinstance(collection, tuple | list):
        found = [(str(place), one) for place, one in enumerate(collection)]
    else:
        found = list(attributes_of(collection).items())
    return found if len(found) <= ENTRIES else []


class RootAnswer(NamedTuple):
    """What tells the move that a root, or the function above it, chose."""

    returned: ReturnedParts = ()
    """What it returned."""
    left: Left = ()
    """What it left in attributes, in variables, and on the board."""
    code: CodeType | None = None
    """Its function."""

    def beside_value(self, place: Path) -> RootAnswer:
        """Return the same without the value, which stands at a place inside the returned object, if at any."""
        if not place or not self.returned:
            return self
        name, (_, elements, *inside) = place.strip("[].'"), self.returned
        return self._replace(returned=(tuple(one for one in elements if one[0] != name), *inside))

    def played(self, children: list[Child], value: float) -> tuple[str | None] | None:
        """Return the move as `infer_move_label` does: the one that was returned, or else the one that was left."""
        variables = telling([one.variables for one in children], self.code)
        children = [one._replace(variables=mine) for one, mine in zip(children, variables, strict=True)]
        unlike = math.nan if self.code is not None and returns_its_loop(self.code) else value
        found = infer_move_label(self._of_the_loop(children), children, unlike)
        if found == (None,) and self.code is not None and _never_returns_moves(self.code):
            found = None
        if found is not None and found != (None,):
            return found
        left = {infer_move_label(((one,),), children, value) for one in self.left} - {None, (None,)}
        return left.pop() if len(left) == 1 else found if not left else None

    def kept_below(self, children: list[Child]) -> str | None:
        """Return as text what was left in the place of the move, if it is one, and none of the root's.

        It has the kind of what the loops over the moves held, and another call below the root has left it there. Where
        a loop is not known for each move, the move may be one of those.
        """
        if not all(one.variables for one in children):
            return None
        moves = [value for one in children for _, value in one.variables]
        kinds, known = {type(value) for value in moves}, {one.move for one in children} | {*moves}
        left = [value for _, value in self.left if value is not None and type(value) in kinds - {bool, float}]
        return safe_repr(left[0]) if len(left) == 1 and left[0] not in known else None

    def _of_the_loop(self, children: list[Child]) -> ReturnedParts:
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


def infer_move_label(parts: ReturnedParts, children: list[Child], value: float) -> tuple[str | None] | None:
    """Return the label of the move that was returned, in a tuple; `(None,)` if None was returned instead of a move.

    Args:
        parts: the returned object and its elements.
        children: the children of the root.
        value: the root's value, which is no move; either player's view. NaN if nothing of it can be that.

    Returns:
        None if the move cannot be inferred.
    """
    for named_parts in parts:
        level_parts = [part for _, part in named_parts]
        candidates = [part for part in level_parts if not (isinstance(part, int | float) and abs(part) == abs(value))]
        numbers = tuple(part for part in level_parts if type(part) is int)
        if len(numbers) > 1:  # a row and a column, or a value and a move: nobody knows which
            candidates = [numbers, *(part for part in candidates if type(part) is not int)]
        labels = {label for part in candidates for label in _find_named_moves(part, children)}
        if labels:
            return (labels.pop(),) if len(labels) == 1 else None
        if candidates == [None]:
            return (None,)
    return None


def _get_attributes(position: Hashable) -> frozenset[Hashable]:
    is_object = isinstance(position, tuple) and len(position) == 2 and isinstance(position[1], frozenset)
    return position[1] if is_object else frozenset()  # type: ignore[index]  # as just tested


def _find_named_moves(part: Hashable, children: list[Child]) -> set[str]:
    if part is None or isinstance(part, bool | float):
        return set()
    if told := {child.label for child in children if any(part == value for _, value in child.variables)}:
        return told  # also where a label or a position has the same number as another move's variable
    labels = {child.label for child in children if part in (wrap_comparable(child.move), child.position)}
    if labels:
        return labels
    if isinstance(part, frozenset):  # what the search leaves of a node as it was
        return {child.label for child in children if part and _get_attributes(child.position) >= part}
    text = None
    if isinstance(part, int | str):
        text = str(part)
    elif isinstance(part, tuple) and part and all(type(child) is int for child in part):
        text = ",".join(map(str, part))
    label_pattern = None if text is None else re.compile(rf"{re.escape(text)}(=\S+)?")
    return {child.label for child in children if label_pattern is not None and label_pattern.fullmatch(child.label)}


def make_root_answer(frame: FrameType, returned: Any) -> RootAnswer:
    """Return what the call of a search's root, or of the function above it, which returns now, tells of its choice.

    A function that only ever returns None returns nothing.
    """
    nothing = returned is None and not _may_return_more(frame.f_code)
    return RootAnswer(() if nothing else copy_parts(returned), left_in(frame), frame.f_code)


@lru_cache(maxsize=256)
def _never_returns_moves(code: CodeType) -> bool:
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
    previous: dis.Instruction | None = None
    for instruction in dis.get_instructions(code):
        loads_none = previous is not None and previous.opname == "LOAD_CONST" and previous.argval is None
        if instruction.opname == "RETURN_VALUE" and (instruction.is_jump_target or not loads_none):
            return True
        if instruction.opname == "RETURN_CONST" and instruction.argval is not None:
            return True
        previous = instruction
    return False
