"""The loops of a function: where they are in its instructions, and by its text what they hand on to a call."""

from __future__ import annotations

import ast
import builtins
import dis
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import dropwhile, islice, pairwise
from types import CodeType

from tracer.deciding.call import IS_NONE, Path, head, parameters
from tracer.deciding.function_text import FunctionText, called_name, text_of_function

_ENDS = {"RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS", "RERAISE"}
"""What nothing follows."""
_TAKEN = {"next", "pop", "popleft", "popitem", "get", "send"}
"""What gives something else at each call."""
_LOOPS = (ast.For, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda)
_STEPS = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.NamedExpr, ast.For, ast.comprehension, ast.Delete, ast.Call)
"""What may hand on what a loop goes over."""
_SETS = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.NamedExpr)


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


@lru_cache(maxsize=256)
def repeats_a_call(function: CodeType, caller: CodeType, offset: int) -> bool:
    """Return whether the loop around a call hands nothing on to it, so that all its calls are alike.

    A board that the function shares with others needs not be handed on.
    """
    outward = _expression_at(function, caller, offset)
    loop = next((node for node in outward if isinstance(node, _LOOPS)), None)
    if loop is None or not isinstance(call := outward[0], ast.Call):
        return False
    before = [node for node in _steps(loop, call) if _begin(node) < _begin(call)]
    changed = {one for node in before if call not in ast.walk(node) for one in _changed_parts(node)}
    shared = {one for one in changed if one not in function.co_varnames or one in function.co_cellvars}
    owner = {_dotted(call.func.value) or ""} if isinstance(call.func, ast.Attribute) else set()  # it may have the board
    return not _moves_in(before, call, _read(call) | shared | owner, {*_written(loop)})


