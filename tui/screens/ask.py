"""Asks for what a key alone cannot say: a place, a condition, a name, a file."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tracer.condition.vocabulary import CONSTANTS, NAMES
from tracer.condition.watchpoint import parse_search
from tracer.errors import PlyscopeError
from tracer.recording.header import Header
from tracer.text import clean
from tracer.why.sentences import format_count
from tui.model.best_first_keys import is_best_first
from tui.model.bookmark_keys import KEPT_IN_MEMORY
from tui.model.explorer_state import PromptFeedback, judge_target, parse_target
from tui.screens.base_screens import BrowsingScreen
from tui.screens.lab import Lab
from tui.screens.prompt import Prompt
from tui.screens.writer import PAGE_FORMAT, SERVED_NOTICE, Writer

if TYPE_CHECKING:
    from tracer.stepping.recorded_program import Program

CONDITION_HINT = "a condition, such as {}; a move or a path of moves"
BREAKPOINT_HINT = "a condition, such as {}; or best changes, at the selected node"
CONDITION_EXAMPLES = ("cutoff and ply == 3", "value < 0", "pruned > 2")
LOG_CONDITION_EXAMPLES = ("ply == 2 and visited > 9", "value < 0")
"""Those for a best-first search, which prunes nothing."""
CHANGE_CONDITIONS = ("changes", "best changes", "alpha changes", "beta changes", "window changes")
"""What can be stopped at besides conditions."""
BOOKMARK_HINT = "a name, and after a colon a note: refuted: b2 looks good but a1 cuts it"
DEFAULT_RECORDING_NAME = "search.plyscope"
"""The file that is offered for a recording."""
DEFAULT_DIAGRAM_NAME = "tree.svg"
"""The file that is offered for a diagram."""


class Ask:
    """The questions of a screen."""

    def __init__(self, screen: BrowsingScreen, writer: Writer, lab: Lab) -> None:
        self._screen, self._writer, self._lab = screen, writer, lab
        self._allowed_program: tuple[dict[str, Any], Program] | None = None
        """The script that may be run again, with what its recording says of it."""

    def _open_prompt(
        self,
        title: str,
        hint: str,
        judge: Callable[[str], PromptFeedback],
        on_answer: Callable[[str], None],
        text: str = "",
    ) -> str:
        self._screen.ask_for_text(Prompt(title, hint, judge, text), on_answer)
        return ""

    def place(self) -> str:
        """Ask where to go."""
        browser = self._screen.browser
        return self._open_prompt(
            "Go to",
            "step, #node or path of moves",
            lambda text: judge_target(text, browser.trace, browser.cursor.step),
            self._go_to_place,
        )

    def _go_to_place(self, text: str) -> None:
        browser = self._screen.browser
        target = parse_target(text, browser.trace, browser.cursor.step)
        former_place = browser.location
        notice = browser.select(target.node) if target.step is None and target.node is not None else ""
        if target.step is not None:
            notice = browser.time.go_to_step(target.step)
        browser.history.add_jump(former_place)
        self._screen.show_outcome(notice)

    @property
    def _condition_examples(self) -> Sequence[str]:
        return LOG_CONDITION_EXAMPLES if is_best_first(self._screen.browser.trace) else CONDITION_EXAMPLES

    @property
    def _find_hint(self) -> str:
        return CONDITION_HINT.format(" · ".join(self._condition_examples))

    @property
    def _breakpoint_hint(self) -> str:
        return BREAKPOINT_HINT.format(self._condition_examples[0])

    def find(self) -> str:
        """Ask what to find, and go to its next hit."""
        text = self._screen.browser.finder.text
        hint = f"enter finds {text} again" if text else self._find_hint
        return self._open_prompt("Find", hint, self._judge_search, self._find_hits)

    def _judge_search(self, text: str) -> PromptFeedback:
        browser = self._screen.browser
        if not text.strip():
            former_text, count = browser.finder.text, len(browser.finder.hits)
            hint_text = (
                f"{former_text}: {format_count(count, 'hit')}; enter goes to the next"
                if former_text
                else self._find_hint
            )
            return PromptFeedback(hint_text, is_acceptable=bool(former_text), completions=(*NAMES, *CONSTANTS))
        move_labels = () if any(character in text for character in " =<>()\"'/") else browser.trace.move_labels

        def count_hits() -> str:
            condition = parse_search(text, browser.trace)
            hits = int(condition.nodes(browser.trace).sum())
            reason = "" if hits else condition.missing(browser.trace)
            return f"{format_count(hits, 'hit')}{f': {reason}' if reason else ''}"

        return _judge_condition(text, count_hits, move_labels)

    def _find_hits(self, text: str) -> None:
        notice = self._screen.browser.run_action("finder.look_for", text)
        self._screen.pane.activate_list("Hits")
        self._screen.show_outcome(notice)

    def breakpoint(self) -> str:
        """Ask for a condition, or a change of a number, to stop at."""
        return self._open_prompt("Stop where", self._breakpoint_hint, self._judge_breakpoint, self._add_breakpoint)

    def _judge_breakpoint(self, text: str) -> PromptFeedback:
        if not text.strip():
            return PromptFeedback(
                self._breakpoint_hint, is_acceptable=False, completions=(*CHANGE_CONDITIONS, *NAMES, *CONSTANTS)
            )
        return _judge_condition(
            text, lambda: format_count(self._screen.browser.stops.count_hits(text), "hit"), CHANGE_CONDITIONS
        )

    def _add_breakpoint(self, text: str) -> None:
        notice = self._screen.browser.stops.add_breakpoint(text)
        self._screen.pane.activate_list("Breakpoints")
        self._screen.show_outcome(notice)

    def bookmark(self) -> str:
        """Ask for the name under which to keep this place."""
        return self._open_prompt("Bookmark", BOOKMARK_HINT, self._judge_bookmark, self._add_bookmark)

    @staticmethod
    def _judge_bookmark(text: str) -> PromptFeedback:
        return PromptFeedback(BOOKMARK_HINT, is_acceptable=bool(text.partition(":")[0].strip()))

    def _add_bookmark(self, text: str) -> None:
        name, _, note = text.partition(":")
        notice = self._screen.browser.places.add_bookmark(name.strip(), note.strip())
        hint = "" if notice != KEPT_IN_MEMORY or self._screen.served else ": ^w writes it into one"
        self._screen.sync(notice + hint)

    def inside(self) -> str:
        """Run the recorded script again to step the lines of the selected call; the first time, ask which that is."""
        if self._screen.served:
            return "this session is shown in a browser and runs no script"
        browser = self._screen.browser
        header = browser.trace.header
        if not isinstance(script := header.notes.get("script"), str):
            return "no script is known of this recording: `plyscope run SCRIPT -o FILE` keeps it"
        if self._allowed_program is not None and self._allowed_program[0] == header.notes:
            return self._lab.step_inside(self._allowed_program[1])
        return self._open_prompt(
            "Run this script again, to step inside the call",
            script,
            self._judge_script,
            self._run_program,
            self._suggest_script(header, script),
        )

    def allow_program(self, program: Program) -> None:
        """Have this script run without a question: who started the explorer named it with its arguments."""
        self._allowed_program = self._screen.browser.trace.header.notes, program

    def _suggest_script(self, header: Header, script: str) -> str:
        recording_folder = self._screen.browser.places.folder
        try:
            return str(_find_program(header, recording_folder=recording_folder).path)
        except PlyscopeError:
            return clean(script)

    def _judge_script(self, text: str) -> PromptFeedback:
        program = _find_program(self._screen.browser.trace.header, given_path=text)
        return PromptFeedback(f"enter runs {program.command} in {Path.cwd()}")

    def _run_program(self, text: str) -> None:
        header = self._screen.browser.trace.header
        try:
            program = _find_program(header, given_path=text)
        except PlyscopeError as error:  # it was changed just now
            self._screen.show_outcome(str(error))
            return
        self._allowed_program = header.notes, program
        self._screen.sync(self._lab.step_inside(program))

    def export(self) -> str:
        """Ask for the file of a diagram of what is on the screen."""
        if self._screen.served:
            return SERVED_NOTICE
        return self._open_prompt(
            "Write the tree as it is shown",
            DEFAULT_DIAGRAM_NAME,
            self._judge_file,
            partial(self._write, self._writer.diagram),
            DEFAULT_DIAGRAM_NAME,
        )

    @staticmethod
    def _judge_file(text: str) -> PromptFeedback:
        from viz import FORMATS
        from viz.formats.registry import find_format

        file_format = find_format(text)
        replacement_note = "; replaces the file that is there" if Path(text).is_file() else ""
        if file_format.name == PAGE_FORMAT:
            return PromptFeedback(f"a page to step through, that begins here{replacement_note}")
        drawn_formats = [name for name, entry in FORMATS.items() if entry.draws]
        if not file_format.draws:
            return PromptFeedback(
                f"{file_format.name} is not the tree as it is shown: give {', '.join(drawn_formats)}, or {PAGE_FORMAT}",
                is_acceptable=False,
            )
        return PromptFeedback(f"the same folding, the same root{replacement_note}")

    def _write(self, write: Callable[[str], str], path: str) -> None:
        try:
            notice = write(path)
        except PlyscopeError as error:
            notice = clean(str(error))
        self._screen.sync(notice)

    def save(self) -> str:
        """Ask for the file in which to keep the recording, its bookmarks and its conditions."""
        if self._screen.served:
            return SERVED_NOTICE
        return self._open_prompt(
            "Keep the recording",
            DEFAULT_RECORDING_NAME,
            self._judge_recording,
            partial(self._write, self._writer.save),
            DEFAULT_RECORDING_NAME,
        )

    @staticmethod
    def _judge_recording(text: str) -> PromptFeedback:
        if Path(text).suffix != ".plyscope":
            return PromptFeedback("a name that ends in .plyscope", is_acceptable=False)
        return PromptFeedback(f"{clean(text)} is there already, and will be replaced" if Path(text).exists() else "")

    def start(self) -> str:
        """Ask for another search."""
        if self._screen.served:
            return "this session is shown in a browser and starts no other searches"
        self._screen.post_message(BrowsingScreen.SearchRequested())
        return ""


def _judge_condition(text: str, describe_count: Callable[[], str], other_completions: Sequence[str]) -> PromptFeedback:
    """What is said of a condition while it is typed, where the whole text could also become one of some others."""
    last_word = re.search(r"[A-Za-z_]*$", text)
    prefix = last_word[0] if last_word else ""
    name_completions = [name for name in (*NAMES, *CONSTANTS) if prefix and name.startswith(prefix) and name != prefix]
    prefix_start = len(text) - len(prefix)
    completions = [completion for completion in other_completions if completion.startswith(text) and completion != text]
    completions += [text[:prefix_start] + name for name in name_completions]
    try:
        count_text = describe_count()
    except PlyscopeError as error:
        # The word in hand is no name yet: that is no mistake as long as it can become one.
        return PromptFeedback(
            "" if completions else str(error),
            is_acceptable=False,
            completions=tuple(completions),
            listed_from=prefix_start,
        )
    return PromptFeedback(count_text, completions=tuple(completions), listed_from=prefix_start)


def _find_program(header: Header, given_path: str | None = None, recording_folder: Path | None = None) -> Program:
    """The script of a recording; what finds it is loaded when it is asked for.

    Raises:
        PlyscopeError: it is not there, or has changed.
    """
    from tracer.stepping.recorded_program import find_program

    return find_program(header, script_option=given_path, recording_folder=recording_folder)
