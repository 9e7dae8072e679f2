"""What a game has worked out in the background, one piece at a time: replies, hints, and what is asked about moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import TypeVar

from tracer.errors import PlyscopeError
from tracer.playing.choice import Choice
from tracer.playing.player import Player
from tracer.text import clean, message_of
from tui.model.explorer_state import PLAYER_SIGNS, PromptFeedback
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
from tui.screens.base_screens import BrowsingScreen, GamePlayScreen
from tui.screens.prompt import ChoiceDialog, Prompt
from tui.widgets.background_jobs import GIVEN_UP_NOTICE, MAX_MESSAGE_LENGTH, Job, Jobs

Result = TypeVar("Result")


class BackgroundThinking:
    """The work in the background of a game. What is given up is passed over whenever it comes."""

    def __init__(self, screen: GamePlayScreen) -> None:
        self._screen, self._jobs = screen, Jobs(screen)
        self._advised_position: object | None = None
        """The position that a hint was asked for without being told to."""
        self._locks: dict[int, Lock] = {}
        """Held by whoever thinks: a player that is given up may need a moment to see it, or never does."""

    @property
    def is_busy(self) -> bool:
        """Whether somebody thinks."""
        return self._jobs.is_busy

    def cancel(self) -> bool:
        """Give up what is worked out; whether something was."""
        return self._jobs.cancel()

    def think_if_due(self) -> None:
        """Have the player who is to move choose, where he is no person and nothing else is worked out."""
        session = self._screen.session
        player = session.current_player if session.state is State.THINKING else None
        if player is not None and not self.is_busy:
            title = f"{PLAYER_SIGNS[session.match.turn][0]} {session.seats.name(session.match.turn)} thinks"
            self._ask_player(player, title, session.play_choice, session.fail)
        elif session.with_hints and session.state is State.HUMAN and not self.is_busy and session.hint is None:
            self._hint_if_wanted()

    def _hint_if_wanted(self) -> None:
        """Ask for a hint, once in each position."""
        session = self._screen.session
        if self._advised_position is not session.match.state:
            self._advised_position = session.match.state
            with self._screen.show_errors():
                self.hint(session.seats.adviser(session.match.game, session.settings))

    def hint(self, player: Player) -> None:
        """Ask for the best move here."""
        self._ask_player(player, f"{clean(player.word, 40)} looks for a hint", self._screen.session.set_hint, str)

    def _ask_player(
        self, player: Player, title: str, on_choice: Callable[[Choice], str], on_failure: Callable[[str], str]
    ) -> None:
        match = self._screen.session.match.copy()

        def choose_move(is_cancelled: Callable[[], bool]) -> Choice:
            if choice := player.choose(match, is_cancelled):
                return choice
            raise PlyscopeError(f"{player.word} chose no move")

        self.start(title, choose_move, on_choice, on_failure, player)

    def start(
        self,
        title: str,
        compute: Callable[[Callable[[], bool]], Result],
        on_result: Callable[[Result], str],
        on_failure: Callable[[str], str] = str,
        player: Player | None = None,
    ) -> None:
        """Do some work on the position now, in the place of what is worked out.

        Args:
            title: what is done, for people.
            compute: does it; it asks again and again whether it is to end.
            on_result: takes what it found. Gives what is to be said.
            on_failure: takes what went wrong, whatever it was: the game stands. Gives what is to be said.
            player: who does it; he does one thing at a time, and may tell how many nodes he has visited.
        """
        self._jobs.cancel()
        started_at = monotonic()

        def compute_with_lock(job: Job) -> Callable[[], str]:
            def is_cancelled() -> bool:
                if job.wants_progress:
                    node_count = getattr(player, "visited", None)
                    nodes_text = "" if node_count is None else f", {node_count:,} nodes"
                    job.show_progress(f"{format_seconds(monotonic() - started_at)}{nodes_text}")
                return job.is_given_up()

            try:
                with self._locks.setdefault(id(player), Lock()):
                    return partial(on_result, compute(is_cancelled))
            except BaseException as error:
                message = str(error) if isinstance(error, PlyscopeError) else message_of(error)
                return partial(on_failure, clean(message, MAX_MESSAGE_LENGTH))

        def apply(take_result: Callable[[], str]) -> str:
            try:
                return take_result()
            except PlyscopeError as error:
                return on_failure(clean(str(error), MAX_MESSAGE_LENGTH))

        def on_end(message: str) -> None:
            if message is not GIVEN_UP_NOTICE:
                self._screen.show_outcome(message)

        self._screen.show_notice(f"{title} …; esc gives up")
        self._jobs.start(
            compute_with_lock,
            apply,
            on_progress=lambda progress: self._screen.show_notice(f"{title}: {progress}; esc gives up"),
            on_end=on_end,
        )


class MoveExplanations:
    """Asks about moves. What it was told stays until the game goes on."""

    def __init__(self, screen: GamePlayScreen, thinking: BackgroundThinking) -> None:
        self._screen, self._thinking = screen, thinking
        self.text = ""
        self._search_behind: SearchNode | None = None

    def clear(self) -> None:
        """The game goes on."""
        self.text, self._search_behind = "", None

    def _show_lines(self, lines: Sequence[str], search_behind: SearchNode | None) -> None:
        self.text = "\n".join([*lines, *(["x explores it"] if search_behind is not None else [])])
        self._search_behind = search_behind

    def explore_search_behind(self) -> None:
        """Explore the search behind the move in hand, or behind the last reply."""
        session, selected_row = self._screen.session, self._screen.desk.selected_move
        index = session.last_searched if selected_row is None else selected_row
        if index is None:
            self._screen.show_outcome("no move so far was chosen by a search that was recorded")
            return
        with self._screen.show_errors():
            search_behind = search_behind_move(session.match, index)
            self._request_exploration(search_behind, f"no recorded search is behind move {index + 1}")

    def show_expectation(self) -> None:
        """Say what the search behind a move expected, beside what was played."""
        with self._screen.show_errors():
            expected_move = compare_expected_line(self._screen.session.match, self._screen.desk.selected_move)
            self._show_lines(expected_move.lines, expected_move.parting)
            self._screen.show_outcome("")

    def ask_why_not(self) -> None:
        """Ask why not a move that is named."""
        session = self._screen.session
        with self._screen.show_errors():
            question = why_not_question(session, self._screen.desk.selected_move, is_persons_turn=not session.refusal)
            prompt = Prompt(question.title, "the name of a move", lambda name: judge_move(question.match, name))
            self._screen.ask_for_text(prompt, lambda name: self._ask_player(question, name))

    def _ask_player(self, question: WhyNotQuestion, move_name: str) -> None:
        def show_resolved(resolved: WhyNotAnswer) -> str:
            self._screen.session.hint = resolved.hint or self._screen.session.hint
            self._show_lines(resolved.sentences, resolved.refutation)
            return ""

        title = f"{question.title}: {clean(move_name, 40)}"
        self._thinking.start(title, lambda cancelled: question.resolve(move_name, cancelled), show_resolved)

    def explore_search(self) -> None:
        """Explore the place that was told of."""
        self._request_exploration(self._search_behind, "nothing was asked: e says what was expected, w why not a move")

    def _request_exploration(self, search_behind: SearchNode | None, missing_notice: str) -> None:
        if search_behind is None:
            self._screen.show_outcome(missing_notice)
        else:
            self._screen.post_message(
                BrowsingScreen.ExplorationRequested(
                    search_behind.trace, clean(search_behind.title), search_behind.node or None
                )
            )


REPLACE_CHOICE, OTHER_NAME_CHOICE = "replace it", "another name"
SAVE_CHOICE, DISCARD_CHOICE, STAY_CHOICE = "save it first", "go on without saving", "stay"
FILE_FORMATS_HINT = "a name ending with .plyscope has every search, .json the moves, .pgn the moves of chess"


class GameSaver:
    """Saves a game, and asks before moves are lost."""

    def __init__(self, screen: GamePlayScreen) -> None:
        self._screen = screen

    def save(self, on_saved: Callable[[], None] = lambda: None) -> None:
        """Ask for a file and keep the game in it; where that was done, go on."""
        usual_name = clean(self._screen.session.default_file)
        self._screen.ask_for_text(
            Prompt("save the game as", usual_name, self._judge_file_name, usual_name, is_text_selected=True),
            lambda file: self._save_after_asking(file.strip(), on_saved),
        )

    def _save_after_asking(self, file: str, on_saved: Callable[[], None]) -> None:
        """Keep the game in a file, and go on; but ask first where another game would be lost."""

        def on_choice(choice: str | None) -> None:
            if choice == REPLACE_CHOICE and self._save_to(file, replace=True):
                on_saved()
            elif choice == OTHER_NAME_CHOICE:
                self.save(on_saved)

        if self._screen.session.must_ask_to_replace(file):
            from tracer.playing.game_file import game_file_name  # not before there is something to keep

            title = f"{clean(game_file_name(file), 40)} keeps another game"
            self._screen.app.push_screen(
                ChoiceDialog(title, (OTHER_NAME_CHOICE, REPLACE_CHOICE, STAY_CHOICE)), on_choice
            )
        elif self._save_to(file):
            on_saved()

    def _save_to(self, file: str, *, replace: bool = False) -> bool:
        try:
            notice, is_saved = self._screen.session.save(file, may_replace=replace), True
        except PlyscopeError as error:
            notice, is_saved = clean(str(error), MAX_MESSAGE_LENGTH), False
        self._screen.show_outcome(notice)
        return is_saved

    def continue_after_saving(self, on_continue: Callable[[], None]) -> None:
        """Go on; but ask first where moves would be lost, and save them where they have a file already."""
        session = self._screen.session
        if not session.is_changed:
            on_continue()
        elif session.file is not None:
            if self._save_to(session.file):
                on_continue()
        else:
            move_count = len(session.match.choices)
            title = "1 move is in no file" if move_count == 1 else f"{move_count} moves are in no file"
            self._screen.app.push_screen(
                ChoiceDialog(title, (SAVE_CHOICE, DISCARD_CHOICE, STAY_CHOICE)),
                lambda choice: self._on_unsaved_choice(choice, on_continue),
            )

    def _on_unsaved_choice(self, choice: str | None, on_continue: Callable[[], None]) -> None:
        if choice == SAVE_CHOICE:
            self.save(on_continue)
        elif choice == DISCARD_CHOICE:
            on_continue()

    def _judge_file_name(self, text: str) -> PromptFeedback:
        name = text.strip()
        if not name:
            return PromptFeedback(FILE_FORMATS_HINT, is_acceptable=False)
        if Path(name).is_dir():
            return PromptFeedback(f"{name} is a folder", is_acceptable=False)
        return PromptFeedback(
            f"it is there already, and you are asked. {FILE_FORMATS_HINT}"
            if self._screen.session.must_ask_to_replace(name)
            else FILE_FORMATS_HINT
        )
