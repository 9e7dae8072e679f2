"""What a game asks for: the file where it is saved, what becomes of unsaved moves, and moves that are typed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tracer.errors import PlyscopeError
from tracer.text import clean
from tui.model.explorer_state import PromptFeedback
from tui.screens.base_screens import GamePlayScreen
from tui.screens.prompt import ChoiceDialog, Prompt
from tui.widgets.background_jobs import MAX_MESSAGE_LENGTH

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
