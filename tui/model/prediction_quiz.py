"""Predicting: at each step one says what comes next before it is shown, and is told whether that was right."""

from __future__ import annotations

from tracer.questions.asking import question_at
from tracer.questions.marking import Marked, Score, mark
from tracer.questions.question import Question, parse_answer
from tui.model.explorer_state import ExplorerState


class PredictionQuiz:
    """The questions that one is asked on the way, each step's once, and the score of the answers."""

    def __init__(self, explorer: ExplorerState) -> None:
        self._explorer = explorer
        self._answered_steps: set[int] = set()
        self._verdict_at_step: tuple[int, Marked] | None = None
        self.score = Score()

    @property
    def question(self) -> Question | None:
        """What is asked before the next step; None where there is nothing to ask, or it was answered.

        Branches that are skipped in a row may be one moment: what follows the last of them is then asked at the first.
        """
        cursor = self._explorer.cursor
        if cursor.step in self._answered_steps:
            return None
        questions = (
            question_at(self._explorer.trace, step)
            for step in (cursor.step, max(cursor.step_after(1) - 1, cursor.step))
        )
        return next((question for question in questions if question is not None), None)

    def mark_answer(self, text: str) -> Marked:
        """Mark what was typed as an answer to the question of this step.

        Raises:
            PlyscopeError: it is no answer to it.
        """
        question = self.question
        assert question is not None, "it was asked"
        marked = mark(self._explorer.trace, question, parse_answer(question, text))
        self.score = self.score.add(marked)
        self._answered_steps.add(self._explorer.cursor.step)
        return marked

    def show_verdict(self, marked: Marked) -> None:
        """Have a verdict shown as long as the time is what it is now."""
        self._verdict_at_step = self._explorer.cursor.step, marked

    @property
    def verdict(self) -> Marked | None:
        """The verdict that is shown at this step."""
        if self._verdict_at_step is not None and self._verdict_at_step[0] == self._explorer.cursor.step:
            return self._verdict_at_step[1]
        return None
