"""What a game has worked out in the background, one piece at a time: replies, hints, and what is asked about moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from threading import Lock, Thread
from time import monotonic
from typing import TypeVar

from tracer.errors import PlyscopeError
from tracer.playing.choice import Choice
from tracer.playing.player import Player
from tracer.text import clean, message_of
from tui.model.playing.expectations import (
    SearchNode,
    WhyNotAnswer,
    WhyNotQuestion,
    compare_expected_line,
    search_behind_move,
    why_not_question,
)
from tui.model.playing.move_texts import format_seconds
from tui.model.playing.play_model import judge_move
from tui.model.playing.session import State
from tui.model.playing.side_players import SIDE_SIGNS
from tui.screens.asking import Table
from tui.screens.prompt import Prompt
from tui.screens.stage import Stage
from tui.widgets.background_jobs import MAX_MESSAGE_LENGTH, SECONDS_BETWEEN_PROGRESS

Found = TypeVar("Found")

THREAD = "plyscope thinks"
"""The name of the threads in which players choose."""


class Thinking:
    """The work in the background of a game. What is given up is passed over whenever it comes.

    Its threads end with the program: nobody waits for a player's function that never ends.
    """

    def __init__(self, screen: Table) -> None:
        self._screen = screen
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
        session = self._screen.session
        player = session.current_player if session.state is State.THINKING else None
        if player is not None and not self.busy:
            who = f"{SIDE_SIGNS[session.match.turn]} {session.seats.name(session.match.turn)} thinks"
            self._ask(player, who, session.play_choice, session.fail)
        elif session.with_hints and session.state is State.HUMAN and not self.busy and session.hint is None:
            self._advise()

    def _advise(self) -> None:
        """Ask for a hint, once in each position."""
        session = self._screen.session
        if self._advised is not session.match.state:
            self._advised = session.match.state
            try:
                self.hint(session.seats.adviser(session.match.game, session.settings))
            except PlyscopeError as error:
                self._screen.show_outcome(clean(str(error), MAX_MESSAGE_LENGTH))

    def hint(self, player: Player) -> None:
        """Ask for the best move here."""
        self._ask(player, f"{clean(player.word, 40)} looks for a hint", self._screen.session.set_hint, str)

    def _ask(self, player: Player, title: str, then: Callable[[Choice], str], failed: Callable[[str], str]) -> None:
        match = self._screen.session.match.copy()

        def work(asked: Callable[[], bool]) -> Choice | str:
            try:
                return player.choose(match, asked) or f"{player.word} chose no move"
            except PlyscopeError as error:
                return str(error)
            except BaseException as error:  # whatever it was, the game stands
                return message_of(error)

        def take(found: Choice | str) -> str:
            if isinstance(found, str):
                return failed(clean(found, MAX_MESSAGE_LENGTH))
            try:
                return then(found)
            except PlyscopeError as error:
                return failed(clean(str(error), MAX_MESSAGE_LENGTH))

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
            if self._task is task and monotonic() - told >= SECONDS_BETWEEN_PROGRESS:
                told, nodes = monotonic(), visited()
                far = format_seconds(told - begun) + ("" if nodes is None else f", {nodes:,} nodes")
                self._call(task, lambda: self._screen.tell(f"{title}: {far}; esc gives up"))
            return self._task is not task

        def run() -> None:
            with self._alone.setdefault(id(by), Lock()):
                said = self._done(lambda: work(asked), then)
            self._call(task, lambda: self._end(said))

        self._screen.tell(f"{title} …; esc gives up")
        Thread(target=run, name=THREAD, daemon=True).start()

    @staticmethod
    def _done(work: Callable[[], Found], then: Callable[[Found], str]) -> Callable[[], str]:
        """Do some work. Gives what says in the loop what came of it."""
        try:
            return partial(then, work())
        except PlyscopeError as error:
            return partial(clean, str(error), MAX_MESSAGE_LENGTH)
        except BaseException as error:  # whatever it was, nobody is to wait for ever
            return partial(clean, message_of(error), MAX_MESSAGE_LENGTH)

    def _end(self, said: Callable[[], str]) -> None:
        self._task = None
        self._screen.show_outcome(said())

    def _call(self, task: object, call: Callable[[], None]) -> None:
        """Have something done in the loop, if the task is not given up by then; nothing where the program has ended."""
        with suppress(RuntimeError):
            self._screen.call_from_thread(lambda: call() if self._task is task else None)


class Inquiry:
    """Asks about moves. What it was told stays until the game goes on.

    Attributes:
        said: what was told, line by line; empty where nothing was asked.
    """

    def __init__(self, screen: Table, thinking: Thinking) -> None:
        self._screen, self._thinking = screen, thinking
        self.said = ""
        self._behind: SearchNode | None = None

    def forget(self) -> None:
        """The game goes on."""
        self.said, self._behind = "", None

    def _say(self, lines: Sequence[str], behind: SearchNode | None) -> None:
        self.said = "\n".join([*lines, *(["x explores it"] if behind is not None else [])])
        self._behind = behind

    def behind(self) -> None:
        """Explore the search behind the move in hand, or behind the last reply."""
        session, row = self._screen.session, self._screen.desk.selected_move
        place = session.last_searched if row is None else row
        if place is None:
            self._screen.show_outcome("no move so far was chosen by a search that was recorded")
            return
        try:
            found = search_behind_move(session.match, place)
        except PlyscopeError as error:
            self._screen.show_outcome(clean(str(error), MAX_MESSAGE_LENGTH))
            return
        self._explore(found, f"no recorded search is behind move {place + 1}")

    def expect(self) -> None:
        """Say what the search behind a move expected, beside what was played."""
        try:
            found = compare_expected_line(self._screen.session.match, self._screen.desk.selected_move)
        except PlyscopeError as error:
            self._screen.show_outcome(clean(str(error), MAX_MESSAGE_LENGTH))
            return
        self._say(found.lines, found.parting)
        self._screen.show_outcome("")

    def why_not(self) -> None:
        """Ask why not a move that is named."""
        session = self._screen.session
        try:
            about = why_not_question(session, self._screen.desk.selected_move, is_persons_turn=not session.refusal)
        except PlyscopeError as error:
            self._screen.show_outcome(clean(str(error), MAX_MESSAGE_LENGTH))
            return
        prompt = Prompt(about.title, "the name of a move", lambda word: judge_move(about.match, word))
        self._screen.app.push_screen(prompt, lambda word: self._ask(about, word))

    def _ask(self, about: WhyNotQuestion, word: str | None) -> None:
        def found(resolved: WhyNotAnswer) -> str:
            self._screen.session.hint = resolved.hint or self._screen.session.hint
            self._say(resolved.sentences, resolved.refutation)
            return ""

        if word is not None:
            title = f"{about.title}: {clean(word, 40)}"
            self._thinking.start(title, lambda cancelled: about.resolve(word, cancelled), found)

    def explore(self) -> None:
        """Explore the place that was told of."""
        self._explore(self._behind, "nothing was asked: e says what was expected, w why not a move")

    def _explore(self, behind: SearchNode | None, otherwise: str) -> None:
        if behind is None:
            self._screen.show_outcome(otherwise)
        else:
            self._screen.post_message(
                Stage.ExplorationRequested(behind.trace, clean(behind.title), behind.node or None)
            )
