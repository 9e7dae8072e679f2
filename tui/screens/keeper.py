"""The files of a game: where it is saved, and what becomes of moves that no file has."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from textual.app import App

from tracer.errors import PlyscopeError
from tracer.text import clean
from tui.model.answer import Answer
from tui.model.playing.session import Session
from tui.screens.choosing import Choosing
from tui.screens.prompt import Prompt
from tui.widgets.job import MESSAGE

REPLACE, OTHER = "replace it", "another name"
SAVE, LOSE, STAY = "save it first", "go on without saving", "stay"
KINDS = "a name ending with .plyscope has every search, .json the moves, .pgn the moves of chess"


class Place(Protocol):
    """The screen of a game."""

    @property
    def app(self) -> App[Any]:
        """The program."""

    @property
    def session(self) -> Session:
        """The game."""

    def act(self, notice: str) -> None:
        """Show what came of something."""


class Keeper:
    """Saves a game, and asks before moves are lost."""

    def __init__(self, place: Place) -> None:
        self._place = place

    def save(self, then: Callable[[], None] = lambda: None) -> None:
        """Ask for a file and keep the game in it; where that was done, go on."""

        def take(file: str | None) -> None:
            if file is not None:
                self._unless_replaced(file.strip(), then)

        usual = clean(self._place.session.usual_file)
        self._place.app.push_screen(Prompt("save the game as", usual, self._judge, usual, offered=True), take)

    def _unless_replaced(self, file: str, then: Callable[[], None]) -> None:
        """Keep the game in a file, and go on; but ask first where another game would be lost."""

        def decide(word: str | None) -> None:
            if word == REPLACE and self._save(file, replace=True):
                then()
            elif word == OTHER:
                self.save(then)

        if self._place.session.needs_asking(file):
            from tracer.playing.game_file import file_of  # not before there is something to keep

            title = f"{clean(file_of(file), 40)} keeps another game"
            self._place.app.push_screen(Choosing(title, (OTHER, REPLACE, STAY)), decide)
        elif self._save(file):
            then()

    def _save(self, file: str, *, replace: bool = False) -> bool:
        try:
            notice, saved = self._place.session.save(file, replace=replace), True
        except PlyscopeError as error:
            notice, saved = clean(str(error), MESSAGE), False
        self._place.act(notice)
        return saved

    def unless_lost(self, then: Callable[[], None]) -> None:
        """Go on; but ask first where moves would be lost, and save them where they have a file already."""
        session = self._place.session
        if not session.is_changed:
            then()
        elif session.file is not None:
            if self._save(session.file):
                then()
        else:
            moves = len(session.match.choices)
            title = "1 move is in no file" if moves == 1 else f"{moves} moves are in no file"
            self._place.app.push_screen(Choosing(title, (SAVE, LOSE, STAY)), lambda word: self._decide(word, then))

    def _decide(self, word: str | None, then: Callable[[], None]) -> None:
        if word == SAVE:
            self.save(then)
        elif word == LOSE:
            then()

    def _judge(self, text: str) -> Answer:
        """What is said of a name while it is typed."""
        name = text.strip()
        if not name:
            return Answer(KINDS, good=False)
        if Path(name).is_dir():
            return Answer(f"{name} is a folder", good=False)
        return Answer(
            f"it is there already, and you are asked. {KINDS}" if self._place.session.needs_asking(name) else KINDS
        )
