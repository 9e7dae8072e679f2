"""A game at the screen: who sits where, whose turn it is, what may be taken back, and what is said of it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from enum import Enum
from pathlib import Path
from time import perf_counter

from tracer.errors import PlyscopeError
from tracer.file.output import is_stream
from tracer.games.rules import Turn, label
from tracer.playing.choice import HUMAN, Choice
from tracer.playing.match import Match
from tracer.playing.player import Player
from tracer.playing.settings import Settings
from tracer.text import clean
from tui.model.explorer_state import SuccessNotice
from tui.model.playing.move_texts import describe_choice, describe_end, free_file_name, is_same_file, seconds_until_save
from tui.model.playing.side_players import SIDES, SidePlayers


def _working_folder() -> str:
    """The folder in which the program works; empty where it is gone."""
    try:
        return os.getcwd()  # noqa: PTH109  # a text
    except OSError:
        return ""


class State(Enum):
    """What the game waits for."""

    OVER = "the game is over"
    HUMAN = "it is a person's turn"
    THINKING = "a player who is no person chooses"
    PAUSED = "nobody chooses until somebody says so"


class Session:
    """A game that is played at a screen. What needs a thread or a terminal is elsewhere.

    Each method that a key calls gives a notice: empty, why nothing was done, or a `SuccessNotice` of what was.

    Args:
        match: the game, which may have begun.
        players: who chooses for each side, and for chance; None is a person.
        adviser: who is asked for a hint; None is a search that plays, or the usual one.
        file: where the game is kept; None is nowhere yet.
        settings: how it is played, which is kept with it.
        with_hints: whether a screen asks for a hint at each turn of a person.

    Attributes:
        farewell: what is to be said once the screen is left, such as where the game was saved; empty where nothing is.
        was_lost: whether the game should have been saved in the end, and could not be.
    """

    def __init__(
        self,
        match: Match,
        players: Mapping[Turn, Player | None],
        *,
        adviser: Player | None = None,
        file: str | None = None,
        settings: Settings | None = None,
        with_hints: bool = False,
    ) -> None:
        self.match, self.seats, self.file = match, SidePlayers(players, adviser), file
        self.settings, self.farewell = settings or Settings(), ""
        self.with_hints, self.was_lost, self._folder = with_hints, False, _working_folder()
        self.hint: Choice | None = None
        """What the adviser takes for the best move here; None where nobody asked him."""
        self.last_remark = ""
        """What the last reply said."""
        self.pauses_after_move = False
        """Whether it pauses after the next move."""
        self._is_paused = False
        self._failed_side: Turn | None = None
        self._saved_moves = self._played_moves if file is not None else ()
        self._own_file = file if file is not None and os.path.lexists(file) else None
        """The file that has this game, which alone gives way to it unasked."""
        self.was_written = False
        """Whether the game was written while it was played."""
        self._next_write_time = 0.0
        """When it is written again."""

    @property
    def state(self) -> State:
        """What it waits for."""
        if self.ending_text:
            return State.OVER
        if self.current_player is None:
            return State.HUMAN
        return State.PAUSED if self._is_paused else State.THINKING

    @property
    def ending_text(self) -> str:
        """How it ended, or why a game of the user's own cannot go on; empty where it goes on."""
        try:
            utility = self.match.utility
            self.match.turn  # noqa: B018  # whether the game can say it
        except PlyscopeError as error:
            return str(error)
        return "" if utility is None else describe_end(self.match, utility)

    @property
    def current_player(self) -> Player | None:
        """Who is to choose now; None is a person. Without sense where the game is over."""
        return self.seats[self.match.turn]

    @property
    def is_changed(self) -> bool:
        """Whether moves were made, or taken back, that no file has."""
        return self._played_moves != self._saved_moves

    @property
    def _played_moves(self) -> tuple[object, ...]:
        return tuple(choice.move for choice in self.match.choices)

    @property
    def last_searched(self) -> int | None:
        """The number of the last move that a recorded search chose, or was asked about; None where there is none."""
        numbered_choices = list(enumerate(self.match.choices))
        chosen_by_search = [number for number, choice in numbered_choices if choice.recorded and choice.by != HUMAN]
        with_recorded_search = [number for number, choice in numbered_choices if choice.recorded]
        return next(iter((chosen_by_search or with_recorded_search)[::-1]), None)

    def play(self, typed_move: str) -> str:
        """Make the move of a person.

        Raises:
            PlyscopeError: the word names no legal move; the message lists those that are legal.
        """
        if self.refusal:
            return self.refusal
        choice = Choice(move=self.match.find(typed_move))
        if (hint := self.hint) is not None:
            line = hint.line or (label(self.match.game, hint.move),)
            note = f"hint: {line[0]}"
            choice = replace(hint, move=choice.move, by=HUMAN, line=line, trace=hint.given, note=note)
        self.match.play(choice)
        self._is_paused = False  # whoever moves waits for a reply
        self._after_move()
        self._save_if_due()
        return ""

    @property
    def refusal(self) -> str:
        """Why a person cannot move now; empty where one can."""
        if self.state is State.HUMAN:
            return ""
        if self.state is State.OVER:
            return "the game is over: u takes back, n begins anew"
        return f"it is the turn of {self.seats.name(self.match.turn)}: s takes the side"

    def play_choice(self, choice: Choice) -> str:
        """Make the move that a player chose; what he said of it is told."""
        side, self._failed_side = self.match.turn, None
        self.match.play(choice)
        self._after_move()
        if side is not Turn.CHANCE:
            self.last_remark = describe_choice(self.match, len(self.match.choices) - 1)
        if self.pauses_after_move:
            self._is_paused, self.pauses_after_move = True, False
        return self._save_if_due()

    def _save_if_due(self) -> str:
        """Write a game that has a file, whatever ends the program next; why it cannot be, where that is so.

        A large one is not written after every move, but the more seldom the larger it is.
        """
        if self.file is None or perf_counter() < self._next_write_time or is_stream(self.file):
            return ""
        try:
            self.save(self.file)
        except PlyscopeError as error:
            return f"the game is not saved: {error}"
        self.was_written, self._next_write_time = True, perf_counter() + seconds_until_save(self.match.choices)
        return ""

    def _after_move(self) -> None:
        self.hint = None
        if self.state is State.OVER:
            self._is_paused = False

    def set_hint(self, choice: Choice) -> str:
        """Keep what the adviser takes for best here."""
        self.hint = choice
        return SuccessNotice(describe_choice(self.match, None, choice))

    def fail(self, error: str) -> str:
        """Pause, for who is to choose cannot."""
        self._is_paused, self._failed_side = True, self.match.turn
        return f"{clean(error, 200)}; the game stands: space asks again, s takes the side"

    def pause(self) -> str:
        """Let nobody choose but a person."""
        if self.state is State.THINKING:
            self._is_paused = True
            return SuccessNotice("paused: space lets him think, . plays one move")
        return ""

    def toggle(self) -> str:
        """Pause, or go on."""
        if self.state is State.PAUSED:
            self._is_paused = False
            return SuccessNotice("the game goes on")
        return self.pause() or self._why_waiting()

    def step(self) -> str:
        """One move of a player who is no person, then pause."""
        if self.state not in (State.PAUSED, State.THINKING):
            return self._why_waiting()
        self._is_paused, self.pauses_after_move = False, True
        return ""

    def _why_waiting(self) -> str:
        return "it is your move" if self.state is State.HUMAN else "the game is over"

    def undo(self) -> str:
        """Take back moves until a person is to move; where none plays, one move."""
        match = self.match
        played_count = len(match.choices)
        persons_turns = [
            number for number in range(played_count - 1, -1, -1) if self.seats[match.turn_at(number)] is None
        ]
        if not played_count:
            return "no move was made yet"
        if self.seats.has_person and not persons_turns:
            return "no move of yours was made yet"
        if not self.seats.has_person:
            self._is_paused = True
        for _ in range(played_count - (persons_turns[0] if self.seats.has_person else played_count - 1)):
            match.undo()
        return self._report_moves("took back")

    def redo(self) -> str:
        """Make moves again that were taken back, until a person is to move; where none plays, one move."""
        match = self.match
        if not match.undone:
            return "no move was taken back"
        match.redo()
        while match.undone and self.seats.has_person and self.seats[match.turn] is not None:
            match.redo()
        return self._report_moves("made again")

    def _report_moves(self, verb: str) -> str:
        self.hint, self.last_remark = None, ""
        self._after_move()
        return SuccessNotice(
            f"{verb}: {len(self.match.choices)} of {len(self.match.choices) + len(self.match.undone)} moves"
        )

    def swap(self) -> str:
        """Take the other side; where nobody does, or he cannot choose, the side that is to move."""
        self.hint = None
        failed_side, self._failed_side, self._is_paused = self._failed_side, None, False
        if failed_side is not None and self.seats[failed_side] is not None:
            return self.seats.give_to_person(failed_side)
        return self.seats.swap(self.match.turn)

    def begin_again(self) -> str:
        """Begin the game anew, from the same position."""
        self.match = Match(self.match.game, self.match.position)
        self.hint = None
        self.last_remark = ""
        self._is_paused = False
        self.pauses_after_move = False
        self._saved_moves = ()
        self.file = self._own_file = None
        self.was_written = False
        return SuccessNotice("a new game")

    def must_ask_to_replace(self, file: str) -> bool:
        """Whether another game would give way to this one in a file of that name."""
        from tracer.playing.game_file import game_file_name, may_write

        try:
            path = game_file_name(file)
        except PlyscopeError:  # saving will say why
            return False
        return not (may_write(Path(path)) or is_same_file(path, self._own_file))

    def save(self, file: str, *, may_replace: bool = False) -> str:
        """Keep the game in a file; its suffix says how.

        Args:
            file: the file; a game in it that is not this one stays there, and that is an error.
            may_replace: let a game that is there give way.

        Raises:
            PlyscopeError: it cannot be written, or something is there already that does not give way.
        """
        from tracer.playing.game_file import (  # not before there is something to keep
            game_file_name,
            refuse_existing,
            save,
        )

        path = game_file_name(file)
        if not (may_replace or is_same_file(path, self._own_file)):
            refuse_existing(path)
        sides: dict[int, str] = {side: self.seats.name(side) for side in SIDES}
        # A player who is a function may have gone to another folder.
        file_path = path if _working_folder() == self._folder else os.path.join(self._folder, path)  # noqa: PTH118  # it stays text
        save(self.match, file_path, sides=sides, settings=self.settings)
        self.file, self._saved_moves = path, self._played_moves
        self._own_file = None if is_stream(path) else path
        return SuccessNotice(f"wrote {clean(path)}")

    @property
    def default_file(self) -> str:
        """Where it is kept, or a name in this folder that is free."""
        return free_file_name(self.match.game) if self.file is None else self.file

    def save_before_exit(self) -> None:
        """Keep what no file has yet, for the program is about to end; what came of it is said afterwards."""
        if not self.is_changed:
            self.farewell = f"wrote {clean(self.file)}" if self.was_written and self.file is not None else ""
            return
        if self.file is not None and self.must_ask_to_replace(self.file):  # somebody else has taken the name since
            self.file = None
        try:
            self.farewell = str(self.save(self.default_file))
        except PlyscopeError as error:
            self.farewell, self.was_lost = f"the game is not saved: {error}", True

    def close(self) -> None:
        """End what the players have started."""
        self.seats.close()
