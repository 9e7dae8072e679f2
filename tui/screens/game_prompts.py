"""What a game asks for: the file where it is saved, what becomes of unsaved moves, and moves that are typed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tracer.errors import PlyscopeError
from tracer.text import clean
from tui.model.best_first_keys import play_keys
from tui.model.notices import PromptFeedback
from tui.model.playing.play_model import judge_move
from tui.screens.asking import Asking, Table
from tui.screens.prompt import Choosing, Prompt
from tui.widgets.background_jobs import MAX_MESSAGE_LENGTH


class MoveTyping:
    """Asks for a move by its name."""

    def __init__(self, screen: Table) -> None:
        self._screen = screen

    def ask(self, typed: str = "", otherwise: str = "") -> None:
        """Ask for a move.

        Args:
            typed: what stands there in the beginning.
            otherwise: the action of a key, which is done where no more is typed than that.
        """
        place, match = self._screen, self._screen.session.match

        async def take(word: str | None) -> None:
            if otherwise and word == typed and word not in place.desk.legal:
                await place.run_action(otherwise)
            else:
                place.play_typed(word)

        if refusal := place.session.refusal:
            place.show_outcome(refusal)
        else:
            does = next((key.footer or key.help for key in play_keys() if key.action == otherwise), "")
            prompt = Prompt("a move", "its name", lambda word: judge_move(match, word, {typed: does}), typed)
            place.app.push_screen(prompt, take)
        place.post_message(Asking.Answered())

    async def press(self, letter: str, action: str) -> None:
        """Do what a key says; where a legal move begins with its letter, ask for that first."""
        if self._screen.desk.begins_move(letter):
            self.ask(letter, action)
        else:
            await self._screen.run_action(action)
            self._screen.post_message(Asking.Answered())


REPLACE, OTHER = "replace it", "another name"
SAVE, LOSE, STAY = "save it first", "go on without saving", "stay"
KINDS = "a name ending with .plyscope has every search, .json the moves, .pgn the moves of chess"


class Keeper:
    """Saves a game, and asks before moves are lost."""

    def __init__(self, screen: Table) -> None:
        self._screen = screen

    def save(self, then: Callable[[], None] = lambda: None) -> None:
        """Ask for a file and keep the game in it; where that was done, go on."""

        def take(file: str | None) -> None:
            if file is not None:
                self._unless_replaced(file.strip(), then)

        usual = clean(self._screen.session.default_file)
        self._screen.app.push_screen(Prompt("save the game as", usual, self._judge, usual, offered=True), take)

    def _unless_replaced(self, file: str, then: Callable[[], None]) -> None:
        """Keep the game in a file, and go on; but ask first where another game would be lost."""

        def decide(word: str | None) -> None:
            if word == REPLACE and self._save(file, replace=True):
                then()
            elif word == OTHER:
                self.save(then)

        if self._screen.session.must_ask_to_replace(file):
            from tracer.playing.game_file import file_of  # not before there is something to keep

            title = f"{clean(file_of(file), 40)} keeps another game"
            self._screen.app.push_screen(Choosing(title, (OTHER, REPLACE, STAY)), decide)
        elif self._save(file):
            then()

    def _save(self, file: str, *, replace: bool = False) -> bool:
        try:
            notice, saved = self._screen.session.save(file, may_replace=replace), True
        except PlyscopeError as error:
            notice, saved = clean(str(error), MAX_MESSAGE_LENGTH), False
        self._screen.show_outcome(notice)
        return saved

    def unless_lost(self, then: Callable[[], None]) -> None:
        """Go on; but ask first where moves would be lost, and save them where they have a file already."""
        session = self._screen.session
        if not session.is_changed:
            then()
        elif session.file is not None:
            if self._save(session.file):
                then()
        else:
            moves = len(session.match.choices)
            title = "1 move is in no file" if moves == 1 else f"{moves} moves are in no file"
            self._screen.app.push_screen(Choosing(title, (SAVE, LOSE, STAY)), lambda word: self._decide(word, then))

    def _decide(self, word: str | None, then: Callable[[], None]) -> None:
        if word == SAVE:
            self.save(then)
        elif word == LOSE:
            then()

    def _judge(self, text: str) -> PromptFeedback:
        """What is said of a name while it is typed."""
        name = text.strip()
        if not name:
            return PromptFeedback(KINDS, is_acceptable=False)
        if Path(name).is_dir():
            return PromptFeedback(f"{name} is a folder", is_acceptable=False)
        return PromptFeedback(
            f"it is there already, and you are asked. {KINDS}"
            if self._screen.session.must_ask_to_replace(name)
            else KINDS
        )
