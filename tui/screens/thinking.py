"""What a game has worked out in the background: replies, hints, and why not a move. One piece of it at a time."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from time import monotonic
from typing import Protocol, TypeVar

from tracer.errors import PlyscopeError
from tracer.playing.choice import Choice
from tracer.playing.player import Player
from tracer.text import clean, message_of
from tui.model.playing.seats import GLYPHS
from tui.model.playing.session import Session, State
from tui.model.playing.telling import seconds_text
from tui.widgets.job import MESSAGE, Host, Job, Jobs

Found = TypeVar("Found")


class Place(Host, Protocol):
    """The screen of a game."""

    @property
    def session(self) -> Session:
        """The game."""

    def act(self, notice: str) -> None:
        """Show what came of something, and go on with the game."""

    def tell(self, notice: str) -> None:
        """Show how far something is."""


class Thinking:
    """The work in the background of a game. What is given up is passed over whenever it comes."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._task: object | None = None
        """What is worked out; None where nothing is."""
        self._advised: object | None = None
        """The position that a hint was asked for without being told to."""
        self._alone = Lock()
        """Held by whoever thinks: a player that is given up may need a moment to see it."""

    @property
    def busy(self) -> bool:
        """Whether somebody thinks."""
        return self._task is not None

    def cancel(self) -> bool:
        """Give up what is worked out; whether something was."""
        was, self._task = self._task, None
        return was is not None

    def go_on(self) -> None:
        """Have the player who is to move choose, where he is no person and nothing else is worked out."""
        session = self._place.session
        player = session.player if session.state is State.THINKING else None
        if player is not None and not self.busy:
            who = f"{GLYPHS[session.match.turn]} {session.seats.name(session.match.turn)} thinks"
            self._ask(player, who, session.take, session.fail)
        elif session.hints and session.state is State.HUMAN and not self.busy and session.hint is None:
            self._advise()

    def _advise(self) -> None:
        """Ask for a hint, once in each position."""
        session = self._place.session
        if self._advised is not session.match.state:
            self._advised = session.match.state
            try:
                self.hint(session.seats.adviser(session.match.game, session.settings))
            except PlyscopeError as error:
                self._place.act(clean(str(error), MESSAGE))

    def hint(self, player: Player) -> None:
        """Ask for the best move here."""
        self._ask(player, f"{clean(player.word, 40)} looks for a hint", self._place.session.advise, str)

    def _ask(self, player: Player, title: str, then: Callable[[Choice], str], failed: Callable[[str], str]) -> None:
        match = self._place.session.match.copy()

        def work(asked: Callable[[], bool]) -> Choice | str:
            try:
                return player.choose(match, asked) or f"{player.word} chose no move"
            except PlyscopeError as error:
                return str(error)
            except Exception as error:  # whatever it was, the game stands
                return message_of(error)

        def take(found: Choice | str) -> str:
            if isinstance(found, str):
                return failed(clean(found, MESSAGE))
            try:
                return then(found)
            except PlyscopeError as error:
                return failed(clean(str(error), MESSAGE))

        self.start(title, work, take, lambda: getattr(player, "visited", None))

    def start(
        self,
        title: str,
        work: Callable[[Callable[[], bool]], Found],
        then: Callable[[Found], str],
        visited: Callable[[], int | None] = lambda: None,
    ) -> None:
        """Do some work on the position now, in the place of what is worked out.

        Args:
            title: what is done, for people.
            work: does it; it asks again and again whether it is to end.
            then: takes what it found. Gives what is to be said.
            visited: how many nodes it has visited, where somebody knows.
        """
        task = self._task = object()
        begun = monotonic()

        def run(job: Job) -> Found:
            def asked() -> bool:
                nodes = visited()
                if self._task is task:
                    job.tell(seconds_text(monotonic() - begun) + ("" if nodes is None else f", {nodes:,} nodes"))
                return self._task is not task or job.is_given_up()

            with self._alone:
                return work(asked)

        def show(far: str) -> None:
            if self._task is task:
                self._place.tell(f"{title}: {far}; esc gives up")

        def end(said: str) -> None:
            if self._task is task:
                self._task = None
                self._place.act(said)

        def take(found: Found) -> str:
            return then(found) if self._task is task else ""

        Jobs(self._place).start(run, take, show=show, end=end)
        self._place.tell(f"{title} …; esc gives up")
