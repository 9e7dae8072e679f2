"""A question about what a search does next, and the kinds of answers there are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from tracer.errors import PlyscopeError
from tracer.recording.status import BOUND_SIGNS, EXACT, LOWER, UPPER, Bound
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


NO_ANSWER = "none"
"""How the answer is written that no move is meant."""
_BOUND_OF_SIGN: dict[str, Bound] = {"": EXACT, "=": EXACT, "≥": LOWER, ">=": LOWER, ">": LOWER}
_BOUND_OF_SIGN |= {"≤": UPPER, "<=": UPPER, "<": UPPER}
_VALUE_PATTERN = re.compile(r"\s*([=≥≤<>]{0,2})\s*(\S+)\s*")


def format_answer(answer: Answer, choices: Sequence[str] = ()) -> str:
    """An answer as it is typed; moves in the order of the choices.

    >>> (
    ...     format_answer(frozenset({"b", "a"}), ["a", "b"]),
    ...     format_answer(frozenset()),
    ...     format_answer(Worth(3.0, LOWER)),
    ...     format_answer(-float("inf")),
    ... )
    ('a, b', 'none', '≥ 3', '−∞')
    """
    if answer is None:
        return NO_ANSWER
    if isinstance(answer, Worth):
        return f"{BOUND_SIGNS[answer.bound]} {number(answer.value)}"
    if isinstance(answer, str):
        return clean(answer)
    if isinstance(answer, float | int):
        return number(answer)
    if isinstance(answer, frozenset):
        index_of_label = {label: index for index, label in enumerate(choices)}
        answer = tuple(sorted(sorted(answer), key=lambda label: index_of_label.get(label, len(choices))))
    return ", ".join([clean(label) for label in answer]) or NO_ANSWER


def parse_answer(question: Question, text: str) -> Answer:
    """The answer that a text is."""
    if question.kind in (Kind.ALPHA, Kind.BETA, Kind.NUMBER):
        return _parse_number(text)
    if question.kind is Kind.VALUE:
        match = _VALUE_PATTERN.fullmatch(text)
        if match is None or match[1] not in _BOUND_OF_SIGN:
            raise PlyscopeError("a value, with ≥ or ≤ before it where it is a bound: 3, >= 3 or <= 3")
        return Worth(_parse_number(match[2]), _BOUND_OF_SIGN[match[1]])
    labels = _parse_labels(question.choices, text)
    if question.kind is Kind.ORDER:
        return tuple(labels)
    if question.kind is Kind.PRUNED:
        return frozenset(labels)
    if len(labels) > 1:
        raise PlyscopeError(f"one move, or {NO_ANSWER}")
    return labels[0] if labels else None


def _parse_number(text: str) -> float:
    try:
        value = typed_number(text)
    except ValueError:
        value = float("nan")
    if value != value:
        raise PlyscopeError("a number, ∞ or −∞ (inf or -inf)")
    return value


def _parse_labels(choices: Sequence[str], text: str) -> list[str]:
    """The moves in a text, with commas or blanks between."""
    text = text.strip()
    label_of_text = {clean(label): label for label in choices}
    if text in label_of_text:
        return [label_of_text[text]]
    if text.lower() == NO_ANSWER:
        return []
    words = [word.strip() for word in text.split(",")]
    if not set(words) <= set(label_of_text):
        words = text.replace(",", " ").split()
    if unknown_words := [word for word in words if word not in label_of_text]:
        raise PlyscopeError(f"no move {clean(unknown_words[0], 40)}; there are: {', '.join(list(label_of_text)[:12])}")
    if not words:
        raise PlyscopeError(f"moves, with commas between, or {NO_ANSWER}")
    return [label_of_text[word] for word in words]
