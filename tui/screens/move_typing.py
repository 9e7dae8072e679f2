"""Moves that are typed: by a key that asks for one, by a digit, or by a letter that begins one."""

from __future__ import annotations

from typing import Any, Protocol

from textual.app import App
from textual.message import Message

from tui.model.playing.desk import Desk, judge_move
from tui.model.playing.keys_of_play import play_keys
from tui.model.playing.session import Session
from tui.screens.asking import Asking
from tui.screens.prompt import Prompt


class Place(Protocol):
    """The screen of a game."""

    @property
    def app(self) -> App[Any]:
        """The program."""

    @property
    def session(self) -> Session:
        """The game."""

    @property
    def desk(self) -> Desk:
        """What lies before who plays."""

    def act(self, notice: str) -> None:
        """Show what came of something."""

    def play_typed(self, word: str | None) -> None:
        """Play what was typed."""

    async def run_action(self, action: str) -> object:
        """Do what a key says."""

    def post_message(self, message: Message) -> bool:
        """Tell the program something."""


class MoveTyping:
    """Asks for a move by its name."""

    def __init__(self, place: Place) -> None:
        self._place = place

    def ask(self, typed: str = "", otherwise: str = "") -> None:
        """Ask for a move.

        Args:
            typed: what stands there in the beginning.
            otherwise: the action of a key, which is done where no more is typed than that.
        """
        place, match = self._place, self._place.session.match

        async def take(word: str | None) -> None:
            if otherwise and word == typed and word not in place.desk.legal:
                await place.run_action(otherwise)
            else:
                place.play_typed(word)

        if refusal := place.session.refusal:
            place.act(refusal)
        else:
            does = next((key.footer or key.help for key in play_keys() if key.action == otherwise), "")
            prompt = Prompt("a move", "its name", lambda word: judge_move(match, word, {typed: does}), typed)
            place.app.push_screen(prompt, take)
        place.post_message(Asking.Answered())

    async def press(self, letter: str, action: str) -> None:
        """Do what a key says; where a legal move begins with its letter, ask for that first."""
        if self._place.desk.begins_move(letter):
            self.ask(letter, action)
        else:
            await self._place.run_action(action)
            self._place.post_message(Asking.Answered())
