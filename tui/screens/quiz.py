"""Asks what comes next before it is shown, and says how right that was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.errors import PlyscopeError
from tracer.text import clean
from tui.model.notice import Answer, Report
from tui.screens.asking import Workplace
from tui.screens.prompt import Prompt

if TYPE_CHECKING:
    from tracer.questions.question import Question

TITLE = "What comes next?"


class Quiz:
    """The questions of a screen.

    Args:
        screen: the screen.
    """

    def __init__(self, screen: Workplace) -> None:
        self._screen = screen

    def toggle(self) -> str:
        """Ask before each step from now on, beginning here; or ask no more, and give the score."""
        browser = self._screen.browser
        if len(self._screen.browsers) > 1:
            return "one search alone can be predicted: plyscope explore A"
        from tracer.questions.log_questions import has_log_questions

        if browser.trace.columns.log is not None and not has_log_questions(browser.trace):
            return "what this best-first search goes by is not all recorded: n shows what it did"
        if browser.predicting is not None:
            score, browser.predicting = browser.predicting.score, None
            return Report(f"predicted: {score.text}")
        from tui.model.predicting import Predicting

        browser.predicting = Predicting(browser)
        return self.ask() if browser.question is not None else Report("n asks before it goes on; Q gives the score")

    def ask(self) -> str:
        """Ask the question of this step."""
        question = self._screen.browser.question
        assert question is not None, "there is one where this is called"
        judge = _Judge(question)
        prompt = Prompt(TITLE, judge.hint, judge)
        prompt.add_class("-low")
        self._screen.ask_for_text(prompt, self._mark)
        return ""

    def _mark(self, text: str | None) -> None:
        """Mark an answer, go on to what was asked for, and say both."""
        browser = self._screen.browser
        if text is None or browser.predicting is None or browser.question is None:
            return
        predicting = browser.predicting
        marked = predicting.answer(text)
        browser.do("time.step_forward")
        predicting.tell(marked)
        self._screen.sync(Report(f"{marked.text} {predicting.score.text}"))


class _Judge:
    """Says of a text whether it is an answer to a question."""

    def __init__(self, question: Question) -> None:
        from tracer.questions.question import NO_ANSWER, Kind

        self._question = question
        self._words = (*map(clean, question.choices), NO_ANSWER) if question.choices else ()
        hints = {
            Kind.VALUE: "3, <= 3 or >= 3",
            Kind.PRUNED: f"moves with commas between, or {NO_ANSWER}",
            Kind.NEXT: "one move",
        }
        self.hint = hints.get(question.kind, "a number, ∞ or −∞ (inf or -inf)")

    def __call__(self, text: str) -> Answer:
        """What is said of it."""
        from tracer.questions.question import format_answer, parse_answer

        asked, completions, start = self._question.text, *self._completed(text)
        if not text.strip():
            return Answer(asked, good=False, completions=completions)
        try:
            answer = format_answer(parse_answer(self._question, text), self._question.choices)
        except PlyscopeError as error:
            return Answer(f"{asked} {error}", good=False, completions=completions, start=start)
        return Answer(f"{asked} Enter answers: {answer}", completions=completions, start=start)

    def _completed(self, text: str) -> tuple[tuple[str, ...], int]:
        """What can become of the last word, and where that begins."""
        before, comma, word = text.rpartition(",")
        head = f"{before}{comma} " if comma else ""
        used = {one.strip() for one in before.split(",")} | {word.strip()}
        fits = [one for one in self._words if one.startswith(word.strip()) and one not in used]
        return tuple(head + one for one in fits), len(head)
