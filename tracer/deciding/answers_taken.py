"""The text of a function: what it takes of what calls return, the greatest or the least, and by what it decides."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property, lru_cache
from types import CodeType

from tracer.deciding import guesses
from tracer.deciding.function_text import called_name, text_of_function

_BEST = {"max": "max", "amax": "max", "nanmax": "max", "min": "min", "amin": "min", "nanmin": "min"}
"""Functions that choose, each with what it takes."""
BOTH = {"max", "min"}
_MORE, _LESS = (ast.Gt, ast.GtE), (ast.Lt, ast.LtE)
_PUTS = {"append", "appendleft", "add", "insert", "extend", "put", "push", "heappush"}
"""Methods that put something into what they belong to."""
_LEAVES = (ast.Return, ast.Raise, ast.Continue, ast.Break)
Names = frozenset[str]


def names_of(codes: Iterable[CodeType]) -> Names:
    """Return the names by which functions are called; a lambda's is that of the variable which gets it."""
    return frozenset(name for code in codes for name in _names(code))


def _names(code: CodeType) -> Names:
    if code.co_name != "<lambda>":
        return frozenset((code.co_name,))
    text = text_of_function(code)
    return frozenset(
        name.id
        for node in (() if text is None else text.parts)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda)
        for target in node.targets
        for name in ast.walk(target)
        if isinstance(name, ast.Name)
    )


def text_of(code: CodeType, names: Names, kept: Collection[str] = ()) -> Text | None:
    """Return the text of a function; None where it cannot be read.

    Args:
        code: the function.
        names: those of the functions whose values are meant.
        kept: the attributes or entries in which these keep their values.
    """
    return _text_of(code, code.co_filename, names, tuple(sorted(kept)))


@lru_cache(maxsize=256)
def _text_of(code: CodeType, _file: str, names: Names, kept: tuple[str, ...]) -> Text | None:
    text = text_of_function(code)
    return None if text is None else Text(text.parts[0], names, kept)


