"""Questions about a small recording for a page, which asks them step by step and marks the answers by itself."""

from __future__ import annotations

from typing import Any

from tracer.questions.asking import questions_at
from tracer.questions.marking import mark
from tracer.questions.question import Kind, Question, Worth
from tracer.questions.spelling import write
from tracer.text import number
from tracer.tracing import Trace

LARGEST = 400
"""Nodes of a recording of which a page asks."""
ASKED = (Kind.PRUNED, Kind.VALUE, Kind.ALPHA, Kind.BETA)
"""What is asked."""


def quiz(trace: Trace) -> list[dict[str, Any]] | None:
    """One question a step at most, with its right answer and what explains it; None where there is none."""
    if len(trace) > LARGEST:
        return None
    found = [_packed(trace, one) for step in range(trace.steps) if (one := chosen(trace, step)) is not None]
    return found or None


def chosen(trace: Trace, step: int) -> Question | None:
    """Of the questions of a step one, so that steps that follow one another ask for different things."""
    found = [one for one in questions_at(trace, step) if one.kind in ASKED]
    return found[step % len(found)] if found else None


def _packed(trace: Trace, question: Question) -> dict[str, Any]:
    """A question as JSON. A number is text, as `tracer.text.number` writes it; a value has its sign before it."""
    right: Any = question.right
    if isinstance(right, frozenset):
        right = [label for label in question.choices if label in right]
    elif isinstance(right, Worth):
        right = [right.bound.sign, number(right.value)]
    else:
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
