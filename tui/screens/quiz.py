"""Asks what comes next before it is shown, and says how right that was."""

from __future__ import annotations

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
        judge = _Judge(question)
        prompt = Prompt(PROMPT_TITLE, judge.hint, judge)
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


class _Judge:
    """Says of a text whether it is an answer to a question."""

    def __init__(self, question: Question) -> None:
        from tracer.questions.question import NO_ANSWER, Kind

        self._question = question
        self._possible_words = (*map(clean, question.choices), NO_ANSWER) if question.choices else ()
        hints = {
            Kind.VALUE: "3, <= 3 or >= 3",
            Kind.PRUNED: f"moves with commas between, or {NO_ANSWER}",
            Kind.NEXT: "one move",
        }
        self.hint = hints.get(question.kind, "a number, ∞ or −∞ (inf or -inf)")

    def __call__(self, text: str) -> PromptFeedback:
        from tracer.questions.question import format_answer, parse_answer

        question_text, completions, completion_start = self._question.text, *self._complete_text(text)
        if not text.strip():
            return PromptFeedback(question_text, is_acceptable=False, completions=completions)
        try:
            answer = format_answer(parse_answer(self._question, text), self._question.choices)
        except PlyscopeError as error:
            return PromptFeedback(
                f"{question_text} {error}", is_acceptable=False, completions=completions, listed_from=completion_start
            )
        return PromptFeedback(
            f"{question_text} Enter answers: {answer}", completions=completions, listed_from=completion_start
        )

    def _complete_text(self, text: str) -> tuple[tuple[str, ...], int]:
        """What can become of the last word, and where that begins."""
        former_words, comma, last_word = text.rpartition(",")
        text_before = f"{former_words}{comma} " if comma else ""
        used_words = {word_choice.strip() for word_choice in former_words.split(",")} | {last_word.strip()}
        matching_words = [
            word_choice
            for word_choice in self._possible_words
            if word_choice.startswith(last_word.strip()) and word_choice not in used_words
        ]
        return tuple(text_before + word_choice for word_choice in matching_words), len(text_before)
