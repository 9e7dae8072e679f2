"""A question about what a search does next, and the kinds of answers there are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from tracer.errors import PlyscopeError
from tracer.recording.status import EXACT, LOWER, UPPER, Bound
from tracer.text import clean, number, typed_number


class Kind(Enum):
    """What is asked for, and what an answer is."""

    PRUNED = "pruned"
    """The moves of a node that are pruned: a frozenset of labels."""
    ALPHA = "alpha"
    """The lower end of a window: a number."""
    BETA = "beta"
    """The upper end of a window: a number."""
    VALUE = "value"
    """What a node returns, and whether that is exact or a bound: a `Worth`."""
    NEXT = "next"
    """The move that is searched next: a label, or None where none is and the node returns."""
    NUMBER = "number"
    """What a number of a best-first search becomes, such as a mean or a proof number."""
    ORDER = "order"
    """The leaves in the order in which they are visited: a tuple of paths."""


class Worth(NamedTuple):
    """A value, and what it says of the true one."""

    value: float
    """A number, in the view of the question."""
    bound: Bound
    """Whether it is exact, a lower or an upper bound; in the view of the question too."""


Answer = frozenset[str] | float | Worth | str | tuple[str, ...] | None
"""Of the type that belongs to the question's kind."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked once a step has happened; the answer is in the recording after it."""

    kind: Kind
    """What is asked for."""
    step: int
    """The last step that is known to whoever answers."""
    node: int
    """The node that it is about."""
    text: str
    """The question as a sentence."""
    right: Answer
    """The only right answer, in the view of the question."""
    choices: tuple[str, ...] = ()
    """The labels or paths of which an answer is made; empty where it is a number."""
    after: int | None = None
    """The child of the node that returned at the step; None where the node was entered then, or later."""
    also: Answer = None
    """What is right as well: the bound that the window alone proves of a value that all moves prove exact."""
    view: str = "max"
    """Whose view the numbers are: "max", or "mover" for the player to move at the node."""


NONE = "none"
"""How the answer is written that no move is meant."""
_SIGNS: dict[str, Bound] = {"": EXACT, "=": EXACT, "≥": LOWER, ">=": LOWER, ">": LOWER}
_SIGNS |= {"≤": UPPER, "<=": UPPER, "<": UPPER}
_WORTH = re.compile(r"\s*([=≥≤<>]{0,2})\s*(\S+)\s*")


def write(answer: Answer, choices: Sequence[str] = ()) -> str:
    """An answer as it is typed; moves in the order of the choices.

    >>> write(frozenset({"b", "a"}), ["a", "b"]), write(frozenset()), write(Worth(3.0, LOWER)), write(-float("inf"))
    ('a, b', 'none', '≥ 3', '−∞')
    """
    if answer is None:
        return NONE
    if isinstance(answer, Worth):
        return f"{answer.bound.sign} {number(answer.value)}"
    if isinstance(answer, str):
        return clean(answer)
    if isinstance(answer, float | int):
        return number(answer)
    if isinstance(answer, frozenset):
        places = {label: place for place, label in enumerate(choices)}
        answer = tuple(sorted(answer, key=lambda label: (places.get(label, len(places)), label)))
    return ", ".join([clean(label) for label in answer]) or NONE


def read(question: Question, text: str) -> Answer:
    """The answer that a text is.

    Raises:
        PlyscopeError: it is none of the kind that is asked for; the message says what is.
    """
    if question.kind in (Kind.ALPHA, Kind.BETA, Kind.NUMBER):
        return _number(text)
    if question.kind is Kind.VALUE:
        found = _WORTH.fullmatch(text)
        if found is None or found[1] not in _SIGNS:
            raise PlyscopeError("a value, with ≥ or ≤ before it where it is a bound: 3, >= 3 or <= 3")
        return Worth(_number(found[2]), _SIGNS[found[1]])
    labels = _labels(question.choices, text)
    if question.kind is Kind.ORDER:
        return tuple(labels)
    if question.kind is Kind.PRUNED:
        return frozenset(labels)
    if len(labels) > 1:
        raise PlyscopeError(f"one move, or {NONE}")
    return labels[0] if labels else None


def _number(text: str) -> float:
    try:
        value = typed_number(text)
    except ValueError:
        value = float("nan")
    if value != value:
        raise PlyscopeError("a number, ∞ or −∞ (inf or -inf)")
    return value


def _labels(choices: Sequence[str], text: str) -> list[str]:
    """The moves in a text, with commas or blanks between."""
    text = text.strip()
    known = {clean(label): label for label in choices}
    if text in known:
        return [known[text]]
    if text.lower() == NONE:
        return []
    words = [word.strip() for word in text.split(",")]
    if not set(words) <= set(known):
        words = text.replace(",", " ").split()
    if wrong := [word for word in words if word not in known]:
        raise PlyscopeError(f"no move {clean(wrong[0], 40)}; there are: {', '.join(list(known)[:12])}")
    if not words:
        raise PlyscopeError(f"moves, with commas between, or {NONE}")
    return [known[word] for word in words]