class Text:
    """The text of a function, with what it makes of what some functions return.

    Args:
        root: the function.
        names: those of the functions.
        kept: the attributes or entries in which they keep their values.
    """

    def __init__(self, root: ast.AST, names: Names, kept: tuple[str, ...] = ()) -> None:
        self.root, self._names, self._kept = root, names, kept
        self._nodes = [*self._within(root)]
        self._above = {below: node for node in self._nodes for below in ast.iter_child_nodes(node)}
        self._answers: set[str] = set()
        """Variables with something in them that was returned."""
        while len(self._answers) < len(self._answers.union(found := set(self._receivers()))):
            self._answers |= found

    def kinds(self, parts: Iterable[ast.AST]) -> set[str]:
        """Return what some parts of the text take of what was returned: `max`, `min` or both."""
        return {kind for part in parts for node in self._within(part) for kind in self._taken(node)}

    @property
    def is_two_sided(self) -> bool:
        """Whether a condition decides between the greatest and the least."""
        if self.sides:
            return True
        for node in self._nodes:
            if isinstance(node, ast.Subscript) and self._names_both(node.value):
                return True
            if isinstance(node, ast.BoolOp) and self._decides(node) and self._opposed([node]):
                return True
            if isinstance(node, ast.Match):
                kinds = [self.kinds(case.body) for case in node.cases]
                if {"max"} in kinds and {"min"} in kinds:
                    return True
        return False

    @cached_property
    def sides(self) -> list[tuple[ast.expr, str]]:
        """The conditions that decide so, each with what is taken where it holds."""
        choices = [node for node in self._nodes if isinstance(node, ast.IfExp)]
        found = [(node.test, self._apart(node.body, node.orelse)) for node in choices]
        found += [(branch.test, self._parted(branch, rest)) for branch, rest in self._branches()]
        return [(test, kind) for test, kind in found if kind and self._decides(test)]

    @property
    def negates_all(self) -> bool:
        """Whether the best is taken of what was returned, and all of that is negated or subtracted before."""
        calls = [node for node in self._nodes if self._is_call(node)]
        kinds = self.kinds([self.root])
        if not calls or len(kinds) != 1:
            return False
        if kinds == {"max"}:
            return all(map(self._is_turned, calls))
        return all(self._is_negated(call, past_choice=True) for call in calls)

    @property
    def negates_for_another(self) -> bool:
        """Whether it chooses nothing of what was returned, and negates or subtracts some of that for its caller."""
        return not self.kinds([self.root]) and any(self._is_turned(node) for node in self._nodes if self._is_call(node))

    @property
    def adds(self) -> bool:
        """Whether something that is no fixed number is added to what was returned, or that is subtracted from it."""
        for node in self._nodes:
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
                sides = [(node.left, node.right), (node.right, node.left)]
                if any(
                    self._is_answer(one) and not self._is_answer(other) and not _is_fixed(other) for one, other in sides
                ):
                    return True
        return False

    @property
    def calls_none(self) -> bool:
        """Whether it calls none of the functions, but perhaps others of its search that were not called yet."""
        return not any(map(self._is_call, self._nodes))

    def compares(self, ends: Collection[str]) -> bool:
        """Return whether an end of a window stands beside something that was returned, in a test or a choice."""
        for node in self._nodes:
            if isinstance(node, ast.Compare):
                sides = [node.left, *node.comparators]
            elif isinstance(node, ast.Call) and called_name(node.func) in _BEST:
                sides = node.args
            else:
                continue
            if any(isinstance(one, ast.Name) and one.id in ends for one in sides) and any(map(self._is_answer, sides)):
                return True
        return False

    def _within(self, part: ast.AST) -> Iterator[ast.AST]:
        """Yield a part of the text and all in it, but for others of the functions that are written there."""
        waiting = [part]
        while waiting:
            node = waiting.pop()
            yield node
            outer = isinstance(node, ast.Module)
            waiting += [
                one
                for one in ast.iter_child_nodes(node)
                if outer or not (isinstance(one, ast.FunctionDef) and one.name in self._names)
            ]

    def _receivers(self) -> Iterator[str]:
        """Yield the variables that get something that was returned, as far as these are known by now."""
        for node in self._nodes:
            targets: list[ast.AST] = []
            value: ast.AST | None = None
            if isinstance(node, ast.Assign):
                targets, value = [*node.targets], node.value
            elif isinstance(node, ast.AugAssign | ast.AnnAssign | ast.NamedExpr):
                targets, value = [node.target], node.value
            elif isinstance(node, ast.For | ast.comprehension):
                targets, value = [node.target], node.iter
            elif isinstance(node, ast.Call) and called_name(node.func) in _PUTS:
                targets = [node.func.value] if isinstance(node.func, ast.Attribute) else [*node.args[:1]]
                value = ast.Tuple(node.args)
            if value is not None and self._is_answer(value):
                for target in targets:
                    for one in target.elts if isinstance(target, ast.Tuple | ast.List) else [target]:
                        if (stem := guesses.stem(one)) is not None and stem not in ("self", "cls"):
                            yield stem

    def _is_answer(self, expression: ast.AST) -> bool:
        """Return whether something that was returned is in an expression."""
        return any(
            self._is_call(node)
            or (isinstance(node, ast.Name) and node.id in self._answers)
            or (bool(self._kept) and isinstance(node, ast.Attribute | ast.Subscript) and _ends(node, self._kept))
            for node in ast.walk(expression)
        )

    def _is_call(self, node: ast.AST) -> bool:
        return isinstance(node, ast.Call) and called_name(node.func) in self._names

    def _taken(self, node: ast.AST) -> Iterator[str]:
        """Yield what one expression, or one condition, takes of what was returned."""
        if isinstance(node, ast.Call) and (kind := _BEST.get(called_name(node.func))) is not None:
            if any(map(self._is_answer, [*node.args, *(word.value for word in node.keywords)])):
                yield kind
        elif isinstance(node, ast.If):
            targets = [target for one in node.body if isinstance(one, ast.Assign) for target in one.targets]
            for target in targets:
                for part in target.elts if isinstance(target, ast.Tuple) else [target]:
                    yield from self._by_test(node.test, replaced=ast.unparse(part))
        elif isinstance(node, ast.IfExp):
            chosen = node.body.elts if isinstance(node.body, ast.Tuple | ast.List) else [node.body]
            for part in chosen:
                yield from self._by_test(node.test, kept=ast.unparse(part))

    def _by_test(self, test: ast.AST, replaced: str = "", kept: str = "") -> Iterator[str]:
        """Yield what is taken where a test holds, by what is replaced then, or kept."""
        for greater, less in self._comparisons(test):
            if replaced in (greater, less):
                yield "min" if replaced == greater else "max"
            elif kept in (greater, less):
                yield "max" if kept == greater else "min"

    def _comparisons(self, test: ast.AST) -> Iterator[tuple[str, str]]:
        """Yield what is greater and what is less where a test holds, of which something was returned."""
        for node in ast.walk(test):
            if isinstance(node, ast.Compare) and len(node.ops) == 1 and self._is_answer(node):
                left, right = ast.unparse(node.left), ast.unparse(node.comparators[0])
                if isinstance(node.ops[0], _MORE):
                    yield left, right
                elif isinstance(node.ops[0], _LESS):
                    yield right, left

    def _branches(self) -> Iterator[tuple[ast.If, list[ast.stmt]]]:
        """Yield each condition, with what is done where it does not hold."""
        for node in self._nodes:
            for name in ("body", "orelse", "finalbody"):
                suite = getattr(node, name, None)
                suite = suite if isinstance(suite, list) else []
                for place, one in enumerate(suite):
                    if isinstance(one, ast.If):
                        leaves = isinstance(one.body[-1], _LEAVES)
                        yield one, one.orelse or (suite[place + 1 :] if leaves else [])

    def _parted(self, branch: ast.If, rest: list[ast.stmt]) -> str:
        """Return what is taken where a condition holds, if the other is where it does not."""
        mine, others = self.kinds([ast.If(branch.test, branch.body, [])]), self.kinds(rest)
        if len(mine) == len(others) == 1 and mine | others == BOTH:
            return next(iter(mine))
        mine, others = _functions_named([*branch.body]), _functions_named(rest)
        return next(iter(mine)) if len(mine) == len(others) == 1 and mine | others == BOTH else ""

    def _apart(self, one: ast.expr, other: ast.expr) -> str:
        """Return what one expression takes, or is called, if the other takes the other."""
        mine, others = (self.kinds([part]) or _named(part) for part in (one, other))
        if len(mine) == len(others) == 1 and mine | others == BOTH:
            return next(iter(mine))
        for greater, less in self._comparisons(one):
            if (less, greater) in set(self._comparisons(other)):
                return "min" if greater in self._answers and self._replaced(greater) else "max"
        return ""

    def _replaced(self, name: str) -> bool:
        """Return whether it is a variable that keeps the best so far: something else that was returned is put there."""
        return any(
            isinstance(node, ast.Assign)
            and isinstance(node.value, ast.Name)
            and node.value.id in self._answers
            and any(ast.unparse(target) == name for target in node.targets)
            for node in self._nodes
        )

    def _opposed(self, parts: list[ast.AST]) -> bool:
        """Return whether the same two are compared both ways."""
        pairs = {pair for part in parts for pair in self._comparisons(part)}
        return any((less, greater) in pairs for greater, less in pairs)

    def _names_both(self, held: ast.AST) -> bool:
        """Return whether something is a table of both functions."""
        found = held.values if isinstance(held, ast.Dict) else getattr(held, "elts", [])
        return {kind for one in found for kind in _named(one)} == BOTH

    def _decides(self, test: ast.AST) -> bool:
        """Return whether a condition asks for anything but what was returned."""
        return any(isinstance(node, ast.Name) and node.id not in self._answers for node in ast.walk(test))

    def _is_turned(self, call: ast.AST) -> bool:
        """Return whether what a call returns is negated or subtracted, there or later."""
        return self._is_negated(call, past_choice=False) or self._is_negated_later(call)

    def _is_negated(self, node: ast.AST, *, past_choice: bool) -> bool:
        """Return whether an expression is negated or subtracted where it stands, alone or with the choice it is in."""
        chosen = False
        while (above := self._above.get(node)) is not None and not isinstance(above, ast.stmt):
            if isinstance(above, ast.Call) and called_name(above.func) in _BEST:
                if not past_choice:
                    return False
                chosen = True
            negates = isinstance(above, ast.UnaryOp) and isinstance(above.op, ast.USub)
            if isinstance(above, ast.BinOp) and isinstance(above.op, ast.Sub) and above.right is node:
                negates = not self._is_answer(above.left)  # else two that were returned are compared
            if negates and chosen == past_choice:
                return True
            node = above
        return False

    def _is_negated_later(self, call: ast.AST) -> bool:
        """Return whether a variable that gets what a call returns is negated or subtracted."""
        statement = call
        while not isinstance(statement, ast.stmt | ast.NamedExpr) and statement in self._above:
            statement = self._above[statement]
        if not isinstance(statement, ast.Assign | ast.NamedExpr):
            return False
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        got = {name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)}
        return any(
            isinstance(node, ast.Name) and node.id in got and self._is_negated(node, past_choice=False)
            for node in self._nodes
        )


def _functions_named(parts: list[ast.stmt]) -> set[str]:
    """Return which of both functions some statements keep under a name."""
    kept = (node.value for part in parts for node in ast.walk(part) if isinstance(node, ast.Assign))
    return {kind for value in kept for kind in _named(value)}


def _named(expression: ast.AST) -> set[str]:
    """Return what an expression takes that is the name of a function which chooses; nothing for any other."""
    return {_BEST[expression.id]} if isinstance(expression, ast.Name) and expression.id in _BEST else set()


def _is_fixed(expression: ast.AST) -> bool:
    """Return whether an expression is a number as it is written."""
    return not any(isinstance(node, ast.Name | ast.Attribute | ast.Call) for node in ast.walk(expression))


def _ends(node: ast.AST, kept: tuple[str, ...]) -> bool:
    return ast.unparse(node).endswith(kept)
