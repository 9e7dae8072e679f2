"""What lies behind a move: the search that chose it, what that expected, and why another move was not played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from textual.app import App
from textual.message import Message

from tracer.errors import PlyscopeError
from tracer.text import clean
from tui.model.playing.desk import Desk, judge_move
from tui.model.playing.doubt import Doubt, Resolved, doubt
from tui.model.playing.expected import Behind, behind_move, expected
from tui.model.playing.session import Session
from tui.screens.prompt import Prompt
from tui.screens.stage import Stage
from tui.screens.thinking import Thinking
from tui.widgets.job import MESSAGE


class Place(Protocol):
    """The screen of a game."""

    thinking: Thinking

    @property
    def app(self) -> App[Any]:
        """The program."""

    @property
    def session(self) -> Session:
        """The game."""

    @property
    def desk(self) -> Desk:
        """What lies before who plays."""

    def act(self, notice: str) -> None:
        """Show what came of something."""

    def post_message(self, message: Message) -> bool:
        """Tell the program something."""


class Inquiry:
    """Asks about moves. What it was told stays until the game goes on.

    Attributes:
        said: what was told, line by line; empty where nothing was asked.
    """

    def __init__(self, place: Place) -> None:
        self._place = place
        self.said = ""
        self._behind: Behind | None = None

    def forget(self) -> None:
        """The game goes on."""
        self.said, self._behind = "", None

    def _say(self, lines: Sequence[str], behind: Behind | None) -> None:
        self.said = "\n".join([*lines, *(["x explores it"] if behind is not None else [])])
        self._behind = behind

    def behind(self) -> None:
        """Explore the search behind the move in hand, or behind the last reply."""
        session, row = self._place.session, self._place.desk.row
        place = session.last_searched if row is None else row
        if place is None:
            self._place.act("no move so far was chosen by a search that was recorded")
            return
        try:
            found = behind_move(session.match, place)
        except PlyscopeError as error:
            self._place.act(clean(str(error), MESSAGE))
            return
        self._explore(found, f"no recorded search is behind move {place + 1}")

    def expect(self) -> None:
        """Say what the search behind a move expected, beside what was played."""
        try:
            found = expected(self._place.session.match, self._place.desk.row)
        except PlyscopeError as error:
            self._place.act(clean(str(error), MESSAGE))
            return
        self._say(found.lines, found.behind)
        self._place.act("")

    def why_not(self) -> None:
        """Ask why not a move that is named."""
        session = self._place.session
        try:
            about = doubt(session, self._place.desk.row, mine=not session.refusal)
        except PlyscopeError as error:
            self._place.act(clean(str(error), MESSAGE))
            return
        prompt = Prompt(about.title, "the name of a move", lambda word: judge_move(about.match, word))
        self._place.app.push_screen(prompt, lambda word: self._ask(about, word))

    def _ask(self, about: Doubt, word: str | None) -> None:
        def found(resolved: Resolved) -> str:
            self._place.session.hint = resolved.hint or self._place.session.hint
            self._say(resolved.sentences, resolved.behind)
            return ""

        if word is not None:
            title = f"{about.title}: {clean(word, 40)}"
            self._place.thinking.start(title, lambda cancelled: about.resolve(word, cancelled), found)

    def explore(self) -> None:
        """Explore the place that was told of."""
        self._explore(self._behind, "nothing was asked: e says what was expected, w why not a move")

    def _explore(self, behind: Behind | None, otherwise: str) -> None:
        if behind is None:
            self._place.act(otherwise)
        else:
            self._place.post_message(Stage.ExplorationRequested(behind.trace, clean(behind.title), behind.node or None))
