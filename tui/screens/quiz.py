"""Asks what comes next before it is shown, and says how right that was."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from tracer.errors import PlyscopeError
from tracer.text import clean
from tui.model.explorer_state import PromptFeedback, SuccessNotice
from tui.screens.base_screens import BrowsingScreen
from tui.screens.prompt import Prompt

if TYPE_CHECKING:
    from tracer.questions.question import Question

PROMPT_TITLE = "What comes next?"


class Quiz:
    """The questions of a screen."""

    def __init__(self, screen: BrowsingScreen) -> None:
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
            return SuccessNotice(f"predicted: {score.text}")

        from tui.model.prediction_quiz import PredictionQuiz

        browser.predicting = PredictionQuiz(browser)
        return (
            self.ask() if browser.question is not None else SuccessNotice("n asks before it goes on; Q gives the score")
        )

    def ask(self) -> str:
        """Ask the question of this step."""
        question = self._screen.browser.question
        assert question is not None, "there is one where this is called"
        from tracer.questions.question import NO_ANSWER, Kind

        hints = {
            Kind.VALUE: "3, <= 3 or >= 3",
            Kind.PRUNED: f"moves with commas between, or {NO_ANSWER}",
            Kind.NEXT: "one move",
        }
        hint = hints.get(question.kind, "a number, ∞ or −∞ (inf or -inf)")
        possible_words = (*map(clean, question.choices), NO_ANSWER) if question.choices else ()
        prompt = Prompt(PROMPT_TITLE, hint, partial(_judge_answer, question, possible_words))
        prompt.add_class("-low")
        self._screen.ask_for_text(prompt, self._check_answer)
        return ""

    def _check_answer(self, text: str) -> None:
        browser = self._screen.browser
        if browser.predicting is None or browser.question is None:
            return
        predicting = browser.predicting
        checked_answer = predicting.mark_answer(text)
        browser.run_action("time.step_forward")
        predicting.show_verdict(checked_answer)
        self._screen.sync(SuccessNotice(f"{checked_answer.text} {predicting.score.text}"))


def _judge_answer(question: Question, possible_words: Sequence[str], text: str) -> PromptFeedback:
    """Whether a text is an answer to a question, and what can become of its last word."""
    from tracer.questions.question import format_answer, parse_answer

    former_words, comma, last_word = text.rpartition(",")
    text_before = f"{former_words}{comma} " if comma else ""
    used_words = {word.strip() for word in former_words.split(",")} | {last_word.strip()}
    completions = tuple(
        text_before + word for word in possible_words if word.startswith(last_word.strip()) and word not in used_words
    )
    if not text.strip():
        return PromptFeedback(question.text, is_acceptable=False, completions=completions)
    try:
        answer = format_answer(parse_answer(question, text), question.choices)
    except PlyscopeError as error:
        return PromptFeedback(f"{question.text} {error}", False, completions, len(text_before))
    return PromptFeedback(f"{question.text} Enter answers: {answer}", True, completions, len(text_before))
