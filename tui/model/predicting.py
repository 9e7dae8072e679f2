"""Predicting: at each step one says what comes next before it is shown, and is told whether that was right."""

from __future__ import annotations

from tracer.questions.asking import question_at
from tracer.questions.marking import Marked, Score, mark
from tracer.questions.question import Question, parse_answer
from tui.model.explored import Explored


class Predicting:
    """The questions that one is asked on the way, each step's once, and how they were answered.

    Args:
        explored: the recording, and the place in it.

    Attributes:
        score: of all answers so far.
    """

    def __init__(self, explored: Explored) -> None:
        self._explored = explored
        self._answered: set[int] = set()
        self._told: tuple[int, Marked] | None = None
        self.score = Score()

    @property
    def question(self) -> Question | None:
        """What is asked before the next step; None where there is nothing to ask, or it was answered.

        Branches that are skipped in a row may be one moment: what follows the last of them is then asked at the first.
        """
        cursor = self._explored.cursor
        if cursor.step in self._answered:
            return None
        asked = (
            question_at(self._explored.trace, step)
            for step in (cursor.step, max(cursor.step_after(1) - 1, cursor.step))
        )
        return next((question for question in asked if question is not None), None)

    def answer(self, text: str) -> Marked:
        """Mark what was typed as an answer to the question of this step.

        Raises:
            PlyscopeError: it is no answer to it.
        """
        question = self.question
        assert question is not None, "it was asked"
        marked = mark(self._explored.trace, question, parse_answer(question, text))
        self.score = self.score.add(marked)
        self._answered.add(self._explored.cursor.step)
        return marked

    def tell(self, marked: Marked) -> None:
        """Have a verdict shown as long as the time is what it is now."""
        self._told = self._explored.cursor.step, marked

    @property
    def told(self) -> Marked | None:
        """The verdict that is shown at this step."""
        return self._told[1] if self._told is not None and self._told[0] == self._explored.cursor.step else None
