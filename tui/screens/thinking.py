"""What a game has worked out in the background: replies, hints, and why not a move. One piece of it at a time."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Lock, Thread
from time import monotonic
from typing import Protocol, TypeVar

from tracer.errors import PlyscopeError
from tracer.playing.choice import Choice
from tracer.playing.player import Player
from tracer.text import clean, message_of
from tui.model.playing.seats import GLYPHS
from tui.model.playing.session import Session, State
from tui.model.playing.telling import seconds_text
from tui.widgets.job import MESSAGE, TOLD_EVERY

Found = TypeVar("Found")

THREAD = "plyscope thinks"
"""The name of the threads in which players choose."""


class Place(Protocol):
    """The screen of a game."""

    @property
    def session(self) -> Session:
        """The game."""

    def act(self, notice: str) -> None:
        """Show what came of something, and go on with the game."""

    def tell(self, notice: str) -> None:
        """Show how far something is."""

    def call_from_thread(self, call: Callable[[], None]) -> None:
        """Have something done here that a thread has found, and wait until it is."""


class Thinking:
    """The work in the background of a game. What is given up is passed over whenever it comes.

    Its threads end with the program: nobody waits for a player's function that never ends.
    """

    def __init__(self, place: Place) -> None:
        self._place = place
        self._task: object | None = None
        """What is worked out; None where nothing is."""
        self._advised: object | None = None
        """The position that a hint was asked for without being told to."""
        self._alone: dict[int, Lock] = {}
        """Held by whoever thinks: a player that is given up may need a moment to see it, or never does."""

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
            except BaseException as error:  # whatever it was, the game stands
                return message_of(error)

        def take(found: Choice | str) -> str:
            if isinstance(found, str):
                return failed(clean(found, MESSAGE))
            try:
                return then(found)
            except PlyscopeError as error:
                return failed(clean(str(error), MESSAGE))

        self.start(title, work, take, player, lambda: getattr(player, "visited", None))

    def start(
        self,
        title: str,
        work: Callable[[Callable[[], bool]], Found],
        then: Callable[[Found], str],
        by: object = None,
        visited: Callable[[], int | None] = lambda: None,
    ) -> None:
        """Do some work on the position now, in the place of what is worked out.

        Args:
            title: what is done, for people.
            work: does it; it asks again and again whether it is to end.
            then: takes what it found. Gives what is to be said.
            by: who does it; he does one thing at a time.
            visited: how many nodes he has visited, where somebody knows.
        """
        task = self._task = object()
        begun = told = monotonic()

        def asked() -> bool:
            nonlocal told
            if self._task is task and monotonic() - told >= TOLD_EVERY:
                told, nodes = monotonic(), visited()
                far = seconds_text(told - begun) + ("" if nodes is None else f", {nodes:,} nodes")
                self._call(task, lambda: self._place.tell(f"{title}: {far}; esc gives up"))
            return self._task is not task

        def run() -> None:
            with self._alone.setdefault(id(by), Lock()):
                said = self._done(lambda: work(asked), then)
            self._call(task, lambda: self._end(said))

        self._place.tell(f"{title} …; esc gives up")
        Thread(target=run, name=THREAD, daemon=True).start()

    @staticmethod
    def _done(work: Callable[[], Found], then: Callable[[Found], str]) -> Callable[[], str]:
        """Do some work. Gives what says in the loop what came of it."""
        try:
            return partial(then, work())
        except PlyscopeError as error:
            return partial(clean, str(error), MESSAGE)
        except BaseException as error:  # whatever it was, nobody is to wait for ever
            return partial(clean, message_of(error), MESSAGE)

    def _end(self, said: Callable[[], str]) -> None:
        self._task = None
        self._place.act(said())

    def _call(self, task: object, call: Callable[[], None]) -> None:
        """Have something done in the loop, if the task is not given up by then; nothing where the program has ended."""
        with suppress(RuntimeError):
            self._place.call_from_thread(lambda: call() if self._task is task else None)
