"""Predicting: at each step one says what comes next before it is shown, and is told whether that was right."""

from __future__ import annotations

from collections import Counter
from typing import Protocol

from tracer.questions.asking import questions_at, value_question
from tracer.questions.marking import Marked, Score, mark
from tracer.questions.question import Kind, Question
from tracer.questions.spelling import read
from tracer.time.moments import Event, event_at
from tracer.tracing import Trace
from tui.model.cursor import Cursor

INFINITY = float("inf")
ENDS = (Kind.ALPHA, Kind.BETA)


class Stepped(Protocol):
    """What steps through a recording."""

    @property
    def trace(self) -> Trace:
        """The recording."""

    @property
    def cursor(self) -> Cursor:
        """The place in time."""


class Predicting:
    """The questions that one is asked on the way, each step's once, and how they were answered.

    Args:
        stepped: what steps through the recording.

    Attributes:
        score: of all answers so far.
    """

    def __init__(self, stepped: Stepped) -> None:
        self._stepped = stepped
        self._answered: set[int] = set()
        self._told: tuple[int, Marked] | None = None
        self.score = Score()

    @property
    def question(self) -> Question | None:
        """What is asked before the next step; None where there is nothing to ask, or it was answered.

        Of several questions it is one of the kind that was asked least. O(log n + ply × children).
        """
        trace, step = self._stepped.trace, self._stepped.cursor.step
        if step in self._answered:
            return None
        asked = Counter(_sort(one.question) for one in self.score.marked)
        telling = [question for question in questions_at(trace, step) if _is_telling(trace, question)]
        if any(question.kind is Kind.PRUNED for question in telling):
            # That a node returns before all its moves were searched would say that the rest is pruned.
            telling = [question for question in telling if question.kind is not Kind.VALUE]
        if (value := self._after_pruning()) is not None:
            telling.append(value)
        return min(telling, key=lambda question: asked[_sort(question)], default=None)

    def _after_pruning(self) -> Question | None:
        """What a node returns that has skipped its last branch."""
        trace, cursor = self._stepped.trace, self._stepped.cursor
        above = int(trace.columns.parent[cursor.node])
        if cursor.event is not Event.PRUNED or event_at(trace, cursor.step_after(1)) != (Event.RETURNED, above):
            return None
        return value_question(trace, above)

    def answer(self, text: str) -> Marked:
        """Mark what was typed as an answer to the question of this step.

        Raises:
            PlyscopeError: it is no answer to it.
        """
        question = self.question
        assert question is not None, "it was asked"
        marked = mark(self._stepped.trace, question, read(question, text))
        self.score = self.score.add(marked)
        self._answered.add(self._stepped.cursor.step)
        return marked

    def tell(self, marked: Marked) -> None:
        """Have a verdict shown as long as the time is what it is now."""
        self._told = self._stepped.cursor.step, marked

    @property
    def told(self) -> Marked | None:
        """The verdict that is shown at this step."""
        return self._told[1] if self._told is not None and self._told[0] == self._stepped.cursor.step else None


def _sort(question: Question) -> Kind:
    return Kind.ALPHA if question.kind in ENDS else question.kind


def _is_telling(trace: Trace, question: Question) -> bool:
    """Whether somebody who sees the search up to here can work the answer out, and learns from it."""
    if question.kind in ENDS:
        if question.after is not None:  # the other end cannot have changed
            return (question.kind is Kind.ALPHA) == bool(trace.columns.turn[question.node] > 0)
        return abs(float(question.right)) < INFINITY if isinstance(question.right, float) else False
    return question.kind in (Kind.PRUNED, Kind.VALUE) and question.after is not None
