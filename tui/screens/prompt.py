"""Dialogs that ask: for a line that is typed and answered meanwhile, or for one of a few words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, TypeVar

from rich.text import Text
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from tracer.errors import PlyscopeError
from tracer.text import clean
from tui.model.explorer_state import PromptFeedback

MAX_INPUT_LENGTH = 4_000
"""Characters that can be typed: a path of two thousand moves."""
MAX_COMPLETIONS_SHOWN = 24
"""Completions that are listed; more are counted."""


Result = TypeVar("Result")


class ClosesOnce(ModalScreen[Result]):
    """A dialog whose second closing does nothing: no key or click that comes late takes away the screen below it."""

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Close with a result, unless it is closed already."""
        return super().dismiss(result) if self.is_current else AwaitComplete()


class CleanInput(Input):
    """A line to type into that takes nothing a terminal would obey, not even from the clipboard."""

    def validate_value(self, value: str) -> str:
        """What stands there."""
        return clean(value, MAX_INPUT_LENGTH)


class Prompt(ClosesOnce[str | None]):
    """Asks until it is given a text that a function judges to be good, or escape; what it raises says why not."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Cancel"),
        Binding("tab", "complete", "Complete", priority=True),
    ]

    class Opened(Message):
        """It takes keys now: after it was opened, or after it has refused what stands in it."""

    def __init__(
        self,
        title: str,
        placeholder: str,
        judge: Callable[[str], PromptFeedback],
        text: str = "",
        *,
        is_text_selected: bool = False,
    ) -> None:
        super().__init__()
        self._is_text_selected = is_text_selected
        self._title, self._placeholder, self._judge, self._text = title, placeholder, judge, text

    def compose(self) -> ComposeResult:
        """A line to type into, and one that answers."""
        with Vertical(id="prompt") as box:
            box.border_title = Text(self._title)  # no markup: a move may have any name
            box.border_subtitle = "enter takes it · tab completes · esc leaves it"
            yield CleanInput(
                self._text, self._placeholder, max_length=MAX_INPUT_LENGTH, select_on_focus=self._is_text_selected
            )
            answer = self._judge_text(self._text)
            yield Static(_format_answer(answer), id="answer", classes="" if answer.is_acceptable else "wrong")

    def on_descendant_focus(self) -> None:
        """The line has the keys."""
        self.post_message(self.Opened())

    def _judge_text(self, text: str) -> PromptFeedback:
        try:
            return self._judge(text)
        except PlyscopeError as error:
            return PromptFeedback(str(error), is_acceptable=False)

    def _show_answer(self, text: str) -> PromptFeedback:
        answer = self._judge_text(text)
        for answer_line in self.query("#answer").results(
            Static
        ):  # none is left when it is told while the explorer ends
            answer_line.update(_format_answer(answer))
            answer_line.set_class(not answer.is_acceptable, "wrong")
        return answer

    def on_input_changed(self, event: Input.Changed) -> None:
        """Answer what stands there now."""
        self._show_answer(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take it, or say why not."""
        answer = self._show_answer(event.value)
        if answer.is_acceptable:
            self.dismiss(event.value)
        else:
            if not answer.text:  # what could still become a word has not been said to be wrong
                problem_text = f"{clean(event.value, 60)} is not whole yet: tab takes the first of these"
                self.query_one("#answer", Static).update(Text(problem_text) + "\n" + _format_completions(answer))
            self.app.bell()
            self.post_message(self.Opened())

    def action_complete(self) -> None:
        """Take the first completion."""
        text_input = self.query_one(Input)
        completions = self._judge_text(text_input.value).completions
        if completions:
            text_input.value = completions[0]
            text_input.cursor_position = len(text_input.value)
        else:
            self.app.bell()


def _format_answer(answer: PromptFeedback) -> Text:
    answer_text = Text(clean(answer.text, 400))
    if not answer.completions:
        return answer_text
    return (answer_text.append("\n") if answer.text else answer_text) + _format_completions(answer)


def _format_completions(answer: PromptFeedback) -> Text:
    completions = [completion[answer.listed_from :] for completion in answer.completions[:MAX_COMPLETIONS_SHOWN]]
    labels = [clean(completion.rpartition("/")[2] or completion, 40) for completion in completions]
    more_note = (
        f" … and {len(answer.completions) - MAX_COMPLETIONS_SHOWN:,} more"
        if len(answer.completions) > MAX_COMPLETIONS_SHOWN
        else ""
    )
    return Text("  ".join(labels) + more_note, "bold")


class ChoiceDialog(ClosesOnce[str | None]):
    """Gives one of some words, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "dismiss(None)", "Cancel")]

    def __init__(self, title: str, choices: Sequence[str]) -> None:
        super().__init__()
        self._title, self._choices = title, choices

    def compose(self) -> ComposeResult:
        """The words, one a line."""
        with Vertical(id="choosing") as box:
            box.border_title = Text(self._title)
            box.border_subtitle = "enter takes it · esc leaves it"
            yield OptionList(*(Option(Text(clean(choice, 60))) for choice in self._choices))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take the word in hand."""
        self.dismiss(self._choices[event.option_index])
