"""Conditions drawn at random, each with what it says of one node, worked out the plainest way."""

import math
import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from tracer import Status
from tracer.condition.vocabulary import NAMES, KnownSince
from tracer.count.proved import proved_bound
from tracer.recording.node import Node
from tracer.recording.status import OPEN, PRUNED, Bound


@dataclass(frozen=True)
class Part:
    """A part of a condition as text, and what it says of one node; None is unknown."""

    text: str
    of: Callable[[Node], Any]
    known: KnownSince = KnownSince.ENTRY


def depth_of(node: Node) -> int:
    assert node.trace.header.depth is not None
    return node.trace.header.depth - node.ply


def returned_at(node: Node) -> int | None:
    return None if node.value is None else node.trace.left(node.index)


NUMBERS = {
    "node": lambda node: node.index,
    "ply": lambda node: node.ply,
    "depth": depth_of,
    "turn": lambda node: None if node.turn is None else int(node.turn),
    "alpha": lambda node: node.alpha,
    "beta": lambda node: node.beta,
    "window": lambda node: None if node.alpha is None or node.beta is None else node.beta - node.alpha,
    "entered": lambda node: node.trace.entered(node.index),
    "pruned": lambda node: sum(child.status is PRUNED for child in node.children),
    "value": lambda node: node.value,
    "children": lambda node: sum(child.status is not PRUNED for child in node.children),
    "size": lambda node: node.size,
    "visited": lambda node: sum(
        other.status is not PRUNED for other in node.trace[node.index : node.index + node.size]
    ),
    "returned": returned_at,
}
COMPARE = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
ARITHMETIC = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}


def told(work: Callable[..., Any], *sides: Any) -> Any:
    """An operation on two numbers; unknown where one of them is, or where the result has no meaning."""
    if None in sides:
        return None
    try:
        found = work(*map(float, sides))
    except ZeroDivisionError:
        return None
    return None if math.isnan(found) else found


def holds(test: Callable[[Any, Any], bool], left: Any, right: Any) -> bool:
    return left is not None and right is not None and bool(test(left, right))


def numbers(*, depth: bool) -> st.SearchStrategy[Part]:
    names = [Part(word, of, NAMES[word].known_since) for word, of in NUMBERS.items() if depth or word != "depth"]
    literals = st.sampled_from(["0", "1", "2", "0.5", "3", "10", "inf", "MAX", "MIN"])
    values = {"inf": math.inf, "MAX": 1.0, "MIN": -1.0}
    fixed = literals.map(lambda text: Part(text, lambda _: values[text] if text in values else float(text)))

    def larger(inner: st.SearchStrategy[Part]) -> st.SearchStrategy[Part]:
        return st.one_of(
            inner.map(lambda part: Part(f"-({part.text})", lambda node: told(operator.neg, part.of(node)), part.known)),
            st.tuples(inner, st.sampled_from(list(ARITHMETIC)), inner).map(arithmetic),
        )

    return st.recursive(st.one_of(st.sampled_from(names), fixed), larger, max_leaves=4)


def arithmetic(drawn: tuple[Part, str, Part]) -> Part:
    left, sign, right = drawn
    text = f"({left.text}) {sign} ({right.text})"
    return Part(text, lambda node: told(ARITHMETIC[sign], left.of(node), right.of(node)), max(left.known, right.known))


def compared(drawn: tuple[Part, list[tuple[str, Part]]]) -> Part:
    first, rest = drawn
    sides = [first, *(part for _, part in rest)]

    def of(node: Node) -> bool:
        found = [part.of(node) for part in sides]
        return all(holds(COMPARE[rest[k][0]], found[k], found[k + 1]) for k in range(len(rest)))

    text = " ".join([first.text, *(f"{sign} {part.text}" for sign, part in rest)])
    return Part(f"({text})", of, max(part.known for part in sides))


def chosen(
    drawn: tuple[str, bool, list[str]], look: Callable[[Node], str | None], known: KnownSince, quote: str
) -> Part:
    """`status == TABLE`, `bound not in (LOWER, UPPER)`, `move in ("1", "2")` and the like."""
    word, negated, words = drawn
    listed = [f"{quote}{one}{quote}" for one in words]
    text = f"{word} {'!=' if negated else '=='} {listed[0]}"
    if len(words) > 1:
        text = f"{word} {'not in' if negated else 'in'} ({', '.join(listed)})"

    def of(node: Node) -> bool:
        found = look(node)
        return found is not None and (found in words) is not negated

    return Part(f"({text})", of, known)


def _bound(node: Node) -> str | None:
    found = proved_bound(node.trace, node.index)
    return None if found is None else found.name


def choices(
    word: str, words: list[str], look: Callable[[Node], str | None], quote: str = ""
) -> st.SearchStrategy[Part]:
    drawn = st.tuples(st.just(word), st.booleans(), st.lists(st.sampled_from(words), min_size=1, max_size=3))
    return drawn.map(lambda drawn: chosen(drawn, look, NAMES[word].known_since, quote))


def conditions(*, depth: bool) -> st.SearchStrategy[Part]:
    number = numbers(depth=depth)
    chains = st.tuples(number, st.lists(st.tuples(st.sampled_from(list(COMPARE)), number), min_size=1, max_size=3))
    simple = st.one_of(
        st.just(Part("cutoff", lambda node: node.cutoff, KnownSince.CUTOFF)),
        chains.map(compared),
        chains.map(compared),
        choices("status", list(Status.__members__), lambda node: node.status.name),
        choices("bound", list(Bound.__members__), _bound),
        choices("move", ["1", "2", "a1", "b2", "no such move"], lambda node: node.label or None, '"'),
    )

    def larger(inner: st.SearchStrategy[Part]) -> st.SearchStrategy[Part]:
        pairs = st.lists(inner, min_size=2, max_size=3)
        return st.one_of(
            inner.map(lambda part: Part(f"(not {part.text})", lambda node: not part.of(node), part.known)),
            pairs.map(lambda parts: several(parts, " and ", all)),
            pairs.map(lambda parts: several(parts, " or ", any)),
        )

    return st.recursive(simple, larger, max_leaves=5)


def several(parts: list[Part], word: str, combine: Callable[[Any], bool]) -> Part:
    text = word.join(part.text for part in parts)
    return Part(f"({text})", lambda node: combine([part.of(node) for part in parts]), max(part.known for part in parts))


def cut_at(node: Node) -> int:
    """The step after the return of the last visited child."""
    refuting = [child for child in node.children if child.status is not PRUNED][-1]
    return node.trace.left(refuting.index) + 1


def met(node: Node, known: KnownSince) -> int | None:
    """The step at which a node is met, by what is known when."""
    trace = node.trace
    if known is KnownSince.ENTRY or node.status in (PRUNED, OPEN):
        return trace.entered(node.index)
    return cut_at(node) if known is KnownSince.CUTOFF and node.cutoff else trace.left(node.index)
