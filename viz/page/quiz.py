"""Questions about a small recording for a page, which asks them step by step and marks the answers by itself."""

from __future__ import annotations

from typing import Any

from tracer.questions.choosing import chosen_questions
from tracer.questions.marking import mark
from tracer.questions.question import Question, Worth
from tracer.questions.spelling import write
from tracer.text import number
from tracer.tracing import Trace

LARGEST = 400
"""Nodes of a recording of which a page asks."""


def quiz(trace: Trace) -> list[dict[str, Any]] | None:
    """What is asked step by step, with the right answers and what explains them; None where there is nothing to ask."""
    if len(trace) > LARGEST:
        return None
    return [_packed(trace, one) for one in chosen_questions(trace)] or None


def _packed(trace: Trace, question: Question) -> dict[str, Any]:
    """A question as JSON. A number is text, as `tracer.text.number` writes it; a value has its sign before it."""
    right: Any = question.right
    if isinstance(right, frozenset):
        right = [label for label in question.choices if label in right]
    elif isinstance(right, Worth):
        right = [right.bound.sign, number(right.value)]
    elif isinstance(right, float | int):
        right = number(right)
    return {
        "kind": question.kind.value,
        "step": question.step,
        "node": question.node,
        "text": question.text,
        "right": right,
        "written": write(question.right, question.choices),
        "choices": question.choices,
        "said": mark(trace, question, question.right).sentences,
    }
