"""Questions about a small recording for a page, which asks them step by step and marks the answers by itself."""

from __future__ import annotations

from typing import Any

from tracer.questions.asking import chosen_questions
from tracer.questions.marking import mark
from tracer.questions.question import Answer, Question, Worth, write
from tracer.text import number
from tracer.tracing import Trace

LARGEST = 400
"""Nodes of a recording of which a page asks."""


def quiz(trace: Trace) -> list[dict[str, Any]] | None:
    """What is asked step by step, with the right answers and what explains them; None where there is nothing to ask."""
    if len(trace) > LARGEST or trace.columns.log is not None:
        return None
    return [_packed(trace, one) for one in chosen_questions(trace)] or None


def _packed(trace: Trace, question: Question) -> dict[str, Any]:
    """A question as JSON. A number is text, as `tracer.text.number` writes it; a value has its sign before it."""
    return {
        "kind": question.kind.value,
        "step": question.step,
        "node": question.node,
        "text": question.text,
        "right": _answer(question, question.right),
        "also": _answer(question, question.also),
        "written": write(question.right, question.choices),
        "choices": question.choices,
        "said": mark(trace, question, question.right).sentences,
    }


def _answer(question: Question, answer: Answer) -> Any:
    """An answer as JSON: labels, a number as text, or a sign and such a number; None for none."""
    if isinstance(answer, frozenset):
        return [label for label in question.choices if label in answer]
    if isinstance(answer, Worth):
        return [answer.bound.sign, number(answer.value)]
    return number(answer) if isinstance(answer, float | int) else answer
