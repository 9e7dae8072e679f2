"""Answers that are worked out when they are first asked for, and kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self, TypeVar

Answer = TypeVar("Answer")


class Once:
    """Something that never changes and keeps the answers to questions about it, which are functions of it alone."""

    _answers: dict[Callable[..., Any], Any]

    def once(self, question: Callable[[Self], Answer]) -> Answer:
        """The answer to a question; asked again, the same object."""
        answers = self.__dict__.setdefault("_answers", {})
        if question not in answers:
            answers[question] = question(self)
        answer: Answer = answers[question]
        return answer

    def known(self, question: Callable[..., Answer]) -> Answer | None:
        """The answer to a question that was asked before; None where it was not."""
        found: Answer | None = self.__dict__.get("_answers", {}).get(question)
        return found

    def keep(self, question: Callable[..., Answer], answer: Answer) -> Answer:
        """Keep the answer to a question, worked out elsewhere. Gives it."""
        self.__dict__.setdefault("_answers", {})[question] = answer
        return answer
