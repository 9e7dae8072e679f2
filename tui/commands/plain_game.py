"""A game in plain lines: what is printed at each turn, and what a line that is typed does."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Final

from tracer.errors import PlyscopeError
from tracer.games.rules import Turn, show
from tracer.playing.choice import Choice
from tracer.text import clean, clean_lines
from tui.model.playing.expectations import compare_expected_line, find_named_move, why_not_question_for
from tui.model.playing.move_texts import describe_choice, describe_end
from tui.model.playing.session import Session, State
from tui.model.playing.side_players import SIDE_SIGNS
from tui.terminal.output import ReaderGone, emit, say
from tui.terminal.source import Interrupted

LISTED = 60
"""Legal moves that are listed at most."""
LONGEST = 10_000
"""Moves of a game between two who are no persons."""
HELP: Final = {
    "MOVE": "play it",
    "h, hint": "the move that a search recommends, with its value, nodes and time",
    "why MOVE": "why not this move: what a search knows of it, and the line that refutes it",
    "expected": "what the last reply expected, beside what was played",
    "undo, redo": "take moves back until it is your turn, and make them again",
    "swap": "take the other side",
    "moves": "the moves so far",
    "save FILE": "keep the game: .plyscope with its searches, .json, .pgn",
    "quit": "leave the game",
}
"""What may be typed."""


class PlainGame:
    """A game in plain lines.

    Args:
        session: the game, and who plays it.
        hints: whether a move is recommended at each turn of a person.
    """

    def __init__(self, session: Session, *, hints: bool) -> None:
        self._session, self._hints, self._troubled = session, hints, False
        self._commands: dict[str, Callable[[str], None]] = {
            "h": self._hint,
            "hint": self._hint,
            "why": self._why,
            "expected": lambda _: self._emit_lines(compare_expected_line(self._session.match).lines),
            "undo": lambda _: self._do(self._session.undo),
            "redo": lambda _: self._do(self._session.redo),
            "swap": lambda _: self._do(self._session.swap),
            "moves": lambda _: self._emit(self._moves()),
            "save": self._save,
            "help": lambda _: self._help(),
            "?": lambda _: self._help(),
        }

    def run(self) -> None:
        """Play the game to its end, or until its person leaves.

        Raises:
            PlyscopeError: a player cannot choose; what was played is kept where there is a file.
            Interrupted: Ctrl-C; the same.
        """
        try:
            self._show()
            while self._goes_on():
                pass
        except KeyboardInterrupt:
            raise Interrupted(f"the game was interrupted; {self._keep()}") from None
        except PlyscopeError as error:
            raise PlyscopeError(f"{error}; {self._keep()}") from error
        except ReaderGone:
            if self._session.file is not None:
                say(self._keep())
            raise
        if self._session.file is not None and (self._session.is_changed or self._session.was_written):
            said = self._keep()
            if self._session.was_lost:
                raise PlyscopeError(said)
            say(said)

    def _goes_on(self) -> bool:
        """One turn; whether there is another one."""
        session = self._session
        if session.state is State.THINKING:
            assert session.current_player is not None
            if len(session.match.choices) >= LONGEST and not session.seats.has_person:
                raise PlyscopeError(f"the game does not end within {LONGEST:,} moves")
            choice = session.current_player.choose(session.match)
            assert choice is not None, "nobody cancels it"
            trouble = session.play_choice(choice)
            if trouble and not self._troubled:
                say(trouble)
            self._troubled = bool(trouble)
            self._emit(describe_choice(session.match, len(session.match.choices) - 1))
            self._show()
            return True
        if session.state is State.OVER and not session.seats.has_person:
            return False
        if session.state is State.PAUSED:  # as after a move of two searches was taken back
            session.toggle()
            return True
        line = self._read()
        if line is None:
            return False
        return self._obey(line)

    def _obey(self, line: str) -> bool:
        """Do what a line says; whether the game goes on."""
        word, _, rest = line.strip().partition(" ")
        try:
            is_move = line.strip() in self._session.match.legal
            word = word.casefold()
            if word in ("quit", "q", "exit") and not is_move:
                return False
            if is_move or word not in self._commands:
                if line.strip():
                    self._play(line.strip())
            else:
                self._commands[word](rest.strip())
        except PlyscopeError as error:
            self._emit(str(error))
        return True

    def _play(self, word: str) -> None:
        refused = self._session.play(word)
        if refused:
            self._emit("the game is over: undo takes back, quit leaves")
            return
        self._show()

    def _read(self) -> str | None:
        """The next line; None where there are no more."""
        if not sys.stdin.isatty():
            line = sys.stdin.readline()
            return line if line else None
        try:
            return input("> ")
        except EOFError:
            self._emit("")
            return None

    def _emit(self, text: str) -> None:
        """Print something; a game that is typed by no person goes on without a reader, where a file keeps it."""
        try:
            emit(text)
        except ReaderGone:
            if self._session.file is None or sys.stdin.isatty():
                raise

    def _show(self) -> None:
        """Print the position: the board, who is to move, the legal moves, and what is recommended."""
        session, match = self._session, self._session.match
        self._emit("\n" + "\n".join(clean_lines(show(match.game, match.state))))
        if (utility := match.utility) is not None:
            self._emit(describe_end(match, utility))
            return
        turn = match.turn
        if turn is Turn.CHANCE:
            return
        self._emit(f"move {len(match.choices) + 1}: {SIDE_SIGNS[turn]} {turn.name} to move, {session.seats.name(turn)}")
        if session.state is State.HUMAN:
            legal = list(match.legal)
            self._emit(
                "legal: " + " ".join([*legal[:LISTED], *([f"… of {len(legal):,}"] if len(legal) > LISTED else [])])
            )
            if self._hints:
                self._recommend()

    def _recommend(self) -> None:
        """Print what is recommended; an adviser who cannot say is asked no more."""
        try:
            self._hint("")
        except PlyscopeError as error:
            self._hints = False
            self._emit(str(error))

    def _advised(self) -> Choice:
        """What is recommended now.

        Raises:
            PlyscopeError: nobody is to move, or who is asked cannot say.
        """
        session = self._session
        if session.hint is None:
            if session.state is State.OVER:
                raise PlyscopeError("the game is over")
            adviser = session.seats.adviser(session.match.game, session.settings)
            choice = adviser.choose(session.match)
            assert choice is not None, "nobody cancels it"
            session.set_hint(choice)
        assert session.hint is not None
        return session.hint

    def _hint(self, _rest: str) -> None:
        self._emit(describe_choice(self._session.match, None, self._advised()))

    def _why(self, word: str) -> None:
        if not word:
            raise PlyscopeError("why not which move? such as: why a1")
        mine = self._session.state is State.HUMAN
        if mine and find_named_move(self._session, word) is None:
            self._advised()  # and so it is kept with the move
        asked = why_not_question_for(self._session, word)
        if not asked.is_current_position:
            self._emit(f"{asked.title}:")
        self._emit_lines(asked.resolve(word, lambda: False).sentences)

    def _do(self, action: Callable[[], str]) -> None:
        self._emit(str(action()))
        self._show()

    def _moves(self) -> str:
        labels = self._session.match.labels
        return " ".join(f"{number}.{clean(name)}" for number, name in enumerate(labels, 1)) or "no move was made yet"

    def _save(self, file: str) -> None:
        file = file or self._session.file or ""
        if not file:
            raise PlyscopeError("save where? such as: save game.plyscope")
        self._emit(str(self._session.save(file)))

    def _help(self) -> None:
        width = max(map(len, HELP))
        self._emit_lines([f"{word.ljust(width)}  {what}" for word, what in HELP.items()])

    def _emit_lines(self, lines: Sequence[str]) -> None:
        self._emit("\n".join(lines))

    def _keep(self) -> str:
        """Save what was played, where there is no file under a name that is free; what is to be said of that."""
        session = self._session
        if not session.match.choices:
            return "no move was made"
        session.save_before_exit()
        return session.farewell or f"the game is in {clean(session.file or session.default_file)}"
