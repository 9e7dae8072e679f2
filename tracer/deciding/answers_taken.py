"""The text of functions: what they take of what calls return, by what they decide it, and whether for two players."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from types import CodeType

from tracer.deciding import guesses
from tracer.deciding.call import Path
from tracer.deciding.function_text import (
    assigned,
    called_name,
    is_call,
    names_in,
    names_of,
    parts_of_target,
    remembered,
    text_of_function,
)

_BEST = {name: kind for kind, end in (("max", "any"), ("min", "all")) for name in (kind, f"a{kind}", f"nan{kind}", end)}
"""Functions that choose, each with what it takes: of truth values `any` the greatest and `all` the least."""
BOTH = {"max", "min"}
_MORE, _LESS = (ast.Gt, ast.GtE), (ast.Lt, ast.LtE)
_PUTS = {"append", "appendleft", "add", "insert", "extend", "put", "push", "heappush"}
"""Methods that put something into what they belong to."""
_LEAVES = (ast.Return, ast.Raise, ast.Continue, ast.Break)


@remembered
def text_of(code: CodeType, names: frozenset[str], kept: frozenset[Path] = frozenset()) -> Text | None:
    """Return the text of a function; None where it cannot be read."""
    text = text_of_function(code)
    return None if text is None else Text(text.parts[0], names, kept)


class Text:
    """The text of a function, with what it makes of what some functions return.

    Args:
        root: the function.
        names: those of the functions.
        kept: the attributes or entries in which they keep their values.
    """

    def __init__(self, root: ast.AST, names: frozenset[str], kept: frozenset[Path] = frozenset()) -> None:
        self.root, self._names, self._kept = root, names, tuple(kept)
        self._nodes = [*ast.walk(root)]
        self._answers: set[str] = set()
        """Variables with something in them that was returned."""
        first = self._direct = set(self._receivers())
        """Those that get it as it is, and not made of others of them."""
        while first - self._answers:
            self._answers |= first
            first = set(self._receivers())

    def kinds(self, parts: Iterable[ast.AST]) -> set[str]:
        """Return what some parts of the text take of what was returned: `max`, `min` or both."""
        return {kind for part in parts for node in ast.walk(part) for kind in self._taken(node)}

    @property
    def is_two_sided(self) -> bool:
        """Whether a condition decides between the greatest and the least."""
        if self.sides:
            return True
        for node in self._nodes:
            if isinstance(node, ast.Subscript):
                table = node.value.values if isinstance(node.value, ast.Dict) else getattr(node.value, "elts", [])
                if {kind for one in table for kind in _named(one)} == BOTH:
                    return True
            if isinstance(node, ast.BoolOp) and self._decides(node):
                pairs = set(self._comparisons(node))
                if any((less, greater) in pairs for greater, less in pairs):  # the same two are compared both ways
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
        found += [
            (branch.test, _first_of_both(self.kinds([ast.If(branch.test, branch.body, [])]), self.kinds(rest)))
            for branch, rest in self._branches()
        ]
        return [(test, kind) for test, kind in found if kind and self._decides(test)]

    @property
    def compared_elements(self) -> set[str]:
        """The places of the elements by which what was returned is compared, such as `[2]` in `new[2] > best[2]`."""
        found = set()
        for node in self._nodes:
            if not isinstance(node, ast.Compare) or not all(isinstance(one, (*_MORE, *_LESS)) for one in node.ops):
                continue
            sides = [node.left, *node.comparators]
            elements = [one for one in sides if isinstance(one, ast.Subscript) and isinstance(one.slice, ast.Constant)]
            if elements == sides and any(map(self.is_answer, elements)):
                found |= {f"[{ast.literal_eval(one.slice)!r}]" for one in elements}
        return found

    @property
    def negates(self) -> bool:
        """Whether something that was returned is negated or subtracted, but not two of these from one another.

        Or its opposite is returned where it is one number, as in `if value == LOSS: return WIN`.
        """
        turned = [
            one.operand for one in self._nodes if isinstance(one, ast.UnaryOp) and not isinstance(one.op, ast.UAdd)
        ]
        less = [one for one in self._nodes if isinstance(one, ast.BinOp) and isinstance(one.op, ast.Sub)]
        turned += [one.right for one in less if not self.is_answer(one.left)]
        for node in self._nodes:
            match node:
                case ast.If(ast.Compare(left, [ast.Eq()], [met]), [ast.Return(ast.expr() as given), *_]):
                    turned += [left] if _are_opposite(met, given) else []
        return any(self.is_answer(one, self._direct) for one in turned)

    @property
    def total(self) -> float | None:
        """The number from which something that was returned is subtracted, if there is one."""
        for node in self._nodes:
            match node:
                case ast.BinOp(ast.Constant(int() | float() as total), ast.Sub(), turned) if total > 0:
                    if self.is_answer(turned, self._direct):
                        return float(total)
        return None

    @property
    def adds(self) -> bool:
        """Whether something that is no fixed number is added to what was returned, or that is subtracted from it."""
        return any(
            self.is_answer(one)
            and not self.is_answer(other)
            and any(isinstance(part, ast.Name | ast.Attribute | ast.Call) for part in ast.walk(other))
            for node in self._nodes
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub)
            for one, other in ((node.left, node.right), (node.right, node.left))
        )

    def compares(self, ends: Collection[str]) -> bool:
        """Return whether an end of a window stands beside something that was returned, in a test or a choice.

        Or may do so, where it calls only others of its search that were not called yet.
        """
        if not any(is_call(node, self._names) for node in self._nodes):
            return True
        choices = [[node.left, *node.comparators] for node in self._nodes if isinstance(node, ast.Compare)]
        choices += [node.args for node in self._nodes if isinstance(node, ast.Call) and called_name(node.func) in _BEST]
        return any(
            any(isinstance(one, ast.Name) and one.id in ends for one in sides) and any(map(self.is_answer, sides))
            for sides in choices
        )

    def _receivers(self) -> Iterator[str]:
        """Yield the variables that get something that was returned, as far as these are known by now."""
        for node in self._nodes:
            pairs = list(assigned(node))
            if isinstance(node, ast.For | ast.comprehension):
                pairs = [([node.target], node.iter)]
            elif isinstance(node, ast.Call) and called_name(node.func) in _PUTS:
                holders = [node.func.value] if isinstance(node.func, ast.Attribute) else node.args[:1]
                pairs = [(holders, ast.Tuple(node.args))]
            for targets, value in pairs:
                for one in parts_of_target(targets) if self.is_answer(value) else ():
                    if (stem := _stem(one)) is not None and stem not in ("self", "cls"):
                        yield stem

    def is_answer(self, expression: ast.AST, variables: Collection[str] | None = None) -> bool:
        """Return whether something that was returned is in an expression, perhaps in one of some variables alone."""
        kept, variables = self._kept, self._answers if variables is None else variables
        return any(
            is_call(node, self._names)
            or (isinstance(node, ast.Name) and node.id in variables)
            or (kept and isinstance(node, ast.Attribute | ast.Subscript) and ast.unparse(node).endswith(kept))
            for node in ast.walk(expression)
        )

    def _taken(self, node: ast.AST) -> Iterator[str]:
        """Yield what one expression, or one condition, takes of what was returned."""
        if isinstance(node, ast.Call) and (kind := _BEST.get(called_name(node.func))) is not None:
            if any(map(self.is_answer, [*node.args, *(word.value for word in node.keywords)])):
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
            if isinstance(node, ast.Compare) and len(node.ops) == 1 and self.is_answer(node):
                left, right = ast.unparse(node.left), ast.unparse(node.comparators[0])
                if isinstance(node.ops[0], _MORE):
                    yield left, right
                elif isinstance(node.ops[0], _LESS):
                    yield right, left

    def _branches(self) -> Iterator[tuple[ast.If, list[ast.stmt]]]:
        """Yield each condition, with what is done where it does not hold, or under the next condition."""
        for node in self._nodes:
            for name in ("body", "orelse", "finalbody"):
                suite = getattr(node, name, None)
                suite = suite if isinstance(suite, list) else []
                for place, one in enumerate(suite):
                    if isinstance(one, ast.If):
                        leaves = isinstance(one.body[-1], _LEAVES)
                        after = suite[place + 1 :] if leaves else suite[place + 1 : place + 2]
                        is_other = leaves or any(
                            isinstance(other, ast.If) and self._decides(other.test) for other in after
                        )
                        yield one, one.orelse or (after if is_other else [])

    def _apart(self, one: ast.expr, other: ast.expr) -> str:
        """Return what one expression takes, or is called, if the other takes the other."""
        if kind := _first_of_both(*(self.kinds([part]) or _named(part) for part in (one, other))):
            return kind
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

    def _decides(self, test: ast.AST) -> bool:
        """Return whether a condition asks for anything but what was returned."""
        return not names_in(test) <= self._answers


def _are_opposite(one: ast.expr, other: ast.expr) -> bool:
    """Return whether two expressions are a number and its negative, or two names of constants.

    >>> [_are_opposite(*ast.parse(pair, mode="eval").body.elts) for pair in ("-1, 1", "0, 1", "LOSS, WIN", "WIN, WIN")]
    [True, False, True, False]
    """
    if isinstance(one, ast.Name) and isinstance(other, ast.Name):
        return one.id != other.id and one.id.isupper() and other.id.isupper()
    try:
        return bool(ast.literal_eval(one) == -ast.literal_eval(other) != 0)
    except (ValueError, TypeError):
        return False


def _stem(expression: ast.AST) -> str | None:
    """The variable of which an expression is an element or an attribute."""
    while isinstance(expression, ast.Subscript | ast.Attribute):
        expression = expression.value
    return expression.id if isinstance(expression, ast.Name) else None


def _first_of_both(mine: set[str], others: set[str]) -> str:
    """Return what the first takes where that is one thing, and the second takes the other one."""
    return next(iter(mine)) if len(mine) == len(others) == 1 and mine | others == BOTH else ""


def _named(expression: ast.AST) -> set[str]:
    """Return what an expression takes that is the name of a function which chooses; nothing for any other."""
    return {_BEST[expression.id]} if isinstance(expression, ast.Name) and expression.id in _BEST else set()


def negates(codes: Collection[CodeType], kept: Collection[Path] = ()) -> bool:
    """Return whether functions are a negamax: by their names, or they negate or subtract what they return."""
    texts = _texts(codes, kept)
    return any("nega" in code.co_name.lower() for code in codes) or any(one and one.negates for one in texts)


def total_of(codes: Collection[CodeType]) -> float | None:
    """Return the number from which functions subtract what they returned, as in 1 - value(…); None where none is."""
    return next((total for one in _texts(codes) if one is not None and (total := one.total)), None)


def compared_elements(codes: Collection[CodeType]) -> set[str]:
    """Return the places of the elements by which functions compare what they return."""
    return {place for text in _texts(codes) if text is not None for place in text.compared_elements}


def unread(codes: Iterable[CodeType]) -> bool:
    """Return whether the source of a function is not there to be looked at."""
    return any(text_of_function(code) is None for code in codes)


def _texts(codes: Collection[CodeType], kept: Collection[Path] = ()) -> list[Text | None]:
    names = names_of(codes)
    return [text_of(code, names, frozenset(kept)) for code in codes]


def uses_its_window(codes: Collection[CodeType], kept: Collection[Path] = ()) -> bool:
    """Return whether functions compare what they were returned with alpha or beta, or may do so.

    Where the ends have other names, it is their numbers that have told of them.
    """
    windows = {code: pair for code in codes if (pair := guesses.window(code)) is not None}
    texts = zip(codes, _texts(codes, kept), strict=True)
    return not windows or any(one is None or one.compares(windows[code]) for code, one in texts if code in windows)


def chooses(codes: Collection[CodeType]) -> bool:
    """Return whether one of some functions takes the greatest or the least of what they return, or may do so."""
    return any(text is None or text.kinds([text.root]) for text in _texts(codes))
