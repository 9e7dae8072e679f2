"""A game in plain lines: what is printed at each turn, and what a line that is typed does."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Final

from tracer.errors import PlyscopeError
from tracer.games.rules import Turn, show
from tracer.playing.choice import Choice
from tracer.text import clean, clean_lines
from tui.model.explorer_state import PLAYER_SIGNS
from tui.model.playing.expectations import compare_expected_line, find_named_move, why_not_question_for
from tui.model.playing.move_texts import describe_choice, describe_end
from tui.model.playing.session import Session, State
from tui.terminal.output import OutputClosed, align_columns, print_message, print_output
from tui.terminal.trace_source import Interrupted

MAX_LISTED_MOVES = 60
"""Legal moves that are listed at most."""
MAX_GAME_MOVES = 10_000
"""Moves of a game between two who are no persons."""
COMMAND_HELP: Final = {
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
    """A game in plain lines."""

    def __init__(self, session: Session, *, hints: bool) -> None:
        self._session, self._shows_hints, self._has_reported_trouble = session, hints, False
        self._commands: dict[str, Callable[[str], None]] = {
            "h": self._print_hint,
            "hint": self._print_hint,
            "why": self._explain_move,
            "expected": lambda _: self._emit_lines(compare_expected_line(self._session.match).lines),
            "undo": lambda _: self._run_action(self._session.undo),
            "redo": lambda _: self._run_action(self._session.redo),
            "swap": lambda _: self._run_action(self._session.swap),
            "moves": lambda _: self._print_moves(),
            "save": self._save_game,
            "help": lambda _: self._print_help(),
            "?": lambda _: self._print_help(),
        }

    def run(self) -> None:
        """Play the game to its end, or until its person leaves.

        Raises:
            PlyscopeError: a player cannot choose; what was played is kept where there is a file.
            Interrupted: Ctrl-C; the same.
        """
        try:
            self._show_position()
            while self._play_turn():
                pass
        except KeyboardInterrupt:
            raise Interrupted(f"the game was interrupted; {self._save_and_describe()}") from None
        except PlyscopeError as error:
            raise PlyscopeError(f"{error}; {self._save_and_describe()}") from error
        except OutputClosed:
            if self._session.file is not None:
                print_message(self._save_and_describe())
            raise
        if self._session.file is not None and (self._session.is_changed or self._session.was_written):
            save_message = self._save_and_describe()
            if self._session.was_lost:
                raise PlyscopeError(save_message)
            print_message(save_message)

    def _play_turn(self) -> bool:
        """One turn; whether there is another one."""
        session = self._session
        if session.state is State.THINKING:
            assert session.current_player is not None
            if len(session.match.choices) >= MAX_GAME_MOVES and not session.seats.has_person:
                raise PlyscopeError(f"the game does not end within {MAX_GAME_MOVES:,} moves")
            choice = session.current_player.choose(session.match)
            assert choice is not None, "nobody cancels it"
            trouble = session.play_choice(choice)
            if trouble and not self._has_reported_trouble:
                print_message(trouble)
            self._has_reported_trouble = bool(trouble)
            self._emit_text(describe_choice(session.match, len(session.match.choices) - 1))
            self._show_position()
            return True
        if session.state is State.OVER and not session.seats.has_person:
            return False
        if session.state is State.PAUSED:  # as after a move of two searches was taken back
            session.toggle()
            return True
        line = self._read_line()
        if line is None:
            return False
        return self._obey_line(line)

    def _obey_line(self, line: str) -> bool:
        """Do what a line says; whether the game goes on."""
        command, _, argument = line.strip().partition(" ")
        try:
            is_move = line.strip() in self._session.match.legal
            command = command.casefold()
            if command in ("quit", "q", "exit") and not is_move:
                return False
            if is_move or command not in self._commands:
                if line.strip() and self._session.play(line.strip()):
                    self._emit_text("the game is over: undo takes back, quit leaves")
                elif line.strip():
                    self._show_position()
            else:
                self._commands[command](argument.strip())
        except PlyscopeError as error:
            self._emit_text(str(error))
        return True

    def _read_line(self) -> str | None:
        """The next line; None where there are no more."""
        if not sys.stdin.isatty():
            line = sys.stdin.readline()
            return line if line else None
        try:
            return input("> ")
        except EOFError:
            self._emit_text("")
            return None

    def _emit_text(self, text: str) -> None:
        """Print something; a game that is typed by no person goes on without a reader, where a file keeps it."""
        try:
            print_output(text)
        except OutputClosed:
            if self._session.file is None or sys.stdin.isatty():
                raise

    def _show_position(self) -> None:
        """Print the position: the board, who is to move, the legal moves, and what is recommended."""
        session, match = self._session, self._session.match
        self._emit_text("\n" + "\n".join(clean_lines(show(match.game, match.state))))
        if (utility := match.utility) is not None:
            self._emit_text(describe_end(match, utility))
            return
        turn = match.turn
        if turn is Turn.CHANCE:
            return
        self._emit_text(
            f"move {len(match.choices) + 1}: {PLAYER_SIGNS[turn][0]} {turn.name} to move, {session.seats.name(turn)}"
        )
        if session.state is State.HUMAN:
            legal = list(match.legal)
            self._emit_text(
                "legal: "
                + " ".join(
                    [*legal[:MAX_LISTED_MOVES], *([f"… of {len(legal):,}"] if len(legal) > MAX_LISTED_MOVES else [])]
                )
            )
            if self._shows_hints:
                try:
                    self._print_hint("")
                except PlyscopeError as error:  # an adviser who cannot say is asked no more
                    self._shows_hints = False
                    self._emit_text(str(error))

    def _get_advice(self) -> Choice:
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

    def _print_hint(self, _rest: str) -> None:
        self._emit_text(describe_choice(self._session.match, None, self._get_advice()))

    def _explain_move(self, move: str) -> None:
        if not move:
            raise PlyscopeError("why not which move? such as: why a1")
        is_own_turn = self._session.state is State.HUMAN
        if is_own_turn and find_named_move(self._session, move) is None:
            self._get_advice()  # and so it is kept with the move
        doubt = why_not_question_for(self._session, move)
        if not doubt.is_current_position:
            self._emit_text(f"{doubt.title}:")
        self._emit_lines(doubt.resolve(move, lambda: False).sentences)

    def _run_action(self, action: Callable[[], str]) -> None:
        self._emit_text(str(action()))
        self._show_position()

    def _print_moves(self) -> None:
        numbered_moves = (f"{number}.{clean(name)}" for number, name in enumerate(self._session.match.labels, 1))
        self._emit_text(" ".join(numbered_moves) or "no move was made yet")

    def _save_game(self, file: str) -> None:
        file = file or self._session.file or ""
        if not file:
            raise PlyscopeError("save where? such as: save game.plyscope")
        self._emit_text(str(self._session.save(file)))

    def _print_help(self) -> None:
        self._emit_text(align_columns(list(COMMAND_HELP.items()), left=(0, 1)))

    def _emit_lines(self, lines: Sequence[str]) -> None:
        self._emit_text("\n".join(lines))

    def _save_and_describe(self) -> str:
        """Save what was played, where there is no file under a name that is free; what is to be said of that."""
        session = self._session
        if not session.match.choices:
            return "no move was made"
        session.save_before_exit()
        return session.farewell or f"the game is in {clean(session.file or session.default_file)}"