@lru_cache(maxsize=256)
def carried_variables(function: CodeType, offset: int, *, inside: bool) -> frozenset[str]:
    """Return the variables that tell when the loop over the moves is entered anew: loops around it carry them on.

    Such a loop sets them after it has read them, as it does with the position of a game and with who moves. The loop
    over the moves does not set them. A loop that begins no new choice, as over the rows of a board, has none. What that
    over the moves sets, and a `while` around it sets anew, tells it where it is None again.

    Args:
        function: its text is read; without that nothing is known.
        offset: the instruction that makes a call.
        inside: whether a comprehension or a lambda makes the call there: then that is the loop over the moves.
    """
    outward = _expression_at(function, function, offset)
    outward = list(dropwhile(lambda node: not inside and not isinstance(node, _LOOPS), outward))
    parts = {part for node in outward[:1] for part in ast.walk(node)}
    kept = {name for one in parts for name in _targets(one)}
    kept |= {  # such as the list that takes each value
        one.func.value.id
        for one in parts
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute) and isinstance(one.func.value, ast.Name)
    }
    stored_names = {one.id for one in parts if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
    chosen, found = not any(isinstance(node, ast.For) for node in outward[:1]), set[str]()
    text = text_of_function(function)
    for around in outward[1:]:
        if text is not None and isinstance(around, ast.For | ast.While):
            stored = _stored_in(text, around, parts)
            chosen = chosen or any(name in kept for name, carried in stored.items() if not carried)
            found |= {name for name, carried in stored.items() if carried and chosen and name not in stored_names}
            if isinstance(around, ast.While):
                found |= {name + IS_NONE for name, carried in stored.items() if not carried and name in stored_names}
    return frozenset(found)


def _stored_in(text: FunctionText, loop: ast.For | ast.While, inner: set[ast.AST]) -> dict[str, bool]:
    """Return the variables that a loop sets outside of an inner one, and whether it reads them before that."""
    parts = loop.body if isinstance(loop, ast.For) else [loop.test, *loop.body]
    names = [one for part in parts for one in ast.walk(part) if isinstance(one, ast.Name)]
    read, stored = dict[str, tuple[int, int]](), dict[str, tuple[int, int]]()
    for name in names:
        holder = next(one for one in text.around(name) if isinstance(one, ast.stmt | ast.NamedExpr))
        if isinstance(name.ctx, ast.Load) or (isinstance(holder, ast.AugAssign) and holder.target is name):
            read[name.id] = min(read.get(name.id, _begin(name)), _begin(name))
        if not isinstance(name.ctx, ast.Load) and name not in inner:
            set_at = _end(holder) if isinstance(holder, _SETS) else _begin(name)
            stored[name.id] = min(stored.get(name.id, set_at), set_at)
    return {name: name in read and read[name] < set_at for name, set_at in stored.items()}


@lru_cache(maxsize=256)
def may_move_before(
    function: CodeType,
    caller: CodeType,
    offset: int,
    called: CodeType,
    paths: tuple[Path, ...],
    limits: frozenset[Path],
) -> bool | None:
    """Return whether the loops around a call may make a move before it; None where the function has no text.

    What the call gets as its depth or its window is no move, and nor is what it returned.

    Args:
        function: its text is read.
        caller: the code that makes the call: the function's own, or that of a comprehension or a lambda in it.
        offset: the instruction.
        called: the function that is called.
        paths: where the position is among its variables.
        limits: where its depth and the ends of its window are.
    """
    outward = _expression_at(function, caller, offset)
    if not outward or not isinstance(call := outward[0], ast.Call):
        return None
    arguments = arguments_of(call, called)
    if arguments is None:
        return True
    aside = {place for name in limits & arguments.keys() for place in _read(arguments[name])}
    aside |= {place for node in outward if isinstance(node, _SETS) for place in _written(node)}
    loops = [node for node in outward if isinstance(node, (*_LOOPS, ast.While))]
    position = {place for path in paths for place in _handed_from(arguments, path)}
    return any(_moves_in(_steps(loop, call), call, position, {*_written(loop)} - aside, aside) for loop in loops)


def _expression_at(function: CodeType, caller: CodeType, offset: int) -> list[ast.AST]:
    """Return the call, or expression, that an instruction makes, and what is around it; nothing without a text."""
    line, end, column, end_column = next(islice(caller.co_positions(), offset // 2, None), (None,) * 4)
    text = text_of_function(function)
    if text is None or line is None or end is None or column is None or end_column is None:
        return []
    place = (line - text.lines_before, column - text.indent, end - text.lines_before, end_column - text.indent)
    calls = (node for node in text.parts if isinstance(node, ast.expr))
    return next(([node, *text.around(node)] for node in calls if (*_begin(node), *_end(node)) == place), [])


def arguments_of(call: ast.Call, called: CodeType) -> dict[str, ast.expr] | None:
    """Return what a call hands on, by the names of the arguments; None where stars hide it."""
    if any(isinstance(one, ast.Starred) for one in call.args) or any(word.arg is None for word in call.keywords):
        return None
    names, holder = list(parameters(called)), called.co_qualname.rpartition(".")[0].rpartition(".")[2]
    values = list(call.args)
    if isinstance(call.func, ast.Attribute) and holder not in ("", "<locals>", _dotted(call.func.value)):
        values.insert(0, call.func.value)  # a method's own object
    return dict(zip(names, values, strict=False)) | {str(word.arg): word.value for word in call.keywords}


def _handed_from(arguments: Mapping[str, ast.expr], path: Path) -> set[Path]:
    """Return the variables and attributes of the caller that a path of the called function is made of."""
    first = head(path)
    if first not in arguments:
        return {path}
    dotted = _dotted(arguments[first])
    return _read(arguments[first]) if dotted is None else {dotted + path[len(first) :]}


def _steps(loop: ast.AST, call: ast.Call) -> list[ast.AST]:
    """Return what may hand on what a loop goes over, without the call of the search in it, in order."""
    left_out = {*ast.walk(call), loop}
    return sorted((one for one in ast.walk(loop) if isinstance(one, _STEPS) and one not in left_out), key=_begin)


def _moves_in(
    steps: list[ast.AST], call: ast.Call, position: set[Path], changing: set[Path], aside: Collection[Path] = ()
) -> bool:
    """Return whether what a loop goes over may get into a position, or into a call that changes one.

    Args:
        steps: what may hand it on.
        call: the call of the search in the loop.
        position: the variables and attributes that the position of this is made of.
        changing: those that the loop goes over.
        aside: those that are its depth, its window or what it returned.
    """
    for _ in range(2):  # what is set at the end of one turn is read at the beginning of the next
        for node in steps:
            read = _read(node)
            if isinstance(node, ast.Call):
                harmless = hasattr(builtins, getattr(node.func, "id", "")) and not _takes(node)  # Python's own
                if any(_is_part(one, of) for one in read for of in changing) and not harmless:
                    return True
            elif _overlap(changing, read) or _carries(node):
                changing |= {*_written(node)}.difference(aside)
    return _overlap(changing, position) or any(map(_takes, ast.walk(call)))


def _changed_parts(node: ast.AST) -> Iterator[str]:
    """Yield the variables of which a statement changes an element or an attribute."""
    for target in getattr(node, "targets", [getattr(node, "target", None)]):
        for one in () if target is None else ast.walk(target):
            if isinstance(one, ast.Subscript | ast.Attribute) and isinstance(one.value, ast.Name):
                yield one.value.id


def _targets(node: ast.AST) -> set[str]:
    """Return the variables that a loop or a statement sets, or changes a part of."""
    return set(map(head, _written(node)))


def _carries(node: ast.AST) -> bool:
    """Return whether a statement sets a variable by what it held before, or by something else each time."""
    value = getattr(node, "value", None)
    if value is None or isinstance(node, ast.AugAssign):
        return value is not None
    return not _targets(node).isdisjoint(map(head, _read(value))) or any(map(_takes, ast.walk(value)))


def _takes(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and called_name(node.func) in _TAKEN


def _read(node: ast.AST) -> set[Path]:
    """Return the variables in a part of a text, each with as many attributes as are written."""
    if (dotted := _dotted(node)) is not None:
        return {dotted}
    return {place for below in ast.iter_child_nodes(node) for place in _read(below)}


def _written(node: ast.AST) -> Iterator[Path]:
    """Yield the variables and attributes that a loop or a statement sets, or of which it changes an element."""
    if isinstance(node, ast.Lambda):
        yield from (one.arg for one in ast.walk(node.args) if isinstance(one, ast.arg))
    parts = getattr(node, "generators", [node])
    waiting = [target for one in parts for target in getattr(one, "targets", [getattr(one, "target", None)])]
    while waiting:
        target = waiting.pop()
        if target is not None and (dotted := _dotted(target)) is not None:
            yield dotted
        elif isinstance(target, ast.Tuple | ast.List):
            waiting += target.elts
        elif isinstance(target, ast.Subscript | ast.Starred | ast.Attribute):
            waiting.append(target.value)


def _dotted(node: ast.AST) -> Path | None:
    """Return a variable, or an attribute of one, as it is written; None for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    owner = _dotted(node.value) if isinstance(node, ast.Attribute) else None
    return f"{owner}.{node.attr}" if owner is not None and isinstance(node, ast.Attribute) else None


def _is_part(one: Path, of: Path) -> bool:
    return f"{one}.".startswith(f"{of}.")


def _overlap(ones: set[Path], others: set[Path]) -> bool:
    return any(_is_part(one, other) or _is_part(other, one) for one in ones for other in others)


def _begin(node: ast.AST) -> tuple[int, int]:
    if isinstance(node, ast.comprehension):
        node = node.target
    return node.lineno, node.col_offset  # type: ignore[attr-defined]  # each of them has a place


def _end(node: ast.AST) -> tuple[int, int]:
    return node.end_lineno, node.end_col_offset  # type: ignore[attr-defined]  # each of them has a place
