"""Asks for what a key alone cannot say: a place, a condition, a name, a file."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tracer.condition.vocabulary import CONSTANTS, NAMES
from tracer.condition.watchpoint import parse_search
from tracer.errors import PlyscopeError
from tracer.recording.header import Header
from tracer.text import clean
from tui.model import goto
from tui.model.notice import Answer
from tui.model.places import IN_MEMORY
from tui.screens.asking import Workplace
from tui.screens.prompt import Prompt
from tui.screens.writer import PAGE, SERVED, Writer

if TYPE_CHECKING:
    from tracer.stepping.program import Program

CONDITION_HINT = "a condition, such as cutoff and ply == 3 · value < 0 · pruned > 2; a move or a path of moves"
BREAKPOINT_HINT = "a condition, such as cutoff and ply == 3; or best changes, at the selected node"
CHANGES = ("changes", "best changes", "alpha changes", "beta changes", "window changes")
"""What can be stopped at besides conditions."""
BOOKMARK_HINT = "a name, and after a colon a note: refuted: b2 looks good but a1 cuts it"
RECORDING = "search.plyscope"
"""The file that is offered for a recording."""
DIAGRAM = "tree.svg"
"""The file that is offered for a diagram."""


class Ask:
    """The questions of a screen.

    Args:
        screen: the screen.
        writer: writes the files that are asked for.
    """

    def __init__(self, screen: Workplace, writer: Writer) -> None:
        self._screen, self._writer = screen, writer
        self._agreed: tuple[dict[str, Any], Program] | None = None
        """The script that may be run again, with what its recording says of it."""

    def _prompt(
        self,
        title: str,
        hint: str,
        judge: Callable[[str], Answer],
        then: Callable[[str | None], None],
        text: str = "",
    ) -> str:
        self._screen.ask_for_text(Prompt(title, hint, judge, text), then)
        return ""

    def place(self) -> str:
        """Ask where to go."""
        browser = self._screen.browser
        return self._prompt(
            "Go to",
            "step, #node or path of moves",
            lambda text: goto.judge(text, browser.trace, browser.cursor.step),
            self._go,
        )

    def _go(self, text: str | None) -> None:
        if text is None:
            return
        browser = self._screen.browser
        found = goto.target(text, browser.trace, browser.cursor.step)
        before = browser.place
        notice = browser.select(found.node) if found.step is None and found.node is not None else ""
        if found.step is not None:
            notice = browser.time.go_to_step(found.step)
        browser.history.leave(before)
        self._screen.show_outcome(notice)

    def find(self) -> str:
        """Ask what to find, and go to its next hit."""
        text = self._screen.browser.finder.text
        hint = f"enter finds {text} again" if text else CONDITION_HINT
        return self._prompt("Find", hint, self._judge_search, self._find)

    def _judge_search(self, text: str) -> Answer:
        browser = self._screen.browser
        if not text.strip():
            again, count = browser.finder.text, len(browser.finder.hits)
            told = f"{again}: {_counted(count)}; enter goes to the next" if again else CONDITION_HINT
            return Answer(told, good=bool(again), completions=(*NAMES, *CONSTANTS))
        labels = () if any(sign in text for sign in " =<>()\"'/") else browser.trace.move_labels

        def counted() -> str:
            condition = parse_search(text, browser.trace)
            hits = int(condition.nodes(browser.trace).sum())
            reason = "" if hits else condition.missing(browser.trace)
            return f"{_counted(hits)}{f': {reason}' if reason else ''}"

        return _judged(text, counted, labels)

    def _find(self, text: str | None) -> None:
        if text is not None:
            notice = self._screen.browser.do("finder.look_for", text)
            self._screen.bring_to_front("Hits")
            self._screen.show_outcome(notice)

    def breakpoint(self) -> str:
        """Ask for a condition, or a change of a number, to stop at."""
        return self._prompt("Stop where", BREAKPOINT_HINT, self._judge_breakpoint, self._stop)

    def _judge_breakpoint(self, text: str) -> Answer:
        if not text.strip():
            return Answer(BREAKPOINT_HINT, good=False, completions=(*CHANGES, *NAMES, *CONSTANTS))
        return _judged(text, lambda: _counted(self._screen.browser.stops.count(text)), CHANGES)

    def _stop(self, text: str | None) -> None:
        if text is None:
            return
        notice = self._screen.browser.stops.add(text)
        self._screen.bring_to_front("Breakpoints")
        self._screen.show_outcome(notice)

    def bookmark(self) -> str:
        """Ask for the name under which to keep this place."""
        return self._prompt("Bookmark", BOOKMARK_HINT, self._judge_bookmark, self._keep)

    @staticmethod
    def _judge_bookmark(text: str) -> Answer:
        return Answer(BOOKMARK_HINT, good=bool(text.partition(":")[0].strip()))

    def _keep(self, text: str | None) -> None:
        if text is not None:
            name, _, note = text.partition(":")
            notice = self._screen.browser.places.keep(name.strip(), note.strip())
            hint = "" if notice != IN_MEMORY or self._screen.served else ": ^w writes it into one"
            self._screen.sync(notice + hint)

    def inside(self) -> str:
        """Run the recorded script again to step the lines of the selected call; the first time, ask which that is."""
        if self._screen.served:
            return "this session is shown in a browser and runs no script"
        browser = self._screen.browser
        header = browser.trace.header
        if not isinstance(script := header.notes.get("script"), str):
            return "no script is known of this recording: `plyscope run SCRIPT -o FILE` keeps it"
        if self._agreed is not None and self._agreed[0] == header.notes:
            return self._screen.step_inside(self._agreed[1])
        return self._prompt(
            "Run this script again, to step inside the call",
            script,
            self._judge_script,
            self._run,
            self._offered(header, script),
        )

    def agree(self, program: Program) -> None:
        """Have this script run without a question: who started the explorer named it with its arguments."""
        self._agreed = self._screen.browser.trace.header.notes, program

    def _offered(self, header: Header, script: str) -> str:
        """The script that is offered: where it is found, or as it was called."""
        beside = self._screen.browser.places.folder
        try:
            return str(_script_of(header, beside=beside).path)
        except PlyscopeError:
            return clean(script)

    def _judge_script(self, text: str) -> Answer:
        try:
            program = _script_of(self._screen.browser.trace.header, given=text)
        except PlyscopeError as error:
            return Answer(str(error), good=False)
        return Answer(f"enter runs {program.command} in {Path.cwd()}")

    def _run(self, text: str | None) -> None:
        if text is None:
            return
        header = self._screen.browser.trace.header
        try:
            program = _script_of(header, given=text)
        except PlyscopeError as error:  # it was changed just now
            self._screen.show_outcome(str(error))
            return
        self._agreed = header.notes, program
        self._screen.sync(self._screen.step_inside(program))

    def export(self) -> str:
        """Ask for the file of a diagram of what is on the screen."""
        if self._screen.served:
            return SERVED
        return self._prompt("Write the tree as it is shown", DIAGRAM, self._judge_file, self._export, DIAGRAM)

    @staticmethod
    def _judge_file(text: str) -> Answer:
        from viz import FORMATS
        from viz.formats.registry import find_format

        try:
            found = find_format(text)
        except PlyscopeError as error:
            return Answer(str(error), good=False)
        there = "; replaces the file that is there" if Path(text).is_file() else ""
        if found.name == PAGE:
            return Answer(f"a page to step through, that begins here{there}")
        drawn = [name for name, one in FORMATS.items() if one.draws]
        if not found.draws:
            return Answer(
                f"{found.name} is not the tree as it is shown: give {', '.join(drawn)}, or {PAGE}", good=False
            )
        return Answer(f"the same folding, the same root{there}")

    def _export(self, text: str | None) -> None:
        if text is None:
            return
        try:
            notice = self._writer.diagram(text)
        except PlyscopeError as error:
            notice = clean(str(error))
        self._screen.sync(notice)

    def save(self) -> str:
        """Ask for the file in which to keep the recording, its bookmarks and its conditions."""
        if self._screen.served:
            return SERVED
        return self._prompt("Keep the recording", RECORDING, self._judge_recording, self._save, RECORDING)

    @staticmethod
    def _judge_recording(text: str) -> Answer:
        if Path(text).suffix != ".plyscope":
            return Answer("a name that ends in .plyscope", good=False)
        return Answer(f"{clean(text)} is there already, and will be replaced" if Path(text).exists() else "")

    def _save(self, text: str | None) -> None:
        if text is None:
            return
        try:
            notice = self._writer.save(text)
        except PlyscopeError as error:
            notice = clean(str(error))
        self._screen.sync(notice)

    def start(self) -> str:
        """Ask for another search."""
        if self._screen.served:
            return "this session is shown in a browser and starts no other searches"
        self._screen.ask_for_search()
        return ""


def _counted(hits: int) -> str:
    return f"{hits:,} hit{'' if hits == 1 else 's'}"


def _judged(text: str, count: Callable[[], str], others: Sequence[str]) -> Answer:
    """What is said of a condition while it is typed, where the whole text could also become one of some others."""
    word = re.search(r"[A-Za-z_]*$", text)
    start = word[0] if word else ""
    words = [known for known in (*NAMES, *CONSTANTS) if start and known.startswith(start) and known != start]
    before = len(text) - len(start)
    completions = [other for other in others if other.startswith(text) and other != text]
    completions += [text[:before] + known for known in words]
    try:
        told = count()
    except PlyscopeError as error:
        # The word in hand is no name yet: that is no mistake as long as it can become one.
        return Answer("" if completions else str(error), good=False, completions=tuple(completions), start=before)
    return Answer(told, completions=tuple(completions), start=before)


def _script_of(header: Header, given: str | None = None, beside: Path | None = None) -> Program:
    """The script of a recording; what finds it is loaded when it is asked for.

    Raises:
        PlyscopeError: it is not there, or has changed.
    """
    from tracer.stepping.program import find_program

    return find_program(header, given=given, beside=beside)
