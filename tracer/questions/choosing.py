"""Which question is asked at each step: one rule for everybody who asks, so that all ask the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tracer.questions.asking import questions_at, value_question
from tracer.questions.question import Kind, Question
from tracer.time.moments import Event, event_at
from tracer.tracing import Trace

ENDS = (Kind.ALPHA, Kind.BETA)
INFINITY = float("inf")


def chosen_questions(trace: Trace) -> Iterator[Question]:
    """All that is asked on the way through a recording, step by step; see `question_at`."""
    for step in range(trace.steps):
        if (question := question_at(trace, step)) is not None:
            yield question


def question_at(trace: Trace, step: int) -> Question | None:
    """What is asked once a step has happened, before the next one is shown; None where there is nothing to ask.

    It can be answered from what is seen by then: which moves are pruned after a child has returned, what alpha or beta
    is, what a node returns. At a cutoff it is what is pruned, and after that what is returned. Of several questions
    steps that follow one another ask different ones. It depends on the recording and the step alone.
    O(log n + ply × children), first O(n).

    >>> import tracer
    >>> [one.kind.value for one in chosen_questions(tracer.trace([[3, 5], [2, 9]]))]
    ['pruned', 'beta', 'pruned', 'pruned', 'value', 'value']
    """
    if trace.columns.log is not None:
        asked = questions_at(trace, step)
        return asked[step % len(asked)] if asked else None
    telling = [question for question in questions_at(trace, step) if _is_telling(trace, question)]
    if any(question.kind is Kind.PRUNED for question in telling):
        # That a node returns before all its moves were searched would say that the rest is pruned.
        telling = [question for question in telling if question.kind is not Kind.VALUE]
    if (value := _after_pruning(trace, step)) is not None:
        telling.append(value)
    if not telling:
        return None
    _, node = event_at(trace, step)
    return telling[int(trace.landmarks.visits[node] + 1) % len(telling)]


def _is_telling(trace: Trace, question: Question) -> bool:
    """Whether somebody who sees the search up to here can work the answer out, and learns from it."""
    if question.kind in ENDS:
        if question.after is not None:  # the other end cannot have changed
            return (question.kind is Kind.ALPHA) == bool(trace.columns.turn[question.node] > 0)
        return abs(float(question.right)) < INFINITY if isinstance(question.right, float) else False
    return question.kind in (Kind.PRUNED, Kind.VALUE) and question.after is not None


def _after_pruning(trace: Trace, step: int) -> Question | None:
    """What a node returns that has skipped its last branch."""
    event, node = event_at(trace, step)
    above = int(trace.columns.parent[node])
    if event is not Event.PRUNED or step + 1 >= trace.steps or event_at(trace, step + 1) != (Event.RETURNED, above):
        return None
    value = value_question(trace, above)
    return None if value is None else replace(value, step=step)
